import { same } from '../../core/document/same';
import { type Change, concerns, type Scenario } from '../../core/document/scenario';

/** Everything that one lane of a scenario depends on, without seed and duration. Lanes share nothing else. */
export interface LaneDocument {
  /** The scenario with this lane alone, and without its changes, as JSON. */
  readonly base: string;
  /** The changes that concern this lane, in order. */
  readonly changes: readonly Change[];
}

/** Returns what lane `lane` of a scenario depends on. Titles and names do not matter. */
export function laneDocument(scenario: Scenario, lane: number): LaneDocument {
  const { queues, traffic, changes = [], ...others } = scenario;
  const base: Partial<Scenario> = {
    ...others,
    queues: queues.slice(lane, lane + 1),
    traffic: traffic.map((group) => ({ ...group, name: undefined })),
  };
  for (const name of ['title', 'about', 'source', 'preset', 'seed', 'durationS'] as const)
    delete base[name];
  const own = changes.flatMap((change): Change[] => {
    if (!concerns(change, lane)) return [];
    const [room, index, ...rest] = change.set.split('.');
    if (room !== 'queues' || index === undefined) {
      const { atS, set, to } = change;
      return [change.lane === lane ? { atS, set, to } : change];
    }
    return index === String(lane) ? [{ ...change, set: [room, '0', ...rest].join('.') }] : [];
  });
  return { base: JSON.stringify(base), changes: own };
}

/** Returns the JSON of a scenario with this lane alone. */
export const textOf = ({ base, changes }: LaneDocument, durationS: number): string =>
  JSON.stringify({ ...(JSON.parse(base) as object), durationS, changes });

/** Returns the time until which both documents give the same run, s: that of the first difference, or Infinity. */
export function equalUntilS(a: LaneDocument, b: LaneDocument): number {
  if (a.base !== b.base) return 0;
  const count = Math.max(a.changes.length, b.changes.length);
  for (let i = 0; i < count; i++) {
    const [one, other] = [a.changes.at(i), b.changes.at(i)];
    if (one && other && isSame(one, other)) continue;
    return Math.min(one?.atS ?? Infinity, other?.atS ?? Infinity);
  }
  return Infinity;
}

const isSame = (a: Change, b: Change): boolean =>
  a === b || (a.atS === b.atS && a.set === b.set && same(a.to, b.to));
