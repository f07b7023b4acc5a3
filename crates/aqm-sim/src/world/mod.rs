//! The simulation: senders, one or several hops with one discipline each, receivers, and the return path.
//!
//! One loop (`state/run.rs`) handles a closed set of events. The order at equal times is: timed changes, the
//! schedule of the rate, the discipline's timer, the end of a transmission. Then [`Class`](crate::event::Class), flow, and
//! sequence within the flow decide.

mod acks;
mod attached;
mod buckets;
mod calendar;
mod deadlines;
mod device;
mod effort;
mod flow;
pub mod footprint;
mod goodput;
mod group;
mod hop;
mod hops;
mod host;
#[cfg(feature = "journal")]
mod journal;
mod noise;
mod probes;
mod records;
mod reports;
mod route;
mod snapshot;
mod state;
mod timeline;
mod trace;
mod transit;

pub use buckets::{Buckets, Sending};
pub use goodput::GoodputSecond;
pub use probes::ProbeSeries;
pub use reports::{FlowProbe, SenderReport};
pub use snapshot::Snapshot;
pub use trace::{FlowSample, TRACE_INTERVAL};

use crate::aqm::{AnyProbe, Discipline as _, Environment};
use crate::config::{Change, SimulationConfig};
use crate::log::{EventLog, PacketLog, PacketRow};
use crate::metrics::{Histogram, PartRecords, ResultKind, ResultSummary, Series, Summary};
use crate::packet::FlowId;
use crate::time::Time;
use records::Records;
use state::State;

pub use crate::config::MTU;

/// One running lane. To go back to an earlier time, see [`Snapshot`].
///
/// The run depends on the state only. The records are what was measured; they grow at their ends. So a snapshot is a clone of
/// the state with the lengths of the records, and a clone of both is a second run that can go on in another way.
#[derive(Clone, Debug)]
pub struct Simulation {
    state: State,
    records: Records,
}

impl Simulation {
    /// Creates a simulation at time zero. `config` must be valid.
    pub fn new(config: &SimulationConfig) -> Self {
        let state = State::new(config);
        Simulation { records: state.records(), state }
    }

    /// Leaves the time series empty. Runs that need only statistics are then about 5 % faster.
    pub fn without_series(mut self) -> Self {
        self.records.drop_series();
        self
    }

    /// Records the queue delay of each traffic group, of each class of the discipline and of each flow, if
    /// there are several groups or queues. The run itself does not change; it takes about 20 % longer.
    pub fn with_parts(mut self) -> Self {
        self.state.want_parts();
        self.state.hand_over(&mut self.records);
        self
    }

    /// Like [`Simulation::with_parts`], also with one group and one queue.
    pub fn with_flow_delays(mut self) -> Self {
        self.state.start_parts();
        self.with_parts()
    }

    /// Returns the records of groups and classes, if [`Simulation::with_parts`] started them.
    pub fn parts(&self) -> Option<&PartRecords> {
        self.state.parts().map(|_| &self.records.parts)
    }

    /// Runs until just before `until`. Events at `until` itself stay pending.
    pub fn run_until(&mut self, until: Time) {
        self.run(until, u64::MAX);
    }

    /// Like [`Simulation::run_until`], but calls `between` after the [effort](Simulation::effort) of about
    /// every `packets` packets, and at the end.
    pub fn run_until_reporting(&mut self, until: Time, packets: u64, between: &mut dyn FnMut()) {
        loop {
            self.run(until, packets);
            between();
            if self.now() >= until {
                break;
            }
        }
    }

    /// Like [`Simulation::run_until`], but stops early after the [effort](Simulation::effort) of
    /// about `packets` packets. Some events at [`Simulation::now`] may then still be pending.
    pub fn run(&mut self, until: Time, packets: u64) {
        let before = self.effort();
        if let Some(log) = &self.records.packets
            && self.now() < log.from()
            && log.from() < until
        {
            self.state.run(log.from(), packets, &mut self.records);
            self.refresh_observers();
        }
        let packets = packets.saturating_sub(self.effort() - before);
        self.state.run(until, packets, &mut self.records);
        self.state.hand_over(&mut self.records);
        if self.records.packets.is_some() {
            self.refresh_observers();
        }
    }

    /// Returns the time up to which all events are handled.
    pub fn now(&self) -> Time {
        self.state.now()
    }

