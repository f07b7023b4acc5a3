//! Short runs with the TCP of this kernel. They assert only what a loaded machine cannot break.

use aqm_scenario::{Scenario, read_scenario};
use aqm_sim::log::{HopId, PacketKind, PacketRow};
use aqm_sim::time::Time;
use aqm_testbed::header::is_valid;
use aqm_testbed::hop::Counts;
use aqm_testbed::outcome::{Outcome, Settings};
use aqm_testbed::{missing, run};

/// Runs the first lane of a scenario for some seconds; `None` if this machine cannot.
fn outcome(scenario: &Scenario, seconds: f64) -> Option<Outcome> {
    if let Some(reason) = missing() {
        println!("skipped: needs CAP_NET_ADMIN and /dev/net/tun: {reason}");
        return None;
    }
    let until = Time::from_seconds(seconds);
    let packets = Some((Time::ZERO, Time::NEVER));
    let settings = Settings { until, packets, keeps_heads: true };
    Some(run(scenario, 0, settings).unwrap_or_else(|error| panic!("{error}")))
}

fn goodput(outcome: &Outcome, group: usize) -> f64 {
    let flows = outcome.summary.flows.iter().filter(|flow| flow.group == group);
    flows.map(|flow| flow.goodput_mbps).sum()
}

#[test]
fn tcp_and_datagrams_pass_a_queue_and_all_packets_are_accounted_for() {
    let scenario = r#"{"version": 1, "durationS": 4, "warmupS": 1,
        "link": {"rateMbps": 10, "rttMs": 20, "buffer": {"packets": 40}},
        "queues": [{"kind": "codel", "ecn": true}],
        "traffic": [{"kind": "bulk", "flows": 2, "ecn": true}, {"kind": "cbr", "rateMbps": 1},
            {"kind": "short", "flows": 3, "thinkS": 0.1}],
        "changes": [{"atS": 2, "set": "link.rateMbps", "to": 6}]}"#;
    let scenario = read_scenario(scenario).unwrap();
    let Some(outcome) = outcome(&scenario, 4.0) else { return };
    let [counts] = outcome.counts[..] else { panic!("one hop: {:?}", outcome.counts) };
    assert!(counts.add_up(), "{counts:?}");
    assert!(counts.arrived > 20 && counts.departed > 20, "{counts:?}");
    assert!(goodput(&outcome, 0) > 0.0, "{:?}", outcome.summary.flows);
    assert!(outcome.summary.flows.iter().all(|flow| flow.group == 0));
    let packets = &outcome.summary.packets;
    assert!(packets.offered > 0 && packets.sent > 0, "{packets:?}");
    assert_eq!(outcome.summary.applications.len(), 1, "the short flows");
    assert!(outcome.accuracy.dequeues.count > 0);
    assert_eq!(outcome.is_valid(), outcome.objections.is_empty());

    let (data, acks): (Vec<&PacketRow>, Vec<&PacketRow>) =
        outcome.packets.iter().map(|(row, _)| row).partition(|row| row.hop == HopId::Lane);
    assert_eq!(data.len() as u64, counts.arrived);
    for (index, (row, _)) in outcome.packets.iter().enumerate() {
        let head = outcome.heads.of(index, row.bytes);
        assert!(is_valid(head), "the headers of packet {index}: {head:?}");
        assert_eq!(u32::from(u16::from_be_bytes([head[2], head[3]])), row.bytes);
    }
    assert!(!acks.is_empty() && acks.iter().all(|row| row.hop == HopId::WayBack));
    let has = |kind| data.iter().any(|row| row.kind == kind && row.sequence > 5);
    assert!(has(PacketKind::Data) && has(PacketKind::Datagram));

    let json = outcome.to_json(&scenario);
    let json: serde_json::Value = serde_json::from_str(&json.to_compact()).unwrap();
    assert_eq!(json["testbed"]["valid"], outcome.is_valid());
    assert_eq!(json["testbed"]["hopCounts"][0]["arrived"], counts.arrived);
    assert_eq!(json["digest"], serde_json::Value::Null);
    assert!(json["utilization"].as_f64().unwrap() > 0.0);
}

#[test]
fn data_of_both_directions_share_a_path_of_two_hops() {
    // The run ends with its warm-up, so it is measured from the start.
    let scenario = r#"{"version": 1, "durationS": 20, "warmupS": 2,
        "link": {"rateMbps": 8, "rttMs": 20, "buffer": {"packets": 60},
            "reverse": {"rateMbps": 4, "buffer": {"packets": 30}},
            "tokenBucketBytes": 6000, "schedule": {"kind": "square", "highMbps": 8, "lowMbps": 5, "periodS": 0.1},
            "hopsAfter": [{"rateMbps": 6, "buffer": {"packets": 60}, "delayMs": 1, "deviceQueuePackets": 3}]},
        "queues": [{"kind": "fqCodel"}],
        "traffic": [{"kind": "bulk"}, {"kind": "bulk", "direction": "reverse"}]}"#;
    let scenario = read_scenario(scenario).unwrap();
    let Some(outcome) = outcome(&scenario, 2.0) else { return };
    assert_eq!(outcome.counts.len(), 3);
    assert!(outcome.counts.iter().all(Counts::add_up), "{:?}", outcome.counts);
    assert!(outcome.counts.iter().all(|counts| counts.departed > 10), "{:?}", outcome.counts);
    assert!(
        goodput(&outcome, 0) > 0.0 && goodput(&outcome, 1) > 0.0,
        "{:?}",
        outcome.summary.flows
    );
    assert_eq!((outcome.summary.seconds, outcome.summary.hops.len()), (2.0, 1));
    assert!(outcome.summary.reverse.is_some_and(|reverse| reverse.packets.sent > 10));
}

#[test]
fn a_congestion_control_that_the_kernel_lacks_is_named() {
    let scenario = r#"{"version": 1, "durationS": 2, "link": {"rateMbps": 8, "rttMs": 20, "buffer": {"packets": 60}},
        "queues": [{"kind": "droptail"}], "traffic": [{"kind": "bulk", "cc": {"kind": "aimd"}}]}"#;
    if missing().is_some() {
        return;
    }
    let scenario = read_scenario(scenario).unwrap();
    let settings = Settings { until: Time::from_seconds(2.0), packets: None, keeps_heads: false };
    let error = run(&scenario, 0, settings).unwrap_err().to_string();
    assert!(error.contains("no congestion control aimd"), "{error}");
    assert!(error.contains("cubic") || error.contains("reno"), "{error}");
}
