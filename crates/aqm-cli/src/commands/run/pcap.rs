//! The packets of a simulated run as a capture.

mod flows;
mod headers;

use crate::commands::capture::{CaptureFile, Seen, sightings};
use crate::failure::Failure;
use aqm_experiment::Experiment;
use aqm_scenario::build;
use aqm_sim::log::PacketRow;
use aqm_sim::time::Time;
use flows::Flows;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Writes the packets of a run in order of time. Memory holds those that are at the bottleneck, and those of one bin.
pub struct Capture {
    out: CaptureFile,
    lanes: Vec<Flows>,
    /// Sightings that a later one can precede, in order: time in ns, lane, and a running number.
    waiting: BTreeMap<(u64, usize, u64), Sighting>,
    count: u64,
}

/// A packet at a time.
struct Sighting {
    row: PacketRow,
    group: Option<usize>,
    seen: Seen,
    /// Identification of the packet.
    id: u16,
}

impl Capture {
    /// Creates the file, and starts the logs of all lanes, from `from` until just before `to`.
    pub fn new(
        experiment: &mut Experiment,
        (from, to): (Time, Time),
        file: &Path,
    ) -> Result<Self, Failure> {
        let scenario = experiment.scenario();
        let out = CaptureFile::new(file, scenario, &format!("seed {}", scenario.seed))?;
        let lanes = 0..scenario.queues.len();
        let lanes = lanes.map(|lane| Flows::new(lane, build(scenario, lane))).collect();
        experiment.record_packets(from, to);
        Ok(Capture { out, lanes, waiting: BTreeMap::new(), count: 0 })
    }

    /// Writes the packets that no later one can precede.
    pub fn write(&mut self, experiment: &mut Experiment) -> Result<(), Failure> {
        self.take(experiment, false).map_err(|error| self.out.failure(error))
    }

    /// Writes all packets that are left.
    pub fn finish(mut self, experiment: &mut Experiment) -> Result<(), Failure> {
        self.take(experiment, true).map_err(|error| self.out.failure(error))?;
        self.out.finish()
    }

    fn take(&mut self, experiment: &mut Experiment, all: bool) -> io::Result<()> {
        let mut frontier = experiment.now();
        for lane in 0..experiment.lanes().len() {
            for row in experiment.take_packets(lane, all) {
                let group = experiment.lanes()[lane].group_of(row.flow);
                self.sight(lane, group, &row);
            }
            let open = experiment.lanes()[lane].packets().into_iter().flat_map(|log| log.rows());
            frontier = open.map(|row| row.arrived).fold(frontier, Time::min);
        }
        while let Some(entry) = self.waiting.first_entry() {
            let &(nanos, lane, _) = entry.key();
            if !all && nanos >= frontier.nanos() {
                break;
            }
            let sighting = entry.remove();
            self.put(nanos, lane, &sighting)?;
        }
        Ok(())
    }

    /// Adds what a row shows at the two interfaces of its lane.
    fn sight(&mut self, lane: usize, group: Option<usize>, row: &PacketRow) {
        let id = self.count as u16;
        for (at, seen) in sightings(row) {
            let sighting = Sighting { row: *row, group, seen, id };
            self.waiting.insert((at.nanos(), lane, self.count), sighting);
            self.count += 1;
        }
    }

    fn put(&mut self, nanos: u64, lane: usize, sighting: &Sighting) -> io::Result<()> {
        let Sighting { row, group, seen, id } = sighting;
        let flows = &mut self.lanes[lane];
        let ecn = if *seen == Seen::Before { flows.unmarked(row, *group) } else { row.ecn };
        let (packet, length) = flows.bytes(row, *group, ecn, *id);
        self.out.put(lane, (Time::from_nanos(nanos), *seen), row, &packet, length)
    }
}
