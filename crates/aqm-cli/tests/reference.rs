//! docs/command.md and the generated docs/measures.md name all options and all results of the command.

use crate::common;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

const SCENARIO: &str = r#"{ "version": 1, "durationS": 2,
    "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "ms": 100 } },
    "queues": [{ "kind": "codel" }, { "kind": "pie" }],
    "traffic": [{ "kind": "bulk", "flows": 2 }] }"#;

fn output(arguments: &[&str]) -> String {
    common::output(arguments, SCENARIO)
}

fn page(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(path).expect(name)
}

/// The part of docs/command.md below a heading, up to the next heading of the same rank.
fn section(heading: &str) -> String {
    let page = page("command.md");
    let rank = heading.split_once(' ').expect("a heading").0;
    let start = format!("\n{heading}\n");
    let rest = page.split_once(&start).unwrap_or_else(|| panic!("no section {heading:?}")).1;
    rest.split(&format!("\n{rank} ")).next().unwrap_or_default().to_owned()
}

/// The words between backquotes.
fn words(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).flat_map(|code| code.split([' ', '=', '.'])).collect()
}

fn assert_named<'a>(names: impl IntoIterator<Item = &'a str>, heading: &str) {
    assert_named_in(&section(heading), names, heading);
}

fn assert_named_in<'a>(text: &str, names: impl IntoIterator<Item = &'a str>, place: &str) {
    let known = words(text);
    for name in names {
        assert!(known.contains(name), "{place}: {name} is missing");
    }
}

/// Collects the names of all members, nested ones included.
fn members<'a>(value: &'a Value, names: &mut BTreeSet<&'a str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| members(item, names)),
        Value::Object(object) => {
            for (name, value) in object {
                names.insert(name);
                // These have the names of the scenario format.
                if !["parameters", "set"].contains(&name.as_str()) {
                    members(value, names);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_subcommand_has_its_section_with_all_its_options() {
    let help = output(&["--help"]);
    let list = help.split_once("Commands:\n").expect("commands").1;
    let commands = list.lines().take_while(|line| !line.is_empty());
    let commands: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(commands.len() > 7, "{commands:?}");
    let mut count = 0;
    for command in commands.into_iter().filter(|&command| command != "help") {
        let help = output(&[command, "--help"]);
        let starts = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
        let flags: Vec<&str> = starts
            .flat_map(|line| line.split_whitespace().take(2))
            .filter(|word| word.starts_with("--") && *word != "--help")
            .collect();
        count += flags.len();
        assert_named(flags, &format!("## `aqm {command}`"));
    }
    assert!(count > 20, "{count}");
}

#[test]
fn every_member_and_column_of_a_run_is_documented() {
    let report: Value = serde_json::from_str(&output(&["run", "-", "--json"])).expect("JSON");
    let mut names = BTreeSet::new();
    members(&report, &mut names);
    assert!(names.len() > 30, "{names:?}");
    let pages = section("### JSON of a run") + &page("measures.md");
    assert_named_in(&pages, names, "JSON of a run");
    let csv = output(&["run", "-", "--csv", "--until", "0.1"]);
    let columns = csv.lines().next().expect("a header").split(',');
    let pages = section("### CSV of a run") + &page("measures.md");
    assert_named_in(&pages, columns, "CSV of a run");
}

#[test]
fn every_member_and_column_of_a_sweep_is_documented() {
    let sweep = ["sweep", "-", "--set", "link.rttMs=20,30"];
    let report = output(&[&sweep[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let mut names = BTreeSet::new();
    members(&report, &mut names);
    assert!(names.len() > 12, "{names:?}");
    let measures: Vec<&str> = names.iter().copied().filter(|name| name.len() > 3).collect();
    assert_named(names, "## `aqm sweep`");

    let csv = output(&[&sweep[..], &["--csv"]].concat());
    let columns = csv.lines().next().expect("a header").split(',').skip(1);
    let ends = ["Mean", "Sd", "Ci95"];
    let is_of_a_measure = |column: &&str| {
        ends.iter().any(|end| column.strip_suffix(end).is_some_and(|name| measures.contains(&name)))
    };
    assert_named(columns.filter(|column| !is_of_a_measure(column)), "### CSV of a sweep");
    assert_named(ends, "### CSV of a sweep");
}

#[test]
fn every_exit_code_is_documented() {
    let section = section("## Exit codes");
    for (arguments, code) in [
        (&["check", "-"][..], 1),
        (&["fly"], 2),
        (&["check", "no-such-file.json"], 3),
        (&["generate", "--check", "--root", "no-such-folder"], 3),
    ] {
        assert_eq!(common::failure(arguments, "{}").0, code, "{arguments:?}");
        assert!(section.contains(&format!("\n| {code} | ")), "docs/command.md: no code {code}");
    }
}
