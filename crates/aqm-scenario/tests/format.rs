//! Accepted scenarios, the messages for refused ones, and the written text.

use crate::common::{base, read, read_for_page, said, valid, with};
use aqm_scenario::schema::Json as _;
use aqm_scenario::{Detail, MAX_SCENARIO_BYTES, read_scenario};
use serde_json::{Value, json};

/// Checks that a scenario has exactly these problems, each as `path message`.
fn check(scenario: &Value, expected: &[&str]) {
    let problems = read(scenario).err().unwrap_or_default();
    let problems: Vec<String> = problems.iter().map(said).collect();
    assert_eq!(problems, expected, "{scenario}");
}

/// Checks that one replaced member gives one problem.
fn refused(pointer: &str, to: Value, expected: &str) {
    check(&with(pointer, to), &[expected]);
}

fn accepted(pointer: &str, to: Value) {
    check(&with(pointer, to), &[]);
}

/// The accepted congestion controls, as messages list them.
const CONGESTION_CONTROLS: &str = "'cubic', 'newreno', 'hstcp', 'scalable', 'htcp', 'bic', 'vegas', 'dctcp', 'bbr', \
     'aimd', 'ledbat', 'reno', 'sack', 'prague', 'westwood', 'illinois', 'yeah', 'veno' or 'bbr3'";

#[test]
fn numbers_out_of_range_are_refused_with_the_range() {
    let rate = |got: &str| format!("link.rateMbps is {got}; expected 0.1 to 1 000 000 Mbit/s.");
    refused("/link/rateMbps", json!(-5), &rate("-5"));
    refused("/link/rateMbps", json!(0), &rate("0"));
    refused("/link/rateMbps", json!(1_000_000.1), &rate("1 000 000.1"));
    refused("/link/rateMbps", json!(1e300), &rate("1e300"));
    accepted("/link/rateMbps", json!(0.1));
    accepted("/link/rateMbps", json!(1_000_000));
    refused(
        "/link/rttMs",
        json!("40"),
        "link.rttMs is a string; expected a number from 0.1 to 1000 ms.",
    );
    refused("/durationS", json!(3600.5), "durationS is 3600.5; expected 1 to 3600 s.");
}

#[test]
fn fractions_are_refused_for_whole_numbers() {
    let flows = "traffic[0].flows is";
    refused(
        "/traffic/0/flows",
        json!(2.5),
        &format!("{flows} 2.5; expected a whole number from 0 to 100 000."),
    );
    refused(
        "/traffic/0/flows",
        json!(100_001),
        &format!("{flows} 100 001; expected 0 to 100 000."),
    );
    refused("/traffic/0/flows", json!(-1), &format!("{flows} -1; expected 0 to 100 000."));
    accepted("/traffic/0/flows", json!(0));
    accepted("/traffic/0/flows", json!(100_000));
    accepted("/seed", json!(9_007_199_254_740_991_u64));
    refused(
        "/seed",
        json!(9_007_199_254_740_992_u64),
        "seed is 9 007 199 254 740 992; expected 0 to 9 007 199 254 740 991.",
    );
}

#[test]
fn unknown_members_are_refused_with_a_suggestion() {
    refused("/link/rateMbs", json!(1), "link.rateMbs is unknown; did you mean 'rateMbps'?");
    refused(
        "/queues/0/target_ms",
        json!(1),
        "queues[0].target_ms is unknown; did you mean 'targetMs'?",
    );
    refused(
        "/queues/4/colour",
        json!(1),
        "queues[4].colour is unknown; expected 'cc', 'ccGroup' or 'kind'.",
    );
    let long = "x".repeat(1000);
    let problems = read(&with(&format!("/{long}"), json!(1))).unwrap_err();
    assert!(problems[0].path.len() < 60, "{}", problems[0].path);
}

