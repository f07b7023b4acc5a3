//! Log of drops, marks and the discipline's inner state over a time span.
//!
//! By default a simulation keeps no log.
//! [`Simulation::record_events`](crate::world::Simulation::record_events) starts one.

use crate::aqm::{AnyProbe, DropReason, Explain, MarkReason, Number};
use crate::packet::FlowId;
use crate::time::{Span, Time};
use std::fmt;

/// A drop or a mark of a packet at the bottleneck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QueueEvent {
    /// Time of the event.
    pub at: Time,
    /// The packet's flow.
    pub flow: FlowId,
    /// Number of the segment or datagram.
    pub sequence: u64,
    /// Size of the IP packet in bytes.
    pub bytes: u32,
    /// Time in the queue. Zero if the packet was dropped or marked on arrival.
    pub sojourn: Span,
    /// Whether it was dropped or marked, and the reason.
    pub signal: Signal,
}

/// A drop or a mark with its reason. `Display` writes a sentence that explains it to students.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Signal {
    /// The packet was dropped.
    Drop(DropReason),
    /// The packet was CE-marked.
    Mark(MarkReason),
}

impl Signal {
    /// Returns `drop` or `mark`.
    pub fn kind(&self) -> &'static str {
        match self {
            Signal::Drop(_) => "drop",
            Signal::Mark(_) => "mark",
        }
    }
}

impl Explain for Signal {
    fn code(&self) -> &'static str {
        match self {
            Signal::Drop(reason) => reason.code(),
            Signal::Mark(reason) => reason.code(),
        }
    }

    fn numbers(&self) -> Vec<Number> {
        match self {
            Signal::Drop(reason) => reason.numbers(),
            Signal::Mark(reason) => reason.numbers(),
        }
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::Drop(reason) => reason.fmt(f),
            Signal::Mark(reason) => reason.fmt(f),
        }
    }
}

/// Drops and marks in a time span, and the discipline's probe in every bin of the time series.
#[derive(Clone, PartialEq, Debug)]
pub struct EventLog {
    from: Time,
    to: Time,
    most: usize,
    events: Vec<QueueEvent>,
    probes: Vec<(Time, AnyProbe)>,
    skipped: u64,
}

impl EventLog {
    /// Creates a log of the span from `from` until just before `to`. It keeps the first `most`
    /// events and counts the others.
    pub fn new(from: Time, to: Time, most: usize) -> Self {
        EventLog { from, to, most, events: Vec::new(), probes: Vec::new(), skipped: 0 }
    }

    /// Returns the events in order.
    pub fn events(&self) -> &[QueueEvent] {
        &self.events
    }

    /// Returns the discipline's inner state at the end of each 10 ms bin that ends after `from` and
    /// at or before `to`. A change of the discipline also changes the kind of probe.
    pub fn probes(&self) -> &[(Time, AnyProbe)] {
        &self.probes
    }

    /// Returns the number of events beyond the limit, which [`EventLog::events`] does not contain.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    pub(crate) fn push(&mut self, event: QueueEvent) {
        if event.at < self.from || event.at >= self.to {
            return;
        }
        if self.events.len() < self.most {
            self.events.push(event);
        } else {
            self.skipped += 1;
        }
    }

    /// Returns whether the log includes the probe of the bin that ends at `at`.
    pub(crate) fn covers_bin(&self, at: Time) -> bool {
        self.from < at && at <= self.to
    }

    pub(crate) fn push_probe(&mut self, at: Time, probe: AnyProbe) {
        self.probes.push((at, probe));
    }
}
