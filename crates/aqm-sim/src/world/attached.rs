//! What an application adds to a flow: the messages of a connection, or the receiver of datagrams.

use crate::app::Meter;
use crate::ring::Ring;
use crate::time::{Span, Time};

/// What an application adds to a flow.
#[derive(Clone, Debug)]
pub(super) enum Attached {
    /// A connection of an application.
    Connection(Connection),
    /// The receiver of a datagram source.
    Receiver(Meter, OnTheWay),
}

/// Datagrams that have left the bottleneck.
#[derive(Clone, Debug, Default)]
pub(super) struct OnTheWay {
    pub(super) arrivals: Ring<Arrival>,
    /// Times at which datagrams were lost behind the bottleneck.
    pub(super) losses: Ring<Time>,
}

/// The messages of a connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) user: u32,
    pub(super) channel: u32,
    /// Segments of all messages together.
    pub(super) end: u64,
    /// One past the last segment of each message that has not arrived, oldest first.
    pub(super) ends: Ring<u64>,
    /// Arrival times of complete messages that the application has not been told of yet.
    pub(super) complete: Ring<Time>,
    /// When a request reaches the sender, and the size of the message that it asks for.
    pub(super) request: (Time, u64),
}

/// A datagram that has left the bottleneck.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Arrival {
    pub(super) at: Time,
    pub(super) seq: u64,
    pub(super) delay: Span,
}

impl Connection {
    pub(super) fn new(user: u32, channel: u32, segments: u64) -> Self {
        let mut ends = Ring::default();
        ends.push_back(segments);
        let (complete, request) = (Ring::default(), (Time::NEVER, 0));
        Connection { user, channel, end: segments, ends, complete, request }
    }
}
