//! Packets, segments and ACKs.

use crate::time::{Span, Time};
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

/// The service that a packet asks for by its priority, for disciplines that offer it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Priority {
    /// None in particular.
    #[default]
    None,
    /// That of L4S packets, whatever the ECN field.
    L4s,
    /// A low delay without drops and marks by an algorithm.
    LowLatency,
}

/// The part of a packet that disciplines read and change.
pub trait Queueable: Copy + Default {
    /// Size of the IP packet in bytes.
    fn bytes(&self) -> u32;
    /// The ECN field.
    fn ecn(&self) -> Ecn;
    /// Key of the packet's flow, equal for all its packets. Disciplines hash it into buckets.
    fn flow_key(&self) -> u64;
    /// Sets the ECN field to CE. Called only on packets that are not [`Ecn::NotEct`].
    fn set_ce(&mut self);

    /// The service that the packet asks for. Packets of the simulator ask for none.
    fn priority(&self) -> Priority {
        Priority::None
    }

    /// Marks the packet if it is ECN-capable. Returns whether it is marked; a CE packet counts.
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

/// An IP packet on its way through a hop. Each packet is copied into the queue, onto the
/// wire and off it again, so it has only two words. The fields of the second word stay packed:
/// writing parts of a word and then reading it whole stalls the processor. The sending time is not
/// stored: it equals the time of enqueueing, except for [delayed](Packet::delayed) and
/// [forwarded](Packet::forwarded) packets.
#[derive(Clone, Copy, PartialEq, Default)]
pub struct Packet {
    /// Number of the segment, or of the datagram, and more in ACKs and delayed packets. See [`Packet::number`].
    pub seq: u64,
    /// Bytes (lowest 16 bits), the flags below, and the source (highest 32 bits).
    rest: u64,
}

const RETRANSMISSION: u64 = 1 << 16;
const CWR: u64 = 1 << 17;
const SYN: u64 = 1 << 18;
const ECT0: u64 = 1 << 19;
const ECT1: u64 = 1 << 20;
/// Takes precedence over `ECT0` and `ECT1`, which stay set.
const CE: u64 = 1 << 21;
const DATAGRAM: u64 = 1 << 22;
/// Its loss must be reported to its group.
const MEASURED: u64 = 1 << 23;
/// An ACK. Bits 40 and up of `seq` are its slot in a table.
const ACK: u64 = 1 << 24;
/// A segment that was delayed before it reached its queue. Bits 40 and up of `seq` are the delay in
/// [`DELAY_STEP`].
const DELAYED: u64 = 1 << 25;
/// Data that came from another hop. Bits 40 and up of `seq` are its slot in a table.
const FORWARDED: u64 = 1 << 26;
const SLOT_SHIFT: u32 = 40;
/// Step of the delays ahead of a queue. The 24 bits reach 8.6 s.
const DELAY_STEP: Span = Span::from_nanos(512);
const FLOW_SHIFT: u32 = 32;

impl Packet {
    /// Creates packet `seq` of `flow`: new data without flags. `bytes` is at most
    /// [`MAX_PACKET_BYTES`].
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

    /// Creates datagram `seq` of the non-TCP source `flow`.
    pub fn datagram(flow: FlowId, seq: u64, bytes: u32, ecn: Ecn) -> Self {
        let Packet { seq, rest } = Packet::new(flow, seq, bytes, ecn);
        Packet { seq, rest: rest | DATAGRAM }
    }

    /// Returns the same packet, marked as one whose loss must be reported.
    pub fn measured(&self) -> Self {
        Packet { seq: self.seq, rest: self.rest | MEASURED }
    }

    /// Returns whether its loss must be reported.
    pub fn is_measured(&self) -> bool {
        self.rest & MEASURED != 0
    }

    /// Returns the same packet with a number higher by `ahead`.
    pub fn later(&self, ahead: u64) -> Self {
        Packet { seq: self.seq + ahead, rest: self.rest }
    }

