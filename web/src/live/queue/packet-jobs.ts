import type { SenderAnswer } from '../../core/sim/events.generated';
import type { Recorded } from './recording';

/** The messages between the page and the worker that simulates a run again for the queue view. */
export type ToPacketWorker =
  | {
      /** The run is that of this scenario from now on. Open requests of the former one end. */
      readonly kind: 'open';
      readonly run: number;
      readonly scenario: string;
    }
  | Wanted;

/** A request: what happened to the packets of a lane in a span of time, or the state of one sender. */
export interface Wanted {
  readonly kind: 'record';
  readonly run: number;
  readonly request: number;
  readonly lane: number;
  readonly fromS: number;
  readonly toS: number;
  /** The state of this sender is wanted instead, at so many times of the span. */
  readonly sender?: { readonly flow: number; readonly count: number };
}

/** The state of a sender over a span. */
export interface FoundSender {
  readonly answer: SenderAnswer;
  /** The traffic group of each flow, -1 for a burst. */
  readonly groups: readonly number[];
}

export type FromPacketWorker =
  | {
      readonly kind: 'recorded';
      readonly run: number;
      readonly request: number;
      readonly found: Recorded;
    }
  | {
      readonly kind: 'sender';
      readonly run: number;
      readonly request: number;
      readonly found: FoundSender;
    }
  /** The run has been computed up to this time, on the way to the span. */
  | {
      readonly kind: 'reached';
      readonly run: number;
      readonly request: number;
      readonly atS: number;
    }
  | { readonly kind: 'failed'; readonly run: number; readonly message: string };

/** Most packets of an answer. */
export const MOST_PACKETS = 60_000;

/** The part of the package that the worker calls. */
export interface PacketCore {
  readonly PacketRun: new (scenario: string, lane: number) => PacketRun;
}
export interface PacketRun {
  revise(scenario: string): void;
  prepare(toS: number, packets: number): boolean;
  now(): number;
  record(fromS: number, toS: number, most: number): PacketReplay;
  /** Returns JSON of `SenderAnswer`. */
  sender(flow: number, fromS: number, toS: number, count: number): string;
  groups(): Int32Array;
  free(): void;
}
export interface PacketReplay {
  run(packets: number): boolean;
  columns(): Float64Array;
  classes(): string;
  texts(): string;
  windows(): Float64Array;
  groups(): Int32Array;
  skipped(): number;
  free(): void;
}
