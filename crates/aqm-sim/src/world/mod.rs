//! The simulation: senders, one bottleneck under one discipline, receivers, and the way back.
//!
//! One closed set of events, one loop, one match. At equal times: timed changes, the discipline's
//! timer, the end of a transmission, then the event queue in its own order.

mod change;
mod flows;
mod goodput;

pub use flows::FlowProbe;

use crate::aqm::{Aqm, Context, Discipline, DropReason, Environment, MarkReason, Probe};
use crate::config::{Change, SimulationConfig, TrafficConfig};
use crate::digest::{Digest, Outcome};
use crate::event::EventQueue;
use crate::link::{Link, ReturnPath};
use crate::metrics::{FlowSummary, Level, Recorder, Series, Summary, jain_index};
use crate::packet::{Ack, Packet, Segment};
use crate::rng::SplitMix64;
use crate::time::{Span, Time};
use flows::{Flow, Group};
use goodput::GoodputLog;

/// Largest IP packet that TCP sends here; the disciplines' MTU.
pub const MTU: u32 = 1500;

/// Everything that goes through the event queue.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// A TCP flow opens its connection.
    Open,
    /// A bulk group stops sending; the event's flow is the group's index.
    StopGroup,
    /// A datagram source is due.
    Datagram,
    /// A segment reaches its receiver.
    Segment { segment: Segment, ce: bool, back: Span },
    /// A receiver's delayed-ACK timer may have expired.
    DelayedAck,
    /// An acknowledgement reaches its sender.
    Ack(Ack),
    /// A sender's timer may have expired.
    SenderTimer,
}

/// One lane, running. A snapshot is a clone.
#[derive(Clone, Debug)]
pub struct Simulation {
    config: SimulationConfig,
    now: Time,
    /// Sorted by time; `next_change` is the first one not applied yet.
    changes: Vec<(Time, Change)>,
    next_change: usize,
    events: EventQueue<Event>,
    bottleneck: Bottleneck,
    return_path: ReturnPath,
    groups: Vec<Group>,
    flows: Vec<Flow>,
    goodput: GoodputLog,
}

/// Queue, link and everything that is measured there.
#[derive(Clone, Debug)]
struct Bottleneck {
    aqm: Aqm<Packet>,
    environment: Environment,
    link: Link,
    host: Host,
    recorder: Recorder,
}

/// What the discipline talks to during a call.
#[derive(Clone, Debug)]
struct Host {
    now: Time,
    rng: SplitMix64,
    digest: Digest,
    early: u64,
    overflow: u64,
    marked: u64,
    lost: Vec<Packet>,
    hits: HitLog,
}

/// What happened to one packet, and why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// When.
    pub at: Time,
    /// The packet's flow.
    pub flow: u32,
    /// The packet's segment number.
    pub seq: u64,
    /// How long it had waited.
    pub waited: Span,
    /// Drop or mark, with its reason.
    pub verdict: Verdict,
}

/// Drop or mark, with its reason.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Dropped.
    Dropped(DropReason),
    /// CE-marked.
    Marked(MarkReason),
}

/// The most recent hits, for explanations.
#[derive(Clone, Debug, Default)]
struct HitLog {
    recent: std::collections::VecDeque<Hit>,
}

impl HitLog {
    const CAPACITY: usize = 256;

    fn push(&mut self, hit: Hit) {
        if self.recent.len() == Self::CAPACITY {
            self.recent.pop_front();
        }
        self.recent.push_back(hit);
    }
}

impl Context<Packet> for Host {
    fn now(&self) -> Time {
        self.now
    }

    fn draw(&mut self) -> u64 {
        self.rng.next_u64()
    }

    fn dropped(&mut self, packet: &Packet, waited: Span, reason: DropReason) {
        let outcome = if reason.is_early() {
            self.early += 1;
            Outcome::EarlyDrop
        } else {
            self.overflow += 1;
            Outcome::Overflow
        };
        self.digest.record(self.now, packet.flow, packet.segment.seq, outcome);
        self.log(packet, waited, Verdict::Dropped(reason));
        self.lost.push(*packet);
    }

