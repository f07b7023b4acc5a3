//! `aqm grade` as a lecturer uses it.

use crate::common::{aqm, failure};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;

const CHALLENGE: &str = r#"{ "version": 1, "title": "Test", "durationS": 4, "warmupS": 1, "link": { "rateMbps": 5, "rttMs": 20,
    "buffer": { "packets": 60 } }, "queues": [{ "kind": "droptail" }],
    "traffic": [{ "kind": "bulk", "flows": 2 }],
    "goals": [{ "measure": "queueDelayMs.mean", "atMost": 30 }, { "measure": "utilization", "atLeast": 0.8 }],
    "free": [{ "set": "link.buffer.packets", "min": 5, "max": 300 }, { "set": "queues.0.kind", "values": ["droptail", "codel"] }] }"#;

/// Returns what follows `#v1.` in a link that holds this text.
fn packed(text: &[u8]) -> String {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
    deflated.write_all(text).unwrap();
    BASE64_URL_SAFE_NO_PAD.encode(deflated.finish().unwrap())
}

/// Returns the link of a scenario, as the page makes it. The page also shortens names, which a reader does not need.
fn link(scenario: &Value) -> String {
    link_of(vec![json!(0), scenario.clone(), json!([]), json!([])])
}

/// Returns the link that holds these items.
pub fn link_of(mut items: Vec<Value>) -> String {
    let text = Value::Array(items.clone()).to_string();
    let step = |hash: u32, unit: u16| (hash ^ u32::from(unit)).wrapping_mul(0x0100_0193);
    items.push(json!(text.encode_utf16().fold(0x811c_9dc5, step)));
    let text = Value::Array(items).to_string();
    format!("https://host.example/aqm/#v1.{}", packed(text.as_bytes()))
}

fn handed(change: impl Fn(&mut Value)) -> String {
    let mut scenario: Value = serde_json::from_str(CHALLENGE).unwrap();
    scenario.as_object_mut().unwrap().remove("version");
    change(&mut scenario);
    link(&scenario)
}

fn buffer(packets: u64) -> String {
    handed(|scenario| scenario["link"]["buffer"]["packets"] = json!(packets))
}

/// Writes the challenge to a file for one test.
fn file(test: &str, text: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("aqm-grade-{test}-{}.json", std::process::id()));
    std::fs::write(&file, text).unwrap();
    file
}

/// Returns standard output and standard error.
fn graded(test: &str, options: &[&str], lines: &str) -> (String, String) {
    let file = file(test, CHALLENGE);
    let output = aqm(&[&["grade", file.to_str().unwrap(), "-"], options].concat(), lines);
    std::fs::remove_file(&file).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    (String::from_utf8(output.stdout).unwrap(), errors)
}

