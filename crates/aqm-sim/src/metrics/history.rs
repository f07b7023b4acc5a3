//! What was recorded in finished bins and windows. It only ever grows at its end, so a snapshot
//! needs no copy of it: the lengths are enough.

use super::{Recorder, Series, WindowBin};
use std::mem;

/// The finished bins and windows of a [`Recorder`].
#[derive(Debug, Default)]
pub struct History {
    series: Series,
    windows: Vec<WindowBin>,
}

/// How long a [`History`] was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryLength {
    rows: usize,
    windows: usize,
}

impl History {
    /// How long it is.
    #[inline]
    pub fn length(&self) -> HistoryLength {
        HistoryLength { rows: self.series.len(), windows: self.windows.len() }
    }

    /// Forgets what came after it was of this `length`.
    ///
    /// # Panics
    /// If it is shorter.
    #[inline]
    pub fn truncate(&mut self, length: HistoryLength) {
        let HistoryLength { rows, windows } = length;
        assert!(rows <= self.series.len() && windows <= self.windows.len(), "not its history");
        self.windows.truncate(windows);
        self.series.truncate(rows);
    }
}

impl Recorder {
    /// Takes the finished bins and windows away: what is left is small, and costs little to copy.
    #[inline]
    pub fn take_history(&mut self) -> History {
        History { series: mem::take(&mut self.series), windows: mem::take(&mut self.bins) }
    }

    /// Gives them back.
    #[inline]
    pub fn put_history(&mut self, history: History) {
        self.series = history.series;
        self.bins = history.windows;
    }
}
