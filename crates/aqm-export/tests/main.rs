//! Tests of whole scripts, in one binary.

mod hostile;
mod parameters;
mod scripts;

use aqm_export::{Exported, Header, Target, export};
use aqm_scenario::{Scenario, read_scenario};

/// Words of all disciplines in scenarios.
const DISCIPLINES: [&str; 16] = [
    "droptail", "red", "ared", "codel", "pie", "duk", "pi2", "pi", "blue", "avq", "choke", "sfq",
    "cobalt", "fqCodel", "fqPie", "dualpi2",
];

/// Returns a scenario with these queues, traffic and changes, and further members of the link.
fn scenario(queues: &str, traffic: &str, changes: &str, link: &str) -> Scenario {
    let text = format!(
        r#"{{ "version": 1, "title": "A test: 10 Mbit/s", "seed": 7, "durationS": 20,
            "link": {{ "rateMbps": 10, "rttMs": 40, "buffer": {{ "packets": 100 }}{link} }},
            "queues": [{queues}], "traffic": [{traffic}], "changes": [{changes}] }}"#
    );
    read_scenario(&text).unwrap_or_else(|problems| panic!("{problems:?} in {text}"))
}

/// Returns a scenario with one bulk flow under a discipline.
fn under(queue: &str) -> Scenario {
    scenario(queue, r#"{ "kind": "bulk" }"#, "", "")
}

fn exported(scenario: &Scenario, target: Target) -> Exported {
    export(
        scenario,
        target,
        &Header { link: Some("https://host.example/#v1.abc"), version: "1.2.3" },
    )
}
