import { lengthOf, type Quotient, type SeedRun, valueIn } from './sums';

/** The shares of the runs that bands hold: the narrow one and the wide one. */
export const HALF = [0.25, 0.75] as const;
export const MOST = [0.05, 0.95] as const;

/**
 * Returns the quantile of sorted values, interpolated between the order statistics (type 7 of Hyndman and Fan, 1996); NaN for no
 * values. D3's function takes no typed arrays.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const [low, high] = [sorted[below], sorted[Math.ceil(at)]];
  return low + (at - below) * (high - low);
}

/** Quantiles of the values of several runs, one for each bin; NaN where less than half of the runs have a value. */
export interface Bands {
  readonly most: Band;
  readonly half: Band;
}
export interface Band {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Returns the quantiles of `runs` in each bin, which is `per` bins of their track long. */
export function bandsOf(runs: readonly SeedRun[], quotient: Quotient, per = 1): Bands {
  const shortest = Math.min(...runs.map((run) => lengthOf(run[quotient.track])));
  const bins = Math.floor(shortest / per);
  const band = (): Band => ({
    low: new Float32Array(bins).fill(NaN),
    high: new Float32Array(bins).fill(NaN),
  });
  const bands = { most: band(), half: band() };
  const values = new Float64Array(runs.length);
  for (let bin = 0; bin < bins; bin++) {
    let count = 0;
    for (const run of runs) {
      const value = valueIn(run, quotient, bin * per, (bin + 1) * per);
      if (!Number.isNaN(value)) values[count++] = value;
    }
    if (2 * count < runs.length) continue;
    const sorted = values.subarray(0, count).sort();
    const put = ({ low, high }: Band, [least, most]: readonly [number, number]): void => {
      low[bin] = quantile(sorted, least);
      high[bin] = quantile(sorted, most);
    };
    put(bands.most, MOST);
    put(bands.half, HALF);
  }
  return bands;
}

/** A value of the shown run beside those of the other runs over the same time. */
export interface Comparison {
  readonly value: number;
  /** 90 % of the other runs have a value between these. */
  readonly low: number;
  readonly high: number;
}

/** Returns the values over the bins [from, to); undefined if the shown run, or any other run, has none. */
export function compared(
  runs: readonly SeedRun[],
  quotient: Quotient,
  value: number,
  from: number,
  to: number,
): Comparison | undefined {
  const values = Float64Array.from(runs, (run) => valueIn(run, quotient, from, to)).sort();
  const [low, high] = MOST.map((share) => quantile(values, share));
  const isThere = runs.length > 0 && ![value, ...values].some(Number.isNaN);
  return isThere ? { value, low, high } : undefined;
}
