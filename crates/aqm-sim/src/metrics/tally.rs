//! Sums over a span of simulated time. They change only at events and at bin boundaries. So a run
//! in slices gives exactly the same numbers as a run without a break.

use super::delay::{Sums, float};
use super::histogram::Histogram;
use super::summary::{PacketCounts, Summary};
use crate::buffer::Limit;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// A value that changes in steps, and its integral over time. Over [0, T] the integral is
/// T * value - sum of (time * change of the value), so only changes cost work. Sums wrap, but differences over
/// a bin are exact, because they fit 64 bits.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    value: u64,
    moments: u64,
}

impl Level {
    fn rise(&mut self, by: u64, now: Time) {
        self.value = self.value.wrapping_add(by);
        self.moments = self.moments.wrapping_add(now.nanos().wrapping_mul(by));
    }

    fn fall(&mut self, by: u64, now: Time) {
        self.value = self.value.wrapping_sub(by);
        self.moments = self.moments.wrapping_sub(now.nanos().wrapping_mul(by));
    }

    fn set(&mut self, value: u64, now: Time) {
        self.rise(value.wrapping_sub(self.value), now);
    }

    /// Adds `amount` to the integral.
    fn add(&mut self, amount: u64) {
        self.moments = self.moments.wrapping_sub(amount);
    }

    /// Returns the integral until `now`.
    fn until(&self, now: Time) -> u64 {
        self.value.wrapping_mul(now.nanos()).wrapping_sub(self.moments)
    }
}

/// Most packets have this size in bytes. The difference of other sizes is counted separately.
const FULL_BYTES: u32 = 1500;

/// The backlog and the state of the link.
#[derive(Clone, Copy, Debug, Default)]
pub struct Levels {
    /// Sum of (time * change of the number of waiting packets). The number itself follows from
    /// the other counts.
    packet_moments: u64,
    /// Bytes of the backlog minus its packets times [`FULL_BYTES`], wrapping.
    odd_bytes: Level,
    /// Rate of the transmission in progress; zero while idle.
    sending: Level,
    /// Rate of the link.
    capacity: Level,
}

impl Levels {
    /// Records that `count` packets of `bytes` each joined the queue.
    pub fn join(&mut self, bytes: u32, count: u64, now: Time) {
        let moments = now.nanos().wrapping_mul(count);
        self.packet_moments = self.packet_moments.wrapping_add(moments);
        if bytes != FULL_BYTES {
            self.odd_bytes.rise(odd(bytes).wrapping_mul(count), now);
        }
    }

    /// Records that a packet of `bytes` left the queue, sent or dropped.
    pub fn leave(&mut self, bytes: u32, now: Time) {
        self.packet_moments = self.packet_moments.wrapping_sub(now.nanos());
        if bytes != FULL_BYTES {
            self.odd_bytes.fall(odd(bytes), now);
        }
    }

    pub fn set_sending(&mut self, rate: BitRate, now: Time) {
        self.sending.set(rate.bps(), now);
    }

    /// Adds to the bits sent.
    pub fn sent_at_once(&mut self, amount: u64) {
        self.sending.add(amount);
    }

    pub fn set_capacity(&mut self, rate: BitRate, now: Time) {
        self.capacity.set(rate.bps(), now);
    }

    /// Returns the integrals until `now`. `counts` has the counts since `from` was read.
    pub fn read(&self, now: Time, from: &Integrals, counts: &PacketCounts) -> Integrals {
        let waiting = from.waiting + counts.offered - counts.sent - counts.dropped();
        let packets = waiting.wrapping_mul(now.nanos()).wrapping_sub(self.packet_moments);
        let full = packets.wrapping_mul(u64::from(FULL_BYTES));
        Integrals {
            nanos: now.nanos(),
            waiting,
            packets,
            bytes: self.odd_bytes.until(now).wrapping_add(full),
            sent_bits: self.sending.until(now),
            capacity_bits: self.capacity.until(now),
        }
    }
}

fn odd(bytes: u32) -> u64 {
    u64::from(bytes).wrapping_sub(u64::from(FULL_BYTES))
}

