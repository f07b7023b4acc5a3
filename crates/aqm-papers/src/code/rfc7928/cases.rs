//! The set-ups of RFC 7928 on one bottleneck, in one table.

use crate::run::scenario;
use aqm_scenario::Scenario;

/// A part of the RFC that is a table of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Section {
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
const DURATION_S: u32 = 60;
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

/// A user who loads pages of 51 objects one after the other, and 1 Mbit/s of datagrams (section 7.2).
macro_rules! bursts {
    ($($more:expr)?) => {
        concat!(
            r#"{ "kind": "web", "cc": "newreno", "flows": 1, "initialWindow": 10, "thinkS": 0, "pageBytes": 50000,
            "objects": 50, "size": { "kind": "fixed", "bytes": 10000 } }, { "kind": "cbr", "rateMbps": 1 }"#,
            $(", ", $more,)?
        )
    };
}

macro_rules! video {
    () => {
        r#"{ "kind": "video", "cc": "newreno", "flows": 1, "ratesMbps": [3], "segmentS": 2, "bufferS": 12 }"#
    };
}

/// A long flow, and after 5 s short flows of 50 packets with an initial window.
macro_rules! beside_short {
    ($window:literal) => {
        concat!(
            bulk!(),
            r#", { "kind": "short", "cc": "newreno", "flows": 1, "size": { "kind": "fixed", "bytes": 72400 }, "thinkS": 2,
            "startS": 5, "initialWindow": "#,
            $window,
            " }"
        )
    };
}

/// The table. By section 8.2.1 of the RFC, N = S sqrt(l / 0.76) flows lose the share l of their packets without AQM; S is the
/// size of path and buffer, 167 packets. Shares of 0.1, 0.5 and 1 % give 6, 14 and 19 flows.
pub(super) const CASES: &[Case] = &[
    Case {
        at: "TCP-friendly: one flow, initial window 3",
        traffic: bulk!(r#""initialWindow": 3"#),
        headline: true,
        ..PLAIN
    },
    Case {
        at: "TCP-friendly: short flows with initial window 3 beside a long one",
        traffic: beside_short!("3"),
        ..PLAIN
    },
    Case {
        at: "TCP-friendly: short flows with initial window 10 beside a long one",
        traffic: beside_short!("10"),
        ..PLAIN
    },
    Case {
        at: "aggressive: one CUBIC flow",
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
        traffic: concat!(
            r#"{ "kind": "bulk", "cc": { "kind": "ledbat", "targetMs": 5, "gain": 10 } }, "#,
            bulk!()
        ),
        headline: true,
        ..PLAIN
    },
    rtt!("5", 5.0),
    rtt!("20", 20.0),
    rtt!("50", 50.0),
    rtt!("100", 100.0),
    rtt!("200", 200.0),
    rtt!("560", 560.0),
    Case {
        section: Section::Bursts,
        at: "I: pages with initial window 10, CBR",
        traffic: bursts!(),
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "II: pages, CBR, a bulk flow",
        traffic: bursts!(bulk!()),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "III: pages, CBR, bursty video",
        traffic: bursts!(video!()),
        ..PLAIN
    },
    Case {
        section: Section::Bursts,
        at: "IV: pages, CBR, bursty video, a bulk flow",
        traffic: bursts!(concat!(video!(), ", ", bulk!())),
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "mild congestion: 6 flows",
        traffic: bulk!(r#""flows": 6"#),
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "medium congestion: 14 flows",
        traffic: bulk!(r#""flows": 14"#),
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "heavy congestion: 19 flows",
        traffic: bulk!(r#""flows": 19"#),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Stability,
        at: "6, 14 and 19 flows, 20 s each",
        traffic: bulk!(r#""flows": 6"#),
        flows: &[6, 14, 19],
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
        at: "call both ways, six users of pages, CBR, video and five downloads",
        link: BOTH_WAYS,
        traffic: concat!(
            r#"{ "kind": "web", "cc": "newreno", "flows": 6, "thinkS": 2 }, { "kind": "voip" },
            { "kind": "voip", "direction": "reverse" }, { "kind": "cbr", "rateMbps": 0.5 },
            { "kind": "video", "cc": "newreno", "flows": 1 }, "#,
            bulk!(r#""flows": 5"#)
        ),
        headline: true,
        ..PLAIN
    },
    Case {
        section: Section::Mix,
        at: "six downloads and six uploads (goodput of both)",
        link: BOTH_WAYS,
        traffic: concat!(
            bulk!(r#""flows": 6"#),
            ", ",
            bulk!(r#""flows": 6, "direction": "reverse""#)
        ),
        ..PLAIN
    },
    Case {
        section: Section::EcnAndScheduling,
        at: "4.5: heavy congestion with ECN",
        traffic: bulk!(r#""flows": 19, "ecn": true"#),
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
