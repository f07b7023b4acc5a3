//! `aqm import-trace`: converts recorded rates of a link into a schedule.

use crate::failure::Failure;
use crate::{input, names};
use aqm_scenario::import::{BIN_MS, import_trace};
use aqm_scenario::{Detail, Problem};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// File with a time in s and a rate in Mbit/s per line, or in the format of mahimahi; - reads
    /// standard input.
    file: PathBuf,
    /// Length of a bin in ms. Default: 100, or more for a long trace.
    #[arg(long, value_name = "MS", value_parser = bin_ms, allow_negative_numbers = true)]
    bin_ms: Option<f64>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let name = names::name_of(&options.file);
    let bytes =
        input::read_trace(&options.file).map_err(|error| Failure::file(&options.file, error))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| vec![Problem::whole(format!("is not UTF-8: {error}."))]);
    let schedule = text
        .and_then(|text| import_trace(&text, options.bin_ms))
        .map_err(|problems| invalid(&name, &problems))?;
    writeln!(out, "{}", schedule.to_value(Detail::Short).to_compact())?;
    Ok(())
}

/// Reads the length of a bin in ms.
fn bin_ms(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(bin_ms) if BIN_MS.contains(&bin_ms) => Ok(bin_ms),
        _ => Err(format!("expected {} to {} ms", BIN_MS.start(), BIN_MS.end())),
    }
}

/// An invalid trace ends the command like an unreadable file, as in `aqm replay`.
fn invalid(name: &str, problems: &[Problem]) -> Failure {
    let lines: Vec<String> = problems.iter().map(|problem| format!("{name}: {problem}")).collect();
    Failure::Unreadable(lines.join(" "))
}
