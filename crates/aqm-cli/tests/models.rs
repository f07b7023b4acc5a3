//! The pages in docs/models: one for every model, all with the same headings, and with every variant.

use aqm_scenario::model::{FlowSize, Schedule, Traffic};
use aqm_scenario::schema::Json as _;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

const HEADINGS: [&str; 5] = [
    "What it does",
    "Source and equations",
    "Parameters with defaults",
    "How we depart and why",
    "Validation",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All pages by name.
fn pages() -> BTreeMap<String, String> {
    let files = fs::read_dir(root().join("docs/models")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    // Skips files that Finder and editors create.
    names
        .filter(|name| !name.starts_with('.'))
        .filter_map(|name| Some(name.strip_suffix(".md")?.to_owned()))
        .map(|name| (name.clone(), read(&format!("docs/models/{name}.md"))))
        .collect()
}

/// Returns the words that the schema allows for properties called `name`.
fn words(schema: &Value, name: &str, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key == name {
                    let words = value["enum"].as_array().into_iter().flatten();
                    let words = words.chain(value.get("const"));
                    found.extend(words.filter_map(Value::as_str).map(str::to_owned));
                }
                words(value, name, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| words(value, name, found)),
        _ => {}
    }
}

fn in_schema(name: &str) -> BTreeSet<String> {
    let schema = serde_json::from_str(&read("scenarios/scenario.schema.json")).expect("JSON");
    let mut found = BTreeSet::new();
    words(&schema, name, &mut found);
    found
}

#[test]
fn every_page_has_the_five_headings_and_no_other() {
    for (name, text) in pages() {
        let headings: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, HEADINGS, "docs/models/{name}.md");
        // And something below each.
        for section in text.split("\n## ").skip(1) {
            let (heading, body) = section.split_once('\n').unwrap();
            assert!(!body.trim().is_empty(), "docs/models/{name}.md: nothing below {heading:?}");
        }
    }
}

#[test]
fn every_discipline_congestion_control_variant_and_stack_has_its_page() {
    let pages = pages();
    let traffic = Traffic::KINDS.names;
    let (sizes, schedules) = (FlowSize::KINDS.names, Schedule::KINDS.names);
    let elsewhere = [traffic, sizes, schedules].concat();
    let kinds = in_schema("kind");
    let is_queue = |kind: &&str| !elsewhere.contains(kind);
    let queues = kinds.iter().map(String::as_str).filter(is_queue);
    let ccs = in_schema("cc");
    let wanted: BTreeSet<&str> =
        queues.chain(ccs.iter().map(String::as_str)).chain(["tcp"]).collect();
    assert_eq!(wanted, pages.keys().map(String::as_str).collect());

    let network = read("docs/network.md");
    for word in schedules {
        assert!(
            network.contains(&format!("| `{word}` |")),
            "docs/network.md does not explain {word}"
        );
    }
    let page = read("docs/traffic.md");
    for word in traffic.iter().chain(sizes) {
        assert!(page.contains(&format!("`{word}`")), "docs/traffic.md does not explain {word}");
    }
    let all: String = pages.into_values().collect();
    for word in in_schema("variant").into_iter().chain(in_schema("stack")) {
        assert!(all.contains(&format!("`{word}`")), "no page mentions `{word}`");
    }
}

#[test]
fn the_page_on_tcp_names_every_setting_and_mechanism() {
    let page = read("docs/models/tcp.md");
    let source = read("crates/aqm-sim/src/tcp/mod.rs");
    let settings = source.split_once("pub struct SenderConfig {").expect("the struct").1;
    let settings = settings.split_once("\n}").unwrap().0;
    let names: Vec<&str> = settings
        .lines()
        .filter_map(|line| line.trim().strip_prefix("pub ")?.split_once(':'))
        .map(|(name, _)| name)
        .collect();
    assert!(names.len() > 8, "{names:?}");
    for name in names {
        let mut parts = name.split('_');
        let mut camel = parts.next().unwrap().to_owned();
        for part in parts {
            camel += &part[..1].to_uppercase();
            camel += &part[1..];
        }
        let is_named = page.contains(&format!("`{name}`")) || page.contains(&format!("`{camel}`"));
        assert!(is_named, "docs/models/tcp.md does not name {name}");
    }
    for mechanism in ["Idle restart", "Timestamps", "Tail loss probe", "RTO:", "RACK:", "PRR:"] {
        assert!(page.contains(&format!("- {mechanism}")), "{mechanism}");
    }
}
