//! Raghuvanshi, Annappa and Tahiliani 2013: RED, ARED and CoDel over bandwidths, numbers of flows
//! and round-trip times, with seven TCP variants and the traffic of the TCP evaluation suite for ns-2.
//!
//! The paper prints 27 figures without numbers, so its statements are checked.

mod findings;

use crate::names::{amount, shown};
use crate::report::{
    Axis, Figure, Finding, Kind, LeftOut, Measure, Plot, Report, Row, Series, Value,
};
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
        what: "access links",
        why: "each flow of the suite has a link of its own with twice the bandwidth of the bottleneck; here senders \
              reach the bottleneck at once",
    },
    LeftOut {
        what: "HTTP requests and persistent connections (PackMime)",
        why: "a request is no packet here, and each response has a connection of its own",
    },
];

const QUEUES: [&str; 3] = ["red", "ared", "codel"];
const NAMES: [&str; 3] = ["RED", "ARED", "CoDel"];
/// Congestion controls as in scenarios, and as the paper names them.
const CCS: [(&str, &str); 7] = [
    ("reno", "Reno"),
    ("sack", "SACK"),
    ("hstcp", "HSTCP"),
    ("scalable", "STCP"),
    ("htcp", "HTCP"),
    ("bic", "BIC"),
    ("cubic", "CUBIC"),
];
const SEEDS: usize = 2;

const UTILIZATION: usize = 0;
const QUEUE: usize = 1;
const DROPS: usize = 2;
const DELAY_SD: usize = 3;
const OVERFLOWS: usize = 4;
const COLUMNS: usize = 5;

/// One series of set-ups: nine figures of the paper.
struct Part {
    /// The varied quantity.
    name: &'static str,
    unit: &'static str,
    /// Number of the first figure.
    first_figure: usize,
    xs: &'static [f64],
    set_up: fn(f64) -> SetUp,
    /// CoDel's mean queue in percent of the buffer, if the text states it.
    stated_queue: Option<f64>,
    findings: fn(&Grid) -> Vec<Finding>,
}

/// A point of a figure.
#[derive(Clone, Copy, PartialEq, Debug)]
struct SetUp {
    mbps: f64,
    rtt_ms: f64,
    flows: f64,
}

/// The paper's 32 ms are those of the bottleneck link; the access links of the suite add 8 ms.
const DEFAULT: SetUp = SetUp { mbps: 10.0, rtt_ms: 40.0, flows: 5.0 };
/// FTP flows of the other direction.
const REVERSE_FLOWS: f64 = 5.0;

const BANDWIDTH: Part = Part {
    name: "bandwidth",
    unit: "Mbit/s",
    first_figure: 1,
    xs: &[1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0],
    set_up: |x| SetUp { mbps: x, ..DEFAULT },
    stated_queue: Some(5.0),
    findings: findings::of_bandwidth,
};
const FLOWS: Part = Part {
    name: "forward FTP flows",
    unit: "flows",
    first_figure: 10,
    xs: &[1.0, 5.0, 10.0, 15.0, 30.0, 100.0, 300.0, 1000.0],
    set_up: |x| SetUp { flows: x, ..DEFAULT },
    stated_queue: Some(8.0),
    findings: findings::of_flows,
};
const RTT: Part = Part {
    name: "round-trip time",
    unit: "ms",
    first_figure: 19,
    xs: &[1.0, 10.0, 40.0, 100.0, 300.0, 1000.0],
    set_up: |x| SetUp { rtt_ms: x, ..DEFAULT },
    stated_queue: None,
    findings: findings::of_rtt,
};

/// Buffer in packets as the suite computes it: 8 bandwidth-delay products in packets of 1000 bytes, and at least
/// two packets for each FTP flow.
fn buffer_packets(set_up: SetUp) -> f64 {
    let bdp = set_up.mbps * 1e6 * set_up.rtt_ms / 1e3 / 8.0 / 1000.0;
    (8.0 * bdp).max(2.0 * (set_up.flows + REVERSE_FLOWS)).round()
}

