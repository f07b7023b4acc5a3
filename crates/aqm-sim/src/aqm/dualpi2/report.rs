//! What DualPI2 reports: the reasons of its drops and marks, and its inner state.

use crate::aqm::report::{Ms, Percent};
use crate::aqm::{Explain, Inspect, Number};
use crate::time::Span;
use std::fmt;

/// Why DualPI2 dropped or marked a packet. Probabilities are 0..1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// A Classic packet was drawn.
    Classic {
        /// Base probability p'; the packet was drawn at its square.
        base: f64,
    },
    /// An L4S packet was drawn at the coupled probability.
    Coupled {
        /// Base probability p'.
        base: f64,
        /// Coupled probability k p', at most 1.
        coupled: f64,
    },
    /// An L4S packet waited longer than the threshold of its queue.
    Native {
        /// Sojourn time.
        waited: Span,
        /// Native marking probability at this sojourn time.
        probability: f64,
    },
    /// Both of the former.
    CoupledAndNative {
        /// Coupled probability k p', at most 1.
        coupled: f64,
        /// Sojourn time.
        waited: Span,
    },
    /// An L4S packet was drawn for a drop because k p' exceeds 1.
    Overload {
        /// Base probability p'; the packet was drawn at its square.
        base: f64,
    },
}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match self {
            Reason::Classic { .. } => "dualpi2.classic",
            Reason::Coupled { .. } => "dualpi2.coupled",
            Reason::Native { .. } => "dualpi2.native",
            Reason::CoupledAndNative { .. } => "dualpi2.both",
            Reason::Overload { .. } => "dualpi2.overload",
        }
    }

    fn numbers(&self) -> Vec<Number> {
        let probability = |name, value| Number::new(name, "", value);
        match *self {
            Reason::Classic { base } | Reason::Overload { base } => {
                vec![probability("baseProbability", base), probability("probability", base * base)]
            }
            Reason::Coupled { base, coupled } => {
                vec![probability("baseProbability", base), probability("probability", coupled)]
            }
            Reason::Native { waited, probability: value } => {
                vec![Number::millis("waited", waited), probability("probability", value)]
            }
            Reason::CoupledAndNative { coupled, waited } => {
                vec![Number::millis("waited", waited), probability("probability", coupled)]
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Classic { base } => write!(
                f,
                "DualPI2: this Classic packet was drawn at {}, the square of the base probability {}.",
                Percent(base * base),
                Percent(base)
            ),
            Reason::Coupled { base, coupled } => write!(
                f,
                "DualPI2: this L4S packet was drawn at {}, the base probability {} times the coupling \
                 factor.",
                Percent(coupled),
                Percent(base)
            ),
            Reason::Native { waited, probability } => write!(
                f,
                "DualPI2: this packet waited {} in the L4S queue; from the queue's own threshold on, \
                 {} of such packets are marked.",
                Ms(waited),
                Percent(probability)
            ),
            Reason::CoupledAndNative { coupled, waited } => write!(
                f,
                "DualPI2: this L4S packet was drawn at the coupled probability {}, and it waited {}, \
                 longer than the L4S queue's own threshold.",
                Percent(coupled),
                Ms(waited)
            ),
            Reason::Overload { base } => write!(
                f,
                "DualPI2: overload, because the coupled probability exceeds 100 %. This L4S packet was \
                 drawn at {}, as Classic packets are.",
                Percent(base * base)
            ),
        }
    }
}

/// Inner state of DualPI2.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Probe {
    /// Base probability p', 0..1.
    pub base: f64,
    /// Coupled marking probability of L4S packets k p', 0..1.
    pub coupled: f64,
    /// Delay at the last update.
    pub delay: Span,
    /// Packets in the Classic queue.
    pub classic: usize,
    /// Packets in the L4S queue.
    pub l4s: usize,
    /// Time for which the packet at the head of the Classic queue has waited.
    pub classic_head: Span,
    /// Time for which the packet at the head of the L4S queue has waited.
    pub l4s_head: Span,
    /// Credit of the scheduler; at 0 and below the L4S queue is served first.
    pub credit: i64,
}

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        vec![
            Number::new("baseProbability", "", self.base),
            Number::new("classicProbability", "", self.base * self.base),
            Number::new("coupledProbability", "", self.coupled),
            Number::millis("estimatedDelay", self.delay),
            Number::new("classicQueue", "packets", self.classic as f64),
            Number::new("l4sQueue", "packets", self.l4s as f64),
            Number::millis("classicHead", self.classic_head),
            Number::millis("l4sHead", self.l4s_head),
            Number::new("credit", "", self.credit as f64),
        ]
    }

    /// The probability of Classic packets.
    fn probability(&self) -> Option<f64> {
        Some(self.base * self.base)
    }
}
