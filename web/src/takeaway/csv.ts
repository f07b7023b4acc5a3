import { COLUMNS, type ColumnName } from '../sim/protocol';
import type { LaneColumns, QueueColumns, SeriesColumn } from '../sim/series';
import { type Facts, oneLine } from './facts';

/** Returns a field of CSV: quoted if it has a comma, a quote or a line end; empty for a missing value. */
export function field(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const text = String(value);
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

/** Columns as `aqm run --csv` names them. */
export const NAMES: Readonly<Record<ColumnName, string>> = {
  delayMean: 'queue_delay_mean_ms',
  offered: 'offered_packets',
  sent: 'sent_packets',
  earlyDrops: 'early_drops_packets',
  overflowDrops: 'overflow_drops_packets',
  marks: 'marks_packets',
  sentBits: 'sent_bits',
  capacityBits: 'capacity_bits',
  queuePackets: 'queue_mean_packets',
};

/** A lane of a run, with its series. */
export interface DataLane {
  /** Kind of its first queue. */
  readonly queue: string;
  readonly label: string;
  readonly columns: LaneColumns;
}

/** Rows between two chunks of the text. */
const CHUNK = 2000;

/** Returns the columns of a lane with their names, those of other hops too. `hops`: their numbers. */
function columnsOf(
  columns: LaneColumns,
  hops: readonly number[],
): readonly (readonly [string, SeriesColumn])[] {
  const of = (queue: QueueColumns, prefix: string): (readonly [string, SeriesColumn])[] =>
    COLUMNS.map((name) => [prefix + NAMES[name], queue[name]] as const);
  return [
    ...of(columns, ''),
    ...(columns.reverse ? of(columns.reverse, 'reverse_') : []),
    ...columns.hops.flatMap((hop, i) => of(hop, `hop_${hops[i] ?? i + 1}_`)),
    ...columns.groupDelays.map(
      (delay, group) => [`group_${group}_queue_delay_mean_ms`, delay] as const,
    ),
  ];
}

/**
 * Yields the text of a CSV file in parts: a row for each lane and bin of the simulator, from time zero on. The columns are those that
 * the page has of `aqm run --csv`, under the same names.
 */
export function* fullRate(
  facts: Facts,
  lanes: readonly DataLane[],
  hops: readonly number[] = [],
): Generator<string> {
  yield header(
    facts,
    'in the names of the columns; _ms milliseconds, _packets and _bits in the bin, time_s the start of the bin',
  );
  const all = lanes.map(({ columns }) => columnsOf(columns, hops));
  const names = all[0]?.map(([name]) => name) ?? [];
  yield line(['lane', 'queue', 'label', 'time_s', ...names]);
  for (const [lane, { queue, label }] of lanes.entries()) {
    const columns = all[lane].map(([, column]) => column);
    const [{ startS, stepS }] = columns;
    const rows = Math.min(...columns.map(({ length }) => length));
    const perS = Math.round(1 / stepS);
    const head = `${[lane, field(queue), field(oneLine(label))].join(',')},`;
    for (let from = 0; from < rows; from += CHUNK) {
      let text = '';
      for (let i = from; i < Math.min(rows, from + CHUNK); i++) {
        const values = columns.map(({ values }) => field(shortest(values[i])));
        text += `${head}${startS + i / perS},${values.join(',')}\n`;
      }
      yield text;
    }
  }
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

/** Returns the text of a CSV file with everything that the plots draw. */
export function asShown(facts: Facts, rows: readonly ShownRow[]): string {
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
  return (
    header(facts, 'in the columns x_unit and y_unit; x of a bin is its middle') +
    line(head) +
    lines.join('')
  );
}
