//! The fast path of paced senders and of senders that measure delivery rates: ACKs for in-order data
//! without losses, reordering or marks, and the release of new segments.
//!
//! Like `fast_path`, it has the same result as the general code and skips the steps that would change
//! nothing. It is apart, so that senders without pacing do not pay for it.

use crate::cc::{AckEvent, Context, Growth, Phase};
use crate::time::{Span, Time};

use super::delivery::Outcome;
use super::fast_path::{Burst, InOrderAck};
use super::scoreboard::Delivered;
use super::sender::{AckPath, Sender};

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
        let is_plain = match self.phase {
            Phase::Open => marked == 0,
            _ => next <= self.high && self.ecn_negotiated,
        };
        is_plain && self.takes_paced_path() && next > self.board.una()
    }

    /// Processes an ACK and sends the segments that pacing allows now. `ce_packets` is its counter of marked
    /// packets.
    pub(crate) fn on_paced_ack(
        &mut self,
        ack: &InOrderAck,
        ce_packets: u64,
        now: Time,
    ) -> PacedAck {
        let marked = ce_packets.saturating_sub(self.ce_packets);
        if !self.is_plain(ack.next, marked) {
            return PacedAck::NotInOrder;
        }
        self.ce_packets += marked;
        let advanced = ack.next - self.board.una();
        let prior_in_flight = self.board.outstanding();
        self.window_end += advanced;
        let (oldest, newest) = self.board.acknowledge_in_order(ack.next);
        let rtt = self.measure_in_order(oldest, newest, ack, now);
        let marked = marked.min(advanced);
        if self.phase != Phase::Open {
            self.assess_reduction(marked);
        }
        let needs = self.cc.needs();
        if !needs.control {
            let context = self.context_in_order(now);
            let event = AckEvent {
                rtt: Some(rtt),
                acked: advanced,
                delivered: advanced,
                marked: 0,
                in_order: true,
            };
            let usage = &self.usage;
            self.cc.on_in_order_ack(&context, &event, |window| {
                let window_used = usage.may_grow(window.segments(), window.in_slow_start());
                let may_grow = window_used || needs.grow_unused;
                may_grow.then_some(Growth { segments: advanced, window_used })
            });
        }
        self.rearm(now);
        if let Some(delivery) = &mut self.delivery {
            let last = Delivered { seq: ack.next - 1, sent: newest, retransmitted: false };
            delivery.on_delivered(&last);
            let outcome = Outcome {
                delivered: advanced,
                marked,
                lost: 0,
                rtt: Some(rtt),
                min_rtt: self.rtt.min_rtt_or_max(),
                prior_in_flight,
                una: ack.next,
            };
            let sample = delivery.finish(&outcome, now);
            if needs.control {
                let context = self.context_in_order(now);
                self.control(&context, &sample);
            }
        }
        if self.must_wait(now) {
            let limited = self.is_limited_while_waiting();
            self.usage.observe(limited, self.board.una(), self.board.next());
            return PacedAck::Done(None);
        }
        if self.is_limited() {
            self.usage.observe(true, self.board.una(), self.board.next());
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
        self.pacer.timer() == now && self.timers.next() > now
    }

    /// Sends a burst of new segments, after which pacing delays the next one. The pacer is open. Returns
    /// `None` and changes nothing if there is anything else to do.
    #[inline(always)]
    pub(super) fn send_paced(&mut self, now: Time) -> Option<Burst> {
        let in_flight = self.board.in_flight();
        let window = self.cc.window.segments();
        let is_plain = in_flight > 0
            && in_flight < window
            && self.can_send_new()
            && self.board.is_repaired()
            && !self.probe_due
            && !self.force_repair
            && !self.hold_repairs
            && !self.cwr_due;
        if !is_plain || !self.is_paced() {
            return None;
        }
        let gap = self.pacing_gap();
        if gap == Span::ZERO {
            return None;
        }
        let first = self.board.next();
        let data = self.end.min(self.window_end) - first;
        let count = self.burst_segments(gap).min(window - in_flight).min(data);
        let open_at = self.opens_after(count, gap, now);
        self.last_sent = now;
        self.board.send_many(count, now);
        if let Some(delivery) = &mut self.delivery {
            delivery.on_sent_burst(count, in_flight);
        }
        self.arm_after_sending(now, false);
        let limited = in_flight + count >= window;
        let waits = !limited && self.has_segment_to_send();
        self.pacer.close(open_at, waits);
        if !limited && !waits {
            self.check_app_limited();
        }
        self.count_sent(count);
        self.usage.observe(limited, self.board.una(), self.board.next());
        Some(Burst { first: self.new_packet.numbered(first), count })
    }

    /// [`Self::context`] while all data is in order.
    fn context_in_order(&self, now: Time) -> Context {
        Context { in_flight: self.board.outstanding(), forward_delay: None, ..self.context(now) }
    }
}
