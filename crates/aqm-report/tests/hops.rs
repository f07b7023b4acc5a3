//! Several hops in scenarios.

use crate::common::{base, read, said, scenarios, valid};
use aqm_experiment::Experiment;
use aqm_scenario::{Settings, build, memory, read_change, resolve_change};
use aqm_sim::config::{BufferConfig, Change, Direction};
use aqm_sim::time::{Span, Time};
use serde_json::{Value, json};

/// Three hops: the lane's is the second one. The second group passes the last two hops.
fn three() -> Value {
    let mut value = base();
    value["link"]["hopsBefore"] = json!([{ "rateMbps": 20, "buffer": { "packets": 50 } }]);
    value["link"]["hopsAfter"] = json!([
        { "rateMbps": 8, "buffer": { "ms": 100 }, "queue": { "kind": "fqCodel" }, "delayMs": 5,
          "deviceQueuePackets": 3 },
    ]);
    value["traffic"][1]["firstHop"] = json!(2);
    value["traffic"][2]["lastHop"] = json!(2);
    value
}

#[track_caller]
fn refused(change: impl FnOnce(&mut Value), expected: &str) {
    let mut value = three();
    change(&mut value);
    let problems = read(&value).expect_err("it is refused");
    let said: Vec<String> = problems.iter().map(said).collect();
    assert!(said.iter().any(|one| one.ends_with(expected)), "{said:?}");
}

#[test]
fn hops_are_read_with_their_groups() {
    let scenario = valid(&three());
    let config = build(&scenario, 0);
    let [before] = config.link.before[..] else { panic!("one hop") };
    let [after] = config.link.after[..] else { panic!("one hop") };
    assert_eq!((before.rate.mbps(), before.queue, before.delay), (20.0, None, Span::ZERO));
    assert_eq!((after.delay, after.device_queue), (Span::from_millis(5), 3));
    assert!(after.queue.is_some());
    let directions: Vec<_> = config.traffic.iter().map(|group| group.direction()).collect();
    let part = |first, last| Direction::Part { first, last };
    assert_eq!(directions, [Direction::Forward, part(1, u8::MAX), part(0, 1)]);
    assert_eq!(valid(&serde_json::from_str(&scenario.to_json()).expect("JSON")), scenario);
}

#[test]
fn impossible_hops_are_refused() {
    refused(
        |value| value["traffic"][0]["lastHop"] = json!(4),
        "traffic[0].lastHop is 4; expected 1 to 3, the hops of the path.",
    );
    refused(
        |value| {
            value["traffic"][0]["firstHop"] = json!(3);
            value["traffic"][0]["lastHop"] = json!(2);
        },
        "traffic[0].lastHop is 2; expected at least firstHop (3).",
    );
    refused(
        |value| {
            value["link"]["reverse"] = json!({ "rateMbps": 5, "buffer": { "packets": 9 } });
            value["traffic"][1]["direction"] = json!("reverse");
        },
        "traffic[1].firstHop has no effect with direction 'reverse'; remove firstHop and lastHop.",
    );
    refused(
        |value| {
            let hop = value["link"]["hopsBefore"][0].clone();
            value["link"]["hopsBefore"] = json!([hop, hop, hop]);
        },
        "link.hopsAfter makes 5 hops with hopsBefore and link; expected at most 4.",
    );
    refused(
        |value| {
            value["link"]["hopsAfter"][0]["buffer"] = json!({ "ms": 60_000 });
            value["link"]["hopsAfter"][0]["rateMbps"] = json!(10_000);
        },
        "link.hopsAfter[0].buffer holds 50 000 000 packets at this rate and round-trip time; expected at most 1 000 000.",
    );
    let mut one = base();
    one["traffic"][0]["firstHop"] = json!(2);
    let problems = read(&one).expect_err("the path has one hop");
    assert!(
        said(&problems[0]).ends_with("traffic[0].firstHop is 2; expected 1: the path has one hop.")
    );
}

