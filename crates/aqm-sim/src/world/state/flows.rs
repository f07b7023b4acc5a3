//! Traffic groups and their flows: starting, stopping and changing them.

use super::State;
use crate::app::Meter;
use crate::config::{
    AppConfig, BulkConfig, DatagramConfig, Direction, JitterConfig, TrafficConfig,
};
use crate::event::Class;
use crate::packet::FlowId;
use crate::rng::SplitMix64;
use crate::sort::sort_by_key;
use crate::tcp::{Receiver, Sender};
use crate::time::{Span, Time};
use crate::traffic::DatagramSource;
use crate::world::attached::{Attached, OnTheWay};
use crate::world::flow::Flow;
use crate::world::group::Group;
use crate::world::route::{Path, longest_path};

/// Starting a flow costs about as much effort as this many packets.
const EFFORT_PER_START: u64 = 10;
/// Finding this many packets in the network costs as much effort as one packet. With a thousand
/// flows, finding takes 3.6 ns each, and a packet 91 ns.
const FOUND_PER_EFFORT: u64 = 25;

impl State {
    pub(super) fn add_group(&mut self, index: usize, traffic: &TrafficConfig) {
        self.groups.push(Group::new());
        self.add_app(index, traffic);
        if let Some(tcp) = traffic.tcp()
            && tcp.stop != Time::NEVER
        {
            self.calendar.plan(tcp.stop, Class::Stop, index as FlowId, 0);
        }
        match *traffic {
            TrafficConfig::Bulk(_) => self.grow_tcp(index, traffic.audible()),
            TrafficConfig::App(_) => self.resize_app(index, traffic.audible()),
            TrafficConfig::Datagrams(datagrams) => {
                for _ in 0..traffic.audible() {
                    self.start_datagrams(index, datagrams);
                }
            }
        }
    }

    /// Starts or stops flows until the group has `target` of them.
    pub(super) fn resize_group(&mut self, index: usize, target: u32) {
        if let TrafficConfig::App(_) = self.group_config(index) {
            return self.resize_app(index, target);
        }
        let started = self.groups[index].started;
        while self.groups[index].active.len() > target as usize {
            let id = self.groups[index].active.pop().expect("the group is not empty");
            self.stop_flow(index, id);
        }
        sort_by_key(&mut self.groups[index].leaving, |&id| id);
        match *self.group_config(index) {
            TrafficConfig::Bulk(_) | TrafficConfig::App(_) => self.grow_tcp(index, target),
            TrafficConfig::Datagrams(datagrams) => {
                let start = datagrams.start.max(self.calendar.now());
                while self.groups[index].active.len() < target as usize {
                    self.start_datagrams(index, DatagramConfig { start, ..datagrams });
                }
            }
        }
        let started = self.groups[index].started - started;
        self.effort.add(EFFORT_PER_START * u64::from(started));
    }

    /// Starts connections until the group has `target` of them. It fills the slots of finished
    /// connections first, lowest first, and then adds new slots. One check of each slot is enough:
    /// no connection finishes during the call.
    fn grow_tcp(&mut self, group: usize, target: u32) {
        let is_full = |groups: &[Group]| groups[group].active.len() >= target as usize;
        let mut leaving = std::mem::take(&mut self.groups[group].leaving);
        let mut in_network = None;
        leaving.retain(|&id| {
            if is_full(&self.groups) || !self.flows[id as usize].is_done() {
                return true;
            }
            let is_left = in_network.get_or_insert_with(|| self.find_in_network())[id as usize];
            if !is_left {
                self.start_tcp(group, Some(id));
            }
            is_left
        });
        self.groups[group].leaving = leaving;
        while !is_full(&self.groups) {
            self.start_tcp(group, None);
        }
    }

