//! Novak and Kasera: DUK, CoDel and PIE in a Linux testbed and in ns-3 (Tables I and II, Figs 5 to 7).
//!
//! Each table is run in two set-ups: variant `refined` on a bare link, and the printed algorithm above a token bucket or a device
//! queue of 12 packets, which is what the paper's testbed seems to have been.

mod completion;
mod findings;
mod setups;
mod traces;

use crate::published::Source;
use crate::report::{Figure, LeftOut, Measure, Report, Row, Value};
use crate::run::{Measured, Run};
use crate::{Item, Paper};
use aqm_scenario::Scenario;
use aqm_sim::time::Span;
use aqm_sim::world::Simulation;
use setups::{BARE, DROP, Experiment, MARK, SetUp, TESTBED};

pub(crate) const ITEMS: &[Item] = &[
    Item::new(
        Paper::Novak,
        "1",
        "Table I: packets are dropped; DUK refined on a bare link",
        || runs(&TABLE_1, &BARE),
        |all| report(&TABLE_1, &BARE, all),
    ),
    Item::new(
        Paper::Novak,
        "2",
        "Table II: packets are marked; DUK refined on a bare link",
        || runs(&TABLE_2, &BARE),
        |all| report(&TABLE_2, &BARE, all),
    ),
    Item::new(
        Paper::Novak,
        "5",
        "Fig 5: delay over time, packets are dropped; DUK refined on a bare link",
        || traces::runs(&traces::FIG5, &BARE),
        |all| traces::report(&traces::FIG5, &BARE, all),
    ),
    Item::new(
        Paper::Novak,
        "6",
        "Fig 6: delay over time, packets are marked; DUK refined on a bare link",
        || traces::runs(&traces::FIG6, &BARE),
        |all| traces::report(&traces::FIG6, &BARE, all),
    ),
    Item::new(
        Paper::Novak,
        "7",
        "Fig 7: completion times with ECN; DUK refined on a bare link",
        || completion::runs(&BARE),
        |all| completion::report(&BARE, all),
    ),
    Item::new(
        Paper::Novak,
        "1-device",
        "Table I: packets are dropped; DUK as printed above a token bucket or a device queue",
        || runs(&TABLE_1, &TESTBED),
        |all| report(&TABLE_1, &TESTBED, all),
    ),
    Item::new(
        Paper::Novak,
        "2-device",
        "Table II: packets are marked; DUK as printed above a token bucket or a device queue",
        || runs(&TABLE_2, &TESTBED),
        |all| report(&TABLE_2, &TESTBED, all),
    ),
    Item::new(
        Paper::Novak,
        "5-device",
        "Fig 5: delay over time, packets are dropped; DUK as printed above a token bucket or a device queue",
        || traces::runs(&traces::FIG5, &TESTBED),
        |all| traces::report(&traces::FIG5, &TESTBED, all),
    ),
    Item::new(
        Paper::Novak,
        "6-device",
        "Fig 6: delay over time, packets are marked; DUK as printed above a token bucket or a device queue",
        || traces::runs(&traces::FIG6, &TESTBED),
        |all| traces::report(&traces::FIG6, &TESTBED, all),
    ),
    Item::new(
        Paper::Novak,
        "7-device",
        "Fig 7: completion times with ECN; DUK as printed above a token bucket or a device queue",
        || completion::runs(&TESTBED),
        |all| completion::report(&TESTBED, all),
    ),
];

pub(crate) const LEFT_OUT: &[LeftOut] =
    &[LeftOut { what: "Fig 1", why: "a sketch of delay over utilization, not an experiment" }];

const NAME: &str = "novak-duk";
const SEEDS: u64 = 5;
/// The lanes of all scenarios.
const LANES: [&str; 3] = ["duk", "codel", "pie"];
/// Runs of one experiment.
const RUNS: usize = LANES.len() * SEEDS as usize;

struct Table {
    /// Name of the table in the data of the papers.
    name: &'static str,
    hits: &'static str,
    ecn: bool,
    experiments: &'static [Experiment],
}

const TABLE_1: Table = Table { name: "table1", hits: "drops", ecn: false, experiments: DROP };
const TABLE_2: Table = Table { name: "table2", hits: "marks", ecn: true, experiments: MARK };

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

/// Returns [`SEEDS`] runs of each lane.
fn all_lanes(
    scenario: &Scenario,
    columns: usize,
    read: fn(&Simulation) -> Measured,
) -> impl Iterator<Item = Run> {
    let run =
        move |lane, seed| Run::new(Scenario { seed, ..scenario.clone() }, lane, columns, read);
    (0..LANES.len()).flat_map(move |lane| (1..=SEEDS).map(move |seed| run(lane, seed)))
}

fn runs(table: &Table, set_up: &SetUp) -> Vec<Run> {
    let scenarios = table.experiments.iter().map(|one| one.in_set_up(set_up, table.ecn));
    scenarios.flat_map(|one| all_lanes(&one, MEASURES.len(), read).collect::<Vec<_>>()).collect()
}

/// Returns mean and spread over the seeds of `columns` values: one list per lane.
fn figures(measured: &[Measured], columns: usize) -> Vec<Vec<Figure>> {
    let of = |runs: &[Measured]| -> Vec<Figure> {
        let one = |column| Figure::of(&runs.iter().map(|run| run[column]).collect::<Vec<_>>());
        (0..columns).map(one).collect()
    };
    measured.chunks(SEEDS as usize).map(of).collect()
}

