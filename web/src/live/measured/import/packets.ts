import { Bins } from './bins';
import { fieldsOf } from './csv';
import { linesOf, numberOf } from './lines';
import { type Imported, LONGEST_S, MOST_SAMPLES, MOST_SERIES, present, Samples } from './recorded';
import { quoted, Refusal, refusedAt } from './refusal';

/** Columns that are read. */
const COLUMNS = [
  ...['lane', 'queue', 'hop', 'direction'],
  ...['bytes', 'arrival_s', 'dequeue_s', 'fate'],
] as const;
type PacketLine = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Returns whether a text looks like the packets of a run of ours. */
export const isPackets = (text: string): boolean =>
  /^lane,queue,hop,direction,[^\n]*\barrival_s,[^\n]*\bdequeue_s,[^\n]*\bfate\b/.test(
    text.slice(0, 1000),
  );

/** The packets of a queue. */
class Queue {
  readonly delays = new Samples();
  readonly bins = new Bins();
}

/** Reads the table that `--packets` writes: the delay of each packet, and throughput and drops of each queue. */
export function readPackets(text: string): Imported {
  let places: Readonly<Record<string, number>> | undefined;
  const queues = new Map<string, Queue>();
  let count = 0;
  for (const { number, text: line } of linesOf(text)) {
    if (line === '') continue;
    const fields = fieldsOf(line, ',');
    if (!places) {
      places = Object.fromEntries(COLUMNS.map((name) => [name, fields.indexOf(name)]));
      const missing = COLUMNS.find((name) => places?.[name] === -1);
      if (missing) throw refusedAt(number, `the column ${missing} is missing.`);
      continue;
    }
    const of = places;
    const row = Object.fromEntries(
      COLUMNS.map((name) => [name, fields[of[name]] ?? '']),
    ) as PacketLine;
    // ACKs that cross no queue.
    if (row.hop === '') continue;
    if (++count > MOST_SAMPLES)
      throw new Refusal(`The file has more than ${MOST_SAMPLES} packets. Use --from and --to.`);
    const name = nameOf(row);
    const queue = queues.get(name) ?? new Queue();
    if (queues.size >= MOST_SERIES && !queues.has(name)) continue;
    queues.set(name, queue);
    add(queue, row, number);
  }
  if (count === 0) throw new Refusal('The file has no packets that reached a queue.');
  const all = [...queues];
  const rates = all.map(([name, { bins }]) => bins.series(`${name}, throughput`, `${name}, drops`));
  return {
    format: 'packets of a run',
    series: present([
      ...all.map(([name, { delays }]) => delays.series(name, 'delay', 0)),
      ...rates.map(([throughput]) => throughput),
      ...rates.map(([, drops]) => drops),
    ]),
  };
}

function nameOf({ lane, queue, hop, direction }: PacketLine): string {
  const place = hop === '1' ? '' : `, hop ${hop}`;
  return `lane ${(numberOf(lane) || 0) + 1} ${queue}${place}${direction === 'forward' ? '' : `, ${direction}`}`;
}

function add({ delays, bins }: Queue, row: PacketLine, line: number): void {
  const timeIn = (column: 'arrival_s' | 'dequeue_s'): number => {
    const s = numberOf(row[column]);
    if (!(s >= 0 && s <= LONGEST_S))
      throw refusedAt(line, `${quoted(row[column])} in the column ${column} is no time of a run.`);
    return s;
  };
  const arrivalS = timeIn('arrival_s');
  bins.at(arrivalS).offered++;
  // It waits at the end of the run.
  if (row.dequeue_s === '') return;
  const dequeueS = timeIn('dequeue_s');
  if (row.fate === 'dropped') {
    bins.at(dequeueS).dropped++;
    return;
  }
  const bytes = numberOf(row.bytes);
  if (Number.isNaN(bytes)) throw refusedAt(line, `${quoted(row.bytes)} bytes is no size.`);
  bins.at(dequeueS).bits += 8 * bytes;
  delays.add(dequeueS, 1000 * (dequeueS - arrivalS));
}
