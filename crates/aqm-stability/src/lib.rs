//! Stability of one operating point: theory, the same point as a scenario, and a measure of how strongly the packets oscillate
//! there. `view` has what the page's stability view shows.

use crate::control::{Controller, GainFormula, Loop, Margins, Tuning, probability};
use aqm_sim::metrics::{Column, SAMPLE_INTERVAL};
use aqm_sim::world::Simulation;

pub mod control;
mod parameter;
pub mod view;

/// Size of the packets in the paper's simulations, bytes.
pub const PACKET_BYTES: f64 = 1000.0;

/// An operating point: TCP flows at one bottleneck with a controller.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The controller.
    pub controller: Controller,
    /// Queue delay that it aims at, s.
    pub target_s: f64,
    /// Round-trip time with the queue delay, s; more than the target.
    pub rtt_s: f64,
    /// Number of flows.
    pub flows: f64,
    /// Rate of the link, Mbit/s.
    pub rate_mbps: f64,
    /// Size of the packets with all headers, bytes.
    pub packet_bytes: f64,
}

impl Point {
    /// Returns the rate of the link in packets/s.
    pub fn packets_per_s(&self) -> f64 {
        self.rate_mbps * 1e6 / (8.0 * self.packet_bytes)
    }

    /// Returns the drop probability at equilibrium, 0..1.
    pub fn probability(&self) -> f64 {
        probability(self.flows, self.packets_per_s(), self.rtt_s)
    }

    /// Returns the open loop around this point.
    pub fn open_loop(&self, reading: GainFormula) -> Loop {
        Loop::new(&self.controller, self.probability(), self.rtt_s, reading)
    }

    /// Returns the stability margins.
    pub fn margins(&self, reading: GainFormula) -> Margins {
        self.open_loop(reading).margins()
    }

    /// Returns a scenario with this point: NewReno with SACK and the discipline whose auto-tuning is that of the controller. No
    /// discipline of the delay has fixed gains. With [`Tuning::Fixed`] the gains of PIE are therefore those which its table reduces to the
    /// wanted ones at this probability.
    pub fn scenario(&self, duration_s: f64) -> String {
        let Controller { alpha, beta, update_s, tuning } = self.controller;
        let divisor = match tuning {
            Tuning::Fixed => Tuning::Paper2013.factor(self.probability()),
            _ => 1.0,
        };
        let queue = match tuning {
            Tuning::Fixed | Tuning::Paper2013 => r#""kind": "pie", "variant": "paper2013""#,
            Tuning::Rfc8033 => r#""kind": "pie", "variant": "rfc8033""#,
            Tuning::Squared => r#""kind": "pi2""#,
        };
        let (alpha, beta) = ((alpha / divisor).min(100.0), (beta / divisor).min(100.0));
        let queue = format!(
            r#"{queue}, "targetMs": {}, "updateMs": {}, "alpha": {alpha}, "beta": {beta}"#,
            rounded(1e3 * self.target_s),
            rounded(1e3 * update_s),
        );
        self.scenario_with(&queue, duration_s)
    }

    /// Returns a scenario with this point and another discipline: `queue` has its members in JSON.
    fn scenario_with(&self, queue: &str, duration_s: f64) -> String {
        let flows = self.flows.round().max(1.0);
        let packets = (self.packets_per_s() * (self.rtt_s + 1.0)).ceil();
        format!(
            r#"{{ "version": 1, "durationS": {duration_s}, "warmupS": {},
            "link": {{ "rateMbps": {}, "rttMs": {}, "buffer": {{ "packets": {packets} }} }},
            "queues": [{{ {queue} }}],
            "traffic": [{{ "kind": "bulk", "flows": {flows}, "cc": "newreno", "stack": "rfc",
                "packetBytes": {} }}] }}"#,
            (duration_s / 3.0).floor(),
            rounded(self.rate_mbps),
            four_digits(1e3 * (self.rtt_s - self.target_s)),
            self.packet_bytes,
        )
    }
}

/// Returns the number with six digits after the point: enough for any control, and free of the noise of divisions.
fn rounded(x: f64) -> f64 {
    (1e6 * x).round() / 1e6
}

/// Returns the number with four significant digits, as the controls of the stability view show R and the target. Their difference has
/// no more.
fn four_digits(x: f64) -> f64 {
    format!("{x:.3e}").parse().unwrap_or(x)
}

/// How regularly a signal repeats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Oscillation {
    /// Largest autocorrelation after the first minimum, at most 1: near 1 for a regular oscillation, near 0 for noise.
    pub regularity: f64,
    /// Angular frequency of that repetition, rad/s.
    pub frequency: f64,
    /// Standard deviation of the signal.
    pub sd: f64,
}

impl Oscillation {
    /// Longest period that is searched, s.
    const LONGEST_S: f64 = 4.0;

    /// Measures a signal with a sample every `step_s`. It must be longer than twice 4 s.
    pub fn of(samples: &[f64], step_s: f64) -> Self {
        let n = samples.len();
        let mean = samples.iter().sum::<f64>() / n as f64;
        let deviations: Vec<f64> = samples.iter().map(|x| x - mean).collect();
        let variance = deviations.iter().map(|x| x * x).sum::<f64>() / n as f64;
        let lags = (Self::LONGEST_S / step_s) as usize;
        let correlation: Vec<f64> = (0..lags)
            .map(|lag| {
                // Divided by n, not n - lag: of equal peaks the first one then is the largest.
                let products = deviations.iter().zip(&deviations[lag..]).map(|(a, b)| a * b);
                products.sum::<f64>() / n as f64 / variance
            })
            .collect();
        let low = correlation.windows(2).position(|pair| pair[1] > pair[0]).unwrap_or(lags - 1);
        let mut peak = low;
        for lag in low..lags {
            if correlation[lag] > correlation[peak] {
                peak = lag;
            }
        }
        Oscillation {
            regularity: correlation[peak],
            frequency: 2.0 * std::f64::consts::PI / (peak as f64 * step_s),
            sd: variance.sqrt(),
        }
    }

    /// Measures the queue delay (ms) of a simulation from `from_s` on. An idle bin counts as no delay.
    pub fn of_delay(simulation: &Simulation, from_s: f64) -> Self {
        let step_s = SAMPLE_INTERVAL.seconds();
        let delays = simulation.series().column(Column::DelayMeanMs);
        let delays: Vec<f64> = delays
            .skip((from_s / step_s) as usize)
            .map(|ms| if ms.is_nan() { 0.0 } else { f64::from(ms) })
            .collect();
        Oscillation::of(&delays, step_s)
    }
}

#[cfg(test)]
mod tests;
