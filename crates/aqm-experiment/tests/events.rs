//! A replay of a span records the events of the run.

use crate::common::{base, valid};
use aqm_experiment::Experiment;
use aqm_experiment::packet_report::PACKET_COLUMNS;
use aqm_scenario::read_change;
use aqm_sim::aqm::Explain as _;
use aqm_sim::log::{HopId, PacketRow};
use aqm_sim::time::Time;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn at(seconds: f64) -> Time {
    Time::from_seconds(seconds)
}

/// The base with changes of the link, and a change of the discipline of one lane.
fn scenario() -> aqm_scenario::Scenario {
    let mut scenario = base();
    scenario["durationS"] = json!(12);
    scenario["changes"] = json!([
        { "atS": 4, "set": "link.rateMbps", "to": 5 },
        { "atS": 6.5, "set": "queues.1", "to": { "kind": "codel" } },
        { "atS": 9, "set": "link.rateMbps", "to": 20 },
    ]);
    valid(&scenario)
}

#[test]
fn a_replayed_span_equals_the_recorded_one() {
    for apart in [None, Some(100)] {
        for (from, to) in [(0.0, 12.0), (3.0, 3.3), (4.0, 7.0), (6.5, 6.6), (8.995, 12.0)] {
            let mut recorded = Experiment::new(scenario()).recording_events(at(from), at(to), 9999);
            recorded.advance(at(12.0));
            let mut run = Experiment::new(scenario());
            if let Some(apart) = apart {
                run = run.with_snapshots(apart);
            }
            run.advance(at(12.0));
            for lane in 0..run.lanes().len() {
                let before = run.lanes()[lane].digest();
                let log = run.events(lane, at(from), at(to), 9999);
                let expected = recorded.recorded_events(lane).expect("recorded");
                assert_eq!(log.events(), expected.events(), "lane {lane}, {from} to {to} s");
                // NaN is not equal to itself; its text is.
                let text = |probes| format!("{probes:?}");
                assert_eq!(text(log.probes()), text(expected.probes()), "lane {lane}");
                assert_eq!(run.lanes()[lane].digest(), before);
                assert!(to - from < 5.0 || !log.events().is_empty(), "lane {lane}");
            }
        }
    }
}

#[test]
fn a_replay_in_small_steps_equals_one_in_a_single_step() {
    let mut run = Experiment::new(scenario()).with_snapshots(100);
    run.advance(at(8.0));
    let change = json!({ "atS": 8.0, "set": "link.rateMbps", "to": 1 }).to_string();
    run.apply(read_change(&change).expect("it is a change")).expect("it can be applied");
    run.advance(at(10.0));
    let mut replay = run.replay_events(1, at(5.0), at(11.0), 9999);
    let mut steps = 1;
    while !replay.run(50) {
        steps += 1;
    }
    assert!(steps > 10, "{steps}");
    assert_eq!(replay.now(), at(10.0), "not further than the run");
    let log = replay.into_log();
    assert_eq!(log.events(), run.events(1, at(5.0), at(11.0), 9999).events());
    assert!(log.events().iter().any(|event| event.at >= at(8.0)));
}

