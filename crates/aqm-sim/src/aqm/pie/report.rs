//! What PIE reports: the reason of its drops and marks, and its inner state.

use crate::aqm::report::{Ms, Percent};
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why PIE dropped or marked a packet: it was drawn at the current probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Drop probability, 0..1 (see [`Probe::probability`]).
    pub probability: f64,
    /// Latest estimate of the queue delay.
    pub delay: Span,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "pie.early"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::millis("estimatedDelay", self.delay),
        ]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "PIE: this packet was drawn at a probability of {}; the estimated delay is {}.",
            Percent(self.probability),
            Ms(self.delay)
        )
    }
}

/// Inner state of PIE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Drop probability, 0..1; with [`PieVariant::Linux`](super::PieVariant) it may exceed 1.
    pub probability: f64,
    /// Latest estimate of the queue delay.
    pub delay: Span,
    /// Burst allowance left.
    pub burst: Span,
    /// Factor of both gains at this probability, 0..1: the auto-tuning.
    pub tuning: f64,
    /// Estimated departure rate in bytes per second; only with the rate estimator.
    pub rate: Option<f64>,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        let megabits = self.rate.map_or(f64::NAN, |rate| rate * 8.0 / 1e6);
        vec![
            Number::new("probability", "", self.probability),
            Number::millis("estimatedDelay", self.delay),
            Number::millis("burstAllowance", self.burst),
            Number::new("tuning", "", self.tuning),
            Number::new("departureRate", "Mbit/s", megabits),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}
