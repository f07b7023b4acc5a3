//! `aqm run --events`: every drop and mark, with its reason.

use crate::common::{failure, output};
use aqm_experiment::Experiment;
use aqm_scenario::Scenario;
use aqm_scenario::model::Queue;
use aqm_scenario::schema::Json as _;
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};
use serde_json::{Value, json};
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

/// A lane of each discipline, a reverse bottleneck, another hop and losses of the path.
fn all_disciplines(kinds: &[&str]) -> String {
    let queue = |kind: &&str| match *kind {
        "droptail" | "sfq" => json!({ "kind": kind }),
        _ => json!({ "kind": kind, "ecn": true }),
    };
    json!({
        "version": 1,
        "durationS": 12,
        "link": {
            "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 40 }, "lossRate": 0.002,
            "reverse": { "rateMbps": 0.15, "buffer": { "packets": 10 } },
            "hopsAfter": [{ "rateMbps": 4.6, "buffer": { "packets": 15 }, "queue": { "kind": "red" } }],
        },
        "queues": kinds.iter().map(queue).collect::<Vec<_>>(),
        "traffic": [{ "kind": "bulk", "flows": 3 }, { "kind": "bulk", "flows": 2, "ecn": true },
            { "kind": "cbr", "rateMbps": 0.5 }],
        "changes": [{ "atS": 6, "set": "burst", "to": { "rateMbps": 10, "durationS": 1 } }],
    })
    .to_string()
}

/// Returns the event of the page's answer that a row of the CSV describes.
fn answer_of<'a>(answer: &'a Value, row: &[String]) -> Option<&'a Value> {
    let events = answer["events"].as_array().expect("a list");
    events.iter().find(|event| {
        let is =
            |member: &str, index: usize| event[member].to_string().trim_matches('"') == row[index];
        is("flow", 3)
            && is("packet", 5)
            && is("kind", 8)
            && is("hop", 12)
            && event["atS"].as_f64() == row[0].parse().ok()
    })
}

/// A number of an event: its name, value and unit.
type Number = (String, Option<f64>, String);

/// Returns whether two lists of numbers are equal. serde_json reads a value to within a unit in the last place.
fn same(left: impl Iterator<Item = Number>, right: impl Iterator<Item = Number>) -> bool {
    let is_close = |a: f64, b: f64| (a - b).abs() <= f64::EPSILON * b.abs();
    left.map(Some).chain([None]).zip(right.map(Some).chain([None])).all(|pair| match pair {
        (Some(a), Some(b)) => {
            let is_value = match (a.1, b.1) {
                (Some(a), Some(b)) => is_close(a, b),
                (a, b) => a == b,
            };
            a.0 == b.0 && a.2 == b.2 && is_value
        }
        (a, b) => a.is_none() && b.is_none(),
    })
}

#[test]
fn the_answer_of_the_page_for_a_random_drop_is_that_of_events() {
    let mut hops = std::collections::BTreeSet::new();
    for (batch, kinds) in Queue::KINDS.names.chunks(4).enumerate() {
        let text = all_disciplines(kinds);
        let path = file(&format!("random-{batch}.csv"));
        output(&["run", "-", "--events", path.to_str().unwrap()], &text);
        let csv = fs::read_to_string(&path).unwrap();
        let rows: Vec<Vec<String>> = csv.lines().skip(1).map(fields).collect();
        // As on the page: a run with snapshots, from which a span is simulated again.
        let mut run =
            Experiment::new(Scenario::parse(&text).expect("it is valid")).with_snapshots(500);
        run.advance(Time::from_seconds(12.0));
        let mut draws = SplitMix64::stream(batch as u64, "rows", 0);
        for (lane, kind) in kinds.iter().enumerate() {
            let of_lane: Vec<_> = rows.iter().filter(|row| row[1] == lane.to_string()).collect();
            assert!(of_lane.len() > 50, "{kind} has {} events", of_lane.len());
            for _ in 0..12 {
                let row = of_lane[(draws.uniform() * of_lane.len() as f64) as usize];
                hops.insert(row[12].clone());
                let at = Time::from_seconds(row[0].parse().unwrap());
                let mut replay = run.replay_events(lane, at, at + Span::from_nanos(1), 1000);
                while !replay.run(1000) {}
                let answer: Value = serde_json::from_str(&replay.to_json(10)).unwrap();
                let event = answer_of(&answer, row).unwrap_or_else(|| panic!("{row:?}: {answer}"));
                assert_eq!(event["reason"], row[9], "{kind}");
                assert_eq!(event["sentence"], row[11], "{kind}");
                assert_eq!(event["bytes"].to_string(), row[6]);
                assert_eq!(event["sojournMs"].as_f64(), row[7].parse().ok());
                let numbers = event["numbers"].as_array().unwrap().iter().map(|number| {
                    let of = |member: &str| number[member].as_str().unwrap_or_default();
                    let (name, unit) = (of("name"), of("unit"));
                    (name.to_owned(), number["value"].as_f64(), unit.to_owned())
                });
                let expected = row[10].split("; ").filter(|part| !part.is_empty()).map(|part| {
                    let (name, rest) = part.split_once('=').unwrap();
                    let (value, unit) = rest.split_once(' ').unwrap_or((rest, ""));
                    (name.to_owned(), value.parse().ok(), unit.to_owned())
                });
                assert!(same(numbers, expected), "{kind}: {} and {event}", row[10]);
            }
        }
    }
    for hop in ["1", "2", "reverse"] {
        assert!(hops.contains(hop), "no random event at hop {hop}");
    }
}
