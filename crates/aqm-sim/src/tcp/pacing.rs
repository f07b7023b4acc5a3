//! Pacing: segments leave one by one at a rate, not in bursts.
//!
//! The pacer stores when the next segment may leave. Its timer is one more timer of the sender.

use crate::time::{Span, Time};

use super::Phase;
use super::mechanisms::LossRule;
use super::sender::Sender;

/// Windows per smoothed RTT in slow start if the congestion control sets no rate, as a fraction.
/// Linux' sysctl tcp_pacing_ss_ratio is 200 %.
const SLOW_START_RATIO: (u64, u64) = (2, 1);
/// The same after slow start. Linux' sysctl tcp_pacing_ca_ratio is 120 %.
const AVOIDANCE_RATIO: (u64, u64) = (6, 5);

/// State of pacing.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Pacer {
    /// Pacing is on even if the congestion control sets no rate.
    pub(super) always: bool,
    /// Time from which the next segment may leave.
    open_at: Time,
    /// A segment is waiting for `open_at`.
    waiting: bool,
}

impl Pacer {
    pub(super) fn new(always: bool) -> Self {
        Pacer { always, open_at: Time::ZERO, waiting: false }
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
        let is_closed = self.is_paced() && now < self.pacer.open_at;
        self.pacer.waiting = is_closed && self.has_something_to_send();
        self.pacer.waiting
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
        let may_rescue = self.mechanisms.loss == LossRule::Sack && self.phase == Phase::Recovery;
        self.can_send_new() || !self.board.is_repaired() || may_rescue
    }

    /// Delays the next segment by its time at the pacing rate. Unused time is lost, so a pause is
    /// not followed by a burst.
    pub(super) fn pace(&mut self, now: Time) {
        if self.is_paced() {
            self.pacer.open_at = self.opens_after(now);
        }
    }

    /// Returns when the segment after one that leaves `now` may leave, for a paced sender.
    #[inline(always)]
    pub(super) fn opens_after(&self, now: Time) -> Time {
        self.pacer.open_at.max(now) + self.pacing_gap()
    }

    #[inline(always)]
    fn pacing_gap(&self) -> Span {
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
