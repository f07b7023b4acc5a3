//! Scenarios that can need too much memory are refused, and the others stay below the estimate.

mod common;

use aqm_scenario::memory::{MAX_MEMORY_BYTES, memory};
use aqm_scenario::{Experiment, Scenario, read_scenario};
use aqm_sim::time::Time;
use serde_json::{Value, json};

/// Peak allocation of a run until `seconds`, in bytes. It has snapshots, as on the page.
fn peak(scenario: &Scenario, seconds: f64) -> f64 {
    let scenario = scenario.clone();
    let counted = allocation_counter::measure(|| {
        let mut experiment = Experiment::new(scenario).with_snapshots(1000);
        experiment.advance(Time::from_seconds(seconds));
    });
    counted.bytes_max as f64
}

fn scenario(queues: &[&str], link: Value, traffic: Value, changes: Value) -> Value {
    let queues: Vec<Value> = queues.iter().map(|kind| json!({ "kind": kind })).collect();
    json!({ "version": 1, "durationS": 60, "link": link, "queues": queues, "traffic": traffic,
        "changes": changes })
}

fn hostile() -> Vec<(&'static str, f64, Value)> {
    let six = ["droptail", "codel", "pie", "red", "ared", "droptail"];
    let link = |mbps: f64, rtt_ms: f64, packets: u64| json!({ "rateMbps": mbps, "rttMs": rtt_ms, "buffer": { "packets": packets } });
    let groups = |count: usize, group: Value| Value::Array(vec![group; count]);
    let none = json!([]);
    let toggles = |times: u64, flows: u64| -> Value {
        (1..=times).map(|step| json!({ "atS": step as f64 * 0.05, "set": "traffic.0.flows", "to": if step % 2 == 0 { flows } else { 0 } })).collect()
    };
    vec![
        ("initial windows", 3.0, scenario(&["droptail"], link(200.0, 1000.0, 1_000_000),
            groups(4, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 1000, "packetBytes": 100, "jitterMs": 1000 })), none.clone())),
        ("initial windows, no SACK", 3.0, scenario(&["pie"], link(100.0, 1000.0, 1_000),
            groups(9, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 1000, "packetBytes": 1500, "sack": false })), none.clone())),
        ("initial windows, six lanes", 6.0, scenario(&six, link(1000.0, 100.0, 1_000),
            groups(2, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 1000, "packetBytes": 1500 })), none.clone())),
        ("long path", 12.0, scenario(&["codel"], link(10_000.0, 1000.0, 500_000),
            json!([{ "kind": "bulk", "flows": 20, "initialWindow": 100 }]), none.clone())),
        ("long path, jitter, small packets", 6.0, scenario(&["droptail"], link(1_000.0, 500.0, 100_000),
            json!([{ "kind": "bulk", "flows": 100, "initialWindow": 100, "packetBytes": 150, "jitterMs": 500 }]), none.clone())),
        ("long path, reno, no sack", 20.0, scenario(&["droptail"], link(2_000.0, 500.0, 100_000),
            json!([{ "kind": "bulk", "flows": 10, "initialWindow": 100, "stack": "rfc", "sack": false, "cc": "newreno" }]), none.clone())),
        ("long path, rfc", 20.0, scenario(&["droptail"], link(2_000.0, 500.0, 100_000),
            json!([{ "kind": "bulk", "flows": 10, "initialWindow": 100, "stack": "rfc" }]), none.clone())),
        ("long path, 3.10", 20.0, scenario(&["pie"], link(2_000.0, 500.0, 100_000),
            json!([{ "kind": "bulk", "flows": 300, "initialWindow": 10, "stack": "linux-3.10" }]), none.clone())),
        ("way back", 10.0, scenario(&["droptail", "codel"], json!({ "rateMbps": 1000, "rttMs": 1000, "buffer": { "packets": 100_000 }, "ackRateMbps": 0.5, "ackBufferPackets": 100_000 }),
            json!([{ "kind": "bulk", "flows": 100, "initialWindow": 1000, "delayedAck": false }]), none.clone())),
        ("flows that come and go", 10.0, scenario(&["droptail"], link(1000.0, 1000.0, 100_000),
            json!([{ "kind": "bulk", "flows": 0, "initialWindow": 300, "receiveWindowPackets": 1000 }]), toggles(60, 1000))),
        ("delays of all sizes", 60.0, scenario(&six, json!({ "rateMbps": 300, "rttMs": 1, "buffer": { "packets": 100_000 } }),
            json!([{ "kind": "poisson", "rateMbps": 290, "sizes": "exponential", "packetBytes": 300 }]), none.clone())),
        ("many flows", 60.0, scenario(&six, link(100.0, 100.0, 1_000),
            groups(8, json!({ "kind": "bulk", "flows": 1000, "packetBytes": 100 })), none.clone())),
        ("A initial windows long", 25.0, scenario(&["droptail"], link(200.0, 1000.0, 1_000),
            groups(9, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 1000, "packetBytes": 100, "jitterMs":1000 })), none.clone())),
        ("A memory like", 25.0, scenario(&["droptail"], link(10000.0, 100.0, 1_000),
            groups(9, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 1000, "packetBytes": 1500, "jitterMs":100 })), none.clone())),
        ("A full path", 8.0, scenario(&["droptail"], link(10000.0, 300.0, 300_000),
            groups(2, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 300, "packetBytes": 1500, "jitterMs":100 })), none.clone())),
        ("A full path sack off", 8.0, scenario(&["droptail"], link(10000.0, 300.0, 300_000),
            groups(2, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 300, "packetBytes": 1500, "jitterMs":100, "sack": false, "stack":"rfc" })), none.clone())),
        ("A lossy", 8.0, scenario(&["droptail"], link(5000.0, 500.0, 100),
            groups(2, json!({ "kind": "bulk", "flows": 1000, "initialWindow": 100, "packetBytes": 1500, "jitterMs":100, "stack":"rfc" })), none.clone())),
        ("sources and bursts", 5.0, scenario(&six, link(100.0, 100.0, 1_000_000),
            groups(16, json!({ "kind": "cbr", "flows": 1000, "rateMbps": 0.05 })), none.clone())),
    ]
}

#[test]
fn extreme_scenarios_stay_below_the_estimate() {
    for (name, seconds, value) in hostile() { if std::env::var("ONLY").is_ok_and(|o| !name.starts_with(&o)) {continue}
        let scenario = match read_scenario(&value.to_string()) { Ok(s) => s, Err(p) => { println!("{name} REFUSED {p:?}"); continue } };
        let estimate = memory(&scenario);
        let start = std::time::Instant::now();
        let peak = peak(&scenario, seconds);
        println!("{name}: {:.0} MB of {:.0} MB, {:?}, {:?}", peak / 1e6, estimate.total() / 1e6, start.elapsed(), estimate);
    }
}

#[test]
fn all_is_well_below() {
    for (name, scenario) in common::all_scenarios() {
        let estimate = memory(&scenario);
        println!("{name} {:.0} MB {estimate:?}", estimate.total() / 1e6);
    }
}
