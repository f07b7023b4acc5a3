/**
 * What the page and a worker say to each other. A worker has some lanes of the run; each knows the whole scenario, so
 * that all judge alike. Every message carries the id of the run it belongs to: whoever
 * receives one of another run drops it, so a late answer can never paint yesterday's data into today's plot.
 *
 * A run's slices bring all its samples from time zero, also those that a revision has left as they were: so the page
 * never puts together what belongs to different runs.
 *
 * The page pulls. While a run plays, a worker computes one slice each time it is asked. What was edited is computed to a
 * known time: there a worker goes on by itself, a slice at a time, but never far ahead of a page that does not say that
 * it has seen what came.
 */

/** A change of one parameter at a point of simulated time: one entry of a scenario's `changes`. */
export interface Change {
  readonly atS: number;
  readonly set: string;
  readonly to: unknown;
}

/** One reason why a scenario or a change is refused. */
export interface Problem {
  /** JSON path of the offending value; empty for the whole. */
  readonly path: string;
  readonly message: string;
}

/** The columns a slice brings, in this order. Units: see the simulator's `Column`. */
export const COLUMNS = [
  'delayMean',
  'offered',
  'sent',
  'earlyDrops',
  'overflowDrops',
  'marks',
  'sentBits',
  'capacityBits',
  'queuePackets',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

export type ToHost =
  | Opening<'load'>
  /** Goes on with another scenario or timeline as if it had been run from the start; only differences are computed. */
  | Opening<'revise'>
  | {
      readonly kind: 'advance';
      readonly run: number;
      /** Where to go, s; the slice may end earlier. */
      readonly toS: number;
    }
  | {
      /** Goes on to `toS`; the slices that are posted on the way hold as much as is worth a message. */
      readonly kind: 'compute';
      readonly run: number;
      readonly toS: number;
      /** The numbers of this window are wanted along with the last slice. */
      readonly report?: Stretch | undefined;
    }
  /** The page is there and has taken what came: a worker that goes on by itself may do so. */
  | { readonly kind: 'seen'; readonly run: number }
  | { readonly kind: 'change'; readonly run: number; readonly change: Change }
  | ({ readonly kind: 'report'; readonly run: number } & Stretch)
  | { readonly kind: 'check'; readonly request: number; readonly scenario: string }
  /** Answered at once by `pong`, which shows that the worker is not stuck. */
  | { readonly kind: 'ping' };

/** A stretch of simulated time, s. */
export interface Stretch {
  readonly fromS: number;
  readonly toS: number;
}

interface Opening<Kind> {
  readonly kind: Kind;
  readonly run: number;
  readonly scenario: string;
  /** Numbers of the lanes that this worker shall have, in rising order. What it answers is of these, in this order. */
  readonly lanes: readonly number[];
}

export type FromHost =
  | { readonly kind: 'loaded'; readonly run: number; readonly about: Loaded }
  | { readonly kind: 'rejected'; readonly run: number; readonly problems: readonly Problem[] }
  | { readonly kind: 'slice'; readonly run: number; readonly slice: Slice }
  | {
      readonly kind: 'refused';
      readonly run: number;
      readonly change: Change;
      readonly problems: readonly Problem[];
    }
  | { readonly kind: 'report'; readonly run: number; readonly report: Report }
  | { readonly kind: 'checked'; readonly request: number; readonly verdict: Verdict }
  | { readonly kind: 'crashed'; readonly run: number; readonly message: string }
  | { readonly kind: 'pong' };

/** What belongs to a run. */
export type RunMessage = Exclude<FromHost, { kind: 'checked' | 'pong' }>;

export interface Loaded {
  readonly lanes: number;
  /** Length of one sample of every column, s. */
  readonly sampleS: number;
  /** How far all lanes are already, s: after a revision, up to the first difference. */
  readonly nowS: number;
  /** Version of the simulator. */
  readonly version: string;
}

/** The new samples of every lane since the slice before. */
export interface Slice {
  /** How far all lanes are. */
  readonly nowS: number;
  /** How far any lane is. */
  readonly furthestS: number;
  /** Index of the first new sample. */
  readonly from: number;
  /** `columns[lane][i]` belongs to `COLUMNS[i]`. All may lie in one buffer. */
  readonly columns: readonly (readonly Float32Array[])[];
  /** Wall time it took to compute, ms. */
  readonly tookMs: number;
}

/** Statistics of one lane, as `aqm run --json` prints them. */
export interface LaneReport {
  readonly queue: string;
  readonly queueDelayMs: {
    readonly mean: number | null;
    readonly p50: number | null;
    readonly p95: number | null;
    readonly p99: number | null;
    readonly max: number | null;
  };
  readonly utilization: number;
  readonly dropRate: number;
  readonly earlyDropRate: number;
  readonly overflowDropRate: number;
  readonly markRate: number;
  readonly jain: number | null;
  readonly packets: {
    readonly offered: number;
    readonly sent: number;
    readonly dropped: number;
    readonly marked: number;
  };
}

export interface Report extends Stretch {
  readonly nowS: number;
  /** By lane; one that was added since has no answer yet. */
  readonly lanes: readonly LaneAnswer[];
}

export interface LaneAnswer {
  /** Since the end of the warm-up. */
  readonly whole: LaneReport;
  /** Between `fromS` and `toS`. */
  readonly window: LaneReport;
  /** Fingerprint of everything that happened in this lane so far. */
  readonly digest: string;
}

export type Verdict =
  | { readonly valid: true; readonly canonical: string }
  | { readonly valid: false; readonly problems: readonly Problem[] };
