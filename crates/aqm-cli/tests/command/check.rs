//! The subcommand `check`, which also rewrites files.

use super::{SCENARIO, output};
use crate::common::{self, failure};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[test]
fn check_accepts_valid_scenarios() {
    assert_eq!(output(&["check", "-"]), "standard input: ok\n");
}

#[test]
fn check_names_changes_that_come_too_late() {
    let change = |at_s: f64| json!({ "atS": at_s, "set": "link.rateMbps", "to": 1 });
    let mut scenario: Value = serde_json::from_str(SCENARIO).unwrap();
    scenario["durationS"] = json!(4);
    let mut checked = |times: &[f64]| {
        scenario["changes"] = times.iter().map(|&at_s| change(at_s)).collect();
        let plan = json!({ "version": 1, "scenario": scenario,
            "vary": [{ "path": "durationS", "values": [5, 4] }] });
        [scenario.to_string(), plan.to_string()].map(|text| common::output(&["check", "-"], &text))
    };
    let ok = "standard input: ok";
    assert_eq!(checked(&[3.0]), [format!("{ok}\n"), format!("{ok}\n")]);
    // The longer run of the plan reaches the change at 4 s.
    let one = "; 1 change comes too late to have an effect, the first at 4 s: the run ends at 4 s";
    assert_eq!(checked(&[4.0, 1.0]), [format!("{ok}{one}\n"), format!("{ok}\n")]);
    let two = "; 2 changes come too late to have an effect, the first at";
    let of_scenario = format!("{ok}{two} 6 s: the run ends at 4 s\n");
    let of_plan = format!("{ok}{two} 6 s: the run ends at 5 s\n");
    assert_eq!(checked(&[7.5, 6.0]), [of_scenario, of_plan]);
}

