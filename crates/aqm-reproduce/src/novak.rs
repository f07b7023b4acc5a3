//! Novak and Kasera: DUK, CoDel and PIE in a Linux testbed (Tables I and II).

use crate::published::Source;
use crate::report::{Figure, Finding, LeftOut, Measure, Report, Row, Value};
use crate::run::{Measured, Run, scenario};
use crate::{Item, Paper};
use aqm_scenario::Scenario;
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::Span;
use aqm_sim::world::Simulation;

pub(crate) const ITEMS: &[Item] = &[
    item(
        "1",
        "Table I: packets are dropped",
        || bare_runs(&DROP),
        |measured| bare_report(&DROP, measured),
    ),
    item(
        "2",
        "Table II: packets are marked",
        || bare_runs(&ECN),
        |measured| bare_report(&ECN, measured),
    ),
    item(
        "1-device",
        "Table I: the printed algorithm above a device queue",
        device_runs,
        device_report,
    ),
];

pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut { what: "experiment 6", why: "it needs HTCP and short flows, which are not modelled" },
    LeftOut { what: "completion times (Table II and Fig 7)", why: "there are no short flows" },
];

const fn item(
    id: &'static str,
    title: &'static str,
    runs: fn() -> Vec<Run>,
    report: fn(&[Measured]) -> Report,
) -> Item {
    Item { paper: Paper::Novak, id, title, runs, report }
}

const NAME: &str = "novak-duk";
const SEEDS: u64 = 5;
/// Sizes of the device queue below the printed algorithm, in packets.
const DEVICE_QUEUES: [u64; 2] = [0, 12];

/// The scenarios of the experiments. They are also presets.
mod presets {
    pub(super) const FLOWS: &str = include_str!("../../../scenarios/novak-vary-flows.json");
    pub(super) const FLOWS_ECN: &str = include_str!("../../../scenarios/novak-vary-flows-ecn.json");
    pub(super) const RTT: &str = include_str!("../../../scenarios/novak-vary-rtt.json");
    pub(super) const RTT_ECN: &str = include_str!("../../../scenarios/novak-vary-rtt-ecn.json");
    pub(super) const VOIP: &str = include_str!("../../../scenarios/novak-voip.json");
}

/// An experiment in one set-up.
struct Experiment {
    /// Number of the experiment in the paper.
    number: &'static str,
    about: &'static str,
    /// Returns the scenario for a seed.
    scenario: fn(u64) -> Scenario,
}

struct Table {
    /// Name of the table in the data of the papers.
    name: &'static str,
    hits: &'static str,
    experiments: &'static [Experiment],
}

