//! Going back to an earlier time of a run without simulating it from the start.
//!
//! A snapshot is a clone of the simulation without what it has recorded. Records only grow at their
//! end, so those of the running simulation, cut to the length they had, belong to the snapshot too.

use super::Simulation;
use super::flow::Flow;
use crate::metrics::{History, HistoryLength};
use crate::time::Time;
use std::mem;

/// What [`Simulation::snapshot_bytes`] counts for a lane, a flow, and a packet that waits or is not
/// acknowledged. Measured in `tests/snapshot.rs`.
const LANE_BYTES: u64 = 50_000;
const FLOW_BYTES: u64 = 1600;
const PACKET_BYTES: u64 = 45;

/// A simulation as it was at one time, without its records.
#[derive(Clone, Debug)]
pub struct Snapshot {
    simulation: Simulation,
    history: HistoryLength,
    /// Of the device's recorder, if it has one.
    device_history: Option<HistoryLength>,
    /// Entries of the goodput log.
    entries: usize,
}

impl Snapshot {
    /// When it was taken, in simulated time.
    pub fn time(&self) -> Time {
        self.simulation.now()
    }

    /// [`Simulation::effort`] of that time.
    pub fn effort(&self) -> u64 {
        self.simulation.effort()
    }

    /// Returns a simulation that continues from here, beside the one that the snapshot was taken of.
    /// It has no records of the time before, and keeps no time series: statistics of it mean nothing,
    /// but its [events](Simulation::record_events) are those of the run.
    #[inline]
    pub fn resume(&self) -> Simulation {
        self.simulation.copy().without_series()
    }
}

impl Simulation {
    /// Returns about how many bytes a snapshot would take now, to within a factor of two. Flows that
    /// were stopped count: they keep their segments until these are acknowledged.
    #[inline]
    pub fn snapshot_bytes(&self) -> u64 {
        let (queued, _) = self.backlog();
        let outstanding = |flow: &Flow| flow.sender.probe().outstanding;
        let packets = queued + self.flows.iter().map(outstanding).sum::<u64>();
        let places = (self.acks.place_bytes() + self.events.bytes()) as u64;
        let lane = if self.bottleneck.device.is_some() { 2 * LANE_BYTES } else { LANE_BYTES };
        lane + FLOW_BYTES * self.flows.len() as u64 + PACKET_BYTES * packets + places
    }

    /// What [`Simulation::restore`] needs to come back to this moment. The simulation stays as it
    /// is; it is borrowed mutably because its records are put aside for a moment.
    #[inline]
    pub fn snapshot(&mut self) -> Snapshot {
        let history = self.bottleneck.host.recorder.take_history();
        let entries = mem::take(self.goodput.entries());
        let device = self.take_device_history();
        let snapshot = Snapshot {
            simulation: self.copy(),
            history: history.length(),
            device_history: device.as_ref().map(History::length),
            entries: entries.len(),
        };
        self.put_device_history(device);
        self.bottleneck.host.recorder.put_history(history);
        *self.goodput.entries() = entries;
        snapshot
    }

    /// Goes back to `snapshot`, which must have been taken from this simulation, or from one it
    /// was restored to since: everything up to then must have happened in this run. Changes that
    /// were scheduled since are forgotten.
    ///
    /// # Panics
    /// If the simulation has recorded less than the snapshot's had.
    #[inline]
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let mut history = self.bottleneck.host.recorder.take_history();
        let mut entries = mem::take(self.goodput.entries());
        assert!(snapshot.entries <= entries.len(), "not a snapshot of this run");
        let mut device = self.take_device_history();
        history.truncate(snapshot.history);
        entries.truncate(snapshot.entries);
        if let (Some(history), Some(length)) = (&mut device, snapshot.device_history) {
            history.truncate(length);
        }
        *self = snapshot.simulation.copy();
        self.put_device_history(device);
        self.bottleneck.host.recorder.put_history(history);
        *self.goodput.entries() = entries;
    }

    fn take_device_history(&mut self) -> Option<History> {
        self.bottleneck.device.as_mut().map(|device| device.recorder.take_history())
    }

    /// Does nothing if the device had no queue at that time.
    fn put_device_history(&mut self, history: Option<History>) {
        if let (Some(device), Some(history)) = (&mut self.bottleneck.device, history) {
            device.recorder.put_history(history);
        }
    }

    #[inline]
    fn copy(&self) -> Self {
        self.clone()
    }
}
