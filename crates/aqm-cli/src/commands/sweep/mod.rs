//! `aqm sweep`: runs a scenario with every combination of given values and seeds.

mod estimate;
mod print;

use super::seed;
use crate::failure::Failure;
use crate::{input, progress};
use aqm_reproduce::pool;
use aqm_scenario::measures::{APPLICATION, LANE, LaneMeasure, PART};
use aqm_scenario::memory::memory;
use aqm_scenario::sweep::{self, Axis, Combination};
use aqm_scenario::{Scenario, build};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use estimate::Combined;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Most runs of one sweep. More are probably a mistake in the command line.
const MAX_RUNS: usize = 1_000_000;
/// Most bytes of all combinations as JSON.
const MAX_COMBINATION_BYTES: usize = 1_000_000_000;
/// Most memory of all parallel runs by their estimates, in bytes, unless `--jobs` is given.
const JOBS_BYTES: f64 = 4e9;

#[derive(clap::Args)]
pub struct Options {
    /// Scenario; - reads standard input.
    file: PathBuf,
    /// Values for a field of the scenario, such as link.rateMbps=5,10,20 or
    /// 'queues.0={"kind":"pie"},{"kind":"codel"}'. May be given several times: every combination runs.
    /// A field inside another field is set after it.
    #[arg(long, value_name = "PATH=A,B,...", value_parser = Axis::parse)]
    set: Vec<Axis>,
    /// Seeds, such as 1..10 (inclusive) or 1,5,7. Default: the scenario's seed.
    #[arg(long, value_name = "SEEDS", value_parser = seeds)]
    seeds: Option<Seeds>,
    /// Measures to print, such as utilization,queueDelayMs.p99; docs/measures.md lists them. Mean and p95
    /// of the delay, utilization, drop rate and fairness if left out.
    #[arg(long, value_name = "A,B,...", value_delimiter = ',', value_parser = measure)]
    measures: Vec<LaneMeasure>,
    /// Number of parallel simulations. Default: one per core. Results do not depend on it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON object.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print CSV.
    #[arg(long)]
    csv: bool,
}

impl Options {
    /// The measures to print.
    fn measures(&self) -> Vec<LaneMeasure> {
        if self.measures.is_empty() {
            let swept = LANE.iter().filter(|measure| measure.about.swept);
            swept.map(LaneMeasure::Lane).collect()
        } else {
            self.measures.clone()
        }
    }
}

/// The measure that is called `name` in reports.
fn measure(name: &str) -> Result<LaneMeasure, String> {
    LaneMeasure::find(name).ok_or_else(|| {
        let names: Vec<&str> = LANE.iter().map(|measure| measure.name).collect();
        let parts: Vec<&str> = PART.iter().map(|measure| measure.name).collect();
        let results: Vec<&str> = APPLICATION.iter().map(|measure| measure.name).collect();
        format!(
            "there is no such measure; there are {}; and, after the scope groups.0 (and so on) or classes.sparse (and so \
             on) and a dot, {}; and, for applications after groups.0 (and so on) and a dot, {}",
            names.join(", "),
            parts.join(", "),
            results.join(", ")
        )
    })
}

/// Seeds in the order of the command line, each once.
#[derive(Clone, Debug)]
struct Seeds(Vec<u64>);

/// A lane of a combination, over all seeds.
struct Row<'a> {
    combination: &'a Combination,
    lane: usize,
    /// One for each measure; `None` if no run has a value.
    results: Vec<Option<Combined>>,
}

/// One simulation.
struct Job<'a> {
    scenario: &'a Scenario,
    lane: usize,
    seed: u64,
    measures: &'a [LaneMeasure],
}

