//! Raghuvanshi, Annappa and Tahiliani 2013: RED, ARED and CoDel over bandwidths, numbers of flows
//! and round-trip times.
//!
//! The paper prints curves without numbers, so its statements are checked.

use crate::report::{Finding, LeftOut, Measure, Report, Row, Value};
use crate::run::{Measured, Run, scenario};
use crate::{Item, Paper};

pub(crate) const ITEMS: &[Item] = &[
    Item {
        paper: Paper::Raghuvanshi2013,
        id: "1-9",
        title: "Different bandwidths",
        runs: || runs(&BANDWIDTH),
        report: |measured| report(&BANDWIDTH, measured),
    },
    Item {
        paper: Paper::Raghuvanshi2013,
        id: "10-18",
        title: "Different numbers of flows",
        runs: || runs(&FLOWS),
        report: |measured| report(&FLOWS, measured),
    },
    Item {
        paper: Paper::Raghuvanshi2013,
        id: "19-27",
        title: "Different round-trip times",
        runs: || runs(&RTT),
        report: |measured| report(&RTT, measured),
    },
];

pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        what: "HTTP flows (PackMime)",
        why: "the simulator has no short flows with a model of web pages",
    },
    LeftOut { what: "reverse FTP and streaming", why: "data flows in one direction only" },
    LeftOut {
        what: "audio and forward streaming",
        why: "the paper gives no rates, and at 1 Mbit/s they determine the result",
    },
    LeftOut {
        what: "Reno without SACK, HSTCP, STCP, HTCP and BIC",
        why: "only NewReno (with SACK) and CUBIC are modelled",
    },
];

const QUEUES: [&str; 3] = ["red", "ared", "codel"];
const CCS: [&str; 2] = ["newreno", "cubic"];

/// One series of set-ups.
struct Part {
    unit: &'static str,
    xs: &'static [f64],
    /// Returns bandwidth in Mbit/s, RTT in ms, and number of flows.
    set_up: fn(f64) -> (f64, f64, f64),
    findings: fn(&Grid) -> Vec<Finding>,
}

const BANDWIDTH: Part = Part {
    unit: "Mbit/s",
    xs: &[1.0, 10.0, 100.0, 1000.0],
    set_up: |x| (x, 32.0, 5.0),
    findings: bandwidth_findings,
};
const FLOWS: Part = Part {
    unit: "flows",
    xs: &[1.0, 5.0, 15.0, 100.0, 1000.0],
    set_up: |x| (10.0, 32.0, x),
    findings: flows_findings,
};
const RTT: Part = Part {
    unit: "ms RTT",
    xs: &[1.0, 10.0, 32.0, 100.0, 300.0, 1000.0],
    set_up: |x| (10.0, x, 5.0),
    findings: rtt_findings,
};

fn runs(part: &Part) -> Vec<Run> {
    let mut runs = Vec::new();
    for &x in part.xs {
        let (mbps, rtt_ms, flows) = (part.set_up)(x);
        for cc in CCS {
            let text = format!(
                r#"{{ "version": 1, "durationS": 100, "warmupS": 20,
                "link": {{ "rateMbps": {mbps}, "rttMs": {rtt_ms},
                    "buffer": {{ "bdp": 8, "minPackets": 10 }} }},
                "queues": [{{ "kind": "red", "minPackets": 5, "maxPackets": 15,
                        "maxP": 0.1, "weight": 0.002, "gentle": true, "wait": true }},
                    {{ "kind": "ared", "minMaxP": null }}, {{ "kind": "codel" }}],
                "traffic": [{{ "kind": "bulk", "flows": {flows}, "cc": "{cc}", "stack": "rfc",
                    "spreadS": 1 }}] }}"#
            );
            for lane in 0..QUEUES.len() {
                runs.push(Run::new(scenario(&text), lane, 3, |simulation| {
                    let summary = simulation.summary();
                    vec![
                        100.0 * summary.utilization,
                        100.0 * summary.queue_share_mean,
                        100.0 * summary.drop_rate,
                    ]
                }));
            }
        }
    }
    runs
}

