import { scaleLinear, scaleLog } from 'd3-scale';

export type ScaleKind = 'linear' | 'log';
export type Domain = readonly [low: number, high: number];

/** A vertical scale: D3 answers for ticks and inversion, `project` is its arithmetic without the calls, for inner loops. */
export interface YScale {
  readonly kind: ScaleKind;
  readonly domain: Domain;
  /** y in px of a value; values below a log domain (zero too) lie on the baseline. NaN stays NaN. */
  project(value: number): number;
  invert(y: number): number;
  ticks(count: number): number[];
}

/** A scale from `domain` to pixels, `bottomPx` (low) to `topPx` (high). A log domain must be above zero. */
export function yScale(kind: ScaleKind, domain: Domain, bottomPx: number, topPx: number): YScale {
  const [low, high] = domain;
  if (!(high > low)) throw new RangeError(`empty domain ${low}..${high}`);
  if (kind === 'log' && !(low > 0)) throw new RangeError(`log domain from ${low}`);
  const d3 = (kind === 'log' ? scaleLog() : scaleLinear())
    .domain([low, high])
    .range([bottomPx, topPx]);
  const invert = (y: number): number => d3.invert(y);
  const ticks = (count: number): number[] => d3.ticks(count);
  if (kind === 'linear') {
    const slope = (topPx - bottomPx) / (high - low);
    const zero = bottomPx - low * slope;
    return { kind, domain, invert, ticks, project: (v) => zero + v * slope };
  }
  const slope = (topPx - bottomPx) / Math.log(high / low);
  const zero = bottomPx - Math.log(low) * slope;
  // Not Math.max: it is fine with NaN here, but a comparison keeps the loop free of calls.
  return {
    kind,
    domain,
    invert,
    ticks,
    project: (v) => (v < low ? bottomPx : zero + Math.log(v) * slope),
  };
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
