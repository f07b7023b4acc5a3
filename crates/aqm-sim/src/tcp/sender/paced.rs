//! The fast path of paced senders and of senders that measure delivery rates: ACKs for in-order data
//! without losses, reordering or marks, and the release of new segments.
//!
//! Like `in_order`, it has the same result as the general code and skips the steps that would change
//! nothing. It is apart, so that senders without pacing do not pay for it.

use super::{AckPath, Sender};
use crate::tcp::Phase;
use crate::tcp::delivery::Outcome;
use crate::tcp::fast_path::{Burst, InOrderAck};
use crate::tcp::scoreboard::Delivered;
use crate::time::{Span, Time};

/// The sender's reaction to an ACK on the fast path of paced senders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PacedAck {
    /// The ACK needs the general path. No state has changed.
    NotInOrder,
    /// Everything is done; pacing allows at most these segments now. Their source is 0.
    Done(Option<Burst>),
    /// The ACK is processed, and [`Sender::next_segment`] must be called.
    Continue,
}

impl Sender {
    /// Returns whether an ACK may take this path.
    pub(crate) fn takes_paced_path(&self) -> bool {
        self.ack_path == AckPath::Paced
    }

    /// Returns whether the ACK needs no more than this path. A mark changes only counters while the
    /// reduction after an earlier one lasts.
    fn is_plain(&self, next: u64, marked: u64) -> bool {
        let is_plain = match self.recovery.phase() {
            Phase::Open => marked == 0,
            _ => self.recovery.reduces_until(next) && self.control.ecn().is_negotiated(),
        };
        is_plain && self.takes_paced_path() && next > self.recovery.board().una()
    }

    /// Processes an ACK and sends the segments that pacing allows now. `ce_packets` is its counter of marked
    /// packets.
    pub(crate) fn on_paced_ack(
        &mut self,
        ack: &InOrderAck,
        ce_packets: u64,
        now: Time,
    ) -> PacedAck {
        let marked = self.control.ecn().new_marks(ce_packets);
        if !self.is_plain(ack.next, marked) {
            return PacedAck::NotInOrder;
        }
        self.control.ecn_mut().count_marks(marked);
        let board = self.recovery.board();
        let advanced = ack.next - board.una();
        let prior_in_flight = board.outstanding();
        self.send_buffer.move_window(advanced);
        let (rtt, newest) = self.acknowledge_in_order(ack, now);
        let marked = marked.min(advanced);
        if self.recovery.phase() != Phase::Open {
            self.recovery.assess_reduction(marked);
        }
        let needs = self.control.needs();
        if !needs.control {
            let context = self.context_in_order(now);
            self.control.on_in_order_ack(&context, rtt, advanced);
        }
        let (recovery, mut tcb) = self.parts();
        recovery.rearm(&mut tcb, now);
        if let Some(delivery) = self.control.delivery_mut() {
            let last = Delivered { seq: ack.next - 1, sent: newest, retransmitted: false };
            delivery.on_delivered(&last);
            let outcome = Outcome {
                delivered: advanced,
                marked,
                lost: 0,
                rtt: Some(rtt),
                min_rtt: self.timers.rtt().min_rtt_or_max(),
                prior_in_flight,
                una: ack.next,
            };
            let sample = delivery.finish(&outcome, now);
            if needs.control {
                let context = self.context_in_order(now);
                self.control.control(&context, &sample);
            }
        }
        if self.must_wait(now) {
            self.observe_usage(self.is_limited_while_waiting());
            return PacedAck::Done(None);
        }
        if self.recovery.is_limited(&self.control) {
            self.observe_usage(true);
            return PacedAck::Done(None);
        }
        match self.send_paced(now) {
            None => PacedAck::Continue,
            sent => PacedAck::Done(sent),
        }
    }

    /// Sends the new segments that the pacer releases now, and does what [`Self::on_timer`] and
    /// [`Self::next_segment`] would do. Returns `None` and changes nothing if the general code is needed.
    pub(crate) fn on_release(&mut self, now: Time) -> Option<Burst> {
        if self.is_release_due(now) { self.send_paced(now) } else { None }
    }

    /// Returns whether the pacer releases a segment now and no other timer is due.
    pub(crate) fn is_release_due(&self, now: Time) -> bool {
        self.next_release() == now && self.timers.next() > now
    }

    /// Sends a burst of new segments, after which pacing delays the next one. The pacer is open. Returns
    /// `None` and changes nothing if there is anything else to do.
    #[inline(always)]
    pub(super) fn send_paced(&mut self, now: Time) -> Option<Burst> {
        let in_flight = self.recovery.board().in_flight();
        let window = self.control.window().segments();
        let is_plain = in_flight > 0
            && in_flight < window
            && self.recovery.can_send_new(&self.send_buffer)
            && self.recovery.waits_for_nothing()
            && !self.control.ecn().is_cwr_due();
        if !is_plain || !self.control.is_paced() {
            return None;
        }
        let gap = self.control.pacing_gap(self.timers.rtt());
        if gap == Span::ZERO {
            return None;
        }
        let first = self.recovery.board().next();
        let data = self.send_buffer.limit() - first;
        let burst = self.control.burst_segments(gap, self.timers.rtt());
        let count = burst.min(window - in_flight).min(data);
        let open_at = self.control.pacer().opens_after(count, gap, now);
        self.send_buffer.note_sent(now);
        self.recovery.send_many(count, now);
        if let Some(delivery) = self.control.delivery_mut() {
            delivery.on_sent_burst(count, in_flight);
        }
        let (recovery, mut tcb) = self.parts();
        recovery.arm_after_sending(&mut tcb, now, false);
        let limited = in_flight + count >= window;
        let waits = !limited && self.recovery.has_segment(&self.send_buffer);
        self.control.pacer_mut().close(open_at, waits);
        if !limited && !waits {
            self.check_app_limited();
        }
        self.recovery.count_sent(count, self.control.usage_mut());
        self.observe_usage(limited);
        Some(Burst { first: self.new_packet.numbered(first), count })
    }

    /// [`Self::context`] while all data is in order.
    fn context_in_order(&self, now: Time) -> crate::cc::Context {
        let Sender { recovery, timers, control, .. } = self;
        control.context_in_order(recovery.board(), timers.rtt(), recovery.phase(), now)
    }
}
