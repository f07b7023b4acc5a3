//! Sums over a stretch of simulated time. All of them are integers, so that a run cut into slices
//! gives exactly the numbers of the same run in one go.

use super::histogram::{Histogram, bucket_of};
use super::summary::{DelaySummary, PacketCounts, Summary};
use crate::time::Span;

/// Shares of the buffer are summed in units of 2^-20.
const SHARE_ONE: f64 = 1_048_576.0;

/// The bottleneck as it is between two events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Level {
    /// Backlog in packets.
    pub packets: u64,
    /// Backlog in bytes.
    pub bytes: u64,
    /// Backlog over the buffer's limit, 0..1.
    pub share: f64,
    /// Link rate in bit/s.
    pub capacity: u64,
    /// Rate of the transmission in progress in bit/s; zero while the link is idle.
    pub sending: u64,
}

/// Sums of everything that is measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Packet counts.
    pub packets: PacketCounts,
    delay_nanos: u64,
    delay_nanos_squared: u128,
    delay_min: u64,
    delay_max: u64,
    elapsed_nanos: u64,
    packet_nanos: u128,
    byte_nanos: u128,
    share_nanos: u128,
    sent_bit_nanos: u128,
    capacity_bit_nanos: u128,
}

impl Tally {
    /// A packet left after `waited`.
    pub fn sent(&mut self, waited: Span) {
        let nanos = waited.nanos();
        self.delay_min = if self.packets.sent == 0 { nanos } else { self.delay_min.min(nanos) };
        self.delay_max = self.delay_max.max(nanos);
        self.delay_nanos += nanos;
        self.delay_nanos_squared += u128::from(nanos) * u128::from(nanos);
        self.packets.sent += 1;
    }

    /// `level` lasted for `span`.
    pub fn lasted(&mut self, level: &Level, span: Span) {
        let nanos = u128::from(span.nanos());
        self.elapsed_nanos += span.nanos();
        self.packet_nanos += u128::from(level.packets) * nanos;
        self.byte_nanos += u128::from(level.bytes) * nanos;
        self.share_nanos += (level.share * SHARE_ONE) as u128 * nanos;
        self.sent_bit_nanos += u128::from(level.sending) * nanos;
        self.capacity_bit_nanos += u128::from(level.capacity) * nanos;
    }

    /// Adds another stretch.
    pub fn add(&mut self, other: &Tally) {
        if other.packets.sent > 0 {
            self.delay_min = if self.packets.sent == 0 {
                other.delay_min
            } else {
                self.delay_min.min(other.delay_min)
            };
        }
        self.delay_max = self.delay_max.max(other.delay_max);
        self.packets.add(&other.packets);
        self.delay_nanos += other.delay_nanos;
        self.delay_nanos_squared += other.delay_nanos_squared;
        self.elapsed_nanos += other.elapsed_nanos;
        self.packet_nanos += other.packet_nanos;
        self.byte_nanos += other.byte_nanos;
        self.share_nanos += other.share_nanos;
        self.sent_bit_nanos += other.sent_bit_nanos;
        self.capacity_bit_nanos += other.capacity_bit_nanos;
    }

    /// Mean queue delay in ms; NaN without packets.
    pub fn delay_mean_ms(&self) -> f64 {
        self.delay_nanos as f64 / self.packets.sent as f64 / 1e6
    }

    /// Smallest queue delay in ms; NaN without packets.
    pub fn delay_min_ms(&self) -> f64 {
        if self.packets.sent == 0 { f64::NAN } else { self.delay_min as f64 / 1e6 }
    }

    /// Largest queue delay in ms; NaN without packets.
    pub fn delay_max_ms(&self) -> f64 {
        if self.packets.sent == 0 { f64::NAN } else { self.delay_max as f64 / 1e6 }
    }

    /// Bits sent.
    pub fn sent_bits(&self) -> f64 {
        self.sent_bit_nanos as f64 / 1e9
    }

    /// Bits that could have been sent.
    pub fn capacity_bits(&self) -> f64 {
        self.capacity_bit_nanos as f64 / 1e9
    }

    /// Time-weighted mean backlog in packets.
    pub fn mean_packets(&self) -> f64 {
        self.packet_nanos as f64 / self.elapsed_nanos as f64
    }

    /// Time-weighted mean backlog in bytes.
    pub fn mean_bytes(&self) -> f64 {
        self.byte_nanos as f64 / self.elapsed_nanos as f64
    }

    /// The published measures; goodput of flows is left empty.
    pub fn summarise(&self, histogram: &Histogram) -> Summary {
        let sent = self.packets.sent as f64;
        let mean = self.delay_nanos as f64 / sent;
        let variance = (self.delay_nanos_squared as f64 / sent - mean * mean).max(0.0);
        // Bucket middles can lie above the exact maximum.
        let quantile = |share| {
            let nanos = histogram.quantile(share).unwrap_or_default().nanos();
            nanos.min(self.delay_max) as f64 / 1e6
        };
        let delay = (self.packets.sent > 0).then(|| DelaySummary {
            mean: mean / 1e6,
            sd: variance.sqrt() / 1e6,
            p50: quantile(0.50),
            p95: quantile(0.95),
            p99: quantile(0.99),
            max: self.delay_max_ms(),
        });
        let offered = (self.packets.offered as f64).max(1.0);
        Summary {
            seconds: self.elapsed_nanos as f64 / 1e9,
            delay,
            utilization: ratio(self.sent_bit_nanos as f64, self.capacity_bit_nanos as f64),
            drop_rate: self.packets.dropped() as f64 / offered,
            early_drop_rate: self.packets.early as f64 / offered,
            overflow_drop_rate: self.packets.overflow as f64 / offered,
            mark_rate: self.packets.marked as f64 / offered,
            queue_packets_mean: ratio(self.packet_nanos as f64, self.elapsed_nanos as f64),
            queue_bytes_mean: ratio(self.byte_nanos as f64, self.elapsed_nanos as f64),
            queue_share_mean: ratio(self.share_nanos as f64 / SHARE_ONE, self.elapsed_nanos as f64),
            jain: None,
            flows: Vec::new(),
            packets: self.packets,
        }
    }
}

/// A tally and the histogram of its delays.
#[derive(Clone, Debug, Default)]
pub struct Distribution {
    /// Sums.
    pub tally: Tally,
    /// Delays.
    pub histogram: Histogram,
}

impl Distribution {
    /// A packet left after `waited`.
    pub fn sent(&mut self, waited: Span) {
        self.tally.sent(waited);
        self.histogram.add(bucket_of(waited), 1);
    }
}

/// a / b, zero where nothing was measured.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}
