//! Every drop, mark and loss of a run, in a file.

use crate::failure::Failure;
use crate::output::Output;
use aqm_experiment::Experiment;
use aqm_experiment::event_report::{EVENTS_CSV_HEADER, write_event_row};
use aqm_sim::time::Time;
use std::io::{self, Write};
use std::path::Path;

/// Writes the drops, marks and losses of a run in order of time. Memory holds those of one bin of the time series.
pub struct Events {
    out: Output,
}

impl Events {
    /// Creates the file.
    pub fn new(file: &Path) -> Result<Self, Failure> {
        let create = || {
            let mut out = Output::open(file)?;
            writeln!(out, "{EVENTS_CSV_HEADER}")?;
            Ok(out)
        };
        let out = create().map_err(|error| Failure::file(file, error))?;
        Ok(Events { out })
    }

    /// Starts the logs of a bin.
    pub fn start_bin(experiment: &mut Experiment, to: Time) {
        experiment.record_events(experiment.now(), to, usize::MAX);
    }

    /// Writes the logs of all lanes, merged by time.
    pub fn write(&mut self, experiment: &Experiment) -> Result<(), Failure> {
        write_bin(experiment, &mut self.out).map_err(|error| self.out.failure(error))
    }

    /// Ends the file.
    pub fn finish(self) -> Result<(), Failure> {
        self.out.finish()
    }
}

/// Writes the logs of all lanes, merged by time.
fn write_bin(experiment: &Experiment, out: &mut impl Write) -> io::Result<()> {
    let mut events = Vec::new();
    for lane in 0..experiment.lanes().len() {
        let log = experiment.recorded_events(lane).expect("all lanes record events");
        events.extend(log.events().iter().map(|event| (lane, event)));
    }
    // The sort is stable: equal times stay in the order of the lanes.
    events.sort_by_key(|(_, event)| event.at);
    let mut row = String::new();
    for (lane, event) in events {
        let queue = experiment.scenario().queues[lane].kind();
        let group = experiment.lanes()[lane].group_of(event.flow);
        row.clear();
        write_event_row(&mut row, &experiment.scenario().link, (lane, queue), group, event);
        out.write_all(row.as_bytes())?;
    }
    Ok(())
}
