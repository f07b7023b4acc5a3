//! What a discipline says of itself: why a packet was hit, and its inner state.

use crate::time::{Span, Time};

/// Why a packet was dropped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum DropReason {
    /// The buffer was full.
    Overflow,
    /// RED: the average queue is between the thresholds, and this packet was drawn.
    RedEarly {
        /// Average queue in packets.
        average: f64,
        /// Probability before spacing, 0..1.
        probability: f64,
    },
    /// RED: the average queue is beyond the upper threshold (twice that, if gentle).
    RedForced {
        /// Average queue in packets.
        average: f64,
    },
    /// CoDel entered its dropping state: the delay stayed above target for an interval.
    CodelEnter {
        /// Drop count that the state starts with.
        count: u32,
    },
    /// CoDel's control law: the next drop was due.
    CodelNext {
        /// Drops in this dropping state so far.
        count: u32,
    },
    /// PIE: drawn with the current drop probability.
    PieEarly {
        /// Drop probability, 0..1.
        probability: f64,
        /// Latest estimate of the queue delay.
        delay: Span,
    },
}

impl DropReason {
    /// An early drop is the algorithm's decision; the others are overflow.
    pub fn is_early(&self) -> bool {
        !matches!(self, DropReason::Overflow)
    }
}

/// Why a packet was CE-marked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum MarkReason {
    /// It would have been dropped for this reason.
    InsteadOf(DropReason),
    /// CoDel: it waited longer than `ce_threshold`.
    CeThreshold,
    /// CoDel: both at once.
    InsteadOfAndCeThreshold(DropReason),
}

/// Inner state of a discipline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Probe {
    /// Drop-tail has none.
    DropTail,
    /// RED and Adaptive RED.
    Red {
        /// Average queue in packets.
        average: f64,
        /// Lower threshold in packets.
        min: f64,
        /// Upper threshold in packets.
        max: f64,
        /// Probability at the current average, before spacing, 0..1.
        probability: f64,
        /// Probability at the upper threshold, 0..1.
        max_p: f64,
        /// Packets since the last hit; -1 below the lower threshold.
        count: i64,
    },
    /// CoDel.
    Codel {
        /// In the dropping state.
        dropping: bool,
        /// Drops in the current (or last) dropping state.
        count: u32,
        /// Sojourn time of the packet tested last.
        sojourn: Span,
        /// The delay must stay above target until here before dropping starts.
        first_above: Option<Time>,
        /// When the next drop is due; only while dropping.
        drop_next: Option<Time>,
    },
    /// PIE.
    Pie {
        /// Drop probability, 0..1; with [`PieVariant::Linux`](super::PieVariant) it may pass 1.
        probability: f64,
        /// Latest estimate of the queue delay.
        delay: Span,
        /// Burst allowance left.
        burst: Span,
        /// Estimated departure rate in bytes per second; only with the rate estimator.
        rate: Option<f64>,
    },
}

impl Probe {
    /// Probability that an arriving packet is hit, where the algorithm has one: 0..1, but for the
    /// exception in [`Probe::Pie`].
    pub fn probability(&self) -> Option<f64> {
        match *self {
            Probe::Red { probability, .. } | Probe::Pie { probability, .. } => Some(probability),
            Probe::DropTail | Probe::Codel { .. } => None,
        }
    }
}
