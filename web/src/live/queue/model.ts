import { ACK, countWhile, DROPPED, LOST, type Packets, type Recording } from './recording';

/** Where a packet is. */
export type Where = 'waits' | 'onTheWay' | 'dropped' | 'lost' | 'ack';

/** The place of a packet at a time. */
export interface PacketPlace {
  row: number;
  where: Where;
  /**
   * `waits`: time until it leaves the queue, ms; Infinity if that is not in the record. `onTheWay`, `dropped` and `lost`: time since it
   * left the queue. `ack`: time until it reaches its sender.
   */
  ms: number;
  /** Time since it was dropped or lost, ms; 0 otherwise. */
  sinceMs: number;
}

/** A drop or loss is drawn for this time at most, ms; the painter may end it earlier. */
export const MOST_FALL_MS = 400;

/** Times are rounded to 32 ps in a number of seconds: a packet that arrives now is there. */
const EPS_S = 1e-10;

/**
 * Writes into `place` where a packet is at `tS`. Returns false if it is not on the path: not sent yet, arrived at its next place, or
 * dropped longer than `fallMs` ago.
 */
export function placeAt(
  packets: Packets,
  row: number,
  tS: number,
  fallMs: number,
  place: PacketPlace,
): boolean {
  const t = tS + EPS_S;
  if (packets.arrived[row] > t) return false;
  place.row = row;
  place.sinceMs = 0;
  const isDropped = packets.fate[row] === DROPPED;
  const leftS = packets.left[row];
  if (packets.kind[row] === ACK && packets.hop[row] < 0) {
    if (isDropped) {
      place.sinceMs = place.ms = 1000 * (t - leftS);
      place.where = 'dropped';
      return place.ms >= 0 && place.ms <= fallMs;
    }
    const deliveredS = packets.delivered[row];
    place.where = 'ack';
    place.ms = deliveredS < 0 ? Infinity : 1000 * (deliveredS - tS);
    return deliveredS < 0 || deliveredS > t;
  }
  if (leftS < 0 || leftS > t) {
    place.where = 'waits';
    place.ms = leftS < 0 ? Infinity : 1000 * (leftS - tS);
    return true;
  }
  place.ms = Math.max(0, 1000 * (tS - leftS));
  if (isDropped) {
    place.where = 'dropped';
    place.sinceMs = place.ms;
    return place.ms <= fallMs;
  }
  if (packets.fate[row] === LOST && packets.departed[row] <= t) {
    place.where = 'lost';
    place.sinceMs = 1000 * (tS - packets.departed[row]);
    place.ms = 1000 * (packets.departed[row] - leftS);
    return place.sinceMs <= fallMs;
  }
  place.where = 'onTheWay';
  return packets.delivered[row] < 0 || packets.delivered[row] > t;
}

/** Returns the rows that can be on the path at `tS`: from the first to the one before the last. */
export function rowsAround(
  { packets, longestS }: Recording,
  tS: number,
  fallMs: number,
): readonly [first: number, end: number] {
  const earliest = tS - longestS - fallMs / 1000 - 1e-6;
  return [
    countWhile(packets.count, (row) => packets.arrived[row] < earliest),
    countWhile(packets.count, (row) => packets.arrived[row] <= tS + EPS_S),
  ];
}

/** Calls `visit` for each packet on the path at `tS`, with one object whose values change. */
export function eachPlace(
  recording: Recording,
  tS: number,
  fallMs: number,
  visit: (place: PacketPlace) => void,
): void {
  const place: PacketPlace = { row: 0, where: 'waits', ms: 0, sinceMs: 0 };
  const [first, end] = rowsAround(recording, tS, fallMs);
  for (let row = first; row < end; row++)
    if (placeAt(recording.packets, row, tS, fallMs, place)) visit(place);
}

/** Returns how many packets wait at a hop at `tS`. */
export function waitingAt(recording: Recording, tS: number, hop: number): number {
  let count = 0;
  eachPlace(recording, tS, 0, ({ row, where }) => {
    if (where === 'waits' && recording.packets.hop[row] === hop) count++;
  });
  return count;
}