fn text(set_up: SetUp, cc: &str, seed: usize) -> String {
    let SetUp { mbps, rtt_ms, flows } = set_up;
    let packets = buffer_packets(set_up);
    let buffer = format!(r#""rateMbps": {mbps}, "buffer": {{ "packets": {packets} }}"#);
    // Reno of ns-2 has no SACK; the other variants send by TCP/Sack1.
    let sack = cc != "reno";
    let tcp = |cc: &str, sack: bool| {
        format!(
            r#""cc": "{cc}", "sack": {sack}, "stack": "rfc", "packetBytes": 1000, "initialWindow": 2,
            "delayedAck": false, "spreadS": 0.3"#
        )
    };
    let (ftp, http) = (tcp(cc, sack), tcp("newreno", false));
    let streaming = r#""kind": "poisson", "flows": 5, "rateMbps": 0.64, "packetBytes": 840"#;
    let audio = r#""kind": "voip", "flows": 5, "rateMbps": 0.064, "packetBytes": 200"#;
    format!(
        r#"{{ "version": 1, "seed": {seed}, "durationS": 100, "warmupS": 20,
        "link": {{ "rttMs": {rtt_ms}, {buffer}, "reverse": {{ {buffer} }} }},
        "queues": [
            {{ "kind": "red", "minShare": 0.6, "maxShare": 0.8, "weight": 0.001 }},
            {{ "kind": "ared", "minShare": 0.6, "maxShare": 0.8, "weight": 0.001, "minMaxP": 0.001 }},
            {{ "kind": "codel", "variant": "ns2" }}],
        "traffic": [
            {{ "kind": "bulk", "name": "FTP", "flows": {flows}, {ftp} }},
            {{ "kind": "bulk", "name": "FTP back", "direction": "reverse", "flows": {REVERSE_FLOWS}, {ftp} }},
            {{ "kind": "short", "name": "HTTP", "direction": "reverse", "flows": 200, "arrivalsPerS": 15,
                "size": {{ "kind": "lognormal", "medianBytes": 1000, "sigma": 2.1 }}, {http} }},
            {{ "name": "Audio", {audio} }}, {{ "name": "Audio back", "direction": "reverse", {audio} }},
            {{ "name": "Streaming", {streaming} }},
            {{ "name": "Streaming back", "direction": "reverse", {streaming} }}] }}"#
    )
}

/// Returns the runs in the order of [`Grid::index`].
fn runs(part: &Part) -> Vec<Run> {
    let mut runs = Vec::new();
    for &x in part.xs {
        for (cc, _) in CCS {
            let scenarios: Vec<_> =
                (1..=SEEDS).map(|seed| scenario(&text((part.set_up)(x), cc, seed))).collect();
            for lane in 0..QUEUES.len() {
                for scenario in &scenarios {
                    runs.push(Run::new(scenario.clone(), lane, COLUMNS, |simulation| {
                        let summary = simulation.summary();
                        vec![
                            100.0 * summary.utilization,
                            100.0 * summary.queue_share_mean,
                            100.0 * summary.drop_rate,
                            summary.delay.as_ref().map_or(f64::NAN, |delay| delay.sd),
                            100.0 * summary.overflow_drop_rate,
                        ]
                    }));
                }
            }
        }
    }
    runs
}

/// Simulated numbers by set-up, congestion control and discipline.
struct Grid<'a> {
    part: &'a Part,
    measured: &'a [Measured],
}

