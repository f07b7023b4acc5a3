//! Scenarios that can need too much memory are refused, and the others stay below the estimate.

use crate::common::{self, said};
use aqm_experiment::Experiment;
use aqm_scenario::{
    Limits, Scenario, TimedChange, memory, read_change, read_for_page, read_scenario,
};
use aqm_sim::time::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Sixteen thousand flows with initial windows of 1000 segments, in six lanes. Without the limit, this run
/// needs 3.6 GB after three simulated seconds.
const HOSTILE: &str = include_str!("../../aqm-scenario/tests/hostile/memory.json");

/// Returns the peak allocation of a run until `seconds`, in bytes, with snapshots as on the page.
fn peak(scenario: &Scenario, seconds: f64) -> f64 {
    let scenario = scenario.clone();
    let counted = allocation_counter::measure(|| {
        let mut experiment = Experiment::new(scenario).with_snapshots(1000);
        experiment.advance(Time::from_seconds(seconds));
    });
    counted.bytes_max as f64
}

#[track_caller]
fn check_peak(name: &str, scenario: &Scenario, seconds: f64) {
    let (peak, estimate) = (peak(scenario, seconds), memory(scenario));
    let [measured, most] = [peak, estimate.total()].map(|bytes| (bytes / 1e6).round());
    println!("{name}: {measured} MB, at most {most} MB");
    assert!(peak <= estimate.total(), "{name}: {measured} MB exceed {estimate:?}");
}

fn link(mbps: f64, rtt_ms: f64, packets: u64) -> Value {
    json!({ "rateMbps": mbps, "rttMs": rtt_ms, "buffer": { "packets": packets } })
}

fn scenario(queues: &[&str], link: &Value, traffic: &Value) -> Value {
    let queues: Vec<Value> = queues.iter().map(|kind| json!({ "kind": kind })).collect();
    json!({ "version": 1, "durationS": 60, "link": link, "queues": queues, "traffic": traffic })
}

const SIX: [&str; 6] = ["droptail", "codel", "pie", "red", "ared", "droptail"];

const MANY_QUEUES: [&str; 4] = ["fqCodel", "fqPie", "dualpi2", "sfq"];

