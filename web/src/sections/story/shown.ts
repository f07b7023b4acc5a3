import { laneLabels } from '../../core/content/lane-labels';
import type { Lane, Scenario } from '../../core/document/scenario';
import type { SeedRun } from '../../shared/seeds/sums';
import { laneStyles } from '../../core/content/lane-styles';
import { hasMarks } from './plot';
import { filled, type Words } from './words';

/** A lane as the plots of a story draw it. */
export interface ShownLane {
  readonly label: string;
  readonly colour: string;
  readonly dash: readonly number[];
  readonly run: SeedRun;
  /** The line is that of the CE marks, not of the drops. */
  readonly isOfMarks?: boolean;
  /** The number that the step asks for, with its unit. */
  readonly asked?: string | undefined;
  /** The run is another one than that of the step: its line is thin. */
  readonly isOther?: boolean;
}

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
export const hiddenLanes = (runs: readonly SeedRun[], words: Words): ShownLane[] =>
  runs.map((run, lane) => ({
    ...{ label: filled(words.lane, { number: lane + 1 }), colour: 'var(--ink)', run },
    dash: DASHES[lane % DASHES.length],
  }));

/** Returns lanes with the names and colours of their disciplines at time `atS`. */
export function namedLanes(scenario: Scenario, runs: readonly SeedRun[], atS: number): ShownLane[] {
  const queues = queuesAt(scenario, atS);
  const labels = laneLabels({ ...scenario, queues });
  const styles = laneStyles(queues.map(({ kind }) => kind));
  return runs.map((run, lane) => ({
    ...styles[lane],
    label: labels[lane],
    run,
  }));
}

/** Dashes of groups, and of marks beside drops. */
const GROUP_DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const MARK_DASH = [1, 4];

/** Returns the lines of a lane's traffic groups. A group without TCP has no goodput, and no line there. */
export function groupLines(
  lane: ShownLane,
  names: readonly string[],
  runs: readonly SeedRun[],
  view: string,
): ShownLane[] {
  return runs.flatMap((run, group) => {
    const isThere = view !== 'group-goodput' || (run.seconds.sums.at(-2) ?? 0) > 0;
    const dash = GROUP_DASHES[group % GROUP_DASHES.length];
    return isThere ? [{ label: names[group], colour: lane.colour, dash, run }] : [];
  });
}

/** Returns the lines of lanes with a line for the CE marks of each lane that has some. */
export const withMarks = (lanes: readonly ShownLane[], words: Words): ShownLane[] =>
  lanes.flatMap((lane) =>
    hasMarks(lane.run)
      ? [
          lane,
          {
            ...lane,
            label: filled(words.marks, { lane: lane.label }),
            dash: MARK_DASH,
            isOfMarks: true,
          },
        ]
      : [lane],
  );

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
