//! Changes of one lane, muted changes, and lanes that fork from another lane.

use crate::common::{read, said, valid};
use aqm_experiment::Experiment;
use aqm_experiment::difference::first_difference;
use aqm_scenario::model::Lane;
use aqm_scenario::schema::Json as _;
use aqm_scenario::{Detail, Scenario, build, read_change, read_scenario};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use serde_json::{Value, json};

const END_S: f64 = 6.0;

/// Two equal lanes behind a link with a queue.
fn scenario(queues: Value, changes: Value) -> Scenario {
    valid(&json!({
        "version": 1,
        "durationS": END_S,
        "link": {
            "rateMbps": 8, "rttMs": 30, "buffer": { "packets": 60 },
            "reverse": { "rateMbps": 2, "buffer": { "packets": 40 } },
        },
        "queues": queues,
        "traffic": [
            { "kind": "bulk", "flows": 2 },
            { "kind": "cbr", "rateMbps": 1 },
        ],
        "changes": changes,
    }))
}

fn twins() -> Value {
    json!([{ "kind": "droptail" }, { "kind": "droptail" }])
}

fn digests_at(scenario: &Scenario, at_s: f64) -> Vec<u64> {
    let mut experiment = Experiment::new(scenario.clone());
    experiment.advance(Time::from_seconds(at_s));
    experiment.lanes().iter().map(|lane| lane.digest()).collect()
}

fn digests(scenario: &Scenario) -> Vec<u64> {
    digests_at(scenario, END_S)
}

/// Changes of everything that all lanes share.
fn shared_changes() -> Vec<Value> {
    vec![
        json!({ "atS": 2, "set": "link.rateMbps", "to": 5 }),
        json!({ "atS": 2, "set": "link.rttMs", "to": 60 }),
        json!({ "atS": 2, "set": "link.buffer", "to": { "packets": 15 } }),
        json!({ "atS": 2, "set": "link.lossRate", "to": 0.02 }),
        json!({ "atS": 2, "set": "link.jitterMs", "to": 3 }),
        json!({ "atS": 2, "set": "link.deviceQueuePackets", "to": 5 }),
        json!({ "atS": 2, "set": "link.reverse.rateMbps", "to": 0.2 }),
        json!({ "atS": 2, "set": "traffic.0.flows", "to": 5 }),
        json!({ "atS": 2, "set": "traffic.0.cc", "to": "newreno" }),
        json!({ "atS": 2, "set": "traffic.1.rateMbps", "to": 4 }),
        json!({ "atS": 2, "set": "traffic.1.muted", "to": true }),
        json!({ "atS": 2, "set": "burst", "to": { "rateMbps": 9, "durationS": 1 } }),
    ]
}

fn with(change: &Value, name: &str, value: Value) -> Value {
    let mut change = change.clone();
    change[name] = value;
    change
}

#[test]
fn a_change_of_one_lane_leaves_the_others_as_they_were() {
    let before = digests(&scenario(twins(), json!([])));
    for change in shared_changes() {
        let all = digests(&scenario(twins(), json!([change])));
        assert_ne!(all, before, "{change}");
        for lane in 0..2 {
            let own = digests(&scenario(twins(), json!([with(&change, "lane", json!(lane))])));
            assert_eq!(own[lane], all[lane], "{change}");
            assert_eq!(own[1 - lane], before[1 - lane], "{change}");
        }
    }
}

#[test]
fn own_changes_and_those_of_all_lanes_add_up() {
    // The loss rate and the jitter are parameters of one change of the simulation.
    let own = json!({ "atS": 1, "set": "link.lossRate", "to": 0.01, "lane": 1 });
    let all = json!({ "atS": 2, "set": "link.jitterMs", "to": 4 });
    let rate = json!({ "atS": 3, "set": "link.rateMbps", "to": 4, "lane": 1 });
    let later = json!({ "atS": 4, "set": "link.rateMbps", "to": 6 });
    let mixed = digests(&scenario(twins(), json!([own, all, rate, later])));
    let shared = |change: &Value| with(change, "lane", Value::Null);
    let first = digests(&scenario(twins(), json!([all, later])));
    let second = digests(&scenario(twins(), json!([shared(&own), all, shared(&rate), later])));
    assert_eq!(mixed, [first[0], second[1]]);
}

