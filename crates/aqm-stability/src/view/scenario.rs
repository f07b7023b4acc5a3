//! The operating point as a scenario.

use super::{Control, Settings, digits};
use crate::control::Tuning;
use aqm_scenario::read_scenario;
use aqm_sim::aqm::pi::Gains;
use std::f64::consts::PI;

/// Length of the run, s.
const DURATION_S: f64 = 60.0;
/// Length of a run with PI, s. The paper's loop has a frequency of 0.5 rad/s.
const PI_DURATION_S: f64 = 200.0;

impl Settings {
    /// Returns a scenario at this point, with a title: 60 s, with PI 200 s.
    ///
    /// # Errors
    /// Returns why there is none: no scenario has such a point.
    pub fn scenario(&self) -> Result<String, String> {
        let point = self.point();
        let p0 = self.probability();
        if point.target_s >= point.rtt_s {
            return Err(match self.control {
                Control::Delay(_) => {
                    "R includes the queue delay, so it must be above the target.".to_owned()
                }
                Control::Pi => format!(
                    "R includes the queue delay, so it must be above that of the reference, {} ms.",
                    digits(1e3 * point.target_s)
                ),
            });
        }
        if point.flows.round() > 1000.0 || point.flows < 0.5 {
            return Err(format!(
                "This point has {} flows; a run has 1 to 1000.",
                digits(point.flows)
            ));
        }
        let text = match self.control {
            Control::Delay(tuning) => {
                let divisor =
                    if tuning == Tuning::Fixed { Tuning::Paper2013.factor(p0) } else { 1.0 };
                if self.alpha.max(self.beta) / divisor > 100.0 {
                    return Err("Alpha or beta is too large for a run.".to_owned());
                }
                point.scenario(DURATION_S)
            }
            Control::Pi => {
                let Gains { a, b } = self.gains();
                if b < 0.0 {
                    return Err("The sampling frequency is too low: b is below zero.".to_owned());
                }
                let queue = format!(
                    r#""kind": "pi", "referencePackets": {}, "a": {a}, "b": {b}, "samplesPerS": {}"#,
                    self.reference, self.samples_per_s
                );
                point.scenario_with(&queue, PI_DURATION_S)
            }
        };
        let mut scenario = read_scenario(&text).map_err(|problems| {
            let problems = problems.iter().map(ToString::to_string);
            problems.collect::<Vec<_>>().join(" ")
        })?;
        let margins = self.open_loop().margins();
        let phase = margins.phase_deg.round();
        let name = match self.control {
            Control::Pi => "PI",
            Control::Delay(Tuning::Squared) => "PI2",
            Control::Delay(_) => "PIE",
        };
        scenario.title = format!("{name}: phase margin {phase}°");
        let expected = if margins.is_stable() {
            "It predicts a stable queue delay.".to_owned()
        } else {
            let cycles = margins.crossover / (2.0 * PI);
            format!("It predicts an oscillation near {} Hz.", digits(cycles))
        };
        scenario.about = format!(
            "Operating point of the stability view: p0 = {} %, R = {} ms with the target. The linear model gives \
             a phase margin of {phase}°. {expected}",
            digits(100.0 * p0),
            digits(1e3 * point.rtt_s),
        );
        Ok(scenario.to_json())
    }
}
