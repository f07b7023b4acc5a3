//! When a reduction is undone: `tcp::undo` has the signs.

use super::{Means, Recovery};
use crate::cc::Why;
use crate::tcp::Phase;
use crate::tcp::journal::{Action, Standing};
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

    /// Returns the code of the sign for which [`Self::may_undo`] holds.
    pub(super) fn undo_sign(&self) -> &'static str {
        if self.episode.is_all_unneeded() { "undo.dsack" } else { "undo.eifel" }
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
        self.undo(true, "undo.eifel", means, news.now);
        self.keep_open(|| Why::new("undo.eifel"), means, news.now);
        true
    }

    pub(super) fn undo_if_all_unneeded(&mut self, means: &mut Means, now: Time) -> bool {
        let unneeded = self.mechanisms.undo && self.episode.is_all_unneeded();
        if unneeded {
            self.undo(false, "undo.dsack", means, now);
        }
        unneeded
    }

    pub(super) fn undo_timeout(&mut self, code: &'static str, means: &mut Means, now: Time) {
        self.undo(true, code, means, now);
        self.episode.note_progress();
        self.episode.set_testing(false);
        if self.sack {
            self.note_phase(Phase::Open, || Why::new(code), means, now);
            self.set_phase(Phase::Open, means, now);
        }
    }

    /// Takes a reduction back, for the sign with this code.
    pub(super) fn undo(&mut self, unmark: bool, code: &'static str, means: &mut Means, now: Time) {
        let before = self.standing(means);
        if unmark {
            self.board.unmark_all_lost();
            self.journal.unmark();
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
        let after = || Standing::of(&self.board, means.control.window());
        self.journal.note(now, Action::Undo, (before, after), || {
            let threshold = self.episode.prior_threshold().unwrap_or(f64::NAN);
            Why::new(code).with("priorWindow", "segments", self.episode.prior_window()).with(
                "priorThreshold",
                "segments",
                threshold,
            )
        });
        self.episode.end();
    }
}
