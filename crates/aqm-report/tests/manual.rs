//! The discipline whose user drops packets: orders are timed changes.

use crate::common::{said, valid};
use aqm_experiment::Experiment;
use aqm_report::digest_text;
use aqm_scenario::{Settings, TimedChange, build, read_change, resolve_change};
use aqm_sim::config::Change;
use aqm_sim::time::Time;
use serde_json::{Value, json};

fn scenario(queues: Value, changes: Value) -> Value {
    json!({
        "version": 1,
        "durationS": 20,
        "link": { "rateMbps": 10, "rttMs": 40, "buffer": { "packets": 100 } },
        "queues": queues,
        "traffic": [{ "kind": "bulk", "flows": 2 }],
        "changes": changes,
    })
}

fn order(lane: usize, at_s: f64, to: Value) -> TimedChange {
    let set = format!("queues.{lane}.dropNext");
    read_change(&json!({ "atS": at_s, "set": set, "to": to }).to_string()).expect("a change")
}

fn digests(scenario: &Value) -> Vec<String> {
    let mut experiment = Experiment::new(valid(scenario));
    experiment.advance(Time::from_seconds(20.0));
    experiment.lanes().iter().map(|lane| digest_text(lane.digest())).collect()
}

#[test]
fn an_order_reaches_its_lane_if_the_user_manages_it() {
    let two = scenario(json!([{ "kind": "manual" }, { "kind": "codel" }]), json!([]));
    let two = valid(&two);
    assert_eq!(resolve_change(&two, &order(0, 5.0, json!(2))), Ok(vec![(0, Change::DropNext(2))]));
    // Another discipline ignores it.
    assert_eq!(resolve_change(&two, &order(1, 5.0, json!(2))), Ok(vec![]));
    let paths = Settings::new(&two).paths();
    assert!(paths.contains(&"queues.0.dropNext".to_owned()));
    assert!(!paths.contains(&"queues.1.dropNext".to_owned()));
    let refused = |change| said(&resolve_change(&two, &change).expect_err("it is refused")[0]);
    assert_eq!(refused(order(0, 5.0, json!(0))), "to is 0; expected 1 to 1000 packets.");
    assert_eq!(
        refused(order(0, 5.0, json!(1.5))),
        "to is 1.5; expected a whole number from 1 to 1000 packets."
    );
    assert_eq!(refused(order(2, 5.0, json!(1))), "set has the number 2; expected 0 to 1.");
}

#[test]
fn orders_are_followed_in_the_lane_that_has_the_discipline_at_that_time() {
    let changes = json!([
        { "atS": 2, "set": "queues.0.dropNext", "to": 3 },
        { "atS": 4, "set": "queues.0", "to": { "kind": "manual" } },
        { "atS": 6, "set": "queues.0.dropNext", "to": 1 },
        { "atS": 8, "set": "queues.0.dropNext", "to": 1, "muted": true },
    ]);
    let config = build(&valid(&scenario(json!([{ "kind": "codel" }]), changes)), 0);
    let orders: Vec<_> = config
        .changes
        .iter()
        .filter(|(_, change)| matches!(change, Change::DropNext(_)))
        .map(|(at, _)| at.seconds())
        .collect();
    assert_eq!(orders, [6.0]);
}

#[test]
fn without_orders_the_packets_are_those_of_drop_tail() {
    let both = json!([{ "kind": "manual" }, { "kind": "droptail" }]);
    let quiet = digests(&scenario(both.clone(), json!([])));
    let tail = &quiet[1];
    assert_eq!(&quiet[0], tail);
    let changes = json!([{ "atS": 5, "set": "queues.0.dropNext", "to": 1 }]);
    let ordered = digests(&scenario(both, changes));
    assert_ne!(&ordered[0], tail, "one packet was dropped");
    assert_eq!(&ordered[1], tail);
}
