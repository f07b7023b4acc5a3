//! The set-ups of RFC 7928 on one bottleneck, in one table.

use crate::run::scenario;
use aqm_scenario::Scenario;

/// A part of the RFC that is a table of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Section {
    Transport,
    RttFairness,
    Bursts,
    Stability,
    Mix,
    EcnAndScheduling,
}

impl Section {
    /// All of them, in the order of the RFC's chapters 5 to 9 and then of 4.5 and 4.6.
    pub(super) const ALL: [Section; 6] = [
        Section::Transport,
        Section::RttFairness,
        Section::Bursts,
        Section::Stability,
        Section::Mix,
        Section::EcnAndScheduling,
    ];

    /// Returns the number in the RFC.
    pub(super) fn number(self) -> &'static str {
        match self {
            Section::Transport => "5",
            Section::RttFairness => "6",
            Section::Bursts => "7",
            Section::Stability => "8",
            Section::Mix => "9",
            Section::EcnAndScheduling => "4",
        }
    }

    /// Returns what the table shows.
    pub(super) fn title(self) -> &'static str {
        match self {
            Section::Transport => "Transport protocols",
            Section::RttFairness => "RTT fairness",
            Section::Bursts => "Burst absorption",
            Section::Stability => "Stability",
            Section::Mix => "Various traffic profiles",
            Section::EcnAndScheduling => "ECN and scheduling",
        }
    }
}

/// One set-up.
pub(super) struct Case {
    pub(super) section: Section,
    pub(super) at: &'static str,
    /// The varied number of [`Section::RttFairness`]: the RTT of the first group in ms.
    pub(super) x: Option<f64>,
    /// Members of the link besides RTT and buffer.
    link: &'static str,
    traffic: &'static str,
    /// Number of flows of the first group every 20 s; empty: constant.
    flows: &'static [u32],
    /// Switches the discipline's ECN on, if it has any.
    pub(super) ecn: bool,
    /// Whether the comparison of all disciplines has it.
    pub(super) headline: bool,
}

/// Length of a run in s, and the part of it that is not measured.
pub(super) const DURATION_S: u32 = 60;
pub(super) const WARMUP_S: u32 = 5;
const RATE: &str = r#""rateMbps": 10"#;
const SLOW_SQUARE: &str = r#""rateMbps": 100, "schedule": { "kind": "square", "highMbps": 100, "lowMbps": 10, "periodS": 40, "duty": 0.5 }"#;
const FAST_SQUARE: &str = r#""rateMbps": 100, "schedule": { "kind": "square", "highMbps": 100, "lowMbps": 10, "periodS": 0.2, "duty": 0.5 }"#;
const BOTH_WAYS: &str = r#""rateMbps": 10, "reverse": { "rateMbps": 10, "buffer": { "bdp": 1 } }"#;

