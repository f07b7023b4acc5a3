//! `aqm sweep`: runs a plan, or a scenario with every combination of given values and seeds.

mod parquet;

use super::seed;
use crate::failure::Failure;
use crate::output::Output;
use crate::parquet_table::is_parquet;
use crate::{files, input, names, progress};
use aqm_report::measures::{APPLICATION, FLOW_DELAY, LANE, LaneMeasure, PART};
use aqm_scenario::Scenario;
use aqm_scenario::memory;
use aqm_scenario::problem::nearest;
use aqm_sweep::plan::{MAX_AXES, MAX_RUNS, Plan, Seeds, Vary};
use aqm_sweep::shard::{self, Shard};
use aqm_sweep::{Axis, Measured, Sweep, pool};
use std::io::{self, IsTerminal as _, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Most bytes of a shard. A million runs with all measures have less.
const MOST_SHARD_BYTES: u64 = 4 << 30;
/// Most memory of all parallel runs by their estimates, in bytes, unless `--jobs` is given.
const JOBS_BYTES: f64 = 4e9;

#[derive(clap::Args)]
pub struct Options {
    /// Plan or scenario; - reads standard input.
    #[arg(required_unless_present = "merge")]
    file: Option<PathBuf>,
    /// Values for a field of the scenario, such as link.rateMbps=5,10,20 or
    /// 'queues.0={"kind":"pie"},{"kind":"codel"}'. May be given several times: every combination runs.
    /// A field inside another field is set after it. Replaces the parameters of a plan.
    #[arg(long, value_name = "PATH=A,B,...", value_parser = Axis::parse)]
    set: Vec<Axis>,
    /// Seeds, such as 1..10 (inclusive) or 1,5,7. Default: those of the plan, or the scenario's seed.
    #[arg(long, value_name = "SEEDS", value_parser = seeds)]
    seeds: Option<SeedList>,
    /// Measures to print, such as utilization,queueDelayMs.p99; docs/measures.md lists them. Default: those of
    /// the plan, or mean and p95 of the delay, utilization, drop rate and fairness.
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = measure)]
    measures: Vec<String>,
    /// Number of parallel simulations. Default: one per core. Results do not depend on it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV.
    #[arg(long)]
    csv: bool,
    /// Write a Parquet file. This is the default if the name of --output ends with .parquet.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    parquet: bool,
    /// Run only part I of N, and print its values for --merge. Parts can run on different machines.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, conflicts_with_all = ["json", "csv", "parquet"])]
    shard: Option<Shard>,
    /// Run nothing. Print the table from the files of all parts.
    #[arg(
        long, value_name = "FILES", num_args = 1..,
        conflicts_with_all = ["file", "set", "seeds", "measures", "jobs", "shard"]
    )]
    merge: Vec<PathBuf>,
    /// Write to this file instead of standard output. The file appears when it is complete.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Returns the name of a measure if there is such a measure.
fn measure(name: &str) -> Result<String, String> {
    if LaneMeasure::find(name).is_some() {
        return Ok(name.to_owned());
    }
    // The scope, such as `groups.0.`, comes before the name; a measure of a lane has none.
    let dot = match name.split('.').next() {
        Some("groups" | "classes" | "flows") => name.match_indices('.').nth(1),
        _ => None,
    };
    let (scope, own) = name.split_at(dot.map_or(0, |(at, _)| at + 1));
    let part = PART.iter().map(|measure| measure.name);
    let names: Vec<&str> = match scope.split('.').next() {
        Some("groups") => part.chain(APPLICATION.iter().map(|measure| measure.name)).collect(),
        Some("classes") => part.collect(),
        Some("flows") => FLOW_DELAY.iter().map(|measure| measure.name).collect(),
        _ => LANE.iter().map(|measure| measure.name).collect(),
    };
    Err(if let Some(guess) = nearest(own, &names) {
        format!("there is no such measure; did you mean {scope}{guess}? docs/measures.md lists all")
    } else if scope.is_empty() {
        format!(
            "there is no such measure; expected {}. Before a measure of a part, write groups.0., classes.sparse. or \
             flows.0.; docs/measures.md lists all",
            names.join(", ")
        )
    } else {
        format!("there is no such measure; after {scope} expected {}", names.join(", "))
    })
}

