import { ticks as plainTicks } from 'd3-array';

export type ScaleKind = 'linear' | 'log';
export type Domain = readonly [low: number, high: number];

/** A vertical scale. D3 chooses the ticks; its scales would bring parsers of colours and formats of dates along. */
export interface YScale {
  readonly kind: ScaleKind;
  readonly domain: Domain;
  /** y in px of a value; values below a log domain (zero too) lie on the baseline. NaN stays NaN. */
  project(value: number): number;
  /** `project` for the values `from` to `to` at once, each to its own place. */
  projectAll(values: Float32Array, out: Float32Array, from: number, to: number): void;
  /** About `count` plain values; of a log scale too, where they crowd at the top. */
  ticks(count: number): number[];
}

/** A scale from `domain` to pixels, `bottomPx` (low) to `topPx` (high). A log domain must be above zero. */
export function yScale(kind: ScaleKind, domain: Domain, bottomPx: number, topPx: number): YScale {
  const [low, high] = domain;
  if (!(high > low)) throw new RangeError(`empty domain ${low}..${high}`);
  if (kind === 'log' && !(low > 0)) throw new RangeError(`log domain from ${low}`);
  const ticks = (count: number): number[] => plainTicks(low, high, count);
  const log = kind === 'log';
  const slope = (topPx - bottomPx) / (log ? Math.log(high / low) : high - low);
  const zero = bottomPx - (log ? Math.log(low) : low) * slope;
  const project = (v: number): number => {
    if (!log) return zero + v * slope;
    return v < low ? bottomPx : zero + Math.log(v) * slope;
  };
  const projectAll = (values: Float32Array, out: Float32Array, from: number, to: number): void => {
    if (log) {
      for (let i = from; i < to; i++) {
        const v = values[i];
        out[i] = v < low ? bottomPx : zero + Math.log(v) * slope;
      }
    } else {
      for (let i = from; i < to; i++) out[i] = zero + values[i] * slope;
    }
  };
  return { kind, domain, project, projectAll, ticks };
}

/** A horizontal scale over simulated time. */
export interface XScale {
  readonly t0: number;
  readonly t1: number;
  readonly left: number;
  readonly right: number;
  readonly pxPerS: number;
  x(t: number): number;
  t(x: number): number;
}

export function xScale(t0: number, t1: number, left: number, right: number): XScale {
  const pxPerS = Math.max(0, right - left) / Math.max(Number.EPSILON, t1 - t0);
  return {
    t0,
    t1,
    left,
    right,
    pxPerS,
    x: (t) => left + (t - t0) * pxPerS,
    t: (x) => t0 + (x - left) / pxPerS,
  };
}
