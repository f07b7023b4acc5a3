/** What a step asks for: the number that is shown large, the plot that shows it, and the other runs beside it. */

import type { Scenario } from '../../core/document/scenario';
import { movedAt, withUnit } from './control';
import { namedLanes, type ShownLane } from './shown';
import type { SeedRun } from '../../shared/seeds/sums';
import { labelIn, local, type Words } from './words';
import type { StoryAsked, StoryChange, StoryOther } from './story.generated';

/** The views that show a measure, by the beginning of its name: of the lane, and of a traffic group. */
const VIEWS: readonly (readonly [begin: string, ofLane: string, ofGroup: string])[] = [
  ['queueDelayMs.', 'queue-delay', 'group-delay'],
  ['packets.dropped', 'drops-and-marks', ''],
  ['packets.early', 'drops-and-marks', ''],
  ['packets.marked', 'drops-and-marks', ''],
  ['dropRate', 'drops-and-marks', ''],
  ['markRate', 'drops-and-marks', ''],
  ['utilization', 'utilization', ''],
  ['goodputMbps', 'goodput', 'group-goodput'],
];

/** Returns whether a view shows the number that was asked for. The only traffic group is all packets. */
export function showsAsked(
  view: string,
  { measure, group }: Pick<StoryAsked, 'measure' | 'group'>,
  groups: number,
): boolean {
  const found = VIEWS.find(([begin]) => measure.startsWith(begin));
  if (!found) return false;
  const [, ofLane, ofGroup] = found;
  return view === (group === null ? ofLane : ofGroup) || (groups === 1 && view === ofLane);
}

/** Returns at most `count` views, the one that shows the asked number among them. */
export function viewsWithAsked(
  views: readonly string[],
  count: number,
  isAsked: (view: string) => boolean,
): readonly string[] {
  const first = views.slice(0, count);
  const asked = views.find(isAsked);
  return asked === undefined || first.includes(asked) ? first : [asked, ...first].slice(0, count);
}

/** Returns what differs in another run: "Bandwidth 100 Mbit/s". */
export function changesText(
  scenario: Scenario,
  changes: readonly StoryChange[],
  words: Words,
): string {
  const texts = changes.flatMap(({ path, value }) => {
    const target: unknown = JSON.parse(value);
    const moved = movedAt(scenario, path, target);
    if (moved)
      return [
        `${labelIn(moved.label, words)} ${local(withUnit(Number(target), moved.unit), words)}`,
      ];
    return typeof target === 'object' || path.endsWith('.kind') ? [] : [`${path} = ${value}`];
  });
  return texts.join(', ');
}

/** Dashes of other runs: short ones, which no lane alone has. */
const OTHER_DASHES: readonly (readonly number[])[] = [
  [3, 3],
  [1, 3],
  [6, 2, 1, 2],
];

/** Returns the lines of other runs that a step compares with its state, named by what differs. */
export function otherLanes(
  others: readonly StoryOther[],
  runs: readonly (SeedRun | undefined)[],
  numbers: readonly string[],
  named: readonly ShownLane[],
  words: Words,
): ShownLane[] {
  return others.flatMap(({ lane, scenario, changes }, index) => {
    const run = runs[index];
    if (run === undefined) return [];
    const other = JSON.parse(scenario) as Scenario;
    const all = namedLanes(
      other,
      other.queues.map(() => run),
      other.durationS,
    );
    const name = all[lane]?.label ?? '';
    const isSame = name === named[lane]?.label;
    const differs = changesText(other, changes, words);
    const label = isSame && differs !== '' ? differs : [name, differs].filter(Boolean).join(', ');
    return [
      {
        ...{ label, run, asked: numbers[index], isOther: true },
        colour: 'var(--ink2)',
        dash: OTHER_DASHES[index % OTHER_DASHES.length],
      },
    ];
  });
}
