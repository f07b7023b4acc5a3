//! Applications in the reference engine. Their rules are the model's; this host counts the packets of
//! each connection, and looks at the receiver after every segment.

use super::{Class, Flow, Reference, TcpFlow, What};
use aqm_sim::app::{self, Action, App, Turn};
use aqm_sim::config::{AppKind, TrafficConfig};
use aqm_sim::metrics::{ResultSummary, SAMPLE_INTERVAL};
use aqm_sim::packet::{FlowId, Packet};
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};
use std::collections::VecDeque;

/// The messages of a connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    user: u32,
    channel: u32,
    /// Distinguishes the connections of a slot.
    number: u64,
    /// One past the last segment of each message that has not arrived.
    ends: VecDeque<u64>,
    end: u64,
    requested: Option<Time>,
}

impl Reference {
    /// Returns the results of all applications since the warm-up.
    pub fn applications(&self) -> Vec<ResultSummary> {
        let groups = self.groups.iter().enumerate();
        let results = groups.filter_map(|(index, group)| Some((index, group.results.as_ref()?)));
        results.map(|(index, results)| results.whole(index, self.now)).collect()
    }

    pub(super) fn add_app(&mut self, index: usize, traffic: &TrafficConfig) {
        let bins = self.config.warmup.nanos().div_ceil(SAMPLE_INTERVAL.nanos());
        let start = Time::ZERO + SAMPLE_INTERVAL * bins;
        self.groups[index].results = app::results_of(traffic, start);
        if let TrafficConfig::App(config) = traffic {
            self.groups[index].app = Some(App::new(config, self.config.seed, index));
        }
    }

    pub(super) fn resize_app(&mut self, group: usize, users: u32) {
        self.act(group, |app, turn| app.resize(users, turn));
    }

    pub(super) fn reconfigure_app(&mut self, group: usize, kind: &AppKind) {
        if let TrafficConfig::App(config) = &mut self.config.traffic[group] {
            config.kind = *kind;
        }
        self.act(group, |app, turn| app.reconfigure(kind, turn.now));
    }

    pub(super) fn app_timer(&mut self, group: usize) {
        if self.groups[group].app.as_ref().is_some_and(|app| app.next_timer() <= self.now) {
            self.act(group, App::on_timer);
        }
    }

    fn act(&mut self, group: usize, act: impl FnOnce(&mut App, &mut Turn)) {
        let mut app = self.groups[group].app.take().expect("the group is an application");
        let mut results = self.groups[group].results.take().expect("it has results");
        let mut actions = Vec::new();
        act(&mut app, &mut Turn { now: self.now, results: &mut results, actions: &mut actions });
        for action in actions {
            match action {
                Action::Open { user, channel, segments, asked } => {
                    let id = self.open_connection(group, user, channel, segments, asked);
                    app.opened(user, channel, id);
                }
                Action::Write { flow, segments, asked } => {
                    if asked {
                        let at = self.now + self.path_of(flow).0.half();
                        let connection = self.tcp(flow).connection.as_mut().expect("it is open");
                        connection.requested = Some(at);
                        self.plan(at, Class::Request, flow, What::Request(segments));
                    } else {
                        self.write(flow, segments);
                    }
                }
                Action::Close { flow } => {
                    self.groups[group].active.retain(|&other| other != flow);
                    self.groups[group].closed.push(flow);
                    let now = self.now;
                    let tcp = self.tcp(flow);
                    tcp.connection = None;
                    tcp.stopped = now;
                    tcp.sender.stop();
                }
            }
        }
        let due = app.next_timer();
        self.groups[group].app = Some(app);
        self.groups[group].results = Some(results);
        if due != Time::NEVER {
            self.plan(due, Class::App, group as FlowId, What::Nothing);
        }
    }

    fn open_connection(
        &mut self,
        group: usize,
        user: u32,
        channel: u32,
        segments: u64,
        asked: bool,
    ) -> FlowId {
        let options = *self.config.traffic[group].tcp().expect("an application has options");
        let label = self.next_label(group);
        let jitter = SplitMix64::stream(self.config.seed, "jitter", label);
        let seed = SplitMix64::stream(self.config.seed, "cc", label).next_u64();
        let mut flow = TcpFlow::new(group, &options, jitter, seed, Some(segments));
        let rtt = options.rtt.unwrap_or(self.config.link.rtt);
        let at = if asked { self.now + rtt.half() } else { self.now };
        flow.opens_at = at;
        flow.connection = Some(Connection {
            user,
            channel,
            number: label,
            ends: VecDeque::from([segments]),
            end: segments,
            requested: None,
        });
        let id = match self.free_slot(group) {
            Some(id) => {
                let old = self.tcp(id);
                flow.sender_timer = old.sender_timer;
                flow.receiver_timer = old.receiver_timer;
                *old = flow;
                id
            }
            None => {
                self.flows.push(Flow::Tcp(Box::new(flow)));
                (self.flows.len() - 1) as FlowId
            }
        };
        self.groups[group].active.push(id);
        self.plan(at, Class::Open, id, What::Nothing);
        id
    }

