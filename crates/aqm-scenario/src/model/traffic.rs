//! Sources of traffic.

use super::CongestionControl;
use super::link::JITTER;
use crate::json::shown;
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, Nested, Number, Text, choice, record, tagged};
use aqm_sim::config::{Direction, Distribution};
use aqm_sim::tcp::{ReceiverConfig, SenderConfig, Stack};
use aqm_sim::world::MTU;

const NAME: Text = Text::chars(40);
/// Number of sources of a group.
const FLOWS: Integer = Integer::new("", 0, 1000);
const DATAGRAM_RATE: Number = Number::new("Mbit/s", 0.0, 10_000.0).log_slider(0.01, 1000.0, 0.01);
const TIME_S: Number = Number::new("s", 0.0, 3600.0).slider(0.0, 120.0, 0.1);
const DATAGRAM_BYTES: Integer = Integer::new("bytes", 40, MTU as u64);

tagged! {
    /// A group of equal sources.
    pub enum Traffic by "kind", later &[] => {
        "bulk" => Bulk(Bulk),
        "cbr" => Cbr(Cbr),
        "poisson" => Poisson(Poisson),
    }
}

impl Traffic {
    /// Rate of the group's datagrams, which do not react to congestion, in packets per second.
    pub(crate) fn datagrams_per_s(&self) -> f64 {
        let (flows, rate_mbps, packet_bytes) = match self {
            _ if self.is_muted() => return 0.0,
            Traffic::Bulk(_) => return 0.0,
            Traffic::Cbr(cbr) => (cbr.flows, cbr.rate_mbps, cbr.packet_bytes),
            Traffic::Poisson(poisson) => (poisson.flows, poisson.rate_mbps, poisson.packet_bytes),
        };
        datagrams_per_s(flows, rate_mbps, packet_bytes)
    }

    /// Returns the number of TCP flows that are not muted.
    pub(crate) fn tcp_flows(&self) -> u64 {
        match self {
            Traffic::Bulk(bulk) if !bulk.muted => bulk.flows,
            _ => 0,
        }
    }

    /// Returns whether the data goes through the reverse bottleneck.
    pub(crate) fn is_reverse(&self) -> bool {
        let direction = match self {
            Traffic::Bulk(bulk) => bulk.direction,
            Traffic::Cbr(cbr) => cbr.direction,
            Traffic::Poisson(poisson) => poisson.direction,
        };
        direction == Direction::Reverse
    }

    /// Returns whether the group is muted.
    pub(crate) fn is_muted(&self) -> bool {
        match self {
            Traffic::Bulk(bulk) => bulk.muted,
            Traffic::Cbr(cbr) => cbr.muted,
            Traffic::Poisson(poisson) => poisson.muted,
        }
    }
}

pub(super) fn datagrams_per_s(flows: u64, rate_mbps: f64, packet_bytes: u64) -> f64 {
    flows as f64 * rate_mbps * 1e6 / 8.0 / packet_bytes as f64
}