const DROP: Table = Table {
    name: "table1",
    hits: "drops",
    experiments: &[
        Experiment {
            number: "1",
            about: "20 Mbit/s, 40 flows",
            scenario: |_| bulk(20, 40, r#""rttMs": 32.5, "jitterMs": 35"#, false),
        },
        Experiment {
            number: "2",
            about: "200 Mbit/s, 100 flows, 1 ms",
            scenario: |_| bulk(200, 100, r#""rttMs": 1"#, false),
        },
        Experiment {
            number: "3",
            about: "10 Mbit/s, 20 flows",
            scenario: |_| with_20_flows(presets::FLOWS),
        },
        Experiment {
            number: "4",
            about: "10 Mbit/s, 25 and 100 ms",
            scenario: |_| scenario(presets::RTT),
        },
        Experiment {
            number: "5",
            about: "60 calls, random arrivals",
            scenario: |_| scenario(presets::VOIP),
        },
        Experiment { number: "5", about: "60 calls, constant rates", scenario: constant_calls },
    ],
};

const ECN: Table = Table {
    name: "table2",
    hits: "marks",
    experiments: &[
        Experiment {
            number: "1",
            about: "20 Mbit/s, 40 flows",
            scenario: |_| bulk(20, 40, r#""rttMs": 32.5, "jitterMs": 35"#, true),
        },
        Experiment {
            number: "2",
            about: "200 Mbit/s, 100 flows, 1 ms",
            scenario: |_| bulk(200, 100, r#""rttMs": 1"#, true),
        },
        Experiment {
            number: "3",
            about: "10 Mbit/s, 20 flows",
            scenario: |_| with_20_flows(presets::FLOWS_ECN),
        },
        Experiment {
            number: "4",
            about: "10 Mbit/s, 25 and 100 ms",
            scenario: |_| scenario(presets::RTT_ECN),
        },
    ],
};

impl Experiment {
    fn at(&self) -> String {
        format!("{}: {}", self.number, self.about)
    }
}

/// Returns the scenario of experiments 1 and 2 at the capacity of the tables. The lanes are those
/// of the presets.
fn bulk(rate_mbps: u32, flows: u32, path: &str, ecn: bool) -> Scenario {
    scenario(&format!(
        r#"{{ "version": 1, "durationS": 40, "warmupS": 10,
        "link": {{ "rateMbps": {rate_mbps}, "rttMs": 50, "buffer": {{ "packets": 100000 }} }},
        "queues": [{{ "kind": "duk", "ecn": {ecn} }},
            {{ "kind": "codel", "variant": "linux310", "ecn": {ecn} }},
            {{ "kind": "pie", "variant": "paper2013", "ecn": {ecn} }}],
        "traffic": [{{ "kind": "bulk", "flows": {flows}, "stack": "linux-3.10", {path},
            "ecn": {ecn} }}] }}"#
    ))
}

/// Returns the preset until the number of flows falls.
fn with_20_flows(preset: &str) -> Scenario {
    Scenario { duration_s: 120.0, ..scenario(preset) }
}

/// Returns the preset with constant rates. Five calls are one source at five times the rate, because
/// the sources of one group send at the same times. Each source starts at a random time within its
/// first packet time: how the sources interleave stays the same for the whole run.
fn constant_calls(seed: u64) -> Scenario {
    let groups = (0..12).map(|source| {
        let phase = SplitMix64::stream(seed, "phase", source).uniform();
        let start_s = 10.0 * (source / 2) as f64 + phase * FIVE_CALLS_PACKET_S;
        format!(r#"{{ "kind": "cbr", "rateMbps": 0.4485, "startS": {start_s} }}"#)
    });
    let constant = scenario(&format!(
        r#"{{ "version": 1, "durationS": 90,
        "link": {{ "rateMbps": 5, "rttMs": 50, "buffer": {{ "packets": 1 }} }},
        "queues": [{{ "kind": "droptail" }}], "traffic": [{}] }}"#,
        groups.collect::<Vec<_>>().join(", ")
    ));
    let Scenario { traffic, changes, .. } = constant;
    Scenario { traffic, changes, ..scenario(presets::VOIP) }
}

/// Time between packets of 1500 bytes at 0.4485 Mbit/s.
const FIVE_CALLS_PACKET_S: f64 = 12_000.0 / 448_500.0;

const LANES: [&str; 3] = ["duk", "codel", "pie"];
const MEASURES: [&str; 5] = ["meanMs", "sdMs", "iqrMs", "utilizationPct", "hitsPct"];
const MEAN: usize = 0;
const UTILIZATION: usize = 3;

/// Returns mean, standard deviation and interquartile range of the delay in ms, and utilization,
/// drops and marks in percent.
fn read(simulation: &Simulation) -> Measured {
    let summary = simulation.summary();
    let delays = simulation.delays();
    let quantile = |share| delays.quantile(share).map_or(f64::NAN, Span::millis);
    let [mean, sd] = summary.delay.map_or([f64::NAN; 2], |delay| [delay.mean, delay.sd]);
    let hits = 100.0 * (summary.drop_rate + summary.mark_rate);
    vec![mean, sd, quantile(0.75) - quantile(0.25), 100.0 * summary.utilization, hits]
}

/// Returns [`SEEDS`] runs of one lane.
fn seeds(scenario: impl Fn(u64) -> Scenario, lane: usize) -> impl Iterator<Item = Run> {
    (1..=SEEDS)
        .map(move |seed| Run::new(Scenario { seed, ..scenario(seed) }, lane, MEASURES.len(), read))
}

/// Returns mean and spread over the seeds: one list per lane.
fn figures(measured: &[Measured]) -> Vec<Vec<Figure>> {
    let of = |runs: &[Measured]| -> Vec<Figure> {
        let one =
            |measure: usize| Figure::of(&runs.iter().map(|run| run[measure]).collect::<Vec<_>>());
        (0..MEASURES.len()).map(one).collect()
    };
    measured.chunks(SEEDS as usize).map(of).collect()
}

fn row(table: &str, number: &str, at: String, lane: &str, queue: &str, ours: &[Figure]) -> Row {
    let papers = Source::papers();
    let values = MEASURES.iter().zip(ours).map(|(measure, &ours)| Value {
        published: papers.figure(&[NAME, table, number, lane, measure]),
        other: None,
        ours,
        tolerance: None,
        within: None,
    });
    Row { at, queue: queue.to_owned(), values: values.collect(), ..Row::default() }
}

fn measures(hits: &'static str) -> Vec<Measure> {
    vec![
        Measure { name: "mean delay", unit: "ms", decimals: 2 },
        Measure { name: "sd of the delay", unit: "ms", decimals: 2 },
        Measure { name: "IQR of the delay", unit: "ms", decimals: 2 },
        Measure { name: "utilization", unit: "%", decimals: 1 },
        Measure { name: hits, unit: "%", decimals: 1 },
    ]
}

const SET_UP: &str = "CoDel is linux310 (5/100 ms), PIE paper2013 (20 ms), senders are linux-3.10 with CUBIC. \
                      Five seeds: mean ± standard deviation of the seeds. The delay ends when the \
                      transmission starts; the paper's includes the transmission. The jitter of the paths is \
                      uniform with the paper's mean and standard deviation.";
const OPEN: &str = "The paper leaves some points open. The rate of configuration 2 is 10 Mbit/s here, where CoDel and \
                    PIE have the paper's delays in experiments 3 and 4. Experiments 1 and 2 have short flows; here they \
                    are bulk flows, at the capacity of the tables. In experiment 5 the delay of the path varies by 10 ms, \
                    so the packets of the calls arrive at random. Datagrams have no jitter here, so both extremes are \
                    shown: random arrivals, and constant rates with random phases. Packets of calls have 1500 bytes instead of 1512.";

fn bare_runs(table: &Table) -> Vec<Run> {
    let mut runs = Vec::new();
    for experiment in table.experiments {
        for lane in 0..LANES.len() {
            runs.extend(seeds(experiment.scenario, lane));
        }
    }
    runs
}

fn bare_report(table: &Table, measured: &[Measured]) -> Report {
    let ours = figures(measured);
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    for (experiment, lanes) in table.experiments.iter().zip(ours.chunks(LANES.len())) {
        for (lane, ours) in LANES.iter().zip(lanes) {
            rows.push(row(table.name, experiment.number, experiment.at(), lane, lane, ours));
        }
        findings.push(lowest_delay(experiment, lanes));
    }
    Report {
        notes: vec![SET_UP.to_owned(), OPEN.to_owned()],
        measures: measures(table.hits),
        rows,
        findings,
        ..Report::default()
    }
}

fn lowest_delay(experiment: &Experiment, lanes: &[Vec<Figure>]) -> Finding {
    let [duk, codel, pie] = [0, 1, 2].map(|lane| lanes[lane][MEAN].mean);
    let utilization = lanes[0][UTILIZATION].mean;
    Finding::new(
        &format!("DUK has the lowest delay, at 90 % utilization or more; {}", experiment.at()),
        duk < codel.min(pie) && utilization >= 90.0,
        format!("duk {duk:.2} ms and {utilization:.1} %, codel {codel:.2}, pie {pie:.2} ms"),
    )
}

/// Returns experiments 3, 4 and 5 with dropping.
fn device_experiments() -> &'static [Experiment] {
    &DROP.experiments[2..]
}