    /// Returns for each flow whether it has packets in a hop or ACKs on the way. Few
    /// changes need this, so the engine keeps no counters for it.
    pub(super) fn find_in_network(&mut self) -> Vec<bool> {
        let mut found = vec![false; self.flows.len()];
        let mut count = 0;
        let mut find = |id: FlowId| {
            found[id as usize] = true;
            count += 1;
        };
        for hop in self.hops.iter() {
            hop.for_each_packet(|packet| find(packet.flow()));
        }
        self.calendar.carriers().for_each(find);
        self.effort.add(count / FOUND_PER_EFFORT);
        // If a segment causes no immediate ACK, its sender still waits for one. For every other
        // segment the ACK is on the way as soon as the segment leaves the bottleneck.
        #[cfg(debug_assertions)]
        for (flow, &found) in self.flows.iter().zip(&found) {
            assert!(found || flow.is_settled(self.calendar.now()));
        }
        found
    }

    /// Adds a datagram source that belongs to no group.
    pub(super) fn add_burst(&mut self, config: DatagramConfig) {
        let id = self.flows.len() as FlowId;
        let rng = SplitMix64::stream(self.config.seed, "burst", u64::from(id));
        let mut flow = Flow::datagrams(None, DatagramSource::new(config, rng));
        flow.set_route(&self.config.link, Direction::Forward);
        self.add_flow(flow);
        self.plan_datagram(id);
    }

    /// Updates the delays of all flows after a change, including flows that were stopped.
    pub(super) fn refresh_paths(&mut self) {
        for index in 0..self.flows.len() {
            self.flows[index].check_order();
            let Some(group) = self.flows[index].traffic_group() else { continue };
            let path = match *self.group_config(group) {
                TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => {
                    Some(self.path_of(&tcp))
                }
                TrafficConfig::Datagrams(datagrams) => self.measured_path(&datagrams),
            };
            if let Some(path) = path {
                self.flows[index].set_path(path);
            }
        }
        self.calendar.extend(longest_path(&self.config));
    }

    /// Returns the path of measured datagrams. The others need none: nothing happens at their receivers.
    fn measured_path(&self, datagrams: &DatagramConfig) -> Option<Path> {
        let rtt = datagrams.meter?.rtt.unwrap_or(self.config.link.rtt);
        Some(Path::new(rtt, JitterConfig::default()))
    }

    pub(super) fn path_of(&self, bulk: &BulkConfig) -> Path {
        Path::new(bulk.rtt.unwrap_or(self.config.link.rtt), bulk.jitter)
    }

    pub(super) fn each_tcp(&mut self, group: usize, change: &dyn Fn(&mut Sender, &mut Receiver)) {
        for position in 0..self.groups[group].active.len() {
            let id = self.groups[group].active[position];
            let flow = &mut self.flows[id as usize];
            change(&mut flow.sender, &mut flow.receiver);
            if flow.has_opened(self.calendar.now()) {
                self.pump(id);
            }
        }
    }

    pub(super) fn each_datagram_source(
        &mut self,
        group: usize,
        change: &dyn Fn(&mut DatagramSource),
    ) {
        for position in 0..self.groups[group].active.len() {
            let id = self.groups[group].active[position];
            if let Some(source) = &mut self.flows[id as usize].datagrams {
                let planned = source.next();
                change(source);
                if source.next() != planned {
                    self.plan_datagram(id);
                }
            }
        }
    }

    /// Starts a connection in the free slot `slot`, or in a new slot.
    // Not inlined: one copy saves 0.7 kB of WebAssembly.
    fn start_tcp(&mut self, group: usize, slot: Option<FlowId>) {
        let TrafficConfig::Bulk(bulk) = *self.group_config(group) else {
            unreachable!("only bulk groups start TCP flows");
        };
        let label = self.next_label(group);
        let mut start = SplitMix64::stream(self.config.seed, "start", label);
        let offset = Span::from_seconds(bulk.spread.seconds() * start.uniform());
        let position = self.groups[group].active.len() as u64;
        let planned = bulk.start + bulk.stagger * position;
        // A flow added to a running group starts without the group's stagger.
        let at = if self.calendar.now() > bulk.start {
            self.calendar.now() + offset
        } else {
            planned + offset
        };
        let (jitter, seed) = self.streams(label);
        let mut flow = Flow::tcp(group, &bulk, self.path_of(&bulk), jitter, seed, None);
        if at < bulk.stop {
            flow.plan_opening(at);
        }
        let id = self.place_connection(group, flow, slot);
        if at < bulk.stop {
            self.calendar.plan(at, Class::Open, id, 0);
        }
    }

