//! `aqm grade`: computes each hand-in of a challenge again.

mod lines;
mod table;

use super::sweep::{SeedList, open_output, seeds, write_output};
use crate::commands::link::Links;
use crate::failure::Failure;
use crate::{input, progress};
use aqm_scenario::challenge::{HandIn, Outcome, Trial};
use aqm_scenario::sweep::pool;
use aqm_scenario::{Problem, Scenario};
use lines::{Line, lines};
use std::collections::BTreeMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use table::Results;

/// Most bytes of the file of hand-ins.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Most seeds.
const MOST_SEEDS: usize = 1000;

#[derive(clap::Args)]
pub struct Options {
    /// The challenge: a scenario with goals.
    challenge: PathBuf,
    /// Hand-ins: a name and a link on each line; - reads standard input.
    links: PathBuf,
    /// Seeds of the runs, such as 1..10 (inclusive) or 1,5,7. Choose some that the students have not seen.
    #[arg(long, value_name = "SEEDS", value_parser = seeds, default_value = "1001..1005")]
    seeds: SeedList,
    /// Number of parallel simulations. Default: one per core. Results do not depend on it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Print one JSON object instead of CSV.
    #[arg(long)]
    json: bool,
    /// Write to this file instead of standard output. The file appears when it is complete.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A line of the file, graded or refused.
pub struct Grade {
    name: String,
    result: Result<Graded, String>,
}

/// The results of a hand-in.
#[derive(Clone)]
pub struct Graded {
    /// All goals hold with most seeds, and nothing locked was changed.
    passed: bool,
    /// Number of seeds with which all goals hold.
    reached: usize,
    goals: Vec<GoalResult>,
    /// What was changed without permission.
    changed: Vec<String>,
    /// Digests of the lanes that the goals measure, with the first seed.
    digests: Vec<String>,
    /// Name of the first hand-in with the same values.
    same_as: Option<String>,
}

/// A goal over all seeds.
#[derive(Clone, Copy)]
pub struct GoalResult {
    /// Number of seeds with which it holds.
    seeds: usize,
    /// Mean of the values; `None` if there was nothing to measure.
    mean: Option<f64>,
}

/// What a run returns.
type Ran = (Vec<Outcome>, Vec<String>);

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let challenge = input::read(&options.challenge)?;
    let name = input::name_of(&options.challenge);
    if challenge.goals.is_empty() {
        let problem = Problem {
            path: "goals".to_owned(),
            message: "are missing; expected at least one.".to_owned(),
        };
        return Err(Failure::Problems(vec![(name, vec![problem])]));
    }
    let seeds = &options.seeds.0;
    if seeds.len() > MOST_SEEDS {
        let message = format!("--seeds has {} seeds; expected at most {MOST_SEEDS}", seeds.len());
        return Err(Failure::Usage(message));
    }
    let inputs = [options.challenge.clone(), options.links.clone()];
    let output = open_output(&inputs, options.output.as_deref())?;
    let links = input::name_of(&options.links);
    let bytes = input::read_up_to(&options.links, MOST_BYTES + 1)
        .map_err(|error| Failure::Files(vec![(links.clone(), error)], Vec::new()))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::Unreadable(format!("{links}: has more than {MOST_BYTES} bytes")));
    }
    // A line that is no UTF-8 must not stop the others.
    let grades = grade(&challenge, &lines(&String::from_utf8_lossy(&bytes)), seeds, options.jobs);
    let goals = challenge.goals.iter().map(|goal| goal.texts(&challenge)).collect();
    let results = Results { title: &challenge.title, goals, seeds, grades };
    print_notes(&challenge, &results);
    let text = if options.json { results.json() } else { results.csv() };
    match output {
        None => Ok(out.write_all(text.as_bytes())?),
        Some(file) => write_output(file, text.as_bytes()),
    }
}

