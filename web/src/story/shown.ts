import { laneLabels } from '../content/lane-labels';
import type { Lane, Scenario } from '../sim/scenario';
import type { SeedRun } from '../seeds/sums';
import { laneStyles } from '../styles/lanes';

/** A lane as the plots of a story draw it. */
export interface ShownLane {
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly run: SeedRun;
}

/** Letter of a lane: A, B, C. */
export const letter = (lane: number): string => String.fromCharCode(65 + lane);

/** Dashes of lanes without names. */
const DASHES: readonly (readonly number[])[] = [
  [],
  [9, 5],
  [2, 4],
  [12, 4, 2, 4],
  [5, 4],
  [8, 3, 2, 3, 2, 3],
];

/** Returns lanes without names: in ink, told apart by their dashes. */
export const hiddenLanes = (runs: readonly SeedRun[]): ShownLane[] =>
  runs.map((run, lane) => ({
    ...{ label: `Lane ${letter(lane)}`, colour: 'var(--ink)', run },
    dash: DASHES[lane % DASHES.length],
  }));

/** Returns lanes with the names and colours of their disciplines at time `atS`. */
export function namedLanes(scenario: Scenario, runs: readonly SeedRun[], atS: number): ShownLane[] {
  const queues = queuesAt(scenario, atS);
  const labels = laneLabels({ ...scenario, queues });
  const styles = laneStyles(queues.map(({ kind }) => kind));
  return runs.map((run, lane) => ({
    ...styles[lane],
    label: runs.length > 1 ? `${letter(lane)}: ${labels[lane]}` : labels[lane],
    run,
  }));
}

/** Returns the queues at a time: changes of the timeline can replace a discipline or a parameter. */
export function queuesAt({ queues, changes = [] }: Scenario, atS: number): Lane[] {
  const now: Lane[] = [...queues];
  for (const { atS: at, set, to, muted } of changes) {
    const [, lane, name] = /^queues\.(\d+)(?:\.(\w+))?$/.exec(set) ?? [];
    if (lane === undefined || muted || at > atS || !(Number(lane) in now)) continue;
    now[Number(lane)] = (name === undefined ? to : { ...now[Number(lane)], [name]: to }) as Lane;
  }
  return now;
}
