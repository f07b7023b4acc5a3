//! The command as scripts see it: output, messages and exit codes.

use crate::common::{self, aqm, failure};
use serde_json::{Value, json};
use std::io::{Read as _, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

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

#[test]
fn run_prints_a_table() {
    let table = output(&["run", "-"]);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[..2], ["Test", "Seed 1, measured from 1 to 3 s."]);
    let width = lines[4].chars().count();
    for (line, label) in lines[5..].iter().zip(["codel ", "pie targetMs=20 "]) {
        assert!(line.starts_with(label) && line.chars().count() == width, "{table}");
    }
    assert_eq!(lines[7..9], ["", "Queue delay of groups and classes, ms"]);
    let parts = ["group 0, bulk", "group 1, cbr"];
    for (line, part) in lines[10..].iter().zip(parts.iter().cycle()) {
        assert!(line.contains(part) && !line.contains('-'), "{table}");
    }
    assert_eq!(lines.len(), 14);
}

#[test]
fn a_single_group_under_one_queue_has_no_table_of_groups() {
    let one = SCENARIO.replace(r#", { "kind": "cbr", "rateMbps": 0.5 }"#, "");
    let table = common::output(&["run", "-"], &one);
    assert_eq!(table.lines().count(), 7, "{table}");
    let csv = common::output(&["run", "-", "--csv"], &one);
    let header = csv.lines().next().expect("a header");
    assert!(!header.contains("group_"), "{header}");
    let columns = header.split(',').count();
    assert!(csv.lines().all(|line| line.split(',').count() == columns), "{csv:.300}");
}

#[test]
fn sfq_has_delays_of_flows_but_no_classes() {
    let one = SCENARIO.replace(r#", { "kind": "cbr", "rateMbps": 0.5 }"#, "");
    let report = common::output(
        &["run", "-", "--json"],
        &one.replace(r#"{ "kind": "codel" }"#, r#"{ "kind": "sfq" }"#),
    );
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let [sfq, codel] = [0, 1].map(|lane| &report["lanes"][lane]);
    let flows = sfq["flowDelays"].as_array().expect("flows");
    assert!(flows.iter().all(|flow| flow["queueDelayMs"]["p95"].is_number()), "{sfq:#}");
    assert!(!flows.is_empty() && sfq["classes"] == serde_json::json!([]), "{sfq:#}");
    assert_eq!(codel["flowDelays"], serde_json::json!([]), "one queue, one group");
}

#[test]
fn groups_and_classes_have_delays_of_their_own() {
    let with_fq = SCENARIO.replace(r#"{ "kind": "codel" }"#, r#"{ "kind": "fqCodel" }"#);
    let report = common::output(&["run", "-", "--json"], &with_fq);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let lane = &report["lanes"][0];
    let p95 = |part: &serde_json::Value| part["queueDelayMs"]["p95"].as_f64().expect("a number");
    let [groups, classes] = ["groups", "classes"].map(|name| lane[name].as_array().expect(name));
    assert!(p95(&groups[1]) < p95(&groups[0]) / 2.0, "the datagrams overtake: {lane:#}");
    assert_eq!([&classes[0]["class"], &classes[1]["class"]], ["sparse", "bulk"]);
    let sent = |parts: &[serde_json::Value]| -> u64 {
        parts.iter().map(|part| part["packets"].as_u64().expect("a count")).sum()
    };
    let total = lane["packets"]["sent"].as_u64().expect("a count");
    assert_eq!((sent(groups), sent(classes)), (total, total));
    assert_eq!(sent(lane["flowDelays"].as_array().expect("flows")), total);
    let flows = lane["flowDelays"].as_array().expect("flows");
    let of_group = |group: u64| flows.iter().filter(move |flow| flow["group"] == group);
    assert!(of_group(1).all(|flow| p95(flow) < p95(&groups[0]) / 2.0), "{lane:#}");
    let codel = &report["lanes"][1];
    assert_eq!(codel["classes"], serde_json::json!([]));
    assert_eq!(codel["groups"].as_array().map(Vec::len), Some(2));

    let measures =
        "groups.1.queueDelayMs.p95,classes.sparse.packets,classes.sparse.queueDelayMs.max";
    let csv = common::output(&["sweep", "-", "--csv", "--measures", measures], &with_fq);
    let lines: Vec<&str> = csv.lines().collect();
    let header = "lane,queue,seeds,group1QueueDelayP95MsMean,group1QueueDelayP95MsSd,group1QueueDelayP95MsCi95,\
                  sparsePacketsSum,sparseQueueDelayMaxMsMax";
    assert_eq!(lines[0], header);
    let fields: Vec<&str> = lines[1].split(',').collect();
    assert_eq!(fields[3].parse(), Ok(p95(&groups[1])));
    assert!(lines[2].ends_with(",,"), "PIE has no class: {csv}");
    let (_, message) = failure(&["sweep", "-", "--measures", "groups.1.foo"], &with_fq);
    assert!(message.contains("after groups.1. expected packets, queueDelayMs.mean, "), "{message}");
    let (_, message) = failure(&["sweep", "-", "--measures", "groups.1.queueDelay.p95"], &with_fq);
    assert!(message.contains("did you mean groups.1.queueDelayMs.p95?"), "{message}");
    let (_, message) = failure(&["sweep", "-", "--measures", "utilisation"], &with_fq);
    assert!(message.contains("did you mean utilization?"), "{message}");
    let (_, message) = failure(&["sweep", "-", "--measures", "foo"], &with_fq);
    assert!(
        message.contains("expected queueDelayMs.mean, ") && message.contains("groups.0."),
        "{message}"
    );

    let series = common::output(&["run", "-", "--csv"], &with_fq);
    let header = series.lines().next().expect("a header");
    assert!(header.contains(",group_0_queue_delay_mean_ms,group_1_queue_delay_mean_ms,state_"));
}

#[test]
fn csv_has_the_results_of_applications_once_a_second() {
    let traffic = r#""traffic": [
        { "kind": "short", "flows": 3, "size": { "kind": "fixed", "bytes": 20000 }, "thinkS": 0.1 },
        { "kind": "voip", "flows": 2 }, { "kind": "bulk" }]"#;
    let scenario = format!(
        r#"{{ "version": 1, "durationS": 3, "link": {{ "rateMbps": 10, "rttMs": 20, "buffer": {{ "packets": 50 }} }},
        "queues": [{{ "kind": "pie" }}, {{ "kind": "codel" }}], {traffic} }}"#
    );
    let csv = common::output(&["run", "-", "--csv"], &scenario);
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = rows.next().expect("a header");
    let column = |name: &str| header.iter().position(|&other| other == name).expect(name);
    let (time, completed) = (column("time_s"), column("group_0_completed"));
    let (mean, mos) = (column("group_0_completion_mean_ms"), column("group_1_mos"));
    assert!(!header.contains(&"group_2_completed"), "{header:?}");
    let rows: Vec<Vec<&str>> = rows.collect();
    assert_eq!(rows.len(), 2 * 300);
    let mut total = [0.0, 0.0];
    for row in &rows {
        assert_eq!(row.len(), header.len());
        let ends_second = row[time].ends_with(".99");
        assert_eq!(!row[completed].is_empty(), ends_second, "{row:?}");
        if ends_second {
            total[usize::from(row[0] == "1")] += row[completed].parse::<f64>().expect("a number");
            let [mean, mos] = [mean, mos].map(|at| row[at].parse::<f64>().expect("a number"));
            assert!(mean > 20.0 && (1.0..4.5).contains(&mos), "{row:?}");
        }
    }
    let report = common::output(&["run", "-", "--json"], &scenario);
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    for (lane, total) in report["lanes"].as_array().expect("lanes").iter().zip(total) {
        assert_eq!(lane["applications"][0]["completed"].as_f64(), Some(total));
    }
}

#[test]
fn the_table_has_the_measured_time() {
    let scenario = SCENARIO.replace(r#""warmupS": 1"#, r#""warmupS": 1.003"#);
    for (until, line) in [
        ("1", "Seed 1, measured from 0 to 1 s."),
        ("1.005", "Seed 1, measured from 0 to 1.005 s."),
        ("3", "Seed 1, measured from 1.01 to 3 s."),
    ] {
        let table = common::output(&["run", "-", "--until", until], &scenario);
        assert_eq!(table.lines().nth(1), Some(line));
    }
}

#[test]
fn engine_counts_acks_off_the_fast_path() {
    let table = |scenario: &str| common::output(&["run", "-", "--engine"], scenario);
    let shares = |table: &str| -> Vec<f64> {
        let lines = table.lines().skip_while(|line| !line.contains("ACKs off fast path")).skip(1);
        lines.filter_map(|line| line.split_whitespace().last()?.parse().ok()).collect()
    };
    let free = table(SCENARIO);
    assert!(shares(&free).iter().all(|&share| share > 0.0 && share < 0.35), "{free}");
    assert_eq!(shares(&free).len(), 2);
    let notice = "The way back has a bottleneck, so each ACK is an event of its own.\n";
    assert!(!free.contains(notice), "{free}");
    let limited = table(&SCENARIO.replace(r#""rttMs""#, r#""ackRateMbps":10,"rttMs""#));
    assert!(limited.ends_with(notice), "{limited}");
}

#[test]
fn run_prints_json_with_the_published_names() {
    let report = json(&["run", "-", "--json"]);
    assert_eq!(report["version"], 1);
    assert_eq!(report["untilS"], 3.0);
    let lanes = report["lanes"].as_array().unwrap();
    assert_eq!(lanes.len(), 2);
    let lane = &lanes[1];
    assert_eq!(lane["queue"], "pie");
    assert_eq!(lane["parameters"]["targetMs"], 20.0);
    assert_eq!(lane["parameters"]["updateMs"], 15.0, "defaults are spelled out");
    for name in ["mean", "sd", "p50", "p95", "p99", "max"] {
        assert!(lane["queueDelayMs"][name].is_number(), "{name}");
    }
    for name in ["utilization", "dropRate", "earlyDropRate", "overflowDropRate", "markRate", "jain"]
    {
        let value = lane[name].as_f64().unwrap_or(f64::NAN);
        assert!((0.0..=1.0).contains(&value), "{name}: {value}");
    }
    let count = |name: &str| lane["packets"][name].as_u64().unwrap();
    assert_eq!(count("dropped"), count("early") + count("overflow"));
    assert!(count("offered") > 0 && count("sent") > 0 && count("marked") == 0);
    assert_eq!(lane["flows"].as_array().unwrap().len(), 2);
    assert_eq!(lane["digest"].as_str().unwrap().len(), 16);
}

#[test]
fn measures_without_data_are_null() {
    let silent = SCENARIO.replace("\"flows\": 2", "\"flows\": 0").replace("0.5", "0");
    let printed = aqm(&["run", "-", "--json"], &silent).stdout;
    let report: serde_json::Value = serde_json::from_slice(&printed).expect("JSON");
    assert!(report["lanes"][0]["queueDelayMs"]["mean"].is_null());
    assert!(report["lanes"][0]["jain"].is_null());
}

#[test]
fn run_prints_csv() {
    let csv = output(&["run", "-", "--csv", "--until", "2"]);
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(header[..4], ["lane", "queue", "time_s", "queue_delay_mean_ms"]);
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2 * 200);
    assert!(rows.iter().all(|row| row.len() == header.len()));
    assert_eq!(rows[399][..3], ["1", "pie", "1.99"]);
    let cells = rows.iter().flat_map(|row| &row[3..]);
    assert!(cells.clone().all(|cell| cell.is_empty() || cell.parse::<f64>().unwrap().is_finite()));
    assert!(cells.clone().any(|cell| cell.is_empty()), "no probability under CoDel");
}

#[test]
fn seed_and_end_can_be_chosen() {
    let digest = |arguments: &[&str]| output(&[&["digest", "-"], arguments].concat());
    assert_eq!(digest(&[]), digest(&["--seed", "1", "--until", "3"]));
    assert_ne!(digest(&[]), digest(&["--seed", "2"]));
    assert_ne!(digest(&[]), digest(&["--until", "2.5"]));
    let report = json(&["run", "-", "--json", "--seed", "9", "--until", "1.5"]);
    assert_eq!((report["seed"].as_u64(), report["untilS"].as_f64()), (Some(9), Some(1.5)));
}

#[test]
fn digest_agrees_with_run() {
    let report = json(&["run", "-", "--json"]);
    let lines = output(&["digest", "-"]);
    let list = json(&["digest", "-", "--json"]);
    for (index, line) in lines.lines().enumerate() {
        let digest = report["lanes"][index]["digest"].as_str().unwrap();
        assert_eq!(line.split_whitespace().next(), Some(digest));
        assert_eq!(list["-"][index], digest);
    }
}

#[test]
fn digests_of_different_files_have_different_names() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("digests");
    let file = |name: &str, seed: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, SCENARIO.replace(r#""version""#, &format!("{seed}\"version\"")))
            .unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (a, b) = (file("a/x.json", ""), file("b/x.json", r#""seed": 2, "#));
    let y = file("y.json", "");
    let printed = output(&["digest", "--json", &a, &y, &b, &a]);
    let names: Vec<&str> =
        printed.lines().filter_map(|line| line.trim().split('"').nth(1)).collect();
    assert_eq!(names, [&a, "y", &b]);
    let digests: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(digests[&a], digests["y"]);
    assert_ne!(digests[&a], digests[&b]);
    assert_eq!(json(&["digest", "--json", &a, &y]).as_object().unwrap().len(), 2);
    assert!(json(&["digest", "--json", &a, &y])["x"].is_array());
}

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
    assert_eq!(text.lines().filter(|line| line.ends_with(": ok")).count(), files.len(), "{text}");
}

#[test]
fn problems_end_with_1_and_are_all_named() {
    let broken =
        SCENARIO.replace("\"rateMbps\": 5", "\"rateMbps\": -5").replace("targetMs", "target");
    for command in ["check", "run", "digest"] {
        let (code, message) = failure(&[command, "-"], &broken);
        assert_eq!(code, 1);
        assert_eq!(
            message,
            "standard input: link.rateMbps is -5; expected 0.1 to 1\u{202f}000\u{202f}000 Mbit/s.\n\
             standard input: queues[1].target is unknown; did you mean 'targetMs'?\n"
        );
    }
    let (code, message) = failure(&["check", "-"], "\u{0}");
    assert_eq!(
        (code, message.as_str()),
        (
            1,
            "standard input: the text is not JSON: line 1, column 1: expected a number, a text in double quotes, \
             true, false, null, an object or a list.\n"
        )
    );
}

/// Messages repeat names from files. No such name may start a new line or control the terminal.
#[test]
fn each_message_is_one_line_without_control_characters() {
    let name = r#""\u001b[31mred\nfake.json: ok\u009b""#;
    let member = SCENARIO.replace(r#""version""#, &format!(r#"{name}: 1, "version""#));
    let kind = SCENARIO.replace(r#""codel""#, name);
    for (broken, place) in [(member, ""), (kind, "queues[0].kind is '")] {
        let (code, message) = failure(&["check", "-"], &broken);
        assert_eq!((code, message.lines().count()), (1, 1), "{message}");
        let shown = format!(r"standard input: {place}\u{{1b}}[31mred\nfake.json: ok\u{{9b}}");
        assert!(message.starts_with(&shown), "{message}");
    }
    let set = "queues.0.kind=\u{1b}[31m";
    let (_, message) = failure(&["sweep", "-", "--set", set], SCENARIO);
    assert!(message.contains(r"\u{1b}[31m") && !message.contains('\u{1b}'), "{message}");
    let (_, message) = failure(&["check", "no\nsuch.json"], "");
    assert!(message.starts_with(r"no\nsuch.json: ") && message.lines().count() == 1, "{message}");
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in [
        &[][..],
        &["fly"],
        &["run"],
        &["run", "-", "--json", "--csv"],
        &["run", "-", "--until", "0"],
        &["run", "-", "--until", "nan"],
        &["run", "-", "--seed", "-1"],
        &["run", "-", "--seed", "9007199254740992"],
        &["reproduce", "--table", "nonsense"],
    ] {
        assert_eq!(failure(arguments, SCENARIO).0, 2, "{arguments:?}");
    }
    let (_, message) = failure(&["run", "-", "--seed", "-1"], SCENARIO);
    assert!(message.contains("expected a whole number from 0 to 2^53 - 1"), "{message}");
    let (_, message) = failure(&["reproduce", "tahiliani", "--table", "nonsense"], "");
    assert_eq!(
        message,
        "'nonsense' is no table or figure of this paper; expected one of 1, 1-bare\n"
    );
}

#[test]
fn a_paper_of_somebody_else_is_checked_and_run() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("paper");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let plan = format!(r#"{{ "version": 1, "scenario": {SCENARIO} }}"#);
    write("1.json", &plan);
    let text = r#"{ "version": 1, "name": "mine", "authors": "Me", "title": "T", "citation": "C",
        "items": [{ "id": "1", "label": "Table 1", "title": "Delay", "plan": "1.json",
            "measures": [{ "name": "use", "of": "100 * utilization", "label": "utilization", "unit": "%" }],
            "findings": [{ "claim": "The link is used", "holds": ["use > 1"] }] }] }"#;
    let paper = write("paper.json", text);
    assert_eq!(output(&["check", &paper]), format!("{paper}: ok\n"));
    let shown = output(&["reproduce", &paper]);
    assert!(shown.starts_with("mine: C\n\n1  Delay\n"), "{shown}");
    assert!(shown.contains("pass  The link is used ("), "{shown}");
    // The folder stands for its file.
    assert_eq!(
        output(&["reproduce", folder.to_str().unwrap(), "--json"]).matches("\"table\"").count(),
        1
    );
    let wrong = write(
        "wrong.json",
        &text.replace("100 * utilization", "100 * use").replace("use > 1", "use >"),
    );
    let (code, message) = failure(&["reproduce", &wrong], "");
    assert_eq!(code, 1);
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 2, "{message}");
    assert!(lines[0].contains("items[0].measures[0].of is '100 * use'; expected"), "{message}");
    assert!(lines[1].contains("items[0].findings[0].holds[0] ends early; expected"), "{message}");
    let (code, message) = failure(&["sweep", &paper], "");
    assert_eq!(
        (code, message.contains("is a paper; run it with aqm reproduce.")),
        (1, true),
        "{message}"
    );
}

#[test]
fn files_that_cannot_be_read_end_with_3() {
    let (code, message) = failure(&["run", "no-such-file.json"], "");
    assert_eq!(code, 3);
    assert!(message.starts_with("no-such-file.json: "), "{message}");
    let folder = env!("CARGO_MANIFEST_DIR");
    assert_eq!(failure(&["check", folder], "").0, 3);
}

#[test]
fn replay_exit_codes_distinguish_equal_different_and_unreadable() {
    let traces = concat!(env!("CARGO_MANIFEST_DIR"), "/../aqm-trace/tests/fixtures/traces");
    let trace = format!("{traces}/red_3.10.85_steady105_ared.csv.gz");
    let states = format!("{traces}/red_3.10.85_steady105_ared.state.csv.gz");
    let report = output(&["replay", &trace, "--state", &states]);
    assert!(report.starts_with("rows 5000, mismatches 0\nstate rows "), "{report}");

    let text = aqm_trace::read_text(trace.as_ref()).unwrap();
    let file = |name: &str, text: &str| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let changed = aqm(&["replay", &file("changed.csv", &text.replacen(",FW,", ",DP,", 1))], "");
    assert_eq!(changed.status.code(), Some(1));
    let report = String::from_utf8(changed.stdout).unwrap();
    let lines = "rows 5000, mismatches 1\n  packet 0: outcome is FW, recorded DP\n\
                 differences by column: outcome 1\n";
    assert_eq!(report, lines);

    let broken = file("broken.csv", &text.replacen(",FW,", ",??,", 1));
    let (code, message) = failure(&["replay", &broken], "");
    assert_eq!(code, 3);
    assert_eq!(message, format!("{broken}: line 3: unknown outcome \"??\"\n"));
    assert_eq!(failure(&["replay"], "").0, 2);
}

/// All papers take many minutes, so the command checks the output file first.
#[test]
fn reproduce_checks_the_output_file_before_the_runs() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-such-folder/papers.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_aqm"))
        .args(["reproduce", "--save", file.to_str().unwrap()])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut waits = 0;
    while child.try_wait().unwrap().is_none() {
        waits += 1;
        if waits > 200 {
            child.kill().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.starts_with(file.to_str().unwrap()), "{message}");
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

/// A scenario that needs too much memory is refused before it runs.
#[test]
fn a_scenario_that_needs_too_much_memory_is_a_problem() {
    let hostile = include_str!("../../aqm-scenario/tests/hostile/memory.json");
    for command in [&["run", "-"][..], &["digest", "-"], &["sweep", "-", "--seeds", "1..9"]] {
        let (code, message) = failure(command, hostile);
        assert_eq!(code, 1);
        assert!(message.starts_with("standard input: link makes the run need "), "{message}");
    }
    let set = "traffic.0.initialWindow=1,1000";
    let flows = SCENARIO
        .replace(r#""flows": 2"#, r#""flows": 1000"#)
        .replace(r#"{ "ms": 100 }"#, r#"{ "packets": 1000000 }"#);
    let set_rate = "link.rateMbps=5,1000000";
    let (code, message) = failure(
        &["sweep", "-", "--set", set, "--set", set_rate, "--set", "link.rttMs=1000"],
        &flows,
    );
    assert_eq!((code, message.contains(" MB of memory in 2 lanes")), (1, true), "{message}");
}

/// `aqm run ... | head -1`
#[test]
fn a_closed_pipe_is_not_a_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_aqm"))
        .args(["run", "-", "--csv", "--until", "60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    child.stdin.take().unwrap().write_all(SCENARIO.as_bytes()).unwrap();
    let mut first = [0; 4];
    let mut pipe = child.stdout.take().unwrap();
    pipe.read_exact(&mut first).unwrap();
    drop(pipe);
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && !message.contains("pipe"), "{message}");
}

#[test]
fn generated_files_are_up_to_date() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.to_str().unwrap();
    assert_eq!(output(&["generate", "--check", "--root", root]), "");
    // And the check can fail.
    let empty = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("empty");
    std::fs::create_dir_all(empty.join("scenarios")).unwrap();
    let empty = empty.to_str().unwrap();
    let (code, message) = failure(&["generate", "--check", "--root", empty], "");
    assert_eq!(code, 3);
    // The digests, and the experiments and types of papers, are generated too.
    let files = aqm_scenario::generate::files().len()
        + aqm_reproduce::plans::files().len()
        + aqm_reproduce::render_json::types().len()
        + 1;
    assert_eq!(message.matches("is stale; run:").count(), files);
}

#[test]
fn parameters_describes_a_parameter_and_a_group() {
    let one = output(&["parameters", "queues.codel.targetMs"]);
    assert!(one.starts_with("queues.codel.targetMs (Target, can change during a run)\n"), "{one}");
    assert!(one.contains("Accepted: 0.01 to 1000 ms\n  Default: 5\n"), "{one}");
    let group = output(&["parameters", "queues.pie"]);
    assert!(group.contains("    rfc8033: RFC 8033") && group.contains("paper2013: 20"), "{group}");
    assert!(!group.contains("queues.codel"), "{group}");
    assert!(output(&["parameters"]).contains("burst.durationS"));
    assert_eq!(failure(&["parameters", "queues.cod"], "").0, 2);
}

#[test]
fn import_trace_prints_a_schedule() {
    let trace = "0,8\n0.2,2\n0.4,0.5\n";
    assert_eq!(
        common::output(&["import-trace", "-", "--bin-ms", "100"], trace),
        "{\"kind\":\"trace\",\"binMs\":100,\"ratesMbps\":[8,8,2,2,0.5,0.5]}\n"
    );
    let (code, message) = failure(&["import-trace", "-"], "0,8\nsoon,2\n");
    let expected = "standard input: the text has 'soon' on line 2; expected a time in s.\n";
    assert_eq!((code, message.as_str()), (3, expected), "an invalid trace, as in replay");
    assert_eq!(failure(&["import-trace", "no such file"], "").0, 3);
    assert_eq!(failure(&["import-trace", "-", "--bin-ms", "0"], trace).0, 2);
}

#[test]
fn run_prints_the_reverse_direction_below_the_lanes() {
    let reverse = r#""rttMs": 20, "reverse": { "rateMbps": 1, "buffer": { "ms": 100 } },"#;
    let two_way = SCENARIO.replace(r#""rttMs": 20,"#, reverse);
    let table = common::output(&["run", "-"], &two_way);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[8], "Reverse direction", "{table}");
    assert!(lines[9].starts_with("codel ") && lines[10].starts_with("pie "), "{table}");
}
