// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** An experiment: the same traffic, seed and timed changes, run once per queue. */
export interface Scenario {
  /** Version of the format. */
  version: 1;
  /** Title of the experiment. Default: "". */
  title?: string;
  /** Description of the experiment in at most 60 words. Default: "". */
  about?: string;
  /** Publication or measurement that the experiment reproduces, if there is one. Default: null. */
  source?: Source | null;
  /** Card of the scenario in the page's library, if it is a preset. Default: null. */
  preset?: PresetCard | null;
  /** Seed of all random numbers. Equal seeds give equal runs, bit for bit. Default: 1. */
  seed?: number;
  /** Length of the run in simulated time. */
  durationS: number;
  /** Time at which statistics of the whole run start. Default: 0. */
  warmupS?: number;
  /** The path and its bottleneck. */
  link: Link;
  /** Lanes. The run is repeated with each of these disciplines. */
  queues: Lane[];
  /** Sources of traffic. */
  traffic: Traffic[];
  /** Timed changes during the run, in order of time. Default: []. */
  changes?: TimedChange[];
  /** Goals of a challenge, all of which are to be reached. Default: []. */
  goals?: Goal[];
  /** What may be changed to reach the goals. Everything else is locked. Default: []. */
  free?: Free[];
}

/** Publication or measurement that an experiment reproduces. */
export interface Source {
  /** Short name of the publication, such as schwardmann-2014. */
  paper?: string;
  /** Short name of the measurement, such as linux-6.18. The measured values are in a file beside the scenario. */
  measurement?: string;
  /** Figure or table in the publication. Default: "". */
  item?: string;
}

/** The card of a scenario in the page's library, and the plots with which it opens. A run does not depend on it. */
export interface PresetCard {
  /** What the scenario shows, as one sentence. */
  point: string;
  /** Effects by which the library filters. Those that follow from the scenario itself are added. Default: []. */
  tags?: Tag[];
  /** Plots, in order, by the names that links have for them. Empty: the standard plots. Default: []. */
  views?: string[];
  /** Part of the run that the plots show. Default: "last30s". */
  span?: PresetSpan;
  /** Traffic group whose sending rate the user sets, without seeing the queue. Default: null. */
  sender?: number | null;
}

export type Tag =
  | 'bufferbloat'
  | 'bursts'
  | 'oscillation'
  | 'fairness'
  | 'overload'
  | 'applications'
  | 'load'
  | 'varying'
  | 'ecn'
  | 'controls'
  | 'hops'
  | 'both-ways'
  | 'hands-on'
  | 'challenge'
  | 'paper';

export type PresetSpan = 'last30s' | 'last60s' | 'whole';

/** The path. It has one bottleneck; each direction has half the propagation time. */
export interface Link {
  /** Rate of the bottleneck link. */
  rateMbps: number;
  /** Round-trip propagation time, without queueing and transmission. */
  rttMs: number;
  /** Size of the bottleneck buffer. */
  buffer: Buffer;
  /** Rate of the link that carries ACKs back. Off: the way back is never the bottleneck. Default: null. */
  ackRateMbps?: number | null;
  /** Buffer of the link that carries ACKs back. ACKs that arrive while it is full are lost. Default: 1000. */
  ackBufferPackets?: number;
  /** Packets that wait in the device, behind the queue and its discipline, as in the ring of a network card. Default: 0. */
  deviceQueuePackets?: number;
  /** Bytes that the link sends at once after a pause, as behind Linux' tbf. The bucket fills at the bandwidth. 0: no bucket. Default: 0. */
  tokenBucketBytes?: number;
  /** Random extra delay of each packet behind the bottleneck. Packets of a flow do not overtake each other. Default: 0. */
  jitterMs?: number;
  /** Distribution of the jitter. Default: "uniform". */
  jitterDistribution?: Distribution;
  /** Share of the packets that are lost behind the bottleneck, at random and independently. Default: 0. */
  lossRate?: number;
  /** Bandwidth over time. A later change of the bandwidth ends it. Default: null. */
  schedule?: Schedule | null;
  /** Bottleneck of the way back, for the ACKs and for the data of groups with `direction` `reverse`. Off: the way back is never the bottleneck. Default: null. */
  reverse?: ReverseLink | null;
  /** Hops between the senders and the hop of the lanes, the first one first. Default: []. */
  hopsBefore?: Hop[];
  /** Hops between the hop of the lanes and the receivers, the first one first. Default: []. */
  hopsAfter?: Hop[];
}

/** Size of a buffer. */
export type Buffer = BufferPackets | BufferBytes | BufferMs | BufferBdp;

/** A buffer with a limit in packets of any size. */
export interface BufferPackets {
  /** Maximum number of packets that wait. */
  packets: number;
}

/** A buffer with a limit in bytes. It holds at most a million packets. */
export interface BufferBytes {
  /** Maximum number of bytes that wait. */
  bytes: number;
}

/** A buffer with a limit in drain time, rounded to whole packets of 1500 bytes. */
export interface BufferMs {
  /** Time to drain a full buffer. It is the largest possible queue delay. */
  ms: number;
  /** Minimum size of the buffer. Default: 1. */
  minPackets?: number;
}

/** A buffer with a limit in bandwidth-delay products, rounded to whole packets of 1500 bytes. */
export interface BufferBdp {
  /** Multiple of bandwidth times round-trip time. */
  bdp: number;
  /** Minimum size of the buffer. Default: 1. */
  minPackets?: number;
}

export type Distribution = 'uniform' | 'normal';

/** Rates of the link over time. */
export type Schedule = RateSteps | SquareWave | RateTrace;

/** A list of rates, each with its time. */
export interface RateSteps {
  kind: 'steps';
  /** Rates in order of time. */
  steps: RateStep[];
  /** Time after which the list starts again. Off: the last rate stays. Default: null. */
  repeatS?: number | null;
}

/** A rate, and the time from which it holds. */
export interface RateStep {
  /** Time from which the rate holds. */
  atS: number;
  /** Rate of the link; 0 is an outage. */
  rateMbps: number;
}

/** Two rates that alternate. The high rate comes first. */
export interface SquareWave {
  kind: 'square';
  /** The high rate. */
  highMbps: number;
  /** The low rate; 0 is an outage. */
  lowMbps: number;
  /** Time from one rise to the next. */
  periodS: number;
  /** Share of the period with the high rate. Default: 0.5. */
  duty?: number;
}

/** Rates in bins of equal length, such as a recorded cellular link. */
export interface RateTrace {
  kind: 'trace';
  /** Length of a bin. */
  binMs: number;
  /** Mean rate in each bin; 0 is an outage. */
  ratesMbps: number[];
  /** The trace starts again at its end. Otherwise the last rate stays. Default: true. */
  repeat?: boolean;
}

/** The bottleneck of the way back. */
export interface ReverseLink {
  /** Rate of the reverse link. */
  rateMbps: number;
  /** Size of the reverse buffer. */
  buffer: Buffer;
  /** Discipline of the reverse queue. Off: that of the lane, also after changes. Default: null. */
  queue?: Queue | null;
}

/** One lane: the queue discipline of the bottleneck. */
export type Queue =
  | DropTail
  | Red
  | Ared
  | Codel
  | Pie
  | Duk
  | Pi2
  | Pi
  | Choke
  | Blue
  | Avq
  | Cobalt
  | Sfq
  | FqCodel
  | FqPie
  | DualPi2
  | Manual;

/** First in, first out. Drops arriving packets while the buffer is full. */
export interface DropTail {
  kind: 'droptail';
}

/** Random Early Detection. Drops at random between two thresholds of the average queue, more often as it grows. */
export interface Red {
  kind: 'red';
  /** Which implementation to follow. Default: "floyd". */
  variant?: RedVariant;
  /** Average queue below which RED neither drops nor marks packets, in bytes. */
  minBytes?: number;
  /** Average queue below which RED neither drops nor marks packets, as a share of the buffer. */
  minShare?: number;
  /** Average queue at which the probability reaches its maximum, in bytes. */
  maxBytes?: number;
  /** Average queue at which the probability reaches its maximum, as a share of the buffer. */
  maxShare?: number;
  /** Average queue below which RED neither drops nor marks packets, in packets of 1500 bytes. Default: 5. */
  minPackets?: number;
  /** Average queue at which the probability reaches its maximum, in packets of 1500 bytes. Default: 15. */
  maxPackets?: number;
  /** Drop probability at the upper threshold. Default: 0.1. */
  maxP?: number;
  /** Weight of a new sample in the average queue. Off: computed from the bandwidth (`linux`: from the thresholds). Default: 0.002. */
  weight?: number | null;
  /** Above the upper threshold the probability rises to 1 at twice the threshold. Off: it jumps to 1. Default: true. */
  gentle?: boolean;
  /** Waits 1/p packets after each drop or mark. Gaps are then 1/p to 2/p packets instead of 1 to 1/p. Default: false. */
  wait?: boolean;
  /** Averages bytes instead of packets, and drops large packets more often. Always on in `linux`, where all sizes are dropped alike. Default: false. */
  byteMode?: boolean;
  /** Adapts the maximum probability every half second (`linux` only). Default: false. */
  adaptive?: boolean;
  /** Average packet size, `avpkt` of `tc`. Sets the weight and the decay while idle (`linux` only). Default: 1500. */
  avgPacketBytes?: number;
  /** Marks ECN-capable packets instead of dropping them, up to the upper threshold. Gentle: up to twice the threshold. `linux`: always. Default: false. */
  ecn?: boolean;
}

export type RedVariant = 'floyd' | 'linux';

