//! Datagrams in periods, with silence between them.

use super::*;
use aqm_sim::config::{MeterConfig, Spurts};

datagram_traffic! {
    /// Datagrams at a constant rate in periods, with silence between them. They do not react to
    /// congestion.
    pub struct OnOff, label "On/off", measured {
        /// Number of sources.
        flows: u64 {
            json: "flows", label: "Sources", check: FLOWS.slider(0, 20), default: 1, live: true,
        }
        /// Rate of each source while it sends, headers included.
        rate_mbps: f64 { json: "rateMbps", label: "Rate", check: DATAGRAM_RATE, live: true }
        /// Size of an IP packet.
        packet_bytes: u64 {
            json: "packetBytes", label: "Packet size", check: DATAGRAM_BYTES, default: u64::from(MTU),
        }
        /// Mean length of a period of sending.
        on_s: f64 { json: "onS", label: "On", check: PERIOD, default: 1.0 }
        /// Mean length of a silence.
        off_s: f64 { json: "offS", label: "Off", check: PERIOD, default: 1.0 }
        /// Distribution of both lengths.
        periods: Pauses {
            json: "periods", label: "Periods", check: Choices::NEW, default: Pauses::Exponential,
        }
    }
}

impl Group for OnOff {
    fn config(&self) -> TrafficConfig {
        TrafficConfig::Datagrams(DatagramConfig {
            spread: Span::from_seconds(self.spread_s),
            spurts: Some(Spurts {
                on: Span::from_seconds(self.on_s),
                off: Span::from_seconds(self.off_s),
                random: self.periods == Pauses::Exponential,
            }),
            meter: Some(MeterConfig { rtt: self.rtt_ms.map(millis), voice: None }),
            ..self.datagrams()
        })
    }

    fn name(&self) -> &'static str {
        "on/off"
    }
}
