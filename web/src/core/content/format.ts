import { format } from '../../kit/locale';

/** Formats numbers for the page; a dash means "not measured". */
const NOTHING = '–';

/** Three significant digits, never an exponent: 0.59, 5.91, 59.1, 591, 5914. */
export function delay(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return NOTHING;
  if (ms >= 100) return quantity(ms);
  return format(ms >= 10 ? '.1f' : '.2f')(ms);
}

/** A share 0..1 in percent. */
export function percent(share: number | null | undefined, decimals: number): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return NOTHING;
  return format(`.${decimals}f`)(100 * share);
}

/** A number with a fixed number of decimals. */
export function fixed(value: number | null | undefined, decimals: number): string {
  return value === null || value === undefined ? NOTHING : format(`.${decimals}f`)(value);
}

/** Three significant digits, and all digits before the point; groups of thousands from five digits on. */
export function quantity(value: number): string {
  if (!Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size >= 9999.5) return format(',.0f')(value);
  return format(size >= 100 ? '.0f' : '.3~r')(value);
}

/** A number that somebody has set, with all its digits: two settings that differ never look alike. */
export const exact = (value: number): string =>
  format(Math.abs(value) >= 9999.5 ? ',.12~r' : '.12~r')(value);

/** A number of packets, with the noun. */
export function packets(count: number): string {
  const text = quantity(count);
  return `${text} packet${text === '1' ? '' : 's'}`;
}

/** A rate with the unit that suits it. */
export function rate(mbps: number): string {
  // 0.9996 is 1 Mbit/s, not 1000 kbit/s.
  if (mbps > 0 && mbps < 0.9995) return `${quantity(mbps * 1000)} kbit/s`;
  return `${quantity(mbps)} Mbit/s`;
}

/** A speed of time: 0.5×, 340×. */
export function times(speed: number): string {
  return speed === Infinity ? 'max' : `${quantity(speed)}×`;
}

/** A value that a change sets. */
export function text(value: unknown): string {
  if (typeof value === 'number') return exact(value);
  if (typeof value === 'string') return value;
  // Null too, because the page shows it as a switch that is off.
  return value ? 'on' : 'off';
}

/** A label in the middle of a sentence: "target", but "ECN". */
export const inSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