/// Prints the goals, and how many hand-ins reached them.
fn print_notes(challenge: &Scenario, results: &Results<'_>) {
    let goals =
        challenge.goals.iter().zip(&results.goals).enumerate().map(|(index, (goal, texts))| {
            let (from_s, to_s) = goal.span(challenge);
            format!("goal {}: {} {}, from {from_s} to {to_s} s", index + 1, texts.what, texts.must)
        });
    input::print_notes(goals);
    let passed = results.grades.iter().filter(|grade| matches!(&grade.result, Ok(of) if of.passed));
    let refused = results.grades.iter().filter(|grade| grade.result.is_err()).count();
    let [passed, all] = [passed.count(), results.grades.len()];
    input::print_notes([format!("{passed} of {all} hand-ins passed; {refused} were refused")]);
}

/// Grades all lines. Equal hand-ins are computed once.
fn grade(
    challenge: &Scenario,
    lines: &[Line],
    seeds: &[u64],
    jobs: Option<NonZeroUsize>,
) -> Vec<Grade> {
    let links = Links::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    // The different scenarios, each with the name of its first hand-in.
    let mut different: Vec<(Scenario, &str)> = Vec::new();
    let read: Vec<Result<(usize, HandIn), String>> = lines
        .iter()
        .map(|line| {
            let hash = line.link.as_ref().ok_or("the line has no link")?;
            let hand_in = HandIn::new(challenge, &links.read(hash)?).map_err(|found| {
                let first = found.first().map(ToString::to_string).unwrap_or_default();
                format!("the values do not fit the challenge: {first}")
            })?;
            let index = *known.entry(hand_in.scenario.to_json()).or_insert_with(|| {
                different.push((hand_in.scenario.clone(), &line.name));
                different.len() - 1
            });
            Ok((index, hand_in))
        })
        .collect();
    let ran = run_all(&different, seeds, jobs);
    let mut has_shown = vec![false; different.len()];
    let results = lines.iter().zip(read).map(|(line, read)| {
        let result = read.map(|(index, hand_in)| {
            let runs = &ran[index * seeds.len()..][..seeds.len()];
            let same_as = has_shown[index].then(|| different[index].1.to_owned());
            has_shown[index] = true;
            summarize(runs, hand_in.changed, same_as)
        });
        Grade { name: line.name.clone(), result }
    });
    results.collect()
}

/// Runs every scenario with every seed.
fn run_all(different: &[(Scenario, &str)], seeds: &[u64], jobs: Option<NonZeroUsize>) -> Vec<Ran> {
    let runs: Vec<(usize, u64)> = (0..different.len())
        .flat_map(|index| seeds.iter().map(move |&seed| (index, seed)))
        .collect();
    let threads = jobs.or_else(|| std::thread::available_parallelism().ok());
    let bar = progress::Bar::new("grade");
    let ran = pool::run(
        &runs,
        threads.map_or(1, NonZeroUsize::get),
        |_| 1.0,
        |&(index, seed)| {
            let trial = Trial::complete(Scenario { seed, ..different[index].0.clone() });
            (trial.outcomes(), trial.digests())
        },
        &|share| bar.show(share),
    );
    bar.clear();
    ran
}

fn summarize(runs: &[Ran], changed: Vec<String>, same_as: Option<String>) -> Graded {
    let count = runs.first().map_or(0, |(outcomes, _)| outcomes.len());
    let goals = (0..count).map(|goal| {
        let of_goal = || runs.iter().map(move |(outcomes, _)| outcomes[goal]);
        let values: Vec<f64> = of_goal().filter_map(|outcome| outcome.value).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        GoalResult {
            seeds: of_goal().filter(|outcome| outcome.holds).count(),
            mean: Some(mean).filter(|mean| mean.is_finite()),
        }
    });
    let all_hold = |(outcomes, _): &&Ran| outcomes.iter().all(|outcome| outcome.holds);
    let reached = runs.iter().filter(all_hold).count();
    Graded {
        passed: changed.is_empty() && 2 * reached > runs.len(),
        reached,
        goals: goals.collect(),
        changed,
        digests: runs.first().map(|(_, digests)| digests.clone()).unwrap_or_default(),
        same_as,
    }
}