/// Scenarios that are accepted and need much memory: name, seconds to run, scenario.
fn extremes() -> Vec<(&'static str, f64, Value)> {
    let groups = |count: usize, group: Value| Value::Array(vec![group; count]);
    let windows = |change: Value| {
        let mut group = json!({ "kind": "bulk", "flows": 1000, "initialWindow": 1000 });
        group.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        group
    };
    let mut toggled = scenario(
        &["droptail"],
        &link(1000.0, 1000.0, 100_000),
        &json!([windows(json!({ "initialWindow": 300, "receiveWindowPackets": 1000 }))]),
    );
    toggled["changes"] = (1..=60)
        .map(|step| {
            let flows = if step % 2 == 0 { 1000 } else { 0 };
            json!({ "atS": f64::from(step) * 0.05, "set": "traffic.0.flows", "to": flows })
        })
        .collect();
    let mut way_back = link(1000.0, 1000.0, 100_000);
    way_back["ackRateMbps"] = json!(0.5);
    way_back["ackBufferPackets"] = json!(100_000);
    let mut both_ways = link(200.0, 500.0, 50_000);
    both_ways["reverse"] = json!({ "rateMbps": 100, "buffer": { "packets": 100_000 } });
    both_ways["jitterMs"] = json!(100);
    both_ways["jitterDistribution"] = json!("normal");
    both_ways["lossRate"] = json!(0.01);
    // The ACKs of a fast link fill the buffer of a slow way back.
    let mut slow_reverse = link(1000.0, 100.0, 20_000);
    slow_reverse["reverse"] = json!({ "rateMbps": 0.5, "buffer": { "packets": 100_000 } });
    let mut outage = link(300.0, 300.0, 100_000);
    outage["schedule"] = json!({ "kind": "square", "highMbps": 900, "lowMbps": 0, "periodS": 4 });
    vec![
        (
            "initial windows and jitter",
            15.0,
            scenario(
                &["droptail"],
                &link(200.0, 1000.0, 1000),
                &groups(9, windows(json!({ "packetBytes": 100, "jitterMs": 1000 }))),
            ),
        ),
        (
            "initial windows without SACK",
            10.0,
            scenario(
                &["pie"],
                &link(100.0, 1000.0, 1000),
                &groups(9, windows(json!({ "sack": false }))),
            ),
        ),
        (
            "initial windows in six lanes",
            1.0,
            scenario(&SIX, &link(1000.0, 100.0, 1000), &groups(2, windows(json!({})))),
        ),
        (
            "a full path",
            5.0,
            scenario(
                &["droptail"],
                &link(10_000.0, 300.0, 300_000),
                &groups(2, windows(json!({ "initialWindow": 300, "jitterMs": 100 }))),
            ),
        ),
        (
            "a full path, losses without SACK",
            5.0,
            scenario(
                &["droptail"],
                &link(10_000.0, 300.0, 300_000),
                &groups(2, windows(json!({ "initialWindow": 300, "sack": false, "stack": "rfc" }))),
            ),
        ),
        (
            "a slow way back",
            10.0,
            scenario(
                &["droptail", "codel"],
                &way_back,
                &json!([windows(json!({ "flows": 100, "delayedAck": false }))]),
            ),
        ),
        (
            "both ways",
            8.0,
            scenario(
                &["droptail", "codel"],
                &both_ways,
                &json!([
                    windows(json!({ "flows": 300, "initialWindow": 100, "delayedAck": false })),
                    windows(json!({ "flows": 300, "initialWindow": 100, "direction": "reverse" })),
                ]),
            ),
        ),
        (
            "ACKs that wait in the reverse queue",
            10.0,
            scenario(
                &["droptail"],
                &slow_reverse,
                &json!([windows(
                    json!({ "flows": 1000, "initialWindow": 50, "delayedAck": false })
                )]),
            ),
        ),
        (
            "outages",
            9.0,
            scenario(&["droptail"], &outage, &json!([windows(json!({ "initialWindow": 100 }))])),
        ),
        ("flows that come and go", 8.0, toggled),
        (
            "short flows over a crowded link",
            10.0,
            scenario(
                &["droptail", "codel"],
                &link(50.0, 500.0, 10_000),
                &groups(
                    4,
                    json!({ "kind": "short", "flows": 1000, "arrivalsPerS": 1000,
                    "size": { "kind": "pareto" } }),
                ),
            ),
        ),
        (
            "pages, players and calls",
            2.5,
            scenario(
                &["droptail", "fqCodel"],
                &link(1000.0, 100.0, 10_000),
                &json!([
                    { "kind": "web", "flows": 300, "connections": 16, "thinkS": 0 },
                    { "kind": "video", "flows": 1000 },
                    { "kind": "voip", "flows": 1000, "talkSpurts": true },
                    { "kind": "limited", "flows": 1000 },
                ]),
            ),
        ),
        (
            "delays of all sizes",
            10.0,
            scenario(
                &SIX,
                &link(300.0, 1.0, 100_000),
                &json!([{ "kind": "poisson", "rateMbps": 290, "sizes": "exponential",
                    "packetBytes": 300 }]),
            ),
        ),
        (
            "delays of many groups and classes",
            10.0,
            scenario(
                &MANY_QUEUES,
                &link(300.0, 1.0, 100_000),
                &groups(
                    16,
                    json!({ "kind": "poisson", "rateMbps": 19, "sizes": "exponential",
                    "packetBytes": 300 }),
                ),
            ),
        ),
        (
            "full buffers of many queues",
            2.5,
            scenario(
                &MANY_QUEUES,
                &link(100.0, 100.0, 1_000_000),
                &groups(
                    16,
                    json!({ "kind": "cbr", "flows": 100, "rateMbps": 0.5, "packetBytes": 100 }),
                ),
            ),
        ),
        (
            "many sources and a full buffer",
            5.0,
            scenario(
                &SIX,
                &link(100.0, 100.0, 1_000_000),
                &groups(16, json!({ "kind": "cbr", "flows": 1000, "rateMbps": 0.05 })),
            ),
        ),
    ]
}

