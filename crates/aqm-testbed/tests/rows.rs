//! The rows that `aqm testbed --rows` measured, in `scenarios/validation/disciplines`.

use aqm_scenario::{build, read_scenario};
use aqm_testbed::plan::refusals;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/validation/disciplines"))
}

fn results() -> Value {
    let text = fs::read_to_string(folder().join("measured.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_row_can_be_run_and_has_a_result() {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "measured" {
            continue;
        }
        let scenario = read_scenario(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(refusals(&build(&scenario, 0)), Vec::<String>::new(), "{name}");
        names.insert(name);
    }
    let results = results();
    let measured: BTreeSet<String> = results["rows"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(names, measured);
    assert!(names.len() >= 40);
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
