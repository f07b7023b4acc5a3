//! `aqm check`: every problem of every file.

use crate::failure::Failure;
use crate::input;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// Scenarios; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    input::read_all(&options.files)?;
    for file in &options.files {
        writeln!(out, "{}: ok", input::name_of(file))?;
    }
    Ok(())
}
