//! Datagrams at a constant bit rate.

use super::*;

datagram_traffic! {
    /// Datagrams at a constant bit rate. They do not react to congestion.
    pub struct Cbr, label "CBR" {
        /// Number of sources. All send at the same times, so their packets arrive in bursts.
        flows: u64 {
            json: "flows", label: "Sources", check: FLOWS.slider(0, 20), default: 1, live: true,
        }
        /// Rate of each source, headers included.
        rate_mbps: f64 { json: "rateMbps", label: "Rate", check: DATAGRAM_RATE, live: true }
        /// Size of an IP packet.
        packet_bytes: u64 {
            json: "packetBytes", label: "Packet size", check: DATAGRAM_BYTES, default: u64::from(MTU),
        }
    }
}

impl Group for Cbr {
    fn config(&self) -> TrafficConfig {
        TrafficConfig::Datagrams(self.datagrams())
    }

    fn name(&self) -> &'static str {
        "CBR"
    }
}
