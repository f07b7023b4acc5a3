import { type Column, type Origin, originOf, unchanged, visibleRange } from './column';

/**
 * A column reduced to about one entry per pixel (or per sample, if samples are sparser). Arrays are reused from
 * frame to frame; only the first `length` entries count.
 */
export interface Bins {
  length: number;
  /** Absolute number of the first bin: bin b covers samples [b * perBin, (b + 1) * perBin). */
  first: number;
  /** Number of entries before the window; only the dashes of the line need them. */
  lead: number;
  /** Samples per bin. */
  perBin: number;
  /** Time at the middle of entry 0, s. */
  midS: number;
  /** Time from one entry to the next, s. */
  stepS: number;
  /** Least, largest and mean value of each bin; NaN for a bin with gaps only. */
  min: Float32Array;
  max: Float32Array;
  mean: Float32Array;
  origin: Origin | undefined;
  /** Absolute number of the first bin that differs from the former reduction; `first` if all may differ. */
  fresh: number;
}

/** A line is stroked in chunks of this many bins; the bins begin at the start of a chunk. */
export const CHUNK = 64;

export function emptyBins(): Bins {
  const none = new Float32Array(0);
  return {
    length: 0,
    first: 0,
    lead: 0,
    perBin: 1,
    midS: 0,
    stepS: 1,
    min: none,
    max: none,
    mean: none,
    origin: undefined,
    fresh: 0,
  };
}

/**
 * Reduces the part of `c` seen in [t0, t1] to at most about `entries` bins of min, max and mean, or to bins of `perBin` samples, into
 * `out`.
 *
 * Bins are anchored to the samples: as the window scrolls, a bin keeps its samples and only moves. If bins were anchored to
 * pixels, every frame would regroup the samples, and peaks would flicker.
 */
export function decimate(
  c: Column,
  t0: number,
  t1: number,
  entries: number,
  out: Bins,
  perBin = binSize((t1 - t0) / c.stepS / Math.max(1, entries)),
): Bins {
  const { from, to } = visibleRange(c, t0, t1);
  // One more bin on either side, so that lines cross the edges of the plot.
  const seen = Math.max(0, Math.floor(from / perBin) - 1);
  const first = Math.floor(seen / CHUNK) * CHUNK;
  const last = Math.min(Math.ceil(c.length / perBin), Math.ceil(to / perBin) + 1);
  const length = to > from ? last - first : 0;
  // Complete bins of unchanged samples are kept: all but the last while a window scrolls.
  const complete = out.perBin === perBin ? Math.floor(unchanged(c, out.origin) / perBin) : 0;
  const keptFrom = Math.max(first, out.first);
  const keptTo = Math.min(first + length, out.first + out.length, complete);
  reserve(out, length);
  for (const a of keptTo > keptFrom ? [out.min, out.max, out.mean] : []) {
    a.copyWithin(keptFrom - first, keptFrom - out.first, keptTo - out.first);
  }
  out.fresh = keptFrom === first ? Math.max(first, keptTo) : first;
  out.origin = originOf(c);
  out.length = length;
  out.first = first;
  out.lead = Math.min(length, seen - first);
  out.perBin = perBin;
  out.stepS = perBin * c.stepS;
  out.midS = c.startS + (first + 0.5) * out.stepS;

  const { values } = c;
  for (let b = 0; b < length; b++) {
    if (first + b >= keptFrom && first + b < keptTo) {
      b = keptTo - first - 1;
      continue;
    }
    const begin = (first + b) * perBin;
    const end = Math.min(begin + perBin, c.length);
    let min = Infinity;
    let max = -Infinity;
    let sum = 0;
    for (let i = begin; i < end; i++) {
      const v = values[i];
      if (v < min) min = v;
      if (v > max) max = v;
      sum += v;
    }
    // A gap makes the sum NaN. Gaps are rare, so the slower mean is rare too.
    out.min[b] = min <= max ? min : NaN;
    out.max[b] = min <= max ? max : NaN;
    out.mean[b] = sum === sum ? sum / (end - begin) : meanWithGaps(values, begin, end);
  }
  return out;
}

function meanWithGaps(values: Float32Array, begin: number, end: number): number {
  let sum = 0;
  let count = 0;
  for (let i = begin; i < end; i++) {
    if (Number.isNaN(values[i])) continue;
    sum += values[i];
    count++;
  }
  return sum / count;
}

/**
 * Returns the number of samples per bin, at least `least`. The steps are few, so that resizing or a slowly growing window
 * rarely regroups samples: 1, 2, 3, 4, 6, 8, 12, 16, ...
 */
export function binSize(least: number): number {
  if (!(least > 1)) return 1;
  const octave = 2 ** Math.floor(Math.log2(least));
  if (least <= octave) return octave;
  return octave > 1 && least <= 1.5 * octave ? 1.5 * octave : 2 * octave;
}

/** Returns the least and largest value in the window, or undefined if there is none. */
export function extent(bins: Bins): { min: number; max: number } | undefined {
  let min = Infinity;
  let max = -Infinity;
  for (let b = bins.lead; b < bins.length; b++) {
    if (bins.min[b] < min) min = bins.min[b]!;
    if (bins.max[b] > max) max = bins.max[b]!;
  }
  return min <= max ? { min, max } : undefined;
}

/** Makes room for `length` bins and keeps the present ones. */
function reserve(out: Bins, length: number): void {
  if (out.min.length >= length) return;
  const size = Math.max(256, 2 ** Math.ceil(Math.log2(length)));
  for (const key of ['min', 'max', 'mean'] as const) {
    const larger = new Float32Array(size);
    larger.set(out[key]);
    out[key] = larger;
  }
}
