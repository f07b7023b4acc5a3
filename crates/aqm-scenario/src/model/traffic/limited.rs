//! TCP flows whose application writes at a limited rate.

// The macro names the types of the options that all kinds over TCP share.
use super::*;
use aqm_sim::config::{AppConfig, LimitedConfig};

tcp_traffic! {
    /// TCP flows whose application writes chunks at a limited rate.
    pub struct Limited, label "Limited TCP" {
        /// Number of flows.
        flows: u64 {
            json: "flows", label: "TCP flows", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
        /// Rate at which each application writes, without headers.
        rate_mbps: f64 {
            json: "rateMbps", label: "Rate",
            check: Number::new("Mbit/s", 0.0, MAX_MBPS).log_slider(0.01, 1000.0, 0.01), default: 1.0,
            live: true,
        }
        /// Size of each write, rounded up to whole segments.
        chunk_bytes: u64 {
            json: "chunkBytes", label: "Chunk",
            check: Integer::new("bytes", 1, 10_000_000).log_slider(1000, 1_000_000), default: 10_000,
            live: true,
        }
    }
}

impl Group for Limited {
    fn config(&self) -> TrafficConfig {
        let kind = AppKind::Limited(LimitedConfig {
            rate: rate(self.rate_mbps),
            chunk_bytes: self.chunk_bytes,
        });
        TrafficConfig::App(AppConfig { tcp: self.tcp(), kind })
    }

    fn name(&self) -> &'static str {
        "limited TCP"
    }

    fn datagrams_per_s(&self) -> f64 {
        // Chunks are whole segments.
        let bytes = self.chunk_bytes.max(u64::from(small(self.packet_bytes)) / 2);
        let users = if self.muted { 0 } else { self.flows };
        users as f64 * (rate(self.rate_mbps).bps() as f64 * CHUNK_COST) / 8.0 / bytes as f64
    }
}
