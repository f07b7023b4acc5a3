//! Every parameter of a scenario is in the script, in the unit of the tool.

use super::{DISCIPLINES, exported, scenario, under};
use aqm_export::Target;
use aqm_sim::aqm::{AqmConfig, Environment, Place};
use aqm_sim::buffer::Limit;
use aqm_sim::units::BitRate;

const PLACE: Place = Place {
    env: Environment {
        limit: Limit { packets: 1000, bytes: 1_500_000 },
        rate: BitRate::from_bps(10_000_000),
        mtu: 1500,
    },
    counts_bytes: false,
};

#[test]
fn each_line_has_every_value() {
    let lines = [
        (
            r#"{ "kind": "codel", "targetMs": 7, "intervalMs": 130.5, "ecn": true, "ceThresholdMs": 3 }"#,
            "codel limit 100 target 7ms interval 130500us ecn ce_threshold 3ms",
        ),
        (
            r#"{ "kind": "pie", "variant": "linux", "targetMs": 20, "updateMs": 16, "alpha": 0.25, "beta": 1.5, "ecn": true, "byteMode": true }"#,
            "pie limit 100 target 20ms tupdate 16ms alpha 4 beta 24 ecn bytemode no_dq_rate_estimator",
        ),
        (
            r#"{ "kind": "fqCodel", "buckets": 64, "quantumBytes": 300, "ecn": false }"#,
            "fq_codel limit 100 flows 64 target 5ms interval 100ms quantum 300 noecn",
        ),
        (
            r#"{ "kind": "fqPie", "buckets": 64, "quantumBytes": 300, "markLimit": 0.2 }"#,
            "fq_pie limit 100 flows 64 target 15ms tupdate 15ms alpha 2 beta 20 quantum 300 ecn_prob 20 noecn nobytemode no_dq_rate_estimator",
        ),
        (
            r#"{ "kind": "red", "variant": "linux", "minPackets": 10, "maxPackets": 30, "maxP": 0.05, "weight": 0.015625, "ecn": true }"#,
            "red limit 150000 min 15000 max 45000 avpkt 1500 burst 28 probability 0.05 bandwidth 10000000bit ecn",
        ),
        (
            r#"{ "kind": "choke", "minPackets": 10, "maxPackets": 30, "maxP": 0.05, "weight": 0.015625 }"#,
            "choke limit 100 min 10 max 30 avpkt 1500 burst 28 probability 0.05 bandwidth 10000000bit",
        ),
        (
            r#"{ "kind": "sfq", "buckets": 128, "quantumBytes": 3000, "perturbS": 10, "headDrop": true }"#,
            "sfq limit 100 divisor 128 flows 128 depth 100 quantum 3000 perturb 10 headdrop",
        ),
        (
            r#"{ "kind": "cobalt", "targetMs": 5, "intervalMs": 100 }"#,
            "cake unlimited besteffort flowblind split-gso rtt 100ms memlimit 150000",
        ),
        (
            r#"{ "kind": "dualpi2", "targetMs": 20, "coupling": 3 }"#,
            "dualpi2 limit 100 target 20ms tupdate 16ms alpha 0.16015625 beta 3.19921875 coupling_factor 3 step_thresh 1ms min_qlen_step 0 classic_protection 10% drop_on_overload drop_dequeue l4s_ect split_gso",
        ),
        (r#"{ "kind": "droptail" }"#, "pfifo limit 100"),
    ];
    for (queue, line) in lines {
        let script = exported(&under(queue), Target::Tc);
        let wanted = format!("in_node r0 tc qdisc add dev right parent 1:1 {line}");
        assert!(script.text.contains(&wanted), "{wanted}\n{}", script.text);
        let mininet = exported(&under(queue), Target::Mininet);
        assert!(mininet.text.contains(line), "{line}");
    }
}

#[test]
fn ns3_has_every_value() {
    let lines = [
        (
            r#"{ "kind": "codel", "targetMs": 7, "intervalMs": 130.5, "ecn": true }"#,
            r#"{"MaxSize", "100p"}, {"Target", "7ms"}, {"Interval", "130500us"}, {"UseEcn", "true"}"#,
        ),
        (
            r#"{ "kind": "pie", "targetMs": 20, "alpha": 0.3, "beta": 1.7, "maxBurstMs": 90 }"#,
            r#"{"QueueDelayReference", "20ms"}, {"Tupdate", "15ms"}, {"A", "0.3"}, {"B", "1.7"}, {"MaxBurstAllowance", "90ms"}"#,
        ),
        (
            r#"{ "kind": "red", "minPackets": 10, "maxPackets": 30, "maxP": 0.05, "weight": 0.01 }"#,
            r#"{"MinTh", "10"}, {"MaxTh", "30"}, {"LInterm", "20"}, {"QW", "0.01"}, {"Gentle", "true"}"#,
        ),
        (
            r#"{ "kind": "ared", "targetMs": 8, "intervalMs": 400 }"#,
            r#"{"ARED", "true"}, {"TargetDelay", "8ms"}, {"Interval", "400ms"}"#,
        ),
        (r#"{ "kind": "cobalt", "blueIncrement": 0.01 }"#, r#"{"Increment", "0.01"}"#),
    ];
    for (queue, line) in lines {
        let text = exported(&under(queue), Target::Ns3).text;
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn every_example_of_a_discipline_has_a_line_or_a_sentence() {
    for (name, config) in AqmConfig::examples() {
        match config.tc(&PLACE) {
            Ok(twin) => assert!(
                !twin.line().contains("  ") && !twin.line().contains("NaN"),
                "{name}: {}",
                twin.line()
            ),
            Err(sentence) => {
                assert!(sentence.ends_with('.') && sentence.len() > 30, "{name}: {sentence}")
            }
        }
        match config.ns3(&PLACE) {
            Ok(twin) => assert!(twin.type_id.starts_with("ns3::"), "{name}"),
            Err(sentence) => assert!(sentence.contains("ns-3"), "{name}: {sentence}"),
        }
    }
}

#[test]
fn variants_that_a_tool_does_not_have_are_listed() {
    let cases = [
        (r#"{ "kind": "codel", "variant": "rfc8289" }"#, "not that of RFC 8289"),
        (r#"{ "kind": "pie", "alpha": 0.13 }"#, "alpha is 0.125 instead of 0.13"),
        (r#"{ "kind": "red" }"#, "no gentle slope"),
        (r#"{ "kind": "sfq", "buckets": 100 }"#, "divisor is 128 instead of 100"),
        (r#"{ "kind": "cobalt", "targetMs": 10 }"#, "a twentieth of the interval"),
    ];
    for (queue, words) in cases {
        let script = exported(&under(queue), Target::Tc);
        assert!(
            script.not_carried.iter().any(|sentence| sentence.contains(words)),
            "{words}: {:?}",
            script.not_carried
        );
        assert!(script.text.contains(words), "the header has it, too");
    }
}

#[test]
fn the_path_has_every_value() {
    let script = exported(
        &scenario(
            r#"{ "kind": "droptail" }"#,
            r#"{ "kind": "bulk", "flows": 3, "cc": "bbr", "ecn": true, "sack": false, "delayedAck": false, "initialWindow": 4,
                "packetBytes": 1000, "rttMs": 90, "startS": 2, "stopS": 12.5 },
               { "kind": "cbr", "rateMbps": 2, "packetBytes": 1000, "startS": 1 }"#,
            "",
            r#", "lossRate": 0.01, "jitterMs": 4, "tokenBucketBytes": 20000, "reverse": { "rateMbps": 3, "buffer": { "packets": 50 } }"#,
        ),
        Target::Tc,
    )
    .text;
    for line in [
        "in_node r0 tc class add dev right parent 1: classid 1:1 htb rate 10000000bit ceil 10000000bit burst 20000 cburst 20000",
        "in_node r1 tc class add dev left parent 1: classid 1:1 htb rate 3000000bit",
        "in_node r1 tc qdisc add dev left parent 1:1 pfifo limit 50",
        // Uniform from 0 to 4 ms behind 45 ms.
        "in_node r1 tc qdisc add dev d0 root netem limit 1000000 delay 47ms 2ms loss 1%",
        "in_node r0 tc qdisc add dev s0 root netem limit 1000000 delay 45ms\n",
        "in_node r1 tc qdisc add dev d1 root netem limit 1000000 delay 22ms 2ms loss 1%",
        "add_link r0 s0 10.1.0.1/24 s0 eth0 10.1.0.2/24 1000",
        "in_node d0 ip route add default via 10.2.0.1 initcwnd 4 quickack 1",
        "in_node s0 sysctl -qw net.ipv4.tcp_ecn=1",
        "in_node s0 sysctl -qw net.ipv4.tcp_sack=0",
        "flows 0 0 3 2.000000 12.500000 -C bbr",
        // 972 of 1000 bytes are payload.
        "flows 1 0 1 1.000000 20.000000 -u -b 1944000 -l 972",
    ] {
        assert!(script.contains(line), "{line}\n{script}");
    }
}

#[test]
fn timed_changes_become_commands_and_runs_of_sources() {
    let scenario = scenario(
        r#"{ "kind": "codel" }, { "kind": "droptail" }"#,
        r#"{ "kind": "bulk", "flows": 2 }, { "kind": "cbr", "rateMbps": 1 }"#,
        r#"{ "atS": 3, "set": "link.rateMbps", "to": 4 }, { "atS": 4, "set": "queues.0.targetMs", "to": 12 },
           { "atS": 5, "set": "traffic.0.flows", "to": 3 }, { "atS": 6, "set": "traffic.0.flows", "to": 1 },
           { "atS": 7, "set": "link.rttMs", "to": 80 }, { "atS": 8, "set": "traffic.1.rateMbps", "to": 2 },
           { "atS": 9, "set": "burst", "to": { "rateMbps": 5, "durationS": 0.5 } },
           { "atS": 10, "set": "queues.1", "to": { "kind": "pie" } }"#,
        "",
    );
    let text = exported(&scenario, Target::Tc).text;
    for line in [
        "at 3.000000 r0 tc class change dev right parent 1: classid 1:1 htb rate 4000000bit ceil 4000000bit",
        "at 4.000000 r0 tc qdisc change dev right parent 1:1 codel limit 100 target 12ms",
        "flows 0 0 1 0.000000 20.000000 -C cubic",
        "flows 0 1 1 0.000000 6.000000 -C cubic",
        "flows 0 2 1 5.000000 6.000000 -C cubic",
        "at 7.000000 r1 tc qdisc change dev d0 root netem limit 1000000 delay 40ms",
        "flows 1 0 1 0.000000 8.000000 -u -b 981333",
        "flows 1 0 1 8.000000 20.000000 -u -b 1962667",
        "9.000000 9.500000 -u -b 4906667 -l 1472",
        "at 10.000000 r0 tc qdisc del dev right parent 1:1",
        "at 10.000000 r0 tc qdisc add dev right parent 1:1 pie limit 100",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let ns3 = exported(&scenario, Target::Ns3).text;
    for line in [
        r#"At(3, [] { hops[0].left->SetDataRate(DataRate("4000000bps")); });"#,
        r#"At(4, [] { queues["hop0"]->SetAttribute("Target", StringValue("12ms")); });"#,
        r#"Flows(0, 2, 1, 5, 6, true, false, "", 0);"#,
        r#"At(7, [] { receiverWires[0].channel->SetAttribute("Delay", StringValue("40ms")); });"#,
    ] {
        assert!(ns3.contains(line), "{line}\n{ns3}");
    }
}

#[test]
fn hops_have_their_own_routers_and_wires() {
    let link = r#", "hopsBefore": [{ "rateMbps": 20, "buffer": { "packets": 70 }, "delayMs": 3 }]"#;
    let traffic = r#"{ "kind": "bulk" }, { "kind": "bulk", "firstHop": 2 }"#;
    let text = exported(&scenario(r#"{ "kind": "codel" }"#, traffic, "", link), Target::Tc).text;
    for line in [
        "nodes='r0 w0 r1 r2 s0 d0 s1 d1'",
        "in_node r0 tc class add dev right parent 1: classid 1:1 htb rate 20000000bit",
        "in_node r0 tc qdisc add dev right parent 1:1 codel limit 70",
        "in_node w0 tc qdisc add dev right root netem limit 1000000 delay 3ms",
        "in_node r1 tc qdisc add dev right parent 1:1 codel limit 100",
        "add_link r1 s1 10.1.1.1/24 s1 eth0 10.1.1.2/24 1500",
        "in_node r0 ip route add 10.2.0.0/24 via 10.3.0.2",
        "in_node r2 ip route add 10.1.1.0/24 via 10.3.2.1",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn a_lane_without_a_counterpart_is_refused_in_a_sentence_and_the_others_run() {
    for &target in Target::ALL {
        let script = exported(&under(r#"{ "kind": "codel" }, { "kind": "duk" }"#), target);
        let sentence = script
            .not_carried
            .iter()
            .find(|sentence| sentence.starts_with("Lane 2 is left out: DUK"));
        let sentence = sentence.unwrap_or_else(|| panic!("{target:?}: {:?}", script.not_carried));
        assert!(
            script.text.matches(sentence.as_str()).count() >= 2,
            "header and refusal: {}",
            script.text
        );
    }
}

#[test]
fn every_discipline_and_target_gives_a_script() {
    for kind in DISCIPLINES {
        for &target in Target::ALL {
            let script = exported(&under(&format!(r#"{{ "kind": "{kind}" }}"#)), target);
            let has_lane = script
                .not_carried
                .iter()
                .all(|sentence| !sentence.starts_with("Lane 1 is left out"));
            assert!(script.text.len() > 1000 && script.text.ends_with('\n'), "{kind} {target:?}");
            assert!(
                script.text.contains("seed 7")
                    && script.text.contains("https://host.example/#v1.abc")
            );
            assert!(script.file_name.starts_with("a-test-10-mbit-s."), "{}", script.file_name);
            let needs_one =
                matches!(kind, "droptail" | "codel" | "pie" | "red" | "fqCodel" | "fqPie");
            assert!(has_lane || !needs_one, "{kind} {target:?}: {:?}", script.not_carried);
        }
    }
}
