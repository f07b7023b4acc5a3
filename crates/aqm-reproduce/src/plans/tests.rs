use super::*;
use crate::Measured;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the paths of all files below a folder, relative to the repository, with slashes.
fn listed(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            listed(&path, found);
        } else {
            let path = path.strip_prefix(repository()).expect("below the repository");
            found.insert(path.to_string_lossy().replace('\\', "/"));
        }
    }
}

#[test]
fn the_folder_has_exactly_the_generated_files() {
    let files = files();
    let mut present = BTreeSet::new();
    listed(&repository().join(FOLDER), &mut present);
    let expected: BTreeSet<String> = files.iter().map(|file| file.path.clone()).collect();
    assert_eq!(present, expected, "remove files of experiments that are gone; npm run generate");
    for file in &files {
        let text = fs::read_to_string(repository().join(&file.path)).expect("text");
        assert!(text == file.text, "{} is stale; run: npm run generate", file.path);
    }
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    assert!(bytes < 400_000, "{bytes} bytes");
}

#[test]
fn files_are_valid_and_canonical() {
    for file in files().iter().filter(|file| file.path.ends_with(".json")) {
        let text = match (Plan::parse(&file.text), Scenario::parse(&file.text)) {
            (Ok(plan), Err(_)) => {
                assert!(Sweep::new(plan.clone()).is_ok(), "{}", file.path);
                plan.to_text()
            }
            (Err(_), Ok(scenario)) => scenario.to_text(),
            (plan, scenario) => panic!("{}: {plan:?} {scenario:?}", file.path),
        };
        assert!(text == file.text, "{}", file.path);
    }
}

/// The lane and the scenario of a run, without texts.
fn simulated(lane: usize, scenario: &Scenario) -> (usize, u64, Scenario) {
    (lane, scenario.seed, plain(scenario))
}

#[test]
fn files_have_exactly_the_runs_of_their_items() {
    for sheet in sheets() {
        let own = |run: &Run| simulated(run.lane(), run.scenario());
        let runs = |item: &&Item| item.runs().iter().map(own).collect::<Vec<_>>();
        match &sheet.content {
            Content::Plan(plan) => {
                let sweep = Sweep::new((**plan).clone()).expect("it is valid");
                let of_items: Vec<_> = sheet.items.iter().map(runs).collect();
                let mut count = 0;
                for index in 0..sweep.runs() {
                    let planned = simulated(sweep.run(index).lane, &sweep.scenario(index));
                    let (item, run) = place(&sheet, &sweep, index);
                    assert!(of_items[item][run] == planned, "{}: run {index}", sheet.path);
                    count += 1;
                }
                assert_eq!(count, of_items.iter().map(Vec::len).sum::<usize>(), "{}", sheet.path);
            }
            Content::Scenarios(scenarios) => {
                let lanes = |scenario: &Scenario| {
                    let lanes = 0..scenario.queues.len();
                    lanes.map(|lane| simulated(lane, scenario)).collect::<Vec<_>>()
                };
                let all: Vec<_> = scenarios.iter().flat_map(lanes).collect();
                assert!(all == runs(&sheet.items[0]), "{}", sheet.path);
            }
        }
    }
}

/// Returns the item and its run that run `index` of the sheet's plan is. The disciplines of a plan with several items take turns.
fn place(sheet: &Sheet, sweep: &Sweep, index: usize) -> (usize, usize) {
    let (cell, within) = (index / per_cell(sweep), index % per_cell(sweep));
    let items = sheet.items.len();
    (cell % items, cell / items * per_cell(sweep) + within)
}

fn per_cell(sweep: &Sweep) -> usize {
    sweep.runs() / sweep.cells().len()
}

