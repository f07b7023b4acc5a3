//! Schedules of the rate, losses, jitter and the reverse bottleneck in scenarios.

use crate::common::{self, read, said, valid, with};
use aqm_experiment::Experiment;
use aqm_scenario::import::import_trace;
use aqm_scenario::{Detail, Scenario, Settings, build, memory, resolve_change};
use aqm_scenario::{read_change, read_scenario};
use aqm_sim::aqm::AqmConfig;
use aqm_sim::config::{BufferConfig, Change, Direction, Distribution};
use aqm_sim::time::{Span, Time};
use serde_json::{Value, json};

#[track_caller]
fn refused(pointer: &str, to: Value, expected: &str) {
    let problems = read(&with(pointer, to)).expect_err("it is refused");
    let said: Vec<String> = problems.iter().map(said).collect();
    assert_eq!(said, [expected]);
}

fn schedule(value: Value) -> Scenario {
    valid(&with("/link/schedule", value))
}

/// Start in ms and rate in Mbit/s of each step, and the period in ms.
fn steps(scenario: &Scenario) -> (Vec<(f64, f64)>, Option<f64>) {
    let schedule = build(scenario, 0).link.schedule.expect("there is a schedule");
    let steps = schedule.steps().iter().map(|step| (step.at.millis(), step.rate.mbps()));
    (steps.collect(), schedule.period().map(Span::millis))
}

#[test]
fn each_kind_of_schedule_becomes_steps() {
    let list = json!({ "kind": "steps", "steps": [
        { "atS": 1, "rateMbps": 5 }, { "atS": 2.5, "rateMbps": 0 }, { "atS": 3, "rateMbps": 8 },
    ] });
    assert_eq!(steps(&schedule(list)), (vec![(1e3, 5.0), (2.5e3, 0.0), (3e3, 8.0)], None));
    let wave = json!({ "kind": "square", "highMbps": 9, "lowMbps": 1, "periodS": 2, "duty": 0.25 });
    assert_eq!(steps(&schedule(wave)), (vec![(0.0, 9.0), (500.0, 1.0)], Some(2000.0)));
    let trace = |repeat: bool| json!({ "kind": "trace", "binMs": 50, "ratesMbps": [4, 4, 0, 6], "repeat": repeat });
    let expected = vec![(0.0, 4.0), (100.0, 0.0), (150.0, 6.0)];
    assert_eq!(steps(&schedule(trace(true))), (expected.clone(), Some(200.0)));
    assert_eq!(steps(&schedule(trace(false))), (expected, None));
}

#[test]
fn a_schedule_survives_writing_and_reading() {
    let trace = json!({ "kind": "trace", "binMs": 20, "ratesMbps": [1.5, 0, 3.25] });
    let scenario = schedule(trace.clone());
    let text = scenario.to_text();
    assert_eq!(read_scenario(&text).expect("it is valid"), scenario);
    let written: Value = serde_json::from_str(&scenario.to_json()).expect("JSON");
    assert_eq!(written["link"]["schedule"], trace);
}

#[test]
fn impossible_schedules_are_refused() {
    let at = "/link/schedule";
    let list = |steps: Value| json!({ "kind": "steps", "steps": steps });
    refused(
        at,
        list(json!([{ "atS": 1, "rateMbps": 5 }, { "atS": 1.0005, "rateMbps": 6 }])),
        "link.schedule.steps[1].atS is 1.0005 s; expected at least 1 ms more than the time of the \
         step before.",
    );
    refused(
        at,
        list(json!([{ "atS": 1, "rateMbps": 5 }, { "atS": 2, "rateMbps": 0 }])),
        "link.schedule.steps make an outage without end; expected a last rate above 0 Mbit/s, or \
         repeatS and any rate above 0 Mbit/s.",
    );
    refused(
        at,
        json!({ "kind": "steps", "steps": [{ "atS": 1, "rateMbps": 5 }], "repeatS": 1 }),
        "link.schedule.repeatS is 1 s; expected at least 1 ms more than the time of the step before.",
    );
    refused(at, list(json!([])), "link.schedule.steps has 0 steps; expected 1 to 1000.");
    refused(
        at,
        json!({ "kind": "trace", "binMs": 100, "ratesMbps": [0, 0] }),
        "link.schedule.ratesMbps makes an outage without end; expected a rate above 0 Mbit/s at \
         least once.",
    );
    refused(
        at,
        json!({ "kind": "trace", "binMs": 100, "ratesMbps": [1, "2"] }),
        "link.schedule.ratesMbps[1] is a string; expected a number from 0 to 1 000 000 Mbit/s.",
    );
    refused(
        at,
        json!({ "kind": "trace", "binMs": 100, "ratesMbps": vec![1; 4097] }),
        "link.schedule.ratesMbps has 4097 rates; expected 1 to 4096.",
    );
    refused(
        at,
        json!({ "kind": "square", "highMbps": 5, "lowMbps": 1, "periodS": 0.01, "duty": 0.05 }),
        "link.schedule.duty leaves less than 1 ms for one of the rates; expected a longer period, \
         or a duty nearer to 0.5.",
    );
    refused("/link/lossRate", json!(0.95), "link.lossRate is 0.95; expected 0 to 0.9.");
}