/// Bulk flows with further members.
macro_rules! bulk {
    ($($more:literal)?) => { concat!(r#"{ "kind": "bulk", "cc": "newreno""#, $(", ", $more,)? " }") };
}

const PLAIN: Case = Case {
    section: Section::Transport,
    at: "",
    x: None,
    link: RATE,
    traffic: "",
    flows: &[],
    ecn: false,
    headline: false,
};

/// Returns a set-up of section 6: a flow with an RTT of its own beside one with 100 ms.
macro_rules! rtt {
    ($ms:literal, $x:expr) => {
        Case {
            section: Section::RttFairness,
            at: concat!($ms, " ms beside 100 ms"),
            x: Some($x),
            traffic: concat!(
                r#"{ "kind": "bulk", "cc": "newreno", "rttMs": "#,
                $ms,
                r#" }, { "kind": "bulk", "cc": "newreno" }"#
            ),
            ..PLAIN
        }
    };
}

/// The table. In section 8.2.1 of the RFC the number of flows sets the loss rate of a queue without AQM: 0.1, 0.5 and
/// 1 %. By the square-root law of TCP these losses give windows of 39, 17 and 12 packets; 83 packets of path and 83 of buffer hold
/// 4, 9 and 13 of them.
pub(super) const CASES: &[Case] = &[
    Case {
        at: "TCP-friendly: one flow, initial window 3",
        traffic: bulk!(r#""initialWindow": 3"#),
        headline: true,
        ..PLAIN
    },
    Case {
        at: "TCP-friendly: initial windows 3 and 10",
        traffic: concat!(bulk!(r#""initialWindow": 3"#), ", ", bulk!(r#""initialWindow": 10"#)),
        ..PLAIN
    },
    Case {
        at: "TCP-friendly: one CUBIC flow",
        traffic: r#"{ "kind": "bulk", "cc": "cubic" }"#,
        ..PLAIN
    },
    Case {
        at: "aggressive: AIMD(4, 0.25) beside NewReno",
        traffic: concat!(
            r#"{ "kind": "bulk", "cc": { "kind": "aimd", "a": 4, "b": 0.25 } }, "#,
            bulk!()
        ),
        ..PLAIN
    },
    Case {
        at: "unresponsive: CBR of 12 Mbit/s",
        traffic: r#"{ "kind": "cbr", "rateMbps": 12 }"#,
        ..PLAIN
    },
    Case {
        at: "unresponsive: CBR of 8 Mbit/s beside NewReno",
        traffic: concat!(bulk!(), r#", { "kind": "cbr", "rateMbps": 8 }"#),
        ..PLAIN
    },
    Case {
        at: "less than best effort: LEDBAT beside NewReno",
        traffic: concat!(r#"{ "kind": "bulk", "cc": "ledbat" }, "#, bulk!()),
        headline: true,
        ..PLAIN
    },
    rtt!("5", 5.0),
    rtt!("20", 20.0),
    rtt!("50", 50.0),
    rtt!("100", 100.0),
    rtt!("200", 200.0),
    rtt!("500", 500.0),
    Case {
        section: Section::Bursts,
        at: "pages with initial window 10, beside a bulk flow",
        traffic: concat!(
            r#"{ "kind": "web", "flows": 2, "initialWindow": 10, "thinkS": 2, "pageBytes": 50000, "objects": 20,
            "size": { "kind": "fixed", "bytes": 20000 } }, "#,
            bulk!()
        ),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "short flows of 100 kB, 4 a second, beside a bulk flow",
        traffic: concat!(
            r#"{ "kind": "short", "flows": 50, "arrivalsPerS": 4, "size": { "kind": "fixed", "bytes": 100000 } }, "#,
            bulk!()
        ),
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "short flows of 100 kB, 4 a second, alone",
        traffic: r#"{ "kind": "short", "flows": 50, "arrivalsPerS": 4, "size": { "kind": "fixed", "bytes": 100000 } }"#,
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "bursty video, beside a bulk flow",
        traffic: concat!(
            r#"{ "kind": "video", "flows": 1, "ratesMbps": [3], "segmentS": 2, "bufferS": 12 }, "#,
            bulk!()
        ),
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "CBR bursts of 10 packets, 1 Mbit/s, beside a bulk flow",
        traffic: concat!(bulk!(), r#", { "kind": "cbr", "flows": 10, "rateMbps": 0.1 }"#),
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "mild congestion: 4 flows",
        traffic: bulk!(r#""flows": 4"#),
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "medium congestion: 9 flows",
        traffic: bulk!(r#""flows": 9"#),
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "heavy congestion: 13 flows",
        traffic: bulk!(r#""flows": 13"#),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "4, 9 and 13 flows, 20 s each",
        traffic: bulk!(r#""flows": 4"#),
        flows: &[4, 9, 13],
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "100 and 10 Mbit/s, 20 s each",
        link: SLOW_SQUARE,
        traffic: bulk!(r#""flows": 2"#),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "100 and 10 Mbit/s, 100 ms each",
        link: FAST_SQUARE,
        traffic: bulk!(r#""flows": 2"#),
        ..PLAIN
    },
    Case {
        section: Section::Mix,
        at: "call, pages, video and five downloads",
        traffic: concat!(
            r#"{ "kind": "web", "flows": 1, "thinkS": 2 }, { "kind": "voip" }, { "kind": "video", "ratesMbps": [2] }, "#,
            bulk!(r#""flows": 5"#)
        ),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Mix,
        at: "two downloads and two uploads (goodput of both)",
        link: BOTH_WAYS,
        traffic: concat!(
            bulk!(r#""flows": 2"#),
            ", ",
            bulk!(r#""flows": 2, "direction": "reverse""#)
        ),
        ..PLAIN
    },
    Case {
        section: Section::EcnAndScheduling,
        at: "4.5: heavy congestion with ECN",
        traffic: bulk!(r#""flows": 13, "ecn": true"#),
        ecn: true,
        ..PLAIN
    },
    Case {
        section: Section::EcnAndScheduling,
        at: "4.5: 4 flows with ECN beside 4 without",
        traffic: concat!(bulk!(r#""flows": 4, "ecn": true"#), ", ", bulk!(r#""flows": 4"#)),
        ecn: true,
        ..PLAIN
    },
    Case {
        section: Section::EcnAndScheduling,
        at: "4.6: a call beside four downloads",
        traffic: concat!(bulk!(r#""flows": 4"#), r#", { "kind": "voip" }"#),
        ..PLAIN
    },
];

impl Case {
    /// Returns the scenario with the discipline `kind`.
    pub(super) fn scenario(&self, kind: &str, seed: usize) -> Scenario {
        let text = |queue: &str| {
            let changes =
                (1..if self.flows.is_empty() { 0 } else { DURATION_S / 20 }).map(|index| {
                    let flows = self.flows[index as usize % self.flows.len()];
                    format!(
                        r#"{{ "atS": {}, "set": "traffic.0.flows", "to": {flows} }}"#,
                        20 * index
                    )
                });
            format!(
                r#"{{ "version": 1, "seed": {}, "durationS": {DURATION_S}, "warmupS": {WARMUP_S},
                "link": {{ {}, "rttMs": 100, "buffer": {{ "bdp": 1 }} }},
                "queues": [{queue}], "traffic": [{}], "changes": [{}] }}"#,
                seed + 1,
                self.link,
                self.traffic,
                changes.collect::<Vec<_>>().join(", ")
            )
        };
        let plain = text(&format!(r#"{{ "kind": "{kind}" }}"#));
        if self.ecn {
            // A discipline without ECN refuses the parameter.
            let marking = text(&format!(r#"{{ "kind": "{kind}", "ecn": true }}"#));
            Scenario::parse(&marking).unwrap_or_else(|_| scenario(&plain))
        } else {
            scenario(&plain)
        }
    }
}
