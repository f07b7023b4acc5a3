import { type ShownRow, shownTable } from './csv';
import type { Facts } from './facts';

/** Types of the columns, as `aqm sweep --parquet` has them; FLOAT for numbers that the simulator keeps with 32 bits. */
export type ColumnType = 'STRING' | 'BOOLEAN' | 'INT64' | 'FLOAT' | 'DOUBLE';

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** NaN and null are null in the file. */
  readonly values: readonly (string | number | boolean | null)[];
}

/** What the offer of a Parquet file says. */
export const PARQUET = { ending: 'parquet', type: 'application/vnd.apache.parquet' } as const;

/** Rows of a group of rows: a reader holds one group in memory. */
const GROUP = 50_000;

/** Returns the metadata of a file: what every file says about its run. */
export function metadata(facts: Facts, units: string): { key: string; value: string }[] {
  const { title, link, seed, version, untilS } = facts;
  const all = { title, link, seed, version, until_s: untilS, units };
  return Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ key: `aqm.${name}`, value: String(value) }));
}

/** Returns the value as the writer takes it: whole numbers of 64 bits are BigInt. */
function stored(type: ColumnType, value: TableColumn['values'][number]): unknown {
  if (value === null || Number.isNaN(value)) return null;
  return type === 'INT64' ? BigInt(value) : value;
}

/** Lets the page draw and answer. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Returns a Parquet file. The parts of the table have the same columns, and are written one after the other, so that the page goes on.
 * The writer is loaded with the first file.
 */
export async function parquetFile(
  facts: Facts,
  units: string,
  parts: readonly (readonly TableColumn[])[],
): Promise<Blob> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const columns = parts[0] ?? [];
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'aqm', num_children: columns.length },
      ...columns.map(({ name, type }) =>
        type === 'STRING'
          ? ({
              name,
              type: 'BYTE_ARRAY',
              converted_type: 'UTF8',
              logical_type: { type: 'STRING' },
              repetition_type: 'OPTIONAL',
            } as const)
          : ({ name, type, repetition_type: 'OPTIONAL' } as const),
      ),
    ],
    kvMetadata: metadata(facts, units),
    createdBy: `AQM Playground ${facts.version}`,
  });
  for (const part of parts) {
    const columnData = part.map(({ name, type, values }) => ({
      name,
      data: values.map((value) => stored(type, value)),
    }));
    await file.write({ columnData, rowGroupSize: GROUP });
    await pause();
  }
  await file.finish();
  return new Blob([writer.getBuffer()], { type: PARQUET.type });
}

/** Returns the fields of each row of a CSV file. */
export function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (end === '' && row.length === 0 && !quoted && !bare) break;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/**
 * Returns the columns of a CSV text with a header. A column without a type here has that of its fields, by the rule of
 * `aqm sweep --parquet`: numbers, or true and false, or else texts. An empty field is null, except in a text.
 */
export function columnsOfCsv(
  csv: string,
  types: Readonly<Record<string, ColumnType>> = {},
): readonly TableColumn[] {
  const [head = [], ...rows] = rowsOf(csv);
  return head.map((name, index) => {
    const fields = rows.map((row) => row[index] ?? '');
    const type = types[name] ?? typeOf(fields);
    const value = (field: string): string | number | boolean | null => {
      if (type === 'STRING') return field;
      if (field === '' || field === 'null') return null;
      return type === 'BOOLEAN' ? field === 'true' : Number(field);
    };
    return { name, type, values: fields.map(value) };
  });
}

function typeOf(fields: readonly string[]): ColumnType {
  const known = fields.filter((field) => field !== '' && field !== 'null');
  if (known.every((field) => Number.isFinite(Number(field)))) return 'DOUBLE';
  return known.every((field) => field === 'true' || field === 'false') ? 'BOOLEAN' : 'STRING';
}

/** Returns the table of what the plots draw. */
export const shownColumns = (rows: readonly ShownRow[]): readonly TableColumn[] =>
  columnsOfCsv(shownTable(rows), {
    plot: 'STRING',
    lane: 'STRING',
    series: 'STRING',
    x_unit: 'STRING',
    y_unit: 'STRING',
  });