    /// Returns the work done since time zero, in packets. It counts the packets offered to the
    /// queue; each change adds the number of packets that would take as long.
    pub fn effort(&self) -> u64 {
        self.state.effort()
    }

    /// Adds a change at `at`, after the changes already planned for that time. `at` must not be
    /// before [`Simulation::now`].
    pub fn schedule(&mut self, at: Time, change: Change) {
        self.state.schedule(at, change);
    }

    /// Returns the statistics since [`Simulation::summary_start`].
    pub fn summary(&self) -> Summary {
        self.state.summary(&self.records)
    }

    /// Returns the start of [`Simulation::summary`]: the first bin of the time series that begins
    /// at the end of the warm-up or later. Before that it is zero.
    pub fn summary_start(&self) -> Time {
        self.state.summary_start()
    }

    /// Returns the queue delays of the packets that left since the warm-up.
    pub fn delays(&self) -> Histogram {
        self.state.hops().lane().host.recorder.delays()
    }

    /// Returns the statistics from `from` to `to`. Queue measures cover whole quarters of a second,
    /// goodput whole seconds.
    pub fn window(&self, from: Time, to: Time) -> Summary {
        self.state.window(&self.records, from, to)
    }

    /// Returns the group of each application and what it measures, in the order of [`Simulation::applications`].
    pub fn application_kinds(&self) -> impl Iterator<Item = (usize, ResultKind)> {
        self.state.group_results().map(|(group, results)| (group, results.kind()))
    }

    /// Returns the results of the applications from `from` to `to`, both rounded down to whole seconds.
    pub fn applications(&self, from: Time, to: Time) -> Vec<ResultSummary> {
        self.state.applications(&self.records, from, to)
    }

    /// Returns the queue delays of the packets that left from `from` to `to`, both rounded down to
    /// whole quarters of a second.
    pub fn delays_between(&self, from: Time, to: Time) -> Histogram {
        self.records.hops[0].queue.delays_between(from, to.min(self.now()))
    }

    /// Returns the goodput of all flows in each whole second from second `from` on.
    pub fn goodput_seconds(&self, from: usize) -> Vec<GoodputSecond> {
        self.records.goodput.seconds(from)
    }

    /// Returns the time series of all finished bins.
    pub fn series(&self) -> &Series {
        self.records.hops[0].queue.series()
    }

    /// Returns the time series of the reverse bottleneck, of the same bins; `None` without one.
    pub fn reverse_series(&self) -> Option<&Series> {
        let hop = self.state.hops().reverse_index()?;
        Some(self.records.hops[hop].queue.series())
    }

    /// Returns the time series of another hop of the forward direction: index in `before`, then `after`.
    pub fn hop_series(&self, index: usize) -> Option<&Series> {
        let hop = self.records.hops.get(self.state.hops().forward_index(index))?;
        Some(hop.queue.series())
    }

    /// Returns a digest of all events at all hops.
    pub fn digest(&self) -> u64 {
        self.state.hops().digest()
    }

    /// Returns how many ACKs since time zero did not take the fast path, because of loss,
    /// reordering or marks, or because their flow is a reverse one. They cost several times as much as the others.
    pub fn general_acks(&self) -> u64 {
        self.state.general_acks()
    }

    /// Records the drops, marks and losses of all hops from `from` until just before `to`, at most `most` of them. Also
    /// records the probe of the lane's discipline in every bin of 10 ms. A new log replaces an earlier one. The
    /// run itself does not change.
    pub fn record_events(&mut self, from: Time, to: Time, most: usize) {
        self.records.events = Some(Box::new(EventLog::new(from, to, most)));
        self.refresh_observers();
    }

    /// Returns the log that [`Simulation::record_events`] started.
    pub fn events(&self) -> Option<&EventLog> {
        self.records.events.as_deref()
    }

    /// Takes the log and stops recording events.
    pub fn take_events(&mut self) -> Option<EventLog> {
        let log = self.records.events.take();
        self.refresh_observers();
        log.map(|log| *log)
    }

    /// Records what happens to each packet at each hop: to those that wait in a queue at `from`, and those that reach one from
    /// then until just before `to`. It keeps at most `most` rows at a time. A new log replaces an earlier one. The run itself does
    /// not change; packets of that time take the general code, which takes about twice as long.
    pub fn record_packets(&mut self, from: Time, to: Time, most: usize) {
        self.records.packets = Some(Box::new(PacketLog::new(from, to, most)));
        self.refresh_observers();
    }