/// Seeds in the order of the command line, each once.
#[derive(Clone, Debug)]
pub(super) struct SeedList(pub(super) Vec<u64>);

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    check_format(options)?;
    let mut inputs = options.merge.clone();
    inputs.extend(options.file.clone());
    let output = open_output(&inputs, options.output.as_deref())?;
    let bytes = match &options.file {
        None => merged(options)?,
        Some(file) => swept(options, file)?,
    };
    match output {
        None => Ok(out.write_all(&bytes)?),
        Some(file) => write_output(file, &bytes),
    }
}

/// Opens the file of `--output` before anything runs. It must be none of the inputs.
pub(super) fn open_output(
    inputs: &[PathBuf],
    file: Option<&Path>,
) -> Result<Option<Output>, Failure> {
    let Some(file) = file else { return Ok(None) };
    files::check_apart(inputs, &[("--output", file)])?;
    Output::open(file).map(Some).map_err(|error| Failure::file(file, error))
}

/// Writes the whole file.
pub(super) fn write_output(mut file: Output, bytes: &[u8]) -> Result<(), Failure> {
    file.write_all(bytes).map_err(|error| file.failure(error))?;
    file.finish()
}

/// Refuses combinations of options that would write another format than a file's name says, before anything runs.
fn check_format(options: &Options) -> Result<(), Failure> {
    let is_parquet_file = options.output.as_deref().is_some_and(is_parquet);
    let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
    if is_parquet_file && options.shard.is_some() {
        return usage(
            "--shard writes JSON for --merge; expected a name that does not end with .parquet",
        );
    }
    if is_parquet_file && (options.json || options.csv) {
        return usage(
            "--json and --csv write text; expected a name that does not end with .parquet",
        );
    }
    if options.parquet && options.output.is_none() && io::stdout().is_terminal() {
        return usage("--parquet writes bytes that are no text; name a file with --output");
    }
    Ok(())
}

/// Runs the plan, or one shard of it, and returns the output.
fn swept(options: &Options, file: &Path) -> Result<Vec<u8>, Failure> {
    let mut plan = input::read_plan(file)?;
    adjust(&mut plan, options)?;
    let sweep =
        Sweep::new(plan).map_err(|problems| Failure::Problems(input::named(file, problems)))?;
    if let Some(shard) = options.shard {
        let runs: Vec<usize> = shard.runs(sweep.runs()).collect();
        let measured = pool_runs(&sweep, &runs, options.jobs);
        input::print_notes(sweep.notes().iter().map(ToString::to_string));
        return Ok(shard::write(&sweep, shard, &measured).into_bytes());
    }
    let runs: Vec<usize> = (0..sweep.runs()).collect();
    let measured = pool_runs(&sweep, &runs, options.jobs).into_iter().map(Some);
    printed(options, &sweep, &measured.collect::<Vec<_>>())
}

/// Returns the output of the shards' files.
fn merged(options: &Options) -> Result<Vec<u8>, Failure> {
    let mut files = Vec::new();
    for path in &options.merge {
        let name = names::name_of(path);
        let text = input::read_text_up_to(path, MOST_SHARD_BYTES);
        files.push((name, text.map_err(|error| Failure::file(path, error))?));
    }
    let (sweep, measured) = shard::merge(&files).map_err(Failure::Unreadable)?;
    printed(options, &sweep, &measured)
}

/// Returns the table in the chosen format.
fn printed(
    options: &Options,
    sweep: &Sweep,
    measured: &[Option<Measured>],
) -> Result<Vec<u8>, Failure> {
    let table = sweep.table(measured);
    input::print_notes(table.notes());
    if options.parquet || options.output.as_deref().is_some_and(is_parquet) {
        let mut bytes = Vec::new();
        parquet::write(sweep, &table, &mut bytes).map_err(|error| {
            Failure::Unreadable(format!("the table cannot be written: {error}"))
        })?;
        return Ok(bytes);
    }
    let text = if options.json {
        table.json().to_pretty()
    } else if options.csv {
        table.csv()
    } else {
        table.text()
    };
    Ok(text.into_bytes())
}

/// Makes these runs of a sweep, with a progress bar.
fn pool_runs(sweep: &Sweep, runs: &[usize], jobs: Option<NonZeroUsize>) -> Vec<Measured> {
    let threads = jobs.or_else(|| default_jobs(sweep)).map_or(1, NonZeroUsize::get);
    let bar = progress::Bar::new("sweep");
    let weight = |&index: &usize| sweep.weight(index);
    let measure = |&index: &usize| sweep.measure(index);
    let measured = pool::run(runs, threads, weight, measure, &|share| bar.show(share));
    bar.clear();
    measured
}

