//! `aqm digest`: prints a 64-bit digest of each lane's run.

use super::{seconds, seed};
use crate::failure::Failure;
use crate::{input, names, progress};
use aqm_experiment::Experiment;
use aqm_json::Value;
use aqm_report::digest_text;
use aqm_sim::time::Time;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Scenario files; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print one JSON object with a list of digests for each file, one digest per lane. Its member is the
    /// file's name without directory and extension, or the path if several files have that name.
    #[arg(long)]
    json: bool,
    /// Use this seed instead of the scenarios'.
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Stop at this simulated time instead of the scenarios' end.
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    until: Option<f64>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let scenarios = input::read_all(&options.files)?;
    let mut all = Vec::new();
    for (file, mut scenario) in options.files.iter().zip(scenarios) {
        scenario.seed = options.seed.unwrap_or(scenario.seed);
        let mut experiment = Experiment::new(scenario);
        let until = options.until.map_or(experiment.end(), Time::from_seconds);
        progress::run(&mut experiment, until, &names::name_of(file));
        let digests = experiment.lanes().iter().map(|lane| digest_text(lane.digest()));
        if options.json {
            let name = member(file, &options.files);
            // A file may be given twice.
            if all.iter().all(|(other, _)| *other != name) {
                all.push((name, Value::Array(digests.map(Value::String).collect())));
            }
            continue;
        }
        for (queue, digest) in experiment.scenario().queues.iter().zip(digests) {
            writeln!(out, "{digest}  {}  {}", names::name_of(file), queue.kind())?;
        }
        out.flush()?;
    }
    if options.json {
        out.write_all(Value::Object(all).to_pretty().as_bytes())?;
    }
    Ok(())
}

/// Returns a name for `file` that no other of the files has.
fn member(file: &Path, files: &[PathBuf]) -> String {
    let name = input::stem(file);
    let mut others = files.iter().filter(|other| *other != file);
    if others.any(|other| input::stem(other) == name || other.as_os_str() == name.as_str()) {
        file.display().to_string()
    } else {
        name
    }
}
