//! `aqm import-trace`: converts recorded rates of a link into a schedule.

use crate::failure::Failure;
use crate::input;
use aqm_scenario::import::import_trace;
use aqm_scenario::{Detail, Problem};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Options {
    /// File with a time in s and a rate in Mbit/s per line, or in the format of mahimahi; - reads
    /// standard input.
    file: PathBuf,
    /// Length of a bin in ms. Default: 100, or more for a long trace.
    #[arg(long, value_name = "MS", allow_negative_numbers = true)]
    bin_ms: Option<f64>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let name = input::name_of(&options.file);
    let bytes = input::read_trace(&options.file)
        .map_err(|error| Failure::Files(vec![(name.clone(), error)], Vec::new()))?;
    let text = String::from_utf8(bytes)
        .map_err(|error| vec![Problem::whole(format!("is not UTF-8: {error}."))]);
    let schedule = text
        .and_then(|text| import_trace(&text, options.bin_ms))
        .map_err(|problems| Failure::Problems(vec![(name, problems)]))?;
    writeln!(out, "{}", schedule.to_value(Detail::Short).to_compact())?;
    Ok(())
}