#[test]
fn a_live_change_of_one_lane_equals_a_replay() {
    for change in shared_changes() {
        let change = with(&change, "lane", json!(1));
        let mut live = Experiment::new(scenario(twins(), json!([])));
        live.advance(Time::from_seconds(1.5));
        live.apply(read_change(&change.to_string()).unwrap()).unwrap();
        live.advance(Time::from_seconds(END_S));
        let ended: Vec<u64> = live.lanes().iter().map(|lane| lane.digest()).collect();
        assert_eq!(ended, digests(&scenario(twins(), json!([change]))), "{change}");
        assert_eq!(ended, digests(live.scenario()), "{change}");
    }
}

#[test]
fn a_muted_change_is_kept_and_does_not_run() {
    let change = json!({ "atS": 2, "set": "link.rateMbps", "to": 3 });
    let muted = with(&change, "muted", json!(true));
    let with_muted = scenario(twins(), json!([muted]));
    assert_eq!(digests(&with_muted), digests(&scenario(twins(), json!([]))));
    assert_ne!(digests(&with_muted), digests(&scenario(twins(), json!([change]))));
    let text = with_muted.to_json();
    assert!(text.contains(r#""muted":true"#), "{text}");
    assert_eq!(read_scenario(&text).unwrap(), with_muted);
    let mut live = Experiment::new(with_muted.clone());
    live.apply(read_change(&muted.to_string()).unwrap()).unwrap();
    live.advance(Time::from_seconds(END_S));
    assert_eq!(live.scenario().changes.len(), 0);
}

#[test]
fn a_muted_change_may_depend_on_another_muted_one() {
    let muted = |change: Value| with(&change, "muted", json!(true));
    // RED has no target; the change belongs to the lane after the first change.
    scenario(
        json!([{ "kind": "red" }]),
        json!([
            muted(json!({ "atS": 1, "set": "queues.0", "to": { "kind": "codel" } })),
            muted(json!({ "atS": 2, "set": "queues.0.targetMs", "to": 9 })),
        ]),
    );
}

#[test]
fn a_lane_that_cannot_have_the_change_is_a_problem() {
    let said = |change: Value| {
        let mut file =
            serde_json::from_str::<Value>(&scenario(twins(), json!([])).to_json()).unwrap();
        file["changes"] = json!([change]);
        read(&file).unwrap_err().iter().map(said).collect::<Vec<_>>()
    };
    let rate = json!({ "atS": 2, "set": "link.rateMbps", "to": 5, "lane": 2 });
    assert_eq!(said(rate), ["changes[0].lane is 2; expected 0 to 1."]);
    let queue = json!({ "atS": 2, "set": "queues.1.targetMs", "to": 5, "lane": 1 });
    assert_eq!(
        said(queue),
        [
            "changes[0].lane is set, but a change of a queue concerns the lane in its path. Remove it."
        ]
    );
}

/// All disciplines with their defaults.
fn kinds() -> Vec<Value> {
    Lane::KINDS.names.iter().map(|kind| json!({ "kind": kind })).collect()
}

/// A fork of lane 0 at `at_s`: a copy of it that becomes another discipline then.
fn forked(from: &Value, to: &Value, at_s: f64) -> Scenario {
    scenario(
        json!([from, from]),
        json!([
            { "atS": 1, "set": "link.rateMbps", "to": 6 },
            { "atS": at_s, "set": "queues.1", "to": to },
        ]),
    )
}

#[test]
fn a_fork_has_the_past_of_its_lane_and_another_future() {
    let kinds = kinds();
    for (index, from) in kinds.iter().enumerate() {
        let to = &kinds[(index + 1) % kinds.len()];
        let fork = forked(from, to, 3.0);
        let [first, second] = digests_at(&fork, 3.0)[..] else { panic!("two lanes") };
        assert_eq!(first, second, "{from} {to}");
        let [first, second] = digests(&fork)[..] else { panic!("two lanes") };
        // Nobody orders a drop, so it stays a drop-tail queue.
        let is_same = from["kind"] == "manual" && to["kind"] == "droptail";
        assert_eq!(first == second, is_same, "{from} {to}");
        let alone = scenario(json!([from]), json!([{ "atS": 1, "set": "link.rateMbps", "to": 6 }]));
        assert_eq!(digests(&alone)[0], first, "the lane itself is as it was");
    }
}

#[test]
fn a_fork_of_a_running_experiment_equals_a_run_from_zero() {
    let [from, to] = [json!({ "kind": "droptail" }), json!({ "kind": "pie" })];
    let alone = scenario(json!([from]), json!([{ "atS": 1, "set": "link.rateMbps", "to": 6 }]));
    // At the front of the run, and in its past.
    for reached_s in [3.0, 3.0001, 5.0, END_S] {
        let mut live = Experiment::new(alone.clone()).with_snapshots(200);
        live.advance(Time::from_seconds(reached_s));
        let fork = forked(&from, &to, 3.0);
        live.revise(fork.clone());
        assert_eq!(live.lanes()[0].now(), Time::from_seconds(reached_s), "the lane itself stays");
        live.advance(Time::from_seconds(END_S));
        let ended: Vec<u64> = live.lanes().iter().map(|lane| lane.digest()).collect();
        assert_eq!(ended, digests(&fork), "{reached_s}");
        let mut again = live.clone();
        let earlier = forked(&from, &to, 2.0);
        again.revise(earlier.clone());
        again.advance(Time::from_seconds(END_S));
        let ended: Vec<u64> = again.lanes().iter().map(|lane| lane.digest()).collect();
        assert_eq!(ended, digests(&earlier), "{reached_s}");
    }
}

#[test]
fn own_changes_survive_writing_and_reading() {
    let change = json!({ "atS": 2, "set": "traffic.0.flows", "to": 3, "lane": 1 });
    let own = scenario(twins(), json!([change]));
    let value = own.to_value(Detail::Short).to_compact();
    assert_eq!(read_scenario(&value).unwrap(), own);
}

/// Returns the first time at which the digests of two lanes differ, by halving: a slow and independent search.
fn digests_part_at(scenario: &Scenario, lanes: [usize; 2]) -> Option<Time> {
    let differ = |until: Time| {
        let [a, b] = lanes.map(|lane| {
            let mut simulation = Simulation::new(&build(scenario, lane));
            simulation.run_until(until);
            simulation.digest()
        });
        a != b
    };
    let (mut low, mut high) = (0, Time::from_seconds(END_S).nanos());
    if !differ(Time::from_nanos(high)) {
        return None;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if differ(Time::from_nanos(middle)) { high = middle } else { low = middle }
    }
    // Events at `low` happen between the two.
    Some(Time::from_nanos(low))
}

#[test]
fn the_first_difference_is_where_the_digests_part() {
    let change = |set: &str, to: Value| json!({ "atS": 2.5, "set": set, "to": to, "lane": 1 });
    let [droptail, codel] = [json!({ "kind": "droptail" }), json!({ "kind": "codel" })];
    let small = json!({ "kind": "codel", "targetMs": 1 });
    let scenarios = [
        forked(&droptail, &codel, 3.0),
        forked(&codel, &json!({ "kind": "fqCodel" }), 3.0),
        forked(&json!({ "kind": "red" }), &json!({ "kind": "pie" }), 2.0),
        scenario(json!([codel, small]), json!([])),
        scenario(twins(), json!([change("link.rateMbps", json!(6))])),
        scenario(twins(), json!([change("burst", json!({ "rateMbps": 3, "durationS": 1 }))])),
        scenario(twins(), json!([change("link.buffer", json!({ "packets": 9 }))])),
        scenario(twins(), json!([change("link.reverse.buffer", json!({ "packets": 2 }))])),
        scenario(twins(), json!([])),
    ];
    for scenario in scenarios {
        let end = Time::from_seconds(END_S);
        let found = first_difference(scenario.clone(), [0, 1], end, &mut || {});
        let part = digests_part_at(&scenario, [0, 1]);
        if let Some([Some(a), Some(b)]) = found.map(|found| found.packets)
            && a.arrived != b.arrived
        {
            // A burst differs when its first packet arrives. A digest differs only when that packet is sent, because digests record no
            // arrivals.
            assert_eq!(found.unwrap().at, Time::from_seconds(2.5));
            assert!(part.unwrap() > found.unwrap().at);
        } else {
            assert_eq!(found.map(|found| found.at), part, "{}", scenario.to_json());
        }
    }
}
