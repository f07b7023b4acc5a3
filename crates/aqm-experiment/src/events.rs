//! Drops, marks, losses and probes of a lane in a span of time, and what happened to each packet.
//!
//! A run does not record them. A [`Replay`] simulates the span again, from the last snapshot before
//! it, beside the run, which stays as it is.
//!
//! ```text
//! let mut replay = experiment.replay_events(lane, from, to, 10_000);
//! while !replay.run(20_000) { /* let other work happen */ }
//! let log = replay.into_log();
//! for event in log.events() { /* event.signal.kind(), .code(), .numbers(), .to_string() */ }
//! for (at, probe) in log.probes() { /* probe.numbers() */ }
//! ```

use super::Experiment;
use super::windows::{WindowSample, Windows};
use crate::event_report::lane_events;
use crate::packet_report::PacketTable;
use aqm_json::answer::Answer as _;
use aqm_scenario::model::Link;
use aqm_sim::aqm::{Inspect as _, Number};
use aqm_sim::log::{EventLog, PacketLog, PacketRow};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::{Simulation, Snapshot};

/// A part of a lane's run that is simulated again to record its events or packets.
#[derive(Clone, Debug)]
pub struct Replay {
    simulation: Simulation,
    link: Link,
    /// End of the span.
    to: Time,
    /// Time of the lane. Packets of the span may leave their hops until then.
    last: Time,
    /// The windows of the senders in the span, if they are recorded.
    windows: Option<Windows>,
}

/// Step of a replay behind its span, until the packets of the span have left.
const TAIL: Span = Span::from_millis(10);

fn rows_of(mut log: PacketLog) -> Vec<PacketRow> {
    log.take_all()
}

impl Experiment {
    /// Returns a replay of `lane` (an index into [`Experiment::lanes`]) that records the events from
    /// `from` until just before `to`, the first `most` of them. It ends where the lane is now, if that
    /// is earlier. With snapshots ([`Experiment::with_snapshots`]) it starts at the last one before
    /// `from`, otherwise at zero.
    pub fn replay_events(&self, lane: usize, from: Time, to: Time, most: usize) -> Replay {
        let mut replay = self.replay(lane, from, to);
        replay.simulation.record_events(from, replay.to, most);
        Replay { last: replay.to, ..replay }
    }

    /// Returns a replay of `lane` that records what happens to each packet which waits at `from`, or reaches a hop from then until
    /// just before `to`; at most `most` packets. It goes on until these packets have left their hops, but not further than the lane
    /// is now. Otherwise it is like [`Experiment::replay_events`].
    pub fn replay_packets(&self, lane: usize, from: Time, to: Time, most: usize) -> Replay {
        let mut replay = self.replay(lane, from, to);
        replay.simulation.record_packets(from, replay.to, most);
        replay
    }

    /// Like [`Experiment::replay_packets`], and records the windows of the senders in the span.
    pub fn replay_senders(&self, lane: usize, from: Time, to: Time, most: usize) -> Replay {
        let replay = self.replay_packets(lane, from, to, most);
        Replay { windows: Some(Windows::new(from)), ..replay }
    }

    /// Returns the numbers of the inner state, as plots have them ([`Inspect::plotted`](aqm_sim::aqm::Inspect::plotted)), of a lane's
    /// discipline at `at`, before the events of that time; or those of the lane's present time if that is earlier. Simulates again
    /// from the last snapshot before `at`, beside the run.
    pub fn probe_at(&self, lane: usize, at: Time) -> Vec<Number> {
        let now = self.lanes[lane].now();
        if at >= now {
            return self.lanes[lane].probe().plotted();
        }
        let mut replay = self.replay(lane, at, at);
        while !replay.run(u64::MAX) {}
        replay.simulation.probe().plotted()
    }

    /// Returns a replay that records nothing yet.
    pub(super) fn replay(&self, lane: usize, from: Time, to: Time) -> Replay {
        self.replay_after(lane, self.trails[lane].last_before(from), to)
    }

    /// The same from this snapshot, or from zero without one.
    pub(super) fn replay_after(
        &self,
        lane: usize,
        snapshot: Option<&Snapshot>,
        to: Time,
    ) -> Replay {
        let last = self.lanes[lane].now();
        let start = || Simulation::new(&self.scenario.start(self.numbers[lane]));
        let mut simulation = snapshot.map_or_else(start, Snapshot::resume);
        let begin = simulation.now();
        for (at, change) in
            self.changes_of(lane, last).into_iter().skip_while(|&(at, _)| at < begin)
        {
            simulation.schedule(at, change);
        }
        let (link, to) = (self.scenario.link.clone(), to.min(last));
        Replay { simulation, link, to, last, windows: None }
    }

