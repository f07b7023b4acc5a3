//! The plain case, which nearly every acknowledgement is: data was acknowledged in order, nothing
//! is lost or doubted, and new data follows. It does what `intake`, `timers` and `transmit` do, less
//! what they would find to be nothing, and all new segments at once. The reference engine of the
//! tests takes the general way for every acknowledgement, and must come to the same results.

use crate::cc::{AckEvent, Context, Growth, Totals};
use crate::packet::{Ack, Packet};
use crate::time::{Span, Time};

use super::Phase;
use super::rack::Noted;
use super::receiver::Receiver;
use super::rtt::Sample;
use super::sender::Sender;

/// An ACK without SACK blocks and without an echo of congestion. The receive window is not in it: no
/// receiver ever changes its own.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct PlainAck {
    /// Next segment expected.
    pub(crate) next: u64,
    /// `sent` of the segment that is echoed.
    pub(crate) echo: Time,
}

impl PlainAck {
    /// The whole of it; `window` is the receiver's.
    pub(crate) fn with_window(self, window: u64) -> Ack {
        let PlainAck { next, echo } = self;
        Ack { next, echo, window, ..Ack::default() }
    }
}

/// New segments to be sent at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Burst {
    /// The first one's packet, as if it were of flow 0: a sender does not know its number.
    pub(crate) first: Packet,
    /// How many.
    pub(crate) count: u64,
}

/// What a receiver does about a plain segment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Reaction {
    /// The segment is not plain, and nothing was done.
    NotPlain,
    /// Nothing yet.
    Wait,
    /// It acknowledges.
    Answer(PlainAck),
}

impl Sender {
    /// Processes an ACK and sends what may be sent then, if that is plain; otherwise does nothing.
    /// [`Sender::next_segment`] need not be called after it, and [`Sender::next_timer`] comes with it.
    #[inline]
    pub(crate) fn on_plain_ack(&mut self, ack: &PlainAck, now: Time) -> Option<(Burst, Time)> {
        if !self.is_calm || ack.next <= self.board.una() {
            return None;
        }
        let advanced = ack.next - self.board.una();
        // A receiver has one window, and this ACK goes further than those before.
        self.window_end += advanced;
        let (oldest, newest) = self.board.acknowledge_plain(ack.next);
        let rtt = self.learn_plain(oldest, newest, ack, now);
        let (una, next) = (self.board.una(), self.board.next());
        let context = Context {
            now,
            una,
            next,
            in_flight: next - una,
            srtt: self.srtt(),
            min_rtt: self.rtt.min_rtt_or_max(),
            phase: Phase::Open,
            totals: Totals::default(),
        };
        let event = AckEvent { rtt: Some(rtt), acked: advanced, delivered: advanced, marked: 0 };
        let (usage, grow_unused) = (&self.usage, self.cc.needs().grow_unused);
        self.cc.on_in_order_ack(&context, &event, |window| {
            let window_used = usage.may_grow(window.segments(), window.in_slow_start());
            (window_used || grow_unused).then_some(Growth { segments: advanced, window_used })
        });
        Some(self.send_plain(now))
    }

    /// [`Sender::next_timer`] after a plain ACK.
    pub(super) fn next_plain_timer(&self) -> Time {
        debug_assert!(self.timers.reorder == Time::NEVER);
        self.timers.probe.min(self.timers.retransmit)
    }

    /// Whether an ACK for new data would find nothing lost, doubted or to be answered. Plain ACKs
    /// change nothing about it, so it is asked for at the end of everything else.
    pub(super) fn find_calm(&self) -> bool {
        self.phase == Phase::Open
            && self.board.is_plain()
            && self.opening.established
            && self.probe.is_none()
            && self.timers.reorder == Time::NEVER
            && !self.cwr_due
            && !self.hold_repairs
            && !self.force_repair
            && self.episode.timeouts_in_row == 0
            && self.rtt.is_settled()
            && self.delivery.is_none()
            && !self.is_paced()
    }

    /// Round-trip times, and RACK's view of them.
    #[inline(always)]
    fn learn_plain(&mut self, oldest: Time, newest: Time, ack: &PlainAck, now: Time) -> Span {
        let (una, next) = (self.board.una(), self.board.next());
        self.noted = Noted { sent: newest, came: now };
        let rtt = now - newest;
        self.rtt.learn_min(rtt, now);
        let stamped = if self.timestamps { ack.echo } else { oldest };
        self.rtt.sample_again(&Sample { rtt: now - oldest, una, next }, now - stamped);
        rtt
    }

    #[inline(always)]
    fn send_plain(&mut self, now: Time) -> (Burst, Time) {
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
            self.board.send_plain(count, now);
            due = self.arm_plain(now);
        } else {
            self.rearm(now);
            due = self.next_plain_timer();
        }
        let limited = self.board.outstanding() >= self.cc.window.segments();
        if limited || count > 0 {
            self.usage.learn(limited, self.board.una(), self.board.next());
        }
        (Burst { first: self.new_packet.numbered(first), count }, due)
    }
}

impl Receiver {
    /// Processes a segment without flags or a mark, sent at `sent`, if it is plain: the next one
    /// expected, nothing being held out of order, not long after the one before, and every second one
    /// to be acknowledged.
    #[inline]
    pub(crate) fn on_plain_segment(&mut self, seq: u64, sent: Time, now: Time) -> Reaction {
        if seq != self.next || !self.is_calm || !self.policy.follow(now) {
            return Reaction::NotPlain;
        }
        self.next += 1;
        if seq == self.last_acked {
            self.echo = self.echo.max(sent);
            self.policy.delay_plain(now);
            return Reaction::Wait;
        }
        self.policy.answer_plain();
        self.last_acked = self.next;
        Reaction::Answer(PlainAck { next: self.next, echo: self.echo })
    }
}
