//! The reference engine: slow, simple, and written for comparison with the fast engine.
//!
//! Every event is explicit and goes through one binary heap. The receiver runs when a segment
//! arrives. `measures` computes the statistics afterwards from a log of all events. Both engines
//! share only the model: endpoints, disciplines and sources.
#![allow(dead_code, reason = "tests and benches use different parts")]

mod apps;
mod event;
mod flow;
mod groups;
mod hops;
pub mod measures;
mod path;

use aqm_sim::app::App;
use aqm_sim::aqm::{Aqm, Context, Discipline, DropReason, Environment, MarkReason};
use aqm_sim::buffer::{Limit, Queued};
use aqm_sim::config::{
    BufferConfig, JitterConfig, LinkConfig, MAX_BUFFER_PACKETS, SimulationConfig,
};
use aqm_sim::digest::{Digest, Outcome};
use aqm_sim::link::ReturnPath;
use aqm_sim::metrics::Results;
use aqm_sim::packet::{Ack, Ecn, FlowId, Packet, Queueable};
use aqm_sim::rng::SplitMix64;
use aqm_sim::schedule::RateSchedule;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::MTU;
use event::{Class, Delivery, Event, What};
use flow::{DatagramFlow, Flow, TcpFlow};
use hops::OtherHop;
use path::{disturb, draw};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

const HEADER_BYTES: u32 = 52;
/// A byte in bits times nanoseconds per second.
const PER_BYTE: u128 = 8_000_000_000;

/// An entry of the log.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Entry {
    /// A packet was offered to the queue.
    Offered { bytes: u32 },
    /// A packet left the queue after it had waited.
    Sent { flow: FlowId, seq: u64, bytes: u32, waited: Span, class: Option<&'static str> },
    /// A packet started on the link at `rate`, after a time in the queue of the device if it has one.
    /// Tokens covered a part of it, in bits times nanoseconds per second.
    Started { rate: BitRate, in_device: Option<Span>, covered: u128 },
    /// The link became idle.
    Idle,
    /// A packet was dropped.
    Dropped { flow: FlowId, seq: u64, bytes: u32, reason: DropReason },
    /// A packet was marked.
    Marked { flow: FlowId, seq: u64, reason: MarkReason },
    /// The link's rate changed.
    Capacity { rate: BitRate },
    /// A transmission goes on at another rate.
    Continued { rate: BitRate },
    /// A packet left the bottleneck, and was lost behind it or not. Only on a noisy path.
    Left { lost: bool },
}

/// A segment delivered in order.
#[derive(Clone, Copy, Debug)]
pub struct Delivered {
    /// Time at which the segment left the bottleneck.
    pub left: Time,
    pub flow: FlowId,
    pub bits: u64,
}

#[derive(Clone, Debug, Default)]
struct Group {
    active: Vec<FlowId>,
    started: u32,
    vacant: Vec<FlowId>,
    app: Option<App>,
    /// Closed connections of an application, whose slots may be in use.
    closed: Vec<FlowId>,
    /// The slots are checked when so many connections are closed.
    check_at: usize,
    results: Option<Results>,
}

/// The host of the discipline.
#[derive(Clone, Debug)]
struct Host {
    now: Time,
    rng: SplitMix64,
    digest: Digest,
    log: Vec<(Time, Entry)>,
    lost: Vec<FlowId>,
    /// The ACKs in the queue, with the slots freed so far. A packet has the slot of its ACK.
    acks: Vec<Ack>,
    free: Vec<u32>,
    /// The sending times of packets that came from another hop, likewise.
    sent: Vec<Time>,
    free_sent: Vec<u32>,
    /// When the packet that left last reaches the next hop.
    last_out: Time,
}

impl Context<Packet> for Host {
    fn now(&self) -> Time {
        self.now
    }

    fn draw(&mut self) -> u64 {
        self.rng.next_u64()
    }

    fn dropped(&mut self, packet: &Packet, _waited: Span, reason: DropReason) {
        let outcome = if reason.is_early() { Outcome::EarlyDrop } else { Outcome::Overflow };
        let (flow, seq, bytes) = (packet.flow(), packet.seq, packet.bytes());
        self.digest.record(self.now, flow, seq, outcome);
        self.log.push((self.now, Entry::Dropped { flow, seq, bytes, reason }));
        self.lost.push(flow);
        if packet.is_ack() {
            self.free.push(packet.slot());
        } else if packet.is_forwarded() {
            self.free_sent.push(packet.slot());
        }
    }

