/** A slider's range, its grid, and the conversion between value and position. */
export interface Range {
  readonly min: number;
  readonly max: number;
  /** The grid. Logarithmic: the finest grid; values keep two significant digits above it. */
  readonly step?: number;
  /**
   * Each decade has the same width. A range from zero begins linearly: zero has its own position, and the first `step`
   * is wide enough to select.
   */
  readonly log?: boolean;
}

/** Number of positions of a logarithmic slider. */
export const LOG_POSITIONS = 1000;

/** Returns the position of a value: 0 at the left end to 1 at the right end. */
export function share(r: Range, value: number): number {
  const v = clamp(r, value);
  if (!(r.max > r.min)) return 0;
  if (!r.log) return (v - r.min) / (r.max - r.min);
  if (r.min > 0) return Math.log(v / r.min) / Math.log(r.max / r.min);
  return Math.log1p(v / first(r)) / Math.log1p(r.max / first(r));
}

/** Returns the value at a position from 0 to 1, on the grid. */
export function fromShare(r: Range, at: number): number {
  if (!r.log) return snap(r, r.min + at * (r.max - r.min));
  if (r.min > 0) return snap(r, r.min * Math.exp(at * Math.log(r.max / r.min)));
  return snap(r, first(r) * Math.expm1(at * Math.log1p(r.max / first(r))));
}

export function clamp(r: Pick<Range, 'min' | 'max'>, value: number): number {
  return Math.min(r.max, Math.max(r.min, value));
}

/** Returns the nearest value of the slider's grid. The ends of the range are always reachable. */
export function snap(r: Range, value: number): number {
  const v = clamp(r, value);
  // A logarithmic grid starts at zero, a linear grid at the low end of the range.
  const origin = r.log ? 0 : r.min;
  const step = gridStep(r, v);
  const low = origin + Math.floor((v - origin) / step + 1e-9) * step;
  const high = Math.min(r.max, low + step);
  return clamp(r, tidy(v - low < high - v ? low : high));
}

export type Nudge = 'fine' | 'coarse';

/**
 * Returns the next value up (+1) or down (-1). Linear: one step, or ten. Logarithmic: the next value of two significant
 * digits, or the next of 1, 2, 5 per decade. A typed value above the slider's range stays when the key leads further up.
 */
export function nudge(r: Range, value: number, direction: 1 | -1, size: Nudge): number {
  if (direction > 0 ? value > r.max : value < r.min) return value;
  const v = clamp(r, value);
  if (!r.log) return snap(r, v + direction * gridStep(r, v) * (size === 'fine' ? 1 : 10));
  return clamp(r, size === 'fine' ? fine(r, v, direction) : coarse(r, v, direction));
}

function fine(r: Range, v: number, direction: 1 | -1): number {
  // Downwards from 100, the grid is the one of 99, not of 110.
  const step = gridStep(r, direction > 0 ? v * (1 + 1e-9) : v * (1 - 1e-9));
  const at = v / step;
  const whole = Math.round(at);
  if (Math.abs(at - whole) < 1e-6) return tidy((whole + direction) * step);
  return tidy((direction > 0 ? Math.ceil(at) : Math.floor(at)) * step);
}

function coarse(r: Range, v: number, direction: 1 | -1): number {
  const least = r.min > 0 ? 0 : first(r);
  if (v <= least) return direction > 0 ? least : 0;
  const decade = Math.floor(Math.log10(v) + 1e-12);
  const grid = [-1, 0, 1].flatMap((d) => [1, 2, 5].map((s) => Number(`${s}e${decade + d}`)));
  if (direction > 0) return grid.find((g) => g > v * (1 + 1e-6)) ?? v;
  const below = grid.findLast((g) => g < v * (1 - 1e-6)) ?? v;
  return below < least ? 0 : below;
}

/** Returns the distance of neighbours on the grid at `v`. */
function gridStep(r: Range, v: number): number {
  if (!r.log) return r.step ?? 1;
  const twoDigits = v > 0 ? 10 ** (Math.floor(Math.log10(v) + 1e-12) - 1) : 0;
  return Math.max(twoDigits, r.step ?? 0) || first(r);
}

/** Returns the value at which a logarithmic range from zero changes from linear to logarithmic. */
const first = (r: Range): number => r.step ?? r.max / 1000;

/** Removes errors of binary fractions: 0.30000000000000004 becomes 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/**
 * Formats a value for a field: at most six decimals, or six digits of a small number; no trailing zeros. Values of five or more
 * digits have spaces between thousands.
 */
export const shown = (value: number): string =>
  String(Number(Math.abs(value) < 1 ? value.toPrecision(6) : value.toFixed(6))).replace(
    /^\d{5,}/,
    (whole) => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f'),
  );
