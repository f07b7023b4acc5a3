//! What happened to each packet at each hop over a time span.

#[cfg(feature = "headers")]
use super::Headers;
use super::{Happening, HopId, LOSS_CODE, Sighting, Signal};
use crate::aqm::{DropReason, Explain, MarkReason};
use crate::packet::{Ecn, FlowId, Packet, Queueable};
use crate::sort::sort_by_key;
use crate::time::Time;

/// The kind of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PacketKind {
    /// A TCP segment, sent for the first time.
    Data,
    /// A TCP segment that was sent before.
    Retransmission,
    /// A datagram.
    Datagram,
    /// An acknowledgement.
    Ack,
}

/// What became of a packet at a hop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fate {
    /// It was still there at the end of the log.
    Waiting,
    /// It went on to the next hop.
    Forwarded,
    /// It went on to its receiver, or as an ACK to its sender.
    Delivered,
    /// The discipline dropped it, or the buffer was full.
    Dropped(DropReason),
    /// It was lost at random behind the hop.
    Lost,
}

/// A packet at a hop, or an ACK on a way back without one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PacketRow {
    /// The hop.
    pub hop: HopId,
    /// The packet's flow.
    pub flow: FlowId,
    /// Its kind.
    pub kind: PacketKind,
    /// Number of the segment or datagram; for an ACK the segment that it expects next.
    pub sequence: u64,
    /// Size of the IP packet in bytes.
    pub bytes: u32,
    /// When it reached the hop. An ACK on a way back without a hop: when it was sent.
    pub arrived: Time,
    /// When it joined the queue; `None` if it was dropped before.
    pub enqueued: Option<Time>,
    /// When it left the queue of the discipline, or was dropped.
    pub dequeued: Option<Time>,
    /// When the end of its transmission was reached.
    pub departed: Option<Time>,
    /// When it reached the next hop, its receiver, or as an ACK its sender. It may be later than the span of the log.
    pub delivered: Option<Time>,
    /// What became of it.
    pub fate: Fate,
    /// Why it was CE-marked at this hop, if it was.
    pub mark: Option<MarkReason>,
    /// When it was CE-marked at this hop.
    pub marked: Option<Time>,
    /// The ECN field when it left the queue or was dropped.
    pub ecn: Ecn,
    /// The bucket of its flow, under disciplines with buckets.
    pub bucket: Option<u32>,
    /// The class from which it was served, under disciplines with classes.
    pub class: Option<&'static str>,
    /// What the TCP header carries.
    #[cfg(feature = "headers")]
    pub headers: Headers,
}

impl PacketRow {
    /// Returns the row of an empty data packet of flow 0 that reaches a hop at `now`, for hosts to fill in.
    pub fn arrived_at(hop: HopId, now: Time) -> Self {
        PacketRow {
            hop,
            flow: 0,
            kind: PacketKind::Data,
            sequence: 0,
            bytes: 0,
            arrived: now,
            enqueued: None,
            dequeued: None,
            departed: None,
            delivered: None,
            fate: Fate::Waiting,
            mark: None,
            marked: None,
            ecn: Ecn::NotEct,
            bucket: None,
            class: None,
            #[cfg(feature = "headers")]
            headers: Headers::default(),
        }
    }
}

impl PacketKind {
    /// Returns `data`, `retransmission`, `datagram` or `ack`.
    pub fn name(self) -> &'static str {
        match self {
            PacketKind::Data => "data",
            PacketKind::Retransmission => "retransmission",
            PacketKind::Datagram => "datagram",
            PacketKind::Ack => "ack",
        }
    }

    fn of(packet: &Packet) -> Self {
        if packet.is_ack() {
            PacketKind::Ack
        } else if packet.is_datagram() {
            PacketKind::Datagram
        } else if packet.segment(Time::ZERO).retransmission {
            PacketKind::Retransmission
        } else {
            PacketKind::Data
        }
    }
}

impl Fate {
    /// Returns `waiting`, `forwarded`, `delivered`, `dropped` or `lost`.
    pub fn name(&self) -> &'static str {
        match self {
            Fate::Waiting => "waiting",
            Fate::Forwarded => "forwarded",
            Fate::Delivered => "delivered",
            Fate::Dropped(_) => "dropped",
            Fate::Lost => "lost",
        }
    }

    /// Returns the code of the reason of a drop or loss.
    pub fn code(&self) -> Option<&'static str> {
        match self {
            Fate::Dropped(reason) => Some(reason.code()),
            Fate::Lost => Some(LOSS_CODE),
            Fate::Waiting | Fate::Forwarded | Fate::Delivered => None,
        }
    }
}

