// Made from the tables in crates/aqm-scenario/src by `cargo run -p aqm-cli -- generate`; do not edit.

/** A parameter, for its control. */
export interface Parameter {
  /** Label of the control. */
  readonly label: string;
  /** One sentence. */
  readonly help: string;
  readonly type: 'number' | 'integer' | 'boolean' | 'choice';
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest and largest value accepted. */
  readonly min?: number;
  readonly max?: number;
  /** Range of the slider. */
  readonly slider?: {
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly scale: 'linear' | 'log';
  };
  /** Names to choose from. */
  readonly options?: readonly {
    readonly value: string;
    readonly label: string;
    readonly help: string;
  }[];
  /** Missing if the parameter is required, or one of several ways to give a value. */
  readonly default?: number | boolean | string | null;
  /** Defaults of variants that differ. */
  readonly variantDefaults?: Readonly<Record<string, number | boolean | string | null>>;
  /** Variants in which it cannot be set. */
  readonly fixedIn?: readonly string[];
  /** Null is a value too. */
  readonly nullable?: true;
  /** One of several ways to give a value: those of one discipline with the same label. */
  readonly isWay?: true;
  /** The parameter that must be larger. */
  readonly lessThan?: string;
}

/** Help for each queue discipline. */
export const QUEUE_HELP: Readonly<Record<string, string>> = {
  droptail: 'First in, first out. Drops arriving packets while the buffer is full.',
  red: 'Random Early Detection. Drops at random between two thresholds of the average queue, more often as it grows.',
  ared: "Adaptive RED. Computes RED's thresholds from bandwidth and target, and adapts the maximum probability.",
  codel: 'Controlled Delay. Drops packets more and more often while the delay stays above the target.',
  pie: 'Proportional Integral controller Enhanced. Adjusts its drop probability to hold the delay at the target.',
  duk: 'Delay Utilization Knee. Drops just enough that the delay grows as fast as the utilization; needs no target.',
  cobalt: 'CoDel and BLUE side by side, as in CAKE. BLUE drops at random after the buffer has overflowed.',
  fqCodel: 'Flow Queue CoDel. A queue with its own CoDel for each flow, served in turns; sparse flows go first.',
};

