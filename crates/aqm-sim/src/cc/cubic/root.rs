//! The cube root of Linux, which fixes the time of CUBIC's plateau.
//!
//! Linux starts from a table with 6 bits of the argument and takes one step of Newton's method. The
//! result is up to 0.15 % away from the true root. The table and the rounding below are the only ones
//! that give the recorded K for every distance from the plateau below 12,000 segments and for 1100
//! larger ones.

/// 64 times the starting value for arguments from 8 to 63.
const SEEDS: [u16; 56] = [
    133, 139, 144, 148, 153, 157, 161, 166, 167, 171, 174, 178, 180, 183, 186, 189, 191, 195, 197,
    200, 202, 204, 207, 209, 210, 212, 214, 216, 219, 221, 223, 225, 227, 229, 231, 232, 234, 235,
    237, 239, 241, 242, 244, 246, 247, 249, 250, 252, 254, 255, 256, 258, 260, 261, 262, 264,
];
const SMALLEST: u64 = 8;
/// A third, in 1/1024.
const THIRD: u128 = 341;

/// Returns Linux' approximation of the cube root of `number`; 0 below 8, where Linux never needs it.
pub fn cube_root(number: u64) -> u64 {
    if number < SMALLEST {
        return 0;
    }
    // The number is between 8 and 64 times 8^scale.
    let scale = (number.ilog2() - SMALLEST.ilog2()) / 3;
    let seed = SEEDS[((number >> (3 * scale)) - SMALLEST) as usize];
    let start = (u64::from(seed) << scale) >> 6;
    let quotient = number / (start * (start - 1));
    // The sum of two roots and a quotient: above 2^32 for the largest numbers.
    ((u128::from(2 * start + quotient) * THIRD) >> 10) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math;

    /// 2^40 / 410, rounded down: a segment in units of (1/1024 s)^3 C.
    const SEGMENT: u64 = (1 << 40) / 410;

    #[test]
    fn the_root_is_that_of_the_kernel() {
        // From the recordings of the kernel's module: distance from the plateau in segments, and K.
        for (segments, k) in [
            (1, 1388),
            (2, 1750),
            (3, 2003),
            (10, 2991),
            (18, 3640),
            (1_940_444, 173_252),
            (1_960_448, 173_815),
            (1_980_658, 174_384),
        ] {
            assert_eq!(cube_root(SEGMENT * segments), k, "{segments} segments");
        }
    }

    #[test]
    fn the_root_is_within_a_sixth_of_a_percent_of_the_true_one() {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for segments in 1..12_000 {
            let argument = SEGMENT * segments;
            let deviation = cube_root(argument) as f64 / math::cbrt(argument as f64) - 1.0;
            (low, high) = (low.min(deviation), high.max(deviation));
        }
        assert!((-0.0012..-0.0010).contains(&low), "{low}");
        assert!((0.0014..0.0016).contains(&high), "{high}");
    }

    #[test]
    fn every_argument_has_a_root() {
        assert_eq!([0, 7].map(cube_root), [0, 0]);
        for shift in 3..64 {
            for argument in [1_u64 << shift, (1_u64 << shift) + 1, u64::MAX >> (63 - shift)] {
                let (root, exact) = (cube_root(argument) as f64, math::cbrt(argument as f64));
                assert!((root - exact).abs() <= 1.0 + exact * 0.002, "{argument}: {root}, {exact}");
            }
        }
    }
}