/// Applies the options to the plan.
fn adjust(plan: &mut Plan, options: &Options) -> Result<(), Failure> {
    if !options.set.is_empty() {
        check_paths(&options.set)?;
        let vary = |axis: &Axis| Vary::list(axis.path.clone(), axis.values.clone());
        plan.vary = options.set.iter().map(vary).collect();
    }
    if let Some(seeds) = &options.seeds {
        plan.seeds = Some(Seeds::of(&seeds.0));
    }
    if !options.measures.is_empty() {
        plan.measures.clone_from(&options.measures);
    }
    if options.shard.is_some() && plan.vary.len() > MAX_AXES {
        return Err(Failure::Usage(format!(
            "--shard needs a plan with at most {MAX_AXES} parameters; put the others into its cases"
        )));
    }
    let runs = plan.cell_count().saturating_mul(plan.seed_list().len());
    if runs > MAX_RUNS {
        return Err(Failure::Usage(format!(
            "the sweep has {runs} runs of each lane; expected at most {MAX_RUNS}"
        )));
    }
    Ok(())
}

/// Returns one job for every core, or fewer if the runs could need too much memory together.
fn default_jobs(sweep: &Sweep) -> Option<NonZeroUsize> {
    let of_lane = |scenario: &Scenario| memory(scenario).total() / scenario.queues.len() as f64;
    let largest = sweep.cells().iter().map(|cell| of_lane(&cell.scenario)).fold(1.0, f64::max);
    std::thread::available_parallelism().ok().map(|cores| jobs_within(cores, largest))
}

/// Returns the number of parallel runs on `cores` if each may need `bytes`.
fn jobs_within(cores: NonZeroUsize, bytes: f64) -> NonZeroUsize {
    let fitting = NonZeroUsize::new((JOBS_BYTES / bytes) as usize);
    cores.min(fitting.unwrap_or(NonZeroUsize::MIN))
}

/// Checks the paths of `--set`.
fn check_paths(axes: &[Axis]) -> Result<(), Failure> {
    for (index, axis) in axes.iter().enumerate() {
        if axis.path == "seed" {
            return Err(Failure::Usage("--set cannot set the seed; use --seeds".to_owned()));
        }
        if axes[..index].iter().any(|other| other.path == axis.path) {
            return Err(Failure::Usage(format!("--set {} is given twice", axis.path)));
        }
    }
    Ok(())
}

pub(super) fn seeds(text: &str) -> Result<SeedList, String> {
    let mut seeds = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => seeds.push(seed(part)?),
            Some((first, last)) => {
                let (first, last) = (seed(first)?, seed(last)?);
                if first > last || last - first >= MAX_RUNS as u64 {
                    return Err(format!(
                        "'{part}' is no range; expected FIRST..LAST such as 1..10, of at most {MAX_RUNS} seeds"
                    ));
                }
                seeds.extend(first..=last);
            }
        }
        // Many ranges together could exhaust memory.
        if seeds.len() > MAX_RUNS {
            return Err(format!("more than {MAX_RUNS} seeds"));
        }
    }
    let mut sorted = seeds.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("{} is given twice", pair[0])),
        None => Ok(SeedList(seeds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_scenarios_run_in_fewer_jobs() {
        let jobs = |cores, bytes| jobs_within(NonZeroUsize::new(cores).unwrap(), bytes).get();
        assert_eq!(jobs(64, 2e7), 64);
        assert_eq!(jobs(64, 1e9), 4);
        assert_eq!(jobs(2, 1e9), 2);
        assert_eq!(jobs(8, 9e9), 1);
    }

    #[test]
    fn seeds_are_ranges_and_lists() {
        assert_eq!(seeds("1..4").unwrap().0, [1, 2, 3, 4]);
        assert_eq!(seeds("7").unwrap().0, [7]);
        assert_eq!(seeds("9,1..2").unwrap().0, [9, 1, 2]);
        let many = "0..999999,1000000..1999999";
        for wrong in ["", "4..1", "1..", "a", "1,1", "2,1..3", "0..99999999999", many] {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }
}
