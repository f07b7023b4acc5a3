// Made from the tables in crates/aqm-scenario/src by `cargo run -p aqm-cli -- generate`; do not edit.

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
  /** Every traffic group, by its index; empty if there is only one, and no classes. */
  readonly groups: readonly GroupReport[];
  /** Every class of the discipline; empty if it has none. */
  readonly classes: readonly ClassReport[];
  /** Every TCP flow; only for the whole run. */
  readonly flows?: readonly FlowReport[];
  /** Every flow and datagram source, where groups or classes are there; only for the whole run. */
  readonly flowDelays?: readonly FlowDelayReport[];
  /** Fingerprint of everything that happened in this lane; only for the whole run. */
  readonly digest?: string;
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
    /** Largest queue delay. In ms. */
    readonly max: number | null;
  };
}

/** The headline numbers of a lane, in the order of the page. `section` is an anchor in docs/metrics.md. */
export const CARDS = [
  {
    id: 'mean',
    name: 'mean delay',
    unit: 'ms',
    title: 'Mean queue delay: time from enqueue to start of transmission.',
    section: 'mean-delay',
    rank: 1,
    measure: 'queueDelayMs.mean',
    format: 'delay',
    digits: 0,
  },
  {
    id: 'p95',
    name: 'p95',
    unit: 'ms',
    title: '95 % of the packets had at most this queue delay.',
    section: 'p95',
    rank: 1,
    measure: 'queueDelayMs.p95',
    format: 'delay',
    digits: 0,
  },
  {
    id: 'p99',
    name: 'p99',
    unit: 'ms',
    title: '99 % of the packets had at most this queue delay.',
    section: 'p99',
    rank: 3,
    measure: 'queueDelayMs.p99',
    format: 'delay',
    digits: 0,
  },
  {
    id: 'drop',
    name: 'dropped',
    unit: '%',
    title: 'Packets dropped, as a share of the packets offered to the queue.',
    section: 'dropped',
    rank: 2,
    measure: 'dropRate',
    format: 'percent',
    digits: 2,
  },
  {
    id: 'mark',
    name: 'marked',
    unit: '%',
    title: 'Packets marked, as a share of the packets offered to the queue.',
    section: 'marked',
    rank: 4,
    measure: 'markRate',
    format: 'percent',
    digits: 2,
  },
  {
    id: 'utilization',
    name: 'utilization',
    unit: '%',
    title: 'Bits sent, as a share of the bits that the link could have sent.',
    section: 'utilization',
    rank: 3,
    measure: 'utilization',
    format: 'percent',
    digits: 1,
  },
  {
    id: 'jain',
    name: 'fairness',
    unit: '',
    title: "Jain's index of the flows' goodput; 1 is an equal share for all.",
    section: 'fairness',
    rank: 3,
    measure: 'jain',
    format: 'fixed',
    digits: 2,
  },
] as const;

/** All columns of the time series. */
export const SERIES = [
  'delayMean',
  'delayMin',
  'delayMax',
  'offered',
  'sent',
  'earlyDrops',
  'overflowDrops',
  'marks',
  'sentBits',
  'capacityBits',
  'utilization',
  'queuePackets',
  'queueBytes',
  'probability',
] as const;
export type SeriesName = (typeof SERIES)[number];
