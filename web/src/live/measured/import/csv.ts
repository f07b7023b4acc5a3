import { type Line, linesOf, numberOf, timeOf } from './lines';
import {
  checked,
  type Imported,
  LONGEST_S,
  MOST_SAMPLES,
  type Quantity,
  Samples,
} from './recorded';
import { quoted, Refusal, refusedAt } from './refusal';

/** Most columns of a table. */
const MOST_COLUMNS = 500;
/** Rows of the preview. */
export const PREVIEWED = 5;
/** Most characters of a line. */
const LONGEST_LINE = 100_000;

/** What a column of values can be: its quantity and unit, and the factor to the unit of the page. */
export const MEANINGS = [
  { id: 'delay-ms', label: 'queue delay, ms', quantity: 'delay', factor: 1 },
  { id: 'delay-s', label: 'queue delay, s', quantity: 'delay', factor: 1000 },
  { id: 'delay-us', label: 'queue delay, µs', quantity: 'delay', factor: 0.001 },
  { id: 'rtt-ms', label: 'RTT or one-way delay, ms', quantity: 'rtt', factor: 1 },
  { id: 'rtt-s', label: 'RTT or one-way delay, s', quantity: 'rtt', factor: 1000 },
  { id: 'rtt-us', label: 'RTT or one-way delay, µs', quantity: 'rtt', factor: 0.001 },
  { id: 'mbps', label: 'throughput, Mbit/s', quantity: 'throughput', factor: 1 },
  { id: 'kbps', label: 'throughput, kbit/s', quantity: 'throughput', factor: 0.001 },
  { id: 'bps', label: 'throughput, bit/s', quantity: 'throughput', factor: 1e-6 },
  { id: 'packets', label: 'queue length, packets', quantity: 'backlog', factor: 1 },
] as const satisfies readonly {
  readonly id: string;
  readonly label: string;
  readonly quantity: Quantity;
  readonly factor: number;
}[];
export type Meaning = (typeof MEANINGS)[number]['id'];

/** Units of the column with the times, and their factors to seconds. */
export const TIME_UNITS = [
  { id: 'stamp', label: 's, or a date and time', factor: 1 },
  { id: 'ms', label: 'ms', factor: 1e-3 },
  { id: 'us', label: 'µs', factor: 1e-6 },
  { id: 'ns', label: 'ns', factor: 1e-9 },
] as const;
export type TimeUnit = (typeof TIME_UNITS)[number]['id'];

/** The beginning of a table, from which the user chooses. */
export interface Table {
  readonly text: string;
  readonly separator: string;
  /** Names of the columns; those of the first line, or "column 1" and so on. */
  readonly columns: readonly string[];
  readonly hasHead: boolean;
  /** The first rows. */
  readonly rows: readonly (readonly string[])[];
  /** The choice that fits the names of the columns best. */
  readonly guess: Choice;
}

/** What is read of a table. */
export interface Choice {
  /** Index of the column with the times. */
  readonly time: number;
  readonly timeUnit: TimeUnit;
  /** Index of the column with the values. */
  readonly value: number;
  readonly meaning: Meaning;
  /** Only rows with this text in this column are read. */
  readonly only?: { readonly column: number; readonly text: string } | undefined;
}

const isColumn = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < MOST_COLUMNS;

/** Returns whether a kept value is a choice. Its columns need not be those of the table. */
export function isChoice(choice: unknown): choice is Choice {
  if (typeof choice !== 'object' || choice === null) return false;
  const { time, timeUnit, value, meaning, only } = choice as Partial<Record<keyof Choice, unknown>>;
  const { column, text } = (only ?? {}) as Record<string, unknown>;
  return (
    isColumn(time) &&
    isColumn(value) &&
    TIME_UNITS.some(({ id }) => id === timeUnit) &&
    MEANINGS.some(({ id }) => id === meaning) &&
    (only === undefined || (isColumn(column) && typeof text === 'string'))
  );
}