    /// Free slots become known only when the closed connections are checked. The last one is used first.
    fn free_slot(&mut self, group: usize) -> Option<FlowId> {
        if self.groups[group].vacant.is_empty() {
            let closed = std::mem::take(&mut self.groups[group].closed);
            if closed.len() < self.groups[group].check_at.max(16) {
                self.groups[group].closed = closed;
                return None;
            }
            let (free, busy): (Vec<_>, Vec<_>) = closed.into_iter().partition(|&id| {
                let tcp = self.tcp_ref(id);
                tcp.sender.finished() && tcp.in_network == 0
            });
            self.groups[group].check_at = 2 * busy.len();
            self.groups[group].closed = busy;
            self.groups[group].vacant = free;
        }
        self.groups[group].vacant.pop()
    }

    fn write(&mut self, id: FlowId, segments: u64) {
        let now = self.now;
        let tcp = self.tcp(id);
        let connection = tcp.connection.as_mut().expect("it is open");
        connection.end += segments;
        connection.ends.push_back(connection.end);
        tcp.sender.write(segments, now);
        if tcp.opened <= now {
            self.pump(id);
        }
    }

    pub(super) fn request(&mut self, id: FlowId, segments: u64) {
        let now = self.now;
        if let Some(connection) = &mut self.tcp(id).connection
            && connection.requested == Some(now)
        {
            connection.requested = None;
            self.write(id, segments);
        }
    }

    /// Plans the application's turn for each message that is complete.
    pub(super) fn note_messages(&mut self, id: FlowId) {
        let tcp = self.tcp(id);
        let delivered = tcp.receiver.delivered();
        let Some(connection) = &mut tcp.connection else { return };
        let mut count = 0;
        while connection.ends.front().is_some_and(|&end| end <= delivered) {
            connection.ends.pop_front();
            count += 1;
        }
        let number = connection.number;
        for _ in 0..count {
            self.plan(self.now, Class::Message, id, What::Message(number));
        }
    }

    pub(super) fn message(&mut self, id: FlowId, number: u64) {
        let tcp = self.tcp(id);
        let group = tcp.group;
        if let Some(connection) = &tcp.connection
            && connection.number == number
        {
            let (user, channel) = (connection.user, connection.channel);
            self.act(group, |app, turn| app.on_message(user, channel, turn));
        }
    }

    /// Sends a measured datagram to its receiver.
    pub(super) fn propagate_datagram(
        &mut self,
        packet: &Packet,
        sent: Time,
        lost: bool,
        link_delay: f64,
    ) {
        let now = self.now;
        let link_rtt = self.config.link.rtt;
        let id = packet.flow();
        let Flow::Datagrams(flow) = &mut self.flows[id as usize] else { return };
        let Some((group, _)) = &flow.meter else { return };
        let TrafficConfig::Datagrams(config) = self.config.traffic[*group] else { return };
        let rtt = config.meter.and_then(|meter| meter.rtt).unwrap_or(link_rtt);
        if lost {
            return self.report_loss(id);
        }
        let nanos = (rtt - rtt.half()).nanos() as i64 + (link_delay * 1e9).round() as i64;
        let arrival = (now + Span::from_nanos(nanos.max(0) as u64)).max(flow.last_arrival);
        flow.last_arrival = arrival;
        let what = What::Datagram { seq: packet.seq, delay: arrival - sent };
        self.plan(arrival, Class::Message, id, what);
    }

    /// Reports the loss of a datagram to its group, if it is measured.
    pub(super) fn report_loss(&mut self, id: FlowId) {
        if let Flow::Datagrams(flow) = &self.flows[id as usize]
            && let Some((group, _)) = flow.meter
            && let Some(results) = &mut self.groups[group].results
        {
            results.lost(self.now);
        }
    }

    pub(super) fn datagram(&mut self, id: FlowId, seq: u64, delay: Span) {
        let now = self.now;
        if let Flow::Datagrams(flow) = &mut self.flows[id as usize]
            && let Some((group, meter)) = &mut flow.meter
            && let Some(results) = &mut self.groups[*group].results
        {
            meter.receive(seq, delay, now, results);
        }
    }
}
