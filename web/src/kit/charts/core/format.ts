import { precisionFixed } from 'd3-format';
import { format, THIN } from '../../locale';

/** Text for a missing value. */
export const NOTHING = '–';

/** Formats with fixed decimals; groups of three from five digits on, never "-0". NaN gives a dash. */
export function fixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return NOTHING;
  if (!Number.isFinite(value)) return value < 0 ? '\u2212∞' : '∞';
  const grouping = Number(Math.abs(value).toFixed(decimals)) >= 1e4 ? ',' : '';
  return format(`${grouping}.${decimals}f`)(value);
}

/** Formats a plain number with as few decimals as it needs: 5, 0.25, 12.5. */
export const plain = (value: number): string => fixed(value, stepDecimals(value));

/** Formats with three significant digits and at most `most` decimals: 398, 37.4, 6.10. Trailing zeros stay. */
export function reading(value: number, most = 2): string {
  const size = Math.abs(value);
  if (!(size > 0) || !Number.isFinite(size)) return fixed(value, 0);
  // Rounding may carry into the next decade: 9.996 is "10.0", not "10.00".
  const rounded = Number(size.toPrecision(3));
  return fixed(value, Math.min(most, precisionFixed(rounded / 100)));
}

/** Value and unit with a non-breaking space, as in SI style; the unit may be "%" or empty. */
export function withUnit(text: string, unit: string): string {
  return unit ? `${text}${THIN}${unit}` : text;
}

/** Returns the number of decimals that labels need for ticks `step` apart: 2 for 0.25, 0 for 20 and 0. */
export const stepDecimals = (step: number): number =>
  format('.9~f')(Math.abs(step)).split('.')[1]?.length ?? 0;

/** Simulated seconds. The caller fixes the decimals, so that a running clock keeps its width. */
export function seconds(t: number, decimals = 2): string {
  return withUnit(fixed(t, decimals), 's');
}

/** A length of time in ms or s: "200 ms", "1 s". */
export const span = (s: number): string =>
  s >= 1 ? withUnit(plain(s), 's') : withUnit(plain(s * 1e3), 'ms');