/** Returns the fields of a line. A field in double quotes can contain separators, and two quotes for one. */
export function fieldsOf(line: string, separator: string): string[] {
  if (separator === ' ') return line.trim().split(/\s+/);
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim());
  const fields: string[] = [];
  let field = '';
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (isQuoted && c === '"' && line[i + 1] === '"') field += line[++i];
    else if (c === '"') isQuoted = !isQuoted;
    else if (c === separator && !isQuoted) {
      fields.push(field.trim());
      field = '';
    } else field += c;
  }
  fields.push(field.trim());
  return fields;
}

/** Yields the lines with content: no empty ones, and no comments. */
function* rowsOf(text: string): Generator<Line> {
  for (const line of linesOf(text)) {
    if (line.text.trim() === '' || line.text.trimStart().startsWith('#')) continue;
    if (line.text.length > LONGEST_LINE)
      throw refusedAt(line.number, `it has more than ${LONGEST_LINE} characters.`);
    yield line;
  }
}

/** Returns a field with a decimal point. Where semicolons separate fields, that may be a comma. */
const pointed = (field: string, separator: string): string =>
  separator === ';' ? field.replace(',', '.') : field;

const isValue = (field: string): boolean =>
  !Number.isNaN(numberOf(field)) || !Number.isNaN(timeOf(field));

/** Returns the beginning of a table. */
export function tableOf(text: string): Table {
  const first: Line[] = [];
  for (const line of rowsOf(text)) {
    first.push(line);
    if (first.length > PREVIEWED) break;
  }
  if (first.length === 0) throw new Refusal('The file is empty.');
  const counts = [',', ';', '\t', ' '].map(
    (separator) => [separator, fieldsOf(first[0].text, separator).length] as const,
  );
  const [separator, width] = counts.find(([, count]) => count > 1) ?? [',', 1];
  if (width < 2)
    throw refusedAt(
      first[0].number,
      `${quoted(first[0].text)} is neither a table nor another known format. A table has columns with commas, semicolons, tabs or spaces between them.`,
    );
  if (width > MOST_COLUMNS)
    throw refusedAt(first[0].number, `it has ${width} columns; at most ${MOST_COLUMNS} are read.`);
  const rows = first.map(({ text: line }) => fieldsOf(line, separator));
  const hasValue = (row: readonly string[]): boolean =>
    row.some((field) => isValue(pointed(field, separator)));
  const hasHead = !hasValue(rows[0]);
  const columns = hasHead ? rows[0] : rows[0].map((_, i) => `column ${i + 1}`);
  const shown = (hasHead ? rows.slice(1) : rows).slice(0, PREVIEWED);
  if (shown.length === 0)
    throw refusedAt(first[0].number, 'the table has the names of its columns, but no rows.');
  if (!hasValue(shown[0]))
    throw refusedAt(
      first[hasHead ? 1 : 0].number,
      `${quoted(first[hasHead ? 1 : 0].text)} has no number, so this is no table of measurements.`,
    );
  return {
    text,
    separator,
    columns,
    hasHead,
    rows: shown,
    guess: guessOf(columns, shown, separator),
  };
}