#[test]
fn the_buckets_at_the_end_of_a_span_hold_the_packets_that_wait_then() {
    let mut scenario = base();
    scenario["durationS"] = json!(8);
    scenario["queues"] = json!([{ "kind": "fqCodel", "buckets": 3 }, { "kind": "codel" }]);
    scenario["traffic"] = json!([
        { "kind": "bulk", "flows": 5 }, { "kind": "cbr", "rateMbps": 0.1 },
    ]);
    let mut run = Experiment::new(valid(&scenario));
    run.advance(at(8.0));
    let packets = run.packets(0, at(0.0), at(8.0), 999_999);
    let mut shared = 0;
    for end in [0.5, 3.0, 5.5] {
        let answer = |lane: usize| -> Value {
            let mut replay = run.replay_events(lane, at(end - 0.5), at(end), 10);
            while !replay.run(1000) {}
            serde_json::from_str(&replay.to_json(10)).expect("JSON")
        };
        let found = answer(0);
        let buckets = found["buckets"].as_array().expect("a list");
        let count = |of: &Value| of["packets"].as_u64().expect("a number");
        // What the log of packets says: in the queue, and neither sent nor dropped yet.
        let waits = |row: &&PacketRow| {
            let is_in = row.enqueued.is_some_and(|time| time < at(end));
            row.hop == HopId::Lane && is_in && row.dequeued.is_none_or(|time| time >= at(end))
        };
        let mut expected = BTreeMap::<(u64, u64), u64>::new();
        for row in packets.iter().filter(waits) {
            let bucket = row.bucket.expect("it is in a bucket").into();
            *expected.entry((bucket, row.flow.into())).or_default() += 1;
        }
        let mut of_flows = BTreeMap::<(u64, u64), u64>::new();
        let mut all = BTreeSet::new();
        for bucket in buckets {
            let flows = bucket["flows"].as_array().expect("a list");
            shared += usize::from(flows.len() > 1);
            assert_eq!(flows.iter().map(count).sum::<u64>(), count(bucket));
            for flow in flows {
                let id = flow["flow"].as_u64().expect("a number");
                assert!(all.insert(id), "flow {id} is in two buckets");
                let group = u64::from(id == 5);
                assert_eq!(flow["group"], group, "flow {id}");
                if count(flow) > 0 {
                    let number = bucket["number"].as_u64().expect("a number");
                    of_flows.insert((number, id), count(flow));
                }
            }
        }
        assert_eq!(of_flows, expected, "at {end} s");
        assert!(found["sending"].is_u64());
        assert_eq!(answer(1)["buckets"], json!([]));
    }
    assert!(shared > 2);
}

#[test]
fn replayed_packets_equal_the_recorded_ones() {
    let mut recorded = Experiment::new(scenario());
    recorded.record_packets(at(0.0), at(12.0));
    recorded.advance(at(12.0));
    for apart in [None, Some(100)] {
        let mut run = Experiment::new(scenario());
        if let Some(apart) = apart {
            run = run.with_snapshots(apart);
        }
        run.advance(at(12.0));
        for lane in 0..run.lanes().len() {
            let before = run.lanes()[lane].digest();
            let log = recorded.lanes()[lane].packets().expect("recorded");
            for (from, to) in [(0.0, 12.0), (3.0, 3.3), (6.49, 6.6), (8.995, 9.5)] {
                let rows = run.packets(lane, at(from), at(to), 999_999);
                let inside = |time: Time| time >= at(from) && time < at(to);
                let is_of_hop = |row: &&PacketRow| row.hop == HopId::Lane && inside(row.arrived);
                let found: Vec<_> = rows.iter().filter(is_of_hop).collect();
                let expected: Vec<_> = log.rows().filter(is_of_hop).collect();
                assert_eq!(found, expected, "lane {lane}, {from} to {to} s, {apart:?}");
                assert!(
                    found.len() > 10
                        && (to == 12.0 || found.iter().all(|row| row.dequeued.is_some()))
                );
            }
            assert_eq!(run.lanes()[lane].digest(), before);
        }
    }
}

#[test]
fn packets_are_columns_of_numbers() {
    let mut run = Experiment::new(scenario());
    run.advance(at(12.0));
    let mut few = run.replay_packets(0, at(1.0), at(1.2), 50);
    while !few.run(100) {}
    let (table, skipped) = few.packet_table();
    assert_eq!(table.columns.len(), 50 * PACKET_COLUMNS);
    assert!(skipped > 0);
    let mut replay = run.replay_packets(0, at(0.0), at(12.0), 999_999);
    while !replay.run(u64::MAX) {}
    let (table, skipped) = replay.packet_table();
    assert_eq!(skipped, 0);
    let rows = replay.into_packets();
    assert_eq!(table.columns.len(), rows.len() * PACKET_COLUMNS);
    for (index, row) in rows.iter().enumerate() {
        let number = |column: usize| table.columns[column * rows.len() + index];
        assert_eq!(number(1), f64::from(row.flow));
        assert_eq!(number(3), row.sequence as f64);
        assert_eq!(number(5), row.arrived.seconds());
        assert_eq!(number(7), row.dequeued.map_or(-1.0, Time::seconds));
        let reason = row.fate.code().or(row.mark.map(|mark| mark.code()));
        let text = table.texts.get(number(15) as usize).filter(|_| number(15) >= 0.0);
        assert_eq!(text.and_then(|text| text.split(' ').next()), reason);
    }
    assert!(!table.texts.is_empty(), "some packets were dropped");
}
