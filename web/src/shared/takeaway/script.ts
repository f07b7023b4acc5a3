import { TARGETS } from './targets.generated';

export { TARGETS };

/** A program, as `aqm export --to` names it. */
export type Target = (typeof TARGETS)[number]['value'];

/** A script, and what of the scenario it cannot say. */
export interface Script {
  readonly text: string;
  readonly fileName: string;
  readonly notCarried: readonly string[];
}

/** Writes the script of a scenario. Loads the package for many runs at the first call. */
export async function scriptOf(scenario: string, target: Target, link: string): Promise<Script> {
  const { loadBatch } = await import('../../wasm/batch-package');
  const batch = await loadBatch();
  const made = batch.exportScript(scenario, target, link);
  const { text, fileName, notCarried } = made;
  made.free();
  return { text, fileName, notCarried };
}
