//! The simulation: senders, one bottleneck under one discipline, receivers, and the way back.
//!
//! One closed set of events, one loop (`run`). At equal times: timed changes, the discipline's
//! timer, the end of a transmission, then [`Class`](crate::event::Class), flow, and sequence within
//! the flow.
//!
//! Functions that only other crates call, and rarely, are `#[inline]`: they are compiled with the crate that
//! calls it, and what the page loads of that is compiled for size (`Cargo.toml`), not for speed.

mod acks;
mod bottleneck;
mod change;
mod deadlines;
mod device;
mod flow;
mod flows;
mod goodput;
mod path;
mod run;
mod snapshot;

pub use flows::FlowProbe;
pub use snapshot::Snapshot;

use crate::aqm::{AnyProbe, Discipline, Environment};
use crate::config::{Change, SimulationConfig, TrafficConfig};
use crate::event::EventQueue;
use crate::link::ReturnPath;
use crate::log::EventLog;
use crate::metrics::{FlowSummary, Histogram, Series, Summary, jain_index};
use crate::packet::{Ack, FlowId};
use crate::time::{Span, Time};
use acks::Acks;
use bottleneck::Bottleneck;
use deadlines::Deadlines;
use flow::Flow;
use flows::Group;
use goodput::GoodputLog;

/// Largest IP packet that TCP sends here; the disciplines' MTU.
pub const MTU: u32 = 1500;

/// What events carry.
#[derive(Clone, Copy, Debug)]
enum Parcel {
    /// An acknowledgement enters the limited way back; `delay` comes after that.
    ReturnPath { ack: Ack, delay: Span },
    /// An acknowledgement reaches its sender that was too far in the future for [`Acks`].
    Ack(Ack),
}

/// One lane, running. A clone is another one; to come back to a time, see [`Snapshot`].
#[derive(Clone, Debug)]
pub struct Simulation {
    config: SimulationConfig,
    now: Time,
    /// Sorted by time; `next_change` is the first one not applied yet.
    changes: Vec<(Time, Change)>,
    next_change: usize,
    events: EventQueue<Parcel>,
    deadlines: Deadlines,
    acks: Acks,
    bottleneck: Bottleneck,
    return_path: ReturnPath,
    groups: Vec<Group>,
    flows: Vec<Flow>,
    goodput: GoodputLog,
    /// See [`Simulation::general_acks`].
    general_acks: u64,
    /// [`Simulation::effort`] without the packets of the bin that is open. Not the recorder's: one field more there costs 5 % of
    /// the time, as what every packet needs then lies less well.
    effort_before: u64,
    /// At so much effort [`Simulation::run`] stops.
    most_effort: u64,
}

impl Simulation {
    /// A simulation at time zero. `config` was validated at the border.
    #[inline]
    pub fn new(config: &SimulationConfig) -> Self {
        let environment = change::environment(&config.link);
        let mut changes: Vec<(Time, Change)> = Vec::new();
        for &(at, change) in &config.changes {
            // Behind those of the same time. Most changes are given in order.
            let index = changes.partition_point(|&(other, _)| other <= at);
            changes.insert(index, (at, change));
        }
        let bottleneck = Bottleneck::new(config, environment);
        let mut simulation = Simulation {
            now: Time::ZERO,
            changes,
            next_change: 0,
            events: EventQueue::default(),
            deadlines: Deadlines::new(bottleneck.host.recorder.boundary()),
            acks: Acks::new(flows::longest_path(config)),
            bottleneck,
            return_path: ReturnPath::new(config.link.ack_rate, config.link.ack_buffer),
            groups: Vec::new(),
            flows: Vec::new(),
            goodput: GoodputLog::new(config.warmup),
            general_acks: 0,
            effort_before: 0,
            most_effort: u64::MAX,
            config: config.clone(),
        };
        for (index, traffic) in config.traffic.iter().enumerate() {
            simulation.add_group(index, traffic);
        }
        simulation
    }

    /// Leaves the time series empty: for those who want statistics of many runs, about 5 % faster.
    pub fn without_series(mut self) -> Self {
        self.bottleneck.host.recorder.drop_series();
        self
    }

    /// The time up to which everything has happened.
    pub fn now(&self) -> Time {
        self.now
    }

