import { type LaneColumns, type SeriesColumn, samplesUntil } from '../../core/sim/series';
import type { Scenario, Traffic } from '../../core/document/scenario';

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

/** The records of a group's packets in a lane. */
export type OwnColumns = Readonly<Record<'sent' | 'drops' | 'delayMean', SeriesColumn>>;

/** Returns the records of a group in a lane. The queue's own records are those of the only group. */
export function ownColumns(columns: LaneColumns, group: number): OwnColumns {
  const counts = columns.groupCounts[group];
  return counts ? { ...counts, delayMean: columns.groupDelays[group] } : columns;
}

/** Returns the lane in which a group sends: that in focus, or else the first. `of` returns the scenario of a lane. */
export function laneOfGroup(
  lanes: number,
  group: number,
  of: (lane: number) => Scenario,
  focus?: number,
): number | undefined {
  const all = Array.from({ length: lanes }, (_, lane) => lane);
  const sending = all.filter((lane) => {
    const own = of(lane).traffic[group];
    return own !== undefined && isAudible(own);
  });
  return sending.find((lane) => lane === focus) ?? sending[0];
}

/**
 * Returns what the acknowledgements up to `nowS` have told the sender of a group, whose packets have `packetBits`. The acknowledgement
 * of a packet arrives `pathMs`, the round-trip time without queues, after the packet has left the queue. A packet that the full buffer
 * dropped on arrival is missed when the packet behind it is acknowledged, a queue delay later.
 */
export function feedbackAt(
  own: OwnColumns,
  nowS: number,
  pathMs: number,
  packetBits: number,
): Feedback {
  const { stepS } = own.sent;
  // The last bins may be missing while a slice is on its way.
  const end = samplesUntil(own.sent, nowS - pathMs / 1000);
  const from = Math.max(0, end - Math.round(WINDOW_S / stepS));
  let [sent, delays] = [0, 0];
  for (let i = from; i < end; i++) {
    const count = own.sent.values[i];
    sent += count;
    if (count > 0 && Number.isFinite(own.delayMean.values[i]))
      delays += count * own.delayMean.values[i];
  }
  const lost = lostIn(own, from, end);
  return {
    deliveredMbps: end > from ? (sent * packetBits) / ((end - from) * stepS) / 1e6 : 0,
    lostShare: lost + sent > 0 ? lost / (lost + sent) : NaN,
    rttMs: sent > 0 ? pathMs + delays / sent : NaN,
  };
}

/** Returns how many packets are missed in the bins [from, end): those dropped a queue delay before. */
function lostIn({ drops, delayMean }: OwnColumns, from: number, end: number): number {
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
