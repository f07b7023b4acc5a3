//! The fast path for ACKs of in-order data without losses, reordering or marks. Most ACKs take it.
//!
//! It has the same result as `intake`, `timers` and `transmit`, and skips the steps that would
//! change nothing. The tests' reference engine uses the general path for every ACK and must give
//! the same results.

use crate::cc::{AckEvent, Context, Growth, Totals};
use crate::packet::{Ack, Packet};
use crate::time::{Span, Time};

use super::Phase;
use super::mechanisms::LossRule;
use super::rack::Postponed;
use super::receiver::Receiver;
use super::rtt::Sample;
use super::sender::{AckPath, Sender};

/// An ACK without SACK blocks and ECN information. It has no receive window, because a receiver
/// never changes its window.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct InOrderAck {
    /// Next expected segment.
    pub(crate) next: u64,
    /// Sending time of the echoed segment.
    pub(crate) echo: Time,
}

impl InOrderAck {
    /// Returns the complete ACK. `window` is the receive window.
    pub(crate) fn with_window(self, window: u64) -> Ack {
        let InOrderAck { next, echo } = self;
        Ack { next, echo, window, ..Ack::default() }
    }
}

/// New segments to send at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Burst {
    /// Packet of the first segment, with source 0. The sender does not store its flow number.
    pub(crate) first: Packet,
    /// Number of segments.
    pub(crate) count: u64,
}

/// The receiver's reaction to a segment on the fast path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Reaction {
    /// The segment needs the general path. No state has changed.
    NotInOrder,
    /// No ACK yet.
    Wait,
    /// Send this ACK.
    SendAck(InOrderAck),
}

impl Sender {
    /// Processes an ACK and sends new data on the fast path. Returns the new segments and
    /// [`Sender::next_timer`]; [`Sender::next_segment`] has nothing to add. Returns `None` and
    /// changes nothing if the general path is needed.
    pub(crate) fn on_in_order_ack(&mut self, ack: &InOrderAck, now: Time) -> Option<(Burst, Time)> {
        if self.ack_path != AckPath::InOrder || ack.next <= self.board.una() {
            return None;
        }
        let advanced = ack.next - self.board.una();
        // The receive window is constant, and this ACK advances, so the window's end moves equally.
        self.window_end += advanced;
        let (oldest, newest) = self.board.acknowledge_in_order(ack.next);
        let rtt = self.measure_in_order(oldest, newest, ack, now);
        let (una, next) = (self.board.una(), self.board.next());
        let context = Context {
            now,
            una,
            next,
            in_flight: next - una,
            srtt: self.srtt(),
            min_rtt: self.rtt.min_rtt_or_max(),
            forward_delay: None,
            phase: Phase::Open,
            paced: false,
            totals: Totals::default(),
        };
        let event = AckEvent {
            rtt: Some(rtt),
            acked: advanced,
            delivered: advanced,
            marked: 0,
            in_order: true,
        };
        let (usage, grow_unused) = (&self.usage, self.cc.needs().grow_unused);
        self.cc.on_in_order_ack(&context, &event, |window| {
            let window_used = usage.may_grow(window.segments(), window.in_slow_start());
            (window_used || grow_unused).then_some(Growth { segments: advanced, window_used })
        });
        Some(self.send_new_burst(now))
    }

    /// Returns [`Sender::next_timer`] after an ACK on the fast path.
    pub(super) fn next_timer_in_order(&self) -> Time {
        debug_assert!(self.timers.reorder == Time::NEVER);
        self.timers.probe.min(self.timers.retransmit)
    }

    /// Returns the path that an ACK for new data may take. Such ACKs do not change the result, and
    /// neither do paced new segments. So the general path computes it once at its end.
    pub(super) fn find_ack_path(&self) -> AckPath {
        let is_calm = self.phase == Phase::Open || self.is_reduction_plain();
        let is_in_order = is_calm
            && self.board.is_in_order()
            && self.opening.established
            && self.probe.is_none()
            && self.timers.reorder == Time::NEVER
            && !self.cwr_due
            && !self.hold_repairs
            && !self.force_repair
            && self.episode.timeouts_in_row == 0
            && self.rtt.is_settled()
            && !self.cc.needs().forward_delay;
        if !is_in_order {
            AckPath::General
        } else if self.delivery.is_some() || self.is_paced() {
            AckPath::Paced
        } else {
            AckPath::InOrder
        }
    }

    /// Returns whether the window shrinks after a mark, and ACKs in order do not concern that. The congestion
    /// control then sets the window itself.
    fn is_reduction_plain(&self) -> bool {
        self.phase == Phase::Cwr
            && self.cc.needs().control
            && self.mechanisms.loss == LossRule::Rack
            && !self.recovery_due
    }

    /// Updates the RTT estimates and RACK.
    #[inline(always)]
    pub(super) fn measure_in_order(
        &mut self,
        oldest: Time,
        newest: Time,
        ack: &InOrderAck,
        now: Time,
    ) -> Span {
        let (una, next) = (self.board.una(), self.board.next());
        self.postponed = Postponed { sent: newest, came: now };
        let rtt = now - newest;
        self.rtt.update_min(rtt, now);
        let stamped = if self.timestamps { ack.echo } else { oldest };
        self.rtt.sample_again(&Sample { rtt: now - oldest, una, next }, now - stamped);
        rtt
    }

    fn send_new_burst(&mut self, now: Time) -> (Burst, Time) {
        let first = self.board.next();
        let outstanding = self.board.outstanding();
        let end = (self.board.una() + self.cc.window.segments()).min(self.window_end).min(self.end);
        let mut count = 0;
        let due;
        if end > first {
            count = end - first;
            if outstanding == 0 {
                self.end_idle(now);
            }
            self.last_sent = now;
            self.board.send_many(count, now);
            due = self.arm_in_order(now);
        } else {
            self.rearm(now);
            due = self.next_timer_in_order();
        }
        let limited = self.board.outstanding() >= self.cc.window.segments();
        if limited || count > 0 {
            self.usage.update(limited, self.board.una(), self.board.next());
        }
        (Burst { first: self.new_packet.numbered(first), count }, due)
    }
}

impl Receiver {
    /// Processes the next expected segment on the fast path. The segment must have no flags and no
    /// mark. No data may be held out of order, and every second segment must cause an ACK.
    pub(crate) fn on_in_order_segment(&mut self, seq: u64, sent: Time, now: Time) -> Reaction {
        if seq != self.next || seq >= self.fast_end || !self.policy.follow(now) {
            return Reaction::NotInOrder;
        }
        self.next += 1;
        if seq == self.last_acked {
            self.echo = self.echo.max(sent);
            self.policy.delay_first(now);
            return Reaction::Wait;
        }
        self.policy.acknowledge_second();
        self.last_acked = self.next;
        Reaction::SendAck(InOrderAck { next: self.next, echo: self.echo })
    }
}
