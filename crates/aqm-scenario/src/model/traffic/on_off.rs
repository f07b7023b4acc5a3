//! Datagrams in periods, with silence between them.

use super::*;
use aqm_sim::config::{MeterConfig, Spurts};

record! {
    /// Datagrams at a constant rate in periods, with silence between them. They do not react to
    /// congestion.
    pub struct OnOff, label "On/off", agree agree {
        /// Name of the group. Empty: the page shows the kind.
        name: String { json: "name", label: "Name", check: NAME, default: String::new() }
        /// A muted group sends nothing. Unmuted, its sources start anew.
        muted: bool { json: "muted", label: "Muted", check: Flag, default: false, live: true }
        /// Direction of the data.
        direction: Direction {
            json: "direction", label: "Direction", check: Choices::NEW, default: Direction::Forward,
        }
        /// First hop of the data, counted from 1.
        first_hop: u64 { json: "firstHop", label: "Enters before hop", check: HOP, default: 1 }
        /// Last hop of the data, counted from 1. Off: the last hop of the path.
        last_hop: Option<u64> {
            json: "lastHop", label: "Leaves behind hop", check: Maybe(HOP), default: None,
        }
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
        /// Queues with ECN mark these packets instead of dropping them. The sources ignore the marks.
        ecn: bool { json: "ecn", label: "ECN", check: Flag, default: false, live: true }
        /// Round-trip propagation time of these datagrams. Off: that of the link.
        rtt_ms: Option<f64> {
            json: "rttMs", label: "Own round-trip time", check: RTT, default: None, live: true,
        }
        /// Time at which the sources start.
        start_s: f64 { json: "startS", label: "Start", check: TIME_S, default: 0.0 }
        /// Time at which the sources stop. Off: never.
        stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
        /// Maximum random extra delay of each source's start.
        spread_s: f64 {
            json: "spreadS", label: "Random start",
            check: Number::new("s", 0.0, 3600.0).slider(0.0, 10.0, 0.1), default: 0.1,
        }
    }
}

impl OnOff {
    fn agree(&self, reader: &mut Reader) {
        check_stop(self.start_s, self.stop_s, reader);
    }
}

impl Group for OnOff {
    fn config(&self) -> TrafficConfig {
        TrafficConfig::Datagrams(DatagramConfig {
            flows: small(self.flows),
            muted: self.muted,
            direction: way(self.direction, self.first_hop, self.last_hop),
            rate: rate(self.rate_mbps),
            packet_bytes: small(self.packet_bytes),
            arrivals: Arrivals::Constant,
            ecn: self.ecn,
            start: Time::from_seconds(self.start_s),
            spread: Span::from_seconds(self.spread_s),
            stop: stop(self.stop_s),
            spurts: Some(Spurts {
                on: Span::from_seconds(self.on_s),
                off: Span::from_seconds(self.off_s),
                random: self.periods == Pauses::Exponential,
            }),
            meter: Some(MeterConfig { rtt: self.rtt_ms.map(millis), voice: None }),
        })
    }
}
