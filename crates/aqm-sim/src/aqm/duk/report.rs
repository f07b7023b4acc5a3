//! Reports of DUK: the reason of its drops and marks, and its inner state.

use crate::aqm::report::{Ms, Percent, Rounded};
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why DUK dropped or marked a packet: it was drawn at the probability of this interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Probability, 0..1.
    pub probability: f64,
    /// Utilization in the last interval; may exceed 1 by one packet.
    pub utilization: f64,
    /// Estimated capacity in bytes per second.
    pub capacity: f64,
    /// Length of the interval.
    pub interval: Span,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "duk.early"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::new("utilization", "", self.utilization),
            Number::new("capacity", "Mbit/s", megabits(self.capacity)),
            Number::millis("interval", self.interval),
        ]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "DUK: this packet was drawn at a probability of {}; in the last interval the link of {} \
             Mbit/s was used to {}. The interval is {} long.",
            Percent(self.probability),
            Rounded(megabits(self.capacity)),
            Percent(self.utilization),
            Ms(self.interval)
        )
    }
}

/// Inner state of DUK.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Probability that an arriving packet is hit, 0..1.
    pub probability: f64,
    /// Utilization in the last interval; may exceed 1 by one packet.
    pub utilization: f64,
    /// Estimated capacity in bytes per second; `None` before the first transmission has ended.
    pub capacity: Option<f64>,
    /// Length of the interval.
    pub interval: Span,
    /// Sojourn time of the packet that left last.
    pub delay: Span,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("probability", "", self.probability),
            Number::new("utilization", "", self.utilization),
            Number::new("capacity", "Mbit/s", self.capacity.map_or(f64::NAN, megabits)),
            Number::millis("interval", self.interval),
            Number::millis("delay", self.delay),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}

fn megabits(bytes_per_second: f64) -> f64 {
    bytes_per_second * 8.0 / 1e6
}
