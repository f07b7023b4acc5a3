//! Datagrams with exponentially distributed gaps.

use super::*;

record! {
    /// Datagrams with exponentially distributed gaps. They do not react to congestion.
    pub struct Poisson, label "Poisson", agree agree {
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
        /// Queues with ECN mark these packets instead of dropping them. The sources ignore the marks.
        ecn: bool { json: "ecn", label: "ECN", check: Flag, default: false, live: true }
        /// Time at which the sources start.
        start_s: f64 { json: "startS", label: "Start", check: TIME_S, default: 0.0 }
        /// Time at which the sources stop. Off: never.
        stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
    }
}

impl Poisson {
    fn agree(&self, reader: &mut Reader) {
        check_stop(self.start_s, self.stop_s, reader);
    }
}

impl Group for Poisson {
    fn config(&self) -> TrafficConfig {
        TrafficConfig::Datagrams(DatagramConfig {
            flows: small(self.flows),
            muted: self.muted,
            direction: way(self.direction, self.first_hop, self.last_hop),
            rate: rate(self.rate_mbps),
            packet_bytes: small(self.packet_bytes),
            arrivals: match self.sizes {
                Sizes::Fixed => Arrivals::Poisson,
                Sizes::Exponential => Arrivals::PoissonExponentialSize,
            },
            ecn: self.ecn,
            start: Time::from_seconds(self.start_s),
            spread: Span::ZERO,
            stop: stop(self.stop_s),
            spurts: None,
            meter: None,
        })
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
