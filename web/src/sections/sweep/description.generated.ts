// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** All runs of a sweep. Run `index` belongs to row `index / seeds.length`. */
export interface Description {
  /** The varied parameters. */
  readonly axes: readonly DescribedAxis[];
  /** The seeds. */
  readonly seeds: readonly number[];
  /** Full names of the measures. */
  readonly measures: readonly string[];
  /** Lanes of cells. */
  readonly rows: readonly DescribedRow[];
  /** Combinations of cases and values. */
  readonly cells: readonly DescribedCell[];
  /** What replaces values of the parameters. */
  readonly overrides: readonly DescribedOverride[];
}

/** A varied parameter. */
export interface DescribedAxis {
  /** Path of the field. */
  readonly path: string;
  /** Its values. */
  readonly values: readonly unknown[];
}

/** A lane of a cell. */
export interface DescribedRow {
  /** Index of the cell. */
  readonly cell: number;
  /** Index of the lane. */
  readonly lane: number;
  /** Cost of one run, Mbit. */
  readonly weight: number;
}

/** A combination of a case and values. */
export interface DescribedCell {
  /** Name of the case; null if the plan has none. */
  readonly case: string | null;
  /** Path and value of each varied parameter. */
  readonly set: Readonly<Record<string, unknown>>;
  /** JSON of the scenario. */
  readonly scenario: string;
}

/** What replaces the values of a parameter during the runs (docs/plans.md). */
export interface DescribedOverride {
  /** Index of the parameter. */
  readonly axis: number;
  /** What replaces them. */
  readonly kind: 'change' | 'part' | 'schedule' | 'silence' | 'senders' | 'noSender' | 'lane' | 'end';
  /** Index of the change; null for other kinds. */
  readonly index: number | null;
  /** Path of the change; null for other kinds. */
  readonly set: string | null;
  /** The group that sends nothing; null for other kinds. */
  readonly group: number | null;
  /** The lanes of `senders` and `noSender`; empty for other kinds. */
  readonly lanes: readonly number[];
  /** Time from which on it replaces them, s. */
  readonly fromS: number;
  /** Time at which it ends, s; null if the values never count again. */
  readonly untilS: number | null;
  /** No result depends on the values: the plan is refused. */
  readonly isWhole: boolean;
}

/** Most parameters of a plan, and most values of a parameter. */
export const PLAN_LIMITS = {
  "axes": 2,
  "values": 1000,
} as const;