    /// Runs [`Experiment::replay_events`] to its end and returns the log.
    pub fn events(&self, lane: usize, from: Time, to: Time, most: usize) -> EventLog {
        let mut replay = self.replay_events(lane, from, to, most);
        while !replay.run(u64::MAX) {}
        replay.into_log()
    }

    /// Runs [`Experiment::replay_packets`] to its end and returns the rows in the order of the arrivals.
    pub fn packets(&self, lane: usize, from: Time, to: Time, most: usize) -> Vec<PacketRow> {
        let mut replay = self.replay_packets(lane, from, to, most);
        while !replay.run(u64::MAX) {}
        replay.into_packets()
    }

    /// Records the events of all lanes from `from` until just before `to` while they run: for an
    /// experiment that has not started. [`Experiment::recorded_events`] returns them. Costs less than
    /// a replay; an experiment that is [revised](Experiment::revise) must use a replay instead.
    pub fn recording_events(mut self, from: Time, to: Time, most: usize) -> Self {
        self.record_events(from, to, most);
        self
    }

    /// Starts new logs of all lanes for the span from `from` until just before `to`, as
    /// [`Experiment::recording_events`] does. The logs so far are lost: read them before.
    pub fn record_events(&mut self, from: Time, to: Time, most: usize) {
        self.lanes.iter_mut().for_each(|lane| lane.record_events(from, to, most));
    }

    /// Records what happens to each packet of all lanes while they run, as [`Simulation::record_packets`] does.
    pub fn record_packets(&mut self, from: Time, to: Time) {
        self.lanes.iter_mut().for_each(|lane| lane.record_packets(from, to, usize::MAX));
    }

    /// Takes the packets of `lane` that cannot change any more; with `all` also the others.
    pub fn take_packets(&mut self, lane: usize, all: bool) -> Vec<PacketRow> {
        let lane = &mut self.lanes[lane];
        if all {
            lane.take_packets().map(rows_of).unwrap_or_default()
        } else {
            lane.take_finished_packets()
        }
    }

    /// The events that `lane` has recorded so far, after [`Experiment::recording_events`].
    pub fn recorded_events(&self, lane: usize) -> Option<&EventLog> {
        self.lanes[lane].events()
    }
}

impl Replay {
    /// Simulates about `packets` packets more. Returns whether the replay is complete.
    pub fn run(&mut self, packets: u64) -> bool {
        if self.simulation.now() < self.to {
            if let Some(windows) = &mut self.windows {
                windows.follow(&mut self.simulation, self.to, packets);
                return self.simulation.now() >= self.last;
            }
            self.simulation.run(self.to, packets);
            return self.simulation.now() >= self.last;
        }
        let now = self.simulation.now();
        let is_complete = self.simulation.packets().is_none_or(|log| log.is_complete(now));
        if !is_complete {
            self.simulation.run((now + TAIL).min(self.last), packets);
        }
        is_complete || self.simulation.now() >= self.last
    }

    /// The time up to which the replay is complete.
    pub fn now(&self) -> Time {
        self.simulation.now()
    }

    /// Returns the log so far as JSON (see [`crate::event_report::LaneEvents`]). It is complete if [`Replay::run`] returned true.
    pub fn to_json(&self, most_probes: usize) -> String {
        let log = self.simulation.events().expect("the replay records events");
        let (buckets, of) = (self.simulation.buckets(), |flow| self.simulation.group_of(flow));
        let events = lane_events(&self.link, log, &buckets, most_probes, of);
        events.to_json().to_compact()
    }

    /// Returns the packets in the order of the arrivals: complete if [`Replay::run`] returned true.
    pub fn into_packets(mut self) -> Vec<PacketRow> {
        rows_of(self.simulation.take_packets().expect("the replay records packets"))
    }

    /// Returns the windows of the senders so far, in order of time, and empty without [`Experiment::replay_senders`].
    pub fn windows(&self) -> &[WindowSample] {
        self.windows.as_ref().map(Windows::samples).unwrap_or_default()
    }

    /// Returns the packets so far as a table, and the number of packets without a row. Complete if [`Replay::run`] returned true.
    pub fn packet_table(&self) -> (PacketTable, u64) {
        let log = self.simulation.packets().cloned().expect("the replay records packets");
        let skipped = log.skipped();
        (PacketTable::new(&self.link, &rows_of(log)), skipped)
    }

    /// Returns the traffic group of each flow that the replay has met.
    pub fn flow_groups(&self) -> impl Iterator<Item = Option<usize>> {
        self.simulation.flow_groups()
    }

    /// Returns its simulation.
    #[cfg(feature = "journal")]
    pub(super) fn into_simulation(self) -> Simulation {
        self.simulation
    }

    /// The log: complete if [`Replay::run`] returned true.
    pub fn into_log(mut self) -> EventLog {
        self.simulation.take_events().expect("the replay records events")
    }
}
