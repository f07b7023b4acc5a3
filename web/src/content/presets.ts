import type { Scenario } from '../sim/scenario';

export interface Preset {
  /** Name of the file, without `.json`. */
  readonly id: string;
  readonly scenario: Scenario;
}

const files = import.meta.glob<Scenario>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
  {
    eager: true,
    import: 'default',
  },
);

/** The scenarios of the page: the opening one first, the others by title. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([file, scenario]) => ({ id: file.replace(/^.*\/(.*)\.json$/, '$1'), scenario }))
  .sort(
    (a, b) =>
      // Not localeCompare: at start-up it takes 6 ms to load its tables.
      Number(isOpener(b)) - Number(isOpener(a)) || (title(a) < title(b) ? -1 : 1),
  );

function title({ id, scenario }: Preset): string {
  return (scenario.title ?? id).toLowerCase();
}

function isOpener(preset: Preset): boolean {
  return preset.id === 'bufferbloat';
}
