//! Functions that the files of papers refer to by name.
//!
//! A function exists for what a file cannot say: values of a run that are no measure, and figures of them ([`Does::Values`]); tables
//! whose rows are no lanes of cells, and theory ([`Does::Report`]).

use crate::reading::{Given, Place, Reading, RowValues};
use crate::report::{Plot, Report, Row};
use crate::rfc7928::Section;
use crate::run::{Measured, Run};
use crate::{novak, pan, pan_theory, rfc7928, tahiliani, transient};

/// Where the runs of a function come from.
#[derive(Clone, Copy)]
pub(crate) enum Runs {
    /// The plan or the scenarios of the file.
    Planned(fn(&Place<'_>) -> Reading),
    /// The function makes them: for each discipline, and none for a theory.
    Made(fn(&Given) -> Vec<Run>),
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
    pub(crate) runs: Runs,
    pub(crate) report: fn(&Given, &[Measured]) -> Report,
}

/// Returns the figures of a table, from its rows and the values of each row.
type Plots = fn(&[Row], &[RowValues<'_>]) -> Vec<Plot>;

/// Values of a run that no measure has, and figures of them.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    /// Names of the first values, which the formulas of measures may use. The others are for the figures.
    pub(crate) names: &'static [&'static str],
    pub(crate) reading: fn(&Place<'_>) -> Reading,
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
    ALL.iter().find(|code| code.name == name)
}

/// Returns the names of all functions.
pub(crate) fn names() -> Vec<&'static str> {
    ALL.iter().map(|code| code.name).collect()
}

const fn values(
    name: &'static str,
    names: &'static [&'static str],
    reading: fn(&Place<'_>) -> Reading,
    plots: Plots,
) -> Code {
    Code { name, does: Does::Values(Values { names, reading, plots }) }
}

const fn planned(
    name: &'static str,
    reading: fn(&Place<'_>) -> Reading,
    report: fn(&Given, &[Measured]) -> Report,
) -> Code {
    Code { name, does: Does::Report(Whole { runs: Runs::Planned(reading), report }) }
}

const fn computed(name: &'static str, report: fn(&Given, &[Measured]) -> Report) -> Code {
    made(name, |_| Vec::new(), report)
}

const fn made(
    name: &'static str,
    runs: fn(&Given) -> Vec<Run>,
    report: fn(&Given, &[Measured]) -> Report,
) -> Code {
    Code { name, does: Does::Report(Whole { runs: Runs::Made(runs), report }) }
}

const ALL: &[Code] = &[
    planned("recovery.paper", transient::reading, transient::paper_report),
    planned("recovery.linux", transient::reading, transient::linux_report),
    values("pan.loads", pan::loads::NAMES, pan::loads::reading, pan::loads::plots),
    planned("pan.bursts", pan::bursts::reading, pan::bursts::report),
    planned("pan.capacity", pan::steps::capacity_reading, pan::steps::capacity_report),
    planned("pan.intensity", pan::steps::intensity_reading, pan::steps::intensity_report),
    values(
        "pan.distribution10",
        pan::testbed::NAMES,
        pan::testbed::reading,
        |rows, distributions| pan::testbed::plots("10", rows, distributions),
    ),
    values(
        "pan.distribution11",
        pan::testbed::NAMES,
        pan::testbed::reading,
        |rows, distributions| pan::testbed::plots("11", rows, distributions),
    ),
    computed("pan.theory13", |_, _| pan_theory::figure13()),
    computed("pan.theory14", |_, _| pan_theory::figure14()),
    computed("pan.theory15", |_, _| pan_theory::figure15()),
    computed("pan.theory16", |_, _| pan_theory::figure16()),
    planned("pan.packets", pan_theory::packet_reading, |_, measured| {
        pan_theory::packet_report(measured)
    }),
    values("tahiliani.ellipses", tahiliani::NAMES, tahiliani::reading, tahiliani::plots),
    values("novak.quartiles", novak::QUARTILES, novak::quartiles, novak::no_plots),
    values(
        "novak.completion",
        novak::completion::NAMES,
        novak::completion::reading,
        novak::completion::plots,
    ),
    planned("novak.traces5", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG5, given, measured)
    }),
    planned("novak.traces6", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG6, given, measured)
    }),
    planned("novak.traces5-device", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG5_DEVICE, given, measured)
    }),
    planned("novak.traces6-device", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG6_DEVICE, given, measured)
    }),
    made(
        "rfc7928.all",
        |_| rfc7928::comparison_runs(),
        |_, measured| rfc7928::comparison(measured),
    ),
    made(
        "rfc7928.4",
        |given| rfc7928::runs(given, Section::EcnAndScheduling),
        |given, measured| rfc7928::report(given, Section::EcnAndScheduling, measured),
    ),
    made(
        "rfc7928.5",
        |given| rfc7928::runs(given, Section::Transport),
        |given, measured| rfc7928::report(given, Section::Transport, measured),
    ),
    made(
        "rfc7928.6",
        |given| rfc7928::runs(given, Section::RttFairness),
        |given, measured| rfc7928::report(given, Section::RttFairness, measured),
    ),
    made(
        "rfc7928.7",
        |given| rfc7928::runs(given, Section::Bursts),
        |given, measured| rfc7928::report(given, Section::Bursts, measured),
    ),
    made(
        "rfc7928.8",
        |given| rfc7928::runs(given, Section::Stability),
        |given, measured| rfc7928::report(given, Section::Stability, measured),
    ),
    made(
        "rfc7928.9",
        |given| rfc7928::runs(given, Section::Mix),
        |given, measured| rfc7928::report(given, Section::Mix, measured),
    ),
];
