//! Drops, marks and probes of a lane in a span of time.
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
use crate::answer::Answer as _;
use crate::event_report::lane_events;
use aqm_sim::log::EventLog;
use aqm_sim::time::Time;
use aqm_sim::world::{Simulation, Snapshot};

/// A part of a lane's run that is simulated again to record its events.
#[derive(Clone, Debug)]
pub struct Replay {
    simulation: Simulation,
    to: Time,
}

impl Experiment {
    /// Returns a replay of `lane` (an index into [`Experiment::lanes`]) that records the events from
    /// `from` until just before `to`, the first `most` of them. It ends where the lane is now, if that
    /// is earlier. With snapshots ([`Experiment::with_snapshots`]) it starts at the last one before
    /// `from`, otherwise at zero.
    pub fn replay_events(&self, lane: usize, from: Time, to: Time, most: usize) -> Replay {
        let to = to.min(self.lanes[lane].now());
        let start = || Simulation::new(&self.scenario.start(self.numbers[lane]));
        let snapshot = self.trails[lane].last_before(from);
        let mut simulation = snapshot.map_or_else(start, Snapshot::resume);
        let begin = simulation.now();
        for (at, change) in self.changes_of(lane, to).skip_while(|&(at, _)| at < begin) {
            simulation.schedule(at, change);
        }
        simulation.record_events(from, to, most);
        Replay { simulation, to }
    }

    /// Runs [`Experiment::replay_events`] to its end and returns the log.
    pub fn events(&self, lane: usize, from: Time, to: Time, most: usize) -> EventLog {
        let mut replay = self.replay_events(lane, from, to, most);
        while !replay.run(u64::MAX) {}
        replay.into_log()
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

    /// The events that `lane` has recorded so far, after [`Experiment::recording_events`].
    pub fn recorded_events(&self, lane: usize) -> Option<&EventLog> {
        self.lanes[lane].events()
    }
}

impl Replay {
    /// Simulates about `packets` packets more. Returns whether the replay is complete.
    pub fn run(&mut self, packets: u64) -> bool {
        self.simulation.run(self.to, packets);
        self.simulation.now() >= self.to
    }

    /// The time up to which the replay is complete.
    pub fn now(&self) -> Time {
        self.simulation.now()
    }

    /// Returns the log so far as JSON (see [`crate::event_report::LaneEvents`]). It is complete if [`Replay::run`] returned true.
    pub fn to_json(&self, most_probes: usize) -> String {
        let log = self.simulation.events().expect("the replay records events");
        let events = lane_events(log, most_probes, |flow| self.simulation.group_of(flow));
        events.to_json().to_compact()
    }

    /// The log: complete if [`Replay::run`] returned true.
    pub fn into_log(mut self) -> EventLog {
        self.simulation.take_events().expect("the replay records events")
    }
}
