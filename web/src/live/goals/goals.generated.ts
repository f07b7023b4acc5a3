// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** The goals of a challenge in a run. */
export interface GoalsAnswer {
  /** How far the run was computed, s. */
  readonly nowS: number;
  /** The goals, in order. */
  readonly goals: readonly GoalAnswer[];
  /** The values that may be changed. */
  readonly free: readonly FreeAnswer[];
}

/** A goal in a run. */
export interface GoalAnswer {
  /** What is measured. */
  readonly what: string;
  /** What the value must be. */
  readonly must: string;
  /** The value so far, with its unit; a dash without one. */
  readonly value: string;
  /** The value of the lane that it is compared with; null if it is compared with a number. */
  readonly other: string | null;
  /** Start of the measured time, s. */
  readonly fromS: number;
  /** End of the measured time, s. */
  readonly toS: number;
  /** Whether it holds so far. */
  readonly state: 'waiting' | 'holds' | 'fails';
  /** The run has reached the end of the measured time. */
  readonly isFinal: boolean;
}

/** A value that may be changed. */
export interface FreeAnswer {
  /** Its path. */
  readonly path: string;
  /** The accepted values in words. */
  readonly accepted: string;
}
