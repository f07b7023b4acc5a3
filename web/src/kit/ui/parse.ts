/** Other units that a field accepts, as factors to its own: { 'kbit/s': 0.001, 'Gbit/s': 1000 }. */
export type Units = Readonly<Record<string, number>>;

export type Parsed =
  { readonly ok: true; readonly value: number } | { readonly ok: false; readonly why: string };

const QUANTITY = /^([+\-\u2212]?)(\d+(?:[.,]\d*)?|[.,]\d+)(e[+-]?\d+)?\s*(.*)$/i;

/**
 * Reads a typed number: "25", "2,5", ".5", "1e3", "25 Mbit/s", "1.5 G". A unit may be abbreviated to a beginning that is
 * unambiguous; case does not matter.
 */
export function parseQuantity(text: string, unit: string, others: Units = {}): Parsed {
  // Fields show narrow spaces between thousands; these remain when a user deletes digits.
  const trimmed = text.replaceAll('\u202f', '').replace(/\s+/g, ' ').trim();
  if (trimmed === '') return { ok: false, why: 'type a number' };
  const match = QUANTITY.exec(trimmed.replace(/(\d) (?=\d{3}(\D|$))/g, '$1'));
  if (!match) return { ok: false, why: `“${trimmed}” is not a number` };
  const [, sign, digits = '', exponent = '', suffix = ''] = match;
  const factor = unitFactor(suffix, unit, others);
  if (factor === undefined) {
    const known = [unit, ...Object.keys(others)].filter(Boolean).join(', ');
    return {
      ok: false,
      why: known ? `“${suffix}” is not one of ${known}` : `“${suffix}” is not part of a number`,
    };
  }
  if (/^[1-9]\d{0,2},\d{3}$/.test(digits))
    return { ok: false, why: `“${trimmed}” can be read in two ways: type it without the comma` };
  const size = Number(digits.replace(',', '.') + exponent);
  // 1.1 * 1000 is 1100.0000000000002. A value in the field's own unit keeps all digits, as a seed needs.
  const own = factor === 1 ? size : Number((size * factor).toPrecision(12));
  const value = sign && sign !== '+' ? -own : own;
  return Number.isFinite(value)
    ? { ok: true, value }
    : { ok: false, why: `“${trimmed}” is too large` };
}

function unitFactor(suffix: string, unit: string, others: Units): number | undefined {
  if (suffix === '') return 1;
  const all: [string, number][] = [[unit, 1], ...Object.entries(others)];
  const wanted = suffix.toLowerCase();
  const exact = all.find(([name]) => name.toLowerCase() === wanted);
  if (exact) return exact[1];
  const begins = all.filter(([name]) => name.toLowerCase().startsWith(wanted));
  return begins.length === 1 ? begins[0][1] : undefined;
}
