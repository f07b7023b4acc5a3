//! What FQ-CoDel reports: the reasons of its drops and marks, and its inner state.

use crate::aqm::codel;
use crate::aqm::report::Ms;
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why FQ-CoDel dropped or marked a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The CoDel of the packet's bucket decided.
    Codel(codel::Reason),
    /// The buffer was full, and the packet was at the head of the longest queue.
    Longest {
        /// Bytes in that queue before the drops.
        bytes: u64,
    },
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self {
            Reason::Codel(codel::Reason { step: codel::Step::Enter, .. }) => "fqCodel.enter",
            Reason::Codel(codel::Reason { step: codel::Step::Next, .. }) => "fqCodel.next",
            Reason::Longest { .. } => "fqCodel.overflow",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        match self {
            Reason::Codel(reason) => reason.numbers(),
            Reason::Longest { bytes } => vec![Number::new("flowQueue", "bytes", *bytes as f64)],
        }
    }

    fn is_overflow(&self) -> bool {
        matches!(self, Reason::Longest { .. })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Longest { bytes } => write!(
                f,
                "FQ-CoDel: the buffer was full; this flow's queue was the longest, with {bytes} bytes."
            ),
            Reason::Codel(codel::Reason { step, count, target, interval }) => {
                let (target, interval) = (Ms(target), Ms(interval));
                match step {
                    codel::Step::Enter => write!(
                        f,
                        "FQ-CoDel: the delay in this flow's queue stayed above {target} for {interval}; \
                         its dropping state starts with count {count}."
                    ),
                    codel::Step::Next => write!(
                        f,
                        "FQ-CoDel: the delay in this flow's queue is still above {target}, and the next \
                         drop was due; count {count}."
                    ),
                }
            }
        }
    }
}

/// Inner state of FQ-CoDel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// Buckets that hold packets.
    pub backlogged: usize,
    /// Buckets on the list of new ones, with or without packets.
    pub new: usize,
    /// Buckets on the list of old ones, with or without packets.
    pub old: usize,
    /// Buckets in the dropping state.
    pub dropping: usize,
    /// Bytes in the longest queue.
    pub longest: u64,
    /// The longest time that a packet at the head of a queue has waited.
    pub oldest: Span,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        let count = |name, count: usize| Number::new(name, "queues", count as f64);
        vec![
            count("backlogged", self.backlogged),
            count("new", self.new),
            count("old", self.old),
            count("dropping", self.dropping),
            Number::new("longest", "bytes", self.longest as f64),
            Number::millis("oldest", self.oldest),
        ]
    }
}
