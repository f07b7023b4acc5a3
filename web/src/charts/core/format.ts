/** Shown where there is no value. */
export const NOTHING = '–';

/** U+2212 and U+202F: a minus as wide as a plus, and a narrow space that does not break. */
const MINUS = '\u2212';
const THIN = '\u202f';

/** Fixed decimals, a true minus, groups of three from five digits on, never "-0". NaN gives a dash. */
export function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return NOTHING;
  if (!Number.isFinite(value)) return value < 0 ? `${MINUS}∞` : '∞';
  const text = Math.abs(value).toFixed(decimals);
  const [whole = '', fraction] = text.split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, THIN) : whole;
  const sign = value < 0 && Number(text) !== 0 ? MINUS : '';
  return sign + grouped + (fraction ? `.${fraction}` : '');
}

/** Decimals that show `digits` significant digits of `value`, at most `most`; trailing zeros stay, so widths hold still. */
export function decimalsFor(value: number, digits = 3, most = 3): number {
  const size = Math.abs(value);
  if (!(size > 0) || !Number.isFinite(size)) return 0;
  // Rounding may carry into the next decade: 9.996 is "10.0", not "10.00".
  const rounded = Number(size.toPrecision(digits));
  return Math.min(most, Math.max(0, digits - 1 - Math.floor(Math.log10(rounded))));
}

/** A reading for tooltips: three significant digits, at most `most` decimals: 398, 37.4, 6.10, 0.245. */
export function reading(value: number, most = 2): string {
  return fixed(value, value === 0 ? 0 : decimalsFor(value, 3, most));
}

/** Value and unit, with the space that does not break; "%" and empty units too (SI style). */
export function withUnit(text: string, unit: string): string {
  return unit ? `${text}${THIN}${unit}` : text;
}

/** Decimals needed to tell ticks `step` apart: 0.25 needs 2, 20 and 0 need none. */
export function stepDecimals(step: number): number {
  for (let d = 0; d < 9; d++) {
    const scaled = step * 10 ** d;
    if (Math.abs(scaled - Math.round(scaled)) <= 1e-6 * Math.abs(scaled)) return d;
  }
  return 9;
}

/** Simulated seconds; decimals are chosen by the caller and stay, so a running clock does not dance. */
export function seconds(t: number, decimals = 2): string {
  return withUnit(fixed(t, decimals), 's');
}

/** A width of time in the unit people would say: "200 ms", "1 s". */
export function span(s: number): string {
  if (s >= 1) return withUnit(fixed(s, stepDecimals(s)), 's');
  return withUnit(fixed(s * 1e3, stepDecimals(s * 1e3)), 'ms');
}
