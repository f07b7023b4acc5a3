//! Snapshots: going back to an earlier time without simulating from the start.

use super::Simulation;
use super::flow::Flow;
use super::footprint;
use super::hop::Hop;
use super::records::Lengths;
use super::state::State;
use crate::metrics::Parts;
use crate::time::Time;

/// Bytes that [`Simulation::snapshot_bytes`] counts per lane, and per packet that is
/// queued or unacknowledged. Measured in `tests/snapshot.rs`.
const LANE_BYTES: u64 = 50_000;
const PACKET_BYTES: u64 = 45;

/// State of a simulation at one time, and the lengths of its records.
#[derive(Clone, Debug)]
pub struct Snapshot {
    state: State,
    lengths: Lengths,
}

impl Snapshot {
    #[cfg(feature = "journal")]
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Returns the simulated time at which it was taken.
    pub fn time(&self) -> Time {
        self.state.now()
    }

    /// Returns the [`Simulation::effort`] at that time.
    pub fn effort(&self) -> u64 {
        self.state.effort()
    }

    /// Returns a second simulation that continues from the snapshot. It has no earlier records and
    /// no time series, so its statistics are meaningless. Its [events](Simulation::record_events)
    /// are those of the original run.
    pub fn resume(&self) -> Simulation {
        let mut state = self.state.clone();
        state.hops_mut().lane_mut().drop_parts();
        Simulation { records: state.records(), state }.without_series()
    }
}

impl Simulation {
    /// Returns the approximate size of a snapshot taken now, in bytes, to within a factor of two.
    /// Stopped flows count, because they keep their segments until these are acknowledged.
    pub fn snapshot_bytes(&self) -> u64 {
        let (queued, _) = self.backlog();
        let outstanding = |flow: &Flow| flow.sender.probe().outstanding;
        let packets = queued + self.state.flows().iter().map(outstanding).sum::<u64>();
        let recorders =
            |hop: &Hop| 1 + u64::from(hop.device.is_some()) + u64::from(hop.host.noise.is_some());
        let recorders = self.state.hops().iter().map(recorders).sum::<u64>();
        recorders * LANE_BYTES
            + footprint::SNAPSHOT_FLOW as u64 * self.state.flows().len() as u64
            + PACKET_BYTES * packets
            + self.state.planned_bytes() as u64
            + self.state.parts().map_or(0, Parts::bytes)
    }

    /// Returns the state that [`Simulation::restore`] needs to return to this time.
    pub fn snapshot(&self) -> Snapshot {
        let mut state = self.state.clone();
        state.observe(None);
        Snapshot { state, lengths: self.records.lengths() }
    }

    /// Goes back to `snapshot`. The snapshot must be from this run: taken from this simulation, at
    /// or before the current time. Changes scheduled since then are removed, and logs of events and packets end. A clone that is restored is
    /// a fork: it can go on with [other changes](Simulation::schedule), and equals a run from the start with these changes.
    ///
    /// # Panics
    /// If the simulation has recorded less than it had at the snapshot.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.records.truncate(&snapshot.lengths);
        self.state = snapshot.state.clone();
    }
}
