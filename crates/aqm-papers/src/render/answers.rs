//! The papers and their reports as the page and `aqm reproduce --json` get them. `render_json` fills these objects.

use crate::report::Grade;
use aqm_json::answer;

answer! {
    /// All papers.
    pub struct Catalogue {
        /// The papers.
        "papers" papers: Vec<Paper>,
    }

    /// A paper.
    pub struct Paper {
        /// Short name, such as `schwardmann-2014`; the names of items begin with it.
        "name" name: String,
        /// Authors in short.
        "authors" authors: String,
        /// Year; null if the paper has none.
        "year" year: Option<u32>,
        /// Title.
        "title" title: String,
        /// Authors, title and year.
        "citation" citation: String,
        /// Its tables and figures.
        "items" items: Vec<Item>,
        /// What the paper shows and we do not.
        "leftOut" left_out: Vec<LeftOut>,
    }

    /// A table or a figure of a paper.
    pub struct Item {
        /// `schwardmann-2014/1b-inferred`.
        "name" name: String,
        /// `1b-inferred`.
        "id" id: String,
        /// The number that it has in all groups: `1b`.
        "number" number: String,
        /// Its group.
        "group" group: ItemGroup,
        /// `Table 1b`.
        "label" label: String,
        /// What it shows.
        "title" title: String,
        /// Number of runs; 0 for results that are computed, not simulated.
        "runs" runs: usize,
        /// Cost of all runs, Mbit.
        "weight" weight: f64,
    }

    /// Items that belong together: the tables of a paper under one reading of it, or the report of one discipline.
    pub struct ItemGroup {
        /// Unique in the paper.
        "name" name: String,
        /// Name in menus.
        "label" label: String,
        /// It is the report of a discipline.
        "isDiscipline" is_discipline: bool,
    }

    /// Something that a paper shows and we do not.
    pub struct LeftOut {
        /// What it is.
        "what" what: String,
        /// The reason.
        "why" why: String,
    }

    /// One simulation of an item.
    pub struct ItemRun {
        /// Cost, Mbit.
        "weight" weight: f64,
        /// The lane that runs.
        "lane" lane: usize,
        /// JSON of the scenario.
        "scenario" scenario: String,
    }

    /// The results of an item, as far as they are known, beside the published ones.
    pub struct Report {
        /// Notes below the table.
        "notes" notes: Vec<String>,
        /// Who published the numbers: "paper", or the program they were read from.
        "publishedBy" published_by: String,
        /// Name of another simulator whose numbers are in `other` of a value.
        "other" other: Option<String>,
        /// Columns.
        "measures" measures: Vec<Measure>,
        /// The number that the rows differ in, if they do.
        "x" x: Option<Axis>,
        /// Rows.
        "rows" rows: Vec<Row>,
        /// Statements of the paper, checked.
        "findings" findings: Vec<Finding>,
        /// Shares of values or findings that should agree.
        "goals" goals: Vec<Goal>,
        /// Figures that the rows do not show.
        "plots" plots: Vec<Plot>,
    }

    /// A column of a table.
    pub struct Measure {
        /// Name.
        "name" name: String,
        /// Unit.
        "unit" unit: String,
        /// Digits after the point.
        "decimals" decimals: usize,
    }

    /// One discipline at one setting.
    pub struct Row {
        /// The setting, such as "5 Mbit/s".
        "at" at: String,
        /// The setting as a number, for a figure.
        "x" x: Option<f64>,
        /// Name of the discipline.
        "queue" queue: String,
        /// Indices of its runs.
        "runs" runs: Vec<usize>,
        /// JSON of a scenario that shows the same in packets, of a row that is computed without runs.
        "scenario" scenario: Option<String>,
        /// One for each measure.
        "values" values: Vec<Value>,
    }

    /// A cell of a table.
    pub struct Value {
        /// The published number.
        "published" published: Option<Figure>,
        /// The number of another simulator.
        "other" other: Option<Figure>,
        /// Over the runs that were made; null before the first. A value that is computed without runs is always there.
        "ours" ours: Option<Ours>,
        /// Largest difference that counts as equal, in the measure's unit.
        "tolerance" tolerance: Option<f64>,
        /// Whether ours is within the tolerance; null: nothing to compare, or not all runs were made.
        "within" within: Option<bool>,
        /// Ours minus published; null if one of them is not known.
        "deviation" deviation: Option<f64>,
        /// How far ours is from the published value: within the tolerance, up to twice as far, or farther. Null without a tolerance, or
        /// while runs are missing.
        "grade" grade: Option<Grade>,
    }

    /// A number with its spread.
    pub struct Figure {
        /// Mean.
        "mean" mean: f64,
        /// Standard deviation over the seeds.
        "sd" sd: Option<f64>,
    }

    /// A result of ours.
    pub struct Ours {
        /// Mean.
        "mean" mean: f64,
        /// Standard deviation over the seeds.
        "sd" sd: Option<f64>,
        /// Half the width of the 95 % confidence interval of the mean; null for fewer than two runs.
        "ci95" ci95: Option<f64>,
        /// Number of runs; 0 for a value that is computed without runs.
        "n" n: usize,
    }

    /// A statement of the paper, checked against our numbers.
    pub struct Finding {
        /// The statement.
        "claim" claim: String,
        /// Whether it holds here.
        "state" state: &'static str = "holds" | "fails" | "waiting",
        /// The numbers; null while it waits.
        "evidence" evidence: Option<String>,
        /// Why it does not hold here.
        "because" because: Option<String>,
    }

    /// A share of values or findings that should agree.
    pub struct Goal {
        /// What is counted.
        "name" name: String,
        /// Number that agree.
        "hits" hits: usize,
        /// Number of all.
        "of" of: usize,
        /// Least share, 0 to 1.
        "least" least: f64,
        /// Whether the share is reached.
        "met" met: bool,
    }

    /// A figure of the paper that the rows do not show.
    pub struct Plot {
        /// Its number in the paper, or a short name.
        "id" id: String,
        /// What it shows.
        "title" title: String,
        /// Horizontal axis.
        "x" x: Axis,
        /// Vertical axis.
        "y" y: Axis,
        /// What is drawn.
        "series" series: Vec<Series>,
        /// What our lines and their bands are; empty without bands.
        "band" band: String,
        /// Lines across it.
        "references" references: Vec<Reference>,
        /// Its vertical axis is its own; otherwise plots with the same axes share one scale.
        "ownScale" own_scale: bool,
    }

    /// A line across a plot.
    pub struct Reference {
        /// The axis that has the value.
        "axis" axis: &'static str = "x" | "y",
        /// The value, in the unit of the axis.
        "value" value: f64,
        /// What is there.
        "label" label: String,
    }

    /// An axis of a plot.
    pub struct Axis {
        /// What it shows.
        "name" name: String,
        /// Its unit; empty for numbers without one.
        "unit" unit: String,
        /// It is logarithmic.
        "log" log: bool,
    }

    /// A series of a plot.
    pub struct Series {
        /// Name.
        "name" name: String,
        /// Name of the discipline.
        "queue" queue: Option<String>,
        /// How it is drawn.
        "kind" kind: &'static str = "line" | "trace" | "points" | "ellipse",
        /// The numbers are those of the paper.
        "published" published: bool,
        /// x, y and the lower and upper end of the interval; for an ellipse see the Rust docs of `Kind`. Null: unknown.
        "points" points: Vec<Vec<Option<f64>>>,
        /// Indices of the rows that it shows: one for each point, or one for all; empty: the table has none.
        "rows" rows: Vec<usize>,
    }
}
