use super::*;
use crate::code::rfc7928::plans::{plain, plan_of_kinds};
use crate::disciplines::kinds;
use crate::{Measured, Run, papers};
use aqm_scenario::Scenario;
use aqm_sweep::plan::Plan;
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
fn generated_files_are_up_to_date() {
    for file in files() {
        let text = fs::read_to_string(repository().join(&file.path)).expect("text");
        assert!(text == file.text, "{} is stale; run: npm run generate", file.path);
    }
}

#[test]
fn the_folder_has_no_file_that_no_paper_uses() {
    let mut present = BTreeSet::new();
    listed(&repository().join(FOLDER), &mut present);
    let mut used = BTreeSet::from([format!("{FOLDER}/README.md")]);
    for paper in papers() {
        let folder = format!("{FOLDER}/{}", paper.name());
        used.insert(format!("{folder}/paper.json"));
        for item in paper.items() {
            match item.file.strip_suffix('/') {
                Some(name) => listed(&repository().join(format!("{folder}/{name}")), &mut used),
                None if item.file.is_empty() => {}
                None => drop(used.insert(format!("{folder}/{}", item.file))),
            }
        }
    }
    assert_eq!(present, used);
}

#[test]
fn files_are_canonical() {
    let mut present = BTreeSet::new();
    listed(&repository().join(FOLDER), &mut present);
    for path in present.iter().filter(|path| path.ends_with(".json")) {
        let text = fs::read_to_string(repository().join(path)).expect("text");
        let canonical = if path.ends_with("/paper.json") {
            crate::paper::Paper::parse(&text).map(|paper| paper.to_text())
        } else {
            let plan = Plan::parse(&text).map(|plan| plan.to_text());
            plan.or_else(|_| Scenario::parse(&text).map(|scenario| scenario.to_text()))
        };
        assert!(canonical.as_ref() == Ok(&text), "{path} is not canonical");
    }
}

fn per_cell(sweep: &Sweep) -> usize {
    sweep.runs() / sweep.cells().len()
}

/// Returns an item's sweep, and the index of each of its runs there. The disciplines of RFC 7928 take turns in its plans.
fn planned(item: &Item) -> Option<(Sweep, Vec<usize>)> {
    if let Some(sweep) = sweep(item) {
        let sweep = Sweep::new(sweep.plan().clone()).expect("it is valid");
        let all = (0..sweep.runs()).collect();
        return Some((sweep, all));
    }
    let kinds = kinds();
    let (kind, section) = match item.report_of() {
        Some((kind, section)) => (Some(kind), section),
        None if item.paper.name == rfc7928::NAME => (None, item.id.as_str()),
        None => return None,
    };
    let sweep = Sweep::new(plan_of_kinds(section)).expect("it is valid");
    let is_own = |run: &usize| {
        let kind_of_run = run / per_cell(&sweep) % kinds.len();
        kind.is_none_or(|kind| kinds[kind_of_run] == kind)
    };
    let indices = (0..sweep.runs()).filter(is_own).collect();
    Some((sweep, indices))
}

#[test]
fn plans_have_exactly_the_runs_of_their_items() {
    let simulated = |lane: usize, scenario: &Scenario| (lane, scenario.seed, plain(scenario));
    for item in papers().iter().flat_map(crate::Paper::items) {
        let Some((sweep, indices)) = planned(item) else { continue };
        let runs = item.runs();
        assert_eq!(runs.len(), indices.len(), "{}", item.name());
        for (run, &index) in runs.iter().zip(&indices) {
            let planned = simulated(sweep.run(index).lane, &sweep.scenario(index));
            assert!(planned == simulated(run.lane(), run.scenario()), "{}: {index}", item.name());
        }
    }
}

