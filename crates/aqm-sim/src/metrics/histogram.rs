//! A histogram of delays with constant relative error.

use crate::time::Span;

/// Each octave of nanoseconds has 2^7 buckets.
pub const SUB_BITS: u32 = 7;
const SUB_BUCKETS: u64 = 1 << SUB_BITS;
/// Delays from 2^41 ns (about 37 minutes) on share the last bucket.
const OCTAVES: u32 = 41;
/// Exponent and upper fraction bits of 2^7 as a float, minus the number of buckets below 2^7.
const FIRST_OCTAVE: u64 = (1023 + SUB_BITS as u64 - 1) << SUB_BITS;
/// Buckets of one step of [`Histogram::steps`].
const PER_STEP: usize = 4;
pub const BUCKETS: usize = ((OCTAVES - SUB_BITS + 1) as usize) << SUB_BITS;

/// Largest relative error of a value read back from a bucket: half a bucket's width over its
/// lower edge, 2^-8 or 0.4 %.
pub const RELATIVE_ERROR: f64 = 1.0 / 256.0;

/// Returns the index of the bucket of `delay`.
pub fn bucket_of(delay: Span) -> u16 {
    let nanos = delay.nanos();
    if nanos < SUB_BUCKETS {
        return nanos as u16;
    }
    (float_bits(delay) - FIRST_OCTAVE).min(BUCKETS as u64 - 1) as u16
}

/// Returns the octave and the bucket within it: the exponent of a floating point number and the upper bits of
/// its fraction.
fn float_bits(delay: Span) -> u64 {
    // Signed, because the conversion is then one instruction.
    (delay.nanos() as i64 as f64).to_bits() >> (f64::MANTISSA_DIGITS - 1 - SUB_BITS)
}

/// Returns the middle of bucket `index`.
pub fn bucket_middle(index: u16) -> Span {
    let index = u64::from(index);
    if index < SUB_BUCKETS {
        return Span::from_nanos(index);
    }
    let shift = (index >> SUB_BITS) - 1;
    let lower = (SUB_BUCKETS + (index & (SUB_BUCKETS - 1))) << shift;
    Span::from_nanos(lower + ((1u64 << shift) >> 1))
}

/// Counts of delays.
#[derive(Clone, Debug)]
pub struct Histogram {
    counts: Vec<u32>,
    total: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { counts: vec![0; BUCKETS], total: 0 }
    }
}

impl Histogram {
    /// Adds `count` delays of bucket `index`.
    pub fn add(&mut self, index: u16, count: u32) {
        self.counts[index as usize] += count;
        self.total += u64::from(count);
    }

    /// Returns the number of delays.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Returns the delay that a `share` (0..1) of all delays does not exceed (nearest rank), to within
    /// [`RELATIVE_ERROR`]; `None` if there are no delays.
    pub fn quantile(&self, share: f64) -> Option<Span> {
        let rank = ((share * self.total as f64).ceil() as u64).clamp(1, self.total.max(1));
        let mut seen = 0;
        self.counts.iter().enumerate().find_map(|(index, &count)| {
            seen += u64::from(count);
            (seen >= rank).then(|| bucket_middle(index as u16))
        })
    }

    /// Returns the share (0..1) of all delays in buckets up to that of `delay`; 0 if there are no delays.
    pub fn share_up_to(&self, delay: Span) -> f64 {
        let end = bucket_of(delay) as usize + 1;
        let count: u64 = self.counts[..end].iter().map(|&count| u64::from(count)).sum();
        count as f64 / self.total.max(1) as f64
    }

    /// Returns the counts of groups of four buckets that are not empty: the largest delay of the group, to
    /// within 1.6 %, and the number of delays, in ascending order.
    pub fn steps(&self) -> impl Iterator<Item = (Span, u64)> {
        self.counts.chunks(PER_STEP).enumerate().filter_map(|(group, counts)| {
            let count = counts.iter().map(|&count| u64::from(count)).sum();
            let last = bucket_middle((group * PER_STEP + PER_STEP - 1) as u16);
            // Packets that found an empty queue have a step of their own.
            let delay =
                if group == 0 && counts[1..] == [0; PER_STEP - 1] { Span::ZERO } else { last };
            (count > 0).then_some((delay, count))
        })
    }

    /// Adds counts.
    pub fn add_all(&mut self, counts: &[(u16, u32)]) {
        for &(index, count) in counts {
            self.add(index, count);
        }
    }

