//! The simulation: senders, one or several hops with one discipline each, receivers, and the return path.
//!
//! One loop (`run`) handles a closed set of events. The order at equal times is: timed changes, the
//! schedule of the rate, the discipline's timer, the end of a transmission. Then [`Class`](crate::event::Class), flow, and
//! sequence within the flow decide.

mod acks;
mod apps;
mod change;
mod deadlines;
mod device;
mod flow;
mod flows;
mod goodput;
mod hop;
mod hops;
mod noise;
mod path;
mod run;
mod snapshot;
mod token_bucket;
mod trace;
mod transit;

pub use flows::FlowProbe;
pub use goodput::GoodputSecond;
pub use snapshot::Snapshot;
pub use trace::{FlowSample, TRACE_INTERVAL};

use crate::app::Action;
use crate::aqm::{AnyProbe, Discipline, Environment};
use crate::config::{Change, SimulationConfig, TrafficConfig};
use crate::event::EventQueue;
use crate::link::ReturnPath;
use crate::log::EventLog;
use crate::metrics::{
    FlowSummary, Histogram, Parts, ResultKind, ResultSummary, Results, Series, Summary, jain_index,
};
use crate::packet::{Ack, FlowId, Packet};
use crate::time::{Span, Time};
use acks::Acks;
use deadlines::Deadlines;
use flow::Flow;
use flows::Group;
use goodput::GoodputLog;
use hop::Hop;
use hops::HopIndex;

pub use crate::config::MTU;

/// Content of an event.
#[derive(Clone, Copy, Debug)]
enum Parcel {
    /// An ACK enters the queue of the way back. `delay` is added after a rate-limited return path; a
    /// bottleneck adds its own.
    ReturnPath { ack: Ack, delay: Span },
    /// An ACK reaches its sender. It was too far in the future for [`Acks`].
    Ack(Ack),
    /// A segment reaches its first queue after a random delay.
    Segment(Packet),
    /// An ACK reaches the next hop.
    AckAt { ack: Ack, hop: HopIndex },
    /// A packet sent at `sent` reaches the next hop.
    DataAt { packet: Packet, sent: Time, hop: HopIndex },
}

/// One running lane. To go back to an earlier time, see [`Snapshot`].
#[derive(Clone, Debug)]
pub struct Simulation {
    config: SimulationConfig,
    now: Time,
    /// Sorted by time. `next_change` is the index of the first change not yet applied.
    changes: Vec<(Time, Change)>,
    next_change: usize,
    events: EventQueue<Parcel>,
    deadlines: Deadlines,
    acks: Acks,
    /// The hop of the lane's discipline.
    bottleneck: Hop,
    /// The hop of the way back, if there is one, then the other hops of the forward direction.
    others: Vec<Hop>,
    return_path: ReturnPath,
    groups: Vec<Group>,
    flows: Vec<Flow>,
    goodput: GoodputLog,
    /// See [`Simulation::trace_flows`].
    trace: Option<Vec<FlowSample>>,
    /// See [`Simulation::general_acks`].
    general_acks: u64,
    /// [`Simulation::effort`] without the packets of the open bin. Not a field of the recorder: one
    /// more field there worsens the layout of the hot fields, and costs 5 % of the time.
    effort_before: u64,
    /// [`Simulation::run`] stops at this effort.
    most_effort: u64,
    /// An empty list for the actions of applications.
    actions: Vec<Action>,
}

impl Simulation {
    /// Creates a simulation at time zero. `config` must be valid.
    pub fn new(config: &SimulationConfig) -> Self {
        let environment = change::environment(&config.link);
        let mut changes: Vec<(Time, Change)> = Vec::new();
        for &(at, change) in &config.changes {
            // After changes of the same time. Most changes are given in order.
            let index = changes.partition_point(|&(other, _)| other <= at);
            changes.insert(index, (at, change));
        }
        let mut bottleneck = Hop::new(config, environment, hop::LANE);
        let others = hops::prepare(config, &mut bottleneck);
        let mut simulation = Simulation {
            now: Time::ZERO,
            changes,
            next_change: 0,
            events: EventQueue::default(),
            deadlines: Deadlines::new(bottleneck.host.recorder.boundary()),
            acks: Acks::new(flows::longest_path(config)),
            bottleneck,
            others,
            return_path: ReturnPath::new(config.link.ack_rate, config.link.ack_buffer),
            groups: Vec::new(),
            flows: Vec::new(),
            goodput: GoodputLog::new(config.warmup),
            trace: None,
            general_acks: 0,
            effort_before: 0,
            most_effort: u64::MAX,
            actions: Vec::new(),
            config: config.clone(),
        };
        for (index, traffic) in config.traffic.iter().enumerate() {
            simulation.add_group(index, traffic);
        }
        simulation
    }

