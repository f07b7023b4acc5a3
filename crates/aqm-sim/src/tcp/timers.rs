//! A sender's timers: retransmission (RFC 6298), tail loss probe and reordering (RFC 8985).

use crate::cc::Congestion;
use crate::time::{Span, Time};

use super::Phase;
use super::intake::News;
use super::mechanisms::{LossRule, TailProbe};
use super::rtt::{MIN_RTO, Rules};
use super::sender::{DUP_THRESH, Sender};

/// Linux sets no timer to less than two ticks of 1 ms.
const MIN_TIMER: Span = Span::from_millis(2);
/// Wait for a probe before the first RTT sample (RFC 8985, section 7.2).
const BLIND_PROBE: Span = Span::from_millis(1000);
/// Shortest wait for a probe with several segments outstanding
/// (draft-dukkipati-tcpm-tcp-loss-probe-01).
const MIN_DRAFT_PROBE: Span = Span::from_millis(10);
/// Linux 6.5 repeats this many SYNs without backoff.
const LINEAR_SYN_RETRIES: u32 = 4;

/// Deadlines.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Timers {
    pub(super) retransmit: Time,
    /// While the probe timer runs, the retransmission timer is off.
    pub(super) probe: Time,
    pub(super) reorder: Time,
}

impl Default for Timers {
    fn default() -> Self {
        Timers { retransmit: Time::NEVER, probe: Time::NEVER, reorder: Time::NEVER }
    }
}

impl Timers {
    pub(super) fn next(&self) -> Time {
        self.retransmit.min(self.probe).min(self.reorder)
    }
}

impl Sender {
    pub(super) fn run_timers(&mut self, now: Time) {
        self.rack.catch_up(&mut self.postponed, self.board.una());
        if self.pacer.timer() <= now {
            self.pacer.release();
        }
        if self.timers.reorder <= now {
            self.timers.reorder = Time::NEVER;
            self.on_reorder_timer(now);
        }
        if self.timers.probe <= now {
            self.timers.probe = Time::NEVER;
            self.on_probe_timer(now);
        }
        if self.timers.retransmit <= now {
            self.timers.retransmit = Time::NEVER;
            if self.opening.established { self.on_timeout(now) } else { self.on_syn_timeout() }
        }
    }

    fn on_syn_timeout(&mut self) {
        self.opening.syn_due = true;
        self.opening.syn_retries += 1;
        let linear = self.mechanisms.loss == LossRule::Rack
            && self.opening.syn_retries <= LINEAR_SYN_RETRIES;
        if !linear {
            self.rtt.back_off();
        }
    }

    /// RACK's reordering timer expired: the overtaken segments are lost.
    fn on_reorder_timer(&mut self, now: Time) {
        if self.mechanisms.linux_3_10 {
            return self.retransmit_early(now);
        }
        let mut news = News { now, ..News::default() };
        self.find_losses_by_time(&mut news, now);
        if let Some(delivery) = &mut self.delivery {
            delivery.on_lost(news.lost);
        }
        if news.lost > 0 && self.phase != Phase::Recovery {
            self.enter_recovery(false, now);
            // This credit allows the fast retransmit.
            self.reduce_window(1, false);
        }
        if self.timers.reorder == Time::NEVER {
            self.timers.retransmit = now + self.rtt.rto();
        }
    }

    fn on_probe_timer(&mut self, now: Time) {
        // RFC 8985, section 7.3: one probe at a time.
        self.probe_due = self.probe.is_none();
        self.timers.retransmit = now + self.rtt.rto();
    }

    /// Handles a retransmission timeout (RFC 5681, section 3.1; RFC 6298, rules 5.4 to 5.6).
    fn on_timeout(&mut self, now: Time) {
        if self.board.outstanding() == 0 {
            return;
        }
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

        if let Some(delivery) = &mut self.delivery {
            delivery.on_lost(self.board.to_repair().saturating_sub(to_repair));
        }

        // A repeated timeout does not reduce again. In Linux, neither does a timeout during a
        // reduction.
        let first = match self.phase {
            Phase::Open | Phase::Disorder => true,
            Phase::Cwr | Phase::Recovery => self.rfc_timer() || self.board.una() >= self.high,
            Phase::Loss => self.episode.timeouts_in_row == 0,
        };
        if first {
            self.episode.prior_ssthresh = Some(self.current_ssthresh());
            self.episode.prior_cwnd = self.cc.window.cwnd();
            let outstanding = self.board.outstanding();
            let context = self.context(now);
            self.cc.on_congestion(&context, Congestion::Timeout, outstanding);
            self.start_undo();
        }
        if retransmitted {
            self.episode.undo_from = None;
        }
        if resets_reordering {
            self.reordering = self.reordering.min(DUP_THRESH);
        }
        self.cc.window.set_cwnd((self.board.in_flight() + 1) as f64);
        let tests = if self.mechanisms.linux_3_10 { first } else { !recovering };
        self.episode.forward_test =
            self.mechanisms.undo && (tests || self.episode.timeouts_in_row > 0);
        self.episode.timeouts_in_row += 1;
        self.set_phase(Phase::Loss, now);
        self.high = self.board.next();
        self.announce_reduction(self.ecn);
        self.probe = None;
        self.probe_due = false;
        self.force_repair = false;
        self.hold_repairs = false;
        self.rtt.back_off();
        self.timers = Timers { retransmit: now + self.rtt.rto(), ..Timers::default() };
    }

