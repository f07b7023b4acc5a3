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

/// RTTs as the kernel's Vegas, Veno and YeAH measure them: in microseconds, plus 1.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RttSamples {
    pub(super) count: u16,
    /// Smallest RTT since [`Self::restart`].
    pub(super) min: u64,
    /// Smallest RTT since data was last sent into an empty network.
    pub(super) base: u64,
}

impl RttSamples {
    /// An RTT that was not measured.
    pub(super) const UNSET: u64 = i32::MAX as u64;
    /// With fewer samples in a round trip, delayed ACKs may hide the true RTT.
    const LEAST: u16 = 3;

    pub(super) fn new() -> Self {
        RttSamples { count: 0, min: Self::UNSET, base: Self::UNSET }
    }

    /// Adds the RTT of an ACK, if it has one.
    pub(super) fn add(&mut self, rtt: Option<Span>) {
        if let Some(rtt) = rtt {
            let rtt = micros(rtt) + 1;
            self.base = self.base.min(rtt);
            self.min = self.min.min(rtt);
            self.count = self.count.wrapping_add(1);
        }
    }

    /// Measures the smallest RTT anew.
    pub(super) fn restart(&mut self) {
        self.min = Self::UNSET;
    }

    pub(super) fn are_enough(&self) -> bool {
        self.count >= Self::LEAST
    }
}
