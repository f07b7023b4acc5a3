//! Repeats published experiments. Compares their results with the numbers and statements of the papers.
//!
//! A paper is a folder of files in `scenarios/papers`: [`papers`] returns those of this repository, and [`open`] reads another one.
//!
//! - [`reproduce`] runs any tables and figures on several threads.
//! - [`files`] writes the plans of RFC 7928, and the list of all files.
//! - [`render`] prints the [`Report`]s as text, as JSON, for the page too, and the points of their plots as CSV.

mod code;
mod disciplines;
mod ellipse;
pub mod files;
mod growing;
mod inputs;
mod library;
pub mod paper;
pub mod render;
mod report;
mod results;
mod run;
mod select;
mod table;
mod traces;

pub use crate::paper::LeftOut;
pub use code::rfc7928::NAME as RFC7928;
pub use disciplines::shown as shown_queue;
pub use growing::GrowingReport;
pub use library::{open, paper, papers};
pub use report::{
    Axis, Check, Figure, Finding, FindingState, Goal, Grade, Measure, Plot, Reference, Report,
    Series, SeriesKind, TableCell, TableRow,
};
pub use run::{Measured, Run};
pub use select::{chosen, find, reproduce, select};

use aqm_json::Value as Json;
use aqm_scenario::Scenario;
use aqm_sweep::Sweep;
use code::{RunSource, Whole};
use inputs::{Inputs, PlannedRun, PublishedNumbers};
use std::sync::Arc;
use table::Table;

/// A paper.
pub struct Paper {
    about: Arc<About>,
    items: Vec<Arc<Item>>,
}

/// What the file of a paper says about all its items.
pub struct About {
    /// Short name, as on the command line.
    pub name: String,
    /// Authors in short.
    pub authors: String,
    /// Year, if it is known.
    pub year: Option<u64>,
    /// Title.
    pub title: String,
    /// Authors, title and year.
    pub citation: String,
    /// Experiments of the paper that are not run here, with the reasons.
    pub left_out: Vec<LeftOut>,
    /// Published numbers that functions read.
    numbers: Json,
}

impl Paper {
    /// Returns what belongs to all items.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the short name.
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// Returns the tables and figures.
    pub fn items(&self) -> &[Arc<Item>] {
        &self.items
    }

    /// Returns what its functions are given.
    #[cfg(test)]
    pub(crate) fn given(&self, discipline: &str) -> Inputs {
        self.about.given(discipline)
    }
}

impl About {
    fn given(&self, discipline: &str) -> Inputs {
        let numbers = PublishedNumbers::new(self.numbers.clone());
        Inputs { numbers, discipline: discipline.to_owned() }
    }
}

/// A group of items: a reading of the paper, or the report of one discipline.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Name, unique in the paper.
    pub name: String,
    /// Name in menus.
    pub label: String,
}

/// A table or figure.
pub struct Item {
    /// The paper.
    pub paper: Arc<About>,
    /// Its name in the paper, such as 1a.
    pub id: String,
    /// Its number, which it has in all groups.
    pub number: String,
    /// Its group.
    pub group: Group,
    /// Whether the group is the report of a discipline; otherwise it is a reading of the paper.
    pub is_of_discipline: bool,
    /// Its name on the page, such as Table 1a.
    pub label: String,
    /// What it shows.
    pub title: String,
    notes: Vec<String>,
    /// What follows the names of its goals.
    tag: String,
    /// Path of its plan or of the folder of its scenarios, below the folder of the paper; empty without one.
    file: String,
    content: Content,
}

/// What makes runs and report.
enum Content {
    Table(Box<Table>),
    Code { code: Whole, planned: Planned, discipline: String },
}

impl Content {
    /// Returns the number of runs of its plan.
    fn planned_runs(&self) -> usize {
        match self {
            Content::Table(table) => table.planned_runs(),
            Content::Code { planned: Planned::Sweep(sweep), .. } => sweep.runs(),
            Content::Code { .. } => 0,
        }
    }
}

/// The runs of a function that come from the file.
enum Planned {
    None,
    Sweep(Box<Sweep>),
    /// All lanes of each scenario.
    Scenarios(Vec<Scenario>),
}

impl Item {
    /// Returns the name that is unique among all items: `schwardmann-2014/1a`.
    pub fn name(&self) -> String {
        format!("{}/{}", self.paper.name, self.id)
    }

    /// Returns the simulations it needs.
    pub fn runs(&self) -> Vec<Run> {
        let (code, planned) = match &self.content {
            Content::Table(table) => return table.runs(),
            Content::Code { code, planned, .. } => (code, planned),
        };
        let readout_of = match code.runs {
            RunSource::Made(make) => return make(&self.given()),
            RunSource::Planned(readout) => readout,
        };
        let run = |cell: usize, scenario: Scenario, lane: usize| {
            let readout = readout_of(&PlannedRun { cell, scenario: &scenario });
            Run::new(scenario, lane, readout.columns, readout.read).recording(readout.records)
        };
        match planned {
            Planned::None => Vec::new(),
            Planned::Sweep(sweep) => (0..sweep.runs())
                .map(|index| {
                    let aqm_sweep::Run { cell, lane, .. } = sweep.run(index);
                    run(cell, sweep.scenario(index), lane)
                })
                .collect(),
            Planned::Scenarios(scenarios) => {
                let lanes = |(cell, scenario): (usize, &Scenario)| {
                    let lanes = 0..scenario.queues.len();
                    let scenario = scenario.clone();
                    lanes.map(move |lane| run(cell, scenario.clone(), lane)).collect::<Vec<_>>()
                };
                scenarios.iter().enumerate().flat_map(lanes).collect()
            }
        }
    }

    fn given(&self) -> Inputs {
        let discipline = match &self.content {
            Content::Code { discipline, .. } => discipline.as_str(),
            Content::Table(_) => "",
        };
        self.paper.given(discipline)
    }

    /// Returns the report of these results, in the order of `runs`. A result that is `None` has not been computed yet.
    ///
    /// # Panics
    /// If they are not the results of `runs`.
    pub fn report(&self, runs: &[Run], measured: Vec<Option<Measured>>) -> Report {
        assert_eq!(runs.len(), measured.len());
        let mut growing = GrowingReport::new(self, runs);
        for (run, values) in measured.into_iter().enumerate() {
            if let Some(values) = values {
                growing.put(run, values).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        growing.report().clone()
    }

    /// Returns whether `--table wanted` selects this item: 1 selects 1a, 1b and 1c.
    pub fn is(&self, wanted: &str) -> bool {
        self.id
            .strip_prefix(wanted)
            .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
    }

    /// Returns the discipline of a report of a discipline, and its section.
    fn report_of(&self) -> Option<(&str, &str)> {
        self.is_of_discipline.then(|| self.id.split_once('/')).flatten()
    }
}

#[cfg(test)]
mod tests;