fn device_runs() -> Vec<Run> {
    let mut runs = Vec::new();
    for experiment in device_experiments() {
        for packets in DEVICE_QUEUES {
            let printed = |seed| {
                let mut scenario = (experiment.scenario)(seed);
                scenario.queues = super::run::scenario(PRINTED).queues;
                scenario.link.device_queue_packets = packets;
                scenario
            };
            runs.extend(seeds(printed, 0));
        }
    }
    runs
}

/// A scenario with the printed algorithm. Only its `queues` are used.
const PRINTED: &str = r#"{ "version": 1, "durationS": 1,
    "link": { "rateMbps": 10, "rttMs": 50, "buffer": { "packets": 1 } },
    "queues": [{ "kind": "duk", "variant": "printed" }], "traffic": [] }"#;

fn device_report(measured: &[Measured]) -> Report {
    let ours = figures(measured);
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    for (experiment, lanes) in device_experiments().iter().zip(ours.chunks(DEVICE_QUEUES.len())) {
        for (packets, ours) in DEVICE_QUEUES.iter().zip(lanes) {
            let at = format!("{}, device queue {packets}", experiment.at());
            rows.push(row(DROP.name, experiment.number, at, LANES[0], "duk printed", ours));
        }
        findings.push(close_to_paper(experiment, &lanes[DEVICE_QUEUES.len() - 1]));
    }
    Report {
        notes: vec![
            "Algorithm 1 as printed with intervals of 1 ms, on a bare link and above a device queue of 12 \
             packets. The paper does not mention such a queue; it is inferred from the paper's \
             numbers. The delay is that of the discipline, without the device queue."
                .to_owned(),
        ],
        measures: measures(DROP.hits),
        rows,
        findings,
        ..Report::default()
    }
}

