//! When a receiver sends ACKs: delayed ACKs (RFC 5681, section 4.2; RFC 1122, section 4.2.3.2), and
//! Linux' quick-ACK mode and SACK compression.

use crate::time::{Span, Time};

use super::rtt::MIN_RTO;
use super::{ReceiverConfig, Stack};

/// Linux: shortest delay of an ACK, used while data flows.
const MIN_DELAY: Span = Span::from_millis(40);
/// Linux: longest delay.
const MAX_DELAY: Span = Span::from_millis(200);
/// RFC 5681 allows up to 500 ms. 100 ms is FreeBSD's choice, well below any timeout.
const RFC_DELAY: Span = Span::from_millis(100);
/// Linux: number of immediate ACKs at the start of a connection and after a duplicate.
const QUICK_ACKS: u32 = 16;
/// Linux since 4.18: number of immediate ACKs after a CE mark. Before, it was [`QUICK_ACKS`].
const QUICK_ACKS_AFTER_MARK: u32 = 2;
/// Linux since 4.18: number of duplicate ACKs per hole that are sent at once.
const UNCOMPRESSED: u32 = 3;
/// Largest number of ACKs held back after those (sysctl tcp_comp_sack_nr). The next ACK is sent.
const MAX_COMPRESSED: u32 = 44;
/// Time that ACKs are held back: 1 ms (sysctl tcp_comp_sack_delay_ns), or a twentieth of the RTT if that
/// is shorter.
const COMPRESSION: Span = Span::from_millis(1);
const COMPRESSION_RTT_SHARE: u64 = 20;
/// Time by which Linux lets that timer be late, so that timers expire together (tcp_comp_sack_slack_ns).
/// On a host with few interrupts, the timer expires at the end of this time.
const COMPRESSION_SLACK: Span = Span::from_micros(100);

/// Position of an arriving segment in the receive buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// The next expected segment.
    InOrder {
        /// It closed the last hole: no segment is out of order any more.
        filled: bool,
    },
    /// Above a hole.
    OutOfOrder,
    /// It had arrived before.
    Duplicate,
}

/// Decision on one segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Send an ACK.
    Now,
    /// Wait for another segment or for the timer.
    Later,
}

/// Decides on each segment whether to send an ACK.
#[derive(Clone, PartialEq, Debug)]
pub struct AckPolicy {
    /// Number of ACKs still to be sent at once.
    quick: u32,
    linux: bool,
    compress: bool,
    /// A segment with CWR is acknowledged at once (Linux since 4.19).
    acks_cwr: bool,
    /// Number of immediate ACKs after a CE mark.
    quick_after_mark: u32,
    delay_acks: bool,
    /// The timer compresses SACKs. It does not delay an ordinary ACK.
    compressing: bool,
    compressed: u32,
    /// Duplicate ACKs sent at once for the current hole, and the hole's position.
    duplicates: u32,
    hole: u64,
    /// Time from the SYN-ACK to the first data.
    rtt: Span,
    /// Time of the last arrival in order. [`Time::NEVER`] before the first.
    last_arrival: Time,
    timer: Time,
    /// Linux' ATO, which follows the gaps between arrivals.
    delay: Span,
    /// Limit of `delay` while gaps are at most `close`. Outside Linux `delay` never changes.
    shortest: Span,
    close: Span,
    /// Upper bound, the round-trip time: with longer delays a sender could wait for the ACK.
    longest: Span,
}

