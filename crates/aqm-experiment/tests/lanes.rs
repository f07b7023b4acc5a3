//! Lanes with a congestion control of their own.

use crate::common::{read, said, valid};
use aqm_experiment::Experiment;
use aqm_scenario::{Detail, Scenario, TimedChange, build, read_scenario};
use aqm_sim::world::Simulation;
use serde_json::{Value, json};

/// Two TCP groups, an application over TCP and datagrams, under these lanes.
fn scenario(queues: Value, ccs: [Value; 3], changes: Value) -> Value {
    let [first, second, third] = ccs;
    json!({
        "version": 1, "durationS": 8, "warmupS": 1, "queues": queues, "changes": changes,
        "link": { "rateMbps": 10, "rttMs": 30, "buffer": { "bdp": 1.5 } },
        "traffic": [
            { "kind": "bulk", "flows": 2, "cc": first }, { "kind": "bulk", "flows": 1, "cc": second },
            { "kind": "web", "flows": 2, "cc": third }, { "kind": "cbr", "rateMbps": 1 }
        ]
    })
}

fn all(cc: &Value) -> [Value; 3] {
    [cc.clone(), cc.clone(), cc.clone()]
}

fn digests(scenario: &Value) -> Vec<u64> {
    let mut experiment = Experiment::new(valid(scenario));
    experiment.advance(experiment.end());
    experiment.lanes().iter().map(Simulation::digest).collect()
}

fn messages(scenario: &Value) -> Vec<String> {
    read(scenario).unwrap_err().iter().map(said).collect()
}

fn one(queue: Value, ccs: [Value; 3], changes: Value) -> u64 {
    digests(&scenario(json!([queue]), ccs, changes))[0]
}

#[test]
fn a_lane_with_a_congestion_control_equals_traffic_with_it() {
    let cubic = json!("cubic");
    for cc in [json!("bbr"), json!("vegas"), json!({ "kind": "cubic", "beta": 0.5 })] {
        let lanes = json!([
            { "kind": "codel", "cc": cc }, { "kind": "codel" }, { "kind": "codel", "cc": cc, "ccGroup": 1 }
        ]);
        let expected = [all(&cc), all(&cubic), [cubic.clone(), cc, cubic.clone()]]
            .map(|ccs| one(json!({ "kind": "codel" }), ccs, json!([])));
        let found = digests(&scenario(lanes, all(&cubic), json!([])));
        assert_eq!(found, expected);
        assert_ne!(found[0], found[1]);
        assert_ne!(found[2], found[1]);
    }
}

