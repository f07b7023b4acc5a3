//! Delays of packets: the sums, and the published numbers.

use super::histogram::Histogram;

/// Delays in ms: queue delay (sojourn time), or delay in the queue of the device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DelaySummary {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// Median, to within [`super::RELATIVE_ERROR`].
    pub p50: f64,
    /// 95th percentile, to within [`super::RELATIVE_ERROR`].
    pub p95: f64,
    /// 99th percentile, to within [`super::RELATIVE_ERROR`].
    pub p99: f64,
    /// Maximum.
    pub max: f64,
}

/// Sums over packets that were sent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub sent: u64,
    pub nanos: u64,
    pub ms_squared: f64,
    pub max: u64,
}

impl Sums {
    pub fn add(&mut self, other: &Sums) {
        self.sent += other.sent;
        self.nanos += other.nanos;
        self.ms_squared += other.ms_squared;
        self.max = self.max.max(other.max);
    }

    /// Returns the published numbers; `None` without packets.
    pub fn summarise(&self, histogram: &Histogram) -> Option<DelaySummary> {
        let sent = self.sent as f64;
        let mean = self.nanos as f64 / sent / 1e6;
        let variance = (self.ms_squared / sent - mean * mean).max(0.0);
        // The middle of a bucket can be above the exact maximum.
        let quantile = |share| {
            let nanos = histogram.quantile(share).unwrap_or_default().nanos();
            nanos.min(self.max) as f64 / 1e6
        };
        (self.sent > 0).then(|| DelaySummary {
            mean,
            sd: variance.sqrt(),
            p50: quantile(0.50),
            p95: quantile(0.95),
            p99: quantile(0.99),
            max: self.max as f64 / 1e6,
        })
    }
}

/// Converts `number`, which must be below 2^63: the conversion is then one instruction instead of six.
pub fn float(number: u64) -> f64 {
    number as i64 as f64
}
