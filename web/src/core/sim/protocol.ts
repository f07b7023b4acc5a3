import type { LaneEvents, Problem } from './events.generated';
import type { LaneReport, SeriesName } from './measures.generated';
import type { Change } from '../document/scenario';

export type { LaneEvents, Problem };

/**
 * The messages between the page and a worker. A worker has some lanes of the run and the whole scenario, so that all workers
 * validate in the same way. Every message carries the id of its run. The receiver drops messages of other runs, so a late
 * answer cannot appear in the plots of a newer run.
 *
 * A run's slices contain all its samples from time zero, including those that a revision left unchanged. The page
 * therefore never combines samples of different runs.
 *
 * During play, a worker computes one slice per request of the page. After an edit, the worker runs to the requested time by
 * itself, slice by slice. It waits if the page does not confirm the received data.
 */

/** The columns of a slice, in this order. Units and definitions: docs/measures.md. */
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
] as const satisfies readonly SeriesName[];
export type ColumnName = (typeof COLUMNS)[number];

export type ToHost =
  | Opening<'load'>
  /** Continues with another scenario or timeline as if run from the start; only the part after the first difference is computed. */
  | Opening<'revise'>
  | {
      readonly kind: 'advance';
      readonly run: number;
      /** Target time, s; the slice may end earlier. */
      readonly toS: number;
    }
  | {
      /** Runs to `toS`; the slices on the way are combined into fewer messages. */
      readonly kind: 'compute';
      readonly run: number;
      readonly toS: number;
      /** Window of the numbers that come with the last slice. */
      readonly report?: Wanted | undefined;
    }
  /** The page has received the data: a worker that runs by itself may continue. */
  | { readonly kind: 'seen'; readonly run: number }
  | { readonly kind: 'change'; readonly run: number; readonly change: Change }
  | ({ readonly kind: 'report'; readonly run: number } & Wanted)
  /** Requests the drops, marks and probes of a lane. The worker simulates the span again, beside the run. */
  | ({
      readonly kind: 'events';
      readonly run: number;
      readonly request: number;
      /** Index of the lane among those of this worker. */
      readonly lane: number;
    } & Stretch)
  | { readonly kind: 'check'; readonly request: number; readonly scenario: string }
  /** The worker answers at once with `pong`, which shows that it is not stuck. */
  | { readonly kind: 'ping' };

/** A span of simulated time, s. */
export interface Stretch {
  readonly fromS: number;
  readonly toS: number;
}

/**
 * Data of a lane that only some views need, so that a report has them on request only: the distribution of the queue delay,
 * the goodput of flows per second, their windows, and numbers of the discipline's probe: `probe averageQueue:packets`.
 */
export type DetailName = 'delays' | 'goodput' | 'windows' | `${typeof PROBE}${string}`;

/** Start of the name of a detail that is a number of a probe. */
export const PROBE = 'probe ';

/** Returns the numbers of probes among `details`, as the engine names them. */
export const probesOf = (details: readonly DetailName[]): string[] =>
  details.flatMap((name) => (name.startsWith(PROBE) ? [name.slice(PROBE.length)] : []));

/** A request for a report: its window, and the details. */
export interface Wanted extends Stretch {
  readonly details?: readonly DetailName[];
  /** The page has the goodput of the seconds before this one. */
  readonly fromSecond?: number;
  /** The page has the windows of the samples before this one. */
  readonly fromWindow?: number;
  /** The page has the rows of all requested numbers of probes before this one. */
  readonly fromProbe?: number;
}

/** Details of a lane; those that were not requested are left out. */
export interface LaneDetails {
  /** Pairs of a delay in ms and the packets with this delay, in ascending order. */
  readonly delays?: { readonly whole: Float32Array; readonly window: Float32Array };
  /** See `Engine.goodput`. */
  readonly goodput?: Float32Array;
  /** See `Engine.windows`. */
  readonly windows?: Float32Array;
  /** A column for each name, from row `from` on; empty columns if the run does not record probes. */
  readonly probes?: {
    readonly from: number;
    readonly names: readonly string[];
    readonly columns: readonly Float32Array[];
  };
}

interface Opening<Kind> {
  readonly kind: Kind;
  readonly run: number;
  readonly scenario: string;
  /** Numbers of this worker's lanes, in ascending order. Its answers have these lanes in this order. */
  readonly lanes: readonly number[];
  /** The run records the probes of the disciplines, for plots. */
  readonly probes?: boolean;
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
  | {
      readonly kind: 'events';
      readonly run: number;
      readonly request: number;
      readonly found: LaneEvents;
    }
  | { readonly kind: 'checked'; readonly request: number; readonly verdict: Verdict }
  | {
      readonly kind: 'crashed';
      readonly run: number;
      readonly message: string;
      /** The worker or its simulator could not be loaded. */
      readonly isUnloaded?: boolean;
    }
  | { readonly kind: 'pong' };

/** The id of a run. */
export type RunMessage = Exclude<FromHost, { kind: 'checked' | 'pong' | 'events' }>;

export interface Loaded {
  readonly lanes: number;
  /** Length of one sample of every column, s. */
  readonly sampleS: number;
  /** Time that all lanes have reached, s: after a revision, the first difference. */
  readonly nowS: number;
  /** Version of the simulator. */
  readonly version: string;
  /** Whether there is a reverse bottleneck, which has columns of its own. */
  readonly hasReverse?: boolean;
  /** Number of hops beside that of the lane, which have columns of their own. */
  readonly otherHops?: number;
}

/** The new samples of every lane since the last slice. */
export interface Slice {
  /** Time that all lanes have reached, s. */
  readonly nowS: number;
  /** Latest time of any lane, s. */
  readonly furthestS: number;
  /** Index of the first new sample. */
  readonly from: number;
  /**
   * The columns of each lane: `COLUMNS` of its queue, the same of the reverse bottleneck, if there is one, and of each other hop, then
   * `GROUP_SERIES` of each traffic group, if there are several. All may lie in one buffer.
   */
  readonly columns: readonly (readonly Float32Array[])[];
  /** Computing time, ms. */
  readonly tookMs: number;
}

export interface Report extends Stretch {
  readonly nowS: number;
  /** Reports by lane; a lane added after the request has none. */
  readonly lanes: readonly LaneAnswer[];
}

export interface LaneAnswer {
  /** Since the end of the warm-up. */
  readonly whole: LaneReport;
  /** Between `fromS` and `toS`. */
  readonly window: LaneReport;
  /** Digest of all events in this lane so far. */
  readonly digest: string;
  readonly details?: LaneDetails;
}

/** Most drops and marks, and most bins of probes, that one answer holds. */
export const MOST_EVENTS = 10_000;

export type Verdict =
  | { readonly valid: true; readonly canonical: string }
  | {
      readonly valid: false;
      readonly problems: readonly Problem[];
      /** It was not checked, because the simulator could not be loaded. */
      readonly isUnloaded?: boolean;
    };