    /// Returns the same packet with the number `seq`.
    pub fn numbered(&self, seq: u64) -> Self {
        Packet { seq, rest: self.rest }
    }

    /// Returns the same packet with the source `flow`. The packet must have source 0.
    pub fn of_flow(&self, flow: FlowId) -> Self {
        debug_assert_eq!(self.flow(), 0);
        Packet { seq: self.seq, rest: self.rest | u64::from(flow) << FLOW_SHIFT }
    }

    /// Creates the IP packet that carries `segment`. `bytes` is at most [`MAX_PACKET_BYTES`].
    pub fn of_segment(flow: FlowId, segment: &Segment, bytes: u32, ecn: Ecn) -> Self {
        let flag = |set: bool, flag: u64| if set { flag } else { 0 };
        let flags = flag(segment.retransmission, RETRANSMISSION)
            | flag(segment.cwr, CWR)
            | flag(segment.syn, SYN);
        let Packet { seq, rest } = Packet::new(flow, segment.seq, bytes, ecn);
        Packet { seq, rest: rest | flags }
    }

    /// Creates the IP packet that carries `ack`, which is stored in `slot` of a table. It is not
    /// ECN-capable (RFC 3168, section 6.1.4).
    pub fn ack(flow: FlowId, slot: u32, ack: &Ack) -> Self {
        let seq = u64::from(slot) << SLOT_SHIFT | ack.next;
        let Packet { seq, rest } = Packet::new(flow, seq, ack.bytes(), Ecn::NotEct);
        Packet { seq, rest: rest | ACK }
    }

    /// Returns the same segment with a delay between its sender and its queue, and that delay in whole steps of
    /// 512 ns, at most 8.5 s.
    pub fn delayed(&self, delay: Span) -> (Self, Span) {
        let most = (1 << (64 - SLOT_SHIFT)) - 1;
        let steps = (delay.nanos() / DELAY_STEP.nanos()).min(most);
        let delayed = Packet { seq: self.seq | steps << SLOT_SHIFT, rest: self.rest | DELAYED };
        (delayed, DELAY_STEP * steps)
    }

    /// Returns the same packet on its way to another hop, whose table has its sending time in `slot`.
    pub fn forwarded(&self, slot: u32) -> Self {
        let seq = self.number() | u64::from(slot) << SLOT_SHIFT;
        Packet { seq, rest: self.rest & !DELAYED | FORWARDED }
    }

    /// Returns whether it came from another hop. Its sending time is then in a table.
    pub fn is_forwarded(&self) -> bool {
        self.rest & FORWARDED != 0
    }

    /// Returns the same data packet without slot and without delay.
    pub fn without_slot(&self) -> Self {
        Packet { seq: self.number(), rest: self.rest & !(DELAYED | FORWARDED) }
    }

    /// Returns whether it is an ACK.
    pub fn is_ack(&self) -> bool {
        self.rest & ACK != 0
    }

    /// Returns the slot of an ACK or of a forwarded packet.
    pub fn slot(&self) -> u32 {
        (self.seq >> SLOT_SHIFT) as u32
    }

    /// Returns the number of the segment or datagram, or the segment that an ACK expects next.
    pub fn number(&self) -> u64 {
        let has_more = self.rest & (ACK | DELAYED | FORWARDED) != 0;
        if has_more { self.seq & ((1 << SLOT_SHIFT) - 1) } else { self.seq }
    }

    /// Returns the sending time of a packet that reached its first queue at `enqueued`.
    pub fn sent(&self, enqueued: Time) -> Time {
        let is_delayed = self.rest & DELAYED != 0;
        let steps = if is_delayed { self.seq >> SLOT_SHIFT } else { 0 };
        Time::from_nanos(enqueued.nanos().saturating_sub((DELAY_STEP * steps).nanos()))
    }