record! {
    /// TCP flows that always have data to send.
    pub struct Bulk, label "TCP", agree agree {
        /// Name of the group. Empty: the page shows the kind.
        name: String { json: "name", label: "Name", check: NAME, default: String::new() }
        /// A muted group sends nothing. Unmuted, its sources start anew.
        muted: bool { json: "muted", label: "Muted", check: Flag, default: false, live: true }
        /// Direction of the data. The ACKs go the other way.
        direction: Direction {
            json: "direction", label: "Direction", check: Choices::NEW, default: Direction::Forward,
        }
        /// Number of flows.
        flows: u64 {
            json: "flows", label: "TCP flows", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
        /// Congestion control of the senders.
        cc: CongestionControl {
            json: "cc", label: "Congestion control", check: Nested::NEW,
            default: CongestionControl::default(), live: true,
        }
        /// TCP implementation that the end systems follow.
        stack: Stack { json: "stack", label: "Stack", check: Choices::NEW, default: Stack::default() }
        /// The flows are ECN-capable: queues with ECN mark their packets instead of dropping them.
        ecn: bool {
            json: "ecn", label: "ECN", check: Flag, default: SenderConfig::default().ecn, live: true,
            source: "RFC 3168",
        }
        /// Senders space their packets over the round-trip time instead of sending bursts. A congestion
        /// control that sets a pacing rate paces without this.
        pacing: bool {
            json: "pacing", label: "Pacing", check: Flag, default: SenderConfig::default().pacing,
        }
        /// Receivers send selective acknowledgements. The control `reno` uses none, and `sack` always does.
        sack: bool {
            json: "sack", label: "SACK", check: Flag, default: SenderConfig::default().sack,
            source: "RFC 2018",
        }
        /// Receivers acknowledge every second segment instead of every segment.
        delayed_ack: bool {
            json: "delayedAck", label: "Delayed ACKs", check: Flag,
            default: ReceiverConfig::default().delayed_ack, source: "RFC 5681, section 4.2",
        }
        /// Congestion window at the start.
        initial_window: u64 {
            json: "initialWindow", label: "Initial window",
            check: Integer::new("segments", 1, 1000).slider(1, 50),
            default: u64::from(SenderConfig::default().initial_window), source: "RFC 6928",
        }
        /// Maximum number of segments in flight.
        receive_window_packets: u64 {
            json: "receiveWindowPackets", label: "Receive window",
            check: Integer::new("packets", 1, 1 << 20).log_slider(1, 1 << 20),
            default: ReceiverConfig::default().window,
        }
        /// Size of an IP packet with a full segment.
        packet_bytes: u64 {
            json: "packetBytes", label: "Packet size",
            check: Integer::new("bytes", 100, MTU as u64),
            default: u64::from(SenderConfig::default().packet_bytes),
        }
        /// Round-trip propagation time of these flows. Empty: that of the link.
        rtt_ms: Option<f64> {
            json: "rttMs", label: "Own round-trip time",
            check: Maybe(Number::new("ms", 0.1, 1000.0).log_slider(1.0, 1000.0, 1.0)),
            default: None, live: true,
        }
        /// Random extra delay of each packet. Packets do not overtake each other.
        jitter_ms: f64 {
            json: "jitterMs", label: "Jitter", check: JITTER, default: 0.0,
        }
        /// Distribution of the jitter.
        jitter_distribution: Distribution {
            json: "jitterDistribution", label: "Jitter distribution", check: Choices::NEW,
            default: Distribution::Uniform,
        }
        /// Time at which the first flow starts.
        start_s: f64 { json: "startS", label: "Start", check: TIME_S, default: 0.0 }
        /// Time at which the flows stop sending. Empty: never.
        stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
        /// Time between the starts of two flows.
        stagger_s: f64 {
            json: "staggerS", label: "Stagger",
            check: Number::new("s", 0.0, 3600.0).slider(0.0, 30.0, 0.1), default: 0.0,
        }
        /// Maximum random extra delay of each flow's start. It makes runs with different seeds differ.
        spread_s: f64 {
            json: "spreadS", label: "Random start",
            check: Number::new("s", 0.0, 3600.0).slider(0.0, 10.0, 0.1), default: 0.1,
        }
    }
}

impl Bulk {
    fn agree(&self, reader: &mut Reader) {
        check_stop(self.start_s, self.stop_s, reader);
    }
}

choice! {
    Stack, later &[] => {
        /// Linux 6: RACK-TLP, proportional rate reduction, undo.
        "linux-6" as "Linux 6" => Stack::Linux6,
        /// Linux 3.10: SACK recovery with proportional rate reduction, no RACK.
        "linux-3.10" as "Linux 3.10" => Stack::Linux310,
        /// The RFCs, with the minimum timeout of Linux.
        "rfc" as "RFCs" => Stack::Rfc,
    }
}

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
        /// Time at which the sources stop. Empty: never.
        stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
    }
}

impl Cbr {
    fn agree(&self, reader: &mut Reader) {
        check_stop(self.start_s, self.stop_s, reader);
    }
}

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
        /// Time at which the sources stop. Empty: never.
        stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
    }
}

impl Poisson {
    fn agree(&self, reader: &mut Reader) {
        check_stop(self.start_s, self.stop_s, reader);
    }
}

choice! {
    Direction, later &[] => {
        /// From the senders through the bottleneck of the lane: downloads.
        "forward" as "forward" => Direction::Forward,
        /// The other way, through the reverse bottleneck: uploads. Needs `link.reverse`.
        "reverse" as "reverse" => Direction::Reverse,
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

fn check_stop(start_s: f64, stop_s: Option<f64>, reader: &mut Reader) {
    if let Some(stop_s) = stop_s.filter(|&stop_s| stop_s <= start_s) {
        let [stop, start] = [stop_s, start_s].map(shown);
        let expected = [" s; expected more than startS (", &start, " s)."].concat();
        reader.problem_in("stopS", ["is ", &stop, &expected].concat());
    }
}
