//! Datagrams at a constant bit rate.

use super::*;

record! {
    /// Datagrams at a constant bit rate. They do not react to congestion.
    pub struct Cbr, label "CBR", agree agree {
        /// Name of the group. Empty: the page shows the kind.
        name: String { json: "name", label: "Name", check: NAME, default: String::new() }
        /// A muted group sends nothing. Unmuted, its sources start anew.
        muted: bool { json: "muted", label: "Muted", check: Flag, default: false, live: true }
        /// Direction of the data. The ACKs go the other way.
        direction: Direction {
            json: "direction", label: "Direction", check: Choices::NEW, default: Direction::Forward,
        }
        /// First hop of the data, counted from 1.
        first_hop: u64 { json: "firstHop", label: "Enters before hop", check: HOP, default: 1 }
        /// Last hop of the data, counted from 1. Off: the last hop of the path.
        last_hop: Option<u64> {
            json: "lastHop", label: "Leaves behind hop", check: Maybe(HOP), default: None,
        }
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
        /// Queues with ECN mark these packets instead of dropping them. The sources ignore the marks.
        ecn: bool { json: "ecn", label: "ECN", check: Flag, default: false, live: true }
        /// Time at which the sources start.
        start_s: f64 { json: "startS", label: "Start", check: TIME_S, default: 0.0 }
        /// Time at which the sources stop. Off: never.
        stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
    }
}

impl Cbr {
    fn agree(&self, reader: &mut Reader) {
        check_stop(self.start_s, self.stop_s, reader);
    }
}

impl Group for Cbr {
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
            spread: Span::ZERO,
            stop: stop(self.stop_s),
            spurts: None,
            meter: None,
        })
    }
}