#[test]
fn extreme_scenarios_stay_below_the_estimate() {
    for (name, seconds, value) in extremes() {
        check_peak(name, &common::valid(&value), seconds);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// The memory of every accepted scenario stays below the estimate. A scenario that is refused for its
    /// memory has no other problem.
    #[test]
    fn random_scenarios_are_refused_or_stay_below_the_estimate(
        (lanes, rate, rtt, packets) in (1usize..=6, -1.0..4.0f64, -1.0..3.0f64, 0.0..6.0f64),
        groups in prop::collection::vec(
            (0.0..3.0f64, 0.0..3.0f64, 0.0..6.0f64, 100u64..=1500, 0.0..1000.0f64, any::<bool>()),
            1..=16,
        ),
        later in 0.0..3.0f64,
    ) {
        let log = |exponent: f64| aqm_sim::math::exp(exponent * std::f64::consts::LN_10);
        let traffic: Value = groups
            .iter()
            .map(|&(flows, initial, window, bytes, jitter, sack)| json!({
                "kind": "bulk", "flows": log(flows) as u64, "initialWindow": log(initial) as u64,
                "receiveWindowPackets": log(window) as u64, "packetBytes": bytes,
                "jitterMs": jitter, "sack": sack,
            }))
            .collect();
        let mut value = scenario(&SIX[..lanes], &link(log(rate), log(rtt), log(packets) as u64), &traffic);
        value["changes"] = json!([
            { "atS": 0.1, "set": "link.rateMbps", "to": log(later) },
            { "atS": 0.2, "set": "traffic.0.flows", "to": log(later) as u64 },
        ]);
        match read_for_page(&value.to_string()) {
            Ok(scenario) => check_peak("random", &scenario, 0.6),
            Err(problems) => {
                prop_assert!(problems.iter().all(|problem| problem.message.contains(" MB of memory")));
            }
        }
    }
}

#[test]
fn scenarios_of_the_repository_need_a_fifth_of_the_limit_at_most() {
    for (name, scenario) in crate::golden::all_scenarios() {
        let estimate = memory(&scenario);
        assert!(estimate.total() < Limits::PAGE.memory_bytes / 5.0, "{name}: {estimate:?}");
    }
}

/// The problem of a text that has one.
#[track_caller]
fn problem(text: &str) -> String {
    let problems = read_for_page(text).expect_err("it needs too much");
    assert_eq!(problems.len(), 1, "{problems:?}");
    said(&problems[0])
}

#[test]
fn the_problem_names_the_largest_part_and_what_to_do() {
    let huge: Value = serde_json::from_str(HOSTILE).unwrap();
    let check = |change: &dyn Fn(&mut Value), expected: &str| {
        let mut value = huge.clone();
        change(&mut value);
        let message = problem(&value.to_string());
        assert!(message.contains(expected), "{message}");
    };
    let message = problem(HOSTILE);
    // The estimate follows from the sizes of the simulator's types.
    let (start, rest) = message.split_once(" MB of memory in 6 lanes").expect("it has the memory");
    let megabytes = start.strip_prefix("link makes the run need up to ").expect("it has the place");
    let megabytes: f64 = megabytes.replace(' ', "").parse().expect("it is a number");
    assert!((50_000.0..120_000.0).contains(&megabytes), "{megabytes} MB");
    let expected = ", mostly for 25 000 000 packets on the path; expected at most 1000 MB. Lower rateMbps, rttMs, \
        jitterMs or receiveWindowPackets, or remove lanes.";
    assert_eq!(rest, expected);
    let slow = |value: &mut Value| value["link"] = link(10.0, 10.0, 100);
    check(&slow, "traffic makes the run need up to");
    check(&slow, "16 000 000 segments of initial windows; ");
    let long = |value: &mut Value| {
        slow(value);
        value["durationS"] = json!(3600);
        value["traffic"].as_array_mut().unwrap().iter_mut().for_each(|group| {
            group["initialWindow"] = json!(1);
        });
    };
    check(&long, "durationS makes the run need up to");
    check(
        &|value| {
            value["link"] = link(1.0, 1.0, 1_000_000);
            value["traffic"] = json!([{ "kind": "bulk", "flows": 10 }]);
        },
        "link.buffer makes the run need up to",
    );
}

/// An experiment with one lane whose later changes may need too much memory.
fn growing() -> Value {
    let traffic =
        json!([{ "kind": "bulk", "flows": 1000, "initialWindow": 1000, "packetBytes": 100 }]);
    scenario(&["droptail"], &link(10.0, 1000.0, 1000), &traffic)
}

#[test]
fn changes_that_need_too_much_memory_are_refused() {
    let change = r#"{ "atS": 5, "set": "link.rateMbps", "to": 10000 }"#;
    let mut value = growing();
    value["changes"] = json!([serde_json::from_str::<Value>(change).unwrap()]);
    let message = problem(&value.to_string());
    assert!(message.starts_with("changes[0].to makes the run need up to 6"), "{message}");

    let mut experiment = Experiment::new(common::valid(&growing())).within(&Limits::PAGE);
    let apply = |experiment: &mut Experiment, change: &str| -> Result<(), String> {
        let change: TimedChange = read_change(change).unwrap();
        experiment.apply(change).map_err(|problems| said(&problems[0]))
    };
    let message = apply(&mut experiment, change).unwrap_err();
    assert!(message.starts_with("to makes the run need up to 6"), "{message}");
    apply(&mut experiment, r#"{ "atS": 5, "set": "link.rateMbps", "to": 100 }"#).unwrap();
}

/// First the link is fast, and later the path is long. The path never holds more than its present values
/// allow, but the estimate combines the largest rate with the largest RTT: packets of the fast link are still
/// in memory when the path gets longer.
#[test]
fn the_largest_values_of_the_timeline_count_together() {
    let mut value = growing();
    value["link"] = link(10_000.0, 1.0, 1000);
    let fits = memory(&common::valid(&value)).path;
    value["changes"] = json!([
        { "atS": 1, "set": "link.rateMbps", "to": 1 },
        { "atS": 2, "set": "link.rttMs", "to": 20 },
    ]);
    assert_eq!((memory(&common::valid(&value)).path / fits).round(), 20.0);
}

#[test]
fn flows_that_changes_start_count() {
    let mut value = growing();
    value["traffic"][0]["flows"] = json!(0);
    let flows = |step: u32| if step.is_multiple_of(2) { 0 } else { 500 };
    value["changes"] = (1..=40)
        .map(|step| json!({ "atS": step, "set": "traffic.0.flows", "to": flows(step) }))
        .collect();
    let estimate = memory(&common::valid(&value));
    assert!(estimate.windows > 40.0 / 2.0 * 500.0 * 1000.0 * 8.0, "{estimate:?}");
    assert!(estimate.total() < Limits::PAGE.memory_bytes);
    value["changes"].as_array_mut().unwrap().extend(
        (41..=100).map(|step| json!({ "atS": step, "set": "traffic.0.flows", "to": flows(step) })),
    );
    assert!(read_for_page(&value.to_string()).is_err());
    assert!(read_scenario(&value.to_string()).is_ok());
}
/// An hour of six lanes must be accepted. Records of groups are left out if they need too much memory.
#[test]
fn a_run_without_room_for_the_delays_of_groups_does_not_record_them() {
    let hour = |seconds: u64| {
        let traffic = json!([{ "kind": "bulk" }, { "kind": "cbr", "rateMbps": 0.1 }]);
        let mut value = scenario(&SIX, &link(10.0, 40.0, 100), &traffic);
        value["durationS"] = json!(seconds);
        common::valid(&value)
    };
    for (seconds, is_recorded) in [(60, true), (3600, false)] {
        let mut experiment = Experiment::new(hour(seconds));
        experiment.advance(Time::from_seconds(1.0));
        assert_eq!(experiment.lanes()[0].parts().is_some(), is_recorded, "{seconds} s");
    }
}
