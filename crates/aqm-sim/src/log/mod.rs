//! Logs of a time span: drops, marks, losses and the discipline's inner state, and what happened to each packet.
//!
//! By default a simulation keeps no log.
//! [`Simulation::record_events`](crate::world::Simulation::record_events) and
//! [`Simulation::record_packets`](crate::world::Simulation::record_packets) start one. Each hop then has an [`Observer`], which
//! collects what happens at the hop. Both logs are made from that.

#[cfg(feature = "headers")]
mod headers;
mod observer;
mod packets;

#[cfg(feature = "headers")]
pub use headers::Headers;
pub(crate) use observer::{Happening, Observer, Sighting};
pub use packets::{Fate, PacketKind, PacketLog, PacketRow};

use crate::aqm::{AnyProbe, DropReason, Explain, MarkReason, Number};
use crate::packet::{FlowId, Queueable};
use crate::time::{Span, Time};
use std::fmt;

/// A place on the path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum HopId {
    /// The hop of the lane.
    Lane,
    /// The hop of the way back.
    Reverse,
    /// Another hop of the forward direction: index in `before`, then `after`.
    Other(usize),
    /// A way back without a hop.
    WayBack,
}

/// A drop, mark or loss of a packet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QueueEvent {
    /// Time of the event.
    pub at: Time,
    /// The hop; of a loss the hop that the packet has left.
    pub hop: HopId,
    /// The packet's flow.
    pub flow: FlowId,
    /// Number of the segment or datagram; for an ACK the segment that it expects next.
    pub sequence: u64,
    /// Size of the IP packet in bytes.
    pub bytes: u32,
    /// Time in the queue, for a loss until it left the hop. Zero if the packet was dropped or marked on arrival.
    pub sojourn: Span,
    /// Whether it was dropped, marked or lost, and the reason.
    pub signal: Signal,
}

/// A drop, mark or loss with its reason. `Display` writes a sentence that explains it to students.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Signal {
    /// The packet was dropped.
    Drop(DropReason),
    /// The packet was CE-marked.
    Mark(MarkReason),
    /// The packet was lost at random behind a hop (`link.lossRate`).
    Loss,
}

impl Signal {
    /// Returns `drop`, `mark` or `loss`.
    pub fn kind(&self) -> &'static str {
        match self {
            Signal::Drop(_) => "drop",
            Signal::Mark(_) => "mark",
            Signal::Loss => "loss",
        }
    }
}

impl Explain for Signal {
    fn code(&self) -> &'static str {
        match self {
            Signal::Drop(reason) => reason.code(),
            Signal::Mark(reason) => reason.code(),
            Signal::Loss => LOSS_CODE,
        }
    }

    fn numbers(&self) -> Vec<Number> {
        match self {
            Signal::Drop(reason) => reason.numbers(),
            Signal::Mark(reason) => reason.numbers(),
            Signal::Loss => Vec::new(),
        }
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::Drop(reason) => reason.fmt(f),
            Signal::Mark(reason) => reason.fmt(f),
            Signal::Loss => {
                f.write_str("The packet was lost at random on the path behind the queue.")
            }
        }
    }
}

/// Code of a random loss behind a hop.
pub(crate) const LOSS_CODE: &str = "path.loss";

/// Drops, marks and losses in a time span, and the discipline's probe in every bin of the time series.
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

    /// Adds the event of a sighting, if it is one.
    pub(crate) fn note(&mut self, hop: HopId, sighting: &Sighting) {
        let &Sighting { at, packet, enqueued, what: Happening::Signal(signal), .. } = sighting
        else {
            return;
        };
        let (flow, sequence, bytes) = (packet.flow(), packet.number(), packet.bytes());
        let sojourn = at.saturating_since(enqueued);
        self.push(QueueEvent { at, hop, flow, sequence, bytes, sojourn, signal });
    }

    fn push(&mut self, event: QueueEvent) {
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
