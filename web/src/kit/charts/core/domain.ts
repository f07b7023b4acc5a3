import type { Domain, ScaleKind } from './scale';

/**
 * The range of an axis follows its data. An audience easily overlooks a changed scale. So an axis grows at once, to 1, 2 or 5
 * times a power of ten, with a notice. It shrinks only after the data have stayed small for a while.
 */
export interface DomainPolicy {
  readonly kind: ScaleKind;
  /** The range that is always shown. The low end of a linear axis is fixed; that of a log axis follows the data down. */
  readonly least: Domain;
  /** The high end never exceeds this; data beyond are clipped. */
  readonly most?: number;
  /** The low end of a log axis never goes below this; smaller values are drawn there. */
  readonly lowest?: number | undefined;
}

/** The facts about the data that determine the axis. */
export interface Reach {
  /** The largest value; NaN: no data. */
  readonly max: number;
  /** The value that nearly all values exceed (`PlotData.low`), or Infinity; a linear axis ignores it. */
  readonly low: number;
  /** Visible simulated time, s. */
  readonly span: Span;
}

type Span = readonly [from: number, to: number];

export interface DomainState {
  readonly domain: Domain;
  /** Time since which a smaller domain is enough, for the low and the high end, s on the clock of `follow`; NaN if it is not. */
  readonly roomySince: readonly [low: number, high: number];
  /** The visible time of the last picture that needed exactly this domain. */
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

/** A log axis goes below the range that is always shown by at most this factor. */
const DEEPEST = 1e-3;

/**
 * Returns the axis for `data` at time `now`. Growth is immediate. The high end shrinks when the data have stayed below 0.3 of
 * it for `PATIENCE` seconds, the low end likewise; so a sawtooth does not change the axis all the time. If the data that needed
 * the domain are no longer visible, for example after a jump, the axis is that of a first picture.
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
  const isRoomy = [
    fitting[0] > low && (0.3 * data.low >= low || fitting[0] === policy.least[0]),
    fitting[1] < high && data.max < 0.3 * high,
  ];
  const [sinceLow, sinceHigh] = isRoomy.map((is, end) => {
    if (!is) return NaN;
    // False for NaN, where a wait begins, and for a clock that went back, where the wait begins again.
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

/** Returns the domain that fits the data. */
function fit({ kind, least, most = Infinity, lowest }: DomainPolicy, data: Reach): Domain {
  const high = Math.max(least[1], ceilStep(data.max));
  const deepest = lowest ?? DEEPEST * least[0];
  const low = kind === 'log' ? Math.max(floorStep(data.low), deepest) : least[0];
  return [Math.min(low, least[0]), Math.min(high, most)];
}

/** "0 to 20 %" */
export function announcement(domain: Domain, label: (v: number) => string, unit: string): string {
  return `${label(domain[0])} to ${label(domain[1])}${unit ? ` ${unit}` : ''}`;
}

/** Returns the next number of the form 1, 2 or 5 times a power of ten, at or above `v`. D3's `nice` would give 4 or 6 as well. */
export function ceilStep(v: number): number {
  if (!(v > 0)) return 0;
  const decade = Math.floor(Math.log10(v) + 1e-12);
  for (const s of [1, 2, 5, 10]) {
    const step = s === 10 ? Number(`1e${decade + 1}`) : Number(`${s}e${decade}`);
    if (step >= v * (1 - 1e-9)) return step;
  }
  throw new RangeError(`no step above ${v}`);
}

/** Returns the last such number at or below `v`, which is above zero. */
function floorStep(v: number): number {
  const above = 1 / ceilStep(1 / v);
  return Number(above.toPrecision(1));
}
