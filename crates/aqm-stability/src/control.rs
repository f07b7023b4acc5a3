//! Control theory of PIE: loop gain, Bode plot, phase margin and gain margin of TCP flows at one bottleneck.
//!
//! Source: R. Pan and others: PIE, 2013, section V. It linearises the fluid model of Misra and others (2000) for flows
//! that halve their window at a loss, around the operating point W0^2 p0 = 2, W0 = R C / N:
//!
//! ```text
//! G(s) = C/(2N) ((beta + alpha/2) s + alpha/T) / ((s + 2N/(R^2 C)) (s + 1/R)) e^(-sR) / s     (9), first line
//!      = kappa (s/z1 + 1) / ((s/s1 + 1) (s/s2 + 1) s) e^(-sR)                                (9), second line
//! ```
//!
//! with `z1 = alpha / ((beta + alpha/2) T)`, `s1 = sqrt(2 p0) / R` and `s2 = 1/R`. The paper prints
//! `kappa = alpha R / (p0 T)`; its first line gives half of that: see [`GainFormula`].

use aqm_sim::math;
use std::f64::consts::{LN_10, PI};

/// How the gains alpha and beta follow the drop probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tuning {
    /// They do not.
    Fixed,
    /// Pan and others 2013, section III-B: 1/8 below 1 %, 1/2 below 10 %.
    Paper2013,
    /// RFC 8033, section 4.2: seven steps down to 1/2048.
    Rfc8033,
    /// PI2 (De Schepper and others 2016): the controller sets the square root of the probability. Around p0 this multiplies both gains by
    /// 2 sqrt(p0).
    Squared,
}

impl Tuning {
    /// All of them.
    pub const ALL: [Tuning; 4] =
        [Tuning::Fixed, Tuning::Paper2013, Tuning::Rfc8033, Tuning::Squared];

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Tuning::Fixed => "fixed",
            Tuning::Paper2013 => "paper2013",
            Tuning::Rfc8033 => "rfc8033",
            Tuning::Squared => "squared",
        }
    }

    /// Returns the factor of alpha and beta at the drop probability `p` (0..1).
    pub fn factor(self, p: f64) -> f64 {
        if self == Tuning::Squared {
            return 2.0 * p.sqrt();
        }
        self.steps().iter().find(|(bound, _)| p < *bound).map_or(1.0, |(_, factor)| *factor)
    }

    /// Returns the probabilities below which the factor is smaller than 1, in ascending order, each with its factor.
    pub fn steps(self) -> &'static [(f64, f64)] {
        match self {
            Tuning::Fixed | Tuning::Squared => &[],
            Tuning::Paper2013 => &[(0.01, 1.0 / 8.0), (0.1, 0.5)],
            Tuning::Rfc8033 => &[
                (1e-6, 1.0 / 2048.0),
                (1e-5, 1.0 / 512.0),
                (1e-4, 1.0 / 128.0),
                (1e-3, 1.0 / 32.0),
                (1e-2, 1.0 / 8.0),
                (1e-1, 0.5),
            ],
        }
    }
}

/// Which line of equation (9) gives the gain at low frequencies. They differ by a factor of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GainFormula {
    /// The first line, which follows from equations (5) to (8): alpha R / (2 p0 T).
    Derived,
    /// The second line, as printed: alpha R / (p0 T). The text about Fig. 15 agrees with this one.
    Printed,
}

impl GainFormula {
    /// Both of them.
    pub const ALL: [GainFormula; 2] = [GainFormula::Derived, GainFormula::Printed];

    /// Returns the name, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            GainFormula::Derived => "derived",
            GainFormula::Printed => "printed",
        }
    }
}

/// A PI controller of the queue delay.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Controller {
    /// Gain on the distance to the target, 1/s.
    pub alpha: f64,
    /// Gain on the change of the delay since the last update, 1/s.
    pub beta: f64,
    /// Time between updates, s.
    pub update_s: f64,
    /// How alpha and beta follow the drop probability.
    pub tuning: Tuning,
}

/// Returns the drop probability at which `flows` flows fill a link of `packets_per_s` with the round-trip time `rtt_s`, at most 1.
/// Equation (5): W0^2 p0 = 2, W0 = R C / N.
pub fn probability(flows: f64, packets_per_s: f64, rtt_s: f64) -> f64 {
    let window = rtt_s * packets_per_s / flows;
    (2.0 / (window * window)).min(1.0)
}

/// Returns the number of flows that fill a link at the drop probability `p`: the inverse of [`probability`].
pub fn flows(p: f64, packets_per_s: f64, rtt_s: f64) -> f64 {
    rtt_s * packets_per_s * (p / 2.0).sqrt()
}

