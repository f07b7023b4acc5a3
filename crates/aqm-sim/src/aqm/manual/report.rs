//! What the queue reports: the reason of its drops and marks, and the user's orders.

use crate::aqm::report::Ms;
use crate::aqm::{Explain, Inspect, Number, ProbeNumber};
use crate::time::Span;
use std::fmt;

/// Why a packet was dropped or marked: the user ordered it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reason {
    /// Time since the last order.
    pub after: Span,
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        "manual.order"
    }

    fn numbers(&self) -> Vec<Number> {
        vec![Number::millis("after", self.after)]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = Ms(self.after);
        write!(
            f,
            "You ordered to drop the next packet; this one was the next to leave, {after} later."
        )
    }
}

/// The user's orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// Packets that are still to be dropped.
    pub pending: u64,
    /// Packets that the user has ordered to drop since the start.
    pub ordered: u64,
}

impl Inspect for Probe {
    const OWN: &'static [ProbeNumber] = &[
        ProbeNumber {
            name: "pending",
            unit: "packets",
            label: "Drops to come",
            help: "Packets that you ordered to drop and that have not left yet.",
        },
        ProbeNumber {
            name: "ordered",
            unit: "packets",
            label: "Drops ordered",
            help: "Packets that you ordered to drop so far.",
        },
    ];

    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("pending", "packets", self.pending as f64),
            Number::new("ordered", "packets", self.ordered as f64),
        ]
    }
}
