//! What sets the timers, and what happens when they expire.

use super::{Recovery, Tcb};
use crate::cc::{Congestion, Why};
use crate::tcp::Phase;
use crate::tcp::ack_info::AckInfo;
use crate::tcp::control::Control;
use crate::tcp::journal::{Action, Standing};
use crate::tcp::mechanisms::LossRule;
use crate::tcp::reordering::DUP_THRESH;
use crate::tcp::rtt::Rules;
use crate::tcp::send_buffer::SendBuffer;
use crate::tcp::timers::Timers;
use crate::time::{Span, Time};

impl Recovery {
    /// Returns whether only an ACK for new data restarts the timer (RFC 6298).
    pub(super) fn has_rfc_timer(&self) -> bool {
        self.mechanisms.rto == Rules::Rfc
    }

    /// RACK's reordering timer expired: the overtaken segments are lost.
    pub fn on_reordering_timer(&mut self, tcb: &mut Tcb, now: Time) {
        if self.mechanisms.linux_3_10 {
            return self.retransmit_early(tcb, now);
        }
        let mut info = AckInfo { now, ..AckInfo::default() };
        self.find_losses_by_time(&mut info, "rack.timer", tcb, now);
        tcb.control.note_losses(info.lost);
        if info.lost > 0 && self.phase != Phase::Recovery {
            self.enter_recovery(false, tcb, now);
            // This credit allows the fast retransmit.
            self.reduce_window(1, false, tcb.control);
        }
        if !tcb.timers.waits_for_reordering() {
            tcb.timers.start_timeout(now);
        }
    }

    pub fn on_probe_timer(&mut self, timers: &mut Timers, now: Time) {
        self.prober.on_timer();
        timers.start_timeout(now);
    }

    /// Handles a retransmission timeout (RFC 5681, section 3.1; RFC 6298, rules 5.4 to 5.6).
    pub fn on_timeout(&mut self, tcb: &mut Tcb, now: Time) {
        if self.board.outstanding() == 0 {
            return;
        }
        let before = self.standing(tcb);
        self.timeouts += 1;
        let recovering = self.phase >= Phase::Recovery;
        // A timeout with enough arrivals for a recovery means that the reordering estimate is too
        // large. Before 3.12, Linux reset the estimate at every timeout.
        let resets_reordering =
            self.mechanisms.linux_3_10 || !recovering && self.board.sacked_out() >= DUP_THRESH;
        if !self.sack {
            self.board.clear_duplicates();
        }
        // RFC 8985, section 6.3: recently sent segments may still arrive. The RFC waits for
        // RACK.rtt + RACK.reo_wnd. Linux leaves out the reordering window; only the Linux stack has
        // RACK here.
        let spared_after = match self.mechanisms.loss {
            LossRule::Rack => Some(self.rack.rtt()),
            _ => None,
        };
        let to_repair = self.board.to_repair();
        let retransmitted = self.mechanisms.linux_3_10 && self.board.is_any_retransmitted();
        self.board.mark_all_lost(|sent| spared_after.is_some_and(|rtt| sent + rtt > now));
        let lost = self.board.to_repair().saturating_sub(to_repair);
        tcb.control.note_losses(lost);
        let rto = tcb.timers.rtt().rto();
        self.journal.note_lost(&self.board, lost, |sent| {
            Why::new("rto.lost").with("sinceSent", "ms", now.saturating_since(sent).millis()).with(
                "rto",
                "ms",
                rto.millis(),
            )
        });

        // A repeated timeout does not reduce again. In Linux, neither does a timeout during a
        // reduction.
        let first = match self.phase {
            Phase::Open | Phase::Disorder => true,
            Phase::Cwr | Phase::Recovery => self.has_rfc_timer() || self.board.una() >= self.high,
            Phase::Loss => self.episode.timeouts_in_row() == 0,
        };
        let (outstanding, in_row) = (self.board.outstanding(), self.episode.timeouts_in_row() + 1);
        let why = || {
            Why::new(if first { "rto.expired" } else { "rto.again" })
                .with("rto", "ms", rto.millis())
                .with("outstanding", "segments", outstanding as f64)
                .with("inRow", "", f64::from(in_row))
        };
        let after = Standing {
            cwnd: (self.board.in_flight() + 1) as f64,
            ..Standing::of(&self.board, tcb.control.window())
        };
        self.journal.note(now, Action::Timeout, (before, || after), why);
        self.note_phase(Phase::Loss, why, tcb, now);
        if first {
            let before = self.standing(tcb);
            self.episode.keep_threshold(self.current_ssthresh(tcb.control));
            self.episode.keep_window(tcb.control.window().cwnd());
            let context = self.context(tcb, now);
            let why =
                tcb.control.cc_mut().on_congestion(&context, Congestion::Timeout, outstanding);
            self.note_reduction(why, before, tcb, now);
            self.start_undo();
        }
        if retransmitted {
            self.episode.end();
        }
        if resets_reordering {
            self.reordering.narrow();
        }
        tcb.control.window_mut().set_cwnd((self.board.in_flight() + 1) as f64);
        let tests = if self.mechanisms.linux_3_10 { first } else { !recovering };
        self.episode
            .set_testing(self.mechanisms.undo && (tests || self.episode.timeouts_in_row() > 0));
        self.episode.count_timeout();
        self.set_phase(Phase::Loss, tcb, now);
        self.high = self.board.next();
        self.announce_reduction(false, tcb.control);
        self.prober.clear();
        self.force_repair = false;
        self.hold_repairs = false;
        tcb.timers.rtt_mut().back_off();
        tcb.timers.stop();
        tcb.timers.start_timeout(now);
    }

