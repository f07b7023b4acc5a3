//! What COBALT reports: the reasons of its drops and marks, and its inner state.

use crate::aqm::report::{Ms, Percent};
use crate::aqm::{Explain, Inspect, Number};
use crate::time::{Span, Time};
use std::fmt;

/// Why COBALT dropped or marked a packet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// CoDel's part: the delay is above target, and the next signal was due.
    Codel {
        /// Signals so far, less those that expired.
        count: u32,
        /// Acceptable standing delay.
        target: Span,
    },
    /// BLUE's part: the packet was drawn.
    Blue {
        /// BLUE's drop probability, 0..1.
        probability: f64,
    },
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self {
            Reason::Codel { .. } => "cobalt.codel",
            Reason::Blue { .. } => "cobalt.blue",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        match *self {
            Reason::Codel { count, target } => vec![
                Number::new("count", "drops", f64::from(count)),
                Number::millis("target", target),
            ],
            Reason::Blue { probability } => vec![Number::new("probability", "", probability)],
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Codel { count, target } => write!(
                f,
                "COBALT's CoDel: the delay is above {}, and the next signal was due; count {count}.",
                Ms(target)
            ),
            Reason::Blue { probability } => write!(
                f,
                "COBALT's BLUE: this packet was drawn at a probability of {}, which rises when the \
                 buffer overflows.",
                Percent(probability)
            ),
        }
    }
}

/// Inner state of COBALT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// The delay of the last packet was above target.
    pub dropping: bool,
    /// CoDel's signals so far, less those that expired.
    pub count: u32,
    /// Sojourn time of the last packet.
    pub sojourn: Span,
    /// When CoDel's next signal is due; only while dropping.
    pub drop_next: Option<Time>,
    /// BLUE's drop probability, 0..1.
    pub probability: f64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("dropping", "", f64::from(u8::from(self.dropping))),
            Number::new("count", "drops", f64::from(self.count)),
            Number::millis("lastSojourn", self.sojourn),
            Number::new("nextDrop", "s", self.drop_next.map_or(f64::NAN, Time::seconds)),
            Number::new("probability", "", self.probability),
        ]
    }

    fn probability(&self) -> Option<f64> {
        Some(self.probability)
    }
}
