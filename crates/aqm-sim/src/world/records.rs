//! The records of a simulation: what was measured. They grow at their ends, and the run does not depend on them.

use super::goodput::GoodputLog;
use super::probes::ProbeSeries;
use super::state::State;
use super::trace::FlowSample;
use crate::log::{EventLog, Happening, PacketLog, Place, Sighting};
use crate::metrics::{History, HistoryLength, PartRecords, ResultRows};
use crate::sort::sort_by_key;

/// The finished bins and windows of a hop. Those of device and noise are empty if the hop never had one.
#[derive(Clone, Debug)]
pub(super) struct HopRecords {
    pub(super) queue: History,
    pub(super) device: History,
    pub(super) noise: History,
}

/// All records of one lane.
#[derive(Clone, Debug)]
pub(super) struct Records {
    /// Of the hop of the lane, then of the other hops in their order.
    pub(super) hops: Vec<HopRecords>,
    pub(super) parts: PartRecords,
    pub(super) goodput: GoodputLog,
    /// Finished seconds of each traffic group; without rows for a group that has no results.
    pub(super) results: Vec<ResultRows>,
    /// Samples of flows, if they are recorded.
    pub(super) trace: Option<Vec<FlowSample>>,
    /// The discipline's inner state in each bin, if it is recorded.
    pub(super) probes: Option<Box<ProbeSeries>>,
    /// Drops, marks, losses and probes, if they are recorded.
    pub(super) events: Option<Box<EventLog>>,
    /// What happens to each packet, if it is recorded.
    pub(super) packets: Option<Box<PacketLog>>,
}

/// The lengths of all records at one time.
#[derive(Clone, Debug)]
pub(super) struct Lengths {
    hops: Vec<[HistoryLength; 3]>,
    parts: (usize, usize),
    goodput: usize,
    results: Vec<usize>,
    trace: Option<usize>,
    probes: Option<usize>,
}

impl HopRecords {
    fn new(queue: History) -> Self {
        let (device, noise) = (History::without_series(), History::without_series());
        HopRecords { queue, device, noise }
    }

    fn all(&self) -> [&History; 3] {
        [&self.queue, &self.device, &self.noise]
    }
}

impl Records {
    /// Returns the empty records of a run that starts.
    pub(super) fn new(state: &State) -> Self {
        Records {
            hops: state.hops().map(|_| HopRecords::new(History::default())).collect(),
            parts: PartRecords::new(state.groups.len()),
            goodput: GoodputLog::default(),
            results: vec![ResultRows::default(); state.groups.len()],
            trace: None,
            probes: None,
            events: None,
            packets: None,
        }
    }

    /// Leaves the time series of all hops empty.
    pub(super) fn drop_series(&mut self) {
        for hop in &mut self.hops {
            hop.queue = History::without_series();
        }
    }

    /// Takes in what the state has finished since the last call.
    pub(super) fn collect(&mut self, state: &mut State) {
        for (group, rows) in state.groups.iter_mut().zip(&mut self.results) {
            if let Some(results) = &mut group.results {
                results.move_rows(rows);
            }
        }
        if self.events.is_some() || self.packets.is_some() {
            self.collect_sightings(state);
        }
        if state.parts().is_some() {
            self.parts.start(state.finished_bins());
        }
    }

    /// Takes in what the observers of the hops have collected, in the order of time. At equal times that of the lane goes first.
    #[inline(never)]
    fn collect_sightings(&mut self, state: &mut State) {
        let mut sightings: Vec<(usize, Place, Sighting)> = Vec::new();
        for number in 0..self.hops.len() {
            let place = state.place_of(number);
            let observer = state.hops_mut().nth(number).and_then(|hop| hop.host.observer.as_mut());
            for sighting in observer.into_iter().flat_map(|observer| observer.take()) {
                let is_returned = matches!(sighting.what, Happening::Returned(_));
                let place = if is_returned { Place::WayBack } else { place };
                sightings.push((sightings.len(), place, sighting));
            }
        }
        if self.hops.len() > 1 {
            sort_by_key(&mut sightings, |&(number, _, sighting)| (sighting.at, number));
        }
        for (_, place, sighting) in &sightings {
            if let Some(events) = &mut self.events {
                events.note(*place, sighting);
            }
            if let Some(packets) = &mut self.packets {
                packets.note(*place, sighting);
            }
        }
    }

    pub(super) fn lengths(&self) -> Lengths {
        Lengths {
            hops: self.hops.iter().map(|hop| hop.all().map(History::length)).collect(),
            parts: self.parts.length(),
            goodput: self.goodput.length(),
            results: self.results.iter().map(ResultRows::len).collect(),
            trace: self.trace.as_ref().map(Vec::len),
            probes: self.probes.as_ref().map(|probes| probes.len()),
        }
    }

    /// Truncates the records to these lengths. Samples of flows that are recorded now stay recorded, logs end.
    ///
    /// # Panics
    /// If the records are shorter.
    pub(super) fn truncate(&mut self, lengths: &Lengths) {
        for (hop, &[queue, device, noise]) in self.hops.iter_mut().zip(&lengths.hops) {
            hop.queue.truncate(queue);
            hop.device.truncate(device);
            hop.noise.truncate(noise);
        }
        self.parts.truncate(lengths.parts);
        self.goodput.truncate(lengths.goodput);
        for (rows, &length) in self.results.iter_mut().zip(&lengths.results) {
            rows.truncate(length);
        }
        if let Some(trace) = &mut self.trace {
            trace.truncate(lengths.trace.unwrap_or(0));
        }
        if let Some(probes) = &mut self.probes {
            probes.truncate(lengths.probes.unwrap_or(0));
        }
        (self.events, self.packets) = (None, None);
    }

    /// Returns a copy of the beginning of the records, of these lengths.
    pub(super) fn beginning(&self, lengths: &Lengths) -> Records {
        let hop = |(hop, &[queue, device, noise]): (&HopRecords, &[HistoryLength; 3])| HopRecords {
            queue: hop.queue.beginning(queue),
            device: hop.device.beginning(device),
            noise: hop.noise.beginning(noise),
        };
        let results = self.results.iter().zip(&lengths.results);
        let samples = lengths.trace.unwrap_or(0);
        let rows = lengths.probes.unwrap_or(0);
        Records {
            hops: self.hops.iter().zip(&lengths.hops).map(hop).collect(),
            parts: self.parts.beginning(lengths.parts),
            goodput: self.goodput.beginning(lengths.goodput),
            results: results.map(|(rows, &length)| rows.beginning(length)).collect(),
            trace: self.trace.as_ref().map(|trace| trace[..samples].to_vec()),
            probes: self.probes.as_ref().map(|probes| Box::new(probes.beginning(rows))),
            events: None,
            packets: None,
        }
    }
}
