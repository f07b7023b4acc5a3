//! The command as scripts see it: output, messages and exit codes.

mod check;
mod digest;
mod papers;
mod parts;
mod problems;
mod run;
mod tools;

use crate::common;

const SCENARIO: &str = r#"{ "version": 1, "title": "Test", "durationS": 3, "warmupS": 1,
    "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "ms": 100 } },
    "queues": [{ "kind": "codel" }, { "kind": "pie", "targetMs": 20 }],
    "traffic": [{ "kind": "bulk", "flows": 2 }, { "kind": "cbr", "rateMbps": 0.5 }] }"#;

fn output(arguments: &[&str]) -> String {
    common::output(arguments, SCENARIO)
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).expect("JSON")
}
