//! What SFQ reports: the reason of its drops, and its inner state.

use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why SFQ dropped a packet: the buffer was full, and the packet was in the longest queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reason {
    /// Packets in that queue, with the dropped one.
    pub packets: u64,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "sfq.overflow"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![Number::new("flowQueue", "packets", self.packets as f64)]
    }

    fn is_overflow(&self) -> bool {
        true
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let packets = self.packets;
        write!(
            f,
            "SFQ: the buffer was full; this flow's queue was the longest, with {packets} packets."
        )
    }
}

/// Inner state of SFQ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// Buckets that hold packets.
    pub backlogged: usize,
    /// Packets in the longest queue.
    pub longest: u64,
    /// The longest time that a packet at the head of a queue has waited.
    pub oldest: Span,
    /// Number of changes of the hash since the start.
    pub rehashes: u64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("backlogged", "queues", self.backlogged as f64),
            Number::new("longest", "packets", self.longest as f64),
            Number::millis("oldest", self.oldest),
            Number::new("rehashes", "", self.rehashes as f64),
        ]
    }
}
