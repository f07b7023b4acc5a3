//! What queues and links carry.

use crate::time::Time;
use std::fmt;

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

/// The part of a packet that queue disciplines may read and change.
pub trait Queueable: Copy + Default {
    /// Size of the IP packet in bytes.
    fn bytes(&self) -> u32;
    /// The ECN field.
    fn ecn(&self) -> Ecn;
    /// A key of the packet's flow: equal for all packets of a flow. Disciplines hash it into buckets.
    fn flow_key(&self) -> u64;
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
/// the wire and off it again, so it is two words, and what is in the second one stays there: a
/// word that is written in parts and read as a whole makes the processor wait. When the packet was
/// sent is not in it: that is when it was enqueued.
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Packet {
    /// Number of the segment, or of the datagram.
    pub seq: u64,
    /// Bytes (the lowest 16 bits), the flags below, and the source (the highest 32 bits).
    rest: u64,
}

const RETRANSMISSION: u64 = 1 << 16;
const CWR: u64 = 1 << 17;
const SYN: u64 = 1 << 18;
const ECT0: u64 = 1 << 19;
const ECT1: u64 = 1 << 20;
/// With or without what it was before.
const CE: u64 = 1 << 21;
const DATAGRAM: u64 = 1 << 22;
const FLOW_SHIFT: u32 = 32;

impl Packet {
    /// Number `seq` of `flow`: new data without flags. `bytes` is at most [`MAX_PACKET_BYTES`].
    #[inline]
    pub fn new(flow: FlowId, seq: u64, bytes: u32, ecn: Ecn) -> Self {
        debug_assert!(bytes <= MAX_PACKET_BYTES);
        let ecn = match ecn {
            Ecn::NotEct => 0,
            Ecn::Ect0 => ECT0,
            Ecn::Ect1 => ECT1,
            Ecn::Ce => CE,
        };
        Packet { seq, rest: u64::from(bytes as u16) | ecn | u64::from(flow) << FLOW_SHIFT }
    }

    /// Number `seq` of `flow`, which is no TCP connection.
    pub fn datagram(flow: FlowId, seq: u64, bytes: u32, ecn: Ecn) -> Self {
        let Packet { seq, rest } = Packet::new(flow, seq, bytes, ecn);
        Packet { seq, rest: rest | DATAGRAM }
    }

    /// The one `ahead` numbers later, otherwise the same.
    #[inline]
    pub fn later(&self, ahead: u64) -> Self {
        Packet { seq: self.seq + ahead, rest: self.rest }
    }

    /// Number `seq`, otherwise the same.
    #[inline]
    pub fn numbered(&self, seq: u64) -> Self {
        Packet { seq, rest: self.rest }
    }

    /// The same of `flow`, where it was of flow 0.
    #[inline]
    pub fn of_flow(&self, flow: FlowId) -> Self {
        debug_assert_eq!(self.flow(), 0);
        Packet { seq: self.seq, rest: self.rest | u64::from(flow) << FLOW_SHIFT }
    }

    /// `segment` in an IP packet of `bytes`, at most [`MAX_PACKET_BYTES`].
    pub fn of_segment(flow: FlowId, segment: &Segment, bytes: u32, ecn: Ecn) -> Self {
        let flag = |set: bool, flag: u64| if set { flag } else { 0 };
        let flags = flag(segment.retransmission, RETRANSMISSION)
            | flag(segment.cwr, CWR)
            | flag(segment.syn, SYN);
        let Packet { seq, rest } = Packet::new(flow, segment.seq, bytes, ecn);
        Packet { seq, rest: rest | flags }
    }

    /// The segment that was sent in it at `sent`.
    pub fn segment(&self, sent: Time) -> Segment {
        Segment {
            seq: self.seq,
            sent,
            retransmission: self.rest & RETRANSMISSION != 0,
            cwr: self.rest & CWR != 0,
            syn: self.rest & SYN != 0,
        }
    }

    /// The source.
    pub fn flow(&self) -> FlowId {
        (self.rest >> FLOW_SHIFT) as FlowId
    }

    /// It carries TCP's data, no mark, and no flag but perhaps that of a retransmission.
    pub fn is_unmarked_data(&self) -> bool {
        self.rest & (CWR | SYN | CE | DATAGRAM) == 0
    }

    /// It belongs to no TCP connection.
    pub fn is_datagram(&self) -> bool {
        self.rest & DATAGRAM != 0
    }
}

impl fmt::Debug for Packet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let segment = self.segment(Time::ZERO);
        write!(f, "flow {}, {} bytes, {:?}, {segment:?}", self.flow(), self.bytes(), self.ecn())
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
        u32::from(self.rest as u16)
    }
    fn ecn(&self) -> Ecn {
        match self.rest & (ECT0 | ECT1 | CE) {
            0 => Ecn::NotEct,
            ECT0 => Ecn::Ect0,
            ECT1 => Ecn::Ect1,
            _ => Ecn::Ce,
        }
    }
    fn flow_key(&self) -> u64 {
        self.flow().into()
    }
    fn set_ce(&mut self) {
        self.rest |= CE;
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
    /// CE-marked packets that have arrived on the connection, if the receiver reports that: AccECN's
    /// counter, without wrapping. 0 otherwise.
    pub ce_packets: u64,
    /// This acknowledgement reports a duplicate segment in its first block (RFC 2883).
    pub dsack: bool,
    /// Receive window in segments, counted from `next`.
    pub window: u64,
}

impl Ack {
    /// Without SACK blocks and without an echo of congestion: nothing but its numbers.
    pub fn has_only_numbers(&self) -> bool {
        self.sacks[0].start == self.sacks[0].end && !self.ece && !self.dsack && self.ce_packets == 0
    }

    /// Size of the IP packet: 20 bytes of IP, 20 of TCP, 12 of timestamps, and 4 + 8n for n SACK
    /// blocks.
    pub fn bytes(&self) -> u32 {
        let blocks = self.sacks.iter().filter(|b| b.start < b.end).count() as u32;
        52 + if blocks == 0 { 0 } else { 4 + 8 * blocks }
    }
}