impl Job<'_> {
    fn run(&self) -> Vec<Option<f64>> {
        let scenario = Scenario { seed: self.seed, ..self.scenario.clone() };
        let mut simulation = Simulation::new(&build(&scenario, self.lane)).without_series();
        if self
            .measures
            .iter()
            .any(|measure| matches!(measure, LaneMeasure::Group(..) | LaneMeasure::Class(..)))
        {
            simulation = simulation.with_parts();
        }
        simulation.run_until(Time::from_seconds(scenario.duration_s));
        let summary = simulation.summary();
        self.measures.iter().map(|measure| measure.read(&summary)).collect()
    }
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let scenario = input::read(&options.file)?;
    let seeds = options.seeds.as_ref().map_or(vec![scenario.seed], |seeds| seeds.0.clone());
    check(options, seeds.len())?;
    check_size(&scenario, sweep::count(&options.set))?;
    let combinations = sweep::combinations(&scenario, &options.set).map_err(|all| {
        let file = input::name_of(&options.file);
        let named = |(label, problems)| (format!("{file} with {label}"), problems);
        Failure::Problems(all.into_iter().map(named).collect())
    })?;

    let measures = options.measures();
    let mut jobs = Vec::new();
    for combination in &combinations {
        for lane in 0..combination.scenario.queues.len() {
            let job = |&seed: &u64| Job {
                scenario: &combination.scenario,
                lane,
                seed,
                measures: &measures,
            };
            jobs.extend(seeds.iter().map(job));
        }
    }
    let threads = options.jobs.or_else(|| default_jobs(&combinations));
    let bar = progress::Bar::new("sweep");
    let results = pool::run(
        &jobs,
        threads.map_or(1, NonZeroUsize::get),
        |job| job.scenario.link.rate_mbps * job.scenario.duration_s,
        Job::run,
        &|share| bar.show(share),
    );
    bar.clear();

    let mut rows = Vec::new();
    let mut of_lane = results.chunks(seeds.len());
    for combination in &combinations {
        for lane in 0..combination.scenario.queues.len() {
            let runs = of_lane.next().expect("every lane was run with every seed");
            let of = |measure: usize| -> Vec<f64> {
                runs.iter().filter_map(|run| run[measure]).collect()
            };
            let combined = measures
                .iter()
                .enumerate()
                .map(|(index, measure)| Combined::of(measure.about().over_runs, &of(index)));
            rows.push(Row { combination, lane, results: combined.collect() });
        }
    }
    let table =
        print::Table { axes: &options.set, seeds: &seeds, measures: &measures, rows: &rows };
    if options.json {
        table.json(&scenario, out)
    } else if options.csv {
        table.csv(out)
    } else {
        table.text(out)
    }
}

/// Refuses combinations that together would not fit into memory: all are checked before the first run.
fn check_size(scenario: &Scenario, combinations: usize) -> Result<(), Failure> {
    let bytes = scenario.to_json().len();
    let most = MAX_COMBINATION_BYTES / bytes.max(1);
    if combinations <= most {
        return Ok(());
    }
    Err(Failure::Usage(format!(
        "the sweep has {combinations} combinations of a scenario of {bytes} bytes; expected at most \
         {most}. Set fewer values, or shorten the scenario."
    )))
}

/// Returns one job for every core, or fewer if the runs could need too much memory together.
fn default_jobs(combinations: &[Combination]) -> Option<NonZeroUsize> {
    let of_lane = |scenario: &Scenario| memory(scenario).total() / scenario.queues.len() as f64;
    let largest = combinations.iter().map(|one| of_lane(&one.scenario)).fold(1.0, f64::max);
    std::thread::available_parallelism().ok().map(|cores| jobs_within(cores, largest))
}

/// Returns the number of parallel runs on `cores` if each may need `bytes`.
fn jobs_within(cores: NonZeroUsize, bytes: f64) -> NonZeroUsize {
    let fitting = NonZeroUsize::new((JOBS_BYTES / bytes) as usize);
    cores.min(fitting.unwrap_or(NonZeroUsize::MIN))
}

/// Checks what does not depend on the scenario.
fn check(options: &Options, seeds: usize) -> Result<(), Failure> {
    for (index, axis) in options.set.iter().enumerate() {
        if axis.path == "seed" {
            return Err(Failure::Usage("--set cannot set the seed; use --seeds".to_owned()));
        }
        if options.set[..index].iter().any(|other| other.path == axis.path) {
            return Err(Failure::Usage(format!("--set {} is given twice", axis.path)));
        }
    }
    let runs = sweep::count(&options.set).saturating_mul(seeds);
    if runs > MAX_RUNS {
        return Err(Failure::Usage(format!(
            "the sweep has {runs} runs; expected at most {MAX_RUNS}"
        )));
    }
    Ok(())
}

fn seeds(text: &str) -> Result<Seeds, String> {
    let mut seeds = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            None => seeds.push(seed(part)?),
            Some((first, last)) => {
                let (first, last) = (seed(first)?, seed(last)?);
                if first > last || last - first >= MAX_RUNS as u64 {
                    return Err(format!("'{part}' is not a range of at most {MAX_RUNS} seeds"));
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
        None => Ok(Seeds(seeds)),
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
    fn combinations_that_do_not_fit_into_memory_are_refused() {
        let text = r#"{ "version": 1, "durationS": 9, "link": { "rateMbps": 5, "rttMs": 10,
            "buffer": { "packets": 9 } }, "queues": [{ "kind": "droptail" }], "traffic": [] }"#;
        let scenario = Scenario::parse(text).expect("it is valid");
        assert!(check_size(&scenario, 1_000_000).is_ok());
        let long = Scenario { title: "x".repeat(100_000), ..scenario };
        assert!(check_size(&long, 9_000).is_ok());
        assert!(check_size(&long, 11_000).is_err());
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
