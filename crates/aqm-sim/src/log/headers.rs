//! What the TCP header of a packet carries beside its number.

use crate::packet::{Ack, Packet};
use crate::time::Time;

/// The content of a TCP header. Datagrams have only the sending time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Headers {
    /// When the packet left its sender: the value of its time stamp option.
    pub sent: Time,
    /// The CWR flag.
    pub cwr: bool,
    /// Opens a connection.
    pub syn: bool,
    /// The content of an ACK.
    pub ack: Option<Ack>,
}

impl Headers {
    /// Returns the content of a data packet that reached its first queue at `enqueued`.
    pub(crate) fn of(packet: &Packet, enqueued: Time) -> Self {
        let segment = packet.segment(enqueued);
        Headers { sent: segment.sent, cwr: segment.cwr, syn: segment.syn, ack: None }
    }
}
