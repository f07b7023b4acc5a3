//! The state of a simulation: all that its future depends on, with the open bin of the measures.

use super::deadlines::Deadlines;
use super::flow::Flow;
use super::goodput::Goodput;
use super::group::Group;
use super::hop::Hop;
use super::records::{HopRecords, Records};
use super::{Parcel, acks::Acks};
use crate::app::Action;
use crate::aqm::{AnyProbe, Discipline};
use crate::config::{Change, SimulationConfig, TrafficConfig};
use crate::event::EventQueue;
use crate::link::ReturnPath;
use crate::metrics::{
    FlowSummary, Parts, ResultSummary, Results, SAMPLE_INTERVAL, Summary, jain_index,
};
#[cfg(feature = "journal")]
use crate::packet::FlowId;
use crate::time::Time;

/// The state of one lane. Records are passed to the functions that add to them or read them.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) config: SimulationConfig,
    pub(super) now: Time,
    /// Sorted by time. `next_change` is the index of the first change not yet applied.
    pub(super) changes: Vec<(Time, Change)>,
    pub(super) next_change: usize,
    pub(super) events: EventQueue<Parcel>,
    pub(super) deadlines: Deadlines,
    pub(super) acks: Acks,
    /// The hop of the lane's discipline.
    pub(super) bottleneck: Hop,
    /// The hop of the way back, if there is one, then the other hops of the forward direction.
    pub(super) others: Vec<Hop>,
    pub(super) return_path: ReturnPath,
    pub(super) groups: Vec<Group>,
    pub(super) flows: Vec<Flow>,
    pub(super) goodput: Goodput,
    /// See [`Simulation::general_acks`](super::Simulation::general_acks).
    pub(super) general_acks: u64,
    /// [`State::effort`] without the packets of the open bin. Not a field of the recorder: one
    /// more field there worsens the layout of the hot fields, and costs 5 % of the time.
    pub(super) effort_before: u64,
    /// [`State::run`] stops at this effort.
    pub(super) most_effort: u64,
    /// An empty list for the actions of applications.
    pub(super) actions: Vec<Action>,
    /// The flow whose sender keeps a journal.
    #[cfg(feature = "journal")]
    pub(super) journal_of: Option<FlowId>,
}

impl State {
    /// Starts the recorder of parts as soon as there are several parts.
    pub(super) fn want_parts(&mut self) {
        self.bottleneck.host.wants_parts = true;
        self.refresh_parts();
    }

    /// Starts the recorder of parts if it was requested and there are several parts, and sets the classes.
    pub(super) fn refresh_parts(&mut self) {
        let queue = self.bottleneck.aqm.config();
        let (classes, has_many) = (queue.classes(), queue.has_many_queues());
        if self.bottleneck.host.wants_parts && (self.config.traffic.len() > 1 || has_many) {
            self.start_parts();
        }
        if let Some(parts) = &mut self.bottleneck.host.parts {
            parts.set_classes(classes);
        }
    }

    pub(super) fn start_parts(&mut self) {
        if self.bottleneck.host.parts.is_none() {
            let mut parts = Parts::new(self.config.traffic.len(), self.config.warmup, self.now);
            self.flows.iter().for_each(|flow| parts.add_flow(flow.traffic_group()));
            self.bottleneck.host.parts = Some(Box::new(parts));
        }
    }

    /// Returns the recorder of parts.
    pub(super) fn parts(&self) -> Option<&Parts> {
        self.bottleneck.host.parts.as_deref()
    }

    pub(super) fn effort(&self) -> u64 {
        self.effort_before + self.bottleneck.host.recorder.offered_in_bin()
    }

    pub(super) fn schedule(&mut self, at: Time, change: Change) {
        assert!(at >= self.now, "a change cannot be scheduled in the past");
        let index = self.changes.partition_point(|&(time, _)| time <= at);
        self.changes.insert(index, (at, change));
    }

    /// Returns the statistics since [`State::summary_start`].
    pub(super) fn summary(&self, records: &Records) -> Summary {
        let mut summary = self.bottleneck.summary(self.now);
        self.add_others(&mut summary, records, |hop, _| hop.summary(self.now));
        self.add_goodput(&mut summary, records, self.summary_start(), self.now);
        if let Some(parts) = self.parts() {
            summary.parts = parts.whole(&records.parts);
            summary.flow_delays = parts.flows();
        }
        let results = self.group_results();
        summary.applications =
            results.map(|(group, results)| results.whole(group, self.now)).collect();
        summary
    }

    pub(super) fn summary_start(&self) -> Time {
        let start = self.goodput.start();
        if self.now >= start { start } else { Time::ZERO }
    }

    /// Returns the statistics from `from` to `to`.
    pub(super) fn window(&self, records: &Records, from: Time, to: Time) -> Summary {
        let to = to.min(self.now);
        let of = |hop: &Hop, records: &HopRecords| hop.window(records, from, to);
        let mut summary = of(&self.bottleneck, &records.hops[0]);
        self.add_others(&mut summary, records, of);
        self.add_goodput(&mut summary, records, from, to);
        if let Some(parts) = self.parts() {
            summary.parts = parts.window(&records.parts, from, to);
        }
        summary.applications = self.applications(records, from, to);
        summary
    }

    /// Returns the results of the applications from `from` to `to`.
    pub(super) fn applications(
        &self,
        records: &Records,
        from: Time,
        to: Time,
    ) -> Vec<ResultSummary> {
        let to = to.min(self.now);
        let rows = |group: usize| &records.results[group];
        let results = self.group_results();
        results.map(|(group, it)| it.window(group, rows(group), from, to)).collect()
    }

    /// Returns the number of bins of the time series that have finished.
    pub(super) fn finished_bins(&self) -> usize {
        let boundary = self.bottleneck.host.recorder.boundary();
        (boundary.nanos() / SAMPLE_INTERVAL.nanos()) as usize - 1
    }

    /// Returns a digest of all events at all hops.
    pub(super) fn digest(&self) -> u64 {
        let lane = self.bottleneck.host.digest;
        self.others.iter().fold(lane, |digest, hop| digest.with(hop.host.digest)).value()
    }

    /// Returns the discipline's inner state.
    pub(super) fn probe(&self) -> AnyProbe {
        self.bottleneck.aqm.probe(self.now)
    }

    /// Returns the current backlog in packets and in bytes.
    pub(super) fn backlog(&self) -> (u64, u64) {
        (self.bottleneck.aqm.packets(), self.bottleneck.aqm.bytes())
    }

    fn add_goodput(&self, summary: &mut Summary, records: &Records, from: Time, to: Time) {
        let rates = self.goodput.rates(&records.goodput, &self.flows, from, to, self.now);
        let long_lived = rates.iter().filter(|rate| rate.long_lived).map(|rate| rate.mbps);
        summary.jain = jain_index(long_lived);
        summary.flows = rates
            .iter()
            .map(|rate| FlowSummary { id: rate.id, group: rate.group, goodput_mbps: rate.mbps })
            .collect();
    }

    /// Returns the results of the groups that measure any, with the indices of the groups.
    pub(super) fn group_results(&self) -> impl Iterator<Item = (usize, &Results)> {
        let groups = self.groups.iter().enumerate();
        groups.filter_map(|(index, group)| Some((index, group.results.as_deref()?)))
    }

    pub(super) fn group_config(&self, index: usize) -> &TrafficConfig {
        &self.config.traffic[index]
    }
}
