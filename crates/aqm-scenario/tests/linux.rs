//! Closed loops compared with real Linux: the scenarios in scenarios/validation/linux, linux-bbr and testbed, and
//! what was measured there with a Linux TCP stack through the kernel's disciplines or drop-tail.

use crate::common::repository;
use aqm_scenario::{Experiment, Scenario, read_scenario};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::thread;

/// Seeds averaged over.
const SEEDS: u64 = 3;

/// Rows that may differ by more than twice the tolerance, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "pie-linux-cubic-x1-25mbit-50ms",
    "the test bed may start a packet before it came, which PIE takes for a delay of over 250 ms: see \
     docs/models/pie.md",
)];

/// Share of the rows that must be within the tolerance.
const WITHIN: f64 = 0.9;

/// Reno and CUBIC behind queue disciplines, BBR, and all of them at the project's own testbed.
const FOLDERS: [&str; 3] = ["linux", "linux-bbr", "testbed"];

/// Rows of the testbed with a faster link are left to `npm run validate`: they take too long here.
const FASTEST_MBPS: f64 = 25.0;

fn folder(name: &str) -> PathBuf {
    repository().join("scenarios/validation").join(name)
}

/// The rows of a folder's measured.json by the names of their scenarios.
fn measured(of: &str) -> BTreeMap<String, Value> {
    let text = fs::read_to_string(folder(of).join("measured.json")).expect("measurements");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let rows = file["rows"].as_object().expect("rows").clone();
    rows.into_iter().collect()
}

fn read(of: &str, name: &str) -> (String, Scenario) {
    let text = fs::read_to_string(folder(of).join(format!("{name}.json"))).expect("a scenario");
    let scenario = read_scenario(&text).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    (text, scenario)
}

/// A measure: our value, the measured value, and the tolerance.
struct Measure {
    name: &'static str,
    ours: f64,
    theirs: f64,
    tolerance: f64,
}

impl Measure {
    /// Distance in tolerances.
    fn off(&self) -> f64 {
        (self.ours - self.theirs).abs() / self.tolerance
    }
}

/// Means over all seeds.
#[derive(Default)]
struct Means {
    delay: f64,
    p95: f64,
    utilization: f64,
    drop_rate: f64,
    mark_rate: f64,
    /// Share of the first group in the goodput of all flows.
    first_share: f64,
}

/// Runs a scenario with every seed.
fn simulate(scenario: &Scenario) -> Means {
    let mut means = Means::default();
    for seed in 1..=SEEDS {
        let mut experiment = Experiment::new(Scenario { seed, ..scenario.clone() });
        experiment.advance(experiment.end());
        let summary = experiment.lanes()[0].summary();
        let delay = summary.delay.expect("packets");
        let goodput = |flow: &aqm_sim::metrics::FlowSummary| flow.goodput_mbps;
        let all: f64 = summary.flows.iter().map(goodput).sum();
        let first: f64 = summary.flows.iter().filter(|flow| flow.group == 0).map(goodput).sum();
        let drop_rate = summary.early_drop_rate + summary.overflow_drop_rate;
        for (sum, value) in [
            (&mut means.delay, delay.mean),
            (&mut means.p95, delay.p95),
            (&mut means.utilization, summary.utilization),
            (&mut means.drop_rate, drop_rate),
            (&mut means.mark_rate, summary.mark_rate),
            (&mut means.first_share, first / all),
        ] {
            *sum += value / SEEDS as f64;
        }
    }
    means
}

/// The number in a row at `pointer`, if there is one.
fn number(row: &Value, pointer: &str) -> Option<f64> {
    row.pointer(pointer).and_then(Value::as_f64)
}

/// Runs a scenario with every seed and compares the means.
fn compare(scenario: &Scenario, row: &Value) -> Vec<Measure> {
    let means = simulate(scenario);
    let measure = |name, ours, pointer, share: f64, least: f64| {
        let theirs = number(row, pointer).expect("a number");
        Measure { name, ours, theirs, tolerance: (share * theirs).max(least) }
    };
    vec![
        measure("mean delay, ms", means.delay, "/queueDelayMs/mean", 0.15, 0.5),
        measure("p95 delay, ms", means.p95, "/queueDelayMs/p95", 0.15, 0.5),
        measure("utilization", means.utilization, "/utilization", 0.0, 0.015),
        measure("drop rate", means.drop_rate, "/dropRate", 0.25, 0.0002),
        measure("mark rate", means.mark_rate, "/markRate", 0.25, 0.0002),
    ]
}