    /// Leaves the time series empty. Runs that need only statistics are then about 5 % faster.
    pub fn without_series(mut self) -> Self {
        self.bottleneck.host.recorder.drop_series();
        for hop in &mut self.others {
            hop.host.recorder.drop_series();
        }
        self
    }

    /// Records the queue delay of each traffic group, of each class of the discipline and of each flow, if
    /// there are several groups or queues. The run itself does not change; it takes about 20 % longer.
    pub fn with_parts(mut self) -> Self {
        self.bottleneck.host.wants_parts = true;
        self.refresh_parts();
        self
    }

    /// Like [`Simulation::with_parts`], also with one group and one queue.
    pub fn with_flow_delays(mut self) -> Self {
        self.start_parts();
        self.with_parts()
    }

    /// Starts the recorder of parts if it was requested and there are several parts, and sets the classes.
    fn refresh_parts(&mut self) {
        let queue = self.bottleneck.aqm.config();
        let (classes, has_many) = (queue.classes(), queue.has_many_queues());
        if self.bottleneck.host.wants_parts && (self.config.traffic.len() > 1 || has_many) {
            self.start_parts();
        }
        if let Some(parts) = &mut self.bottleneck.host.parts {
            parts.set_classes(classes);
        }
    }

    fn start_parts(&mut self) {
        if self.bottleneck.host.parts.is_none() {
            let mut parts = Parts::new(self.config.traffic.len(), self.config.warmup, self.now);
            self.flows.iter().for_each(|flow| parts.add_flow(flow.traffic_group()));
            self.bottleneck.host.parts = Some(Box::new(parts));
        }
    }

    /// Returns the recorder that [`Simulation::with_parts`] started.
    pub fn parts(&self) -> Option<&Parts> {
        self.bottleneck.host.parts.as_deref()
    }

    /// Returns the time up to which all events are handled.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Returns the work done since time zero, in packets. It counts the packets offered to the
    /// queue; each change adds the number of packets that would take as long.
    pub fn effort(&self) -> u64 {
        self.effort_before + self.bottleneck.host.recorder.offered_in_bin()
    }

    /// Adds a change at `at`, after the changes already planned for that time. `at` must not be
    /// before [`Simulation::now`].
    pub fn schedule(&mut self, at: Time, change: Change) {
        assert!(at >= self.now, "a change cannot be scheduled in the past");
        let index = self.changes.partition_point(|&(time, _)| time <= at);
        self.changes.insert(index, (at, change));
    }

    /// Returns the statistics since [`Simulation::summary_start`].
    pub fn summary(&self) -> Summary {
        let mut summary = self.bottleneck.summary(self.now);
        self.add_others(&mut summary, |hop| hop.summary(self.now));
        self.add_goodput(&mut summary, self.summary_start(), self.now);
        if let Some(parts) = self.parts() {
            summary.parts = parts.whole();
            summary.flow_delays = parts.flows();
        }
        let results = self.group_results();
        summary.applications =
            results.map(|(group, results)| results.whole(group, self.now)).collect();
        summary
    }

    /// Returns the start of [`Simulation::summary`]: the first bin of the time series that begins
    /// at the end of the warm-up or later. Before that it is zero.
    pub fn summary_start(&self) -> Time {
        let start = self.goodput.start();
        if self.now >= start { start } else { Time::ZERO }
    }

    /// Returns the queue delays of the packets that left since the warm-up.
    pub fn delays(&self) -> Histogram {
        self.bottleneck.host.recorder.delays()
    }

    /// Returns the statistics from `from` to `to`. Queue measures cover whole quarters of a second,
    /// goodput whole seconds.
    pub fn window(&self, from: Time, to: Time) -> Summary {
        let mut summary = self.bottleneck.window(from, to.min(self.now));
        self.add_others(&mut summary, |hop| hop.window(from, to.min(self.now)));
        self.add_goodput(&mut summary, from, to.min(self.now));
        if let Some(parts) = self.parts() {
            summary.parts = parts.window(from, to.min(self.now));
        }
        summary.applications = self.applications(from, to);
        summary
    }