/// A packet that is still at its hop.
#[derive(Clone, Copy, Debug)]
struct Open {
    hop: HopId,
    seq: u64,
    arrived: Time,
    /// Whether it has left the queue of the discipline.
    is_served: bool,
    /// Number of its row.
    row: u64,
}

/// A row for each packet that was in the queue of a hop at the start of a time span, or reached it within the span.
#[derive(Clone, Debug)]
pub struct PacketLog {
    from: Time,
    to: Time,
    most: usize,
    /// In the order of their numbers.
    rows: Vec<(u64, PacketRow)>,
    /// Number of rows so far, also of those that were taken.
    count: u64,
    /// Packets without a row, because there were too many.
    skipped: u64,
    /// The packets of each flow that are still at a hop, oldest first.
    open: Vec<Vec<Open>>,
}

impl PacketLog {
    /// Creates a log of the span from `from` until just before `to`. It keeps at most `most` rows at a time.
    pub fn new(from: Time, to: Time, most: usize) -> Self {
        PacketLog { from, to, most, rows: Vec::new(), count: 0, skipped: 0, open: Vec::new() }
    }

    /// Returns the start of the span.
    pub fn from(&self) -> Time {
        self.from
    }

    /// Returns the rows that were not taken, in the order in which the simulator met the packets.
    pub fn rows(&self) -> impl Iterator<Item = &PacketRow> {
        self.rows.iter().map(|(_, row)| row)
    }

    /// Returns the number of packets that have no row, because there were too many.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Returns whether the run has reached the end of the span at `now`, and all packets of the span have left their hops.
    pub fn is_complete(&self, now: Time) -> bool {
        now >= self.to && self.open.iter().all(Vec::is_empty)
    }

    /// Removes the rows that cannot change any more after `now` and have no earlier row that can. Returns them in the order of the
    /// arrivals. The rows of later calls arrived at the same time or later.
    pub fn take_finished(&mut self, now: Time) -> Vec<PacketRow> {
        let open = self.open.iter().flatten().map(|open| open.arrived).min();
        let frontier = open.map_or(now, |first| first.min(now));
        self.take(|row| row.arrived < frontier)
    }

    /// Removes and returns all rows in the order of the arrivals.
    pub fn take_all(&mut self) -> Vec<PacketRow> {
        self.open.clear();
        self.take(|_| true)
    }

    fn take(&mut self, takes: impl Fn(&PacketRow) -> bool) -> Vec<PacketRow> {
        let mut taken = Vec::new();
        self.rows.retain(|&(number, row)| {
            let goes = takes(&row);
            if goes {
                taken.push((number, row));
            }
            !goes
        });
        sort_by_key(&mut taken, |&(number, row): &(u64, PacketRow)| (row.arrived, number));
        taken.into_iter().map(|(_, row)| row).collect()
    }

    /// Adds what happened to a packet.
    pub(crate) fn note(&mut self, hop: HopId, sighting: &Sighting) {
        let &Sighting { at, packet, what, .. } = sighting;
        match what {
            Happening::Waited { bucket } => {
                self.start(hop, sighting);
                self.change(hop, sighting, |row| {
                    row.enqueued = Some(row.arrived);
                    row.bucket = bucket;
                });
            }
            Happening::Arrived if at >= self.from && at < self.to => self.start(hop, sighting),
            Happening::Arrived => {}
            Happening::Joined { bucket } => self.change(hop, sighting, |row| {
                row.enqueued = Some(at);
                row.bucket = bucket;
            }),
            Happening::Dequeued { class } => self.change(hop, sighting, |row| {
                row.dequeued = Some(at);
                row.class = class;
                row.ecn = packet.ecn();
            }),
            Happening::Signal(Signal::Mark(reason)) => {
                self.change(hop, sighting, |row| {
                    (row.mark, row.marked) = (Some(reason), Some(at));
                });
            }
            Happening::Signal(Signal::Drop(reason)) => self.end(hop, sighting, |row| {
                row.fate = Fate::Dropped(reason);
                row.dequeued = Some(at);
                row.ecn = packet.ecn();
            }),
            Happening::Signal(Signal::Loss) => {
                self.end(hop, sighting, |row| leave(row, at, None, Fate::Lost));
            }
            Happening::Forwarded(reached) => {
                self.end(hop, sighting, |row| leave(row, at, Some(reached), Fate::Forwarded));
            }
            Happening::Delivered(reached) => {
                self.end(hop, sighting, |row| leave(row, at, Some(reached), Fate::Delivered));
            }
            Happening::Returned(way) if at >= self.from && at < self.to => {
                let row = PacketRow {
                    departed: way.map(|(departed, _)| departed),
                    delivered: way.map(|(_, delivered)| delivered),
                    dequeued: way.map_or(Some(at), |_| None),
                    fate: way.map_or(Fate::Dropped(DropReason::Overflow), |_| Fate::Delivered),
                    ..row_of(HopId::WayBack, sighting)
                };
                self.push(row);
            }
            Happening::Returned(_) => {}
        }
    }

