//! `aqm open`: prints, checks and converts links of the page.

use crate::failure::Failure;
use crate::{input, names, progress};
use aqm_experiment::Experiment;
use aqm_link::{Check, IS_STORY, Links, Opened, page_link, start};
use aqm_report::digest_text;
use aqm_scenario::{MAX_SCENARIO_BYTES, Scenario, read_scenario};
use aqm_sim::time::Time;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Options of `aqm open`.
#[derive(clap::Args)]
pub struct Options {
    /// A link (in quotes), or a file with a link or a scenario; - reads standard input.
    source: String,
    /// Compute the run of a link again, and say whether every lane comes out as the link says. With --link: compute the whole
    /// run, and write its digests into the link.
    #[arg(long)]
    check: bool,
    /// Print a link instead of a scenario. The link is the same for the same scenario.
    #[arg(long)]
    link: bool,
    /// Address of the page for --link. Without it the link is what follows the address.
    #[arg(long, value_name = "ADDRESS", requires = "link", default_value = "")]
    page: String,
}

pub fn run(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let links = Links::default();
    let opened = read(&options.source, &links)?;
    if options.link {
        let check = options.check.then(|| compute(opened.scenario.clone(), None));
        let check = check.as_ref().map(|(at_ms, check)| (*at_ms, check));
        let hash = links.write(&opened.scenario, check);
        writeln!(out, "{}", page_link(&options.page, &hash))?;
        Ok(())
    } else if options.check {
        compare(opened, out)
    } else {
        out.write_all(opened.scenario.to_text().as_bytes())?;
        Ok(())
    }
}

/// Reads a link, or a file with a link or a scenario.
fn read(source: &str, links: &Links) -> Result<Opened, Failure> {
    if start(source).is_none() && source.contains("#story") {
        return Err(Failure::Unreadable(IS_STORY.to_owned()));
    }
    if let Some(at) = start(source) {
        return links.open(&source[at..]).map_err(Failure::Unreadable);
    }
    let path = PathBuf::from(source);
    let name = names::name_of(&path);
    let bytes = input::read_up_to(&path, MAX_SCENARIO_BYTES as u64 + 4)
        .map_err(|error| Failure::file(&path, error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Unreadable(format!("{name}: is not UTF-8")))?;
    let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    match text.lines().rev().find_map(|line| start(line).map(|at| &line[at..])) {
        Some(hash) if !is_json => {
            links.open(hash).map_err(|reason| Failure::Unreadable(format!("{name}: {reason}")))
        }
        _ => {
            let scenario = scenario(&text, &path)?;
            Ok(Opened { scenario, at_ms: 0, check: None })
        }
    }
}

fn scenario(text: &str, path: &Path) -> Result<Scenario, Failure> {
    read_scenario(text)
        .and_then(aqm_challenge::checked)
        .map_err(|problems| Failure::Problems(vec![(names::name_of(path), problems)]))
}

/// Runs a scenario to a time in ms, or to its end, and returns the time with the check of the run.
fn compute(scenario: Scenario, at_ms: Option<u64>) -> (u64, Check) {
    let mut experiment = Experiment::new(scenario);
    let end = (experiment.end().seconds() * 1000.0).floor() as u64;
    let at_ms = at_ms.unwrap_or(end);
    progress::run(&mut experiment, Time::from_seconds(at_ms as f64 / 1000.0), "link");
    (at_ms, check_of(&experiment))
}

/// Returns the check of a run where it stands.
fn check_of(experiment: &Experiment) -> Check {
    Check::new(experiment.lanes().iter().map(|lane| digest_text(lane.digest())))
}

/// Computes the run of a link again, and prints whether it is the same.
fn compare(opened: Opened, out: &mut impl Write) -> Result<(), Failure> {
    let Some(given) = opened.check else {
        let reason =
            "the link has no check: it was made by an earlier version, or while the run played";
        return Err(Failure::Unreadable(reason.to_owned()));
    };
    let kinds: Vec<&str> = opened.scenario.queues.iter().map(|lane| lane.kind()).collect();
    let empty = check_of(&Experiment::new(opened.scenario.clone()));
    let (at_ms, ours) = compute(opened.scenario, Some(opened.at_ms));
    let seconds = at_ms as f64 / 1000.0;
    // Anybody can write the digests of a run in which nothing has happened.
    if given.digests == ours.digests && ours == empty {
        let reason = format!(
            "no packet was sent up to {seconds} s, the time of the link: its digests say nothing about the run"
        );
        return Err(Failure::Unreadable(reason));
    }
    if given.digests == ours.digests {
        let lanes = if kinds.len() == 1 {
            "its lane".to_owned()
        } else {
            format!("all {} lanes", kinds.len())
        };
        writeln!(out, "Reproduced exactly: {lanes}, up to {seconds} s.")?;
        return Ok(());
    }
    for (lane, kind) in kinds.iter().enumerate() {
        let (link, here) = (&given.digests[lane], &ours.digests[lane]);
        if link == here {
            writeln!(out, "Lane {} ({kind}): reproduced exactly.", lane + 1)?;
        } else {
            writeln!(out, "Lane {} ({kind}): {here} here, {link} in the link.", lane + 1)?;
        }
    }
    if given.version == ours.version {
        writeln!(
            out,
            "The link was changed, or the simulator has a fault; both are version {}.",
            ours.version
        )?;
    } else {
        writeln!(
            out,
            "The link was made with version {}; this is version {}.",
            given.version, ours.version
        )?;
    }
    Err(Failure::Finding)
}
