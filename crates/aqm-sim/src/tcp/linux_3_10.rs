//! Loss recovery of Linux 3.10 where it differs from later releases: the order in which an ACK was
//! processed, early retransmit (RFC 5827), and when a reduction was undone. The rules are those of
//! `tcp_ack`, `tcp_fastretrans_alert` and `tcp_time_to_recover` of that release.

use crate::packet::Ack;
use crate::time::{Span, Time};

use super::Phase;
use super::intake::News;
use super::mechanisms::LossRule;
use super::sender::{DUP_THRESH, Sender};

/// Largest reordering estimate in segments. Since 3.18 it is 300.
const MAX_REORDERING: u64 = 127;
/// Shortest wait before an early retransmission; otherwise a quarter of the RTT.
const MIN_EARLY_WAIT: Span = Span::from_millis(2);
/// Early retransmit acts while fewer segments than this are outstanding (RFC 5827, section 3.2).
const EARLY_OUTSTANDING: u64 = 4;

impl Sender {
    /// Processes the news of an ACK. Before 3.12 growth came first: the ACK that ends a reduction did not
    /// grow the window, and the ACK that starts one did.
    pub(super) fn follow_linux_3_10(&mut self, ack: &Ack, news: &mut News, now: Time) {
        if news.advanced > 0 {
            self.timers.retransmit = now + self.rtt.rto();
        }
        let reduced = matches!(self.phase, Phase::Cwr | Phase::Recovery);
        let stopped = news.ece && !self.cc.window.in_slow_start();
        if news.advanced > 0 && !reduced && !stopped && !self.cc.needs().control {
            self.grow(news, now);
        }
        if self.needs_assessment(news) {
            self.assess(news, now);
        }
        if self.waits_above_recovery(news) {
            self.moderate_window();
        } else if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            self.reduce_window(news.delivered, true);
        }
        self.end_probe(ack, news);
        if self.board.outstanding() == 0 {
            self.rearm(now);
        } else if self.timers.retransmit != Time::NEVER && self.may_probe_3_10() {
            self.arm_probe(now, news.advanced > 0);
        }
    }

    /// Returns whether the recovery is complete but lasts until a higher segment is acknowledged, as it
    /// does without SACK (RFC 6582, section 4.1).
    fn waits_above_recovery(&self, news: &News) -> bool {
        !self.sack
            && self.phase == Phase::Recovery
            && news.advanced > 0
            && self.board.una() == self.high
    }

    /// Replaces a probe or an early retransmission that waits by the timeout. Every ACK does so, and
    /// then decides again.
    pub(super) fn replace_short_timers(&mut self, now: Time) {
        let waits = self.timers.probe != Time::NEVER || self.timers.reorder != Time::NEVER;
        if waits && self.board.outstanding() > 0 {
            self.arm_retransmit(now);
            self.timers.reorder = Time::NEVER;
        }
    }

    /// Returns whether a tail loss probe may be scheduled. It was for flows without signs of loss
    /// whose window is full, or whose data has ended.
    pub(super) fn may_probe_3_10(&self) -> bool {
        self.phase == Phase::Open
            && self.rtt.srtt().is_some()
            && (self.is_limited() || self.board.next() >= self.end)
    }

    /// Limits bursts: the window exceeds the flight by the reordering estimate at most.
    pub(super) fn moderate_window(&mut self) {
        if self.cc.needs().control {
            return;
        }
        let most = self.board.in_flight() + self.reordering;
        if self.cc.window.segments() > most {
            self.cc.window.set_segments(most);
        }
    }

    /// Records reordering by `distance` segments. More than the estimate ends FACK for good.
    pub(super) fn adapt_reordering(&mut self, distance: u64) {
        if distance > self.reordering {
            self.reordering = distance.min(MAX_REORDERING);
            self.fack_off = true;
        }
    }

    /// Processes an ACK within a recovery.
    pub(super) fn continue_recovery_3_10(&mut self, news: &mut News, now: Time) {
        if news.advanced == 0 {
            if !self.sack {
                self.count_duplicate(news);
            }
        } else {
            self.episode.partial_acks += 1;
            if self.is_hole_filled_late(news) {
                return;
            }
        }
        self.find_losses(news, now);
        let few = self.board.highest_sacked() <= self.board.una() + self.reordering;
        if self.mechanisms.loss == LossRule::Fack && !self.fack_off && news.advanced == 0 && few {
            news.lost += u64::from(self.board.mark_original_lost(self.board.una()));
        }
    }

    /// Returns whether a late original filled the hole. No more segments are then marked lost with this
    /// ACK. Rate reduction sets the window, so the reduction was undone only at the end of the recovery.
    fn is_hole_filled_late(&mut self, news: &News) -> bool {
        if !self.may_undo(news) {
            return false;
        }
        if !self.board.any_repair() {
            self.episode.first_repair = None;
        }
        self.note_reordering(self.board.una() - news.advanced);
        true
    }

    /// Marks the oldest segment lost when too few segments are left for three duplicate ACKs, or
    /// starts the wait for that (RFC 5827).
    pub(super) fn find_early_loss(&mut self, news: &mut News, now: Time) {
        if self.board.lost_out() > 0 || (self.can_send_new() && !self.is_limited()) {
            return;
        }
        let (outstanding, arrived) = (self.board.outstanding(), self.board.sacked_out());
        let all_above_arrived =
            outstanding <= self.reordering && arrived >= (outstanding / 2).max(DUP_THRESH);
        let early = self.reorderings == 0
            && self.board.repaired_out() == 0
            && arrived > 0
            && outstanding > arrived
            && outstanding < EARLY_OUTSTANDING;
        if all_above_arrived || (early && !self.wait_for_reordering(news, now)) {
            news.lost += u64::from(self.board.mark_original_lost(self.board.una()));
        }
    }

    /// Waits a quarter of the RTT for late segments (RFC 5827, appendix A.3). Returns whether it waits.
    fn wait_for_reordering(&mut self, news: &News, now: Time) -> bool {
        let Some(srtt) = self.rtt.srtt().filter(|_| !news.ece) else { return false };
        let due = now + srtt.half().half().max(MIN_EARLY_WAIT);
        if self.timers.retransmit <= due {
            return false;
        }
        self.timers.reorder = due;
        (self.timers.retransmit, self.timers.probe) = (Time::NEVER, Time::NEVER);
        true
    }

    /// The wait for an early retransmission is over: the oldest segment is lost.
    pub(super) fn retransmit_early(&mut self, now: Time) {
        // The timer that has expired had replaced the timeout.
        self.timers.reorder = now;
        self.arm_retransmit(now);
        self.timers.reorder = Time::NEVER;
        if self.reorderings == 0 && self.board.outstanding() > 0 {
            self.enter_recovery(false, now);
            self.board.mark_original_lost(self.board.una());
        }
    }
}
