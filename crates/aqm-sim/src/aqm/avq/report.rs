//! What AVQ reports: the reason of its drops and marks, and its inner state.

use crate::aqm::report::{Percent, Rounded};
use crate::aqm::{Explain, Inspect, Number};
use std::fmt;

/// Why AVQ dropped or marked a packet: it did not fit into the virtual queue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Capacity of the virtual queue in bytes per second.
    pub capacity: f64,
    /// Capacity of the virtual queue as a share of the link's, 0..1.
    pub share: f64,
    /// Backlog of the virtual queue in bytes.
    pub backlog: f64,
    /// Size of the virtual buffer in bytes.
    pub buffer: f64,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "avq.virtualOverflow"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("virtualCapacity", "Mbit/s", megabits(self.capacity)),
            Number::new("virtualQueue", "bytes", self.backlog),
            Number::new("virtualBuffer", "bytes", self.buffer),
        ]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "AVQ: this packet did not fit into the virtual queue of {} bytes, which drains at {} Mbit/s ({} of \
             the link).",
            Rounded(self.buffer),
            Rounded(megabits(self.capacity)),
            Percent(self.share)
        )
    }
}

/// Inner state of AVQ.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Capacity of the virtual queue in bytes per second.
    pub capacity: f64,
    /// Capacity of the virtual queue as a share of the link's, 0..1.
    pub share: f64,
    /// Backlog of the virtual queue in bytes.
    pub backlog: f64,
    /// Size of the virtual buffer in bytes.
    pub buffer: f64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("virtualCapacity", "Mbit/s", megabits(self.capacity)),
            Number::new("virtualShare", "", self.share),
            Number::new("virtualQueue", "bytes", self.backlog),
            Number::new("virtualBuffer", "bytes", self.buffer),
        ]
    }
}

fn megabits(bytes_per_second: f64) -> f64 {
    bytes_per_second * 8.0 / 1e6
}
