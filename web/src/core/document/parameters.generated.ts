// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.
import { joined } from './joined.ts';

/** A parameter, for its control. */
export interface Parameter {
  /** Label of the control. */
  readonly label: string;
  /** Number of its sentence in the help. */
  readonly help: number;
  /** The kind of value. */
  readonly type: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'one' | 'list' | 'any';
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest value accepted; of a list: fewest items. */
  readonly min?: number;
  /** Largest value accepted; of a list: most items. */
  readonly max?: number;
  /** Range of the slider. */
  readonly slider?: SliderRange;
  /** Names to choose from. */
  readonly options?: readonly ParameterOption[];
  /** Most characters of a text. */
  readonly chars?: number;
  /** Of type `one`: the name of its objects in `UNIONS`. */
  readonly of?: string;
  /** Of type `list`: what each item accepts. */
  readonly item?: Accepted;
  /** Takes effect at the start of the run only. */
  readonly atStart?: boolean;
  /** Missing if the parameter is required, or one of several ways to give a value. */
  readonly default?: unknown;
  /** Defaults of variants that differ. */
  readonly variantDefaults?: Readonly<Record<string, unknown>>;
  /** Variants in which it cannot be set. */
  readonly fixedIn?: readonly string[];
  /** Null is a value too. */
  readonly nullable?: boolean;
  /** One of several ways to give a value: those of one discipline with the same label. */
  readonly isWay?: boolean;
  /** The parameter that must be larger. */
  readonly lessThan?: string;
}

/** The range of a slider. */
export interface SliderRange {
  /** Left end. */
  readonly min: number;
  /** Right end. */
  readonly max: number;
  /** Step. */
  readonly step: number;
  /** Scale. */
  readonly scale: 'linear' | 'log';
}

/** A name to choose. */
export interface ParameterOption {
  /** The name in a scenario. */
  readonly value: string;
  /** The name on the page. */
  readonly label: string;
  /** Number of its sentence in the help. */
  readonly help: number;
}

/** What the items of a list accept. */
export interface Accepted {
  /** The kind of value. */
  readonly type: 'number' | 'integer' | 'boolean' | 'choice' | 'text' | 'one' | 'list' | 'any';
  /** Unit as shown; empty for plain numbers. */
  readonly unit?: string;
  /** Smallest value accepted; of a list: fewest items. */
  readonly min?: number;
  /** Largest value accepted; of a list: most items. */
  readonly max?: number;
  /** Range of the slider. */
  readonly slider?: SliderRange;
  /** Names to choose from. */
  readonly options?: readonly ParameterOption[];
  /** Most characters of a text. */
  readonly chars?: number;
  /** Of type `one`: the name of its objects in `UNIONS`. */
  readonly of?: string;
}

/** A number of a discipline's inner state. */
export interface Probe {
  /** Its name in the simulator. */
  readonly name: string;
  /** Its unit; empty for plain numbers. */
  readonly unit: string;
  /** Its name on the page. */
  readonly label: string;
  /** Number of its sentence in the help. */
  readonly help: number;
  /** The disciplines that have it. */
  readonly kinds: readonly string[];
}

/** Help for each queue discipline. */
export const QUEUE_HELP: Readonly<Record<string, string>> = {
  "droptail": "First in, first out. Drops arriving packets while the buffer is full.",
  "red": "Random Early Detection. Drops at random between two thresholds of the average queue, more often as it grows.",
  "ared": "Adaptive RED. Computes RED's thresholds from bandwidth and target, and adapts the maximum probability within its bounds.",
  "codel": "Controlled Delay. Drops packets more and more often while the delay stays above the target.",
  "pie": "Proportional Integral controller Enhanced. Adjusts its drop probability to hold the delay at the target. A short burst after a quiet time passes.",
  "duk": "Delay Utilization Knee. Drops just enough that the delay grows as fast as the utilization. Needs no target, but a unit of time.",
  "pi2": "PI with a squared output. Holds the delay at the target with the same gains at every load. Marks scalable traffic in proportion to the output, not to its square.",
  "pi": "Proportional-integral controller. Holds the queue at a reference length; its gains must fit the network.",
  "choke": "RED that compares each arriving packet with a random waiting one. It drops both if they belong to one flow.",
  "blue": "Raises its drop probability when the buffer overflows and lowers it when the link is idle.",
  "avq": "Adaptive virtual queue. Drops packets that would overflow a virtual queue, whose link is slower. Its rate adapts to the desired utilization.",
  "cobalt": "CoDel and BLUE side by side, as in CAKE. BLUE drops at random after the buffer has overflowed.",
  "sfq": "Stochastic Fairness Queueing. A queue for each flow, served in turns; a full buffer drops from the longest.",
  "fqCodel": "Flow Queue CoDel. A queue with its own CoDel for each flow, served in turns; sparse flows go first.",
  "fqPie": "Flow Queue PIE. A queue with its own PIE for each flow, served in turns; sparse flows go first.",
  "dualpi2": "Dual queue with coupled PI2. An L4S queue with a low delay beside a Classic queue. The coupling of their probabilities aims at equal rates.",
  "manual": "You are the AQM: a buffer whose next packet is dropped when you press a key.",
};