    fn marked(&mut self, packet: &Packet, _waited: Span, reason: MarkReason) {
        let (flow, seq) = (packet.flow(), packet.seq);
        self.digest.record(self.now, flow, seq, Outcome::Mark);
        self.log.push((self.now, Entry::Marked { flow, seq, reason }));
    }
}

/// The reference engine.
#[derive(Clone, Debug)]
pub struct Reference {
    config: SimulationConfig,
    now: Time,
    events: BinaryHeap<Reverse<Event>>,
    sequence: u64,
    aqm: Aqm<Packet>,
    /// Time for which the discipline's timer was planned last.
    discipline_timer: Time,
    environment: Environment,
    wire: Option<Queued<Packet>>,
    /// Current rate of the link.
    rate: BitRate,
    /// The schedule of the rate until a change ends it, with the time of the last step in force.
    schedule: Option<(RateSchedule, Option<Time>)>,
    /// Random streams of the losses and the delays behind the bottleneck.
    noise: [SplitMix64; 2],
    /// Whether the path has been noisy at any time.
    has_noise: bool,
    /// The hop of the way back, if there is one, then the other hops of the forward direction.
    others: Vec<OtherHop>,
    /// The queue of the device, with the times at which it took the packets.
    device: VecDeque<(Queued<Packet>, Time)>,
    /// Tokens in the bucket, in bits times nanoseconds per second, and the time until which they are counted.
    tokens: (u128, Time),
    host: Host,
    return_path: ReturnPath,
    groups: Vec<Group>,
    flows: Vec<Flow>,
    delivered: Vec<Delivered>,
    /// Digest after each step, if wanted. A step is a time with at least one event.
    steps: Option<Vec<(Time, u64)>>,
}

fn environment(link: &LinkConfig) -> Environment {
    let packets_in = |span: Span, factor: f64, min: u64| {
        let bits = link.rate.bps() as f64 * span.seconds() * factor;
        Limit::packets(((bits / 8.0 / f64::from(MTU)).round() as u64).max(min).max(1))
    };
    let limit = match link.buffer {
        BufferConfig::Packets(packets) => Limit::packets(packets),
        BufferConfig::Bytes(bytes) => Limit { packets: MAX_BUFFER_PACKETS, bytes },
        BufferConfig::Delay { span, min_packets } => packets_in(span, 1.0, min_packets),
        BufferConfig::Bdp { factor, min_packets } => packets_in(link.rtt, factor, min_packets),
    };
    Environment { limit, rate: link.rate, mtu: MTU }
}

impl Reference {
    /// Creates the engine at time zero.
    pub fn new(config: &SimulationConfig) -> Self {
        let environment = environment(&config.link);
        let host = Host::new(config.seed, 0);
        let mut reference = Reference {
            now: Time::ZERO,
            events: BinaryHeap::new(),
            sequence: 0,
            aqm: Aqm::new(&config.queue, environment, Time::ZERO),
            discipline_timer: Time::NEVER,
            environment,
            wire: None,
            rate: config.link.rate,
            schedule: config.link.schedule.clone().map(|schedule| (schedule, None)),
            noise: ["link loss", "link jitter"]
                .map(|name| SplitMix64::stream(config.seed, name, 0)),
            has_noise: !config.link.noise.is_none(),
            others: OtherHop::all(config),
            device: VecDeque::new(),
            tokens: (u128::from(config.link.token_bucket) * PER_BYTE, Time::ZERO),
            host,
            return_path: ReturnPath::new(config.link.ack_rate, config.link.ack_buffer),
            groups: Vec::new(),
            flows: Vec::new(),
            delivered: Vec::new(),
            steps: None,
            config: config.clone(),
        };
        reference.log(Entry::Capacity { rate: config.link.rate });
        reference.plan_rate();
        let mut changes = config.changes.clone();
        changes.sort_by_key(|&(at, _)| at);
        for (at, change) in changes {
            reference.plan(at, Class::Change, 0, What::Change(change));
        }
        for (index, &traffic) in config.traffic.iter().enumerate() {
            reference.add_group(index, traffic);
        }
        reference.plan_discipline_timer();
        reference
    }

    /// Keeps the digest after each step.
    pub fn record_steps(&mut self) {
        self.steps = Some(Vec::new());
    }

    /// Returns the times of the steps, with the digest after each.
    pub fn steps(&self) -> &[(Time, u64)] {
        self.steps.as_deref().unwrap_or_default()
    }

    /// Returns all events at the bottleneck.
    pub fn entries(&self) -> &[(Time, Entry)] {
        &self.host.log
    }