#[test]
fn unknown_names_are_refused() {
    refused("/queues/0/kind", json!("CoDel"), "queues[0].kind is 'CoDel'; did you mean 'codel'?");
    let problems = read(&with("/queues/0/kind", Value::Null)).unwrap_err();
    let message = "queues[0].kind is missing; expected 'droptail', 'red', 'ared', ";
    assert!(problems.len() == 1 && said(&problems[0]).starts_with(message), "{problems:?}");
    let message = format!("traffic[0].cc is 'tahoe'; expected {CONGESTION_CONTROLS}.");
    refused("/traffic/0/cc", json!("tahoe"), &message);
    for (queue, variants) in [
        (0, &["linux", "linux310", "rfc8289", "ns2", "schwardmann2014"][..]),
        (1, &["rfc8033", "paper2013", "linux", "linux414"]),
        (2, &["floyd", "linux"]),
    ] {
        for variant in variants {
            accepted(&format!("/queues/{queue}/variant"), json!(variant));
        }
    }
    for stack in ["linux-6", "linux-3.10", "rfc"] {
        accepted("/traffic/0/stack", json!(stack));
    }
}

#[test]
fn a_congestion_control_is_a_name_or_an_object_with_parameters() {
    for cc in [
        json!("cubic"),
        json!("newreno"),
        json!({ "kind": "newreno" }),
        json!({ "kind": "cubic", "beta": 0.5, "c": 0.2, "fastConvergence": false }),
        json!({ "kind": "cubic", "tcpFriendliness": false, "hystart": false }),
    ] {
        accepted("/traffic/0/cc", cc);
    }
    let path = "traffic[0].cc";
    refused(
        "/traffic/0/cc",
        json!(5),
        &format!("{path} is a number; expected {CONGESTION_CONTROLS}."),
    );
    refused(
        "/traffic/0/cc",
        json!({}),
        &format!("{path}.kind is missing; expected {CONGESTION_CONTROLS}."),
    );
    refused(
        "/traffic/0/cc",
        json!({ "kind": "cubic", "beta": 1 }),
        &format!("{path}.beta is 1; expected 0.1 to 0.95."),
    );
    refused(
        "/traffic/0/cc",
        json!({ "kind": "newreno", "beta": 0.5 }),
        &format!("{path}.beta is unknown; expected 'kind'."),
    );
}

#[test]
fn a_congestion_control_with_its_defaults_is_written_as_its_name() {
    let written = |cc: Value| {
        let scenario = valid(&with("/traffic/0/cc", cc));
        let value: Value = serde_json::from_str(&scenario.to_json()).expect("JSON");
        value.pointer("/traffic/0/cc").cloned().unwrap_or(Value::Null)
    };
    assert_eq!(written(json!("newreno")), json!("newreno"));
    assert_eq!(written(json!({ "kind": "newreno" })), json!("newreno"));
    assert_eq!(written(json!({ "kind": "cubic", "beta": 0.7 })), Value::Null, "the default");
    let changed = json!({ "kind": "cubic", "c": 0.8 });
    assert_eq!(written(changed.clone()), changed);
    assert_eq!(written(json!({ "kind": "cubic", "beta": 0.7, "c": 0.8 })), changed);
}

#[test]
fn a_buffer_has_exactly_one_unit() {
    for buffer in [
        json!({ "packets": 1 }),
        json!({ "bytes": 64_000 }),
        json!({ "ms": 100 }),
        json!({ "bdp": 0.5, "minPackets": 10 }),
    ] {
        accepted("/link/buffer", buffer);
    }
    let units = |has: &str| {
        let units = "'packets', 'bytes', 'ms' or 'bdp'; expected exactly one.";
        format!("link.buffer has {has} of {units}")
    };
    refused("/link/buffer", json!({}), &units("none"));
    refused("/link/buffer", json!({ "packets": 5, "ms": 5 }), &units("several"));
    refused(
        "/link/buffer",
        json!({ "packets": 5, "minPackets": 5 }),
        "link.buffer.minPackets is unknown; expected 'packets'.",
    );
    refused(
        "/link/buffer",
        json!({ "bdp": 1000, "minPackets": 0 }),
        "link.buffer.minPackets is 0; expected 1 to 10 000 packets.",
    );
    let mut huge = with("/link/buffer", json!({ "bdp": 1000 }));
    huge["link"]["rateMbps"] = json!(1000);
    huge["changes"] = json!([]);
    check(
        &huge,
        &[
            "link.buffer holds 3 333 334 packets at this rate and round-trip time; expected at most 1 000 000.",
        ],
    );
}