#[test]
fn hops_change_during_the_run() {
    let scenario = valid(&three());
    let resolve = |set: &str, to: Value| {
        let text = json!({ "atS": 1, "set": set, "to": to }).to_string();
        resolve_change(&scenario, &read_change(&text).expect("a change"))
    };
    let changed = |set: &str, to: Value| match resolve(set, to).expect("it is possible")[0].1 {
        Change::Hop { index, hop } => (index, hop),
        other => panic!("{other:?}"),
    };
    let (index, hop) = changed("link.hopsBefore.0.rateMbps", json!(3));
    assert_eq!((index, hop.rate.mbps()), (0, 3.0));
    let (index, hop) = changed("link.hopsAfter.0.buffer", json!({ "packets": 7 }));
    assert_eq!((index, hop.buffer), (1, BufferConfig::Packets(7)));
    assert!(resolve("link.hopsAfter.1.rateMbps", json!(3)).is_err());
    let paths = Settings::new(&scenario).paths();
    for path in ["link.hopsBefore.0.delayMs", "link.hopsAfter.0.queue"] {
        assert!(paths.iter().any(|one| one == path), "{path}");
    }
}

#[test]
fn reports_have_the_measures_of_each_hop() {
    let mut experiment = Experiment::new(valid(&three()));
    experiment.advance(Time::from_seconds(6.0));
    let lane: Value = serde_json::from_str(&aqm_report::lane_json(&experiment, 0)).expect("JSON");
    let hops = lane["hops"].as_array().expect("a list");
    assert_eq!(hops.iter().map(|hop| hop["hop"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(3)]);
    for hop in hops {
        assert!(hop["packets"]["sent"].as_u64() > Some(1000), "{hop}");
        assert!(hop["queueDelayMs"]["mean"].is_number() && hop["utilization"].is_number());
        assert!(hop.get("jain").is_none(), "flows are measures of the lane");
    }
    let header = aqm_report::csv_header(&experiment);
    assert!(
        header.contains(",hop_1_queue_delay_mean_ms,") && header.contains(",hop_3_"),
        "{header}"
    );
    let mut row = String::new();
    let queue = experiment.scenario().queues[0];
    aqm_report::write_csv_row(&mut row, 0, &queue, &experiment.lanes()[0], 0, &[]);
    assert_eq!(row.matches(',').count(), header.matches(',').count());
}

#[test]
fn more_hops_need_more_memory() {
    let [one, several] = [base(), three()].map(|value| memory(&valid(&value)));
    assert!(several.records > 2.0 * one.records && several.total() > one.total());
}

fn preset(name: &str) -> aqm_scenario::Scenario {
    let found = scenarios().into_iter().find(|(own, _)| own == name);
    found.expect("the preset exists").1
}

#[test]
fn a_discipline_controls_only_the_queue_at_its_own_hop() {
    let mut experiment = Experiment::new(preset("queue-in-the-modem"));
    experiment.advance(Time::from_seconds(60.0));
    let mean = |lane: usize, from: f64, to: f64| {
        let lane = &experiment.lanes()[lane];
        let summary = lane.window(Time::from_seconds(from), Time::from_seconds(to));
        [&summary, &summary.hops[0]].map(|hop| hop.delay.as_ref().expect("packets").mean)
    };
    for lane in [0, 1] {
        let [router, modem] = mean(lane, 5.0, 30.0);
        assert!(router < 0.2 && (200.0..230.0).contains(&modem), "{router} {modem}");
    }
    let [fq_codel, modem] = mean(0, 35.0, 60.0);
    assert!((1.0..8.0).contains(&fq_codel) && modem < 0.2, "{fq_codel} {modem}");
    let [droptail, modem] = mean(1, 35.0, 60.0);
    assert!((500.0..560.0).contains(&droptail) && modem < 0.2, "{droptail} {modem}");
}

#[test]
fn fair_queues_help_the_long_flow_of_a_parking_lot() {
    let mut experiment = Experiment::new(preset("parking-lot"));
    experiment.advance(Time::from_seconds(60.0));
    let [droptail, codel, fq_codel] =
        [0, 1, 2].map(|lane: usize| experiment.lanes()[lane].summary().flows[0].goodput_mbps);
    assert!((0.5..1.5).contains(&droptail), "{droptail}");
    assert!((2.2..3.3).contains(&codel), "{codel}");
    assert!((4.0..5.0).contains(&fq_codel), "{fq_codel}");
}
