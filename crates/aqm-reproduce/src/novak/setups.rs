//! The scenarios of Novak and Kasera.

use crate::run::scenario;
use aqm_scenario::Scenario;

/// A reading of DUK and what is below the disciplines.
pub(super) struct SetUp {
    /// Variant of DUK.
    pub(super) duk: &'static str,
    /// Packets that leave the disciplines ahead of the link: the size of the device queue, or of the token bucket.
    pub(super) ahead: u64,
    /// Name of DUK in the rows.
    pub(super) name: &'static str,
    /// Suffix of the goals' names: the paper states each finding once, and each reading has its own count.
    pub(super) tag: &'static str,
}

/// The reading for a link without a device queue.
pub(super) const BARE: SetUp =
    SetUp { duk: "refined", ahead: 0, name: "duk", tag: ", DUK `refined` on a bare link" };

/// The likely testbed of the paper: algorithm 1 as the paper prints it, and behind it a token bucket or a network card that
/// holds 12 packets. The size is fitted to the paper's numbers. Both take packets from the discipline before the link sends them.
pub(super) const TESTBED: SetUp = SetUp {
    duk: "printed",
    ahead: 12,
    name: "duk printed",
    tag: ", DUK `printed` above a token bucket or a device queue",
};

/// What sets the rate of the bottleneck.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bottleneck {
    /// A token bucket in front of a faster link (configuration 1).
    TokenBucket,
    /// A network card, or a device of ns-3 (configuration 2, experiment 6).
    Device,
}

/// An experiment.
pub(super) struct Experiment {
    /// Number of the experiment in the paper.
    pub(super) number: &'static str,
    pub(super) about: &'static str,
    pub(super) bottleneck: Bottleneck,
    /// Returns its scenario, with or without ECN. The queues are those of a preset or missing.
    pub(super) scenario: fn(ecn: bool) -> Scenario,
}

impl Experiment {
    /// Returns the name of its rows.
    pub(super) fn at(&self) -> String {
        format!("{}: {}", self.number, self.about)
    }

    /// Returns the scenario in a set-up, with the lanes DUK, CoDel and PIE.
    pub(super) fn in_set_up(&self, set_up: &SetUp, ecn: bool) -> Scenario {
        let mut own = (self.scenario)(ecn);
        own.queues = lanes(set_up.duk, ecn).queues;
        match self.bottleneck {
            Bottleneck::TokenBucket => own.link.token_bucket_bytes = set_up.ahead * 1500,
            Bottleneck::Device => own.link.device_queue_packets = set_up.ahead,
        }
        own
    }
}

/// All experiments of Table I.
pub(super) const DROP: &[Experiment] = &[
    configuration_1("1", "20 Mbit/s, 40 short flows", vary_capacity),
    configuration_1("2", "200 Mbit/s, 100 short flows, 1 ms", data_center),
    above_device("3", "10 Mbit/s, 20 flows", vary_flows),
    above_device("4", "10 Mbit/s, 25 and 100 ms", vary_rtt),
    configuration_1("5", "60 calls, random arrivals", random_calls),
    configuration_1("5", "60 calls, constant rates", constant_calls),
    above_device("6", "1350 short and 9 bulk flows", large_scale),
];

/// The experiments of Table II.
pub(super) const MARK: &[Experiment] = DROP.first_chunk::<4>().expect("the first four");

/// The experiments of Fig 7.
pub(super) const COMPLETION: &[Experiment] = &[
    configuration_1("7a", "25 short flows, 25 ms", |ecn| web(25.0, 5.0, ecn)),
    configuration_1("7b", "25 short flows, 50 ms", |ecn| web(50.0, 10.0, ecn)),
    configuration_1("7c", "50 short beside 250 bulk flows", beside_bulk),
];

type Scenarios = fn(ecn: bool) -> Scenario;

const fn configuration_1(
    number: &'static str,
    about: &'static str,
    scenario: Scenarios,
) -> Experiment {
    Experiment { number, about, bottleneck: Bottleneck::TokenBucket, scenario }
}

const fn above_device(
    number: &'static str,
    about: &'static str,
    scenario: Scenarios,
) -> Experiment {
    Experiment { number, about, bottleneck: Bottleneck::Device, scenario }
}

/// The scenarios that are also presets.
mod presets {
    pub(super) const FLOWS: &str = include_str!("../../../../scenarios/novak-vary-flows.json");
    pub(super) const FLOWS_ECN: &str =
        include_str!("../../../../scenarios/novak-vary-flows-ecn.json");
    pub(super) const RTT: &str = include_str!("../../../../scenarios/novak-vary-rtt.json");
    pub(super) const RTT_ECN: &str = include_str!("../../../../scenarios/novak-vary-rtt-ecn.json");
    pub(super) const VOIP: &str = include_str!("../../../../scenarios/novak-voip.json");
}

/// Returns the members of a group whose packets are delayed by the RTT, with a standard deviation of `jitter_ms`, ahead of the
/// queue.
fn ahead(rtt_ms: f64, jitter_ms: f64) -> String {
    format!(
        r#", "rttMs": {rtt_ms}, "jitterMs": {jitter_ms}, "jitterDistribution": "normal", "jitterPlace": "ahead""#
    )
}