/** Adaptive RED. Computes RED's thresholds from bandwidth and target, and adapts the maximum probability within its bounds. */
export interface Ared {
  kind: 'ared';
  /** Which algorithm to follow. Default: "floyd2001". */
  variant?: AredVariant;
  /** Queue delay in the middle between the two thresholds. The lower threshold is at least 5 packets. Default: 5. */
  targetMs?: number;
  /** Time between adaptations of the maximum probability. Default: 500. */
  intervalMs?: number;
  /** Lower bound of the maximum probability. Off: 1 / (packets that the link sends in 100 ms), at most 0.01, as in ns-2. Default: 0.01. */
  minMaxP?: number | null;
  /** Lower threshold as a share of the buffer. Off: a third of the upper one. If both are off, they are computed from bandwidth and target. Default: null. */
  minShare?: number | null;
  /** Upper threshold as a share of the buffer. Off: three times the lower one. Default: null. */
  maxShare?: number | null;
  /** Weight of a new sample in the average queue. Off: a time constant of one second. Default: null. */
  weight?: number | null;
  /** Marks ECN-capable packets instead of dropping them, up to twice the upper threshold. Default: false. */
  ecn?: boolean;
}

export type AredVariant = 'floyd2001' | 'schwardmann2014';

/** Controlled Delay. Drops packets more and more often while the delay stays above the target. */
export interface Codel {
  kind: 'codel';
  /** Which implementation to follow. Default: "linux". */
  variant?: CodelVariant;
  /** Acceptable standing delay. CoDel starts dropping when the delay stays above it for one interval, and more than one packet of the largest size waits. Default: 5. */
  targetMs?: number;
  /** Time that the delay must stay above the target before the first drop. The next drops follow at interval / sqrt(count). Set it to about the largest round-trip time. Default: 100. */
  intervalMs?: number;
  /** Marks ECN-capable packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Marks every ECN-capable packet whose delay exceeds this value. Default: null. */
  ceThresholdMs?: number | null;
}

export type CodelVariant = 'linux' | 'linux310' | 'rfc8289' | 'ns2' | 'schwardmann2014';

/** Proportional Integral controller Enhanced. Adjusts its drop probability to hold the delay at the target. A short burst after a quiet time passes. */
export interface Pie {
  kind: 'pie';
  /** Which implementation to follow. Default: "rfc8033". */
  variant?: PieVariant;
  /** Queue delay that the controller aims at. Default: 15. */
  targetMs?: number;
  /** Time between updates of the drop probability. Default: 15. */
  updateMs?: number;
  /** Integral gain: each update adds alpha times (delay - target) to the probability. Scaled down while the probability is below 10 %. Default: 0.125. */
  alpha?: number;
  /** Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a rise together add beta times the whole rise. Scaled down like alpha. Default: 1.25. */
  beta?: number;
  /** Time without early drops after a quiet period. It is restored when the probability is 0 and the delay is below half of the target. Default: 150. */
  maxBurstMs?: number;
  /** Marks ECN-capable packets instead of dropping them while the probability is at most 10 %. Default: false. */
  ecn?: boolean;
  /** Drops large packets more often than small ones. Default: false. */
  byteMode?: boolean;
  /** Estimates the delay from backlog and departure rate instead of timestamps. Default: false. */
  rateEstimator?: boolean;
}

export type PieVariant = 'rfc8033' | 'paper2013' | 'linux' | 'linux414';

/** Delay Utilization Knee. Drops just enough that the delay grows as fast as the utilization. Needs no target, but a unit of time. */
export interface Duk {
  kind: 'duk';
  /** Which reading of the paper to follow. Default: "refined". */
  variant?: DukVariant;
  /** Time between updates of the drop probability in variant `printed`; the shortest time in variant `refined`. Default: 1. */
  intervalMs?: number;
  /** Shortest interval and unit of time, in transmission times of the largest packet. More packets: higher utilization and delay. Default: 2. */
  resolutionPackets?: number;
  /** Marks ECN-capable packets instead of dropping them. Default: false. */
  ecn?: boolean;
}

export type DukVariant = 'refined' | 'printed';

/** PI with a squared output. Holds the delay at the target with the same gains at every load. Marks scalable traffic in proportion to the output, not to its square. */
export interface Pi2 {
  kind: 'pi2';
  /** Queue delay that the controller aims at. Default: 20. */
  targetMs?: number;
  /** Time between updates of the base probability. Default: 32. */
  updateMs?: number;
  /** Integral gain: each update adds alpha times (delay - target) to the base probability. Default: 0.3125. */
  alpha?: number;
  /** Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a rise together add beta times the whole rise. Default: 3.125. */
  beta?: number;
  /** Scalable packets are marked with this many times the base probability. Default: 2. */
  coupling?: number;
  /** Marks ECN-capable packets instead of dropping them. Off: all packets count as Classic. Default: true. */
  ecn?: boolean;
  /** Packets with ECT(0) count as scalable, like those with ECT(1). For traffic such as DCTCP. Default: false. */
  ect0Scalable?: boolean;
}

/** Proportional-integral controller. Holds the queue at a reference length; its gains must fit the network. */
export interface Pi {
  kind: 'pi';
  /** Queue length that the controller aims at, in packets of 1500 bytes. */
  referencePackets?: number;
  /** Queue length that the controller aims at, as a share of the buffer. Default: 0.25. */
  referenceShare?: number;
  /** Gain of the queue length now. Off: in proportion to b, or computed from the bandwidth, N and R. Default: null. */
  a?: number | null;
  /** Gain of the queue length at the last update. Off: in proportion to a, or computed from the bandwidth, N and R. Default: null. */
  b?: number | null;
  /** Smallest number of long flows for which the gains are computed: N in the paper. Default: 60. */
  designFlows?: number;
  /** Largest round-trip time for which the gains are computed, queue delay included: R in the paper. Default: 246.7. */
  designRttMs?: number;
  /** Updates of the probability per second. Default: 160. */
  samplesPerS?: number;
  /** Marks ECN-capable packets instead of dropping them. Default: false. */
  ecn?: boolean;
}

/** RED that compares each arriving packet with a random waiting one. It drops both if they belong to one flow. */
export interface Choke {
  kind: 'choke';
  /** Average queue below which every packet is admitted, in packets of 1500 bytes. Default: 5. */
  minPackets?: number;
  /** Average queue from which on every packet is dropped, in packets of 1500 bytes. Default: 15. */
  maxPackets?: number;
  /** RED's drop probability at the upper threshold. Default: 0.1. */
  maxP?: number;
  /** Weight of a new sample in the average queue. Off: computed from the bandwidth. Default: 0.002. */
  weight?: number | null;
  /** Marks the ECN-capable packets that RED selects, instead of dropping them. Matched packets of one flow are still dropped. Default: false. */
  ecn?: boolean;
}

/** Raises its drop probability when the buffer overflows and lowers it when the link is idle. */
export interface Blue {
  kind: 'blue';
  /** Increase of the probability when the buffer overflows: d1 in the paper. Default: 0.0025. */
  increase?: number;
  /** Decrease of the probability when the link is idle: d2 in the paper. Default: 0.00025. */
  decrease?: number;
  /** Shortest time between two changes of the probability. Default: 100. */
  freezeMs?: number;
  /** A queue longer than this raises the probability like an overflow. Off: only an overflow does. Default: null. */
  thresholdPackets?: number | null;
  /** Marks ECN-capable packets instead of dropping them. A full buffer still drops. Default: false. */
  ecn?: boolean;
}

/** Adaptive virtual queue. Drops packets that would overflow a virtual queue, whose link is slower. Its rate adapts to the desired utilization. */
export interface Avq {
  kind: 'avq';
  /** Utilization of the link that AVQ aims at: gamma in the paper. Default: 0.98. */
  utilization?: number;
  /** Speed at which the capacity of the virtual queue adapts. Too high values make it oscillate. Default: 0.15. */
  alpha?: number;
  /** Size of the virtual buffer, in packets of 1500 bytes. Off: as large as the buffer. Default: null. */
  virtualBufferPackets?: number | null;
  /** Marks ECN-capable packets instead of dropping them. A full buffer still drops. Default: false. */
  ecn?: boolean;
}

/** CoDel and BLUE side by side, as in CAKE. BLUE drops at random after the buffer has overflowed. */
export interface Cobalt {
  kind: 'cobalt';
  /** Acceptable standing delay. COBALT drops or marks packets while the delay is above it. Default: 5. */
  targetMs?: number;
  /** Time between the first two drops. The next ones follow at interval / sqrt(count). Set it to about the largest round-trip time. Default: 100. */
  intervalMs?: number;
  /** Raises target and interval on slow links, so that one and a half packets of 1500 bytes fit into the target. Default: true. */
  scalesWithRate?: boolean;
  /** CoDel marks ECN-capable packets instead of dropping them. BLUE always drops. Default: true. */
  ecn?: boolean;
  /** BLUE's drop probability rises by this step when the buffer overflows, at most once per target. Default: 0.00390625. */
  blueIncrement?: number;
  /** BLUE's drop probability falls by this step when the queue is empty, at most once per target. Default: 0.000244140625. */
  blueDecrement?: number;
}

/** Stochastic Fairness Queueing. A queue for each flow, served in turns; a full buffer drops from the longest. */
export interface Sfq {
  kind: 'sfq';
  /** Number of queues. Flows are hashed into them; two flows in one queue share its turns. Default: 1024. */
  buckets?: number;
  /** Bytes that a flow may send in its turn. Default: 1514. */
  quantumBytes?: number;
  /** Time between changes of the hash, so that two flows do not share a queue for long. Off: never. Default: null. */
  perturbS?: number | null;
  /** A full buffer drops the oldest packet of the longest queue instead of the newest. Default: false. */
  headDrop?: boolean;
  /** Changes which flows share a queue. Default: 0. */
  hashSeed?: number;
}

/** Flow Queue CoDel. A queue with its own CoDel for each flow, served in turns; sparse flows go first. */
export interface FqCodel {
  kind: 'fqCodel';
  /** Which implementation to follow. Default: "linux". */
  variant?: FqCodelVariant;
  /** Acceptable standing delay in each flow's queue. CoDel starts dropping when the delay stays above it for one interval. Default: 5. */
  targetMs?: number;
  /** Time that the delay must stay above the target before the first drop. The next drops follow at interval / sqrt(count). Set it to about the largest round-trip time. Default: 100. */
  intervalMs?: number;
  /** Marks ECN-capable packets instead of dropping them. A full buffer still drops. Default: true. */
  ecn?: boolean;
  /** Marks every ECN-capable packet whose delay exceeds this value. Default: null. */
  ceThresholdMs?: number | null;
  /** Number of queues. Flows are hashed into them; two flows in one queue share its delay. Default: 1024. */
  buckets?: number;
  /** Bytes that a flow may send in its turn. Default: 1514. */
  quantumBytes?: number;
  /** Changes which flows share a queue. Default: 0. */
  hashSeed?: number;
}

