//! Pacing: segments leave at a rate, one by one or in small bursts.
//!
//! The pacer stores when the next segment may leave. Its timer is one more timer of the sender.

use crate::cc::Bursts;
use crate::time::{Span, Time};

use super::sender::Sender;
use super::{Phase, Stack};

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
pub(super) struct Pacer {
    /// Pacing is on even if the congestion control sets no rate.
    pub(super) always: bool,
    /// Segments leave in bursts, as Linux' buffers do.
    bursts: bool,
    /// Segments of the current burst that may still leave. 0 outside of a series of segments.
    left: u64,
    /// Time from which the next segment may leave.
    open_at: Time,
    /// A segment is waiting for `open_at`.
    waiting: bool,
}

impl Pacer {
    pub(super) fn new(always: bool, stack: Stack) -> Self {
        let bursts = stack == Stack::Linux6;
        Pacer { always, bursts, left: 0, open_at: Time::ZERO, waiting: false }
    }

    /// Ends a burst that the window or the data ended early.
    pub(super) fn end_burst(&mut self) {
        self.left = 0;
    }

    /// Stops waiting.
    pub(super) fn release(&mut self) {
        self.waiting = false;
    }

    /// Lets the next segment leave at `open_at`. `waits`: there is one.
    pub(super) fn close(&mut self, open_at: Time, waits: bool) {
        self.open_at = open_at;
        self.waiting = waits;
    }

    /// Returns when a waiting segment may leave. [`Time::NEVER`] if none waits.
    pub(super) fn timer(&self) -> Time {
        if self.waiting { self.open_at } else { Time::NEVER }
    }
}

impl Sender {
    /// Returns whether segments of this connection are paced.
    pub(super) fn is_paced(&self) -> bool {
        self.pacer.always || self.cc.needs().pacing
    }

    /// Returns the pacing rate in Mbit/s; `None` if segments are not paced.
    pub fn pacing_mbps(&self) -> Option<f64> {
        let gap = self.pacing_gap().seconds();
        let is_paced = self.is_paced() && gap > 0.0;
        is_paced.then(|| f64::from(self.packet_bytes) * 8.0 / gap / 1e6)
    }

    /// Time until the next segment may leave.
    pub(super) fn departure_in(&self, now: Time) -> Span {
        self.pacer.open_at.saturating_since(now)
    }

    /// Returns whether pacing delays a segment that could be sent. If so, the pacer's timer runs.
    pub(super) fn must_wait(&mut self, now: Time) -> bool {
        let is_closed = self.is_paced() && now < self.pacer.open_at && !self.is_in_burst();
        self.pacer.waiting = is_closed && self.has_something_to_send();
        self.pacer.waiting
    }

    /// Returns whether the next segment belongs to the current burst. Bursts have new segments only.
    fn is_in_burst(&self) -> bool {
        self.pacer.left > 0 && self.can_send_new()
    }

    /// Returns whether the window is full, while [`Self::must_wait`].
    pub(super) fn is_limited_while_waiting(&self) -> bool {
        // Otherwise the wait is for a segment that the window allows.
        (self.probe_due || self.force_repair) && self.is_limited()
    }

    fn has_something_to_send(&self) -> bool {
        if self.probe_due || self.force_repair {
            return true;
        }
        !self.is_limited() && self.has_segment_to_send()
    }

    /// Returns whether there is a segment to send, if the window allows it.
    #[inline(always)]
    pub(super) fn has_segment_to_send(&self) -> bool {
        let may_rescue = self.phase == Phase::Recovery && self.repairs_probable_arrivals();
        self.can_send_new() || !self.board.is_repaired() || may_rescue
    }

    /// Delays the next burst by the time of this segment at the pacing rate. Unused time is lost, so a
    /// pause is not followed by a larger burst.
    pub(super) fn pace(&mut self, now: Time) {
        if self.is_paced() {
            let gap = self.pacing_gap();
            let left = self.pacer.left;
            self.pacer.left = if left > 0 { left } else { self.burst_segments(gap) } - 1;
            self.pacer.open_at = self.opens_after(1, gap, now);
        }
    }

    /// The same for a retransmission. It leaves alone: SACKs split Linux' buffers at the holes.
    pub(super) fn pace_repair(&mut self, now: Time) {
        self.pace(now);
        self.pacer.end_burst();
    }

    /// Returns when the segment after `count` others that leave `now` may leave, for a paced sender.
    #[inline(always)]
    pub(super) fn opens_after(&self, count: u64, gap: Span, now: Time) -> Time {
        self.pacer.open_at.max(now) + gap * count
    }

    /// Returns how many segments may leave at once. Unlike Linux, a sender whose window has room for one
    /// segment does not wait for room for more.
    #[inline(always)]
    pub(super) fn burst_segments(&self, gap: Span) -> u64 {
        if !self.pacer.bursts || gap == Span::ZERO {
            return 1;
        }
        match self.cc.needs().bursts {
            Bursts::Single => 1,
            Bursts::Buffers { single_below } => self.buffered_segments(gap, single_below),
            Bursts::Within { log } => ((1_000_000_000 / gap.nanos()) >> log.min(63)).max(1),
        }
    }

    /// Returns the size of a buffer (Linux 6, tcp_tso_autosize): the segments of 1/1024 s at the pacing
    /// rate, and more on paths of a few milliseconds.
    #[inline(always)]
    fn buffered_segments(&self, gap: Span, single_below: u64) -> u64 {
        let bytes = u64::from(self.packet_bytes);
        let rate = bytes * 1_000_000_000 / gap.nanos();
        if rate < single_below {
            return 1;
        }
        let halvings = (self.rtt.min_rtt_or_max().nanos() / 1000) >> HALVING_RTT_LOG;
        let nearby = if halvings < 32 { MAX_BURST_BYTES >> halvings } else { 0 };
        (((rate >> 10) + nearby).min(MAX_BURST_BYTES) / bytes).max(MIN_BURST)
    }

    /// Time of one segment at the pacing rate. Zero if there is no rate.
    #[inline(always)]
    pub(super) fn pacing_gap(&self) -> Span {
        let window = &self.cc.window;
        if let Some(rate) = window.pacing_rate() {
            return rate.transmission_time(self.packet_bytes);
        }
        if !self.pacer.always {
            return Span::ZERO;
        }
        let (windows, round_trips) =
            if window.in_slow_start() { SLOW_START_RATIO } else { AVOIDANCE_RATIO };
        let srtt = self.srtt().nanos();
        Span::from_nanos(srtt * round_trips / (windows * window.segments()))
    }
}
