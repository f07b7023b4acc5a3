import type { Scenario } from '../sim/scenario';

export interface Preset {
  /** Name of the file, without `.json`. */
  readonly id: string;
  readonly scenario: Scenario;
  /** The paper of the experiment, by its name for `aqm reproduce`; empty without one. */
  readonly paper: string;
}

const files = import.meta.glob<Scenario>(
  ['../../../scenarios/*.json', '!../../../scenarios/*.schema.json'],
  {
    eager: true,
    import: 'default',
  },
);

/** The scenarios of the page: the opening one, then those without a paper, then paper by paper; each group by title. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([file, scenario]) => ({
    id: file.replace(/^.*\/(.*)\.json$/, '$1'),
    scenario,
    paper: scenario.source?.paper ?? '',
  }))
  .sort(
    (a, b) =>
      // Not localeCompare: at start-up it takes 6 ms to load its tables.
      Number(isOpener(b)) - Number(isOpener(a)) ||
      order(a.paper, b.paper) ||
      order(title(a), title(b)),
  );

function order(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function title({ id, scenario }: Preset): string {
  return (scenario.title ?? id).toLowerCase();
}

function isOpener(preset: Preset): boolean {
  return preset.id === 'bufferbloat';
}

/** Returns a heading for the presets of a paper: "Paper: Pan 2013 PIE" for "pan-2013-pie". */
export function paperTitle(paper: string): string {
  const words = paper.split('-').map((word) => {
    const isAcronym = /^[a-z]{2,4}$/.test(word) && !paper.startsWith(word);
    return isAcronym ? word.toUpperCase() : word.replace(/^./, (c) => c.toUpperCase());
  });
  return `Paper: ${words.join(' ')}`;
}