    /// See [`aqm_sim::world::Simulation::digest`].
    pub fn digest(&self) -> u64 {
        let lane = self.host.digest;
        self.others.iter().fold(lane, |digest, hop| digest.with(hop.host.digest)).value()
    }

    /// Runs until just before `until`.
    pub fn run_until(&mut self, until: Time) {
        while let Some(Reverse(event)) = self.events.peek().copied()
            && event.time < until
        {
            self.events.pop();
            self.now = event.time;
            self.handle(event);
            let others = self.others.iter_mut().flat_map(|hop| hop.host.lost.drain(..));
            self.host.lost.extend(others);
            while let Some(id) = self.host.lost.pop() {
                match &mut self.flows[id as usize] {
                    Flow::Tcp(tcp) => tcp.in_network -= 1,
                    Flow::Datagrams(flow) => {
                        if let Some((group, _)) = flow.meter
                            && let Some(results) = &mut self.groups[group].results
                        {
                            results.lost(self.now);
                        }
                    }
                }
            }
            self.plan_discipline_timer();
            self.plan_other_timers();
            let goes_on = self.events.peek().is_some_and(|Reverse(next)| next.time == self.now);
            let digest = self.digest();
            if let Some(steps) = &mut self.steps
                && !goes_on
            {
                steps.push((self.now, digest));
            }
        }
        self.now = until;
    }

    fn handle(&mut self, event: Event) {
        let id = event.flow;
        match (event.class, event.what) {
            (Class::Change, What::Change(change)) => self.apply(change),
            (Class::Rate, _) => self.follow_schedule(),
            (Class::DisciplineTimer, _) => {
                if self.aqm.next_timer() == self.now {
                    self.host.now = self.now;
                    self.aqm.on_timer(&mut self.host);
                }
                self.discipline_timer = Time::NEVER;
            }
            (Class::OtherTimer, _) => self.other_timer(id as usize),
            (Class::TransmissionEnd, _) => self.end_transmission(),
            (Class::OtherEnd, _) => self.end_other(id as usize),
            (Class::Stop, _) => self.resize_group(id as usize, 0),
            (Class::Open, _) => self.open(id),
            (Class::Datagram, _) => self.send_datagram(id),
            (Class::Entry, What::Entry(packet)) => self.offer_in_direction(packet),
            (Class::Entry, What::Travel(hop, traveller)) => self.travel(hop, id, traveller),
            (Class::Segment, What::Segment(delivery)) => self.receive(event, &delivery),
            (Class::DelayedAck, _) => self.delayed_ack(id),
            (Class::Ack, What::Ack(ack)) => self.acknowledge(id, &ack),
            (Class::SenderTimer, _) => self.sender_timer(id),
            (Class::Request, What::Request(segments)) => self.request(id, segments),
            (Class::Message, What::Message(number)) => self.message(id, number),
            (Class::Message, What::Datagram { seq, delay }) => self.datagram(id, seq, delay),
            (Class::App, _) => self.app_timer(id as usize),
            (class, what) => unreachable!("{class:?} with {what:?}"),
        }
    }

    fn plan(&mut self, time: Time, class: Class, flow: FlowId, what: What) {
        self.sequence += 1;
        self.events.push(Reverse(Event { time, class, flow, sequence: self.sequence, what }));
    }

    fn plan_discipline_timer(&mut self) {
        let due = self.aqm.next_timer();
        if due != Time::NEVER && due != self.discipline_timer {
            self.discipline_timer = due;
            self.plan(due, Class::DisciplineTimer, 0, What::Nothing);
        }
    }

    fn log(&mut self, entry: Entry) {
        self.host.log.push((self.now, entry));
    }

    // The bottleneck.

    fn offer(&mut self, packet: Packet) {
        self.log(Entry::Offered { bytes: packet.bytes() });
        self.host.now = self.now;
        self.aqm.enqueue(packet, &mut self.host);
        self.serve();
    }

    /// Lets the device take packets out of the queue: one for the idle link, others ahead of it.
    fn serve(&mut self) {
        self.host.now = self.now;
        while self.wire.is_none() || (self.device.len() as u64) < self.config.link.device_queue {
            let Some(queued) = self.aqm.dequeue(&mut self.host) else { return };
            let packet = queued.packet;
            let (flow, seq, bytes) = (packet.flow(), packet.seq, packet.bytes());
            self.host.digest.record(self.now, flow, seq, Outcome::Sent);
            let class = self.aqm.config().classes().get(self.aqm.served_class()).copied();
            self.log(Entry::Sent { flow, seq, bytes, waited: self.now - queued.enqueued, class });
            if self.wire.is_some() {
                self.device.push_back((queued, self.now));
            } else {
                let has_queue = self.config.link.device_queue > 0;
                self.start(queued, has_queue.then_some(Span::ZERO));
            }
        }
    }