fn json_of(test: &str, options: &[&str], lines: &str) -> Value {
    let text = graded(test, &[&["--json"], options].concat(), lines).0;
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn hand_ins_are_computed_again_with_other_seeds() {
    let codel = handed(|scenario| scenario["queues"][0]["kind"] = json!("codel"));
    let lines = format!("Ada {codel}\nBob, {}\n\nCem {}\n", buffer(300), buffer(8));
    let all = json_of("again", &["--seeds", "11..13"], &lines);
    assert_eq!(all["goals"][0], json!({ "what": "mean delay", "must": "at most 30.0 ms" }));
    assert_eq!(all["seeds"], json!([11, 12, 13]));
    let names: Vec<_> = all["handIns"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["Ada", "Bob", "Cem"]);
    let [ada, bob] = [0, 1].map(|index| &all["handIns"][index]);
    assert_eq!((&ada["passed"], &ada["seedsReached"]), (&json!(true), &json!(3)));
    assert_eq!((&bob["passed"], &bob["seedsReached"]), (&json!(false), &json!(0)));
    assert_eq!(bob["goals"][1]["seeds"], 3, "the link is busy, but the delay is long");
    assert_eq!((&ada["changed"], &ada["sameAs"]), (&json!([]), &Value::Null));

    // The numbers are those of `aqm run`.
    let file = file("run", &CHALLENGE.replace(r#""packets": 60"#, r#""packets": 300"#));
    let run = |seed: &str| {
        let output = aqm(&["run", file.to_str().unwrap(), "--json", "--seed", seed], "");
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        report["lanes"][0].clone()
    };
    let runs = ["11", "12", "13"].map(run);
    std::fs::remove_file(&file).unwrap();
    let mean = runs.iter().map(|lane| lane["queueDelayMs"]["mean"].as_f64().unwrap()).sum::<f64>();
    let found = bob["goals"][0]["mean"].as_f64().unwrap();
    assert!((found - mean / 3.0).abs() < 1e-9 * found, "{found} {mean}");
    assert_eq!(bob["digests"], json!([runs[0]["digest"]]));
}

#[test]
fn locked_changes_are_named_and_do_not_pass() {
    let cheat = handed(|scenario| {
        scenario["queues"][0]["kind"] = json!("codel");
        scenario["link"]["rateMbps"] = json!(50);
        scenario["goals"] = json!([]);
    });
    let all = json_of("locked", &["--seeds", "1"], &format!("Eve {cheat}"));
    let eve = &all["handIns"][0];
    assert_eq!(eve["changed"], json!(["link.rateMbps is 50; the challenge has 5."]));
    assert_eq!((&eve["seedsReached"], &eve["passed"]), (&json!(1), &json!(false)));
}

#[test]
fn a_class_of_two_hundred_has_hostile_and_equal_hand_ins() {
    let hostile = [
        "Mal #v1.AAAA".to_owned(),
        "Mal no link at all".to_owned(),
        "Mal #v7.AAAA".to_owned(),
        format!("Mal #v1.{}", "A".repeat(70_000)),
        format!("Mal #v1.{}", packed(&vec![b'['; 30_000_000])),
        format!("Mal #v1.{}", packed(&[b"[".repeat(90_000), b"]".repeat(90_000)].concat())),
        format!("Mal {}", &buffer(50)[..80]),
        format!("Mal {}", handed(|scenario| scenario["durationS"] = json!(1_000_000_000))),
        format!(
            "Mal {}",
            handed(|scenario| scenario["traffic"][0]["flows"] = json!(1_000_000_000))
        ),
        format!("\u{1b}[2JMal {}", handed(|scenario| *scenario = json!({ "\u{1b}\n": "\u{7}" }))),
    ];
    let mut lines = Vec::new();
    for index in 0..190_u64 {
        // Nineteen different buffers.
        lines.push(format!("Student {index} {}", buffer(10 + 5 * (index % 19))));
    }
    for (index, line) in hostile.iter().enumerate() {
        lines.insert(index * 20, line.clone());
    }
    let text = lines.join("\n");
    let (csv, notes) = graded("class", &["--seeds", "1..2"], &text);
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 201, "one row a line, and a header");
    assert!(rows[0].starts_with("name,passed,seeds_reached,seeds,goal_1_seeds,goal_1_mean,"));
    let columns = rows[0].split(',').count();
    let refused: Vec<&&str> = rows[1..].iter().filter(|row| !row.starts_with("Student ")).collect();
    assert_eq!(refused.len(), 10);
    assert!(refused.iter().all(|row| row.contains(",no,,,,,,,,,,")), "{refused:?}");
    assert!(
        rows[1..]
            .iter()
            .filter(|row| row.starts_with("Student"))
            .all(|row| row.split(',').count() == columns)
    );
    assert!(!csv.contains('\u{1b}') && !csv.contains('\u{7}'), "no control character gets through");
    let same = rows.iter().filter(|row| row.contains(",Student ") && row.starts_with("Student "));
    assert_eq!(same.count(), 190 - 19, "equal hand-ins name the first one");
    assert!(notes.contains("of 200 hand-ins passed; 10 were refused"), "{notes}");
    // Results do not depend on the threads or on the other lines.
    assert_eq!(graded("class-1", &["--seeds", "1..2", "--jobs", "1"], &text).0, csv);
    let alone = graded("alone", &["--seeds", "1..2"], &lines[1]).0;
    assert_eq!(alone.lines().nth(1), Some(rows[2]));
}

#[test]
fn a_name_is_no_formula_of_a_spreadsheet() {
    let line = format!("=HYPERLINK(\"x\",\"y\") {}", buffer(20));
    let (csv, _) = graded("formula", &["--seeds", "1"], &line);
    assert!(
        csv.lines().nth(1).unwrap().starts_with("\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\","),
        "{csv}"
    );
}

#[test]
fn a_scenario_without_goals_is_no_challenge() {
    let bare = r#"{ "version": 1, "durationS": 4, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
        "queues": [{ "kind": "droptail" }], "traffic": [] }"#;
    let file = file("bare", bare);
    let (code, message) = failure(&["grade", file.to_str().unwrap(), "-"], "");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(code, 1);
    assert!(message.ends_with("goals are missing; expected at least one.\n"), "{message}");
}

const LIVE: &str = r#"{ "version": 1, "title": "T", "durationS": 6, "warmupS": 1, "link": { "rateMbps": 5, "rttMs": 20,
    "buffer": { "packets": 60 } }, "queues": [{ "kind": "codel" }, { "kind": "pie" }],
    "traffic": [{ "kind": "bulk", "flows": 2 }, { "kind": "cbr", "rateMbps": 1 }],
    "goals": [{ "measure": "utilization", "moreThanLane": 1 }],
    "free": [{ "set": "traffic.0.flows", "min": 0, "max": 10, "live": true },
        { "set": "queues.0.targetMs", "min": 1, "max": 50, "live": true },
        { "set": "queues.0.kind", "values": ["codel", "pie", "red"] }] }"#;

