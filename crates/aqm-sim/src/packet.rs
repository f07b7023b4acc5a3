//! What queues and links carry.

use crate::time::Time;

/// The ECN field of an IP header (RFC 3168, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Ecn {
    /// Not ECN-capable: congestion can be signalled only by a drop.
    #[default]
    NotEct,
    /// ECN-capable, codepoint 10 (used by RFC 3168 senders).
    Ect0,
    /// ECN-capable, codepoint 01 (used by L4S senders).
    Ect1,
    /// Congestion experienced.
    Ce,
}

/// What a queue discipline needs to know of a packet, and no more.
pub trait Queueable: Copy {
    /// Size of the IP packet in bytes.
    fn bytes(&self) -> u32;
    /// The ECN field.
    fn ecn(&self) -> Ecn;
    /// Sets the ECN field to CE. Called only on packets that are not [`Ecn::NotEct`].
    fn set_ce(&mut self);

    /// Marks the packet if it can carry a mark. A packet that is CE already counts as marked.
    fn try_mark(&mut self) -> bool {
        if self.ecn() == Ecn::NotEct {
            return false;
        }
        self.set_ce();
        true
    }
}

/// Number of a traffic source in a simulation: TCP flows and datagram sources share one range.
pub type FlowId = u32;

/// Largest IP packet in bytes.
pub const MAX_PACKET_BYTES: u32 = u16::MAX as u32;

/// An IP packet on its way through the bottleneck. Every one of them is copied into the queue, onto
/// the wire and off it again, so it is kept to 16 bytes. When it was sent is not in it: that is when
/// it was enqueued.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Packet {
    /// Number of the segment, or of the datagram.
    pub seq: u64,
    /// The source.
    pub flow: FlowId,
    bytes: u16,
    /// ECN field.
    pub ecn: Ecn,
    /// [`RETRANSMISSION`], [`CWR`] and [`SYN`].
    flags: u8,
}

const RETRANSMISSION: u8 = 1;
const CWR: u8 = 2;
const SYN: u8 = 4;

impl Packet {
    /// Number `seq` of `flow`: new data without flags. `bytes` is at most [`MAX_PACKET_BYTES`].
    pub fn new(flow: FlowId, seq: u64, bytes: u32, ecn: Ecn) -> Self {
        debug_assert!(bytes <= MAX_PACKET_BYTES);
        Packet { seq, flow, bytes: bytes as u16, ecn, flags: 0 }
    }

    /// `segment` in an IP packet of `bytes`, at most [`MAX_PACKET_BYTES`].
    pub fn of_segment(flow: FlowId, segment: &Segment, bytes: u32, ecn: Ecn) -> Self {
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        let flags = flag(segment.retransmission, RETRANSMISSION)
            | flag(segment.cwr, CWR)
            | flag(segment.syn, SYN);
        Packet { flags, ..Packet::new(flow, segment.seq, bytes, ecn) }
    }

    /// The segment that was sent in it at `sent`.
    pub fn segment(&self, sent: Time) -> Segment {
        Segment {
            seq: self.seq,
            sent,
            retransmission: self.flags & RETRANSMISSION != 0,
            cwr: self.flags & CWR != 0,
            syn: self.flags & SYN != 0,
        }
    }

    /// It carries data, no mark, and no flag but perhaps that of a retransmission.
    pub fn is_plain(&self) -> bool {
        self.flags & (CWR | SYN) == 0 && self.ecn != Ecn::Ce
    }
}

/// A TCP data segment.
///
/// Sequence numbers count whole segments, not bytes: every segment of a flow has the same size.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Segment {
    /// Segment number, from 0.
    pub seq: u64,
    /// Sending time: the TCP timestamp option's TSval (RFC 7323), with the clock's full resolution.
    pub sent: Time,
    /// Sent before.
    pub retransmission: bool,
    /// CWR flag (RFC 3168, section 6.1.2).
    pub cwr: bool,
    /// Opens the connection; carries no data, and `seq` has no meaning.
    pub syn: bool,
}

impl Queueable for Packet {
    fn bytes(&self) -> u32 {
        u32::from(self.bytes)
    }
    fn ecn(&self) -> Ecn {
        self.ecn
    }
    fn set_ce(&mut self) {
        self.ecn = Ecn::Ce;
    }
}

/// A half-open range of segment numbers, `start..end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SackBlock {
    /// First segment received.
    pub start: u64,
    /// One past the last.
    pub end: u64,
}

/// At most three SACK blocks fit beside timestamps (RFC 2018, section 3).
pub const MAX_SACK_BLOCKS: usize = 3;

/// A pure TCP acknowledgement.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ack {
    /// Next segment expected: everything below has arrived.
    pub next: u64,
    /// Segments above `next` that have arrived, most recent first (RFC 2018, section 4); unused
    /// blocks are empty.
    pub sacks: [SackBlock; MAX_SACK_BLOCKS],
    /// `sent` of the segment that this acknowledgement echoes (RFC 7323, section 4.3): the
    /// earliest one not yet acknowledged.
    pub echo: Time,
    /// ECN echo (RFC 3168, section 6.1.3).
    pub ece: bool,
    /// This acknowledgement reports a duplicate segment in its first block (RFC 2883).
    pub dsack: bool,
    /// Receive window in segments, counted from `next`.
    pub window: u64,
}

impl Ack {
    /// Size of the IP packet: 20 bytes of IP, 20 of TCP, 12 of timestamps, and 4 + 8n for n SACK
    /// blocks.
    pub fn bytes(&self) -> u32 {
        let blocks = self.sacks.iter().filter(|b| b.start < b.end).count() as u32;
        52 + if blocks == 0 { 0 } else { 4 + 8 * blocks }
    }
}
