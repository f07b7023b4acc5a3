//! Schedules of the rate, losses and random delays.

use crate::common::{bulk, cbr, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    BulkConfig, Change, Distribution, JitterConfig, JitterPlace, NoiseConfig, SimulationConfig,
    TrafficConfig,
};
use aqm_sim::metrics::Column;
use aqm_sim::schedule::{RateSchedule, Step};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

fn seconds(s: f64) -> Time {
    Time::from_seconds(s)
}

fn run(config: &SimulationConfig, until: f64) -> Simulation {
    let mut simulation = Simulation::new(config);
    simulation.run_until(seconds(until));
    simulation
}

fn schedule(steps: &[(u64, f64)], period_ms: u64) -> RateSchedule {
    let step = |&(ms, mbps): &(u64, f64)| Step {
        at: Span::from_millis(ms),
        rate: BitRate::from_mbps(mbps),
    };
    RateSchedule::new(steps.iter().map(step).collect(), Some(Span::from_millis(period_ms)))
}

/// Four CUBIC flows over 25 Mbit/s and 50 ms.
fn flows() -> SimulationConfig {
    let traffic = vec![TrafficConfig::Bulk(bulk(4, CcKind::Cubic))];
    scenario(AqmConfig::DropTail(DropTailParams), traffic)
}

/// A source of 4 Mbit/s, 500 packets a second, over 25 Mbit/s.
fn datagrams() -> SimulationConfig {
    let traffic = vec![TrafficConfig::Datagrams(cbr(4.0, 0.0))];
    SimulationConfig {
        warmup: Time::ZERO,
        ..scenario(AqmConfig::DropTail(DropTailParams), traffic)
    }
}

#[test]
fn the_link_follows_a_square_wave() {
    let mut config = flows();
    config.link.schedule = Some(schedule(&[(0, 20.0), (300, 5.0)], 1000));
    let simulation = run(&config, 30.0);
    let rows = simulation.series().rows();
    for second in 10..30 {
        let bits = |from: usize, to: usize, column| {
            rows[second * 100 + from..second * 100 + to].iter().map(|row| row[column]).sum::<f32>()
        };
        assert_eq!(bits(0, 30, Column::CapacityBits), 6e6);
        assert_eq!(bits(30, 100, Column::CapacityBits), 3.5e6);
        // The queue is never empty at the low rate.
        assert!((bits(40, 100, Column::SentBits) - 3e6).abs() < 1.0);
    }
    assert!(simulation.summary().utilization > 0.9);
}

#[test]
fn an_outage_stops_the_link_and_fills_the_queue() {
    let mut config = datagrams();
    config.link.schedule = Some(schedule(&[(0, 25.0), (500, 0.0), (700, 25.0)], 2000));
    let simulation = run(&config, 2.0);
    let rows = simulation.series().rows();
    let during = &rows[50..70];
    assert!(during.iter().all(|row| row[Column::SentBits] == 0.0));
    assert!(during.iter().map(|row| row[Column::Sent]).sum::<f32>() <= 1.0);
    assert!(rows[69][Column::QueuePackets] > 95.0, "500 packets/s arrive for 200 ms");
    let delay = simulation.summary().delay.expect("packets were sent");
    assert!((delay.max - 200.0).abs() < 2.0, "the first packet of the outage waits {delay:?}");
    assert!(simulation.summary().utilization <= 1.0);
}

#[test]
fn a_change_of_the_rate_ends_the_schedule() {
    let mut config = flows();
    config.link.schedule = Some(schedule(&[(0, 20.0), (300, 5.0)], 1000));
    config.changes = vec![(seconds(5.1), Change::Rate(BitRate::from_mbps(8.0)))];
    let rows = run(&config, 20.0).series().rows().to_vec();
    assert!(rows[511..].iter().all(|row| row[Column::CapacityBits] == 80_000.0));
}

#[test]
fn slices_do_not_change_a_run_with_schedule_and_noise() {
    let mut config = flows();
    config.link.schedule = Some(schedule(&[(0, 20.0), (301, 0.0), (350, 3.0)], 997));
    let jitter = JitterConfig {
        size: Span::from_millis(2),
        distribution: Distribution::Normal,
        ..JitterConfig::default()
    };
    config.link.noise = NoiseConfig { jitter, loss: 0.002 };
    config.queue = AqmConfig::Codel(CodelParams::default());
    let whole = run(&config, 12.0);
    let mut sliced = Simulation::new(&config);
    let mut until = Time::ZERO;
    while sliced.now() < seconds(12.0) {
        if sliced.now() >= until {
            until = (until + Span::from_micros(13_337)).min(seconds(12.0));
        }
        sliced.run(until, 7);
    }
    assert_eq!(whole.digest(), sliced.digest());
    assert_eq!(whole.summary(), sliced.summary());
}

#[test]
fn the_loss_rate_is_the_given_one() {
    let mut config = datagrams();
    config.link.noise.loss = 0.03;
    let simulation = run(&config, 200.0);
    let summary = simulation.summary();
    let sent = summary.packets.sent as f64;
    assert!(sent > 99_000.0);
    let measured = summary.path_loss_rate.expect("the path is lossy");
    // Four standard deviations of a binomial distribution.
    let tolerance = 4.0 * (0.03_f64 * 0.97 / sent).sqrt();
    assert!((measured - 0.03).abs() < tolerance, "{measured} +- {tolerance}");
    assert_eq!(summary.packets.dropped(), 0, "losses on the path are no drops of the queue");
    assert_eq!(run(&datagrams(), 1.0).summary().path_loss_rate, None);
}

