//! Pan and others 2013, section V: the stability of PIE (Figs 13 to 16).
//!
//! The figures are drawings without a table; the numbers beside ours are those of the text. The curves use the equation as printed and
//! as derived: docs/decisions/0005-stability-of-pie.md.

use crate::report::{
    Axis, Check, Finding, Measure, Plot, Report, Series, SeriesKind, TableCell, TableRow,
};
use aqm_stability::PACKET_BYTES;
use aqm_stability::control::{Controller, GainFormula, Loop, Margins, Tuning, geometric};
use aqm_stability::view::{Parameter, Settings};

const UPDATE_S: f64 = 0.03;
pub(super) const RTT_S: f64 = 0.1;
const FORMULAS: [(GainFormula, &str); 2] =
    [(GainFormula::Printed, "gain as printed"), (GainFormula::Derived, "gain as derived")];
/// The paper's three pairs are alpha = 0.125 and beta = 1.25, divided by these.
const DIVISORS: [f64; 3] = [1.0, 2.0, 8.0];
const PAIRS: [&str; 3] = ["0.125:1.25", "0.0625:0.625", "0.0156:0.156"];

fn fixed(alpha: f64, beta: f64) -> Controller {
    Controller { alpha, beta, update_s: UPDATE_S, tuning: Tuning::Fixed }
}

pub(super) fn pair(divisor: f64) -> Controller {
    fixed(0.125 / divisor, 1.25 / divisor)
}

fn margins(divisor: f64, p0: f64, rtt_s: f64, formula: GainFormula) -> Margins {
    Loop::new(&pair(divisor), p0, rtt_s, formula).margins()
}

fn line(name: String, points: impl Iterator<Item = (f64, f64)>) -> Series {
    let points = points.map(|(x, y)| [x, y, y, y]).collect();
    Series { name, queue: None, kind: SeriesKind::Line, published: false, points, rows: Vec::new() }
}

fn row(at: String, values: Vec<TableCell>) -> TableRow {
    TableRow { at, queue: "pie".to_owned(), values, ..TableRow::default() }
}

/// Number of TCP flows in the scenario that simulates an operating point of the theory.
const SHOWN_FLOWS: f64 = 20.0;

/// Returns a row of the theory, with a scenario at its point. The theory depends on N and C only through p0, so C is what gives
/// this p0 with [`SHOWN_FLOWS`].
fn computed(at: String, divisor: f64, p0: f64, rtt_s: f64, values: Vec<TableCell>) -> TableRow {
    let window = (2.0 / p0).sqrt();
    let rate_mbps = SHOWN_FLOWS * window / rtt_s * 8.0 * PACKET_BYTES / 1e6;
    let gains = pair(divisor);
    let settings = [
        (Parameter::Alpha, gains.alpha),
        (Parameter::Beta, gains.beta),
        (Parameter::Rtt, 1e3 * rtt_s),
        (Parameter::Flows, SHOWN_FLOWS),
        // A reader sees this number: no more digits than the point needs.
        (Parameter::Rate, (100.0 * rate_mbps).round() / 100.0),
        (Parameter::PacketBytes, PACKET_BYTES),
    ];
    let settings = settings.into_iter().fold(Settings::default(), |all, (one, x)| all.with(one, x));
    TableRow { scenario: settings.scenario().ok(), ..row(at, values) }
}

const PHASE: Axis = Axis::linear("phase margin", "°");

fn margin_measures() -> Vec<Measure> {
    vec![
        Measure::new("phase margin, gain as printed", "°", 1),
        Measure::new("phase margin, gain as derived", "°", 1),
    ]
}

