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

export const lengthOf = ({ fromS, toS }: Interval): number => toS - fromS;

/** Returns the interval in a run of `durationS`: moved inside if it is short enough, else shortened. In whole milliseconds. */
export function within({ fromS, toS }: Interval, durationS: number): Interval {
  const length = Math.min(durationS, Math.max(SHORTEST_WINDOW_S, toS - fromS));
  const start = nearestMs(Math.max(0, Math.min(fromS, durationS - length)));
  return { fromS: start, toS: Math.min(durationS, nearestMs(start + length)) };
}

/** Returns the interval moved by `byS`. */
export const shifted = ({ fromS, toS }: Interval, byS: number, durationS: number): Interval =>
  within({ fromS: fromS + byS, toS: toS + byS }, durationS);

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