/// Returns the link of the live challenge with other queues and with changes: the paths, and three items for each.
fn live(queues: &Value, paths: &Value, items: &Value) -> String {
    let mut scenario: Value = serde_json::from_str(LIVE).unwrap();
    scenario.as_object_mut().unwrap().remove("version");
    scenario["queues"] = queues.clone();
    link_of(vec![json!(0), scenario, paths.clone(), items.clone()])
}

#[test]
fn changes_during_the_run_that_do_not_fit_cost_one_row() {
    let own = json!([{ "kind": "codel" }, { "kind": "pie" }]);
    let six = json!(
        ["codel", "pie", "codel", "codel", "codel", "codel"].map(|kind| json!({ "kind": kind }))
    );
    let red = json!([{ "kind": "red" }, { "kind": "pie" }]);
    let lines = [
        // A lane that only the hand-in has, and a parameter that only its first queue has.
        ("Lane", live(&six, &json!(["traffic.0.flows@5"]), &json!([0, 1000, 5]))),
        (
            "Kind",
            live(
                &red,
                &json!(["queues.0", "queues.0.targetMs"]),
                &json!([0, 500, { "kind": "codel" }, 1, 500, 15]),
            ),
        ),
        // It makes the lane worse with which the first one is compared.
        ("Scope", live(&own, &json!(["traffic.0.flows@1"]), &json!([0, 1000, 0]))),
        // A muted change has no effect.
        (
            "Muted",
            live(
                &own,
                &json!(["traffic.0.flows", "~traffic.0.flows"]),
                &json!([0, 1000, 3, 1, 1000, 9]),
            ),
        ),
        ("Plain", live(&own, &json!(["traffic.0.flows"]), &json!([0, 1000, 3]))),
    ];
    let text = lines.map(|(name, link)| format!("{name} {link}")).join("\n");
    let file = file("live", LIVE);
    let options = ["grade", file.to_str().unwrap(), "-", "--seeds", "1..2", "--json"];
    let output = aqm(&options, &text);
    std::fs::remove_file(&file).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let [lane, kind, scope, muted, plain] = [0, 1, 2, 3, 4].map(|index| &all["handIns"][index]);
    assert_eq!(
        lane["changed"][0],
        "traffic[0].flows is set in lane 6 only; the challenge allows it in all lanes."
    );
    assert_eq!((&lane["passed"], &kind["passed"]), (&json!(false), &json!(false)));
    let problem = kind["problem"].as_str().expect("it is refused");
    assert!(problem.starts_with("the values do not fit the challenge: changes[0]"), "{problem}");
    assert_eq!(
        scope["changed"],
        json!(["traffic[0].flows is set in lane 2 only; the challenge allows it in all lanes."])
    );
    assert_eq!(scope["passed"], false);
    assert_eq!(muted["changed"], json!([]));
    assert_eq!((&muted["goals"], &plain["sameAs"]), (&plain["goals"], &json!("Muted")));
}

