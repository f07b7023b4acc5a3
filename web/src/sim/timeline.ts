import type { Change } from './protocol';

/**
 * The timeline: the ordered list of timed changes that, with seed and scenario, is a run. Links, undo, replay and tests use
 * this one list, so what it holds must be exactly what the engine was told. Two rules make that so:
 *
 * - Times are whole milliseconds, and a live change takes effect at the next one after now. The engine therefore always
 *   learns of it beforehand, as it does when the list is played back.
 * - One parameter changes once per millisecond: a later wish for the same time replaces the former, here, in the worker,
 *   and in the engine as long as it is still to come.
 */
export const TICK_S = 0.001;

/** The first whole millisecond after `nowS`. */
export function nextTick(nowS: number): number {
  return (Math.floor(nowS * 1000 + 1e-6) + 1) / 1000;
}

/** The first whole millisecond at or after `s`. */
export function tickFrom(s: number): number {
  return Math.ceil(s * 1000 - 1e-6) / 1000;
}

/**
 * `changes` with `change` in its place: after all others of its time, and instead of those of the same time that set the
 * same, or a part of it. What was set of a queue that did not last is nothing that a queue in its place could have.
 */
export function put(changes: readonly Change[], change: Change): Change[] {
  const others = changes.filter(
    (c) => c.atS !== change.atS || !`${c.set}.`.startsWith(`${change.set}.`),
  );
  const at = others.findLastIndex((c) => c.atS <= change.atS) + 1;
  return others.toSpliced(at, 0, change);
}

/** Changes of one knob closer than this are one movement, s. */
export const MOVEMENT_S = 0.5;

/** The latest movement of the knob `set`, if it took no longer than changes of one may be apart: a flick. */
export function flick(changes: readonly Change[], set: string): readonly Change[] {
  const own = changes.filter((c) => c.set === set);
  const isClose = (i: number, to: number): boolean => own[to].atS - own[i].atS < MOVEMENT_S;
  const first = own.findIndex((_, i) => isClose(i, own.length - 1));
  return first > 0 && isClose(first - 1, first) ? [] : own.slice(first);
}

/** How many changes have taken effect by `nowS`. The list is in order of time. */
export function passed(changes: readonly Change[], nowS: number): number {
  const next = changes.findIndex((c) => c.atS > nowS);
  return next < 0 ? changes.length : next;
}

/** How far the changes at `indices` can be moved together, at most by `byS`, without leaving `0..lastS`. */
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
 * `changes` with those at `indices` moved by `byS` together. Where one comes to stand on another of the same path and
 * millisecond, it takes its place.
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