/** Returns how long the latest packet of a flow that left the queue of `hop` had waited, ms; undefined without one in the record. */
export function latestWaitMs(
  { packets }: Recording,
  tS: number,
  hop: number,
  flow: number,
): number | undefined {
  const end = countWhile(packets.count, (row) => packets.arrived[row] <= tS + EPS_S);
  let latest = -1;
  // A packet that left earlier than another one of its flow may have arrived later, but not by much.
  for (let row = end - 1, seen = 0; row >= 0 && seen < 400; row--) {
    if (packets.flow[row] !== flow || packets.hop[row] !== hop) continue;
    const left = packets.left[row];
    if (packets.fate[row] === DROPPED || left < 0 || left > tS + EPS_S) continue;
    seen++;
    if (latest < 0 || left > packets.left[latest]) latest = row;
    else if (left < packets.left[latest] - 0.05) break;
  }
  return latest < 0 ? undefined : 1000 * (packets.left[latest] - packets.arrived[latest]);
}

/** The window of a sender at a time. */
export interface Window {
  readonly cwnd: number;
  readonly inFlight: number;
  readonly phase: number;
}

/** Returns the window of a flow at `tS`; undefined for one without TCP, or that is not open. */
export function windowAt({ windows }: Recording, flow: number, tS: number): Window | undefined {
  const of = windows.get(flow);
  if (!of) return undefined;
  const i = countWhile(of.timesS.length, (k) => of.timesS[k] <= tS + EPS_S) - 1;
  return i < 0 ? undefined : { cwnd: of.cwnd[i], inFlight: of.inFlight[i], phase: of.phase[i] };
}

/** The longest wait and the longest way behind a hop, ms, of all packets of the record. */
export interface Extent {
  readonly waitMs: number;
  readonly wayMs: number;
}

/** Returns the extents of the hops 0, 1, ... of a record, and the longest way back as the way of the last entry. */
export function extentsOf({ packets }: Recording, hops: number): readonly Extent[] {
  const [waits, ways] = [new Float64Array(hops + 1), new Float64Array(hops + 1)];
  for (let row = 0; row < packets.count; row++) {
    const isBack = packets.hop[row] < 0;
    const hop = isBack ? hops : packets.hop[row];
    if (hop > hops) continue;
    const [left, delivered] = [packets.left[row], packets.delivered[row]];
    if (isBack) {
      if (delivered >= 0) ways[hop] = Math.max(ways[hop], delivered - packets.arrived[row]);
      continue;
    }
    if (left >= 0) waits[hop] = Math.max(waits[hop], left - packets.arrived[row]);
    if (left >= 0 && delivered >= 0) ways[hop] = Math.max(ways[hop], delivered - left);
  }
  return Array.from(waits, (wait, i) => ({ waitMs: 1000 * wait, wayMs: 1000 * ways[i] }));
}

/** What a step goes to. */
export type StepUnit = 'event' | 'packet' | 'drop';

const GOES_TO: Readonly<Record<StepUnit, readonly string[]>> = {
  event: ['arrives', 'leaves', 'dropped', 'marked', 'lost'],
  packet: ['leaves'],
  drop: ['dropped', 'marked', 'lost'],
};

/** Something that a step goes to. */
export interface Goal {
  readonly lane: number;
  readonly atS: number;
  readonly row: number;
  readonly what: string;
}

/**
 * Returns the first time after `tS`, or the last one before it, at which something of the unit happens in a record. With `flow` only
 * what happens to this flow counts; its ACKs count as events.
 */
export function stepFrom(
  { lane, packets, happenings }: Recording,
  tS: number,
  by: 1 | -1,
  unit: StepUnit,
  flow?: number,
): Goal | undefined {
  const kinds = GOES_TO[unit];
  const counts = (what: string, row: number): boolean => {
    if (flow === undefined) return kinds.includes(what);
    return (
      packets.flow[row] === flow && (kinds.includes(what) || (unit === 'event' && what === 'acked'))
    );
  };
  const limit = by > 0 ? tS + EPS_S * 5 : tS - EPS_S * 5;
  let i = countWhile(happenings.length, (k) =>
    by > 0 ? happenings[k].atS <= limit : happenings[k].atS < limit,
  );
  if (by < 0) i--;
  for (; i >= 0 && i < happenings.length; i += by) {
    const { atS, row, what } = happenings[i];
    if (counts(what, row)) return { lane, atS, row, what };
  }
  return undefined;
}

/** Returns the latest drop, mark or loss at or before `tS`. */
export function latestDrop(recording: Recording, tS: number): Goal | undefined {
  return stepFrom(recording, tS + 1e-9, -1, 'drop');
}

/**
 * Returns the time that the view shows: it moves with the wall clock between two steps of the playhead, which are whole milliseconds.
 */
export function between(tS: number, nowS: number, passedS: number): number {
  const next = tS + passedS;
  return tS < nowS - 1e-9 || tS > nowS + 0.001 ? nowS : Math.min(next, nowS + 0.000_999);
}
