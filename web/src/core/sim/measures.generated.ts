// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** Measures of one lane, as `aqm run --json` prints them. */
export interface LaneReport {
  /** Kind of the queue at the start of the run. */
  readonly queue: string;
  /** Its parameters. */
  readonly parameters: unknown;
  /** Length of the measured time, s. */
  readonly seconds: number;
  readonly queueDelayMs: {
    /** Mean queue delay: time from enqueue to start of transmission. In ms. */
    readonly mean: number | null;
    /** Standard deviation of the queue delay. In ms. */
    readonly sd: number | null;
    /** Median of the queue delay. In ms. */
    readonly p50: number | null;
    /** 95 % of the packets had at most this queue delay. In ms. */
    readonly p95: number | null;
    /** 99 % of the packets had at most this queue delay. In ms. */
    readonly p99: number | null;
    /** Largest queue delay. In ms. */
    readonly max: number | null;
  };
  readonly deviceDelayMs: {
    /** Mean delay in the queue of the device, between the queue and the start of transmission. In ms. */
    readonly mean: number | null;
    /** 95 % of the packets had at most this delay in the queue of the device. In ms. */
    readonly p95: number | null;
    /** Largest delay in the queue of the device. In ms. */
    readonly max: number | null;
  };
  /** Bits sent, as a share of the bits that the link could have sent. */
  readonly utilization: number;
  /** Packets dropped, as a share of the packets offered to the queue. */
  readonly dropRate: number;
  /** Packets dropped by the discipline, as a share of the packets offered. */
  readonly earlyDropRate: number;
  /** Packets dropped because the buffer was full, as a share of the packets offered. */
  readonly overflowDropRate: number;
  /** Packets marked, as a share of the packets offered to the queue. */
  readonly markRate: number;
  /** Packets lost behind the bottleneck, as a share of the packets that left it. */
  readonly pathLossRate: number | null;
  readonly reverseDelayMs: {
    /** Mean queue delay at the reverse bottleneck, of data and ACKs. In ms. */
    readonly mean: number | null;
    /** 95 % of the packets at the reverse bottleneck had at most this queue delay. In ms. */
    readonly p95: number | null;
    /** Largest queue delay at the reverse bottleneck. In ms. */
    readonly max: number | null;
  };
  /** Bits sent by the reverse link, as a share of the bits that it could have sent. */
  readonly reverseUtilization: number | null;
  /** Packets dropped at the reverse bottleneck, as a share of the packets offered to it. */
  readonly reverseDropRate: number | null;
  /** Packets marked at the reverse bottleneck, as a share of the packets offered to it. */
  readonly reverseMarkRate: number | null;
  /** Time-weighted mean number of packets that wait. */
  readonly queuePackets: number;
  /** Time-weighted mean number of bytes that wait. */
  readonly queueBytes: number;
  /** Time-weighted mean backlog as a share of the buffer. */
  readonly queueShare: number;
  /** Jain's index of the flows' goodput; 1 is an equal share for all. */
  readonly jain: number | null;
  readonly packets: {
    /** Packets offered to the queue. */
    readonly offered: number;
    /** Packets whose transmission started. */
    readonly sent: number;
    /** Packets dropped, early or by overflow. */
    readonly dropped: number;
    /** Packets dropped by the discipline. */
    readonly early: number;
    /** Packets dropped because the buffer was full. */
    readonly overflow: number;
    /** Packets that got a CE mark. */
    readonly marked: number;
  };
  /** The other hops of the way forward, in their order; missing without any. */
  readonly hops?: readonly HopReport[];
  /** Results of the traffic groups that are applications; missing without any. */
  readonly applications?: readonly ApplicationReport[];
  /** Every traffic group, by its index; empty if there is only one, and only one queue. */
  readonly groups: readonly GroupReport[];
  /** Every class of the discipline; empty if it has none. */
  readonly classes: readonly ClassReport[];
  /** Every TCP flow; only for the whole run. */
  readonly flows?: readonly FlowReport[];
  /** Every flow and datagram source, with several groups or queues; only for the whole run. */
  readonly flowDelays?: readonly FlowDelayReport[];
  /** Fingerprint of everything that happened in this lane; only for the whole run. */
  readonly digest?: string;
}

