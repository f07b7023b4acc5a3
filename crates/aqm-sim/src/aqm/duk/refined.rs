//! Equation 9 with three repairs of ours, so that it works on a link without a device queue:
//!
//! 1. An interval in which the queue was empty at any time counts as empty. Algorithm 1 tests the
//!    queue only at the end of the interval, although the text says "any time the queue becomes
//!    empty". With the test at the end alone, a packet that happens to wait there gives
//!    p = 1 - U, which pins an underused link to its low rate.
//! 2. The arrivals count one packet more. Equation 9 needs the mean of 1/A. With few packets in an
//!    interval it exceeds 1 over the mean of A, so p is too low, and the queue grows without end
//!    under lasting overload. For Poisson arrivals with mean m the mean of 1/(N + 1) is
//!    (1 - e^-m) / m, nearly 1/m.
//! 3. The length of the interval is searched in steps. Algorithm 2 wants the shortest interval for
//!    which the transmit rate does not decrease, but cannot find it with an exact timer. The
//!    transmit rate is the capacity as long as the queue does not run empty: then the interval gets
//!    one step shorter, otherwise one step longer.

use super::equation::Point;
use super::estimators::{Decision, Measured};
use crate::time::Span;

/// A step down is at least this share of the length: 1/16. Steps of the resolution alone need a minute of
/// congestion to take back what a minute of light load added.
const SHARE: u64 = 16;

/// Returns the probability and the length of the next interval.
///
/// `resolution` is the shortest interval, the unit of the steps and the unit of time; more than zero.
pub fn decide(measured: &Measured, resolution: Span) -> Decision {
    let Measured { counters, length, waiting, .. } = *measured;
    if waiting == 0 {
        // Algorithm 1 returns here. An idle link leaves the length unchanged.
        return Decision { probability: 0.0, length: length.max(resolution) };
    }
    let probability = if counters.emptied || counters.arrived == 0 {
        0.0
    } else {
        let (seconds, unit) = (length.seconds(), resolution.seconds());
        let point = Point {
            arrived: (counters.arrived + u64::from(measured.largest)) as f64,
            departed: counters.departed as f64,
            carried: measured.capacity * seconds,
            utilization_change: measured.utilization_change,
            delay_change: measured.delay_change / unit,
            interval: seconds / unit,
        };
        point.probability()
    };
    let next = if counters.emptied {
        length + resolution
    } else {
        let sixteenth = Span::from_nanos(length.nanos() / SHARE);
        length.saturating_sub(resolution.max(sixteenth))
    };
    Decision { probability, length: next.max(resolution) }
}

/// Returns max(`clock`, `packets` L / C): the timer's resolution, or as long as the link takes for so
/// many of the `largest` packets. Two are the shortest time that surely holds one whole transmission.
pub fn resolution(clock: Span, packets: f64, largest: u32, capacity: f64) -> Span {
    clock.max(Span::from_seconds(packets * f64::from(largest) / capacity))
}