const UTILIZATION: usize = 0;
const QUEUE: usize = 1;
const DROPS: usize = 2;

/// Simulated numbers by set-up, congestion control and discipline.
struct Grid<'a> {
    xs: &'static [f64],
    measured: &'a [Measured],
}

impl Grid<'_> {
    fn cell(&self, row: usize, cc: usize, queue: usize) -> &Measured {
        &self.measured[(row * CCS.len() + cc) * QUEUES.len() + queue]
    }

    /// Returns the mean over the congestion controls.
    fn mean(&self, x: f64, queue: &str, measure: usize) -> f64 {
        let row = self.xs.iter().position(|&other| other == x).expect("x is of the figure");
        let lane = QUEUES.iter().position(|&other| other == queue).expect("a queue of the figure");
        let sum: f64 = (0..CCS.len()).map(|cc| self.cell(row, cc, lane)[measure]).sum();
        sum / CCS.len() as f64
    }

    /// Returns the mean over the set-ups and congestion controls.
    fn mean_of_all(&self, queue: &str, measure: usize) -> f64 {
        let sum: f64 = self.xs.iter().map(|&x| self.mean(x, queue, measure)).sum();
        sum / self.xs.len() as f64
    }

    /// Returns the values at `x`: `red 1.0, ared 2.0, codel 3.0`.
    fn listed(&self, x: f64, measure: usize) -> String {
        let all = QUEUES.map(|queue| format!("{queue} {:.1}", self.mean(x, queue, measure)));
        format!("at {x}: {} %", all.join(", "))
    }

    fn listed_means(&self, measure: usize) -> String {
        let all = QUEUES.map(|queue| format!("{queue} {:.1}", self.mean_of_all(queue, measure)));
        format!("{} %", all.join(", "))
    }
}

fn report(part: &Part, measured: &[Measured]) -> Report {
    let grid = Grid { xs: part.xs, measured };
    let mut rows = Vec::new();
    for (row, x) in part.xs.iter().enumerate() {
        for (cc, name) in CCS.iter().enumerate() {
            for (queue, kind) in QUEUES.iter().enumerate() {
                let values =
                    grid.cell(row, cc, queue).iter().map(|&ours| Value::beside(None, ours));
                rows.push(Row {
                    at: format!("{x} {}, {name}", part.unit),
                    queue: (*kind).to_owned(),
                    values: values.collect(),
                    x: Some(*x),
                    ..Row::default()
                });
            }
        }
    }
    Report {
        notes: vec![
            "Only forward FTP flows (see \"Left out\"), stack rfc as in ns-2; 10 Mbit/s, \
             32 ms, 5 flows unless varied; buffer 8 BDP; 80 s after 20 s. RED: 5 and 15 packets, \
             max_p 0.1, weight 0.002, gentle: ns-2's defaults, since the paper names none. The \
             paper prints curves without numbers, so only its statements are checked, on the mean \
             over both congestion controls."
                .to_owned(),
        ],
        measures: vec![
            Measure { name: "utilization", unit: "%", decimals: 1 },
            Measure { name: "mean queue", unit: "% of the buffer", decimals: 2 },
            Measure { name: "drop rate", unit: "%", decimals: 2 },
        ],
        rows,
        findings: (part.findings)(&grid),
        ..Report::default()
    }
}

