import { same } from './same';
import type { Change } from './scenario';
import type { Moment } from './start-values';
import { inLane, laneOf } from './timeline';

/** The common past of a lane and an earlier one. */
export interface Fork {
  /** The earlier lane. */
  readonly of: number;
  /** Time of the first change that only one of them has, s; Infinity if there is none. */
  readonly atS: number;
}

/**
 * Returns for each lane the earlier lane with which it has the longest common past, if there is one: both start equally, and
 * have equal changes until then, so their packets are the same. A fork is nothing else, so documents need not say that a
 * lane is one.
 */
export function forksOf({ base, changes }: Moment): readonly (Fork | undefined)[] {
  return base.queues.map((_, lane) => {
    let found: Fork | undefined;
    for (let of = 0; of < lane; of++) {
      const atS = commonPastS({ base, changes }, of, lane);
      if (atS > (found?.atS ?? 0)) found = { of, atS };
    }
    return found;
  });
}

/** Returns the time until which two lanes have the same packets, s: 0 if they start differently, Infinity if nothing differs yet. */
export function commonPastS({ base, changes }: Moment, a: number, b: number): number {
  const [one, other] = [a, b].map((lane) => JSON.stringify(base.queues[lane]));
  const own = (lane: number): Change[] => changes.filter((c) => laneOf(c) === lane && !c.muted);
  return one === other ? equalUntilS(own(a), own(b)) : 0;
}

/** Returns when two lanes with an equal start can first differ, s. */
function equalUntilS(a: readonly Change[], b: readonly Change[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a.at(i), b.at(i)];
    if (one && other && isSame(one, other)) continue;
    return Math.min(one?.atS ?? Infinity, other?.atS ?? Infinity);
  }
  return Infinity;
}

const isSame = (a: Change, b: Change): boolean =>
  a.atS === b.atS && inLane(a, 0).set === inLane(b, 0).set && same(a.to, b.to);
