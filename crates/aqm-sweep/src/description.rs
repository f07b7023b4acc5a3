//! A sweep as the page sees it.

use super::{By, Override, Sweep};
use aqm_json::Value;
use aqm_json::answer;
use aqm_json::answer::{Members, known};
use aqm_report::measures::LaneMeasure;

answer! {
    /// All runs of a sweep. Run `index` belongs to row `index / seeds.length`.
    pub struct Description {
        /// The varied parameters.
        "axes" axes: Vec<DescribedAxis>,
        /// The seeds.
        "seeds" seeds: Vec<u64>,
        /// Full names of the measures.
        "measures" measures: Vec<String>,
        /// Lanes of cells.
        "rows" rows: Vec<DescribedRow>,
        /// Combinations of cases and values.
        "cells" cells: Vec<DescribedCell>,
        /// What replaces values of the parameters.
        "overrides" overrides: Vec<DescribedOverride>,
    }

    /// A varied parameter.
    pub struct DescribedAxis {
        /// Path of the field.
        "path" path: String,
        /// Its values.
        "values" values: Vec<Value>,
    }

    /// A lane of a cell.
    pub struct DescribedRow {
        /// Index of the cell.
        "cell" cell: usize,
        /// Index of the lane.
        "lane" lane: usize,
        /// Cost of one run, Mbit.
        "weight" weight: f64,
    }

    /// A combination of a case and values.
    pub struct DescribedCell {
        /// Name of the case; null if the plan has none.
        "case" case: Option<String>,
        /// Path and value of each varied parameter.
        "set" set: Members,
        /// JSON of the scenario.
        "scenario" scenario: String,
    }

    /// What replaces the values of a parameter during the runs (docs/plans.md).
    pub struct DescribedOverride {
        /// Index of the parameter.
        "axis" axis: usize,
        /// What replaces them.
        "kind" kind: &'static str = "change" | "part" | "schedule" | "silence" | "senders" | "noSender" | "lane" | "end",
        /// Index of the change; null for other kinds.
        "index" index: Option<usize>,
        /// Path of the change; null for other kinds.
        "set" set: Option<String>,
        /// The group that sends nothing; null for other kinds.
        "group" group: Option<usize>,
        /// The lanes of `senders` and `noSender`; empty for other kinds.
        "lanes" lanes: Vec<usize>,
        /// Time from which on it replaces them, s.
        "fromS" from_s: f64,
        /// Time at which it ends, s; null if the values never count again.
        "untilS" until_s: Option<f64>,
        /// No result depends on the values: the plan is refused.
        "isWhole" is_whole: bool,
    }
}

impl Sweep {
    /// Returns the description for the page.
    pub fn description(&self) -> Description {
        let seeds = self.seeds().len();
        let rows = self.rows().iter().enumerate();
        Description {
            axes: self
                .axes()
                .iter()
                .map(|axis| DescribedAxis { path: axis.path.clone(), values: axis.values.clone() })
                .collect(),
            seeds: self.seeds().to_vec(),
            measures: self.measures().iter().map(full_name).collect(),
            rows: rows
                .map(|(row, &(cell, lane))| DescribedRow {
                    cell,
                    lane,
                    weight: self.weight(row * seeds),
                })
                .collect(),
            cells: self
                .cells()
                .iter()
                .map(|cell| DescribedCell {
                    case: cell.case.clone(),
                    set: Members(cell.set.clone()),
                    scenario: cell.scenario.to_json(),
                })
                .collect(),
            overrides: self.described_overrides(),
        }
    }

    /// Returns what replaces values of the parameters, for the page.
    pub fn described_overrides(&self) -> Vec<DescribedOverride> {
        self.overrides().iter().map(DescribedOverride::of).collect()
    }
}

impl DescribedOverride {
    fn of(one: &Override) -> Self {
        let (kind, index, set, group) = match &one.by {
            By::Change { index, set } => ("change", Some(*index), Some(set.clone()), None),
            By::Part { index, set } => ("part", Some(*index), Some(set.clone()), None),
            By::Silence { group } => ("silence", None, None, Some(*group)),
            By::Schedule => ("schedule", None, None, None),
            By::Senders { .. } => ("senders", None, None, None),
            By::NoSender { .. } => ("noSender", None, None, None),
            By::Lane { .. } => ("lane", None, None, None),
            By::End => ("end", None, None, None),
        };
        let lanes = match &one.by {
            By::Senders { lanes } => lanes.clone(),
            By::NoSender { lane } => vec![*lane],
            _ => Vec::new(),
        };
        DescribedOverride {
            axis: one.axis,
            kind,
            index,
            set,
            group,
            lanes,
            from_s: one.from_s,
            until_s: known(one.until_s),
            is_whole: one.is_whole,
        }
    }
}

/// Returns the full name of a measure: that of its group or class, and its own.
fn full_name(measure: &LaneMeasure) -> String {
    match measure.scope() {
        scope if scope.is_empty() => measure.name().to_owned(),
        scope => format!("{scope}.{}", measure.name()),
    }
}
