import {
  type Interval,
  lengthOf,
  SHORTEST_WINDOW_S,
  STEP_OF_INTERVALS_S,
  within,
} from './interval';

/** A chosen interval begins and ends at multiples of this, s: the bins of all measures. */
export const FINE_STEP_S = 0.01;

/** Returns the interval enlarged by `factor`, so that time `atS` keeps its place in the window. */
export function scaled(window: Interval, atS: number, factor: number, durationS: number): Interval {
  const length = Math.max(SHORTEST_WINDOW_S, Math.min(durationS, lengthOf(window) * factor));
  const part = (atS - window.fromS) / lengthOf(window);
  const fromS = atS - Math.max(0, Math.min(1, part)) * length;
  return within({ fromS, toS: fromS + length }, durationS);
}

/**
 * Returns the interval enlarged by `factor` around the playhead. If it extends beyond the computed part of the run, at least two
 * thirds of it show the time before the playhead.
 */
export function scaledAtPlayhead(
  window: Interval,
  headS: number,
  factor: number,
  [doneS, durationS]: readonly [doneS: number, durationS: number],
): Interval {
  const part = (headS - window.fromS) / lengthOf(window);
  if (window.toS <= doneS || part >= 2 / 3) return scaled(window, headS, factor, durationS);
  const length = Math.max(SHORTEST_WINDOW_S, Math.min(durationS, lengthOf(window) * factor));
  const fromS = headS - (2 / 3) * length;
  return within({ fromS, toS: fromS + length }, durationS);
}

/** Returns the whole steps that cover the times from `a` to `b`, in either order: at least one step. */
export function snapped(
  a: number,
  b: number,
  durationS: number,
  stepS: number = STEP_OF_INTERVALS_S,
): Interval {
  const perS = Math.round(1 / stepS);
  // A pointer is never exactly at a step; the nearest steps are meant.
  const last = Math.floor(durationS * perS + 1e-9);
  const [low, high] = [Math.min(a, b), Math.max(a, b)].map((s) => Math.round(s * perS));
  const from = Math.max(0, Math.min(last - 1, low));
  const to = Math.max(from + 1, Math.min(last, high));
  return { fromS: from / perS, toS: to / perS };
}
