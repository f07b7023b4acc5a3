//! PI, PI2, BLUE, AVQ and CHOKe with TCP: the claims of their papers, in whole runs.

use crate::common::{self, bulk, link, scenario};
use aqm_sim::aqm::{
    Amount, AqmConfig, AvqParams, BlueParams, ChokeParams, DropTailParams, Pi2Params, PiParams,
    PieParams,
};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{BufferConfig, BulkConfig, Change, SimulationConfig, TrafficConfig};
use aqm_sim::metrics::Summary;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;

fn run(config: &SimulationConfig, end_s: f64) -> Summary {
    let mut simulation = Simulation::new(config);
    simulation.run_until(Time::from_seconds(end_s));
    simulation.summary()
}

/// `groups` on a link of `mbps` and `rtt_ms` with room for 5000 packets.
fn on(queue: AqmConfig, groups: Vec<BulkConfig>, mbps: f64, rtt_ms: u64) -> SimulationConfig {
    let mut config = scenario(queue, groups.into_iter().map(TrafficConfig::Bulk).collect());
    config.link = link(mbps, rtt_ms);
    config.link.buffer = BufferConfig::Packets(5000);
    config
}

/// De Schepper et al. 2016, figures 11 and 13: one set of gains for all loads and round-trip times.
#[test]
fn pi2_holds_its_target_from_5_to_100_ms_without_retuning() {
    for rtt_ms in [5, 20, 50, 100] {
        for flows in [5, 10, 20] {
            let pi2 = AqmConfig::Pi2(Pi2Params::default());
            let summary = run(&on(pi2, vec![bulk(flows, CcKind::NewReno)], 10.0, rtt_ms), 60.0);
            let delay = summary.delay.expect("packets left");
            let case = format!("{flows} flows, {rtt_ms} ms: {delay:?}, {}", summary.utilization);
            assert!((16.0..24.0).contains(&delay.mean), "{case}");
            assert!(delay.p95 < 45.0 && summary.utilization > 0.96, "{case}");
        }
    }
}

/// Figure 13: the load steps up and down, and the delay returns to the target.
#[test]
fn pi2_returns_to_its_target_after_steps_of_the_load() {
    let pi2 = AqmConfig::Pi2(Pi2Params::default());
    let mut config = on(pi2, vec![bulk(5, CcKind::NewReno)], 10.0, 100);
    let step = |at_s: f64, flows| (Time::from_seconds(at_s), Change::Flows { group: 0, flows });
    config.changes = vec![step(40.0, 25), step(80.0, 5)];
    let mut simulation = Simulation::new(&config);
    simulation.run_until(Time::from_seconds(120.0));
    for (from, to) in [(20.0, 40.0), (45.0, 80.0), (85.0, 120.0)] {
        let window = simulation.window(Time::from_seconds(from), Time::from_seconds(to));
        let delay = window.delay.expect("packets left");
        assert!((16.0..24.0).contains(&delay.mean), "{from} to {to} s: {delay:?}");
        assert!(window.utilization > 0.96, "{from} to {to} s: {}", window.utilization);
    }
}

/// Section 3: without the square, gains that suit high loads are too large for low ones. The probability
/// then swings between zero and too much, and the delay stays far below the target.
#[test]
fn without_the_square_the_same_gains_miss_the_target_at_low_load() {
    let params = Pi2Params::default();
    // The same controller on the queue length: a delay of one second is C packets.
    let packets_per_s = 10e6 / 12e3;
    let plain = PiParams {
        reference: Amount::Packets(params.target.seconds() * packets_per_s),
        a: Some((params.alpha + params.beta) / packets_per_s),
        b: Some(params.beta / packets_per_s),
        update: params.update,
        ..PiParams::default()
    };
    let mean = |queue, flows| {
        let summary = run(&on(queue, vec![bulk(flows, CcKind::NewReno)], 10.0, 100), 90.0);
        summary.delay.expect("packets left").mean
    };
    let (squared, linear) = (AqmConfig::Pi2(params), AqmConfig::Pi(plain));
    assert!(mean(squared, 5) > 15.0 && mean(linear, 5) < 10.0);
    // With many flows the plain controller holds the target, too.
    assert!((mean(squared, 40) - 20.0).abs() < 3.0 && (mean(linear, 40) - 20.0).abs() < 3.0);
}

/// Figure 15: through PI2, Classic and scalable flows have nearly equal rates. With one probability
/// for both, the scalable flows take most of the link.
#[test]
fn pi2_shares_the_link_between_cubic_and_dctcp() {
    let coupled = AqmConfig::Pi2(Pi2Params { ect0_scalable: true, ..Pi2Params::default() });
    let target = Pi2Params::default().target;
    let single = AqmConfig::Pie(PieParams { target, ecn: true, ..PieParams::default() });
    let ratio = |queue, mbps, rtt_ms| {
        let dctcp = BulkConfig { ecn: true, ..bulk(2, CcKind::Dctcp) };
        let config = on(queue, vec![bulk(2, CcKind::Cubic), dctcp], mbps, rtt_ms);
        let flows = run(&config, 60.0).flows;
        let rate = |group| -> f64 {
            flows.iter().filter(|flow| flow.group == group).map(|flow| flow.goodput_mbps).sum()
        };
        rate(0) / rate(1)
    };
    for (mbps, rtt_ms) in [(12.0, 10), (12.0, 50), (12.0, 100), (40.0, 10), (40.0, 50)] {
        let (two, one) = (ratio(coupled, mbps, rtt_ms), ratio(single, mbps, rtt_ms));
        assert!((0.7..1.5).contains(&two), "{mbps} Mbit/s, {rtt_ms} ms: {two}");
        assert!(one < 0.4, "{mbps} Mbit/s, {rtt_ms} ms: {one}");
    }
}