#[test]
fn changes_of_a_group_leave_lanes_with_a_control_of_their_own_alone() {
    let lanes = json!([{ "kind": "pie", "cc": "bbr", "ccGroup": 0 }, { "kind": "pie" }, { "kind": "pie", "cc": "reno" }]);
    let change = json!([{ "atS": 3, "set": "traffic.0.cc", "to": "vegas" }]);
    let found = digests(&scenario(lanes, all(&json!("cubic")), change.clone()));
    let pie = json!({ "kind": "pie" });
    let first = [json!("bbr"), json!("cubic"), json!("cubic")];
    let expected = [
        one(pie.clone(), first, json!([])),
        one(pie.clone(), all(&json!("cubic")), change),
        one(pie, all(&json!("reno")), json!([])),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_live_change_of_a_lane_equals_live_changes_of_its_groups() {
    let set = |at: f64, path: &str, to: Value| json!({ "atS": at, "set": path, "to": to });
    let groups = |at: f64, to: &str| -> Vec<Value> {
        (0..3).map(|group| set(at, &format!("traffic.{group}.cc"), json!(to))).collect()
    };
    let queue = json!({ "kind": "droptail" });
    let lane = json!([
        set(2.0, "queues.0.cc", json!("bbr")),
        // The groups' own control is in force again when the lane gives up its own.
        set(3.0, "traffic.0.cc", json!("vegas")),
        set(5.0, "queues.0.cc", Value::Null)
    ]);
    let mut expected = groups(2.0, "bbr");
    expected.extend(groups(5.0, "cubic"));
    expected[3] = set(5.0, "traffic.0.cc", json!("vegas"));
    let cubic = all(&json!("cubic"));
    assert_eq!(
        one(queue.clone(), cubic.clone(), lane),
        one(queue.clone(), cubic.clone(), json!(expected))
    );
    // A new discipline that keeps the control does not disturb the senders.
    let other = json!({ "kind": "droptail", "cc": "bbr" });
    let codel = |cc: &str| json!([set(4.0, "queues.0", json!({ "kind": "codel", "cc": cc }))]);
    let plain = json!([set(4.0, "queues.0", json!({ "kind": "codel" }))]);
    assert_eq!(
        one(other.clone(), cubic.clone(), codel("bbr")),
        one(queue, all(&json!("bbr")), plain.clone())
    );
    assert_ne!(one(other.clone(), cubic.clone(), codel("bbr")), one(other, cubic, plain));
}

#[test]
fn a_run_with_live_changes_equals_a_replay_and_a_revision() {
    let lanes = json!([{ "kind": "droptail" }, { "kind": "codel", "cc": "bbr" }]);
    let text = scenario(lanes, all(&json!("cubic")), json!([]));
    let mut live = Experiment::new(valid(&text)).with_snapshots(1000);
    live.advance(aqm_sim::time::Time::from_seconds(2.0));
    let change = |at: f64, set: &str, to: &str| {
        TimedChange::parse(&format!(r#"{{ "atS": {at}, "set": "{set}", "to": {to} }}"#)).unwrap()
    };
    live.apply(change(2.5, "queues.0.cc", r#""bbr""#)).unwrap();
    live.apply(change(3.0, "queues.1.ccGroup", "1")).unwrap();
    live.advance(live.end());
    let digests = |experiment: &Experiment| -> Vec<u64> {
        experiment.lanes().iter().map(Simulation::digest).collect()
    };
    let built: Vec<u64> = (0..2)
        .map(|lane| {
            let mut simulation = Simulation::new(&build(live.scenario(), lane));
            simulation.run_until(live.end());
            simulation.digest()
        })
        .collect();
    assert_eq!(digests(&live), built);
    // A revision of one lane's control keeps the results of the other lane.
    let mut other = live.scenario().clone();
    other.queues[0].senders.cc = other.queues[1].senders.cc;
    let before = digests(&live);
    live.revise(other.clone());
    live.advance(live.end());
    let mut straight = Experiment::new(other);
    straight.advance(straight.end());
    assert_eq!(digests(&live), digests(&straight));
    assert_eq!(digests(&live)[1], before[1]);
    assert_ne!(digests(&live)[0], before[0]);
}

#[test]
fn a_group_that_is_missing_or_not_over_tcp_is_a_problem() {
    let lane = |group: u64| {
        let queues = json!([{ "kind": "red" }, { "kind": "red", "cc": "bbr", "ccGroup": group }]);
        scenario(queues, all(&json!("cubic")), json!([]))
    };
    valid(&lane(2));
    for group in [3, 4] {
        let message =
            format!("queues[1].ccGroup is {group}; expected the number of a group over TCP.");
        assert_eq!(messages(&lane(group)), [message]);
    }
    let mut change = lane(2);
    change["changes"] =
        json!([{ "atS": 1, "set": "queues.0", "to": { "kind": "pi", "ccGroup": 9 } }]);
    assert_eq!(
        messages(&change),
        ["changes[0].to.ccGroup is 9; expected the number of a group over TCP."]
    );
    change["changes"] = json!([{ "atS": 1, "set": "queues.0.ccGroup", "to": 3 }]);
    assert_eq!(messages(&change), ["changes[0].to is 3; expected the number of a group over TCP."]);
}

#[test]
fn the_members_of_a_lane_are_written_and_read_again() {
    let queues = json!([
        { "kind": "codel", "targetMs": 7, "cc": "bbr", "ccGroup": 1 },
        { "kind": "codel", "cc": { "kind": "cubic", "beta": 0.5 } },
        { "kind": "codel" }
    ]);
    let text = scenario(queues.clone(), all(&json!("cubic")), json!([])).to_string();
    let read = read_scenario(&text).unwrap();
    let written = read.to_value(Detail::Short).get("queues").unwrap().to_compact();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), queues);
    assert_eq!(Scenario::parse(&read.to_json()).unwrap(), read);
}

#[test]
fn a_queue_elsewhere_on_the_path_has_no_congestion_control() {
    let mut scenario = scenario(json!([{ "kind": "codel" }]), all(&json!("cubic")), json!([]));
    scenario["link"]["reverse"] = json!({ "rateMbps": 1, "buffer": { "packets": 50 }, "queue": { "kind": "codel", "cc": "bbr" } });
    let found = messages(&scenario);
    assert!(found[0].starts_with("link.reverse.queue.cc is unknown"), "{found:?}");
}