export type FqCodelVariant = 'linux' | 'rfc8290';

/** Flow Queue PIE. A queue with its own PIE for each flow, served in turns; sparse flows go first. */
export interface FqPie {
  kind: 'fqPie';
  /** Which implementation to follow. Default: "linux". */
  variant?: FqPieVariant;
  /** Delay in each flow's queue that its PIE aims at. Default: 15. */
  targetMs?: number;
  /** Time between updates of the drop probabilities. Default: 15. */
  updateMs?: number;
  /** Integral gain: each update adds alpha times (delay - target) to the probability. Scaled down while the probability is below 10 %. Default: 0.125. */
  alpha?: number;
  /** Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a rise together add beta times the whole rise. Scaled down like alpha. Default: 1.25. */
  beta?: number;
  /** Time without early drops in a flow's queue after a quiet period. It is restored when its probability is 0 and its delay is below half of the target. Default: 150. */
  maxBurstMs?: number;
  /** Marks ECN-capable packets instead of dropping them while the flow's probability is at most the mark limit. Default: false. */
  ecn?: boolean;
  /** Above this probability ECN-capable packets are dropped like all others. Default: 0.1. */
  markLimit?: number;
  /** Drops large packets more often than small ones. Default: false. */
  byteMode?: boolean;
  /** Estimates the delay from backlog and departure rate of each queue instead of timestamps. Default: false. */
  rateEstimator?: boolean;
  /** Number of queues. Flows are hashed into them; two flows in one queue share its delay. Default: 1024. */
  buckets?: number;
  /** Bytes that a flow may send in its turn. Default: 1514. */
  quantumBytes?: number;
  /** Changes which flows share a queue. Default: 0. */
  hashSeed?: number;
}

export type FqPieVariant = 'linux' | 'draft';

/** Dual queue with coupled PI2. An L4S queue with a low delay beside a Classic queue. The coupling of their probabilities aims at equal rates. */
export interface DualPi2 {
  kind: 'dualpi2';
  /** Which implementation to follow. Default: "linux". */
  variant?: DualPi2Variant;
  /** Delay that the controller aims at in the Classic queue. Default: 15. */
  targetMs?: number;
  /** Time between updates of the base probability. Default: 16. */
  updateMs?: number;
  /** Integral gain: each update adds alpha times (delay - target) to the base probability. Default: 0.16. */
  alpha?: number;
  /** Proportional gain: each update adds beta times the change of the delay since the last update. So all updates of a rise together add beta times the whole rise. Default: 3.2. */
  beta?: number;
  /** Factor k: L4S packets are marked with k times the base probability p', Classic packets are signalled with its square. So L4S packets are marked k / p' times as often. Default: 2. */
  coupling?: number;
  /** Delay in the L4S queue above which packets are marked whatever the base probability is. `linux`: all of them. `rfc9332`: more and more of them, on the ramp. Default: 1. */
  thresholdMs?: number;
  /** Width of the ramp above the L4S threshold, on which the marks rise to 100 % (`rfc9332` only). Default: 0. */
  rampMs?: number;
  /** L4S threshold in packets, in place of the delay (`linux` only). Off: the delay applies. Default: null. */
  thresholdPackets?: number | null;
  /** Shortest L4S queue with which the threshold marks. `linux`: at least this many packets wait when the packet arrives. `rfc9332`: more than this many are in the queue, the packet itself included. Default: 0. */
  floorPackets?: number;
  /** Share of the link that the Classic queue keeps while both queues hold packets. Default: 0.1. */
  classicShare?: number;
  /** Drops L4S packets, too, when the base probability times k exceeds 100 %. Off: only a full buffer drops them (`linux` only). Default: true. */
  dropOverload?: boolean;
  /** Decides on arriving instead of departing packets (`linux` only). Default: false. */
  dropEarly?: boolean;
  /** Puts every ECN-capable packet into the L4S queue, as in data centres (`linux` only). Default: false. */
  anyEct?: boolean;
  /** Marks ECN-capable packets. Off: drops them instead. Default: true. */
  ecn?: boolean;
}

export type DualPi2Variant = 'linux' | 'rfc9332';

/** You are the AQM: a buffer whose next packet is dropped when you press a key. */
export interface Manual {
  kind: 'manual';
  /** Marks ECN-capable packets instead of dropping them. A full buffer still drops. Default: false. */
  ecn?: boolean;
}

/** Another hop of the way forward: a queue with a discipline of its own, and a link. */
export interface Hop {
  /** Rate of the link of the hop. */
  rateMbps: number;
  /** Size of the buffer of the hop. */
  buffer: Buffer;
  /** Discipline of the hop. Off: that of the lane, also after changes. Default: null. */
  queue?: Queue | null;
  /** Packets that the device of the hop takes out of its queue ahead of the one on the wire. Default: 0. */
  deviceQueuePackets?: number;
  /** One-way propagation delay between this hop and its neighbour towards the hop of the lanes. It adds to the round-trip time. Default: 0. */
  delayMs?: number;
}

/** What the senders of a lane do differently from those of other lanes. */
export interface LaneSenders {
  /** Congestion control of the TCP senders in this lane, in place of that of their groups. Empty: as the traffic. Default: null. */
  cc?: CongestionControl | null;
  /** The only traffic group to which the lane's `cc` applies, counted from 0. Empty: all groups over TCP. Default: null. */
  ccGroup?: number | null;
}

/** Congestion control of TCP senders: a name, or a name with parameters. */
export type CongestionControl =
  | 'cubic'
  | 'newreno'
  | 'hstcp'
  | 'scalable'
  | 'htcp'
  | 'bic'
  | 'vegas'
  | 'dctcp'
  | 'bbr'
  | 'aimd'
  | 'ledbat'
  | 'reno'
  | 'sack'
  | 'prague'
  | 'westwood'
  | 'illinois'
  | 'yeah'
  | 'veno'
  | 'bbr3'
  | Cubic
  | NewReno
  | Hstcp
  | Scalable
  | Htcp
  | Bic
  | Vegas
  | Dctcp
  | Bbr
  | Aimd
  | Ledbat
  | Reno
  | Sack
  | Prague
  | Westwood
  | Illinois
  | Yeah
  | Veno
  | Bbr3;

/** CUBIC (RFC 9438), in the Linux stacks with HyStart: the default of today's systems. */
export interface Cubic {
  kind: 'cubic';
  /** The window is multiplied by this after a loss. Default: 0.7. */
  beta?: number;
  /** Steepness of the cubic curve. Default: 0.4. */
  c?: number;
  /** A flow whose peak falls gives up more of its window, so that new flows get their share sooner. Default: true. */
  fastConvergence?: boolean;
  /** Grows at least as fast as Reno would. Default: true. */
  tcpFriendliness?: boolean;
  /** Ends slow start when the delay rises, or when a train of ACKs takes half of the smallest RTT. The stack `rfc` has no HyStart. Default: true. */
  hystart?: boolean;
}

/** NewReno: Reno's window rules (RFC 5681). Loss recovery is the stack's, with SACK if it is on. */
export interface NewReno {
  kind: 'newreno';
}

/** HighSpeed TCP (RFC 3649): Reno for windows up to 38 segments, faster beyond. */
export interface Hstcp {
  kind: 'hstcp';
}

/** Scalable TCP: grows and falls in proportion to its window. */
export interface Scalable {
  kind: 'scalable';
  /** The window grows by one segment for this many acknowledged ones. Smaller windows grow like Reno's. Default: 100. */
  increaseEvery?: number;
  /** Fraction of the window that a loss takes away. Default: 0.125. */
  decrease?: number;
}

/** H-TCP: the longer ago the last loss, the faster the window grows. */
export interface Htcp {
  kind: 'htcp';
  /** Scales the growth with the RTT, so that flows with different RTTs share the link more evenly. Default: true. */
  rttScaling?: boolean;
  /** Halves the window after a loss if the throughput changed by more than 20 % since the loss before. Default: true. */
  bandwidthSwitch?: boolean;
}

/** BIC: searches for the last maximum of the window by bisection. */
export interface Bic {
  kind: 'bic';
  /** Up to this window BIC grows and falls like Reno. Default: 14. */
  lowWindow?: number;
  /** Largest growth of the window in a round trip. Default: 16. */
  maxIncrement?: number;
  /** The window is multiplied by this after a loss. Default: 0.8. */
  beta?: number;
  /** Close to the last maximum, the window grows by one segment in this many quarters of a round trip. Default: 20. */
  smoothPart?: number;
  /** A flow whose maximum falls gives up more of its window, so that new flows get their share sooner. Default: true. */
  fastConvergence?: boolean;
}

/** Vegas: keeps two to four segments in the queue. */
export interface Vegas {
  kind: 'vegas';
  /** The window grows while fewer of this flow's segments wait in the queue. Default: 2. */
  alpha?: number;
  /** The window shrinks while more of this flow's segments wait in the queue. Default: 4. */
  beta?: number;
  /** Slow start ends when more of this flow's segments wait in the queue. Default: 1. */
  gamma?: number;
}

/** DCTCP (RFC 8257): falls in proportion to the fraction of ECN marks. Needs ECN. */
export interface Dctcp {
  kind: 'dctcp';
  /** In the average, a new fraction of marks has the weight 2 to the power of minus this value. Default: 4. */
  weightLog?: number;
  /** Estimated fraction of marks at the start. The first mark reduces the window by half of this fraction. Default: 1. */
  initialAlpha?: number;
}

/** BBR version 1: paces at the largest delivery rate of the last ten round trips. Losses do not change its model of the path. */
export interface Bbr {
  kind: 'bbr';
}