const SET_UP: &str = "CoDel is linux310 (5/100 ms), PIE paper2013 (20 ms), senders are linux-3.10 with CUBIC. \
                      Five seeds: mean ± standard deviation of the seeds. The delay ends when the \
                      transmission starts; the paper's includes the transmission. The paper's delays in Linux are whole \
                      milliseconds.";
const NETWORK: &str = "The network delays each TCP packet by a normally distributed time, as netem does, in experiments 1, 3, 4 and 6 and in Fig 7a and \
                       7b. The paper does not say where. Here the delays are ahead of the queue and packets overtake each other, so that the ten packets \
                       with which a new flow starts spread over some 40 ms. With the delays behind the queue and the packets in order, 38 of the 75 \
                       findings hold.";
const OPEN: &str = "The paper leaves some points open. The rate of configuration 2 is 10 Mbit/s here, where CoDel and \
                    PIE have the paper's delays in experiments 3 and 4. In experiment 5 the delay of the path varies by 10 ms, \
                    which datagrams here do not, so both extremes are shown: random arrivals, and constant rates with \
                    random phases. Packets of calls have 1500 bytes instead of 1512. In experiment 6 the short flows have \
                    10 kB, start with 3 segments and repeat a SYN after 3 s, as Linux 2.6.18 does.";
const DEVICE: &str = "Algorithm 1 as printed with intervals of 1 ms. In experiments 1, 2 and 5 and in Fig 7 the bottleneck is a token bucket of 18,000 \
                      bytes, in the others it is a device with a queue of 12 packets, whose delay does not count. The paper has a token bucket and a \
                      network card there. The size of 12 packets is inferred from its numbers. A bucket holds at least what the link sends in a tick \
                      of the timer: 8 packets in 1 ms at 100 Mbit/s.";

fn notes(set_up: &SetUp) -> Vec<String> {
    let mut notes = vec![SET_UP.to_owned(), NETWORK.to_owned(), OPEN.to_owned()];
    if set_up.ahead > 0 {
        notes.push(DEVICE.to_owned());
    }
    notes
}

fn report(table: &Table, set_up: &SetUp, measured: &[Measured]) -> Report {
    let ours = figures(measured, MEASURES.len());
    let mut rows = Vec::new();
    for (experiment, lanes) in table.experiments.iter().zip(ours.chunks(LANES.len())) {
        for (lane, ours) in LANES.iter().zip(lanes) {
            rows.push(row(table, experiment, lane, set_up, ours));
        }
    }
    Report {
        notes: notes(set_up),
        measures: vec![
            Measure { name: "mean delay", unit: "ms", decimals: 2 },
            Measure { name: "sd of the delay", unit: "ms", decimals: 2 },
            Measure { name: "IQR of the delay", unit: "ms", decimals: 2 },
            Measure { name: "utilization", unit: "%", decimals: 1 },
            Measure { name: table.hits, unit: "%", decimals: 1 },
            Measure { name: "third-quartile completion time", unit: "s", decimals: 2 },
            Measure { name: "Jain's index", unit: "", decimals: 3 },
        ],
        rows,
        findings: findings::of_table(table, set_up, &ours),
        tag: set_up.tag,
        ..Report::default()
    }
}

fn row(table: &Table, experiment: &Experiment, lane: &str, set_up: &SetUp, ours: &[Figure]) -> Row {
    let papers = Source::papers();
    let values = MEASURES.iter().zip(ours).map(|(measure, &ours)| Value {
        published: papers.figure(&[NAME, table.name, experiment.number, lane, measure]),
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
        let papers = Source::papers();
        let number = |path: &[&str]| papers.number(path).is_some();
        for table in [&TABLE_1, &TABLE_2] {
            for experiment in table.experiments {
                for lane in LANES {
                    for measure in &MEASURES[..COMPLETION] {
                        let path = [NAME, table.name, experiment.number, lane, measure];
                        assert!(number(&path), "{path:?}");
                    }
                    let has_times = table.ecn && ["1", "2"].contains(&experiment.number);
                    let path = [NAME, table.name, experiment.number, lane, MEASURES[COMPLETION]];
                    assert_eq!(number(&path), has_times, "{path:?}");
                }
            }
        }
    }

    #[test]
    fn lanes_are_in_the_order_of_the_rows() {
        for table in [&TABLE_1, &TABLE_2] {
            for experiment in table.experiments {
                for set_up in [&BARE, &TESTBED] {
                    let scenario = experiment.in_set_up(set_up, table.ecn);
                    let kinds: Vec<_> = scenario.queues.iter().map(|queue| queue.kind()).collect();
                    assert_eq!(kinds, LANES, "{}", experiment.at());
                    let link = &scenario.link;
                    let ahead = link.device_queue_packets + link.token_bucket_bytes / 1500;
                    assert_eq!(ahead, set_up.ahead);
                    let has_card = ["3", "4", "6"].contains(&experiment.number);
                    assert!(!has_card || link.token_bucket_bytes == 0, "{}", experiment.at());
                }
            }
        }
    }
}
