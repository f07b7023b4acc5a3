//! Runs equal those from which scenarios/golden/digests.json was written, over their whole length. This is
//! the native debug build. The same file is compared with the release build (`npm test -- release`), and with
//! the wasm package in Node and in the browser.

use crate::common::{all_scenarios, repository};
use aqm_scenario::golden;
use serde_json::{Value, json};
use std::fs;

/// Otherwise the comparison below would be one of two release builds.
#[test]
#[expect(clippy::assertions_on_constants, reason = "it is about how this is built")]
fn these_tests_check_for_overflow_and_broken_invariants() {
    assert!(cfg!(debug_assertions));
    let one = std::hint::black_box(1u8);
    assert!(std::panic::catch_unwind(|| u8::MAX + one).is_err(), "overflow is not checked");
}

#[test]
fn every_scenario_gives_its_golden_digests() {
    let text = fs::read_to_string(repository().join(golden::PATH)).expect("the file");
    let file: Value = serde_json::from_str(&text).expect("JSON");
    let mut expected = file["digests"].as_object().expect("digests").clone();
    for (name, scenario) in all_scenarios() {
        let expected = expected.remove(&name).unwrap_or_default();
        assert_eq!(
            json!(golden::digests(&scenario)),
            expected,
            "{name} runs differently. If that is meant: cargo run --release -p aqm-cli -- generate"
        );
    }
    assert!(expected.is_empty(), "no such scenarios: {:?}", expected.keys());
}