#[test]
fn a_change_of_the_bandwidth_ends_the_schedule() {
    let trace = json!({ "kind": "trace", "binMs": 100, "ratesMbps": [8, 2] });
    let mut experiment = Experiment::new(schedule(trace));
    experiment.advance(Time::from_seconds(3.0));
    assert!(experiment.settings().link.schedule.is_some());
    // The scenario changes the rate at 8 s.
    experiment.advance(Time::from_seconds(9.0));
    assert!(experiment.settings().link.schedule.is_none());
    assert_eq!(experiment.settings().link.rate_mbps, 5.0);
}

#[test]
fn losses_and_jitter_change_during_the_run() {
    let scenario = valid(&with("/link/jitterDistribution", json!("normal")));
    let change = |text: &str| {
        let change = read_change(text).expect("a change");
        resolve_change(&scenario, &change).expect("it is possible")[0].1
    };
    let Change::Noise(noise) = change(r#"{ "atS": 1, "set": "link.jitterMs", "to": 4 }"#) else {
        panic!("jitter is noise");
    };
    assert_eq!(
        (noise.jitter.size, noise.jitter.distribution),
        (Span::from_millis(4), Distribution::Normal)
    );
    let Change::Noise(noise) = change(r#"{ "atS": 1, "set": "link.lossRate", "to": 0.01 }"#) else {
        panic!("losses are noise");
    };
    assert_eq!((noise.jitter.size, noise.loss), (Span::ZERO, 0.01));
}

#[test]
fn the_estimate_of_memory_includes_the_largest_rate_and_the_jitter() {
    let path = |pointer: &str, to: Value| memory(&valid(&with(pointer, to))).path;
    let plain = path("/title", json!("plain"));
    let wave = json!({ "kind": "square", "highMbps": 100, "lowMbps": 1, "periodS": 2 });
    assert!(path("/link/schedule", wave) > 5.0 * plain);
    assert!(path("/link/jitterMs", json!(100)) > 2.0 * plain);
    let mut normal = with("/link/jitterMs", json!(100));
    normal["link"]["jitterDistribution"] = json!("normal");
    assert!(memory(&valid(&normal)).path > 2.0 * path("/link/jitterMs", json!(100)));
}

#[test]
fn an_imported_trace_fits_into_a_scenario() {
    let imported = import_trace("0,10\n10,2\n20,5\n", Some(500.0)).expect("it is a trace");
    let value: Value =
        serde_json::from_str(&imported.to_value(Detail::Short).to_compact()).expect("JSON");
    let (steps, period) = steps(&schedule(value));
    assert_eq!(steps, [(0.0, 10.0), (10e3, 2.0), (20e3, 5.0)]);
    assert_eq!(period, Some(30e3));
}

fn two_way() -> Value {
    let mut value = with("/link/reverse", json!({ "rateMbps": 1, "buffer": { "ms": 500 } }));
    value["traffic"][0]["direction"] = json!("reverse");
    value
}