impl AckPolicy {
    pub fn new(config: &ReceiverConfig) -> Self {
        let linux = config.stack != Stack::Rfc;
        let shortest = if linux { MIN_DELAY } else { RFC_DELAY };
        AckPolicy {
            linux,
            compress: config.stack == Stack::Linux6 && config.reports.sack,
            acks_cwr: config.stack != Stack::Linux310,
            quick_after_mark: match config.stack {
                Stack::Linux310 => QUICK_ACKS,
                Stack::Linux6 | Stack::Rfc => QUICK_ACKS_AFTER_MARK,
            },
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

    pub fn timer(&self) -> Time {
        self.timer
    }

    /// Stores the time from the SYN-ACK to the first data.
    pub fn set_rtt(&mut self, rtt: Span) {
        self.rtt = rtt;
        if self.linux {
            self.longest = rtt.clamp(MIN_DELAY, MAX_DELAY);
        }
    }

    /// Processes an arrival in order. `window` is the receive window in segments. Duplicates and
    /// arrivals above a hole do not call this.
    pub fn on_data(&mut self, window: u64, now: Time) {
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

    /// Returns whether data has arrived in order before.
    fn has_data(&self) -> bool {
        self.last_arrival != Time::NEVER
    }

    /// Returns whether arrivals in order with short gaps change only `delay` and the timer. Every
    /// second segment then causes an immediate ACK.
    pub fn acks_every_second(&self) -> bool {
        self.has_data()
            && self.delay_acks
            && self.quick == 0
            && !self.compressing
            && self.compressed == 0
    }

    /// Like [`Self::on_data`] for a segment in order, while [`Self::acks_every_second`] holds.
    /// Returns false and changes nothing if the general path is needed: a timer has expired, or the
    /// gap was long.
    pub fn follow(&mut self, now: Time) -> bool {
        let gap = now - self.last_arrival;
        if gap > self.close {
            return self.follow_gap(gap, now);
        }
        // No timer set at the last arrival expires this soon.
        self.on_close(now);
        true
    }

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

    /// Processes an arrival after a short gap.
    fn on_close(&mut self, now: Time) {
        self.last_arrival = now;
        if self.delay != self.shortest {
            self.approach_shortest();
        }
    }

    /// Like [`Self::decide`] for the first segment in order after an ACK, while
    /// [`Self::acks_every_second`] holds.
    pub fn delay_first(&mut self, now: Time) {
        debug_assert!(self.timer == Time::NEVER, "the last ACK left nothing to acknowledge");
        self.timer = now.plus(self.delay.min(self.longest));
    }

    /// The same for the second segment, which causes an ACK.
    pub fn acknowledge_second(&mut self) {
        self.timer = Time::NEVER;
    }

    /// Linux: halves the distance between the delay and its minimum.
    fn approach_shortest(&mut self) {
        self.delay = self.delay.half() + MIN_DELAY.half();
    }

    fn on_gap(&mut self, gap: Span, window: u64) {
        if !self.linux {
            return;
        }
        if gap > self.quiet() {
            // After such a pause the sender's window may be small.
            self.grant(QUICK_ACKS, window);
        }
        self.adapt_to_gap(gap);
    }

    /// Linux: the delay follows gaps that are shorter than itself.
    fn adapt_to_gap(&mut self, gap: Span) {
        if gap < self.delay {
            self.delay = (self.delay.half() + gap).min(self.quiet());
        }
    }

    /// Returns the receiver's estimate of a retransmission timeout from one RTT: SRTT + 4 RTTVAR
    /// (RFC 6298, rules 2.2 and 2.3). Linux' lower bound on the variation applies.
    fn quiet(&self) -> Span {
        self.rtt + (self.rtt * 2).max(MIN_RTO)
    }

    fn grant(&mut self, most: u32, window: u64) {
        if self.linux {
            let half = (window / 2).clamp(2, u64::from(most)) as u32;
            self.quick = self.quick.max(half);
        }
    }

    /// Returns whether a segment with CWR is acknowledged at once. The sender's window may then be one segment.
    pub fn acks_cwr(&self) -> bool {
        self.acks_cwr
    }

    /// Processes the first CE mark: the sender's window may become small.
    pub fn on_mark(&mut self, window: u64) {
        self.grant(self.quick_after_mark, window);
        self.shorten();
    }

    /// Processes a duplicate segment: the sender may need immediate ACKs.
    pub fn on_duplicate(&mut self, window: u64) {
        self.grant(QUICK_ACKS, window);
        self.shorten();
    }

    fn shorten(&mut self) {
        if self.linux {
            self.delay = MIN_DELAY;
        }
    }

    /// Decides on an arrival. `unacked` segments have come in order since the last ACK. `holes`:
    /// data is held out of order. `next` is the next expected segment.
    pub fn decide(
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

    /// Above a hole each ACK differs from the last by one segment. So Linux sends fewer of them
    /// after the first three.
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
            self.timer = now + share.min(COMPRESSION) + COMPRESSION_SLACK;
            self.compressing = true;
        }
        Verdict::Later
    }

    /// Adapts the delay when the timer expires. The caller sends an ACK.
    pub fn on_timer(&mut self) {
        if self.linux && !self.compressing {
            // No second segment arrived in time, so the next delay is longer.
            self.delay = (self.delay * 2).min(self.quiet());
        }
    }

    /// Updates the state after an ACK.
    pub fn on_ack_sent(&mut self) {
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
