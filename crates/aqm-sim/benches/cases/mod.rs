//! Runs for measuring speed: CoDel, half of the flows CUBIC and half NewReno, a buffer of two
//! bandwidth-delay products, and all measures of the page.

#![allow(dead_code, reason = "each bench uses a part")]

#[path = "../../tests/common/mod.rs"]
pub mod common;

use aqm_sim::aqm::{AqmConfig, CodelParams};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{
    BufferConfig, BulkConfig, LinkConfig, NoiseConfig, SimulationConfig, TrafficConfig,
};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// One run.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Name in tables and on the command line.
    pub name: &'static str,
    /// Number of TCP flows.
    pub flows: u32,
    /// Link rate.
    pub mbps: f64,
    /// Propagation RTT in ms; the mean if the flows' RTTs differ.
    pub rtt_ms: u64,
    /// Every flow has its own RTT, from half to three halves of `rtt_ms`.
    pub distinct_rtts: bool,
    /// Simulated time in seconds.
    pub seconds: f64,
}

/// All runs.
pub const CASES: [Case; 6] = [
    Case::new("1 flow, 25 Mbit/s, 50 ms", 1, 25.0, 50, false, 200.0),
    Case::new("20 flows, 100 Mbit/s, 20 ms", 20, 100.0, 20, false, 50.0),
    Case::new("100 flows, 1 Gbit/s, 20 ms", 100, 1000.0, 20, false, 5.0),
    Case::new("1000 flows, 1 Gbit/s, 50 ms", 1000, 1000.0, 50, false, 5.0),
    Case::new("100 flows, 1 Gbit/s, 100 RTTs about 20 ms", 100, 1000.0, 20, true, 5.0),
    Case::new("1000 flows, 1 Gbit/s, 1000 RTTs about 50 ms", 1000, 1000.0, 50, true, 5.0),
];

impl Case {
    const fn new(
        name: &'static str,
        flows: u32,
        mbps: f64,
        rtt_ms: u64,
        distinct_rtts: bool,
        seconds: f64,
    ) -> Self {
        Case { name, flows, mbps, rtt_ms, distinct_rtts, seconds }
    }

    /// Returns its configuration.
    pub fn config(&self) -> SimulationConfig {
        let rtt = Span::from_millis(self.rtt_ms);
        let traffic = if self.distinct_rtts {
            (0..self.flows).map(|i| self.group(i % 2, 1, Some(self.rtt_of(i)))).collect()
        } else {
            let cubic = self.flows.div_ceil(2);
            vec![self.group(0, cubic, None), self.group(1, self.flows - cubic, None)]
        };
        SimulationConfig {
            seed: 1,
            warmup: Time::ZERO,
            link: LinkConfig {
                rate: BitRate::from_mbps(self.mbps),
                rtt,
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
            },
            queue: AqmConfig::Codel(CodelParams::default()),
            traffic,
            changes: Vec::new(),
        }
    }

    fn rtt_of(&self, flow: u32) -> Span {
        let rtt = Span::from_millis(self.rtt_ms);
        rtt.half() + Span::from_nanos(rtt.nanos() * u64::from(flow) / u64::from(self.flows))
    }

    fn group(&self, parity: u32, flows: u32, rtt: Option<Span>) -> TrafficConfig {
        let cc = if parity == 0 { CcKind::Cubic } else { CcKind::NewReno };
        TrafficConfig::Bulk(BulkConfig { rtt, ..common::bulk(flows, cc) })
    }
}
