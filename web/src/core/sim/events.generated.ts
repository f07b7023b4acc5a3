// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** Drops, marks, losses and probes of one lane in a span of simulated time. */
export interface LaneEvents {
  /** The first drops, marks and losses of the span, in order. */
  readonly events: readonly LoggedEvent[];
  /** Number of drops, marks and losses in the span, listed or not. */
  readonly eventCount: number;
  /** Inner state of the discipline; one entry for each discipline that ran in the span. Only the first bins are listed. */
  readonly probes: readonly Probes[];
  /** Number of bins in the span that have a probe, listed or not. */
  readonly probeCount: number;
  /** The queues of flows at the end of the span, in the order of service; empty if the discipline has one queue. */
  readonly buckets: readonly Bucket[];
  /** Number of the bucket whose packet is on the wire at the end of the span; null if there is none. */
  readonly sending: number | null;
}

/** A packet that was dropped or marked at a hop, or lost behind it. */
export interface LoggedEvent {
  /** Time, s. */
  readonly atS: number;
  /** The hop: 1, 2, ... in the forward direction, `reverse` for the bottleneck of the way back. */
  readonly hop: string;
  /** Number of the flow or source. */
  readonly flow: number;
  /** Index of the traffic group; null for a burst. */
  readonly group: number | null;
  /** Number of the segment or datagram within its flow. */
  readonly packet: number;
  /** Size of the packet. */
  readonly bytes: number;
  /** Time that it waited, ms. */
  readonly sojournMs: number;
  /** What happened to it. */
  readonly kind: 'drop' | 'mark' | 'loss';
  /** Code of the reason, such as `codel.next`. */
  readonly reason: string;
  /** The numbers behind the decision. */
  readonly numbers: readonly NamedNumber[];
  /** The reason in one sentence, for students. */
  readonly sentence: string;
}

/** A number with its name. */
export interface NamedNumber {
  /** Its name. */
  readonly name: string;
  /** Its unit; empty for probabilities, counts and flags. */
  readonly unit: string;
  /** Its value; null if there is none at present. */
  readonly value: number | null;
}

/** Inner state of a discipline as series, one value a bin. */
export interface Probes {
  /** Ends of the bins, s. */
  readonly timesS: readonly number[];
  /** The series. */
  readonly series: readonly ProbeSeries[];
}

/** One number of the inner state over time. */
export interface ProbeSeries {
  /** Its name. */
  readonly name: string;
  /** Its unit; empty for probabilities, counts and flags. */
  readonly unit: string;
  /** Its values; null where there was none. */
  readonly values: readonly (number | null)[];
}

/** A queue that a discipline serves in turns with others. Flows are hashed into such buckets. */
export interface Bucket {
  /** Its number. */
  readonly number: number;
  /** The list that it is on. */
  readonly list: 'new' | 'old';
  /** The next packet comes from it, unless its algorithm drops all its packets. */
  readonly isNext: boolean;
  /** Bytes that it may send in this turn; may be negative. */
  readonly deficit: number;
  /** Waiting packets. */
  readonly packets: number;
  /** Waiting bytes. */
  readonly bytes: number;
  /** Time that its head has waited, ms; null without packets. */
  readonly waitedMs: number | null;
  /** The flows of its packets, then the open flows without packets that share the bucket. */
  readonly flows: readonly BucketFlow[];
  /** State of the algorithm of the bucket. */
  readonly numbers: readonly NamedNumber[];
}

/** A flow of a bucket. */
export interface BucketFlow {
  /** Its number. */
  readonly flow: number;
  /** Index of its traffic group; null for a burst. */
  readonly group: number | null;
  /** Its waiting packets. */
  readonly packets: number;
}

/** The inner state of a sender at several times. */
export interface SenderAnswer {
  /** Number of the flow. */
  readonly flow: number;
  /** The times, s. Only those at which the flow was open are listed. */
  readonly timesS: readonly number[];
  /** Its numbers. Those of the congestion control come last. */
  readonly series: readonly SenderSeries[];
  /** What it did in the span, besides sending data and taking ACKs in order. Of very many only the last ones. */
  readonly events: readonly SenderEntry[];
  /** Number of such events, listed or not. */
  readonly eventCount: number;
}

/** One number of a sender over time. */
export interface SenderSeries {
  /** Its name in the simulator, or in the source of the congestion control. */
  readonly name: string;
  /** Its unit; empty for plain numbers. */
  readonly unit: string;
  /** Its name for readers; empty if it has none. */
  readonly label: string;
  /** One sentence; empty if it has no name for readers. */
  readonly help: string;
  /** Whether the congestion control reports it, not the sender. */
  readonly isControl: boolean;
  /** Its values; null where there was none. */
  readonly values: readonly (number | null)[];
}

/** Something that a sender did, and why. */
export interface SenderEntry {
  /** Time, s. */
  readonly atS: number;
  /** What it did. `own`: the congestion control applied a rule of its own, outside of a congestion event. */
  readonly action: 'retransmission' | 'syn' | 'timeout' | 'probe' | 'reduction' | 'undo' | 'entered' | 'left' | 'own';
  /** The phase that it entered or left: `reduction` after a mark or probe, `recovery`, `timeout`; null for other actions. */
  readonly phase: string | null;
  /** The segment that it sent again; null for other actions. */
  readonly segment: number | null;
  /** Code of the reason, such as `rack.overtaken`. */
  readonly reason: string;
  /** The numbers behind the decision. */
  readonly numbers: readonly NamedNumber[];
  /** Congestion window before and after, in segments. */
  readonly cwnd: readonly number[];
  /** Slow start threshold before and after, in segments; null for none. */
  readonly ssthresh: readonly (number | null)[];
  /** Segments believed to be in flight after it. */
  readonly inFlight: number;
}

/** One reason why a scenario, a plan or a change is refused. */
export interface Problem {
  /** Place of the value, such as `queues[1].targetMs`; empty for the whole text. */
  readonly path: string;
  /** What is wrong and what is accepted, as the rest of a sentence that starts with the path: "is 0; expected 0.01 to 1000 ms." */
  readonly message: string;
}
