//! What the fast paths of sender and receiver exchange with the host.

use crate::packet::{Ack, Packet};
use crate::time::Time;

/// An ACK without SACK blocks and ECN information. It has no receive window, because a receiver
/// never changes its window.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct InOrderAck {
    /// Next expected segment.
    pub next: u64,
    /// Sending time of the echoed segment.
    pub echo: Time,
}

impl InOrderAck {
    /// Returns the complete ACK. `window` is the receive window.
    pub fn with_window(self, window: u64) -> Ack {
        let InOrderAck { next, echo } = self;
        Ack { next, echo, window, ..Ack::default() }
    }
}

/// New segments to send at once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Burst {
    /// Packet of the first segment, with source 0. The sender does not store its flow number.
    pub first: Packet,
    /// Number of segments.
    pub count: u64,
}

/// The receiver's reaction to a segment on the fast path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reaction {
    /// The segment needs the general path. No state has changed.
    NotInOrder,
    /// No ACK yet.
    Wait,
    /// Send this ACK.
    SendAck(InOrderAck),
}