    /// Returns the label of the group's next source for random streams.
    pub(super) fn next_label(&mut self, group: usize) -> u64 {
        let ordinal = self.groups[group].started;
        self.groups[group].started += 1;
        (group as u64) << 32 | u64::from(ordinal)
    }

    /// Returns a connection's stream of jitter, and the seed of its congestion control.
    pub(super) fn streams(&self, label: u64) -> (SplitMix64, u64) {
        let stream = |name| SplitMix64::stream(self.config.seed, name, label);
        (stream("jitter"), stream("cc").next_u64())
    }

    /// Puts a connection into the free slot `slot`, or into a new slot.
    pub(super) fn place_connection(
        &mut self,
        group: usize,
        mut flow: Flow,
        slot: Option<FlowId>,
    ) -> FlowId {
        flow.set_route(&self.config.link, self.config.traffic[group].direction());
        let is_limited = self.return_link.is_limited() || self.hops.has_reverse();
        if is_limited || flow.path().jitter.is_ahead() {
            // These ACKs must queue, or answer segments that overtake each other.
            flow.receiver.disable_fast_path();
        }
        let id = match slot {
            Some(id) => {
                self.flows[id as usize].take_over(flow);
                id
            }
            None => self.add_flow(flow),
        };
        self.groups[group].active.push(id);
        id
    }

    // Not inlined: one copy saves WebAssembly.
    fn add_flow(&mut self, flow: Flow) -> FlowId {
        if let Some(parts) = &mut self.hops.lane_mut().host.parts {
            parts.add_flow(flow.traffic_group());
        }
        self.flows.push(flow);
        #[cfg(feature = "journal")]
        self.start_journal();
        self.calendar.add_flow();
        (self.flows.len() - 1) as FlowId
    }

    fn start_datagrams(&mut self, group: usize, config: DatagramConfig) {
        let label = self.next_label(group);
        let rng = SplitMix64::stream(self.config.seed, "datagrams", label);
        let source = DatagramSource::new(config, rng);
        let id = self.place_source(group, source);
        if let Some(meter) = &config.meter {
            let first = self.source(id).sequence();
            let path = self.measured_path(&config);
            let flow = &mut self.flows[id as usize];
            flow.set_path(path.unwrap_or(*flow.path()));
            flow.check_order();
            flow.app =
                Some(Box::new(Attached::Receiver(Meter::new(meter, first), OnTheWay::default())));
        }
        self.groups[group].active.push(id);
        self.plan_datagram(id);
    }

    /// Puts a datagram source into the slot of a stopped one, or into a new slot. A stopped slot is
    /// free at once, because a source receives no ACKs. An event of the old source finds nothing
    /// due.
    fn place_source(&mut self, group: usize, source: DatagramSource) -> FlowId {
        let Some(id) = self.groups[group].vacant.pop() else {
            let mut flow = Flow::datagrams(Some(group), source);
            flow.set_route(&self.config.link, self.config.traffic[group].direction());
            return self.add_flow(flow);
        };
        let stopped = self.source(id);
        *stopped = source.after(stopped);
        id
    }

    pub(super) fn stop_flow(&mut self, group: usize, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        match &mut flow.datagrams {
            None => {
                flow.stop(self.calendar.now());
                self.groups[group].leaving.push(id);
            }
            Some(source) => {
                source.stop();
                self.groups[group].vacant.push(id);
            }
        }
    }

    fn source(&mut self, id: FlowId) -> &mut DatagramSource {
        let source = self.flows[id as usize].datagrams.as_deref_mut();
        source.expect("flows of a datagram group have a datagram source")
    }

    pub(super) fn open(&mut self, id: FlowId) {
        let now = self.calendar.now();
        if self.flows[id as usize].open(now) {
            self.pump(id);
        } else {
            self.effort.add(1);
        }
    }

    pub(super) fn send_datagram(&mut self, id: FlowId) {
        let now = self.calendar.now();
        let source = self.source(id);
        // After a change of rate, the event of the old plan is still pending.
        if source.next() == now {
            let packet = source.send(id, now);
            self.plan_datagram(id);
            self.offer(packet, 1);
            if packet.is_measured() {
                self.report_losses();
            }
        } else {
            self.effort.add(1);
        }
    }

