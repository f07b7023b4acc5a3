//! `aqm check`: prints every problem of every file.

use crate::failure::Failure;
use crate::input::{self, Document};
use crate::names;
use crate::output;
use aqm_challenge::Trial;
use aqm_papers::paper::{MAX_PAPER_BYTES, Paper};
use aqm_scenario::{MAX_SCENARIO_BYTES, Problem, Scenario, read_scenario};
use aqm_story::Story;
use aqm_sweep::Plan;
use aqm_sweep::Sweep;
use aqm_sweep::plan::MAX_PLAN_BYTES;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Most work of the run of a challenge, in packets: about half a minute. A file from a stranger must not compute for hours.
const MOST_PACKETS: u64 = 100_000_000;

#[derive(clap::Args)]
pub struct Options {
    /// Scenarios, plans of sweeps, papers and stories; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rewrite the files in their canonical form: fields in order, defaults left out.
    #[arg(long)]
    write: bool,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let documents = input::read_documents(&options.files)?;
    let notes = check_cells(&options.files, &documents)?;
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for ((file, document), note) in options.files.iter().zip(documents).zip(notes) {
        let name = names::name_of(file);
        match options.write.then(|| rewrite(file, &document)).transpose() {
            Ok(Some(true)) => lines.push(format!("{name}: ok, rewritten{note}")),
            Ok(_) => lines.push(format!("{name}: ok{note}")),
            Err(error) => errors.push((name, error)),
        }
    }
    // All files are rewritten, also if the reader of the output stops.
    let printed = lines.iter().try_for_each(|line| writeln!(out, "{line}"));
    if errors.is_empty() { Ok(printed?) } else { Err(Failure::Files(errors, Vec::new())) }
}

/// Checks every combination of cases and values of the plans: a scenario can be refused with one of them only. Returns a note for
/// each document, mostly empty.
fn check_cells(files: &[PathBuf], documents: &[Document]) -> Result<Vec<String>, Failure> {
    let (mut notes, mut problems) = (Vec::new(), Vec::new());
    for (file, document) in files.iter().zip(documents) {
        match document {
            Document::Scenario(scenario) => match goals_at_start(scenario) {
                Ok(note) => notes.push(late_note(&[scenario]) + &note),
                Err(problem) => problems.push((names::name_of(file), vec![problem])),
            },
            // Its plans were checked when it was read.
            Document::Paper(_) => notes.push(String::new()),
            Document::Story(story) => notes.push(counted(story)),
            Document::Plan(plan) => match Sweep::new((**plan).clone()) {
                Ok(sweep) => {
                    let all: Vec<_> = sweep.cells().iter().map(|cell| &cell.scenario).collect();
                    let overrides = sweep.notes().into_iter().map(|note| format!("; {note}"));
                    notes.push(late_note(&all) + &overrides.collect::<String>());
                }
                Err(found) => problems.extend(input::named(file, found)),
            },
        }
    }
    if problems.is_empty() { Ok(notes) } else { Err(Failure::Problems(problems)) }
}

/// Returns a note about the size of a story, and about numbers without bounds, which no test checks.
fn counted(story: &Story) -> String {
    let claims = || story.steps.iter().flat_map(|step| &step.claims);
    let free = claims().filter(|claim| claim.bounds.is_none()).count();
    let free = if free == 0 { String::new() } else { format!(", {free} without bounds") };
    format!("; {} steps, {} numbers{free}", story.steps.len(), claims().count())
}

/// Runs a challenge as it is handed out, and returns a note about its goals: those that hold from the start must be there to keep
/// obvious bad answers from passing. Without goals the note is empty.
///
/// # Errors
/// Returns a problem if all goals hold from the start.
fn goals_at_start(scenario: &Scenario) -> Result<String, Problem> {
    if scenario.goals.is_empty() {
        return Ok(String::new());
    }
    let Some(trial) = Trial::within(scenario.clone(), MOST_PACKETS) else {
        return Ok(format!(
            "; the goals at the start were not computed: the run has more than {MOST_PACKETS} packets"
        ));
    };
    let goals = trial.answer().goals;
    let held: Vec<String> = goals
        .iter()
        .enumerate()
        .filter(|(_, goal)| goal.state == "holds")
        .map(|(index, goal)| {
            format!("goals[{index}] ({}: {}, {})", goal.what, goal.value, goal.must)
        })
        .collect();
    match (held.len(), goals.len()) {
        (0, _) => Ok("; no goal holds at the start".to_owned()),
        (count, all) if count == all => Err(Problem {
            path: "goals".to_owned(),
            message:
                "all hold at the start; expected at least one that fails until a value is changed."
                    .to_owned(),
        }),
        (count, all) => {
            let hold = if count == 1 { "holds" } else { "hold" };
            Ok(format!("; {count} of {all} goals {hold} at the start: {}", held.join(", ")))
        }
    }
}

/// Returns a note about changes that come too late in each of the scenarios of a file; empty if there are none. `aqm run --until`
/// can still reach them, so they are no problem of the file.
fn late_note(scenarios: &[&Scenario]) -> String {
    let fewest = scenarios.iter().min_by_key(|scenario| scenario.late_changes().count());
    let late: Vec<f64> = fewest
        .map(|scenario| scenario.late_changes().map(|change| change.at_s).collect())
        .unwrap_or_default();
    let (Some(scenario), Some(first)) = (fewest, late.iter().copied().reduce(f64::min)) else {
        return String::new();
    };
    let changes =
        if late.len() == 1 { "1 change comes" } else { &format!("{} changes come", late.len()) };
    format!(
        "; {changes} too late to have an effect, the first at {first} s: the run ends at {} s",
        scenario.duration_s
    )
}

/// Brings the file into its canonical form. Returns whether there was something to change.
fn rewrite(file: &Path, document: &Document) -> io::Result<bool> {
    if names::is_stdin(file) {
        return Err(io::Error::other("cannot be rewritten; name a file"));
    }
    let (text, is_read_again, most) = match document {
        Document::Story(_) => {
            return Err(io::Error::other(
                "is a story, which has no canonical form; leave out --write",
            ));
        }
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
        Document::Paper(paper) => {
            let text = paper.to_text();
            let again = Paper::parse(&text).as_ref() == Ok(&**paper);
            (text, again, MAX_PAPER_BYTES)
        }
    };
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("is not a regular file, so it cannot be rewritten"));
    }
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
    output::write(file, text.as_bytes())?;
    Ok(true)
}
