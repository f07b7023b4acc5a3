//! When a reduction is undone: `tcp::undo` has the signs.

use super::{Recovery, Tcb};
use crate::cc::Why;
use crate::tcp::Phase;
use crate::tcp::ack_info::AckInfo;
use crate::tcp::journal::{Action, Standing};
use crate::time::Time;

impl Recovery {
    pub(super) fn start_undo(&mut self) {
        self.episode.start(self.board.una(), self.board.repaired_out());
    }

    /// Returns whether all retransmissions were unnecessary, or this ACK is for an original
    /// transmission.
    pub(super) fn may_undo(&self, info: &AckInfo) -> bool {
        self.mechanisms.undo
            && self.episode.is_open()
            && (self.episode.is_all_unneeded() || self.precedes_repair(info))
    }

    /// Returns whether the echoed segment was sent before the first retransmission (RFC 3522). The
    /// ACK is then for the original transmission.
    fn precedes_repair(&self, info: &AckInfo) -> bool {
        match self.episode.first_repair() {
            Some(repair) => self.timestamps && info.echo < repair,
            None => self.mechanisms.linux_3_10,
        }
    }

    /// Returns the code of the sign for which [`Self::may_undo`] holds.
    pub(super) fn undo_sign(&self) -> &'static str {
        if self.episode.is_all_unneeded() { "undo.dsack" } else { "undo.eifel" }
    }

    /// Undoes a reduction if a delayed original filled the hole. Returns whether one did.
    pub(super) fn try_undo_partial(&mut self, info: &AckInfo, tcb: &mut Tcb) -> bool {
        let delayed = self.mechanisms.undo && self.episode.is_open() && self.precedes_repair(info);
        if !delayed {
            return false;
        }
        self.note_reordering(self.board.una() - info.advanced);
        if self.board.repaired_out() > 0 {
            // The sender sends new data, and marks no more segments lost.
            return true;
        }
        self.undo(true, "undo.eifel", tcb, info.now);
        self.keep_open(|| Why::new("undo.eifel"), tcb, info.now);
        true
    }

    pub(super) fn undo_if_all_unneeded(&mut self, tcb: &mut Tcb, now: Time) -> bool {
        let unneeded = self.mechanisms.undo && self.episode.is_all_unneeded();
        if unneeded {
            self.undo(false, "undo.dsack", tcb, now);
        }
        unneeded
    }

    pub(super) fn undo_timeout(&mut self, code: &'static str, tcb: &mut Tcb, now: Time) {
        self.undo(true, code, tcb, now);
        self.episode.note_progress();
        self.episode.set_testing(false);
        if self.sack {
            self.note_phase(Phase::Open, || Why::new(code), tcb, now);
            self.set_phase(Phase::Open, tcb, now);
        }
    }

    /// Takes a reduction back, for the sign with this code.
    pub(super) fn undo(&mut self, unmark: bool, code: &'static str, tcb: &mut Tcb, now: Time) {
        let before = self.standing(tcb);
        if unmark {
            self.board.unmark_all_lost();
            self.journal.unmark();
        }
        if let Some(ssthresh) = self.episode.prior_threshold() {
            let context = self.context(tcb, now);
            tcb.control.cc_mut().on_undo(&context, self.episode.prior_window());
            let window = tcb.control.window_mut();
            if ssthresh > window.ssthresh() {
                window.set_ssthresh(ssthresh);
                tcb.control.ecn_mut().withdraw();
            }
        } else if self.mechanisms.linux_3_10 && !tcb.control.needs().control {
            // The mark was real, but no window below the threshold is needed.
            let window = tcb.control.window_mut();
            window.set_cwnd(window.cwnd().max(window.ssthresh()));
        }
        let after = || Standing::of(&self.board, tcb.control.window());
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
