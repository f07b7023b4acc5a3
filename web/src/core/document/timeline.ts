import type { Change } from './scenario';

/**
 * The timeline: the ordered list of timed changes that, with seed and scenario, determines a run. Links, undo, replay and tests
 * use this one list, so it must equal the changes that the engine received. Two rules ensure that:
 *
 * - Times are whole milliseconds, and a live change takes effect at the next one after now. The engine therefore
 *   always receives it in advance, as in a replay of the list.
 * - One parameter changes once per millisecond: a later value for the same time replaces the former one. This holds here, in
 *   the worker, and in the engine until that time has passed.
 */
export const TICK_S = 0.001;

/** Returns the first whole millisecond after `nowS`, s. */
export function nextTick(nowS: number): number {
  return (Math.floor(nowS * 1000 + 1e-6) + 1) / 1000;
}

/** Returns the first whole millisecond at or after `s`, s. */
export function tickFrom(s: number): number {
  return Math.max(0, Math.ceil(s * 1000 - 1e-6)) / 1000;
}

/**
 * Returns `changes` with `change` added, after all others of its time. It replaces changes of the same time and lane with the
 * same path, or with a path below it: a new queue does not take over the parameters of the queue that it replaces. A muted
 * change replaces nothing, and nothing replaces it.
 */
export function put(changes: readonly Change[], change: Change): Change[] {
  const others = changes.filter(
    (c) =>
      c.muted ||
      change.muted ||
      c.atS !== change.atS ||
      (c.lane ?? -1) !== (change.lane ?? -1) ||
      !`${c.set}.`.startsWith(`${change.set}.`),
  );
  const at = others.findLastIndex((c) => c.atS <= change.atS) + 1;
  return others.toSpliced(at, 0, change);
}

/** Returns the only lane that a change concerns: that of the change, or that of its queue; undefined for all lanes. */
export function laneOf({ set, lane }: Change): number | undefined {
  const queue = /^queues\.(\d+)/.exec(set);
  return queue ? Number(queue[1]) : (lane ?? undefined);
}

/** Returns `change` for another lane. A change of all lanes stays as it is. */
export function inLane(change: Change, lane: number): Change {
  if (laneOf(change) === undefined) return change;
  return change.set.startsWith('queues.')
    ? { ...change, set: change.set.replace(/^queues\.\d+/, `queues.${lane}`) }
    : { ...change, lane };
}

/** Changes of one parameter closer than this are one movement of its slider, s. */
export const MOVEMENT_S = 0.5;

/** Returns the changes of the latest movement of parameter `set` in `lane` if it took less than `MOVEMENT_S`: a flick. */
export function flick(changes: readonly Change[], set: string, lane?: number): readonly Change[] {
  const own = changes.filter((c) => c.set === set && c.lane === lane && !c.muted);
  const isClose = (i: number, to: number): boolean => own[to].atS - own[i].atS < MOVEMENT_S;
  const first = own.findIndex((_, i) => isClose(i, own.length - 1));
  return first > 0 && isClose(first - 1, first) ? [] : own.slice(first);
}

/** Returns how many changes have taken effect by `nowS`. The list is in order of time. */
export function passed(changes: readonly Change[], nowS: number): number {
  const next = changes.findIndex((c) => c.atS > nowS);
  return next < 0 ? changes.length : next;
}

/** Returns how far the changes at `indices` can move together within `0..lastS`, at most by `byS`, s. */
export function movable(
  changes: readonly Change[],
  indices: readonly number[],
  byS: number,
  lastS: number,
): number {
  const times = indices.map((i) => changes[i].atS);
  const by = Math.max(-Math.min(...times), Math.min(lastS - Math.max(...times), byS));
  return Math.round(by * 1000) / 1000;
}

/**
 * Returns `changes` with those at `indices` moved together by `byS`. A moved change replaces another of the same path and
 * millisecond.
 */
export function moved(
  changes: readonly Change[],
  indices: readonly number[],
  byS: number,
): Change[] {
  const others = changes.filter((_, i) => !indices.includes(i));
  return indices.reduce<Change[]>((timeline, i) => {
    const change = changes[i];
    return put(timeline, { ...change, atS: Math.round((change.atS + byS) * 1000) / 1000 });
  }, others);
}
