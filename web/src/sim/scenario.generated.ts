// Made from crates/aqm-scenario/src/model by `cargo run -p aqm-cli -- generate`; do not edit.

/** An experiment: the same traffic, seed and timed changes, run once per queue. */
export interface Scenario {
  /** Version of the format. */
  version: 1;
  /** What the experiment is called. Default: "". */
  title?: string;
  /** What it shows, in at most 60 words. Default: "". */
  about?: string;
  /** Where the experiment comes from; null: nowhere. Default: null. */
  source?: Source | null;
  /** Seed of all random numbers: equal seeds give equal runs, bit for bit. Default: 1. */
  seed?: number;
  /** Length of the run in simulated time. */
  durationS: number;
  /** Statistics of the whole run start here. Default: 0. */
  warmupS?: number;
  /** The path and its bottleneck. */
  link: Link;
  /** Lanes: the run is repeated under each of these disciplines. */
  queues: Queue[];
  /** What is sent. */
  traffic: Traffic[];
  /** What changes during the run, in order of time. Default: []. */
  changes?: TimedChange[];
}

/** Where an experiment comes from: a publication or a measurement. */
export interface Source {
  /** The publication's short name, such as schwardmann-2014. */
  paper?: string;
  /** The measurement's short name, such as linux-6.18: measured values stand beside the file. */
  measurement?: string;
  /** Figure or table. Default: "". */
  item?: string;
}

/** The path: one bottleneck, and propagation split evenly over both directions. */
export interface Link {
  /** Rate of the bottleneck link. */
  rateMbps: number;
  /** Round-trip propagation time, without queueing and transmission. */
  rttMs: number;
  /** Size of the bottleneck buffer. */
  buffer: Buffer;
  /** Rate of the link that carries the acknowledgements back; null if it is never the bottleneck. Default: null. */
  ackRateMbps?: number | null;
  /** Buffer of that link; an acknowledgement that finds it full is lost. Default: 1000. */
  ackBufferPackets?: number;
}

/** Size of a buffer. */
export type Buffer = BufferPackets | BufferBytes | BufferMs | BufferBdp;

/** A buffer that holds so many packets of any size. */
export interface BufferPackets {
  /** Most packets that may wait. */
  packets: number;
}

/** A buffer that holds so many bytes. */
export interface BufferBytes {
  /** Most bytes that may wait. */
  bytes: number;
}

/** A buffer that the link drains in this time, in whole packets of 1500 bytes. */
export interface BufferMs {
  /** Time to drain a full buffer: the largest possible queue delay. */
  ms: number;
  /** The buffer holds at least so many packets. Default: 1. */
  minPackets?: number;
}

/** A buffer of so many bandwidth-delay products, in whole packets of 1500 bytes. */
export interface BufferBdp {
  /** Multiple of bandwidth times round-trip time. */
  bdp: number;
  /** The buffer holds at least so many packets. Default: 1. */
  minPackets?: number;
}

/** One lane: the queue discipline of the bottleneck. */
export type Queue = DropTail | Red | Ared | Codel | Pie;

/** Drop-tail has no parameters: its limit is the link's buffer. */
export interface DropTail {
  kind: 'droptail';
}

/** Parameters of RED. */
export interface Red {
  kind: 'red';
  /** Which arithmetic. Default: "floyd". */
  variant?: RedVariant;
  /** Average queue below which no packet is hit, in bytes. */
  minBytes?: number;
  /** Average queue below which no packet is hit, as a share of the buffer. */
  minShare?: number;
  /** Average queue at which the probability reaches its maximum, in bytes. */
  maxBytes?: number;
  /** Average queue at which the probability reaches its maximum, as a share of the buffer. */
  maxShare?: number;
  /** Average queue below which no packet is hit, in packets of the largest size. Default: 5. */
  minPackets?: number;
  /** Average queue at which the probability reaches its maximum, in packets of the largest size. Default: 15. */
  maxPackets?: number;
  /** Probability at the upper threshold. Default: 0.1. */
  maxP?: number;
  /** Weight of a new sample in the average queue; null: from the bandwidth, in Linux from the thresholds. Default: 0.002. */
  weight?: number | null;
  /** Beyond the upper threshold the probability rises to 1 at twice the threshold instead of jumping. Default: true. */
  gentle?: boolean;
  /** Waits 1/p packets after a hit: gaps of 1/p to 2/p packets instead of 1 to 1/p. Default: false. */
  wait?: boolean;
  /** Averages bytes instead of packets, and hits large packets more often than small ones. Default: false. */
  byteMode?: boolean;
  /** Adapts the maximum probability every half second (Linux only). Default: false. */
  adaptive?: boolean;
  /** The average packet as `tc` is told it (`avpkt`): weight and idle decay follow (Linux only). Default: 1500. */
  avgPacketBytes?: number;
  /** Marks ECN-capable packets instead of dropping them below the upper threshold. Default: false. */
  ecn?: boolean;
}