/** Measures of another hop, like those of a lane; those without a value are missing. */
export interface HopReport {
  /** Number of the hop, from 1. */
  readonly hop: number;
  readonly queueDelayMs?: LaneReport['queueDelayMs'];
  readonly deviceDelayMs?: LaneReport['deviceDelayMs'];
  readonly utilization?: LaneReport['utilization'];
  readonly dropRate?: LaneReport['dropRate'];
  readonly earlyDropRate?: LaneReport['earlyDropRate'];
  readonly overflowDropRate?: LaneReport['overflowDropRate'];
  readonly markRate?: LaneReport['markRate'];
  readonly pathLossRate?: LaneReport['pathLossRate'];
  readonly reverseDelayMs?: LaneReport['reverseDelayMs'];
  readonly reverseUtilization?: LaneReport['reverseUtilization'];
  readonly reverseDropRate?: LaneReport['reverseDropRate'];
  readonly reverseMarkRate?: LaneReport['reverseMarkRate'];
  readonly queuePackets?: LaneReport['queuePackets'];
  readonly queueBytes?: LaneReport['queueBytes'];
  readonly queueShare?: LaneReport['queueShare'];
  readonly jain?: LaneReport['jain'];
  readonly packets?: LaneReport['packets'];
}

/** Results of an application. A member is missing if the kind does not have it, or if there was nothing to measure. */
export interface ApplicationReport {
  /** Index of the traffic group. */
  readonly group: number;
  /** Kind of the traffic group. */
  readonly kind: string;
  /** Number of completions: of flows, pages, chunks or video segments. */
  readonly completed?: number;
  /** Number of refusals: of flows without a free user, or of chunks while too many are on their way. */
  readonly refused?: number;
  readonly completionMs?: {
    /** Mean completion time. In ms. */
    readonly mean?: number;
    /** First quartile of the completion time. In ms. */
    readonly p25?: number;
    /** Median of the completion time. In ms. */
    readonly p50?: number;
    /** Third quartile of the completion time. In ms. */
    readonly p75?: number;
    /** 95 % were completed within this time. In ms. */
    readonly p95?: number;
    /** 99 % were completed within this time. In ms. */
    readonly p99?: number;
    /** Largest completion time. In ms. */
    readonly max?: number;
  };
  /** Mean time from the first request to the start of playback. In ms. */
  readonly startupMs?: number;
  /** Number of stalls of playback that began. */
  readonly rebufferings?: number;
  /** Time that playback stood still, all players together. */
  readonly rebufferingS?: number;
  /** Mean bit rate of the downloaded segments. In Mbit/s. */
  readonly bitRateMbps?: number;
  /** Packets received. */
  readonly received?: number;
  /** Datagrams lost, as a share of those received or lost. */
  readonly lossRate?: number;
  readonly delayMs?: {
    /** Mean one-way delay: queue and path. In ms. */
    readonly mean?: number;
    /** Largest one-way delay. In ms. */
    readonly max?: number;
  };
  /** Mean interarrival jitter (RFC 3550). In ms. */
  readonly jitterMs?: number;
  /** Packets too late for the jitter buffer, as a share of those received. */
  readonly lateRate?: number;
  /** Transmission rating factor of the E-model (ITU-T G.107), at most 93.2 points. */
  readonly rFactor?: number;
  /** Mean opinion score, 1 to 4.5 points, from the R factor (ITU-T G.107, Annex B). */
  readonly mos?: number;
  /** Completion times in ms that 1 %, 2 %, ... 100 % do not exceed; only for the whole run. */
  readonly completionMsByPercent?: readonly number[];
}

