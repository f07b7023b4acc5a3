import type { Scenario } from '../document/scenario';

/** Returns the preset with this name; undefined if this version has none. All presets are loaded, later than the first picture. */
export async function loadPreset(id: string): Promise<Scenario | undefined> {
  const { presets } = await import('./presets');
  return presets.find((preset) => preset.id === id)?.scenario;
}
