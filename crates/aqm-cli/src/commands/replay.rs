//! `aqm replay`: compares a recorded decision trace of the kernel with the simulated decisions.

use crate::failure::{Failure, reason};
use crate::files;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// The trace: CSV, plain or gzipped. Its first line is a header in JSON.
    trace: PathBuf,
    /// File with the recorded inner state of the discipline over time.
    #[arg(long, value_name = "STATE")]
    state: Option<PathBuf>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let open = |path: &Path| {
        let file = files::open(path, OpenOptions::new().read(true));
        file.map_err(|error| io::Error::other(reason(&error)))
    };
    let report = aqm_trace::replay_with(&options.trace, options.state.as_deref(), &open)
        .map_err(|error| Failure::Unreadable(error.to_string()))?;
    writeln!(out, "{report}")?;
    if report.mismatches > 0 { Err(Failure::Finding) } else { Ok(()) }
}
