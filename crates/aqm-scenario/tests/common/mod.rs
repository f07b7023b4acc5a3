//! A scenario for tests, ways to change it, and the scenarios of the repository.

use aqm_scenario::model::Traffic;
use aqm_scenario::schema::Json as _;
use aqm_scenario::{Problem, Scenario, read_scenario};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

/// A small scenario with every kind of queue and traffic.
pub fn base() -> Value {
    json!({
        "version": 1, "title": "Base", "durationS": 20, "warmupS": 2, "seed": 7,
        "link": { "rateMbps": 10, "rttMs": 40, "buffer": { "packets": 100 } },
        "queues": [
            { "kind": "codel" }, { "kind": "pie", "variant": "linux", "ecn": true },
            { "kind": "red", "minPackets": 4, "maxPackets": 12 },
            { "kind": "ared" }, { "kind": "droptail" },
        ],
        "traffic": [
            { "kind": "bulk", "flows": 3, "ecn": true },
            { "kind": "cbr", "rateMbps": 1, "startS": 2 },
            { "kind": "poisson", "rateMbps": 1, "packetBytes": 500, "stopS": 15 },
        ],
        "changes": [
            { "atS": 8, "set": "link.rateMbps", "to": 5 },
            { "atS": 4, "set": "queues.0.targetMs", "to": 20 },
        ],
    })
}

/// The base with the value at a JSON pointer replaced or, by `null`, removed.
pub fn with(pointer: &str, to: Value) -> Value {
    let mut scenario = base();
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer has a slash");
    match scenario.pointer_mut(parent).expect("the parent exists") {
        Value::Object(members) if to.is_null() => {
            members.remove(name);
        }
        Value::Object(members) => {
            members.insert(name.to_owned(), to);
        }
        Value::Array(items) => items[name.parse::<usize>().expect("an index")] = to,
        other => panic!("{other} has no members"),
    }
    scenario
}

pub fn read(scenario: &Value) -> Result<Scenario, Vec<Problem>> {
    read_scenario(&scenario.to_string())
}

/// Reads a scenario with the limits of the page.
pub fn read_for_page(scenario: &Value) -> Result<Scenario, Vec<Problem>> {
    aqm_scenario::read_for_page(&scenario.to_string())
}

pub fn valid(scenario: &Value) -> Scenario {
    read(scenario).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// A group of each kind of traffic, with its required members only.
pub fn groups() -> Vec<Value> {
    let group = |kind: &&str| {
        let bare = json!({ "kind": kind });
        // Some kinds have no default rate.
        let is_complete = read(&with("/traffic/1", bare.clone())).is_ok();
        if is_complete { bare } else { json!({ "kind": kind, "rateMbps": 1 }) }
    };
    Traffic::KINDS.names.iter().map(group).collect()
}

/// The repository's root.
pub fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Name and text of every file in scenarios/ itself, without the schemas.
pub fn files() -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(repository().join("scenarios"))
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("text"))
        })
        .filter(|(name, _)| !name.ends_with(".schema"))
        .collect();
    files.sort();
    files
}

pub fn scenarios() -> Vec<(String, Scenario)> {
    files()
        .into_iter()
        .map(|(name, text)| match read_scenario(&text) {
            Ok(scenario) => (name, scenario),
            Err(problems) => panic!("{name}: {problems:#?}"),
        })
        .collect()
}

/// The text of a problem, with plain spaces between thousands.
pub fn said(problem: &Problem) -> String {
    problem.to_string().replace('\u{202f}', " ")
}
