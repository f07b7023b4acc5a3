import { finite, listOf, type Members, membersOf, textOf } from './json';
import { timeOf } from './lines';
import {
  type Imported,
  MOST_SAMPLES,
  MOST_SERIES,
  present,
  type Quantity,
  type Recorded,
  Samples,
} from './recorded';
import { quoted, Refusal } from './refusal';

/** The version of the file format that is read, which Flent 1.0 and later write; older ones differ in units. */
const NEWEST = 4;
const OLDEST = 3;

/** Samples may begin this much before or after the start that the file names, s: more is another time zone. */
const MOST_OFFSET_S = 900;

/** Returns whether a parsed file is one of Flent. */
export const isFlent = (value: Members): boolean =>
  'raw_values' in value || ('x_values' in value && 'results' in value);

/** Reads a parsed Flent data file. */
export function readFlent(file: Members): Imported {
  const version = finite(file['version']);
  if (version === undefined || version < OLDEST || version > NEWEST)
    throw new Refusal(
      `The Flent data file has the format ${quoted(JSON.stringify(file['version']) ?? 'without a number')}; expected ${OLDEST} or ${NEWEST}, which Flent 1.0 and later write.`,
    );
  const metadata = membersOf(file['metadata']);
  const meta = membersOf(metadata['SERIES_META']);
  const raw = membersOf(file['raw_values']);
  const results = membersOf(file['results']);
  const x = listOf(file['x_values']);
  const startS = startOf(metadata, raw);
  const count = { samples: 0 };

  const all: (Recorded | undefined)[] = [];
  const names = [...new Set([...Object.keys(results), ...Object.keys(raw)])];
  for (const name of names.slice(0, MOST_SERIES)) {
    const rows = listOf(raw[name]).map(membersOf);
    all.push(...ofQueue(name, rows, startS, count));
    const quantity = quantityOf(name, textOf(membersOf(meta[name])['UNITS']));
    if (!quantity) continue;
    const own = rows.some((row) => finite(row['val']) !== undefined);
    const isOverTime = quantity === 'throughput';
    all.push(
      own
        ? ofRows(name, rows, 'val', quantity, startS, count)
        : ofResults(name, x, listOf(results[name]), quantity, count),
    );
    if (isOverTime) all.push(ofRows(`${name}, TCP RTT`, rows, 'tcp_rtt', 'rtt', startS, count));
  }
  const series = present(all);
  if (series.length === 0)
    throw new Refusal('The Flent data file has no ping, no throughput and no samples of a qdisc.');
  const base = finite(membersOf(metadata['AQM_PLAYGROUND'])['baseRttMs']);
  return {
    format: 'Flent data file',
    series: inOrder(series),
    ...(base !== undefined && base >= 0 && base <= 1e5 ? { baseRttMs: base } : {}),
  };
}

/** Returns the time of the samples at which the run began, s. */
function startOf(metadata: Members, raw: Members): number {
  let first = Infinity;
  for (const rows of Object.values(raw)) {
    for (const row of listOf(rows)) {
      const t = finite(membersOf(row)['t']);
      if (t !== undefined && t < first) first = t;
    }
  }
  if (first === Infinity) return 0;
  const named = timeOf(textOf(metadata['T0']) ?? textOf(metadata['TIME']) ?? '');
  return Math.abs(first - named) <= MOST_OFFSET_S ? named : first;
}

/** Returns what a series measures, by its unit and its name; undefined if there is nothing to compare it with. */
function quantityOf(name: string, unit: string | undefined): Quantity | undefined {
  if (/fairness|loss|jitter|MOS|qdisc/i.test(name)) return undefined;
  if (unit === 'ms' || (unit === undefined && /^(?:ping|udp|tcp rtt)/i.test(name))) return 'rtt';
  if (/^m?bits\/s$/i.test(unit ?? '') || (unit === undefined && /^tcp/i.test(name)))
    return 'throughput';
  return undefined;
}

interface Count {
  samples: number;
}

function counted(count: Count): void {
  if (++count.samples > MOST_SAMPLES)
    throw new Refusal(`The Flent data file has more than ${MOST_SAMPLES} samples.`);
}

function ofRows(
  name: string,
  rows: readonly Members[],
  key: string,
  quantity: Quantity,
  startS: number,
  count: Count,
): Recorded | undefined {
  const samples = new Samples();
  for (const row of rows) {
    const [t, value] = [finite(row['t']), finite(row[key])];
    if (t === undefined || value === undefined) continue;
    counted(count);
    samples.add(t, value);
  }
  return samples.series(name, quantity, startS, { isOverTime: quantity === 'throughput' });
}

function ofResults(
  name: string,
  x: readonly unknown[],
  values: readonly unknown[],
  quantity: Quantity,
  count: Count,
): Recorded | undefined {
  const samples = new Samples();
  values.forEach((found, i) => {
    const [t, value] = [finite(x[i]), finite(found)];
    if (t === undefined || value === undefined) return;
    counted(count);
    samples.add(t, value);
  });
  return samples.series(name, quantity, 0, { isOverTime: quantity === 'throughput' });
}

/** Returns what was sampled of a qdisc. */
function ofQueue(
  name: string,
  rows: readonly Members[],
  startS: number,
  count: Count,
): (Recorded | undefined)[] {
  if (!/qdisc/i.test(name)) return [];
  const [delays, drops, backlog] = [new Samples(), new Samples(), new Samples()];
  let isCounted = true;
  for (const row of rows) {
    const t = finite(row['t']);
    if (t === undefined) continue;
    counted(count);
    const [delay, dropped, packets] = ['delay', 'dropped', 'backlog_pkts'].map((key) =>
      finite(row[key]),
    );
    // Only files of AQM Playground say how many packets were sent.
    const sent = finite(row['sent']);
    if (sent === undefined) isCounted = false;
    if (delay !== undefined) delays.add(t, delay, sent ?? 1);
    if (dropped !== undefined) drops.add(t, dropped, (sent ?? 0) + dropped);
    if (packets !== undefined) backlog.add(t, packets);
  }
  const isWeighted = isCounted;
  const place = name.replace(/^qdisc[-_]stats[-_]?/i, '');
  const named = (what: string): string => [`qdisc ${what}`, place].filter(Boolean).join(', ');
  return [
    delays.series(named('delay'), 'delay', startS, { isOverTime: true, isWeighted }),
    drops.series(named('drops'), 'drops', startS, { isOverTime: true, isWeighted }),
    backlog.series(named('backlog'), 'backlog', startS, { isOverTime: true }),
  ];
}

/** Returns the series with those first that most users want: the sum of the flows, and the ping. */
function inOrder(series: readonly Recorded[]): Recorded[] {
  const rank = ({ name }: Recorded): number => (/sum$|^ping/i.test(name) ? 0 : 1);
  return [...series].sort((a, b) => rank(a) - rank(b));
}
