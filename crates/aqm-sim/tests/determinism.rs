//! Equal timelines give equal runs, independent of slices and of later changes.

use crate::common::{self, bulk, cbr, disciplines, scenario};
use aqm_sim::aqm::{AqmConfig, CodelParams, DropTailParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{BufferConfig, Change, DatagramConfig, SimulationConfig, TrafficConfig};
use aqm_sim::metrics::Column;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;
use proptest::prelude::*;

const END_S: f64 = 12.0;

fn mixed_traffic() -> Vec<TrafficConfig> {
    vec![
        TrafficConfig::Bulk(bulk(3, CcKind::Cubic)),
        TrafficConfig::Bulk(bulk(2, CcKind::NewReno)),
        TrafficConfig::Datagrams(cbr(2.0, 1.0)),
    ]
}

/// Returns changes of every kind, spread over the run.
fn changes() -> Vec<(Time, Change)> {
    let changes = [
        Change::Rate(BitRate::from_mbps(5.0)),
        Change::Flows { group: 0, flows: 8 },
        Change::Rtt(Span::from_millis(20)),
        Change::Burst {
            rate: BitRate::from_mbps(10.0),
            packet_bytes: 700,
            length: Span::from_millis(300),
        },
        Change::SourceRate { group: 2, rate: BitRate::from_mbps(4.0) },
        Change::CongestionControl { group: 1, cc: CcKind::Cubic.into() },
        Change::Queue(AqmConfig::Codel(CodelParams::default())),
        Change::Flows { group: 0, flows: 1 },
        Change::Buffer(BufferConfig::Packets(20)),
        Change::Ecn { group: 0, ecn: true },
        Change::GroupRtt { group: 1, rtt: Some(Span::from_millis(5)) },
        Change::Flows { group: 0, flows: 4 },
        Change::Rate(BitRate::from_mbps(50.0)),
    ];
    let start = Time::from_seconds(2.0);
    changes
        .into_iter()
        .enumerate()
        .map(|(index, change)| (start + Span::from_millis(731) * index as u64, change))
        .collect()
}

fn finish(config: &SimulationConfig) -> Simulation {
    let mut simulation = Simulation::new(config);
    simulation.run_until(Time::from_seconds(END_S));
    simulation
}

#[track_caller]
fn assert_equal(a: &Simulation, b: &Simulation, name: &str) {
    assert_eq!(a.digest(), b.digest(), "{name}: digests");
    assert_eq!(a.summary(), b.summary(), "{name}: summaries");
    let backlogs = |run: &Simulation| run.series().column(Column::QueueBytes).collect::<Vec<_>>();
    assert_eq!(backlogs(a), backlogs(b), "{name}: series");
}

#[test]
fn slices_and_effort_limits_do_not_change_the_run() {
    for (name, queue) in disciplines() {
        let config = SimulationConfig { changes: changes(), ..scenario(queue, mixed_traffic()) };
        let whole = finish(&config);
        let mut sliced = Simulation::new(&config);
        let mut until = Time::ZERO;
        while sliced.now() < Time::from_seconds(END_S) {
            if sliced.now() >= until {
                until = (until + Span::from_micros(13_337)).min(Time::from_seconds(END_S));
            }
            sliced.run(until, 7);
        }
        assert_equal(&whole, &sliced, name);
    }
}

/// Dropped packets also cost time, so the limit counts offered packets.
#[test]
fn an_effort_limit_stops_within_an_overloaded_bin() {
    for (name, queue) in disciplines() {
        // One packet per microsecond, on a link that sends one per 12.8 microseconds.
        let flood = DatagramConfig { packet_bytes: 40, ..cbr(320.0, 0.0) };
        let mut simulation =
            Simulation::new(&scenario(queue, vec![TrafficConfig::Datagrams(flood)]));
        let end = Time::from_seconds(0.02);
        for call in 1..=20 {
            simulation.run(end, 100);
            assert!(simulation.now() < end, "{name}");
            let offered = simulation.effort();
            assert!((call * 100..call * 100 + 10).contains(&offered), "{name}: {offered}");
        }
        assert!(simulation.now() < Time::from_seconds(0.003), "{name}");
        simulation.run(end, u64::MAX);
        assert_eq!(simulation.now(), end, "{name}");
        assert_eq!((simulation.now(), simulation.effort()), (end, 20_000), "{name}");
    }
}

#[test]
fn live_changes_equal_planned_ones() {
    for (name, queue) in disciplines() {
        let plain = scenario(queue, mixed_traffic());
        let planned = finish(&SimulationConfig { changes: changes(), ..plain.clone() });
        let mut live = Simulation::new(&plain);
        for (at, change) in changes() {
            live.run_until(at);
            live.schedule(at, change);
        }
        live.run_until(Time::from_seconds(END_S));
        assert_equal(&planned, &live, name);
    }
}

#[test]
fn a_clone_continues_like_the_original() {
    for (name, queue) in disciplines() {
        let mut original = Simulation::new(&scenario(queue, mixed_traffic()));
        original.run_until(Time::from_seconds(5.0));
        let mut snapshot = original.clone();
        original.run_until(Time::from_seconds(END_S));
        snapshot.run_until(Time::from_seconds(END_S));
        assert_equal(&original, &snapshot, name);
    }
}

#[test]
fn a_change_does_not_affect_earlier_events() {
    let plain = scenario(AqmConfig::Codel(CodelParams::default()), mixed_traffic());
    let at = Time::from_seconds(6.0);
    let slower = (at, Change::Rate(BitRate::from_mbps(3.0)));
    let changed = SimulationConfig { changes: vec![slower], ..plain.clone() };
    let (mut a, mut b) = (Simulation::new(&plain), Simulation::new(&changed));
    a.run_until(at);
    b.run_until(at);
    assert_equal(&a, &b, "before");
    a.run_until(Time::from_seconds(END_S));
    b.run_until(Time::from_seconds(END_S));
    assert_ne!(a.digest(), b.digest());
}

#[test]
fn disciplines_and_seeds_give_different_runs() {
    let mut digests: Vec<u64> = disciplines()
        .into_iter()
        .map(|(_, queue)| finish(&scenario(queue, mixed_traffic())).digest())
        .collect();
    let reseeded = SimulationConfig {
        seed: 2,
        ..scenario(AqmConfig::DropTail(DropTailParams), mixed_traffic())
    };
    digests.push(finish(&reseeded).digest());
    digests.sort_unstable();
    digests.dedup();
    // Without orders of the user, that queue is drop-tail.
    assert_eq!(digests.len(), disciplines().len());
}

#[test]
fn a_silent_source_changes_nothing() {
    for (name, queue) in disciplines() {
        let without = finish(&scenario(queue, mixed_traffic()));
        let mut traffic = mixed_traffic();
        traffic.push(TrafficConfig::Datagrams(cbr(0.0, 0.0)));
        traffic.push(TrafficConfig::Bulk(bulk(0, CcKind::Cubic)));
        assert_equal(&without, &finish(&scenario(queue, traffic)), name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Every offered packet is sent, dropped or still queued.
    #[test]
    fn packets_are_conserved(
        discipline in 0usize..5,
        seed in 0u64..1000,
        mbps in 0.3f64..40.0,
        rtt_ms in 1u64..300,
        buffer in 1u64..200,
        flows in 0u32..12,
        cbr_mbps in 0.0f64..30.0,
        changed_mbps in 0.1f64..100.0,
        ecn in any::<bool>(),
    ) {
        let (_, queue) = disciplines()[discipline];
        let group = aqm_sim::config::BulkConfig { ecn, ..bulk(flows, CcKind::Cubic) };
        let mut config = scenario(queue, vec![
            TrafficConfig::Bulk(group),
            TrafficConfig::Datagrams(cbr(cbr_mbps, 0.5)),
        ]);
        config.seed = seed;
        config.warmup = Time::ZERO;
        config.link = common::link(mbps, rtt_ms);
        config.link.buffer = BufferConfig::Packets(buffer);
        config.changes = vec![
            (Time::from_seconds(2.0), Change::Rate(BitRate::from_mbps(changed_mbps))),
            (Time::from_seconds(3.0), Change::Flows { group: 0, flows: flows / 2 }),
        ];
        let mut simulation = Simulation::new(&config);
        simulation.run_until(Time::from_seconds(4.0));
        let summary = simulation.summary();
        let (queued, _) = simulation.backlog();
        let packets = summary.packets;
        prop_assert_eq!(packets.offered, packets.sent + packets.dropped() + queued);
        prop_assert!(queued <= buffer);
        prop_assert!((0.0..=1.0 + 1e-6).contains(&summary.utilization));
        prop_assert!(summary.drop_rate <= 1.0);
        if !ecn {
            prop_assert_eq!(packets.marked, 0);
        }
    }
}

#[test]
fn without_series_all_other_results_are_equal() {
    for (name, queue) in disciplines() {
        let config = SimulationConfig { changes: changes(), ..scenario(queue, mixed_traffic()) };
        let whole = finish(&config);
        let mut lean = Simulation::new(&config).without_series();
        lean.run_until(Time::from_seconds(END_S));
        assert_eq!(whole.digest(), lean.digest(), "{name}");
        assert_eq!(whole.summary(), lean.summary(), "{name}");
        let window = |s: &Simulation| s.window(Time::from_seconds(3.0), Time::from_seconds(8.0));
        assert_eq!(window(&whole), window(&lean), "{name}");
        assert!(lean.series().is_empty(), "{name}");
    }
}