    fn marked(&mut self, packet: &Packet, waited: Span, reason: MarkReason) {
        self.marked += 1;
        self.digest.record(self.now, packet.flow, packet.segment.seq, Outcome::Mark);
        self.log(packet, waited, Verdict::Marked(reason));
    }
}

impl Host {
    fn log(&mut self, packet: &Packet, waited: Span, verdict: Verdict) {
        let (flow, seq) = (packet.flow, packet.segment.seq);
        self.hits.push(Hit { at: self.now, flow, seq, waited, verdict });
    }
}

impl Bottleneck {
    /// Offers a packet to the queue, and the queue to an idle link.
    fn offer(&mut self, packet: Packet, now: Time) {
        self.host.now = now;
        self.recorder.offered();
        self.aqm.enqueue(packet, &mut self.host);
        if self.link.is_idle() {
            self.serve(now);
        } else {
            self.account(now);
        }
    }

    /// The packet on the wire has left the link, and the next one starts.
    fn finish(&mut self, now: Time) -> Packet {
        let packet = self.link.finish();
        self.serve(now);
        packet
    }

    fn serve(&mut self, now: Time) {
        self.host.now = now;
        if let Some(queued) = self.aqm.dequeue(&mut self.host) {
            let waited = now - queued.enqueued;
            let packet = queued.packet;
            self.host.digest.record(now, packet.flow, packet.segment.seq, Outcome::Sent);
            // The level before the packet left counts up to now; the packet's delay to this bin.
            self.recorder.sent(waited);
            self.link.start(packet, now);
        }
        self.account(now);
    }

    /// Tells the recorder what has changed.
    fn account(&mut self, now: Time) {
        let Host { early, overflow, marked, .. } = &mut self.host;
        let take = std::mem::take::<u64>;
        self.recorder.hit(take(early), take(overflow), take(marked));
        let queue = self.aqm.queue();
        let (packets, bytes) = (queue.len() as u64, queue.bytes());
        let (capacity, sending) = (self.link.rate().bps(), self.link.sending().bps());
        self.recorder.set_level(now, Level { packets, bytes, capacity, sending });
    }

    /// The algorithm's probability, NaN where it has none.
    fn probability(&self, now: Time) -> f64 {
        self.aqm.probe(now).probability().unwrap_or(f64::NAN)
    }
}

impl Simulation {
    /// A simulation at time zero. `config` was validated at the border.
    pub fn new(config: &SimulationConfig) -> Self {
        let environment = change::environment(&config.link);
        let host = Host {
            now: Time::ZERO,
            rng: SplitMix64::stream(config.seed, "aqm", 0),
            digest: Digest::default(),
            early: 0,
            overflow: 0,
            marked: 0,
            lost: Vec::new(),
            hits: HitLog::default(),
        };
        let mut changes = config.changes.clone();
        changes.sort_by_key(|&(at, _)| at);
        let mut simulation = Simulation {
            now: Time::ZERO,
            changes,
            next_change: 0,
            events: EventQueue::default(),
            bottleneck: Bottleneck {
                aqm: Aqm::new(&config.queue, environment, Time::ZERO),
                environment,
                link: Link::new(config.link.rate),
                host,
                recorder: Recorder::new(config.warmup, environment.limit),
            },
            return_path: ReturnPath::new(config.link.ack_rate, config.link.ack_buffer),
            groups: Vec::new(),
            flows: Vec::new(),
            goodput: GoodputLog::new(config.warmup),
            config: config.clone(),
        };
        simulation.bottleneck.account(Time::ZERO);
        for (index, traffic) in config.traffic.iter().enumerate() {
            simulation.add_group(index, traffic);
        }
        simulation
    }

    /// The time up to which everything has happened.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Adds a change that will happen at `at`, after the changes already planned for that time.
    /// `at` must not be before [`Simulation::now`].
    pub fn schedule(&mut self, at: Time, change: Change) {
        assert!(at >= self.now, "a change cannot be scheduled in the past");
        let index = self.changes.partition_point(|&(time, _)| time <= at);
        self.changes.insert(index, (at, change));
    }

