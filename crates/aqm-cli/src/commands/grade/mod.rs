//! `aqm grade`: computes each hand-in of a challenge again.

mod lines;
mod table;

use super::sweep::{SeedList, open_output, seeds};
use crate::failure::Failure;
use crate::{input, names, progress};
use aqm_challenge::{GoalTexts, HandIn, Outcome, Trial, other_goals, span};
use aqm_link::Links;
use aqm_scenario::{Problem, Scenario};
use aqm_sweep::pool;
use lines::{Line, lines};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use table::Table;

/// Most bytes of the file of hand-ins.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Most seeds.
const MOST_SEEDS: usize = 1000;
/// Lines that are read, computed and printed before the next ones, so that memory does not grow with the file.
const LINES_AT_ONCE: usize = 2000;

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
pub struct Graded {
    /// All goals hold with most seeds, and nothing locked was changed.
    passed: bool,
    summary: Summary,
    /// What was changed without permission.
    changed: Vec<String>,
    /// How the goals in the link differ from those of the challenge.
    other_goals: Vec<String>,
    /// Name of the first hand-in with the same run.
    same_as: Option<String>,
}

/// The runs of a hand-in with all seeds. Equal runs have equal summaries.
#[derive(Clone, Debug)]
struct Summary {
    /// Number of seeds with which all goals hold.
    reached: usize,
    goals: Vec<GoalResult>,
    /// Digests of the lanes that the goals measure, with the first seed.
    digests: Vec<String>,
}

/// A goal over all seeds.
#[derive(Clone, Copy, Debug)]
struct GoalResult {
    /// Number of seeds with which it holds.
    seeds: usize,
    /// Mean of the values; `None` if there was nothing to measure.
    mean: Option<f64>,
}

/// What a run returns.
type Ran = (Vec<Outcome>, Vec<String>);

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let challenge = input::read(&options.challenge)?;
    let name = names::name_of(&options.challenge);
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
    let links = names::name_of(&options.links);
    let bytes = input::read_up_to(&options.links, MOST_BYTES + 1)
        .map_err(|error| Failure::Files(vec![(links.clone(), error)], Vec::new()))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::Unreadable(format!("{links}: has more than {MOST_BYTES} bytes")));
    }
    // A line that is no UTF-8 must not stop the others.
    let text = String::from_utf8_lossy(&bytes);
    let table = Table::new(&challenge, seeds, options.json);
    print_goals(&challenge);
    let threads = options.jobs.or_else(|| std::thread::available_parallelism().ok());
    let grader = Grader::new(&challenge, seeds, threads.map_or(1, NonZeroUsize::get));
    match output {
        None => {
            let mut out = io::BufWriter::new(out);
            grader.grade(&text, &table, &mut out)?;
            Ok(out.flush()?)
        }
        Some(mut file) => {
            grader.grade(&text, &table, &mut file).map_err(|error| file.failure(error))?;
            file.finish()
        }
    }
}

fn print_goals(challenge: &Scenario) {
    let goals = challenge.goals.iter().enumerate().map(|(index, goal)| {
        let (from_s, to_s) = span(goal, challenge);
        let texts = GoalTexts::new(goal, challenge);
        format!("goal {}: {} {}, from {from_s} to {to_s} s", index + 1, texts.what, texts.must)
    });
    input::print_notes(goals);
}

/// Grades hand-ins of a challenge. Equal ones are computed once.
struct Grader<'a> {
    challenge: &'a Scenario,
    seeds: &'a [u64],
    threads: usize,
    links: Links,
    /// Results by the values that were handed in.
    known: BTreeMap<String, Result<Summary, String>>,
    /// Name of the first hand-in by the text of its results.
    first: BTreeMap<String, String>,
}

impl<'a> Grader<'a> {
    fn new(challenge: &'a Scenario, seeds: &'a [u64], threads: usize) -> Self {
        let (links, known, first) = (Links::default(), BTreeMap::new(), BTreeMap::new());
        Grader { challenge, seeds, threads, links, known, first }
    }