/// Hollot et al. 2001, section 5: 60 flows, 3750 packets of 500 bytes a second, 200 ms.
#[test]
fn pi_holds_200_packets_at_the_papers_operating_point() {
    let params = PiParams {
        reference: Amount::Packets(200.0),
        a: Some(1.822e-5),
        b: Some(1.816e-5),
        ecn: true,
        ..PiParams::default()
    };
    let flows = BulkConfig {
        ecn: true,
        packet_bytes: 500,
        spread: Span::from_millis(10_000),
        ..bulk(60, CcKind::NewReno)
    };
    let mut config = on(AqmConfig::Pi(params), vec![flows], 15.0, 200);
    config.link.buffer = BufferConfig::Packets(800);
    config.warmup = Time::from_seconds(50.0);
    let summary = run(&config, 150.0);
    assert!((190.0..210.0).contains(&summary.queue_packets_mean), "{}", summary.queue_packets_mean);
    assert!(summary.utilization > 0.999, "{}", summary.utilization);
    // 200 packets take 53 ms.
    let delay = summary.delay.expect("packets left");
    assert!(delay.sd < 20.0 && summary.packets.dropped() == 0, "{delay:?} {:?}", summary.packets);
}

/// Feng et al. 2002, section III: with ECN, BLUE nearly ends the losses of a small buffer.
#[test]
fn blue_marks_instead_of_overflowing_a_small_buffer() {
    let losses = |queue| {
        let flows = BulkConfig { ecn: true, ..bulk(50, CcKind::NewReno) };
        let mut config = on(queue, vec![flows], 10.0, 60);
        config.link.buffer = BufferConfig::Packets(60);
        let summary = run(&config, 60.0);
        assert!(summary.utilization > 0.99, "{}", summary.utilization);
        summary.drop_rate
    };
    let (increase, decrease) = (0.02, 0.002);
    let blue = BlueParams { increase, decrease, ecn: true, ..BlueParams::default() };
    let (blue, tail) = (losses(AqmConfig::Blue(blue)), losses(AqmConfig::DropTail(DropTailParams)));
    assert!(tail > 0.1 && blue < 0.005, "drop-tail {tail}, BLUE {blue}");
}

/// Kunniyur and Srikant 2001: the arrival rate converges to gamma times the link's rate.
#[test]
fn avq_gives_the_desired_utilization() {
    for utilization in [0.9, 0.95, 0.98] {
        for ecn in [false, true] {
            let avq = AvqParams { utilization, ecn, ..AvqParams::default() };
            let flows = BulkConfig { ecn, ..bulk(10, CcKind::NewReno) };
            let mut config = on(AqmConfig::Avq(avq), vec![flows], 10.0, 50);
            config.link.buffer = BufferConfig::Packets(100);
            let summary = run(&config, 100.0);
            let case = format!("gamma {utilization}, ECN {ecn}: {}", summary.utilization);
            assert!((summary.utilization - utilization).abs() < 0.006, "{case}");
            assert_eq!(summary.packets.overflow, 0, "{case}");
        }
    }
}

/// Pan, Prabhakar and Psounis 2000, section 3: 32 TCP flows and one of datagrams at twice the link's rate.
/// RED leaves the link to the datagrams; CHOKe holds them at about a quarter.
#[test]
fn choke_holds_back_a_flow_that_ignores_drops() {
    let share = |queue| {
        let tcp = BulkConfig { packet_bytes: 1000, ..bulk(32, CcKind::NewReno) };
        let mut config = on(queue, vec![tcp], 1.0, 40);
        config.link.buffer = BufferConfig::Packets(300);
        config.traffic.push(TrafficConfig::Datagrams(common::cbr(2.0, 1.0)));
        let flows = run(&config, 200.0).flows;
        let goodput = |flow: &aqm_sim::metrics::FlowSummary| flow.goodput_mbps;
        // The flows are those of TCP; the datagrams have the rest of the link.
        1.0 - flows.iter().map(goodput).sum::<f64>() / 0.948
    };
    let (min, max, max_p) = (Amount::Packets(100.0), Amount::Packets(200.0), 0.02);
    let choke = ChokeParams { min, max, max_p, ..ChokeParams::default() };
    let red = share(AqmConfig::Red(choke.red()));
    let choke = share(AqmConfig::Choke(choke));
    assert!(red > 0.9 && (0.15..0.35).contains(&choke), "RED {red}, CHOKe {choke}");
}