/// Stability margins of a loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Margins {
    /// Angular frequency at which the gain is 1, rad/s: the loop's bandwidth.
    pub crossover: f64,
    /// Distance of the phase from -180 degrees at that frequency. The loop is unstable if it is negative.
    pub phase_deg: f64,
    /// Angular frequency at which the phase is -180 degrees, rad/s.
    pub phase_crossover: f64,
    /// Factor by which the gain may grow until the loop is unstable, dB; negative for an unstable loop.
    pub gain_db: f64,
}

impl Margins {
    /// Returns whether the loop is stable. Its gain falls with the frequency everywhere, so the sign of the phase margin
    /// decides.
    pub fn is_stable(&self) -> bool {
        self.phase_deg > 0.0
    }
}

/// The transfer function of the open loop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loop {
    /// Gain at low frequencies: |G| = kappa / w for small w, 1/s.
    pub kappa: f64,
    /// Zero of the controller, rad/s.
    pub zero: f64,
    /// Pole of the window, rad/s.
    pub window_pole: f64,
    /// Pole of the queue, rad/s.
    pub queue_pole: f64,
    /// Delay around the loop, s.
    pub delay_s: f64,
}

impl Loop {
    /// Returns the loop of `controller` around the drop probability `p0` (above 0, at most 1) with the round-trip time `rtt_s`, which
    /// includes the queue delay.
    pub fn new(controller: &Controller, p0: f64, rtt_s: f64, reading: GainFormula) -> Self {
        let factor = controller.tuning.factor(p0);
        let (alpha, beta) = (factor * controller.alpha, factor * controller.beta);
        let printed = alpha * rtt_s / (p0 * controller.update_s);
        Loop {
            kappa: match reading {
                GainFormula::Printed => printed,
                GainFormula::Derived => printed / 2.0,
            },
            zero: alpha / ((beta + alpha / 2.0) * controller.update_s),
            window_pole: (2.0 * p0).sqrt() / rtt_s,
            queue_pole: 1.0 / rtt_s,
            delay_s: rtt_s,
        }
    }

    /// Returns the gain at `w` rad/s.
    pub fn gain(&self, w: f64) -> f64 {
        let size = |corner: f64| (1.0 + (w / corner) * (w / corner)).sqrt();
        self.kappa / w * size(self.zero) / (size(self.window_pole) * size(self.queue_pole))
    }

    /// Returns the gain at `w` rad/s in dB.
    pub fn gain_db(&self, w: f64) -> f64 {
        20.0 * math::ln(self.gain(w)) / LN_10
    }

    /// Returns the phase at `w` rad/s in degrees, without jumps: it falls below -180 instead of turning positive.
    pub fn phase_deg(&self, w: f64) -> f64 {
        let angle = |corner: f64| math::atan(w / corner);
        let phase = -PI / 2.0 + angle(self.zero)
            - angle(self.window_pole)
            - angle(self.queue_pole)
            - w * self.delay_s;
        phase * 180.0 / PI
    }

    /// Returns the margins.
    pub fn margins(&self) -> Margins {
        // The gain falls everywhere: d ln|G| / d ln w = -1/(1 + (w/z1)^2) - ... < 0.
        let crossover = between(LEAST, MOST, |w| self.gain(w) > 1.0);
        let phase_deg = 180.0 + self.phase_deg(crossover);
        let lags = |w: f64| self.phase_deg(w) < -180.0;
        // The nearest crossing of -180 degrees on the side where the margin is. The phase starts at -90 degrees, and the delay
        // turns it without end, so both sides have one.
        let phase_crossover = if phase_deg > 0.0 {
            let far = steps_from(crossover, STEP).find(|&w| lags(w)).unwrap_or(MOST);
            between(far / STEP, far, |w| !lags(w))
        } else {
            let near = steps_from(crossover, 1.0 / STEP).find(|&w| !lags(w)).unwrap_or(LEAST);
            between(near, near * STEP, |w| !lags(w))
        };
        Margins { crossover, phase_deg, phase_crossover, gain_db: -self.gain_db(phase_crossover) }
    }
}

/// Smallest and largest frequency of any search, rad/s.
const LEAST: f64 = 1e-9;
const MOST: f64 = 1e9;
/// Ratio between frequencies of the search for a phase.
const STEP: f64 = 1.02;

fn steps_from(start: f64, ratio: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(start), move |w| Some(w * ratio))
        .take_while(|&w| (LEAST..=MOST).contains(&w))
}

/// Returns the frequency up to which `holds` holds: it must hold at `low` and not at `high`.
fn between(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..200 {
        let middle = (low * high).sqrt();
        if middle <= low || middle >= high {
            break;
        }
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns `count` frequencies or probabilities from `low` to `high`, with equal ratios.
pub fn geometric(low: f64, high: f64, count: usize) -> impl Iterator<Item = f64> {
    let ratio = math::ln(high / low) / (count - 1) as f64;
    (0..count).map(move |index| low * math::exp(ratio * index as f64))
}

#[cfg(test)]
#[path = "control/tests.rs"]
mod tests;
