//! Congestion controls against each other over one bottleneck: shares of equal flows, shares of flows with
//! different round-trip times, LEDBAT's delay, and rates at given losses or marks.

use crate::common::{bulk, link, scenario};
use aqm_sim::aqm::{Amount, AqmConfig, DropTailParams, PieParams, RedParams};
use aqm_sim::cc::ledbat::LedbatParams;
use aqm_sim::cc::{CcConfig, CcKind};
use aqm_sim::config::{BufferConfig, BulkConfig, LinkConfig, SimulationConfig, TrafficConfig};
use aqm_sim::metrics::Summary;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;

fn run(config: &SimulationConfig, end_s: f64) -> Summary {
    let mut simulation = Simulation::new(config);
    simulation.run_until(Time::from_seconds(end_s));
    simulation.summary()
}

fn deep_droptail(traffic: Vec<TrafficConfig>) -> SimulationConfig {
    let mut config = scenario(AqmConfig::DropTail(DropTailParams), traffic);
    config.link = LinkConfig { buffer: BufferConfig::Packets(1000), ..link(20.0, 40) };
    config
}

/// Goodput of two flows with an RTT of 20 ms over that of two with 80 ms.
fn rtt_ratio(kind: CcKind) -> f64 {
    let group = |ms| {
        let rtt = Some(Span::from_millis(ms));
        TrafficConfig::Bulk(BulkConfig { rtt, ecn: kind == CcKind::Dctcp, ..bulk(2, kind) })
    };
    let mut config = scenario(queue_of(kind), vec![group(20), group(80)]);
    config.link = LinkConfig { buffer: BufferConfig::Packets(200), ..link(40.0, 50) };
    let flows = run(&config, 130.0).flows;
    let sum = |range: std::ops::Range<usize>| -> f64 {
        flows[range].iter().map(|flow| flow.goodput_mbps).sum()
    };
    sum(0..2) / sum(2..4)
}

/// PIE drops at random, so all flows see the same probability. Controls that react to delay get a buffer.
fn queue_of(kind: CcKind) -> AqmConfig {
    match kind {
        CcKind::Vegas | CcKind::Bbr | CcKind::Bbr3 | CcKind::Ledbat => {
            AqmConfig::DropTail(DropTailParams)
        }
        CcKind::Dctcp => AqmConfig::Pie(PieParams { ecn: true, ..PieParams::default() }),
        _ => AqmConfig::Pie(PieParams::default()),
    }
}

#[test]
fn equal_flows_share() {
    for (kind, ..) in RTT_RATIOS {
        let group = BulkConfig { ecn: kind == CcKind::Dctcp, ..bulk(4, kind) };
        let mut config = scenario(queue_of(kind), vec![TrafficConfig::Bulk(group)]);
        config.link = LinkConfig { buffer: BufferConfig::Packets(400), ..link(40.0, 40) };
        let summary = run(&config, 100.0);
        let jain = summary.jain.expect("four flows ran");
        // Vegas flows that start later take the queue of the others for the empty path.
        let least = if kind == CcKind::Vegas { 0.85 } else { 0.97 };
        assert!(jain > least, "{kind:?}: Jain's index {jain:.3}");
        assert!(summary.utilization > 0.94, "{kind:?}: {}", summary.utilization);
    }
}

/// Goodput of flows with 20 ms over that of flows with 80 ms: the least and the most, and why. PIE adds 15
/// ms, so a control whose window depends on the loss probability alone has (80 + 15) / (20 + 15) = 2.7.
const RTT_RATIOS: [(CcKind, f64, f64); 18] = [
    (CcKind::NewReno, 2.2, 3.2),
    (CcKind::Reno, 2.2, 3.2),
    (CcKind::Sack, 2.2, 3.2),
    (CcKind::Aimd, 2.2, 3.2),
    // RFC 3649, section 6.2, and Kelly 2003: as unfair as Reno if losses are random.
    (CcKind::Hstcp, 2.2, 3.2),
    (CcKind::Scalable, 2.2, 3.2),
    // RFC 9438, section 5: the window grows by time, so less unfair than Reno.
    (CcKind::Cubic, 1.2, 2.5),
    // Leith and Shorten 2004, section 4: scaled by the RTT, so less unfair than Reno.
    (CcKind::Htcp, 1.0, 2.2),
    // Xu et al. 2004, table 1: more unfair than Reno.
    (CcKind::Bic, 2.5, 5.0),
    // RFC 8257, section 5: unfair like Reno. Alizadeh et al. 2011: between 1/RTT and 1/RTT^2.
    (CcKind::Dctcp, 2.2, 8.0),
    // RFC 6817 does not say; the increase per round trip favours short ones.
    (CcKind::Ledbat, 1.5, 8.0),
    // Between Reno and a fair share: the delay takes part. The sources give no number.
    (CcKind::Illinois, 1.5, 3.2),
    (CcKind::Veno, 2.2, 3.2),
    (CcKind::Yeah, 1.0, 2.7),
    (CcKind::Westwood, 1.0, 4.0),
    // Vegas and BBR favour long round trips (Hengartner et al. 2000; Hock et al. 2017).
    (CcKind::Vegas, 0.2, 1.2),
    (CcKind::Bbr, 0.05, 0.6),
    (CcKind::Bbr3, 0.05, 1.0),
];

#[test]
fn shares_depend_on_the_round_trip_time_as_the_sources_say() {
    for (kind, least, most) in RTT_RATIOS {
        let ratio = rtt_ratio(kind);
        assert!((least..most).contains(&ratio), "{kind:?}: {ratio:.2}");
    }
}

