/**
 * The queue delays of one run: for each border of a bin, the sum of the delays of the packets sent before it, ms, and their
 * number. The mean over any bins is one division.
 */
export type Sums = Float64Array;

/** Returns sums up to each border from sums of each bin. */
export function accumulated(bins: Float64Array): Sums {
  const sums = new Float64Array(bins.length + 2);
  for (let i = 0; i < bins.length; i++) sums[i + 2] = sums[i] + bins[i];
  return sums;
}

/** Returns the mean delay of the packets sent in the bins [from, to), ms; NaN if there are none. */
export function meanIn(sums: Sums, from: number, to: number): number {
  const count = sums[2 * to + 1] - sums[2 * from + 1];
  return count > 0 ? (sums[2 * to] - sums[2 * from]) / count : NaN;
}

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

/** Quantiles of the means of several runs, one value for each bin; NaN where less than half of the runs sent packets. */
export interface Bands {
  readonly most: Band;
  readonly half: Band;
}
export interface Band {
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** Returns the quantiles of `runs` in each bin, linear between the order statistics. */
export function bandsOf(runs: readonly Sums[]): Bands {
  const bins = Math.min(...runs.map((sums) => sums.length / 2 - 1));
  const band = (): Band => ({
    low: new Float32Array(bins).fill(NaN),
    high: new Float32Array(bins).fill(NaN),
  });
  const bands = { most: band(), half: band() };
  const values = new Float64Array(runs.length);
  for (let bin = 0; bin < bins; bin++) {
    let count = 0;
    for (const sums of runs) {
      const mean = meanIn(sums, bin, bin + 1);
      if (!Number.isNaN(mean)) values[count++] = mean;
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

/** The mean delay of the shown run beside the means of the other runs over the same time, ms. */
export interface Comparison {
  readonly mean: number;
  /** 90 % of the other runs have a mean between these. */
  readonly low: number;
  readonly high: number;
}

/** Returns the means over the bins [from, to); undefined if the shown run, or any other run, sent no packets. */
export function compared(
  runs: readonly Sums[],
  mean: number,
  from: number,
  to: number,
): Comparison | undefined {
  const means = Float64Array.from(runs, (sums) => meanIn(sums, from, to)).sort();
  const [low, high] = MOST.map((share) => quantile(means, share));
  const isThere = runs.length > 0 && ![mean, ...means].some(Number.isNaN);
  return isThere ? { mean, low, high } : undefined;
}