/// Returns the value of a run that a measure of its plan shows, computed from the measure.
fn value_of(item: &Item, name: &str, measure: f64) -> Option<(usize, f64)> {
    let percent = 100.0 * measure;
    let found = match (item.paper.name.as_str(), name) {
        ("schwardmann-2014", "queueDelayMs.mean") => (0, measure),
        ("schwardmann-2014", "utilization") => (1, percent),
        ("pan-2013-pie", "queueDelayMs.mean") => (0, measure),
        // A share of 10 Mbit/s.
        ("pan-2013-pie", "utilization") if item.id == "4-5" => (1, 10.0 * measure),
        ("pan-2013-pie", "utilization") if item.id == "11" => (3, 10.0 * measure),
        ("pan-2013-pie", "utilization") => (4, 10.0 * measure),
        ("raghuvanshi-2013", "utilization") => (0, percent),
        ("raghuvanshi-2013", "queueShare") => (1, percent),
        ("raghuvanshi-2013", "dropRate") => (2, percent),
        ("raghuvanshi-2013", "queueDelayMs.sd") => (3, measure),
        ("raghuvanshi-2013", "overflowDropRate") => (4, percent),
        ("tahiliani-rfc7928", "queueDelayMs.mean") => (0, measure),
        ("tahiliani-rfc7928", "queueDelayMs.sd") => (1, measure),
        ("tahiliani-rfc7928", "utilization") => (3, percent),
        ("tahiliani-rfc7928", "dropRate") => (4, percent),
        ("novak-duk", name) if item.id.starts_with('7') => match name {
            "groups.0.completionMs.p75" => (0, measure / 1e3),
            "groups.0.completionMs.mean" => (1, measure / 1e3),
            "queueDelayMs.mean" => (2, measure),
            _ => return None,
        },
        ("novak-duk", "queueDelayMs.mean") => (0, measure),
        ("novak-duk", "queueDelayMs.sd") => (1, measure),
        ("novak-duk", "utilization") => (3, percent),
        ("novak-duk", "dropRate") if item.id.starts_with('1') => (4, percent),
        ("novak-duk", "groups.0.completionMs.p75") => (5, measure / 1e3),
        ("novak-duk", "jain") => (6, measure),
        ("rfc7928", "queueDelayMs.mean") => (0, measure),
        ("rfc7928", "queueDelayMs.p95") => (1, measure),
        ("rfc7928", "queueDelayMs.sd") => (2, measure),
        ("rfc7928", "utilization") => (4, percent),
        ("rfc7928", "dropRate") => (5, percent),
        ("rfc7928", "markRate") => (6, percent),
        ("rfc7928", "jain") => (7, measure),
        _ => return None,
    };
    Some(found)
}

/// Most work of a run in this test, Mbit.
const MOST: f64 = 6000.0;

#[test]
fn measures_of_a_sweep_are_the_values_of_the_items_bit_for_bit() {
    let mut compared = BTreeSet::new();
    for item in papers().iter().flat_map(crate::Paper::items) {
        let Some((sweep, indices)) = planned(item) else { continue };
        if sweep.plan().measures.is_empty() {
            continue;
        }
        let runs: Vec<Run> = item.runs();
        // The first seed of the last lane of every cheap set-up.
        let seeds = sweep.seeds().len();
        let first = (per_cell(&sweep) - seeds..runs.len()).step_by(per_cell(&sweep));
        let cheap: Vec<usize> = first.filter(|&run| sweep.weight(indices[run]) <= MOST).collect();
        // A few of the many set-ups suffice; the step visits all disciplines and congestion controls.
        let step = match item.paper.name.as_str() {
            "rfc7928" => 7,
            "raghuvanshi-2013" => 11,
            _ => 1,
        };
        for &run in cheap.iter().step_by(step) {
            let ours: Measured = runs[run].measure();
            for (name, measure) in sweep.plan().measures.iter().zip(sweep.measure(indices[run])) {
                let measure = measure.unwrap_or(f64::NAN);
                let Some((at, value)) = value_of(item, name, measure) else { continue };
                let is_equal =
                    value.to_bits() == ours[at].to_bits() || (value.is_nan() && ours[at].is_nan());
                assert!(is_equal, "{}, run {run}, {name}: {value} {}", item.name(), ours[at]);
                if !value.is_nan() {
                    compared.insert((item.name(), name.clone()));
                }
            }
        }
    }
    let of_novak = ("novak-duk/1".to_owned(), "groups.0.completionMs.p75".to_owned());
    assert!(compared.contains(&of_novak), "{compared:?}");
    assert!(compared.len() > 70, "{}", compared.len());
}
