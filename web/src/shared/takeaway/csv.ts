import { noFormula, oneLine } from '../../kit/texts';
import type { Facts } from './facts';

/** Returns a field of CSV: quoted if it has a comma, a quote or a line end; empty for a missing value. A text is no formula. */
export function field(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const text = typeof value === 'string' ? noFormula(value) : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const line = (fields: readonly Parameters<typeof field>[0][]): string =>
  `${fields.map(field).join(',')}\n`;

/** Returns the first lines of a CSV file. Each begins with "#", which pandas, R and gnuplot can skip. */
export const header = (facts: Facts, units: string): string =>
  [
    ['title', facts.title],
    ['link', facts.link],
    ['seed', facts.seed],
    ['simulator', `AQM Playground ${facts.version}`],
    ['until_s', facts.untilS],
    ['units', units],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `# ${name}: ${oneLine(String(value))}\n`)
    .join('');

/** Returns the shortest decimal number that reads back as the same 32-bit float. */
export function shortest(value: number): number {
  if (!Number.isFinite(value)) return NaN;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** A value of a plot as it is drawn. */
export interface ShownRow {
  /** Title of the plot. */
  readonly plot: string;
  readonly lane: string;
  /** Name of the series in its lane, if a lane has several. */
  readonly series: string;
  readonly x: number;
  readonly xUnit: string;
  /** Width of the bin, in units of x. */
  readonly width?: number;
  readonly y: number;
  readonly yUnit: string;
  /** Least and greatest value in the bin. */
  readonly least?: number;
  readonly greatest?: number;
}

/** Units of what the plots draw. */
export const SHOWN_UNITS = 'in the columns x_unit and y_unit; x of a bin is its middle';

/** Returns the table of everything that the plots draw, without a comment. */
export function shownTable(rows: readonly ShownRow[]): string {
  const head = [
    'plot',
    'lane',
    'series',
    'x',
    'x_unit',
    'width',
    'y',
    'y_unit',
    'least',
    'greatest',
  ];
  const lines = rows.map((row) =>
    line([
      row.plot,
      oneLine(row.lane),
      row.series,
      row.x,
      row.xUnit,
      row.width,
      row.y,
      row.yUnit,
      row.least,
      row.greatest,
    ]),
  );
  return line(head) + lines.join('');
}

/** Returns the text of a CSV file with everything that the plots draw. */
export const asShown = (facts: Facts, rows: readonly ShownRow[]): string =>
  header(facts, SHOWN_UNITS) + shownTable(rows);
