//! The path between the two ends: hops, propagation delays, losses and timed changes.
//!
//! The path depends on no clock and no device. The caller passes packets with the time at which it has read them, asks when the path
//! acts next, and calls [`Path::run`] at that time or later. A late call changes nothing but the time of deliveries: every event takes
//! place at its nominal time.

use crate::header;
use crate::hop::{Counts, Decision, FlowState, Hop, draw, environment};
use crate::log::{Heads, PacketLog};
use crate::store::{Carried, Note, Side, Store};
use aqm_sim::aqm::{AqmConfig, DropReason, Environment};
use aqm_sim::config::{
    Change, Direction, HopConfig, JitterConfig, LinkConfig, ReverseConfig, SimulationConfig,
};
use aqm_sim::link::ReturnPath;
use aqm_sim::log::{Fate, HopId, PacketRow};
use aqm_sim::metrics::{Series, Summary};
use aqm_sim::packet::{Ecn, FlowId, Queueable as _};
use aqm_sim::time::{Span, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Label of the random streams of the lane's hop.
const LANE: u64 = 0;
/// Label of those of the hop of the way back.
const BACK: u64 = 1;
/// Packets for which there is room before memory is allocated.
const ROOM: usize = 4096;

/// What the path reads of a traffic group.
#[derive(Clone, Copy, Debug)]
struct Group {
    rtt: Option<Span>,
    direction: Direction,
    jitter: JitterConfig,
    /// Size of a full packet in bytes.
    full: u32,
}

/// What happens to a packet at the end of a delay.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Target {
    Enter(usize),
    Deliver,
}

/// A packet that the path hands over to one of its ends.
#[derive(Debug)]
pub struct Delivery<'a> {
    /// The end.
    pub to: Side,
    /// When it is due. The call may be later.
    pub due: Time,
    /// The IP packet.
    pub packet: &'a [u8],
}

/// What the path tells the caller of [`Path::run`].
#[derive(Debug)]
pub enum Event<'a> {
    /// A packet reaches an end.
    Delivery(Delivery<'a>),
    /// A transmission ended, and the discipline handed out the next packet. The time was due.
    Dequeue(Time),
    /// A packet of this flow was dropped or lost at this time.
    Lost(FlowId, Time),
}

/// The path of one lane.
#[derive(Debug)]
pub struct Path {
    link: LinkConfig,
    queue: AqmConfig,
    seed: u64,
    warmup: Time,
    groups: Vec<Group>,
    /// Those of the forward direction in their order, then that of the way back.
    hops: Vec<Hop>,
    /// Index of the lane's hop.
    lane: usize,
    /// The way back without a hop.
    return_path: ReturnPath,
    store: Store,
    flows: Vec<(Option<usize>, FlowState)>,
    /// Packets on their way, by the end of their delay. Packets of equal times keep their order.
    waiting: BinaryHeap<Reverse<(Time, u64, Target, usize)>>,
    carried: Vec<Carried>,
    free: Vec<usize>,
    sequence: u64,
    changes: Vec<(Time, Change)>,
    next_change: usize,
    log: Option<PacketLog>,
    /// Room for the decisions of a hop.
    decisions: Vec<Decision>,
}

impl Path {
    /// Creates the empty path of a lane at time zero.
    pub fn new(config: &SimulationConfig) -> Self {
        let SimulationConfig { seed, warmup, link, queue, .. } = config;
        let group = |traffic: &aqm_sim::config::TrafficConfig| Group {
            rtt: traffic.rtt(),
            direction: traffic.direction(),
            jitter: traffic.tcp().map_or(JitterConfig::default(), |tcp| tcp.jitter),
            full: traffic.tcp().map_or(0, |tcp| tcp.packet_bytes),
        };
        let mut changes = config.changes.clone();
        changes.sort_by_key(|&(at, _)| at);
        let mut path = Path {
            queue: *queue,
            seed: *seed,
            warmup: *warmup,
            groups: config.traffic.iter().map(group).collect(),
            hops: Vec::new(),
            lane: link.before.len(),
            return_path: ReturnPath::new(link.ack_rate, link.ack_buffer),
            store: Store::new(ROOM, 1600),
            flows: Vec::new(),
            waiting: BinaryHeap::with_capacity(ROOM),
            carried: Vec::with_capacity(ROOM),
            free: Vec::with_capacity(ROOM),
            sequence: 0,
            changes,
            next_change: 0,
            log: None,
            decisions: Vec::with_capacity(ROOM),
            link: link.clone(),
        };
        let forward = link.before.len() + 1 + link.after.len();
        for index in 0..forward + usize::from(link.reverse.is_some()) {
            let (queue, environment) = path.set_up(index);
            let label = path.label(index);
            path.hops.push(Hop::new(&queue, environment, *seed, label, *warmup));
        }
        if path.groups.len() > 1 || queue.has_many_queues() {
            path.hops[path.lane].record_parts(path.groups.len(), *warmup);
        }
        path.set_noise(Time::ZERO);
        for index in 0..forward {
            let room = path.device_queue(index);
            path.hops[index].set_device_queue(room, *warmup, Time::ZERO);
        }
        let lane = &mut path.hops[path.lane];
        lane.set_token_bucket(link.token_bucket, Time::ZERO);
        if let Some(schedule) = &link.schedule {
            lane.set_schedule(schedule.clone());
        }
        path
    }

