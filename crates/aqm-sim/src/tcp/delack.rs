//! When a receiver acknowledges: delayed ACKs (RFC 5681, section 4.2; RFC 1122, section
//! 4.2.3.2), Linux' quick-ACK mode and its compression of selective acknowledgements.

use crate::time::{Span, Time};

use super::rtt::MIN_RTO;
use super::{ReceiverConfig, Stack};

/// Linux: shortest delay of an ACK, and the delay as long as data flows.
const MIN_DELAY: Span = Span::from_millis(40);
/// Linux: longest delay.
const MAX_DELAY: Span = Span::from_millis(200);
/// RFC 5681 allows up to 500 ms; this is FreeBSD's long-standing choice, well below any timeout.
const RFC_DELAY: Span = Span::from_millis(100);
/// Linux: ACKs sent at once when a connection starts, and after a duplicate.
const QUICK_ACKS: u32 = 16;
/// Linux: ACKs sent at once after a congestion mark.
const QUICK_ACKS_AFTER_MARK: u32 = 2;
/// Linux since 4.18: so many duplicate ACKs go out at once...
const UNCOMPRESSED: u32 = 3;
/// ... then so many at most are held back (sysctl tcp_comp_sack_nr), and the next one is sent, ...
const MAX_COMPRESSED: u32 = 44;
/// ... or for 1 ms (tcp_comp_sack_delay_ns) or a twentieth of the round-trip time.
const COMPRESSION: Span = Span::from_millis(1);
const COMPRESSION_RTT_SHARE: u64 = 20;

/// Where in the receive buffer a segment has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arrival {
    /// The next one expected; `filled`: it closed the last hole below data held.
    InOrder {
        /// Nothing out of order is left, and something was before.
        filled: bool,
    },
    /// Above a hole.
    OutOfOrder,
    /// Had come before.
    Duplicate,
}

/// What to do now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// Send an ACK.
    Now,
    /// Wait for more, or for the timer.
    Later,
}

/// Decides on every segment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct AckPolicy {
    /// ACKs to be sent at once still.
    quick: u32,
    linux: bool,
    compress: bool,
    delay_acks: bool,
    /// The timer compresses selective acknowledgements; it does not delay an ordinary one.
    compressing: bool,
    compressed: u32,
    /// Duplicate ACKs sent at once for the present hole, and where it is.
    duplicates: u32,
    hole: u64,
    /// Time from the SYN's answer to the first data.
    rtt: Span,
    /// Of data in order; [`Time::NEVER`] before the first.
    last_arrival: Time,
    timer: Time,
    /// Linux' ATO, which follows the spacing of arrivals.
    delay: Span,
    /// What it tends to while arrivals are not farther apart than `close`. Otherwise the delay is
    /// always this.
    shortest: Span,
    close: Span,
    /// Delays stay below the round-trip time, or a sender might wait for them.
    longest: Span,
}

impl AckPolicy {
    pub(super) fn new(config: &ReceiverConfig) -> Self {
        let linux = config.stack != Stack::Rfc;
        let shortest = if linux { MIN_DELAY } else { RFC_DELAY };
        AckPolicy {
            linux,
            compress: config.stack == Stack::Linux6 && config.sack,
            delay_acks: config.delayed_ack,
            quick: 0,
            delay: shortest,
            shortest,
            close: if linux { MIN_DELAY.half() } else { RFC_DELAY },
            longest: shortest,
            last_arrival: Time::NEVER,
            rtt: Span::ZERO,
            timer: Time::NEVER,
            compressing: false,
            compressed: 0,
            duplicates: 0,
            hole: 0,
        }
    }

    pub(super) fn timer(&self) -> Time {
        self.timer
    }

    /// The first data has arrived, so long after the SYN was answered.
    pub(super) fn set_rtt(&mut self, rtt: Span) {
        self.rtt = rtt;
        if self.linux {
            self.longest = rtt.clamp(MIN_DELAY, MAX_DELAY);
        }
    }

    /// Data has arrived in order; `window` is the receive window in segments. Of what comes above a
    /// hole, or again, has no effect here.
    pub(super) fn on_data(&mut self, window: u64, now: Time) {
        if !self.has_data() {
            self.last_arrival = now;
            self.grant(QUICK_ACKS, window);
            return;
        }
        let gap = now - self.last_arrival;
        if gap > self.close {
            self.last_arrival = now;
            self.on_gap(gap, window);
        } else {
            self.on_close(now);
        }
    }

    /// Data has arrived in order before.
    fn has_data(&self) -> bool {
        self.last_arrival != Time::NEVER
    }

    /// Nothing but the delay and the timer would change if data came in order and soon: every
    /// second segment is acknowledged at once.
    pub(super) fn acks_every_second(&self) -> bool {
        self.has_data()
            && self.delay_acks
            && self.quick == 0
            && !self.compressing
            && self.compressed == 0
    }

    /// [`Self::on_data`] for a segment in order, while [every second segment is acknowledged](Self::acks_every_second). Returns false,
    /// having done nothing, if there is more to it: a timer went off before, or the pause was long.
    #[inline(always)]
    pub(super) fn follow(&mut self, now: Time) -> bool {
        let gap = now - self.last_arrival;
        if gap > self.close {
            return self.follow_gap(gap, now);
        }
        // Sooner than any timer that was set when the segment before came.
        self.on_close(now);
        true
    }