    /// Returns the group of each application and what it measures, in the order of [`Simulation::applications`].
    pub fn application_kinds(&self) -> impl Iterator<Item = (usize, ResultKind)> {
        self.group_results().map(|(group, results)| (group, results.kind()))
    }

    /// Returns the results of the applications from `from` to `to`, both rounded down to whole seconds.
    pub fn applications(&self, from: Time, to: Time) -> Vec<ResultSummary> {
        let window =
            |(group, results): (usize, &Results)| results.window(group, from, to.min(self.now));
        self.group_results().map(window).collect()
    }

    /// Returns the queue delays of the packets that left from `from` to `to`, both rounded down to
    /// whole quarters of a second.
    pub fn delays_between(&self, from: Time, to: Time) -> Histogram {
        self.bottleneck.host.recorder.delays_between(from, to.min(self.now))
    }

    /// Returns the goodput of all flows in each whole second from second `from` on.
    pub fn goodput_seconds(&self, from: usize) -> Vec<GoodputSecond> {
        self.goodput.seconds(from)
    }

    /// Returns the time series of all finished bins.
    pub fn series(&self) -> &Series {
        self.bottleneck.host.recorder.series()
    }

    /// Returns a digest of all events at all hops.
    pub fn digest(&self) -> u64 {
        let own = self.bottleneck.host.digest;
        self.others.iter().fold(own, |digest, hop| digest.with(hop.host.digest)).value()
    }

    /// Returns how many ACKs since time zero did not take the fast path, because of loss,
    /// reordering or marks, or because their flow is a reverse one. They cost several times as much as the others.
    pub fn general_acks(&self) -> u64 {
        self.general_acks
    }

    /// Records the drops and marks from `from` until just before `to`, at most `most` of them. Also
    /// records the discipline's probe in every bin of 10 ms. A new log replaces an earlier one. The
    /// run itself does not change.
    pub fn record_events(&mut self, from: Time, to: Time, most: usize) {
        self.bottleneck.host.log = Some(Box::new(EventLog::new(from, to, most)));
    }

    /// Returns the log that [`Simulation::record_events`] started.
    pub fn events(&self) -> Option<&EventLog> {
        self.bottleneck.host.log.as_deref()
    }

    /// Returns the index of the traffic group that a flow belongs to, or `None` for a burst.
    pub fn group_of(&self, flow: FlowId) -> Option<usize> {
        self.flows.get(flow as usize)?.traffic_group()
    }

    /// Takes the log and stops recording events.
    pub fn take_events(&mut self) -> Option<EventLog> {
        self.bottleneck.host.log.take().map(|log| *log)
    }

    /// Returns the discipline's inner state.
    pub fn probe(&self) -> AnyProbe {
        self.bottleneck.aqm.probe(self.now)
    }

    /// Returns the current backlog in packets and in bytes.
    pub fn backlog(&self) -> (u64, u64) {
        (self.bottleneck.aqm.packets(), self.bottleneck.aqm.bytes())
    }

    /// Returns the limit, rate and MTU that the discipline uses now.
    pub fn environment(&self) -> Environment {
        self.bottleneck.environment
    }

    fn close_bin(&mut self, boundary: Time) {
        self.now = boundary;
        self.effort_before += self.bottleneck.host.recorder.offered_in_bin();
        self.bottleneck.close_bin(boundary);
        for hop in &mut self.others {
            hop.close_bin(boundary);
        }
        self.watch_deadlines(self.bottleneck.host.recorder.boundary());
        if self.goodput.is_due(boundary) {
            self.goodput.record(boundary, &self.flows);
        }
        if self.trace.is_some() {
            self.sample_flows(boundary);
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

    /// Returns the results of the groups that measure any, with the indices of the groups.
    fn group_results(&self) -> impl Iterator<Item = (usize, &Results)> {
        let groups = self.groups.iter().enumerate();
        groups.filter_map(|(index, group)| Some((index, group.results.as_deref()?)))
    }

    fn group_config(&self, index: usize) -> &TrafficConfig {
        &self.config.traffic[index]
    }
}