#[test]
fn every_measurement_has_its_scenario_in_canonical_form() {
    for of in FOLDERS {
        let rows = measured(of);
        let files =
            fs::read_dir(folder(of)).expect("the folder").map(|file| file.expect("a file").path());
        let files = files.filter(|path| path.extension().is_some_and(|end| end == "json")).count();
        assert_eq!(files, rows.len() + 1, "{of}: a file for every row, and measured.json");
        for name in rows.keys() {
            let (text, scenario) = read(of, name);
            assert_eq!(text, scenario.to_text(), "{name}: run aqm check --write on it");
            assert_eq!(scenario.queues.len(), 1, "{name}");
            assert!(scenario.source.is_some_and(|source| source.measurement.is_some()), "{name}");
        }
    }
}

#[test]
fn closed_loops_are_as_measured_with_linux() {
    let rows = measured("linux");
    let results: Vec<(&String, Vec<Measure>)> = thread::scope(|scope| {
        let runs: Vec<_> = rows
            .iter()
            .map(|(name, row)| (name, scope.spawn(|| compare(&read("linux", name).1, row))))
            .collect();
        runs.into_iter().map(|(name, run)| (name, run.join().expect("a run"))).collect()
    });

    let mut report = String::new();
    let (mut within, mut failures) = (0, Vec::new());
    for (name, measures) in &results {
        let worst = measures.iter().map(Measure::off).fold(0.0, f64::max);
        within += usize::from(worst <= 1.0);
        let is_exception = EXCEPTIONS.iter().any(|(exception, _)| exception == name);
        if (worst > 2.0) != is_exception {
            failures.push(name);
        }
        report += &format!("{worst:6.2}  {name}\n");
        for measure in measures.iter().filter(|measure| measure.off() > 1.0) {
            let Measure { name, ours, theirs, .. } = measure;
            report += &format!("        {name}: {ours:.5}, measured {theirs:.5}\n");
        }
    }
    // Rows with an accepted exception still count as outside the tolerance.
    let share = within as f64 / results.len() as f64;
    assert!(share >= WITHIN, "only {within} of {} rows are within:\n{report}", results.len());
    assert!(
        failures.is_empty(),
        "off by over twice the tolerance, or wrongly excused: {failures:?}\n{report}"
    );
}

/// Runs a scenario with BBR with every seed and compares the means. Single runs of BBR differ more than
/// those of CUBIC, so the tolerances are wider.
fn compare_bbr(scenario: &Scenario, row: &Value) -> Vec<Measure> {
    let means = simulate(scenario);
    let mut rules = vec![
        ("mean delay, ms", means.delay, "/queueDelayMs/mean", 0.2, 2.0),
        ("p95 delay, ms", means.p95, "/queueDelayMs/p95", 0.2, 2.0),
        ("utilization", means.utilization, "/utilization", 0.0, 0.02),
    ];
    if number(row, "/bbrShare").is_some() {
        rules.push(("share of BBR", means.first_share, "/bbrShare", 0.0, 0.15));
    }
    let measure = |(name, ours, pointer, share, least): (_, _, _, f64, _)| {
        let theirs = number(row, pointer).expect("a number");
        Measure { name, ours, theirs, tolerance: (share * theirs).max(least) }
    };
    rules.into_iter().map(measure).collect()
}

fn assert_within(name: &str, measures: &[Measure]) {
    for measure in measures {
        let Measure { name: what, ours, theirs, .. } = measure;
        assert!(measure.off() <= 1.0, "{name}: {what}: {ours:.4}, measured {theirs:.4}");
    }
}

/// BBR alone, five BBR flows, BBR beside CUBIC, and under CoDel.
#[test]
fn bbr_behaves_as_measured_with_linux() {
    for (name, row) in measured("linux-bbr") {
        assert_within(&name, &compare_bbr(&read("linux-bbr", &name).1, &row));
    }
}

#[test]
fn slow_rows_of_the_testbed_are_as_measured() {
    let mut rows = 0;
    for (name, row) in measured("testbed") {
        let scenario = read("testbed", &name).1;
        let is_fast = scenario.link.rate_mbps > FASTEST_MBPS;
        if is_fast || row.get("completionMs").is_some() {
            continue;
        }
        rows += 1;
        let compare = if name.contains("bbr") { compare_bbr } else { compare };
        assert_within(&name, &compare(&scenario, &row));
    }
    assert!(rows > 20, "only {rows} rows are slow enough");
}