    #[inline(never)]
    fn follow_gap(&mut self, gap: Span, now: Time) -> bool {
        let follows = self.timer >= now && gap <= self.quiet();
        if follows {
            self.last_arrival = now;
            if self.linux {
                self.adapt_to_gap(gap);
            }
        }
        follows
    }

    /// Data has come soon after what came before.
    #[inline(always)]
    fn on_close(&mut self, now: Time) {
        self.last_arrival = now;
        if self.delay != self.shortest {
            self.approach_shortest();
        }
    }

    /// [`Self::decide`] for the first segment in order after an ACK, while every second
    /// segment is acknowledged.
    #[inline(always)]
    pub(super) fn delay_first(&mut self, now: Time) {
        debug_assert!(self.timer == Time::NEVER, "the last ACK left nothing to acknowledge");
        self.timer = now.plus(self.delay.min(self.longest));
    }

    /// The same for the second one, which is answered.
    #[inline(always)]
    pub(super) fn answer_in_order(&mut self) {
        self.timer = Time::NEVER;
    }

    /// Linux: halves the way from the delay to the shortest.
    fn approach_shortest(&mut self) {
        self.delay = self.delay.half() + MIN_DELAY.half();
    }

    #[inline(never)]
    fn on_gap(&mut self, gap: Span, window: u64) {
        if !self.linux {
            return;
        }
        if gap > self.quiet() {
            // The sender may have a small window after such a pause.
            self.grant(QUICK_ACKS, window);
        }
        self.adapt_to_gap(gap);
    }

    /// Linux: the delay follows the spacing of arrivals that are no farther apart.
    fn adapt_to_gap(&mut self, gap: Span) {
        if gap < self.delay {
            self.delay = (self.delay.half() + gap).min(self.quiet());
        }
    }

    /// The receiver's own idea of a retransmission timeout, from one round-trip time: SRTT + 4 RTTVAR
    /// (RFC 6298, rules 2.2 and 2.3), with Linux' floor on the variation.
    fn quiet(&self) -> Span {
        self.rtt + (self.rtt * 2).max(MIN_RTO)
    }

    fn grant(&mut self, most: u32, window: u64) {
        if self.linux {
            let half = (window / 2).clamp(2, u64::from(most)) as u32;
            self.quick = self.quick.max(half);
        }
    }

    /// A first congestion mark: the sender's window may be small.
    pub(super) fn on_mark(&mut self, window: u64) {
        self.grant(QUICK_ACKS_AFTER_MARK, window);
        self.shorten();
    }

    /// An old segment: the sender has lost track.
    pub(super) fn on_duplicate(&mut self, window: u64) {
        self.grant(QUICK_ACKS, window);
        self.shorten();
    }

    fn shorten(&mut self) {
        if self.linux {
            self.delay = MIN_DELAY;
        }
    }

    /// Decides about an arrival: `unacked` segments have come in order since the last ACK, `holes` tells
    /// whether data is held out of order, `next` is the segment expected.
    pub(super) fn decide(
        &mut self,
        arrival: Arrival,
        unacked: u64,
        holes: bool,
        next: u64,
        now: Time,
    ) -> Verdict {
        let fills = arrival == (Arrival::InOrder { filled: true });
        if !self.delay_acks || unacked >= 2 || self.quick > 0 || fills {
            return Verdict::Now;
        }
        if arrival == Arrival::Duplicate {
            return Verdict::Now;
        }
        if holes {
            return if self.compress { self.decide_above_hole(next, now) } else { Verdict::Now };
        }
        self.delay_ack(now)
    }

    fn delay_ack(&mut self, now: Time) -> Verdict {
        self.compressing = false;
        self.timer = self.timer.min(now.plus(self.delay.min(self.longest)));
        Verdict::Later
    }

    /// Above a hole every ACK repeats itself with one more selective acknowledgement: after the
    /// first three, Linux sends fewer.
    fn decide_above_hole(&mut self, next: u64, now: Time) -> Verdict {
        if self.compressed >= MAX_COMPRESSED {
            return Verdict::Now;
        }
        if self.hole != next {
            self.hole = next;
            self.duplicates = 0;
        }
        if self.duplicates < UNCOMPRESSED {
            self.duplicates += 1;
            return Verdict::Now;
        }
        self.compressed += 1;
        if !self.compressing {
            let share = Span::from_nanos(self.rtt.nanos() / COMPRESSION_RTT_SHARE);
            self.timer = now + share.min(COMPRESSION);
            self.compressing = true;
        }
        Verdict::Later
    }

    /// The timer went off: send an ACK.
    pub(super) fn on_timer(&mut self) {
        if self.linux && !self.compressing {
            // A delayed ACK that nothing joined: wait longer next time.
            self.delay = (self.delay * 2).min(self.quiet());
        }
    }

    /// An ACK was sent.
    pub(super) fn on_ack_sent(&mut self) {
        if self.quick > 0 {
            self.quick -= 1;
            if self.quick == 0 {
                self.shorten();
            }
        }
        self.timer = Time::NEVER;
        self.compressing = false;
        self.compressed = 0;
    }
}
