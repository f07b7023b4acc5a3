//! The most recent drops and marks, for explanations.

use crate::aqm::{DropReason, MarkReason};
use crate::ring::Ring;
use crate::time::{Span, Time};

/// What happened to one packet, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// When.
    pub at: Time,
    /// The packet's flow.
    pub flow: u32,
    /// The packet's segment number.
    pub seq: u64,
    /// How long it had waited.
    pub waited: Span,
    /// Drop or mark, with its reason.
    pub verdict: Verdict,
}

/// Drop or mark, with its reason.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Dropped.
    Dropped(DropReason),
    /// CE-marked.
    Marked(MarkReason),
}

/// The latest [`HitLog::CAPACITY`] hits.
#[derive(Clone, Debug, Default)]
pub(super) struct HitLog {
    /// All are some; a ring wants to know what to fill its free places with.
    recent: Ring<Option<Hit>>,
}

impl HitLog {
    const CAPACITY: usize = 256;

    pub(super) fn push(&mut self, hit: Hit) {
        if self.recent.len() == Self::CAPACITY {
            self.recent.pop_front();
        }
        self.recent.push_back(Some(hit));
    }

    /// Oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Hit> {
        self.recent.iter().flatten()
    }
}
