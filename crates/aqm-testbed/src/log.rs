//! What happened to each packet at each hop, in the rows of `aqm run --packets`.

use crate::header::{Header, mark, payload};
use crate::store::Carried;
use aqm_sim::log::{HopId, PacketKind, PacketRow};
use aqm_sim::packet::{Ecn, FlowId, Queueable as _};
use aqm_sim::time::Time;

/// Rows for which there is room before memory is allocated.
const ROOM: usize = 1 << 20;
/// First bytes of a packet that are kept: all headers of IPv4 and TCP, which have 120 bytes at most and 80 without IP options.
pub const HEAD: usize = 114;
/// IP, TCP and timestamp headers of a full segment in bytes.
const HEADERS: u32 = 52;

/// Sequence numbers of a TCP flow.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    /// That of the first byte.
    first: u32,
    /// Bytes that have been sent, from the first one on.
    sent: u32,
}

/// A row for each packet that reaches a hop within a span.
#[derive(Debug)]
pub struct PacketLog {
    from: Time,
    to: Time,
    rows: Vec<PacketRow>,
    /// The row of the packet in each slot, at the hop where it is.
    open: Vec<Option<usize>>,
    numbers: Vec<Option<Numbers>>,
    heads: Option<Heads>,
}

/// The first bytes of the packets of a log, in the order of its rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heads {
    /// [`HEAD`] bytes for each row; shorter packets are filled up with zeros.
    bytes: Vec<u8>,
}

impl Heads {
    fn push(&mut self, packet: &[u8], ecn: Ecn) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&packet[..packet.len().min(HEAD)]);
        self.bytes.resize(start + HEAD, 0);
        // An earlier hop may have marked the packet. The mark is written into the packet itself when that is delivered.
        if ecn == Ecn::Ce {
            mark(&mut self.bytes[start..]);
        }
    }

    /// Returns the first bytes of the packet of a row, as it reached the hop; at most `length`. Empty if they were not kept.
    pub fn of(&self, row: usize, length: u32) -> &[u8] {
        let start = row * HEAD;
        self.bytes.get(start..start + HEAD.min(length as usize)).unwrap_or_default()
    }
}

impl PacketLog {
    /// Creates a log of the packets that reach a hop from `from` until just before `to`.
    pub fn new(from: Time, to: Time) -> Self {
        let rows = Vec::with_capacity(ROOM);
        PacketLog { from, to, rows, open: Vec::new(), numbers: Vec::new(), heads: None }
    }

    /// Returns the log, which also keeps the first bytes of each packet.
    pub fn with_heads(self) -> Self {
        let heads = Heads { bytes: Vec::with_capacity(ROOM * HEAD) };
        PacketLog { heads: Some(heads), ..self }
    }

    /// A packet reaches its first hop. `full`: size of the flow's full packets in bytes.
    pub fn enter(
        &mut self,
        carried: &Carried,
        hop: HopId,
        is_data: bool,
        full: u32,
        bytes: &[u8],
        now: Time,
    ) {
        let (kind, sequence) = self.identify(carried.flow, is_data, full, bytes);
        self.push(carried, hop, kind, sequence, bytes, now);
    }

    /// A packet reaches its next hop.
    pub fn move_on(&mut self, carried: &Carried, hop: HopId, bytes: &[u8], now: Time) {
        // The row of the hop before has its kind and number. Without one, it reached that before the span.
        let before = self.open_row(carried.slot).map(|row| (row.kind, row.sequence));
        if let Some((kind, sequence)) = before {
            self.push(carried, hop, kind, sequence, bytes, now);
        }
    }

    fn push(
        &mut self,
        carried: &Carried,
        hop: HopId,
        kind: PacketKind,
        sequence: u64,
        bytes: &[u8],
        now: Time,
    ) {
        let slot = carried.slot as usize;
        if self.open.len() <= slot {
            self.open.resize(slot + 1, None);
        }
        self.open[slot] = (self.from..self.to).contains(&now).then_some(self.rows.len());
        if self.open[slot].is_some() {
            if let Some(heads) = &mut self.heads {
                heads.push(bytes, carried.ecn());
            }
            self.rows.push(PacketRow {
                flow: carried.flow,
                kind,
                sequence,
                bytes: carried.bytes(),
                enqueued: (hop != HopId::WayBack).then_some(now),
                ecn: carried.ecn(),
                ..PacketRow::arrived_at(hop, now)
            });
        }
    }

    fn open_row(&mut self, slot: u32) -> Option<&mut PacketRow> {
        let row = self.open.get(slot as usize).copied().flatten()?;
        self.rows.get_mut(row)
    }

    /// Returns whether the packet in a slot has a row.
    pub fn is_open(&self, slot: u32) -> bool {
        self.open.get(slot as usize).copied().flatten().is_some()
    }

    /// The packet in a slot has left the path.
    pub fn close(&mut self, slot: u32) {
        if let Some(open) = self.open.get_mut(slot as usize) {
            *open = None;
        }
    }

    /// Changes the row of the packet in a slot, if it has one.
    pub fn note(&mut self, slot: u32, change: impl FnOnce(&mut PacketRow)) {
        if let Some(row) = self.open_row(slot) {
            change(row);
        }
    }

