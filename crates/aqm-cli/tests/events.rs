//! `aqm run --events`: every drop and mark, with its reason.

use crate::common::{failure, output};
use std::fs;
use std::path::PathBuf;

const SCENARIO: &str = r#"{ "version": 1, "durationS": 12,
    "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
    "queues": [{ "kind": "codel", "ecn": true }, { "kind": "pie", "targetMs": 20 },
        { "kind": "droptail" }],
    "traffic": [{ "kind": "cbr", "rateMbps": 0.5 },
        { "kind": "bulk", "flows": 2, "ecn": true }, { "kind": "bulk", "flows": 2 }],
    "changes": [{ "atS": 5, "set": "burst", "to": { "rateMbps": 10, "durationS": 1 } }] }"#;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Splits a row of CSV at the commas outside quotes.
fn fields(row: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for character in row.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            other => fields.last_mut().unwrap().push(other),
        }
    }
    fields
}

#[test]
fn events_lists_every_drop_and_mark_in_order_of_time() {
    let path = file("events.csv");
    let report = output(&["run", "-", "--json", "--events", path.to_str().unwrap()], SCENARIO);
    assert_eq!(report, output(&["run", "-", "--json"], SCENARIO), "the run itself is the same");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let mut rows = text.lines();
    let header =
        "time_s,lane,queue,flow,group,packet,bytes,sojourn_ms,kind,reason,numbers,sentence,hop";
    assert_eq!(rows.next(), Some(header));
    let rows: Vec<Vec<String>> = rows.map(fields).collect();
    assert!(rows.iter().all(|row| row.len() == 13), "{text}");
    let times: Vec<f64> = rows.iter().map(|row| row[0].parse().unwrap()).collect();
    assert!(times.is_sorted() && times[times.len() - 1] > 10.0);
    for (lane, queue) in ["codel", "pie", "droptail"].into_iter().enumerate() {
        let of_lane: Vec<_> = rows.iter().filter(|row| row[1] == lane.to_string()).collect();
        assert!(of_lane.iter().all(|row| row[2] == queue));
        for (kind, member) in [("drop", "dropped"), ("mark", "marked")] {
            let count = of_lane.iter().filter(|row| row[8] == kind).count();
            assert_eq!(report["lanes"][lane]["packets"][member], count, "{queue}: {kind}");
        }
    }
}

#[test]
fn events_name_group_reason_and_numbers() {
    let path = file("reasons.csv");
    output(&["run", "-", "--events", path.to_str().unwrap()], SCENARIO);
    let text = fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<String>> = text.lines().skip(1).map(fields).collect();
    let has = |check: &dyn Fn(&Vec<String>) -> bool| rows.iter().any(check);
    // The groups of datagrams and of both kinds of flows, and the burst, which has none.
    for group in ["0", "1", "2", ""] {
        assert!(has(&|row| row[4] == group), "group '{group}': {text}");
    }
    // Only capable flows are marked.
    assert!(rows.iter().all(|row| row[8] == "drop" || row[4] == "1"));
    assert!(has(&|row| row[2] == "droptail" && row[9] == "overflow" && row[10].is_empty()));
    assert!(has(&|row| row[2] == "codel" && row[9].starts_with("codel.") && row[10].contains("=")));
    assert!(rows.iter().all(|row| row[11].ends_with('.') && row[7].parse::<f64>().is_ok()));
}

#[test]
fn events_end_with_the_run() {
    let path = file("until.csv");
    output(&["run", "-", "--until", "3", "--events", path.to_str().unwrap()], SCENARIO);
    let text = fs::read_to_string(&path).unwrap();
    let last = fields(text.lines().last().unwrap());
    let time: f64 = last[0].parse().unwrap();
    assert!((2.0..3.0).contains(&time), "{time}");
}

#[test]
fn a_file_of_events_that_cannot_be_written_ends_with_3() {
    let path = file("no-such-folder").join("events.csv");
    let name = path.to_str().unwrap();
    let (code, message) = failure(&["run", "-", "--events", name], SCENARIO);
    assert_eq!(code, 3);
    assert!(message.starts_with(name), "{message}");
}
