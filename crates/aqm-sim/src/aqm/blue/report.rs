//! What BLUE reports: the reason of its drops and marks, and its inner state.

use crate::aqm::report::Percent;
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Time;
use std::fmt;

/// Why BLUE dropped or marked a packet: it was drawn at the current probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Probability, 0..1.
    pub probability: f64,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "blue.early"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![Number::new("probability", "", self.probability)]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "BLUE: this packet was drawn at a probability of {}, which rises when the buffer overflows and \
             falls when the link is idle.",
            Percent(self.probability)
        )
    }
}

/// Inner state of BLUE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Probability that an arriving packet is hit, 0..1.
    pub probability: f64,
    /// Number of increases since the start.
    pub increases: u64,
    /// Number of decreases since the start.
    pub decreases: u64,
    /// Before this time the probability is frozen.
    pub frozen_until: Time,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::new("increases", "", self.increases as f64),
            Number::new("decreases", "", self.decreases as f64),
            Number::new("frozenUntil", "s", self.frozen_until.seconds()),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}
