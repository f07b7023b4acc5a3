//! The bottleneck of the reverse direction in the reference engine: a queue and a link, without
//! device and schedule.

use super::path::disturb;
use super::{Class, Entry, Flow, Host, Reference, What, environment};
use aqm_sim::aqm::{Aqm, Discipline as _, Environment};
use aqm_sim::buffer::Queued;
use aqm_sim::config::{Direction, LinkConfig, SimulationConfig};
use aqm_sim::digest::{Digest, Outcome};
use aqm_sim::packet::{Ack, FlowId, Packet, Queueable as _};
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};

#[derive(Clone, Debug)]
pub(super) struct SecondQueue {
    aqm: Aqm<Packet>,
    environment: Environment,
    timer: Time,
    wire: Option<Queued<Packet>>,
    pub(super) host: Host,
    noise: [SplitMix64; 2],
}

impl Host {
    pub(super) fn new(seed: u64, direction: u64) -> Self {
        Host {
            now: Time::ZERO,
            rng: SplitMix64::stream(seed, "aqm", direction),
            digest: Digest::default(),
            log: Vec::new(),
            lost: Vec::new(),
            acks: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Stores an ACK in the slot that was freed last, or in a new one.
    fn put_ack(&mut self, ack: &Ack) -> u32 {
        let slot = self.free.pop().unwrap_or(self.acks.len() as u32);
        self.acks.resize(self.acks.len().max(slot as usize + 1), Ack::default());
        self.acks[slot as usize] = *ack;
        slot
    }

    pub(super) fn take_ack(&mut self, packet: &Packet) -> Ack {
        self.free.push(packet.ack_slot());
        self.acks[packet.ack_slot() as usize]
    }
}

/// Returns the environment of the reverse discipline.
fn reverse_environment(link: &LinkConfig) -> Option<Environment> {
    let reverse = link.reverse?;
    let link = LinkConfig { rate: reverse.rate, buffer: reverse.buffer, ..link.clone() };
    Some(environment(&link))
}

impl SecondQueue {
    pub(super) fn of(config: &SimulationConfig) -> Option<Box<Self>> {
        let environment = reverse_environment(&config.link)?;
        let queue = config.link.reverse?.queue.unwrap_or(config.queue);
        let mut host = Host::new(config.seed, 1);
        host.log.push((Time::ZERO, Entry::Capacity { rate: environment.rate }));
        Some(Box::new(SecondQueue {
            aqm: Aqm::new(&queue, environment, Time::ZERO),
            environment,
            timer: Time::NEVER,
            wire: None,
            host,
            noise: ["link loss", "link jitter"]
                .map(|name| SplitMix64::stream(config.seed, name, 1)),
        }))
    }

    fn offer(&mut self, packet: Packet, now: Time) -> Option<Time> {
        self.host.now = now;
        self.host.log.push((now, Entry::Offered { bytes: packet.bytes() }));
        self.aqm.enqueue(packet, &mut self.host);
        self.serve(now)
    }

    /// Returns the end of the transmission that it has started.
    fn serve(&mut self, now: Time) -> Option<Time> {
        self.host.now = now;
        if self.wire.is_some() {
            return None;
        }
        let queued = self.aqm.dequeue(&mut self.host)?;
        let packet = queued.packet;
        let (flow, seq, bytes) = (packet.flow(), packet.seq, packet.bytes());
        self.host.digest.record(now, flow, seq, Outcome::Sent);
        let rate = self.environment.rate;
        let waited = now - queued.enqueued;
        let class = self.aqm.config().classes().get(self.aqm.served_class()).copied();
        self.host.log.push((now, Entry::Sent { flow, seq, bytes, waited, class }));
        self.host.log.push((now, Entry::Started { rate, in_device: None, covered: 0 }));
        self.wire = Some(queued);
        Some(now + rate.transmission_time(bytes))
    }
}

impl Reference {
    /// Returns all events at the reverse bottleneck.
    pub(super) fn reverse_entries(&self) -> Option<&[(Time, Entry)]> {
        self.reverse.as_ref().map(|reverse| &reverse.host.log[..])
    }

    pub(super) fn is_reverse(&self, id: FlowId) -> bool {
        let direction = match &self.flows[id as usize] {
            Flow::Tcp(tcp) => self.config.traffic[tcp.group].direction(),
            Flow::Datagrams(flow) => flow.source.direction(),
        };
        direction == Direction::Reverse
    }

    pub(super) fn offer_in_direction(&mut self, packet: Packet) {
        if self.is_reverse(packet.flow()) { self.offer_reverse(packet) } else { self.offer(packet) }
    }

    fn offer_reverse(&mut self, packet: Packet) {
        let reverse = self.reverse.as_mut().expect("there is a reverse bottleneck");
        let end = reverse.offer(packet, self.now);
        self.plan_reverse_end(end);
    }

    fn plan_reverse_end(&mut self, end: Option<Time>) {
        if let Some(end) = end {
            self.plan(end, Class::ReverseEnd, 0, What::Nothing);
        }
    }

    pub(super) fn plan_reverse_timer(&mut self) {
        let Some(reverse) = &mut self.reverse else { return };
        let due = reverse.aqm.next_timer();
        if due != Time::NEVER && due != reverse.timer {
            reverse.timer = due;
            self.plan(due, Class::ReverseTimer, 0, What::Nothing);
        }
    }

    pub(super) fn reverse_timer(&mut self) {
        let Some(reverse) = &mut self.reverse else { return };
        if reverse.aqm.next_timer() == self.now {
            reverse.host.now = self.now;
            reverse.aqm.on_timer(&mut reverse.host);
        }
        reverse.timer = Time::NEVER;
    }

    pub(super) fn end_reverse(&mut self) {
        let (now, noise) = (self.now, self.config.link.noise);
        let has_noise = self.has_noise;
        let reverse = self.reverse.as_mut().expect("there is a reverse bottleneck");
        let queued = reverse.wire.take().expect("a packet was on the wire");
        reverse.host.log.push((now, Entry::Idle));
        let (lost, delay) = disturb(&noise, &mut reverse.noise);
        if has_noise {
            reverse.host.log.push((now, Entry::Left { lost }));
        }
        let packet = &queued.packet;
        let ack = packet.is_ack().then(|| reverse.host.take_ack(packet));
        let end = reverse.serve(now);
        self.plan_reverse_end(end);
        match ack {
            Some(ack) => self.propagate_ack(packet, &ack, lost, delay),
            None => self.propagate_data(&queued, lost, delay),
        }
    }

    /// An ACK goes into the queue of the direction opposite to that of its flow's data.
    pub(super) fn offer_ack(&mut self, id: FlowId, ack: &Ack) {
        self.tcp(id).in_network += 1;
        if self.is_reverse(id) {
            let packet = Packet::ack(id, self.host.put_ack(ack), ack);
            self.offer(packet);
        } else {
            let reverse = self.reverse.as_mut().expect("there is a reverse bottleneck");
            let packet = Packet::ack(id, reverse.host.put_ack(ack), ack);
            self.offer_reverse(packet);
        }
    }

    pub(super) fn propagate_ack(&mut self, packet: &Packet, ack: &Ack, lost: bool, delay: f64) {
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

    /// Adopts a change of the reverse bottleneck, or of values that it shares with the forward one.
    pub(super) fn refresh_reverse(&mut self) {
        let Some(environment) = reverse_environment(&self.config.link) else { return };
        let own = self.config.link.reverse.and_then(|reverse| reverse.queue);
        let queue = own.unwrap_or(self.config.queue);
        let Some(reverse) = &mut self.reverse else { return };
        if environment != reverse.environment {
            reverse.environment = environment;
            reverse.aqm.set_environment(environment, self.now);
            let rate = environment.rate;
            reverse.host.log.push((self.now, Entry::Capacity { rate }));
        }
        if *reverse.aqm.config() != queue {
            reverse.aqm.reconfigure(&queue, environment, self.now);
        }
    }
}
