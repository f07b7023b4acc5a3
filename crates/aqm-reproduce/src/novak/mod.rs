//! Novak and Kasera: DUK, CoDel and PIE in a Linux testbed and in ns-3 (Tables I and II, Figs 5 to 7).
//!
//! Each table is run in two set-ups: variant `refined` on a bare link, and the printed algorithm above a token bucket or a device
//! queue of 12 packets, which is what the paper's testbed seems to have been.

pub(crate) mod completion;
mod findings;
mod setups;
pub(crate) mod traces;

use crate::reading::{Given, Place, Reading};
use crate::report::{Figure, Measure, Report, Row, Value};
use crate::run::Measured;
use aqm_sim::time::Span;
use aqm_sim::world::Simulation;
pub(crate) use setups::{BARE, TESTBED};
use setups::{DROP, Experiment, MARK, SetUp};

const SEEDS: u64 = 5;
/// The lanes of all scenarios.
const LANES: [&str; 3] = ["duk", "codel", "pie"];
/// Runs of one experiment.
const RUNS: usize = LANES.len() * SEEDS as usize;

pub(crate) struct Table {
    /// Name of the table in the data of the papers.
    name: &'static str,
    hits: &'static str,
    ecn: bool,
    experiments: &'static [Experiment],
}

pub(crate) const TABLE_1: Table =
    Table { name: "table1", hits: "drops", ecn: false, experiments: DROP };
pub(crate) const TABLE_2: Table =
    Table { name: "table2", hits: "marks", ecn: true, experiments: MARK };

/// Names of the measures in the data of the papers.
const MEASURES: [&str; 7] =
    ["meanMs", "sdMs", "iqrMs", "utilizationPct", "hitsPct", "completionQ3S", "jain"];
const MEAN: usize = 0;
const SD: usize = 1;
const IQR: usize = 2;
const UTILIZATION: usize = 3;
const HITS: usize = 4;
const COMPLETION: usize = 5;
const JAIN: usize = 6;

/// Returns mean, standard deviation and interquartile range of the delay in ms, utilization, drops and marks in
/// percent, the third quartile of the completion time in s, and Jain's index.
fn read(simulation: &Simulation) -> Measured {
    let summary = simulation.summary();
    let delays = simulation.delays();
    let quantile = |share| delays.quantile(share).map_or(f64::NAN, Span::millis);
    let [mean, sd] = summary.delay.map_or([f64::NAN; 2], |delay| [delay.mean, delay.sd]);
    let hits = 100.0 * (summary.drop_rate + summary.mark_rate);
    // The paper prints completion times where all short flows are alike.
    let completion = match summary.applications.as_slice() {
        [only] => only.times.map_or(f64::NAN, |times| times.p75 / 1e3),
        _ => f64::NAN,
    };
    let utilization = 100.0 * summary.utilization;
    let iqr = quantile(0.75) - quantile(0.25);
    vec![mean, sd, iqr, utilization, hits, completion, summary.jain.unwrap_or(f64::NAN)]
}

pub(crate) fn reading(_: &Place<'_>) -> Reading {
    Reading::new(MEASURES.len(), read)
}

/// Returns mean and spread over the seeds of `columns` values: one list per lane.
fn figures(measured: &[Measured], columns: usize) -> Vec<Vec<Figure>> {
    let of = |runs: &[Measured]| -> Vec<Figure> {
        let one = |column| Figure::of(&runs.iter().map(|run| run[column]).collect::<Vec<_>>());
        (0..columns).map(one).collect()
    };
    measured.chunks(SEEDS as usize).map(of).collect()
}

pub(crate) fn report(
    table: &Table,
    set_up: &SetUp,
    given: &Given,
    measured: &[Measured],
) -> Report {
    let ours = figures(measured, MEASURES.len());
    let mut rows = Vec::new();
    for (experiment, lanes) in table.experiments.iter().zip(ours.chunks(LANES.len())) {
        for (lane, ours) in LANES.iter().zip(lanes) {
            rows.push(row(table, given, experiment, lane, set_up, ours));
        }
    }
    Report {
        measures: vec![
            Measure::new("mean delay", "ms", 2),
            Measure::new("sd of the delay", "ms", 2),
            Measure::new("IQR of the delay", "ms", 2),
            Measure::new("utilization", "%", 1),
            Measure::new(table.hits, "%", 1),
            Measure::new("third-quartile completion time", "s", 2),
            Measure::new("Jain's index", "", 3),
        ],
        rows,
        findings: findings::of_table(table, set_up, &ours),
        ..Report::default()
    }
}

fn row(
    table: &Table,
    given: &Given,
    experiment: &Experiment,
    lane: &str,
    set_up: &SetUp,
    ours: &[Figure],
) -> Row {
    let values = MEASURES.iter().zip(ours).map(|(measure, &ours)| Value {
        published: given.numbers.figure(&[table.name, experiment.number, lane, measure]),
        other: None,
        ours,
        tolerance: None,
        within: None,
    });
    let queue = if lane == LANES[0] { set_up.name } else { lane };
    Row { at: experiment.at(), queue: queue.to_owned(), values: values.collect(), ..Row::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_all_numbers_of_the_paper() {
        let papers = crate::published::tests::given("novak-duk").numbers;
        let number = |path: &[&str]| papers.number(path).is_some();
        for table in [&TABLE_1, &TABLE_2] {
            for experiment in table.experiments {
                for lane in LANES {
                    for measure in &MEASURES[..COMPLETION] {
                        let path = [table.name, experiment.number, lane, measure];
                        assert!(number(&path), "{path:?}");
                    }
                    let has_times = table.ecn && ["1", "2"].contains(&experiment.number);
                    let path = [table.name, experiment.number, lane, MEASURES[COMPLETION]];
                    assert_eq!(number(&path), has_times, "{path:?}");
                }
            }
        }
    }

    #[test]
    fn lanes_and_cases_of_the_plans_are_those_of_the_rows() {
        for (item, table, set_up) in [
            ("1", &TABLE_1, &BARE),
            ("2", &TABLE_2, &BARE),
            ("1-device", &TABLE_1, &TESTBED),
            ("2-device", &TABLE_2, &TESTBED),
        ] {
            let item = crate::find(&format!("novak-duk/{item}")).unwrap();
            let names: Vec<String> = table.experiments.iter().map(Experiment::at).collect();
            assert_eq!(crate::plans::cases(item), names);
            for run in item.runs() {
                let scenario = run.scenario();
                let kinds: Vec<_> = scenario.queues.iter().map(|queue| queue.kind()).collect();
                assert_eq!(kinds, LANES);
                let link = &scenario.link;
                let ahead = link.device_queue_packets + link.token_bucket_bytes / 1500;
                assert_eq!(ahead, set_up.ahead);
            }
        }
    }
}
