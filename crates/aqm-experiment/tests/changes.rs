//! Timed changes: the accepted paths, their effect, and the replay of live changes.

use crate::common::{self, base, said, valid, with};
use aqm_experiment::Experiment;
use aqm_json::Value as Json;
use aqm_scenario::{
    Problem, Settings, TimedChange, build, read_change, read_scenario, resolve_change,
};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams, PieParams, PieVariant};
use aqm_sim::config::{Change, TrafficConfig};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use serde_json::{Value, json};

fn change(at_s: f64, set: &str, to: Value) -> TimedChange {
    read_change(&json!({ "atS": at_s, "set": set, "to": to }).to_string()).expect("a change")
}

fn resolved(at_s: f64, set: &str, to: Value) -> Result<Vec<(usize, Change)>, Vec<Problem>> {
    resolve_change(&valid(&base()), &change(at_s, set, to))
}

#[test]
fn every_listed_path_can_be_set() {
    let scenario = valid(&base());
    let values = scenario.to_value(aqm_scenario::Detail::Full);
    let mut count = 0;
    // RED's thresholds can be set in the unit in which they are given, not in the others.
    let other_unit = |path: &String| path.ends_with("Bytes") || path.ends_with("Share");
    let other_unit = |path: &String| path.starts_with("queues.2.m") && other_unit(path);
    for path in Settings::new(&scenario).paths() {
        if other_unit(&path) {
            assert!(resolved(5.0, &path, json!(0.5)).is_err(), "{path}");
            continue;
        }
        let to = if path == "burst" {
            json!({ "rateMbps": 5, "durationS": 1 })
        } else {
            // The present value is always accepted.
            let mut value = &values;
            for step in path.split('.') {
                value = match value {
                    Json::Array(items) => &items[step.parse::<usize>().unwrap()],
                    object => object.get(step).unwrap(),
                };
            }
            serde_json::from_str(&value.to_compact()).unwrap()
        };
        resolved(5.0, &path, to).unwrap_or_else(|problems| panic!("{path}: {problems:?}"));
        count += 1;
    }
    // The burst, the link, five lanes, their parameters and their senders, three traffic groups.
    assert_eq!(count, 1 + 8 + 5 + 5 + 9 + 11 + 8 + 5 * 2 + 5 + 4 + 4);
}

/// Every live parameter of every application changes the run as its file's value would.
#[test]
fn live_parameters_of_applications_take_effect() {
    let mut count = 0;
    for group in crate::common::groups() {
        let mut file = base();
        file["traffic"] = json!([group]);
        let scenario = valid(&file);
        for path in Settings::new(&scenario).paths() {
            let Some(name) = path.strip_prefix("traffic.0.") else { continue };
            let to = match name {
                "muted" | "ecn" => json!(true),
                "flows" | "connections" | "objects" => json!(3),
                "cc" => json!("newreno"),
                "size" => json!({ "kind": "fixed", "bytes": 7000 }),
                "think" => json!("fixed"),
                "ratesMbps" => json!([1, 2]),
                "pageBytes" | "chunkBytes" => json!(20_000),
                _ => json!(9),
            };
            let change = change(5.0, &path, to.clone());
            let effect =
                resolve_change(&scenario, &change).unwrap_or_else(|p| panic!("{path}: {p:?}"));
            let Change::App { kind: changed, .. } = effect[0].1 else { continue };
            count += 1;
            let mut other = file.clone();
            other["traffic"][0][name] = to;
            let config = build(&valid(&other), 0);
            let TrafficConfig::App(app) = config.traffic[0] else { panic!("{group}") };
            assert_eq!(app.kind, changed, "{path}");
        }
    }
    assert_eq!(count, 4 + 6 + 4 + 2, "of short flows, pages, players and limited flows");
}

