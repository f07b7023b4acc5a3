import type { Domain, ScaleKind } from './scale';

/**
 * How an axis follows its data. An audience does not notice a changed scale, so an axis grows at once, in steps that are
 * plain numbers, says that it changed, and shrinks only when the data have stayed small for long.
 */
export interface DomainPolicy {
  readonly kind: ScaleKind;
  /** Never less than this range is shown. The low end stays: on a log axis an empty queue has no lowest decade. */
  readonly least: Domain;
  /** The high end never exceeds this; data beyond are clipped. */
  readonly most?: number;
}

export interface DomainState {
  readonly domain: Domain;
  /** Time since which a smaller domain would do, s, on the clock of `follow`; NaN if it would not. */
  readonly roomySince: number;
}

export interface DomainStep {
  readonly state: DomainState;
  readonly change: 'none' | 'grew' | 'shrank';
}

export function initialDomain(policy: DomainPolicy): DomainState {
  return { domain: policy.least, roomySince: NaN };
}

/** How long the data must stay small before the axis shrinks by itself, s. */
const PATIENCE = 4;

/**
 * The axis after seeing data up to `max` at time `now` (NaN: no data). Growth is immediate; shrinking waits until the
 * data have stayed below 0.3 of the axis for `PATIENCE` seconds, so a sawtooth cannot pump the axis.
 */
export function follow(
  policy: DomainPolicy,
  state: DomainState,
  max: number,
  now: number,
): DomainStep {
  if (Number.isNaN(max)) return { state, change: 'none' };
  const fitting = fit(policy, max);
  const high = state.domain[1];
  if (fitting[1] > high) return { state: { domain: fitting, roomySince: NaN }, change: 'grew' };
  if (fitting[1] >= high || max >= 0.3 * high) {
    return {
      state: Number.isNaN(state.roomySince) ? state : { ...state, roomySince: NaN },
      change: 'none',
    };
  }
  // Also true for NaN (a wait begins) and for a clock that went back (it begins anew).
  if (!(now >= state.roomySince)) return { state: { ...state, roomySince: now }, change: 'none' };
  if (now - state.roomySince < PATIENCE) return { state, change: 'none' };
  return { state: { domain: fitting, roomySince: NaN }, change: 'shrank' };
}

/** The domain that fits the data now. */
function fit(policy: DomainPolicy, max: number): Domain {
  const high = Math.max(policy.least[1], ceilStep(max));
  return [policy.least[0], policy.most === undefined ? high : Math.min(high, policy.most)];
}

/** "axis now 0 to 20 %" */
export function announcement(domain: Domain, label: (v: number) => string, unit: string): string {
  return `axis now ${label(domain[0])} to ${label(domain[1])}${unit ? ` ${unit}` : ''}`;
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
