//! `aqm run --packets`: what happened to each packet.

use crate::common::{aqm, failure, output};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

const SCENARIO: &str = r#"{ "version": 1, "durationS": 2, "warmupS": 0,
    "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 }, "lossRate": 0.01,
        "hopsAfter": [{ "rateMbps": 4.5, "buffer": { "packets": 20 }, "delayMs": 3 }],
        "reverse": { "rateMbps": 0.3, "buffer": { "packets": 20 } } },
    "queues": [{ "kind": "codel", "ecn": true }, { "kind": "fqCodel" }, { "kind": "droptail" }],
    "traffic": [{ "kind": "cbr", "rateMbps": 0.5 },
        { "kind": "bulk", "flows": 2, "ecn": true }, { "kind": "bulk", "flows": 2 }] }"#;

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the rows of a file, each with its fields by the names of the header.
fn rows(path: &PathBuf) -> Vec<BTreeMap<String, String>> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        names.iter().map(|it| (*it).to_owned()).zip(line.split(',').map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

#[test]
fn packets_agree_with_the_report_and_with_the_events() {
    let (packets, events) = (file("packets.csv"), file("events-of-packets.csv"));
    let arguments = [
        "run",
        "-",
        "--json",
        "--packets",
        packets.to_str().unwrap(),
        "--events",
        events.to_str().unwrap(),
    ];
    let report = output(&arguments, SCENARIO);
    assert_eq!(report, output(&["run", "-", "--json"], SCENARIO), "the run itself is the same");
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let rows = rows(&packets);
    let number = |row: &BTreeMap<String, String>, name: &str| row[name].parse::<f64>().ok();
    let arrivals: Vec<f64> = rows.iter().map(|row| number(row, "arrival_s").unwrap()).collect();
    assert!(arrivals.is_sorted(), "in order of arrival");
    for lane in 0..3 {
        let at = |hop: &str| -> Vec<_> {
            rows.iter().filter(|row| row["lane"] == lane.to_string() && row["hop"] == hop).collect()
        };
        let of_lane = &report["lanes"][lane];
        for (hop, counts) in
            [("1", &of_lane["packets"]), ("reverse", &of_lane["reverse"]["packets"])]
        {
            let here = at(hop);
            let count = |is_it: &dyn Fn(&BTreeMap<String, String>) -> bool| {
                here.iter().filter(|row| is_it(row)).count()
            };
            if counts.is_null() {
                assert!(count(&|_| true) > 100, "{hop}");
                continue;
            }
            assert_eq!(counts["offered"], count(&|_| true), "lane {lane}, hop {hop}");
            assert_eq!(
                counts["dropped"],
                count(&|row| row["fate"] == "dropped"),
                "lane {lane}, hop {hop}"
            );
            let sent = count(&|row| row["fate"] != "dropped" && !row["dequeue_s"].is_empty());
            assert_eq!(counts["sent"], sent, "lane {lane}, hop {hop}");
        }
        let delays = at("1").into_iter().filter(|row| row["fate"] != "dropped");
        let delays: Vec<f64> = delays
            .filter_map(|row| Some(number(row, "dequeue_s")? - number(row, "arrival_s")?))
            .collect();
        let mean = 1e3 * delays.iter().sum::<f64>() / delays.len() as f64;
        let reported = of_lane["queueDelayMs"]["mean"].as_f64().unwrap();
        assert!((mean - reported).abs() < 1e-6 * reported, "lane {lane}: {mean} {reported}");
        assert!(at("2").len() > 400 && at("").is_empty(), "all ACKs pass the reverse hop");
    }
    let text = fs::read_to_string(&events).unwrap();
    let is_end = |line: &&str| !line.contains(",mark,");
    let ends = text.lines().skip(1).filter(is_end).count();
    assert_eq!(ends, rows.iter().filter(|row| !row["reason"].is_empty()).count());
    for hop in ["1", "2", "reverse"] {
        assert!(text.lines().any(|line| line.ends_with(&format!(",{hop}"))), "an event at {hop}");
    }
    assert!(text.contains(",loss,path.loss,"));
    assert!(rows.iter().any(|row| row["class"] == "sparse" && !row["bucket"].is_empty()));
}

#[test]
fn a_span_has_the_rows_of_the_whole_run() {
    let (all, part) = (file("all.csv"), file("part.csv"));
    output(&["run", "-", "--packets", all.to_str().unwrap()], SCENARIO);
    let arguments =
        ["run", "-", "--packets", part.to_str().unwrap(), "--from", "0.9", "--to", "1.3"];
    output(&arguments, SCENARIO);
    let (all, part) = (fs::read_to_string(all).unwrap(), fs::read_to_string(part).unwrap());
    let arrival = |line: &str| line.split(',').nth(9).unwrap().parse::<f64>().unwrap();
    let inside = |line: &&str| (0.9..1.3).contains(&arrival(line));
    let expected: Vec<&str> = all.lines().skip(1).filter(inside).collect();
    let found: Vec<&str> = part.lines().skip(1).filter(inside).collect();
    assert!(expected.len() > 150 && found == expected);
    let waited = part.lines().skip(1).filter(|line| arrival(line) < 0.9);
    assert!(waited.clone().count() > 0 && waited.into_iter().all(|line| all.contains(line)));
}

#[test]
fn a_span_needs_a_file_of_packets() {
    let (code, message) = failure(&["run", "-", "--from", "1"], SCENARIO);
    assert!(code == 2 && message.contains("--packets"), "{message}");
}

#[test]
fn a_parquet_file_has_the_rows_of_the_csv_with_types() {
    let (csv, parquet) = (file("typed.csv"), file("typed.parquet"));
    for path in [&csv, &parquet] {
        output(&["run", "-", "--packets", path.to_str().unwrap()], SCENARIO);
    }
    let reader = SerializedFileReader::new(fs::File::open(&parquet).unwrap()).unwrap();
    let pairs = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let named = |name: &str| {
        pairs.iter().find(|pair| pair.key == name).and_then(|pair| pair.value.clone()).unwrap()
    };
    assert_eq!(named("aqm.seed"), "1");
    assert!(named("aqm.link").starts_with("#v1."));
    let expected = rows(&csv);
    let mut count = 0;
    for (row, expected) in reader.get_row_iter(None).unwrap().zip(&expected) {
        for (name, field) in row.unwrap().get_column_iter() {
            let text = &expected[name];
            let is_equal = match field {
                Field::Null => text.is_empty(),
                Field::Str(value) => value == text,
                Field::Long(value) => value.to_string() == *text,
                Field::Double(value) => name.ends_with("_s") && text.parse() == Ok(*value),
                _ => false,
            };
            assert!(is_equal, "row {count}, {name}: {field} {text}");
        }
        count += 1;
    }
    assert_eq!(count, expected.len());
}

#[test]
fn a_long_parquet_file_has_several_groups_of_rows() {
    let scenario = r#"{ "version": 1, "durationS": 1, "link": { "rateMbps": 50, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }],
        "traffic": [{ "kind": "cbr", "rateMbps": 48, "packetBytes": 100 }] }"#;
    let parquet = file("long.parquet");
    // On a slow machine it may report its progress.
    assert!(aqm(&["run", "-", "--packets", parquet.to_str().unwrap()], scenario).status.success());
    let reader = SerializedFileReader::new(fs::File::open(&parquet).unwrap()).unwrap();
    let metadata = reader.metadata();
    assert!(metadata.num_row_groups() > 1);
    let groups = metadata.row_groups().iter().map(|group| group.num_rows());
    assert_eq!(groups.clone().sum::<i64>(), metadata.file_metadata().num_rows());
    assert!(groups.max() <= Some(50_000));
}