    /// Restarts the probe or retransmission timer after an ACK that shows progress.
    pub(super) fn rearm(&mut self, now: Time) {
        if self.board.outstanding() == 0 {
            self.timers = Timers::default();
        } else if !self.arm_probe(now, true) {
            self.restart_retransmit(now);
        }
    }

    /// Sets the timer after new data was sent. `idle`: nothing was outstanding before.
    pub(super) fn arm_after_sending(&mut self, now: Time, idle: bool) {
        // A probe timer replaces the retransmission timer.
        if !self.arm_probe(now, false) && (idle || self.timers.probe != Time::NEVER) {
            self.arm_retransmit(now);
        }
    }

    /// Sets the timer after an ACK on the fast path and new data. Returns the next deadline.
    pub(super) fn arm_in_order(&mut self, now: Time) -> Time {
        // A match, because a comparison costs four more instructions.
        let Some(TailProbe::Rack) = self.mechanisms.tail_probe else {
            return self.arm_in_order_in_general(now);
        };
        if self.board.outstanding() == 1 {
            return self.arm_in_order_in_general(now);
        }
        let wait = Span::from_nanos(2 * self.rtt.srtt_or_zero().nanos() + MIN_TIMER.nanos());
        let timeout = self.board.oldest_sent().plus(self.rtt.rto());
        self.set_probe(now, wait, timeout);
        self.timers.probe
    }

    fn arm_in_order_in_general(&mut self, now: Time) -> Time {
        if !self.arm_probe(now, false) {
            self.restart_retransmit(now);
        }
        self.next_timer_in_order()
    }

    /// Sets the timer after a retransmission. A repair of the oldest segment restarts the timeout.
    pub(super) fn arm_after_repair(&mut self, seq: u64, now: Time) {
        let oldest = seq == self.board.una() && !self.rfc_timer();
        if oldest || self.timers.retransmit == Time::NEVER {
            self.timers.retransmit = now + self.rtt.rto();
            self.timers.probe = Time::NEVER;
        }
    }

    /// Sets the retransmission timer after an ACK that advances.
    fn restart_retransmit(&mut self, now: Time) {
        if self.mechanisms.linux_3_10 {
            self.timers.retransmit = now + self.rtt.rto();
            self.timers.probe = Time::NEVER;
        } else {
            self.arm_retransmit(now);
        }
    }

    pub(super) fn arm_retransmit(&mut self, now: Time) {
        // The timeout counts from the oldest segment, but a probe or reordering timer has replaced
        // it.
        let displaced = self.timers.probe != Time::NEVER || self.timers.reorder != Time::NEVER;
        let from = if displaced { self.board.head_sent().unwrap_or(now) } else { now };
        let soonest = now.plus(Span::from_nanos(1));
        self.timers.retransmit = from.plus(self.rtt.rto()).max(soonest);
        self.timers.probe = Time::NEVER;
    }

    /// Sets the probe timer (RFC 8985, section 7.2). Returns whether it runs now.
    pub(super) fn arm_probe(&mut self, now: Time, progress: bool) -> bool {
        let Some(kind) = self.mechanisms.tail_probe else { return false };
        if !matches!(self.phase, Phase::Open | Phase::Cwr) || self.board.outstanding() == 0 {
            return false;
        }
        if self.mechanisms.linux_3_10 && !self.may_probe_3_10() {
            return false;
        }
        let single = self.board.outstanding() == 1;
        let wait = match (self.rtt.srtt(), kind) {
            (None, _) => BLIND_PROBE,
            (Some(srtt), TailProbe::Rack) => {
                let more = if single { MIN_RTO } else { MIN_TIMER };
                Span::from_nanos(2 * srtt.nanos() + more.nanos())
            }
            (Some(srtt), TailProbe::Draft) => {
                let delayed = if single { srtt + srtt.half() + MIN_RTO } else { MIN_DRAFT_PROBE };
                (srtt * 2).max(delayed)
            }
        };
        let timeout_from = if progress { now } else { self.board.head_sent().unwrap_or(now) };
        let timeout = timeout_from.plus(self.rtt.rto());
        self.set_probe(now, wait, timeout);
        true
    }

    /// Sets the probe to `wait` from now, or to `timeout` if that is earlier.
    fn set_probe(&mut self, now: Time, wait: Span, timeout: Time) {
        // A timeout in the past must not shorten the wait: the wrapping subtraction makes it very
        // large.
        let next = now.nanos() + 1;
        let wait = (wait.nanos() - 1).min(timeout.nanos().wrapping_sub(next));
        self.timers.probe = Time::from_nanos(next + wait);
        self.timers.retransmit = Time::NEVER;
    }

