import { nearestMs } from './time';

/** A span of simulated time, s. */
export interface Interval {
  readonly fromS: number;
  readonly toS: number;
}

/** The shortest window of the plots, s: ten samples. */
export const SHORTEST_WINDOW_S = 0.1;
/**
 * The simulator keeps the delays of each such step, s (`WINDOW_INTERVAL` in crates/aqm-sim/src/metrics), so the numbers of whole steps
 * are exact at once. Shorter steps would need too much memory: six lanes for an hour have 86,400 of these histograms.
 */
export const STEP_OF_INTERVALS_S = 0.25;
/** A chosen interval begins and ends at multiples of this, s: the bins of all measures. */
export const FINE_STEP_S = 0.01;

export const lengthOf = ({ fromS, toS }: Interval): number => toS - fromS;

/** Returns the interval in a run of `durationS`: moved inside if it is short enough, else shortened. In whole milliseconds. */
export function within({ fromS, toS }: Interval, durationS: number): Interval {
  const length = Math.min(durationS, Math.max(SHORTEST_WINDOW_S, toS - fromS));
  const start = nearestMs(Math.max(0, Math.min(fromS, durationS - length)));
  return { fromS: start, toS: Math.min(durationS, nearestMs(start + length)) };
}

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

/** Returns the interval moved by `byS`. */
export const shifted = ({ fromS, toS }: Interval, byS: number, durationS: number): Interval =>
  within({ fromS: fromS + byS, toS: toS + byS }, durationS);

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

/** Returns whether an interval consists of whole steps, whose numbers the simulator has at once. */
export const isOnSteps = (interval: Interval): boolean =>
  lengthOf(covering(interval)) - lengthOf(interval) < 1e-6;

/** Returns the whole steps that lie in the interval, which is what the simulator's numbers of it cover. */
export const covered = ({ fromS, toS }: Interval): Interval => ({
  fromS: stepBefore(fromS),
  toS: Math.max(stepBefore(fromS), stepBefore(toS)),
});

/** Returns the whole steps that cover the interval. */
export const covering = ({ fromS, toS }: Interval): Interval => ({
  fromS: stepBefore(fromS),
  toS: -stepBefore(-toS),
});

/** Returns the end of the last complete step before `s`, s. */
export const stepBefore = (s: number): number =>
  Math.floor(s / STEP_OF_INTERVALS_S + 1e-9) * STEP_OF_INTERVALS_S + 0;

/** Returns the decimals at which the ends of an interval differ clearly: 12.5 to 15, 12.45 to 12.70 s. */
const decimalsOf = (lengthS: number): number => (lengthS >= 20 ? 1 : lengthS >= 0.5 ? 2 : 3);

/** Writes an interval with its unit: "12.25–15 s". `to` joins the ends. */
export function intervalText({ fromS, toS }: Interval, to = '–'): string {
  const decimals = decimalsOf(toS - fromS);
  const [from, end] = [fromS, toS].map((s) => String(Number(s.toFixed(decimals))));
  return `${from}${to}${end}\u00a0s`;
}