#[test]
fn fields_are_checked_against_each_other() {
    refused("/warmupS", json!(20), "warmupS is 20 s; expected less than durationS (20 s).");
    refused(
        "/traffic/2/startS",
        json!(15),
        "traffic[2].stopS is 15 s; expected more than startS (15 s).",
    );
    refused(
        "/queues/2/adaptive",
        json!(true),
        "queues[2].adaptive is only supported by variant 'linux'; for Floyd's Adaptive RED use kind 'ared'.",
    );
    refused(
        "/link/ackBufferPackets",
        json!(5),
        "link.ackBufferPackets has no effect without ackRateMbps; add ackRateMbps, or remove ackBufferPackets.",
    );
}

#[test]
fn every_kind_of_traffic_is_read_and_written_without_loss() {
    for group in crate::common::groups() {
        let scenario = with("/traffic/1", group.clone());
        let read = valid(&scenario);
        let short: Value = serde_json::from_str(&read.to_json()).expect("JSON");
        assert_eq!(short["traffic"][1], group);
        let full = read.to_value(aqm_scenario::Detail::Full).to_compact();
        assert_eq!(read_scenario(&full).expect("its own text"), read);
    }
}

#[test]
fn applications_with_impossible_values_are_refused() {
    let refuse = |kind: &str, members: Value, expected: &str| {
        let mut application = json!({ "kind": kind });
        application.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        check(&with("/traffic/1", application), &[expected]);
    };
    refuse(
        "short",
        json!({ "size": { "kind": "pareto", "minBytes": 5000, "maxBytes": 4000 } }),
        "traffic[1].size.maxBytes is 4000 bytes; expected at least minBytes (5000 bytes).",
    );
    refuse(
        "short",
        json!({ "size": { "kind": "list", "bytes": [] } }),
        "traffic[1].size.bytes has 0 sizes; expected 1 to 16.",
    );
    refuse(
        "short",
        json!({ "arrivalsPerS": 1e6 }),
        "traffic[1].arrivalsPerS is 1 000 000; expected 0 to 1000 1/s.",
    );
    refuse(
        "video",
        json!({ "ratesMbps": [2, 1] }),
        "traffic[1].ratesMbps has rates out of order; expected ascending rates.",
    );
    refuse(
        "video",
        json!({ "segmentS": 10, "bufferS": 15 }),
        "traffic[1].bufferS is 15 s; expected at least two segments (20 s).",
    );
    refuse(
        "web",
        json!({ "startS": 3, "stopS": 2 }),
        "traffic[1].stopS is 2 s; expected more than startS (3 s).",
    );
    // Each chunk costs as much as many datagrams, too many for the page.
    let problem = "traffic makes all sources together send 17 289 000 datagrams a second; expected at most 2 000 000. Or run it with the command aqm.";
    let limited = json!({ "kind": "limited", "flows": 50, "rateMbps": 100, "chunkBytes": 100 });
    let mut scenario = with("/traffic/1", limited);
    let rate = 50.0 * 100e6 * 20.0 / 8.0 / 750.0;
    let rest = 250.0;
    let problem = problem.replace("17 289 000", &grouped(rate + rest));
    let problems = read_for_page(&scenario).expect_err("too many");
    assert_eq!(problems.iter().map(said).collect::<Vec<_>>(), [problem]);
    scenario["traffic"][1]["chunkBytes"] = json!(100_000);
    check(&scenario, &[]);
}

