//! The hops of the reference engine beside that of the lane, and the routes over all of them.

use super::path::disturb;
use super::{Class, Entry, Flow, Host, Reference, What, environment};
use aqm_sim::aqm::{Aqm, AqmConfig, Discipline as _, Environment};
use aqm_sim::buffer::Queued;
use aqm_sim::config::{Direction, HopConfig, LinkConfig, SimulationConfig};
use aqm_sim::digest::{Digest, Outcome};
use aqm_sim::packet::{Ack, FlowId, Packet, Queueable as _};
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};
use std::collections::VecDeque;

/// A queue, a queue of the device, and a link without schedule and tokens.
#[derive(Clone, Debug)]
pub(super) struct OtherHop {
    aqm: Aqm<Packet>,
    environment: Environment,
    timer: Time,
    device_queue: u64,
    device: VecDeque<(Queued<Packet>, Time)>,
    wire: Option<Queued<Packet>>,
    pub(super) host: Host,
    noise: [SplitMix64; 2],
}

/// What travels from a hop to the next one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Traveller {
    Ack(Ack),
    /// A data packet, and when its sender sent it.
    Data(Packet, Time),
}

impl Host {
    pub(super) fn new(seed: u64, label: u64) -> Self {
        Host {
            now: Time::ZERO,
            rng: SplitMix64::stream(seed, "aqm", label),
            digest: Digest::default(),
            log: Vec::new(),
            lost: Vec::new(),
            acks: Vec::new(),
            free: Vec::new(),
            sent: Vec::new(),
            free_sent: Vec::new(),
            last_out: Time::ZERO,
        }
    }

    /// Stores an ACK in the slot that was freed last, or in a new one.
    fn put_ack(&mut self, ack: &Ack) -> u32 {
        let slot = self.free.pop().unwrap_or(self.acks.len() as u32);
        self.acks.resize(self.acks.len().max(slot as usize + 1), Ack::default());
        self.acks[slot as usize] = *ack;
        slot
    }

    fn take_ack(&mut self, packet: &Packet) -> Ack {
        self.free.push(packet.slot());
        self.acks[packet.slot() as usize]
    }

    /// Stores a sending time like an ACK.
    fn put_sent(&mut self, sent: Time) -> u32 {
        let slot = self.free_sent.pop().unwrap_or(self.sent.len() as u32);
        self.sent.resize(self.sent.len().max(slot as usize + 1), Time::ZERO);
        self.sent[slot as usize] = sent;
        slot
    }

    /// Returns a packet that has left the hop, as it was sent, and when it was sent.
    fn take_data(&mut self, queued: &Queued<Packet>) -> (Packet, Time) {
        let packet = queued.packet;
        let sent = if packet.is_forwarded() {
            self.free_sent.push(packet.slot());
            self.sent[packet.slot() as usize]
        } else {
            packet.segment(queued.enqueued).sent
        };
        (packet.without_slot(), sent)
    }
}

/// Returns rate, buffer and device queue of each other hop as those of a link, and its own discipline.
fn others(link: &LinkConfig) -> Vec<(LinkConfig, Option<AqmConfig>)> {
    let with =
        |rate, buffer, device_queue| LinkConfig { rate, buffer, device_queue, ..link.clone() };
    let mut all = Vec::new();
    if let Some(reverse) = link.reverse {
        all.push((with(reverse.rate, reverse.buffer, 0), reverse.queue));
    }
    for hop in link.before.iter().chain(&link.after) {
        all.push((with(hop.rate, hop.buffer, hop.device_queue), hop.queue));
    }
    all
}

impl OtherHop {
    pub(super) fn all(config: &SimulationConfig) -> Vec<Self> {
        // The random streams of the way back have label 1, those of the other hops labels from 2.
        let first = if config.link.reverse.is_some() { 1 } else { 2 };
        let links = others(&config.link).into_iter().zip(first..);
        links.map(|((link, queue), label)| OtherHop::new(config, &link, queue, label)).collect()
    }

    fn new(
        config: &SimulationConfig,
        link: &LinkConfig,
        queue: Option<AqmConfig>,
        label: u64,
    ) -> Self {
        let environment = environment(link);
        let mut host = Host::new(config.seed, label);
        host.log.push((Time::ZERO, Entry::Capacity { rate: link.rate }));
        OtherHop {
            aqm: Aqm::new(&queue.unwrap_or(config.queue), environment, Time::ZERO),
            environment,
            timer: Time::NEVER,
            device_queue: link.device_queue,
            device: VecDeque::new(),
            wire: None,
            host,
            noise: ["link loss", "link jitter"]
                .map(|name| SplitMix64::stream(config.seed, name, label)),
        }
    }

    fn offer(&mut self, packet: Packet, now: Time) -> Option<Time> {
        self.host.now = now;
        self.host.log.push((now, Entry::Offered { bytes: packet.bytes() }));
        self.aqm.enqueue(packet, &mut self.host);
        self.serve(now)
    }

