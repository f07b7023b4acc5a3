//! Undoing a reduction that was unnecessary: Eifel (RFC 3522), DSACK (RFC 3708) and F-RTO (RFC
//! 5682).

use crate::packet::SackBlock;
use crate::time::Time;

use super::Phase;
use super::intake::News;
use super::sender::Sender;

/// State of one recovery that is needed to undo it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Episode {
    /// First unacknowledged segment at the start. `None`: there is nothing to undo.
    pub(super) undo_from: Option<u64>,
    /// Number of retransmissions not yet reported as unnecessary by DSACKs. `None`: none was sent.
    pub(super) unproven: Option<u64>,
    /// Sending time of the first retransmission.
    pub(super) first_repair: Option<Time>,
    pub(super) prior_cwnd: f64,
    /// `None` after an ECN echo: congestion was real, so the threshold stays.
    pub(super) prior_ssthresh: Option<f64>,
    /// F-RTO (RFC 5682) is testing whether the timeout was spurious.
    pub(super) forward_test: bool,
    /// Number of timeouts without progress in between.
    pub(super) timeouts_in_row: u32,
    /// Number of ACKs that advanced without ending the recovery.
    pub(super) partial_acks: u64,
}

impl Episode {
    /// Counts a retransmission.
    pub(super) fn repaired(&mut self, now: Time) {
        if self.first_repair.is_none() {
            self.first_repair = Some(now);
        }
        if self.undo_from.is_some() {
            self.unproven = Some(self.unproven.unwrap_or(0) + 1);
        }
    }

    /// Counts a duplicate reported by the receiver (RFC 3708).
    pub(super) fn prove_unneeded(&mut self, block: &SackBlock) {
        if self.undo_from.is_some_and(|from| block.end > from)
            && let Some(left) = &mut self.unproven
        {
            *left = left.saturating_sub(block.end - block.start);
        }
    }
}

impl Sender {
    pub(super) fn start_undo(&mut self) {
        self.episode.undo_from = Some(self.board.una());
        let repaired = self.board.repaired_out();
        self.episode.unproven = (repaired > 0).then_some(repaired);
    }

    /// Returns whether all retransmissions were unnecessary, or this ACK is for an original
    /// transmission.
    pub(super) fn may_undo(&self, news: &News) -> bool {
        self.mechanisms.undo
            && self.episode.undo_from.is_some()
            && (self.episode.unproven == Some(0) || self.precedes_repair(news))
    }

    /// Returns whether the echoed segment was sent before the first retransmission (RFC 3522). The
    /// ACK is then for the original transmission.
    pub(super) fn precedes_repair(&self, news: &News) -> bool {
        match self.episode.first_repair {
            Some(repair) => self.timestamps && news.echo < repair,
            None => self.mechanisms.linux_3_10,
        }
    }

    /// Undoes a reduction if a delayed original filled the hole. Returns whether one did.
    pub(super) fn try_undo_partial(&mut self, news: &News) -> bool {
        let delayed =
            self.mechanisms.undo && self.episode.undo_from.is_some() && self.precedes_repair(news);
        if !delayed {
            return false;
        }
        self.note_reordering(self.board.una() - news.advanced);
        if self.board.repaired_out() > 0 {
            // The sender sends new data, and marks no more segments lost.
            return true;
        }
        self.undo(true, news.now);
        self.keep_open(news.now);
        true
    }

    pub(super) fn undo_if_all_unneeded(&mut self, now: Time) -> bool {
        let unneeded = self.mechanisms.undo
            && self.episode.undo_from.is_some()
            && self.episode.unproven == Some(0);
        if unneeded {
            self.undo(false, now);
        }
        unneeded
    }

    pub(super) fn undo_timeout(&mut self, now: Time) {
        self.undo(true, now);
        self.episode.timeouts_in_row = 0;
        self.episode.forward_test = false;
        if self.sack {
            self.set_phase(Phase::Open, now);
        }
    }

    pub(super) fn undo(&mut self, unmark: bool, now: Time) {
        if unmark {
            self.board.unmark_all_lost();
        }
        if let Some(ssthresh) = self.episode.prior_ssthresh {
            let context = self.context(now);
            self.cc.on_undo(&context, self.episode.prior_cwnd);
            if ssthresh > self.cc.window.ssthresh() {
                self.cc.window.set_ssthresh(ssthresh);
                self.cwr_due = false;
            }
        } else if self.mechanisms.linux_3_10 && !self.cc.needs().control {
            // The mark was real, but no window below the threshold is needed.
            let window = &mut self.cc.window;
            window.set_cwnd(window.cwnd().max(window.ssthresh()));
        }
        self.episode.undo_from = None;
    }

    /// Returns the threshold that an undo restores.
    pub(super) fn current_ssthresh(&self) -> f64 {
        if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            return self.cc.window.ssthresh();
        }
        self.cc.window.ssthresh().max((self.cc.window.cwnd() * 0.75).floor())
    }
}
