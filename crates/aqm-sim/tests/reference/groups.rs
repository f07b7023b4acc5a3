//! Traffic groups of the reference engine, and timed changes.

use super::{
    Class, DatagramFlow, Entry, Flow, Group, PER_BYTE, Reference, TcpFlow, What, environment,
};
use aqm_sim::app::Meter;
use aqm_sim::aqm::Discipline as _;
use aqm_sim::config::{Arrivals, Change, DatagramConfig, Direction, TrafficConfig};
use aqm_sim::packet::FlowId;
use aqm_sim::rng::SplitMix64;
use aqm_sim::tcp::{Receiver, Sender};
use aqm_sim::time::{Span, Time};
use aqm_sim::traffic::DatagramSource;

impl Reference {
    /// Returns the traffic group of a flow; `None` for a burst.
    pub(super) fn group_of(&self, id: FlowId) -> Option<usize> {
        match &self.flows[id as usize] {
            Flow::Tcp(tcp) => Some(tcp.group),
            Flow::Datagrams(_) => self
                .groups
                .iter()
                .position(|group| group.active.contains(&id) || group.vacant.contains(&id)),
        }
    }

    pub(super) fn add_group(&mut self, index: usize, traffic: TrafficConfig) {
        self.groups.push(Group::default());
        self.add_app(index, &traffic);
        if let Some(tcp) = traffic.tcp()
            && tcp.stop != Time::NEVER
        {
            self.plan(tcp.stop, Class::Stop, index as FlowId, What::Nothing);
        }
        match traffic {
            TrafficConfig::Bulk(_) => (0..traffic.audible()).for_each(|_| self.start_tcp(index)),
            TrafficConfig::App(_) => self.resize_app(index, traffic.audible()),
            TrafficConfig::Datagrams(datagrams) => {
                (0..traffic.audible()).for_each(|_| self.start_datagrams(index, datagrams));
            }
        }
    }

    pub(super) fn resize_group(&mut self, index: usize, target: u32) {
        if let TrafficConfig::App(_) = self.config.traffic[index] {
            return self.resize_app(index, target);
        }
        while self.groups[index].active.len() > target as usize {
            let id = self.groups[index].active.pop().expect("the group is not empty");
            match &mut self.flows[id as usize] {
                Flow::Tcp(tcp) => {
                    tcp.stopped = self.now;
                    tcp.sender.stop();
                }
                Flow::Datagrams(flow) => {
                    flow.source.stop();
                    self.groups[index].vacant.push(id);
                }
            }
        }
        while self.groups[index].active.len() < target as usize {
            match self.config.traffic[index] {
                TrafficConfig::Bulk(_) | TrafficConfig::App(_) => self.start_tcp(index),
                TrafficConfig::Datagrams(datagrams) => {
                    let start = datagrams.start.max(self.now);
                    self.start_datagrams(index, DatagramConfig { start, ..datagrams });
                }
            }
        }
    }

    pub(super) fn next_label(&mut self, group: usize) -> u64 {
        let ordinal = self.groups[group].started;
        self.groups[group].started += 1;
        (group as u64) << 32 | u64::from(ordinal)
    }

    fn start_tcp(&mut self, group: usize) {
        let TrafficConfig::Bulk(bulk) = self.config.traffic[group] else {
            unreachable!("only bulk groups start TCP flows");
        };
        let label = self.next_label(group);
        let seed = self.config.seed;
        let uniform = SplitMix64::stream(seed, "start", label).uniform();
        let offset = Span::from_seconds(bulk.spread.seconds() * uniform);
        let position = self.groups[group].active.len() as u64;
        let running = self.now > bulk.start;
        let planned = bulk.start + bulk.stagger * position;
        let at = if running { self.now + offset } else { planned + offset };
        let jitter = SplitMix64::stream(seed, "jitter", label);
        let cc_seed = SplitMix64::stream(seed, "cc", label).next_u64();
        let mut flow = TcpFlow::new(group, &bulk, jitter, cc_seed, None);
        flow.opens_at = at;
        let id = self.place(flow);
        self.groups[group].active.push(id);
        if at < bulk.stop {
            self.plan(at, Class::Open, id, What::Nothing);
        }
    }

    /// Puts the flow into the slot of a finished connection of the group, or into a new slot.
    fn place(&mut self, mut flow: TcpFlow) -> FlowId {
        for (id, place) in self.flows.iter_mut().enumerate() {
            if let Flow::Tcp(old) = place
                && old.group == flow.group
                && old.stopped != Time::NEVER
                && old.sender.finished()
                && old.in_network == 0
            {
                flow.sender_timer = old.sender_timer;
                flow.receiver_timer = old.receiver_timer;
                **old = flow;
                return id as FlowId;
            }
        }
        self.flows.push(Flow::Tcp(Box::new(flow)));
        (self.flows.len() - 1) as FlowId
    }

    fn start_datagrams(&mut self, group: usize, config: DatagramConfig) {
        let label = self.next_label(group);
        // In the slot of a stopped source of the group, or in a new slot.
        let id = match self.groups[group].vacant.pop() {
            Some(id) => {
                let rng = SplitMix64::stream(self.config.seed, "datagrams", label);
                if let Flow::Datagrams(place) = &mut self.flows[id as usize] {
                    place.source = DatagramSource::new(config, rng).after(&place.source);
                }
                self.plan_datagram(id);
                id
            }
            None => self.add_source(config, "datagrams", label),
        };
        if let Flow::Datagrams(flow) = &mut self.flows[id as usize]
            && let Some(meter) = &config.meter
        {
            flow.meter = Some((group, Meter::new(meter, flow.source.sequence())));
        }
        self.groups[group].active.push(id);
    }

