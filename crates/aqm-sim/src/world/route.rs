//! The way of a flow's packets: the propagation delays, and the hops.

use crate::config::{JitterConfig, SimulationConfig, TrafficConfig};
use crate::time::Span;

/// Propagation delays of a flow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) forward: Span,
    pub(super) back: Span,
    /// Extra delay of each packet in the forward direction.
    pub(super) jitter: JitterConfig,
}

impl Path {
    /// Splits `rtt` into two equal directions.
    pub(super) fn new(rtt: Span, jitter: JitterConfig) -> Self {
        Path { forward: rtt - rtt.half(), back: rtt.half(), jitter }
    }

    /// Returns the longest time from the departure of a segment to the arrival of its ACK, if the return path has
    /// no rate limit.
    pub(super) fn reach(&self) -> Span {
        self.forward + self.jitter.largest() + self.back
    }
}

/// Returns the longest time from a segment's departure to the arrival of its ACK, without
/// congestion.
pub(super) fn longest_path(config: &SimulationConfig) -> Span {
    let reach = |traffic: &TrafficConfig| match traffic.tcp() {
        Some(tcp) => Path::new(tcp.rtt.unwrap_or(config.link.rtt), tcp.jitter).reach(),
        None => Span::ZERO,
    };
    let longest = config.traffic.iter().map(reach).max().unwrap_or(Span::ZERO);
    longest + config.link.noise.jitter.largest()
}

/// The lane's own hop, or the index of another hop plus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HopIndex(u8);

impl HopIndex {
    pub(super) const LANE: HopIndex = HopIndex(0);

    pub(super) fn other(index: usize) -> Self {
        HopIndex(index as u8 + 1)
    }

    /// Returns the index among the other hops; `None` for the hop of the lane.
    pub(super) fn among_others(self) -> Option<usize> {
        self.0.checked_sub(1).map(usize::from)
    }
}

/// A hop of a route, and the propagation delay to the next one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Leg {
    pub(super) hop: HopIndex,
    pub(super) delay: Span,
}

/// The hops that the packets of a flow pass, in their order.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Route {
    pub(super) data: Vec<Leg>,
    pub(super) acks: Vec<Leg>,
}

impl Route {
    pub(super) fn legs(&self, is_ack: bool) -> &[Leg] {
        if is_ack { &self.acks } else { &self.data }
    }

    /// Returns the hop behind `hop`, and the delay until there; `None` behind the last one.
    pub(super) fn behind(&self, hop: HopIndex, is_ack: bool) -> Option<(HopIndex, Span)> {
        let legs = self.legs(is_ack);
        let position = legs.iter().position(|leg| leg.hop == hop)?;
        Some((legs.get(position + 1)?.hop, legs[position].delay))
    }

    /// Returns whether the data pass the lane's hop only.
    pub(super) fn is_lane_only(&self) -> bool {
        matches!(self.data[..], [Leg { hop: HopIndex::LANE, .. }])
    }
}