    fn start(&mut self, queued: Queued<Packet>, in_device: Option<Span>) {
        let needed = u128::from(queued.packet.bytes()) * PER_BYTE;
        self.count_tokens();
        let covered = needed.min(self.tokens.0);
        self.log(Entry::Started { rate: self.rate, in_device, covered });
        let end = self.end_of(needed - covered);
        // The packet takes the tokens that come while it waits.
        self.tokens = (self.tokens.0 - covered, end);
        self.wire = Some(queued);
        self.plan(end, Class::TransmissionEnd, 0, What::Nothing);
    }

    fn end_transmission(&mut self) {
        let queued = self.wire.take().expect("a packet was on the wire");
        self.log(Entry::Idle);
        // Before a packet is dropped at dequeue: the slots of ACKs are freed in this order.
        self.propagate(&queued);
        if let Some((next, taken)) = self.device.pop_front() {
            self.start(next, Some(self.now - taken));
        }
        self.serve();
    }

    // Paths.

    fn path_of(&self, id: FlowId) -> (Span, JitterConfig) {
        let group = self.tcp_ref(id).group;
        let tcp = self.config.traffic[group].tcp().expect("TCP flows have options");
        (tcp.rtt.unwrap_or(self.config.link.rtt), tcp.jitter)
    }

    fn propagate(&mut self, queued: &Queued<Packet>) {
        let (lost, link_delay) = disturb(&self.config.link.noise, &mut self.noise);
        if self.has_noise {
            self.log(Entry::Left { lost });
        }
        self.leave(0, queued, (lost, link_delay));
    }

    fn propagate_data(&mut self, packet: &Packet, sent: Time, lost: bool, link_delay: f64) {
        if matches!(self.flows[packet.flow() as usize], Flow::Datagrams(_)) {
            return self.propagate_datagram(packet, sent, lost, link_delay);
        }
        let now = self.now;
        let (rtt, jitter) = self.path_of(packet.flow());
        let tcp = self.tcp(packet.flow());
        let is_ahead = jitter.is_ahead();
        let flow_delay = if is_ahead { 0.0 } else { draw(&jitter, &mut tcp.jitter) };
        if lost {
            tcp.in_network -= 1;
            return;
        }
        let base = if is_ahead { 0 } else { (rtt - rtt.half()).nanos() as i64 };
        let extra = ((flow_delay + link_delay) * 1e9).round() as i64;
        let arrival = now + Span::from_nanos((base + extra).max(0) as u64);
        let arrival = arrival.max(tcp.last_arrival);
        tcp.last_arrival = arrival;
        let ce = packet.ecn() == Ecn::Ce;
        let delivery = Delivery { segment: packet.segment(sent), ce, left: now, back: rtt.half() };
        self.plan(arrival, Class::Segment, packet.flow(), What::Segment(delivery));
    }

    fn receive(&mut self, event: Event, delivery: &Delivery) {
        let (now, id) = (self.now, event.flow);
        let tcp = self.tcp(id);
        tcp.back = delivery.back;
        let before = tcp.receiver.delivered();
        if let Some(ack) = tcp.receiver.ack_before(&delivery.segment, delivery.ce) {
            // The segment itself comes next. A token bucket may let the extra ACK leave in between.
            self.events.push(Reverse(event));
            return self.return_ack(id, &ack);
        }
        tcp.in_network -= 1;
        let ack = tcp.receiver.on_segment(&delivery.segment, delivery.ce, now);
        let segments = tcp.receiver.delivered() - before;
        let bits = segments * u64::from(tcp.packet_bytes.saturating_sub(HEADER_BYTES)) * 8;
        if bits > 0 {
            self.delivered.push(Delivered { left: delivery.left, flow: id, bits });
        }
        self.after_receiver(id, ack);
        self.note_messages(id);
    }

    fn delayed_ack(&mut self, id: FlowId) {
        let now = self.now;
        let tcp = self.tcp(id);
        if tcp.receiver_timer != now {
            return;
        }
        tcp.receiver_timer = Time::NEVER;
        let due = tcp.receiver.next_timer() <= now;
        let ack = if due { tcp.receiver.on_timer(now) } else { None };
        self.after_receiver(id, ack);
    }

