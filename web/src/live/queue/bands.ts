import { ACK, type Recording } from './recording';

/** The queues of a hop, one below the other: a band for each bucket or class with packets, or a single one. */
export interface Bands {
  readonly count: number;
  /** Names of the bands; empty with a single one. */
  readonly labels: readonly string[];
  /** The band of each packet of the record. */
  readonly of: Int16Array;
}

/** Bands of more queues are too low to be told apart: several queues then share one. */
export const MOST_BANDS = 12;

const L4S = 'l4s';

/** Returns the bands of a hop. `nameOf` returns the name of a flow. */
export function bandsOf(
  { packets, classes }: Recording,
  hop: number,
  nameOf: (flow: number) => string,
): Bands {
  const of = new Int16Array(packets.count);
  const rows: number[] = [];
  for (let row = 0; row < packets.count; row++) if (packets.hop[row] === hop) rows.push(row);
  if (rows.some((row) => packets.bucket[row] >= 0)) return buckets(packets, rows, of, nameOf);
  const names = classes.map((name) => name.toLowerCase());
  const l4s = names.indexOf(L4S);
  if (l4s < 0 || !rows.some((row) => packets.cls[row] === l4s)) return { count: 1, labels: [], of };
  for (const row of rows) {
    const cls = packets.cls[row];
    // A packet that was dropped before it was served has no class; its ECN field decides on the queue (RFC 9332, section 4.2).
    const isL4s = cls >= 0 ? cls === l4s : packets.ecn[row] >= 2;
    of[row] = isL4s ? 0 : 1;
  }
  return { count: 2, labels: ['L4S', 'Classic'], of };
}

function buckets(
  packets: Recording['packets'],
  rows: readonly number[],
  of: Int16Array,
  nameOf: (flow: number) => string,
): Bands {
  /** The flows of each bucket. */
  const flows = new Map<number, Set<number>>();
  for (const row of rows) {
    const bucket = packets.bucket[row];
    if (bucket < 0 || packets.kind[row] === ACK) continue;
    const known = flows.get(bucket);
    if (known) known.add(packets.flow[row]);
    else flows.set(bucket, new Set([packets.flow[row]]));
  }
  const least = (bucket: number): number => Math.min(...(flows.get(bucket) ?? [0]));
  const order = [...flows.keys()].sort((a, b) => least(a) - least(b));
  const count = Math.max(1, Math.min(MOST_BANDS, order.length));
  const bandOf = new Map(
    order.map((bucket, i) => [bucket, Math.floor((i * count) / Math.max(1, order.length))]),
  );
  for (const row of rows) of[row] = bandOf.get(packets.bucket[row]) ?? 0;
  const names = (bucket: number): string => [...flows.get(bucket)!].map(nameOf).join(', ');
  return { count, labels: order.length > count ? [] : order.map(names), of };
}
