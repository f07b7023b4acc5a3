//! Every drop and mark of a run, in a file.

use crate::failure::Failure;
use crate::{input, progress};
use aqm_scenario::Experiment;
use aqm_scenario::event_report::{EVENTS_CSV_HEADER, write_event_row};
use aqm_sim::metrics::SAMPLE_INTERVAL;
use aqm_sim::time::Time;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Runs `experiment` to `until` and writes its drops and marks to `file`, in order of time. Memory holds
/// those of one bin of the time series.
pub fn run(
    experiment: &mut Experiment,
    until: Time,
    name: &str,
    file: &Path,
) -> Result<(), Failure> {
    let fail = |error| Failure::Files(vec![(input::name_of(file), error)], Vec::new());
    let mut out = BufWriter::new(File::create(file).map_err(fail)?);
    writeln!(out, "{EVENTS_CSV_HEADER}").map_err(fail)?;
    progress::run_by(experiment, until, name, |experiment| {
        let from = experiment.now();
        let to = (from + SAMPLE_INTERVAL).min(until);
        experiment.record_events(from, to, usize::MAX);
        experiment.advance(to);
        write_bin(experiment, &mut out)
    })
    .and_then(|()| out.flush())
    .map_err(fail)
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
        write_event_row(&mut row, lane, queue, group, event);
        out.write_all(row.as_bytes())?;
    }
    Ok(())
}