    /// Returns the label of a hop's random streams, which is that of the simulator.
    fn label(&self, index: usize) -> u64 {
        match index {
            _ if index == self.lane => LANE,
            _ if index > self.last_forward() => BACK,
            _ if index < self.lane => BACK + 1 + index as u64,
            _ => BACK + index as u64,
        }
    }

    fn last_forward(&self) -> usize {
        self.link.before.len() + self.link.after.len()
    }

    fn other(&self, index: usize) -> HopConfig {
        let LinkConfig { before, after, .. } = &self.link;
        if index < self.lane { before[index] } else { after[index - self.lane - 1] }
    }

    /// Returns the size of the queue of a forward hop's device in packets.
    fn device_queue(&self, index: usize) -> u64 {
        if index == self.lane { self.link.device_queue } else { self.other(index).device_queue }
    }

    /// Returns the discipline of a hop, and what it reads of the hop.
    fn set_up(&self, index: usize) -> (AqmConfig, Environment) {
        let LinkConfig { rate, buffer, rtt, reverse, .. } = &self.link;
        if index == self.lane {
            return (self.queue, environment(*rate, *buffer, *rtt));
        }
        let (rate, buffer, queue) = match reverse {
            Some(ReverseConfig { rate, buffer, queue }) if index > self.last_forward() => {
                (*rate, *buffer, *queue)
            }
            _ => {
                let HopConfig { rate, buffer, queue, .. } = self.other(index);
                (rate, buffer, queue)
            }
        };
        (queue.unwrap_or(self.queue), environment(rate, buffer, *rtt))
    }

    /// Adds the next flow. `None`: it belongs to no group.
    pub fn add_flow(&mut self, group: Option<usize>) {
        let id = self.flows.len() as FlowId;
        self.flows.push((group, FlowState::new(self.seed, id)));
        self.hops[self.lane].add_flow(group);
    }

    /// Returns the number of flows so far.
    pub fn flows(&self) -> usize {
        self.flows.len()
    }

    /// Returns when [`Path::run`] is due; [`Time::NEVER`] if the path waits for a packet.
    pub fn next_due(&self) -> Time {
        let hops = self.hops.iter().map(Hop::next_due);
        let change = self.changes.get(self.next_change).map_or(Time::NEVER, |&(at, _)| at);
        let waiting = self.waiting.peek().map_or(Time::NEVER, |Reverse((at, ..))| *at);
        hops.fold(change.min(waiting), Ord::min)
    }

