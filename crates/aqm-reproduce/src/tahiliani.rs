//! Tahiliani and others: RED and ARED in the scenarios of RFC 7928.
//!
//! The paper prints ellipses without numbers, and names no rates, delays or parameters. Its statements
//! are checked in set-ups of the RFC.

use crate::report::{Finding, LeftOut, Measure, Report, Row, Value};
use crate::run::{Measured, Run, scenario};
use crate::{Item, Paper};

pub(crate) const ITEMS: &[Item] = &[Item {
    paper: Paper::TahilianiRfc7928,
    id: "1",
    title: "Delay and goodput of RED and ARED",
    runs,
    report,
}];

pub(crate) const LEFT_OUT: &[LeftOut] = &[
    LeftOut {
        what: "different initial windows (section 3.2)",
        why: "the application limits the second flow, and only bulk flows are modelled",
    },
    LeftOut {
        what: "aggressive sender (section 3.3)",
        why: "the paper does not give its increase and decrease, and NewReno has no such \
              parameters here",
    },
    LeftOut { what: "LBE sender (section 3.5)", why: "LEDBAT is not modelled" },
];

/// The paper's statement about which discipline keeps the delay tighter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Better {
    Red,
    Ared,
}

/// One of the paper's scenarios.
struct Case {
    name: &'static str,
    section: &'static str,
    traffic: &'static str,
    /// Further members of the scenario; may be empty.
    changes: fn() -> String,
    rate_mbps: u32,
    better: Better,
}

const ONE: &str = r#"{ "kind": "bulk", "cc": "newreno", "stack": "rfc", "initialWindow": 3 }"#;
/// Numbers of flows for RFC 7928, section 8.2.1: loss of 0.1, 0.5 and 1 % in a queue without AQM. By the
/// square-root law of TCP, these losses give windows of 39, 17 and 12 packets. The path of 10 Mbit/s and
/// 80 ms, with 10 queued packets, holds 2, 4 and 6 such windows.
const MILD: &str = r#"{ "kind": "bulk", "flows": 2, "cc": "newreno", "stack": "rfc" }"#;
const MEDIUM: &str = r#"{ "kind": "bulk", "flows": 4, "cc": "newreno", "stack": "rfc" }"#;
const HEAVY: &str = r#"{ "kind": "bulk", "flows": 6, "cc": "newreno", "stack": "rfc" }"#;

const CASES: [Case; 8] = [
    Case {
        name: "one flow, initial window 3",
        section: "3.1",
        traffic: ONE,
        changes: String::new,
        rate_mbps: 10,
        better: Better::Red,
    },
    Case {
        name: "TCP and unresponsive UDP",
        section: "3.4",
        traffic: r#"{ "kind": "bulk", "cc": "newreno", "stack": "rfc" },
            { "kind": "cbr", "rateMbps": 12, "packetBytes": 1000 }"#,
        changes: String::new,
        rate_mbps: 10,
        better: Better::Red,
    },
    Case {
        name: "mild congestion",
        section: "3.6",
        traffic: MILD,
        changes: String::new,
        rate_mbps: 10,
        better: Better::Red,
    },
    Case {
        name: "medium congestion",
        section: "3.7",
        traffic: MEDIUM,
        changes: String::new,
        rate_mbps: 10,
        better: Better::Ared,
    },
    Case {
        name: "heavy congestion",
        section: "3.8",
        traffic: HEAVY,
        changes: String::new,
        rate_mbps: 10,
        better: Better::Ared,
    },
    Case {
        name: "congestion mild, medium, heavy",
        section: "3.9",
        traffic: MILD,
        changes: || {
            r#"{ "atS": 20, "set": "traffic.0.flows", "to": 4 },
               { "atS": 40, "set": "traffic.0.flows", "to": 6 }"#
                .to_owned()
        },
        rate_mbps: 10,
        better: Better::Ared,
    },
    Case {
        name: "100 and 10 Mbit/s every 20 s",
        section: "3.10",
        traffic: MEDIUM,
        changes: || alternating(20_000),
        rate_mbps: 100,
        better: Better::Red,
    },
    Case {
        name: "100 and 10 Mbit/s every 100 ms",
        section: "3.10",
        traffic: MEDIUM,
        changes: || alternating(100),
        rate_mbps: 100,
        better: Better::Red,
    },
];

