//! Runs are the same as when scenarios/golden/digests.json was written. The same file is compared
//! with the wasm package in Node and in the browser.

mod common;

use aqm_scenario::golden;
use common::{repository, scenarios};
use serde_json::{Value, json};
use std::fs;

#[test]
fn every_scenario_gives_its_golden_digests() {
    let text = fs::read_to_string(repository().join(golden::PATH)).expect("the file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(file["untilS"], golden::UNTIL_S);
    let mut expected = file["digests"].as_object().expect("digests").clone();
    for (name, scenario) in scenarios() {
        let expected = expected.remove(&name).unwrap_or_default();
        assert_eq!(
            json!(golden::digests(&scenario)),
            expected,
            "{name} runs differently. If that is meant: cargo run --release -p aqm-cli -- generate"
        );
    }
    assert!(expected.is_empty(), "no such scenarios: {:?}", expected.keys());
}
