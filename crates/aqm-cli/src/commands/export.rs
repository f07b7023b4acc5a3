//! `aqm export`: writes a script that runs a scenario elsewhere.

use crate::failure::Failure;
use crate::{files, input, output};
use aqm_export::{Header, Target, export};
use aqm_link::{Links, page_link};
use std::io::Write;
use std::path::PathBuf;

/// Options of `aqm export`.
#[derive(clap::Args)]
pub struct Options {
    /// Scenario to export; - reads standard input.
    file: PathBuf,
    /// What runs the script: tc (Bash with network namespaces and iperf3), nest, ns3, mininet or flent.
    #[arg(long, value_name = "TARGET", value_parser = target)]
    to: Target,
    /// File to write. Without it the script goes to standard output.
    #[arg(short, long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Address of the page for the link in the header. Without it the header has what follows the address.
    #[arg(long, value_name = "ADDRESS", default_value = "")]
    page: String,
}

fn target(text: &str) -> Result<Target, String> {
    Target::of(text).ok_or_else(|| format!("expected one of {}", Target::names()))
}

/// Runs the command.
pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let scenario = input::read(&options.file)?;
    let out_file = options.out.as_deref();
    let named: Vec<_> = out_file.map(|file| ("--out", file)).into_iter().collect();
    files::check_apart(std::slice::from_ref(&options.file), &named)?;
    let link = page_link(&options.page, &Links::default().write(&scenario, None));
    let header = Header { link: Some(&link), version: env!("CARGO_PKG_VERSION") };
    let exported = export(&scenario, options.to, &header);
    match out_file {
        Some(file) => {
            output::write(file, exported.text.as_bytes())
                .map_err(|error| Failure::file(file, error))?;
            for sentence in &exported.not_carried {
                writeln!(out, "Does not carry over: {sentence}")?;
            }
        }
        None => out.write_all(exported.text.as_bytes())?,
    }
    Ok(())
}
