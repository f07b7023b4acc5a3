//! Tahiliani and others: RED and ARED in the scenarios of RFC 7928.
//!
//! The paper prints ellipses without numbers, and names no rates, delays or parameters. It used the AQM evaluation
//! suite for ns-3 (A. Deepak, K. S. Shravya, M. P. Tahiliani, WNS3 2017), whose published scenario files have
//! them: 1 Mbit/s, 48 + 1 + 1 ms each way, packets of 750 bytes, 45 packets of buffer, 300 s, and 100 and 10 Mbit/s
//! with 500 packets for the varying capacity. The numbers of flows are those of the suite's first published
//! version: 3, 7 and 10.

use crate::ellipse;
use crate::report::{Finding, LeftOut, Measure, Report, Row, Value};
use crate::run::{Measured, Run, scenario};
use crate::{Figure, Item, Paper};

pub(crate) const ITEMS: &[Item] = &[
    Item {
        paper: Paper::TahilianiRfc7928,
        id: "1",
        title: "Delay and goodput of RED and ARED, above ns-3's device queue",
        runs: || runs(NS3_DEVICE_QUEUE),
        report: |measured| report(measured, NS3_DEVICE_QUEUE),
    },
    Item {
        paper: Paper::TahilianiRfc7928,
        id: "1-bare",
        title: "Delay and goodput of RED and ARED, without a device queue",
        runs: || runs(0),
        report: |measured| report(measured, 0),
    },
];

pub(crate) const LEFT_OUT: &[LeftOut] = &[];

/// Packets that a point-to-point device of ns-3.26 takes out of the queue discipline, by default.
const NS3_DEVICE_QUEUE: u32 = 100;

/// The paper's statement about which discipline keeps the delay tighter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Better {
    Red,
    Ared,
}

/// The suite's two links.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Path {
    /// 1 Mbit/s.
    Narrow,
    /// 100 and 10 Mbit/s in turns, for this many seconds each.
    Square { half_s: f64 },
}

/// One of the paper's scenarios.
struct Case {
    name: &'static str,
    section: &'static str,
    /// Letter in figure 1.
    figure: &'static str,
    traffic: &'static str,
    /// Numbers of flows in turns, 20 s each; empty: constant.
    flows: &'static [u32],
    path: Path,
    better: Better,
}

/// The suite's TCP sender: no SACK in ns-3.26, the default receive buffer of 131072 bytes.
macro_rules! tcp {
    ($cc:literal $(, $more:literal)?) => {
        concat!(
            r#"{ "kind": "bulk", "cc": ""#, $cc, r#"", "stack": "rfc", "sack": false, "initialWindow": 3,
            "receiveWindowPackets": 187"#, $(", ", $more,)? " }"
        )
    };
}

