//! A run that continues from a snapshot equals a run without a break.

use crate::common::{all_variants, bulk, cbr, link, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    BufferConfig, Change, Direction, Distribution, HopConfig, JitterConfig, NoiseConfig,
    SimulationConfig, TrafficConfig,
};
use aqm_sim::schedule::{RateSchedule, Step};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::{Simulation, Snapshot};
use proptest::prelude::*;

const END_S: f64 = 12.0;

fn config(queue: AqmConfig, seed: u64, limited: bool, hops: bool) -> SimulationConfig {
    let traffic = vec![
        TrafficConfig::Bulk(bulk(3, CcKind::Cubic)),
        TrafficConfig::Bulk(bulk(2, CcKind::NewReno)),
        TrafficConfig::Datagrams(cbr(2.0, 1.0)),
    ];
    // The warm-up ends in the middle of the run and inside a bin. Snapshots are taken before and
    // after it.
    let mut config = SimulationConfig { seed, ..scenario(queue, traffic) };
    config.warmup = Time::from_seconds(5.374);
    config.link = link(10.0, 30);
    config.link.ack_rate = limited.then(|| BitRate::from_mbps(0.2));
    config.link.device_queue = if limited { 4 } else { 0 };
    if limited {
        config.link.noise = noise(0.01);
        let step = |ms, mbps| Step { at: Span::from_millis(ms), rate: BitRate::from_mbps(mbps) };
        let steps = vec![step(0, 10.0), step(150, 0.0), step(190, 4.0)];
        config.link.schedule = Some(RateSchedule::new(steps, Some(Span::from_millis(400))));
    }
    if hops {
        config.link.before = vec![hop(14.0, 0)];
        config.link.after = vec![hop(8.0, 5), hop(12.0, 0)];
        config.traffic[1].set_direction(Direction::Part { first: 1, last: 2 });
    }
    config
}

fn hop(mbps: f64, device_queue: u64) -> HopConfig {
    HopConfig {
        rate: BitRate::from_mbps(mbps),
        buffer: BufferConfig::Packets(60),
        device_queue,
        queue: None,
        delay: Span::from_millis(2),
    }
}

fn noise(loss: f64) -> NoiseConfig {
    let distribution = Distribution::Normal;
    NoiseConfig {
        jitter: JitterConfig {
            size: Span::from_millis(3),
            distribution,
            ..JitterConfig::default()
        },
        loss,
    }
}

/// Changes the run after a snapshot. Restoring must undo all of it.
fn disturb(simulation: &mut Simulation) {
    let now = simulation.now();
    let changes = [
        Change::Flows { group: 0, flows: 6 },
        Change::Rate(BitRate::from_mbps(3.0)),
        Change::Queue(AqmConfig::Codel(CodelParams::default())),
        Change::Burst {
            rate: BitRate::from_mbps(9.0),
            packet_bytes: 900,
            length: Span::from_millis(400),
        },
        Change::Rtt(Span::from_millis(200)),
        Change::DeviceQueue(7),
        Change::Noise(noise(0.1)),
        Change::Flows { group: 1, flows: 0 },
    ];
    for (index, change) in changes.into_iter().enumerate() {
        simulation.schedule(now + Span::from_millis(70) * index as u64, change);
    }
}

#[track_caller]
fn assert_equal(back: &Simulation, straight: &Simulation) {
    assert_eq!(back.now(), straight.now());
    assert_eq!(back.digest(), straight.digest(), "digests");
    assert_eq!(back.summary(), straight.summary(), "summaries");
    let window = |s: &Simulation| s.window(Time::from_seconds(1.0), Time::from_seconds(9.0));
    assert_eq!(window(back), window(straight), "windows");
    assert_eq!(back.series().len(), straight.series().len());
    // Compared as text, because NaN is not equal to itself. It has the series and the probes, too.
    assert_eq!(format!("{back:?}"), format!("{straight:?}"), "inner state");
}