export type RedVariant = 'floyd' | 'linux';

/** Parameters of Adaptive RED; everything else follows from the bandwidth. */
export interface Ared {
  kind: 'ared';
  /** Mean queue delay in the middle between the thresholds; at least 5 packets at the lower one. Default: 5. */
  targetMs?: number;
  /** Time between adaptations of the maximum probability. Default: 500. */
  intervalMs?: number;
  /** Least maximum probability; null: one packet in a window of 100 ms, at most 0.01, as in ns-2. Default: 0.01. */
  minMaxP?: number | null;
  /** Marks ECN-capable packets instead of dropping them below the upper threshold. Default: false. */
  ecn?: boolean;
}

/** Parameters of CoDel. */
export interface Codel {
  kind: 'codel';
  /** Which arithmetic. Default: "linux". */
  variant?: CodelVariant;
  /** Queue delay that may stand; more, for a whole interval, starts the dropping. Default: 5. */
  targetMs?: number;
  /** Time over which a queue counts as standing: about the largest round-trip time. Default: 100. */
  intervalMs?: number;
  /** Marks ECN-capable packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Marks every ECN-capable packet that waited longer than this; null: none. Default: null. */
  ceThresholdMs?: number | null;
}

export type CodelVariant = 'linux' | 'linux310' | 'rfc8289';

/** Parameters of PIE; defaults are those of the variant's source. */
export interface Pie {
  kind: 'pie';
  /** Which generation. Default: "rfc8033". */
  variant?: PieVariant;
  /** Queue delay that the controller steers to. Default: 15. */
  targetMs?: number;
  /** Time between updates of the drop probability. Default: 15. */
  updateMs?: number;
  /** Gain of the distance to the target. Default: 0.125. */
  alpha?: number;
  /** Gain of the change of the delay. Default: 1.25. */
  beta?: number;
  /** A burst of this length passes without early drops after a quiet period. Default: 150. */
  maxBurstMs?: number;
  /** Marks ECN-capable packets instead of dropping them while the probability is at most 10 %. Default: false. */
  ecn?: boolean;
  /** Hits large packets more often than small ones. Default: false. */
  byteMode?: boolean;
  /** Estimates the delay from backlog and departure rate instead of timestamps. Default: false. */
  rateEstimator?: boolean;
}

export type PieVariant = 'rfc8033' | 'paper2013' | 'linux' | 'linux414';

/** A group of equal sources. */
export type Traffic = Bulk | Cbr | Poisson;

/** TCP flows that always have something to send. */
export interface Bulk {
  kind: 'bulk';
  /** Number of flows. Default: 1. */
  flows?: number;
  /** Congestion control of the senders. Default: "cubic". */
  cc?: CcKind;
  /** Which generation of TCP implementations the end systems behave like. Default: "linux-6". */
  stack?: Stack;
  /** ECN-capable: queues with ECN mark the flows' packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Selective acknowledgements. Default: true. */
  sack?: boolean;
  /** Receivers acknowledge every second segment instead of every one. Default: true. */
  delayedAck?: boolean;
  /** Congestion window at the start. Default: 10. */
  initialWindow?: number;
  /** Most segments that may be on their way at once. Default: 1048576. */
  receiveWindowPackets?: number;
  /** Size of an IP packet with a full segment. Default: 1500. */
  packetBytes?: number;
  /** Round-trip propagation time of these flows; null: the link's. Default: null. */
  rttMs?: number | null;
  /** Each packet takes up to this much longer, at random, without overtaking. Default: 0. */
  jitterMs?: number;
  /** When the first flow starts. Default: 0. */
  startS?: number;
  /** When the flows stop sending; null: never. Default: null. */
  stopS?: number | null;
  /** Each flow starts this much after the one before. Default: 0. */
  staggerS?: number;
  /** Each flow starts up to this much later, at random: what makes seeds differ. Default: 0.1. */
  spreadS?: number;
}

export type CcKind = 'cubic' | 'newreno';

export type Stack = 'linux-6' | 'linux-3.10' | 'rfc';

/** Datagrams at a constant bit rate. */
export interface Cbr {
  kind: 'cbr';
  /** Number of sources. Default: 1. */
  flows?: number;
  /** Rate of each source, headers included. */
  rateMbps: number;
  /** Size of an IP packet. Default: 1500. */
  packetBytes?: number;
  /** ECN-capable: queues with ECN mark these packets instead of dropping them, to no effect. Default: false. */
  ecn?: boolean;
  /** When the sources start. Default: 0. */
  startS?: number;
  /** When the sources stop; null: never. Default: null. */
  stopS?: number | null;
}