#[test]
fn a_change_affects_only_its_lanes() {
    let all = |change| (0..5).map(|lane| (lane, change)).collect::<Vec<_>>();
    let check = |set: &str, to: Value, expected| {
        assert_eq!(resolved(5.0, set, to), Ok(expected), "{set}");
    };
    check("link.rateMbps", json!(3), all(Change::Rate(BitRate::from_mbps(3.0))));
    check("link.rttMs", json!(80), all(Change::Rtt(Span::from_millis(80))));
    check("traffic.0.flows", json!(9), all(Change::Flows { group: 0, flows: 9 }));
    check("traffic.2.flows", json!(2), all(Change::Flows { group: 2, flows: 2 }));
    check("traffic.1.muted", json!(true), all(Change::Muted { group: 1, muted: true }));
    check(
        "traffic.1.rateMbps",
        json!(0),
        all(Change::SourceRate { group: 1, rate: BitRate::default() }),
    );
    check(
        "traffic.0.rttMs",
        json!(7.5),
        all(Change::GroupRtt { group: 0, rtt: Some(Span::from_micros(7500)) }),
    );
    check("traffic.0.rttMs", Value::Null, all(Change::GroupRtt { group: 0, rtt: None }));
    check("traffic.0.ecn", json!(false), all(Change::Ecn { group: 0, ecn: false }));
    check(
        "burst",
        json!({ "rateMbps": 25, "durationS": 0.1 }),
        all(Change::Burst {
            rate: BitRate::from_mbps(25.0),
            packet_bytes: 1500,
            length: Span::from_millis(100),
        }),
    );
    let droptail = Change::Queue(AqmConfig::DropTail(DropTailParams));
    check("queues.3", json!({ "kind": "droptail" }), vec![(3, droptail)]);
}

#[test]
fn a_change_keeps_the_other_parameters() {
    let codel = |interval, target| {
        let params = CodelParams {
            target: Span::from_millis(target),
            interval: Span::from_millis(interval),
            ..CodelParams::default()
        };
        Ok(vec![(0, Change::Queue(AqmConfig::Codel(params)))])
    };
    // The file sets the target to 20 ms at 4 s.
    assert_eq!(resolved(3.0, "queues.0.intervalMs", json!(200)), codel(200, 5));
    assert_eq!(resolved(4.0, "queues.0.intervalMs", json!(200)), codel(200, 20));
}

#[test]
fn a_new_variant_has_its_own_defaults_and_keeps_set_values() {
    let expected = PieParams { ecn: true, ..PieParams::new(PieVariant::Paper2013) };
    let expected = Ok(vec![(1, Change::Queue(AqmConfig::Pie(expected)))]);
    assert_eq!(resolved(5.0, "queues.1.variant", json!("paper2013")), expected);
}

#[test]
fn paths_that_cannot_be_set_are_refused_with_a_reason() {
    let check = |set: &str, to: Value, expected: &str| {
        let problems = resolved(5.0, set, to).unwrap_err();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(said(&problems[0]), expected);
    };
    check("link.rate", json!(1), "set ends in 'rate'; did you mean 'rateMbps'?");
    check("link.rateMbps", json!(-1), "to is -1; expected 0.1 to 1 000 000 Mbit/s.");
    check(
        "link.rateMbps",
        Value::Null,
        "to is null; expected a number from 0.1 to 1 000 000 Mbit/s.",
    );
    check(
        "link.buffer",
        json!({ "packets": 0 }),
        "to.packets is 0; expected 1 to 1 000 000 packets.",
    );
    check("link.ackRateMbps", json!(1), "set ends in 'ackRateMbps'; did you mean 'rateMbps'?");
    check("queues.5", json!({ "kind": "droptail" }), "set has the number 5; expected 0 to 4.");
    check(
        "queues.0.maxP",
        json!(1),
        "set ends in 'maxP', which cannot change during a run; expected 'variant', 'targetMs', 'intervalMs', 'ecn', 'ceThresholdMs', 'cc' or 'ccGroup'.",
    );
    check(
        "queues.4.targetMs",
        json!(1),
        "set ends in 'targetMs', which cannot change during a run; expected 'cc' or 'ccGroup'.",
    );
    check("queues.0", json!({ "kind": "CoDel" }), "to.kind is 'CoDel'; did you mean 'codel'?");
    check(
        "queues.2.minPackets",
        json!(99),
        "to does not fit: maxPackets is 12; expected more than minPackets (99).",
    );
    check(
        "queues.2.minBytes",
        json!(9000),
        "to cannot be combined with minPackets; give both thresholds in packets, in bytes, or as shares.",
    );
    check(
        "traffic.1.cc",
        json!("cubic"),
        "set ends in 'cc', which cannot change during a run; expected 'muted', 'flows', 'rateMbps' or 'ecn'.",
    );
    check(
        "traffic.0.startS",
        json!(1),
        "set ends in 'startS', which cannot change during a run; expected 'muted', 'flows', 'cc', 'ecn' or 'rttMs'.",
    );
    check("queues.01.ecn", json!(true), "set is 'queues.01.ecn'; did you mean 'queues.0.ecn'?");
    check(
        "nothing at all",
        json!(1),
        "set is 'nothing at all'; expected link.<name>, queues.<lane>, queues.<lane>.<name>, traffic.<group>.<name> or burst.",
    );
    check("burst", json!({ "rateMbps": 1 }), "to.durationS is missing.");
}

