//! A token bucket, like Linux' tbf without a peak rate: after a pause the link may send a burst.
//!
//! Tokens fill the bucket at the rate of the link. A packet leaves as soon as the tokens cover it. tbf peeks at its inner
//! discipline, so the packet at the head is out of the discipline's queue while it waits for tokens. A link without a bucket treats
//! the packet in transmission in the same way. While the queue does not run empty, they differ only in the first burst.
//!
//! Amounts are in bits times nanoseconds per second, so that a rate in bit/s times a time in ns needs no division.

use crate::time::Time;
use crate::units::BitRate;

/// Returns the amount of `bytes`.
pub fn amount(bytes: u64) -> u64 {
    bytes * 8_000_000_000
}

/// The tokens that the link has saved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TokenBucket {
    size: u64,
    tokens: u64,
    /// The tokens count until here. While a packet waits, it is the end of the wait, because the packet takes all tokens until then.
    at: Time,
}

impl TokenBucket {
    /// Returns a full bucket for `bytes`.
    pub fn full(bytes: u64, now: Time) -> Self {
        TokenBucket { size: amount(bytes), tokens: amount(bytes), at: now }
    }

    /// Changes the size. Surplus tokens are lost.
    pub fn resize(&mut self, bytes: u64) {
        self.size = amount(bytes);
        self.tokens = self.tokens.min(self.size);
    }

    /// Adds the tokens until `now`, which come at `rate`.
    pub fn fill(&mut self, rate: BitRate, now: Time) {
        if now > self.at {
            let gained = rate.bps().saturating_mul((now - self.at).nanos());
            self.tokens = self.tokens.saturating_add(gained).min(self.size);
            self.at = now;
        }
    }

    /// Takes tokens for a packet. Returns how many are missing: the packet leaves when they have come. A packet may be larger than
    /// the bucket.
    pub fn take(&mut self, needed: u64) -> u64 {
        let saved = self.tokens.min(needed);
        self.tokens -= saved;
        needed - saved
    }

    /// The packet that took the last tokens also takes those that come until `end`.
    pub fn promise(&mut self, end: Time) {
        self.at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const RATE: BitRate = BitRate::from_bps(8_000_000);

    fn at(micros: u64) -> Time {
        Time::ZERO + Span::from_micros(micros)
    }

    /// Sends packets of 1000 bytes, 1 ms each, as fast as the bucket lets them leave. Returns when they leave, in us.
    fn departures(bucket: &mut TokenBucket, mut now: Time, packets: usize) -> Vec<u64> {
        let mut send = || {
            bucket.fill(RATE, now);
            let missing = bucket.take(amount(1000));
            now += Span::from_nanos(missing / RATE.bps());
            bucket.promise(now);
            now.nanos() / 1000
        };
        (0..packets).map(|_| send()).collect()
    }

    #[test]
    fn a_burst_leaves_at_once_and_then_one_packet_per_transmission_time() {
        let mut bucket = TokenBucket::full(2500, at(0));
        assert_eq!(departures(&mut bucket, at(0), 5), [0, 0, 500, 1500, 2500]);
        // The bucket is empty at 2500 us: 800 us give 800 of the 1000 bytes.
        assert_eq!(departures(&mut bucket, at(3300), 2), [3500, 4500]);
    }

    #[test]
    fn a_pause_fills_the_bucket_up_to_its_size() {
        let mut bucket = TokenBucket::full(2500, at(0));
        departures(&mut bucket, at(0), 3);
        assert_eq!(departures(&mut bucket, at(1_000_000), 3), [1_000_000, 1_000_000, 1_000_500]);
    }

    #[test]
    fn a_bucket_smaller_than_a_packet_sends_at_the_rate() {
        let mut bucket = TokenBucket::full(400, at(0));
        assert_eq!(departures(&mut bucket, at(0), 3), [600, 1600, 2600]);
    }

    #[test]
    fn tokens_of_a_waiting_packet_are_not_counted_twice() {
        let mut bucket = TokenBucket::full(1000, at(0));
        departures(&mut bucket, at(0), 2);
        bucket.fill(RATE, at(700));
        assert_eq!(bucket.tokens, 0, "the second packet waits until 1000 us");
        bucket.fill(RATE, at(1250));
        assert_eq!(bucket.tokens, amount(250));
        bucket.resize(100);
        assert_eq!(bucket.tokens, amount(100));
    }
}
