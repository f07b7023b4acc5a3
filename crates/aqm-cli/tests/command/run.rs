//! The subcommand `run`: tables, JSON and CSV.

use super::{SCENARIO, json, output};
use crate::common::{self, aqm};
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

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
    for (line, part) in lines[10..14].iter().zip(parts.iter().cycle()) {
        assert!(line.contains(part) && !line.contains('-'), "{table}");
    }
    assert_eq!(lines[14..16], ["", "How far were these numbers checked?"]);
    assert_eq!(lines.len(), 20);
}

#[test]
fn run_says_once_how_far_lanes_with_the_same_answer_were_checked() {
    let table = output(&["run", "-"]);
    let (_, checked) = table.split_once("checked?\n").expect("the answer");
    let lines: Vec<&str> = checked.lines().collect();
    assert!(lines[0].starts_with("codel: Nearest row with real Linux TCP: CoDel"), "{checked}");
    assert!(lines[2].starts_with("pie targetMs=20: Nearest row"), "{checked}");
    assert!(lines[3].contains("targetMs 20"), "{checked}");
    let twice =
        SCENARIO.replace(r#"{ "kind": "codel" }"#, r#"{ "kind": "codel" }, { "kind": "codel" }"#);
    let table = common::output(&["run", "-"], &twice);
    let (_, same) = table.split_once("checked?\n").expect("the answer");
    assert!(same.starts_with("codel, codel: "), "{same}");
    assert_eq!(same.lines().count(), lines.len(), "{same}");
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
fn seed_and_end_can_be_chosen() {
    let digest = |arguments: &[&str]| output(&[&["digest", "-"], arguments].concat());
    assert_eq!(digest(&[]), digest(&["--seed", "1", "--until", "3"]));
    assert_ne!(digest(&[]), digest(&["--seed", "2"]));
    assert_ne!(digest(&[]), digest(&["--until", "2.5"]));
    let report = json(&["run", "-", "--json", "--seed", "9", "--until", "1.5"]);
    assert_eq!((report["seed"].as_u64(), report["untilS"].as_f64()), (Some(9), Some(1.5)));
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
