//! Snapshots: going back to an earlier time without simulating from the start.
//!
//! A snapshot is a clone of the simulation without its records. Records only grow at the end. So
//! restoring a snapshot truncates the records of the running simulation.

use super::Simulation;
use super::flow::Flow;
use super::hop::Hop;
use crate::metrics::{History, HistoryLength, PartRecords, Parts, Recorder, ResultRows};
use crate::time::Time;
use std::mem;

/// Bytes that [`Simulation::snapshot_bytes`] counts per lane, per flow, and per packet that is
/// queued or unacknowledged. Measured in `tests/snapshot.rs`.
const LANE_BYTES: u64 = 50_000;
const FLOW_BYTES: u64 = 1600;
const PACKET_BYTES: u64 = 45;

/// State of a simulation at one time, without its records.
#[derive(Clone, Debug)]
pub struct Snapshot {
    simulation: Simulation,
    history: HistoryLength,
    /// Lengths of the histories of devices, noises and other hops, if they have recorders.
    side_histories: Vec<Option<HistoryLength>>,
    /// Lengths of the records of groups, classes and flows.
    parts: (usize, usize),
    /// Number of entries in the goodput log.
    entries: usize,
    /// Finished seconds of each group's results.
    seconds: Vec<usize>,
    /// Number of samples of flows.
    samples: usize,
}

impl Snapshot {
    /// Returns the simulated time at which it was taken.
    pub fn time(&self) -> Time {
        self.simulation.now()
    }

    /// Returns the [`Simulation::effort`] at that time.
    pub fn effort(&self) -> u64 {
        self.simulation.effort()
    }

    /// Returns a second simulation that continues from the snapshot. It has no earlier records and
    /// no time series, so its statistics are meaningless. Its [events](Simulation::record_events)
    /// are those of the original run.
    pub fn resume(&self) -> Simulation {
        let mut simulation = self.simulation.copy().without_series();
        simulation.bottleneck.drop_parts();
        simulation
    }
}

/// Returns the recorders of a hop: that of its device, of its noise, and its own.
fn recorders(hop: &mut Hop) -> [Option<&mut Recorder>; 3] {
    let Hop { device, noise, host, .. } = hop;
    let device = device.as_mut().map(|device| &mut device.recorder);
    let noise = noise.as_mut().map(|noise| &mut noise.recorder);
    [device, noise, Some(&mut host.recorder)]
}

impl Simulation {
    /// Returns the approximate size of a snapshot taken now, in bytes, to within a factor of two.
    /// Stopped flows count, because they keep their segments until these are acknowledged.
    pub fn snapshot_bytes(&self) -> u64 {
        let (queued, _) = self.backlog();
        let outstanding = |flow: &Flow| flow.sender.probe().outstanding;
        let packets = queued + self.flows.iter().map(outstanding).sum::<u64>();
        let places = (self.acks.place_bytes() + self.events.bytes() + self.transit_bytes()) as u64;
        let recorders =
            |hop: &Hop| 1 + u64::from(hop.device.is_some()) + u64::from(hop.noise.is_some());
        let recorders = self.hops().map(recorders).sum::<u64>();
        recorders * LANE_BYTES
            + FLOW_BYTES * self.flows.len() as u64
            + PACKET_BYTES * packets
            + places
            + self.parts().map_or(0, Parts::bytes)
    }

    /// Returns the state that [`Simulation::restore`] needs to return to this time. The simulation
    /// does not change. The borrow is mutable because the records move out during the copy.
    pub fn snapshot(&mut self) -> Snapshot {
        let history = self.bottleneck.host.recorder.take_history();
        let entries = mem::take(self.goodput.entries());
        let sides = self.take_side_histories();
        let parts = self.take_part_records();
        let results = self.take_results();
        let trace = self.trace.take();
        let snapshot = Snapshot {
            simulation: self.copy(),
            history: history.length(),
            side_histories: sides.iter().map(|side| side.as_ref().map(History::length)).collect(),
            parts: parts.length(),
            entries: entries.len(),
            seconds: results.iter().map(ResultRows::len).collect(),
            samples: trace.as_ref().map_or(0, Vec::len),
        };
        self.put_results(results);
        self.trace = trace;
        self.put_side_histories(sides);
        self.put_part_records(parts);
        self.bottleneck.host.recorder.put_history(history);
        *self.goodput.entries() = entries;
        snapshot
    }

    /// Goes back to `snapshot`. The snapshot must be from this run: taken from this simulation, at
    /// or before the current time. Changes scheduled since then are removed.
    ///
    /// # Panics
    /// If the simulation has recorded less than it had at the snapshot.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let mut history = self.bottleneck.host.recorder.take_history();
        let mut entries = mem::take(self.goodput.entries());
        let mut trace = self.trace.take();
        assert!(snapshot.entries <= entries.len(), "not a snapshot of this run");
        let mut sides = self.take_side_histories();
        let mut parts = self.take_part_records();
        let mut results = self.take_results();
        for (rows, &length) in results.iter_mut().zip(&snapshot.seconds) {
            rows.truncate(length);
        }
        history.truncate(snapshot.history);
        entries.truncate(snapshot.entries);
        parts.truncate(snapshot.parts);
        if let Some(trace) = &mut trace {
            trace.truncate(snapshot.samples);
        }
        for (history, &length) in sides.iter_mut().zip(&snapshot.side_histories) {
            if let (Some(history), Some(length)) = (history, length) {
                history.truncate(length);
            }
        }
        *self = snapshot.simulation.copy();
        self.put_results(results);
        self.trace = trace;
        self.put_side_histories(sides);
        self.put_part_records(parts);
        self.bottleneck.host.recorder.put_history(history);
        *self.goodput.entries() = entries;
    }

    fn take_part_records(&mut self) -> PartRecords {
        let parts = self.bottleneck.host.parts.as_mut();
        parts.map(|parts| mem::take(parts.records())).unwrap_or_default()
    }

    /// Leaves out records that did not exist at that time.
    fn put_part_records(&mut self, records: PartRecords) {
        if let Some(parts) = &mut self.bottleneck.host.parts {
            *parts.records() = records;
        }
    }

    /// Returns the recorders beside that of the queue. They exist only if they are needed.
    fn side_recorders(&mut self) -> impl Iterator<Item = Option<&mut Recorder>> {
        let [device, noise, _] = recorders(&mut self.bottleneck);
        [device, noise].into_iter().chain(self.others.iter_mut().flat_map(recorders))
    }

    fn take_side_histories(&mut self) -> Vec<Option<History>> {
        self.side_recorders().map(|recorder| recorder.map(Recorder::take_history)).collect()
    }

    /// Leaves out the recorders that did not exist at that time.
    fn put_side_histories(&mut self, histories: Vec<Option<History>>) {
        for (recorder, history) in self.side_recorders().zip(histories) {
            if let (Some(recorder), Some(history)) = (recorder, history) {
                recorder.put_history(history);
            }
        }
    }

    /// Takes the finished seconds of all groups with results out.
    fn take_results(&mut self) -> Vec<ResultRows> {
        let groups = self.groups.iter_mut();
        groups.filter_map(|group| Some(group.results.as_mut()?.take_rows())).collect()
    }

    fn put_results(&mut self, rows: Vec<ResultRows>) {
        let groups = self.groups.iter_mut().filter_map(|group| group.results.as_mut());
        for (results, rows) in groups.zip(rows) {
            results.put_rows(rows);
        }
    }

    fn copy(&self) -> Self {
        self.clone()
    }
}
