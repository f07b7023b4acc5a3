//! L4S: Prague under DualPI2, alone and beside CUBIC.

use crate::common::{bulk, link, scenario};
use aqm_sim::aqm::{DualPi2Params, DualPi2Variant};
use aqm_sim::cc::prague::PragueParams;
use aqm_sim::cc::{CcConfig, CcKind};
use aqm_sim::config::{BulkConfig, SimulationConfig, TrafficConfig};
use aqm_sim::metrics::{DelaySummary, Part, Summary};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;

/// Coupling factor of DualPI2.
const K: f64 = 2.0;

fn prague(rtt_ms: u64) -> TrafficConfig {
    let rtt = Some(Span::from_millis(rtt_ms));
    TrafficConfig::Bulk(BulkConfig { ecn: true, rtt, ..bulk(1, CcKind::Prague) })
}

fn cubic(rtt_ms: u64) -> TrafficConfig {
    let rtt = Some(Span::from_millis(rtt_ms));
    TrafficConfig::Bulk(BulkConfig { rtt, ..bulk(1, CcKind::Cubic) })
}

fn dualpi2(mbps: f64, variant: DualPi2Variant, traffic: Vec<TrafficConfig>) -> SimulationConfig {
    with_params(mbps, DualPi2Params::new(variant), traffic)
}

fn with_params(mbps: f64, params: DualPi2Params, traffic: Vec<TrafficConfig>) -> SimulationConfig {
    SimulationConfig { link: link(mbps, 100), ..scenario(params.into(), traffic) }
}

/// What a run showed after the first 10 s.
struct Outcome {
    summary: Summary,
    /// Goodput of each flow in Mbit/s.
    goodput: Vec<f64>,
}

impl Outcome {
    /// The queue delay of a class in ms.
    fn delay(&self, class: &'static str) -> DelaySummary {
        let parts = &self.summary.parts;
        let part = parts.iter().find(|part| part.part == Part::Class(class));
        part.and_then(|part| part.delay).expect("packets of the class left")
    }
}

fn run(config: &SimulationConfig) -> Outcome {
    let mut simulation = Simulation::new(config).with_parts();
    simulation.run_until(Time::from_seconds(60.0));
    let summary = simulation.summary();
    let goodput = summary.flows.iter().map(|flow| flow.goodput_mbps).collect();
    Outcome { summary, goodput }
}

/// RFC 9332, section 2.1: flows of both kinds get about the same rate.
#[test]
fn prague_and_cubic_share_the_link_about_equally() {
    for variant in [DualPi2Variant::Linux, DualPi2Variant::Rfc9332] {
        for (mbps, rtt) in [(20.0, 10), (20.0, 50), (40.0, 5), (40.0, 20), (40.0, 100), (120.0, 10)]
        {
            let outcome = run(&dualpi2(mbps, variant, vec![prague(rtt), cubic(rtt)]));
            let share = outcome.goodput[0] / outcome.goodput[1];
            let what = format!("{variant:?}, {mbps} Mbit/s, {rtt} ms");
            assert!((0.45..2.2).contains(&share), "{what}: {:?}", outcome.goodput);
            assert!(outcome.summary.utilization > 0.95, "{what}");
        }
    }
}

/// At 10 Mbit/s one packet of CUBIC takes longer than the kernel's step of 1 ms. The RFC spares a packet that
/// is alone in its queue, and so does the kernel with `floor_packets`.
#[test]
fn a_slow_link_is_shared_if_the_threshold_spares_packets_that_wait_alone() {
    let linux = DualPi2Params::new(DualPi2Variant::Linux);
    let spared = DualPi2Params { floor_packets: 1, ..linux };
    let rfc = DualPi2Params::new(DualPi2Variant::Rfc9332);
    for (params, expected) in [(linux, 0.3..0.55), (spared, 0.6..2.0), (rfc, 0.6..2.0)] {
        let Outcome { goodput, .. } = run(&with_params(10.0, params, vec![prague(20), cubic(20)]));
        assert!(expected.contains(&(goodput[0] / goodput[1])), "{params:?}: {goodput:?}");
    }
}

/// The L4S queue is short although the Classic queue stands at its target.
#[test]
fn prague_waits_less_than_a_millisecond_while_cubic_waits_for_the_target() {
    for variant in [DualPi2Variant::Linux, DualPi2Variant::Rfc9332] {
        for (mbps, rtt) in [(40.0, 5), (40.0, 20), (40.0, 100), (120.0, 20)] {
            let outcome = run(&dualpi2(mbps, variant, vec![prague(rtt), cubic(rtt)]));
            let [classic, l4s] = ["classic", "l4s"].map(|class| outcome.delay(class));
            let what = format!("{variant:?}, {mbps} Mbit/s, {rtt} ms");
            assert!(l4s.mean < 0.5 && l4s.p99 < 1.2, "{what}: {l4s:?}");
            assert!((10.0..18.0).contains(&classic.p50), "{what}: {classic:?}");
        }
    }
}

/// p_L = k sqrt(p_C). The base probability varies, and the mean of its square exceeds the square of its mean.
#[test]
fn marks_of_prague_are_coupled_to_drops_of_cubic() {
    for variant in [DualPi2Variant::Linux, DualPi2Variant::Rfc9332] {
        let flows = vec![prague(20), prague(20), cubic(20), cubic(20), cubic(20), cubic(20)];
        let Outcome { summary, goodput } = run(&dualpi2(40.0, variant, flows));
        let prague: f64 = goodput[..2].iter().sum();
        let share = prague / goodput.iter().sum::<f64>();
        let marks = summary.mark_rate / share;
        let drops = summary.drop_rate / (1.0 - share);
        let coupling = marks / drops.sqrt();
        assert!((0.75 * K..1.25 * K).contains(&coupling), "{variant:?}: {marks} and {drops}");
    }
}

#[test]
fn prague_alone_keeps_the_link_busy_without_a_queue() {
    for rtt in [5, 20, 80] {
        let outcome = run(&dualpi2(40.0, DualPi2Variant::Linux, vec![prague(rtt)]));
        let delay = outcome.delay("l4s");
        assert!(delay.mean < 1.0 && delay.p99 < 3.0, "{rtt} ms: {delay:?}");
        assert!(outcome.summary.utilization > 0.9, "{rtt} ms: {}", outcome.summary.utilization);
        assert_eq!(outcome.summary.drop_rate, 0.0, "{rtt} ms");
    }
}

/// The draft, section 2.4.4. With its own RTT, the flow at 5 ms gets about five times the rate of that at 25 ms.
#[test]
fn prague_flows_with_short_round_trips_get_no_more_than_others() {
    let ratio = |virtual_rtt: Span| {
        let params = PragueParams { virtual_rtt, ..PragueParams::default() };
        let flow = |ms| {
            let rtt = Some(Span::from_millis(ms));
            let group = BulkConfig { ecn: true, rtt, ..bulk(1, CcConfig::Prague(params)) };
            TrafficConfig::Bulk(group)
        };
        let flows = vec![flow(5), flow(25), cubic(20)];
        let goodput = run(&dualpi2(40.0, DualPi2Variant::Linux, flows)).goodput;
        goodput[0] / goodput[1]
    };
    let independent = ratio(PragueParams::default().virtual_rtt);
    assert!((0.8..1.25).contains(&independent), "{independent}");
    let dependent = ratio(Span::ZERO);
    assert!((3.0..7.0).contains(&dependent), "{dependent}");
}