const CASES: [Case; 12] = [
    Case {
        name: "one flow, initial window 3",
        section: "3.1",
        figure: "a",
        traffic: tcp!("newreno"),
        flows: &[],
        path: Path::Narrow,
        better: Better::Red,
    },
    Case {
        name: "a second flow of 100 packets, initial window 10",
        section: "3.2",
        figure: "b",
        traffic: concat!(
            tcp!("newreno"),
            r#", { "kind": "short", "flows": 1, "size": { "kind": "fixed", "bytes": 144800 }, "thinkS": 3600,
            "startS": 0.5, "cc": "newreno", "stack": "rfc", "sack": false, "initialWindow": 10,
            "receiveWindowPackets": 187 }"#
        ),
        flows: &[],
        path: Path::Narrow,
        better: Better::Ared,
    },
    Case {
        name: "aggressive sender (BIC)",
        section: "3.3",
        figure: "c",
        traffic: tcp!("bic"),
        flows: &[],
        path: Path::Narrow,
        better: Better::Ared,
    },
    Case {
        name: "UDP with ten times the rate of the link",
        section: "3.4",
        figure: "d",
        traffic: r#"{ "kind": "cbr", "rateMbps": 20 }"#,
        flows: &[],
        path: Path::Narrow,
        better: Better::Red,
    },
    Case {
        name: "UDP with 80 % of the link, and a TCP flow",
        section: "3.4",
        figure: "",
        traffic: concat!(tcp!("newreno"), r#", { "kind": "cbr", "rateMbps": 1.6 }"#),
        flows: &[],
        path: Path::Narrow,
        better: Better::Red,
    },
    Case {
        name: "less than best effort: LEDBAT and a TCP flow",
        section: "3.5",
        figure: "e",
        traffic: concat!(tcp!("ledbat"), ", ", tcp!("newreno")),
        flows: &[],
        path: Path::Narrow,
        better: Better::Ared,
    },
    Case {
        name: "mild congestion, 3 flows",
        section: "3.6",
        figure: "f",
        traffic: tcp!("newreno", r#""flows": 3, "staggerS": 1"#),
        flows: &[],
        path: Path::Narrow,
        better: Better::Red,
    },
    Case {
        name: "medium congestion, 7 flows",
        section: "3.7",
        figure: "g",
        traffic: tcp!("newreno", r#""flows": 7, "staggerS": 1"#),
        flows: &[],
        path: Path::Narrow,
        better: Better::Ared,
    },
    Case {
        name: "heavy congestion, 10 flows",
        section: "3.8",
        figure: "h",
        traffic: tcp!("newreno", r#""flows": 10, "staggerS": 1"#),
        flows: &[],
        path: Path::Narrow,
        better: Better::Ared,
    },
    Case {
        name: "3, 7 and 10 flows, 20 s each",
        section: "3.9",
        figure: "i",
        traffic: tcp!("newreno", r#""flows": 3"#),
        flows: &[3, 7, 10],
        path: Path::Narrow,
        better: Better::Ared,
    },
    Case {
        name: "100 and 10 Mbit/s, 20 s each",
        section: "3.10",
        figure: "j",
        traffic: tcp!("newreno", r#""flows": 2"#),
        flows: &[],
        path: Path::Square { half_s: 20.0 },
        better: Better::Red,
    },
    Case {
        name: "100 and 10 Mbit/s, 100 ms each",
        section: "3.10",
        figure: "k",
        traffic: tcp!("newreno", r#""flows": 2"#),
        flows: &[],
        path: Path::Square { half_s: 0.1 },
        better: Better::Red,
    },
];

const DURATION_S: u32 = 300;
const SEEDS: usize = 5;
/// The third lane, RED with ARED's weight, is not in the paper. It shows the effect of the weight alone.
const QUEUES: [&str; 3] = ["red", "ared", "red"];
const TWIN: usize = 2;
/// Values of a run: mean and standard deviation of the delay of all packets, utilization, share of drops, and the ellipse.
const COLUMNS: usize = 4 + ellipse::COLUMNS;

impl Case {
    fn text(&self, device_queue: u32, seed: usize) -> String {
        let (link, weight) = match self.path {
            Path::Narrow => (r#""rateMbps": 2, "buffer": { "packets": 45 }"#.to_owned(), 0.006),
            Path::Square { half_s } => (
                format!(
                    r#""rateMbps": 200, "buffer": {{ "packets": 500 }}, "schedule": {{ "kind": "square",
                    "highMbps": 200, "lowMbps": 20, "periodS": {}, "duty": 0.5 }}"#,
                    2.0 * half_s
                ),
                6e-5,
            ),
        };
        let changes = (1..if self.flows.is_empty() { 0 } else { DURATION_S / 20 }).map(|index| {
            let flows = self.flows[index as usize % self.flows.len()];
            format!(r#"{{ "atS": {}, "set": "traffic.0.flows", "to": {flows} }}"#, 20 * index)
        });
        let red = |weight| {
            format!(
                r#"{{ "kind": "red", "minPackets": 5, "maxPackets": 15, "maxP": 0.02, "weight": {weight},
                "gentle": true, "wait": true }}"#
            )
        };
        format!(
            r#"{{ "version": 1, "seed": {}, "durationS": {DURATION_S}, "warmupS": 0,
            "link": {{ {link}, "rttMs": 100, "deviceQueuePackets": {device_queue} }},
            "queues": [{}, {{ "kind": "ared", "minMaxP": null }}, {}],
            "traffic": [{}], "changes": [{}] }}"#,
            seed + 1,
            red(0.002),
            red(weight),
            self.traffic,
            changes.collect::<Vec<_>>().join(", ")
        )
    }
}

fn runs(device_queue: u32) -> Vec<Run> {
    let mut runs = Vec::new();
    for case in &CASES {
        for lane in 0..QUEUES.len() {
            for seed in 0..SEEDS {
                let scenario = scenario(&case.text(device_queue, seed));
                runs.push(Run::new(scenario, lane, COLUMNS, |simulation| {
                    let summary = simulation.summary();
                    let delay = summary.delay.map_or([f64::NAN; 2], |delay| [delay.mean, delay.sd]);
                    let shares = [100.0 * summary.utilization, 100.0 * summary.drop_rate];
                    [&delay[..], &shares, &ellipse::read(simulation, 0)].concat()
                }));
            }
        }
    }
    runs
}

/// Returns mean and spread over the seeds of one value.
fn over_seeds(seeds: &[Measured], column: usize) -> Figure {
    Figure::of(&seeds.iter().map(|run| run[column]).collect::<Vec<_>>())
}

fn report(measured: &[Measured], device_queue: u32) -> Report {
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    let mut plots = Vec::new();
    let per_case = QUEUES.len() * SEEDS;
    for (index, (case, lanes)) in CASES.iter().zip(measured.chunks(per_case)).enumerate() {
        let lanes: Vec<&[Measured]> = lanes.chunks(SEEDS).collect();
        for (lane, (queue, seeds)) in QUEUES.iter().zip(&lanes).enumerate() {
            let remark = if lane == TWIN { " (with ARED's weight)" } else { "" };
            // Delay of all packets, utilization, drops; then goodput of the TCP flows.
            let values = [0, 1, 5, 2, 3].map(|column| Value {
                ours: over_seeds(seeds, column),
                ..Value::beside(None, f64::NAN)
            });
            rows.push(Row {
                at: format!("{}{remark}", case.name),
                queue: (*queue).to_owned(),
                values: values.to_vec(),
                ..Row::default()
            });
        }
        let ellipses = QUEUES[..2].iter().zip(&lanes).map(|(&queue, seeds)| {
            (queue, Some(queue), ellipse::pooled(seeds.iter().map(|run| &run[4..])))
        });
        if !case.figure.is_empty() {
            let title = format!("Section {}: {}", case.section, case.name);
            let first = index * QUEUES.len();
            plots.push(ellipse::plot(case.figure, &title, first, ellipses));
            let needs = index * per_case..(index + 1) * per_case;
            findings.push(finding(case, &lanes).needs(needs));
        }
    }
    let device = if device_queue > 0 {
        format!("Below the disciplines is ns-3.26's device queue of {device_queue} packets.")
    } else {
        "No device queue below the disciplines.".to_owned()
    };
    Report {
        notes: vec![format!(
            "Rates, delays, buffers, numbers of flows and RED's parameters are those of the AQM evaluation suite for ns-3, which the \
             paper used; it prints none. {device} All rates are doubled: packets have 1500 bytes here and 750 there, so \
             that 167 packets a second, all delays and all windows are equal. ARED's parameters belong to the high rate, \
             as in ns-3, where they do not follow the link. The \"control of the delay\" is the standard deviation of the delay \
             of all packets. Mean and spread of {SEEDS} seeds, 300 s each without warm-up."
        )],
        measures: vec![
            Measure { name: "mean delay", unit: "ms", decimals: 1 },
            Measure { name: "standard deviation", unit: "ms", decimals: 1 },
            Measure { name: "goodput", unit: "Mbit/s", decimals: 2 },
            Measure { name: "utilization", unit: "%", decimals: 1 },
            Measure { name: "drops", unit: "%", decimals: 2 },
        ],
        rows,
        findings,
        tag: if device_queue > 0 { "" } else { ", bare link" },
        plots,
        ..Report::default()
    }
}

/// Returns the paper's statement about the delay. The reason names what the same RED does with ARED's weight.
fn finding(case: &Case, lanes: &[&[Measured]]) -> Finding {
    let sd = |lane: usize| over_seeds(lanes[lane], 1).mean;
    let mean = |lane: usize| over_seeds(lanes[lane], 0).mean;
    let (red, ared, twin) = (sd(0), sd(1), sd(2));
    let (name, holds) = match case.better {
        Better::Red => ("RED", red < ared),
        Better::Ared => ("ARED", ared < red),
    };
    let claim =
        format!("{name} controls the delay better: {} (section {})", case.name, case.section);
    let evidence = format!("RED {:.1} ± {red:.1}, ARED {:.1} ± {ared:.1} ms", mean(0), mean(1));
    let would = match case.better {
        Better::Red => twin < ared,
        Better::Ared => ared < twin,
    };
    let drops = |lane: usize| over_seeds(lanes[lane], 3).mean;
    Finding::new(&claim, holds, evidence).because(if would {
        format!(
            "The averaging weights decide, 0.002 in RED and 0.006 in ARED: RED with ARED's weight has {:.1} ± {twin:.1} ms, and the \
             statement holds for it.",
            mean(2)
        )
    } else {
        format!(
            "The averaging weights do not explain it: RED with ARED's weight has {:.1} ± {twin:.1} ms. Drops: RED {:.2}, ARED {:.2}, \
             RED with ARED's weight {:.2} %.",
            mean(2),
            drops(0),
            drops(1),
            drops(2)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(sds: [f64; 3]) -> [Vec<Measured>; 3] {
        sds.map(|sd| vec![[vec![9.0, sd], vec![1.0; COLUMNS - 2]].concat(); SEEDS])
    }

    #[test]
    fn the_tighter_delay_wins_and_the_reason_compares_weights() {
        let check = |case: usize, sds| {
            let lanes = lanes(sds);
            finding(&CASES[case], &lanes.each_ref().map(Vec::as_slice))
        };
        assert!(check(0, [1.0, 2.0, 3.0]).holds);
        assert!(!check(0, [2.0, 1.0, 0.5]).holds);
        assert!(check(7, [2.0, 1.0, 3.0]).holds);
        let because = check(0, [2.0, 1.0, 0.5]).because.unwrap();
        assert!(because.contains("the statement holds for it"), "{because}");
        let because = check(0, [2.0, 1.0, 1.5]).because.unwrap();
        assert!(because.contains("do not explain"), "{because}");
    }

    #[test]
    fn eleven_figures_have_a_statement_and_an_ellipse_each() {
        let measured = vec![vec![1.0; COLUMNS]; runs(0).len()];
        let report = report(&measured, 0);
        assert_eq!((report.findings.len(), report.plots.len()), (11, 11));
        assert_eq!(report.rows.len(), CASES.len() * QUEUES.len());
        assert!(report.plots.iter().all(|plot| plot.series.len() == 2));
    }

    #[test]
    fn levels_of_congestion_change_every_twenty_seconds() {
        let text = CASES[9].text(0, 0);
        assert!(text.contains(r#"{ "atS": 20, "set": "traffic.0.flows", "to": 7 }"#), "{text}");
        assert!(text.contains(r#"{ "atS": 60, "set": "traffic.0.flows", "to": 3 }"#), "{text}");
    }
}
