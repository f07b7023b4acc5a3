//! The way of a flow's packets: the propagation delays, and the hops.

use crate::config::{Direction, JitterConfig, LinkConfig, SimulationConfig, TrafficConfig};
use crate::time::Span;
use std::sync::Arc;

/// Propagation delays of a flow.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    pub forward: Span,
    pub back: Span,
    /// Extra delay of each packet in the forward direction.
    pub jitter: JitterConfig,
}

impl Path {
    /// Splits `rtt` into two equal directions.
    pub fn new(rtt: Span, jitter: JitterConfig) -> Self {
        Path { forward: rtt - rtt.half(), back: rtt.half(), jitter }
    }

    /// Returns the longest time from the departure of a segment to the arrival of its ACK, if the return path has
    /// no rate limit.
    pub fn reach(&self) -> Span {
        self.forward + self.jitter.largest() + self.back
    }
}

/// Returns the longest time from a segment's departure to the arrival of its ACK, without
/// congestion.
pub fn longest_path(config: &SimulationConfig) -> Span {
    let reach = |traffic: &TrafficConfig| match traffic.tcp() {
        Some(tcp) => Path::new(tcp.rtt.unwrap_or(config.link.rtt), tcp.jitter).reach(),
        None => Span::ZERO,
    };
    let longest = config.traffic.iter().map(reach).max().unwrap_or(Span::ZERO);
    longest + config.link.noise.jitter.largest()
}

/// The lane's own hop, or the index of another hop plus one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HopIndex(u8);

impl HopIndex {
    pub const LANE: HopIndex = HopIndex(0);

    pub fn other(index: usize) -> Self {
        HopIndex(index as u8 + 1)
    }

    /// Returns the index among the other hops; `None` for the hop of the lane.
    pub fn among_others(self) -> Option<usize> {
        self.0.checked_sub(1).map(usize::from)
    }
}

/// A hop of a route, and the propagation delay to the next one.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Leg {
    hop: HopIndex,
    delay: Span,
}

/// The hops that the packets of a flow pass, in their order.
#[derive(Clone, PartialEq, Debug)]
pub struct Route {
    data: Vec<Leg>,
    acks: Vec<Leg>,
}

impl Route {
    /// Returns the route of the flows of a direction; `None` if each direction has one hop at most.
    pub fn of(link: &LinkConfig, direction: Direction) -> Option<Arc<Route>> {
        let LinkConfig { before, after, reverse, .. } = link;
        if before.is_empty() && after.is_empty() {
            return None;
        }
        let forward = usize::from(reverse.is_some());
        let other = |index, delay| Leg { hop: HopIndex::other(forward + index), delay };
        let mut legs: Vec<Leg> =
            before.iter().enumerate().map(|(index, hop)| other(index, hop.delay)).collect();
        // The delay of a hop behind that of the lane lies ahead of the hop.
        let to_first = after.first().map_or(Span::ZERO, |hop| hop.delay);
        legs.push(Leg { hop: HopIndex::LANE, delay: to_first });
        legs.extend(after.iter().enumerate().map(|(index, _)| {
            let to_next = after.get(index + 1).map_or(Span::ZERO, |next| next.delay);
            other(before.len() + index, to_next)
        }));
        let back = reverse.map(|_| Leg { hop: HopIndex::other(0), delay: Span::ZERO });
        let back = back.into_iter().collect();
        let route = match direction {
            Direction::Forward => Route { data: legs, acks: back },
            Direction::Reverse => Route { data: back, acks: legs },
            Direction::Part { first, last } => {
                let last = usize::from(last).min(legs.len() - 1);
                let data = legs[usize::from(first)..=last].to_vec();
                Route { data, acks: back }
            }
        };
        Some(Arc::new(route))
    }

    fn legs(&self, is_ack: bool) -> &[Leg] {
        if is_ack { &self.acks } else { &self.data }
    }

    /// Returns the first hop of data or ACKs.
    pub fn first(&self, is_ack: bool) -> Option<HopIndex> {
        self.legs(is_ack).first().map(|leg| leg.hop)
    }

    /// Returns the hop behind `hop`, and the delay until there; `None` behind the last one.
    pub fn behind(&self, hop: HopIndex, is_ack: bool) -> Option<(HopIndex, Span)> {
        let legs = self.legs(is_ack);
        let position = legs.iter().position(|leg| leg.hop == hop)?;
        Some((legs.get(position + 1)?.hop, legs[position].delay))
    }

    /// Returns whether the data pass the lane's hop only.
    pub fn is_lane_only(&self) -> bool {
        matches!(self.data[..], [Leg { hop: HopIndex::LANE, .. }])
    }
}