/** AIMD(a, b): adds a segments per round trip, and a loss takes away the fraction b. */
export interface Aimd {
  kind: 'aimd';
  /** Segments that a round trip adds to the window. Reno adds 1. Default: 1. */
  a?: number;
  /** Fraction of the window that a loss or a mark takes away. Reno takes 0.5. Default: 0.5. */
  b?: number;
}

/** LEDBAT (RFC 6817): keeps the queueing delay at a target, and makes room for flows that make the queue longer. */
export interface Ledbat {
  kind: 'ledbat';
  /** Queueing delay that the window is steered to. Default: 100. */
  targetMs?: number;
  /** Segments by which the window grows in a round trip while the queue is empty. Default: 1. */
  gain?: number;
  /** The delay of the empty path is the smallest one of these last minutes. Default: 10. */
  baseHistoryMin?: number;
  /** The current delay is the smallest one of these last samples. Default: 4. */
  currentFilter?: number;
}

/** Reno (RFC 5681) without SACK: one recovery repairs one loss. */
export interface Reno {
  kind: 'reno';
}

/** Reno with SACK recovery (RFC 6675), whatever the stack. */
export interface Sack {
  kind: 'sack';
}

/** Prague: the sender of L4S. Falls in proportion to the fraction of ECN marks, and is paced. Its rate hardly depends on the RTT below 25 ms. Needs ECN and a queue with L4S marks, like DualPI2. */
export interface Prague {
  kind: 'prague';
  /** In the average, a new fraction of marks has the weight 2 to the power of minus this value. Default: 4. */
  weightLog?: number;
  /** Flows with a shorter round-trip time behave as if it were this one. 0: every flow uses its own. Default: 25. */
  virtualRttMs?: number;
}

/** Westwood+: after a loss the window is the measured bandwidth times the smallest round-trip time. */
export interface Westwood {
  kind: 'westwood';
  /** Shortest interval of a bandwidth sample. A sample takes at least a round-trip time. Default: 50. */
  minIntervalMs?: number;
}

/** Illinois: losses reduce the window. The queueing delay sets how much it grows and falls. */
export interface Illinois {
  kind: 'illinois';
  /** Segments that a round trip adds while the queue is full. Default: 0.3. */
  alphaMin?: number;
  /** Segments that a round trip adds while the queue is empty. Default: 10. */
  alphaMax?: number;
  /** Fraction of the window that a loss takes away while the queue is empty. Default: 0.125. */
  betaMin?: number;
  /** Fraction of the window that a loss takes away while the queue is full. Default: 0.5. */
  betaMax?: number;
  /** Smaller windows follow Reno. Default: 15. */
  windowThreshold?: number;
  /** Round trips with a short queue before the increase returns to its largest value. Default: 5. */
  theta?: number;
}

/** YeAH: grows like Scalable TCP while the queue is short, and like Reno while it is long. */
export interface Yeah {
  kind: 'yeah';
  /** With more segments of this flow in the queue, the window falls so that the queue drains. Default: 80. */
  maxQueue?: number;
  /** After this many round trips with a long queue a loss halves the window. Default: 16. */
  rho?: number;
  /** After this many round trips with a short queue the estimate of Reno's window starts anew. Default: 50. */
  zeta?: number;
}

/** Veno: Reno that treats a loss as random while few of its segments wait in the queue. */
export interface Veno {
  kind: 'veno';
  /** With fewer segments of this flow in the queue, a loss counts as random and costs a fifth. Default: 3. */
  beta?: number;
}

/** BBR version 3: paces at the measured bandwidth. Losses lower the rate for a time; a probe that loses more than 2 % limits the data in flight. */
export interface Bbr3 {
  kind: 'bbr3';
  /** A probe for more bandwidth ends when more than this share of the data in flight is lost. Default: 0.02. */
  lossThreshold?: number;
  /** A round trip with losses multiplies the short-term bounds by this, but not below what was delivered. Default: 0.7. */
  beta?: number;
  /** Part of the long-term bound that stays free between probes, for other flows. Default: 0.15. */
  headroom?: number;
}

/** One lane: the queue discipline of the bottleneck, and the congestion control of its senders if the lane sets one. */
export type Lane = Queue & LaneSenders;

/** A group of equal sources. */
export type Traffic = Bulk | Cbr | Poisson | Short | Web | Video | Voip | Limited | OnOff;

/** TCP flows that always have data to send. */
export interface Bulk {
  kind: 'bulk';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. The ACKs go the other way. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of flows. Default: 1. */
  flows?: number;
  /** Congestion control of the senders. Default: "cubic". */
  cc?: CongestionControl;
  /** TCP implementation that the end systems follow. Default: "linux-6". */
  stack?: Stack;
  /** The flows are ECN-capable: queues with ECN mark their packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Senders space their packets over the round-trip time instead of sending windows at once. A congestion control that sets a pacing rate paces without this. Default: false. */
  pacing?: boolean;
  /** Receivers send selective acknowledgements. The control `reno` uses none, and `sack` always does. Default: true. */
  sack?: boolean;
  /** Receivers acknowledge every second segment instead of every segment. Default: true. */
  delayedAck?: boolean;
  /** Congestion window at the start. Default: 10. */
  initialWindow?: number;
  /** Wait for the answer to a SYN before it is sent again; it doubles each time. Linux before 3.1 has 3000 ms. Default: 1000. */
  initialRtoMs?: number;
  /** Maximum number of segments in flight. Default: 1048576. */
  receiveWindowPackets?: number;
  /** Size of an IP packet with a full segment. Default: 1500. */
  packetBytes?: number;
  /** Round-trip propagation time of these flows. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Random extra delay of each packet. Default: 0. */
  jitterMs?: number;
  /** Distribution of the jitter. Default: "uniform". */
  jitterDistribution?: Distribution;
  /** Where on the path the packets are delayed. Default: "behind". */
  jitterPlace?: JitterPlace;
  /** Time at which the first flow starts. Default: 0. */
  startS?: number;
  /** Time at which the flows stop sending. Off: never. Default: null. */
  stopS?: number | null;
  /** Time between the starts of two flows. Default: 0. */
  staggerS?: number;
  /** Maximum random extra delay of each flow's start. It makes runs with different seeds differ. Default: 0.1. */
  spreadS?: number;
}

export type Direction = 'forward' | 'reverse';

export type Stack = 'linux-6' | 'linux-3.10' | 'rfc';

export type JitterPlace = 'behind' | 'ahead';

/** Datagrams at a constant bit rate. They do not react to congestion. */
export interface Cbr {
  kind: 'cbr';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of sources. All send at the same times, so their packets arrive in bursts. Default: 1. */
  flows?: number;
  /** Rate of each source, headers included. */
  rateMbps: number;
  /** Size of an IP packet. Default: 1500. */
  packetBytes?: number;
  /** Queues with ECN mark these packets instead of dropping them. The sources ignore the marks. Default: false. */
  ecn?: boolean;
  /** Time at which the sources start. Default: 0. */
  startS?: number;
  /** Time at which the sources stop. Off: never. Default: null. */
  stopS?: number | null;
}

/** Datagrams with exponentially distributed gaps. They do not react to congestion. */
export interface Poisson {
  kind: 'poisson';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of sources. Default: 1. */
  flows?: number;
  /** Mean rate of each source, headers included. */
  rateMbps: number;
  /** Size of an IP packet; the mean size for exponential sizes. Default: 1500. */
  packetBytes?: number;
  /** Distribution of the packet sizes. Default: "fixed". */
  sizes?: Sizes;
  /** Queues with ECN mark these packets instead of dropping them. The sources ignore the marks. Default: false. */
  ecn?: boolean;
  /** Time at which the sources start. Default: 0. */
  startS?: number;
  /** Time at which the sources stop. Off: never. Default: null. */
  stopS?: number | null;
}

export type Sizes = 'fixed' | 'exponential';

/** Short TCP flows: each connection carries one message and then closes. */
export interface Short {
  kind: 'short';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. The ACKs go the other way. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of users. Each has one flow at a time. Default: 10. */
  flows?: number;
  /** Sizes of the messages. Default: {"kind":"fixed","bytes":100000}. */
  size?: FlowSize;
  /** Arrival rate of flows, as a Poisson process. A flow without a free user is refused. Off: each user starts a flow after a pause. Default: null. */
  arrivalsPerS?: number | null;
  /** Mean pause of a user between two flows. It has no effect with an arrival rate. Default: 1. */
  thinkS?: number;
  /** Distribution of the pauses. Default: "exponential". */
  think?: Pauses;
  /** Congestion control of the senders. Default: "cubic". */
  cc?: CongestionControl;
  /** TCP implementation that the end systems follow. Default: "linux-6". */
  stack?: Stack;
  /** The flows are ECN-capable: queues with ECN mark their packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Senders space their packets over the round-trip time instead of sending windows at once. A congestion control that sets a pacing rate paces without this. Default: false. */
  pacing?: boolean;
  /** Receivers send selective acknowledgements. The control `reno` uses none, and `sack` always does. Default: true. */
  sack?: boolean;
  /** Receivers acknowledge every second segment instead of every segment. Default: true. */
  delayedAck?: boolean;
  /** Congestion window at the start. Default: 10. */
  initialWindow?: number;
  /** Wait for the answer to a SYN before it is sent again; it doubles each time. Linux before 3.1 has 3000 ms. Default: 1000. */
  initialRtoMs?: number;
  /** Maximum number of segments in flight. Default: 1048576. */
  receiveWindowPackets?: number;
  /** Size of an IP packet with a full segment. Default: 1500. */
  packetBytes?: number;
  /** Round-trip propagation time of these flows. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Random extra delay of each packet. Default: 0. */
  jitterMs?: number;
  /** Distribution of the jitter. Default: "uniform". */
  jitterDistribution?: Distribution;
  /** Where on the path the packets are delayed. Default: "behind". */
  jitterPlace?: JitterPlace;
  /** Time at which the first flow starts. Default: 0. */
  startS?: number;
  /** Time at which the flows stop sending. Off: never. Default: null. */
  stopS?: number | null;
  /** Time between the starts of two flows. Default: 0. */
  staggerS?: number;
  /** Maximum random extra delay of each flow's start. It makes runs with different seeds differ. Default: 0.1. */
  spreadS?: number;
}