    fn return_ack(&mut self, id: FlowId, ack: &Ack) {
        if self.has_queue_for_acks(id) {
            return self.offer_ack(id, ack);
        }
        if let Some(departure) = self.return_path.transmit(ack.bytes(), self.now) {
            let tcp = self.tcp(id);
            tcp.in_network += 1;
            let arrival = (departure + tcp.back).max(tcp.last_ack);
            tcp.last_ack = arrival;
            self.plan(arrival, Class::Ack, id, What::Ack(*ack));
        }
    }

    fn after_receiver(&mut self, id: FlowId, ack: Option<Ack>) {
        if let Some(ack) = ack {
            self.return_ack(id, &ack);
        }
        let tcp = self.tcp(id);
        let due = tcp.receiver.next_timer();
        if due < tcp.receiver_timer {
            tcp.receiver_timer = due;
            self.plan(due, Class::DelayedAck, id, What::Nothing);
        }
    }

    fn acknowledge(&mut self, id: FlowId, ack: &Ack) {
        let now = self.now;
        let tcp = self.tcp(id);
        tcp.in_network -= 1;
        tcp.sender.on_ack(ack, now);
        self.pump(id);
    }

    // Senders.

    fn tcp(&mut self, id: FlowId) -> &mut TcpFlow {
        match &mut self.flows[id as usize] {
            Flow::Tcp(tcp) => tcp,
            Flow::Datagrams(_) => unreachable!("flow {id} is not TCP"),
        }
    }

    fn tcp_ref(&self, id: FlowId) -> &TcpFlow {
        match &self.flows[id as usize] {
            Flow::Tcp(tcp) => tcp,
            Flow::Datagrams(_) => unreachable!("flow {id} is not TCP"),
        }
    }

    fn open(&mut self, id: FlowId) {
        let now = self.now;
        let tcp = self.tcp(id);
        // The event of an earlier flow in this slot may still be pending.
        if tcp.opens_at == now && tcp.stopped == Time::NEVER && tcp.opened == Time::NEVER {
            tcp.opened = now;
            self.pump(id);
        }
    }

    fn pump(&mut self, id: FlowId) {
        let now = self.now;
        while let Some(outgoing) = self.tcp(id).sender.next_segment(now) {
            self.tcp(id).in_network += 1;
            let (bytes, ecn, segment) = (outgoing.bytes, outgoing.ecn, outgoing.segment);
            self.send(Packet::of_segment(id, &segment, bytes, ecn));
        }
        self.plan_sender_timer(id);
    }

    /// Offers a segment to its queue, now or after a random delay of at least zero.
    fn send(&mut self, packet: Packet) {
        let id = packet.flow();
        let (rtt, jitter) = self.path_of(id);
        if !jitter.is_ahead() {
            return self.offer_in_direction(packet);
        }
        let extra = (draw(&jitter, &mut self.tcp(id).jitter) * 1e9).round() as i64;
        let nanos = ((rtt - rtt.half()).nanos() as i64 + extra).max(0) as u64;
        let (packet, delay) = packet.delayed(Span::from_nanos(nanos));
        self.plan(self.now + delay, Class::Entry, id, What::Entry(packet));
    }

    fn plan_sender_timer(&mut self, id: FlowId) {
        let tcp = self.tcp(id);
        let due = tcp.sender.next_timer();
        if due < tcp.sender_timer {
            tcp.sender_timer = due;
            self.plan(due, Class::SenderTimer, id, What::Nothing);
        }
    }

    fn sender_timer(&mut self, id: FlowId) {
        let now = self.now;
        let tcp = self.tcp(id);
        if tcp.sender_timer != now {
            return;
        }
        tcp.sender_timer = Time::NEVER;
        if tcp.sender.next_timer() > now {
            return self.plan_sender_timer(id);
        }
        tcp.sender.on_timer(now);
        self.pump(id);
    }

    fn send_datagram(&mut self, id: FlowId) {
        let now = self.now;
        if let Flow::Datagrams(flow) = &mut self.flows[id as usize]
            && flow.source.next() == now
        {
            let packet = flow.source.send(id, now);
            self.plan_datagram(id);
            self.offer_in_direction(packet);
        }
    }

    fn plan_datagram(&mut self, id: FlowId) {
        if let Flow::Datagrams(flow) = &self.flows[id as usize]
            && flow.source.next() != Time::NEVER
        {
            self.plan(flow.source.next(), Class::Datagram, id, What::Nothing);
        }
    }
}