#[test]
fn a_reverse_bottleneck_is_read_with_its_groups() {
    let config = build(&valid(&two_way()), 0);
    let reverse = config.link.reverse.expect("there is one");
    assert_eq!((reverse.rate.mbps(), reverse.queue), (1.0, None));
    let directions = config.traffic.iter().map(|group| group.direction());
    use Direction::{Forward, Reverse};
    assert_eq!(directions.collect::<Vec<_>>(), [Reverse, Forward, Forward]);
    let mut own = two_way();
    own["link"]["reverse"]["queue"] = json!({ "kind": "fqCodel" });
    let config = build(&valid(&own), 0);
    assert!(matches!(
        config.link.reverse.and_then(|reverse| reverse.queue),
        Some(AqmConfig::FqCodel(_))
    ));
}

#[test]
fn impossible_reverse_directions_are_refused() {
    refused(
        "/traffic/0/direction",
        json!("reverse"),
        "traffic[0].direction is 'reverse'; expected 'forward', or a bottleneck in link.reverse.",
    );
    let mut both = two_way();
    both["link"]["ackRateMbps"] = json!(1);
    let problems = read(&both).expect_err("one way back is enough");
    let expected = "link.ackRateMbps cannot be combined with reverse, which has a rate of its own; \
                    remove one of them.";
    assert_eq!(said(&problems[0]), expected);
    let mut large = two_way();
    large["link"]["reverse"] = json!({ "rateMbps": 10_000, "buffer": { "ms": 60_000 } });
    let problems = read(&large).expect_err("the buffer is too large");
    assert!(said(&problems[0]).starts_with("link.reverse.buffer holds 50 000 000 packets"));
}

#[test]
fn the_reverse_bottleneck_changes_during_the_run() {
    let scenario = valid(&two_way());
    let resolve = |set: &str, to: Value| {
        let text = json!({ "atS": 1, "set": set, "to": to }).to_string();
        resolve_change(&scenario, &read_change(&text).expect("a change"))
    };
    let changed = |set: &str, to: Value| match resolve(set, to).expect("it is possible")[0].1 {
        Change::Reverse(reverse) => reverse,
        other => panic!("{other:?}"),
    };
    assert_eq!(changed("link.reverse.rateMbps", json!(3)).rate.mbps(), 3.0);
    assert_eq!(
        changed("link.reverse.buffer", json!({ "packets": 7 })).buffer,
        BufferConfig::Packets(7)
    );
    assert!(changed("link.reverse.queue", json!({ "kind": "pie" })).queue.is_some());
    let whole = json!({ "rateMbps": 2, "buffer": { "packets": 9 } });
    assert_eq!(changed("link.reverse", whole).rate.mbps(), 2.0);
    let refused = |set: &str, to: Value| said(&resolve(set, to).expect_err("it is refused")[0]);
    assert_eq!(
        refused("link.reverse", Value::Null),
        "to adds or removes the reverse bottleneck, which cannot change during a run."
    );
    assert_eq!(
        refused("link.reverse.rateMbps", json!(-1)),
        "to is -1; expected 0.1 to 1 000 000 Mbit/s."
    );
    let paths = Settings::new(&scenario).paths();
    assert!(paths.contains(&"link.reverse.rateMbps".to_owned()), "{paths:?}");
    assert!(!Settings::new(&valid(&common::base())).paths().contains(&"link.reverse".to_owned()));
}

#[test]
fn the_report_has_the_measures_of_the_reverse_bottleneck() {
    let measures = |scenario: &Value| {
        let mut experiment = Experiment::new(valid(scenario));
        experiment.advance(Time::from_seconds(6.0));
        let text = aqm_report::lane_json(&experiment, 0);
        serde_json::from_str::<Value>(&text).expect("JSON")
    };
    let with_reverse = measures(&two_way());
    assert!(with_reverse["reverseDelayMs"]["mean"].as_f64().expect("a delay") > 10.0);
    assert!(with_reverse["reverseUtilization"].as_f64().expect("a share") > 0.5);
    let without = measures(&common::base());
    assert_eq!(without["reverseUtilization"], Value::Null);
    assert_eq!(without["reverseDelayMs"]["mean"], Value::Null);
}

#[test]
fn the_estimate_of_memory_includes_the_reverse_buffer() {
    let mut large = two_way();
    large["link"]["reverse"]["buffer"] = json!({ "packets": 200_000 });
    let [small, large] = [two_way(), large].map(|value| memory(&valid(&value)).buffer);
    assert!(large > 100.0 * small);
}