    /// Fills the link and the device. Returns the end of the transmission that it has started.
    fn serve(&mut self, now: Time) -> Option<Time> {
        self.host.now = now;
        let mut end = None;
        while self.wire.is_none() || (self.device.len() as u64) < self.device_queue {
            let Some(queued) = self.aqm.dequeue(&mut self.host) else { break };
            let packet = queued.packet;
            let (flow, seq, bytes) = (packet.flow(), packet.seq, packet.bytes());
            self.host.digest.record(now, flow, seq, Outcome::Sent);
            let waited = now - queued.enqueued;
            let class = self.aqm.config().classes().get(self.aqm.served_class()).copied();
            self.host.log.push((now, Entry::Sent { flow, seq, bytes, waited, class }));
            if self.wire.is_some() {
                self.device.push_back((queued, now));
            } else {
                let in_device = (self.device_queue > 0).then_some(Span::ZERO);
                end = Some(self.start(queued, in_device, now));
            }
        }
        end
    }

    fn start(&mut self, queued: Queued<Packet>, in_device: Option<Span>, now: Time) -> Time {
        let rate = self.environment.rate;
        self.host.log.push((now, Entry::Started { rate, in_device, covered: 0 }));
        self.wire = Some(queued);
        now + rate.transmission_time(queued.packet.bytes())
    }
}

impl Reference {
    /// Returns all events at the reverse bottleneck.
    pub(super) fn reverse_entries(&self) -> Option<&[(Time, Entry)]> {
        let reverse = self.others.first().filter(|_| self.config.link.reverse.is_some());
        reverse.map(|reverse| &reverse.host.log[..])
    }

    /// Returns all events at each other hop of the forward direction.
    pub(super) fn forward_entries(&self) -> impl Iterator<Item = &[(Time, Entry)]> {
        let skipped = usize::from(self.config.link.reverse.is_some());
        self.others.iter().skip(skipped).map(|hop| &hop.host.log[..])
    }

    pub(super) fn is_reverse(&self, id: FlowId) -> bool {
        self.direction_of(id) == Direction::Reverse
    }

    fn direction_of(&self, id: FlowId) -> Direction {
        match &self.flows[id as usize] {
            Flow::Tcp(tcp) => self.config.traffic[tcp.group].direction(),
            Flow::Datagrams(flow) => flow.source.direction(),
        }
    }

    /// Returns the numbers of the hops that the packets of a flow pass, and the delay behind each. The hop of the lane is 0,
    /// the others follow from 1.
    fn hops_of(&self, id: FlowId, is_ack: bool) -> Vec<(usize, Span)> {
        let LinkConfig { before, after, reverse, .. } = &self.config.link;
        let back: Vec<(usize, Span)> = reverse.iter().map(|_| (1, Span::ZERO)).collect();
        let mut forward = Vec::new();
        for hop in before {
            forward.push((1 + back.len() + forward.len(), hop.delay));
        }
        forward.push((0, Span::ZERO));
        for hop in after {
            forward.last_mut().expect("the lane has a hop").1 = hop.delay;
            forward.push((back.len() + forward.len(), Span::ZERO));
        }
        match (self.direction_of(id), is_ack) {
            (Direction::Forward, false) | (Direction::Reverse, true) => forward,
            (Direction::Part { first, last }, false) => {
                forward[first as usize..=last as usize].to_vec()
            }
            (_, _) => back,
        }
    }

    fn host_of(&mut self, hop: usize) -> &mut Host {
        if hop == 0 { &mut self.host } else { &mut self.others[hop - 1].host }
    }

    fn enter(&mut self, hop: usize, packet: Packet) {
        if hop == 0 {
            return self.offer(packet);
        }
        let end = self.others[hop - 1].offer(packet, self.now);
        self.plan_other_end(hop, end);
    }

    /// Offers a packet to the first queue of its direction.
    pub(super) fn offer_in_direction(&mut self, packet: Packet) {
        let (hop, _) = self.hops_of(packet.flow(), false)[0];
        self.enter(hop, packet);
    }

    /// Something reaches the next hop.
    pub(super) fn travel(&mut self, hop: usize, id: FlowId, traveller: Traveller) {
        let host = self.host_of(hop);
        let packet = match traveller {
            Traveller::Ack(ack) => Packet::ack(id, host.put_ack(&ack), &ack),
            Traveller::Data(packet, sent) => packet.forwarded(host.put_sent(sent)),
        };
        self.enter(hop, packet);
    }

    fn plan_other_end(&mut self, hop: usize, end: Option<Time>) {
        if let Some(end) = end {
            self.plan(end, Class::OtherEnd, hop as FlowId, What::Nothing);
        }
    }

    pub(super) fn plan_other_timers(&mut self) {
        for index in 0..self.others.len() {
            let hop = &mut self.others[index];
            let due = hop.aqm.next_timer();
            if due != Time::NEVER && due != hop.timer {
                hop.timer = due;
                self.plan(due, Class::OtherTimer, index as FlowId + 1, What::Nothing);
            }
        }
    }

