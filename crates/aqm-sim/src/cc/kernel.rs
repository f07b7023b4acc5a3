//! The kernel's clocks, for algorithms that follow Linux' arithmetic.

use crate::time::{Span, Time};

/// The kernel's clock at HZ = 1000: milliseconds modulo 2^32.
pub(super) fn millis(now: Time) -> u32 {
    (now.nanos() / 1_000_000) as u32
}

/// Whole microseconds of a delay.
pub(super) fn micros(delay: Span) -> u64 {
    delay.nanos() / 1000
}

/// A delay in the kernel's milliseconds: whole microseconds, rounded up.
pub(super) fn ceil_millis(delay: Span) -> u32 {
    micros(delay).div_ceil(1000) as u32
}
