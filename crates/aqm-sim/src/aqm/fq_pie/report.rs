//! What FQ-PIE reports: the reason of its drops and marks, and its inner state.

use crate::aqm::report::{Ms, Percent};
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why FQ-PIE dropped or marked a packet: it was drawn at the probability of its bucket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Drop probability of the bucket, 0..1; with Linux it may exceed 1.
    pub probability: f64,
    /// Latest estimate of the delay in the bucket's queue.
    pub delay: Span,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "fqPie.early"
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
            "FQ-PIE: this packet was drawn at its flow's probability of {}; the estimated delay in this \
             flow's queue is {}.",
            Percent(self.probability),
            Ms(self.delay)
        )
    }
}

/// Inner state of FQ-PIE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Largest drop probability of a bucket, 0..1; with Linux it may exceed 1.
    pub probability: f64,
    /// Buckets that hold packets.
    pub backlogged: usize,
    /// Buckets on the list of new ones, with or without packets.
    pub new: usize,
    /// Buckets on the list of old ones, with or without packets.
    pub old: usize,
    /// Bytes in the longest queue.
    pub longest: u64,
    /// The longest time that a packet at the head of a queue has waited.
    pub oldest: Span,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        let count = |name, count: usize| Number::new(name, "queues", count as f64);
        vec![
            Number::new("largestProbability", "", self.probability),
            count("backlogged", self.backlogged),
            count("new", self.new),
            count("old", self.old),
            Number::new("longest", "bytes", self.longest as f64),
            Number::millis("oldest", self.oldest),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}
