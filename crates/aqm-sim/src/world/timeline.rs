//! The changes of a run at their times.

use crate::config::Change;
use crate::time::Time;

/// The timed changes, sorted by time. Each is applied once.
#[derive(Clone, Debug)]
pub struct Timeline {
    changes: Vec<(Time, Change)>,
    /// Index of the first change that is not applied yet.
    next: usize,
}

impl Timeline {
    /// Most changes are given in order.
    pub fn new(changes: &[(Time, Change)]) -> Self {
        let mut timeline = Timeline { changes: Vec::with_capacity(changes.len()), next: 0 };
        changes.iter().for_each(|&(at, change)| timeline.insert(at, change));
        timeline
    }

    /// Adds a change after those of the same time.
    pub fn insert(&mut self, at: Time, change: Change) {
        let index = self.changes.partition_point(|&(time, _)| time <= at);
        self.changes.insert(index, (at, change));
    }

    /// Returns when the next change is due; [`Time::NEVER`] without one.
    #[inline]
    pub fn next_time(&self) -> Time {
        self.changes.get(self.next).map_or(Time::NEVER, |&(at, _)| at)
    }

    /// Returns the next change, which is then applied.
    pub fn pop(&mut self) -> Option<Change> {
        let &(_, change) = self.changes.get(self.next)?;
        self.next += 1;
        Some(change)
    }
}
