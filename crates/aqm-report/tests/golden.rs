//! Runs equal those from which scenarios/golden/digests.json and the pictures of the library were written, over their whole length. This is
//! the native debug build. The same file is compared with the release build (`npm test -- release`), and with
//! the wasm package in Node and in the browser.

use crate::common::repository;
use aqm_report::golden::{self, Golden};
use aqm_report::picture;
use aqm_scenario::{Scenario, read_scenario};
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
fn the_version_has_the_hash_of_the_digests() {
    let read = |path: &str| fs::read_to_string(repository().join(path)).expect("the file");
    let hash = golden::hash(&read(golden::PATH));
    assert_eq!(read(golden::HASH_PATH).trim_end(), hash, "run: aqm generate");
}

#[test]
fn every_scenario_gives_its_golden_digests_and_pictures() {
    let read = |path: &str| -> Value {
        let text = fs::read_to_string(repository().join(path)).expect("the file");
        serde_json::from_str(&text).expect("JSON")
    };
    let mut digests = read(golden::PATH)["digests"].as_object().expect("digests").clone();
    let mut pictures = read(picture::PATH).as_object().expect("pictures").clone();
    let cure = "If that is meant: cargo run --release -p aqm-cli -- generate";
    for (name, scenario) in all_scenarios() {
        let run = Golden::of(&scenario);
        let expected = digests.remove(&name).unwrap_or_default();
        assert_eq!(json!(run.digests), expected, "{name} runs differently. {cure}");
        if let Some(page) = golden::page_name(&name) {
            let expected = pictures.remove(page).unwrap_or_default();
            assert_eq!(json!(run.pictures), expected, "{name} has another picture. {cure}");
        }
    }
    assert!(digests.is_empty(), "no such scenarios: {:?}", digests.keys());
    assert!(pictures.is_empty(), "pictures of no scenario: {:?}", pictures.keys());
}

/// Name and scenario of every scenario in scenarios/ and below, as the golden digests name them.
pub fn all_scenarios() -> Vec<(String, Scenario)> {
    let root = repository().join("scenarios");
    let (mut folders, mut all) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let place = path.strip_prefix(&root).expect("below scenarios");
            let place = place.to_string_lossy().replace('\\', "/");
            if let Some(name) = golden::name(&place) {
                let text = fs::read_to_string(&path).expect("text");
                let scenario = read_scenario(&text);
                all.push((name.to_owned(), scenario.unwrap_or_else(|p| panic!("{name}: {p:#?}"))));
            }
        }
    }
    all
}
