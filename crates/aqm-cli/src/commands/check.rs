//! `aqm check`: prints every problem of every file.

use crate::failure::Failure;
use crate::input;
use crate::replace::replace;
use aqm_scenario::{MAX_SCENARIO_BYTES, Scenario, read_scenario};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Scenario files; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rewrite the files in their canonical form: fields in order, defaults left out.
    #[arg(long)]
    write: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let scenarios = input::read_all(&options.files)?;
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for (file, scenario) in options.files.iter().zip(scenarios) {
        let name = input::name_of(file);
        if options.write {
            match rewrite(file, &scenario) {
                Ok(true) => lines.push(format!("{name}: ok, rewritten")),
                Ok(false) => lines.push(format!("{name}: ok")),
                Err(error) => errors.push((name, error)),
            }
        } else {
            lines.push(format!("{name}: ok"));
        }
    }
    // All files are rewritten, also if the reader of the output stops.
    let printed = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
    if errors.is_empty() { Ok(printed?) } else { Err(Failure::Files(errors, Vec::new())) }
}

/// Brings the file into its canonical form. Returns whether there was something to change.
fn rewrite(file: &Path, scenario: &Scenario) -> io::Result<bool> {
    if input::is_stdin(file) {
        return Err(io::Error::other("cannot be rewritten; name a file"));
    }
    let text = scenario.to_text();
    if fs::read_to_string(file)? == text {
        return Ok(false);
    }
    if read_scenario(&text).as_ref() != Ok(scenario) {
        let most = MAX_SCENARIO_BYTES / 1024;
        let message = format!(
            "the canonical form has {} bytes, more than the {most} KiB that are read; left as it is",
            text.len()
        );
        return Err(io::Error::other(message));
    }
    replace(file, &text)?;
    Ok(true)
}
