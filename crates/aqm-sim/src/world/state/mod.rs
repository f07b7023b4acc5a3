//! The state of a simulation: all that its future depends on, with the open bin of the measures.

mod apps;
mod bins;
mod change;
mod flows;
mod run;
mod send;
mod timers;
mod way_back;

use super::calendar::Calendar;
use super::effort::Effort;
use super::flow::Flow;
use super::goodput::Goodput;
use super::group::Group;
use super::hop::Hop;
use super::hops::Hops;
use super::records::{HopRecords, Records};
use super::route::longest_path;
use super::timeline::Timeline;
use crate::app::Action;
use crate::aqm::{AnyProbe, Discipline};
use crate::config::{Change, SimulationConfig, TrafficConfig};
use crate::link::ReturnPath;
use crate::metrics::{
    FlowSummary, Parts, ResultSummary, Results, SAMPLE_INTERVAL, Summary, jain_index,
};
use crate::packet::FlowId;
use crate::time::Time;

/// The state of one lane. Records are passed to the functions that add to them or read them.
#[derive(Clone, Debug)]
pub struct State {
    config: SimulationConfig,
    calendar: Calendar,
    timeline: Timeline,
    effort: Effort,
    hops: Hops,
    /// The link of ACKs on a way back without a hop.
    return_link: ReturnPath,
    groups: Vec<Group>,
    flows: Vec<Flow>,
    goodput: Goodput,
    general_acks: u64,
    /// An empty list for the actions of applications.
    actions: Vec<Action>,
    /// The flow whose sender keeps a journal.
    #[cfg(feature = "journal")]
    journal_of: Option<FlowId>,
}

impl State {
    /// Creates a simulation at time zero. `config` must be valid.
    pub fn new(config: &SimulationConfig) -> Self {
        let hops = Hops::new(config);
        let mut state = State {
            calendar: Calendar::new(longest_path(config), hops.lane().boundary()),
            timeline: Timeline::new(&config.changes),
            effort: Effort::new(),
            hops,
            return_link: ReturnPath::new(config.link.ack_rate, config.link.ack_buffer),
            groups: Vec::new(),
            flows: Vec::new(),
            goodput: Goodput::new(config.warmup),
            general_acks: 0,
            actions: Vec::new(),
            #[cfg(feature = "journal")]
            journal_of: None,
            config: config.clone(),
        };
        for (index, traffic) in config.traffic.iter().enumerate() {
            state.add_group(index, traffic);
        }
        state
    }

    /// Returns the empty records of a run that starts.
    pub fn records(&self) -> Records {
        Records::new(self.hops.iter().count(), self.groups.len())
    }

    /// Returns the time up to which all events are handled.
    pub fn now(&self) -> Time {
        self.calendar.now()
    }

    pub fn hops(&self) -> &Hops {
        &self.hops
    }

    pub fn hops_mut(&mut self) -> &mut Hops {
        &mut self.hops
    }

    /// Returns all flows so far, in the order of their numbers.
    pub fn flows(&self) -> &[Flow] {
        &self.flows
    }

    /// Returns a flow if its connection is open; `None` for a datagram source.
    pub fn connection(&self, id: FlowId) -> Option<&Flow> {
        self.flows.get(id as usize).filter(|flow| flow.is_open(self.now()))
    }

    /// See [`Simulation::general_acks`](super::Simulation::general_acks).
    pub fn general_acks(&self) -> u64 {
        self.general_acks
    }

    /// See [`Simulation::next_sender_event`](super::Simulation::next_sender_event).
    pub fn next_sender_event(&self) -> Time {
        self.calendar.next_ack().min(self.calendar.next_event()).min(self.hops.lane().boundary())
    }

    /// Returns the memory of what is planned, and of packets in the queues beside themselves, in bytes.
    pub fn planned_bytes(&self) -> usize {
        self.calendar.bytes() + self.hops.transit_bytes()
    }

    /// Starts or ends the observation of all hops: of drops, marks and losses, or of everything.
    pub fn observe(&mut self, all: Option<bool>) {
        let now = self.now();
        self.hops.iter_mut().for_each(|hop| hop.observe(all, now));
        if all == Some(true) {
            // Deliveries on the fast path are not observed.
            self.flows.iter_mut().for_each(Flow::check_order);
        }
    }

    #[cfg(feature = "journal")]
    pub fn can_record_sender(&self, flow: FlowId) -> bool {
        let flow = self.flows.get(flow as usize);
        flow.is_none_or(|flow| flow.sender.can_start_journal())
    }

    /// Starts the journal of a sender, now or when its flow is added.
    #[cfg(feature = "journal")]
    pub fn record_sender(&mut self, flow: FlowId) {
        self.journal_of = Some(flow);
        self.start_journal();
    }

    #[cfg(feature = "journal")]
    fn start_journal(&mut self) {
        if let Some(flow) = self.recorded_flow() {
            flow.sender.start_journal();
        }
    }

