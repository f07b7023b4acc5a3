//! What PI2 reports: the reason of its drops and marks, and its inner state.

use crate::aqm::report::{Ms, Percent};
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why PI2 dropped or marked a packet: it was drawn at the probability of its class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// The packet is scalable; otherwise Classic.
    pub scalable: bool,
    /// Probability with which the packet was drawn, 0..1.
    pub probability: f64,
    /// Base probability p', 0..1.
    pub base: f64,
    /// Queue delay at the last update.
    pub delay: Span,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        if self.scalable { "pi2.scalable" } else { "pi2.classic" }
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::new("baseProbability", "", self.base),
            Number::millis("delay", self.delay),
        ]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (class, rule) =
            if self.scalable { ("scalable", "k times") } else { ("Classic", "the square of") };
        write!(
            f,
            "PI2: this {class} packet was drawn at a probability of {}, {rule} the base probability of {}; \
             the delay was {} at the last update.",
            Percent(self.probability),
            Percent(self.base),
            Ms(self.delay)
        )
    }
}

/// Inner state of PI2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Base probability p', 0..1.
    pub base: f64,
    /// Probability that a Classic packet is hit, 0..1.
    pub classic: f64,
    /// Probability that a scalable packet is marked, 0..1.
    pub scalable: f64,
    /// Queue delay at the last update.
    pub delay: Span,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("baseProbability", "", self.base),
            Number::new("classicProbability", "", self.classic),
            Number::new("scalableProbability", "", self.scalable),
            Number::millis("delay", self.delay),
        ]
    }

    /// That of Classic packets, the only ones that are dropped.
    fn probability(&self) -> Option<f64> {
        Some(self.classic)
    }
}
