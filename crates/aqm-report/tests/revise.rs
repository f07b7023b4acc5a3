//! A revised experiment equals one that ran with the new scenario from the start.

use crate::common::{base, valid};
use aqm_experiment::Experiment;
use aqm_scenario::{Scenario, read_change};
use aqm_sim::time::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

const END_S: f64 = 16.0;

/// Changes of every kind, for all lanes and for one.
fn pool() -> Vec<(&'static str, Value)> {
    vec![
        ("link.rateMbps", json!(4)),
        ("link.rateMbps", json!(18)),
        ("link.rttMs", json!(120)),
        ("link.buffer", json!({ "packets": 30 })),
        ("traffic.0.flows", json!(6)),
        ("traffic.0.flows", json!(1)),
        ("traffic.0.cc", json!("newreno")),
        ("traffic.0.ecn", json!(false)),
        ("traffic.1.rateMbps", json!(6)),
        ("burst", json!({ "rateMbps": 20, "durationS": 0.5 })),
        ("queues.0", json!({ "kind": "red" })),
        ("queues.1", json!({ "kind": "codel" })),
    ]
}

/// The base with some of its lanes, and with changes from the pool at these times in ms.
fn scenario(lanes: &[usize], changes: &[(usize, u64)]) -> Scenario {
    let mut scenario = base();
    scenario["durationS"] = json!(END_S);
    scenario["queues"] = lanes.iter().map(|&lane| base()["queues"][lane].clone()).collect();
    let pool = pool();
    let changes = changes.iter().map(|&(index, at_ms)| (&pool[index % pool.len()], at_ms));
    // The scenario may have only one lane.
    scenario["changes"] = changes
        .filter(|((set, _), _)| lanes.len() > 1 || !set.starts_with("queues.1"))
        .map(|((set, to), at_ms)| json!({ "atS": at_ms as f64 / 1e3, "set": set, "to": to }))
        .collect();
    valid(&scenario)
}

/// The same, with every third change for one lane only, and every seventh one muted.
fn mixed(lanes: &[usize], changes: &[(usize, u64)]) -> Scenario {
    let mut scenario = scenario(lanes, changes);
    for change in &mut scenario.changes {
        let at_ms = (change.at_s * 1e3).round() as u64;
        change.muted = at_ms.is_multiple_of(7);
        if at_ms.is_multiple_of(3) && !change.set.starts_with("queues") {
            change.lane = Some(lanes.len() as u64 - 1);
        }
    }
    scenario
}

#[track_caller]
fn assert_same(revised: &Experiment, scenario: &Scenario) {
    let mut straight = Experiment::new(scenario.clone());
    straight.advance(revised.now());
    assert_eq!(revised.scenario(), straight.scenario());
    assert_eq!(revised.settings(), straight.settings());
    let end = revised.now();
    for (lane, (a, b)) in revised.lanes().iter().zip(straight.lanes()).enumerate() {
        assert_eq!(a.now(), b.now(), "lane {lane}");
        assert_eq!(aqm_report::lane_json(revised, lane), aqm_report::lane_json(&straight, lane));
        let window = |of| aqm_report::window_json(of, lane, Time::from_seconds(1.5), end);
        assert_eq!(window(revised), window(&straight));
        assert_eq!(a.probe(), b.probe(), "lane {lane}");
        assert_eq!((a.backlog(), a.environment()), (b.backlog(), b.environment()), "lane {lane}");
        // NaN is not equal to itself, its text is.
        assert_eq!(format!("{:?}", a.series()), format!("{:?}", b.series()), "lane {lane}");
        assert_eq!(a.digest(), b.digest(), "lane {lane}");
    }
}

fn lanes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0usize..5, 1..4)
}

