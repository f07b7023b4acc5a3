//! CoDel, Controlled Delay. Once the sojourn time has stayed above `target` for an `interval`, it drops
//! from the head. The gaps between drops shrink with the square root of their number.
//!
//! The algorithm exists in two arithmetics, each to be read beside its source. [`linux`] counts in the
//! kernel's integer ticks, [`rfc8289`] in nanoseconds with an exact square root.

pub mod linux;
pub mod params;
mod report;
pub mod rfc8289;
#[cfg(test)]
mod tests;
mod twins;

pub use linux::CodelLinux;
pub use params::{CodelParams, CodelVariant};
pub use report::{Probe, Reason, Step};
pub use rfc8289::CodelRfc8289;

use super::DropReason;
use crate::buffer::{Fifo, Queued};
use crate::packet::Queueable;

/// The queue from which a control law takes packets.
pub(in crate::aqm) trait Source<P> {
    /// Removes the head.
    fn pop(&mut self) -> Option<Queued<P>>;
    /// The bytes that the test for small queues counts, without the packet removed last.
    fn backlog(&self) -> u64;
    /// The reason that the discipline reports.
    fn reason(reason: Reason) -> DropReason;
}

impl<P: Queueable> Source<P> for Fifo<P> {
    #[inline(always)]
    fn pop(&mut self) -> Option<Queued<P>> {
        Fifo::pop(self)
    }

    #[inline(always)]
    fn backlog(&self) -> u64 {
        self.bytes()
    }

    fn reason(reason: Reason) -> DropReason {
        DropReason::Codel(reason)
    }
}

/// Counters of a CoDel queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Head drops by the control law.
    pub drops: u64,
    /// Marks by the control law.
    pub marks: u64,
    /// Marks by `ce_threshold`; a packet may count here and in `marks`.
    pub ce_threshold_marks: u64,
    /// Packets that found the buffer full.
    pub overflows: u64,
    /// Dropping states entered.
    pub entries: u64,
}
