//! The records of finished bins and windows. They only grow at their end, so a snapshot needs only
//! their lengths.

use super::tally::Tally;
use super::{Bin, Histogram, Series, Summary, WINDOW_INTERVAL, WindowBin};
use crate::time::Time;

/// The finished bins and windows of a [`Recorder`](super::Recorder).
#[derive(Clone, Debug, Default)]
pub struct History {
    series: Series,
    windows: Vec<WindowBin>,
    without_series: bool,
}

/// The length of a [`History`] at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryLength {
    rows: usize,
    windows: usize,
}

impl History {
    /// Returns an empty history that will contain windows, but no time series.
    pub fn without_series() -> Self {
        History { without_series: true, ..History::default() }
    }

    /// Returns the time series of all finished bins.
    pub fn series(&self) -> &Series {
        &self.series
    }

    /// Returns the statistics from `from` to `to`, both rounded down to whole [`WINDOW_INTERVAL`]s.
    pub fn window(&self, from: Time, to: Time) -> Summary {
        let mut tally = Tally::default();
        for bin in self.windows_between(from, to) {
            tally.add(&bin.tally);
        }
        tally.summarise(&self.delays_between(from, to))
    }

    /// Returns the delays of the packets that were sent from `from` to `to`, both rounded down to
    /// whole [`WINDOW_INTERVAL`]s.
    pub fn delays_between(&self, from: Time, to: Time) -> Histogram {
        let mut delays = Histogram::default();
        for bin in self.windows_between(from, to) {
            delays.add_all(&bin.delays);
        }
        delays
    }

    /// Returns the current length.
    pub fn length(&self) -> HistoryLength {
        HistoryLength { rows: self.series.len(), windows: self.windows.len() }
    }

    /// Truncates the history to this `length`.
    ///
    /// # Panics
    /// Panics if the history is shorter.
    pub fn truncate(&mut self, length: HistoryLength) {
        let HistoryLength { rows, windows } = length;
        assert!(
            rows <= self.series.len() && windows <= self.windows.len(),
            "the length belongs to another history"
        );
        self.windows.truncate(windows);
        self.series.truncate(rows);
    }

    pub(super) fn keeps_series(&self) -> bool {
        !self.without_series
    }

    #[inline(always)]
    pub(super) fn push_row(&mut self, row: Bin) {
        self.series.push(row);
    }

    /// Adds window `index`. Windows that ended before their recorder existed are empty.
    pub(super) fn push_window(&mut self, index: usize, window: WindowBin) {
        let missing = index.saturating_sub(self.windows.len());
        let empty = || WindowBin { tally: Tally::empty(WINDOW_INTERVAL), delays: Vec::new() };
        self.windows.extend(std::iter::repeat_with(empty).take(missing));
        self.windows.push(window);
    }

    fn windows_between(&self, from: Time, to: Time) -> &[WindowBin] {
        let index = |time: Time| (time.nanos() / WINDOW_INTERVAL.nanos()) as usize;
        let end = index(to).min(self.windows.len());
        &self.windows[index(from).min(end)..end]
    }
}
