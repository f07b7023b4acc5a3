// Made from the tables in the crates by `cargo run -p aqm-cli -- generate`; do not edit.

/** All papers. */
export interface Catalogue {
  /** The papers. */
  readonly papers: readonly Paper[];
}

/** A paper. */
export interface Paper {
  /** Short name, such as `schwardmann-2014`; the names of items begin with it. */
  readonly name: string;
  /** Authors in short. */
  readonly authors: string;
  /** Year; null if the paper has none. */
  readonly year: number | null;
  /** Title. */
  readonly title: string;
  /** Authors, title and year. */
  readonly citation: string;
  /** Its tables and figures. */
  readonly items: readonly Item[];
  /** What the paper shows and we do not. */
  readonly leftOut: readonly LeftOut[];
}

/** A table or a figure of a paper. */
export interface Item {
  /** `schwardmann-2014/1b-inferred`. */
  readonly name: string;
  /** `1b-inferred`. */
  readonly id: string;
  /** The number that it has in all groups: `1b`. */
  readonly number: string;
  /** Its group. */
  readonly group: ItemGroup;
  /** `Table 1b`. */
  readonly label: string;
  /** What it shows. */
  readonly title: string;
  /** Number of runs; 0 for results that are computed, not simulated. */
  readonly runs: number;
  /** Cost of all runs, Mbit. */
  readonly weight: number;
}

/** Items that belong together: the tables of a paper under one reading of it, or the report of one discipline. */
export interface ItemGroup {
  /** Unique in the paper. */
  readonly name: string;
  /** Name in menus. */
  readonly label: string;
  /** It is the report of a discipline. */
  readonly isDiscipline: boolean;
}

/** Something that a paper shows and we do not. */
export interface LeftOut {
  /** What it is. */
  readonly what: string;
  /** The reason. */
  readonly why: string;
}

/** One simulation of an item. */
export interface ItemRun {
  /** Cost, Mbit. */
  readonly weight: number;
  /** The lane that runs. */
  readonly lane: number;
  /** JSON of the scenario. */
  readonly scenario: string;
}

/** The results of an item, as far as they are known, beside the published ones. */
export interface Report {
  /** Notes below the table. */
  readonly notes: readonly string[];
  /** Who published the numbers: "paper", or the program they were read from. */
  readonly publishedBy: string;
  /** Name of another simulator whose numbers are in `other` of a value. */
  readonly other: string | null;
  /** Columns. */
  readonly measures: readonly Measure[];
  /** The number that the rows differ in, if they do. */
  readonly x: Axis | null;
  /** Rows. */
  readonly rows: readonly Row[];
  /** Statements of the paper, checked. */
  readonly findings: readonly Finding[];
  /** Shares of values or findings that should agree. */
  readonly goals: readonly Goal[];
  /** Figures that the rows do not show. */
  readonly plots: readonly Plot[];
}

/** A column of a table. */
export interface Measure {
  /** Name. */
  readonly name: string;
  /** Unit. */
  readonly unit: string;
  /** Digits after the point. */
  readonly decimals: number;
}

/** An axis of a plot. */
export interface Axis {
  /** What it shows. */
  readonly name: string;
  /** Its unit; empty for numbers without one. */
  readonly unit: string;
  /** It is logarithmic. */
  readonly log: boolean;
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

/** A cell of a table. */
export interface Value {
  /** The published number. */
  readonly published: Figure | null;
  /** The number of another simulator. */
  readonly other: Figure | null;
  /** Over the runs that were made; null before the first. A value that is computed without runs is always there. */
  readonly ours: Ours | null;
  /** Largest difference that counts as equal, in the measure's unit. */
  readonly tolerance: number | null;
  /** Whether ours is within the tolerance; null: nothing to compare, or not all runs were made. */
  readonly within: boolean | null;
  /** Ours minus published; null if one of them is not known. */
  readonly deviation: number | null;
  /** How far ours is from the published value: within the tolerance, up to twice as far, or farther. Null without a tolerance, or while runs are missing. */
  readonly grade: 'ok' | 'near' | 'off' | null;
}

/** A number with its spread. */
export interface Figure {
  /** Mean. */
  readonly mean: number;
  /** Standard deviation over the seeds. */
  readonly sd: number | null;
}

/** A result of ours. */
export interface Ours {
  /** Mean. */
  readonly mean: number;
  /** Standard deviation over the seeds. */
  readonly sd: number | null;
  /** Half the width of the 95 % confidence interval of the mean; null for fewer than two runs. */
  readonly ci95: number | null;
  /** Number of runs; 0 for a value that is computed without runs. */
  readonly n: number;
}

/** A statement of the paper, checked against our numbers. */
export interface Finding {
  /** The statement. */
  readonly claim: string;
  /** Whether it holds here. */
  readonly state: 'holds' | 'fails' | 'waiting';
  /** The numbers; null while it waits. */
  readonly evidence: string | null;
  /** Why it does not hold here. */
  readonly because: string | null;
}

/** A share of values or findings that should agree. */
export interface Goal {
  /** What is counted. */
  readonly name: string;
  /** Number that agree. */
  readonly hits: number;
  /** Number of all. */
  readonly of: number;
  /** Least share, 0 to 1. */
  readonly least: number;
  /** Whether the share is reached. */
  readonly met: boolean;
}

/** A figure of the paper that the rows do not show. */
export interface Plot {
  /** Its number in the paper, or a short name. */
  readonly id: string;
  /** What it shows. */
  readonly title: string;
  /** Horizontal axis. */
  readonly x: Axis;
  /** Vertical axis. */
  readonly y: Axis;
  /** What is drawn. */
  readonly series: readonly Series[];
  /** What our lines and their bands are; empty without bands. */
  readonly band: string;
  /** Lines across it. */
  readonly references: readonly Reference[];
  /** Its vertical axis is its own; otherwise plots with the same axes share one scale. */
  readonly ownScale: boolean;
}

/** A series of a plot. */
export interface Series {
  /** Name. */
  readonly name: string;
  /** Name of the discipline. */
  readonly queue: string | null;
  /** How it is drawn. */
  readonly kind: 'line' | 'trace' | 'points' | 'ellipse';
  /** The numbers are those of the paper. */
  readonly published: boolean;
  /** x, y and the lower and upper end of the interval; for an ellipse see the Rust docs of `Kind`. Null: unknown. */
  readonly points: readonly (readonly (number | null)[])[];
  /** Indices of the rows that it shows: one for each point, or one for all; empty: the table has none. */
  readonly rows: readonly number[];
}

/** A line across a plot. */
export interface Reference {
  /** The axis that has the value. */
  readonly axis: 'x' | 'y';
  /** The value, in the unit of the axis. */
  readonly value: number;
  /** What is there. */
  readonly label: string;
}