#[test]
fn a_problem_in_a_file_names_the_change() {
    let problems = common::read(&with("/changes/0/to", json!("fast"))).unwrap_err();
    assert_eq!(problems[0].path, "changes[0].to");
    // In order of time, not as listed: the queue is replaced before its target is set.
    let scenario =
        with("/changes/0", json!({ "atS": 3, "set": "queues.0", "to": { "kind": "droptail" } }));
    let problems = common::read(&scenario).unwrap_err();
    assert_eq!(problems[0].path, "changes[1].set");
}

#[test]
fn changes_of_one_time_happen_in_the_order_of_the_list() {
    let queue = json!({ "atS": 4, "set": "queues.4", "to": { "kind": "codel" } });
    let target = json!({ "atS": 4, "set": "queues.4.targetMs", "to": 9 });
    // A later change comes first in the file: the list is not in order of time.
    let later = json!({ "atS": 8, "set": "queues.4.targetMs", "to": 7 });
    let scenario = valid(&with("/changes", json!([later, queue, target])));
    let targets = build(&scenario, 4).changes.into_iter().map(|(_, change)| match change {
        Change::Queue(AqmConfig::Codel(params)) => params.target,
        other => panic!("{other:?}"),
    });
    assert_eq!(targets.collect::<Vec<_>>(), [5, 9, 7].map(Span::from_millis));
    let mut experiment = Experiment::new(scenario.clone());
    experiment.advance(Time::from_seconds(9.0));
    let mut alone = aqm_sim::world::Simulation::new(&build(&scenario, 4));
    alone.run_until(Time::from_seconds(9.0));
    assert_eq!(experiment.lanes()[4].digest(), alone.digest());
    let problems = common::read(&with("/changes", json!([target, queue]))).unwrap_err();
    assert_eq!(problems[0].path, "changes[0].set", "there is no target yet: {problems:?}");
}

#[test]
fn a_growing_rate_cannot_make_the_buffer_too_large() {
    let mut scenario = with("/link/buffer", json!({ "ms": 60_000 }));
    scenario["changes"][0]["to"] = json!(1000);
    let problems = common::read(&scenario).unwrap_err();
    assert_eq!(problems[0].path, "changes[0].to");
    assert!(
        said(&problems[0]).starts_with("changes[0].to makes a buffer that holds 5 000 000 packets"),
        "{problems:?}"
    );
}

#[test]
fn build_sorts_changes_by_time_and_gives_each_to_its_lanes() {
    let scenario = valid(&base());
    let times = |lane| {
        let changes = build(&scenario, lane).changes;
        changes.iter().map(|(at, _)| at.seconds()).collect::<Vec<_>>()
    };
    assert_eq!(times(0), [4.0, 8.0]);
    assert_eq!(times(1), [8.0]);
}

fn digests(experiment: &Experiment) -> Vec<u64> {
    experiment.lanes().iter().map(|lane| lane.digest()).collect()
}

fn run(scenario: aqm_scenario::Scenario, until_s: f64) -> Vec<u64> {
    let mut experiment = Experiment::new(scenario);
    experiment.advance(Time::from_seconds(until_s));
    digests(&experiment)
}

#[test]
fn an_experiment_equals_its_lanes_built_one_by_one() {
    let scenario = valid(&base());
    let until = Time::from_seconds(12.0);
    let alone = (0..5).map(|lane| {
        let mut simulation = aqm_sim::world::Simulation::new(&build(&scenario, lane));
        simulation.run_until(until);
        simulation.digest()
    });
    assert_eq!(run(scenario.clone(), 12.0), alone.collect::<Vec<_>>());
}

