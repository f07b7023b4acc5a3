import { STEP_S } from '../../core/sim/series';

/** The shortest time that is computed at first, s, unless the run is shorter. */
const FIRST_S = 60;
/** The computed time is doubled before the run reaches its end. */
const AHEAD = 1.25;

/** Returns the time up to which other seeds are computed for a run that has reached `doneS`, s. It changes rarely. */
export function horizonS(doneS: number, durationS: number): number {
  const doublings = Math.max(0, Math.ceil(Math.log2((AHEAD * doneS) / FIRST_S)));
  return Math.min(durationS, FIRST_S * 2 ** doublings);
}

/** Lengths of bins in samples of 10 ms. Shorter bins hold few packets. */
const LENGTHS = [5, 10, 20, 50, 100, 200, 500];
/** Most bins: about one for each pixel of a plot. */
const MOST_BINS = 1500;

/** Returns the length of the bins for `toS` seconds, in samples of 10 ms. */
export const samplesOf = (toS: number): number =>
  LENGTHS.find((samples) => toS <= MOST_BINS * samples * STEP_S) ?? LENGTHS[LENGTHS.length - 1];

/** Returns `count` seeds other than `shown`: the first whole numbers from 1. */
export const seedsBeside = (shown: number, count: number): readonly number[] =>
  Array.from({ length: count + 1 }, (_, i) => i + 1)
    .filter((seed) => seed !== shown)
    .slice(0, count);
