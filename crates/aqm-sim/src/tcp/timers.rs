//! A sender's timers: retransmission (RFC 6298), tail loss probe and reordering (RFC 8985). Each deadline follows from
//! the RTT estimator, so it belongs to the timers.

use super::mechanisms::{Mechanisms, TailProbe};
use super::rtt::{MIN_RTO, RttEstimator, Sample};
use super::scoreboard::Scoreboard;
use crate::time::{Span, Time};

/// Linux sets no timer to less than two ticks of 1 ms.
const MIN_TIMER: Span = Span::from_millis(2);
/// Wait for a probe before the first RTT sample (RFC 8985, section 7.2).
const BLIND_PROBE: Span = Span::from_millis(1000);
/// Shortest wait for a probe with several segments outstanding
/// (draft-dukkipati-tcpm-tcp-loss-probe-01).
const MIN_DRAFT_PROBE: Span = Span::from_millis(10);

/// Deadlines, [`Time::NEVER`] for those that are off. While the probe timer runs, the retransmission timer is off.
#[derive(Clone, PartialEq, Debug)]
pub struct Timers {
    retransmit: Time,
    probe: Time,
    reorder: Time,
    tail_probe: Option<TailProbe>,
    rtt: RttEstimator,
}

impl Timers {
    pub fn new(mechanisms: &Mechanisms, initial_rto: Span) -> Self {
        Timers {
            retransmit: Time::NEVER,
            probe: Time::NEVER,
            reorder: Time::NEVER,
            tail_probe: mechanisms.tail_probe,
            rtt: RttEstimator::new(mechanisms.rto, initial_rto),
        }
    }

    /// Follows other mechanisms. In an `established` connection no segment is missing.
    pub fn adopt(&mut self, mechanisms: &Mechanisms, established: bool) {
        self.tail_probe = mechanisms.tail_probe;
        if established {
            self.reorder = Time::NEVER;
        }
    }

    #[inline(always)]
    pub fn rtt(&self) -> &RttEstimator {
        &self.rtt
    }

    #[inline(always)]
    pub fn rtt_mut(&mut self) -> &mut RttEstimator {
        &mut self.rtt
    }

    /// Takes a sample: that of the `oldest` segment sets the timeout, that of the `newest` is the smallest RTT.
    pub fn sample_rtt(&mut self, oldest: Span, newest: Span, board: &Scoreboard, now: Time) {
        self.rtt.update_min(newest, now);
        self.rtt.sample(&Sample { rtt: oldest, una: board.una(), next: board.next() });
    }

    /// Returns the earliest deadline.
    #[inline(always)]
    pub fn next(&self) -> Time {
        self.retransmit.min(self.probe).min(self.reorder)
    }

    /// The same while the reordering timer is off.
    #[inline(always)]
    pub fn next_in_order(&self) -> Time {
        debug_assert!(self.reorder == Time::NEVER);
        self.probe.min(self.retransmit)
    }

    #[inline(always)]
    pub fn waits_for_reordering(&self) -> bool {
        self.reorder != Time::NEVER
    }

    pub fn waits_for_probe(&self) -> bool {
        self.probe != Time::NEVER
    }

    pub fn waits_for_timeout(&self) -> bool {
        self.retransmit != Time::NEVER
    }

    /// Takes the reordering timer if it has expired.
    pub fn take_reordering(&mut self, now: Time) -> bool {
        take(&mut self.reorder, now)
    }

    /// Takes the probe timer if it has expired.
    pub fn take_probe(&mut self, now: Time) -> bool {
        take(&mut self.probe, now)
    }

    /// Takes the retransmission timer if it has expired.
    pub fn take_timeout(&mut self, now: Time) -> bool {
        take(&mut self.retransmit, now)
    }

    /// Stops all timers.
    pub fn stop(&mut self) {
        (self.retransmit, self.probe, self.reorder) = (Time::NEVER, Time::NEVER, Time::NEVER);
    }

    /// Stops the reordering timer.
    pub fn stop_reordering(&mut self) {
        self.reorder = Time::NEVER;
    }