/// Changes of a user during the run. A replay of the resulting scenario must give the same run.
#[test]
fn a_replay_of_live_changes_is_bit_identical() {
    let mut live = Experiment::new(valid(&base()));
    let apply = |live: &mut Experiment, set: &str, to: Value| {
        let at_s = live.now().seconds();
        live.apply(change(at_s, set, to)).unwrap_or_else(|problems| panic!("{set}: {problems:?}"));
    };
    apply(&mut live, "queues.0.intervalMs", json!(50));
    // Difficult times: between milliseconds, at the time of a listed change, and two changes at once.
    for (until, changes) in [
        (1.234_567_891, vec![("traffic.0.flows", json!(7)), ("queues.1.ecn", json!(false))]),
        (4.0, vec![("queues.0.ecn", json!(true)), ("link.rttMs", json!(90))]),
        (6.0, vec![("queues.2", json!({ "kind": "pie" })), ("traffic.0.cc", json!("newreno"))]),
        (7.0, vec![("traffic.0.cc", json!({ "kind": "cubic", "beta": 0.5 }))]),
        (
            8.0,
            vec![
                ("link.rateMbps", json!(20)),
                ("burst", json!({ "rateMbps": 30, "durationS": 0.5 })),
            ],
        ),
        (9.999, vec![("link.buffer", json!({ "ms": 50 })), ("traffic.1.rateMbps", json!(4))]),
    ] {
        while live.now() < Time::from_seconds(until) {
            live.advance_within(Time::from_seconds(until), 77);
        }
        for (set, to) in changes {
            apply(&mut live, set, to);
        }
    }
    live.advance(Time::from_seconds(15.0));
    let replay = read_scenario(&live.scenario().to_json()).expect("what runs is a scenario");
    // One of the 12 replaces a listed one.
    assert_eq!(replay.changes.len(), 2 + 11);
    assert_eq!(run(replay, 15.0), digests(&live));
    assert_ne!(run(valid(&base()), 15.0), digests(&live));
}

#[test]
fn a_live_change_outlasts_a_listed_change_of_another_parameter() {
    let scenario =
        valid(&with("/changes", json!([{ "atS": 8, "set": "queues.0.ecn", "to": true }])));
    let mut live = Experiment::new(scenario);
    live.advance(Time::from_seconds(5.0));
    live.apply(change(5.0, "queues.0.targetMs", json!(30))).unwrap();
    live.advance(Time::from_seconds(9.0));
    let queue = serde_json::from_str::<Value>(
        &aqm_scenario::schema::Json::write(&live.settings().queues[0], aqm_scenario::Detail::Short)
            .to_compact(),
    );
    assert_eq!(queue.unwrap(), json!({ "kind": "codel", "targetMs": 30, "ecn": true }));
    assert_eq!(run(live.scenario().clone(), 9.0), digests(&live));
}

