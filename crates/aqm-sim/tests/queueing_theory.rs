//! Compares mean delays with the exact results of queueing theory.

use aqm_sim::aqm::{AqmConfig, DropTailParams};
use aqm_sim::config::{
    Arrivals, BufferConfig, DatagramConfig, Direction, LinkConfig, NoiseConfig, SimulationConfig,
    TrafficConfig,
};
use aqm_sim::metrics::Summary;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use aqm_sim::world::Simulation;

const PACKET_BYTES: u32 = 1000;
const LINK_MBPS: f64 = 8.0;
/// Time to send a packet of mean size: 1 ms.
const SERVICE_MS: f64 = 1.0;

/// Runs one hour of Poisson arrivals at utilization `load`, with an unlimited queue.
fn simulate(arrivals: Arrivals, load: f64, seed: u64) -> Summary {
    let end = Time::from_seconds(3600.0);
    let mut simulation = Simulation::new(&SimulationConfig {
        seed,
        warmup: Time::from_seconds(60.0),
        link: LinkConfig {
            rate: BitRate::from_mbps(LINK_MBPS),
            rtt: Span::from_millis(10),
            buffer: BufferConfig::Packets(u64::MAX),
            ack_rate: None,
            ack_buffer: 0,
            device_queue: 0,
            token_bucket: 0,
            noise: NoiseConfig::default(),
            schedule: None,
            reverse: None,
            before: Vec::new(),
            after: Vec::new(),
        },
        queue: AqmConfig::DropTail(DropTailParams),
        traffic: vec![TrafficConfig::Datagrams(DatagramConfig {
            flows: 1,
            muted: false,
            direction: Direction::Forward,
            rate: BitRate::from_mbps(LINK_MBPS * load),
            packet_bytes: PACKET_BYTES,
            arrivals,
            ecn: false,
            start: Time::ZERO,
            spread: Span::ZERO,
            stop: Time::NEVER,
            spurts: None,
            meter: None,
        })],
        changes: Vec::new(),
    });
    simulation.run_until(end);
    simulation.summary()
}

#[track_caller]
fn check(arrivals: Arrivals, load: f64, expected_ms: f64) {
    let seeds = 1..=3;
    let count = seeds.clone().count() as f64;
    let runs: Vec<Summary> = seeds.map(|seed| simulate(arrivals, load, seed)).collect();
    let mean = runs.iter().map(|run| run.delay.expect("packets left").mean).sum::<f64>() / count;
    let error = mean / expected_ms - 1.0;
    assert!(error.abs() < 0.02, "load {load}: mean wait {mean:.4} ms, theory {expected_ms:.4} ms");
    let utilization = runs.iter().map(|run| run.utilization).sum::<f64>() / count;
    assert!((utilization - load).abs() < 0.005, "utilization {utilization} at load {load}");
    // Little's law: mean backlog = arrival rate * mean wait.
    let backlog = runs.iter().map(|run| run.queue_packets_mean).sum::<f64>() / count;
    let little = load / SERVICE_MS * mean;
    assert!((backlog / little - 1.0).abs() < 0.02, "backlog {backlog}, Little {little}");
}

/// M/D/1: mean wait = service * load / (2 (1 - load)) (Pollaczek-Khinchine).
#[test]
fn constant_packet_sizes_wait_as_in_m_d_1() {
    for load in [0.3, 0.6, 0.8] {
        check(Arrivals::Poisson, load, SERVICE_MS * load / (2.0 * (1.0 - load)));
    }
}

/// M/M/1: mean wait = service * load / (1 - load).
#[test]
fn exponential_packet_sizes_wait_as_in_m_m_1() {
    for load in [0.3, 0.6, 0.8] {
        check(Arrivals::PoissonExponentialSize, load, SERVICE_MS * load / (1.0 - load));
    }
}
