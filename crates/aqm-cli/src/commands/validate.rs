//! `aqm validate`: computes the results of validation, and renders docs/validation from them.

use crate::failure::Failure;
use crate::{input, output, progress};
use aqm_validation::{Error, Oracle, Sources, compute, pages};
use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Most bytes of the reports of all papers. They have a few megabytes.
const MOST_BYTES: u64 = 256 << 20;

#[derive(clap::Args)]
pub struct Options {
    /// What to compare with, such as kernel, linux or pan-2013-pie. Default: everything.
    #[arg(value_name = "ORACLE", value_parser = oracle)]
    oracles: Vec<Oracle>,
    /// Compute nothing. Render the pages from the results that are there.
    #[arg(long, conflicts_with_all = ["oracles", "recordings", "scripts", "reports"])]
    render: bool,
    /// Root of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// For kernel: a complete set of recordings, with the folders traces, cc and cc/optional.
    #[arg(long, value_name = "DIR")]
    recordings: Option<PathBuf>,
    /// For packetdrill: its folder gtests/net/tcp.
    #[arg(long, value_name = "DIR")]
    scripts: Option<PathBuf>,
    /// For papers: a file of `aqm reproduce --save`, instead of running the experiments.
    #[arg(long, value_name = "FILE")]
    reports: Option<PathBuf>,
    /// Number of parallel simulations. Default: one per core.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let jobs = options.jobs.or_else(|| std::thread::available_parallelism().ok());
    let text = |file: &PathBuf| {
        input::read_text_up_to(file, MOST_BYTES).map_err(|error| Failure::file(file, error))
    };
    let sources = Sources {
        root: options.root.clone(),
        recordings: options.recordings.clone(),
        scripts: options.scripts.clone(),
        reports: options.reports.as_ref().map(text).transpose()?,
        threads: jobs.map_or(1, NonZeroUsize::get),
    };
    let wanted = match (options.render, options.oracles.is_empty()) {
        (true, _) => Vec::new(),
        (false, true) => Oracle::all(),
        (false, false) => options.oracles.clone(),
    };
    let unreadable = |error: Error| Failure::Unreadable(error.to_string());
    let write = |path: &str, text: &str, out: &mut dyn Write| -> Result<(), Failure> {
        let path = options.root.join(path);
        if fs::read_to_string(&path).is_ok_and(|present| present == text) {
            return Ok(());
        }
        let name = path.display().to_string();
        let parent = path.parent().map_or(Ok(()), fs::create_dir_all);
        let written = parent.and_then(|()| output::write(&path, text.as_bytes()));
        written.map_err(|error| Failure::file(&path, error))?;
        Ok(writeln!(out, "{name}: written")?)
    };
    for oracle in wanted {
        let bar = progress::Bar::new(oracle.name());
        let results = compute(oracle, &sources, &|share| bar.show(share)).map_err(unreadable)?;
        bar.clear();
        for goal in results.goals().map_err(unreadable)? {
            let word = if goal.is_met() { "pass" } else { "FAIL" };
            let (name, hits, of) = (&goal.name, goal.hits, goal.of);
            writeln!(out, "{word}  {}: {name}: {hits} of {of}", oracle.name())?;
        }
        write(&oracle.results_path(), &results.text(), out)?;
    }
    for file in pages::files(&options.root).map_err(unreadable)? {
        write(&file.path, &file.text, out)?;
    }
    Ok(())
}

fn oracle(name: &str) -> Result<Oracle, String> {
    Oracle::named(name).ok_or_else(|| {
        let known: Vec<&str> = Oracle::all().into_iter().map(Oracle::name).collect();
        format!("expected one of {}", known.join(", "))
    })
}
