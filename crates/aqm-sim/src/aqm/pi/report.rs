//! What the PI controller reports: the reason of its drops and marks, and its inner state.

use crate::aqm::report::{Percent, Rounded};
use crate::aqm::{Explain, Inspect, Number};
use std::fmt;

/// Why PI dropped or marked a packet: it was drawn at the current probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Probability, 0..1.
    pub probability: f64,
    /// Queue length at the last update, in packets.
    pub queue: f64,
    /// Queue length that the controller aims at, in packets.
    pub reference: f64,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "pi.early"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::new("queue", "packets", self.queue),
            Number::new("reference", "packets", self.reference),
        ]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "PI: this packet was drawn at a probability of {}; {} packets waited at the last update, the \
             reference is {}.",
            Percent(self.probability),
            Rounded(self.queue),
            Rounded(self.reference)
        )
    }
}

/// Inner state of the PI controller.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Probability that an arriving packet is hit, 0..1.
    pub probability: f64,
    /// Queue length at the last update, in packets.
    pub queue: f64,
    /// Queue length that the controller aims at, in packets.
    pub reference: f64,
    /// Gain a, per packet.
    pub a: f64,
    /// Gain b, per packet.
    pub b: f64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::new("queue", "packets", self.queue),
            Number::new("reference", "packets", self.reference),
            Number::new("gainA", "1/packet", self.a),
            Number::new("gainB", "1/packet", self.b),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}
