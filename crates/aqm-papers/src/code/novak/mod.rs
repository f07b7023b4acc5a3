//! Novak and Kasera: DUK, CoDel and PIE in a Linux testbed and in ns-3 (Tables I and II, Figs 5 to 7).
//!
//! Each table is run in two set-ups: variant `refined` on a bare link, and the printed algorithm above a token bucket or a device
//! queue of 12 packets, which is what the paper's testbed seems to have been.

mod completion;
mod traces;

use crate::code::{Code, planned, values};
use crate::inputs::{PlannedRun, Readout};
use crate::report::{Plot, TableRow};
use crate::results::Results;
use aqm_sim::time::Span;
use aqm_sim::world::Simulation;

/// The functions that the files of the paper name.
pub(super) const CODE: &[Code] = &[
    values("novak.quartiles", QUARTILES, quartiles, no_plots),
    values("novak.completion", completion::NAMES, completion::readout, completion::plots),
    planned("novak.traces5", traces::readout, |given, results| {
        traces::report(&traces::FIG5, given, results)
    }),
    planned("novak.traces6", traces::readout, |given, results| {
        traces::report(&traces::FIG6, given, results)
    }),
    planned("novak.traces5-device", traces::readout, |given, results| {
        traces::report(&traces::FIG5_DEVICE, given, results)
    }),
    planned("novak.traces6-device", traces::readout, |given, results| {
        traces::report(&traces::FIG6_DEVICE, given, results)
    }),
];

/// The lanes of all scenarios.
const LANES: [&str; 3] = ["duk", "codel", "pie"];

/// Values of Tables I and II that no measure has: the interquartile range of the delay in ms, and the third quartile of the completion
/// times in s.
const QUARTILES: &[&str] = &["iqrMs", "completionQ3S"];

fn quartiles(_: &PlannedRun<'_>) -> Readout {
    Readout::new(QUARTILES.len(), |simulation: &Simulation| {
        let delays = simulation.delays();
        let quantile = |share| delays.quantile(share).map_or(f64::NAN, Span::millis);
        // The paper prints completion times where all short flows are alike.
        let completion = match simulation.summary().applications.as_slice() {
            [only] => only.times.map_or(f64::NAN, |times| times.p75 / 1e3),
            _ => f64::NAN,
        };
        vec![quantile(0.75) - quantile(0.25), completion]
    })
}

fn no_plots(_: &[TableRow], _: &[Results<'_>]) -> Vec<Plot> {
    Vec::new()
}