/// Of several changes of one time and one path, the page's timeline keeps the last one.
#[test]
fn a_live_change_replaces_a_future_change_of_the_same_time() {
    let burst = |mbps: f64| change(6.0, "burst", json!({ "rateMbps": mbps, "durationS": 0.5 }));
    let live_after = |changes: &[TimedChange]| {
        let mut live = Experiment::new(valid(&base()));
        for change in changes {
            live.advance(Time::from_seconds(5.9));
            live.apply(change.clone()).expect("possible");
        }
        live.advance(Time::from_seconds(9.0));
        live
    };
    let once = live_after(&[burst(30.0)]);
    let twice = live_after(&[burst(30.0), burst(30.0)]);
    assert_eq!(twice.scenario(), once.scenario());
    assert_eq!(digests(&twice), digests(&once));
    let other = live_after(&[burst(2.0), change(6.0, "link.rttMs", json!(60)), burst(30.0)]);
    let sets: Vec<_> = other.scenario().changes.iter().map(|change| change.set.as_str()).collect();
    assert_eq!(sets, ["queues.0.targetMs", "link.rttMs", "burst", "link.rateMbps"]);
    assert_eq!(run(other.scenario().clone(), 9.0), digests(&other));
    // The replaced value has no effect, even if it would contradict a later change.
    let knob = |to: f64| change(6.0, "queues.2.minPackets", json!(to));
    let knobs = live_after(&[knob(2.0), knob(5.0)]);
    assert_eq!(run(knobs.scenario().clone(), 9.0), digests(&knobs));
    assert_eq!(digests(&knobs), digests(&live_after(&[knob(5.0)])));
    // A new queue also replaces changes of the former queue's parameters at the same time.
    let part = change(6.0, "queues.2.minPackets", json!(5));
    let whole = |index: usize| change(6.0, &format!("queues.{index}"), json!({ "kind": "red" }));
    let replaced = live_after(&[part.clone(), whole(2)]);
    assert_eq!(replaced.scenario(), live_after(&[whole(2)]).scenario());
    assert_eq!(digests(&replaced), digests(&live_after(&[whole(2)])));
    let beside = live_after(&[part.clone(), whole(1)]);
    assert!(beside.scenario().changes.contains(&part), "another queue's");
    // Changes in the past stay, and so do changes at another time.
    let mut past = Experiment::new(valid(&base()));
    past.apply(change(0.0, "link.rateMbps", json!(20))).expect("possible");
    past.advance(Time::from_seconds(0.001));
    past.apply(change(0.001, "link.rateMbps", json!(20))).expect("possible");
    assert_eq!(past.scenario().changes.len(), 4);
}

#[test]
fn a_scenario_may_list_equal_changes_of_one_time() {
    let burst = json!({ "atS": 6, "set": "burst", "to": { "rateMbps": 30, "durationS": 0.5 } });
    let listed = |count: usize| valid(&with("/changes", Value::Array(vec![burst.clone(); count])));
    assert_ne!(run(listed(2), 9.0), run(listed(1), 9.0));
}

#[test]
fn impossible_live_changes_change_nothing() {
    let mut live = Experiment::new(valid(&base()));
    live.advance(Time::from_seconds(2.0));
    let before = live.scenario().clone();
    let check = |live: &mut Experiment, change: TimedChange, expected: &str| {
        let problems = live.apply(change).unwrap_err();
        assert_eq!(said(&problems[0]), expected);
        assert_eq!(*live.scenario(), before);
    };
    check(
        &mut live,
        change(1.0, "link.rateMbps", json!(5)),
        "atS is 1 s; expected at least 2 s, where the run is.",
    );
    check(
        &mut live,
        change(2.0, "link.rateMbps", json!(0)),
        "to is 0; expected 0.1 to 1 000 000 Mbit/s.",
    );
    check(
        &mut live,
        change(3.0, "queues.0", json!({ "kind": "droptail" })),
        "the text makes the change of queues.0.targetMs at 4 s impossible: set ends in 'targetMs', \
            which cannot change during a run; expected 'cc' or 'ccGroup'.",
    );
}

#[test]
fn slices_stop_all_lanes_at_the_border_of_a_bin() {
    let mut experiment = Experiment::new(valid(&base()));
    experiment.advance_within(Time::from_seconds(15.0), 500);
    let now = experiment.now();
    assert!(now > Time::ZERO && now < Time::from_seconds(15.0), "{now:?}");
    assert_eq!(now.nanos() % 10_000_000, 0);
    assert!(experiment.lanes().iter().all(|lane| lane.now() == now));
    experiment.advance(Time::from_seconds(1.0));
    assert!(experiment.now() >= now, "time never goes back");
}

/// Overload: nearly all offered packets are dropped, so a limit on sent packets would not bound the work.
fn overloaded() -> Value {
    let mut scenario = base();
    scenario["traffic"][1] =
        json!({ "kind": "cbr", "flows": 100, "rateMbps": 1, "packetBytes": 40 });
    scenario
}