#[test]
fn ledbat_alone_holds_its_target() {
    for target_ms in [25, 50, 100] {
        let target = Span::from_millis(target_ms);
        let cc = CcConfig::Ledbat(LedbatParams { target, ..LedbatParams::default() });
        let mut config = deep_droptail(vec![TrafficConfig::Bulk(bulk(1, cc))]);
        config.warmup = Time::from_seconds(60.0);
        let summary = run(&config, 120.0);
        let delay = summary.delay.expect("packets left").mean;
        assert!((delay / target_ms as f64 - 1.0).abs() < 0.1, "{delay:.1} ms of {target_ms} ms");
        assert!(summary.utilization > 0.99, "{}", summary.utilization);
    }
}

#[test]
fn ledbat_makes_room_for_cubic_and_reno() {
    for kind in [CcKind::Cubic, CcKind::NewReno] {
        let traffic = [kind, CcKind::Ledbat].map(|kind| TrafficConfig::Bulk(bulk(1, kind)));
        let summary = run(&deep_droptail(traffic.to_vec()), 100.0);
        let [foreground, ledbat] = [0, 1].map(|flow: usize| summary.flows[flow].goodput_mbps);
        assert!(ledbat < 0.1 * foreground, "{kind:?}: {foreground:.2} and {ledbat:.2} Mbit/s");
    }
}

/// A path of 20 Mbit/s and 40 ms with a deep buffer that loses packets at random.
fn lossy(kind: CcKind, loss: f64) -> Summary {
    let mut config = deep_droptail(vec![TrafficConfig::Bulk(bulk(1, kind))]);
    config.link.noise.loss = loss;
    run(&config, 70.0)
}

#[test]
fn bbr3_alone_fills_the_link_with_a_short_queue() {
    let summary = lossy(CcKind::Bbr3, 0.0);
    let delay = summary.delay.expect("packets left");
    assert!(summary.utilization > 0.96, "{}", summary.utilization);
    assert!(delay.mean < 15.0, "{} ms", delay.mean);
}

#[test]
fn bbr3_tolerates_losses_below_its_threshold_only() {
    let utilization = |kind, loss| lossy(kind, loss).utilization;
    let [none, one, ten] = [0.0, 0.01, 0.1].map(|loss| utilization(CcKind::Bbr3, loss));
    assert!(one > 0.75 && ten < 0.3 * none, "{none} {one} {ten}");
    assert!(one > 2.0 * utilization(CcKind::NewReno, 0.01));
}

#[test]
fn bbr3_leaves_room_for_cubic() {
    let traffic = [CcKind::Cubic, CcKind::Bbr3].map(|kind| TrafficConfig::Bulk(bulk(1, kind)));
    let mut config = deep_droptail(traffic.to_vec());
    config.link.buffer = BufferConfig::Bdp { factor: 2.0, min_packets: 10 };
    let summary = run(&config, 130.0);
    let [cubic, bbr3] = [0, 1].map(|flow: usize| summary.flows[flow].goodput_mbps);
    assert!(cubic > 4.0 && bbr3 > 2.0, "{cubic:.1} and {bbr3:.1} Mbit/s");
}

/// Cardwell et al. 2016, figure 8 (100 Mbit/s, 100 ms): BBR delivers the rate of the link times the fraction that
/// is not lost, fully up to 5 % of losses and nearly up to 15 %. Above 20 % even its probes at 1.25 times the rate
/// deliver less than the rate.
#[test]
fn bbr_loses_what_the_path_loses_until_its_probes_lose_too() {
    let share_of_limit = |loss: f64| {
        let mut config = deep_droptail(vec![TrafficConfig::Bulk(bulk(1, CcKind::Bbr))]);
        config.link = LinkConfig { buffer: BufferConfig::Packets(2000), ..link(100.0, 100) };
        config.link.noise.loss = loss;
        let limit = 100.0 * 1448.0 / 1500.0 * (1.0 - loss);
        run(&config, 60.0).flows[0].goodput_mbps / limit
    };
    for (loss, expected) in
        [(0.001, 0.9..1.0), (0.05, 0.85..1.0), (0.15, 0.7..0.9), (0.25, 0.0..0.1)]
    {
        let share = share_of_limit(loss);
        assert!(expected.contains(&share), "{loss}: {share}");
    }
}

/// The window of DCTCP is 2/p at a fraction p of marks (De Schepper et al. 2016). RED without
/// synchronization marks at random, with a probability that follows a slow average of the queue.
#[test]
fn the_window_of_dctcp_is_inversely_proportional_to_the_fraction_of_marks() {
    let red = RedParams {
        ecn: true,
        min: Amount::Packets(10.0),
        max: Amount::Packets(300.0),
        max_p: 1.0,
        ..RedParams::default()
    };
    for flows in [4, 8, 16, 32] {
        let group = BulkConfig { ecn: true, ..bulk(flows, CcKind::Dctcp) };
        let mut config = scenario(AqmConfig::Red(red), vec![TrafficConfig::Bulk(group)]);
        config.link = LinkConfig { buffer: BufferConfig::Packets(1000), ..link(40.0, 40) };
        let summary = run(&config, 60.0);
        assert_eq!(summary.drop_rate, 0.0);
        let goodput: f64 = summary.flows.iter().map(|flow| flow.goodput_mbps).sum();
        let rtt_s = 0.040 + summary.delay.expect("packets left").mean / 1e3;
        let window = goodput * 1e6 / 8.0 / 1448.0 * rtt_s / f64::from(flows);
        let product = window * summary.mark_rate;
        assert!((1.6..2.2).contains(&product), "{flows} flows: {window:.1} segments, {product:.2}");
    }
}
