//! Pan and others 2013: PIE in ns-2 (Figs 4 to 8) and in a Linux testbed (Figs 10 and 11).

mod bursts;
mod loads;
mod steps;
mod testbed;

use crate::report::{Axis, Figure, Kind, LeftOut, Series, Value};
use crate::run::{Measured, Run, scenario, with_seed};
use crate::traces::one_and_range;
use crate::{Item, Paper};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;

pub(crate) const ITEMS: &[Item] = &[
    Item::new(
        Paper::Pan2013,
        "4-5",
        "Delay and throughput under three loads",
        loads::runs,
        loads::report,
    ),
    Item::new(Paper::Pan2013, "6", "Burst tolerance", bursts::runs, bursts::report),
    Item::new(
        Paper::Pan2013,
        "7",
        "PIE and RED when the capacity changes",
        steps::capacity_runs,
        steps::capacity_report,
    ),
    Item::new(
        Paper::Pan2013,
        "8",
        "PIE and RED when the load changes",
        steps::intensity_runs,
        steps::intensity_report,
    ),
    Item::new(
        Paper::Pan2013,
        "10",
        "Distribution of the delay, 20 TCP flows",
        || testbed::runs(&testbed::FIG10),
        |measured| testbed::report(&testbed::FIG10, measured),
    ),
    Item::new(
        Paper::Pan2013,
        "11",
        "Distribution of the delay, 5 TCP and 2 UDP flows",
        || testbed::runs(&testbed::FIG11),
        |measured| testbed::report(&testbed::FIG11, measured),
    ),
];

pub(crate) const LEFT_OUT: &[LeftOut] =
    &[LeftOut { what: "Figs 1 and 2", why: "measurements of the Internet, not experiments" }];

const NAME: &str = "pan-2013";
const REFERENCE_MS: f64 = 20.0;
const NS2: &str = "Senders: stack rfc, NewReno with SACK, packets of 1000 B, as in ns-2. PIE: \
                   variant paper2013.";

/// The scenarios of the figures. They are also presets.
mod presets {
    pub(super) const FIVE: &str = include_str!("../../../../scenarios/pan-5tcp.json");
    pub(super) const FIFTY: &str = include_str!("../../../../scenarios/pan-50tcp.json");
    pub(super) const WITH_UDP: &str = include_str!("../../../../scenarios/pan-5tcp-2udp.json");
    pub(super) const BURSTS: &str = include_str!("../../../../scenarios/pan-burst-tolerance.json");
    pub(super) const CAPACITY: &str =
        include_str!("../../../../scenarios/pan-varying-capacity.json");
    pub(super) const INTENSITY: &str =
        include_str!("../../../../scenarios/pan-varying-intensity.json");
}

/// PIE is the first lane of every preset.
const PIE: usize = 0;

/// The paper's "around 20 ms" means within 20 % here.
fn is_around_reference(ms: f64) -> bool {
    (ms - REFERENCE_MS).abs() <= 0.2 * REFERENCE_MS
}

fn mean_delay(simulation: &Simulation, from_s: f64, to_s: f64) -> f64 {
    let window = simulation.window(Time::from_seconds(from_s), Time::from_seconds(to_s));
    window.delay.map_or(f64::NAN, |delay| delay.mean)
}

/// Runs of each scenario of Figs 4, 5, 7 and 8. The paper has one.
const SEEDS: usize = 5;

/// Returns [`SEEDS`] runs of one lane of a preset, the first with the seed of the preset.
fn seeds(
    preset: &str,
    lane: usize,
    columns: usize,
    read: impl Fn(&Simulation) -> Measured + Copy + Send + Sync + 'static,
) -> Vec<Run> {
    let scenario = scenario(preset);
    let seeds = 1..=SEEDS as u64;
    seeds.map(|seed| Run::new(with_seed(&scenario, seed), lane, columns, read)).collect()
}

/// Returns mean and spread over the seeds of each of the first `columns` values.
fn over_seeds(runs: &[Measured], columns: usize) -> Vec<Figure> {
    let one = |column| Figure::of(&runs.iter().map(|run| run[column]).collect::<Vec<_>>());
    (0..columns).map(one).collect()
}

fn means(figures: &[Figure]) -> Vec<f64> {
    figures.iter().map(|figure| figure.mean).collect()
}

fn beside(published: Option<f64>, ours: Figure) -> Value {
    Value { ours, ..Value::beside(published, f64::NAN) }
}

fn listed(values: &[f64]) -> String {
    values.iter().map(|value| format!("{value:.1}")).collect::<Vec<_>>().join(", ")
}

const TIME: Axis = Axis { name: "time", unit: "s", log: false };
const DELAY: Axis = Axis { name: "queue delay", unit: "ms", log: false };

/// Returns the time series of one discipline: one run, and the range of all. Each run has its bins from `column` on.
fn trace(
    queue: &str,
    rows: Vec<usize>,
    xs: impl Iterator<Item = f64>,
    runs: &[Measured],
    column: usize,
) -> Series {
    Series {
        name: queue.to_owned(),
        queue: Some(queue.to_owned()),
        kind: Kind::Trace,
        rows,
        points: one_and_range(xs, runs.iter().map(|run| &run[column..])),
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
