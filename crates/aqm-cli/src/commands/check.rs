//! `aqm check`: prints every problem of every file.

use crate::failure::Failure;
use crate::input::{self, Document};
use crate::replace::replace;
use aqm_scenario::plan::MAX_PLAN_BYTES;
use aqm_scenario::sweep::Sweep;
use aqm_scenario::{MAX_SCENARIO_BYTES, Plan, read_scenario};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Scenarios and plans of sweeps; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rewrite the files in their canonical form: fields in order, defaults left out.
    #[arg(long)]
    write: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let documents = input::read_documents(&options.files)?;
    check_cells(&options.files, &documents)?;
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for (file, document) in options.files.iter().zip(documents) {
        let name = input::name_of(file);
        if options.write {
            match rewrite(file, &document) {
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

/// Checks every combination of cases and values of the plans: a scenario can be refused with one of them only.
fn check_cells(files: &[PathBuf], documents: &[Document]) -> Result<(), Failure> {
    let problems = files.iter().zip(documents).filter_map(|(file, document)| match document {
        Document::Plan(plan) => Some((file, Sweep::new((**plan).clone()).err()?)),
        Document::Scenario(_) => None,
    });
    let problems: Vec<_> =
        problems.flat_map(|(file, problems)| input::named(file, problems)).collect();
    if problems.is_empty() { Ok(()) } else { Err(Failure::Problems(problems)) }
}

/// Brings the file into its canonical form. Returns whether there was something to change.
fn rewrite(file: &Path, document: &Document) -> io::Result<bool> {
    if input::is_stdin(file) {
        return Err(io::Error::other("cannot be rewritten; name a file"));
    }
    let (text, is_read_again, most) = match document {
        Document::Scenario(scenario) => {
            let text = scenario.to_text();
            let again = read_scenario(&text).as_ref() == Ok(&**scenario);
            (text, again, MAX_SCENARIO_BYTES)
        }
        Document::Plan(plan) => {
            let text = plan.to_text();
            let again = Plan::parse(&text).as_ref() == Ok(&**plan);
            (text, again, MAX_PLAN_BYTES)
        }
    };
    if fs::read_to_string(file)? == text {
        return Ok(false);
    }
    if !is_read_again {
        let most = most / 1024;
        let message = format!(
            "the canonical form has {} bytes, more than the {most} KiB that are read; left as it is",
            text.len()
        );
        return Err(io::Error::other(message));
    }
    replace(file, &text)?;
    Ok(true)
}
