//! Sources of traffic.

use super::link::{JITTER, MAX_HOPS};
use super::{CongestionControl, MAX_MBPS};
use crate::convert::{jitter, millis, rate, small, stop};
use crate::problem::Reader;
use crate::schema::{Choices, Flag, Integer, Maybe, Nested, Number, Text, choice, record, tagged};
use aqm_json::shown;
use aqm_sim::config::{
    AppKind, Arrivals, BulkConfig, DatagramConfig, Direction, Distribution, JitterConfig,
    JitterPlace, TrafficConfig,
};
use aqm_sim::tcp::{ReceiverConfig, SenderConfig, Stack};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::MTU;

const NAME: Text = Text::chars(40);
/// Number of sources of a group.
const FLOWS: Integer = Integer::new("", 0, 100_000);
const DATAGRAM_RATE: Number = Number::new("Mbit/s", 0.0, MAX_MBPS).log_slider(0.01, 1000.0, 0.01);
/// Number of a hop of the way forward.
const HOP: Integer = Integer::new("", 1, MAX_HOPS).slider(1, MAX_HOPS);
const TIME_S: Number = Number::new("s", 0.0, 3600.0).slider(0.0, 120.0, 0.1);
const DATAGRAM_BYTES: Integer = Integer::new("bytes", 40, MTU as u64);
/// Length of a period of sending or silence.
const PERIOD: Number = Number::new("s", 0.01, 3600.0).log_slider(0.1, 60.0, 0.1);
/// Random part of the start of a source.
const SPREAD: Number = Number::new("s", 0.0, 3600.0).slider(0.0, 10.0, 0.1);
/// Round-trip propagation time of a group.
const RTT: Maybe<Number> = Maybe(Number::new("ms", 0.1, 1000.0).log_slider(1.0, 1000.0, 1.0));