/// Goodput over a lossy path follows the inverse square root of the loss rate (Mathis et al. 1997).
#[test]
fn losses_limit_the_rate_of_newreno() {
    let goodput = |loss| {
        let mut group = bulk(1, CcKind::NewReno);
        group.delayed_ack = false;
        let traffic = vec![TrafficConfig::Bulk(group)];
        let mut config = scenario(AqmConfig::DropTail(DropTailParams), traffic);
        config.link.rate = BitRate::from_mbps(200.0);
        config.link.noise.loss = loss;
        run(&config, 120.0).summary().flows[0].goodput_mbps
    };
    // Segments of 1448 bytes, RTT 50 ms, and the constant sqrt(3/2) for an ACK per segment.
    for loss in [0.0005_f64, 0.002, 0.008] {
        let expected = 1448.0 * 8.0 / 0.05 * (1.5 / loss).sqrt() / 1e6;
        let measured = goodput(loss);
        assert!((measured / expected - 1.0).abs() < 0.15, "{measured} but {expected} Mbit/s");
    }
}

#[test]
fn jitter_keeps_packets_in_order() {
    for distribution in [Distribution::Uniform, Distribution::Normal] {
        let mut config = flows();
        config.link.noise.jitter =
            JitterConfig { size: Span::from_millis(10), distribution, ..JitterConfig::default() };
        let simulation = run(&config, 30.0);
        let summary = simulation.summary();
        assert!(summary.utilization > 0.8, "{distribution:?}: {}", summary.utilization);
        assert_eq!(summary.path_loss_rate, Some(0.0));
        let reorderings: u64 = simulation.flow_probes().map(|flow| flow.sender.reorderings).sum();
        assert_eq!(reorderings, 0, "{distribution:?}");
    }
}

/// A group whose packets are delayed in this place, normally around zero with 10 ms.
fn delayed(place: JitterPlace, group: BulkConfig) -> SimulationConfig {
    let (size, distribution) = (Span::from_millis(10), Distribution::Normal);
    let jitter = JitterConfig { size, distribution, place };
    let group = BulkConfig { jitter, ..group };
    scenario(AqmConfig::DropTail(DropTailParams), vec![TrafficConfig::Bulk(group)])
}

#[test]
fn packets_overtake_each_other_ahead_of_the_queue_only() {
    let reorderings = |place| -> u64 {
        let simulation = run(&delayed(place, bulk(2, CcKind::Cubic)), 30.0);
        simulation.flow_probes().map(|flow| flow.sender.reorderings).sum()
    };
    assert_eq!(reorderings(JitterPlace::Behind), 0);
    assert!(reorderings(JitterPlace::Ahead) > 10);
}

/// With a window of one segment, a round trip takes the RTT, the transmission and the jitter, whose mean is zero.
#[test]
fn jitter_in_either_place_is_a_part_of_the_round_trip_time() {
    for place in [JitterPlace::Behind, JitterPlace::Ahead] {
        let group =
            BulkConfig { receive_window: 1, delayed_ack: false, ..bulk(1, CcKind::NewReno) };
        let simulation = run(&delayed(place, group), 300.0);
        let transmission = 1500.0 * 8.0 / 25e6;
        let expected = 1448.0 * 8.0 / (0.05 + transmission) / 1e6;
        let measured = simulation.summary().flows[0].goodput_mbps;
        assert!((measured / expected - 1.0).abs() < 0.01, "{place:?}: {measured} and {expected}");
        let srtt = simulation.flow_probes().next().and_then(|flow| flow.sender.srtt);
        let srtt = srtt.expect("ACKs arrived").millis();
        assert!((35.0..66.0).contains(&srtt), "{place:?}: {srtt} ms");
    }
}

#[test]
fn jitter_ahead_of_the_queue_spreads_bursts() {
    let delay = |place| {
        let group = BulkConfig { receive_window: 20, ..bulk(4, CcKind::Cubic) };
        let summary = run(&delayed(place, group), 60.0).summary();
        summary.delay.expect("packets left").mean
    };
    let (behind, ahead) = (delay(JitterPlace::Behind), delay(JitterPlace::Ahead));
    assert!(ahead < 0.5 * behind, "{ahead} and {behind} ms");
}

#[test]
fn slices_do_not_change_a_run_with_jitter_ahead_of_the_queue() {
    let config = delayed(JitterPlace::Ahead, bulk(3, CcKind::Cubic));
    let whole = run(&config, 12.0);
    let mut sliced = Simulation::new(&config);
    let mut until = Time::ZERO;
    while sliced.now() < seconds(12.0) {
        if sliced.now() >= until {
            until = (until + Span::from_micros(13_337)).min(seconds(12.0));
        }
        sliced.run(until, 7);
    }
    assert_eq!((whole.digest(), whole.summary()), (sliced.digest(), sliced.summary()));
}

#[test]
fn noise_that_is_off_changes_nothing() {
    let mut config = flows();
    let plain = run(&config, 8.0);
    config.changes = vec![(seconds(2.0), Change::Noise(NoiseConfig::default()))];
    assert_eq!(run(&config, 8.0).digest(), plain.digest());
}
