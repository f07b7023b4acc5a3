//! What an application adds to a flow: the messages of a connection, or the receiver of datagrams.

use crate::app::Meter;
use crate::ring::Ring;
use crate::time::{Span, Time};

/// What an application adds to a flow.
#[derive(Clone, Debug)]
pub enum Attached {
    /// A connection of an application.
    Connection(Connection),
    /// The receiver of a datagram source.
    Receiver(Meter, OnTheWay),
}

/// Datagrams that have left the bottleneck.
#[derive(Clone, Debug, Default)]
pub struct OnTheWay {
    pub arrivals: Ring<Arrival>,
    /// Times at which datagrams were lost behind the bottleneck.
    pub losses: Ring<Time>,
}

/// The messages of a connection.
#[derive(Clone, Debug)]
pub struct Connection {
    pub user: u32,
    pub channel: u32,
    /// Segments of all messages together.
    pub end: u64,
    /// One past the last segment of each message that has not arrived, oldest first.
    pub ends: Ring<u64>,
    /// Arrival times of complete messages that the application has not been told of yet.
    pub complete: Ring<Time>,
    /// When a request reaches the sender, and the size of the message that it asks for.
    pub request: (Time, u64),
}

/// A datagram that has left the bottleneck.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Arrival {
    pub at: Time,
    pub seq: u64,
    pub delay: Span,
}

impl Connection {
    pub fn new(user: u32, channel: u32, segments: u64) -> Self {
        let mut ends = Ring::default();
        ends.push_back(segments);
        let (complete, request) = (Ring::default(), (Time::NEVER, 0));
        Connection { user, channel, end: segments, ends, complete, request }
    }
}