    /// Returns the log that [`Simulation::record_packets`] started.
    pub fn packets(&self) -> Option<&PacketLog> {
        self.records.packets.as_deref()
    }

    /// Removes the rows of [`Simulation::record_packets`] that cannot change any more, as [`PacketLog::take_finished`] does.
    pub fn take_finished_packets(&mut self) -> Vec<PacketRow> {
        let now = self.now();
        self.records.packets.as_mut().map(|log| log.take_finished(now)).unwrap_or_default()
    }

    /// Takes the log and stops recording packets.
    pub fn take_packets(&mut self) -> Option<PacketLog> {
        let log = self.records.packets.take();
        self.refresh_observers();
        log.map(|log| *log)
    }

    /// Starts or ends the observation of the hops, as the logs need it.
    fn refresh_observers(&mut self) {
        self.state.hand_over(&mut self.records);
        let now = self.now();
        let packets = self.records.packets.as_ref();
        let all = packets.is_some_and(|log| log.from() <= now && !log.is_complete(now));
        let observed = (all || self.records.events.is_some()).then_some(all);
        self.state.observe(observed);
        self.state.hand_over(&mut self.records);
    }

    /// Records window and pacing rate of up to 32 open TCP flows every 50 ms from now on. The run
    /// itself does not change. Snapshots keep the recording, their [`resume`](Snapshot::resume)
    /// does not.
    pub fn trace_flows(mut self) -> Self {
        self.records.trace = Some(Vec::new());
        self
    }

    /// Returns the samples that [`Simulation::trace_flows`] recorded, in order of time.
    pub fn flow_trace(&self) -> &[FlowSample] {
        self.records.trace.as_deref().unwrap_or_default()
    }

    /// Records the discipline's probe at the end of each bin, for a simulation at time zero. The run itself does not
    /// change. Snapshots keep the recording, their [`resume`](Snapshot::resume) does not.
    pub fn with_probes(mut self) -> Self {
        if self.now() == Time::ZERO {
            self.records.probes = Some(Box::default());
        }
        self
    }

    /// Returns the rows that [`Simulation::with_probes`] recorded; `None` without it.
    pub fn probe_series(&self) -> Option<&ProbeSeries> {
        self.records.probes.as_deref()
    }

    /// Returns the inner state of every open TCP sender.
    pub fn flow_probes(&self) -> impl Iterator<Item = FlowProbe> {
        let now = self.now();
        let flows = self.state.flows().iter().enumerate();
        let open = flows.filter(move |(_, flow)| flow.is_open(now));
        open.map(|(id, flow)| FlowProbe {
            id: id as FlowId,
            group: flow.group(),
            sender: flow.sender.probe(),
        })
    }

    /// Returns when something can next happen to a sender: the earliest ACK, timer or other event, or the end of the present
    /// bin, in which timers are planned. No window changes before.
    pub fn next_sender_event(&self) -> Time {
        self.state.next_sender_event()
    }

    /// Returns the inner state of a TCP sender with that of its congestion control; `None` if the flow is not open, or not TCP.
    pub fn sender_report(&self, flow: FlowId) -> Option<SenderReport> {
        let flow = self.state.connection(flow)?;
        let mut control = Vec::new();
        flow.sender.probe_congestion_control(&mut |variable| control.push(variable));
        Some(SenderReport {
            sender: flow.sender.probe(),
            pacing_mbps: flow.sender.pacing_mbps(),
            packet_bytes: flow.packet_bytes(),
            control,
        })
    }

    /// Returns the index of the traffic group of each flow so far, in the order of their numbers; `None` for bursts.
    pub fn flow_groups(&self) -> impl Iterator<Item = Option<usize>> {
        self.state.flows().iter().map(|flow| flow.traffic_group())
    }

    /// Returns the index of the traffic group that a flow belongs to, or `None` for a burst.
    pub fn group_of(&self, flow: FlowId) -> Option<usize> {
        self.state.flows().get(flow as usize)?.traffic_group()
    }

    /// Returns the discipline's inner state.
    pub fn probe(&self) -> AnyProbe {
        self.state.probe()
    }

    /// Returns the current backlog in packets and in bytes.
    pub fn backlog(&self) -> (u64, u64) {
        let queue = &self.state.hops().lane().aqm;
        (queue.packets(), queue.bytes())
    }

    /// Returns the limit, rate and MTU that the discipline uses now.
    pub fn environment(&self) -> Environment {
        self.state.hops().lane().environment
    }
}
