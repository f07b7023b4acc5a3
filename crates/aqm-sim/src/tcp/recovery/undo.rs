//! When a reduction is undone: `tcp::undo` has the signs.

use super::{Means, Recovery};
use crate::tcp::Phase;
use crate::tcp::news::News;
use crate::time::Time;

impl Recovery {
    pub(super) fn start_undo(&mut self) {
        self.episode.start(self.board.una(), self.board.repaired_out());
    }

    /// Returns whether all retransmissions were unnecessary, or this ACK is for an original
    /// transmission.
    pub(super) fn may_undo(&self, news: &News) -> bool {
        self.mechanisms.undo
            && self.episode.is_open()
            && (self.episode.is_all_unneeded() || self.precedes_repair(news))
    }

    /// Returns whether the echoed segment was sent before the first retransmission (RFC 3522). The
    /// ACK is then for the original transmission.
    fn precedes_repair(&self, news: &News) -> bool {
        match self.episode.first_repair() {
            Some(repair) => self.timestamps && news.echo < repair,
            None => self.mechanisms.linux_3_10,
        }
    }

    /// Undoes a reduction if a delayed original filled the hole. Returns whether one did.
    pub(super) fn try_undo_partial(&mut self, news: &News, means: &mut Means) -> bool {
        let delayed = self.mechanisms.undo && self.episode.is_open() && self.precedes_repair(news);
        if !delayed {
            return false;
        }
        self.note_reordering(self.board.una() - news.advanced);
        if self.board.repaired_out() > 0 {
            // The sender sends new data, and marks no more segments lost.
            return true;
        }
        self.undo(true, means, news.now);
        self.keep_open(means, news.now);
        true
    }

    pub(super) fn undo_if_all_unneeded(&mut self, means: &mut Means, now: Time) -> bool {
        let unneeded = self.mechanisms.undo && self.episode.is_all_unneeded();
        if unneeded {
            self.undo(false, means, now);
        }
        unneeded
    }

    pub(super) fn undo_timeout(&mut self, means: &mut Means, now: Time) {
        self.undo(true, means, now);
        self.episode.note_progress();
        self.episode.set_testing(false);
        if self.sack {
            self.set_phase(Phase::Open, means, now);
        }
    }

    pub(super) fn undo(&mut self, unmark: bool, means: &mut Means, now: Time) {
        if unmark {
            self.board.unmark_all_lost();
        }
        if let Some(ssthresh) = self.episode.prior_threshold() {
            let context = self.context(means, now);
            means.control.cc_mut().on_undo(&context, self.episode.prior_window());
            let window = means.control.window_mut();
            if ssthresh > window.ssthresh() {
                window.set_ssthresh(ssthresh);
                means.control.ecn_mut().withdraw();
            }
        } else if self.mechanisms.linux_3_10 && !means.control.needs().control {
            // The mark was real, but no window below the threshold is needed.
            let window = means.control.window_mut();
            window.set_cwnd(window.cwnd().max(window.ssthresh()));
        }
        self.episode.end();
    }
}