pub(super) fn figure13() -> Report {
    const P0: f64 = 1e-4;
    let betas = [0.001, 0.01, 0.1, 0.156, 1.0];
    let series = betas.iter().map(|&beta| {
        let points = geometric(1e-4, 0.2, 61).map(|alpha| {
            let open_loop = Loop::new(&fixed(alpha, beta), P0, RTT_S, GainFormula::Derived);
            (alpha, open_loop.margins().phase_deg)
        });
        line(format!("beta {beta} /s"), points)
    });
    let [printed, derived] =
        FORMULAS.map(|(formula, _)| margins(8.0, P0, RTT_S, formula).phase_deg);
    Report {
        measures: margin_measures(),
        rows: vec![computed(
            "alpha 0.0156, beta 0.156, p0 0.01 %".to_owned(),
            8.0,
            P0,
            RTT_S,
            vec![TableCell::computed(Some(25.0), printed), TableCell::computed(Some(25.0), derived)],
        )],
        findings: vec![
            Finding::new("alpha = 0.0156 and beta = 0.156 guarantee a phase margin of 25° for p0 of 0.01 % and more", Some(Check::new(printed >= 25.0 || derived >= 25.0, format!("{printed:.1}° with the gain as printed, {derived:.1}° as derived")).because(format!(
                "The paper's own equation gives 25° from {} % on as derived and {} % as printed. RFC \
                 8033 added four steps of auto-tuning below 0.1 %.",
                percent(least_p0(8.0, 25.0, GainFormula::Derived)),
                percent(least_p0(8.0, 25.0, GainFormula::Printed)),
            )))),
        ],
        plots: vec![Plot {
            id: "13".to_owned(),
            title: "Phase margin, R = 100 ms, p0 = 0.01 %".to_owned(),
            x: Axis::log("alpha", "1/s"),
            y: PHASE,
            series: series.collect(),
            ..Plot::default()
        }],
        ..Report::default()
    }
}

fn percent(p: f64) -> String {
    format!("{:.2}", 100.0 * p)
}

/// Returns the least drop probability from which on the phase margin is at least `deg` up to p0 = 1.
fn least_p0(divisor: f64, deg: f64, formula: GainFormula) -> f64 {
    let all: Vec<f64> = geometric(1e-5, 1.0, 2001).collect();
    let last = all.iter().rposition(|&p0| margins(divisor, p0, RTT_S, formula).phase_deg < deg);
    all[last.map_or(0, |index| (index + 1).min(all.len() - 1))]
}

pub(super) fn figure14() -> Report {
    // The paper names neither p0 nor the gains. This is the point of the smallest pair with the margin of the text at 100 ms.
    let p0s = FORMULAS.map(|(formula, _)| least_p0(8.0, 29.5, formula));
    let at = |rtt_s: f64| {
        [0, 1].map(|index| margins(8.0, p0s[index], rtt_s, FORMULAS[index].0).phase_deg)
    };
    let rows = [(0.1, 29.5), (0.05, 105.0)].map(|(rtt_s, published)| {
        let values = at(rtt_s).map(|ours| TableCell::computed(Some(published), ours));
        computed(format!("R = {:.0} ms", 1e3 * rtt_s), 8.0, p0s[1], rtt_s, values.to_vec())
    });
    let bode = |value: fn(&Loop, f64) -> f64| -> Vec<Series> {
        [(0, 0.1), (1, 0.05)]
            .map(|(row, rtt_s)| {
                let open_loop = Loop::new(&pair(8.0), p0s[1], rtt_s, GainFormula::Derived);
                let points = geometric(0.05, 50.0, 121).map(|w| (w, value(&open_loop, w)));
                let curve = line(format!("R = {:.0} ms", 1e3 * rtt_s), points);
                Series { rows: vec![row], ..curve }
            })
            .into()
    };
    let frequency = Axis::log("angular frequency", "rad/s");
    let (slow, fast) = (at(0.1), at(0.05));
    Report {
        measures: margin_measures(),
        rows: rows.into(),
        findings: vec![Finding::new(
            "Half the round-trip time raises the phase margin (by over 30°)",
            Some(Check::new(
                (0..2).all(|index| fast[index] > slow[index] + 30.0),
                format!(
                    "from {:.1}° to {:.1}° as printed, from {:.1}° to {:.1}° as derived",
                    slow[0], fast[0], slow[1], fast[1]
                ),
            )),
        )],
        plots: vec![
            Plot {
                id: "14-gain".to_owned(),
                title: "Gain of the loop".to_owned(),
                x: frequency.clone(),
                y: Axis::linear("gain", "dB"),
                series: bode(Loop::gain_db),
                ..Plot::default()
            },
            Plot {
                id: "14-phase".to_owned(),
                title: "Phase of the loop".to_owned(),
                x: frequency,
                y: Axis::linear("phase", "°"),
                series: bode(Loop::phase_deg),
                ..Plot::default()
            },
        ],
        ..Report::default()
    }
}

