//! `aqm story`: computes every number of stories, and compares it with its bounds.

use crate::failure::Failure;
use crate::{input, names};
use aqm_story::{Claim, Story, measure};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[derive(clap::Args)]
pub struct Options {
    /// Stories; - reads standard input.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Run with the seeds 1 to N.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: u64,
    /// Print only the numbers that are out of their bounds.
    #[arg(long)]
    failed: bool,
}

/// A step with a seed: the unit of work.
struct Job {
    story: usize,
    step: usize,
    seed: u64,
}

/// The numbers of a step with each seed.
type Values = Vec<Vec<Option<f64>>>;

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let stories = input::read_stories(&options.files)?;
    let values = compute(&stories, options.seeds);
    let mut are_all = true;
    for ((file, story), of_story) in options.files.iter().zip(&stories).zip(&values) {
        let mut lines = Vec::new();
        for (number, (step, of_step)) in story.steps.iter().zip(of_story).enumerate() {
            for (index, claim) in step.claims.iter().enumerate() {
                let of_claim: Vec<_> = of_step.iter().map(|seed| seed[index]).collect();
                let holds = of_claim.iter().all(|&value| claim.holds(value));
                are_all &= holds;
                if !holds || !options.failed {
                    lines.push(line(number + 1, claim, &of_claim, holds));
                }
            }
        }
        if options.failed && lines.is_empty() {
            continue;
        }
        writeln!(out, "{}: {}", names::name_of(file), story.title)?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    if are_all { Ok(()) } else { Err(Failure::Finding) }
}

/// Runs all steps with all seeds on all cores.
fn compute(stories: &[Story], seeds: u64) -> Vec<Vec<Values>> {
    let mut jobs = Vec::new();
    for (story, one) in stories.iter().enumerate() {
        for step in 0..one.steps.len() {
            jobs.extend((1..=seeds).map(|seed| Job { story, step, seed }));
        }
    }
    let empty =
        |story: &Story| story.steps.iter().map(|_| vec![Vec::new(); seeds as usize]).collect();
    let values: Mutex<Vec<Vec<Values>>> = Mutex::new(stories.iter().map(empty).collect());
    let next = AtomicUsize::new(0);
    let cores = thread::available_parallelism().map_or(1, usize::from).min(jobs.len().max(1));
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let step = &stories[job.story].steps[job.step];
                    let measured = measure(step, job.seed, &mut || {});
                    let mut values =
                        values.lock().expect("no thread panics while it holds the values");
                    values[job.story][job.step][job.seed as usize - 1] = measured;
                }
            });
        }
    });
    values.into_inner().expect("all threads have ended")
}

fn line(step: usize, claim: &Claim, values: &[Option<f64>], holds: bool) -> String {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    let number = match known.len() {
        0 => "nothing to measure".to_owned(),
        1 => claim.text(Some(known[0])),
        count => {
            let mean = known.iter().sum::<f64>() / count as f64;
            let low = known.iter().copied().fold(f64::INFINITY, f64::min);
            let high = known.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            format!("{} ({low:.4} to {high:.4})", claim.text(Some(mean)))
        }
    };
    let verdict = match claim.bounds {
        None => "no bounds",
        Some(_) if holds => "ok",
        Some(_) => "OUT OF BOUNDS",
    };
    format!("  step {step}, line {}: {number}  {verdict}  {{{}}}", claim.line, claim.source)
}