impl Grid<'_> {
    /// Index of the first run of a cell; the others follow it.
    fn index(row: usize, cc: usize, queue: usize) -> usize {
        ((row * CCS.len() + cc) * QUEUES.len() + queue) * SEEDS
    }

    /// Returns a statement as one that needs only the runs of these set-ups.
    fn needs(&self, xs: &[f64], finding: Finding) -> Finding {
        let row = |x: &f64| self.part.xs.iter().position(|other| other == x);
        let rows = xs.iter().map(|x| row(x).expect("x is of the figure"));
        finding.needs(rows.flat_map(|row| Self::index(row, 0, 0)..Self::index(row + 1, 0, 0)))
    }

    /// Returns a measure with its spread over the seeds.
    fn cell(&self, row: usize, cc: usize, queue: usize, measure: usize) -> Figure {
        let first = Self::index(row, cc, queue);
        let of_run = |run: &Measured| run[measure];
        let values: Vec<f64> = self.measured[first..first + SEEDS].iter().map(of_run).collect();
        Figure::of(&values)
    }

    /// Returns the mean over those congestion controls that `select` selects.
    fn mean_over(&self, x: f64, queue: &str, measure: usize, select: fn(&str) -> bool) -> f64 {
        let row = self.part.xs.iter().position(|&other| other == x).expect("x is of the figure");
        let lane = QUEUES.iter().position(|&other| other == queue).expect("a queue of the figure");
        let selected = (0..CCS.len()).filter(|&cc| select(CCS[cc].0));
        mean(selected.map(|cc| self.cell(row, cc, lane, measure).mean))
    }

    /// Returns the mean over the congestion controls. It is not inlined: each finding would have several copies.
    #[inline(never)]
    fn mean(&self, x: f64, queue: &str, measure: usize) -> f64 {
        self.mean_over(x, queue, measure, |_| true)
    }

    /// Returns the mean over these set-ups and the congestion controls.
    fn mean_at(&self, xs: &[f64], queue: &str, measure: usize) -> f64 {
        mean(xs.iter().map(|&x| self.mean(x, queue, measure)))
    }

    /// Returns the mean over all set-ups and congestion controls.
    fn mean_of_all(&self, queue: &str, measure: usize) -> f64 {
        self.mean_at(self.part.xs, queue, measure)
    }

    /// Returns whether CoDel's number at `x` is below, or else above, both others.
    fn codel_is_least(&self, x: f64, measure: usize) -> bool {
        let [red, ared, codel] = QUEUES.map(|queue| self.mean(x, queue, measure));
        codel < red.min(ared)
    }

    fn codel_is_largest(&self, x: f64, measure: usize) -> bool {
        let [red, ared, codel] = QUEUES.map(|queue| self.mean(x, queue, measure));
        codel > red.max(ared)
    }

    /// Returns the values at each of `xs`: `at 1 ms: RED 1.0, ARED 2.0, CoDel 3.0`.
    fn listed(&self, xs: &[f64], measure: usize) -> String {
        let unit = MEASURES[measure].unit;
        let at = |&x: &f64| {
            let one = |queue| format!("{} {:.1}", shown(queue), self.mean(x, queue, measure));
            format!("at {}: {}", amount(x, self.part.unit), QUEUES.map(one).join(", "))
        };
        format!("{} ({unit})", xs.iter().map(at).collect::<Vec<_>>().join("; "))
    }

    /// Returns the means over all set-ups.
    fn listed_means(&self, measure: usize) -> String {
        let one = |queue| format!("{} {:.1}", shown(queue), self.mean_of_all(queue, measure));
        format!("{} ({})", QUEUES.map(one).join(", "), MEASURES[measure].unit)
    }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    sum / count
}

const MEASURES: [Measure; COLUMNS] = [
    Measure { name: "utilization", unit: "%", decimals: 1 },
    Measure { name: "mean queue", unit: "% of the buffer", decimals: 2 },
    Measure { name: "drop rate", unit: "%", decimals: 2 },
    Measure { name: "sd of the queue delay", unit: "ms", decimals: 1 },
    Measure { name: "drop rate by overflow", unit: "%", decimals: 2 },
];

const NOTES: [&str; 3] = [
    "Set-up of the TCP evaluation suite for ns-2 (Wang and Xia, NEC Laboratories, 2007), which the paper used: in each direction 5 FTP \
     flows, 5 calls (64 kbit/s, 200 bytes) and 5 streams (0.64 Mbit/s, 840 bytes, random gaps); 15 HTTP connections a second, whose \
     responses take the reverse direction (lognormal sizes with PackMime's quantiles: median 1 kB, mean 9 kB). Both directions \
     have the same bandwidth, buffer and discipline. 10 Mbit/s, 40 ms (32 ms and the access links' 8 ms) and 5 flows unless varied. Data packets \
     of 1000 bytes, no delayed ACKs, initial window 2, no ECN, 80 s after 20 s, as in the suite. Two seeds.",
    "Buffer in packets: 8 bandwidth-delay products of 1000-byte packets, at least 2 packets for each FTP flow. RED and ARED: \
     thresholds at 60 and 80 % of the buffer, weight 0.001, initial max_p 0.1, gentle; ARED's max_p is at least 0.001. This is the first of two sets \
     of parameters in the suite's script. With the second one, thresholds from a target of 5 ms, the queues of RED and ARED are shorter than \
     CoDel's, which contradicts the paper throughout. CoDel: the authors' code for ns-2 of 2012.",
    "The windows are not limited. ns-2's default of 20 segments would limit five flows to 20 Mbit/s, which contradicts the paper's \
     utilization at 100 Mbit/s. The paper prints curves without numbers, so its statements are checked, on the means over the seven TCP \
     variants.",
];

fn report(part: &Part, measured: &[Measured]) -> Report {
    let grid = Grid { part, measured };
    let mut rows = Vec::new();
    for (row, x) in part.xs.iter().enumerate() {
        for (cc, (_, name)) in CCS.iter().enumerate() {
            for (queue, kind) in QUEUES.iter().enumerate() {
                let first = Grid::index(row, cc, queue);
                let values = (0..COLUMNS).map(|measure| Value {
                    ours: grid.cell(row, cc, queue, measure),
                    ..Value::beside(None, f64::NAN)
                });
                rows.push(Row {
                    at: format!("{}, {name}", amount(*x, part.unit)),
                    queue: (*kind).to_owned(),
                    values: values.collect(),
                    runs: (first..first + SEEDS).collect(),
                    ..Row::default()
                });
            }
        }
    }
    Report {
        notes: NOTES.map(str::to_owned).to_vec(),
        measures: MEASURES.to_vec(),
        rows,
        findings: (part.findings)(&grid),
        plots: plots(&grid),
        ..Report::default()
    }
}