    /// Writes one row for each line, and prints how many hand-ins passed.
    fn grade(mut self, text: &str, table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
        let bar = progress::Bar::new("grade");
        let total = lines(text).count();
        let (mut all, mut passed, mut refused) = (0, 0, 0);
        let mut lines = lines(text);
        table.begin(out)?;
        loop {
            let some: Vec<Line<'_>> = lines.by_ref().take(LINES_AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            let read: Vec<_> = some.iter().map(|line| self.read(line)).collect();
            let show = |share| bar.show((all as f64 + share * some.len() as f64) / total as f64);
            self.compute(read.iter().flatten().map(|(hand_in, _)| hand_in), &show);
            for (line, read) in some.into_iter().zip(read) {
                let result =
                    read.and_then(|(hand_in, goals)| self.graded(hand_in, goals, &line.name));
                passed += usize::from(result.as_ref().is_ok_and(|graded| graded.passed));
                refused += usize::from(result.is_err());
                table.add(&Grade { name: line.name, result }, all == 0, out)?;
                all += 1;
            }
        }
        table.end(out)?;
        bar.clear();
        input::print_notes([format!("{passed} of {all} hand-ins passed; {refused} were refused")]);
        Ok(())
    }

    /// Reads a line. Returns the hand-in, and how its goals differ.
    fn read(&self, line: &Line<'_>) -> Result<(HandIn, Vec<String>), String> {
        let hash = line.link?;
        guarded(|| {
            let handed = self.links.read(hash)?;
            let hand_in = HandIn::new(self.challenge, &handed.scenario).map_err(|found| {
                let first = found.first().map(ToString::to_string).unwrap_or_default();
                format!("the values do not fit the challenge: {first}")
            })?;
            let goals = handed.goals.map(|goals| other_goals(self.challenge, &goals));
            Ok((hand_in, goals.unwrap_or_default()))
        })
        .and_then(|read| read)
    }

    /// Runs the hand-ins that are new with every seed.
    fn compute<'b>(
        &mut self,
        all: impl Iterator<Item = &'b HandIn>,
        progress: &(dyn Fn(f64) + Sync),
    ) {
        let mut new: BTreeMap<&str, &HandIn> = BTreeMap::new();
        for hand_in in all.filter(|hand_in| !self.known.contains_key(&hand_in.values)) {
            new.insert(&hand_in.values, hand_in);
        }
        let runs: Vec<(&HandIn, u64)> = new
            .values()
            .flat_map(|hand_in| self.seeds.iter().map(move |&seed| (*hand_in, seed)))
            .collect();
        let ran = pool::run(
            &runs,
            self.threads,
            |_| 1.0,
            |(hand_in, seed)| {
                guarded(|| {
                    let trial =
                        Trial::complete(Scenario { seed: *seed, ..hand_in.scenario.clone() });
                    (trial.outcomes(), trial.digests())
                })
            },
            progress,
        );
        let mut ran = ran.into_iter();
        for values in new.into_keys() {
            let runs: Result<Vec<Ran>, String> = ran.by_ref().take(self.seeds.len()).collect();
            self.known.insert(values.to_owned(), runs.map(|runs| summarize(&runs)));
        }
    }

    /// Returns the grade of a hand-in that was computed.
    fn graded(
        &mut self,
        hand_in: HandIn,
        other_goals: Vec<String>,
        name: &str,
    ) -> Result<Graded, String> {
        let summary =
            self.known.get(&hand_in.values).cloned().ok_or("the hand-in was not run")??;
        // Values that differ without an effect, such as 9.3 and 9.3000000001, give the same run.
        let key = format!("{summary:?}");
        let same_as = self.first.get(&key).cloned();
        if same_as.is_none() {
            self.first.insert(key, name.to_owned());
        }
        let passed = hand_in.changed.is_empty() && 2 * summary.reached > self.seeds.len();
        Ok(Graded { passed, summary, changed: hand_in.changed, other_goals, same_as })
    }
}

/// Returns the result of `work`, or a message if it panics: a fault that one hand-in finds must not stop the grading of all.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| {
        "the hand-in could not be computed: the simulator has a fault. Please report it with the link".to_owned()
    })
}

fn summarize(runs: &[Ran]) -> Summary {
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
    Summary {
        reached: runs.iter().filter(all_hold).count(),
        goals: goals.collect(),
        digests: runs.first().map(|(_, digests)| digests.clone()).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_message() {
        assert_eq!(guarded(|| 7), Ok(7));
        let message = guarded(|| -> u32 { panic!("a fault of the simulator") }).unwrap_err();
        assert!(message.starts_with("the hand-in could not be computed"), "{message}");
    }
}
