//! The records of finished bins and windows. They only grow at their end, so a snapshot needs only
//! their lengths.

use super::{Recorder, Series, WindowBin};
use std::mem;

/// The finished bins and windows of a [`Recorder`].
#[derive(Debug, Default)]
pub struct History {
    series: Series,
    windows: Vec<WindowBin>,
}

/// The length of a [`History`] at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HistoryLength {
    rows: usize,
    windows: usize,
}

impl History {
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
}

impl Recorder {
    /// Takes the finished bins and windows out. The recorder is then small and cheap to copy.
    pub fn take_history(&mut self) -> History {
        History { series: mem::take(&mut self.series), windows: mem::take(&mut self.bins) }
    }

    /// Puts finished bins and windows back.
    pub fn put_history(&mut self, history: History) {
        self.series = history.series;
        self.bins = history.windows;
    }
}
