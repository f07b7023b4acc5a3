//! What an ACK reports.

use super::scoreboard::Delivered;
use crate::time::Time;

/// New information in one ACK.
#[derive(Clone, Copy, Debug, Default)]
pub struct AckInfo {
    /// When it arrived.
    pub now: Time,
    /// Segments newly acknowledged cumulatively.
    pub advanced: u64,
    /// Segments newly reported in SACK blocks.
    pub sacked: u64,
    /// Segments reported as delivered for the first time, in total.
    pub delivered: u64,
    /// CE-marked segments among these. If the echo is a flag and it is set, all of them count.
    pub marked: u64,
    /// Segments newly marked lost.
    pub lost: u64,
    /// Whether a retransmission was marked lost.
    pub repair_lost: bool,
    /// Lowest segment that is newly reported and was sent only once. `u64::MAX` if there is none.
    pub lowest_original: u64,
    /// The receiver echoes congestion, and ECN is in use.
    pub ece: bool,
    /// The receiver got the segment of the first block twice.
    pub dsack: bool,
    /// It acknowledges less than an earlier ACK.
    pub old: bool,
    /// Sending time of the segment that it acknowledges.
    pub echo: Time,
}

/// Sending times of the segments that were sent once, in the order of the reports.
#[derive(Clone, Copy)]
pub struct Originals {
    /// [`Time::NEVER`] if there is none.
    pub first: Time,
    pub last: Time,
    /// Lowest of these segments. `u64::MAX` if there is none.
    pub lowest: u64,
    /// The ACK also reports segments that were sent more than once.
    pub retransmitted: bool,
}

impl Originals {
    pub const NONE: Originals =
        Originals { first: Time::NEVER, last: Time::NEVER, lowest: u64::MAX, retransmitted: false };

    pub fn add(&mut self, delivered: &Delivered) {
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