fn straight(config: &SimulationConfig, until: Time) -> Simulation {
    let mut simulation = Simulation::new(config).with_parts();
    simulation.run_until(until);
    simulation
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn a_restored_run_equals_a_run_without_a_break(
        seed in any::<u64>(),
        at_ms in prop::collection::vec(0u64..11_000, 1..4),
        further_ms in 1u64..3000,
        (limited, hops) in any::<(bool, bool)>(),
    ) {
        for queue in all_variants() {
            let config = config(queue, seed, limited, hops);
            let end = Time::from_seconds(END_S);
            let mut simulation = Simulation::new(&config).with_parts();
            let mut times: Vec<Time> =
                at_ms.iter().map(|&ms| Time::ZERO + Span::from_millis(ms)).collect();
            times.sort();
            let snapshots: Vec<Snapshot> = times
                .iter()
                .map(|&at| {
                    simulation.run_until(at);
                    simulation.snapshot()
                })
                .collect();
            disturb(&mut simulation);
            simulation.run_until(simulation.now() + Span::from_millis(further_ms));
            // Latest first: an earlier snapshot stays valid after a later one was used.
            for (snapshot, &at) in snapshots.iter().zip(&times).rev() {
                simulation.restore(snapshot);
                prop_assert_eq!(snapshot.time(), at);
                assert_equal(&simulation, &straight(&config, at));
                disturb(&mut simulation);
                simulation.run_until(at + Span::from_millis(further_ms));
            }
            simulation.restore(&snapshots[0]);
            simulation.run_until(end);
            assert_equal(&simulation, &straight(&config, end));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    /// A fork with other changes equals a run from the start with these changes, and leaves the run that it came from as it was.
    #[test]
    fn a_fork_equals_a_run_with_its_changes_from_the_start(
        seed in any::<u64>(),
        (at_ms, later_ms) in (1u64..6000, 0u64..3000),
        (limited, hops, is_present) in any::<(bool, bool, bool)>(),
    ) {
        for queue in all_variants() {
            let config = config(queue, seed, limited, hops);
            let (at, end) = (Time::ZERO + Span::from_millis(at_ms), Time::from_seconds(END_S));
            let mut run = Simulation::new(&config).with_parts().trace_flows();
            run.run_until(at);
            let snapshot = run.snapshot();
            let mut fork = run.clone();
            if !is_present {
                run.run_until(at + Span::from_millis(later_ms));
                fork = run.clone();
                fork.restore(&snapshot);
            }
            disturb(&mut fork);
            fork.run_until(end);

            let mut expected = Simulation::new(&config).with_parts().trace_flows();
            expected.run_until(at);
            disturb(&mut expected);
            expected.run_until(end);
            assert_equal(&fork, &expected);
            run.run_until(end);
            let mut undisturbed = Simulation::new(&config).with_parts().trace_flows();
            undisturbed.run_until(end);
            assert_equal(&run, &undisturbed);
        }
    }
}

#[test]
#[should_panic(expected = "another history")]
fn restore_refuses_a_snapshot_of_a_longer_run() {
    let config = config(AqmConfig::DropTail(DropTailParams), 1, false, false);
    let snapshot = straight(&config, Time::from_seconds(3.0)).snapshot();
    Simulation::new(&config).restore(&snapshot);
}

/// Compares the size of a snapshot with its estimate. `aqm_experiment::Experiment` limits the memory
/// of snapshots by the estimate. Returns the size.
#[track_caller]
fn check_bytes(name: &str, simulation: &mut Simulation) -> u64 {
    let estimate = simulation.snapshot_bytes();
    let mut snapshot = None;
    let counted = allocation_counter::measure(|| snapshot = Some(simulation.snapshot()));
    let bytes = counted.bytes_current as u64;
    println!("{name}: {bytes} bytes, estimated {estimate}");
    assert!(
        estimate / 2 <= bytes && bytes <= estimate * 2,
        "{name}: {bytes}, estimated {estimate}"
    );
    bytes
}

#[test]
fn snapshot_bytes_is_within_a_factor_of_two() {
    for (mbps, rtt_ms, flows, seconds) in [
        (100.0, 20, 20, 10.0),
        // A long run needs no more, because a snapshot has no records.
        (100.0, 20, 20, 100.0),
        (100.0, 20, 500, 10.0),
        (10.0, 20, 1, 10.0),
        // Many packets in flight, but few flows.
        (1000.0, 200, 2, 30.0),
    ] {
        let traffic = vec![TrafficConfig::Bulk(bulk(flows, CcKind::Cubic))];
        let link = link(mbps, rtt_ms);
        let config =
            SimulationConfig { link, ..scenario(AqmConfig::DropTail(DropTailParams), traffic) };
        let mut simulation = straight(&config, Time::from_seconds(seconds));
        let name = format!("{flows} flows, {mbps} Mbit/s, {seconds} s");
        check_bytes(&name, &mut simulation);
    }
}

/// 200,000 segments are offered at once, and most of them dropped. Minutes later a snapshot has its
/// normal size.
#[test]
fn a_burst_long_ago_does_not_enlarge_snapshots() {
    let mut group = bulk(200, CcKind::Cubic);
    let small = SimulationConfig {
        link: link(100.0, 20),
        ..scenario(AqmConfig::DropTail(DropTailParams), vec![TrafficConfig::Bulk(group)])
    };
    group.initial_window = 1000;
    let burst = SimulationConfig { traffic: vec![TrafficConfig::Bulk(group)], ..small.clone() };
    let bytes = |name: &str, config: &SimulationConfig| {
        check_bytes(name, &mut straight(config, Time::from_seconds(100.0)))
    };
    let (small, burst) = (bytes("small windows", &small), bytes("large windows", &burst));
    assert!(burst < small * 3 / 2, "{burst} bytes after a burst, {small} without");
}
