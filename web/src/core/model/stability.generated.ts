// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** An operating point. Frequencies are in rad/s, margins in degrees and dB. */
export interface Summary {
  /** Its parameters, in their units. */
  readonly values: {
    readonly alpha: number;
    readonly beta: number;
    readonly updateMs: number;
    readonly rttMs: number;
    readonly flows: number;
    readonly rateMbps: number;
    readonly probability: number;
    readonly targetMs: number;
    readonly packetBytes: number;
    readonly gainA: number;
    readonly gainB: number;
    readonly samplesPerS: number;
    readonly designFlows: number;
    readonly designRttMs: number;
    readonly referencePackets: number;
  };
  /** Mean window of a flow, packets. */
  readonly window: number;
  /** Rate of the link in packets per second. */
  readonly packetsPerS: number;
  /** Factor of auto-tuning for alpha and beta. */
  readonly factor: number;
  /** Zero of the controller. */
  readonly zero: number;
  /** Pole of the window. */
  readonly windowPole: number;
  /** Pole of the queue. */
  readonly queuePole: number;
  /** Gain crossover. */
  readonly crossover: number;
  /** Phase margin. */
  readonly phaseMargin: number;
  /** Phase crossover. */
  readonly phaseCrossover: number;
  /** Gain margin. */
  readonly gainMargin: number;
  /** Both margins are positive. */
  readonly stable: boolean;
  /** The curves. */
  readonly curves: readonly CurveName[];
}

/** A curve. */
export interface CurveName {
  /** It is that of the point. */
  readonly own: boolean;
  /** Its name. */
  readonly name: string;
}

/** A parameter: its unit, the values that are accepted, and the ends of its slider and axis. */
export interface About {
  /** Its name in settings. */
  readonly name: string;
  /** Its symbol in the theory. */
  readonly symbol: string;
  /** Its unit; empty for counts and shares. */
  readonly unit: string;
  /** Accepted values. */
  readonly limits: readonly [number, number];
  /** Ends of sliders and axes. */
  readonly axis: readonly [number, number];
  /** The paper's value. */
  readonly standard: number;
}

/** The auto-tuning of PIE and PI2, or PI, which controls the queue length. */
export type Tuning =
  | 'fixed' | 'paper2013' | 'rfc8033' | 'squared' | 'pi';

/** Which line of the paper's equation (9) gives the gain. */
export type Reading =
  | 'derived' | 'printed';

/** The curves beside that of the point. */
export type Lines =
  | 'one' | 'rtt' | 'gains' | 'beta' | 'flows';
