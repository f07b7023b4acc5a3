/** What happened to each packet of a lane in a span of time, as the simulator wrote it (crates/aqm-batch/src/packets.rs). */

/** Kinds of packets, by their number. */
export const KINDS = ['data', 'retransmission', 'datagram', 'ack'] as const;
export const ACK = 3;
/** Numbers of the fates that are an end: a drop, and a loss behind a hop. */
export const DROPPED = 3;
export const LOST = 4;

/** An answer of the worker. */
export interface Recorded {
  readonly lane: number;
  readonly fromS: number;
  readonly toS: number;
  readonly columns: Float64Array;
  /** Names of classes, and reasons of drops, marks and losses, one a line. */
  readonly classes: string;
  readonly texts: string;
  /** Rows of five: s, flow, window, in flight, state of loss recovery. */
  readonly windows: Float64Array;
  readonly groups: Int32Array;
  readonly skipped: number;
}

const COLUMNS = [
  'hop',
  'flow',
  'kind',
  'number',
  'bytes',
  'arrived',
  'joined',
  'left',
  'departed',
  'delivered',
  'fate',
  'marked',
  'ecn',
  'bucket',
  'cls',
  'text',
] as const;
type ColumnName = (typeof COLUMNS)[number];

/** The packets: for each row a value in each column; times in s, -1 where a packet has no such value. */
export type Packets = Readonly<Record<ColumnName, Float64Array>> & { readonly count: number };

/** The windows of one sender: each value holds until the next time. */
export interface Windows {
  readonly timesS: readonly number[];
  readonly cwnd: readonly number[];
  readonly inFlight: readonly number[];
  /** 0 open, 1 disorder, 2 reduced after an ECN echo, 3 recovery, 4 after a timeout. */
  readonly phase: readonly number[];
}

export interface Recording {
  readonly lane: number;
  /** All packets that are on the path in this span are in the record. */
  readonly fromS: number;
  readonly toS: number;
  readonly packets: Packets;
  readonly classes: readonly string[];
  /** Code and sentence of each reason. */
  readonly reasons: readonly { readonly code: string; readonly sentence: string }[];
  readonly windows: ReadonlyMap<number, Windows>;
  /** The traffic group of each flow, -1 for a burst. */
  readonly groups: readonly number[];
  readonly skipped: number;
  /** The longest time between a packet's arrival at a hop and its end there, s. */
  readonly longestS: number;
  /** Times in s at which something happens, in order, and what. */
  readonly happenings: readonly Happening[];
}

/** Something that happens to a packet. */
export interface Happening {
  readonly atS: number;
  readonly row: number;
  readonly what: 'arrives' | 'leaves' | 'dropped' | 'marked' | 'lost' | 'acked';
}

/** Returns when a packet ends its time at a hop: it reaches the next place, or it is dropped or lost; -1: not in the record. */
export function endOf(packets: Packets, row: number): number {
  if (packets.fate[row] === DROPPED) return packets.left[row];
  if (packets.fate[row] === LOST) return packets.departed[row];
  return packets.delivered[row];
}

export function readRecording(answer: Recorded): Recording {
  const count = answer.columns.length / COLUMNS.length;
  const columns = COLUMNS.map((name, i) => [
    name,
    answer.columns.subarray(i * count, (i + 1) * count),
  ]);
  const packets = { ...Object.fromEntries(columns), count } as Packets;
  let longestS = 0;
  for (let row = 0; row < count; row++)
    longestS = Math.max(longestS, endOf(packets, row) - packets.arrived[row]);
  const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'));
  return {
    lane: answer.lane,
    fromS: answer.fromS,
    toS: answer.toS,
    packets,
    classes: lines(answer.classes),
    reasons: lines(answer.texts).map((line) => {
      const [code = ''] = line.split(' ', 1);
      return { code, sentence: line.slice(code.length + 1) };
    }),
    windows: windowsOf(answer.windows),
    groups: Array.from(answer.groups),
    skipped: answer.skipped,
    longestS,
    happenings: happeningsOf(packets, answer.fromS, answer.toS),
  };
}

function windowsOf(rows: Float64Array): Map<number, Windows> {
  const all = new Map<number, { [Name in keyof Windows]: number[] }>();
  for (let i = 0; i < rows.length; i += 5) {
    let of = all.get(rows[i + 1]);
    if (!of) all.set(rows[i + 1], (of = { timesS: [], cwnd: [], inFlight: [], phase: [] }));
    of.timesS.push(rows[i]);
    of.cwnd.push(rows[i + 2]);
    of.inFlight.push(rows[i + 3]);
    of.phase.push(rows[i + 4]);
  }
  return all;
}

function happeningsOf(packets: Packets, fromS: number, toS: number): Happening[] {
  const all: Happening[] = [];
  const add = (atS: number, row: number, what: Happening['what']): void => {
    if (atS >= fromS && atS < toS) all.push({ atS, row, what });
  };
  for (let row = 0; row < packets.count; row++) {
    if (packets.hop[row] < 0 && packets.fate[row] !== DROPPED) {
      if (packets.delivered[row] >= 0) add(packets.delivered[row], row, 'acked');
      continue;
    }
    if (packets.marked[row] >= 0) add(packets.marked[row], row, 'marked');
    if (packets.fate[row] === DROPPED) {
      if (packets.joined[row] >= 0) add(packets.arrived[row], row, 'arrives');
      add(packets.left[row], row, 'dropped');
      continue;
    }
    add(packets.arrived[row], row, 'arrives');
    if (packets.left[row] >= 0) add(packets.left[row], row, 'leaves');
    if (packets.fate[row] === LOST) add(packets.departed[row], row, 'lost');
  }
  return all.sort((a, b) => a.atS - b.atS || a.row - b.row);
}

/** Returns the number of leading entries for which `isBefore` holds; it holds for none behind them. */
export function countWhile(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
