//! What an ACK reports.

use super::scoreboard::Delivered;
use crate::time::Time;

/// New information in one ACK.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AckInfo {
    /// When it arrived.
    pub(super) now: Time,
    /// Segments newly acknowledged cumulatively.
    pub(super) advanced: u64,
    /// Segments newly reported in SACK blocks.
    pub(super) sacked: u64,
    /// Segments reported as delivered for the first time, in total.
    pub(super) delivered: u64,
    /// CE-marked segments among these. If the echo is a flag and it is set, all of them count.
    pub(super) marked: u64,
    /// Segments newly marked lost.
    pub(super) lost: u64,
    /// Whether a retransmission was marked lost.
    pub(super) repair_lost: bool,
    /// Lowest segment that is newly reported and was sent only once. `u64::MAX` if there is none.
    pub(super) lowest_original: u64,
    /// The receiver echoes congestion, and ECN is in use.
    pub(super) ece: bool,
    /// The receiver got the segment of the first block twice.
    pub(super) dsack: bool,
    /// It acknowledges less than an earlier ACK.
    pub(super) old: bool,
    /// Sending time of the segment that it acknowledges.
    pub(super) echo: Time,
}

/// Sending times of the segments that were sent once, in the order of the reports.
#[derive(Clone, Copy)]
pub(super) struct Originals {
    /// [`Time::NEVER`] if there is none.
    pub(super) first: Time,
    pub(super) last: Time,
    /// Lowest of these segments. `u64::MAX` if there is none.
    pub(super) lowest: u64,
    /// The ACK also reports segments that were sent more than once.
    pub(super) retransmitted: bool,
}

impl Originals {
    pub(super) const NONE: Originals =
        Originals { first: Time::NEVER, last: Time::NEVER, lowest: u64::MAX, retransmitted: false };

    pub(super) fn add(&mut self, delivered: &Delivered) {
        if delivered.retransmitted {
            self.retransmitted = true;
            return;
        }
        if self.first == Time::NEVER {
            self.first = delivered.sent;
        }
        self.last = delivered.sent;
        self.lowest = self.lowest.min(delivered.seq);
    }
}