    pub(super) fn other_timer(&mut self, hop: usize) {
        let hop = &mut self.others[hop - 1];
        if hop.aqm.next_timer() == self.now {
            hop.host.now = self.now;
            hop.aqm.on_timer(&mut hop.host);
        }
        hop.timer = Time::NEVER;
    }

    pub(super) fn end_other(&mut self, hop: usize) {
        let now = self.now;
        let other = &mut self.others[hop - 1];
        let queued = other.wire.take().expect("a packet was on the wire");
        other.host.log.push((now, Entry::Idle));
        let mut noise = (false, 0.0);
        if hop == 1 && self.config.link.reverse.is_some() {
            noise = disturb(&self.config.link.noise, &mut other.noise);
            if self.has_noise {
                other.host.log.push((now, Entry::Left { lost: noise.0 }));
            }
        }
        // Before a packet is dropped at dequeue: slots are freed in this order.
        self.leave(hop, &queued, noise);
        let other = &mut self.others[hop - 1];
        let mut end = None;
        if let Some((next, taken)) = other.device.pop_front() {
            end = Some(other.start(next, Some(now - taken), now));
        }
        let end = end.or(other.serve(now));
        self.others[hop - 1].serve(now);
        self.plan_other_end(hop, end);
    }

    /// A packet has left a hop: it goes on to the next one, or to the end of its path.
    pub(super) fn leave(
        &mut self,
        hop: usize,
        queued: &Queued<Packet>,
        (lost, delay): (bool, f64),
    ) {
        let (now, packet) = (self.now, queued.packet);
        let id = packet.flow();
        let hops = self.hops_of(id, packet.is_ack());
        let at = hops.iter().position(|&(other, _)| other == hop).expect("it passes this hop");
        let traveller = if packet.is_ack() {
            Traveller::Ack(self.host_of(hop).take_ack(&packet))
        } else {
            let (packet, sent) = self.host_of(hop).take_data(queued);
            Traveller::Data(packet, sent)
        };
        if at + 1 == hops.len() {
            return match traveller {
                Traveller::Ack(ack) => self.propagate_ack(&packet, &ack, lost, delay),
                Traveller::Data(packet, sent) => self.propagate_data(&packet, sent, lost, delay),
            };
        }
        if lost {
            return match &mut self.flows[id as usize] {
                Flow::Tcp(tcp) => tcp.in_network -= 1,
                Flow::Datagrams(_) => self.report_loss(id),
            };
        }
        let nanos = hops[at].1.nanos() as i64 + (delay * 1e9).round() as i64;
        let arrival = now + Span::from_nanos(nanos.max(0) as u64);
        let host = self.host_of(hop);
        host.last_out = host.last_out.max(arrival);
        let (arrival, next) = (host.last_out, hops[at + 1].0);
        self.plan(arrival, Class::Entry, id, What::Travel(next, traveller));
    }

    /// An ACK goes into the first queue of the direction opposite to that of its flow's data.
    pub(super) fn offer_ack(&mut self, id: FlowId, ack: &Ack) {
        self.tcp(id).in_network += 1;
        let (hop, _) = self.hops_of(id, true)[0];
        self.travel(hop, id, Traveller::Ack(*ack));
    }

    pub(super) fn has_queue_for_acks(&self, id: FlowId) -> bool {
        !self.hops_of(id, true).is_empty()
    }

    fn propagate_ack(&mut self, packet: &Packet, ack: &Ack, lost: bool, delay: f64) {
        let (now, id) = (self.now, packet.flow());
        let (rtt, _) = self.path_of(id);
        let tcp = self.tcp(id);
        if lost {
            tcp.in_network -= 1;
            return;
        }
        let nanos = rtt.half().nanos() as i64 + (delay * 1e9).round() as i64;
        let arrival = (now + Span::from_nanos(nanos.max(0) as u64)).max(tcp.last_ack);
        tcp.last_ack = arrival;
        self.plan(arrival, Class::Ack, id, What::Ack(*ack));
    }

    pub(super) fn set_hop(&mut self, index: usize, hop: HopConfig) {
        let before = self.config.link.before.len();
        if index < before {
            self.config.link.before[index] = hop;
        } else {
            self.config.link.after[index - before] = hop;
        }
        self.refresh_others();
    }

    /// Adopts a change of other hops, or of values that they share with that of the lane.
    pub(super) fn refresh_others(&mut self) {
        for (index, (link, queue)) in others(&self.config.link).into_iter().enumerate() {
            let environment = environment(&link);
            let queue = queue.unwrap_or(self.config.queue);
            let hop = &mut self.others[index];
            if environment != hop.environment {
                hop.environment = environment;
                hop.aqm.set_environment(environment, self.now);
                let rate = environment.rate;
                hop.host.log.push((self.now, Entry::Capacity { rate }));
            }
            if *hop.aqm.config() != queue {
                hop.aqm.reconfigure(&queue, environment, self.now);
            }
            hop.device_queue = link.device_queue;
            if hop.wire.is_some() {
                let end = hop.serve(self.now);
                assert!(end.is_none(), "the link is busy");
            }
        }
    }
}