/// Returns the value of a run that a measure of its plan shows, computed from the measure.
fn value_of(item: &Item, name: &str, measure: f64) -> Option<(usize, f64)> {
    let percent = 100.0 * measure;
    let found = match (item.paper, name) {
        (Paper::Schwardmann2014, "queueDelayMs.mean") => (0, measure),
        (Paper::Schwardmann2014, "utilization") => (1, percent),
        (Paper::Pan2013, "queueDelayMs.mean") => (0, measure),
        // A share of 10 Mbit/s.
        (Paper::Pan2013, "utilization") if item.id == "4-5" => (1, 10.0 * measure),
        (Paper::Pan2013, "utilization") => (4, 10.0 * measure),
        (Paper::Raghuvanshi2013, "utilization") => (0, percent),
        (Paper::Raghuvanshi2013, "queueShare") => (1, percent),
        (Paper::Raghuvanshi2013, "dropRate") => (2, percent),
        (Paper::Raghuvanshi2013, "queueDelayMs.sd") => (3, measure),
        (Paper::Raghuvanshi2013, "overflowDropRate") => (4, percent),
        (Paper::TahilianiRfc7928, "queueDelayMs.mean") => (0, measure),
        (Paper::TahilianiRfc7928, "queueDelayMs.sd") => (1, measure),
        (Paper::TahilianiRfc7928, "utilization") => (2, percent),
        (Paper::TahilianiRfc7928, "dropRate") => (3, percent),
        (Paper::Novak, name) if item.id.starts_with('7') => match name {
            "groups.0.completionMs.p75" => (0, measure / 1e3),
            "groups.0.completionMs.mean" => (1, measure / 1e3),
            "queueDelayMs.mean" => (2, measure),
            _ => return None,
        },
        (Paper::Novak, "queueDelayMs.mean") => (0, measure),
        (Paper::Novak, "queueDelayMs.sd") => (1, measure),
        (Paper::Novak, "utilization") => (3, percent),
        (Paper::Novak, "dropRate") if item.id.starts_with('1') => (4, percent),
        (Paper::Novak, "groups.0.completionMs.p75") => (5, measure / 1e3),
        (Paper::Novak, "jain") => (6, measure),
        (Paper::Rfc7928, "queueDelayMs.mean") => (0, measure),
        (Paper::Rfc7928, "queueDelayMs.p95") => (1, measure),
        (Paper::Rfc7928, "queueDelayMs.sd") => (2, measure),
        (Paper::Rfc7928, "utilization") => (4, percent),
        (Paper::Rfc7928, "dropRate") => (5, percent),
        (Paper::Rfc7928, "markRate") => (6, percent),
        (Paper::Rfc7928, "jain") => (7, measure),
        _ => return None,
    };
    Some(found)
}

/// Most work of a run in this test, Mbit.
const MOST: f64 = 6000.0;

#[test]
fn measures_of_a_sweep_are_the_values_of_the_items_bit_for_bit() {
    let mut compared = BTreeSet::new();
    for sheet in sheets() {
        let Content::Plan(plan) = &sheet.content else { continue };
        if plan.measures.is_empty() {
            continue;
        }
        let sweep = Sweep::new((**plan).clone()).expect("it is valid");
        let runs: Vec<Vec<Run>> = sheet.items.iter().map(|item| item.runs()).collect();
        // The first seed of the last lane of every cheap set-up.
        let seeds = sweep.seeds().len();
        let first = (per_cell(&sweep) - seeds..sweep.runs()).step_by(per_cell(&sweep));
        let cheap: Vec<usize> = first.filter(|&index| sweep.weight(index) <= MOST).collect();
        // A few of the many set-ups suffice; the step visits all disciplines and congestion controls.
        let step = match sheet.items[0].paper {
            Paper::Rfc7928 => 7,
            Paper::Raghuvanshi2013 => 5,
            _ => 1,
        };
        for &index in cheap.iter().step_by(step) {
            let (item, run) = place(&sheet, &sweep, index);
            let ours: Measured = runs[item][run].measure();
            for (name, measure) in plan.measures.iter().zip(sweep.measure(index)) {
                let measure = measure.unwrap_or(f64::NAN);
                let Some((at, value)) = value_of(sheet.items[item], name, measure) else {
                    continue;
                };
                let is_equal =
                    value.to_bits() == ours[at].to_bits() || (value.is_nan() && ours[at].is_nan());
                assert!(is_equal, "{}, run {index}, {name}: {value} {}", sheet.path, ours[at]);
                if !value.is_nan() {
                    compared.insert((sheet.path.clone(), name.clone()));
                }
            }
        }
    }
    let of_novak = ("novak-duk/1".to_owned(), "groups.0.completionMs.p75".to_owned());
    assert!(compared.contains(&of_novak), "{compared:?}");
    assert!(compared.len() > 70, "{}", compared.len());
}

#[test]
fn a_single_varied_field_is_a_parameter() {
    let of = |path: &str| {
        let sheets = sheets();
        let sheet = sheets.iter().find(|sheet| sheet.path == path).expect("it exists");
        let Content::Plan(plan) = &sheet.content else { panic!("{path} is no plan") };
        (plan.cases.len(), plan.vary.iter().map(|vary| vary.axis().path).collect::<Vec<_>>())
    };
    assert_eq!(of("schwardmann-2014/1a"), (0, vec!["link.rateMbps".to_owned()]));
    assert_eq!(of("schwardmann-2014/1c"), (0, vec!["traffic.0.flows".to_owned()]));
    assert_eq!(of("pan-2013-pie/10"), (2, vec![]));
    assert_eq!(of("rfc7928/8"), (6, vec![KIND.to_owned()]));
    assert_eq!(of("pan-2013-pie/6"), (0, vec![]));
}