/** Parameters of queues that can change during a run. */
export const QUEUE_PARAMETERS: Readonly<Record<string, Parameter>> = {
  'queues.red.variant': {
    label: 'Variant',
    help: 'Which implementation to follow.',
    type: 'choice',
    options: [
      {
        value: 'floyd',
        label: 'Floyd 1993',
        help: 'Floyd and Jacobson 1993, in real arithmetic.',
      },
      {
        value: 'linux',
        label: 'Linux',
        help: 'The Linux kernel, in its integer arithmetic and byte mode.',
      },
    ],
    default: 'floyd',
  },
  'queues.red.minBytes': {
    label: 'Lower threshold',
    help: 'Average queue below which RED neither drops nor marks packets, in bytes.',
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
    isWay: true,
    lessThan: 'maxBytes',
  },
  'queues.red.minShare': {
    label: 'Lower threshold',
    help: 'Average queue below which RED neither drops nor marks packets, as a share of the buffer.',
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
    isWay: true,
    lessThan: 'maxShare',
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
    isWay: true,
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
    isWay: true,
  },
  'queues.red.minPackets': {
    label: 'Lower threshold',
    help: 'Average queue below which RED neither drops nor marks packets, in packets of 1500 bytes.',
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
    isWay: true,
    lessThan: 'maxPackets',
  },
  'queues.red.maxPackets': {
    label: 'Upper threshold',
    help: 'Average queue at which the probability reaches its maximum, in packets of 1500 bytes.',
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
    isWay: true,
  },
  'queues.red.maxP': {
    label: 'Maximum probability',
    help: 'Drop probability at the upper threshold.',
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
  },
  'queues.red.weight': {
    label: 'Averaging weight',
    help: 'Weight of a new sample in the average queue. Empty: computed from the bandwidth (linux: from the thresholds).',
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
    nullable: true,
  },
  'queues.red.gentle': {
    label: 'Gentle',
    help: 'Above the upper threshold the probability rises to 1 at twice the threshold. Off: it jumps to 1.',
    type: 'boolean',
    default: true,
    variantDefaults: {
      linux: false,
    },
    fixedIn: [
      'linux',
    ],
  },
  'queues.red.wait': {
    label: 'Wait',
    help: 'Waits 1/p packets after each drop or mark. Gaps are then 1/p to 2/p packets instead of 1 to 1/p.',
    type: 'boolean',
    default: false,
    fixedIn: [
      'linux',
    ],
  },
  'queues.red.byteMode': {
    label: 'Byte mode',
    help: 'Averages bytes instead of packets, and drops large packets more often. Always on in linux, where all sizes are dropped alike.',
    type: 'boolean',
    default: false,
    variantDefaults: {
      linux: true,
    },
    fixedIn: [
      'linux',
    ],
  },
  'queues.red.adaptive': {
    label: 'Adaptive',
    help: 'Adapts the maximum probability every half second (linux only).',
    type: 'boolean',
    default: false,
    fixedIn: [
      'floyd',
    ],
  },
  'queues.red.avgPacketBytes': {
    label: 'Average packet',
    help: 'Average packet size, avpkt of tc. Sets the weight and the decay while idle (linux only).',
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
    fixedIn: [
      'floyd',
    ],
  },
  'queues.red.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them up to the upper threshold; if gentle, up to twice that; in linux always.',
    type: 'boolean',
    default: false,
  },
  'queues.ared.targetMs': {
    label: 'Target',
    help: 'Queue delay in the middle between the two thresholds. The lower threshold is at least 5 packets.',
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
  },
  'queues.ared.minMaxP': {
    label: 'Least maximum probability',
    help: 'Lower bound of the maximum probability. Empty: 1 / (packets that the link sends in 100 ms), at most 0.01, as in ns-2.',
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
    nullable: true,
  },
  'queues.ared.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them, up to twice the upper threshold.',
    type: 'boolean',
    default: false,
  },
  'queues.codel.variant': {
    label: 'Variant',
    help: 'Which implementation to follow.',
    type: 'choice',
    options: [
      {
        value: 'linux',
        label: 'Linux',
        help: 'The Linux kernel, in its integer arithmetic.',
      },
      {
        value: 'linux310',
        label: 'Linux 3.10',
        help: 'Linux 3.10: compares a small queue with the largest packet seen so far.',
      },
      {
        value: 'rfc8289',
        label: 'RFC 8289',
        help: 'RFC 8289, in real arithmetic.',
      },
    ],
    default: 'linux',
  },
  'queues.codel.targetMs': {
    label: 'Target',
    help: 'Acceptable standing delay. CoDel starts dropping when the delay stays above it for one interval.',
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
  },
  'queues.codel.intervalMs': {
    label: 'Interval',
    help: 'Time that the delay must stay above the target before CoDel drops. Set it to about the largest round-trip time.',
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
  },
  'queues.codel.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them.',
    type: 'boolean',
    default: false,
  },
  'queues.codel.ceThresholdMs': {
    label: 'CE threshold',
    help: 'Marks every ECN-capable packet whose delay exceeds this value. Empty: off.',
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
    fixedIn: [
      'rfc8289',
    ],
    nullable: true,
  },
  'queues.pie.variant': {
    label: 'Variant',
    help: 'Which implementation to follow.',
    type: 'choice',
    options: [
      {
        value: 'rfc8033',
        label: 'RFC 8033',
        help: 'RFC 8033, in real arithmetic.',
      },
      {
        value: 'paper2013',
        label: 'paper 2013',
        help: 'Pan et al. 2013 with the additions of the 2013 kernel code, in real arithmetic.',
      },
      {
        value: 'linux',
        label: 'Linux',
        help: 'The Linux kernel since 5.6, in its integer arithmetic.',
      },
      {
        value: 'linux414',
        label: 'Linux 4.14',
        help: 'Linux 3.14 to 4.20, with the departure-rate estimator.',
      },
    ],
    default: 'rfc8033',
  },
  'queues.pie.targetMs': {
    label: 'Target',
    help: 'Queue delay that the controller aims at.',
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
  },
  'queues.pie.alpha': {
    label: 'Alpha',
    help: 'Gain on the difference between delay and target.',
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
  },
  'queues.pie.beta': {
    label: 'Beta',
    help: 'Gain on the change of the delay since the last update.',
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
  },
  'queues.pie.maxBurstMs': {
    label: 'Burst allowance',
    help: 'Length of a burst that passes without early drops after a quiet period.',
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
  },
  'queues.pie.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them while the probability is at most 10 %.',
    type: 'boolean',
    default: false,
  },
  'queues.pie.byteMode': {
    label: 'Byte mode',
    help: 'Drops large packets more often than small ones.',
    type: 'boolean',
    default: false,
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
    fixedIn: [
      'paper2013',
      'linux414',
    ],
  },
  'queues.duk.variant': {
    label: 'Variant',
    help: 'Which reading of the paper to follow.',
    type: 'choice',
    options: [
      {
        value: 'refined',
        label: 'refined',
        help: 'Equation 9 with three repairs of this project, for a link without a device queue.',
      },
      {
        value: 'printed',
        label: 'printed',
        help: 'Algorithm 1 as printed, with a constant interval.',
      },
    ],
    default: 'refined',
  },
  'queues.duk.intervalMs': {
    label: 'Interval',
    help: "Time between updates of the drop probability in variant 'printed'; the shortest time in variant 'refined'.",
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
    default: 1,
  },
  'queues.duk.resolutionPackets': {
    label: 'Resolution',
    help: 'Shortest interval in transmission times of the largest packet. More packets: higher utilization and delay.',
    type: 'number',
    unit: 'packets',
    min: 0.5,
    max: 100,
    slider: {
      min: 1,
      max: 16,
      step: 0.5,
      scale: 'linear',
    },
    default: 2,
    fixedIn: [
      'printed',
    ],
  },
  'queues.duk.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them.',
    type: 'boolean',
    default: false,
  },
  'queues.cobalt.targetMs': {
    label: 'Target',
    help: 'Acceptable standing delay. COBALT drops or marks packets while the delay is above it.',
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
  },
  'queues.cobalt.intervalMs': {
    label: 'Interval',
    help: 'Time between the first drops. Set it to about the largest round-trip time.',
    type: 'number',
    unit: 'ms',
    min: 0.01,
    max: 4000,
    slider: {
      min: 10,
      max: 1000,
      step: 5,
      scale: 'log',
    },
    default: 100,
  },
  'queues.cobalt.scalesWithRate': {
    label: 'Scale with link rate',
    help: 'Raises target and interval on slow links, so that one and a half packets of 1500 bytes fit into the target.',
    type: 'boolean',
    default: true,
  },
  'queues.cobalt.ecn': {
    label: 'ECN',
    help: 'CoDel marks ECN-capable packets instead of dropping them. BLUE always drops.',
    type: 'boolean',
    default: true,
  },
  'queues.cobalt.blueIncrement': {
    label: 'BLUE increment',
    help: "BLUE's drop probability rises by this step when the buffer overflows, at most once per target.",
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    slider: {
      min: 0,
      max: 0.1,
      step: 0.0001,
      scale: 'linear',
    },
    default: 0.00390625,
  },
  'queues.cobalt.blueDecrement': {
    label: 'BLUE decrement',
    help: "BLUE's drop probability falls by this step when the queue is empty, at most once per target.",
    type: 'number',
    unit: '',
    min: 0,
    max: 1,
    slider: {
      min: 0,
      max: 0.1,
      step: 0.0001,
      scale: 'linear',
    },
    default: 0.000244140625,
  },
  'queues.fqCodel.variant': {
    label: 'Variant',
    help: 'Which implementation to follow.',
    type: 'choice',
    options: [
      {
        value: 'linux',
        label: 'Linux',
        help: 'The Linux kernel, in its integer arithmetic.',
      },
      {
        value: 'rfc8290',
        label: 'RFC 8290',
        help: 'RFC 8290 with the CoDel of RFC 8289, in real arithmetic.',
      },
    ],
    default: 'linux',
  },
  'queues.fqCodel.targetMs': {
    label: 'Target',
    help: "Acceptable standing delay in each flow's queue. CoDel starts dropping when the delay stays above it for one interval.",
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
  },
  'queues.fqCodel.intervalMs': {
    label: 'Interval',
    help: 'Time that the delay must stay above the target before CoDel drops. Set it to about the largest round-trip time.',
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
  },
  'queues.fqCodel.ecn': {
    label: 'ECN',
    help: 'Marks ECN-capable packets instead of dropping them. A full buffer still drops.',
    type: 'boolean',
    default: true,
  },
  'queues.fqCodel.ceThresholdMs': {
    label: 'CE threshold',
    help: 'Marks every ECN-capable packet whose delay exceeds this value. Empty: off.',
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
    fixedIn: [
      'rfc8290',
    ],
    nullable: true,
  },
  'queues.fqCodel.buckets': {
    label: 'Queues',
    help: 'Number of queues. Flows are hashed into them; two flows in one queue share its delay.',
    type: 'integer',
    unit: '',
    min: 1,
    max: 65535,
    slider: {
      min: 1,
      max: 1024,
      step: 1,
      scale: 'linear',
    },
    default: 1024,
  },
  'queues.fqCodel.quantumBytes': {
    label: 'Quantum',
    help: 'Bytes that a flow may send in its turn.',
    type: 'integer',
    unit: 'bytes',
    min: 256,
    max: 65536,
    slider: {
      min: 256,
      max: 6000,
      step: 1,
      scale: 'linear',
    },
    default: 1514,
  },
  'queues.fqCodel.hashSeed': {
    label: 'Hash seed',
    help: 'Changes which flows share a queue.',
    type: 'integer',
    unit: '',
    min: 0,
    max: 1000000,
    slider: {
      min: 0,
      max: 100,
      step: 1,
      scale: 'linear',
    },
    default: 0,
  },
};
