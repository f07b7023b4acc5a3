//! Algorithm 1 as the paper prints it.

use super::equation::Point;
use super::estimators::{Decision, Measured};
use crate::time::Span;

/// Returns the probability by algorithm 1, and the constant length of the intervals.
///
/// Algorithm 2 takes over a sample of the length only if it is shorter than the one in use. With an
/// exact timer all samples are equal, so it changes nothing. The length is the unit of time too.
pub fn decide(measured: &Measured, interval: Span) -> Decision {
    let Measured { counters, length, waiting, .. } = *measured;
    let seconds = length.seconds();
    // "if (k == 0 or A == 0) { p = 0; return }"
    let probability = if waiting == 0 || counters.arrived == 0 {
        0.0
    } else {
        let point = Point {
            arrived: counters.arrived as f64,
            departed: counters.departed as f64,
            carried: measured.capacity * seconds,
            utilization_change: measured.utilization_change,
            delay_change: measured.delay_change / seconds,
            interval: 1.0,
        };
        point.probability()
    };
    Decision { probability, length: interval }
}