/** Sizes of flows or objects. A size is rounded up to whole segments. */
export type FlowSize = FixedSize | ListedSizes | ParetoSize | LognormalSize;

/** All sizes are equal. */
export interface FixedSize {
  kind: 'fixed';
  /** Size without headers. */
  bytes: number;
}

/** These sizes in turn. */
export interface ListedSizes {
  kind: 'list';
  /** Sizes without headers, rounded to whole bytes. */
  bytes: number[];
}

/** Bounded Pareto distribution: heavy-tailed, most flows are short and most bytes are in long ones. */
export interface ParetoSize {
  kind: 'pareto';
  /** Smallest size. Default: 10000. */
  minBytes?: number;
  /** Largest size. Default: 10000000. */
  maxBytes?: number;
  /** Tail index. The tail is heavier for smaller numbers. Default: 1.2. */
  shape?: number;
}

/** Lognormal distribution. */
export interface LognormalSize {
  kind: 'lognormal';
  /** Median size. Default: 10000. */
  medianBytes?: number;
  /** Largest size. Larger ones become this size. Default: 10000000. */
  maxBytes?: number;
  /** Standard deviation of the natural logarithm of the size. Default: 1.5. */
  sigma?: number;
}

export type Pauses = 'exponential' | 'fixed';

/** Page loads: a main object, then other objects over several parallel connections. */
export interface Web {
  kind: 'web';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. The ACKs go the other way. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of users. Each loads one page at a time. Default: 5. */
  flows?: number;
  /** Size of a page's main object. Default: 50000. */
  pageBytes?: number;
  /** Number of other objects of a page. Default: 20. */
  objects?: number;
  /** Sizes of the other objects. Default: {"kind":"lognormal","medianBytes":10000,"maxBytes":1000000,"sigma":1.5}. */
  size?: FlowSize;
  /** Most parallel connections of a user. Default: 6. */
  connections?: number;
  /** Mean pause between two pages. Default: 5. */
  thinkS?: number;
  /** Distribution of the pauses. Default: "exponential". */
  think?: Pauses;
  /** Congestion control of the senders. Default: "cubic". */
  cc?: CongestionControl;
  /** TCP implementation that the end systems follow. Default: "linux-6". */
  stack?: Stack;
  /** The flows are ECN-capable: queues with ECN mark their packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Senders space their packets over the round-trip time instead of sending windows at once. A congestion control that sets a pacing rate paces without this. Default: false. */
  pacing?: boolean;
  /** Receivers send selective acknowledgements. The control `reno` uses none, and `sack` always does. Default: true. */
  sack?: boolean;
  /** Receivers acknowledge every second segment instead of every segment. Default: true. */
  delayedAck?: boolean;
  /** Congestion window at the start. Default: 10. */
  initialWindow?: number;
  /** Wait for the answer to a SYN before it is sent again; it doubles each time. Linux before 3.1 has 3000 ms. Default: 1000. */
  initialRtoMs?: number;
  /** Maximum number of segments in flight. Default: 1048576. */
  receiveWindowPackets?: number;
  /** Size of an IP packet with a full segment. Default: 1500. */
  packetBytes?: number;
  /** Round-trip propagation time of these flows. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Random extra delay of each packet. Default: 0. */
  jitterMs?: number;
  /** Distribution of the jitter. Default: "uniform". */
  jitterDistribution?: Distribution;
  /** Where on the path the packets are delayed. Default: "behind". */
  jitterPlace?: JitterPlace;
  /** Time at which the first flow starts. Default: 0. */
  startS?: number;
  /** Time at which the flows stop sending. Off: never. Default: null. */
  stopS?: number | null;
  /** Time between the starts of two flows. Default: 0. */
  staggerS?: number;
  /** Maximum random extra delay of each flow's start. It makes runs with different seeds differ. Default: 0.1. */
  spreadS?: number;
}

/** Video players: segment downloads with a playback buffer and a bit rate that adapts. */
export interface Video {
  kind: 'video';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. The ACKs go the other way. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of players. Default: 1. */
  flows?: number;
  /** Bit rates to select from, in ascending order. With one rate there is no adaptation. Default: [0.5,1,2.5,5,8]. */
  ratesMbps?: number[];
  /** Playing time of a segment. Default: 4. */
  segmentS?: number;
  /** Largest playing time in the buffer; at least two segments. Default: 30. */
  bufferS?: number;
  /** Playing time in the buffer at which playback starts, also after a stall. Default: 4. */
  startupS?: number;
  /** Congestion control of the senders. Default: "cubic". */
  cc?: CongestionControl;
  /** TCP implementation that the end systems follow. Default: "linux-6". */
  stack?: Stack;
  /** The flows are ECN-capable: queues with ECN mark their packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Senders space their packets over the round-trip time instead of sending windows at once. A congestion control that sets a pacing rate paces without this. Default: false. */
  pacing?: boolean;
  /** Receivers send selective acknowledgements. The control `reno` uses none, and `sack` always does. Default: true. */
  sack?: boolean;
  /** Receivers acknowledge every second segment instead of every segment. Default: true. */
  delayedAck?: boolean;
  /** Congestion window at the start. Default: 10. */
  initialWindow?: number;
  /** Wait for the answer to a SYN before it is sent again; it doubles each time. Linux before 3.1 has 3000 ms. Default: 1000. */
  initialRtoMs?: number;
  /** Maximum number of segments in flight. Default: 1048576. */
  receiveWindowPackets?: number;
  /** Size of an IP packet with a full segment. Default: 1500. */
  packetBytes?: number;
  /** Round-trip propagation time of these flows. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Random extra delay of each packet. Default: 0. */
  jitterMs?: number;
  /** Distribution of the jitter. Default: "uniform". */
  jitterDistribution?: Distribution;
  /** Where on the path the packets are delayed. Default: "behind". */
  jitterPlace?: JitterPlace;
  /** Time at which the first flow starts. Default: 0. */
  startS?: number;
  /** Time at which the flows stop sending. Off: never. Default: null. */
  stopS?: number | null;
  /** Time between the starts of two flows. Default: 0. */
  staggerS?: number;
  /** Maximum random extra delay of each flow's start. It makes runs with different seeds differ. Default: 0.1. */
  spreadS?: number;
}

/** Telephone calls with measured quality. */
export interface Voip {
  kind: 'voip';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of calls, in this direction. Default: 1. */
  flows?: number;
  /** Rate of a call while it sends, with all headers. The default is G.711 with IP, UDP, RTP and Ethernet headers. Default: 0.0872. */
  rateMbps?: number;
  /** Size of a packet with all headers. Rate and size give the speech in a packet: 20 ms by default. Default: 218. */
  packetBytes?: number;
  /** A call sends during talk spurts only. Otherwise it sends all the time. Default: false. */
  talkSpurts?: boolean;
  /** Mean length of a talk spurt, exponentially distributed. Default: 1.004. */
  talkS?: number;
  /** Mean length of a silence, exponentially distributed. Default: 1.587. */
  silenceS?: number;
  /** Delay of the receiver's jitter buffer. It follows the smoothed delay of the packets. Default: 40. */
  jitterBufferMs?: number;
  /** Equipment impairment factor Ie of the codec. Default: 0. */
  impairment?: number;
  /** Packet-loss robustness factor Bpl of the codec: 4.3 for G.711 without loss concealment. Default: 25.1. */
  robustness?: number;
  /** Queues with ECN mark these packets instead of dropping them. The sources ignore the marks. Default: false. */
  ecn?: boolean;
  /** Round-trip propagation time of these datagrams. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Time at which the sources start. Default: 0. */
  startS?: number;
  /** Time at which the sources stop. Off: never. Default: null. */
  stopS?: number | null;
  /** Maximum random extra delay of each source's start. Default: 0.1. */
  spreadS?: number;
}

/** TCP flows whose application writes chunks at a limited rate. */
export interface Limited {
  kind: 'limited';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. The ACKs go the other way. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of flows. Default: 1. */
  flows?: number;
  /** Rate at which each application writes, without headers. Default: 1. */
  rateMbps?: number;
  /** Size of each write, rounded up to whole segments. Default: 10000. */
  chunkBytes?: number;
  /** Congestion control of the senders. Default: "cubic". */
  cc?: CongestionControl;
  /** TCP implementation that the end systems follow. Default: "linux-6". */
  stack?: Stack;
  /** The flows are ECN-capable: queues with ECN mark their packets instead of dropping them. Default: false. */
  ecn?: boolean;
  /** Senders space their packets over the round-trip time instead of sending windows at once. A congestion control that sets a pacing rate paces without this. Default: false. */
  pacing?: boolean;
  /** Receivers send selective acknowledgements. The control `reno` uses none, and `sack` always does. Default: true. */
  sack?: boolean;
  /** Receivers acknowledge every second segment instead of every segment. Default: true. */
  delayedAck?: boolean;
  /** Congestion window at the start. Default: 10. */
  initialWindow?: number;
  /** Wait for the answer to a SYN before it is sent again; it doubles each time. Linux before 3.1 has 3000 ms. Default: 1000. */
  initialRtoMs?: number;
  /** Maximum number of segments in flight. Default: 1048576. */
  receiveWindowPackets?: number;
  /** Size of an IP packet with a full segment. Default: 1500. */
  packetBytes?: number;
  /** Round-trip propagation time of these flows. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Random extra delay of each packet. Default: 0. */
  jitterMs?: number;
  /** Distribution of the jitter. Default: "uniform". */
  jitterDistribution?: Distribution;
  /** Where on the path the packets are delayed. Default: "behind". */
  jitterPlace?: JitterPlace;
  /** Time at which the first flow starts. Default: 0. */
  startS?: number;
  /** Time at which the flows stop sending. Off: never. Default: null. */
  stopS?: number | null;
  /** Time between the starts of two flows. Default: 0. */
  staggerS?: number;
  /** Maximum random extra delay of each flow's start. It makes runs with different seeds differ. Default: 0.1. */
  spreadS?: number;
}

