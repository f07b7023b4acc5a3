//! What is needed to undo a reduction that was unnecessary: Eifel (RFC 3522), DSACK (RFC 3708) and F-RTO (RFC
//! 5682).

use crate::packet::SackBlock;
use crate::time::Time;

/// One recovery: what it changed, and the signs that it was unnecessary.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Episode {
    /// First unacknowledged segment at the start. `None`: there is nothing to undo.
    undo_from: Option<u64>,
    /// Number of retransmissions not yet reported as unnecessary by DSACKs. `None`: none was sent.
    unproven: Option<u64>,
    /// Sending time of the first retransmission.
    first_repair: Option<Time>,
    prior_cwnd: f64,
    /// `None` after an ECN echo: congestion was real, so the threshold stays.
    prior_ssthresh: Option<f64>,
    /// F-RTO (RFC 5682) is testing whether the timeout was spurious.
    forward_test: bool,
    /// Number of timeouts without progress in between.
    timeouts_in_row: u32,
    /// Number of ACKs that advanced without ending the recovery.
    partial_acks: u64,
}

impl Episode {
    /// Starts with `repaired` retransmissions in the network, above the acknowledged segments below `una`.
    pub fn start(&mut self, una: u64, repaired: u64) {
        self.undo_from = Some(una);
        self.unproven = (repaired > 0).then_some(repaired);
    }

    /// There is nothing to undo any more.
    pub fn end(&mut self) {
        self.undo_from = None;
    }

    #[cfg(test)]
    pub fn undo_from(&self) -> Option<u64> {
        self.undo_from
    }

    /// Returns whether there is something to undo.
    pub fn is_open(&self) -> bool {
        self.undo_from.is_some()
    }

    /// Returns whether the receiver got every retransmission twice (RFC 3708).
    pub fn is_all_unneeded(&self) -> bool {
        self.undo_from.is_some() && self.unproven == Some(0)
    }

    /// Counts a retransmission.
    pub fn repaired(&mut self, now: Time) {
        if self.first_repair.is_none() {
            self.first_repair = Some(now);
        }
        if self.undo_from.is_some() {
            self.unproven = Some(self.unproven.unwrap_or(0) + 1);
        }
    }

    /// Counts a duplicate reported by the receiver (RFC 3708).
    pub fn prove_unneeded(&mut self, block: &SackBlock) {
        if self.undo_from.is_some_and(|from| block.end > from)
            && let Some(left) = &mut self.unproven
        {
            *left = left.saturating_sub(block.end - block.start);
        }
    }

    /// Returns when the first retransmission was sent.
    pub fn first_repair(&self) -> Option<Time> {
        self.first_repair
    }

    /// No retransmission is in the network.
    pub fn forget_repairs(&mut self) {
        self.first_repair = None;
    }

    /// Keeps the window of before the reduction.
    pub fn keep_window(&mut self, cwnd: f64) {
        self.prior_cwnd = cwnd;
    }

    /// Returns the window of before the reduction.
    pub fn prior_window(&self) -> f64 {
        self.prior_cwnd
    }

    /// Keeps the threshold of before the reduction.
    pub fn keep_threshold(&mut self, ssthresh: f64) {
        self.prior_ssthresh = Some(ssthresh);
    }

    /// Congestion was real: an undo leaves the threshold.
    pub fn forget_threshold(&mut self) {
        self.prior_ssthresh = None;
    }

    /// Returns the threshold that an undo restores.
    pub fn prior_threshold(&self) -> Option<f64> {
        self.prior_ssthresh
    }

    /// Returns whether F-RTO is testing the timeout.
    pub fn is_testing(&self) -> bool {
        self.forward_test
    }

    pub fn set_testing(&mut self, testing: bool) {
        self.forward_test = testing;
    }

    /// Returns the number of timeouts without progress in between.
    pub fn timeouts_in_row(&self) -> u32 {
        self.timeouts_in_row
    }

    pub fn count_timeout(&mut self) {
        self.timeouts_in_row += 1;
    }

    /// An ACK has advanced.
    pub fn note_progress(&mut self) {
        self.timeouts_in_row = 0;
    }

    /// Returns the number of ACKs that advanced without ending the recovery.
    pub fn partial_acks(&self) -> u64 {
        self.partial_acks
    }

    pub fn count_partial_ack(&mut self) {
        self.partial_acks += 1;
    }

    /// A recovery begins.
    pub fn clear_partial_acks(&mut self) {
        self.partial_acks = 0;
    }
}