    /// Adds a row. Returns its number, or `None` if there are too many.
    fn push(&mut self, row: PacketRow) -> Option<u64> {
        if self.rows.len() >= self.most {
            self.skipped += 1;
            return None;
        }
        self.rows.push((self.count, row));
        self.count += 1;
        Some(self.count - 1)
    }

    fn start(&mut self, hop: HopId, sighting: &Sighting) {
        let Some(row) = self.push(row_of(hop, sighting)) else { return };
        let flow = sighting.packet.flow() as usize;
        if self.open.len() <= flow {
            self.open.resize_with(flow + 1, Vec::new);
        }
        let (seq, arrived) = (sighting.packet.seq, sighting.enqueued);
        self.open[flow].push(Open { hop, seq, arrived, is_served: false, row });
    }

    /// Returns the place of a packet among the open ones of its flow. Most packets are near the front. A sender can send a segment
    /// twice at the same time: what happens on arrival then happens to the later one.
    fn find(&self, hop: HopId, sighting: &Sighting) -> Option<usize> {
        let &Sighting { at, packet, enqueued, what, .. } = sighting;
        let open = self.open.get(packet.flow() as usize)?;
        let is_behind = matches!(
            what,
            Happening::Forwarded(_) | Happening::Delivered(_) | Happening::Signal(Signal::Loss)
        );
        let is_it = |open: &Open| {
            open.seq == packet.seq
                && open.arrived == enqueued
                && open.hop == hop
                && open.is_served == is_behind
        };
        let is_on_arrival = matches!(what, Happening::Joined { .. } | Happening::Signal(_));
        if at == enqueued && is_on_arrival && !is_behind {
            open.iter().rposition(is_it)
        } else {
            open.iter().position(is_it)
        }
    }

    fn change(&mut self, hop: HopId, sighting: &Sighting, change: impl FnOnce(&mut PacketRow)) {
        if let Some(index) = self.find(hop, sighting) {
            let open = &mut self.open[sighting.packet.flow() as usize][index];
            open.is_served |= matches!(sighting.what, Happening::Dequeued { .. });
            let number = open.row;
            self.change_row(number, change);
        }
    }

    fn change_row(&mut self, number: u64, change: impl FnOnce(&mut PacketRow)) {
        if let Ok(index) = self.rows.binary_search_by_key(&number, |&(number, _)| number) {
            change(&mut self.rows[index].1);
        }
    }

    /// Changes a row for the last time.
    fn end(&mut self, hop: HopId, sighting: &Sighting, change: impl FnOnce(&mut PacketRow)) {
        if let Some(index) = self.find(hop, sighting) {
            let open = self.open[sighting.packet.flow() as usize].remove(index);
            self.change_row(open.row, change);
        }
    }
}

fn leave(row: &mut PacketRow, departed: Time, delivered: Option<Time>, fate: Fate) {
    row.departed = Some(departed);
    row.delivered = delivered;
    row.fate = fate;
}

fn row_of(hop: HopId, sighting: &Sighting) -> PacketRow {
    let packet = &sighting.packet;
    PacketRow {
        flow: packet.flow(),
        kind: PacketKind::of(packet),
        sequence: packet.number(),
        bytes: packet.bytes(),
        ecn: packet.ecn(),
        #[cfg(feature = "headers")]
        headers: sighting.headers,
        ..PacketRow::arrived_at(hop, sighting.enqueued)
    }
}