/** Returns the choice that the names of the columns suggest; without names, the first two columns with numbers. */
function guessOf(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  separator: string,
): Choice {
  const named = (pattern: RegExp, not = -1): number =>
    columns.findIndex((name, i) => i !== not && pattern.test(name));
  const numbers = columns.flatMap((_, i) =>
    isValue(pointed(rows[0][i] ?? '', separator)) ? [i] : [],
  );
  const firstOf = (...found: readonly number[]): number =>
    found.find((i) => i >= 0) ?? numbers[0] ?? 0;
  // What leaves the queue has waited.
  const time = firstOf(
    named(/^(?:time|t|timestamp|dequeued|sent)(?:$|[\s_,([])/i),
    named(/time|stamp/i),
  );
  const value = [
    named(/queue.?delay.*mean|^queue.?delay|sojourn/i, time),
    named(/delay|rtt|latency|owd/i, time),
    named(/thr|goodput|rate|mbit|bps/i, time),
  ].find((i) => i >= 0);
  const chosen = value ?? numbers.find((i) => i !== time) ?? (time === 0 ? 1 : 0);
  const lane = named(/^lane$/i);
  const text = rows[0][lane] ?? '';
  return {
    time,
    timeUnit: timeUnitOf(columns[time] ?? ''),
    value: chosen,
    meaning: meaningOf(columns[chosen] ?? ''),
    ...(lane >= 0 && lane !== time && lane !== chosen ? { only: { column: lane, text } } : {}),
  };
}

const unitOf = (name: string): 'ms' | 's' | 'us' | 'ns' | undefined => {
  const unit = /(?:^|[\s_([,])(ms|us|µs|ns|s|sec|seconds)[)\]]?$/i.exec(name)?.[1]?.toLowerCase();
  if (unit === undefined || unit === 'ms' || unit === 'ns') return unit;
  return unit.startsWith('s') ? 's' : 'us';
};

function timeUnitOf(name: string): TimeUnit {
  const unit = unitOf(name);
  return unit === undefined || unit === 's' ? 'stamp' : unit;
}

function meaningOf(name: string): Meaning {
  if (/kbit|kbps/i.test(name)) return 'kbps';
  if (/mbit|mbps/i.test(name)) return 'mbps';
  if (/bps|bits?[_/]s|thr|goodput/i.test(name)) return 'bps';
  if (/packets|backlog|length/i.test(name)) return 'packets';
  const unit = unitOf(name);
  const own = unit === 's' || unit === 'us' ? unit : 'ms';
  return `${/rtt|owd|ping|latency|one.?way/i.test(name) ? 'rtt' : 'delay'}-${own}`;
}

/** A field that stands for no value. */
const isMissing = (field: string): boolean => /^(?:|-|–|na|nan|null|none)$/i.test(field);

/** Reads the chosen columns of a table. Times count from the first one if they are larger than a run is long. */
export function readTable(table: Table, choice: Choice): Imported {
  const { separator, columns, hasHead } = table;
  const { time, timeUnit, value, meaning, only } = choice;
  const { quantity, factor } = MEANINGS.find(({ id }) => id === meaning) ?? MEANINGS[0];
  const timeFactor = TIME_UNITS.find(({ id }) => id === timeUnit)?.factor ?? 1;
  if (Math.max(time, value) >= columns.length)
    throw new Refusal(`The table has ${columns.length} columns, fewer than the chosen one.`);
  const samples = new Samples();
  let [least, most] = [Infinity, -Infinity];
  let isHead = hasHead;
  for (const { number, text: line } of rowsOf(table.text)) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const fields = fieldsOf(line, separator);
    if (only && fields[only.column] !== only.text) continue;
    const [at, found] = [fields[time] ?? '', fields[value] ?? ''];
    if (isMissing(at) || isMissing(found)) continue;
    const stamp = pointed(at, separator);
    const t = timeUnit === 'stamp' ? timeOf(stamp) : numberOf(stamp) * timeFactor;
    const v = numberOf(pointed(found, separator)) * factor;
    if (Number.isNaN(t))
      throw refusedAt(number, `${quoted(at)} in the column ${quoted(columns[time])} is no time.`);
    if (!Number.isFinite(v))
      throw refusedAt(
        number,
        `${quoted(found)} in the column ${quoted(columns[value])} is no number.`,
      );
    if (samples.length >= MOST_SAMPLES)
      throw refusedAt(
        number,
        `at most ${MOST_SAMPLES} samples are read. Cut a part out of the file.`,
      );
    samples.add(t, v);
    [least, most] = [Math.min(least, t), Math.max(most, t)];
  }
  if (samples.length === 0)
    throw new Refusal('No row has both a time and a value in the chosen columns.');
  if (most - least > LONGEST_S)
    throw new Refusal(
      `The times cover ${Math.round(most - least)} s; at most ${LONGEST_S} s are drawn. Is the unit of the times right?`,
    );
  const startS = least < 0 || most > LONGEST_S ? least : 0;
  const isOverTime = quantity === 'throughput';
  const series = samples.series(columns[value], quantity, startS, { isOverTime });
  return checked({ format: 'table', series: series ? [series] : [] });
}