/// A plan with the scenario of these tests and further members.
fn plan(members: &str) -> String {
    format!(r#"{{ "version": 1, "scenario": {SCENARIO}, {members} }}"#)
}

#[test]
fn check_accepts_valid_plans() {
    let valid = plan(r#""vary": [{ "path": "link.rateMbps", "values": [1, 2] }]"#);
    assert_eq!(common::output(&["check", "-"], &valid), "standard input: ok\n");
}

#[test]
fn problems_of_a_plan_have_their_place() {
    let refused = |text: &str| {
        let (code, message) = failure(&["check", "-"], text);
        assert_eq!(code, 1, "{message}");
        message
    };
    // Problems of the plan, of its scenario, of one of its cases, and of one combination of its values.
    for (members, place) in [
        (r#""seeds": { "count": 0 }"#, "standard input: seeds.count is 0; expected "),
        (r#""sedes": { "count": 2 }"#, "standard input: sedes is unknown; did you mean 'seeds'?"),
        (
            r#""cases": [{ "name": "a" }, { "name": "b", "set": { "link.rttMs": -1 } }]"#,
            "standard input with case 'b': link.rttMs is -1; expected ",
        ),
        (
            r#""vary": [{ "path": "queues.1.targetMs", "values": [5, -5] }]"#,
            "standard input with queues.1.targetMs=-5: queues[1].targetMs is -5; expected ",
        ),
    ] {
        let message = refused(&plan(members));
        assert!(message.starts_with(place) && message.lines().count() == 1, "{message}");
    }
    let slow = plan(r#""seeds": { "count": 2 }"#).replace("\"rateMbps\": 5", "\"rateMbps\": -5");
    let message = refused(&slow);
    assert!(message.starts_with("standard input: scenario.link.rateMbps is -5; "), "{message}");
    // A text without a scenario is read as a plan if it has other members of plans.
    let message = refused(r#"{ "version": 1, "vary": [] }"#);
    assert_eq!(message, "standard input: scenario is missing.\n");
}

#[test]
fn a_plan_is_rewritten_in_canonical_form() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plan.json");
    std::fs::write(&file, plan(r#""seeds": { "count": 3, "first": 1 }"#)).unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(output(&["check", "--write", name]), format!("{name}: ok, rewritten\n"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("  \"seeds\": { \"count\": 3 }\n}\n"), "{text}");
    assert_eq!(output(&["check", "--write", name]), format!("{name}: ok\n"));
}

#[test]
fn a_plan_where_a_scenario_is_expected_is_refused_with_the_command_that_runs_it() {
    for command in ["run", "digest"] {
        let (code, message) = failure(&[command, "-"], &plan(r#""seeds": { "count": 2 }"#));
        let expected = "standard input: the text is a plan of a sweep; expected a scenario. \
            Open it in Sweep, or run it with aqm sweep.\n";
        assert_eq!((code, message.as_str()), (1, expected));
    }
}

/// Every scenario and plan of the repository, papers included.
#[test]
fn check_accepts_all_files_of_the_repository() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let (mut folders, mut files) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.to_string_lossy().replace('\\', "/");
            let is_other = name.ends_with(".schema.json")
                || name.ends_with("/measured.json")
                || name.contains("/golden/");
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".json") && !is_other {
                files.push(name);
            }
        }
    }
    assert!(files.iter().any(|file| file.ends_with("papers/novak-duk/1.json")), "{files:?}");
    let arguments: Vec<&str> =
        ["check"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let text = output(&arguments);
    let is_ok = |line: &&str| {
        line.ends_with(": ok") || line.contains("/challenges/") && line.contains(": ok; ")
    };
    assert_eq!(text.lines().filter(is_ok).count(), files.len(), "{text}");
}

#[test]
fn check_computes_the_goals_of_a_challenge_at_the_start() {
    let challenge = |goals: &str| {
        let free = r#"{ "set": "link.rttMs", "min": 1, "max": 200 }"#;
        let open = SCENARIO.trim_end().strip_suffix('}').unwrap();
        format!(r#"{open}, "goals": [{goals}], "free": [{free}] }}"#)
    };
    let busy = r#"{ "measure": "utilization", "atLeast": 0.01 }"#;
    let slow = r#"{ "measure": "queueDelayMs.mean", "atLeast": 5000 }"#;
    let text = common::output(&["check", "-"], &challenge(&format!("{busy}, {slow}")));
    assert!(text.contains("ok; 1 of 2 goals holds at the start: goals[0] (utilization"), "{text}");
    let text = common::output(&["check", "-"], &challenge(slow));
    assert!(text.ends_with("ok; no goal holds at the start\n"), "{text}");
    let (code, message) = failure(&["check", "-"], &challenge(busy));
    let expected = "standard input: goals all hold at the start; expected at least one that fails until a value is changed.\n";
    assert_eq!((code, message.as_str()), (1, expected));
}

/// `aqm check --write ... | head -1`: more files than fit into a buffer of messages.
#[test]
fn all_files_are_rewritten_after_the_pipe_closes() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rewritten");
    std::fs::create_dir_all(&folder).unwrap();
    let files: Vec<PathBuf> = (0..300).map(|index| folder.join(format!("{index}.json"))).collect();
    files.iter().for_each(|file| std::fs::write(file, SCENARIO).unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_aqm"))
        .args(["check", "--write"])
        .args(&files)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    for file in &files {
        assert_ne!(std::fs::read_to_string(file).unwrap(), SCENARIO, "{}", file.display());
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The file has nearly the greatest accepted length. With one field a line it would be longer than that.
#[test]
fn a_long_file_that_was_rewritten_is_read_again() {
    let change = r#""set":"queues.0","to":{"kind":"red","variant":"linux","minPackets":123.456789123,
        "maxPackets":456.789123456,"maxP":0.123456789123,"weight":0.001234567891,"ecn":true}"#;
    let change: String = change.split_whitespace().collect();
    let changes: Vec<String> =
        (0..1000).map(|index| format!(r#"{{"atS":{index}.123456,{change}}}"#)).collect();
    let text = SCENARIO
        .replace(r#""durationS": 3"#, r#""durationS": 2000"#)
        .replace(r#""title": "Test","#, &format!(r#""changes":[{}],"#, changes.join(",")))
        .replace(r#"{ "kind": "codel" }"#, r#"{ "kind": "red", "variant": "linux" }"#);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("long.json");
    std::fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    assert_eq!(output(&["check", "--write", name]), format!("{name}: ok, rewritten\n"));
    assert_eq!(output(&["check", "--write", name]), format!("{name}: ok\n"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
    std::fs::remove_dir_all(&folder).unwrap();
}
