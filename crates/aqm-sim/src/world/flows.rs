//! Traffic groups and their flows: starting, stopping and changing them.

use super::Parcel;
use super::attached::{Attached, OnTheWay};
use super::flow::Flow;
use super::group::Group;
use super::route::{Path, longest_path};
use super::state::State;
use crate::app::Meter;
use crate::cc::Variable;
use crate::config::{
    AppConfig, BulkConfig, DatagramConfig, Direction, JitterConfig, TrafficConfig,
};
use crate::event::{Class, Event};
use crate::packet::FlowId;
use crate::rng::SplitMix64;
use crate::sort::sort_by_key;
use crate::tcp::{Receiver, Sender, SenderProbe};
use crate::time::{Span, Time};
use crate::traffic::DatagramSource;

/// Starting a flow costs about as much effort as this many packets.
const EFFORT_PER_START: u64 = 10;
/// Finding this many packets in the network costs as much effort as one packet. With a thousand
/// flows, finding takes 3.6 ns each, and a packet 91 ns.
const FOUND_PER_EFFORT: u64 = 25;

/// A sender's inner state, for plots and explanations.
#[derive(Clone, Copy, Debug)]
pub struct FlowProbe {
    /// The flow.
    pub id: FlowId,
    /// Index of its traffic group.
    pub group: usize,
    /// State of its sender.
    pub sender: SenderProbe,
}

/// The inner state of a sender and of its congestion control.
#[derive(Clone, PartialEq, Debug)]
pub struct SenderReport {
    /// State of the sender.
    pub sender: SenderProbe,
    /// Pacing rate in Mbit/s; `None` if segments are not paced.
    pub pacing_mbps: Option<f64>,
    /// Size of an IP packet with a full segment in bytes.
    pub packet_bytes: u32,
    /// What the congestion control reports.
    pub control: Vec<Variable>,
}

impl State {
    /// Returns the inner state of every open TCP sender.
    pub(super) fn flow_probes(&self) -> impl Iterator<Item = FlowProbe> {
        let open = |flow: &Flow| flow.opened <= self.now && flow.stopped > self.now;
        let flows = self.flows.iter().enumerate().filter(move |(_, flow)| open(flow));
        flows.map(|(id, flow)| FlowProbe {
            id: id as FlowId,
            group: flow.group(),
            sender: flow.sender.probe(),
        })
    }

