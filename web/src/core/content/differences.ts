import { same } from '../document/same';
import type { Change, Scenario } from '../document/scenario';
import { timelineEntries } from './timeline-entries';

/** Most differences that a sentence names. */
const MOST_NAMED = 4;

type Members = Readonly<Record<string, unknown>>;

/** The names of the members in which two objects differ. */
const differing = (was: object, now: object): string[] =>
  Object.keys({ ...was, ...now }).filter(
    (name) => !same((was as Members)[name] ?? null, (now as Members)[name] ?? null),
  );

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/**
 * Returns in words how a scenario differs from the one that it came from: "bandwidth 10 → 50 Mbit/s", "1 change on the timeline".
 * A longer run is no difference.
 */
export function differences(was: Scenario, now: Scenario): string[] {
  const found: string[] = [];
  /** A start value in the words of the timeline. */
  const starts = (set: string, to: unknown, otherwise: string): void => {
    const change: Change = { atS: 0, set, to };
    const isPlain = to !== undefined && (typeof to !== 'object' || set.endsWith('.buffer'));
    found.push(isPlain ? timelineEntries(was, [change])[0].label : otherwise);
  };
  for (const name of differing(was.link, now.link))
    starts(`link.${name}`, (now.link as unknown as Members)[name], 'other parts of the path');

  if (was.queues.length !== now.queues.length)
    found.push(`${was.queues.length} → ${counted(now.queues.length, 'lane')}`);
  else
    now.queues.forEach((queue, lane) => {
      const before = was.queues[lane];
      if (before.kind !== queue.kind) {
        const change: Change = { atS: 0, set: `queues.${lane}`, to: queue };
        found.push(timelineEntries(was, [change])[0].label);
      } else
        for (const name of differing(before, queue))
          starts(
            `queues.${lane}.${name}`,
            (queue as unknown as Members)[name],
            `parameters of lane ${lane + 1}`,
          );
    });

  const kinds = ({ traffic }: Scenario): string[] => traffic.map(({ kind }) => kind);
  if (!same(kinds(was), kinds(now))) found.push('the groups of the traffic');
  else
    now.traffic.forEach((group, i) => {
      for (const name of differing(was.traffic[i], group))
        starts(`traffic.${i}.${name}`, (group as unknown as Members)[name], 'the traffic');
    });

  const changes = now.changes ?? [];
  if (!same(was.changes ?? [], changes))
    found.push(
      changes.length > 0
        ? `${counted(changes.length, 'change')} on the timeline`
        : 'no changes on the timeline',
    );
  if ((was.seed ?? 1) !== (now.seed ?? 1)) found.push(`seed ${was.seed ?? 1} → ${now.seed ?? 1}`);
  if (!same(was.title, now.title)) found.push('the title');
  if (!same(was.about, now.about)) found.push('the notes');
  return [...new Set(found)];
}

/** Returns the sentence about these differences. */
export function differenceText(was: Scenario, now: Scenario): string {
  const all = differences(was, now);
  if (all.length === 0) return 'This run differs from the scenario that it came from.';
  const rest = all.length > MOST_NAMED ? [`${all.length - MOST_NAMED} more`] : [];
  const list = [...all.slice(0, MOST_NAMED), ...rest].join('; ');
  return `This run differs from the scenario that it came from: ${list}.`;
}
