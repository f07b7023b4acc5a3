//! Functions that the files of papers refer to by name.
//!
//! A function exists for what a file cannot say: values of a run that are no measure, and figures of them ([`Does::Values`]); tables
//! whose rows are no lanes of cells, and theory ([`Does::Report`]).

mod novak;
mod pan;
pub(crate) mod rfc7928;
mod schwardmann;
mod tahiliani;

use crate::inputs::{Inputs, PlannedRun, Readout};
use crate::report::{Plot, Report, TableRow};
use crate::results::Results;
use crate::run::Run;

/// The functions of each paper.
const PAPERS: &[&[Code]] =
    &[schwardmann::CODE, pan::CODE, tahiliani::CODE, novak::CODE, rfc7928::CODE];

/// Where the runs of a function come from.
#[derive(Clone, Copy)]
pub(crate) enum RunSource {
    /// The plan or the scenarios of the file.
    Planned(fn(&PlannedRun<'_>) -> Readout),
    /// The function makes them: for each discipline, and none for a theory.
    Made(fn(&Inputs) -> Vec<Run>),
}

/// What a function does.
#[derive(Clone, Copy)]
pub(crate) enum Does {
    /// Reads values of the runs of a table that the file describes.
    Values(Values),
    /// Makes the whole report.
    Report(Whole),
}

/// Runs, and the report that is made from their values.
#[derive(Clone, Copy)]
pub(crate) struct Whole {
    pub(crate) runs: RunSource,
    pub(crate) report: fn(&Inputs, &Results<'_>) -> Report,
}

/// Returns the figures of a table, from its rows and the values of each row.
type Plots = fn(&[TableRow], &[Results<'_>]) -> Vec<Plot>;

/// Values of a run that no measure has, and figures of them.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    /// Names of the first values, which the formulas of measures may use. The others are for the figures.
    pub(crate) names: &'static [&'static str],
    pub(crate) readout: fn(&PlannedRun<'_>) -> Readout,
    /// The figures of the table.
    pub(crate) plots: Plots,
}

/// A function.
#[derive(Clone, Copy)]
pub(crate) struct Code {
    /// The name in files.
    name: &'static str,
    pub(crate) does: Does,
}

/// Returns a function by its name.
pub(crate) fn find(name: &str) -> Option<&'static Code> {
    PAPERS.iter().copied().flatten().find(|code| code.name == name)
}

/// Returns the names of all functions.
pub(crate) fn names() -> Vec<&'static str> {
    PAPERS.iter().copied().flatten().map(|code| code.name).collect()
}

const fn values(
    name: &'static str,
    names: &'static [&'static str],
    readout: fn(&PlannedRun<'_>) -> Readout,
    plots: Plots,
) -> Code {
    Code { name, does: Does::Values(Values { names, readout, plots }) }
}

const fn planned(
    name: &'static str,
    readout: fn(&PlannedRun<'_>) -> Readout,
    report: fn(&Inputs, &Results<'_>) -> Report,
) -> Code {
    Code { name, does: Does::Report(Whole { runs: RunSource::Planned(readout), report }) }
}

const fn computed(name: &'static str, report: fn(&Inputs, &Results<'_>) -> Report) -> Code {
    made(name, |_| Vec::new(), report)
}

const fn made(
    name: &'static str,
    runs: fn(&Inputs) -> Vec<Run>,
    report: fn(&Inputs, &Results<'_>) -> Report,
) -> Code {
    Code { name, does: Does::Report(Whole { runs: RunSource::Made(runs), report }) }
}
