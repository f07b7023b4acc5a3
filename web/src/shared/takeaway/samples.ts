import type { SamplesJob } from '../../core/batch';
import { oneLine } from '../../kit/texts';
import { computed, type Runner, textIn } from './computed';
import { field, header, line, shortest } from './csv';
import type { Facts } from './facts';
import type { TableColumn } from './parquet';

/** A column of the time series of a lane, with its place among all that lanes of the scenario can have. */
export interface SampleColumn {
  readonly place: number;
  /** Its values have 64 bits; otherwise they are 32-bit numbers. */
  readonly isDouble: boolean;
  readonly name: string;
  /** NaN where there is no value. */
  readonly values: Float64Array;
}

/** The time series of a lane, as `aqm run --csv` has it. */
export interface LaneSamples {
  /** Kind of its first queue. */
  readonly queue: string;
  readonly label: string;
  readonly rows: number;
  readonly columns: readonly SampleColumn[];
}

/** Rows a second. */
const PER_S = 100;
/** Rows between two parts of a file. */
const CHUNK = 2000;
export const UNITS =
  'in the names of the columns: _ms milliseconds, _s seconds, _packets, _bytes and _bits in the bin of 10 ms; time_s the start of the bin; shares from 0 to 1';

/** Returns the columns that the job has made. */
export function columnsIn(values: Float64Array): readonly SampleColumn[] {
  const { text, rest } = textIn(values);
  const [rows] = rest;
  return text
    .split('\n')
    .slice(0, -1)
    .map((one, index) => {
      const [place, precision, name] = one.split(' ');
      const own = rest.subarray(1 + index * rows, 1 + (index + 1) * rows);
      return { place: Number(place), isDouble: precision === 'double', name, values: own };
    });
}

/** Runs the lanes again in the pool, and returns their time series. */
export async function samplesOf(
  pool: Runner,
  lanes: readonly Pick<LaneSamples, 'queue' | 'label'>[],
  job: Omit<SamplesJob, 'kind' | 'weight' | 'lane'>,
): Promise<readonly LaneSamples[]> {
  const jobs = lanes.map((_, lane): SamplesJob => ({
    kind: 'samples',
    weight: job.toS,
    lane,
    ...job,
  }));
  const results = await computed(pool, jobs);
  return lanes.map((lane, index) => {
    const columns = columnsIn(results[index]);
    return { ...lane, rows: columns[0]?.values.length ?? 0, columns };
  });
}

/** Returns the columns that any lane has, in their order. */
function allColumns(lanes: readonly LaneSamples[]): readonly Omit<SampleColumn, 'values'>[] {
  const found = new Map(lanes.flatMap(({ columns }) => columns.map((one) => [one.place, one])));
  return [...found.values()].sort((a, b) => a.place - b.place);
}

const columnOf = ({ columns }: LaneSamples, place: number): Float64Array | undefined =>
  columns.find((one) => one.place === place)?.values;

/** Yields the text of a CSV file in parts: a row for each lane and bin, from time zero on, under the names of `aqm run --csv`. */
export function* samplesCsv(facts: Facts, lanes: readonly LaneSamples[]): Generator<string> {
  yield header(facts, UNITS);
  const all = allColumns(lanes);
  yield line(['lane', 'queue', 'label', 'time_s', ...all.map(({ name }) => name)]);
  for (const [number, lane] of lanes.entries()) {
    const head = `${[number, field(lane.queue), field(oneLine(lane.label))].join(',')},`;
    const columns = all.map(({ place, isDouble }) => ({ isDouble, of: columnOf(lane, place) }));
    for (let from = 0; from < lane.rows; from += CHUNK) {
      let text = '';
      for (let i = from; i < Math.min(lane.rows, from + CHUNK); i++) {
        const fields = columns.map(({ isDouble, of }) => {
          const value = of?.[i] ?? NaN;
          return field(isDouble ? value : shortest(value));
        });
        text += `${head}${i / PER_S},${fields.join(',')}\n`;
      }
      yield text;
    }
  }
}

/** Returns the same table for a Parquet file, with a group of rows for each lane. */
export function samplesTable(lanes: readonly LaneSamples[]): readonly (readonly TableColumn[])[] {
  const all = allColumns(lanes);
  return lanes.map((lane, number) => {
    const each = <T>(value: (row: number) => T): T[] =>
      Array.from({ length: lane.rows }, (_, row) => value(row));
    return [
      { name: 'lane', type: 'INT64', values: each(() => number) },
      { name: 'queue', type: 'STRING', values: each(() => lane.queue) },
      { name: 'label', type: 'STRING', values: each(() => oneLine(lane.label)) },
      { name: 'time_s', type: 'DOUBLE', values: each((row) => row / PER_S) },
      ...all.map(({ place, isDouble, name }): TableColumn => {
        const values = columnOf(lane, place);
        return {
          name,
          type: isDouble ? 'DOUBLE' : 'FLOAT',
          values: each((row) => values?.[row] ?? null),
        };
      }),
    ];
  });
}
