//! Pacing: segments leave at a rate, one by one or in small bursts.
//!
//! The pacer stores when the next segment may leave. Its timer is one more timer of the sender.

use crate::cc::{Bursts, Window};
use crate::time::{Span, Time};

use super::Stack;

/// Windows per smoothed RTT in slow start if the congestion control sets no rate, as a fraction.
/// Linux' sysctl tcp_pacing_ss_ratio is 200 %.
const SLOW_START_RATIO: (u64, u64) = (2, 1);
/// The same after slow start. Linux' sysctl tcp_pacing_ca_ratio is 120 %.
const AVOIDANCE_RATIO: (u64, u64) = (6, 5);

/// Linux' sysctl tcp_tso_rtt_log: the burst is halved for every 2^9 us of the smallest RTT.
const HALVING_RTT_LOG: u32 = 9;
/// The largest burst in bytes: a buffer of 64 KiB without its headers.
const MAX_BURST_BYTES: u64 = 65_215;
/// Linux' sysctl tcp_min_tso_segs.
const MIN_BURST: u64 = 2;

/// State of pacing.
#[derive(Clone, PartialEq, Debug)]
pub struct Pacer {
    /// Pacing is on even if the congestion control sets no rate.
    always: bool,
    /// Segments leave in bursts, as Linux' buffers do.
    bursts: bool,
    packet_bytes: u32,
    /// Segments of the current burst that may still leave. 0 outside of a series of segments.
    left: u64,
    /// Time from which the next segment may leave.
    open_at: Time,
    /// A segment is waiting for `open_at`.
    waiting: bool,
}

impl Pacer {
    pub fn new(always: bool, stack: Stack, packet_bytes: u32) -> Self {
        let bursts = stack == Stack::Linux6;
        Pacer { always, bursts, packet_bytes, left: 0, open_at: Time::ZERO, waiting: false }
    }

    /// Returns whether pacing is on even if the congestion control sets no rate.
    #[inline(always)]
    pub fn is_always_on(&self) -> bool {
        self.always
    }

    /// Ends a burst that the window or the data ended early.
    #[inline(always)]
    pub fn end_burst(&mut self) {
        self.left = 0;
    }

    /// Returns whether a burst has begun and not ended.
    #[inline(always)]
    pub fn is_in_burst(&self) -> bool {
        self.left > 0
    }

    /// Returns whether the next segment must not leave yet.
    #[inline(always)]
    pub fn is_closed(&self, now: Time) -> bool {
        now < self.open_at
    }

    /// Stops waiting.
    pub fn release(&mut self) {
        self.waiting = false;
    }

    /// Waits with a segment until the pacer opens, or not.
    #[inline(always)]
    pub fn set_waiting(&mut self, waits: bool) {
        self.waiting = waits;
    }

    /// Lets the next segment leave at `open_at`. `waits`: there is one.
    #[inline(always)]
    pub fn close(&mut self, open_at: Time, waits: bool) {
        self.open_at = open_at;
        self.waiting = waits;
    }

    /// Returns when a waiting segment may leave. [`Time::NEVER`] if none waits.
    #[inline(always)]
    pub fn timer(&self) -> Time {
        if self.waiting { self.open_at } else { Time::NEVER }
    }

    /// Time until the next segment may leave.
    pub fn departure_in(&self, now: Time) -> Span {
        self.open_at.saturating_since(now)
    }

    /// Delays the next burst by the time of this segment at the pacing rate. Unused time is lost, so a
    /// pause is not followed by a larger burst. `burst` is the size of a new burst.
    pub fn pace(&mut self, gap: Span, burst: u64, now: Time) {
        self.left = if self.left > 0 { self.left } else { burst } - 1;
        self.open_at = self.opens_after(1, gap, now);
    }

    /// Returns when the segment after `count` others that leave `now` may leave.
    #[inline(always)]
    pub fn opens_after(&self, count: u64, gap: Span, now: Time) -> Time {
        self.open_at.max(now) + gap * count
    }

    /// Returns how many segments may leave at once. Unlike Linux, a sender whose window has room for one
    /// segment does not wait for room for more.
    #[inline(always)]
    pub fn burst_segments(&self, gap: Span, bursts: Bursts, min_rtt: Span) -> u64 {
        if !self.bursts || gap == Span::ZERO {
            return 1;
        }
        match bursts {
            Bursts::Single => 1,
            Bursts::Buffers { single_below } => self.buffered_segments(gap, single_below, min_rtt),
            Bursts::Within { log } => ((1_000_000_000 / gap.nanos()) >> log.min(63)).max(1),
        }
    }

    /// Returns the size of a buffer (Linux 6, tcp_tso_autosize): the segments of 1/1024 s at the pacing
    /// rate, and more on paths of a few milliseconds.
    #[inline(always)]
    fn buffered_segments(&self, gap: Span, single_below: u64, min_rtt: Span) -> u64 {
        let bytes = u64::from(self.packet_bytes);
        let rate = bytes * 1_000_000_000 / gap.nanos();
        if rate < single_below {
            return 1;
        }
        let halvings = (min_rtt.nanos() / 1000) >> HALVING_RTT_LOG;
        let nearby = if halvings < 32 { MAX_BURST_BYTES >> halvings } else { 0 };
        (((rate >> 10) + nearby).min(MAX_BURST_BYTES) / bytes).max(MIN_BURST)
    }

    /// Time of one segment at the pacing rate. Zero if there is no rate.
    #[inline(always)]
    pub fn gap(&self, window: &Window, srtt: Span) -> Span {
        if let Some(rate) = window.pacing_rate() {
            return rate.transmission_time(self.packet_bytes);
        }
        if !self.always {
            return Span::ZERO;
        }
        let (windows, round_trips) =
            if window.in_slow_start() { SLOW_START_RATIO } else { AVOIDANCE_RATIO };
        Span::from_nanos(srtt.nanos() * round_trips / (windows * window.segments()))
    }
}