    pub(super) fn add_group(&mut self, index: usize, traffic: &TrafficConfig) {
        self.groups.push(Group::new());
        self.add_app(index, traffic);
        if let Some(tcp) = traffic.tcp()
            && tcp.stop != Time::NEVER
        {
            self.events.push(tcp.stop, Class::Stop, index as FlowId, 0);
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
                let start = datagrams.start.max(self.now);
                while self.groups[index].active.len() < target as usize {
                    self.start_datagrams(index, DatagramConfig { start, ..datagrams });
                }
            }
        }
        let started = self.groups[index].started - started;
        self.effort_before += EFFORT_PER_START * u64::from(started);
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
        self.bottleneck.for_each_packet(|packet| find(packet.flow()));
        for hop in &self.others {
            hop.for_each_packet(|packet| find(packet.flow()));
        }
        self.acks.flows().chain(self.events.carriers()).for_each(find);
        self.effort_before += count / FOUND_PER_EFFORT;
        // If a segment causes no immediate ACK, its sender still waits for one. For every other
        // segment the ACK is on the way as soon as the segment leaves the bottleneck.
        debug_assert!(self.flows.iter().zip(&found).all(|(flow, &found)| {
            found
                || flow.stopped == Time::NEVER
                || !flow.sender.finished()
                || flow.last_arrival <= self.now
        }));
        found
    }

    /// Adds a datagram source that belongs to no group.
    pub(super) fn add_burst(&mut self, config: DatagramConfig) {
        let id = self.flows.len() as FlowId;
        let rng = SplitMix64::stream(self.config.seed, "burst", u64::from(id));
        let mut flow = Flow::datagrams(None, DatagramSource::new(config, rng));
        self.set_route(&mut flow, Direction::Forward);
        self.add_flow(flow);
        self.plan_datagram(id);
    }

    /// Updates the delays of all flows after a change, including flows that were stopped.
    pub(super) fn refresh_paths(&mut self) {
        for index in 0..self.flows.len() {
            self.flows[index].in_order = false;
            let Some(group) = self.flows[index].traffic_group() else { continue };
            let path = match *self.group_config(group) {
                TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => {
                    Some(self.path_of(&tcp))
                }
                TrafficConfig::Datagrams(datagrams) => self.measured_path(&datagrams),
            };
            if let Some(path) = path {
                self.flows[index].path = path;
            }
        }
        self.acks.extend(longest_path(&self.config), self.now);
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
            if flow.opened <= self.now {
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

    /// Starts a connection in the free slot `place`, or in a new slot.
    // Not inlined: one copy saves 0.7 kB of WebAssembly.
    fn start_tcp(&mut self, group: usize, place: Option<FlowId>) {
        let TrafficConfig::Bulk(bulk) = *self.group_config(group) else {
            unreachable!("only bulk groups start TCP flows");
        };
        let label = self.next_label(group);
        let mut start = SplitMix64::stream(self.config.seed, "start", label);
        let offset = Span::from_seconds(bulk.spread.seconds() * start.uniform());
        let position = self.groups[group].active.len() as u64;
        let planned = bulk.start + bulk.stagger * position;
        // A flow added to a running group starts without the group's stagger.
        let at = if self.now > bulk.start { self.now + offset } else { planned + offset };
        let (jitter, seed) = self.streams(label);
        let mut flow = Flow::tcp(group, &bulk, self.path_of(&bulk), jitter, seed, None);
        if at < bulk.stop {
            flow.opens_at = at;
        }
        let id = self.place_connection(group, flow, place);
        if at < bulk.stop {
            self.events.push(at, Class::Open, id, 0);
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

    /// Puts a connection into the free slot `place`, or into a new slot.
    pub(super) fn place_connection(
        &mut self,
        group: usize,
        mut flow: Flow,
        place: Option<FlowId>,
    ) -> FlowId {
        self.set_route(&mut flow, self.config.traffic[group].direction());
        let has_reverse = self.config.link.reverse.is_some();
        if self.return_path.is_limited() || has_reverse || flow.path.jitter.is_ahead() {
            // These ACKs must queue, or answer segments that overtake each other.
            flow.receiver.disable_fast_path();
        }
        let id = match place {
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
        if let Some(parts) = &mut self.bottleneck.host.parts {
            parts.add_flow(flow.traffic_group());
        }
        self.flows.push(flow);
        #[cfg(feature = "journal")]
        self.start_journal();
        self.deadlines.add();
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
            flow.path = path.unwrap_or(flow.path);
            flow.in_order = false;
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
            self.set_route(&mut flow, self.config.traffic[group].direction());
            return self.add_flow(flow);
        };
        let place = self.source(id);
        *place = source.after(place);
        id
    }

    pub(super) fn stop_flow(&mut self, group: usize, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        match &mut flow.datagrams {
            None => {
                flow.stopped = self.now;
                flow.sender.stop();
                self.groups[group].leaving.push(id);
            }
            Some(source) => {
                source.stop();
                self.groups[group].vacant.push(id);
            }
        }
    }

    pub(super) fn handle_next_event(&mut self) {
        let Some(Event { class, flow, payload }) = self.events.pop() else {
            return;
        };
        match (payload, class) {
            (Some(Parcel::ReturnPath { ack, delay }), _) => {
                self.enter_return_path(flow, &ack, delay);
            }
            (Some(Parcel::Ack(ack)), _) => self.acknowledge(flow, None, |_| ack),
            (Some(Parcel::Segment(packet)), _) => self.enter_path(packet, 1),
            (Some(Parcel::AckAt { ack, hop }), _) => self.offer_ack_at(hop, flow, &ack),
            (Some(Parcel::DataAt { packet, sent, hop }), _) => {
                self.offer_forwarded(hop, packet, sent);
            }
            // The event's flow is the group's index.
            (None, Class::Stop) => self.resize_group(flow as usize, 0),
            (None, Class::Open) => self.open(flow),
            (None, Class::Datagram) => self.send_datagram(flow),
            (None, Class::DelayedAck) => self.delayed_ack(flow),
            (None, Class::SenderTimer) => self.sender_timer(flow),
            (None, Class::Request) => self.request(flow),
            (None, Class::Message) => self.message(flow),
            (None, Class::App) => self.app_timer(flow as usize),
            (None, Class::Entry | Class::Segment | Class::Ack) => {
                unreachable!("these events carry a parcel")
            }
        }
    }

    fn source(&mut self, id: FlowId) -> &mut DatagramSource {
        let source = self.flows[id as usize].datagrams.as_deref_mut();
        source.expect("flows of a datagram group have a datagram source")
    }

    fn open(&mut self, id: FlowId) {
        let now = self.now;
        let flow = &mut self.flows[id as usize];
        if flow.opens_at == now && flow.stopped == Time::NEVER && flow.opened == Time::NEVER {
            flow.opened = now;
            self.pump(id);
        } else {
            self.effort_before += 1;
        }
    }

    fn send_datagram(&mut self, id: FlowId) {
        let now = self.now;
        let source = self.source(id);
        // After a change of rate, the event of the old plan is still pending.
        if source.next() == now {
            let packet = source.send(id, now);
            self.plan_datagram(id);
            self.offer(packet);
            if packet.is_measured() {
                self.report_losses();
            }
        } else {
            self.effort_before += 1;
        }
    }

    fn plan_datagram(&mut self, id: FlowId) {
        let due = self.source(id).next();
        if due != Time::NEVER {
            self.events.push(due, Class::Datagram, id, 0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::flow::CHECKS;
    use super::*;
    use crate::aqm::{AqmConfig, DropTailParams};
    use crate::cc::CcKind;
    use crate::config::{
        BufferConfig, Change, JitterConfig, LinkConfig, NoiseConfig, SimulationConfig,
    };
    use crate::tcp::Stack;
    use crate::units::BitRate;
    use crate::world::Simulation;

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
                assert!([flow.opens_at, Time::NEVER].contains(&flow.opened));
                opened += usize::from(flow.opened != Time::NEVER);
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
