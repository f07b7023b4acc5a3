//! The packets at operating points of Fig. 15: where the theory predicts an oscillation, and where a stable queue delay.

use super::theory::{RTT_S, pair};
use crate::inputs::{PlannedRun, Readout};
use crate::report::{Axis, Check, Finding, Measure, Report, TableCell, TableRow};
use crate::results::Results;
use aqm_stability::control::GainFormula;
use aqm_stability::{Oscillation, PACKET_BYTES, Point};

/// Gains of the packet simulations, as multiples of 0.125:1.25, at p0 = 3 %.
const MULTIPLES: [f64; 5] = [0.5, 1.0, 2.0, 4.0, 8.0];
const FLOWS: f64 = 200.0;
const P0: f64 = 0.03;
const DURATION_S: f64 = 60.0;

fn point(multiple: f64) -> Point {
    let window = (2.0 / P0).sqrt();
    Point {
        controller: pair(1.0 / multiple),
        target_s: 0.02,
        rtt_s: RTT_S,
        flows: FLOWS,
        rate_mbps: FLOWS * window / RTT_S * 8.0 * PACKET_BYTES / 1e6,
        packet_bytes: PACKET_BYTES,
    }
}

pub(super) fn readout(_: &PlannedRun<'_>) -> Readout {
    Readout::new(3, |simulation| {
        let oscillation = Oscillation::of_delay(simulation, DURATION_S / 3.0);
        vec![oscillation.regularity, oscillation.frequency, oscillation.sd]
    })
}

pub(super) fn report(results: &Results<'_>) -> Report {
    let points = MULTIPLES.map(|multiple| point(multiple).margins(GainFormula::Derived));
    let rows =
        MULTIPLES.iter().zip(&points).zip(results.chunks(1)).map(|((multiple, margins), run)| {
            TableRow {
                at: format!("{multiple} x 0.125:1.25, phase margin {:.0}°", margins.phase_deg),
                x: Some(margins.phase_deg),
                queue: "pie".to_owned(),
                values: (0..3).map(|value| TableCell::beside(None, run.figure(value))).collect(),
                ..run.row()
            }
        });
    let check = |runs: Vec<&[f64]>| {
        let all = || points.iter().zip(&runs);
        let apart = all().all(|(margins, run)| {
            (margins.phase_deg < 20.0 || run[0] < 0.35)
                && (margins.phase_deg > -20.0 || run[0] > 0.7)
        });
        let list = all().map(|(margins, run)| {
            format!("{:.0}°: {:.2} at {:.1} rad/s", margins.phase_deg, run[0], run[1])
        });
        Check::new(apart, list.collect::<Vec<_>>().join("; "))
    };
    Report {
        measures: vec![
            Measure::new("regularity of the queue delay", "", 2),
            Measure::new("frequency", "rad/s", 1),
            Measure::new("standard deviation of the queue delay", "ms", 1),
        ],
        x: Some(Axis::linear("phase margin", "°")),
        rows: rows.collect(),
        findings: vec![Finding::new(
            "The queue delay is stable where the phase margin is above 0 (regularity below 0.35 from 20° on), and \
             oscillates where it is below (over 0.7 from -20° down)",
            results.all().map(check),
        )],
        ..Report::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::scenario;

    #[test]
    fn the_plan_has_the_operating_points() {
        let runs = crate::find("pan-2013-pie/15-packets").unwrap().runs();
        assert_eq!(runs.len(), MULTIPLES.len());
        for (multiple, run) in MULTIPLES.iter().zip(&runs) {
            let expected = scenario(&point(*multiple).scenario(DURATION_S));
            let (title, about) = (String::new(), String::new());
            let expected =
                aqm_scenario::Scenario { title, about, seed: run.scenario().seed, ..expected };
            assert_eq!(expected.to_json(), run.scenario().to_json(), "{multiple}");
        }
    }
}