fn bandwidth_findings(grid: &Grid) -> Vec<Finding> {
    let at = |queue, measure| grid.mean(100.0, queue, measure);
    vec![
        Finding::new(
            "Over 10 Mbit/s RED and ARED lose utilization; CoDel keeps more around 100 Mbit/s",
            at("codel", UTILIZATION) > at("red", UTILIZATION).max(at("ared", UTILIZATION)),
            grid.listed(100.0, UTILIZATION),
        ),
        Finding::new(
            "CoDel's mean queue is around 5 % of the buffer (2 to 8 %)",
            (2.0..=8.0).contains(&grid.mean_of_all("codel", QUEUE)),
            grid.listed_means(QUEUE),
        ),
        Finding::new(
            "CoDel's mean queue is significantly shorter than RED's and ARED's",
            grid.mean_of_all("codel", QUEUE)
                < grid.mean_of_all("red", QUEUE).min(grid.mean_of_all("ared", QUEUE)),
            grid.listed_means(QUEUE),
        ),
        Finding::new(
            "Over 10 Mbit/s the drop rate approaches zero for all (under 0.5 %)",
            [100.0, 1000.0]
                .iter()
                .all(|&x| QUEUES.iter().all(|queue| grid.mean(x, queue, DROPS) < 0.5)),
            format!("{}; {}", grid.listed(100.0, DROPS), grid.listed(1000.0, DROPS)),
        ),
    ]
}

fn flows_findings(grid: &Grid) -> Vec<Finding> {
    let grows = |queue| grid.mean(1000.0, queue, QUEUE) / grid.mean(5.0, queue, QUEUE);
    vec![
        Finding::new(
            "Utilization approaches 100 % for all from 15 flows on (over 97 %)",
            [15.0, 100.0, 1000.0]
                .iter()
                .all(|&x| QUEUES.iter().all(|queue| grid.mean(x, queue, UTILIZATION) > 97.0)),
            [15.0, 100.0, 1000.0].map(|x| grid.listed(x, UTILIZATION)).join("; "),
        ),
        Finding::new(
            "CoDel's mean queue is around 8 % of the buffer (4 to 12 %)",
            (4.0..=12.0).contains(&grid.mean_of_all("codel", QUEUE)),
            grid.listed_means(QUEUE),
        ),
        Finding::new(
            "From 5 to 1000 flows CoDel's mean queue grows less than RED's and ARED's",
            grows("codel") < grows("red").min(grows("ared")),
            QUEUES.map(|queue| format!("{queue} {:.1} times", grows(queue))).join(", "),
        ),
    ]
}

fn rtt_findings(grid: &Grid) -> Vec<Finding> {
    let falls =
        |queue: &&str| grid.mean(1000.0, queue, UTILIZATION) < grid.mean(32.0, queue, UTILIZATION);
    let least = |x: f64| {
        let codel = grid.mean(x, "codel", UTILIZATION);
        codel < grid.mean(x, "red", UTILIZATION).min(grid.mean(x, "ared", UTILIZATION))
    };
    vec![
        Finding::new(
            "Under 100 ms utilization is fairly good for all (over 80 %)",
            [1.0, 10.0, 32.0]
                .iter()
                .all(|&x| QUEUES.iter().all(|queue| grid.mean(x, queue, UTILIZATION) > 80.0)),
            [1.0, 10.0, 32.0].map(|x| grid.listed(x, UTILIZATION)).join("; "),
        ),
        Finding::new(
            "Toward 1 s all lose utilization",
            QUEUES.iter().all(falls),
            format!("{}; {}", grid.listed(32.0, UTILIZATION), grid.listed(1000.0, UTILIZATION)),
        ),
        Finding::new(
            "Toward 1 s CoDel loses more utilization than RED and ARED (at 300 and 1000 ms)",
            least(300.0) && least(1000.0),
            format!("{}; {}", grid.listed(300.0, UTILIZATION), grid.listed(1000.0, UTILIZATION)),
        ),
        Finding::new(
            "CoDel's mean queue is the shortest",
            grid.mean_of_all("codel", QUEUE)
                < grid.mean_of_all("red", QUEUE).min(grid.mean_of_all("ared", QUEUE)),
            grid.listed_means(QUEUE),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_parameters() {
        let measured: Vec<Measured> = (0..24).map(|index| vec![f64::from(index)]).collect();
        let grid = Grid { xs: BANDWIDTH.xs, measured: &measured };
        assert_eq!(grid.cell(1, 1, 2)[0], 11.0);
        assert_eq!(grid.mean(10.0, "codel", 0), (8.0 + 11.0) / 2.0);
        assert_eq!(grid.mean_of_all("red", 0), 10.5);
    }
}
