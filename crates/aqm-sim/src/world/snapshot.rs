//! Going back to an earlier time of a run without simulating it from the start.
//!
//! A snapshot is a clone of the simulation without what it has recorded. Records only grow at their
//! end, so those of the running simulation, cut to the length they had, belong to the snapshot too.

use super::Simulation;
use crate::metrics::HistoryLength;
use crate::time::Time;
use std::mem;

/// What [`Simulation::snapshot_bytes`] counts for a lane, a flow, and a packet that waits or is not
/// acknowledged. Measured in `tests/snapshot.rs`.
const LANE_BYTES: u64 = 50_000;
const FLOW_BYTES: u64 = 1600;
const PACKET_BYTES: u64 = 130;

/// A simulation as it was at one time, without its records.
#[derive(Clone, Debug)]
pub struct Snapshot {
    simulation: Simulation,
    history: HistoryLength,
    /// Rows of the goodput log.
    seconds: usize,
}

impl Snapshot {
    /// When it was taken, in simulated time.
    pub fn time(&self) -> Time {
        self.simulation.now()
    }
}

impl Simulation {
    /// About how many bytes a snapshot would take now, to within a factor of two or so.
    #[inline]
    pub fn snapshot_bytes(&self) -> u64 {
        let (queued, _) = self.backlog();
        let outstanding: u64 = self.flow_probes().map(|probe| probe.sender.outstanding).sum();
        let packets = PACKET_BYTES * (queued + outstanding);
        LANE_BYTES + FLOW_BYTES * self.flows.len() as u64 + packets
    }

    /// What [`Simulation::restore`] needs to come back to this moment. The simulation stays as it
    /// is; it is borrowed mutably because its records are put aside for a moment.
    #[inline]
    pub fn snapshot(&mut self) -> Snapshot {
        let history = self.bottleneck.host.recorder.take_history();
        let rows = mem::take(self.goodput.rows());
        let snapshot =
            Snapshot { simulation: self.copy(), history: history.length(), seconds: rows.len() };
        self.bottleneck.host.recorder.put_history(history);
        *self.goodput.rows() = rows;
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
        let mut rows = mem::take(self.goodput.rows());
        assert!(snapshot.seconds <= rows.len(), "not a snapshot of this run");
        history.truncate(snapshot.history);
        rows.truncate(snapshot.seconds);
        *self = snapshot.simulation.copy();
        self.bottleneck.host.recorder.put_history(history);
        *self.goodput.rows() = rows;
    }

    #[inline]
    fn copy(&self) -> Self {
        self.clone()
    }
}