/// The integrals of [`Levels`]: each level times nanoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Integrals {
    nanos: u64,
    /// Waiting packets.
    waiting: u64,
    packets: u64,
    bytes: u64,
    sent_bits: u64,
    capacity_bits: u64,
}

/// Sums over a bin of the time series, which is short enough for 64-bit integers.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub packets: PacketCounts,
    delay_nanos: u64,
    delay_ms_squared: f64,
    delay_min: u64,
    delay_max: u64,
    elapsed_nanos: u64,
    packet_nanos: u64,
    byte_nanos: u64,
    sent_bit_nanos: u64,
    capacity_bit_nanos: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Sample {
            packets: PacketCounts::default(),
            delay_nanos: 0,
            delay_ms_squared: 0.0,
            delay_min: u64::MAX,
            delay_max: 0,
            elapsed_nanos: 0,
            packet_nanos: 0,
            byte_nanos: 0,
            sent_bit_nanos: 0,
            capacity_bit_nanos: 0,
        }
    }
}

impl Sample {
    /// Records a packet that was sent after `waited`.
    pub fn sent(&mut self, waited: Span) {
        let nanos = waited.nanos();
        self.delay_min = self.delay_min.min(nanos);
        self.delay_max = self.delay_max.max(nanos);
        self.delay_nanos += nanos;
        let millis = float(nanos) / 1e6;
        self.delay_ms_squared += millis * millis;
        self.packets.sent += 1;
    }

    /// Records a packet that was sent at once; its delay of zero adds nothing to the sums.
    pub fn passed(&mut self) {
        self.delay_min = 0;
        self.packets.offered += 1;
        self.packets.sent += 1;
    }

    /// Sets backlog and sent bits from the integrals at its ends.
    pub fn measure(&mut self, from: &Integrals, to: &Integrals) {
        self.elapsed_nanos = to.nanos - from.nanos;
        self.packet_nanos = to.packets.wrapping_sub(from.packets);
        self.byte_nanos = to.bytes.wrapping_sub(from.bytes);
        self.sent_bit_nanos = to.sent_bits.wrapping_sub(from.sent_bits);
        self.capacity_bit_nanos = to.capacity_bits.wrapping_sub(from.capacity_bits);
    }

    /// Returns the mean queue delay in ms; NaN without packets.
    pub fn delay_mean_ms(&self) -> f64 {
        float(self.delay_nanos) / float(self.packets.sent) / 1e6
    }

    /// Returns the smallest queue delay in ms; NaN without packets.
    pub fn delay_min_ms(&self) -> f64 {
        if self.packets.sent == 0 { f64::NAN } else { float(self.delay_min) / 1e6 }
    }

    /// Returns the largest queue delay in ms; NaN without packets.
    pub fn delay_max_ms(&self) -> f64 {
        if self.packets.sent == 0 { f64::NAN } else { float(self.delay_max) / 1e6 }
    }

    /// Returns the bits sent. The sum of bits times nanoseconds is below 2^63, because a bin lasts 10 ms and links
    /// are slower than 900 Gbit/s.
    pub fn sent_bits(&self) -> f64 {
        float(self.sent_bit_nanos) / 1e9
    }

    /// Returns the bits that the link could have sent.
    pub fn capacity_bits(&self) -> f64 {
        float(self.capacity_bit_nanos) / 1e9
    }

    /// Returns the time-weighted mean backlog in packets.
    pub fn mean_packets(&self) -> f64 {
        float(self.packet_nanos) / float(self.elapsed_nanos)
    }

    /// Returns the time-weighted mean backlog in bytes.
    pub fn mean_bytes(&self) -> f64 {
        float(self.byte_nanos) / float(self.elapsed_nanos)
    }
}

/// A [`Limit`], converted once: the conversion of 64 bits takes six instructions, and every bin needs it.
#[derive(Clone, Copy, Debug)]
pub struct Divisors {
    packets: f64,
    bytes: f64,
}

