import { formatLocale } from 'd3-format';

/** U+2212 and U+202F: a minus as wide as a plus, and a narrow space that does not break. */
export const THIN = '\u202f';
const MINUS = '\u2212';

const locale = formatLocale({
  decimal: '.',
  thousands: THIN,
  grouping: [3],
  currency: ['', ''],
  minus: MINUS,
});

/** Number formats of the whole page, by D3's specifiers: groups of three set apart by a narrow space, and a true minus. */
export const format = (specifier: string): ((value: number) => string) => locale.format(specifier);