    /// Returns the TCP segment of this packet, which reached its queue at `enqueued`.
    pub fn segment(&self, enqueued: Time) -> Segment {
        Segment {
            seq: self.number(),
            sent: self.sent(enqueued),
            retransmission: self.rest & RETRANSMISSION != 0,
            cwr: self.rest & CWR != 0,
            syn: self.rest & SYN != 0,
        }
    }

    /// Returns the source.
    pub fn flow(&self) -> FlowId {
        (self.rest >> FLOW_SHIFT) as FlowId
    }

    /// Returns whether it is a TCP data packet without CE, CWR, SYN, delay and slot. It may be a retransmission.
    pub fn is_unmarked_data(&self) -> bool {
        self.rest & (CWR | SYN | CE | DATAGRAM | ACK | DELAYED | FORWARDED) == 0
    }

    /// Returns whether it is a datagram: it belongs to no TCP connection.
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
    /// Whether it was sent before.
    pub retransmission: bool,
    /// CWR flag (RFC 3168, section 6.1.2).
    pub cwr: bool,
    /// Opens the connection. A SYN carries no data, and its `seq` has no meaning.
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

/// Three SACK blocks fit into an ACK with timestamps (RFC 2018, section 3).
pub const MAX_SACK_BLOCKS: usize = 3;

/// A pure TCP acknowledgement.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ack {
    /// Next expected segment. All lower ones have arrived.
    pub next: u64,
    /// Segments above `next` that have arrived, most recent first (RFC 2018, section 4). Unused
    /// blocks are empty.
    pub sacks: [SackBlock; MAX_SACK_BLOCKS],
    /// Sending time of the segment that this ACK echoes (RFC 7323, section 4.3): the earliest one
    /// not yet acknowledged.
    pub echo: Time,
    /// ECN echo (RFC 3168, section 6.1.3).
    pub ece: bool,
    /// Number of CE-marked packets received on the connection: the AccECN counter, without
    /// wrapping. 0 if the receiver does not report it.
    pub ce_packets: u64,
    /// True if the first block reports a duplicate segment (RFC 2883).
    pub dsack: bool,
    /// Receive window in segments, counted from `next`.
    pub window: u64,
    /// One-way delay of the segment that arrived last (RFC 6817, section 2.1: acknowledgement.delay).
    /// [`None`] if the receiver does not report it.
    pub delay: Option<Span>,
}

impl Ack {
    /// Returns whether it has no SACK blocks, no ECN information and no delay.
    pub fn has_only_numbers(&self) -> bool {
        self.sacks[0].start == self.sacks[0].end
            && !self.ece
            && !self.dsack
            && self.ce_packets == 0
            && self.delay.is_none()
    }

    /// Returns whether it has no SACK blocks, and no ECN information but the counter.
    pub fn has_only_counters(&self) -> bool {
        Ack { ce_packets: 0, ..*self }.has_only_numbers()
    }

    /// Returns the size of the IP packet in bytes: 52 for IP, TCP and timestamps. For n SACK blocks
    /// it is 4 + 8n larger.
    pub fn bytes(&self) -> u32 {
        let blocks = self.sacks.iter().filter(|b| b.start < b.end).count() as u32;
        52 + if blocks == 0 { 0 } else { 4 + 8 * blocks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_delayed_segment_keeps_its_number_and_its_sending_time() {
        let sent = Time::from_seconds(3.0);
        let segment = Segment { seq: 123_456, sent, retransmission: true, ..Segment::default() };
        let packet = Packet::of_segment(7, &segment, 1500, Ecn::Ect0);
        for nanos in [0, 511, 512, 25_000_000, 4_500_000_000, 60_000_000_000] {
            let (delayed, delay) = packet.delayed(Span::from_nanos(nanos));
            assert!(delay.nanos() <= nanos && delay.nanos() + 512 > nanos.min(8_500_000_000));
            assert_eq!(delayed.segment(sent + delay), segment);
            assert_eq!((delayed.number(), delayed.flow(), delayed.bytes()), (123_456, 7, 1500));
            assert!(!delayed.is_unmarked_data() && !delayed.is_ack());
        }
    }
}
