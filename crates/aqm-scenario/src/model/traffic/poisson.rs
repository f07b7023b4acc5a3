//! Datagrams with exponentially distributed gaps.

use super::*;

datagram_traffic! {
    /// Datagrams with exponentially distributed gaps. They do not react to congestion.
    pub struct Poisson, label "Poisson" {
        /// Number of sources.
        flows: u64 {
            json: "flows", label: "Sources", check: FLOWS.slider(0, 20), default: 1, live: true,
        }
        /// Mean rate of each source, headers included.
        rate_mbps: f64 { json: "rateMbps", label: "Mean rate", check: DATAGRAM_RATE, live: true }
        /// Size of an IP packet; the mean size for exponential sizes.
        packet_bytes: u64 {
            json: "packetBytes", label: "Packet size", check: DATAGRAM_BYTES, default: u64::from(MTU),
        }
        /// Distribution of the packet sizes.
        sizes: Sizes { json: "sizes", label: "Sizes", check: Choices::NEW, default: Sizes::Fixed }
    }
}

impl Group for Poisson {
    fn config(&self) -> TrafficConfig {
        let arrivals = match self.sizes {
            Sizes::Fixed => Arrivals::Poisson,
            Sizes::Exponential => Arrivals::PoissonExponentialSize,
        };
        TrafficConfig::Datagrams(DatagramConfig { arrivals, ..self.datagrams() })
    }

    fn name(&self) -> &'static str {
        "Poisson"
    }
}

/// Distribution of packet sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// All equal.
    Fixed,
    /// Exponential.
    Exponential,
}

choice! {
    Sizes, later &[] => {
        /// All packets have the same size: M/D/1.
        "fixed" as "fixed" => Sizes::Fixed,
        /// Exponentially distributed sizes: M/M/1.
        "exponential" as "exponential" => Sizes::Exponential,
    }
}