/** Parameters of a scenario. Paths have the kind where a file has an index. */
export const PARAMETERS = joined<Parameter>({
  "": {
    "seed": {"label":"Seed","help":0,"type":"integer","unit":"","min":0,"max":9007199254740991,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "durationS": {"label":"Duration","help":1,"type":"number","unit":"s","min":1,"max":3600,"slider":{"min":10,"max":3600,"step":10,"scale":"log"},"atStart":true},
    "warmupS": {"label":"Warm-up","help":2,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":60,"step":1,"scale":"linear"},"default":0,"atStart":true},
  },
  "link.": {
    "rateMbps": {"label":"Bandwidth","help":3,"type":"number","unit":"Mbit/s","min":0.1,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
    "rttMs": {"label":"Round-trip time","help":4,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"}},
    "ackRateMbps": {"label":"ACK path bandwidth","help":10,"type":"number","unit":"Mbit/s","min":0.01,"max":10000,"slider":{"min":0.01,"max":1000,"step":0.01,"scale":"log"},"default":null,"nullable":true,"atStart":true},
    "ackBufferPackets": {"label":"ACK path buffer","help":11,"type":"integer","unit":"packets","min":1,"max":100000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"default":1000,"atStart":true},
    "deviceQueuePackets": {"label":"Device queue","help":12,"type":"integer","unit":"packets","min":0,"max":10000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
    "tokenBucketBytes": {"label":"Token bucket","help":13,"type":"integer","unit":"bytes","min":0,"max":1000000,"slider":{"min":0,"max":100000,"step":1,"scale":"linear"},"default":0},
    "jitterMs": {"label":"Jitter","help":14,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
    "jitterDistribution": {"label":"Jitter distribution","help":15,"type":"choice","options":[{"value":"uniform","label":"uniform","help":16},{"value":"normal","label":"normal","help":17}],"default":"uniform"},
    "lossRate": {"label":"Loss rate","help":18,"type":"number","unit":"","min":0,"max":0.9,"slider":{"min":0,"max":0.1,"step":0.001,"scale":"linear"},"default":0},
    "schedule": {"label":"Bandwidth schedule","help":31,"type":"one","of":"Schedule","default":null,"nullable":true,"atStart":true},
    "reverse": {"label":"Reverse bottleneck","help":58,"type":"one","of":"ReverseLink","default":null,"nullable":true},
    "hopsBefore": {"label":"Hops before","help":69,"type":"list","min":0,"max":3,"item":{"type":"one","of":"Hop"},"default":[],"atStart":true},
    "hopsAfter": {"label":"Hops after","help":76,"type":"list","min":0,"max":3,"item":{"type":"one","of":"Hop"},"default":[],"atStart":true},
  },
  "link.buffer.": {
    "packets": {"label":"Buffer","help":5,"type":"integer","unit":"packets","min":1,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"}},
    "bytes": {"label":"Buffer","help":6,"type":"integer","unit":"bytes","min":1500,"max":1500000000,"slider":{"min":1500,"max":15000000,"step":1,"scale":"log"}},
    "ms": {"label":"Buffer","help":7,"type":"number","unit":"ms","min":0.1,"max":60000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"}},
    "minPackets": {"label":"At least","help":8,"type":"integer","unit":"packets","min":1,"max":10000,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":1},
    "bdp": {"label":"Buffer","help":9,"type":"number","unit":"BDP","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"}},
  },
  "link.schedule.steps.": {
    "steps": {"label":"Steps","help":19,"type":"list","min":1,"max":1000,"item":{"type":"one","of":"RateStep"},"atStart":true},
    "repeatS": {"label":"Repeat after","help":23,"type":"number","unit":"s","min":0.001,"max":3600,"slider":{"min":1,"max":120,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
  },
  "link.schedule.square.": {
    "highMbps": {"label":"High","help":24,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"},"atStart":true},
    "lowMbps": {"label":"Low","help":25,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"},"atStart":true},
    "periodS": {"label":"Period","help":26,"type":"number","unit":"s","min":0.002,"max":3600,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"atStart":true},
    "duty": {"label":"Duty","help":27,"type":"number","unit":"","min":0.001,"max":0.999,"slider":{"min":0.1,"max":0.9,"step":0.05,"scale":"linear"},"default":0.5,"atStart":true},
  },
  "link.schedule.trace.": {
    "binMs": {"label":"Bin","help":28,"type":"number","unit":"ms","min":1,"max":60000,"slider":{"min":10,"max":1000,"step":10,"scale":"log"},"atStart":true},
    "ratesMbps": {"label":"Rates","help":29,"type":"list","min":1,"max":4096,"item":{"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},"atStart":true},
    "repeat": {"label":"Repeat","help":30,"type":"boolean","default":true,"atStart":true},
  },
  "link.reverse.": {
    "rateMbps": {"label":"Reverse bandwidth","help":35,"type":"number","unit":"Mbit/s","min":0.1,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
    "queue": {"label":"Reverse queue","help":40,"type":"one","of":"Queue","default":null,"nullable":true},
  },
  "link.reverse.buffer.": {
    "packets": {"label":"Reverse buffer","help":36,"type":"integer","unit":"packets","min":1,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"}},
    "bytes": {"label":"Reverse buffer","help":37,"type":"integer","unit":"bytes","min":1500,"max":1500000000,"slider":{"min":1500,"max":15000000,"step":1,"scale":"log"}},
    "ms": {"label":"Reverse buffer","help":38,"type":"number","unit":"ms","min":0.1,"max":60000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"}},
    "minPackets": {"label":"At least","help":8,"type":"integer","unit":"packets","min":1,"max":10000,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":1},
    "bdp": {"label":"Reverse buffer","help":39,"type":"number","unit":"BDP","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"}},
  },
  "queues.red.": {
    "variant": {"label":"Variant","help":77,"type":"choice","options":[{"value":"floyd","label":"Floyd 1993","help":78},{"value":"linux","label":"Linux","help":79}],"default":"floyd"},
    "minBytes": {"label":"Lower threshold","help":80,"type":"number","unit":"bytes","min":0,"max":1500000000,"slider":{"min":1500,"max":15000000,"step":100,"scale":"log"},"isWay":true,"lessThan":"maxBytes"},
    "minShare": {"label":"Lower threshold","help":81,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":1,"step":0.01,"scale":"linear"},"isWay":true,"lessThan":"maxShare"},
    "maxBytes": {"label":"Upper threshold","help":82,"type":"number","unit":"bytes","min":0,"max":1500000000,"slider":{"min":1500,"max":15000000,"step":100,"scale":"log"},"isWay":true},
    "maxShare": {"label":"Upper threshold","help":83,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":1,"step":0.01,"scale":"linear"},"isWay":true},
    "minPackets": {"label":"Lower threshold","help":84,"type":"number","unit":"packets","min":0,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"default":5,"isWay":true,"lessThan":"maxPackets"},
    "maxPackets": {"label":"Upper threshold","help":85,"type":"number","unit":"packets","min":0,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"default":15,"isWay":true},
    "maxP": {"label":"Maximum probability","help":86,"type":"number","unit":"","min":0.0001,"max":1,"slider":{"min":0.001,"max":1,"step":0.001,"scale":"log"},"default":0.1},
    "weight": {"label":"Averaging weight","help":87,"type":"number","unit":"","min":0.000001,"max":1,"slider":{"min":0.0001,"max":1,"step":0.0001,"scale":"log"},"default":0.002,"nullable":true,"variantDefaults":{"linux":null}},
    "gentle": {"label":"Gentle","help":88,"type":"boolean","default":true,"variantDefaults":{"linux":false},"fixedIn":["linux"]},
    "wait": {"label":"Wait","help":89,"type":"boolean","default":false,"fixedIn":["linux"]},
    "byteMode": {"label":"Byte mode","help":90,"type":"boolean","default":false,"variantDefaults":{"linux":true},"fixedIn":["linux"]},
    "adaptive": {"label":"Adaptive","help":91,"type":"boolean","default":false,"fixedIn":["floyd"]},
    "avgPacketBytes": {"label":"Average packet","help":92,"type":"integer","unit":"bytes","min":40,"max":9000,"slider":{"min":40,"max":1500,"step":1,"scale":"linear"},"default":1500,"fixedIn":["floyd"]},
    "ecn": {"label":"ECN","help":93,"type":"boolean","default":false},
  },
  "queues.ared.": {
    "variant": {"label":"Variant","help":94,"type":"choice","options":[{"value":"floyd2001","label":"Floyd 2001","help":95},{"value":"schwardmann2014","label":"inferred 2014","help":96}],"default":"floyd2001"},
    "targetMs": {"label":"Target","help":97,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":5},
    "intervalMs": {"label":"Adaptation interval","help":98,"type":"number","unit":"ms","min":10,"max":60000,"slider":{"min":50,"max":5000,"step":50,"scale":"log"},"default":500},
    "minMaxP": {"label":"Least maximum probability","help":99,"type":"number","unit":"","min":0.00001,"max":0.5,"slider":{"min":0.0001,"max":0.5,"step":0.0001,"scale":"log"},"default":0.01,"nullable":true},
    "minShare": {"label":"Lower threshold","help":100,"type":"number","unit":"","min":0.001,"max":1,"slider":{"min":0.01,"max":0.33,"step":0.01,"scale":"linear"},"default":null,"nullable":true},
    "maxShare": {"label":"Upper threshold","help":101,"type":"number","unit":"","min":0.001,"max":1,"slider":{"min":0.01,"max":1,"step":0.01,"scale":"linear"},"default":null,"nullable":true},
    "weight": {"label":"Averaging weight","help":102,"type":"number","unit":"","min":0.000001,"max":1,"slider":{"min":0.0001,"max":1,"step":0.0001,"scale":"log"},"default":null,"nullable":true},
    "ecn": {"label":"ECN","help":103,"type":"boolean","default":false},
  },
  "queues.codel.": {
    "variant": {"label":"Variant","help":77,"type":"choice","options":[{"value":"linux","label":"Linux","help":104},{"value":"linux310","label":"Linux 3.10","help":105},{"value":"rfc8289","label":"RFC 8289","help":106},{"value":"ns2","label":"ns-2 2012","help":107},{"value":"schwardmann2014","label":"inferred 2014","help":108}],"default":"linux"},
    "targetMs": {"label":"Target","help":109,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":5},
    "intervalMs": {"label":"Interval","help":110,"type":"number","unit":"ms","min":0.01,"max":10000,"slider":{"min":10,"max":1000,"step":5,"scale":"log"},"default":100},
    "ecn": {"label":"ECN","help":111,"type":"boolean","default":false},
    "ceThresholdMs": {"label":"CE threshold","help":112,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":null,"nullable":true,"fixedIn":["rfc8289","ns2","schwardmann2014"]},
  },
  "queues.pie.": {
    "variant": {"label":"Variant","help":77,"type":"choice","options":[{"value":"rfc8033","label":"RFC 8033","help":113},{"value":"paper2013","label":"paper 2013","help":114},{"value":"linux","label":"Linux","help":115},{"value":"linux414","label":"Linux 4.14","help":116}],"default":"rfc8033"},
    "targetMs": {"label":"Target","help":117,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":15,"variantDefaults":{"paper2013":20,"linux414":20}},
    "updateMs": {"label":"Update interval","help":118,"type":"number","unit":"ms","min":1,"max":1000,"slider":{"min":1,"max":200,"step":1,"scale":"log"},"default":15,"variantDefaults":{"paper2013":30,"linux414":30}},
    "alpha": {"label":"Alpha","help":119,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":1,"step":0.005,"scale":"linear"},"default":0.125},
    "beta": {"label":"Beta","help":120,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":10,"step":0.05,"scale":"linear"},"default":1.25},
    "maxBurstMs": {"label":"Burst allowance","help":121,"type":"number","unit":"ms","min":0,"max":10000,"slider":{"min":0,"max":500,"step":10,"scale":"linear"},"default":150,"variantDefaults":{"paper2013":100,"linux414":100}},
    "ecn": {"label":"ECN","help":122,"type":"boolean","default":false},
    "byteMode": {"label":"Byte mode","help":123,"type":"boolean","default":false},
    "rateEstimator": {"label":"Departure-rate estimator","help":124,"type":"boolean","default":false,"variantDefaults":{"paper2013":true,"linux414":true},"fixedIn":["paper2013","linux414"]},
  },
  "queues.duk.": {
    "variant": {"label":"Variant","help":125,"type":"choice","options":[{"value":"refined","label":"refined","help":126},{"value":"printed","label":"printed","help":127}],"default":"refined"},
    "intervalMs": {"label":"Interval","help":128,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":1},
    "resolutionPackets": {"label":"Resolution","help":129,"type":"number","unit":"packets","min":0.5,"max":100,"slider":{"min":1,"max":16,"step":0.5,"scale":"linear"},"default":2,"fixedIn":["printed"]},
    "ecn": {"label":"ECN","help":111,"type":"boolean","default":false},
  },
  "queues.pi2.": {
    "targetMs": {"label":"Target","help":117,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":20},
    "updateMs": {"label":"Update interval","help":130,"type":"number","unit":"ms","min":1,"max":1000,"slider":{"min":1,"max":200,"step":1,"scale":"log"},"default":32},
    "alpha": {"label":"Alpha","help":131,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":2,"step":0.0125,"scale":"linear"},"default":0.3125},
    "beta": {"label":"Beta","help":132,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":20,"step":0.125,"scale":"linear"},"default":3.125},
    "coupling": {"label":"Coupling factor","help":133,"type":"number","unit":"","min":1,"max":100,"slider":{"min":1,"max":10,"step":0.1,"scale":"linear"},"default":2},
    "ecn": {"label":"ECN","help":134,"type":"boolean","default":true},
    "ect0Scalable": {"label":"ECT(0) is scalable","help":135,"type":"boolean","default":false},
  },
  "queues.pi.": {
    "referencePackets": {"label":"Reference queue","help":136,"type":"number","unit":"packets","min":0,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"isWay":true},
    "referenceShare": {"label":"Reference queue","help":137,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":1,"step":0.01,"scale":"linear"},"default":0.25,"isWay":true},
    "a": {"label":"Gain a","help":138,"type":"number","unit":"1/packet","min":0,"max":1,"slider":{"min":0.000001,"max":0.01,"step":0.000001,"scale":"log"},"default":null,"nullable":true},
    "b": {"label":"Gain b","help":139,"type":"number","unit":"1/packet","min":0,"max":1,"slider":{"min":0.000001,"max":0.01,"step":0.000001,"scale":"log"},"default":null,"nullable":true},
    "designFlows": {"label":"Design flows (N)","help":140,"type":"number","unit":"","min":1,"max":100000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":60},
    "designRttMs": {"label":"Design RTT (R)","help":141,"type":"number","unit":"ms","min":1,"max":10000,"slider":{"min":10,"max":1000,"step":1,"scale":"log"},"default":246.7},
    "samplesPerS": {"label":"Sampling frequency","help":142,"type":"number","unit":"1/s","min":1,"max":1000,"slider":{"min":10,"max":1000,"step":1,"scale":"log"},"default":160},
    "ecn": {"label":"ECN","help":111,"type":"boolean","default":false},
  },
  "queues.choke.": {
    "minPackets": {"label":"Lower threshold","help":143,"type":"number","unit":"packets","min":0,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"default":5,"lessThan":"maxPackets"},
    "maxPackets": {"label":"Upper threshold","help":144,"type":"number","unit":"packets","min":0,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"default":15},
    "maxP": {"label":"Maximum probability","help":145,"type":"number","unit":"","min":0.0001,"max":1,"slider":{"min":0.001,"max":1,"step":0.001,"scale":"log"},"default":0.1},
    "weight": {"label":"Averaging weight","help":146,"type":"number","unit":"","min":0.000001,"max":1,"slider":{"min":0.0001,"max":1,"step":0.0001,"scale":"log"},"default":0.002,"nullable":true},
    "ecn": {"label":"ECN","help":147,"type":"boolean","default":false},
  },
  "queues.blue.": {
    "increase": {"label":"Increase (d1)","help":148,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0.0001,"max":0.1,"step":0.0001,"scale":"log"},"default":0.0025},
    "decrease": {"label":"Decrease (d2)","help":149,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0.0001,"max":0.1,"step":0.0001,"scale":"log"},"default":0.00025},
    "freezeMs": {"label":"Freeze time","help":150,"type":"number","unit":"ms","min":0,"max":10000,"slider":{"min":0,"max":500,"step":5,"scale":"linear"},"default":100},
    "thresholdPackets": {"label":"Queue threshold (L)","help":151,"type":"integer","unit":"packets","min":0,"max":1000000,"slider":{"min":0,"max":1000,"step":1,"scale":"linear"},"default":null,"nullable":true},
    "ecn": {"label":"ECN","help":152,"type":"boolean","default":false},
  },
  "queues.avq.": {
    "utilization": {"label":"Desired utilization (gamma)","help":153,"type":"number","unit":"","min":0.1,"max":1,"slider":{"min":0.8,"max":1,"step":0.005,"scale":"linear"},"default":0.98},
    "alpha": {"label":"Alpha","help":154,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0.01,"max":10,"step":0.01,"scale":"log"},"default":0.15},
    "virtualBufferPackets": {"label":"Virtual buffer","help":155,"type":"number","unit":"packets","min":1,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "ecn": {"label":"ECN","help":152,"type":"boolean","default":false},
  },
  "queues.cobalt.": {
    "targetMs": {"label":"Target","help":156,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":5},
    "intervalMs": {"label":"Interval","help":157,"type":"number","unit":"ms","min":0.01,"max":4000,"slider":{"min":10,"max":1000,"step":5,"scale":"log"},"default":100},
    "scalesWithRate": {"label":"Scale with link rate","help":158,"type":"boolean","default":true},
    "ecn": {"label":"ECN","help":159,"type":"boolean","default":true},
    "blueIncrement": {"label":"BLUE increment","help":160,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":0.1,"step":0.0001,"scale":"linear"},"default":0.00390625},
    "blueDecrement": {"label":"BLUE decrement","help":161,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":0.1,"step":0.0001,"scale":"linear"},"default":0.000244140625},
  },
  "queues.sfq.": {
    "buckets": {"label":"Queues","help":162,"type":"integer","unit":"","min":1,"max":65535,"slider":{"min":1,"max":1024,"step":1,"scale":"linear"},"default":1024},
    "quantumBytes": {"label":"Quantum","help":163,"type":"integer","unit":"bytes","min":256,"max":65536,"slider":{"min":256,"max":6000,"step":1,"scale":"linear"},"default":1514},
    "perturbS": {"label":"Perturbation","help":164,"type":"number","unit":"s","min":0.01,"max":10000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":null,"nullable":true},
    "headDrop": {"label":"Head drop","help":165,"type":"boolean","default":false},
    "hashSeed": {"label":"Hash seed","help":166,"type":"integer","unit":"","min":0,"max":1000000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
  },
  "queues.fqCodel.": {
    "variant": {"label":"Variant","help":77,"type":"choice","options":[{"value":"linux","label":"Linux","help":104},{"value":"rfc8290","label":"RFC 8290","help":167}],"default":"linux"},
    "targetMs": {"label":"Target","help":168,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":5},
    "intervalMs": {"label":"Interval","help":110,"type":"number","unit":"ms","min":0.01,"max":10000,"slider":{"min":10,"max":1000,"step":5,"scale":"log"},"default":100},
    "ecn": {"label":"ECN","help":152,"type":"boolean","default":true},
    "ceThresholdMs": {"label":"CE threshold","help":112,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":null,"nullable":true,"fixedIn":["rfc8290"]},
    "buckets": {"label":"Queues","help":169,"type":"integer","unit":"","min":1,"max":65535,"slider":{"min":1,"max":1024,"step":1,"scale":"linear"},"default":1024},
    "quantumBytes": {"label":"Quantum","help":163,"type":"integer","unit":"bytes","min":256,"max":65536,"slider":{"min":256,"max":6000,"step":1,"scale":"linear"},"default":1514},
    "hashSeed": {"label":"Hash seed","help":166,"type":"integer","unit":"","min":0,"max":1000000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
  },
  "queues.fqPie.": {
    "variant": {"label":"Variant","help":77,"type":"choice","options":[{"value":"linux","label":"Linux","help":115},{"value":"draft","label":"Internet-Draft","help":170}],"default":"linux"},
    "targetMs": {"label":"Target","help":171,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":15},
    "updateMs": {"label":"Update interval","help":172,"type":"number","unit":"ms","min":1,"max":1000,"slider":{"min":1,"max":200,"step":1,"scale":"log"},"default":15},
    "alpha": {"label":"Alpha","help":119,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":1,"step":0.005,"scale":"linear"},"default":0.125},
    "beta": {"label":"Beta","help":120,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":10,"step":0.05,"scale":"linear"},"default":1.25},
    "maxBurstMs": {"label":"Burst allowance","help":173,"type":"number","unit":"ms","min":0,"max":10000,"slider":{"min":0,"max":500,"step":10,"scale":"linear"},"default":150},
    "ecn": {"label":"ECN","help":174,"type":"boolean","default":false},
    "markLimit": {"label":"Mark limit","help":175,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":1,"step":0.01,"scale":"linear"},"default":0.1},
    "byteMode": {"label":"Byte mode","help":123,"type":"boolean","default":false},
    "rateEstimator": {"label":"Departure-rate estimator","help":176,"type":"boolean","default":false},
    "buckets": {"label":"Queues","help":169,"type":"integer","unit":"","min":1,"max":65535,"slider":{"min":1,"max":1024,"step":1,"scale":"linear"},"default":1024},
    "quantumBytes": {"label":"Quantum","help":163,"type":"integer","unit":"bytes","min":256,"max":65536,"slider":{"min":256,"max":6000,"step":1,"scale":"linear"},"default":1514},
    "hashSeed": {"label":"Hash seed","help":166,"type":"integer","unit":"","min":0,"max":1000000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
  },
  "queues.dualpi2.": {
    "variant": {"label":"Variant","help":77,"type":"choice","options":[{"value":"linux","label":"Linux","help":177},{"value":"rfc9332","label":"RFC 9332","help":178}],"default":"linux"},
    "targetMs": {"label":"Target","help":179,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.5,"max":100,"step":0.5,"scale":"log"},"default":15},
    "updateMs": {"label":"Update interval","help":130,"type":"number","unit":"ms","min":1,"max":1000,"slider":{"min":1,"max":200,"step":1,"scale":"log"},"default":16,"variantDefaults":{"rfc9332":15}},
    "alpha": {"label":"Alpha","help":131,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":1,"step":0.005,"scale":"linear"},"default":0.16,"variantDefaults":{"rfc9332":0.15}},
    "beta": {"label":"Beta","help":132,"type":"number","unit":"1/s","min":0,"max":100,"slider":{"min":0,"max":10,"step":0.05,"scale":"linear"},"default":3.2,"variantDefaults":{"rfc9332":3}},
    "coupling": {"label":"Coupling factor","help":180,"type":"number","unit":"","min":1,"max":16,"slider":{"min":1,"max":8,"step":0.5,"scale":"linear"},"default":2},
    "thresholdMs": {"label":"L4S threshold","help":181,"type":"number","unit":"ms","min":0.01,"max":1000,"slider":{"min":0.1,"max":20,"step":0.1,"scale":"log"},"default":1,"variantDefaults":{"rfc9332":0.8}},
    "rampMs": {"label":"L4S ramp","help":182,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":5,"step":0.1,"scale":"linear"},"default":0,"variantDefaults":{"rfc9332":0.4},"fixedIn":["linux"]},
    "thresholdPackets": {"label":"L4S threshold in packets","help":183,"type":"integer","unit":"packets","min":1,"max":10000,"slider":{"min":1,"max":50,"step":1,"scale":"linear"},"default":null,"nullable":true,"fixedIn":["rfc9332"]},
    "floorPackets": {"label":"L4S floor","help":184,"type":"integer","unit":"packets","min":0,"max":10000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":0,"variantDefaults":{"rfc9332":1}},
    "classicShare": {"label":"Classic share","help":185,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":1,"step":0.01,"scale":"linear"},"default":0.1},
    "dropOverload": {"label":"Drop at overload","help":186,"type":"boolean","default":true,"fixedIn":["rfc9332"]},
    "dropEarly": {"label":"Decide on arrival","help":187,"type":"boolean","default":false,"fixedIn":["rfc9332"]},
    "anyEct": {"label":"All ECN is L4S","help":188,"type":"boolean","default":false,"fixedIn":["rfc9332"]},
    "ecn": {"label":"ECN","help":189,"type":"boolean","default":true},
  },
  "queues.manual.": {
    "ecn": {"label":"ECN","help":152,"type":"boolean","default":false},
  },
  "queues.*.": {
    "cc": {"label":"Congestion control","help":190,"type":"one","of":"CongestionControl","default":null,"nullable":true},
    "ccGroup": {"label":"Of group","help":249,"type":"integer","unit":"","min":0,"max":15,"slider":{"min":0,"max":15,"step":1,"scale":"linear"},"default":null,"nullable":true},
  },
  "traffic.bulk.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":252,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"TCP flows","help":257,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":1000,"step":1,"scale":"log"},"default":1},
    "cc": {"label":"Congestion control","help":258,"type":"one","of":"CongestionControl","default":"cubic"},
    "stack": {"label":"Stack","help":259,"type":"choice","options":[{"value":"linux-6","label":"Linux 6","help":260},{"value":"linux-3.10","label":"Linux 3.10","help":261},{"value":"rfc","label":"RFCs","help":262}],"default":"linux-6","atStart":true},
    "ecn": {"label":"ECN","help":263,"type":"boolean","default":false},
    "pacing": {"label":"Pacing","help":264,"type":"boolean","default":false,"atStart":true},
    "sack": {"label":"SACK","help":265,"type":"boolean","default":true,"atStart":true},
    "delayedAck": {"label":"Delayed ACKs","help":266,"type":"boolean","default":true,"atStart":true},
    "initialWindow": {"label":"Initial window","help":267,"type":"integer","unit":"segments","min":1,"max":1000,"slider":{"min":1,"max":50,"step":1,"scale":"linear"},"default":10,"atStart":true},
    "initialRtoMs": {"label":"Initial timeout","help":268,"type":"number","unit":"ms","min":200,"max":60000,"slider":{"min":200,"max":10000,"step":100,"scale":"log"},"default":1000,"atStart":true},
    "receiveWindowPackets": {"label":"Receive window","help":269,"type":"integer","unit":"packets","min":1,"max":1048576,"slider":{"min":1,"max":1048576,"step":1,"scale":"log"},"default":1048576,"atStart":true},
    "packetBytes": {"label":"Packet size","help":270,"type":"integer","unit":"bytes","min":100,"max":1500,"slider":{"min":100,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "rttMs": {"label":"Own round-trip time","help":271,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "jitterMs": {"label":"Jitter","help":272,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0,"atStart":true},
    "jitterDistribution": {"label":"Jitter distribution","help":15,"type":"choice","options":[{"value":"uniform","label":"uniform","help":16},{"value":"normal","label":"normal","help":17}],"default":"uniform","atStart":true},
    "jitterPlace": {"label":"Jitter place","help":273,"type":"choice","options":[{"value":"behind","label":"behind the queue","help":274},{"value":"ahead","label":"ahead of the queue","help":275}],"default":"behind","atStart":true},
    "startS": {"label":"Start","help":276,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":277,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "staggerS": {"label":"Stagger","help":278,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "spreadS": {"label":"Random start","help":279,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "traffic.cbr.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":280,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Sources","help":281,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":1},
    "rateMbps": {"label":"Rate","help":282,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.01,"max":1000,"step":0.01,"scale":"log"}},
    "packetBytes": {"label":"Packet size","help":283,"type":"integer","unit":"bytes","min":40,"max":1500,"slider":{"min":40,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "ecn": {"label":"ECN","help":284,"type":"boolean","default":false},
    "startS": {"label":"Start","help":285,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":286,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
  },
  "traffic.poisson.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":280,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Sources","help":287,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":1},
    "rateMbps": {"label":"Mean rate","help":288,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.01,"max":1000,"step":0.01,"scale":"log"}},
    "packetBytes": {"label":"Packet size","help":289,"type":"integer","unit":"bytes","min":40,"max":1500,"slider":{"min":40,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "sizes": {"label":"Sizes","help":290,"type":"choice","options":[{"value":"fixed","label":"fixed","help":291},{"value":"exponential","label":"exponential","help":292}],"default":"fixed","atStart":true},
    "ecn": {"label":"ECN","help":284,"type":"boolean","default":false},
    "startS": {"label":"Start","help":285,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":286,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
  },
  "traffic.short.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":252,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Users","help":293,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":1000,"step":1,"scale":"log"},"default":10},
    "size": {"label":"Size","help":294,"type":"one","of":"FlowSize","default":{"kind":"fixed","bytes":100000}},
    "arrivalsPerS": {"label":"Arrival rate","help":307,"type":"number","unit":"1/s","min":0,"max":1000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"},"default":null,"nullable":true},
    "thinkS": {"label":"Pause","help":308,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":1},
    "think": {"label":"Pauses","help":309,"type":"choice","options":[{"value":"exponential","label":"exponential","help":310},{"value":"fixed","label":"fixed","help":311}],"default":"exponential"},
    "cc": {"label":"Congestion control","help":258,"type":"one","of":"CongestionControl","default":"cubic"},
    "stack": {"label":"Stack","help":259,"type":"choice","options":[{"value":"linux-6","label":"Linux 6","help":260},{"value":"linux-3.10","label":"Linux 3.10","help":261},{"value":"rfc","label":"RFCs","help":262}],"default":"linux-6","atStart":true},
    "ecn": {"label":"ECN","help":263,"type":"boolean","default":false},
    "pacing": {"label":"Pacing","help":264,"type":"boolean","default":false,"atStart":true},
    "sack": {"label":"SACK","help":265,"type":"boolean","default":true,"atStart":true},
    "delayedAck": {"label":"Delayed ACKs","help":266,"type":"boolean","default":true,"atStart":true},
    "initialWindow": {"label":"Initial window","help":267,"type":"integer","unit":"segments","min":1,"max":1000,"slider":{"min":1,"max":50,"step":1,"scale":"linear"},"default":10,"atStart":true},
    "initialRtoMs": {"label":"Initial timeout","help":268,"type":"number","unit":"ms","min":200,"max":60000,"slider":{"min":200,"max":10000,"step":100,"scale":"log"},"default":1000,"atStart":true},
    "receiveWindowPackets": {"label":"Receive window","help":269,"type":"integer","unit":"packets","min":1,"max":1048576,"slider":{"min":1,"max":1048576,"step":1,"scale":"log"},"default":1048576,"atStart":true},
    "packetBytes": {"label":"Packet size","help":270,"type":"integer","unit":"bytes","min":100,"max":1500,"slider":{"min":100,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "rttMs": {"label":"Own round-trip time","help":271,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "jitterMs": {"label":"Jitter","help":272,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0,"atStart":true},
    "jitterDistribution": {"label":"Jitter distribution","help":15,"type":"choice","options":[{"value":"uniform","label":"uniform","help":16},{"value":"normal","label":"normal","help":17}],"default":"uniform","atStart":true},
    "jitterPlace": {"label":"Jitter place","help":273,"type":"choice","options":[{"value":"behind","label":"behind the queue","help":274},{"value":"ahead","label":"ahead of the queue","help":275}],"default":"behind","atStart":true},
    "startS": {"label":"Start","help":276,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":277,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "staggerS": {"label":"Stagger","help":278,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "spreadS": {"label":"Random start","help":279,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "traffic.web.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":252,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Users","help":312,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":1000,"step":1,"scale":"log"},"default":5},
    "pageBytes": {"label":"Main object","help":313,"type":"integer","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1000,"max":100000000,"step":1,"scale":"log"},"default":50000},
    "objects": {"label":"Objects","help":314,"type":"integer","unit":"","min":0,"max":500,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":20},
    "size": {"label":"Object size","help":315,"type":"one","of":"FlowSize","default":{"kind":"lognormal","medianBytes":10000,"maxBytes":1000000,"sigma":1.5}},
    "connections": {"label":"Connections","help":316,"type":"integer","unit":"","min":1,"max":16,"slider":{"min":1,"max":16,"step":1,"scale":"linear"},"default":6},
    "thinkS": {"label":"Pause","help":317,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":5},
    "think": {"label":"Pauses","help":309,"type":"choice","options":[{"value":"exponential","label":"exponential","help":310},{"value":"fixed","label":"fixed","help":311}],"default":"exponential"},
    "cc": {"label":"Congestion control","help":258,"type":"one","of":"CongestionControl","default":"cubic"},
    "stack": {"label":"Stack","help":259,"type":"choice","options":[{"value":"linux-6","label":"Linux 6","help":260},{"value":"linux-3.10","label":"Linux 3.10","help":261},{"value":"rfc","label":"RFCs","help":262}],"default":"linux-6","atStart":true},
    "ecn": {"label":"ECN","help":263,"type":"boolean","default":false},
    "pacing": {"label":"Pacing","help":264,"type":"boolean","default":false,"atStart":true},
    "sack": {"label":"SACK","help":265,"type":"boolean","default":true,"atStart":true},
    "delayedAck": {"label":"Delayed ACKs","help":266,"type":"boolean","default":true,"atStart":true},
    "initialWindow": {"label":"Initial window","help":267,"type":"integer","unit":"segments","min":1,"max":1000,"slider":{"min":1,"max":50,"step":1,"scale":"linear"},"default":10,"atStart":true},
    "initialRtoMs": {"label":"Initial timeout","help":268,"type":"number","unit":"ms","min":200,"max":60000,"slider":{"min":200,"max":10000,"step":100,"scale":"log"},"default":1000,"atStart":true},
    "receiveWindowPackets": {"label":"Receive window","help":269,"type":"integer","unit":"packets","min":1,"max":1048576,"slider":{"min":1,"max":1048576,"step":1,"scale":"log"},"default":1048576,"atStart":true},
    "packetBytes": {"label":"Packet size","help":270,"type":"integer","unit":"bytes","min":100,"max":1500,"slider":{"min":100,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "rttMs": {"label":"Own round-trip time","help":271,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "jitterMs": {"label":"Jitter","help":272,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0,"atStart":true},
    "jitterDistribution": {"label":"Jitter distribution","help":15,"type":"choice","options":[{"value":"uniform","label":"uniform","help":16},{"value":"normal","label":"normal","help":17}],"default":"uniform","atStart":true},
    "jitterPlace": {"label":"Jitter place","help":273,"type":"choice","options":[{"value":"behind","label":"behind the queue","help":274},{"value":"ahead","label":"ahead of the queue","help":275}],"default":"behind","atStart":true},
    "startS": {"label":"Start","help":276,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":277,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "staggerS": {"label":"Stagger","help":278,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "spreadS": {"label":"Random start","help":279,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "traffic.video.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":252,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Players","help":318,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":1000,"step":1,"scale":"log"},"default":1},
    "ratesMbps": {"label":"Bit rates","help":319,"type":"list","min":1,"max":10,"item":{"type":"number","unit":"Mbit/s","min":0.01,"max":1000,"slider":{"min":0.01,"max":1000,"step":9.9999,"scale":"linear"}},"default":[0.5,1,2.5,5,8]},
    "segmentS": {"label":"Segment","help":320,"type":"number","unit":"s","min":0.1,"max":60,"slider":{"min":1,"max":10,"step":0.5,"scale":"linear"},"default":4},
    "bufferS": {"label":"Buffer","help":321,"type":"number","unit":"s","min":0.2,"max":600,"slider":{"min":4,"max":60,"step":1,"scale":"linear"},"default":30},
    "startupS": {"label":"Start at","help":322,"type":"number","unit":"s","min":0.1,"max":600,"slider":{"min":1,"max":20,"step":1,"scale":"linear"},"default":4},
    "cc": {"label":"Congestion control","help":258,"type":"one","of":"CongestionControl","default":"cubic"},
    "stack": {"label":"Stack","help":259,"type":"choice","options":[{"value":"linux-6","label":"Linux 6","help":260},{"value":"linux-3.10","label":"Linux 3.10","help":261},{"value":"rfc","label":"RFCs","help":262}],"default":"linux-6","atStart":true},
    "ecn": {"label":"ECN","help":263,"type":"boolean","default":false},
    "pacing": {"label":"Pacing","help":264,"type":"boolean","default":false,"atStart":true},
    "sack": {"label":"SACK","help":265,"type":"boolean","default":true,"atStart":true},
    "delayedAck": {"label":"Delayed ACKs","help":266,"type":"boolean","default":true,"atStart":true},
    "initialWindow": {"label":"Initial window","help":267,"type":"integer","unit":"segments","min":1,"max":1000,"slider":{"min":1,"max":50,"step":1,"scale":"linear"},"default":10,"atStart":true},
    "initialRtoMs": {"label":"Initial timeout","help":268,"type":"number","unit":"ms","min":200,"max":60000,"slider":{"min":200,"max":10000,"step":100,"scale":"log"},"default":1000,"atStart":true},
    "receiveWindowPackets": {"label":"Receive window","help":269,"type":"integer","unit":"packets","min":1,"max":1048576,"slider":{"min":1,"max":1048576,"step":1,"scale":"log"},"default":1048576,"atStart":true},
    "packetBytes": {"label":"Packet size","help":270,"type":"integer","unit":"bytes","min":100,"max":1500,"slider":{"min":100,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "rttMs": {"label":"Own round-trip time","help":271,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "jitterMs": {"label":"Jitter","help":272,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0,"atStart":true},
    "jitterDistribution": {"label":"Jitter distribution","help":15,"type":"choice","options":[{"value":"uniform","label":"uniform","help":16},{"value":"normal","label":"normal","help":17}],"default":"uniform","atStart":true},
    "jitterPlace": {"label":"Jitter place","help":273,"type":"choice","options":[{"value":"behind","label":"behind the queue","help":274},{"value":"ahead","label":"ahead of the queue","help":275}],"default":"behind","atStart":true},
    "startS": {"label":"Start","help":276,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":277,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "staggerS": {"label":"Stagger","help":278,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "spreadS": {"label":"Random start","help":279,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "traffic.voip.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":280,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Calls","help":323,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":1000,"step":1,"scale":"log"},"default":1},
    "rateMbps": {"label":"Rate","help":324,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.01,"max":1000,"step":0.01,"scale":"log"},"default":0.0872},
    "packetBytes": {"label":"Packet size","help":325,"type":"integer","unit":"bytes","min":40,"max":1500,"slider":{"min":40,"max":1500,"step":1,"scale":"linear"},"default":218,"atStart":true},
    "talkSpurts": {"label":"Talk spurts","help":326,"type":"boolean","default":false,"atStart":true},
    "talkS": {"label":"Talk","help":327,"type":"number","unit":"s","min":0.01,"max":3600,"slider":{"min":0.1,"max":60,"step":0.1,"scale":"log"},"default":1.004,"atStart":true},
    "silenceS": {"label":"Silence","help":328,"type":"number","unit":"s","min":0.01,"max":3600,"slider":{"min":0.1,"max":60,"step":0.1,"scale":"log"},"default":1.587,"atStart":true},
    "jitterBufferMs": {"label":"Jitter buffer","help":329,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":200,"step":5,"scale":"linear"},"default":40,"atStart":true},
    "impairment": {"label":"Codec impairment","help":330,"type":"number","unit":"","min":0,"max":60,"slider":{"min":0,"max":30,"step":1,"scale":"linear"},"default":0,"atStart":true},
    "robustness": {"label":"Loss robustness","help":331,"type":"number","unit":"","min":1,"max":100,"slider":{"min":1,"max":40,"step":0.1,"scale":"linear"},"default":25.1,"atStart":true},
    "ecn": {"label":"ECN","help":284,"type":"boolean","default":false},
    "rttMs": {"label":"Own round-trip time","help":332,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "startS": {"label":"Start","help":285,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":286,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "spreadS": {"label":"Random start","help":333,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "traffic.limited.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":252,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"TCP flows","help":257,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":1000,"step":1,"scale":"log"},"default":1},
    "rateMbps": {"label":"Rate","help":334,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.01,"max":1000,"step":0.01,"scale":"log"},"default":1},
    "chunkBytes": {"label":"Chunk","help":335,"type":"integer","unit":"bytes","min":1,"max":10000000,"slider":{"min":1000,"max":1000000,"step":1,"scale":"log"},"default":10000},
    "cc": {"label":"Congestion control","help":258,"type":"one","of":"CongestionControl","default":"cubic"},
    "stack": {"label":"Stack","help":259,"type":"choice","options":[{"value":"linux-6","label":"Linux 6","help":260},{"value":"linux-3.10","label":"Linux 3.10","help":261},{"value":"rfc","label":"RFCs","help":262}],"default":"linux-6","atStart":true},
    "ecn": {"label":"ECN","help":263,"type":"boolean","default":false},
    "pacing": {"label":"Pacing","help":264,"type":"boolean","default":false,"atStart":true},
    "sack": {"label":"SACK","help":265,"type":"boolean","default":true,"atStart":true},
    "delayedAck": {"label":"Delayed ACKs","help":266,"type":"boolean","default":true,"atStart":true},
    "initialWindow": {"label":"Initial window","help":267,"type":"integer","unit":"segments","min":1,"max":1000,"slider":{"min":1,"max":50,"step":1,"scale":"linear"},"default":10,"atStart":true},
    "initialRtoMs": {"label":"Initial timeout","help":268,"type":"number","unit":"ms","min":200,"max":60000,"slider":{"min":200,"max":10000,"step":100,"scale":"log"},"default":1000,"atStart":true},
    "receiveWindowPackets": {"label":"Receive window","help":269,"type":"integer","unit":"packets","min":1,"max":1048576,"slider":{"min":1,"max":1048576,"step":1,"scale":"log"},"default":1048576,"atStart":true},
    "packetBytes": {"label":"Packet size","help":270,"type":"integer","unit":"bytes","min":100,"max":1500,"slider":{"min":100,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "rttMs": {"label":"Own round-trip time","help":271,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "jitterMs": {"label":"Jitter","help":272,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0,"atStart":true},
    "jitterDistribution": {"label":"Jitter distribution","help":15,"type":"choice","options":[{"value":"uniform","label":"uniform","help":16},{"value":"normal","label":"normal","help":17}],"default":"uniform","atStart":true},
    "jitterPlace": {"label":"Jitter place","help":273,"type":"choice","options":[{"value":"behind","label":"behind the queue","help":274},{"value":"ahead","label":"ahead of the queue","help":275}],"default":"behind","atStart":true},
    "startS": {"label":"Start","help":276,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":277,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "staggerS": {"label":"Stagger","help":278,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":30,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "spreadS": {"label":"Random start","help":279,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "traffic.onOff.": {
    "name": {"label":"Name","help":250,"type":"text","chars":40,"default":"","atStart":true},
    "muted": {"label":"Muted","help":251,"type":"boolean","default":false},
    "direction": {"label":"Direction","help":280,"type":"choice","options":[{"value":"forward","label":"forward","help":253},{"value":"reverse","label":"reverse","help":254}],"default":"forward","atStart":true},
    "firstHop": {"label":"Enters before hop","help":255,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":1,"atStart":true},
    "lastHop": {"label":"Leaves behind hop","help":256,"type":"integer","unit":"","min":1,"max":4,"slider":{"min":1,"max":4,"step":1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "flows": {"label":"Sources","help":287,"type":"integer","unit":"","min":0,"max":100000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":1},
    "rateMbps": {"label":"Rate","help":336,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.01,"max":1000,"step":0.01,"scale":"log"}},
    "packetBytes": {"label":"Packet size","help":283,"type":"integer","unit":"bytes","min":40,"max":1500,"slider":{"min":40,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
    "onS": {"label":"On","help":337,"type":"number","unit":"s","min":0.01,"max":3600,"slider":{"min":0.1,"max":60,"step":0.1,"scale":"log"},"default":1,"atStart":true},
    "offS": {"label":"Off","help":338,"type":"number","unit":"s","min":0.01,"max":3600,"slider":{"min":0.1,"max":60,"step":0.1,"scale":"log"},"default":1,"atStart":true},
    "periods": {"label":"Periods","help":339,"type":"choice","options":[{"value":"exponential","label":"exponential","help":310},{"value":"fixed","label":"fixed","help":311}],"default":"exponential","atStart":true},
    "ecn": {"label":"ECN","help":284,"type":"boolean","default":false},
    "rttMs": {"label":"Own round-trip time","help":332,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":null,"nullable":true},
    "startS": {"label":"Start","help":285,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":0,"atStart":true},
    "stopS": {"label":"Stop","help":286,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":120,"step":0.1,"scale":"linear"},"default":null,"nullable":true,"atStart":true},
    "spreadS": {"label":"Random start","help":333,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":10,"step":0.1,"scale":"linear"},"default":0.1,"atStart":true},
  },
  "burst.": {
    "rateMbps": {"label":"Burst rate","help":340,"type":"number","unit":"Mbit/s","min":0.01,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"},"atStart":true},
    "durationS": {"label":"Burst length","help":341,"type":"number","unit":"s","min":0.001,"max":3600,"slider":{"min":0.01,"max":60,"step":0.01,"scale":"log"},"atStart":true},
    "packetBytes": {"label":"Packet size","help":283,"type":"integer","unit":"bytes","min":40,"max":1500,"slider":{"min":40,"max":1500,"step":1,"scale":"linear"},"default":1500,"atStart":true},
  },
});

/** Parameters of the objects in `UNIONS`, by type, kind and name: `FlowSize.pareto.shape`. */
export const INNER = joined<Parameter>({
  "RateStep.RateStep.": {
    "atS": {"label":"From","help":21,"type":"number","unit":"s","min":0,"max":3600,"slider":{"min":0,"max":3600,"step":36,"scale":"linear"}},
    "rateMbps": {"label":"Bandwidth","help":22,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
  },
  "Schedule.steps.": {
    "steps": {"label":"Steps","help":19,"type":"list","min":1,"max":1000,"item":{"type":"one","of":"RateStep"}},
    "repeatS": {"label":"Repeat after","help":23,"type":"number","unit":"s","min":0.001,"max":3600,"slider":{"min":1,"max":120,"step":1,"scale":"linear"},"default":null,"nullable":true},
  },
  "Schedule.square.": {
    "highMbps": {"label":"High","help":24,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
    "lowMbps": {"label":"Low","help":25,"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
    "periodS": {"label":"Period","help":26,"type":"number","unit":"s","min":0.002,"max":3600,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"}},
    "duty": {"label":"Duty","help":27,"type":"number","unit":"","min":0.001,"max":0.999,"slider":{"min":0.1,"max":0.9,"step":0.05,"scale":"linear"},"default":0.5},
  },
  "Schedule.trace.": {
    "binMs": {"label":"Bin","help":28,"type":"number","unit":"ms","min":1,"max":60000,"slider":{"min":10,"max":1000,"step":10,"scale":"log"}},
    "ratesMbps": {"label":"Rates","help":29,"type":"list","min":1,"max":4096,"item":{"type":"number","unit":"Mbit/s","min":0,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}}},
    "repeat": {"label":"Repeat","help":30,"type":"boolean","default":true},
  },
  "ReverseLink.ReverseLink.": {
    "rateMbps": {"label":"Reverse bandwidth","help":35,"type":"number","unit":"Mbit/s","min":0.1,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
    "buffer": {"label":"Reverse buffer","help":60,"type":"one","of":"Buffer"},
    "queue": {"label":"Reverse queue","help":40,"type":"one","of":"Queue","default":null,"nullable":true},
  },
  "Buffer.packets.": {
    "packets": {"label":"Buffer","help":62,"type":"integer","unit":"packets","min":1,"max":1000000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"}},
  },
  "Buffer.bytes.": {
    "bytes": {"label":"Buffer","help":64,"type":"integer","unit":"bytes","min":1500,"max":1500000000,"slider":{"min":1500,"max":15000000,"step":1,"scale":"log"}},
  },
  "Buffer.ms.": {
    "ms": {"label":"Buffer","help":66,"type":"number","unit":"ms","min":0.1,"max":60000,"slider":{"min":1,"max":10000,"step":1,"scale":"log"}},
    "minPackets": {"label":"At least","help":8,"type":"integer","unit":"packets","min":1,"max":10000,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":1},
  },
  "Buffer.bdp.": {
    "bdp": {"label":"Buffer","help":68,"type":"number","unit":"BDP","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"}},
    "minPackets": {"label":"At least","help":8,"type":"integer","unit":"packets","min":1,"max":10000,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":1},
  },
  "Hop.Hop.": {
    "rateMbps": {"label":"Hop bandwidth","help":71,"type":"number","unit":"Mbit/s","min":0.1,"max":10000,"slider":{"min":0.1,"max":1000,"step":0.1,"scale":"log"}},
    "buffer": {"label":"Hop buffer","help":72,"type":"one","of":"Buffer"},
    "queue": {"label":"Hop queue","help":73,"type":"one","of":"Queue","default":null,"nullable":true},
    "deviceQueuePackets": {"label":"Hop device queue","help":74,"type":"integer","unit":"packets","min":0,"max":10000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
    "delayMs": {"label":"Hop delay","help":75,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":0},
  },
  "CongestionControl.cubic.": {
    "beta": {"label":"Decrease factor","help":192,"type":"number","unit":"","min":0.1,"max":0.95,"slider":{"min":0.3,"max":0.95,"step":0.05,"scale":"linear"},"default":0.7},
    "c": {"label":"C","help":193,"type":"number","unit":"segments/s³","min":0.001,"max":100,"slider":{"min":0.01,"max":10,"step":0.01,"scale":"log"},"default":0.4},
    "fastConvergence": {"label":"Fast convergence","help":194,"type":"boolean","default":true},
    "tcpFriendliness": {"label":"Reno-friendly region","help":195,"type":"boolean","default":true},
    "hystart": {"label":"HyStart","help":196,"type":"boolean","default":true},
  },
  "CongestionControl.scalable.": {
    "increaseEvery": {"label":"Segments per increase","help":200,"type":"integer","unit":"segments","min":1,"max":10000,"slider":{"min":10,"max":1000,"step":1,"scale":"log"},"default":100},
    "decrease": {"label":"Decrease","help":201,"type":"number","unit":"","min":0.01,"max":0.9,"slider":{"min":0.05,"max":0.5,"step":0.005,"scale":"linear"},"default":0.125},
  },
  "CongestionControl.htcp.": {
    "rttScaling": {"label":"RTT scaling","help":203,"type":"boolean","default":true},
    "bandwidthSwitch": {"label":"Bandwidth switch","help":204,"type":"boolean","default":true},
  },
  "CongestionControl.bic.": {
    "lowWindow": {"label":"Low window","help":206,"type":"integer","unit":"segments","min":0,"max":10000,"slider":{"min":4,"max":100,"step":1,"scale":"log"},"default":14},
    "maxIncrement": {"label":"Largest step","help":207,"type":"integer","unit":"segments","min":1,"max":1000,"slider":{"min":1,"max":100,"step":1,"scale":"log"},"default":16},
    "beta": {"label":"Decrease factor","help":192,"type":"number","unit":"","min":0.1,"max":0.95,"slider":{"min":0.3,"max":0.95,"step":0.05,"scale":"linear"},"default":0.8},
    "smoothPart": {"label":"Smooth part","help":208,"type":"integer","unit":"","min":1,"max":1000,"slider":{"min":4,"max":100,"step":1,"scale":"log"},"default":20},
    "fastConvergence": {"label":"Fast convergence","help":209,"type":"boolean","default":true},
  },
  "CongestionControl.vegas.": {
    "alpha": {"label":"Fewest queued","help":211,"type":"integer","unit":"segments","min":0,"max":1000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":2},
    "beta": {"label":"Most queued","help":212,"type":"integer","unit":"segments","min":0,"max":1000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":4},
    "gamma": {"label":"Most queued in slow start","help":213,"type":"integer","unit":"segments","min":0,"max":1000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":1},
  },
  "CongestionControl.dctcp.": {
    "weightLog": {"label":"Weight exponent","help":215,"type":"integer","unit":"","min":0,"max":10,"slider":{"min":0,"max":10,"step":1,"scale":"linear"},"default":4},
    "initialAlpha": {"label":"Initial alpha","help":216,"type":"number","unit":"","min":0,"max":1,"slider":{"min":0,"max":1,"step":0.05,"scale":"linear"},"default":1},
  },
  "CongestionControl.aimd.": {
    "a": {"label":"Increase a","help":219,"type":"number","unit":"segments","min":0.01,"max":1000,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":1},
    "b": {"label":"Decrease b","help":220,"type":"number","unit":"","min":0.01,"max":0.99,"slider":{"min":0.05,"max":0.95,"step":0.05,"scale":"linear"},"default":0.5},
  },
  "CongestionControl.ledbat.": {
    "targetMs": {"label":"Target","help":222,"type":"number","unit":"ms","min":0.1,"max":1000,"slider":{"min":1,"max":200,"step":1,"scale":"log"},"default":100},
    "gain": {"label":"Gain","help":223,"type":"number","unit":"segments","min":0.01,"max":10,"slider":{"min":0.1,"max":10,"step":0.1,"scale":"log"},"default":1},
    "baseHistoryMin": {"label":"Base history","help":224,"type":"integer","unit":"min","min":1,"max":20,"slider":{"min":1,"max":20,"step":1,"scale":"linear"},"default":10},
    "currentFilter": {"label":"Current filter","help":225,"type":"integer","unit":"samples","min":1,"max":64,"slider":{"min":1,"max":64,"step":1,"scale":"linear"},"default":4},
  },
  "CongestionControl.prague.": {
    "weightLog": {"label":"Weight exponent","help":215,"type":"integer","unit":"","min":0,"max":10,"slider":{"min":0,"max":10,"step":1,"scale":"linear"},"default":4},
    "virtualRttMs": {"label":"Virtual RTT","help":229,"type":"number","unit":"ms","min":0,"max":1000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":25},
  },
  "CongestionControl.westwood.": {
    "minIntervalMs": {"label":"Shortest sample","help":231,"type":"integer","unit":"ms","min":1,"max":10000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":50},
  },
  "CongestionControl.illinois.": {
    "alphaMin": {"label":"Smallest increase","help":233,"type":"number","unit":"segments","min":0.01,"max":100,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":0.3},
    "alphaMax": {"label":"Largest increase","help":234,"type":"number","unit":"segments","min":0.01,"max":100,"slider":{"min":0.1,"max":100,"step":0.1,"scale":"log"},"default":10},
    "betaMin": {"label":"Smallest decrease","help":235,"type":"number","unit":"","min":0.02,"max":0.98,"slider":{"min":0.05,"max":0.95,"step":0.05,"scale":"linear"},"default":0.125},
    "betaMax": {"label":"Largest decrease","help":236,"type":"number","unit":"","min":0.02,"max":0.98,"slider":{"min":0.05,"max":0.95,"step":0.05,"scale":"linear"},"default":0.5},
    "windowThreshold": {"label":"Reno below","help":237,"type":"integer","unit":"segments","min":0,"max":10000,"slider":{"min":0,"max":100,"step":1,"scale":"linear"},"default":15},
    "theta": {"label":"Recovery","help":238,"type":"integer","unit":"round trips","min":1,"max":100,"slider":{"min":1,"max":20,"step":1,"scale":"linear"},"default":5},
  },
  "CongestionControl.yeah.": {
    "maxQueue": {"label":"Most queued","help":240,"type":"integer","unit":"segments","min":1,"max":10000,"slider":{"min":1,"max":1000,"step":1,"scale":"log"},"default":80},
    "rho": {"label":"Reno after","help":241,"type":"integer","unit":"round trips","min":1,"max":1000,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":16},
    "zeta": {"label":"Fresh after","help":242,"type":"integer","unit":"round trips","min":1,"max":1000,"slider":{"min":1,"max":100,"step":1,"scale":"linear"},"default":50},
  },
  "CongestionControl.veno.": {
    "beta": {"label":"Congested from","help":244,"type":"integer","unit":"segments","min":0,"max":1000,"slider":{"min":0,"max":20,"step":1,"scale":"linear"},"default":3},
  },
  "CongestionControl.bbr3.": {
    "lossThreshold": {"label":"Loss threshold","help":246,"type":"number","unit":"","min":0,"max":0.5,"slider":{"min":0,"max":0.2,"step":0.01,"scale":"linear"},"default":0.02},
    "beta": {"label":"Decrease factor","help":247,"type":"number","unit":"","min":0.1,"max":1,"slider":{"min":0.3,"max":1,"step":0.05,"scale":"linear"},"default":0.7},
    "headroom": {"label":"Headroom","help":248,"type":"number","unit":"","min":0,"max":0.9,"slider":{"min":0,"max":0.5,"step":0.05,"scale":"linear"},"default":0.15},
  },
  "FlowSize.fixed.": {
    "bytes": {"label":"Size","help":296,"type":"integer","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1000,"max":100000000,"step":1,"scale":"log"}},
  },
  "FlowSize.list.": {
    "bytes": {"label":"Sizes","help":298,"type":"list","min":1,"max":16,"item":{"type":"number","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1,"max":1000000000,"step":9999999.99,"scale":"linear"}}},
  },
  "FlowSize.pareto.": {
    "minBytes": {"label":"Smallest size","help":300,"type":"integer","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1000,"max":100000000,"step":1,"scale":"log"},"default":10000},
    "maxBytes": {"label":"Largest size","help":301,"type":"integer","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1000,"max":100000000,"step":1,"scale":"log"},"default":10000000},
    "shape": {"label":"Tail index","help":302,"type":"number","unit":"","min":0.1,"max":10,"slider":{"min":1,"max":3,"step":0.1,"scale":"linear"},"default":1.2},
  },
  "FlowSize.lognormal.": {
    "medianBytes": {"label":"Median size","help":304,"type":"integer","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1000,"max":100000000,"step":1,"scale":"log"},"default":10000},
    "maxBytes": {"label":"Largest size","help":305,"type":"integer","unit":"bytes","min":1,"max":1000000000,"slider":{"min":1000,"max":100000000,"step":1,"scale":"log"},"default":10000000},
    "sigma": {"label":"Sigma","help":306,"type":"number","unit":"","min":0,"max":5,"slider":{"min":0,"max":3,"step":0.1,"scale":"linear"},"default":1.5},
  },
});

/** Numbers of the disciplines' inner state, which plots can show, with the disciplines that have them. */
export const PROBES: readonly Probe[] = [
  {"name":"dropProbability","unit":"","label":"Drop probability","help":342,"kinds":["red","ared","pie","duk","pi2","pi","choke","blue","cobalt","fqPie","dualpi2"]},
  {"name":"averageQueue","unit":"packets","label":"Average queue","help":343,"kinds":["red","ared","choke"]},
  {"name":"minThreshold","unit":"packets","label":"Lower threshold","help":344,"kinds":["red","ared","choke"]},
  {"name":"maxThreshold","unit":"packets","label":"Upper threshold","help":345,"kinds":["red","ared","choke"]},
  {"name":"maxProbability","unit":"","label":"Maximum probability","help":346,"kinds":["red","ared","choke"]},
  {"name":"sinceLastHit","unit":"packets","label":"Packets since the last hit","help":347,"kinds":["red","ared","choke"]},
  {"name":"matchedPairs","unit":"","label":"Matched pairs","help":348,"kinds":["choke"]},
  {"name":"increases","unit":"","label":"Increases","help":349,"kinds":["blue"]},
  {"name":"decreases","unit":"","label":"Decreases","help":350,"kinds":["blue"]},
  {"name":"frozenUntil","unit":"s","label":"Frozen until","help":351,"kinds":["blue"]},
  {"name":"virtualCapacity","unit":"Mbit/s","label":"Virtual capacity","help":352,"kinds":["avq"]},
  {"name":"virtualShare","unit":"","label":"Virtual capacity as a share","help":353,"kinds":["avq"]},
  {"name":"virtualQueue","unit":"bytes","label":"Virtual queue","help":354,"kinds":["avq"]},
  {"name":"virtualBuffer","unit":"bytes","label":"Virtual buffer","help":355,"kinds":["avq"]},
  {"name":"queue","unit":"packets","label":"Sampled queue","help":356,"kinds":["pi"]},
  {"name":"reference","unit":"packets","label":"Reference","help":357,"kinds":["pi"]},
  {"name":"gainA","unit":"1/packet","label":"Gain a","help":358,"kinds":["pi"]},
  {"name":"gainB","unit":"1/packet","label":"Gain b","help":359,"kinds":["pi"]},
  {"name":"baseProbability","unit":"","label":"Base probability","help":360,"kinds":["pi2","dualpi2"]},
  {"name":"classicProbability","unit":"","label":"Classic probability","help":361,"kinds":["pi2","dualpi2"]},
  {"name":"scalableProbability","unit":"","label":"Scalable probability","help":362,"kinds":["pi2"]},
  {"name":"coupledProbability","unit":"","label":"Coupled probability","help":363,"kinds":["dualpi2"]},
  {"name":"estimatedDelay","unit":"ms","label":"Estimated delay","help":364,"kinds":["pie","dualpi2"]},
  {"name":"burstAllowance","unit":"ms","label":"Burst allowance","help":365,"kinds":["pie"]},
  {"name":"tuning","unit":"","label":"Auto-tuning factor","help":366,"kinds":["pie"]},
  {"name":"departureRate","unit":"Mbit/s","label":"Departure rate","help":367,"kinds":["pie"]},
  {"name":"delay","unit":"ms","label":"Measured delay","help":368,"kinds":["duk","pi2"]},
  {"name":"utilization","unit":"","label":"Measured utilization","help":369,"kinds":["duk"]},
  {"name":"capacity","unit":"Mbit/s","label":"Measured capacity","help":370,"kinds":["duk"]},
  {"name":"interval","unit":"ms","label":"Interval","help":371,"kinds":["duk"]},
  {"name":"dropping","unit":"","label":"Dropping state","help":372,"kinds":["codel","cobalt"]},
  {"name":"count","unit":"drops","label":"Drop count","help":373,"kinds":["codel","cobalt"]},
  {"name":"lastSojourn","unit":"ms","label":"Last sojourn time","help":374,"kinds":["codel","cobalt"]},
  {"name":"firstAbove","unit":"s","label":"Dropping may start at","help":375,"kinds":["codel"]},
  {"name":"nextDrop","unit":"s","label":"Next drop at","help":376,"kinds":["codel","cobalt"]},
  {"name":"backlogged","unit":"queues","label":"Queues with packets","help":377,"kinds":["sfq","fqCodel","fqPie"]},
  {"name":"new","unit":"queues","label":"New queues","help":378,"kinds":["fqCodel","fqPie"]},
  {"name":"old","unit":"queues","label":"Old queues","help":379,"kinds":["fqCodel","fqPie"]},
  {"name":"dropping","unit":"queues","label":"Dropping queues","help":380,"kinds":["fqCodel"]},
  {"name":"largestProbability","unit":"","label":"Largest probability","help":381,"kinds":["fqPie"]},
  {"name":"longest","unit":"bytes","label":"Longest queue","help":382,"kinds":["fqCodel","fqPie"]},
  {"name":"longest","unit":"packets","label":"Longest queue","help":382,"kinds":["sfq"]},
  {"name":"oldest","unit":"ms","label":"Longest wait","help":383,"kinds":["sfq","fqCodel","fqPie"]},
  {"name":"rehashes","unit":"","label":"Rehashes","help":384,"kinds":["sfq"]},
  {"name":"classicQueue","unit":"packets","label":"Classic queue","help":385,"kinds":["dualpi2"]},
  {"name":"l4sQueue","unit":"packets","label":"L4S queue","help":386,"kinds":["dualpi2"]},
  {"name":"classicHead","unit":"ms","label":"Wait in the Classic queue","help":387,"kinds":["dualpi2"]},
  {"name":"l4sHead","unit":"ms","label":"Wait in the L4S queue","help":388,"kinds":["dualpi2"]},
  {"name":"credit","unit":"","label":"Credit","help":389,"kinds":["dualpi2"]},
  {"name":"pending","unit":"packets","label":"Drops to come","help":390,"kinds":["manual"]},
  {"name":"ordered","unit":"packets","label":"Drops ordered","help":391,"kinds":["manual"]},
];
