//! What RED reports: the reasons of its drops and marks, and its inner state.

use crate::aqm::report::{Percent, Rounded};
use crate::aqm::{Explain, Inspect, Number};
use std::fmt;

/// Why RED dropped or marked a packet. Queue lengths are in packets of the largest size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// The average queue is between the thresholds, and this packet was drawn.
    Early {
        /// Average queue.
        average: f64,
        /// Lower threshold.
        min: f64,
        /// Probability before spacing, p_b, 0..1.
        probability: f64,
        /// Probability at which this packet was hit, given that those since the last hit were not: p_a, 0..1.
        spaced: f64,
    },
    /// The average queue is so long that every packet is dropped.
    Forced {
        /// Average queue.
        average: f64,
        /// Average from which on every packet is dropped.
        certain: f64,
    },
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self {
            Reason::Early { .. } => "red.early",
            Reason::Forced { .. } => "red.forced",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        match *self {
            Reason::Early { average, min, probability, spaced } => vec![
                Number::new("averageQueue", "packets", average),
                Number::new("minThreshold", "packets", min),
                Number::new("probability", "", probability),
                Number::new("spacedProbability", "", spaced),
            ],
            Reason::Forced { average, certain } => vec![
                Number::new("averageQueue", "packets", average),
                Number::new("certainThreshold", "packets", certain),
            ],
        }
    }
}

impl Reason {
    /// The sentence for a learner, about the algorithm called `name`.
    pub(in crate::aqm) fn write(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Early { average, min, probability, spaced } => write!(
                f,
                "{name}: the average queue of {} packets is above the lower threshold of {}; this \
                 packet was drawn at a probability of {}: {} by the average, spaced by the packets \
                 since the last hit.",
                Rounded(average),
                Rounded(min),
                Percent(spaced),
                Percent(probability)
            ),
            Reason::Forced { average, certain } => write!(
                f,
                "{name}: the average queue of {} packets reached {} packets, where every packet is \
                 dropped.",
                Rounded(average),
                Rounded(certain)
            ),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write("RED", f)
    }
}

/// Inner state of RED. Queue lengths are in packets of the largest size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Average queue.
    pub average: f64,
    /// Lower threshold.
    pub min: f64,
    /// Upper threshold.
    pub max: f64,
    /// Probability at the current average, before spacing, 0..1.
    pub probability: f64,
    /// Probability at the upper threshold, 0..1.
    pub max_p: f64,
    /// Packets since the last hit; -1 below the lower threshold.
    pub count: i64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("averageQueue", "packets", self.average),
            Number::new("minThreshold", "packets", self.min),
            Number::new("maxThreshold", "packets", self.max),
            Number::new("probability", "", self.probability),
            Number::new("maxProbability", "", self.max_p),
            Number::new("sinceLastHit", "packets", self.count as f64),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}