/// Returns the nine figures of a part: three measures of three disciplines, with one line for each TCP variant.
fn plots(grid: &Grid) -> Vec<Plot> {
    let part = grid.part;
    let mut plots = Vec::new();
    for measure in [UTILIZATION, QUEUE, DROPS] {
        for (queue, name) in NAMES.iter().enumerate() {
            let Measure { name: measured, unit, .. } = MEASURES[measure];
            let line = |cc: usize| {
                let points = part.xs.iter().enumerate().map(|(row, &x)| {
                    let Figure { mean, sd, .. } = grid.cell(row, cc, queue, measure);
                    // Two seeds: each is the same distance from the mean. A confidence interval would be nine
                    // standard deviations wide.
                    let half = sd.unwrap_or(0.0) / f64::sqrt(2.0);
                    [x, mean, mean - half, mean + half]
                });
                Series {
                    name: CCS[cc].1.to_owned(),
                    queue: Some(QUEUES[queue].to_owned()),
                    kind: Kind::Line,
                    published: false,
                    points: points.collect(),
                    rows: (0..part.xs.len())
                        .map(|row| Grid::index(row, cc, queue) / SEEDS)
                        .collect(),
                }
            };
            let mut series: Vec<Series> = (0..CCS.len()).map(line).collect();
            let is_codels_queue = measure == QUEUE && QUEUES[queue] == "codel";
            if let Some(stated) = part.stated_queue.filter(|_| is_codels_queue) {
                let ends = [part.xs[0], part.xs[part.xs.len() - 1]];
                series.push(Series {
                    name: "mean in the text".to_owned(),
                    queue: None,
                    kind: Kind::Line,
                    published: true,
                    points: ends.map(|x| [x, stated, stated, stated]).to_vec(),
                    rows: Vec::new(),
                });
            }
            plots.push(Plot {
                id: (part.first_figure + plots.len()).to_string(),
                title: format!("{name}: {measured}"),
                x: Axis { name: part.name, unit: part.unit, log: true },
                y: Axis { name: measured, unit, log: false },
                series,
                band: format!(
                    "line: mean of {SEEDS} seeds; band: from the lower to the higher one"
                ),
                ..Plot::default()
            });
        }
    }
    plots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered() -> Vec<Measured> {
        let count = BANDWIDTH.xs.len() * CCS.len() * QUEUES.len() * SEEDS;
        (0..count).map(|run| vec![run as f64; COLUMNS]).collect()
    }

    #[test]
    fn cells_are_found_by_their_parameters() {
        let measured = numbered();
        let grid = Grid { part: &BANDWIDTH, measured: &measured };
        // Row 2 (10 Mbit/s), control 1, queue 2.
        let first = ((2 * 7 + 1) * 3 + 2) * 2;
        assert_eq!(grid.cell(2, 1, 2, QUEUE).mean, first as f64 + 0.5);
        assert_eq!(grid.mean(10.0, "codel", DROPS), ((2 * 7 + 3) * 3 + 2) as f64 * 2.0 + 0.5);
        let only_sack = grid.mean_over(10.0, "codel", DROPS, |cc| cc == "sack");
        assert_eq!(only_sack, first as f64 + 0.5);
    }

    #[test]
    fn the_buffer_is_eight_products_or_two_packets_a_flow() {
        assert_eq!(buffer_packets(DEFAULT), 400.0);
        assert_eq!(buffer_packets(SetUp { flows: 1000.0, ..DEFAULT }), 2010.0);
        assert_eq!(buffer_packets(SetUp { rtt_ms: 1.0, ..DEFAULT }), 20.0);
    }

    #[test]
    fn there_are_27_figures_with_the_numbers_of_the_paper() {
        let ids: Vec<String> = [&BANDWIDTH, &FLOWS, &RTT]
            .into_iter()
            .flat_map(|part| report(part, &unknown(part)).plots)
            .map(|plot| plot.id)
            .collect();
        assert_eq!(ids, (1..=27).map(|id: usize| id.to_string()).collect::<Vec<_>>());
    }

    fn unknown(part: &Part) -> Vec<Measured> {
        let count = part.xs.len() * CCS.len() * QUEUES.len() * SEEDS;
        vec![vec![f64::NAN; COLUMNS]; count]
    }
}