fn timeline() -> impl Strategy<Value = Vec<(usize, u64)>> {
    prop::collection::vec((0usize..12, 0u64..16_000), 0..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Holds for any edit, at any time, for any progress of the run, and for lanes that have not reached the
    /// others' time yet.
    #[test]
    fn a_revised_run_is_the_straight_run(
        first in (lanes(), timeline()),
        steps in prop::collection::vec((lanes(), timeline(), 0u64..9000, any::<bool>()), 1..5),
        snapshots in prop_oneof![Just(None), Just(Some(0)), Just(Some(2000))],
    ) {
        let mut experiment = Experiment::new(mixed(&first.0, &first.1));
        if let Some(apart) = snapshots {
            experiment = experiment.with_snapshots(apart);
        }
        let (mut lanes, mut changes) = first;
        experiment.advance(Time::from_seconds(7.0));
        for (others, more, run_ms, keep_lanes) in steps {
            // Most edits are small: a change or a lane is added or removed.
            if keep_lanes {
                changes = changes.into_iter().skip(1).chain(more.into_iter().take(1)).collect();
            } else {
                lanes = others.into_iter().take(1).chain(lanes).take(3).collect();
            }
            let next = mixed(&lanes, &changes);
            experiment.revise(next.clone());
            let until = experiment.now().seconds() + run_ms as f64 / 1e3;
            experiment.advance_within(Time::from_seconds(until.min(END_S)), 20_000);
        }
        let last = mixed(&lanes, &changes);
        experiment.advance(Time::from_seconds(END_S));
        assert_same(&experiment, &last);
    }
}

fn at(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

fn times(experiment: &Experiment) -> Vec<f64> {
    experiment.lanes().iter().map(|lane| lane.now().seconds()).collect()
}

/// Indices into the pool.
const RATE: usize = 0;
const LANE_0: usize = 10;

#[test]
fn a_revision_computes_only_from_the_first_difference() {
    let mut experiment = Experiment::new(scenario(&[0, 1], &[(RATE, 9000)])).with_snapshots(0);
    experiment.advance(at(12.3));
    // Another lane.
    experiment.revise(scenario(&[0, 1, 4], &[(RATE, 9000)]));
    assert_eq!(times(&experiment), [12.3, 12.3, 0.0]);
    assert_eq!(experiment.now(), at(0.0));
    experiment.advance(at(12.3));
    assert_same(&experiment, &scenario(&[0, 1, 4], &[(RATE, 9000)]));
    // The first lane is removed; the others move up.
    experiment.revise(scenario(&[1, 4], &[(RATE, 9000)]));
    assert_eq!(times(&experiment), [12.3, 12.3]);
    // A change of one lane.
    experiment.revise(scenario(&[1, 4], &[(RATE, 9000), (LANE_0, 6200)]));
    assert_eq!(times(&experiment), [6.0, 12.3]);
    experiment.advance(at(12.3));
    // A change of all lanes moves. The runs differ from its former or its new time on, whichever is earlier.
    experiment.revise(scenario(&[1, 4], &[(RATE, 10_700), (LANE_0, 6200)]));
    assert_eq!(times(&experiment), [9.0, 9.0]);
    experiment.advance(at(12.3));
    experiment.revise(scenario(&[1, 4], &[(RATE, 3100), (LANE_0, 6200)]));
    assert_eq!(times(&experiment), [3.0, 3.0]);
    experiment.advance(at(12.3));
    // An edit after the computed part needs no simulation.
    let next = scenario(&[1, 4], &[(RATE, 3100), (LANE_0, 6200), (RATE, 15_000)]);
    experiment.revise(next.clone());
    assert_eq!(times(&experiment), [12.3, 12.3]);
    experiment.advance(at(16.0));
    assert_same(&experiment, &next);
}

/// Four snapshots of a lane with 85,000 queued packets fit into 16 MB: after 12 s, one every fourth second.
#[test]
fn large_snapshots_are_few() {
    let scenario = |changed_ms: &[u64]| {
        let change = |&ms: &u64| json!({ "atS": ms as f64 / 1e3, "set": "link.rttMs", "to": 9 });
        let text = json!({
            "version": 1, "durationS": 20,
            "link": { "rateMbps": 0.1, "rttMs": 20, "buffer": { "packets": 85_000 } },
            "queues": [{ "kind": "droptail" }],
            "traffic": [{ "kind": "cbr", "rateMbps": 10, "packetBytes": 40 }],
            "changes": changed_ms.iter().map(change).collect::<Vec<_>>(),
        });
        valid(&text)
    };
    let mut experiment = Experiment::new(scenario(&[])).with_snapshots(0);
    experiment.advance(at(12.0));
    experiment.revise(scenario(&[7900]));
    assert_eq!(experiment.now(), at(4.0));
    experiment.revise(scenario(&[3900]));
    assert_eq!(experiment.now(), Time::ZERO);
}

#[test]
fn without_snapshots_a_changed_lane_starts_again() {
    let mut experiment = Experiment::new(scenario(&[0, 1], &[]));
    experiment.advance(at(5.0));
    experiment.revise(scenario(&[0, 1], &[(LANE_0, 4000)]));
    assert_eq!(times(&experiment), [0.0, 5.0]);
}

#[test]
fn live_changes_go_on_after_a_revision() {
    let mut experiment = Experiment::new(scenario(&[0, 1], &[(RATE, 9000)])).with_snapshots(0);
    experiment.advance(at(12.0));
    experiment.revise(scenario(&[0, 1], &[]));
    assert_eq!(experiment.now(), at(9.0));
    let live = |at_s: f64| json!({ "atS": at_s, "set": "link.rttMs", "to": 80 }).to_string();
    assert!(experiment.apply(read_change(&live(8.9)).unwrap()).is_err(), "in the past");
    experiment.apply(read_change(&live(9.5)).unwrap()).unwrap();
    experiment.advance(at(16.0));
    let mut expected = scenario(&[0, 1], &[]);
    expected.changes.push(read_change(&live(9.5)).unwrap());
    assert_same(&experiment, &expected);
}

/// Two experiments with some of the lanes each give the results of one with all lanes, whatever is edited and
/// wherever a lane is.
#[test]
fn lanes_can_run_in_several_places() {
    let whole = scenario(&[0, 1, 4], &[(RATE, 3000), (LANE_0, 6200)]);
    let edited = scenario(&[0, 1, 4], &[(RATE, 3000), (LANE_0, 9000)]);
    let mut parts = [vec![0, 2], vec![1, 7]]
        .map(|lanes| Experiment::of_lanes(whole.clone(), lanes).with_snapshots(0));
    let agree = |parts: &mut [Experiment; 2], scenario: &Scenario, places: [(usize, usize); 3]| {
        let mut straight = Experiment::new(scenario.clone());
        straight.advance(at(12.0));
        for (lane, (part, place)) in places.into_iter().enumerate() {
            let part = &mut parts[part];
            part.advance(at(12.0));
            assert_eq!(part.scenario(), straight.scenario());
            assert_eq!(aqm_report::lane_json(part, place), aqm_report::lane_json(&straight, lane));
        }
    };
    agree(&mut parts, &whole, [(0, 0), (1, 0), (0, 1)]);
    assert_eq!(parts.each_ref().map(|part| part.lanes().len()), [2, 1], "there is no lane 7");
    // One lane moves from one part to the other.
    parts[0].revise_lanes(edited.clone(), vec![0]);
    parts[1].revise_lanes(edited.clone(), vec![1, 2]);
    assert_eq!(times(&parts[0]), [6.0]);
    assert_eq!(times(&parts[1]), [12.0, 0.0], "only what is new here");
    agree(&mut parts, &edited, [(0, 0), (1, 0), (1, 1)]);
}
