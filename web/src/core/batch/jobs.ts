/** One simulation for the pool, and the messages between the page and a worker of the pool. */

interface Weighed {
  /** Expected computing time, in any unit: the pool starts heavy jobs first and estimates the time left from it. */
  readonly weight: number;
}

/** One run of an item of a paper. Its result is what `report` of the batch package takes. */
export interface PaperJob extends Weighed {
  readonly kind: 'paper';
  /** Name of the item, such as `schwardmann-2014/1a`. */
  readonly item: string;
  /** Index of the run among those of the item. */
  readonly run: number;
  /** JSON with the files of a paper that the user has opened; undefined for a paper of the page. */
  readonly files?: string;
}

/** One lane of a scenario with one seed. Its result has one number for each measure, NaN if there was nothing to measure. */
export interface SweepJob extends Weighed {
  readonly kind: 'sweep';
  /** JSON of the scenario. */
  readonly scenario: string;
  readonly lane: number;
  readonly seed: number;
  /** Names of the measures, separated by commas. */
  readonly measures: string;
}

/** One lane over time with one seed, for ribbons. Its result is that of `seedRun` of the batch package. */
export interface SeedJob extends Weighed {
  readonly kind: 'seed';
  readonly scenario: string;
  readonly lane: number;
  readonly seed: number;
  /** End of the simulated time, s. */
  readonly toS: number;
  /** Length of a bin, in samples of 10 ms. */
  readonly samples: number;
}

/**
 * The beginning of a run, to measure how fast it computes. Its result is the simulated time, s, and the computing time,
 * ms.
 */
export interface ProbeJob extends Weighed {
  readonly kind: 'probe';
  readonly scenario: string;
  readonly lane: number;
  readonly seed: number;
  /** End of the run, s. */
  readonly durationS: number;
  /** The computing time is about this, ms. */
  readonly mostMs: number;
}

/** The first packet that two lanes treat differently. Its result is that of `firstDifference` of the batch package. */
export interface DifferenceJob extends Weighed {
  readonly kind: 'difference';
  readonly scenario: string;
  readonly lanes: readonly [a: number, b: number];
  /** End of the search, s. */
  readonly toS: number;
}

/** The traffic groups of one lane over time. Its result is that of `groupRun` of the batch package. */
export interface GroupJob extends Omit<SeedJob, 'kind'> {
  readonly kind: 'groups';
}

/** The Flent data file of one lane. Its result is that of `flentFile` of the batch package. */
export interface FlentJob extends Weighed {
  readonly kind: 'flent';
  readonly scenario: string;
  readonly lane: number;
  readonly seed: number;
  /** End of the simulated time, s. */
  readonly toS: number;
  /** The address of the page with the scenario. */
  readonly link: string;
}

/** The time series of one lane, for files. Its result is that of `samplesRun` of the batch package. */
export interface SamplesJob extends Omit<FlentJob, 'kind' | 'link'> {
  readonly kind: 'samples';
}

/** The numbers of a step of a story. Its result has one number for each claim, NaN if there was nothing to measure. */
export interface StoryJob extends Weighed {
  readonly kind: 'story';
  readonly text: string;
  /** JSON with the text of each scenario that the story names. */
  readonly files: string;
  /** Index of the step. */
  readonly step: number;
  readonly seed: number;
}

/**
 * Reads a story or the files of a paper that may come from anywhere: a worker can be stopped, the page cannot. Its result is the
 * document of the story as bytes of JSON, and nothing for a paper. A refusal is a JSON list of problems.
 */
export interface ReadJob extends Weighed {
  readonly kind: 'read';
  /** The text of a story; undefined for a paper. */
  readonly story?: string;
  /** JSON with the text of each file: of the scenarios that the story names, or of the paper. */
  readonly files: string;
}

/** The number that a step of a story asks for, of each lane in a state. NaN if there was nothing to measure. */
export interface AskedJob extends Omit<StoryJob, 'kind'> {
  readonly kind: 'asked';
  /** JSON of the state: that of the step, or what the reader tries. */
  readonly scenario: string;
}

export type Job =
  | PaperJob
  | ReadJob
  | SweepJob
  | SeedJob
  | GroupJob
  | ProbeJob
  | DifferenceJob
  | FlentJob
  | SamplesJob
  | StoryJob
  | AskedJob;

export interface ToWorker {
  readonly task: number;
  readonly job: Job;
}

export type FromWorker =
  /** The simulator is loaded. */
  | { readonly kind: 'ready' }
  /** A long job goes on. */
  | { readonly kind: 'alive' }
  | {
      readonly kind: 'done';
      readonly task: number;
      readonly values: Float64Array;
      /** Computing time, ms. */
      readonly tookMs: number;
    }
  /** The job was refused; the worker can do others. */
  | { readonly kind: 'failed'; readonly task: number; readonly message: string }
  /** The simulator has crashed, and the worker is of no further use. */
  | { readonly kind: 'crashed'; readonly task: number; readonly message: string }
  /** The simulator could not be loaded. */
  | { readonly kind: 'broken'; readonly message: string };

/** The part of `Worker` that the pool uses; tests replace it. */
export interface PoolWorker {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
