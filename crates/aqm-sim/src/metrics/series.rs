//! Time series: everything that happened, in bins of constant length.

use crate::time::{Span, Time};
use std::ops::{Index, IndexMut};

/// Length of a bin of the time series.
pub const SAMPLE_INTERVAL: Span = Span::from_millis(10);

/// What a row of the time series holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// Mean queue delay in ms of the packets that left in the bin; NaN if none did.
    DelayMeanMs,
    /// Smallest queue delay in ms; NaN if no packet left.
    DelayMinMs,
    /// Largest queue delay in ms; NaN if no packet left.
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
    /// The algorithm's probability at the end of the bin, 0..1; NaN where it has none.
    Probability,
}

/// One finished bin.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row([f32; Row::COLUMNS]);

impl Row {
    const COLUMNS: usize = Column::Probability as usize + 1;
}

impl Index<Column> for Row {
    type Output = f32;
    fn index(&self, column: Column) -> &f32 {
        &self.0[column as usize]
    }
}

impl IndexMut<Column> for Row {
    fn index_mut(&mut self, column: Column) -> &mut f32 {
        &mut self.0[column as usize]
    }
}

/// One row for each finished bin of [`SAMPLE_INTERVAL`], from time zero. Rows, because a bin is
/// written at once: a vector for each column would mean to ask each whether it has room, and to write
/// to a dozen places of memory.
#[derive(Clone, Debug, Default)]
pub struct Series {
    rows: Vec<Row>,
}

impl Series {
    /// The finished bins.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// One column of them.
    pub fn column(&self, column: Column) -> impl ExactSizeIterator<Item = f32> {
        self.rows.iter().map(move |row| row[column])
    }

    /// Finished bins.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// No bin has finished.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a bin.
    pub fn push(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// Forgets all bins from number `len` on.
    #[inline]
    pub(super) fn truncate(&mut self, len: usize) {
        self.rows.truncate(len);
    }

    /// Start of bin `index`.
    pub fn time_of(&self, index: usize) -> Time {
        Time::ZERO + SAMPLE_INTERVAL * index as u64
    }
}
