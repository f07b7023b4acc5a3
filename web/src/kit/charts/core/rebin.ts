import { type Column, indexAt, type Origin, originOf, unchanged, visibleRange } from './column';

/** Widths of bins for rates, s. Round numbers, because the subtitle names the width as part of the measure. */
const WIDTHS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Rates over fixed bins, anchored to simulated time zero, so a bin keeps its packets while the window scrolls. */
export interface RateBins {
  length: number;
  /** Beginning of bin 0, s. */
  startS: number;
  widthS: number;
  /** NaN where the divisor is zero. */
  percent: Float32Array;
  /** Absolute number of bin 0. */
  first: number;
  /** Columns of the former reduction: the part, then the wholes. */
  origins: readonly Origin[];
  /** As in `Bins`. */
  fresh: number;
}

export function emptyRateBins(): RateBins {
  return {
    length: 0,
    startS: 0,
    widthS: 1,
    percent: new Float32Array(0),
    first: 0,
    origins: [],
    fresh: 0,
  };
}

/**
 * Returns the narrowest round width that is a whole number of samples of each length `steps`. It has `slotPx` for each of `lanes` stems
 * and for the gap between bins.
 */
export function binWidthS(
  pxPerS: number,
  lanes: number,
  slotPx: number,
  ...steps: readonly number[]
): number {
  const need = ((lanes + 1) * slotPx) / pxPerS;
  const isWhole = (w: number, stepS: number): boolean => {
    const samples = w / stepS;
    return samples > 0.999 && Math.abs(samples - Math.round(samples)) < 1e-6 * samples;
  };
  const most = Math.max(...steps);
  const width = WIDTHS.find((w) => w >= need && steps.every((stepS) => isWhole(w, stepS)));
  return width ?? Math.ceil(need / most) * most;
}

/**
 * Sums `part` and `wholes` (counts per sample, on the same time base) over bins and divides the sums. The mean of the ratios
 * would give samples with few packets the same weight as samples with many. Only complete bins count, unless `isOver`: the
 * rate of an incomplete bin jumps and would move the axis.
 */
export function ratePercent(
  part: Column,
  wholes: readonly Column[],
  t0: number,
  t1: number,
  widthS: number,
  out: RateBins,
  isOver = false,
): RateBins {
  const perBin = Math.max(1, Math.round(widthS / part.stepS));
  // Bins count from time zero, and sample 0 may lie anywhere.
  const offset = Math.round(part.startS / part.stepS);
  const usable = common(part, wholes);
  const { from, to } = visibleRange(part, t0, t1);
  const first = Math.floor((from + offset) / perBin);
  const last = Math.min(
    Math.ceil((to + offset) / perBin),
    lastBin(usable + offset, perBin, isOver),
  );
  const length = to > from ? Math.max(0, last - first) : 0;
  // As in decimate: complete bins of samples that have not changed are kept.
  const columns = [part, ...wholes];
  const same = Math.min(...columns.map((column, i) => unchanged(column, out.origins[i])));
  const complete = out.widthS === perBin * part.stepS ? Math.floor((same + offset) / perBin) : 0;
  const keptFrom = Math.max(first, out.first);
  const keptTo = Math.min(first + length, out.first + out.length, complete);
  if (out.percent.length < length) {
    const larger = new Float32Array(Math.max(64, 2 ** Math.ceil(Math.log2(length))));
    larger.set(out.percent);
    out.percent = larger;
  }
  if (keptTo > keptFrom) {
    out.percent.copyWithin(keptFrom - first, keptFrom - out.first, keptTo - out.first);
  }
  out.fresh = keptFrom === first ? Math.max(first, keptTo) : first;
  out.origins = columns.map(originOf);
  out.length = length;
  out.first = first;
  out.startS = first * perBin * part.stepS;
  out.widthS = perBin * part.stepS;
  for (let b = first; b < first + length; b++) {
    if (b >= keptFrom && b < keptTo) continue;
    const begin = Math.max(0, b * perBin - offset);
    const end = Math.min(usable, (b + 1) * perBin - offset);
    out.percent[b - first] = percentOver(part, wholes, begin, end);
  }
  return out;
}

/** Returns the number of bins that `samples` from time zero on fill. */
const lastBin = (samples: number, perBin: number, isOver: boolean): number =>
  isOver ? Math.ceil(samples / perBin) : Math.floor(samples / perBin);

/** Returns the rate of the bin at time `t`, equal to that of `ratePercent`; NaN outside the data. */
export function rateAt(
  part: Column,
  wholes: readonly Column[],
  widthS: number,
  t: number,
  isOver = false,
): number {
  if (indexAt(part, t) < 0) return NaN;
  const bin = Math.floor(t / widthS + 1e-6);
  const samples = Math.round(part.startS / part.stepS) + common(part, wholes);
  if (bin >= lastBin(samples, Math.round(widthS / part.stepS), isOver)) return NaN;
  const begin = bin * widthS;
  const { from, to } = visibleRange(part, begin, begin + widthS);
  return percentOver(part, wholes, from, Math.min(to, common(part, wholes)));
}

/** Returns the rate over all samples that touch [t0, t1]. */
export function rateOver(part: Column, wholes: readonly Column[], t0: number, t1: number): number {
  const { from, to } = visibleRange(part, t0, t1);
  return percentOver(part, wholes, from, Math.min(to, common(part, wholes)));
}

/** Returns the number of samples that all columns have. */
const common = (part: Column, wholes: readonly Column[]): number =>
  Math.min(part.length, ...wholes.map((whole) => whole.length));

/**
 * Divides by the largest of the wholes. A discipline may drop packets that arrived in an earlier bin, and an emptying queue
 * sends more packets than arrive.
 */
function percentOver(part: Column, wholes: readonly Column[], begin: number, end: number): number {
  const sum = ({ values }: Column): number => {
    let total = 0;
    for (let i = begin; i < end; i++) total += values[i] || 0;
    return total;
  };
  return (100 * sum(part)) / Math.max(...wholes.map(sum));
}