/** Measures of one traffic group. */
export interface GroupReport {
  /** Index of the group. */
  readonly group: number;
  /** Packets whose transmission started. */
  readonly packets: number;
  readonly queueDelayMs: {
    /** Mean queue delay of its packets. In ms. */
    readonly mean: number | null;
    /** Median of their queue delay. In ms. */
    readonly p50: number | null;
    /** 95 % of them had at most this queue delay. In ms. */
    readonly p95: number | null;
    /** 99 % of them had at most this queue delay. In ms. */
    readonly p99: number | null;
    /** Largest queue delay. In ms. */
    readonly max: number | null;
  };
}

/** Measures of one class of a discipline. */
export interface ClassReport {
  /** Name of the class. */
  readonly class: string;
  /** Packets whose transmission started. */
  readonly packets: number;
  readonly queueDelayMs: {
    /** Mean queue delay of its packets. In ms. */
    readonly mean: number | null;
    /** Median of their queue delay. In ms. */
    readonly p50: number | null;
    /** 95 % of them had at most this queue delay. In ms. */
    readonly p95: number | null;
    /** 99 % of them had at most this queue delay. In ms. */
    readonly p99: number | null;
    /** Largest queue delay. In ms. */
    readonly max: number | null;
  };
}

/** Measures of one TCP flow. */
export interface FlowReport {
  /** Number of the flow. */
  readonly id: number;
  /** Index of its traffic group. */
  readonly group: number;
  /** New payload delivered in order, per second. In Mbit/s. */
  readonly goodputMbps: number;
}

/** Queue delay of one flow or datagram source. */
export interface FlowDelayReport {
  /** Number of the flow. */
  readonly id: number;
  /** Index of its traffic group; null for a burst. */
  readonly group: number | null;
  /** Packets whose transmission started. */
  readonly packets: number;
  readonly queueDelayMs: {
    /** Mean queue delay of its packets. In ms. */
    readonly mean: number | null;
    /** 95 % of them had at most this queue delay, to within 6.3 %. In ms. */
    readonly p95: number | null;
    /** Largest queue delay. In ms. */
    readonly max: number | null;
  };
}

/** The headline numbers of a lane, in the order of the page. `section` is an anchor in docs/metrics.md. */
export const CARDS = [
  {"id":"mean","name":"mean delay","unit":"ms","title":"Mean queue delay: time from enqueue to start of transmission.","section":"mean-delay","rank":1,"measure":"queueDelayMs.mean","format":"delay","digits":0},
  {"id":"p95","name":"p95","unit":"ms","title":"95 % of the packets had at most this queue delay.","section":"p95","rank":1,"measure":"queueDelayMs.p95","format":"delay","digits":0},
  {"id":"p99","name":"p99","unit":"ms","title":"99 % of the packets had at most this queue delay.","section":"p99","rank":3,"measure":"queueDelayMs.p99","format":"delay","digits":0},
  {"id":"drop","name":"dropped","unit":"%","title":"Packets dropped, as a share of the packets offered to the queue.","section":"dropped","rank":2,"measure":"dropRate","format":"percent","digits":2},
  {"id":"mark","name":"marked","unit":"%","title":"Packets marked, as a share of the packets offered to the queue.","section":"marked","rank":4,"measure":"markRate","format":"percent","digits":2},
  {"id":"utilization","name":"utilization","unit":"%","title":"Bits sent, as a share of the bits that the link could have sent.","section":"utilization","rank":3,"measure":"utilization","format":"percent","digits":1},
  {"id":"jain","name":"fairness","unit":"","title":"Jain's index of the flows' goodput; 1 is an equal share for all.","section":"fairness","rank":3,"measure":"jain","format":"fixed","digits":2},
] as const;

/** All columns of the time series. */
export const SERIES = [
  "delayMean",
  "delayMin",
  "delayMax",
  "offered",
  "sent",
  "earlyDrops",
  "overflowDrops",
  "marks",
  "sentBits",
  "capacityBits",
  "utilization",
  "queuePackets",
  "queueBytes",
  "probability",
] as const;

/** Name of a column of the time series. */
export type SeriesName = (typeof SERIES)[number];

/** The columns of a traffic group, which follow those of the queues of a lane. */
export const GROUP_SERIES = [
  "delay",
  "sent",
  "dropped",
] as const;
