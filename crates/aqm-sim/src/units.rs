//! Physical units that are not time.

use crate::time::Span;

/// A link or source rate in bits per second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct BitRate(u64);

impl BitRate {
    /// `bits` bits per second.
    pub const fn from_bps(bits: u64) -> Self {
        BitRate(bits)
    }

    /// `mbps` Mbit/s (10^6 bits per second), rounded to the nearest bit per second.
    pub fn from_mbps(mbps: f64) -> Self {
        BitRate((mbps * 1e6).round() as u64)
    }

    /// Bits per second.
    pub const fn bps(self) -> u64 {
        self.0
    }

    /// Mbit/s.
    pub fn mbps(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Returns the time to serialise `bytes`: floor(bytes * 8 * 10^9 / rate) nanoseconds.
    ///
    /// The rate must not be zero; the scenario's limits exclude a zero link rate.
    pub const fn transmission_time(self, bytes: u32) -> Span {
        // 2^32 bytes * 8e9 < 2^65, but packets are at most 64 KiB: u64 suffices.
        Span::from_nanos(bytes as u64 * 8_000_000_000 / self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_packet_takes_480_us_at_25_mbps() {
        let rate = BitRate::from_mbps(25.0);
        assert_eq!(rate.transmission_time(1500), Span::from_micros(480));
    }
}