#[test]
fn slices_stop_inside_a_bin_with_too_much_work() {
    let mut scenario = valid(&overloaded());
    let mut experiment = Experiment::new(scenario.clone()).with_snapshots(0);
    let offered = |of: &Experiment| of.lanes().iter().map(|lane| lane.effort()).sum::<u64>();
    let (mut most, mut inside, mut is_changed) = (0, 0, false);
    let end = Time::from_seconds(1.203);
    while experiment.now() < end {
        let before = (experiment.now(), offered(&experiment));
        experiment.advance_within(end, 1000);
        let now = experiment.now();
        assert!(now > before.0, "every call gets on");
        assert!(experiment.lanes().iter().all(|lane| lane.now() == now));
        most = most.max(offered(&experiment) - before.1);
        let is_inside = !now.nanos().is_multiple_of(10_000_000);
        inside += u32::from(is_inside);
        if is_inside && !is_changed && now > Time::from_seconds(0.8) {
            // A change is possible wherever the slice has stopped.
            experiment.apply(change(now.seconds(), "traffic.1.rateMbps", json!(2))).unwrap();
            is_changed = true;
        }
    }
    // 15,600 packets are offered in a bin, and twice as many after the change.
    assert!(most < 3000, "{most} packets in one call");
    assert!(inside > 500, "{inside} stops inside a bin");
    scenario.changes = experiment.scenario().changes.clone();
    assert!(is_changed);
    assert_eq!(run(scenario, 1.203), digests(&experiment));
    // The snapshots are at their usual times, although slices ended inside bins.
    experiment.revise(valid(&overloaded()));
    assert_eq!(experiment.now(), Time::from_seconds(0.5));
    experiment.advance(end);
    assert_eq!(run(valid(&overloaded()), 1.203), digests(&experiment));
}

/// The work of one bin fits the budget, but the work between two snapshots does not.
#[test]
fn slices_stop_when_all_stretches_together_are_too_much_work() {
    let mut scenario = base();
    scenario["durationS"] = json!(100);
    scenario["queues"] = json!([{ "kind": "droptail" }]);
    scenario["traffic"] = json!([{ "kind": "cbr", "rateMbps": 46, "startS": 20 }]);
    scenario["changes"] = json!([]);
    let mut experiment = Experiment::new(valid(&scenario)).with_snapshots(100);
    let (mut most, mut calls) = (0, 0);
    while experiment.now() < Time::from_seconds(60.0) {
        let before = experiment.lanes()[0].effort();
        experiment.advance_within(Time::from_seconds(60.0), 2000);
        most = most.max(experiment.lanes()[0].effort() - before);
        calls += 1;
    }
    assert!(most < 4000, "{most} packets in one call");
    assert!(calls < 120, "{calls} calls for 153,000 packets");
}

/// The initial windows of many connections are offered between two transmissions.
#[test]
fn slices_stop_between_first_windows() {
    let mut scenario = base();
    scenario["link"] = json!({ "rateMbps": 1000, "rttMs": 10, "buffer": { "packets": 9000 } });
    scenario["queues"] = json!([{ "kind": "droptail" }]);
    let group = json!({ "kind": "bulk", "flows": 1000, "spreadS": 0, "initialWindow": 50 });
    scenario["traffic"] = json!([group.clone(), group]);
    scenario["changes"] = json!([]);
    let mut experiment = Experiment::new(valid(&scenario));
    let mut most = 0;
    while experiment.now() < Time::from_seconds(0.1) {
        let before = experiment.lanes()[0].effort();
        experiment.advance_within(Time::from_seconds(0.1), 1000);
        most = most.max(experiment.lanes()[0].effort() - before);
    }
    assert!(most < 5000, "{most} of 100,000 packets in one call");
}

/// Starting and stopping flows counts as work, although these flows send nothing.
#[test]
fn slices_stop_between_changes_with_too_much_work() {
    let toggle = |step: u32| json!({ "atS": 0.0001 * f64::from(step), "set": "traffic.0.flows", "to": 1000 * (step % 2) });
    let mut scenario = with("/changes", (1..=90).map(toggle).collect());
    scenario["traffic"] = json!([{ "kind": "bulk", "flows": 0, "startS": 1 }]);
    let mut experiment = Experiment::new(valid(&scenario));
    let (end, mut calls) = (Time::from_seconds(0.01), 0);
    while experiment.now() < end {
        experiment.advance_within(end, 1000);
        calls += 1;
    }
    // Every second change starts 1000 flows in each of five lanes, and every change checks 1000 flows.
    assert_eq!(calls, 91);
}