    /// Starts the timeout from now on; the other timers stay.
    pub fn start_timeout(&mut self, now: Time) {
        self.retransmit = now + self.rtt.rto();
    }

    /// Starts the timeout from now on, in place of the probe.
    pub fn replace_probe(&mut self, now: Time) {
        self.start_timeout(now);
        self.probe = Time::NEVER;
    }

    /// Starts the timeout for outstanding segments. It counts from the oldest one, but a probe or reordering timer has
    /// replaced it.
    pub fn arm_timeout(&mut self, board: &Scoreboard, now: Time) {
        let displaced = self.waits_for_probe() || self.waits_for_reordering();
        self.arm_timeout_from(displaced, board, now);
    }

    /// [`Self::arm_timeout`] in place of a reordering timer that has expired.
    pub fn arm_timeout_after_reordering(&mut self, board: &Scoreboard, now: Time) {
        self.arm_timeout_from(true, board, now);
    }

    fn arm_timeout_from(&mut self, displaced: bool, board: &Scoreboard, now: Time) {
        let from = if displaced { board.head_sent().unwrap_or(now) } else { now };
        let soonest = now.plus(Span::from_nanos(1));
        self.retransmit = from.plus(self.rtt.rto()).max(soonest);
        self.probe = Time::NEVER;
    }

    /// Returns whether the stack sends probes.
    #[inline(always)]
    pub fn has_probes(&self) -> bool {
        self.tail_probe.is_some()
    }

    /// Sets the probe timer (RFC 8985, section 7.2) while segments are outstanding.
    pub fn arm_probe(&mut self, board: &Scoreboard, now: Time, progress: bool) {
        let Some(kind) = self.tail_probe else { return };
        let single = board.outstanding() == 1;
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
        let timeout_from = if progress { now } else { board.head_sent().unwrap_or(now) };
        let timeout = timeout_from.plus(self.rtt.rto());
        self.set_probe(now, wait, timeout);
    }

    /// Sets the timer after an ACK on the fast path and new data. Returns the next deadline, or `None` if the general
    /// rules apply.
    #[inline(always)]
    pub fn arm_in_order(&mut self, board: &Scoreboard, now: Time) -> Option<Time> {
        // A match, because a comparison costs four more instructions.
        let Some(TailProbe::Rack) = self.tail_probe else { return None };
        if board.outstanding() == 1 {
            return None;
        }
        let wait = Span::from_nanos(2 * self.rtt.srtt_or_zero().nanos() + MIN_TIMER.nanos());
        let timeout = board.oldest_sent().plus(self.rtt.rto());
        self.set_probe(now, wait, timeout);
        Some(self.probe)
    }

    /// Sets the probe to `wait` from now, or to `timeout` if that is earlier.
    fn set_probe(&mut self, now: Time, wait: Span, timeout: Time) {
        // A timeout in the past must not shorten the wait: the wrapping subtraction makes it very
        // large.
        let next = now.nanos() + 1;
        let wait = (wait.nanos() - 1).min(timeout.nanos().wrapping_sub(next));
        self.probe = Time::from_nanos(next + wait);
        self.retransmit = Time::NEVER;
    }

    /// Sets RACK's reordering timer to `wait` from now.
    pub fn arm_reordering(&mut self, now: Time, wait: Span) {
        self.reorder = now + wait + MIN_TIMER;
        self.probe = Time::NEVER;
        if self.retransmit == Time::NEVER {
            self.start_timeout(now);
        }
    }

    /// Waits until `due` in place of the timeout, unless that comes first. Returns whether it waits.
    pub fn arm_early_retransmit(&mut self, due: Time) -> bool {
        if self.retransmit <= due {
            return false;
        }
        self.reorder = due;
        (self.retransmit, self.probe) = (Time::NEVER, Time::NEVER);
        true
    }

    #[cfg(test)]
    pub fn timeout(&self) -> Time {
        self.retransmit
    }
}

/// Takes a deadline that has come.
fn take(deadline: &mut Time, now: Time) -> bool {
    let is_due = *deadline <= now;
    if is_due {
        *deadline = Time::NEVER;
    }
    is_due
}
