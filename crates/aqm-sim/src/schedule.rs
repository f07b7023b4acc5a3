//! Link rates over time, known in advance.

use crate::time::{Span, Time};
use crate::units::BitRate;
use std::sync::Arc;

/// A rate that holds from `at` on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Start, counted from the start of the schedule's round.
    pub at: Span,
    /// Rate. Zero is an outage: the link sends nothing.
    pub rate: BitRate,
}

/// Rates of a link over time: a list of steps that may repeat.
#[derive(Clone, PartialEq, Debug)]
pub struct RateSchedule {
    steps: Arc<[Step]>,
    /// Length of a round. `None`: the last rate holds for ever.
    period: Option<Span>,
}

impl RateSchedule {
    /// Creates a schedule. With a `period` the steps start again at each multiple of it.
    ///
    /// # Panics
    /// If there is no step, if the times do not ascend, if a step does not start within the period,
    /// or if an outage never ends.
    pub fn new(steps: Vec<Step>, period: Option<Span>) -> Self {
        let last = steps.last().expect("a schedule has a step");
        assert!(steps.is_sorted_by(|a, b| a.at < b.at), "the times ascend");
        match period {
            Some(period) => {
                assert!(last.at < period, "a step starts within the period");
                assert!(steps.iter().any(|step| step.rate.bps() > 0), "an outage ends");
            }
            None => assert!(last.rate.bps() > 0, "an outage ends"),
        }
        RateSchedule { steps: steps.into(), period }
    }

    /// Returns the steps of a round.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the length of a round; `None` if the steps do not repeat.
    pub fn period(&self) -> Option<Span> {
        self.period
    }

    /// Returns the largest rate.
    pub fn largest(&self) -> BitRate {
        self.steps.iter().map(|step| step.rate).max().unwrap_or_default()
    }

    /// Returns the position of the first step.
    pub fn start(&self) -> Position {
        Position::default()
    }

    /// Returns time and rate of the step at `position`; [`Time::NEVER`] after the last one.
    pub fn step(&self, position: Position) -> (Time, BitRate) {
        match self.steps.get(position.index) {
            Some(step) => (position.round + step.at, step.rate),
            None => (Time::NEVER, BitRate::default()),
        }
    }

    /// Returns the position behind `position`.
    pub fn after(&self, position: Position) -> Position {
        let Position { round, index } = position;
        match self.period {
            Some(period) if index + 1 == self.steps.len() => {
                Position { round: round + period, index: 0 }
            }
            _ => Position { round, index: index + 1 },
        }
    }
}

/// A place in a schedule: a step of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// Start of the round.
    round: Time,
    /// Index of the step.
    index: usize,
}

/// A schedule with the first step that is not in force yet.
#[derive(Clone, Debug)]
pub struct Playback {
    schedule: RateSchedule,
    next: Position,
}

impl Playback {
    /// Returns a schedule of which no step is in force.
    pub fn new(schedule: RateSchedule) -> Self {
        let next = schedule.start();
        Playback { schedule, next }
    }

    /// Returns when the rate changes next; [`Time::NEVER`] after the last step.
    pub fn next_step(&self) -> Time {
        self.schedule.step(self.next).0
    }

    /// Returns the rate of the next step, which is in force from now on.
    pub fn follow(&mut self) -> BitRate {
        let (_, rate) = self.schedule.step(self.next);
        self.next = self.schedule.after(self.next);
        rate
    }

    /// Returns the end of a transmission of `work` that starts now at `rate`; `work` is in bits times nanoseconds per second. The
    /// packet is sent at the rates of the schedule: it has ended when the integral of the rate reaches its bits.
    pub fn end_of(&self, mut work: u64, mut rate: BitRate, mut now: Time) -> Time {
        let mut position = self.next;
        loop {
            let (until, next) = self.schedule.step(position);
            let can_send = rate.bps().saturating_mul((until - now).nanos());
            if work <= can_send {
                return now + Span::from_nanos(work / rate.bps());
            }
            work -= can_send;
            (now, rate, position) = (until, next, self.schedule.after(position));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(ms: u64, mbps: u64) -> Step {
        Step { at: Span::from_millis(ms), rate: BitRate::from_bps(mbps * 1_000_000) }
    }

    fn times(schedule: &RateSchedule, count: usize) -> Vec<(u64, u64)> {
        let mut position = schedule.start();
        let mut found = Vec::new();
        for _ in 0..count {
            let (at, rate) = schedule.step(position);
            if at == Time::NEVER {
                break;
            }
            found.push((at.nanos() / 1_000_000, rate.bps() / 1_000_000));
            position = schedule.after(position);
        }
        found
    }

    #[test]
    fn steps_repeat_with_the_period() {
        let once = RateSchedule::new(vec![step(5, 1), step(9, 2)], None);
        assert_eq!(times(&once, 9), [(5, 1), (9, 2)]);
        let wave = RateSchedule::new(vec![step(0, 8), step(6, 0)], Some(Span::from_millis(10)));
        assert_eq!(times(&wave, 5), [(0, 8), (6, 0), (10, 8), (16, 0), (20, 8)]);
        assert_eq!(wave.largest().mbps(), 8.0);
    }

    #[test]
    #[should_panic = "an outage ends"]
    fn an_endless_outage_is_refused() {
        RateSchedule::new(vec![step(0, 1), step(1, 0)], None);
    }
}