/// Returns a scenario with the lanes DUK, CoDel and PIE. Only its `queues` are used.
fn lanes(duk: &str, ecn: bool) -> Scenario {
    let text = format!(
        r#"{{ "version": 1, "durationS": 1,
        "link": {{ "rateMbps": 10, "rttMs": 50, "buffer": {{ "packets": 1 }} }},
        "queues": [{{ "kind": "duk", "variant": "{duk}", "ecn": {ecn} }},
            {{ "kind": "codel", "variant": "linux310", "ecn": {ecn} }},
            {{ "kind": "pie", "variant": "paper2013", "ecn": {ecn} }}], "traffic": [] }}"#
    );
    scenario(&text)
}

/// Returns a scenario with the measured time from `warmup_s` on.
fn network(duration_s: u32, warmup_s: u32, link: &str, traffic: &[String]) -> Scenario {
    scenario(&format!(
        r#"{{ "version": 1, "durationS": {duration_s}, "warmupS": {warmup_s},
        "link": {{ {link}, "buffer": {{ "packets": 100000 }} }},
        "queues": [{{ "kind": "droptail" }}], "traffic": [{}] }}"#,
        traffic.join(", ")
    ))
}

fn short(users: u32, bytes: u32, ecn: bool, more: &str) -> String {
    format!(
        r#"{{ "kind": "short", "flows": {users}, "size": {{ "kind": "fixed", "bytes": {bytes} }},
        "thinkS": 0, "think": "fixed", "stack": "linux-3.10", "ecn": {ecn}{more} }}"#
    )
}

fn bulk(flows: u32, ecn: bool, more: &str) -> String {
    format!(r#"{{ "kind": "bulk", "flows": {flows}, "stack": "linux-3.10", "ecn": {ecn}{more} }}"#)
}

/// Experiment 1 until its capacity rises again. The tables show the stretch at 20 Mbit/s.
fn vary_capacity(ecn: bool) -> Scenario {
    let link = r#""rateMbps": 100, "rttMs": 50, "schedule": { "kind": "steps", "steps": [
        { "atS": 15, "rateMbps": 50 }, { "atS": 30, "rateMbps": 20 }] }"#;
    network(60, 35, link, &[short(40, 250_000, ecn, &ahead(50.0, 10.0))])
}

/// Experiment 2 until its capacity rises again. The network has no random delays.
fn data_center(ecn: bool) -> Scenario {
    let link = r#""rateMbps": 1000, "rttMs": 1, "schedule": { "kind": "steps", "steps": [
        { "atS": 15, "rateMbps": 500 }, { "atS": 30, "rateMbps": 200 }] }"#;
    network(60, 35, link, &[short(100, 2_500_000, ecn, "")])
}

/// The preset until the number of flows falls, with the paper's random delays.
fn vary_flows(ecn: bool) -> Scenario {
    let preset = if ecn { presets::FLOWS_ECN } else { presets::FLOWS };
    let own = delayed(scenario(preset), &[bulk(5, ecn, &ahead(50.0, 10.0))]);
    Scenario { duration_s: 120.0, ..own }
}

/// The preset with the paper's random delays.
fn vary_rtt(ecn: bool) -> Scenario {
    let preset = if ecn { presets::RTT_ECN } else { presets::RTT };
    let groups = [(25.0, 5.0), (100.0, 15.0)];
    let groups = groups.map(|(rtt_ms, jitter_ms)| bulk(3, ecn, &ahead(rtt_ms, jitter_ms)));
    delayed(scenario(preset), &groups)
}

/// Replaces the traffic of a preset. Presets have uniform delays behind the queue, with the same mean and deviation.
fn delayed(preset: Scenario, groups: &[String]) -> Scenario {
    let own = network(60, 10, r#""rateMbps": 10, "rttMs": 50"#, groups);
    Scenario { traffic: own.traffic, ..preset }
}

fn random_calls(_ecn: bool) -> Scenario {
    scenario(presets::VOIP)
}

/// The preset with constant rates. The calls start at random phases of 134 ms, the time between two packets.
fn constant_calls(_ecn: bool) -> Scenario {
    let calls = r#"{ "kind": "voip", "flows": 10, "rateMbps": 0.0897, "packetBytes": 1500,
        "spreadS": 0.1338 }"#;
    let constant = network(90, 55, r#""rateMbps": 5, "rttMs": 50"#, &[calls.to_owned()]);
    Scenario { traffic: constant.traffic, ..scenario(presets::VOIP) }
}

/// Experiment 6. Linux 2.6.18 starts with three segments (RFC 3390), and its first timeout is 3 s (RFC 2988).
fn large_scale(ecn: bool) -> Scenario {
    let mut traffic = Vec::new();
    for cc in ["newreno", "cubic", "htcp"] {
        let more = format!(
            r#", "cc": "{cc}", "initialWindow": 3, "initialRtoMs": 3000{}"#,
            ahead(50.0, 10.0)
        );
        traffic.push(bulk(3, ecn, &more));
        traffic.push(short(450, 10_000, ecn, &more));
    }
    network(60, 20, r#""rateMbps": 20, "rttMs": 50"#, &traffic)
}

fn web(rtt_ms: f64, jitter_ms: f64, ecn: bool) -> Scenario {
    let link = format!(r#""rateMbps": 20, "rttMs": {rtt_ms}"#);
    network(60, 10, &link, &[short(25, 250_000, ecn, &ahead(rtt_ms, jitter_ms))])
}

fn beside_bulk(ecn: bool) -> Scenario {
    let traffic = [bulk(250, ecn, ""), short(50, 25_000, ecn, "")];
    network(20, 5, r#""rateMbps": 500, "rttMs": 1"#, &traffic)
}