    /// Restarts the timers after an ACK. `rtt` is the RTT of the newest arrival.
    pub fn adjust_timers(&self, info: &AckInfo, rtt: Span, tcb: &mut Tcb, now: Time) {
        if self.board.outstanding() == 0 {
            return self.rearm(tcb, now);
        }
        let progress = info.advanced > 0 || self.is_earlier(info, rtt, now);
        // RFC 6582, section 3.2, step 3: only the first partial ACK restarts the timer.
        let repeated_partial = self.has_rfc_timer()
            && !self.sack
            && self.phase == Phase::Recovery
            && self.episode.partial_acks() > 1;
        if !progress || repeated_partial {
            return;
        }
        if tcb.timers.waits_for_reordering() {
            tcb.timers.start_timeout(now);
        } else {
            self.rearm(tcb, now);
        }
    }

    /// Returns whether data arrived that was sent before the last transmission of the oldest
    /// segment. Such arrivals end, so the timer cannot be postponed forever.
    fn is_earlier(&self, info: &AckInfo, rtt: Span, now: Time) -> bool {
        info.sacked > 0 && !self.has_rfc_timer() && self.is_head_overtaken(rtt, now)
    }

    /// Returns whether the newest arrival, with round-trip time `rtt`, was sent before the oldest
    /// segment.
    fn is_head_overtaken(&self, rtt: Span, now: Time) -> bool {
        self.board.head_sent().is_some_and(|sent| rtt > now.saturating_since(sent))
    }

    /// Restarts the probe or retransmission timer after an ACK that shows progress.
    pub fn rearm(&self, tcb: &mut Tcb, now: Time) {
        if self.board.outstanding() == 0 {
            tcb.timers.stop();
        } else if !self.arm_probe(tcb, now, true) {
            self.restart_timeout(tcb.timers, now);
        }
    }

    /// Sets the timer after new data was sent. `idle`: nothing was outstanding before.
    pub fn arm_after_sending(&self, tcb: &mut Tcb, now: Time, idle: bool) {
        // A probe timer replaces the retransmission timer.
        if !self.arm_probe(tcb, now, false) && (idle || tcb.timers.waits_for_probe()) {
            tcb.timers.arm_timeout(&self.board, now);
        }
    }

    /// Sets the timer after an ACK on the fast path and new data. Returns the next deadline.
    #[inline(always)]
    pub fn arm_in_order(&self, tcb: &mut Tcb, now: Time) -> Time {
        match tcb.timers.arm_in_order(&self.board, now) {
            Some(due) => due,
            None => self.arm_in_order_in_general(tcb, now),
        }
    }

    fn arm_in_order_in_general(&self, tcb: &mut Tcb, now: Time) -> Time {
        if !self.arm_probe(tcb, now, false) {
            self.restart_timeout(tcb.timers, now);
        }
        tcb.timers.next_in_order()
    }

    /// Sets the timer after a retransmission. A repair of the oldest segment restarts the timeout.
    pub(super) fn arm_after_repair(&self, seq: u64, timers: &mut Timers, now: Time) {
        let oldest = seq == self.board.una() && !self.has_rfc_timer();
        if oldest || !timers.waits_for_timeout() {
            timers.replace_probe(now);
        }
    }

    /// Sets the retransmission timer after an ACK that advances.
    fn restart_timeout(&self, timers: &mut Timers, now: Time) {
        if self.mechanisms.linux_3_10 {
            timers.replace_probe(now);
        } else {
            timers.arm_timeout(&self.board, now);
        }
    }

    /// Sets the probe timer (RFC 8985, section 7.2). Returns whether it runs now.
    pub(super) fn arm_probe(&self, tcb: &mut Tcb, now: Time, progress: bool) -> bool {
        let may_probe = tcb.timers.has_probes()
            && matches!(self.phase, Phase::Open | Phase::Cwr)
            && self.board.outstanding() > 0
            && (!self.mechanisms.linux_3_10 || self.may_probe_3_10(tcb));
        if may_probe {
            tcb.timers.arm_probe(&self.board, now, progress);
        }
        may_probe
    }

    /// Returns whether the application has no more data for the open window.
    pub fn starves(&self, control: &Control, send_buffer: &SendBuffer) -> bool {
        self.board.next() >= send_buffer.end()
            && self.board.in_flight() < control.window().segments()
            && self.board.is_repaired()
    }
}
