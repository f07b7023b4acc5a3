//! Functions that the files of papers refer to by name, for experiments that read more of a run than the measures of a table, or
//! that compute without runs.

use crate::reading::{Given, Place, Reading};
use crate::report::Report;
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

/// A function.
#[derive(Clone, Copy)]
pub(crate) struct Code {
    /// The name in files.
    name: &'static str,
    pub(crate) runs: Runs,
    /// Makes the report from the values of the runs.
    pub(crate) report: fn(&Given, &[Measured]) -> Report,
}

/// Returns a function by its name.
pub(crate) fn find(name: &str) -> Option<&'static Code> {
    ALL.iter().find(|code| code.name == name)
}

/// Returns the names of all functions.
pub(crate) fn names() -> Vec<&'static str> {
    ALL.iter().map(|code| code.name).collect()
}

const fn planned(
    name: &'static str,
    reading: fn(&Place<'_>) -> Reading,
    report: fn(&Given, &[Measured]) -> Report,
) -> Code {
    Code { name, runs: Runs::Planned(reading), report }
}

const fn computed(name: &'static str, report: fn(&Given, &[Measured]) -> Report) -> Code {
    Code { name, runs: Runs::Made(|_| Vec::new()), report }
}

const fn made(
    name: &'static str,
    runs: fn(&Given) -> Vec<Run>,
    report: fn(&Given, &[Measured]) -> Report,
) -> Code {
    Code { name, runs: Runs::Made(runs), report }
}

const ALL: &[Code] = &[
    planned("recovery.paper", transient::reading, transient::paper_report),
    planned("recovery.linux", transient::reading, transient::linux_report),
    planned("pan.loads", pan::loads::reading, pan::loads::report),
    planned("pan.bursts", pan::bursts::reading, pan::bursts::report),
    planned("pan.capacity", pan::steps::capacity_reading, pan::steps::capacity_report),
    planned("pan.intensity", pan::steps::intensity_reading, pan::steps::intensity_report),
    planned("pan.distribution10", pan::testbed::reading, |given, measured| {
        pan::testbed::report(&pan::testbed::FIG10, given, measured)
    }),
    planned("pan.distribution11", pan::testbed::reading, |given, measured| {
        pan::testbed::report(&pan::testbed::FIG11, given, measured)
    }),
    computed("pan.theory13", |_, _| pan_theory::figure13()),
    computed("pan.theory14", |_, _| pan_theory::figure14()),
    computed("pan.theory15", |_, _| pan_theory::figure15()),
    computed("pan.theory16", |_, _| pan_theory::figure16()),
    planned("pan.packets", pan_theory::packet_reading, |_, measured| {
        pan_theory::packet_report(measured)
    }),
    planned("tahiliani.ellipses", tahiliani::reading, |_, measured| tahiliani::report(measured)),
    planned("novak.drop", novak::reading, |given, measured| {
        novak::report(&novak::TABLE_1, &novak::BARE, given, measured)
    }),
    planned("novak.mark", novak::reading, |given, measured| {
        novak::report(&novak::TABLE_2, &novak::BARE, given, measured)
    }),
    planned("novak.drop-device", novak::reading, |given, measured| {
        novak::report(&novak::TABLE_1, &novak::TESTBED, given, measured)
    }),
    planned("novak.mark-device", novak::reading, |given, measured| {
        novak::report(&novak::TABLE_2, &novak::TESTBED, given, measured)
    }),
    planned("novak.traces5", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG5, &novak::BARE, given, measured)
    }),
    planned("novak.traces6", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG6, &novak::BARE, given, measured)
    }),
    planned("novak.traces5-device", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG5, &novak::TESTBED, given, measured)
    }),
    planned("novak.traces6-device", novak::traces::reading, |given, measured| {
        novak::traces::report(&novak::traces::FIG6, &novak::TESTBED, given, measured)
    }),
    planned("novak.completion", novak::completion::reading, |_, measured| {
        novak::completion::report(&novak::BARE, measured)
    }),
    planned("novak.completion-device", novak::completion::reading, |_, measured| {
        novak::completion::report(&novak::TESTBED, measured)
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