/// Rounds up and separates thousands, as messages do.
fn grouped(number: f64) -> String {
    let digits = format!("{}", number.ceil());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[test]
fn groups_have_names_of_at_most_40_characters() {
    accepted("/traffic/1/name", json!("Voice, 87.2 kbit/s"));
    accepted("/traffic/0/name", json!("\u{e9}".repeat(40)));
    let long = "traffic[0].name has 41 characters; expected at most 40.";
    refused("/traffic/0/name", json!("x".repeat(41)), long);
}

#[test]
fn a_source_is_a_paper_or_a_measurement() {
    accepted("/source", json!({ "paper": "pan-2013-pie", "item": "Fig 6" }));
    accepted("/source", json!({ "measurement": "linux-6.18" }));
    let one = |has: &str| format!("source has {has} 'measurement'; expected exactly one of them.");
    refused("/source", json!({ "item": "Table 1" }), &one("no 'paper' or"));
    refused("/source", json!({ "paper": "a", "measurement": "b" }), &one("'paper' and"));
}

#[test]
fn thresholds_of_red_are_given_in_exactly_one_unit() {
    let red = |members: Value, expected: &[&str]| {
        let mut queue = json!({ "kind": "red" });
        queue.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        check(&with("/queues/2", queue), expected);
    };
    red(json!({}), &[]);
    red(json!({ "minPackets": 3 }), &[]);
    red(json!({ "maxPackets": 30 }), &[]);
    red(json!({ "minShare": 0.2, "maxShare": 0.8 }), &[]);
    red(json!({ "minBytes": 0, "maxBytes": 1500 }), &[]);
    red(
        json!({ "minPackets": 12, "maxPackets": 12 }),
        &["queues[2].maxPackets is 12; expected more than minPackets (12)."],
    );
    red(
        json!({ "minPackets": 15 }),
        &["queues[2].maxPackets is 15; expected more than minPackets (15)."],
    );
    red(json!({ "minBytes": 15 }), &["queues[2].maxBytes is missing; add it, or remove minBytes."]);
    red(
        json!({ "maxShare": 0.5 }),
        &["queues[2].minShare is missing; add it, or remove maxShare."],
    );
    let rule = "give both thresholds in packets, in bytes, or as shares.";
    red(
        json!({ "minPackets": 1, "maxBytes": 9000 }),
        &[&format!("queues[2].maxBytes cannot be combined with minPackets; {rule}")],
    );
    red(
        json!({ "minBytes": 1500, "maxBytes": 9000, "minShare": 0.1 }),
        &[&format!("queues[2].minShare cannot be combined with minBytes; {rule}")],
    );
    red(
        json!({ "minPackets": null }),
        &["queues[2].minPackets is null; expected a number from 0 to 1 000 000 packets."],
    );
}

#[test]
fn red_takes_the_parameters_of_tc() {
    let queue = json!({ "kind": "red", "variant": "linux", "adaptive": true, "minBytes": 30000,
        "maxBytes": 90000, "avgPacketBytes": 1500, "maxP": 0.02 });
    let scenario = valid(&with("/queues/2", queue));
    assert_eq!(
        scenario.queues[2].write(Detail::Short).to_compact(),
        r#"{"kind":"red","variant":"linux","minBytes":30000,"maxBytes":90000,"maxP":0.02,"adaptive":true}"#
    );
    let full = scenario.to_value(Detail::Full).to_compact();
    let red = scenario.queues[2].write(Detail::Full).to_compact();
    assert!(!red.contains("maxShare") && red.contains("\"avgPacketBytes\":1500"), "{red}");
    assert_eq!(read_scenario(&full), Ok(scenario));
    refused(
        "/queues/2/avgPacketBytes",
        json!(1000),
        "queues[2].avgPacketBytes is only supported by variant 'linux'; remove it.",
    );
}

#[test]
fn only_codel_of_linux_has_a_second_threshold() {
    for variant in ["rfc8289", "ns2", "schwardmann2014"] {
        let problem =
            format!("queues[2].ceThresholdMs is not supported by variant '{variant}'; remove it.");
        let queue = json!({ "kind": "codel", "variant": variant, "ceThresholdMs": 1 });
        check(&with("/queues/2", queue), &[&problem]);
    }
    let _ = valid(&with("/queues/2", json!({ "kind": "ared", "variant": "schwardmann2014" })));
    check(
        &with("/queues/2", json!({ "kind": "ared", "variant": "floyd" })),
        &["queues[2].variant is 'floyd'; did you mean 'floyd2001'?"],
    );
}

#[test]
fn thresholds_of_adaptive_red_are_in_order() {
    let ared = |min: Value, max: Value| {
        with("/queues/2", json!({ "kind": "ared", "minShare": min, "maxShare": max }))
    };
    let _ = valid(&ared(json!(0.6), json!(0.8)));
    let _ = valid(&ared(json!(0.3), json!(null)));
    let _ = valid(&ared(json!(null), json!(1.0)));
    for (min, max, problem) in [
        (json!(0.8), json!(0.6), "queues[2].maxShare is 0.6; expected more than minShare (0.8)."),
        (
            json!(0.6),
            json!(null),
            "queues[2].minShare is too large without maxShare, which would be three times as large; add maxShare.",
        ),
    ] {
        check(&ared(min, max), &[problem]);
    }
}

#[test]
fn parameters_that_a_variant_of_dualpi2_lacks_are_reported() {
    let queue = json!({ "kind": "dualpi2", "rampMs": 1 });
    let problem = "queues[2].rampMs is not supported by variant 'linux'; remove it.";
    check(&with("/queues/2", queue), &[problem]);
    let options = ["thresholdPackets", "dropOverload", "dropEarly", "anyEct"];
    let values = [json!(3), json!(false), json!(true), json!(true)];
    let mut queue = json!({ "kind": "dualpi2", "variant": "rfc9332", "rampMs": 1 });
    for (name, value) in options.iter().zip(values) {
        queue[name] = value;
    }
    let problem =
        |name| format!("queues[2].{name} is not supported by variant 'rfc9332'; remove it.");
    let expected = options.map(problem);
    check(&with("/queues/2", queue), &expected.each_ref().map(String::as_str));
}

#[test]
fn all_parameters_that_a_variant_of_red_lacks_are_reported() {
    check(
        &with(
            "/queues/2",
            json!({ "kind": "red", "variant": "linux", "gentle": true, "wait": true, "byteMode": false }),
        ),
        &[
            "queues[2].gentle is not supported by variant 'linux'; remove it.",
            "queues[2].wait is not supported by variant 'linux'; remove it.",
            "queues[2].byteMode is always on in variant 'linux'; remove it.",
        ],
    );
    check(
        &with("/queues/2", json!({ "kind": "red", "adaptive": true, "avgPacketBytes": 1000 })),
        &[
            "queues[2].adaptive is only supported by variant 'linux'; for Floyd's Adaptive RED use kind 'ared'.",
            "queues[2].avgPacketBytes is only supported by variant 'linux'; remove it.",
        ],
    );
}

#[test]
fn texts_and_lists_have_limits() {
    refused("/title", json!("x".repeat(121)), "title has 121 characters; expected at most 120.");
    accepted("/title", json!("é".repeat(120)));
    refused("/about", json!("word ".repeat(61)), "about has 61 words; expected at most 60.");
    accepted("/about", json!("word ".repeat(60)));
    refused(
        "/title",
        json!("two\nlines"),
        "title has a line break or another control character; expected one line.",
    );
    refused("/queues", json!([]), "queues has 0 queues; expected 1 to 6.");
    refused(
        "/queues",
        json!(vec![json!({ "kind": "droptail" }); 7]),
        "queues has 7 queues; expected 1 to 6.",
    );
    refused("/traffic", json!({}), "traffic is an object; expected a list of traffic groups.");
    let change = json!({ "atS": 1, "set": "link.rttMs", "to": 5 });
    refused("/changes", json!(vec![change; 1001]), "changes has 1001 changes; expected 0 to 1000.");
}

#[test]
fn all_problems_are_reported_at_once() {
    let mut scenario = with("/link/rateMbps", json!(0));
    scenario["queues"][0]["targetMs"] = json!(true);
    scenario["queues"][1]["kind"] = json!("fred");
    scenario["traffic"][1]["rateMbps"] = Value::Null;
    scenario["changes"][0]["atS"] = json!(-1);
    let paths: Vec<String> =
        read(&scenario).unwrap_err().into_iter().map(|problem| problem.path).collect();
    let expected = [
        "link.rateMbps",
        "queues[0].targetMs",
        "queues[1].kind",
        "traffic[1].rateMbps",
        "changes[0].atS",
    ];
    assert_eq!(paths, expected);
    // Impossible changes beside a wrong title.
    let mut scenario = with("/title", json!(5));
    scenario["changes"][0]["set"] = json!("link.rate");
    check(
        &scenario,
        &[
            "title is a number; expected a text.",
            "changes[0].set ends in 'rate'; did you mean 'rateMbps'?",
        ],
    );
}

#[test]
fn missing_members_are_reported() {
    check(
        &json!({}),
        &["version", "durationS", "link", "queues", "traffic"]
            .map(|name| format!("{name} is missing."))
            .each_ref()
            .map(String::as_str),
    );
}

#[test]
fn only_the_version_is_reported_for_another_version() {
    let mut scenario = with("/version", json!(2));
    scenario["future"] = json!(true);
    check(
        &scenario,
        &[
            "version is 2; this program reads version 1. Open it with a newer version of this program.",
        ],
    );
    refused("/version", json!("1"), "version is \"1\"; expected 1.");
}

#[test]
fn texts_that_are_no_scenario_are_refused() {
    let check = |text: &str, expected: &str| {
        let problems = read_scenario(text).unwrap_err();
        assert_eq!(said(&problems[0]), expected);
    };
    check("", "the text is not JSON: line 1, column 1: expected a value, but the text ends.");
    check("[]", "the text is a list; expected an object.");
    check(
        "{\"version\":1,\n\"title\": x}",
        "the text is not JSON: line 2, column 10: expected a number, a text in double quotes, true, false, null, an object or a list.",
    );
    check(
        "{\"queues\": [{},]}",
        "the text is not JSON: line 1, column 16: expected no ',' before ']'.",
    );
    check(
        "{\"version\": 1,}",
        "the text is not JSON: line 1, column 15: expected no ',' before '}'.",
    );
    check(
        &"[".repeat(100_000),
        "the text is not JSON: line 1, column 33: lists and objects are nested more than 32 levels deep.",
    );
    let long = " ".repeat(MAX_SCENARIO_BYTES + 1);
    check(&long, "the text has 262 145 bytes; expected at most 262 144.");
    check(
        "{\"durationS\": 1e999}",
        "the text is not JSON: line 1, column 15: the number is too large.",
    );
    check(
        "{\"durationS\": NaN}",
        "the text is not JSON: line 1, column 15: expected a number, a text in double quotes, true, false, null, an object or a list.",
    );
}

#[test]
fn problems_are_limited_in_number() {
    let queue = json!({ "kind": "codel", "a": 1, "b": 2, "c": 3 });
    let mut scenario = with("/queues", json!(vec![queue; 6]));
    scenario["changes"] = json!(vec![json!({ "x": 1, "y": 1, "z": 1 }); 1000]);
    assert_eq!(read(&scenario).unwrap_err().len(), 100);
}

#[test]
fn the_short_form_leaves_out_defaults_and_reads_back_the_same() {
    let scenario = valid(&base());
    let short = scenario.to_json();
    assert_eq!(read_scenario(&short), Ok(scenario.clone()));
    assert!(!short.contains("intervalMs"), "{short}");
    let full = scenario.to_value(Detail::Full).to_compact();
    assert_eq!(read_scenario(&full), Ok(scenario.clone()));
    assert!(full.contains("\"intervalMs\":100"), "{full}");
    assert_eq!(read_scenario(&scenario.to_text()), Ok(scenario));
}

#[test]
fn explicit_defaults_disappear_from_the_short_form() {
    let explicit = valid(&with("/queues/1/targetMs", json!(15)));
    assert_eq!(explicit.to_json(), valid(&base()).to_json());
}

#[test]
fn defaults_follow_the_variant() {
    let target = |variant: &str| {
        let scenario = valid(&with("/queues/1/variant", json!(variant)));
        let queue = scenario.to_value(Detail::Full).to_compact();
        let queue: Value = serde_json::from_str(&queue).unwrap();
        let pie = &queue["queues"][1];
        (pie["targetMs"].as_f64().unwrap(), pie["rateEstimator"].as_bool().unwrap())
    };
    assert_eq!(target("linux"), (15.0, false));
    assert_eq!(target("paper2013"), (20.0, true));
}

#[test]
fn a_byte_order_mark_is_ignored() {
    assert!(read_scenario(&format!("\u{feff}{}", base())).is_ok());
}

#[test]
fn reading_is_fast_enough_for_the_largest_file() {
    let changes: Vec<Value> = (0..1000)
        .map(|i| json!({ "atS": i, "set": "queues.1.targetMs", "to": 5 + i % 7 }))
        .collect();
    let scenario = valid(&with("/changes", json!(changes)));
    assert_eq!(scenario.changes.len(), 1000);
}