/** Datagrams at a constant rate in periods, with silence between them. They do not react to congestion. */
export interface OnOff {
  kind: 'onOff';
  /** Name of the group. Empty: the page shows the kind. Default: "". */
  name?: string;
  /** A muted group sends nothing. Unmuted, its sources start anew. Default: false. */
  muted?: boolean;
  /** Direction of the data. Default: "forward". */
  direction?: Direction;
  /** First hop of the data, counted from 1. Default: 1. */
  firstHop?: number;
  /** Last hop of the data, counted from 1. Off: the last hop of the path. Default: null. */
  lastHop?: number | null;
  /** Number of sources. Default: 1. */
  flows?: number;
  /** Rate of each source while it sends, headers included. */
  rateMbps: number;
  /** Size of an IP packet. Default: 1500. */
  packetBytes?: number;
  /** Mean length of a period of sending. Default: 1. */
  onS?: number;
  /** Mean length of a silence. Default: 1. */
  offS?: number;
  /** Distribution of both lengths. Default: "exponential". */
  periods?: Pauses;
  /** Queues with ECN mark these packets instead of dropping them. The sources ignore the marks. Default: false. */
  ecn?: boolean;
  /** Round-trip propagation time of these datagrams. Off: that of the link. Default: null. */
  rttMs?: number | null;
  /** Time at which the sources start. Default: 0. */
  startS?: number;
  /** Time at which the sources stop. Off: never. Default: null. */
  stopS?: number | null;
  /** Maximum random extra delay of each source's start. Default: 0.1. */
  spreadS?: number;
}

/** A change to the running experiment. */
export interface TimedChange {
  /** Simulated time of the change. */
  atS: number;
  /** Path of the changed value, such as link.rateMbps, queues.0.targetMs, queues.0, traffic.1.flows or burst. */
  set: string;
  /** New value. For a burst: an object with rateMbps, durationS and packetBytes. */
  to: unknown;
  /** The only lane that a change of link, traffic or burst concerns, counted from 0. Empty: all lanes. A change of a queue concerns the lane that its path names. Default: null. */
  lane?: number | null;
  /** A muted change keeps its place in the list, and the run is as if it were not there. Default: false. */
  muted?: boolean;
}

/** A goal of a challenge: a measure over a span of time, and what it must be compared with. Exactly one comparison is given. */
export interface Goal {
  /** Name of the measure, such as queueDelayMs.p95, utilization or mos; of a group also goodputMbps. */
  measure: string;
  /** Lane that is measured, counted from 0. Default: 0. */
  lane?: number;
  /** Traffic group that is measured, counted from 0. Left out: the whole lane. */
  group?: number;
  /** Hop that is measured, counted from 1 along the way forward. Left out: that of the lane. */
  hop?: number;
  /** Start of the measured time. Left out: the warm-up. */
  fromS?: number;
  /** End of the measured time. Left out: the end of the run. */
  toS?: number;
  /** Largest value that reaches the goal, in the unit of the measure; shares from 0 to 1. */
  atMost?: number;
  /** Smallest value that reaches the goal, in the unit of the measure; shares from 0 to 1. */
  atLeast?: number;
  /** Lane, counted from 0, whose value must be larger. */
  lessThanLane?: number;
  /** Lane, counted from 0, whose value must be smaller. */
  moreThanLane?: number;
}

/** A value that may be changed in a challenge, and the values that are accepted: a range or a list. */
export interface Free {
  /** Path of the value in the scenario, such as queues.0.targetMs, link.buffer.packets, or queues.0.kind. */
  set: string;
  /** Smallest number that is accepted. */
  min?: number;
  /** Largest number that is accepted. */
  max?: number;
  /** Values that are accepted, in place of a range. */
  values?: unknown[];
  /** Timed changes may set it, too, as often as the timeline has room. Otherwise only the start may have another value. Default: false. */
  live?: boolean;
}

/** An extra source that sends at a constant bit rate for a limited time. */
export interface Burst {
  /** Rate of the burst, headers included. */
  rateMbps: number;
  /** Duration of the burst. */
  durationS: number;
  /** Size of an IP packet. Default: 1500. */
  packetBytes?: number;
}

/** A sweep: a scenario that is run with every combination of cases, values and seeds. */
export interface Plan {
  /** Version of the format. */
  readonly version: 1;
  /** Title of the sweep. Default: "". */
  readonly title?: string;
  /** Description of the sweep in at most 60 words. Default: "". */
  readonly about?: string;
  /** Publication or measurement that the sweep reproduces. Empty: none. Default: null. */
  readonly source?: Source | null;
  /** The scenario. Cases and parameters set some of its fields. */
  readonly scenario: Scenario;
  /** Cases, each of which sets several fields at once. Without cases, the scenario is the only one. Default: []. */
  readonly cases?: readonly Case[];
  /** Parameters with several values. Every case runs with every combination of the values. Default: []. */
  readonly vary?: readonly Vary[];
  /** Seeds of the runs. If left out, the seed of the scenario. */
  readonly seeds?: Seeds;
  /** Lanes to run, from 0. Empty: all lanes. Default: []. */
  readonly lanes?: readonly number[];
  /** Measures in the table of results, such as queueDelayMs.p95. Empty: the measures that aqm sweep prints by default. Default: []. */
  readonly measures?: readonly string[];
}

/** A set-up with several fields that belong together. */
export interface Case {
  /** Name of the case in tables. */
  readonly name: string;
  /** Path and value of each field, such as "link.rateMbps": 5. A path to an object is set before the paths inside it. Default: {}. */
  readonly set?: Readonly<Record<string, unknown>>;
}

/** A parameter with several values. */
export type Vary = VaryValues | VaryCount | VaryStep;

/** A parameter with a list of values. */
export interface VaryValues {
  /** Path of the field: names and indices joined by dots, such as queues.0.targetMs. */
  readonly path: string;
  /** Values in the order of the table: numbers, words, or whole objects such as a queue. */
  readonly values: readonly unknown[];
}

/** A parameter with a number of values between two ends. */
export interface VaryCount {
  /** Path of the field: names and indices joined by dots, such as link.rateMbps. */
  readonly path: string;
  /** First value. */
  readonly from: number;
  /** Last value. */
  readonly to: number;
  /** Number of values, both ends included. */
  readonly count: number;
  /** Equal ratios between neighbours instead of equal differences. Values are rounded to four significant digits. Default: false. */
  readonly log?: boolean;
  /** Round to whole numbers. Equal values are used once. Default: false. */
  readonly whole?: boolean;
}

/** A parameter with values at equal distances. */
export interface VaryStep {
  /** Path of the field: names and indices joined by dots, such as link.rttMs. */
  readonly path: string;
  /** First value. */
  readonly from: number;
  /** Upper limit: the last value is at most this. */
  readonly to: number;
  /** Distance between neighbours. */
  readonly step: number;
}

/** Seeds of the runs. */
export type Seeds = SeedRange | SeedList;

/** Consecutive seeds. */
export interface SeedRange {
  /** First seed. Default: 1. */
  readonly first?: number;
  /** Number of seeds. */
  readonly count: number;
}

/** A list of seeds. */
export interface SeedList {
  /** The seeds, each once. */
  readonly list: readonly number[];
}

/** All queue disciplines, in the order offered. */
export const QUEUE_KINDS = [
  "droptail",
  "red",
  "ared",
  "codel",
  "pie",
  "duk",
  "pi2",
  "pi",
  "choke",
  "blue",
  "avq",
  "cobalt",
  "sfq",
  "fqCodel",
  "fqPie",
  "dualpi2",
  "manual",
] as const;

/** Name of each discipline, name where there is little room, whether it can mark packets, its family, and colour and dash of its lanes. */
export const QUEUES = {
  "droptail": {"label":"Drop-tail","short":"Drop-tail","marks":false,"family":"No AQM","colour":"orange","dash":"solid"},
  "red": {"label":"RED","short":"RED","marks":true,"family":"By queue length","colour":"magenta","dash":"dashDot"},
  "ared": {"label":"Adaptive RED","short":"ARED","marks":true,"family":"By queue length","colour":"amber","dash":"medium"},
  "codel": {"label":"CoDel","short":"CoDel","marks":true,"family":"By delay","colour":"blue","dash":"long"},
  "pie": {"label":"PIE","short":"PIE","marks":true,"family":"By delay","colour":"green","dash":"dot"},
  "duk": {"label":"DUK","short":"DUK","marks":true,"family":"By delay","colour":"violet","dash":"dashDotDot"},
  "pi2": {"label":"PI2","short":"PI2","marks":true,"family":"By delay","colour":"green","dash":"long"},
  "pi": {"label":"PI","short":"PI","marks":true,"family":"By queue length","colour":"green","dash":"solid"},
  "choke": {"label":"CHOKe","short":"CHOKe","marks":true,"family":"By queue length","colour":"magenta","dash":"dot"},
  "blue": {"label":"BLUE","short":"BLUE","marks":true,"family":"By load","colour":"violet","dash":"medium"},
  "avq": {"label":"AVQ","short":"AVQ","marks":true,"family":"By load","colour":"orange","dash":"dashDot"},
  "cobalt": {"label":"COBALT","short":"COBALT","marks":true,"family":"By delay","colour":"blue","dash":"dashDot"},
  "sfq": {"label":"SFQ","short":"SFQ","marks":false,"family":"A queue for each flow","colour":"orange","dash":"long"},
  "fqCodel": {"label":"FQ-CoDel","short":"FQ-CoDel","marks":true,"family":"A queue for each flow","colour":"blue","dash":"dot"},
  "fqPie": {"label":"FQ-PIE","short":"FQ-PIE","marks":true,"family":"A queue for each flow","colour":"green","dash":"dashDot"},
  "dualpi2": {"label":"DualPI2","short":"DualPI2","marks":true,"family":"Two coupled queues","colour":"teal","dash":"medium"},
  "manual": {"label":"You","short":"You","marks":true,"family":"By hand","colour":"magenta","dash":"medium"},
} as const;

