//! Paths of several hops, compared with exact results.

use crate::common::{self, bulk, cbr, scenario};
use aqm_sim::aqm::{AqmConfig, DropTailParams, FqCodelParams, PieParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    Arrivals, BufferConfig, BulkConfig, Change, DatagramConfig, Direction, HopConfig,
    SimulationConfig, TrafficConfig,
};
use aqm_sim::metrics::Summary;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

const DROPTAIL: AqmConfig = AqmConfig::DropTail(DropTailParams);

fn run(config: &SimulationConfig, until: f64) -> Summary {
    let mut simulation = Simulation::new(config);
    simulation.run_until(Time::from_seconds(until));
    simulation.summary()
}

/// A hop with the discipline of the lane and a buffer that datagrams never fill.
fn hop(mbps: f64) -> HopConfig {
    HopConfig {
        rate: BitRate::from_mbps(mbps),
        buffer: BufferConfig::Packets(100_000),
        device_queue: 0,
        queue: None,
        delay: Span::ZERO,
    }
}

/// Datagrams of 1000 bytes that arrive at random, 9 Mbit/s together.
fn poisson() -> TrafficConfig {
    TrafficConfig::Datagrams(DatagramConfig { arrivals: Arrivals::Poisson, ..cbr(9.0, 0.0) })
}

fn tandem(mbps: f64, before: Vec<HopConfig>, after: Vec<HopConfig>) -> SimulationConfig {
    let mut config = scenario(DROPTAIL, vec![poisson()]);
    config.link = common::link(mbps, 40);
    config.link.buffer = BufferConfig::Packets(100_000);
    (config.link.before, config.link.after) = (before, after);
    config
}

fn mean_ms(summary: &Summary) -> f64 {
    summary.delay.expect("packets were sent").mean
}

fn goodput(summary: &Summary, group: usize) -> f64 {
    let flows = summary.flows.iter().filter(|flow| flow.group == group);
    flows.map(|flow| flow.goodput_mbps).sum()
}

#[test]
fn a_hop_that_is_not_slower_than_the_one_before_has_no_queue() {
    for mbps in [10.0, 10.5, 100.0] {
        let summary = run(&tandem(10.0, vec![], vec![hop(mbps), hop(mbps)]), 60.0);
        assert!(mean_ms(&summary) > 1.0);
        for other in &summary.hops {
            let delay = other.delay.expect("packets were sent");
            assert_eq!(delay.max, 0.0, "behind 10 Mbit/s, at {mbps} Mbit/s");
        }
    }
}

/// With packets of one size, the waiting times of a tandem are those of its slowest queue alone, in any order (Friedman 1965,
/// "Reduction methods for tandem queuing systems").
#[test]
fn delays_of_two_hops_add_up_to_those_of_the_slower_one() {
    let alone = mean_ms(&run(&tandem(10.0, vec![], vec![]), 200.0));
    let orders = [
        tandem(10.0, vec![hop(11.0)], vec![]),
        tandem(10.0, vec![], vec![hop(11.0)]),
        tandem(11.0, vec![hop(10.0)], vec![]),
        tandem(11.0, vec![], vec![hop(10.0)]),
        tandem(11.0, vec![hop(12.0)], vec![hop(10.0), hop(10.5)]),
    ];
    for config in orders {
        let summary = run(&config, 200.0);
        let sum = mean_ms(&summary) + summary.hops.iter().map(mean_ms).sum::<f64>();
        // A packet at the end of the warm-up may count at one hop and not at another.
        assert!((sum / alone - 1.0).abs() < 1e-3, "{sum} ms and {alone} ms");
    }
}

#[test]
fn every_packet_that_leaves_a_hop_reaches_the_next_one() {
    let mut config = tandem(10.0, vec![hop(20.0)], vec![hop(15.0)]);
    config.warmup = Time::ZERO;
    config.link.after[0].delay = Span::from_millis(5);
    config.changes =
        vec![(Time::from_seconds(20.0), Change::SourceRate { group: 0, rate: BitRate::default() })];
    let summary = run(&config, 30.0);
    let counts =
        summary.hops.iter().chain([&summary]).map(|hop| (hop.packets.offered, hop.packets.sent));
    let counts: Vec<_> = counts.collect();
    assert!(counts[0].0 > 20_000);
    assert!(counts.iter().all(|&count| count == (counts[0].0, counts[0].0)), "{counts:?}");
}

