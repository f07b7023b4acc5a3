//! The rows in the folder `rows`, and their results.

use aqm_scenario::{build, read_scenario};
use aqm_testbed::plan::refusals;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rows"))
}

fn results() -> Value {
    let text = fs::read_to_string(folder().join("results.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_row_can_be_run_and_has_a_result() {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "results" {
            continue;
        }
        let scenario = read_scenario(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(refusals(&build(&scenario, 0)), Vec::<String>::new(), "{name}");
        names.insert(name);
    }
    let results = results();
    let measured: BTreeSet<String> = results["rows"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, measured);
    assert!(names.len() >= 10);
}

#[test]
fn verdicts_follow_from_the_numbers() {
    for (name, row) in results()["rows"].as_object().unwrap() {
        let lanes = row["lanes"].as_array().unwrap();
        let mut is_within = true;
        for lane in lanes {
            let testbed = &lane["testbed"];
            let is_valid = testbed["objections"].as_array().unwrap().is_empty();
            assert_eq!(testbed["valid"], is_valid, "{name}");
            assert_eq!(row["valid"], is_valid, "{name}");
            for one in lane["comparison"].as_array().unwrap() {
                let number = |member: &str| one[member].as_f64().unwrap();
                let off = (number("measured") - number("simulated")).abs();
                assert_eq!(one["within"], off <= number("tolerance"), "{name}: {one}");
                is_within &= off <= number("tolerance");
            }
            for hop in testbed["hopCounts"].as_array().unwrap() {
                let count = |member: &str| hop[member].as_u64().unwrap();
                let left = count("departed") + count("dropped") + count("backlog");
                assert_eq!(count("arrived"), left, "{name}");
            }
        }
        assert_eq!(row["within"], is_within, "{name}");
    }
}

/// Returns the line of a row in the table of docs/testbed.md.
fn line(name: &str, row: &Value) -> String {
    let lane = &row["lanes"][0];
    let find = |measure: &str| {
        let comparison = lane["comparison"].as_array().unwrap();
        comparison.iter().find(|one| one["name"] == measure).cloned()
    };
    let number = |measure: &str, member: &str, decimals: usize| {
        find(measure).map_or(String::new(), |one| {
            let outside = if member == "measured" && one["within"] == false { " !" } else { "" };
            format!("{:.decimals$}{outside}", one[member].as_f64().unwrap())
        })
    };
    let both = |measure: &str, decimals: usize| {
        ["measured", "simulated"].map(|member| number(measure, member, decimals)).join(" | ")
    };
    let measures = [
        both("mean delay", 2),
        both("p95 of the delay", 1),
        both("utilization", 1),
        both("drops", 2),
        both("marks", 2),
    ];
    let late = &lane["testbed"]["dequeuesLateUs"];
    let [p99, max] = ["p99", "max"].map(|member| late[member].as_f64().unwrap());
    let is_true = |value: &Value| if value == true { "yes" } else { "**no**" };
    let verdicts = format!("{} | {}", is_true(&row["valid"]), is_true(&row["within"]));
    format!("| {name} | {} | {p99:.0} | {:.1} | {verdicts} |", measures.join(" | "), max / 1e3)
}

#[test]
fn the_document_has_the_results() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/testbed.md");
    let document = fs::read_to_string(path).unwrap();
    let results = results();
    let rows = results["rows"].as_object().unwrap();
    let lines: Vec<String> = rows.iter().map(|(name, row)| line(name, row)).collect();
    let missing: Vec<&String> = lines.iter().filter(|line| !document.contains(*line)).collect();
    let all = lines.join("\n");
    assert!(
        missing.is_empty(),
        "docs/testbed.md lacks {} lines of its table:\n{all}",
        missing.len()
    );
    assert!(document.contains(results["kernel"].as_str().unwrap()));
}
