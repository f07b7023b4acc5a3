//! Random streams. Every random consumer has its own stream, derived from the run's seed and
//! the consumer's name. Adding a flow therefore does not change the draws of the queue discipline.

use crate::math;

/// SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state, one addition and two multiplications
/// a draw.
#[derive(Clone, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Returns a stream that starts at `state`.
    pub const fn new(state: u64) -> Self {
        SplitMix64 { state }
    }

    /// Returns the stream of the consumer `label`, number `index`, in the run with this `seed`.
    #[inline(never)]
    pub fn stream(seed: u64, label: &str, index: u64) -> Self {
        // FNV-1a of the name, then one mixing step for each part.
        let name = label.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let mut mixer = SplitMix64::new(seed);
        let mut state = mixer.next_u64() ^ name;
        state = SplitMix64::new(state).next_u64() ^ index;
        SplitMix64::new(SplitMix64::new(state).next_u64())
    }

    /// Returns the next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number that is uniform in [0, 1).
    pub fn uniform(&mut self) -> f64 {
        unit_interval(self.next_u64())
    }

    /// Returns an exponential number with mean 1.
    pub fn exponential(&mut self) -> f64 {
        -math::ln(1.0 - self.uniform())
    }

    /// Returns a normal number with mean 0 and standard deviation 1, by the polar method (Marsaglia
    /// and Bray 1964). Of each pair only the first number is used, so that the stream has no state
    /// besides its own.
    pub fn normal(&mut self) -> f64 {
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                return x * (-2.0 * math::ln(square) / square).sqrt();
            }
        }
    }
}

/// Maps 64 random bits to [0, 1) with 53 bits of resolution.
pub fn unit_interval(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / 9_007_199_254_740_992.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_outputs_for_seed_zero() {
        let mut stream = SplitMix64::new(0);
        assert_eq!(stream.next_u64(), 0xe220_a839_7b1d_cdaf);
        assert_eq!(stream.next_u64(), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(stream.next_u64(), 0x06c4_5d18_8009_454f);
    }

    #[test]
    fn streams_differ_by_seed_label_and_index() {
        let first = |seed, label, index| SplitMix64::stream(seed, label, index).next_u64();
        let base = first(1, "aqm", 0);
        assert_ne!(base, first(2, "aqm", 0));
        assert_ne!(base, first(1, "flow", 0));
        assert_ne!(base, first(1, "aqm", 1));
    }
}
