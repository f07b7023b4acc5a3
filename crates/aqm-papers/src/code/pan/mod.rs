//! Pan and others 2013: PIE in ns-2 (Figs 4 to 8) and in a Linux testbed (Figs 10 and 11).

mod bursts;
mod loads;
mod packets;
mod steps;
mod testbed;
mod theory;

use crate::code::{Code, computed, planned, values};
use crate::report::{Axis, Series, SeriesKind};
use crate::results::Results;
use crate::traces::one_and_range;
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

/// The functions that the files of the paper name.
pub(super) const CODE: &[Code] = &[
    values("pan.loads", loads::NAMES, loads::readout, loads::plots),
    planned("pan.bursts", bursts::readout, bursts::report),
    planned("pan.capacity", steps::capacity_readout, steps::capacity_report),
    planned("pan.intensity", steps::intensity_readout, steps::intensity_report),
    values("pan.distribution10", testbed::NAMES, testbed::readout, |rows, distributions| {
        testbed::plots("10", rows, distributions)
    }),
    values("pan.distribution11", testbed::NAMES, testbed::readout, |rows, distributions| {
        testbed::plots("11", rows, distributions)
    }),
    computed("pan.theory13", |_, _| theory::figure13()),
    computed("pan.theory14", |_, _| theory::figure14()),
    computed("pan.theory15", |_, _| theory::figure15()),
    computed("pan.theory16", |_, _| theory::figure16()),
    planned("pan.packets", packets::readout, |_, results| packets::report(results)),
];

const REFERENCE_MS: f64 = 20.0;
/// The paper's "around 20 ms" means within 20 % here.
fn is_around_reference(ms: f64) -> bool {
    (ms - REFERENCE_MS).abs() <= 0.2 * REFERENCE_MS
}

fn mean_delay(simulation: &Simulation, from_s: f64, to_s: f64) -> f64 {
    let window = simulation.window(Time::from_seconds(from_s), Time::from_seconds(to_s));
    window.delay.map_or(f64::NAN, |delay| delay.mean)
}

fn listed(values: &[f64]) -> String {
    values.iter().map(|value| format!("{value:.1}")).collect::<Vec<_>>().join(", ")
}

const TIME: Axis = Axis::linear("time", "s");
const DELAY: Axis = Axis::linear("queue delay", "ms");

/// Returns the time series of one discipline: one run, and the range of all. Each run has its bins.
fn trace(
    queue: &str,
    rows: Vec<usize>,
    xs: impl Iterator<Item = f64>,
    runs: &Results<'_>,
) -> Series {
    Series {
        name: queue.to_owned(),
        queue: Some(queue.to_owned()),
        kind: SeriesKind::Trace,
        rows,
        points: one_and_range(xs, runs),
        ..Series::default()
    }
}

/// Returns what the text states about one discipline: a level between each two of these times, which are shown by rows from
/// `first_row` on.
fn stated(queue: &str, first_row: usize, ends: &[f64], levels: &[f64]) -> Series {
    let gap = [f64::NAN; 4];
    let points = ends.windows(2).zip(levels).flat_map(|(ends, &level)| {
        [[ends[0], level, level, level], [ends[1], level, level, level], gap]
    });
    let rows = (0..levels.len()).flat_map(|phase| [first_row + phase; 3]);
    Series {
        name: queue.to_owned(),
        queue: Some(queue.to_owned()),
        published: true,
        points: points.collect(),
        rows: rows.collect(),
        ..Series::default()
    }
}
