//! Time series of all events, in bins of constant length.

use crate::time::{Span, Time};
use std::ops::{Index, IndexMut};

/// Length of a bin of the time series.
pub const SAMPLE_INTERVAL: Span = Span::from_millis(10);

/// The columns of the time series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Mean queue delay in ms of the packets sent in the bin; NaN if there are none.
    DelayMeanMs,
    /// Smallest queue delay in ms; NaN if no packet was sent.
    DelayMinMs,
    /// Largest queue delay in ms; NaN if no packet was sent.
    DelayMaxMs,
    /// Packets offered to the queue.
    Offered,
    /// Packets whose transmission started.
    Sent,
    /// Packets dropped by the algorithm.
    EarlyDrops,
    /// Packets dropped because the buffer was full.
    OverflowDrops,
    /// Packets CE-marked.
    Marks,
    /// Bits sent.
    SentBits,
    /// Bits that the link could have sent.
    CapacityBits,
    /// Time-weighted mean backlog in packets.
    QueuePackets,
    /// Time-weighted mean backlog in bytes.
    QueueBytes,
    /// The algorithm's probability at the end of the bin, 0..1; NaN if it has none.
    Probability,
}

/// One finished bin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bin([f32; Bin::COLUMNS]);

impl Bin {
    const COLUMNS: usize = Column::Probability as usize + 1;
}

impl Index<Column> for Bin {
    type Output = f32;
    fn index(&self, column: Column) -> &f32 {
        &self.0[column as usize]
    }
}

impl IndexMut<Column> for Bin {
    fn index_mut(&mut self, column: Column) -> &mut f32 {
        &mut self.0[column as usize]
    }
}

/// One row for each finished bin of [`SAMPLE_INTERVAL`], from time zero. The layout is by row, because all
/// columns of a bin are written at once. One vector per column would need a capacity check and a write to
/// another place of memory for each column.
#[derive(Clone, Debug, Default)]
pub struct Series {
    rows: Vec<Bin>,
}

impl Series {
    /// Returns the finished bins.
    pub fn rows(&self) -> &[Bin] {
        &self.rows
    }

    /// Returns one column of the finished bins.
    pub fn column(&self, column: Column) -> impl ExactSizeIterator<Item = f32> {
        self.rows.iter().map(move |row| row[column])
    }

    /// Returns the number of finished bins.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether no bin has finished.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a bin.
    pub fn push(&mut self, row: Bin) {
        self.rows.push(row);
    }

    /// Truncates the series to `len` bins.
    pub(super) fn truncate(&mut self, len: usize) {
        self.rows.truncate(len);
    }

    /// Returns the start of bin `index`.
    pub fn time_of(&self, index: usize) -> Time {
        Time::ZERO + SAMPLE_INTERVAL * index as u64
    }
}
