//! What happened to each packet of a span, in a file.

use crate::commands::packet_file::PacketFile;
use crate::failure::Failure;
use aqm_experiment::Experiment;
use aqm_sim::log::PacketRow;
use aqm_sim::time::Time;
use std::io;
use std::path::Path;

/// Writes the packets of a run while it goes on. Memory holds those that are still at a hop.
pub struct Packets {
    out: PacketFile,
    /// Rows that a later row of another lane may precede.
    waiting: Vec<(Time, usize, PacketRow)>,
}

impl Packets {
    /// Creates the file, and makes `experiment` record the packets from `from` until just before `to`.
    pub fn new(
        experiment: &mut Experiment,
        (from, to): (Time, Time),
        file: &Path,
    ) -> Result<Self, Failure> {
        let out = PacketFile::create(file, experiment.scenario())?;
        experiment.record_packets(from, to);
        Ok(Packets { out, waiting: Vec::new() })
    }

    /// Writes the rows that no later row can precede.
    pub fn write(&mut self, experiment: &mut Experiment) -> Result<(), Failure> {
        self.take(experiment, false).map_err(|error| self.out.failure(error))
    }

    /// Writes all rows that are left.
    pub fn finish(mut self, experiment: &mut Experiment) -> Result<(), Failure> {
        self.take(experiment, true).map_err(|error| self.out.failure(error))?;
        self.out.finish()
    }

    fn take(&mut self, experiment: &mut Experiment, all: bool) -> io::Result<()> {
        let mut frontier = experiment.now();
        for lane in 0..experiment.lanes().len() {
            let rows = experiment.take_packets(lane, all);
            self.waiting.extend(rows.into_iter().map(|row| (row.arrived, lane, row)));
            let open = experiment.lanes()[lane].packets().into_iter().flat_map(|log| log.rows());
            frontier = open.map(|row| row.arrived).fold(frontier, Time::min);
        }
        // The sort is stable: equal times stay in the order of the lanes, and of the simulator.
        self.waiting.sort_by_key(|&(arrived, lane, _)| (arrived, lane));
        let is_ready = |&(arrived, ..): &(Time, usize, PacketRow)| all || arrived < frontier;
        let count = self.waiting.partition_point(is_ready);
        for (_, lane, row) in self.waiting.drain(..count) {
            let group = experiment.lanes()[lane].group_of(row.flow);
            self.out.write(experiment.scenario(), lane, group, &row)?;
        }
        Ok(())
    }
}