/** Name, family and description of each congestion control, in the order offered. */
export const CONGESTION_CONTROLS = {
  "cubic": {"label":"CUBIC","family":"Standard","help":"CUBIC (RFC 9438), in the Linux stacks with HyStart: the default of today's systems."},
  "newreno": {"label":"NewReno","family":"Standard","help":"NewReno: Reno's window rules (RFC 5681). Loss recovery is the stack's, with SACK if it is on."},
  "hstcp": {"label":"HighSpeed TCP","family":"High bandwidth","help":"HighSpeed TCP (RFC 3649): Reno for windows up to 38 segments, faster beyond."},
  "scalable": {"label":"Scalable TCP","family":"High bandwidth","help":"Scalable TCP: grows and falls in proportion to its window."},
  "htcp": {"label":"H-TCP","family":"High bandwidth","help":"H-TCP: the longer ago the last loss, the faster the window grows."},
  "bic": {"label":"BIC","family":"High bandwidth","help":"BIC: searches for the last maximum of the window by bisection."},
  "vegas": {"label":"Vegas","family":"Delay","help":"Vegas: keeps two to four segments in the queue."},
  "dctcp": {"label":"DCTCP","family":"ECN","help":"DCTCP (RFC 8257): falls in proportion to the fraction of ECN marks. Needs ECN."},
  "bbr": {"label":"BBR","family":"Delivery rate","help":"BBR version 1: paces at the largest delivery rate of the last ten round trips. Losses do not change its model of the path."},
  "aimd": {"label":"AIMD","family":"For studies","help":"AIMD(a, b): adds a segments per round trip, and a loss takes away the fraction b."},
  "ledbat": {"label":"LEDBAT","family":"Delay","help":"LEDBAT (RFC 6817): keeps the queueing delay at a target, and makes room for flows that make the queue longer."},
  "reno": {"label":"Reno","family":"Standard","help":"Reno (RFC 5681) without SACK: one recovery repairs one loss."},
  "sack": {"label":"SACK TCP","family":"Standard","help":"Reno with SACK recovery (RFC 6675), whatever the stack."},
  "prague": {"label":"Prague","family":"ECN","help":"Prague: the sender of L4S. Falls in proportion to the fraction of ECN marks, and is paced. Its rate hardly depends on the RTT below 25 ms. Needs ECN and a queue with L4S marks, like DualPI2."},
  "westwood": {"label":"Westwood+","family":"Delivery rate","help":"Westwood+: after a loss the window is the measured bandwidth times the smallest round-trip time."},
  "illinois": {"label":"Illinois","family":"High bandwidth","help":"Illinois: losses reduce the window. The queueing delay sets how much it grows and falls."},
  "yeah": {"label":"YeAH","family":"High bandwidth","help":"YeAH: grows like Scalable TCP while the queue is short, and like Reno while it is long."},
  "veno": {"label":"Veno","family":"Delay","help":"Veno: Reno that treats a loss as random while few of its segments wait in the queue."},
  "bbr3": {"label":"BBRv3","family":"Delivery rate","help":"BBR version 3: paces at the measured bandwidth. Losses lower the rate for a time; a probe that loses more than 2 % limits the data in flight."},
} as const;

/** Name of a congestion control in scenarios. */
export type CcKind = keyof typeof CONGESTION_CONTROLS;

/** The congestion control of flows that name none. */
export const DEFAULT_CC: CcKind = "cubic";

/** Name and description of each kind of traffic, in the order offered. */
export const TRAFFIC = {
  "bulk": {"label":"TCP","help":"TCP flows that always have data to send."},
  "cbr": {"label":"CBR","help":"Datagrams at a constant bit rate. They do not react to congestion."},
  "poisson": {"label":"Poisson","help":"Datagrams with exponentially distributed gaps. They do not react to congestion."},
  "short": {"label":"Short flows","help":"Short TCP flows: each connection carries one message and then closes."},
  "web": {"label":"Web","help":"Page loads: a main object, then other objects over several parallel connections."},
  "video": {"label":"Video","help":"Video players: segment downloads with a playback buffer and a bit rate that adapts."},
  "voip": {"label":"Calls","help":"Telephone calls with measured quality."},
  "limited": {"label":"Limited TCP","help":"TCP flows whose application writes chunks at a limited rate."},
  "onOff": {"label":"On/off","help":"Datagrams at a constant rate in periods, with silence between them. They do not react to congestion."},
} as const;

/** What a scenario shows, and its name in the library, in the order offered. */
export const TAGS = {
  "bufferbloat": "Bufferbloat",
  "bursts": "Bursts",
  "oscillation": "Oscillation",
  "fairness": "Fairness",
  "overload": "Overload",
  "applications": "Applications",
  "load": "Changing load",
  "varying": "Varying link",
  "ecn": "ECN and L4S",
  "controls": "Congestion controls",
  "hops": "Two hops",
  "both-ways": "Two-way traffic",
  "hands-on": "By hand",
  "challenge": "Challenges",
  "paper": "Papers",
} as const;

/** Default targets in ms, by kind; the entry `''` is for all variants that are not listed. */
export const TARGETS_MS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "ared": {"":5},
  "codel": {"":5},
  "pie": {"":15,"paper2013":20,"linux414":20},
  "pi2": {"":20},
  "cobalt": {"":5},
  "fqCodel": {"":5},
  "fqPie": {"":15},
  "dualpi2": {"":15},
};

