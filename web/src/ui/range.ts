/** How a quantity is set with a slider: its range, its grid, and the way between value and position. */
export interface Range {
  readonly min: number;
  readonly max: number;
  /** Linear: the grid. Logarithmic: unused; values keep two significant digits. */
  readonly step?: number;
  /** Logarithmic sliders give each decade equal room; `min` above zero. */
  readonly log?: boolean;
}

/** Positions of a logarithmic slider from end to end. */
export const LOG_POSITIONS = 1000;

export function toPosition(r: Range, value: number): number {
  const v = clamp(r, value);
  return r.log ? (LOG_POSITIONS * Math.log(v / r.min)) / Math.log(r.max / r.min) : v;
}

export function fromPosition(r: Range, position: number): number {
  if (!r.log) return snap(r, position);
  return snap(r, r.min * Math.exp((position / LOG_POSITIONS) * Math.log(r.max / r.min)));
}

/** 0 at the left end to 1 at the right. */
export function share(r: Range, value: number): number {
  if (r.log) return toPosition(r, value) / LOG_POSITIONS;
  return r.max > r.min ? (clamp(r, value) - r.min) / (r.max - r.min) : 0;
}

export function clamp(r: Range, value: number): number {
  return Math.min(r.max, Math.max(r.min, value));
}

/** The nearest value of the slider's grid. Ends of the range are always reachable, off the grid or not. */
export function snap(r: Range, value: number): number {
  const v = clamp(r, value);
  if (r.log) return clamp(r, Number(v.toPrecision(2)));
  const step = r.step ?? 1;
  const low = r.min + Math.floor((v - r.min) / step + 1e-9) * step;
  const high = Math.min(r.max, low + step);
  return tidy(v - low < high - v ? low : high);
}

export type Nudge = 'fine' | 'coarse';

/**
 * The next value up (+1) or down (-1). Linear: one step, or ten. Logarithmic: the next value of two significant digits,
 * or the next of 1, 2, 5 per decade.
 */
export function nudge(r: Range, value: number, direction: 1 | -1, size: Nudge): number {
  if (!r.log) {
    const step = (r.step ?? 1) * (size === 'fine' ? 1 : 10);
    return snap(r, clamp(r, value) + direction * step);
  }
  const grid = size === 'fine' ? fineGrid : coarseGrid;
  return clamp(r, tidy(direction > 0 ? grid(value).above : grid(value).below));
}

interface Neighbours {
  below: number;
  above: number;
}

/** Two significant digits: 98, 99, 100, 110. */
function fineGrid(value: number): Neighbours {
  const unit = 10 ** (Math.floor(Math.log10(value) + 1e-12) - 1);
  const steps = value / unit;
  const whole = Math.round(steps);
  const on = Math.abs(steps - whole) < 1e-6;
  const below = on ? whole - 1 : Math.floor(steps);
  // Below 10 units the grid is that of the decade beneath.
  return {
    below: (below < 10 ? 9.9 : below) * unit,
    above: (on ? whole + 1 : Math.ceil(steps)) * unit,
  };
}

/** 1, 2, 5 per decade. */
function coarseGrid(value: number): Neighbours {
  const decade = Math.floor(Math.log10(value) + 1e-12);
  const grid = [-1, 0, 1].flatMap((d) => [1, 2, 5].map((s) => s * 10 ** (decade + d)));
  return {
    below: grid.findLast((g) => g < value * (1 - 1e-6)) ?? value,
    above: grid.find((g) => g > value * (1 + 1e-6)) ?? value,
  };
}

/** Without the dust of binary fractions: 0.30000000000000004 is 0.3. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}

/** A value as a field shows it: as many decimals as it has, no more than `most`, no trailing zeros. */
export function plain(value: number, most = 6): string {
  return String(Number(value.toFixed(most)));
}
