import { scaleLinear, scaleLog } from 'd3-scale';

export type ScaleKind = 'linear' | 'log';
export type Domain = readonly [low: number, high: number];

/** A scale of values: a scale of D3, with a baseline for values that a logarithmic domain does not reach. */
export interface YScale {
  readonly kind: ScaleKind;
  readonly domain: Domain;
  /** Returns y in px. Values below a log domain, zero too, lie on the baseline. NaN stays NaN. */
  project(value: number): number;
  /** Returns the value at a place, px. */
  invert(px: number): number;
  /** Returns about `count` values at which D3 puts ticks. */
  ticks(count: number): number[];
}

/** A scale from `domain` to pixels, `bottomPx` (low) to `topPx` (high). A log domain must be above zero. */
export function yScale(kind: ScaleKind, domain: Domain, bottomPx: number, topPx: number): YScale {
  const [low, high] = domain;
  if (!(high > low)) throw new RangeError(`empty domain ${low}..${high}`);
  if (kind === 'log' && !(low > 0)) throw new RangeError(`log domain from ${low}`);
  const scale = (kind === 'log' ? scaleLog() : scaleLinear())
    .domain(domain)
    .range([bottomPx, topPx])
    .unknown(NaN);
  const ticks = (count: number): number[] => scale.ticks(count);
  const invert = (px: number): number => scale.invert(px);
  if (kind === 'linear') return { kind, domain, project: scale, invert, ticks };
  return { kind, domain, project: (v) => (v < low ? bottomPx : scale(v)), invert, ticks };
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
  const scale = scaleLinear([t0, Math.max(t1, t0 + Number.EPSILON)], [left, right]);
  const pxPerS = Math.max(0, right - left) / Math.max(Number.EPSILON, t1 - t0);
  return { t0, t1, left, right, pxPerS, x: scale, t: (x) => scale.invert(x) };
}