    fn add_source(&mut self, config: DatagramConfig, name: &str, label: u64) -> FlowId {
        let id = self.flows.len() as FlowId;
        let rng = SplitMix64::stream(self.config.seed, name, label);
        self.flows.push(Flow::Datagrams(Box::new(DatagramFlow {
            source: DatagramSource::new(config, rng),
            meter: None,
            last_arrival: Time::ZERO,
        })));
        self.plan_datagram(id);
        id
    }

    // Changes.

    pub(super) fn apply(&mut self, change: Change) {
        match change {
            Change::Rate(rate) => {
                self.count_tokens();
                self.config.link.rate = rate;
                self.rate = rate;
                self.schedule = None;
                self.log(Entry::Capacity { rate });
            }
            Change::Reverse(reverse) => {
                self.config.link.reverse = Some(reverse);
                return self.refresh_others();
            }
            Change::Hop { index, hop } => return self.set_hop(index, hop),
            Change::Noise(noise) => {
                self.config.link.noise = noise;
                self.has_noise |= !noise.is_none();
                return;
            }
            Change::Rtt(rtt) => self.config.link.rtt = rtt,
            Change::Buffer(buffer) => self.config.link.buffer = buffer,
            Change::DeviceQueue(packets) => {
                self.config.link.device_queue = packets;
                if self.wire.is_some() {
                    self.serve();
                }
                return;
            }
            Change::TokenBucket(bytes) => {
                self.count_tokens();
                let is_new = self.config.link.token_bucket == 0;
                self.config.link.token_bucket = bytes;
                let size = u128::from(bytes) * PER_BYTE;
                let (tokens, until) = self.tokens;
                self.tokens = if is_new { (size, self.now) } else { (tokens.min(size), until) };
                return;
            }
            Change::Queue(queue) => {
                self.config.queue = queue;
                self.aqm.reconfigure(&queue, self.environment, self.now);
                return self.refresh_others();
            }
            Change::DropNext(count) => return self.aqm.drop_next(count, self.now),
            Change::Flows { group, flows } => {
                self.config.traffic[group].set_flows(flows);
                return self.resize_group(group, self.config.traffic[group].audible());
            }
            Change::Muted { group, muted } => {
                self.config.traffic[group].set_muted(muted);
                return self.resize_group(group, self.config.traffic[group].audible());
            }
            Change::CongestionControl { group, cc } => {
                if let Some(tcp) = self.config.traffic[group].tcp_mut() {
                    tcp.cc = cc;
                }
                let now = self.now;
                return self.each_tcp(group, |sender, receiver| {
                    sender.set_congestion_control(&cc, now);
                    receiver.set_reports(sender.reports(), sender.next_seq());
                });
            }
            Change::Ecn { group, ecn } => {
                self.config.traffic[group].set_ecn(ecn);
                self.each_tcp(group, |sender, _| sender.set_ecn(ecn));
                return self.each_source(group, |source| source.set_ecn(ecn));
            }
            Change::SourceRate { group, rate } => {
                if let TrafficConfig::Datagrams(datagrams) = &mut self.config.traffic[group] {
                    datagrams.rate = rate;
                }
                let now = self.now;
                return self.each_source(group, |source| source.set_rate(rate, now));
            }
            Change::GroupRtt { group, rtt } => {
                if let Some(tcp) = self.config.traffic[group].tcp_mut() {
                    tcp.rtt = rtt;
                }
                if let TrafficConfig::Datagrams(datagrams) = &mut self.config.traffic[group]
                    && let Some(meter) = &mut datagrams.meter
                {
                    meter.rtt = rtt;
                }
                return;
            }
            Change::App { group, kind } => return self.reconfigure_app(group, &kind),
            Change::Burst { rate, packet_bytes, length } => {
                let (start, stop) = (self.now, self.now + length);
                let (arrivals, ecn) = (Arrivals::Constant, false);
                let config = DatagramConfig {
                    flows: 1,
                    muted: false,
                    direction: Direction::Forward,
                    rate,
                    packet_bytes,
                    arrivals,
                    ecn,
                    start,
                    spread: Span::ZERO,
                    stop,
                    spurts: None,
                    meter: None,
                };
                let label = self.flows.len() as u64;
                self.add_source(config, "burst", label);
                return;
            }
        }
        self.environment = environment(&self.config.link);
        self.aqm.set_environment(self.environment, self.now);
        self.refresh_others();
    }

    fn each_tcp(&mut self, group: usize, change: impl Fn(&mut Sender, &mut Receiver)) {
        for id in self.groups[group].active.clone() {
            if let Flow::Tcp(tcp) = &mut self.flows[id as usize] {
                change(&mut tcp.sender, &mut tcp.receiver);
                if tcp.opened <= self.now {
                    self.pump(id);
                }
            }
        }
    }

    fn each_source(&mut self, group: usize, change: impl Fn(&mut DatagramSource)) {
        for id in self.groups[group].active.clone() {
            if let Flow::Datagrams(flow) = &mut self.flows[id as usize] {
                change(&mut flow.source);
                self.plan_datagram(id);
            }
        }
    }
}
