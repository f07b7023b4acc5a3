//! Outcomes of packets and their codes in trace files.

use aqm_sim::aqm::{DropReason, MarkReason};

/// Outcomes of a drop, and of a mark in its place.
pub(crate) type Outcomes = (Outcome, Outcome);

/// The outcome of a packet, as traces record it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Forwarded without a signal from this queue.
    Forwarded,
    /// Marked at enqueue by a probabilistic decision, forwarded.
    MarkedEarly,
    /// Marked at enqueue by RED beyond the upper threshold, forwarded.
    MarkedForced,
    /// Marked at dequeue by CoDel's control law.
    MarkedByLaw,
    /// Marked at dequeue because it waited longer than `ce_threshold`.
    MarkedByThreshold,
    /// Both of the above.
    MarkedByBoth,
    /// Dropped at enqueue by a probabilistic decision.
    DroppedEarly,
    /// Dropped at enqueue by RED beyond the upper threshold.
    DroppedForced,
    /// Dropped at enqueue because the buffer was full.
    Overflowed,
    /// Marked by RED, and then the buffer was full.
    MarkedAndOverflowed,
    /// Dropped at dequeue by CoDel.
    DroppedAtHead,
    /// Dropped from the head of a queue because a limit was exceeded.
    OverflowedAtHead,
    /// Dropped by COBALT's BLUE.
    DroppedByBlue,
    /// Marked by COBALT's CoDel, then dropped by its BLUE.
    MarkedAndDroppedByBlue,
    /// The last packet: forwarded although COBALT's CoDel would have dropped it.
    SparedByCodel,
    /// The last packet: forwarded although COBALT's BLUE would have dropped it.
    SparedByBlue,
    /// The last packet: marked by COBALT's CoDel and forwarded although its BLUE would have dropped it.
    MarkedAndSpared,
    /// Marked because it waited longer than the threshold of DualPI2's L4S queue.
    MarkedByStep,
    /// Marked by DualPI2's probability, and by that threshold.
    MarkedTwice,
    /// Dropped because of that threshold.
    DroppedByStep,
}

impl Outcome {
    const ALL: [(Outcome, &'static str); 20] = [
        (Outcome::Forwarded, "FW"),
        (Outcome::MarkedEarly, "MP"),
        (Outcome::MarkedForced, "MF"),
        (Outcome::MarkedByLaw, "MD"),
        (Outcome::MarkedByThreshold, "MT"),
        (Outcome::MarkedByBoth, "MB"),
        (Outcome::DroppedEarly, "DP"),
        (Outcome::DroppedForced, "DF"),
        (Outcome::Overflowed, "DL"),
        (Outcome::MarkedAndOverflowed, "ML"),
        (Outcome::DroppedAtHead, "DD"),
        (Outcome::OverflowedAtHead, "DO"),
        (Outcome::DroppedByBlue, "DB"),
        (Outcome::MarkedAndDroppedByBlue, "DX"),
        (Outcome::SparedByCodel, "FD"),
        (Outcome::SparedByBlue, "FB"),
        (Outcome::MarkedAndSpared, "FX"),
        (Outcome::MarkedByStep, "MS"),
        (Outcome::MarkedTwice, "MX"),
        (Outcome::DroppedByStep, "DS"),
    ];

    /// Its two-letter code in trace files.
    pub fn code(self) -> &'static str {
        Outcome::ALL.iter().find(|(outcome, _)| *outcome == self).map_or("??", |(_, code)| code)
    }

    /// The outcome with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Outcome::ALL.iter().find(|(_, known)| *known == code).map(|(outcome, _)| *outcome)
    }

    /// Whether the packet reached the link.
    pub fn is_forwarded(self) -> bool {
        use Outcome::*;
        match self {
            Forwarded | MarkedEarly | MarkedForced | MarkedByLaw | MarkedByThreshold
            | MarkedByBoth | SparedByCodel | SparedByBlue | MarkedAndSpared | MarkedByStep
            | MarkedTwice => true,
            DroppedEarly
            | DroppedForced
            | Overflowed
            | MarkedAndOverflowed
            | DroppedAtHead
            | OverflowedAtHead
            | DroppedByBlue
            | MarkedAndDroppedByBlue
            | DroppedByStep => false,
        }
    }

    /// Whether the algorithm signalled congestion with it.
    pub fn is_signal(self) -> bool {
        use Outcome::*;
        // A spared packet carries no signal.
        !matches!(self, Forwarded | Overflowed | OverflowedAtHead | SparedByCodel | SparedByBlue)
    }

    /// The outcome of a drop for `reason`, of a packet that was `marked` before or not. `of` returns the outcomes for a
    /// reason that is not an overflow.
    pub(crate) fn of_drop(
        reason: DropReason,
        marked: Option<Outcome>,
        of: fn(DropReason) -> Outcomes,
    ) -> Self {
        match (reason, marked) {
            (DropReason::Overflow, Some(_)) => Outcome::MarkedAndOverflowed,
            (DropReason::Overflow, None) => Outcome::Overflowed,
            (reason, _) => of(reason).0,
        }
    }

    /// The outcome of a mark for `reason`, if the packet leaves; `of` as in [`Outcome::of_drop`].
    pub(crate) fn of_mark(reason: MarkReason, of: fn(DropReason) -> Outcomes) -> Self {
        match reason {
            MarkReason::CeThreshold(_) => Outcome::MarkedByThreshold,
            MarkReason::InsteadOfAndCeThreshold(..) => Outcome::MarkedByBoth,
            MarkReason::InsteadOf(reason) => of(reason).1,
        }
    }
}