/// Curves against sqrt(p0), as in the paper, for the three pairs and for auto-tuning.
fn against_p0(id: &str, title: &str, y: Axis, value: fn(&Margins) -> f64) -> Vec<Plot> {
    FORMULAS
        .iter()
        .map(|&(formula, name)| {
            let curve = |controller: Controller, name: &str| {
                let points = geometric(1e-4, 1.0, 161).map(|p0| {
                    (p0.sqrt(), value(&Loop::new(&controller, p0, RTT_S, formula).margins()))
                });
                line(name.to_owned(), points)
            };
            let mut series: Vec<Series> =
                (0..3).map(|index| curve(pair(DIVISORS[index]), PAIRS[index])).collect();
            let tuned = Controller { tuning: Tuning::Paper2013, ..pair(1.0) };
            series.push(curve(tuned, "auto-tuning"));
            Plot {
                id: format!("{id}-{}", name.replace(' ', "-")),
                title: format!("{title}, {name}"),
                x: Axis::log("square root of p0", ""),
                y: y.clone(),
                series,
                ..Plot::default()
            }
        })
        .collect()
}

const P0S: [f64; 5] = [1e-4, 1e-3, 1e-2, 0.1, 1.0];

pub(super) fn figure15() -> Report {
    let mut rows = Vec::new();
    for (divisor, name) in DIVISORS.iter().zip(PAIRS) {
        for p0 in P0S {
            let values = FORMULAS.map(|(formula, _)| {
                TableCell::computed(None, margins(*divisor, p0, RTT_S, formula).phase_deg)
            });
            let at = format!("{name}, p0 {} %", 100.0 * p0);
            rows.push(computed(at, *divisor, p0, RTT_S, values.to_vec()));
        }
    }
    let printed =
        |divisor: f64, p0: f64| margins(divisor, p0, RTT_S, GainFormula::Printed).phase_deg;
    let below_1_percent: Vec<f64> = geometric(1e-4, 0.01, 41).collect();
    let ordered = geometric(1e-4, 0.1, 41)
        .all(|p0| printed(1.0, p0) < printed(2.0, p0) && printed(2.0, p0) < printed(8.0, p0));
    let tuned = |p0: f64| {
        let tuned = Controller { tuning: Tuning::Paper2013, ..pair(1.0) };
        Loop::new(&tuned, p0, RTT_S, GainFormula::Derived).margins().phase_deg
    };
    let lost = geometric(1e-4, 1.0, 401).filter(|&p0| tuned(p0) <= 0.0).fold(0.0, f64::max);
    Report {
        measures: margin_measures(),
        rows,
        findings: vec![
            Finding::new(
                "Below p0 = 1 % the pairs 0.0625:0.625 and 0.125:1.25 are not stable (gain as printed)",
                Some(Check::new(
                    below_1_percent
                        .iter()
                        .all(|&p0| printed(2.0, p0) < 0.0 && printed(1.0, p0) < 0.0),
                    format!("at 1 %: {:.1}° and {:.1}°", printed(2.0, 0.01), printed(1.0, 0.01)),
                )),
            ),
            Finding::new(
                "Lower alpha and beta give a higher phase margin (up to p0 = 10 %)",
                Some(Check::new(
                    ordered,
                    format!(
                        "at 10 %: {:.1}°, {:.1}°, {:.1}°",
                        printed(1.0, 0.1),
                        printed(2.0, 0.1),
                        printed(8.0, 0.1)
                    ),
                )),
            ),
            Finding::new(
                "Auto-tuning is stable at every p0 from 0.01 % on (gain as derived)",
                Some(
                    Check::new(
                        lost == 0.0,
                        format!(
                            "{:.1}° at 0.01 %, {:.1}° at 1 %, {:.1}° at 10 %",
                            tuned(1e-4),
                            tuned(0.01),
                            tuned(0.1)
                        ),
                    )
                    .because(format!("The margin is negative up to p0 = {} %.", percent(lost))),
                ),
            ),
        ],
        plots: against_p0("15", "Phase margin", PHASE, |margins| margins.phase_deg),
        ..Report::default()
    }
}