#[test]
fn delays_between_hops_add_to_the_round_trip_time() {
    let fixed = BulkConfig { receive_window: 10, delayed_ack: false, ..bulk(1, CcKind::NewReno) };
    let mut config = scenario(DROPTAIL, vec![TrafficConfig::Bulk(fixed)]);
    config.link = common::link(1000.0, 40);
    config.link.before = vec![HopConfig { delay: Span::from_millis(7), ..hop(1000.0) }];
    config.link.after = vec![HopConfig { delay: Span::from_millis(13), ..hop(1000.0) }];
    let summary = run(&config, 60.0);
    // Ten segments of 1448 bytes in 60 ms and three transmissions of 12 us each.
    let expected = 10.0 * 1448.0 * 8.0 / 60.036e-3 / 1e6;
    let actual = goodput(&summary, 0);
    assert!((actual / expected - 1.0).abs() < 2e-3, "{actual} and {expected} Mbit/s");
}

/// A long flow over three hops, and a cross flow over each of them, as `parts`.
fn parking_lot(queue: AqmConfig, rates: [f64; 3], flow: BulkConfig) -> SimulationConfig {
    let part = |hop| {
        let direction = Direction::Part { first: hop, last: hop };
        TrafficConfig::Bulk(BulkConfig { direction, ..flow })
    };
    let mut config = scenario(queue, vec![TrafficConfig::Bulk(flow), part(0), part(1), part(2)]);
    config.link = common::link(rates[1], 20);
    let buffer = BufferConfig::Packets(1000);
    config.link.buffer = buffer;
    config.link.before = vec![HopConfig { buffer, ..hop(rates[0]) }];
    config.link.after = vec![HopConfig { buffer, ..hop(rates[2]) }];
    config
}

/// With fair queueing at every hop the shares are max-min fair (Bertsekas and Gallager 1992, section 6.5.2).
#[test]
fn fair_queueing_at_every_hop_is_max_min_fair() {
    let queue = AqmConfig::FqCodel(FqCodelParams::default());
    for rates in [[20.0, 20.0, 20.0], [10.0, 30.0, 20.0], [30.0, 20.0, 8.0]] {
        let summary = run(&parking_lot(queue, rates, bulk(1, CcKind::Cubic)), 60.0);
        let least = rates.into_iter().fold(f64::MAX, f64::min) / 2.0;
        let payload = 1448.0 / 1500.0;
        let expected = [least, rates[0] - least, rates[1] - least, rates[2] - least];
        for (group, expected) in expected.into_iter().enumerate() {
            let actual = goodput(&summary, group);
            let expected = expected * payload;
            assert!(
                (actual / expected - 1.0).abs() < 0.03,
                "{rates:?}, group {group}: {actual} and {expected} Mbit/s"
            );
        }
    }
}

/// Reno's rate is C / (RTT sqrt(p)) (Mathis et al. 1997), and the loss rate of a path is the sum of those of its hops. PIE drops
/// at a steady probability. With RED the long flow gets a fifth less: drops of one hop come in groups, which reduce a window once.
#[test]
fn the_share_of_reno_follows_from_the_sum_of_the_loss_rates() {
    let queue = AqmConfig::Pie(PieParams::default());
    let flow = BulkConfig { delayed_ack: false, ..bulk(2, CcKind::NewReno) };
    let mut config = parking_lot(queue, [60.0, 60.0, 60.0], flow);
    config.link.rtt = Span::from_millis(80);
    let summary = run(&config, 600.0);
    let [first, last] = [&summary.hops[0], &summary.hops[1]];
    let hops = [first, &summary, last];
    let losses = hops.map(|hop| hop.drop_rate);
    let waits = hops.map(mean_ms);
    let long = goodput(&summary, 0)
        * (80.0 + waits.iter().sum::<f64>())
        * losses.iter().sum::<f64>().sqrt();
    for hop in 0..3 {
        let cross = goodput(&summary, hop + 1) * (80.0 + waits[hop]) * losses[hop].sqrt();
        let ratio = long / cross;
        assert!((0.85..1.15).contains(&ratio), "hop {hop}: {ratio}, losses {losses:?}");
    }
}

#[test]
fn a_lane_without_other_hops_has_no_measures_of_them() {
    let summary = run(&tandem(10.0, vec![], vec![]), 1.0);
    assert!(summary.hops.is_empty());
}
