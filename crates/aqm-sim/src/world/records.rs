//! The records of a simulation: what was measured. They grow at their ends, and the run does not depend on them.

use super::goodput::GoodputLog;
use super::probes::ProbeSeries;
use super::trace::FlowSample;
use crate::log::{EventLog, PacketLog};
use crate::metrics::{History, HistoryLength, PartRecords, ResultSeconds};

/// The finished bins and windows of a hop. Those of device and noise are empty if the hop never had one.
#[derive(Clone, Debug)]
pub struct HopRecords {
    pub queue: History,
    pub device: History,
    pub noise: History,
}

/// All records of one lane.
#[derive(Clone, Debug)]
pub struct Records {
    /// Of the hop of the lane, then of the other hops in their order.
    pub hops: Vec<HopRecords>,
    pub parts: PartRecords,
    pub goodput: GoodputLog,
    /// Finished seconds of each traffic group; without rows for a group that has no results.
    pub results: Vec<ResultSeconds>,
    /// Samples of flows, if they are recorded.
    pub trace: Option<Vec<FlowSample>>,
    /// The discipline's inner state in each bin, if it is recorded.
    pub probes: Option<Box<ProbeSeries>>,
    /// Drops, marks, losses and probes, if they are recorded.
    pub events: Option<Box<EventLog>>,
    /// What happens to each packet, if it is recorded.
    pub packets: Option<Box<PacketLog>>,
}

/// The lengths of all records at one time.
#[derive(Clone, Debug)]
pub struct Lengths {
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
    /// Returns the empty records of a run with so many hops and traffic groups.
    pub fn new(hops: usize, groups: usize) -> Self {
        Records {
            hops: vec![HopRecords::new(History::default()); hops],
            parts: PartRecords::new(groups),
            goodput: GoodputLog::default(),
            results: vec![ResultSeconds::default(); groups],
            trace: None,
            probes: None,
            events: None,
            packets: None,
        }
    }

    /// Leaves the time series of all hops empty.
    pub fn drop_series(&mut self) {
        for hop in &mut self.hops {
            hop.queue = History::without_series();
        }
    }

    pub fn lengths(&self) -> Lengths {
        Lengths {
            hops: self.hops.iter().map(|hop| hop.all().map(History::length)).collect(),
            parts: self.parts.length(),
            goodput: self.goodput.length(),
            results: self.results.iter().map(ResultSeconds::len).collect(),
            trace: self.trace.as_ref().map(Vec::len),
            probes: self.probes.as_ref().map(|probes| probes.len()),
        }
    }

    /// Truncates the records to these lengths. Samples of flows that are recorded now stay recorded, logs end.
    ///
    /// # Panics
    /// If the records are shorter.
    pub fn truncate(&mut self, lengths: &Lengths) {
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
}