    /// Subtracts counts that were added before.
    pub fn remove_all(&mut self, counts: &[(u16, u32)]) {
        for &(index, count) in counts {
            self.counts[index as usize] -= count;
            self.total -= u64::from(count);
        }
    }
}

/// Counts of the delays of the open window.
#[derive(Clone, Debug)]
pub struct OpenHistogram {
    counts: Box<[u32; BUCKETS]>,
    /// One bit for each bucket that is not empty.
    touched: Box<[u64; BUCKETS / WORD_BITS]>,
    /// One bit for each octave that has such a bucket.
    octaves: u64,
    /// Number of buckets that are not empty.
    distinct: usize,
}

const WORD_BITS: usize = u64::BITS as usize;
/// Number of words per octave.
const WORDS: usize = SUB_BUCKETS as usize / WORD_BITS;

/// Returns the numbers of the bits that are set, in ascending order.
fn ones(mut left: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            next
        })
    })
}

impl Default for OpenHistogram {
    fn default() -> Self {
        OpenHistogram {
            counts: Box::new([0; BUCKETS]),
            touched: Box::new([0; BUCKETS / WORD_BITS]),
            octaves: 0,
            distinct: 0,
        }
    }
}

impl OpenHistogram {
    /// Adds one delay.
    pub fn add(&mut self, delay: Span) {
        // Same as `bucket_of`, for all buckets except the first and the last ones.
        let above = float_bits(delay).wrapping_sub(FIRST_OCTAVE + SUB_BUCKETS) as usize;
        if above < BUCKETS - SUB_BUCKETS as usize - 1 {
            self.count(above + SUB_BUCKETS as usize);
        } else {
            self.add_extreme(delay);
        }
    }

    /// Adds a delay of zero.
    pub fn add_zero(&mut self) {
        self.count(0);
    }

    fn add_extreme(&mut self, delay: Span) {
        self.count(bucket_of(delay) as usize);
    }

    fn count(&mut self, index: usize) {
        let count = &mut self.counts[index];
        *count += 1;
        if *count == 1 {
            self.touch(index);
        }
    }

    fn touch(&mut self, index: usize) {
        self.touched[index / WORD_BITS] |= 1 << (index % WORD_BITS);
        self.octaves |= 1 << (index >> SUB_BITS);
        self.distinct += 1;
    }

    /// Returns the counts of the buckets that are not empty, in ascending order.
    pub fn counts(&self) -> Vec<(u16, u32)> {
        let mut counts = Vec::with_capacity(self.distinct);
        for octave in ones(self.octaves) {
            for word in octave * WORDS..(octave + 1) * WORDS {
                for bit in ones(self.touched[word]) {
                    let index = word * WORD_BITS + bit;
                    counts.push((index as u16, self.counts[index]));
                }
            }
        }
        counts
    }

    /// Returns the counts and resets them.
    pub fn take(&mut self) -> Vec<(u16, u32)> {
        let counts = self.counts();
        for &(index, _) in &counts {
            self.counts[index as usize] = 0;
            self.touched[index as usize / WORD_BITS] = 0;
        }
        self.octaves = 0;
        self.distinct = 0;
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stated_error_holds_over_the_whole_range() {
        let mut nanos = 1u64;
        while nanos < 1 << 40 {
            for value in [nanos, nanos + nanos / 3, nanos * 2 - 1] {
                let back = bucket_middle(bucket_of(Span::from_nanos(value))).nanos();
                let error = (back as f64 - value as f64).abs() / value as f64;
                assert!(error <= RELATIVE_ERROR, "{value} ns read back as {back} ns");
            }
            nanos *= 2;
        }
    }

    #[test]
    fn quantiles_are_nearest_rank() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.quantile(0.5), None);
        for nanos in 1..=100 {
            histogram.add(bucket_of(Span::from_nanos(nanos)), 1);
        }
        assert_eq!(histogram.quantile(0.0), Some(Span::from_nanos(1)));
        assert_eq!(histogram.quantile(0.5), Some(Span::from_nanos(50)));
        assert_eq!(histogram.quantile(0.95), Some(Span::from_nanos(95)));
        assert_eq!(histogram.quantile(1.0), Some(Span::from_nanos(100)));
        assert_eq!(histogram.share_up_to(Span::from_nanos(50)), 0.5);
        assert_eq!(histogram.share_up_to(Span::ZERO), 0.0);
        assert_eq!(Histogram::default().share_up_to(Span::MAX), 0.0);
    }
}
