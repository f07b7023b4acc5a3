//! Scenarios shared by several tests.

use aqm_sim::aqm::AqmConfig;
use aqm_sim::cc::CcConfig;
use aqm_sim::config::{
    Arrivals, BufferConfig, BulkConfig, DatagramConfig, Direction, JitterConfig, LinkConfig,
    NoiseConfig, SimulationConfig, TrafficConfig,
};
use aqm_sim::tcp::Stack;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// Returns `flows` bulk flows that start within 0.1 s.
pub fn bulk(flows: u32, cc: impl Into<CcConfig>) -> BulkConfig {
    BulkConfig {
        flows,
        muted: false,
        direction: Direction::Forward,
        cc: cc.into(),
        pacing: false,
        stack: Stack::default(),
        ecn: false,
        sack: true,
        delayed_ack: true,
        initial_window: 10,
        initial_rto: Span::from_millis(1000),
        receive_window: 1 << 20,
        packet_bytes: 1500,
        rtt: None,
        jitter: JitterConfig::default(),
        start: Time::ZERO,
        stagger: Span::ZERO,
        spread: Span::from_millis(100),
        stop: Time::NEVER,
    }
}

/// Returns a constant-bit-rate source of 1000-byte packets.
pub fn cbr(mbps: f64, start_s: f64) -> DatagramConfig {
    DatagramConfig {
        flows: 1,
        muted: false,
        direction: Direction::Forward,
        rate: BitRate::from_mbps(mbps),
        packet_bytes: 1000,
        arrivals: Arrivals::Constant,
        ecn: false,
        start: Time::from_seconds(start_s),
        spread: Span::ZERO,
        stop: Time::NEVER,
        spurts: None,
        meter: None,
    }
}

/// Returns a path of `mbps` and `rtt_ms` with a buffer of two bandwidth-delay products.
pub fn link(mbps: f64, rtt_ms: u64) -> LinkConfig {
    LinkConfig {
        rate: BitRate::from_mbps(mbps),
        rtt: Span::from_millis(rtt_ms),
        buffer: BufferConfig::Bdp { factor: 2.0, min_packets: 10 },
        ack_rate: None,
        ack_buffer: 1000,
        device_queue: 0,
        token_bucket: 0,
        noise: NoiseConfig::default(),
        schedule: None,
        reverse: None,
        before: Vec::new(),
        after: Vec::new(),
    }
}

/// Returns a scenario with 25 Mbit/s and 50 ms. Statistics start after 10 s.
pub fn scenario(queue: AqmConfig, traffic: Vec<TrafficConfig>) -> SimulationConfig {
    SimulationConfig {
        seed: 1,
        warmup: Time::from_seconds(10.0),
        link: link(25.0, 50),
        queue,
        traffic,
        changes: Vec::new(),
    }
}

/// Returns every discipline with its defaults.
pub fn disciplines() -> Vec<(&'static str, AqmConfig)> {
    AqmConfig::defaults()
}

/// Returns every discipline in every variant.
pub fn all_variants() -> Vec<AqmConfig> {
    AqmConfig::examples().into_iter().map(|(_, config)| config).collect()
}
