import { type LaneColumns, type SeriesColumn, samplesUntil } from '../sim/series';
import type { Scenario, Traffic } from '../sim/scenario';

/** What comes back is averaged over this time, s. */
export const WINDOW_S = 0.25;

/** What a sender knows of its packets, at a time. It is a round trip old. */
export interface Feedback {
  /** Rate at which the receiver got the packets, Mbit/s. */
  readonly deliveredMbps: number;
  /** Share of the packets that were lost, 0 to 1; NaN without packets. */
  readonly lostShare: number;
  /** Their round-trip time, ms; NaN without packets. */
  readonly rttMs: number;
}

/** Returns whether a group sends in a scenario in force. */
export const isAudible = ({ muted, flows }: Traffic): boolean => muted !== true && (flows ?? 1) > 0;

/** Returns whether a group is the only one that sends, so that the records of the queue are those of its packets. */
export const isAlone = ({ traffic }: Scenario, group: number): boolean =>
  traffic.every((other, i) => (i === group ? isAudible(other) : !isAudible(other)));

/** Returns the first lane in which a group sends, and those where it is alone first. `of` returns the scenario of a lane. */
export function laneOfGroup(
  lanes: number,
  group: number,
  of: (lane: number) => Scenario,
): number | undefined {
  const all = Array.from({ length: lanes }, (_, lane) => lane);
  const sends = (lane: number): boolean => {
    const own = of(lane).traffic[group];
    return own !== undefined && isAudible(own);
  };
  return all.find((lane) => isAlone(of(lane), group)) ?? all.find(sends);
}

/**
 * Returns what the acknowledgements up to `nowS` have told the sender of a group that is alone in its lane. The acknowledgement of a
 * packet arrives `pathMs`, the round-trip time without queues, after the packet has left the queue. A packet that the full buffer
 * dropped on arrival is missed when the packet behind it is acknowledged, a queue delay later.
 */
export function feedbackAt(columns: LaneColumns, nowS: number, pathMs: number): Feedback {
  const { stepS } = columns.sentBits;
  // The last bins may be missing while a slice is on its way.
  const end = samplesUntil(columns.sentBits, nowS - pathMs / 1000);
  const from = Math.max(0, end - Math.round(WINDOW_S / stepS));
  let [bits, sent, delays] = [0, 0, 0];
  for (let i = from; i < end; i++) {
    const count = columns.sent.values[i];
    bits += columns.sentBits.values[i];
    sent += count;
    if (count > 0 && Number.isFinite(columns.delayMean.values[i]))
      delays += count * columns.delayMean.values[i];
  }
  const lost = lostIn(columns, from, end);
  return {
    deliveredMbps: end > from ? bits / ((end - from) * stepS) / 1e6 : 0,
    lostShare: lost + sent > 0 ? lost / (lost + sent) : NaN,
    rttMs: sent > 0 ? pathMs + delays / sent : NaN,
  };
}

/** Returns how many packets are missed in the bins [from, end): those dropped a queue delay before. */
function lostIn({ drops, delayMean }: LaneColumns, from: number, end: number): number {
  const waitedBins = (i: number): number => {
    const ms = delayMean.values[i];
    return Number.isFinite(ms) ? Math.round(ms / 1000 / drops.stepS) : 0;
  };
  let lost = 0;
  for (let i = Math.max(0, from - waitedBins(from) - 1); i < Math.min(end, drops.length); i++) {
    if (drops.values[i] === 0) continue;
    const missed = i + waitedBins(i);
    if (missed >= from && missed < end) lost += drops.values[i];
  }
  return lost;
}

/**
 * Returns the mean round-trip time of a group, ms, from its own column: for a group that shares its lane. NaN without packets.
 */
export function sharedRttAt(
  column: SeriesColumn | undefined,
  nowS: number,
  pathMs: number,
): number {
  if (!column) return NaN;
  const end = samplesUntil(column, nowS - pathMs / 1000);
  let [sum, count] = [0, 0];
  for (let i = Math.max(0, end - Math.round(WINDOW_S / column.stepS)); i < end; i++) {
    const ms = column.values[i];
    if (Number.isFinite(ms)) [sum, count] = [sum + ms, count + 1];
  }
  return count > 0 ? pathMs + sum / count : NaN;
}