    /// How much there was to do since time zero, in packets: those offered to the queue, and for each
    /// change about as many as take as long.
    pub fn effort(&self) -> u64 {
        self.effort_before + self.bottleneck.host.recorder.offered_in_bin()
    }

    /// Adds a change that will happen at `at`, after the changes already planned for that time.
    /// `at` must not be before [`Simulation::now`].
    #[inline]
    pub fn schedule(&mut self, at: Time, change: Change) {
        assert!(at >= self.now, "a change cannot be scheduled in the past");
        let index = self.changes.partition_point(|&(time, _)| time <= at);
        self.changes.insert(index, (at, change));
    }

    /// Statistics since the first bin of the time series that begins at the end of the warm-up or
    /// later (since time zero, until then).
    #[inline]
    pub fn summary(&self) -> Summary {
        let mut summary = self.bottleneck.host.recorder.whole(self.now);
        let device = self.bottleneck.device.as_ref();
        summary.device_delay = device.and_then(|device| device.delay(self.now));
        self.add_goodput(&mut summary, self.summary_start(), self.now);
        summary
    }

    /// Where [`Simulation::summary`] starts: with the first bin of the time series that begins at the
    /// end of the warm-up or later; at zero before that.
    pub fn summary_start(&self) -> Time {
        let start = self.goodput.start();
        if self.now >= start { start } else { Time::ZERO }
    }

    /// Queue delays of the packets that left since the warm-up.
    pub fn delays(&self) -> Histogram {
        self.bottleneck.host.recorder.delays()
    }

    /// Statistics from `from` to `to`. Queue measures cover whole quarters of a second, goodput
    /// whole seconds.
    #[inline]
    pub fn window(&self, from: Time, to: Time) -> Summary {
        let mut summary = self.bottleneck.host.recorder.window(from, to.min(self.now));
        let device = self.bottleneck.device.as_ref();
        summary.device_delay =
            device.and_then(|device| device.delay_between(from, to.min(self.now)));
        self.add_goodput(&mut summary, from, to.min(self.now));
        summary
    }

    /// Time series of all finished bins.
    pub fn series(&self) -> &Series {
        self.bottleneck.host.recorder.series()
    }

    /// Digest of everything that happened at the bottleneck.
    pub fn digest(&self) -> u64 {
        self.bottleneck.host.digest.value()
    }

    /// Acknowledgements since time zero that did not take the fast path: something was lost
    /// or doubted, or marked. They cost several times what others do.
    pub fn general_acks(&self) -> u64 {
        self.general_acks
    }

    /// Records every drop and mark from `from` until just before `to` from now on, `most` at most, and
    /// the discipline's probe in every bin of 10 ms. Replaces a log that was under way. The run itself
    /// stays the same.
    pub fn record_events(&mut self, from: Time, to: Time, most: usize) {
        self.bottleneck.host.log = Some(Box::new(EventLog::new(from, to, most)));
    }

    /// The log that [`Simulation::record_events`] started.
    pub fn events(&self) -> Option<&EventLog> {
        self.bottleneck.host.log.as_deref()
    }

    /// Returns the index of the traffic group that a flow belongs to, or `None` for a burst.
    pub fn group_of(&self, flow: FlowId) -> Option<usize> {
        self.flows.get(flow as usize)?.known_group()
    }

    /// Takes the log and stops recording events.
    pub fn take_events(&mut self) -> Option<EventLog> {
        self.bottleneck.host.log.take().map(|log| *log)
    }

    /// The discipline's inner state.
    pub fn probe(&self) -> AnyProbe {
        self.bottleneck.aqm.probe(self.now)
    }

    /// The backlog now: packets and bytes.
    pub fn backlog(&self) -> (u64, u64) {
        (self.bottleneck.aqm.packets(), self.bottleneck.aqm.bytes())
    }

    /// Limit, rate and MTU that the discipline works with now.
    pub fn environment(&self) -> Environment {
        self.bottleneck.environment
    }

    fn close_bin(&mut self, boundary: Time) {
        self.now = boundary;
        self.effort_before += self.bottleneck.host.recorder.offered_in_bin();
        self.bottleneck.close_bin(boundary);
        self.watch_deadlines(self.bottleneck.host.recorder.boundary());
        if self.goodput.is_due(boundary) {
            self.goodput.record(boundary, &self.flows);
        }
    }

    #[inline]
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
