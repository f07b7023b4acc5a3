//! Simulated time. Nothing in this crate reads a clock: time is always an argument.

use std::ops::{Add, AddAssign, Mul, Sub};

/// A point in simulated time: nanoseconds since the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Time(u64);

/// A length of simulated time in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span(u64);

const NANOS_PER_SECOND: f64 = 1e9;

/// Rounds by the crate's only rounding rule: to the nearest nanosecond, ties away from zero. Negative
/// values and not-a-number become zero.
fn nanos_from_seconds(seconds: f64) -> u64 {
    (seconds * NANOS_PER_SECOND).round() as u64
}

impl Time {
    /// The start of the run.
    pub const ZERO: Time = Time(0);
    /// Later than every event.
    pub const NEVER: Time = Time(u64::MAX);

    /// Returns the time `nanos` nanoseconds after the start.
    pub const fn from_nanos(nanos: u64) -> Self {
        Time(nanos)
    }

    /// Returns the time `seconds` after the start, rounded to the nearest nanosecond.
    pub fn from_seconds(seconds: f64) -> Self {
        Time(nanos_from_seconds(seconds))
    }

    /// Returns the nanoseconds since the start.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Returns the seconds since the start.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND
    }

    /// Returns `self + span` without saturation; the sum must be before [`Time::NEVER`]. Saves three
    /// instructions in the hot loop.
    pub const fn plus(self, span: Span) -> Time {
        Time(self.0 + span.0)
    }

    /// Returns `self - earlier`, or zero if `earlier` is later.
    pub const fn saturating_since(self, earlier: Time) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// The empty span.
    pub const ZERO: Span = Span(0);
    /// Longer than any run.
    pub const MAX: Span = Span(u64::MAX);

    /// `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Self {
        Span(nanos)
    }

    /// `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Span(micros * 1_000)
    }

    /// `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Span(millis * 1_000_000)
    }

    /// `seconds`, rounded to the nearest nanosecond.
    pub fn from_seconds(seconds: f64) -> Self {
        Span(nanos_from_seconds(seconds))
    }

    /// Length in nanoseconds.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Length in seconds.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND
    }

    /// Length in milliseconds.
    pub fn millis(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Returns `self - other`, or zero if `other` is longer.
    pub const fn saturating_sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }

    /// Returns half the span, rounded down.
    pub const fn half(self) -> Span {
        Span(self.0 / 2)
    }
}

impl Add<Span> for Time {
    type Output = Time;
    fn add(self, span: Span) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Time {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<Time> for Time {
    type Output = Span;
    /// Panics in debug builds if `earlier` is later than `self`.
    fn sub(self, earlier: Time) -> Span {
        debug_assert!(self >= earlier, "time ran backwards");
        Span(self.0.wrapping_sub(earlier.0))
    }
}

impl Add for Span {
    type Output = Span;
    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl Sub for Span {
    type Output = Span;
    fn sub(self, other: Span) -> Span {
        debug_assert!(self >= other, "negative span");
        Span(self.0.wrapping_sub(other.0))
    }
}

impl Mul<u64> for Span {
    type Output = Span;
    fn mul(self, factor: u64) -> Span {
        Span(self.0.saturating_mul(factor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_to_the_nearest_nanosecond() {
        assert_eq!(Span::from_seconds(59.77).nanos(), 59_770_000_000);
        assert_eq!(Span::from_seconds(1.4e-9).nanos(), 1);
        assert_eq!(Span::from_seconds(-1.0), Span::ZERO);
    }
}