pub(super) fn figure16() -> Report {
    let crossover = |divisor: f64, p0: f64, formula| margins(divisor, p0, RTT_S, formula).crossover;
    let mut rows = Vec::new();
    for (divisor, name) in DIVISORS.iter().zip(PAIRS) {
        for p0 in P0S {
            let values = FORMULAS
                .map(|(formula, _)| TableCell::computed(None, crossover(*divisor, p0, formula)));
            let at = format!("{name}, p0 {} %", 100.0 * p0);
            rows.push(computed(at, *divisor, p0, RTT_S, values.to_vec()));
        }
    }
    let slower = FORMULAS.iter().all(|&(formula, _)| {
        geometric(1e-4, 1.0, 41).all(|p0| {
            let [fast, middle, slow] = DIVISORS.map(|divisor| crossover(divisor, p0, formula));
            fast > middle && middle > slow
        })
    });
    let [fast, middle, slow] =
        DIVISORS.map(|divisor| crossover(divisor, 0.1, GainFormula::Derived));
    Report {
        measures: vec![
            Measure::new("loop frequency, gain as printed", "rad/s", 2),
            Measure::new("loop frequency, gain as derived", "rad/s", 2),
        ],
        rows,
        findings: vec![Finding::new(
            "Lower alpha and beta make the loop slower (at every p0 from 0.01 % to 1)",
            Some(Check::new(
                slower,
                format!("at 10 %: {fast:.2}, {middle:.2} and {slow:.2} rad/s"),
            )),
        )],
        plots: against_p0(
            "16",
            "Loop frequency",
            Axis::log("loop frequency", "rad/s"),
            |margins| margins.crossover,
        ),
        ..Report::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::scenario;

    #[test]
    fn theory_has_the_findings_of_the_text() {
        let states: Vec<bool> = [figure13(), figure14(), figure15(), figure16()]
            .iter()
            .flat_map(|report| report.findings.iter().map(Finding::holds))
            .collect();
        assert_eq!(states, [false, true, true, true, false, true]);
    }

    #[test]
    fn the_scenario_of_a_row_has_its_margin() {
        for report in [figure13(), figure14(), figure15()] {
            for row in &report.rows {
                let text = row.scenario.as_deref().expect("every row has a scenario");
                let title = format!(
                    "PIE: phase margin {:.0}°",
                    row.values[1].ours.expect("it is computed").mean
                );
                assert_eq!(scenario(text).title, title, "{}", row.at);
            }
        }
    }

    #[test]
    fn every_curve_is_finite() {
        for report in [figure13(), figure14(), figure15(), figure16()] {
            for plot in &report.plots {
                assert!(!plot.series.is_empty());
                for series in &plot.series {
                    assert!(series.points.iter().flatten().all(|x| x.is_finite()), "{}", plot.id);
                }
            }
        }
    }
}