fn close_to_paper(experiment: &Experiment, ours: &[Figure]) -> Finding {
    let papers = Source::papers();
    let published = |measure: usize| {
        papers
            .number(&[NAME, DROP.name, experiment.number, LANES[0], MEASURES[measure]])
            .expect("the paper has this row")
    };
    let ratio = ours[MEAN].mean / published(MEAN);
    let points = ours[UTILIZATION].mean - published(UTILIZATION);
    Finding::new(
        &format!(
            "Above 12 packets the printed algorithm has the paper's delay within a factor of two and its \
             utilization within 2 points; {}",
            experiment.at()
        ),
        (0.5..=2.0).contains(&ratio) && points.abs() <= 2.0,
        format!("{ratio:.2} times the delay, {points:+.1} points"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_all_numbers_of_the_paper() {
        let papers = Source::papers();
        for table in [&DROP, &ECN] {
            for experiment in table.experiments {
                for lane in LANES {
                    for measure in MEASURES {
                        let path = [NAME, table.name, experiment.number, lane, measure];
                        assert!(papers.number(&path).is_some(), "{path:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn lanes_are_in_the_order_of_the_rows() {
        for table in [&DROP, &ECN] {
            for experiment in table.experiments {
                let scenario = (experiment.scenario)(1);
                let kinds: Vec<_> = scenario.queues.iter().map(|queue| queue.kind()).collect();
                assert_eq!(kinds, LANES, "{}", experiment.at());
            }
        }
    }

    fn lane(mean: f64, utilization: f64) -> Vec<Figure> {
        [mean, 1.0, 1.0, utilization, 5.0].map(Figure::single).into()
    }

    #[test]
    fn lowest_delay_needs_utilization() {
        let others = [lane(5.0, 100.0), lane(9.0, 100.0)];
        let holds = |duk| lowest_delay(&DROP.experiments[0], &[&[duk], &others[..]].concat()).holds;
        assert!(holds(lane(4.0, 90.0)));
        assert!(!holds(lane(4.0, 89.0)) && !holds(lane(6.0, 99.0)));
    }

    #[test]
    fn close_means_a_factor_of_two_and_two_points() {
        // The paper has 0.47 ms and 99.2 %.
        let holds = |mean, utilization| {
            close_to_paper(&DROP.experiments[3], &lane(mean, utilization)).holds
        };
        assert!(holds(0.24, 97.3) && holds(0.93, 100.0));
        assert!(!holds(0.23, 99.0) && !holds(0.95, 99.0) && !holds(0.47, 97.1));
    }
}