    fn plan_datagram(&mut self, id: FlowId) {
        let due = self.source(id).next();
        if due != Time::NEVER {
            self.calendar.plan(due, Class::Datagram, id, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aqm::{AqmConfig, DropTailParams};
    use crate::cc::CcKind;
    use crate::config::{
        BufferConfig, Change, JitterConfig, LinkConfig, NoiseConfig, SimulationConfig,
    };
    use crate::tcp::Stack;
    use crate::units::BitRate;
    use crate::world::Simulation;
    use crate::world::flow::CHECKS;

    /// Starts and stops `flows` connections `times` times, within 60 ms each, over 5 Mbit/s.
    fn toggled(flows: u32, times: u64) -> SimulationConfig {
        let group = BulkConfig {
            flows: 0,
            muted: false,
            direction: Direction::Forward,
            cc: CcKind::Cubic.into(),
            pacing: false,
            stack: Stack::default(),
            ecn: false,
            sack: true,
            delayed_ack: true,
            initial_window: 10,
            initial_rto: Span::from_millis(1000),
            receive_window: 1 << 20,
            packet_bytes: 1500,
            rtt: None,
            jitter: JitterConfig::default(),
            start: Time::ZERO,
            stagger: Span::ZERO,
            spread: Span::from_millis(4),
            stop: Time::NEVER,
        };
        let changes = (1..=2 * times).map(|step| {
            let flows = if step % 2 == 1 { flows } else { 0 };
            (Time::ZERO + Span::from_millis(30) * step, Change::Flows { group: 0, flows })
        });
        SimulationConfig {
            seed: 1,
            warmup: Time::ZERO,
            link: LinkConfig {
                rate: BitRate::from_mbps(5.0),
                rtt: Span::from_millis(10),
                buffer: BufferConfig::Packets(100),
                ack_rate: None,
                ack_buffer: 1000,
                device_queue: 0,
                token_bucket: 0,
                noise: NoiseConfig::default(),
                schedule: None,
                reverse: None,
                before: Vec::new(),
                after: Vec::new(),
            },
            queue: AqmConfig::DropTail(DropTailParams),
            traffic: vec![TrafficConfig::Bulk(group)],
            changes: changes.collect(),
        }
    }

    /// A connection that is stopped before it opens leaves an event behind, and its slot is free at
    /// once.
    #[test]
    fn a_connection_in_a_reused_slot_opens_at_its_own_time() {
        let mut config = toggled(100, 20);
        for traffic in &mut config.traffic {
            if let TrafficConfig::Bulk(bulk) = traffic {
                bulk.spread = Span::from_millis(100);
            }
        }
        let mut simulation = Simulation::new(&config);
        let mut opened = 0;
        for step in 1..300 {
            simulation.run_until(Time::ZERO + Span::from_millis(10) * step);
            for flow in &simulation.state.flows {
                let (planned, at) = flow.opening();
                assert!([planned, Time::NEVER].contains(&at));
                opened += usize::from(at != Time::NEVER);
            }
        }
        assert!(opened > 0);
    }

    /// With one check per started flow, 16 groups of 1000 would need seconds per change.
    #[test]
    fn a_change_checks_each_slot_once() {
        const TIMES: usize = 20;
        let mut simulation = Simulation::new(&toggled(100, TIMES as u64));
        CHECKS.set(0);
        simulation.run_until(Time::from_seconds(2.0));
        let (checks, slots) = (CHECKS.get(), simulation.state.flows.len());
        assert!(slots > 200, "{slots} slots; some stopped flows still wait for packets");
        assert!(checks <= 2 * TIMES * slots, "{checks} checks of {slots} slots");
        simulation.run_until(Time::from_seconds(100.0));
        // By now all stopped connections have finished.
        CHECKS.set(0);
        simulation.state.resize_group(0, 100);
        assert_eq!((CHECKS.get(), simulation.state.flows.len()), (100, slots));
        assert_eq!(
            simulation.state.groups[0].active,
            (0..100).collect::<Vec<_>>(),
            "the lowest slots first"
        );
        assert_eq!(simulation.state.groups[0].leaving.len(), slots - 100);
    }
}
