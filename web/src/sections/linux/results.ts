import bbr from '../../../../docs/validation/linux-bbr.json';
import given from '../../../../docs/validation/linux.json';
import disciplines from '../../../../docs/validation/disciplines.json';
import testbed from '../../../../docs/validation/testbed.json';

/** Results of `aqm validate`, whose types are those of the files. */
export type Results = typeof testbed | typeof disciplines;
export type Table = Results['tables'][number];
export type Measure = Table['measures'][number];
export type ResultRow = Table['rows'][number];
export type Value = NonNullable<ResultRow['values'][number]>;

/** A table with the measurement that it belongs to. */
export interface Sheet {
  /** Part of the address: "testbed/bbr". */
  readonly path: string;
  /** Name in the choice of tables. */
  readonly label: string;
  readonly results: Results;
  readonly table: Table;
}

const scenarios = import.meta.glob<object>(
  [
    '../../../../scenarios/validation/*/*.json',
    '!../../../../scenarios/validation/*/measured.json',
  ],
  { eager: true, import: 'default' },
);

const slug = (text: string): string => text.toLowerCase().replaceAll(/\W+/g, '-');

const sheetsOf = (name: string, results: Results, short: string): Sheet[] =>
  results.tables.map((table) => ({
    path: `${name}/${slug(table.title)}`,
    label: `${short}: ${table.title}`,
    results,
    table,
  }));

/** All tables, in the order of the choice. */
export const SHEETS: readonly Sheet[] = [
  ...sheetsOf('linux', given, 'Given rows'),
  ...sheetsOf('linux-bbr', bbr, 'Given rows'),
  ...sheetsOf('testbed', testbed, 'Own rows'),
  ...sheetsOf('disciplines', disciplines, 'Our disciplines'),
];

/** Returns the table at a path of the section; the first one without a path, undefined if there is none. */
export const sheetAt = (path: string): Sheet | undefined =>
  path === '' ? SHEETS[0] : SHEETS.find((sheet) => sheet.path === path);

/** Returns the scenario of a row as text; undefined if the repository has none. */
export function scenarioOf({ results }: Sheet, { name }: ResultRow): string | undefined {
  const scenario = scenarios[`../../../../${results.folder}/${name}.json`];
  return scenario && JSON.stringify(scenario);
}

/** How far a number is off: within its tolerance, up to twice as far, or farther. */
export type Verdict = 'within' | 'outside' | 'far outside';

export function verdictOf({ measured, ours, tolerance, within }: Value): Verdict {
  if (within) return 'within';
  return Math.abs(ours - measured) <= 2 * tolerance ? 'outside' : 'far outside';
}

/** Returns the number of rows with a number outside its tolerance in one measure. */
export const outsideIn = ({ rows }: Table, measure: number): number =>
  rows.filter(({ values }) => values[measure]?.within === false).length;

/** Returns whether a measure was measured in any row. */
export const isMeasured = ({ rows }: Table, measure: number): boolean =>
  rows.some(({ values }) => values[measure] !== null);

/** Returns a number with the digits of its measure, with a sign for a deviation. */
export function shown(value: number, { decimals }: Measure, isDeviation = false): string {
  const text = Math.abs(value).toFixed(decimals);
  const isZero = Number(text) === 0;
  const sign = value < 0 && !isZero ? '−' : isDeviation && !isZero ? '+' : '';
  return sign + text;
}

/** Section of docs/metrics.md that defines a measure, by the first word of its name that it has. */
const SECTIONS: readonly (readonly [RegExp, string])[] = [
  [/completion|^p(25|50|75|95)$/, 'completion-times'],
  [/^p95/, 'p95'],
  [/^mean/, 'mean-delay'],
  [/utilization/, 'utilization'],
  [/drops/, 'dropped'],
  [/marks/, 'marked'],
  [/share/, 'goodput-of-a-group'],
];

export function sectionOf({ name }: Measure): string {
  const found = SECTIONS.find(([pattern]) => pattern.test(name));
  if (!found) throw new Error(`${name} has no definition`);
  return found[1];
}