impl From<Limit> for Divisors {
    fn from(limit: Limit) -> Self {
        Divisors { packets: limit.packets as f64, bytes: limit.bytes as f64 }
    }
}

/// Sums over any number of bins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    packets: PacketCounts,
    delay_nanos: u64,
    delay_ms_squared: f64,
    delay_max: u64,
    elapsed_nanos: u64,
    packet_nanos: u128,
    byte_nanos: u128,
    /// Integral of backlog over limit, in ns.
    share_nanos: f64,
    sent_bit_nanos: u128,
    capacity_bit_nanos: u128,
}

impl Tally {
    /// Returns the sums of a span without events.
    pub fn empty(span: Span) -> Self {
        Tally { elapsed_nanos: span.nanos(), ..Tally::default() }
    }

    /// Adds a bin, or the past part of the open bin; `limit` is the buffer's limit at its end.
    pub fn add_sample(&mut self, sample: &Sample, limit: &Divisors) {
        // After the buffer has shrunk, the backlog may exceed it; the share is then 1.
        let by_packets = float(sample.packet_nanos) / limit.packets;
        let by_bytes = float(sample.byte_nanos) / limit.bytes;
        self.packets.add(&sample.packets);
        self.delay_nanos += sample.delay_nanos;
        self.delay_ms_squared += sample.delay_ms_squared;
        self.delay_max = self.delay_max.max(sample.delay_max);
        self.elapsed_nanos += sample.elapsed_nanos;
        self.packet_nanos += u128::from(sample.packet_nanos);
        self.byte_nanos += u128::from(sample.byte_nanos);
        self.share_nanos += by_packets.max(by_bytes).min(float(sample.elapsed_nanos));
        self.sent_bit_nanos += u128::from(sample.sent_bit_nanos);
        self.capacity_bit_nanos += u128::from(sample.capacity_bit_nanos);
    }

    /// Adds another span.
    pub fn add(&mut self, other: &Tally) {
        self.packets.add(&other.packets);
        self.delay_nanos += other.delay_nanos;
        self.delay_ms_squared += other.delay_ms_squared;
        self.delay_max = self.delay_max.max(other.delay_max);
        self.elapsed_nanos += other.elapsed_nanos;
        self.packet_nanos += other.packet_nanos;
        self.byte_nanos += other.byte_nanos;
        self.share_nanos += other.share_nanos;
        self.sent_bit_nanos += other.sent_bit_nanos;
        self.capacity_bit_nanos += other.capacity_bit_nanos;
    }

    /// Returns the published measures, without the goodput of flows.
    pub fn summarise(&self, histogram: &Histogram) -> Summary {
        let delays = Sums {
            sent: self.packets.sent,
            nanos: self.delay_nanos,
            ms_squared: self.delay_ms_squared,
            max: self.delay_max,
        };
        let delay = delays.summarise(histogram);
        // In a span in which the queue only drains, more packets leave than are offered.
        let left = self.packets.sent + self.packets.dropped();
        let judged = self.packets.offered.max(left).max(1) as f64;
        let elapsed = self.elapsed_nanos as f64;
        Summary {
            seconds: elapsed / 1e9,
            delay,
            device_delay: None,
            path_loss_rate: None,
            reverse: None,
            hops: Vec::new(),
            utilization: ratio(self.sent_bit_nanos as f64, self.capacity_bit_nanos as f64),
            drop_rate: self.packets.dropped() as f64 / judged,
            early_drop_rate: self.packets.early as f64 / judged,
            overflow_drop_rate: self.packets.overflow as f64 / judged,
            mark_rate: self.packets.marked as f64 / judged,
            queue_packets_mean: ratio(self.packet_nanos as f64, elapsed),
            queue_bytes_mean: ratio(self.byte_nanos as f64, elapsed),
            queue_share_mean: ratio(self.share_nanos, elapsed),
            jain: None,
            flows: Vec::new(),
            parts: Vec::new(),
            flow_delays: Vec::new(),
            applications: Vec::new(),
            packets: self.packets,
        }
    }
}

/// Returns a / b, or zero if b is zero.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}