#[test]
fn other_goals_are_listed_and_do_not_count() {
    let eased = handed(|scenario| {
        scenario["goals"][1]["atLeast"] = json!(0.5);
        scenario["queues"][0]["kind"] = json!("codel");
    });
    let fewer =
        handed(|scenario| scenario["goals"] = json!([{ "measure": "jain", "atLeast": 0.5 }]));
    let all = json_of(
        "goals",
        &["--seeds", "1"],
        &format!("Eve {eased}\nBob {fewer}\nAda {}", buffer(20)),
    );
    let goals = [0, 1, 2].map(|index| all["handIns"][index]["otherGoals"].clone());
    assert_eq!(goals[0], json!(["goals[1].atLeast is 0.5; the challenge has 0.8."]));
    assert_eq!(goals[1], json!(["goals has 1 entry; the challenge has 2."]));
    assert_eq!(goals[2], json!([]));
    assert_eq!(all["handIns"][0]["passed"], true, "it reaches the goals of the challenge");
}

#[test]
fn values_without_an_effect_are_seen_as_copies() {
    let target = |ms: f64| {
        handed(|scenario| {
            scenario["link"]["buffer"]["packets"] = json!(20);
            scenario["link"]["rttMs"] = json!(ms);
        })
    };
    let challenge = CHALLENGE.replace(
        "{ \"set\": \"link.buffer.packets\"",
        "{ \"set\": \"link.rttMs\", \"min\": 1, \"max\": 90 }, { \"set\": \"link.buffer.packets\"",
    );
    let file = file("copies", &challenge);
    let text = format!("Ada {}\nBob {}\nCem {}", target(9.3), target(9.300_000_000_1), target(9.4));
    let output = aqm(&["grade", file.to_str().unwrap(), "-", "--seeds", "1", "--json"], &text);
    std::fs::remove_file(&file).unwrap();
    let all: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let same = [0, 1, 2].map(|index| all["handIns"][index]["sameAs"].clone());
    assert_eq!(same, [Value::Null, json!("Ada"), Value::Null]);
}

#[test]
fn a_link_to_a_story_is_called_that() {
    let (csv, _) = graded("story", &["--seeds", "1"], "Ada https://host.example/aqm/#story/own/1");
    let row = csv.lines().nth(1).unwrap();
    assert!(row.starts_with("Ada,no,,"), "{row}");
    assert!(row.contains("the link leads to a story, not to a run"), "{row}");
}

#[test]
fn many_lines_are_graded_one_part_after_the_other() {
    let mut text = "x\n".repeat(4500);
    text += &format!("Ada {}\n", buffer(20));
    let (csv, notes) = graded("many", &["--seeds", "1"], &text);
    assert_eq!(csv.lines().count(), 4502);
    assert!(csv.lines().last().unwrap().starts_with("Ada,"), "the order is that of the lines");
    assert!(notes.contains("of 4501 hand-ins passed; 4500 were refused"), "{notes}");
    let json: Value =
        serde_json::from_str(&graded("many-json", &["--seeds", "1", "--json"], &text).0)
            .expect("JSON");
    assert_eq!(json["handIns"].as_array().unwrap().len(), 4501);
}
