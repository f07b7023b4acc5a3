//! The smallest delays of the last minutes and of the last samples (RFC 6817, section 2.4.2).

use super::{MAX_BASE_HISTORY, MAX_CURRENT_FILTER};
use crate::time::{Span, Time};

const NANOS_PER_MINUTE: u64 = 60_000_000_000;

/// The smallest delay of each of the last minutes.
#[derive(Clone, PartialEq, Debug)]
pub struct BaseDelay {
    /// The newest minute is at `minute` modulo `length`. [`Span::MAX`]: no sample.
    minutes: [Span; MAX_BASE_HISTORY as usize],
    length: u64,
    /// The minute of the last sample, counted from the start of the run.
    minute: u64,
}

impl BaseDelay {
    /// Remembers `length` minutes, the current one included.
    pub fn new(length: u32) -> Self {
        BaseDelay {
            minutes: [Span::MAX; MAX_BASE_HISTORY as usize],
            length: length.into(),
            minute: 0,
        }
    }

    pub fn add(&mut self, delay: Span, now: Time) {
        let minute = now.nanos() / NANOS_PER_MINUTE;
        // Minutes without a sample hold nothing. The RFC keeps older minutes instead.
        let passed = (minute - self.minute).min(self.length);
        for back in 0..passed {
            self.minutes[((minute - back) % self.length) as usize] = Span::MAX;
        }
        self.minute = minute;
        let newest = &mut self.minutes[(minute % self.length) as usize];
        *newest = delay.min(*newest);
    }

    pub fn min(&self) -> Option<Span> {
        let minutes = self.minutes[..self.length as usize].iter().copied();
        minutes.min().filter(|&delay| delay < Span::MAX)
    }
}

/// The last samples.
#[derive(Clone, PartialEq, Debug)]
pub struct CurrentDelay {
    samples: [Span; MAX_CURRENT_FILTER as usize],
    length: usize,
    /// Samples taken, modulo the length.
    next: usize,
}

impl CurrentDelay {
    /// Remembers `length` samples.
    pub fn new(length: u32) -> Self {
        let samples = [Span::MAX; MAX_CURRENT_FILTER as usize];
        CurrentDelay { samples, length: length as usize, next: 0 }
    }

    pub fn add(&mut self, delay: Span) {
        self.samples[self.next] = delay;
        self.next = (self.next + 1) % self.length;
    }

    pub fn min(&self) -> Option<Span> {
        let samples = self.samples[..self.length].iter().copied();
        samples.min().filter(|&delay| delay < Span::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(delay: u64) -> Span {
        Span::from_millis(delay)
    }

    #[test]
    fn the_base_delay_is_forgotten_after_the_last_minute() {
        let mut base = BaseDelay::new(3);
        assert_eq!(base.min(), None);
        let mut min_after = |seconds: f64, delay| {
            base.add(ms(delay), Time::from_seconds(seconds));
            base.min()
        };
        assert_eq!(min_after(10.0, 20), Some(ms(20)));
        assert_eq!(min_after(70.0, 50), Some(ms(20)));
        assert_eq!(min_after(130.0, 40), Some(ms(20)));
        assert_eq!(min_after(190.0, 60), Some(ms(40)), "the first minute is over");
        // Long silence: nothing of before.
        assert_eq!(min_after(4000.0, 90), Some(ms(90)));
    }

    #[test]
    fn the_current_delay_is_the_smallest_of_the_last_samples() {
        let mut current = CurrentDelay::new(2);
        assert_eq!(current.min(), None);
        let mut min_after = |delay| {
            current.add(ms(delay));
            current.min()
        };
        assert_eq!([9, 5, 7, 8].map(&mut min_after), [9, 5, 5, 7].map(|min| Some(ms(min))));
    }
}