const DURATION_MS: u32 = 60_000;
const QUEUES: [&str; 2] = ["red", "ared"];

/// Returns changes of the link's rate every `period_ms`: 10 and 100 Mbit/s in turns.
fn alternating(period_ms: u32) -> String {
    let changes = (1..DURATION_MS / period_ms).map(|index| {
        let at_s = f64::from(index * period_ms) / 1e3;
        let rate = if index % 2 == 1 { 10 } else { 100 };
        format!(r#"{{ "atS": {at_s}, "set": "link.rateMbps", "to": {rate} }}"#)
    });
    changes.collect::<Vec<_>>().join(", ")
}

fn runs() -> Vec<Run> {
    let mut runs = Vec::new();
    for case in &CASES {
        let text = format!(
            r#"{{ "version": 1, "durationS": {}, "warmupS": 5,
            "link": {{ "rateMbps": {}, "rttMs": 80, "buffer": {{ "packets": 200 }} }},
            "queues": [{{ "kind": "red", "minPackets": 5, "maxPackets": 15,
                    "maxP": 0.02, "weight": 0.002, "gentle": true, "wait": true }},
                {{ "kind": "ared", "minMaxP": null }}],
            "traffic": [{}], "changes": [{}] }}"#,
            DURATION_MS / 1000,
            case.rate_mbps,
            case.traffic,
            (case.changes)()
        );
        for lane in 0..QUEUES.len() {
            runs.push(Run::new(scenario(&text), lane, 3, |simulation| {
                let summary = simulation.summary();
                let delay = summary.delay.map_or([f64::NAN; 2], |delay| [delay.mean, delay.sd]);
                let goodput: f64 = summary.flows.iter().map(|flow| flow.goodput_mbps).sum();
                vec![delay[0], delay[1], goodput]
            }));
        }
    }
    runs
}

fn report(measured: &[Measured]) -> Report {
    let mut rows = Vec::new();
    let mut findings = Vec::new();
    for (case, pair) in CASES.iter().zip(measured.chunks(QUEUES.len())) {
        for (queue, run) in QUEUES.iter().zip(pair) {
            rows.push(Row {
                at: case.name.to_owned(),
                queue: (*queue).to_owned(),
                values: run.iter().map(|&ours| Value::beside(None, ours)).collect(),
                ..Row::default()
            });
        }
        findings.push(finding(case, &pair[0], &pair[1]));
    }
    Report {
        notes: vec![
            "NewReno, stack rfc; 10 Mbit/s unless the row has another rate, 80 ms, \
             buffer 200 packets; 55 s after 5 s. RED: 5 and 15 packets, max_p 0.02, weight 0.002, gentle: ns-3's defaults. The \
             paper prints ellipses of delay and goodput without numbers and names no set-up. Its \
             \"control of the delay\" is read as the standard deviation of the delay."
                .to_owned(),
        ],
        measures: vec![
            Measure { name: "mean delay", unit: "ms", decimals: 2 },
            Measure { name: "standard deviation", unit: "ms", decimals: 2 },
            Measure { name: "goodput", unit: "Mbit/s", decimals: 2 },
        ],
        rows,
        findings,
        ..Report::default()
    }
}

fn finding(case: &Case, red: &Measured, ared: &Measured) -> Finding {
    let (name, holds) = match case.better {
        Better::Red => ("RED", red[1] < ared[1]),
        Better::Ared => ("ARED", ared[1] < red[1]),
    };
    Finding::new(
        &format!("{name} controls the delay better: {} (section {})", case.name, case.section),
        holds,
        format!("red {:.2} ± {:.2}, ared {:.2} ± {:.2} ms", red[0], red[1], ared[0], ared[1]),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_alternates() {
        let changes = alternating(20_000);
        assert_eq!(
            changes,
            r#"{ "atS": 20, "set": "link.rateMbps", "to": 10 }, { "atS": 40, "set": "link.rateMbps", "to": 100 }"#
        );
    }

    #[test]
    fn the_tighter_delay_wins() {
        let (tight, loose) = (vec![9.0, 1.0, 1.0], vec![3.0, 2.0, 1.0]);
        assert!(finding(&CASES[0], &tight, &loose).holds);
        assert!(!finding(&CASES[0], &loose, &tight).holds);
        assert!(finding(&CASES[4], &loose, &tight).holds);
    }
}