/** Datagrams with exponentially distributed gaps. */
export interface Poisson {
  kind: 'poisson';
  /** Number of sources. Default: 1. */
  flows?: number;
  /** Mean rate of each source, headers included. */
  rateMbps: number;
  /** (Mean) size of an IP packet. Default: 1500. */
  packetBytes?: number;
  /** Distribution of the packet sizes. Default: "fixed". */
  sizes?: Sizes;
  /** ECN-capable: queues with ECN mark these packets instead of dropping them, to no effect. Default: false. */
  ecn?: boolean;
  /** When the sources start. Default: 0. */
  startS?: number;
  /** When the sources stop; null: never. Default: null. */
  stopS?: number | null;
}

export type Sizes = 'fixed' | 'exponential';

/** A change to the running experiment. */
export interface TimedChange {
  /** When, in simulated time. */
  atS: number;
  /** What: a path such as link.rateMbps, queues.0.targetMs, queues.0, traffic.1.flows, or burst. */
  set: string;
  /** The new value; for a burst an object with rateMbps, durationS and packetBytes. */
  to: unknown;
}

/** An extra source at a constant bit rate for a while. */
export interface Burst {
  /** Its rate, headers included. */
  rateMbps: number;
  /** How long it sends. */
  durationS: number;
  /** Size of an IP packet. Default: 1500. */
  packetBytes?: number;
}

/** A parameter, for its control. */
export interface Parameter {
  /** Words beside the control. */
  readonly label: string;
  /** One sentence. */
  readonly help: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'choice';
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest and largest value accepted. */
  readonly min?: number;
  readonly max?: number;
  /** What a slider offers. */
  readonly slider?: {
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly scale: 'linear' | 'log';
  };
  /** Names to choose from. */
  readonly options?: readonly { readonly value: string; readonly help: string }[];
  /** Missing if the parameter is required, or one of several ways to give a value. */
  readonly default?: number | boolean | string | null;
  /** Defaults of variants that differ. */
  readonly variantDefaults?: Readonly<Record<string, number | boolean | string | null>>;
  /** Where the default comes from. */
  readonly source?: string;
  /** Null is a value too. */
  readonly nullable?: true;
  /** Can be changed while the experiment runs. */
  readonly live: boolean;
}

/** All queue disciplines, in the order offered. */
export const QUEUE_KINDS = [
  {
    kind: 'droptail',
    help: 'First in, first out, until the buffer is full.',
  },
  {
    kind: 'red',
    help: 'Random Early Detection: drops at random while the average queue is between two thresholds.',
  },
  {
    kind: 'ared',
    help: 'Adaptive RED: sets its thresholds from bandwidth and target delay, and adapts its probability.',
  },
  {
    kind: 'codel',
    help: 'Controlled Delay: drops at growing frequency while packets wait longer than the target.',
  },
  {
    kind: 'pie',
    help: 'Proportional Integral controller Enhanced: steers a drop probability by the queue delay.',
  },
] as const;

/** All kinds of traffic, in the order offered. */
export const TRAFFIC_KINDS = [
  {
    kind: 'bulk',
    help: 'TCP flows that always have something to send.',
  },
  {
    kind: 'cbr',
    help: 'Datagrams at a constant bit rate that do not care about congestion.',
  },
  {
    kind: 'poisson',
    help: 'Datagrams at random times: the arrivals of queueing theory.',
  },
] as const;