    /// Returns the kind of a packet, and the number of its segment or datagram.
    fn identify(
        &mut self,
        flow: FlowId,
        is_data: bool,
        full: u32,
        bytes: &[u8],
    ) -> (PacketKind, u64) {
        let Some(found) = payload(bytes) else { return (PacketKind::Data, 0) };
        if Header::read(bytes).is_some_and(|header| header.is_udp) {
            // A datagram begins with its number.
            let number = bytes.get(bytes.len() - found.bytes..).and_then(|data| data.first_chunk());
            return (PacketKind::Datagram, number.map_or(0, |number| u64::from_be_bytes(*number)));
        }
        let flow = flow as usize;
        if self.numbers.len() <= flow {
            self.numbers.resize(flow + 1, None);
        }
        let segment = full.saturating_sub(HEADERS).max(1);
        if is_data && found.is_syn {
            self.numbers[flow] = Some(Numbers { first: found.sequence.wrapping_add(1), sent: 0 });
        }
        let Some(numbers) = &mut self.numbers[flow] else { return (PacketKind::Data, 0) };
        if !is_data {
            let next = found.acknowledged.wrapping_sub(numbers.first);
            return (PacketKind::Ack, u64::from(next.div_ceil(segment)));
        }
        let start = found.sequence.wrapping_sub(numbers.first);
        let end = start.wrapping_add(found.bytes as u32);
        let is_new = found.bytes == 0 || end > numbers.sent;
        if found.bytes > 0 && !found.is_syn {
            numbers.sent = numbers.sent.max(end);
        }
        let number = if found.is_syn { 0 } else { u64::from(start / segment) };
        (if is_new { PacketKind::Data } else { PacketKind::Retransmission }, number)
    }

    /// Returns the rows in the order of arrival, and the first bytes of their packets, if these were kept.
    pub fn into_rows(self) -> (Vec<PacketRow>, Heads) {
        (self.rows, self.heads.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::header::is_valid;
    use crate::header::tests::{Tcp, tcp};
    use aqm_sim::log::Fate;

    fn log() -> PacketLog {
        PacketLog::new(Time::ZERO, Time::from_seconds(10.0))
    }

    #[test]
    fn segments_are_numbered_from_zero_across_the_wrap_of_sequence_numbers() {
        let mut log = log();
        let first = u32::MAX - 2000;
        let mut kind = |sequence: u32, payload, is_syn| {
            let packet = tcp(Tcp { sequence, acknowledged: 0, payload, is_syn });
            log.identify(0, true, 1500, &packet)
        };
        assert_eq!(kind(first.wrapping_sub(1), 0, true), (PacketKind::Data, 0));
        for number in 0..5u32 {
            let at = first.wrapping_add(number * 1448);
            assert_eq!(kind(at, 1448, false), (PacketKind::Data, number.into()));
        }
        let again = first.wrapping_add(1448);
        assert_eq!(kind(again, 1448, false), (PacketKind::Retransmission, 1));
        let ack = Tcp { sequence: 9, acknowledged: again, payload: 0, is_syn: false };
        assert_eq!(log.identify(0, false, 1500, &tcp(ack)), (PacketKind::Ack, 1));
    }

    #[test]
    fn only_packets_of_the_span_have_rows() {
        let mut log = PacketLog::new(Time::from_seconds(1.0), Time::from_seconds(2.0));
        let packet = tcp(Tcp { sequence: 1, acknowledged: 0, payload: 100, is_syn: false });
        for (slot, at) in [(0, 0.9), (1, 1.0), (2, 1.99), (3, 2.0)] {
            let carried = Carried::new(slot, 0, 152, Ecn::NotEct);
            log.enter(&carried, HopId::Lane, true, 1500, &packet, Time::from_seconds(at));
            log.note(slot, |row| row.fate = Fate::Delivered);
        }
        let (rows, heads) = log.into_rows();
        assert_eq!(rows.iter().map(|row| row.arrived.seconds()).collect::<Vec<_>>(), [1.0, 1.99]);
        assert!(rows.iter().all(|row| row.fate == Fate::Delivered));
        assert!(heads.of(0, 152).is_empty(), "no first bytes unless requested");
    }

    #[test]
    fn the_first_bytes_are_those_of_the_packet_with_an_earlier_mark() {
        let mut log = log().with_heads();
        let long = tcp(Tcp { sequence: 7, acknowledged: 0, payload: 100, is_syn: false });
        let short = tcp(Tcp { sequence: 7, acknowledged: 0, payload: 0, is_syn: false });
        for (slot, packet, ecn) in [(0, &long, Ecn::NotEct), (1, &short, Ecn::Ce)] {
            let carried = Carried::new(slot, 0, packet.len() as u32, ecn);
            log.enter(&carried, HopId::Lane, true, 1500, packet, Time::ZERO);
        }
        let (rows, heads) = log.into_rows();
        assert_eq!(heads.of(0, rows[0].bytes), &long[..HEAD]);
        let head = heads.of(1, rows[1].bytes);
        assert_eq!(head.len(), short.len());
        assert_eq!(Header::read(head).unwrap().ecn, Ecn::Ce);
        assert!(is_valid(head), "the mark updates the checksum");
        assert_eq!(heads.of(2, 1500), &[] as &[u8]);
    }
}
