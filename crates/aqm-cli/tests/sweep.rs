//! `aqm sweep` as scripts see it.

use crate::common;
use serde_json::Value;

const SCENARIO: &str = r#"{ "version": 1, "title": "Test", "durationS": 4, "warmupS": 1, "seed": 3,
    "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "ms": 100 } },
    "queues": [{ "kind": "codel" }, { "kind": "red" }],
    "traffic": [{ "kind": "bulk", "flows": 2 }] }"#;

fn output(arguments: &[&str]) -> String {
    common::output(arguments, SCENARIO)
}

fn failure(arguments: &[&str]) -> (i32, String) {
    common::failure(arguments, SCENARIO)
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&output(arguments)).expect("JSON")
}

#[test]
fn a_row_combines_the_results_of_run_for_each_seed() {
    let set = ["--set", "link.rateMbps=2,8"];
    let sweep = json(&[&["sweep", "-", "--json", "--seeds", "1..3"], &set[..]].concat());
    assert_eq!(sweep["seeds"], serde_json::json!([1, 2, 3]));
    let rows = sweep["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4, "two rates, two lanes");
    let row = &rows[3];
    assert_eq!((&row["set"]["link.rateMbps"], &row["lane"]), (&8.into(), &1.into()));
    assert_eq!(row["queue"], "red");

    // The same runs one by one.
    let faster = std::env::temp_dir().join(format!("aqm-sweep-{}.json", std::process::id()));
    std::fs::write(&faster, SCENARIO.replace("\"rateMbps\": 5", "\"rateMbps\": 8")).unwrap();
    let means: Vec<f64> = ["1", "2", "3"]
        .iter()
        .map(|seed| {
            let report = json(&["run", faster.to_str().unwrap(), "--json", "--seed", seed]);
            report["lanes"][1]["queueDelayMs"]["mean"].as_f64().unwrap()
        })
        .collect();
    std::fs::remove_file(&faster).unwrap();
    let mean = means.iter().sum::<f64>() / 3.0;
    let squares: f64 = means.iter().map(|value| (value - mean) * (value - mean)).sum();
    let sd = (squares / 2.0).sqrt();
    let close = |value: &Value, expected: f64| {
        assert!((value.as_f64().unwrap() - expected).abs() < 1e-9 * expected, "{value} {expected}");
    };
    assert!(sd > 0.0, "seeds make a difference: {means:?}");
    close(&row["queueDelayMeanMs"]["mean"], mean);
    close(&row["queueDelayMeanMs"]["sd"], sd);
    close(&row["queueDelayMeanMs"]["ci95"], 4.303 * sd / 3f64.sqrt());
}

/// Results of applications are printed by `run` and combined by `sweep` under the same names.
#[test]
fn results_of_applications_can_be_swept() {
    let traffic = r#"[{ "kind": "bulk" }, { "kind": "short", "size": { "kind": "fixed", "bytes": 9000 } }, { "kind": "voip" }]"#;
    let input = SCENARIO.replace(r#"[{ "kind": "bulk", "flows": 2 }]"#, traffic);
    let measures = "groups.1.completionMs.p75,groups.1.completed,groups.2.mos,groups.0.mos";
    let sweep = common::output(&["sweep", "-", "--json", "--measures", measures], &input);
    let sweep: Value = serde_json::from_str(&sweep).expect("JSON");
    let run = common::output(&["run", "-", "--json"], &input);
    let run: Value = serde_json::from_str(&run).expect("JSON");
    let applications = run["lanes"][1]["applications"].as_array().expect("a list");
    let (short, calls) = (&applications[0], &applications[1]);
    assert_eq!((&short["group"], &short["kind"]), (&1.into(), &"short".into()));
    assert!(short["completed"].as_f64().unwrap() > 10.0, "{short}");
    assert_eq!(short["completionMsByPercent"][74], short["completionMs"]["p75"]);
    assert!(short.get("mos").is_none() && calls.get("completionMs").is_none());
    let row = &sweep["rows"][1];
    assert_eq!(row["group1CompletionP75Ms"]["mean"], short["completionMs"]["p75"]);
    assert_eq!(row["group1Completed"]["sum"], short["completed"]);
    assert_eq!(row["group2Mos"]["mean"], calls["mos"]);
    assert_eq!(row["group0Mos"], Value::Null, "bulk flows have no such result");
    let text = common::output(&["run", "-"], &input);
    assert!(text.contains("Results of group 2, voip") && text.contains("R factor"), "{text}");
}

#[test]
fn output_does_not_depend_on_the_number_of_jobs() {
    let sweep = ["sweep", "-", "--seeds", "1..4", "--set", "queues.0.targetMs=2,5,20"];
    let more = ["--set", "traffic.0.flows=1,4"];
    for format in [&["--json"][..], &["--csv"], &[]] {
        let of = |jobs: &str| output(&[&sweep[..], &more, format, &["--jobs", jobs]].concat());
        let one = of("1");
        assert!(one.len() > 500, "{one}");
        assert_eq!(one, of("2"));
        assert_eq!(one, of("7"));
    }
}

#[test]
fn csv_has_one_line_per_row_and_quotes_fields_with_commas() {
    let set = r#"queues.0={"kind":"pie","targetMs":5},{"kind":"droptail"}"#;
    let csv = output(&["sweep", "-", "--csv", "--set", set]);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 1 + 4);
    assert!(lines[0].starts_with("queues.0,lane,queue,seeds,queueDelayMeanMsMean,"), "{csv}");
    assert!(lines[1].starts_with(r#""{""kind"":""pie"",""targetMs"":5}",0,pie,1,"#), "{csv}");
    assert!(lines[3].starts_with(r#""{""kind"":""droptail""}",0,droptail,1,"#), "{csv}");
    // A single seed has no spread.
    let fields: Vec<&str> = lines[4].rsplit(',').collect();
    assert_eq!(fields[..2], ["", ""], "{csv}");
}

#[test]
fn measures_are_combined_as_their_table_says() {
    let of = |seeds: &str| -> Value {
        let measures = "queueDelayMs.max,packets.offered,queueShare";
        let args = ["sweep", "-", "--json", "--measures", measures, "--seeds", seeds];
        serde_json::from_str(&output(&args)).unwrap()
    };
    let number = |of: &Value, path: &str| of.pointer(&format!("/rows/0/{path}")).unwrap().as_f64();
    let [both, first, second] = ["1,2", "1", "2"].map(of);
    let numbers = |path: &str| [&both, &first, &second].map(|of| number(of, path).unwrap());
    let [all, one, two] = numbers("packetsOffered/sum");
    assert!(one > 0.0 && all == one + two);
    let [all, one, two] = numbers("queueDelayMaxMs/max");
    assert_eq!(all, one.max(two));
    let [all, one, two] = numbers("queueShare/mean");
    assert!((all - (one + two) / 2.0).abs() < 1e-12);
    assert!(both.pointer("/rows/0/utilization").is_none());
}

#[test]
fn the_table_is_aligned() {
    let table = output(&["sweep", "-", "--set", "queues.0.kind=pie,codel", "--seeds", "1..2"]);
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("queues.0.kind  queue"), "{table}");
    assert!(lines[1].starts_with("pie            pie "), "{table}");
    assert!(lines[1].contains(" ± "), "{table}");
    let width = |line: &str| line.chars().count();
    assert!(lines[1..5].iter().all(|line| width(line) == width(lines[0])), "{table}");
    assert_eq!(lines[6], "Means of 2 seeds, with 95 % confidence intervals.");
}

#[test]
fn problems_are_those_of_the_format() {
    let (code, message) = failure(&["sweep", "-", "--set", "queues.0.targetMs=5,-5"]);
    assert_eq!(code, 1);
    let place = "standard input with queues.0.targetMs=-5: queues[0].targetMs is -5; expected ";
    assert!(message.starts_with(place) && message.lines().count() == 1, "{message}");
    let (code, message) = failure(&["sweep", "-", "--set", "queues.0.tragetMs=5"]);
    assert_eq!(code, 1);
    assert!(message.contains("targetMs"), "it says what may have been meant: {message}");
    let (code, message) = failure(&["sweep", "-", "--set", "queues.5.targetMs=5"]);
    assert_eq!((code, message.contains("has no item 5; expected 0 to 1.")), (1, true), "{message}");
}

#[test]
fn wrong_usage_ends_with_2() {
    for wrong in [
        &["--set", "link.rateMbps"][..],
        &["--set", "link.rateMbps=1,,2"],
        &["--set", "seed=1,2"],
        &["--set", "link.rateMbps=1", "--set", "link.rateMbps=2"],
        &["--seeds", "5..1"],
        &["--seeds", "1..900000", "--set", "link.rateMbps=1,2"],
        &["--jobs", "0"],
        &["--json", "--csv"],
        &["--json", "--parquet"],
        &["--shard", "1/2", "--output", "part.parquet"],
        &["--csv", "--output", "table.parquet"],
        &["--measures", "utilisation"],
    ] {
        let (code, message) = failure(&[&["sweep", "-"], wrong].concat());
        assert_eq!(code, 2, "{wrong:?}: {message}");
    }
}

/// A plan with the scenario of these tests.
fn plan(members: &str) -> String {
    format!(r#"{{ "version": 1, "scenario": {SCENARIO}, {members} }}"#)
}

#[test]
fn a_plan_prints_the_same_table_as_the_options() {
    let plan = plan(
        r#""vary": [{ "path": "link.rateMbps", "from": 2, "to": 8, "step": 3 }], "seeds": { "count": 2 },
           "measures": ["utilization", "queueDelayMs.max"]"#,
    );
    let options = ["--set", "link.rateMbps=2,5,8", "--seeds", "1..2"];
    let measures = ["--measures", "utilization,queueDelayMs.max"];
    for format in [&["--csv"][..], &["--json"], &[]] {
        let table = common::output(&[&["sweep", "-"], format].concat(), &plan);
        assert_eq!(table, output(&[&["sweep", "-"], &options[..], &measures, format].concat()));
        // Options replace members of the plan.
        let other = common::output(&[&["sweep", "-", "--seeds", "5"], format].concat(), &plan);
        assert_ne!(table, other);
    }
}

#[test]
fn cases_have_a_column() {
    let plan = plan(
        r#""cases": [{ "name": "DSL, slow", "set": { "link.rateMbps": 1 } }, { "name": "LAN" }], "lanes": [1],
           "vary": [{ "path": "traffic.0.flows", "values": [1] }], "measures": ["utilization"]"#,
    );
    let csv = common::output(&["sweep", "-", "--csv"], &plan);
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(
        lines[0],
        "case,traffic.0.flows,lane,queue,seeds,utilizationMean,utilizationSd,utilizationCi95"
    );
    assert!(lines[1].starts_with("\"DSL, slow\",1,1,red,1,1,,"), "{csv}");
    let json = common::output(&["sweep", "-", "--json"], &plan);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["rows"][1]["case"], "LAN");
    assert!(common::output(&["sweep", "-"], &plan).starts_with("case"));
}

/// The project's own reader reads numbers exactly.
#[test]
fn a_plan_of_a_paper_gives_the_values_of_reproduce_bit_for_bit() {
    use aqm_json::Value;
    fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
        path.split('.').fold(value, |value, step| match value {
            Value::Array(items) => &items[step.parse::<usize>().expect("an index")],
            other => other.get(step).unwrap_or_else(|| panic!("no {step}")),
        })
    }
    let number = |value: &Value, path: &str| match at(value, path) {
        Value::Number(number) => *number,
        other => panic!("{path} is {}", other.kind()),
    };
    let exact = |arguments: &[&str]| aqm_json::parse(&common::output(arguments, "")).expect("JSON");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/papers/pan-2013-pie/4-5.json");
    let sweep = exact(&["sweep", file, "--json"]);
    let reproduced = exact(&["reproduce", "pan-2013-pie", "--table", "4-5", "--json"]);
    for row in 0..3 {
        let row_of = |all: &str| format!("{all}.{row}");
        let (own, ours) =
            (at(&sweep, &row_of("rows")), at(&reproduced, &row_of("reports.0.report.rows")));
        assert_eq!((at(own, "case"), at(own, "queue")), (at(ours, "at"), at(ours, "queue")));
        let equal = |own: f64, ours: f64| assert_eq!(own.to_bits(), ours.to_bits());
        equal(number(own, "queueDelayMeanMs.mean"), number(ours, "values.0.ours.mean"));
        // The table shows the throughput of a link of 10 Mbit/s. A mean of products is not bit for bit the product of a mean.
        let throughput = 10.0 * number(own, "utilization.mean");
        assert!((throughput - number(ours, "values.1.ours.mean")).abs() < 1e-12);
    }
}

#[test]
fn problems_of_a_plan_have_their_place() {
    let failure = |members: &str| common::failure(&["sweep", "-"], &plan(members));
    let (code, message) = failure(r#""seeds": { "count": 0 }"#);
    assert_eq!(code, 1);
    assert!(message.starts_with("standard input: seeds.count is 0; expected "), "{message}");
    let (code, message) = failure(r#""cases": [{ "name": "a", "set": { "link.rttMs": -1 } }]"#);
    assert_eq!(code, 1);
    assert!(message.starts_with("standard input with case 'a': link.rttMs is -1; "), "{message}");
}

#[test]
fn shards_merge_to_the_table_of_the_whole_sweep() {
    let folder = tempfile::tempdir().unwrap();
    let file = |index: u32| folder.path().join(format!("part-{index}.json"));
    let plan =
        plan(r#""vary": [{ "path": "link.rateMbps", "values": [2, 8] }], "seeds": { "count": 3 }"#);
    for index in 1..=4 {
        let (shard, file) = (format!("{index}/4"), file(index));
        let args = ["sweep", "-", "--shard", &shard, "--output", file.to_str().unwrap()];
        assert_eq!(common::output(&args, &plan), "");
    }
    let names: Vec<String> =
        (1..=4).map(|index| file(index).to_str().unwrap().to_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "nothing else is left");
    for format in [&["--csv"][..], &["--json"], &[]] {
        let whole = common::output(&[&["sweep", "-"], format].concat(), &plan);
        assert_eq!(
            common::output(&[&["sweep"], format, &["--merge"], &names[..]].concat(), ""),
            whole
        );
    }
    let (code, message) = common::failure(&["sweep", "--merge", names[0], names[2], names[3]], "");
    assert_eq!((code, message.as_str()), (3, "1 of 4 shards are missing: 2.\n"));
    let (code, _) = common::failure(&["sweep", "-", "--shard", "5/4"], &plan);
    assert_eq!(code, 2);
}

/// A pipe stands for every file that is not regular: the test must not name a device that an error could replace.
#[cfg(unix)]
#[test]
fn output_and_shards_go_into_pipes_and_through_links() {
    use std::io::Read as _;
    use std::os::unix::fs::{FileTypeExt as _, symlink};
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pipe, link, file) = (path("pipe"), path("link"), path("file"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink("file", &link).unwrap();
    for arguments in [&["sweep", "-", "--csv"][..], &["sweep", "-", "--shard", "1/2"]] {
        let expected = output(arguments);
        // Opened for both, neither end waits for the other.
        let mut both = std::fs::File::options().read(true).write(true).open(&pipe).unwrap();
        assert_eq!(output(&[arguments, &["--output", &pipe]].concat()), "");
        assert!(std::fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        let mut read = vec![0; expected.len()];
        both.read_exact(&mut read).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), expected);

        assert_eq!(output(&[arguments, &["--output", &link]].concat()), "");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    }
}

#[test]
fn a_name_that_ends_with_parquet_selects_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let plan =
        plan(r#""vary": [{ "path": "link.rateMbps", "values": [2, 8] }], "seeds": { "count": 2 }"#);
    let (whole, option) = (path("table.parquet"), path("table"));
    common::output(&["sweep", "-", "--output", &whole], &plan);
    common::output(&["sweep", "-", "--parquet", "--output", &option], &plan);
    let bytes = std::fs::read(&whole).unwrap();
    // Magic bytes of the format, at both ends.
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert_eq!(std::fs::read(&option).unwrap(), bytes);
    let piped = common::aqm(&["sweep", "-", "--parquet"], &plan);
    assert_eq!((piped.status.code(), &piped.stdout), (Some(0), &bytes));

    // The file of the merged shards equals that of the whole sweep.
    let parts: Vec<String> = (1..=3).map(|index| path(&format!("part-{index}.json"))).collect();
    for (index, part) in parts.iter().enumerate() {
        let shard = format!("{}/3", index + 1);
        common::output(&["sweep", "-", "--shard", &shard, "--output", part], &plan);
    }
    let merged = path("merged.parquet");
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    common::output(&[&["sweep", "--output", &merged, "--merge"], &parts[..]].concat(), "");
    assert_eq!(std::fs::read(&merged).unwrap(), bytes);
}

/// The scenario with a change of the buffer at this time, s.
fn with_change(at_s: f64) -> String {
    let change = format!(
        r#", "changes": [{{ "atS": {at_s}, "set": "link.buffer", "to": {{ "packets": 40 }} }}] }}"#
    );
    SCENARIO.trim_end().strip_suffix('}').unwrap().to_owned() + &change
}

const BUFFERS: [&str; 2] = ["--set", "link.buffer.ms=50,400"];

#[test]
fn values_that_a_change_replaces_never_run_silently() {
    // Within the warm-up: all rows would be equal.
    let (code, message) =
        common::failure(&[&["sweep", "-"], &BUFFERS[..]].concat(), &with_change(1.0));
    assert_eq!(code, 1);
    let cause = "standard input: vary[0] varies link.buffer.ms, which has no effect: changes[0] sets link.buffer at \
                 1 s, within the warm-up of 1 s. Remove that change, or vary changes.0.to.\n";
    assert_eq!(message, cause);
    // Later: a note, and the table as it is without the note.
    let note = "vary[0] varies link.buffer.ms: changes[0] sets link.buffer at 3 s; the values have no effect from \
                then on.";
    for format in ["--csv", "--json"] {
        let run = common::aqm(&[&["sweep", "-", format], &BUFFERS[..]].concat(), &with_change(3.0));
        assert_eq!(run.status.code(), Some(0));
        assert_eq!(String::from_utf8(run.stderr).unwrap(), format!("note: {note}\n"));
        let text = String::from_utf8(run.stdout).unwrap();
        if format == "--json" {
            let json: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(json["notes"], serde_json::json!([note]));
        } else {
            assert_eq!(text.lines().count(), 5, "a header and four rows: {text}");
            assert!(!text.contains("note"), "{text}");
        }
    }
    // `check` says the same of a plan.
    let plan = |at_s: f64| {
        let scenario = with_change(at_s);
        format!(
            r#"{{ "version": 1, "scenario": {scenario}, "vary": [{{ "path": "link.buffer.ms", "values": [50, 400] }}] }}"#
        )
    };
    assert_eq!(
        common::output(&["check", "-"], &plan(3.0)),
        format!("standard input: ok; {note}\n")
    );
    assert_eq!(common::failure(&["check", "-"], &plan(0.5)).0, 1);
    assert_eq!(common::output(&["check", "-"], &with_change(0.5)), "standard input: ok\n");
}

#[test]
fn values_with_equal_results_are_noted() {
    let run = common::aqm(&["sweep", "-", "--csv", "--set", "queues.0.ecn=true,false"], SCENARIO);
    let note = "note: vary[0] varies queues.0.ecn: all 2 values gave equal results.\n";
    assert_eq!(String::from_utf8(run.stderr).unwrap(), note, "no sender is ECN-capable");
}