/** Paths of all parameters with a control. They have the kind where a file has an index. */
export type ParameterPath =
  | 'seed' | 'durationS' | 'warmupS' | 'link.rateMbps' | 'link.rttMs' | 'link.buffer.packets'
  | 'link.buffer.bytes' | 'link.buffer.ms' | 'link.buffer.minPackets' | 'link.buffer.bdp' | 'link.ackRateMbps' | 'link.ackBufferPackets'
  | 'link.deviceQueuePackets' | 'link.tokenBucketBytes' | 'link.jitterMs' | 'link.jitterDistribution' | 'link.lossRate' | 'link.schedule.steps.steps'
  | 'link.schedule.steps.repeatS' | 'link.schedule.square.highMbps' | 'link.schedule.square.lowMbps' | 'link.schedule.square.periodS' | 'link.schedule.square.duty' | 'link.schedule.trace.binMs'
  | 'link.schedule.trace.ratesMbps' | 'link.schedule.trace.repeat' | 'link.schedule' | 'link.reverse.rateMbps' | 'link.reverse.buffer.packets' | 'link.reverse.buffer.bytes'
  | 'link.reverse.buffer.ms' | 'link.reverse.buffer.minPackets' | 'link.reverse.buffer.bdp' | 'link.reverse.queue' | 'link.reverse' | 'link.hopsBefore'
  | 'link.hopsAfter' | 'queues.red.variant' | 'queues.red.minBytes' | 'queues.red.minShare' | 'queues.red.maxBytes' | 'queues.red.maxShare'
  | 'queues.red.minPackets' | 'queues.red.maxPackets' | 'queues.red.maxP' | 'queues.red.weight' | 'queues.red.gentle' | 'queues.red.wait'
  | 'queues.red.byteMode' | 'queues.red.adaptive' | 'queues.red.avgPacketBytes' | 'queues.red.ecn' | 'queues.ared.variant' | 'queues.ared.targetMs'
  | 'queues.ared.intervalMs' | 'queues.ared.minMaxP' | 'queues.ared.minShare' | 'queues.ared.maxShare' | 'queues.ared.weight' | 'queues.ared.ecn'
  | 'queues.codel.variant' | 'queues.codel.targetMs' | 'queues.codel.intervalMs' | 'queues.codel.ecn' | 'queues.codel.ceThresholdMs' | 'queues.pie.variant'
  | 'queues.pie.targetMs' | 'queues.pie.updateMs' | 'queues.pie.alpha' | 'queues.pie.beta' | 'queues.pie.maxBurstMs' | 'queues.pie.ecn'
  | 'queues.pie.byteMode' | 'queues.pie.rateEstimator' | 'queues.duk.variant' | 'queues.duk.intervalMs' | 'queues.duk.resolutionPackets' | 'queues.duk.ecn'
  | 'queues.pi2.targetMs' | 'queues.pi2.updateMs' | 'queues.pi2.alpha' | 'queues.pi2.beta' | 'queues.pi2.coupling' | 'queues.pi2.ecn'
  | 'queues.pi2.ect0Scalable' | 'queues.pi.referencePackets' | 'queues.pi.referenceShare' | 'queues.pi.a' | 'queues.pi.b' | 'queues.pi.designFlows'
  | 'queues.pi.designRttMs' | 'queues.pi.samplesPerS' | 'queues.pi.ecn' | 'queues.choke.minPackets' | 'queues.choke.maxPackets' | 'queues.choke.maxP'
  | 'queues.choke.weight' | 'queues.choke.ecn' | 'queues.blue.increase' | 'queues.blue.decrease' | 'queues.blue.freezeMs' | 'queues.blue.thresholdPackets'
  | 'queues.blue.ecn' | 'queues.avq.utilization' | 'queues.avq.alpha' | 'queues.avq.virtualBufferPackets' | 'queues.avq.ecn' | 'queues.cobalt.targetMs'
  | 'queues.cobalt.intervalMs' | 'queues.cobalt.scalesWithRate' | 'queues.cobalt.ecn' | 'queues.cobalt.blueIncrement' | 'queues.cobalt.blueDecrement' | 'queues.sfq.buckets'
  | 'queues.sfq.quantumBytes' | 'queues.sfq.perturbS' | 'queues.sfq.headDrop' | 'queues.sfq.hashSeed' | 'queues.fqCodel.variant' | 'queues.fqCodel.targetMs'
  | 'queues.fqCodel.intervalMs' | 'queues.fqCodel.ecn' | 'queues.fqCodel.ceThresholdMs' | 'queues.fqCodel.buckets' | 'queues.fqCodel.quantumBytes' | 'queues.fqCodel.hashSeed'
  | 'queues.fqPie.variant' | 'queues.fqPie.targetMs' | 'queues.fqPie.updateMs' | 'queues.fqPie.alpha' | 'queues.fqPie.beta' | 'queues.fqPie.maxBurstMs'
  | 'queues.fqPie.ecn' | 'queues.fqPie.markLimit' | 'queues.fqPie.byteMode' | 'queues.fqPie.rateEstimator' | 'queues.fqPie.buckets' | 'queues.fqPie.quantumBytes'
  | 'queues.fqPie.hashSeed' | 'queues.dualpi2.variant' | 'queues.dualpi2.targetMs' | 'queues.dualpi2.updateMs' | 'queues.dualpi2.alpha' | 'queues.dualpi2.beta'
  | 'queues.dualpi2.coupling' | 'queues.dualpi2.thresholdMs' | 'queues.dualpi2.rampMs' | 'queues.dualpi2.thresholdPackets' | 'queues.dualpi2.floorPackets' | 'queues.dualpi2.classicShare'
  | 'queues.dualpi2.dropOverload' | 'queues.dualpi2.dropEarly' | 'queues.dualpi2.anyEct' | 'queues.dualpi2.ecn' | 'queues.manual.ecn' | 'queues.*.cc'
  | 'queues.*.ccGroup' | 'traffic.bulk.name' | 'traffic.bulk.muted' | 'traffic.bulk.direction' | 'traffic.bulk.firstHop' | 'traffic.bulk.lastHop'
  | 'traffic.bulk.flows' | 'traffic.bulk.cc' | 'traffic.bulk.stack' | 'traffic.bulk.ecn' | 'traffic.bulk.pacing' | 'traffic.bulk.sack'
  | 'traffic.bulk.delayedAck' | 'traffic.bulk.initialWindow' | 'traffic.bulk.initialRtoMs' | 'traffic.bulk.receiveWindowPackets' | 'traffic.bulk.packetBytes' | 'traffic.bulk.rttMs'
  | 'traffic.bulk.jitterMs' | 'traffic.bulk.jitterDistribution' | 'traffic.bulk.jitterPlace' | 'traffic.bulk.startS' | 'traffic.bulk.stopS' | 'traffic.bulk.staggerS'
  | 'traffic.bulk.spreadS' | 'traffic.cbr.name' | 'traffic.cbr.muted' | 'traffic.cbr.direction' | 'traffic.cbr.firstHop' | 'traffic.cbr.lastHop'
  | 'traffic.cbr.flows' | 'traffic.cbr.rateMbps' | 'traffic.cbr.packetBytes' | 'traffic.cbr.ecn' | 'traffic.cbr.startS' | 'traffic.cbr.stopS'
  | 'traffic.poisson.name' | 'traffic.poisson.muted' | 'traffic.poisson.direction' | 'traffic.poisson.firstHop' | 'traffic.poisson.lastHop' | 'traffic.poisson.flows'
  | 'traffic.poisson.rateMbps' | 'traffic.poisson.packetBytes' | 'traffic.poisson.sizes' | 'traffic.poisson.ecn' | 'traffic.poisson.startS' | 'traffic.poisson.stopS'
  | 'traffic.short.name' | 'traffic.short.muted' | 'traffic.short.direction' | 'traffic.short.firstHop' | 'traffic.short.lastHop' | 'traffic.short.flows'
  | 'traffic.short.size' | 'traffic.short.arrivalsPerS' | 'traffic.short.thinkS' | 'traffic.short.think' | 'traffic.short.cc' | 'traffic.short.stack'
  | 'traffic.short.ecn' | 'traffic.short.pacing' | 'traffic.short.sack' | 'traffic.short.delayedAck' | 'traffic.short.initialWindow' | 'traffic.short.initialRtoMs'
  | 'traffic.short.receiveWindowPackets' | 'traffic.short.packetBytes' | 'traffic.short.rttMs' | 'traffic.short.jitterMs' | 'traffic.short.jitterDistribution' | 'traffic.short.jitterPlace'
  | 'traffic.short.startS' | 'traffic.short.stopS' | 'traffic.short.staggerS' | 'traffic.short.spreadS' | 'traffic.web.name' | 'traffic.web.muted'
  | 'traffic.web.direction' | 'traffic.web.firstHop' | 'traffic.web.lastHop' | 'traffic.web.flows' | 'traffic.web.pageBytes' | 'traffic.web.objects'
  | 'traffic.web.size' | 'traffic.web.connections' | 'traffic.web.thinkS' | 'traffic.web.think' | 'traffic.web.cc' | 'traffic.web.stack'
  | 'traffic.web.ecn' | 'traffic.web.pacing' | 'traffic.web.sack' | 'traffic.web.delayedAck' | 'traffic.web.initialWindow' | 'traffic.web.initialRtoMs'
  | 'traffic.web.receiveWindowPackets' | 'traffic.web.packetBytes' | 'traffic.web.rttMs' | 'traffic.web.jitterMs' | 'traffic.web.jitterDistribution' | 'traffic.web.jitterPlace'
  | 'traffic.web.startS' | 'traffic.web.stopS' | 'traffic.web.staggerS' | 'traffic.web.spreadS' | 'traffic.video.name' | 'traffic.video.muted'
  | 'traffic.video.direction' | 'traffic.video.firstHop' | 'traffic.video.lastHop' | 'traffic.video.flows' | 'traffic.video.ratesMbps' | 'traffic.video.segmentS'
  | 'traffic.video.bufferS' | 'traffic.video.startupS' | 'traffic.video.cc' | 'traffic.video.stack' | 'traffic.video.ecn' | 'traffic.video.pacing'
  | 'traffic.video.sack' | 'traffic.video.delayedAck' | 'traffic.video.initialWindow' | 'traffic.video.initialRtoMs' | 'traffic.video.receiveWindowPackets' | 'traffic.video.packetBytes'
  | 'traffic.video.rttMs' | 'traffic.video.jitterMs' | 'traffic.video.jitterDistribution' | 'traffic.video.jitterPlace' | 'traffic.video.startS' | 'traffic.video.stopS'
  | 'traffic.video.staggerS' | 'traffic.video.spreadS' | 'traffic.voip.name' | 'traffic.voip.muted' | 'traffic.voip.direction' | 'traffic.voip.firstHop'
  | 'traffic.voip.lastHop' | 'traffic.voip.flows' | 'traffic.voip.rateMbps' | 'traffic.voip.packetBytes' | 'traffic.voip.talkSpurts' | 'traffic.voip.talkS'
  | 'traffic.voip.silenceS' | 'traffic.voip.jitterBufferMs' | 'traffic.voip.impairment' | 'traffic.voip.robustness' | 'traffic.voip.ecn' | 'traffic.voip.rttMs'
  | 'traffic.voip.startS' | 'traffic.voip.stopS' | 'traffic.voip.spreadS' | 'traffic.limited.name' | 'traffic.limited.muted' | 'traffic.limited.direction'
  | 'traffic.limited.firstHop' | 'traffic.limited.lastHop' | 'traffic.limited.flows' | 'traffic.limited.rateMbps' | 'traffic.limited.chunkBytes' | 'traffic.limited.cc'
  | 'traffic.limited.stack' | 'traffic.limited.ecn' | 'traffic.limited.pacing' | 'traffic.limited.sack' | 'traffic.limited.delayedAck' | 'traffic.limited.initialWindow'
  | 'traffic.limited.initialRtoMs' | 'traffic.limited.receiveWindowPackets' | 'traffic.limited.packetBytes' | 'traffic.limited.rttMs' | 'traffic.limited.jitterMs' | 'traffic.limited.jitterDistribution'
  | 'traffic.limited.jitterPlace' | 'traffic.limited.startS' | 'traffic.limited.stopS' | 'traffic.limited.staggerS' | 'traffic.limited.spreadS' | 'traffic.onOff.name'
  | 'traffic.onOff.muted' | 'traffic.onOff.direction' | 'traffic.onOff.firstHop' | 'traffic.onOff.lastHop' | 'traffic.onOff.flows' | 'traffic.onOff.rateMbps'
  | 'traffic.onOff.packetBytes' | 'traffic.onOff.onS' | 'traffic.onOff.offS' | 'traffic.onOff.periods' | 'traffic.onOff.ecn' | 'traffic.onOff.rttMs'
  | 'traffic.onOff.startS' | 'traffic.onOff.stopS' | 'traffic.onOff.spreadS' | 'cc.cubic.beta' | 'cc.cubic.c' | 'cc.cubic.fastConvergence'
  | 'cc.cubic.tcpFriendliness' | 'cc.cubic.hystart' | 'cc.scalable.increaseEvery' | 'cc.scalable.decrease' | 'cc.htcp.rttScaling' | 'cc.htcp.bandwidthSwitch'
  | 'cc.bic.lowWindow' | 'cc.bic.maxIncrement' | 'cc.bic.beta' | 'cc.bic.smoothPart' | 'cc.bic.fastConvergence' | 'cc.vegas.alpha'
  | 'cc.vegas.beta' | 'cc.vegas.gamma' | 'cc.dctcp.weightLog' | 'cc.dctcp.initialAlpha' | 'cc.aimd.a' | 'cc.aimd.b'
  | 'cc.ledbat.targetMs' | 'cc.ledbat.gain' | 'cc.ledbat.baseHistoryMin' | 'cc.ledbat.currentFilter' | 'cc.prague.weightLog' | 'cc.prague.virtualRttMs'
  | 'cc.westwood.minIntervalMs' | 'cc.illinois.alphaMin' | 'cc.illinois.alphaMax' | 'cc.illinois.betaMin' | 'cc.illinois.betaMax' | 'cc.illinois.windowThreshold'
  | 'cc.illinois.theta' | 'cc.yeah.maxQueue' | 'cc.yeah.rho' | 'cc.yeah.zeta' | 'cc.veno.beta' | 'cc.bbr3.lossThreshold'
  | 'cc.bbr3.beta' | 'cc.bbr3.headroom' | 'burst.rateMbps' | 'burst.durationS' | 'burst.packetBytes';
