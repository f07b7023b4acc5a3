/** The papers and reports of the batch package, as `crates/aqm-reproduce/src/render_json.rs` writes them. */

/** All papers. */
export interface Catalogue {
  readonly papers: readonly Paper[];
}

export interface Paper {
  /** `schwardmann-2014`; the names of items begin with it. */
  readonly name: string;
  readonly authors: string;
  readonly year: number | null;
  readonly title: string;
  readonly citation: string;
  readonly items: readonly Item[];
  /** What the paper shows and we do not. */
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
}

/** A table or a figure of a paper. */
export interface Item {
  /** `schwardmann-2014/1b`. */
  readonly name: string;
  readonly id: string;
  readonly title: string;
  /** Number of runs; 0 for results that are computed, not simulated. */
  readonly runs: number;
  /** Cost of all runs, Mbit. */
  readonly weight: number;
}

/** One simulation of an item. */
export interface ItemRun {
  /** Cost, Mbit. */
  readonly weight: number;
  readonly lane: number;
  /** JSON of the scenario. */
  readonly scenario: string;
}

/** The results of an item, as far as they are known, beside the published ones. */
export interface Report {
  readonly notes: readonly string[];
  /** Who published the numbers: "paper", or the program they were read from. */
  readonly publishedBy: string;
  /** Name of another simulator whose numbers are in `ReportValue.other`. */
  readonly other: string | null;
  readonly measures: readonly Measure[];
  /** The number that the rows differ in, if they do. */
  readonly x: Axis | null;
  readonly rows: readonly Row[];
  readonly findings: readonly Finding[];
  readonly goals: readonly Goal[];
  readonly plots: readonly Plot[];
}

export interface Measure {
  readonly name: string;
  readonly unit: string;
  readonly decimals: number;
}

/** One discipline at one setting. */
export interface Row {
  /** The setting, such as "5 Mbit/s". */
  readonly at: string;
  /** The setting as a number, for a figure. */
  readonly x: number | null;
  /** Name of the discipline. */
  readonly queue: string;
  /** Indices of its runs. */
  readonly runs: readonly number[];
  /** JSON of a scenario that shows the same in packets, of a row that is computed without runs. */
  readonly scenario: string | null;
  /** One for each measure. */
  readonly values: readonly Value[];
}

export interface Value {
  readonly published: Figure | null;
  readonly other: Figure | null;
  /** Over the `n` runs that were made; null before the first. A value that is computed without runs is always there; `n` is then 0. */
  readonly ours: Ours | null;
  /** Largest difference that counts as equal, in the measure's unit. */
  readonly tolerance: number | null;
  /** Whether ours is within the tolerance; null: nothing to compare, or not all runs were made. */
  readonly within: boolean | null;
}

export interface Figure {
  readonly mean: number;
  /** Standard deviation over the seeds. */
  readonly sd: number | null;
}

/** A result of ours. */
export interface Ours extends Figure {
  /** Half the width of the 95 % confidence interval of the mean; null for fewer than two runs. */
  readonly ci95: number | null;
  /** Number of runs. */
  readonly n: number;
}

/** A statement of the paper, checked against our numbers. */
export interface Finding {
  readonly claim: string;
  readonly state: 'holds' | 'fails' | 'waiting';
  /** The numbers; null while it waits. */
  readonly evidence: string | null;
  /** Why it does not hold here. */
  readonly because: string | null;
}

/** A share of values or findings that should agree. */
export interface Goal {
  readonly name: string;
  readonly hits: number;
  readonly of: number;
  /** Least share, 0 to 1. */
  readonly least: number;
  readonly met: boolean;
}

export interface Plot {
  readonly id: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  /** What our lines and their bands are; empty without bands. */
  readonly band: string;
  /** Lines across it. */
  readonly references: readonly Reference[];
  /** Its vertical axis is its own; otherwise plots with the same axes share one scale. */
  readonly ownScale: boolean;
}

export interface Reference {
  readonly axis: 'x' | 'y';
  readonly value: number;
  readonly label: string;
}

export interface Axis {
  readonly name: string;
  readonly unit: string;
  readonly log: boolean;
}

export interface Series {
  readonly name: string;
  /** Name of the discipline. */
  readonly queue: string | null;
  readonly kind: 'line' | 'trace' | 'points' | 'ellipse';
  readonly published: boolean;
  /** x, y and the lower and upper end of the interval; for an ellipse see the Rust docs of `Kind`. Null: unknown. */
  readonly points: readonly (readonly (number | null)[])[];
  /** Indices of the rows that it shows: one for each point, or one for all; empty: the table has none. */
  readonly rows: readonly number[];
}