/** Everything that has a control. Paths name the kind where a file has a number. */
export const PARAMETERS = {
  seed: {
    label: 'Seed',
    help: 'Seed of all random numbers: equal seeds give equal runs, bit for bit.',
    type: 'integer',
    unit: '',
    min: 0,
    max: 9007199254740991,
    slider: {
      min: 1,
      max: 100,
      step: 1,
      scale: 'linear',
    },
    default: 1,
    live: false,
  },
  durationS: {
    label: 'Duration',
    help: 'Length of the run in simulated time.',
    type: 'number',
    unit: 's',
    min: 1,
    max: 3600,
    slider: {
      min: 10,
      max: 3600,
      step: 10,
      scale: 'log',
    },
    live: false,
  },
  warmupS: {
    label: 'Warm-up',
    help: 'Statistics of the whole run start here.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 60,
      step: 1,
      scale: 'linear',
    },
    default: 0,
    live: false,
  },
  'link.rateMbps': {
    label: 'Bandwidth',
    help: 'Rate of the bottleneck link.',
    type: 'number',
    unit: 'Mbit/s',
    min: 0.1,
    max: 10000,
    slider: {
      min: 0.1,
      max: 1000,
      step: 0.1,
      scale: 'log',
    },
    live: true,
  },
  'link.rttMs': {
    label: 'Round-trip time',
    help: 'Round-trip propagation time, without queueing and transmission.',
    type: 'number',
    unit: 'ms',
    min: 0.1,
    max: 1000,
    slider: {
      min: 1,
      max: 1000,
      step: 1,
      scale: 'log',
    },
    live: true,
  },
  'link.buffer.packets': {
    label: 'Buffer',
    help: 'Size of the bottleneck buffer, as a number of packets of any size.',
    type: 'integer',
    unit: 'packets',
    min: 1,
    max: 1000000,
    slider: {
      min: 1,
      max: 10000,
      step: 1,
      scale: 'log',
    },
    live: true,
  },
  'link.buffer.bytes': {
    label: 'Buffer',
    help: 'Size of the bottleneck buffer, as a number of bytes.',
    type: 'integer',
    unit: 'bytes',
    min: 1500,
    max: 1500000000,
    slider: {
      min: 1500,
      max: 15000000,
      step: 1,
      scale: 'log',
    },
    live: true,
  },
  'link.buffer.ms': {
    label: 'Buffer',
    help: 'Size of the bottleneck buffer, as the time that the link needs to drain it; follows the bandwidth.',
    type: 'number',
    unit: 'ms',
    min: 0.1,
    max: 60000,
    slider: {
      min: 1,
      max: 10000,
      step: 1,
      scale: 'log',
    },
    live: true,
  },
  'link.buffer.minPackets': {
    label: 'At least',
    help: 'The buffer holds at least so many packets.',
    type: 'integer',
    unit: 'packets',
    min: 1,
    max: 10000,
    slider: {
      min: 1,
      max: 100,
      step: 1,
      scale: 'linear',
    },
    default: 1,
    live: true,
  },
  'link.buffer.bdp': {
    label: 'Buffer',
    help: 'Size of the bottleneck buffer, as a multiple of the bandwidth-delay product; follows bandwidth and round-trip time.',
    type: 'number',
    unit: 'BDP',
    min: 0.01,
    max: 1000,
    slider: {
      min: 0.1,
      max: 100,
      step: 0.1,
      scale: 'log',
    },
    live: true,
  },
  'link.ackRateMbps': {
    label: 'ACK path bandwidth',
    help: 'Rate of the link that carries the acknowledgements back; null if it is never the bottleneck.',
    type: 'number',
    unit: 'Mbit/s',
    min: 0.01,
    max: 10000,
    slider: {
      min: 0.01,
      max: 1000,
      step: 0.01,
      scale: 'log',
    },
    default: null,
    nullable: true,
    live: false,
  },
  'link.ackBufferPackets': {
    label: 'ACK path buffer',
    help: 'Buffer of that link; an acknowledgement that finds it full is lost.',
    type: 'integer',
    unit: 'packets',
    min: 1,
    max: 100000,
    slider: {
      min: 1,
      max: 10000,
      step: 1,
      scale: 'log',
    },
    default: 1000,
    live: false,
  },
  'queues.red.variant': {
    label: 'Variant',
    help: 'Which arithmetic.',
    type: 'choice',
    options: [
      {
        value: 'floyd',
        help: 'Floyd and Jacobson 1993, in real arithmetic.',
      },
      {
        value: 'linux',
        help: "The Linux kernel's integer arithmetic, in byte mode.",
      },
    ],
    default: 'floyd',
    live: true,
  },
  'queues.red.minBytes': {
    label: 'Lower threshold',
    help: 'Average queue below which no packet is hit, in bytes.',
    type: 'number',
    unit: 'bytes',
    min: 0,
    max: 1500000000,
    slider: {
      min: 1500,
      max: 15000000,
      step: 100,
      scale: 'log',
    },
    live: true,
  },
  'queues.red.minShare': {
    label: 'Lower threshold',
    help: 'Average queue below which no packet is hit, as a share of the buffer.',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    slider: {
      min: 0,
      max: 1,
      step: 0.01,
      scale: 'linear',
    },
    live: true,
  },
  'queues.red.maxBytes': {
    label: 'Upper threshold',
    help: 'Average queue at which the probability reaches its maximum, in bytes.',
    type: 'number',
    unit: 'bytes',
    min: 0,
    max: 1500000000,
    slider: {
      min: 1500,
      max: 15000000,
      step: 100,
      scale: 'log',
    },
    live: true,
  },
  'queues.red.maxShare': {
    label: 'Upper threshold',
    help: 'Average queue at which the probability reaches its maximum, as a share of the buffer.',
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    slider: {
      min: 0,
      max: 1,
      step: 0.01,
      scale: 'linear',
    },
    live: true,
  },
  'queues.red.minPackets': {
    label: 'Lower threshold',
    help: 'Average queue below which no packet is hit, in packets of the largest size.',
    type: 'number',
    unit: 'packets',
    min: 0,
    max: 1000000,
    slider: {
      min: 1,
      max: 10000,
      step: 1,
      scale: 'log',
    },
    default: 5,
    source: 'Floyd and Jacobson 1993, section 4',
    live: true,
  },
  'queues.red.maxPackets': {
    label: 'Upper threshold',
    help: 'Average queue at which the probability reaches its maximum, in packets of the largest size.',
    type: 'number',
    unit: 'packets',
    min: 0,
    max: 1000000,
    slider: {
      min: 1,
      max: 10000,
      step: 1,
      scale: 'log',
    },
    default: 15,
    source: 'Floyd and Jacobson 1993, section 4',
    live: true,
  },
  'queues.red.maxP': {
    label: 'Maximum probability',
    help: 'Probability at the upper threshold.',
    type: 'number',
    unit: '',
    min: 0.0001,
    max: 1,
    slider: {
      min: 0.001,
      max: 1,
      step: 0.001,
      scale: 'log',
    },
    default: 0.1,
    source: 'Floyd 1997, recommendations',
    live: true,
  },
  'queues.red.weight': {
    label: 'Averaging weight',
    help: 'Weight of a new sample in the average queue; null: from the bandwidth, in Linux from the thresholds.',
    type: 'number',
    unit: '',
    min: 0.000001,
    max: 1,
    slider: {
      min: 0.0001,
      max: 1,
      step: 0.0001,
      scale: 'log',
    },
    default: 0.002,
    variantDefaults: {
      linux: null,
    },
    source: 'Floyd and Jacobson 1993, section 4',
    nullable: true,
    live: true,
  },
  'queues.red.gentle': {
    label: 'Gentle',
    help: 'Beyond the upper threshold the probability rises to 1 at twice the threshold instead of jumping.',
    type: 'boolean',
    default: true,
    variantDefaults: {
      linux: false,
    },
    source: 'Floyd 2000, gentle RED',
    live: true,
  },
  'queues.red.wait': {
    label: 'Wait',
    help: 'Waits 1/p packets after a hit: gaps of 1/p to 2/p packets instead of 1 to 1/p.',
    type: 'boolean',
    default: false,
    source: 'ns-2, wait_',
    live: true,
  },
  'queues.red.byteMode': {
    label: 'Byte mode',
    help: 'Averages bytes instead of packets, and hits large packets more often than small ones.',
    type: 'boolean',
    default: false,
    variantDefaults: {
      linux: true,
    },
    live: true,
  },
  'queues.red.adaptive': {
    label: 'Adaptive',
    help: 'Adapts the maximum probability every half second (Linux only).',
    type: 'boolean',
    default: false,
    live: true,
  },
  'queues.red.avgPacketBytes': {
    label: 'Average packet',
    help: 'The average packet as `tc` is told it (`avpkt`): weight and idle decay follow (Linux only).',
    type: 'integer',
    unit: 'bytes',
    min: 40,
    max: 9000,
    slider: {
      min: 40,
      max: 1500,
      step: 1,
      scale: 'linear',
    },
    default: 1500,
    live: true,
  },
  'queues.red.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them below the upper threshold.',
    type: 'boolean',
    default: false,
    live: true,
  },
  'queues.ared.targetMs': {
    label: 'Target',
    help: 'Mean queue delay in the middle between the thresholds; at least 5 packets at the lower one.',
    type: 'number',
    unit: 'ms',
    min: 0.01,
    max: 1000,
    slider: {
      min: 0.5,
      max: 100,
      step: 0.5,
      scale: 'log',
    },
    default: 5,
    source: 'Floyd, Gummadi and Shenker 2001, section 4',
    live: true,
  },
  'queues.ared.intervalMs': {
    label: 'Adaptation interval',
    help: 'Time between adaptations of the maximum probability.',
    type: 'number',
    unit: 'ms',
    min: 10,
    max: 60000,
    slider: {
      min: 50,
      max: 5000,
      step: 50,
      scale: 'log',
    },
    default: 500,
    source: 'Floyd, Gummadi and Shenker 2001, section 4',
    live: true,
  },
  'queues.ared.minMaxP': {
    label: 'Least maximum probability',
    help: 'Least maximum probability; null: one packet in a window of 100 ms, at most 0.01, as in ns-2.',
    type: 'number',
    unit: '',
    min: 0.00001,
    max: 0.5,
    slider: {
      min: 0.0001,
      max: 0.5,
      step: 0.0001,
      scale: 'log',
    },
    default: 0.01,
    source: 'Floyd, Gummadi and Shenker 2001, section 4; ns-2, bottom_',
    nullable: true,
    live: true,
  },
  'queues.ared.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them below the upper threshold.',
    type: 'boolean',
    default: false,
    live: true,
  },
  'queues.codel.variant': {
    label: 'Variant',
    help: 'Which arithmetic.',
    type: 'choice',
    options: [
      {
        value: 'linux',
        help: "The Linux kernel's integer arithmetic.",
      },
      {
        value: 'linux310',
        help: 'Linux 3.10: compares a small queue with the largest packet seen.',
      },
      {
        value: 'rfc8289',
        help: 'RFC 8289, in real arithmetic.',
      },
    ],
    default: 'linux',
    live: true,
  },
  'queues.codel.targetMs': {
    label: 'Target',
    help: 'Queue delay that may stand; more, for a whole interval, starts the dropping.',
    type: 'number',
    unit: 'ms',
    min: 0.01,
    max: 1000,
    slider: {
      min: 0.5,
      max: 100,
      step: 0.5,
      scale: 'log',
    },
    default: 5,
    source: 'RFC 8289, section 4.2',
    live: true,
  },
  'queues.codel.intervalMs': {
    label: 'Interval',
    help: 'Time over which a queue counts as standing: about the largest round-trip time.',
    type: 'number',
    unit: 'ms',
    min: 0.01,
    max: 10000,
    slider: {
      min: 10,
      max: 1000,
      step: 5,
      scale: 'log',
    },
    default: 100,
    source: 'RFC 8289, section 4.3',
    live: true,
  },
  'queues.codel.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them.',
    type: 'boolean',
    default: false,
    live: true,
  },
  'queues.codel.ceThresholdMs': {
    label: 'CE threshold',
    help: 'Marks every ECN-capable packet that waited longer than this; null: none.',
    type: 'number',
    unit: 'ms',
    min: 0.01,
    max: 1000,
    slider: {
      min: 0.1,
      max: 100,
      step: 0.1,
      scale: 'log',
    },
    default: null,
    nullable: true,
    live: true,
  },
  'queues.pie.variant': {
    label: 'Variant',
    help: 'Which generation.',
    type: 'choice',
    options: [
      {
        value: 'rfc8033',
        help: 'RFC 8033, in real arithmetic.',
      },
      {
        value: 'paper2013',
        help: "Pan et al. 2013 with the extras of that year's kernel code, in real arithmetic.",
      },
      {
        value: 'linux',
        help: "The Linux kernel's integer arithmetic since 5.6.",
      },
      {
        value: 'linux414',
        help: 'Linux 3.14 to 4.20, with the departure-rate estimator.',
      },
    ],
    default: 'rfc8033',
    live: true,
  },
  'queues.pie.targetMs': {
    label: 'Target',
    help: 'Queue delay that the controller steers to.',
    type: 'number',
    unit: 'ms',
    min: 0.01,
    max: 1000,
    slider: {
      min: 0.5,
      max: 100,
      step: 0.5,
      scale: 'log',
    },
    default: 15,
    variantDefaults: {
      paper2013: 20,
      linux414: 20,
    },
    source: 'RFC 8033, section 4.2; Pan et al. 2013, section IV',
    live: true,
  },
  'queues.pie.updateMs': {
    label: 'Update interval',
    help: 'Time between updates of the drop probability.',
    type: 'number',
    unit: 'ms',
    min: 1,
    max: 1000,
    slider: {
      min: 1,
      max: 200,
      step: 1,
      scale: 'log',
    },
    default: 15,
    variantDefaults: {
      paper2013: 30,
      linux414: 30,
    },
    source: 'RFC 8033, section 4.2; Pan et al. 2013, section IV',
    live: true,
  },
  'queues.pie.alpha': {
    label: 'Alpha',
    help: 'Gain of the distance to the target.',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 100,
    slider: {
      min: 0,
      max: 1,
      step: 0.005,
      scale: 'linear',
    },
    default: 0.125,
    source: 'RFC 8033, section 4.2',
    live: true,
  },
  'queues.pie.beta': {
    label: 'Beta',
    help: 'Gain of the change of the delay.',
    type: 'number',
    unit: '1/s',
    min: 0,
    max: 100,
    slider: {
      min: 0,
      max: 10,
      step: 0.05,
      scale: 'linear',
    },
    default: 1.25,
    source: 'RFC 8033, section 4.2',
    live: true,
  },
  'queues.pie.maxBurstMs': {
    label: 'Burst allowance',
    help: 'A burst of this length passes without early drops after a quiet period.',
    type: 'number',
    unit: 'ms',
    min: 0,
    max: 10000,
    slider: {
      min: 0,
      max: 500,
      step: 10,
      scale: 'linear',
    },
    default: 150,
    variantDefaults: {
      paper2013: 100,
      linux414: 100,
    },
    source: 'RFC 8033, section 4.4; Pan et al. 2013, section IV',
    live: true,
  },
  'queues.pie.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them while the probability is at most 10 %.',
    type: 'boolean',
    default: false,
    source: 'RFC 8033, section 5.1',
    live: true,
  },
  'queues.pie.byteMode': {
    label: 'Byte mode',
    help: 'Hits large packets more often than small ones.',
    type: 'boolean',
    default: false,
    live: true,
  },
  'queues.pie.rateEstimator': {
    label: 'Departure-rate estimator',
    help: 'Estimates the delay from backlog and departure rate instead of timestamps.',
    type: 'boolean',
    default: false,
    variantDefaults: {
      paper2013: true,
      linux414: true,
    },
    source: 'RFC 8033, section 5.2; Pan et al. 2013, section III',
    live: true,
  },
  'traffic.bulk.flows': {
    label: 'TCP flows',
    help: 'Number of flows.',
    type: 'integer',
    unit: '',
    min: 0,
    max: 1000,
    slider: {
      min: 0,
      max: 1000,
      step: 1,
      scale: 'log',
    },
    default: 1,
    live: true,
  },
  'traffic.bulk.cc': {
    label: 'Congestion control',
    help: 'Congestion control of the senders.',
    type: 'choice',
    options: [
      {
        value: 'cubic',
        help: "CUBIC (RFC 9438) with HyStart: the default of today's systems.",
      },
      {
        value: 'newreno',
        help: "Reno's window rules with NewReno recovery (RFC 5681, RFC 6582).",
      },
    ],
    default: 'cubic',
    live: true,
  },
  'traffic.bulk.stack': {
    label: 'Stack',
    help: 'Which generation of TCP implementations the end systems behave like.',
    type: 'choice',
    options: [
      {
        value: 'linux-6',
        help: 'Linux 6: RACK-TLP, proportional rate reduction, undo.',
      },
      {
        value: 'linux-3.10',
        help: 'Linux 3.10: SACK recovery with proportional rate reduction, no RACK.',
      },
      {
        value: 'rfc',
        help: 'The RFCs to the letter.',
      },
    ],
    default: 'linux-6',
    live: false,
  },
  'traffic.bulk.ecn': {
    label: 'ECN',
    help: "ECN-capable: queues with ECN mark the flows' packets instead of dropping them.",
    type: 'boolean',
    default: false,
    source: 'RFC 3168',
    live: true,
  },
  'traffic.bulk.sack': {
    label: 'SACK',
    help: 'Selective acknowledgements.',
    type: 'boolean',
    default: true,
    source: 'RFC 2018',
    live: false,
  },
  'traffic.bulk.delayedAck': {
    label: 'Delayed ACKs',
    help: 'Receivers acknowledge every second segment instead of every one.',
    type: 'boolean',
    default: true,
    source: 'RFC 5681, section 4.2',
    live: false,
  },
  'traffic.bulk.initialWindow': {
    label: 'Initial window',
    help: 'Congestion window at the start.',
    type: 'integer',
    unit: 'segments',
    min: 1,
    max: 1000,
    slider: {
      min: 1,
      max: 50,
      step: 1,
      scale: 'linear',
    },
    default: 10,
    source: 'RFC 6928',
    live: false,
  },
  'traffic.bulk.receiveWindowPackets': {
    label: 'Receive window',
    help: 'Most segments that may be on their way at once.',
    type: 'integer',
    unit: 'packets',
    min: 1,
    max: 1048576,
    slider: {
      min: 1,
      max: 1048576,
      step: 1,
      scale: 'log',
    },
    default: 1048576,
    live: false,
  },
  'traffic.bulk.packetBytes': {
    label: 'Packet size',
    help: 'Size of an IP packet with a full segment.',
    type: 'integer',
    unit: 'bytes',
    min: 100,
    max: 1500,
    slider: {
      min: 100,
      max: 1500,
      step: 1,
      scale: 'linear',
    },
    default: 1500,
    live: false,
  },
  'traffic.bulk.rttMs': {
    label: 'Own round-trip time',
    help: "Round-trip propagation time of these flows; null: the link's.",
    type: 'number',
    unit: 'ms',
    min: 0.1,
    max: 1000,
    slider: {
      min: 1,
      max: 1000,
      step: 1,
      scale: 'log',
    },
    default: null,
    nullable: true,
    live: true,
  },
  'traffic.bulk.jitterMs': {
    label: 'Jitter',
    help: 'Each packet takes up to this much longer, at random, without overtaking.',
    type: 'number',
    unit: 'ms',
    min: 0,
    max: 1000,
    slider: {
      min: 0,
      max: 100,
      step: 1,
      scale: 'linear',
    },
    default: 0,
    live: false,
  },
  'traffic.bulk.startS': {
    label: 'Start',
    help: 'When the first flow starts.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 120,
      step: 0.1,
      scale: 'linear',
    },
    default: 0,
    live: false,
  },
  'traffic.bulk.stopS': {
    label: 'Stop',
    help: 'When the flows stop sending; null: never.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 120,
      step: 0.1,
      scale: 'linear',
    },
    default: null,
    nullable: true,
    live: false,
  },
  'traffic.bulk.staggerS': {
    label: 'Stagger',
    help: 'Each flow starts this much after the one before.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 30,
      step: 0.1,
      scale: 'linear',
    },
    default: 0,
    live: false,
  },
  'traffic.bulk.spreadS': {
    label: 'Random start',
    help: 'Each flow starts up to this much later, at random: what makes seeds differ.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 10,
      step: 0.1,
      scale: 'linear',
    },
    default: 0.1,
    live: false,
  },
  'traffic.cbr.flows': {
    label: 'Sources',
    help: 'Number of sources.',
    type: 'integer',
    unit: '',
    min: 0,
    max: 1000,
    slider: {
      min: 0,
      max: 20,
      step: 1,
      scale: 'linear',
    },
    default: 1,
    live: true,
  },
  'traffic.cbr.rateMbps': {
    label: 'Rate',
    help: 'Rate of each source, headers included.',
    type: 'number',
    unit: 'Mbit/s',
    min: 0,
    max: 10000,
    slider: {
      min: 0.01,
      max: 1000,
      step: 0.01,
      scale: 'log',
    },
    live: true,
  },
  'traffic.cbr.packetBytes': {
    label: 'Packet size',
    help: 'Size of an IP packet.',
    type: 'integer',
    unit: 'bytes',
    min: 40,
    max: 1500,
    slider: {
      min: 40,
      max: 1500,
      step: 1,
      scale: 'linear',
    },
    default: 1500,
    live: false,
  },
  'traffic.cbr.ecn': {
    label: 'ECN',
    help: 'ECN-capable: queues with ECN mark these packets instead of dropping them, to no effect.',
    type: 'boolean',
    default: false,
    live: true,
  },
  'traffic.cbr.startS': {
    label: 'Start',
    help: 'When the sources start.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 120,
      step: 0.1,
      scale: 'linear',
    },
    default: 0,
    live: false,
  },
  'traffic.cbr.stopS': {
    label: 'Stop',
    help: 'When the sources stop; null: never.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 120,
      step: 0.1,
      scale: 'linear',
    },
    default: null,
    nullable: true,
    live: false,
  },
  'traffic.poisson.flows': {
    label: 'Sources',
    help: 'Number of sources.',
    type: 'integer',
    unit: '',
    min: 0,
    max: 1000,
    slider: {
      min: 0,
      max: 20,
      step: 1,
      scale: 'linear',
    },
    default: 1,
    live: true,
  },
  'traffic.poisson.rateMbps': {
    label: 'Mean rate',
    help: 'Mean rate of each source, headers included.',
    type: 'number',
    unit: 'Mbit/s',
    min: 0,
    max: 10000,
    slider: {
      min: 0.01,
      max: 1000,
      step: 0.01,
      scale: 'log',
    },
    live: true,
  },
  'traffic.poisson.packetBytes': {
    label: 'Packet size',
    help: '(Mean) size of an IP packet.',
    type: 'integer',
    unit: 'bytes',
    min: 40,
    max: 1500,
    slider: {
      min: 40,
      max: 1500,
      step: 1,
      scale: 'linear',
    },
    default: 1500,
    live: false,
  },
  'traffic.poisson.sizes': {
    label: 'Sizes',
    help: 'Distribution of the packet sizes.',
    type: 'choice',
    options: [
      {
        value: 'fixed',
        help: 'All packets have the same size: M/D/1.',
      },
      {
        value: 'exponential',
        help: 'Exponentially distributed sizes: M/M/1.',
      },
    ],
    default: 'fixed',
    live: false,
  },
  'traffic.poisson.ecn': {
    label: 'ECN',
    help: 'ECN-capable: queues with ECN mark these packets instead of dropping them, to no effect.',
    type: 'boolean',
    default: false,
    live: true,
  },
  'traffic.poisson.startS': {
    label: 'Start',
    help: 'When the sources start.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 120,
      step: 0.1,
      scale: 'linear',
    },
    default: 0,
    live: false,
  },
  'traffic.poisson.stopS': {
    label: 'Stop',
    help: 'When the sources stop; null: never.',
    type: 'number',
    unit: 's',
    min: 0,
    max: 3600,
    slider: {
      min: 0,
      max: 120,
      step: 0.1,
      scale: 'linear',
    },
    default: null,
    nullable: true,
    live: false,
  },
  'burst.rateMbps': {
    label: 'Burst rate',
    help: 'Its rate, headers included.',
    type: 'number',
    unit: 'Mbit/s',
    min: 0.01,
    max: 10000,
    slider: {
      min: 0.1,
      max: 1000,
      step: 0.1,
      scale: 'log',
    },
    live: false,
  },
  'burst.durationS': {
    label: 'Burst length',
    help: 'How long it sends.',
    type: 'number',
    unit: 's',
    min: 0.001,
    max: 3600,
    slider: {
      min: 0.01,
      max: 60,
      step: 0.01,
      scale: 'log',
    },
    live: false,
  },
  'burst.packetBytes': {
    label: 'Packet size',
    help: 'Size of an IP packet.',
    type: 'integer',
    unit: 'bytes',
    min: 40,
    max: 1500,
    slider: {
      min: 40,
      max: 1500,
      step: 1,
      scale: 'linear',
    },
    default: 1500,
    live: false,
  },
} as const satisfies Record<string, Parameter>;

/** Paths of all parameters. */
export type ParameterPath = keyof typeof PARAMETERS;