    /// Returns the flow whose sender keeps a journal.
    #[cfg(feature = "journal")]
    pub fn recorded_flow(&mut self) -> Option<&mut Flow> {
        self.journal_of.and_then(|flow| self.flows.get_mut(flow as usize))
    }

    /// Starts the recorder of parts as soon as there are several parts.
    pub fn want_parts(&mut self) {
        self.hops.lane_mut().host.wants_parts = true;
        self.refresh_parts();
    }

    /// Starts the recorder of parts if it was requested and there are several parts, and sets the classes.
    fn refresh_parts(&mut self) {
        let hop = self.hops.lane();
        let queue = hop.aqm.config();
        let (classes, has_many) = (queue.classes(), queue.has_many_queues());
        if hop.host.wants_parts && (self.config.traffic.len() > 1 || has_many) {
            self.start_parts();
        }
        if let Some(parts) = &mut self.hops.lane_mut().host.parts {
            parts.set_classes(classes);
        }
    }

    pub fn start_parts(&mut self) {
        if self.parts().is_none() {
            let mut parts = Parts::new(self.config.traffic.len(), self.config.warmup, self.now());
            self.flows.iter().for_each(|flow| parts.add_flow(flow.traffic_group()));
            self.hops.lane_mut().host.parts = Some(Box::new(parts));
        }
    }

    /// Returns the recorder of parts.
    pub fn parts(&self) -> Option<&Parts> {
        self.hops.lane().host.parts.as_deref()
    }

    pub fn effort(&self) -> u64 {
        self.effort.total(self.hops.lane().offered_in_bin())
    }

    pub fn schedule(&mut self, at: Time, change: Change) {
        assert!(at >= self.now(), "a change cannot be scheduled in the past");
        self.timeline.insert(at, change);
    }

    /// Returns the statistics since [`State::summary_start`].
    pub fn summary(&self, records: &Records) -> Summary {
        let mut summary = self.hops.lane().summary(self.now());
        self.hops.add_others(&mut summary, records, |hop, _| hop.summary(self.now()));
        self.add_goodput(&mut summary, records, self.summary_start(), self.now());
        if let Some(parts) = self.parts() {
            summary.parts = parts.whole(&records.parts);
            summary.flow_delays = parts.flows();
        }
        let results = self.group_results();
        summary.applications =
            results.map(|(group, results)| results.whole(group, self.now())).collect();
        summary
    }

    pub fn summary_start(&self) -> Time {
        let start = self.goodput.start();
        if self.now() >= start { start } else { Time::ZERO }
    }

    /// Returns the statistics from `from` to `to`.
    pub fn window(&self, records: &Records, from: Time, to: Time) -> Summary {
        let to = to.min(self.now());
        let of = |hop: &Hop, records: &HopRecords| hop.window(records, from, to);
        let mut summary = of(self.hops.lane(), &records.hops[0]);
        self.hops.add_others(&mut summary, records, of);
        self.add_goodput(&mut summary, records, from, to);
        if let Some(parts) = self.parts() {
            summary.parts = parts.window(&records.parts, from, to);
        }
        summary.applications = self.applications(records, from, to);
        summary
    }

    /// Returns the results of the applications from `from` to `to`.
    pub fn applications(&self, records: &Records, from: Time, to: Time) -> Vec<ResultSummary> {
        let to = to.min(self.now());
        let rows = |group: usize| &records.results[group];
        let results = self.group_results();
        results.map(|(group, it)| it.window(group, rows(group), from, to)).collect()
    }

    /// Returns the number of bins of the time series that have finished.
    fn finished_bins(&self) -> usize {
        let boundary = self.hops.lane().boundary();
        (boundary.nanos() / SAMPLE_INTERVAL.nanos()) as usize - 1
    }

    /// Returns the discipline's inner state.
    pub fn probe(&self) -> AnyProbe {
        self.hops.lane().aqm.probe(self.now())
    }

    fn add_goodput(&self, summary: &mut Summary, records: &Records, from: Time, to: Time) {
        let rates = self.goodput.rates(&records.goodput, &self.flows, from, to, self.now());
        let long_lived = rates.iter().filter(|rate| rate.long_lived).map(|rate| rate.mbps);
        summary.jain = jain_index(long_lived);
        summary.flows = rates
            .iter()
            .map(|rate| FlowSummary { id: rate.id, group: rate.group, goodput_mbps: rate.mbps })
            .collect();
    }

    /// Returns the results of each group that has some, with the index of the group.
    pub fn group_results(&self) -> impl Iterator<Item = (usize, &Results)> {
        let groups = self.groups.iter().enumerate();
        groups.filter_map(|(index, group)| Some((index, group.results.as_deref()?)))
    }

    fn group_config(&self, index: usize) -> &TrafficConfig {
        &self.config.traffic[index]
    }
}