    /// Runs until just before `until`: events at `until` itself are still to come.
    pub fn run_until(&mut self, until: Time) {
        self.run(until, u64::MAX);
    }

    /// Like [`Simulation::run_until`], but stops early after `packets` transmissions.
    pub fn run(&mut self, until: Time, packets: u64) {
        let mut left = packets;
        while left > 0 {
            let change = self.changes.get(self.next_change).map_or(Time::NEVER, |&(at, _)| at);
            let timer = self.bottleneck.aqm.next_timer();
            let free = self.bottleneck.link.free_at();
            let event = self.events.next_time();
            let next = change.min(timer).min(free).min(event);
            let boundary = self.bottleneck.recorder.boundary();
            if boundary <= next.min(until) {
                self.close_bin(boundary);
                continue;
            }
            if next >= until {
                self.now = self.now.max(until);
                return;
            }
            self.now = next;
            if next == change {
                self.next_change += 1;
                let (_, change) = self.changes[self.next_change - 1];
                self.apply(change);
            } else if next == timer {
                self.bottleneck.aqm.on_timer(next);
            } else if next == free {
                left -= 1;
                let packet = self.bottleneck.finish(next);
                self.forward(packet);
            } else {
                self.handle_next_event();
            }
            self.reap_losses();
        }
    }

    /// Statistics since the warm-up (since the start, while that lasts).
    pub fn summary(&self) -> Summary {
        let mut summary = self.bottleneck.recorder.whole(self.now);
        let since = if self.now > self.config.warmup { self.config.warmup } else { Time::ZERO };
        self.add_goodput(&mut summary, since, self.now);
        summary
    }

    /// Statistics from `from` to `to`. Queue measures cover whole quarters of a second, goodput
    /// whole seconds.
    pub fn window(&self, from: Time, to: Time) -> Summary {
        let mut summary = self.bottleneck.recorder.window(from, to.min(self.now));
        self.add_goodput(&mut summary, from, to.min(self.now));
        summary
    }

    /// Time series of all finished bins.
    pub fn series(&self) -> &Series {
        self.bottleneck.recorder.series()
    }

    /// Digest of everything that happened at the bottleneck.
    pub fn digest(&self) -> u64 {
        self.bottleneck.host.digest.value()
    }

    /// The discipline's inner state.
    pub fn probe(&self) -> Probe {
        self.bottleneck.aqm.probe(self.now)
    }

    /// The backlog now: packets and bytes.
    pub fn backlog(&self) -> (u64, u64) {
        let queue = self.bottleneck.aqm.queue();
        (queue.len() as u64, queue.bytes())
    }

    /// Limit, rate and MTU that the discipline works with now.
    pub fn environment(&self) -> Environment {
        self.bottleneck.environment
    }

    /// The most recent drops and marks with their reasons, oldest first.
    pub fn recent_hits(&self) -> impl Iterator<Item = &Hit> {
        self.bottleneck.host.hits.recent.iter()
    }

    fn close_bin(&mut self, boundary: Time) {
        self.now = boundary;
        let probability = self.bottleneck.probability(boundary);
        self.bottleneck.recorder.close(probability);
        if self.goodput.is_due(boundary) {
            self.goodput.record(boundary, &self.flows);
        }
    }

    /// A packet has left the bottleneck.
    fn forward(&mut self, packet: Packet) {
        if let Flow::Tcp(_) = self.flows[packet.flow as usize] {
            self.propagate(packet);
        }
    }

    fn add_goodput(&self, summary: &mut Summary, from: Time, to: Time) {
        let rates = self.goodput.rates(&self.flows, from, to, self.now);
        let long_lived = rates.iter().filter(|rate| rate.long_lived).map(|rate| rate.mbps);
        summary.jain = jain_index(long_lived);
        summary.flows = rates
            .iter()
            .map(|rate| FlowSummary { id: rate.id, group: rate.group, goodput_mbps: rate.mbps })
            .collect();
    }

    fn group_config(&self, index: usize) -> &TrafficConfig {
        &self.config.traffic[index]
    }
}
