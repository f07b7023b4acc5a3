//! Time series: everything that happened, in bins of constant length.

use crate::time::{Span, Time};

/// Length of a bin of the time series.
pub const SAMPLE_INTERVAL: Span = Span::from_millis(10);

/// Columns of equal length, one row per finished bin of [`SAMPLE_INTERVAL`], from time zero.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Mean queue delay in ms of the packets that left in the bin; NaN if none did.
    pub delay_mean_ms: Vec<f32>,
    /// Smallest queue delay in ms; NaN if no packet left.
    pub delay_min_ms: Vec<f32>,
    /// Largest queue delay in ms; NaN if no packet left.
    pub delay_max_ms: Vec<f32>,
    /// Packets offered to the queue.
    pub offered: Vec<f32>,
    /// Packets whose transmission started.
    pub sent: Vec<f32>,
    /// Packets dropped by the algorithm.
    pub early_drops: Vec<f32>,
    /// Packets dropped because the buffer was full.
    pub overflow_drops: Vec<f32>,
    /// Packets CE-marked.
    pub marks: Vec<f32>,
    /// Bits sent.
    pub sent_bits: Vec<f32>,
    /// Bits that the link could have sent.
    pub capacity_bits: Vec<f32>,
    /// Time-weighted mean backlog in packets.
    pub queue_packets: Vec<f32>,
    /// Time-weighted mean backlog in bytes.
    pub queue_bytes: Vec<f32>,
    /// The algorithm's probability at the end of the bin, 0..1; NaN where it has none.
    pub probability: Vec<f32>,
}

impl Series {
    /// Finished bins.
    pub fn len(&self) -> usize {
        self.offered.len()
    }

    /// No bin has finished.
    pub fn is_empty(&self) -> bool {
        self.offered.is_empty()
    }

    /// Forgets all bins from number `len` on.
    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        let Series {
            delay_mean_ms,
            delay_min_ms,
            delay_max_ms,
            offered,
            sent,
            early_drops,
            overflow_drops,
            marks,
            sent_bits,
            capacity_bits,
            queue_packets,
            queue_bytes,
            probability,
        } = self;
        let delays = [delay_mean_ms, delay_min_ms, delay_max_ms];
        let packets = [offered, sent, early_drops, overflow_drops, marks];
        let rest = [sent_bits, capacity_bits, queue_packets, queue_bytes, probability];
        for column in delays.into_iter().chain(packets).chain(rest) {
            column.truncate(len);
        }
    }

    /// Start of bin `index`.
    pub fn time_of(&self, index: usize) -> Time {
        Time::ZERO + SAMPLE_INTERVAL * index as u64
    }
}