    /// Sets the reordering timer to `wait` from now.
    pub(super) fn arm_reorder(&mut self, now: Time, wait: Span) {
        self.timers.reorder = now + wait + MIN_TIMER;
        self.timers.probe = Time::NEVER;
        if self.timers.retransmit == Time::NEVER {
            self.timers.retransmit = now + self.rtt.rto();
        }
    }

    /// Returns whether only an ACK for new data restarts the timer (RFC 6298).
    pub(super) fn rfc_timer(&self) -> bool {
        self.mechanisms.rto == Rules::Rfc
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{Ack, SackBlock};
    use crate::tcp::{SenderConfig, Stack};

    fn at(ms: u64) -> Time {
        Time::ZERO + Span::from_millis(ms)
    }

    fn flush(sender: &mut Sender, now: Time) -> Vec<u64> {
        std::iter::from_fn(|| sender.next_segment(now)).map(|sent| sent.segment.seq).collect()
    }

    /// Returns a connection with an RTT of 100 ms. Four segments, sent at 100 ms, are acknowledged.
    fn opened(stack: Stack) -> Sender {
        let config = SenderConfig { stack, segments: Some(0), ..SenderConfig::default() };
        let mut sender = Sender::new(&SenderConfig { tail_loss_probe: false, ..config });
        flush(&mut sender, at(0));
        acknowledge(&mut sender, 0, &[], 100);
        sender.write(4, at(100));
        assert_eq!(flush(&mut sender, at(100)), [0, 1, 2, 3]);
        acknowledge(&mut sender, 4, &[], 200);
        sender
    }

    /// Acknowledges at `ms` a segment that was sent 100 ms earlier.
    fn acknowledge(sender: &mut Sender, next: u64, held: &[SackBlock], ms: u64) {
        let mut ack = Ack { next, echo: at(ms - 100), window: 1000, ..Ack::default() };
        ack.sacks[..held.len()].copy_from_slice(held);
        sender.on_ack(&ack, at(ms));
    }

    #[test]
    fn a_timeout_keeps_segments_sent_less_than_one_rtt_ago() {
        for (stack, lost, window) in [(Stack::Linux6, 4, 4.0), (Stack::Rfc, 7, 1.0)] {
            let mut sender = opened(stack);
            sender.write(4, at(210));
            assert_eq!(flush(&mut sender, at(210)), [4, 5, 6, 7]);
            let due = sender.next_timer();
            let late = Time::from_nanos(due.nanos() - 50_000_000);
            sender.write(3, late);
            assert_eq!(flush(&mut sender, late), [8, 9, 10]);
            assert_eq!(sender.next_timer(), due, "{stack:?}");
            sender.on_timer(due);
            let probe = sender.probe();
            assert_eq!((probe.timeouts, probe.lost, probe.cwnd), (1, lost, window), "{stack:?}");
            assert_eq!(flush(&mut sender, due), [4], "{stack:?}");
        }
    }

    #[test]
    fn late_originals_after_a_spurious_timeout_mark_no_losses() {
        let mut sender = opened(Stack::Linux6);
        sender.cc.window.set_cwnd(20.0);
        sender.write(30, at(200));
        assert_eq!(flush(&mut sender, at(200)).len(), 20);
        // The path's RTT has grown by 500 ms.
        sender.on_timer(at(500));
        assert_eq!((sender.probe().timeouts, flush(&mut sender, at(500))), (1, vec![4]));
        for i in 0..5 {
            let ack = Ack { next: 5 + i, echo: at(200), window: 1000, ..Ack::default() };
            sender.on_ack(&ack, at(800 + i));
            let probe = sender.probe();
            assert_eq!((probe.phase, probe.lost, probe.reorderings), (Phase::Open, 0, 0), "{i}");
            assert_eq!(probe.cwnd, 21.0 + i as f64, "back in slow start");
            assert_eq!(flush(&mut sender, at(800 + i)).len(), 2, "{i}");
        }
        assert_eq!(sender.probe().retransmissions, 1);
    }

    #[test]
    fn a_timeout_with_three_arrivals_resets_the_reordering_estimate() {
        for (stack, held, reordering) in [
            (Stack::Linux6, 3, 3),
            (Stack::Linux6, 2, 100),
            (Stack::Linux310, 3, 3),
            (Stack::Linux310, 2, 3),
        ] {
            let mut sender = opened(stack);
            sender.write(8, at(210));
            flush(&mut sender, at(210));
            (sender.reordering, sender.reorderings) = (100, 1);
            acknowledge(&mut sender, 4, &[SackBlock { start: 5, end: 5 + held }], 310);
            assert_eq!(sender.phase, Phase::Disorder);
            // Called directly, because RACK's timer would begin a recovery first.
            sender.on_timeout(at(320));
            assert_eq!(sender.reordering, reordering, "{stack:?}, {held} arrived");
        }
    }
}