/// Defines a group of sources: the fields that all kinds share, with those of one kind between them. The method `check` checks the
/// latter against each other.
macro_rules! group {
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident, label $label:literal $(, check $check:ident)? {
            $(#[doc = $direction:literal])+ direction
            { $($fields:tt)* }
            $(#[doc = $start:literal])+ start
            $(#[doc = $stop:literal])+ stop
            { $($times:tt)* }
        }
    ) => {
        record! {
            $(#[doc = $help])+
            pub struct $Name, label $label, agree agree {
                /// Name of the group. Empty: the page shows the kind.
                name: String { json: "name", label: "Name", check: NAME, default: String::new() }
                /// A muted group sends nothing. Unmuted, its sources start anew.
                muted: bool { json: "muted", label: "Muted", check: Flag, default: false, live: true }
                $(#[doc = $direction])+
                direction: Direction {
                    json: "direction", label: "Direction", check: Choices::NEW, default: Direction::Forward,
                }
                /// First hop of the data, counted from 1.
                first_hop: u64 { json: "firstHop", label: "Enters before hop", check: HOP, default: 1 }
                /// Last hop of the data, counted from 1. Off: the last hop of the path.
                last_hop: Option<u64> {
                    json: "lastHop", label: "Leaves behind hop", check: Maybe(HOP), default: None,
                }
                $($fields)*
                $(#[doc = $start])+
                start_s: f64 { json: "startS", label: "Start", check: TIME_S, default: 0.0 }
                $(#[doc = $stop])+
                stop_s: Option<f64> { json: "stopS", label: "Stop", check: Maybe(TIME_S), default: None }
                $($times)*
            }
        }

        impl $Name {
            fn agree(&self, reader: &mut Reader) {
                check_stop(self.start_s, self.stop_s, reader);
                $(self.$check(reader);)?
            }

            fn way(&self) -> Direction {
                way(self.direction, self.first_hop, self.last_hop)
            }
        }
    };
}

/// Defines a kind of traffic over TCP: its own fields, and the options that all these kinds share.
macro_rules! tcp_traffic {
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident, label $label:literal $(, check $check:ident)? { $($own:tt)* }
    ) => {
        group! {
            $(#[doc = $help])+
            pub struct $Name, label $label $(, check $check)? {
                /// Direction of the data. The ACKs go the other way.
                direction
                {
                    $($own)*
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
                    /// Senders space their packets over the round-trip time instead of sending windows at once. A congestion
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
                    /// Wait for the answer to a SYN before it is sent again; it doubles each time. Linux before 3.1 has 3000 ms.
                    initial_rto_ms: f64 {
                        json: "initialRtoMs", label: "Initial timeout",
                        check: Number::new("ms", 200.0, 60_000.0).log_slider(200.0, 10_000.0, 100.0),
                        default: SenderConfig::default().initial_rto.millis(), source: "RFC 6298, section 2.1",
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
                    /// Round-trip propagation time of these flows. Off: that of the link.
                    rtt_ms: Option<f64> {
                        json: "rttMs", label: "Own round-trip time",
                        check: RTT, default: None, live: true,
                    }
                    /// Random extra delay of each packet.
                    jitter_ms: f64 {
                        json: "jitterMs", label: "Jitter", check: JITTER, default: 0.0,
                    }
                    /// Distribution of the jitter.
                    jitter_distribution: Distribution {
                        json: "jitterDistribution", label: "Jitter distribution", check: Choices::NEW,
                        default: Distribution::Uniform,
                    }
                    /// Where on the path the packets are delayed.
                    jitter_place: JitterPlace {
                        json: "jitterPlace", label: "Jitter place", check: Choices::NEW,
                        default: JitterPlace::Behind,
                    }
                }
                /// Time at which the first flow starts.
                start
                /// Time at which the flows stop sending. Off: never.
                stop
                {
                    /// Time between the starts of two flows.
                    stagger_s: f64 {
                        json: "staggerS", label: "Stagger",
                        check: Number::new("s", 0.0, 3600.0).slider(0.0, 30.0, 0.1), default: 0.0,
                    }
                    /// Maximum random extra delay of each flow's start. It makes runs with different seeds differ.
                    spread_s: f64 {
                        json: "spreadS", label: "Random start",
                        check: SPREAD, default: 0.1,
                    }
                }
            }
        }

        impl $Name {
            /// Returns the options of the connections for the simulator.
            pub(crate) fn tcp(&self) -> BulkConfig {
                BulkConfig {
                    flows: small(self.flows),
                    muted: self.muted,
                    direction: self.way(),
                    cc: self.cc.config(),
                    pacing: self.pacing,
                    stack: self.stack,
                    ecn: self.ecn,
                    sack: self.sack,
                    delayed_ack: self.delayed_ack,
                    initial_window: small(self.initial_window),
                    initial_rto: Span::from_seconds(self.initial_rto_ms / 1e3),
                    receive_window: self.receive_window_packets,
                    packet_bytes: small(self.packet_bytes),
                    rtt: self.rtt_ms.map(millis),
                    jitter: JitterConfig {
                        place: self.jitter_place,
                        ..jitter(self.jitter_ms, self.jitter_distribution)
                    },
                    start: Time::from_seconds(self.start_s),
                    stagger: Span::from_seconds(self.stagger_s),
                    spread: Span::from_seconds(self.spread_s),
                    stop: stop(self.stop_s),
                }
            }
        }
    };
}

/// Defines a kind of datagrams: its own fields, and the options that all these kinds share. Those of `measured` datagrams have a
/// round-trip time and random starts, too.
macro_rules! datagram_traffic {
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident, label $label:literal, measured { $($own:tt)* }
    ) => {
        datagram_traffic! {
            with
            {
                /// Round-trip propagation time of these datagrams. Off: that of the link.
                rtt_ms: Option<f64> {
                    json: "rttMs", label: "Own round-trip time", check: RTT, default: None, live: true,
                }
            }
            {
                /// Maximum random extra delay of each source's start.
                spread_s: f64 { json: "spreadS", label: "Random start", check: SPREAD, default: 0.1 }
            }
            $(#[doc = $help])+
            pub struct $Name, label $label { $($own)* }
        }
    };
    (
        $(#[doc = $help:literal])+
        pub struct $Name:ident, label $label:literal { $($own:tt)* }
    ) => {
        datagram_traffic! {
            with {} {}
            $(#[doc = $help])+
            pub struct $Name, label $label { $($own)* }
        }
    };
    (
        with { $($rtt:tt)* } { $($spread:tt)* }
        $(#[doc = $help:literal])+
        pub struct $Name:ident, label $label:literal { $($own:tt)* }
    ) => {
        group! {
            $(#[doc = $help])+
            pub struct $Name, label $label {
                /// Direction of the data.
                direction
                {
                    $($own)*
                    /// Queues with ECN mark these packets instead of dropping them. The sources ignore the marks.
                    ecn: bool { json: "ecn", label: "ECN", check: Flag, default: false, live: true }
                    $($rtt)*
                }
                /// Time at which the sources start.
                start
                /// Time at which the sources stop. Off: never.
                stop
                { $($spread)* }
            }
        }

        impl $Name {
            /// Returns the configuration of sources that send all the time and are not measured.
            fn datagrams(&self) -> DatagramConfig {
                DatagramConfig {
                    flows: small(self.flows),
                    muted: self.muted,
                    direction: self.way(),
                    rate: rate(self.rate_mbps),
                    packet_bytes: small(self.packet_bytes),
                    arrivals: Arrivals::Constant,
                    ecn: self.ecn,
                    start: Time::from_seconds(self.start_s),
                    spread: Span::ZERO,
                    stop: stop(self.stop_s),
                    spurts: None,
                    meter: None,
                }
            }
        }
    };
}

/// A kind of traffic: what the format and its checks must know of it.
pub(crate) trait Group {
    /// Returns the configuration of the simulator. The group must have passed its checks.
    fn config(&self) -> TrafficConfig;

    /// Returns the name of the kind in comments of scripts.
    fn name(&self) -> &'static str;

    /// Returns whether the sources are TCP senders.
    fn is_tcp(&self) -> bool {
        self.config().tcp().is_some()
    }

    /// Returns the number of TCP connections that this many users can have at once, and places of closed ones. A
    /// place is used again once all packets of its connection have arrived.
    fn places(&self, users: u64) -> u64 {
        if self.is_tcp() { users } else { 0 }
    }

    /// Returns the rate of the datagrams, which do not react to congestion, in packets per second. What costs as much
    /// time counts too.
    fn datagrams_per_s(&self) -> f64 {
        match self.config() {
            TrafficConfig::Datagrams(datagrams) => {
                let (bps, bytes) = (datagrams.rate.bps() as f64, f64::from(datagrams.packet_bytes));
                f64::from(self.config().audible()) * bps / 8.0 / bytes
            }
            TrafficConfig::Bulk(_) | TrafficConfig::App(_) => 0.0,
        }
    }
}

mod bulk;
mod cbr;
mod limited;
mod on_off;
mod poisson;
mod short;
mod sizes;
mod video;
mod voip;
mod web;

/// The table of kinds: the word in scenarios, the record, and its file.
macro_rules! kinds {
    ($($json:literal => $Record:ident in $file:ident,)+) => {
        $(pub use $file::$Record;)+

        tagged! {
            /// A group of equal sources.
            pub enum Traffic by "kind", later &[] => {
                $($json => $Record($Record),)+
            }
        }

        impl Traffic {
            fn group(&self) -> &dyn Group {
                match self {
                    $(Traffic::$Record(group) => group,)+
                }
            }

            /// Returns the first and the last hop of the data, as the group sets them.
            pub(crate) fn hops(&self) -> (u64, Option<u64>) {
                match self {
                    $(Traffic::$Record(group) => (group.first_hop, group.last_hop),)+
                }
            }
        }
    };
}

// In the order in which the page offers them.
kinds! {
    "bulk" => Bulk in bulk,
    "cbr" => Cbr in cbr,
    "poisson" => Poisson in poisson,
    "short" => Short in short,
    "web" => Web in web,
    "video" => Video in video,
    "voip" => Voip in voip,
    "limited" => Limited in limited,
    "onOff" => OnOff in on_off,
}

pub use poisson::Sizes;
use sizes::{BYTES, THINK, think};
pub use sizes::{FixedSize, FlowSize, ListedSizes, LognormalSize, ParetoSize, Pauses};

impl Traffic {
    /// Returns the simulator's configuration. The traffic must have passed its checks.
    // Not inlined: several copies would make the page larger.
    #[inline(never)]
    pub fn config(&self) -> TrafficConfig {
        self.group().config()
    }

    /// Returns whether the data goes through the reverse bottleneck.
    pub(crate) fn is_reverse(&self) -> bool {
        self.config().direction() == Direction::Reverse
    }

    /// Returns [`Group::datagrams_per_s`].
    pub(crate) fn datagrams_per_s(&self) -> f64 {
        self.group().datagrams_per_s()
    }

    /// Returns the number of TCP connections that the group can have at once, and places of closed ones; 0
    /// if it is muted.
    pub(crate) fn tcp_flows(&self) -> u64 {
        match u64::from(self.config().audible()) {
            0 => 0,
            users => self.group().places(users),
        }
    }

    /// Returns [`Group::is_tcp`].
    pub fn is_tcp(&self) -> bool {
        self.group().is_tcp()
    }

    /// Returns the name of the kind in comments of scripts.
    pub fn name(&self) -> &'static str {
        self.group().name()
    }

    /// Returns whether the group has results of its own.
    pub(crate) fn has_results(&self) -> bool {
        match self.config() {
            TrafficConfig::Bulk(_) => false,
            TrafficConfig::Datagrams(datagrams) => datagrams.meter.is_some(),
            TrafficConfig::App(_) => true,
        }
    }
}

/// Returns the way of a group's data: forward, over a part of the hops, or in reverse. Hops are counted from 1.
fn way(direction: Direction, first_hop: u64, last_hop: Option<u64>) -> Direction {
    if direction == Direction::Reverse || (first_hop == 1 && last_hop.is_none()) {
        return direction;
    }
    let index = |hop: u64| small(hop - 1) as u8;
    Direction::Part { first: index(first_hop), last: last_hop.map_or(u8::MAX, index) }
}

/// Places of closed connections that an application may leave unchecked.
const SPARE_PLACES: u64 = 32;
/// A chunk costs as much time as this many datagrams.
const CHUNK_COST: f64 = 20.0;

pub(super) fn datagrams_per_s(flows: u64, rate_mbps: f64, packet_bytes: u64) -> f64 {
    flows as f64 * rate_mbps * 1e6 / 8.0 / packet_bytes as f64
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

choice! {
    Direction, later &[] => {
        /// From the senders through the bottleneck of the lane: downloads.
        "forward" as "forward" => Direction::Forward,
        /// The other way, through the reverse bottleneck: uploads. Needs `link.reverse`.
        "reverse" as "reverse" => Direction::Reverse,
    }
}

choice! {
    JitterPlace, later &[] => {
        /// Behind the queue. Packets do not overtake each other.
        "behind" as "behind the queue" => JitterPlace::Behind,
        /// Between sender and queue, where packets overtake each other, as with Linux' netem.
        "ahead" as "ahead of the queue" => JitterPlace::Ahead,
    }
}

fn check_stop(start_s: f64, stop_s: Option<f64>, reader: &mut Reader) {
    if let Some(stop_s) = stop_s.filter(|&stop_s| stop_s <= start_s) {
        let [stop, start] = [stop_s, start_s].map(shown);
        let expected = [" s; expected more than startS (", &start, " s)."].concat();
        reader.problem_in("stopS", ["is ", &stop, &expected].concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    datagram_traffic! {
        /// A kind that no list names.
        pub struct Unlisted, label "Unlisted" {
            /// Number of sources.
            flows: u64 { json: "flows", label: "Sources", check: FLOWS, default: 1 }
            /// Rate of each source.
            rate_mbps: f64 { json: "rateMbps", label: "Rate", check: DATAGRAM_RATE, default: 1.0 }
            /// Size of an IP packet.
            packet_bytes: u64 {
                json: "packetBytes", label: "Packet size", check: DATAGRAM_BYTES, default: u64::from(MTU),
            }
        }
    }

    impl Group for Unlisted {
        fn config(&self) -> TrafficConfig {
            TrafficConfig::Datagrams(self.datagrams())
        }

        fn name(&self) -> &'static str {
            "unlisted"
        }
    }

    #[test]
    fn datagrams_of_a_new_kind_are_not_tcp() {
        use crate::schema::Blank as _;
        let unlisted = Unlisted {
            first_hop: 1,
            flows: 2,
            rate_mbps: 1.0,
            packet_bytes: 1500,
            ..Unlisted::BLANK
        };
        assert!(!unlisted.is_tcp());
        assert_eq!(unlisted.places(2), 0);
    }
}
