//! Loss recovery of Linux 3.10 where it differs from later releases: the order in which an ACK was
//! processed, early retransmit (RFC 5827), and when a reduction was undone. The rules are those of
//! `tcp_ack`, `tcp_fastretrans_alert` and `tcp_time_to_recover` of that release.

use super::{Recovery, Tcb};
use crate::packet::Ack;
use crate::tcp::Phase;
use crate::tcp::ack_info::AckInfo;
use crate::tcp::control::Control;
use crate::tcp::mechanisms::LossRule;
use crate::tcp::reordering::DUP_THRESH;
use crate::time::{Span, Time};

/// Shortest wait before an early retransmission; otherwise a quarter of the RTT.
const MIN_EARLY_WAIT: Span = Span::from_millis(2);
/// Early retransmit acts while fewer segments than this are outstanding (RFC 5827, section 3.2).
const EARLY_OUTSTANDING: u64 = 4;

impl Recovery {
    /// Processes the news of an ACK. Before 3.12 growth came first: the ACK that ends a reduction did not
    /// grow the window, and the ACK that starts one did.
    pub fn follow_linux_3_10(&mut self, ack: &Ack, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        if info.advanced > 0 {
            tcb.timers.start_timeout(now);
        }
        let reduced = self.is_reducing();
        let stopped = info.ece && !tcb.control.window().in_slow_start();
        if info.advanced > 0 && !reduced && !stopped && !tcb.control.needs().control {
            self.grow(info, tcb, now);
        }
        if self.needs_assessment(info) {
            self.assess(info, tcb, now);
        }
        if self.waits_above_recovery(info) {
            self.moderate_window(tcb.control);
        } else if self.is_reducing() {
            self.reduce_window(info.delivered, true, tcb.control);
        }
        self.end_probe(ack.next, ack.sacks[0].end, info, tcb);
        if self.board.outstanding() == 0 {
            self.rearm(tcb, now);
        } else if tcb.timers.waits_for_timeout() && self.may_probe_3_10(tcb) {
            self.arm_probe(tcb, now, info.advanced > 0);
        }
    }

    /// Returns whether the recovery is complete but lasts until a higher segment is acknowledged, as it
    /// does without SACK (RFC 6582, section 4.1).
    fn waits_above_recovery(&self, info: &AckInfo) -> bool {
        !self.sack
            && self.phase == Phase::Recovery
            && info.advanced > 0
            && self.board.una() == self.high
    }

    /// Replaces a probe or an early retransmission that waits by the timeout. Every ACK does so, and
    /// then decides again.
    pub(super) fn replace_short_timers(&self, tcb: &mut Tcb, now: Time) {
        let waits = tcb.timers.waits_for_probe() || tcb.timers.waits_for_reordering();
        if waits && self.board.outstanding() > 0 {
            tcb.timers.arm_timeout(&self.board, now);
            tcb.timers.stop_reordering();
        }
    }

    /// Returns whether a tail loss probe may be scheduled. It was for flows without signs of loss
    /// whose window is full, or whose data has ended.
    pub(super) fn may_probe_3_10(&self, tcb: &Tcb) -> bool {
        self.phase == Phase::Open
            && tcb.timers.rtt().srtt().is_some()
            && (self.is_limited(tcb.control) || self.board.next() >= tcb.send_buffer.end())
    }

    /// Limits bursts: the window exceeds the flight by the reordering estimate at most.
    pub(super) fn moderate_window(&self, control: &mut Control) {
        if control.needs().control {
            return;
        }
        let most = self.board.in_flight() + self.reordering.extent();
        if control.window().segments() > most {
            control.window_mut().set_segments(most);
        }
    }

    /// Processes an ACK within a recovery.
    pub(super) fn continue_recovery_3_10(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        if info.advanced == 0 {
            if !self.sack {
                self.count_duplicate(info);
            }
        } else {
            self.episode.count_partial_ack();
            if self.is_hole_filled_late(info) {
                return;
            }
        }
        self.find_losses(info, tcb, now);
        let few = self.board.highest_sacked() <= self.board.una() + self.reordering.extent();
        let by_fack = self.mechanisms.loss == LossRule::Fack && !self.reordering.ends_fack();
        if by_fack && info.advanced == 0 && few {
            let lost = self.board.mark_original_lost(self.board.una());
            info.lost += u64::from(lost);
            self.note_lost_by_count("fack.head", lost.into());
        }
    }

    /// Returns whether a late original filled the hole. No more segments are then marked lost with this
    /// ACK. Rate reduction sets the window, so the reduction was undone only at the end of the recovery.
    fn is_hole_filled_late(&mut self, info: &AckInfo) -> bool {
        if !self.may_undo(info) {
            return false;
        }
        if !self.board.any_repair() {
            self.episode.forget_repairs();
        }
        self.note_reordering(self.board.una() - info.advanced);
        true
    }

    /// Marks the oldest segment lost when too few segments are left for three duplicate ACKs, or
    /// starts the wait for that (RFC 5827).
    pub(super) fn find_early_loss(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        let may_send_new = self.can_send_new(tcb.send_buffer) && !self.is_limited(tcb.control);
        if self.board.lost_out() > 0 || may_send_new {
            return;
        }
        let (outstanding, arrived) = (self.board.outstanding(), self.board.sacked_out());
        let all_above_arrived =
            outstanding <= self.reordering.extent() && arrived >= (outstanding / 2).max(DUP_THRESH);
        let early = self.reordering.seen() == 0
            && self.board.repaired_out() == 0
            && arrived > 0
            && outstanding > arrived
            && outstanding < EARLY_OUTSTANDING;
        if all_above_arrived || (early && !wait_for_reordering(info, tcb, now)) {
            let lost = self.board.mark_original_lost(self.board.una());
            info.lost += u64::from(lost);
            let code = if all_above_arrived { "early.allAbove" } else { "early.few" };
            self.note_lost_by_count(code, lost.into());
        }
    }

    /// The wait for an early retransmission is over: the oldest segment is lost.
    pub(super) fn retransmit_early(&mut self, tcb: &mut Tcb, now: Time) {
        // The timer that has expired had replaced the timeout.
        tcb.timers.arm_timeout_after_reordering(&self.board, now);
        if self.reordering.seen() == 0 && self.board.outstanding() > 0 {
            // The mark is noted first, because it is the reason of the recovery.
            self.note_lost_by_count("early.timer", 1);
            self.enter_recovery(false, tcb, now);
            let lost = self.board.mark_original_lost(self.board.una());
            self.note_lost_by_count("early.timer", lost.into());
        }
    }
}

/// Waits a quarter of the RTT for late segments (RFC 5827, appendix A.3). Returns whether it waits.
fn wait_for_reordering(info: &AckInfo, tcb: &mut Tcb, now: Time) -> bool {
    let Some(srtt) = tcb.timers.rtt().srtt().filter(|_| !info.ece) else { return false };
    tcb.timers.arm_early_retransmit(now + srtt.half().half().max(MIN_EARLY_WAIT))
}