    /// Handles everything that is due by `now`, at its nominal time and in order.
    pub fn run(&mut self, now: Time, tell: &mut impl FnMut(Event<'_>)) {
        loop {
            let due = self.next_due();
            if due > now {
                return self.close_bins(now);
            }
            self.close_bins(due);
            self.handle(due, tell);
            self.settle(due, tell);
        }
    }

    /// Handles one event that is due at `now`.
    fn handle(&mut self, now: Time, tell: &mut impl FnMut(Event<'_>)) {
        if let Some(&(at, change)) = self.changes.get(self.next_change)
            && at <= now
        {
            self.next_change += 1;
            return self.apply(&change, now);
        }
        if let Some(hop) = self.hops.iter_mut().find(|hop| hop.next_step() <= now) {
            return hop.follow_schedule(now);
        }
        if let Some(hop) = self.hops.iter_mut().find(|hop| hop.next_timer() <= now) {
            return hop.on_timer(now);
        }
        if let Some(index) = self.hops.iter().position(|hop| hop.free_at() <= now) {
            if let Some(packet) = self.hops[index].finish(now) {
                tell(Event::Dequeue(now));
                self.leave(index, packet, now, tell);
            }
            return;
        }
        let Some(Reverse((_, _, target, place))) = self.waiting.pop() else { return };
        let packet = self.carried[place];
        self.free.push(place);
        match target {
            Target::Enter(hop) => {
                let id = self.hop_id(hop);
                let note = self.store.note(packet.slot);
                let full = self.group(packet.flow).map_or(0, |group| group.full);
                if let Some(log) = &mut self.log {
                    if note.is_ahead && !log.is_open(packet.slot) {
                        let bytes = self.store.bytes(packet.slot);
                        log.enter(&packet, id, note.is_data, full, bytes, now);
                    } else {
                        log.move_on(&packet, id, self.store.bytes(packet.slot), now);
                    }
                }
                self.offer(hop, packet, now);
            }
            Target::Deliver => self.deliver(&packet, now, tell),
        }
    }

    /// Takes a packet that an end has sent. [`Path::run`] must have been called for `now`.
    pub fn receive(
        &mut self,
        from: Side,
        flow: FlowId,
        is_data: bool,
        packet: &[u8],
        now: Time,
        tell: &mut impl FnMut(Event<'_>),
    ) {
        let Some(header) = header::Header::read(packet) else { return };
        let group = self.group(flow);
        let last_forward = self.last_forward();
        let (first, last) = match (group.map(|group| group.direction), from) {
            (Some(Direction::Part { first, last }), Side::Near) if is_data => {
                let last = usize::from(last).min(last_forward);
                (usize::from(first).min(last), last)
            }
            (_, Side::Near) => (0, last_forward),
            (_, Side::Far) => (last_forward + 1, last_forward + 1),
        };
        let jitter = group.map(|group| group.jitter).filter(|jitter| is_data && jitter.is_ahead());
        let note = Note { from, is_data, last, is_ahead: jitter.is_some() };
        let slot = self.store.put(&packet[..header.bytes as usize], note);
        let carried = Carried::new(slot, flow, header.bytes, header.ecn);
        let is_bare = from == Side::Far && self.link.reverse.is_none();
        let id = if is_bare { HopId::WayBack } else { self.hop_id(first) };
        if let (Some(log), true) = (&mut self.log, jitter.is_none()) {
            let full = group.map_or(0, |group| group.full);
            log.enter(&carried, id, is_data, full, self.store.bytes(slot), now);
        }
        if is_bare {
            let Some(at) = self.return_path.transmit(header.bytes, now) else {
                if let Some(log) = &mut self.log {
                    note_decision(log, &Decision::Drop(carried, DropReason::Overflow, false), now);
                }
                return self.lose(&carried, now, tell);
            };
            let at = at + self.propagation(flow, is_data);
            self.note_departure(&carried, Target::Deliver, now, at);
            return self.wait(at, Target::Deliver, carried);
        }
        if let Some(jitter) = jitter {
            let extra = draw(&jitter, &mut self.flows[flow as usize].1.rng);
            let at = now + extended(self.propagation(flow, true), extra);
            return self.wait(at, Target::Enter(first), carried);
        }
        self.offer(first, carried, now);
        self.settle(now, tell);
    }

    /// A packet has left the link of a hop.
    fn leave(&mut self, hop: usize, packet: Carried, now: Time, tell: &mut impl FnMut(Event<'_>)) {
        let Some(mut extra) = self.hops[hop].pass_noise(&packet, now) else {
            if let Some(log) = &mut self.log {
                log.note(packet.slot, |row| (row.departed, row.fate) = (Some(now), Fate::Lost));
            }
            return self.lose(&packet, now, tell);
        };
        let note = self.store.note(packet.slot);
        if hop < note.last {
            // The delay of a hop lies on its side of the lane's hop.
            let delay = self.other(if hop < self.lane { hop } else { hop + 1 }).delay;
            let at = now + extended(delay, extra);
            self.note_departure(&packet, Target::Enter(hop + 1), now, at);
            return self.wait(at, Target::Enter(hop + 1), packet);
        }
        let behind = self.group(packet.flow).map(|group| group.jitter);
        if let Some(jitter) = behind.filter(|jitter| note.is_data && !jitter.is_ahead()) {
            extra += draw(&jitter, &mut self.flows[packet.flow as usize].1.rng);
        }
        let delay =
            if note.is_ahead { Span::ZERO } else { self.propagation(packet.flow, note.is_data) };
        let mut at = now + extended(delay, extra);
        if let Some((_, state)) =
            self.flows.get_mut(packet.flow as usize).filter(|_| !note.is_ahead)
        {
            // Packets of a flow stay in order.
            let last = &mut state.last[usize::from(note.is_data)];
            at = at.max(*last);
            *last = at;
        }
        self.note_departure(&packet, Target::Deliver, now, at);
        self.wait(at, Target::Deliver, packet);
    }

    /// Returns the propagation delay of data, or of ACKs: half of the round-trip time.
    fn propagation(&self, flow: FlowId, is_data: bool) -> Span {
        let rtt = self.group(flow).and_then(|group| group.rtt).unwrap_or(self.link.rtt);
        if is_data { rtt - rtt.half() } else { rtt.half() }
    }

    fn group(&self, flow: FlowId) -> Option<Group> {
        let &(group, _) = self.flows.get(flow as usize)?;
        self.groups.get(group?).copied()
    }

    fn wait(&mut self, at: Time, target: Target, packet: Carried) {
        let place = self.free.pop().unwrap_or(self.carried.len());
        if place == self.carried.len() {
            self.carried.push(packet);
        }
        self.carried[place] = packet;
        self.sequence += 1;
        self.waiting.push(Reverse((at, self.sequence, target, place)));
    }

    fn deliver(&mut self, packet: &Carried, due: Time, tell: &mut impl FnMut(Event<'_>)) {
        let to = self.store.note(packet.slot).from.opposite();
        let bytes = self.store.bytes(packet.slot);
        if packet.ecn() == Ecn::Ce {
            header::mark(bytes);
        }
        tell(Event::Delivery(Delivery { to, due, packet: bytes }));
        self.release(packet);
    }

    /// Frees the slot of a packet that has left the path.
    fn release(&mut self, packet: &Carried) {
        if let Some(log) = &mut self.log {
            log.close(packet.slot);
        }
        self.store.release(packet.slot);
    }

    fn lose(&mut self, packet: &Carried, now: Time, tell: &mut impl FnMut(Event<'_>)) {
        self.release(packet);
        tell(Event::Lost(packet.flow, now));
    }

    /// Releases the packets that the disciplines have dropped, and logs what they have decided at `now`.
    fn settle(&mut self, now: Time, tell: &mut impl FnMut(Event<'_>)) {
        let mut decisions = std::mem::take(&mut self.decisions);
        for index in 0..self.hops.len() {
            self.hops[index].decisions(&mut decisions);
            for decision in decisions.drain(..) {
                if let Some(log) = &mut self.log {
                    note_decision(log, &decision, now);
                }
                if let Decision::Drop(packet, ..) = decision {
                    self.lose(&packet, now, tell);
                }
            }
        }
        self.decisions = decisions;
    }

    /// Records what happens to each packet that reaches a hop from `from` until just before `to`, and its first bytes if these are kept.
    pub fn record_packets(&mut self, from: Time, to: Time, keeps_heads: bool) {
        let log = PacketLog::new(from, to);
        self.log = Some(if keeps_heads { log.with_heads() } else { log });
    }

    /// Returns the rows of the packets with their groups, and their first bytes; empty if they were not recorded.
    pub fn take_packets(&mut self) -> (Vec<(PacketRow, Option<usize>)>, Heads) {
        let (rows, heads) = self.log.take().map_or_else(Default::default, PacketLog::into_rows);
        let group = |flow: FlowId| self.flows.get(flow as usize).and_then(|&(group, _)| group);
        (rows.into_iter().map(|row| (row, group(row.flow))).collect(), heads)
    }

    /// Offers a packet to a hop.
    fn offer(&mut self, hop: usize, packet: Carried, now: Time) {
        self.hops[hop].offer(packet, now);
        if let Some(log) = &mut self.log {
            let bucket = self.hops[hop].bucket_of(&packet);
            log.note(packet.slot, |row| row.bucket = bucket);
        }
    }

    /// Returns the place of a hop in the log.
    fn hop_id(&self, hop: usize) -> HopId {
        match hop {
            _ if hop == self.lane => HopId::Lane,
            _ if hop > self.last_forward() => HopId::Reverse,
            _ => HopId::Other(if hop < self.lane { hop } else { hop - 1 }),
        }
    }

    /// Logs that a packet leaves the link of its hop, and when it gets to `target`.
    fn note_departure(&mut self, packet: &Carried, target: Target, now: Time, at: Time) {
        if let Some(log) = &mut self.log {
            log.note(packet.slot, |row| {
                row.departed = row.dequeued.map(|_| now);
                row.delivered = Some(at);
                row.fate =
                    if target == Target::Deliver { Fate::Delivered } else { Fate::Forwarded };
            });
        }
    }

    fn apply(&mut self, change: &Change, now: Time) {
        match *change {
            Change::Rate(rate) => self.link.rate = rate,
            Change::Rtt(rtt) => self.link.rtt = rtt,
            Change::Buffer(buffer) => self.link.buffer = buffer,
            Change::Queue(queue) => self.queue = queue,
            Change::Reverse(reverse) => self.link.reverse = Some(reverse),
            Change::Hop { index, hop } => {
                let LinkConfig { before, after, .. } = &mut self.link;
                let hops = before.iter_mut().chain(after);
                hops.skip(index).take(1).for_each(|place| *place = hop);
            }
            Change::Noise(noise) => {
                self.link.noise = noise;
                return self.set_noise(now);
            }
            Change::GroupRtt { group, rtt } => {
                self.groups[group].rtt = rtt;
                return;
            }
            Change::DeviceQueue(packets) => {
                self.link.device_queue = packets;
                let warmup = self.warmup;
                return self.hops[self.lane].set_device_queue(packets, warmup, now);
            }
            Change::TokenBucket(bytes) => {
                self.link.token_bucket = bytes;
                return self.hops[self.lane].set_token_bucket(bytes, now);
            }
            Change::DropNext(count) => return self.hops[self.lane].drop_next(count, now),
            // The ends carry out the changes of traffic.
            _ => return,
        }
        for index in 0..self.hops.len() {
            let (queue, environment) = self.set_up(index);
            self.hops[index].reconfigure(&queue, environment, now);
            // Other changes than that of the rate keep the schedule.
            if index != self.lane || matches!(change, Change::Rate(_)) {
                self.hops[index].set_rate(environment.rate, now);
            }
            if index != self.lane && index <= self.last_forward() {
                let room = self.device_queue(index);
                self.hops[index].set_device_queue(room, self.warmup, now);
            }
        }
    }

    fn set_noise(&mut self, now: Time) {
        let (noise, seed, warmup) = (self.link.noise, self.seed, self.warmup);
        let back = self.last_forward() + 1;
        self.hops[self.lane].set_noise(noise, seed, LANE, warmup, now);
        if let Some(hop) = self.hops.get_mut(back) {
            hop.set_noise(noise, seed, BACK, warmup, now);
        }
    }

    /// Ends all bins of the records that end by `now`.
    fn close_bins(&mut self, now: Time) {
        for hop in &mut self.hops {
            while hop.boundary() <= now {
                hop.close_bin();
            }
        }
    }

    /// Returns the measures since the warm-up, without those of the ends.
    pub fn summary(&self, now: Time) -> Summary {
        let mut summary = self.hops[self.lane].summary(now);
        let last = self.last_forward();
        let others = (0..=last).filter(|&index| index != self.lane);
        summary.hops = others.map(|index| self.hops[index].summary(now)).collect();
        summary.reverse = self.hops.get(last + 1).map(|hop| Box::new(hop.summary(now)));
        summary
    }

    /// Returns the time series of the hop of the lane.
    pub fn series(&self) -> &Series {
        self.hops[self.lane].series()
    }

    /// Returns the counts of each hop: those of the forward direction in their order, then that of the way back.
    pub fn counts(&self) -> Vec<Counts> {
        self.hops.iter().map(Hop::counts).collect()
    }

    /// Returns the number of packets on the path, in queues, on links or in a propagation delay.
    pub fn packets(&self) -> usize {
        self.store.len()
    }
}

/// Writes what a discipline decided at `now` into the log.
fn note_decision(log: &mut PacketLog, decision: &Decision, now: Time) {
    match *decision {
        Decision::Drop(packet, reason, has_waited) => log.note(packet.slot, |row| {
            row.enqueued = row.enqueued.filter(|_| has_waited);
            row.dequeued = Some(now);
            row.fate = Fate::Dropped(reason);
            row.ecn = packet.ecn();
        }),
        Decision::Mark(packet, reason) => log.note(packet.slot, |row| {
            row.mark = Some(reason);
            row.marked = Some(now);
        }),
        Decision::Serve(packet, class) => log.note(packet.slot, |row| {
            row.dequeued = Some(now);
            row.class = class;
            row.ecn = packet.ecn();
        }),
    }
}

/// Returns `delay` plus `extra` s, at least zero.
fn extended(delay: Span, extra: f64) -> Span {
    if extra < 0.0 {
        delay.saturating_sub(Span::from_seconds(-extra))
    } else {
        delay + Span::from_seconds(extra)
    }
}

#[cfg(test)]
#[path = "path_tests.rs"]
mod tests;
