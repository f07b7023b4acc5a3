import type { Domain, ScaleKind } from './scale';

/**
 * How an axis follows its data. An audience does not notice a changed scale, so an axis grows at once, in steps that are
 * plain numbers, says that it changed, and shrinks only when the data have stayed small for long.
 */
export interface DomainPolicy {
  readonly kind: ScaleKind;
  /** Never less than this range is shown. The low end of a linear axis stays; that of a log axis follows the data down. */
  readonly least: Domain;
  /** The high end never exceeds this; data beyond are clipped. */
  readonly most?: number;
}

/** What an axis needs to know of its data. */
export interface Reach {
  /** The largest value; NaN: no data. */
  readonly max: number;
  /** What nearly all values lie above (`PlotData.low`), Infinity if that is of no interest: a linear axis has no use for it. */
  readonly low: number;
  /** Simulated time that is in the picture, s. */
  readonly span: Span;
}

type Span = readonly [from: number, to: number];

export interface DomainState {
  readonly domain: Domain;
  /** Time since which a smaller domain would do, low end and high end, s, on the clock of `follow`; NaN if it would not. */
  readonly roomySince: readonly [low: number, high: number];
  /** The last picture whose data needed just this domain. */
  readonly fitted: Span;
}

const NOT_ROOMY = [NaN, NaN] as const;

function settled(domain: Domain, fitted: Span): DomainState {
  return { domain, roomySince: NOT_ROOMY, fitted };
}

export function initialDomain(policy: DomainPolicy): DomainState {
  return settled(policy.least, [-Infinity, Infinity]);
}

/** How long the data must stay small before the axis shrinks by itself, s. */
const PATIENCE = 4;

/** A log axis goes no further below the range that is always shown than by this factor. */
const DEEPEST = 1e-3;

/**
 * The axis after seeing `data` at time `now`. Growth is immediate; an end comes back when for `PATIENCE` seconds the data
 * have stayed below 0.3 of the high end, or the low end below 0.3 of them, so a sawtooth cannot pump the axis. After a jump,
 * or when time has gone on by a whole picture, nothing is in sight of what the axis was for: then it is as for a first one.
 */
export function follow(
  policy: DomainPolicy,
  state: DomainState,
  data: Reach,
  now: number,
): DomainState {
  if (Number.isNaN(data.max)) return state;
  const fitting = fit(policy, data);
  const [low, high] = state.domain;
  const { span } = data;
  if (span[0] >= state.fitted[1] || span[1] <= state.fitted[0]) return settled(fitting, span);
  if (fitting[0] < low || fitting[1] > high)
    return settled([Math.min(low, fitting[0]), Math.max(high, fitting[1])], span);
  const calm = [
    fitting[0] > low && (0.3 * data.low >= low || fitting[0] === policy.least[0]),
    fitting[1] < high && data.max < 0.3 * high,
  ];
  const [sinceLow, sinceHigh] = calm.map((is, end) => {
    if (!is) return NaN;
    // Also false for NaN (a wait begins) and for a clock that went back (it begins anew).
    return now >= state.roomySince[end] ? state.roomySince[end] : now;
  });
  const domain = [
    now - sinceLow >= PATIENCE ? fitting[0] : low,
    now - sinceHigh >= PATIENCE ? fitting[1] : high,
  ] as const;
  if (differ(domain, state.domain)) return settled(domain, span);
  const roomySince = [sinceLow, sinceHigh] as const;
  return { ...state, roomySince, fitted: differ(fitting, state.domain) ? state.fitted : span };
}

export const differ = (a: Domain, b: Domain): boolean => a[0] !== b[0] || a[1] !== b[1];

/** The domain that fits the data now. */
function fit({ kind, least, most = Infinity }: DomainPolicy, data: Reach): Domain {
  const high = Math.max(least[1], ceilStep(data.max));
  const low = kind === 'log' ? Math.max(floorStep(data.low), DEEPEST * least[0]) : least[0];
  return [Math.min(low, least[0]), Math.min(high, most)];
}

/** "0 to 20 %" */
export function announcement(domain: Domain, label: (v: number) => string, unit: string): string {
  return `${label(domain[0])} to ${label(domain[1])}${unit ? ` ${unit}` : ''}`;
}

/** The next number of the form 1, 2 or 5 times a power of ten, at or above `v`. */
export function ceilStep(v: number): number {
  if (!(v > 0)) return 0;
  const decade = Math.floor(Math.log10(v) + 1e-12);
  for (const s of [1, 2, 5, 10]) {
    const step = s === 10 ? Number(`1e${decade + 1}`) : Number(`${s}e${decade}`);
    if (step >= v * (1 - 1e-9)) return step;
  }
  throw new RangeError(`no step above ${v}`);
}

/** The last such number at or below `v`, which is above zero. */
function floorStep(v: number): number {
  const above = 1 / ceilStep(1 / v);
  return Number(above.toPrecision(1));
}
