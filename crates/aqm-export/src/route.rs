//! The path of a configuration: its devices with their queues, and the routers, delays and losses of each group.

use aqm_sim::aqm::{AqmConfig, Environment, Place};
use aqm_sim::buffer::Limit;
use aqm_sim::config::{
    BufferConfig, Direction, HopConfig, JitterConfig, MTU, SimulationConfig, TrafficConfig,
};
use aqm_sim::time::Span;
use aqm_sim::units::BitRate;

/// A device with a shaper and a discipline.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Device {
    /// Of the link of this hop, counted from 0.
    Forward(usize),
    /// Of the way back, at the last router.
    Back,
}

/// A queue with its link.
#[derive(Clone, Copy, Debug)]
pub struct Queue {
    /// Rate and buffer.
    pub place: Place,
    /// Its discipline.
    pub discipline: AqmConfig,
    /// Burst of the shaper in bytes; 0: the shortest.
    pub burst: u64,
}

/// Delays and losses between the last router and an endpoint.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Path {
    /// Propagation delay.
    pub delay: Span,
    /// Random delay of each packet.
    pub jitter: JitterConfig,
    /// Share of lost packets.
    pub loss: f64,
}

/// Returns the number of hops in the forward direction.
pub fn hops(config: &SimulationConfig) -> usize {
    config.link.before.len() + 1 + config.link.after.len()
}

/// Returns all devices with a shaper.
pub fn devices(config: &SimulationConfig) -> Vec<Device> {
    let forward = (0..hops(config)).map(Device::Forward);
    let back = config.link.reverse.is_some() || config.link.ack_rate.is_some();
    forward.chain(back.then_some(Device::Back)).collect()
}

/// Returns the other hop at a place of the path, and its index.
fn other(config: &SimulationConfig, hop: usize) -> Option<(usize, &HopConfig)> {
    let before = config.link.before.len();
    match hop {
        _ if hop < before => Some((hop, &config.link.before[hop])),
        _ if hop == before => None,
        _ => config.link.after.get(hop - before - 1).map(|found| (hop - 1, found)),
    }
}

/// Returns the queue of a device; `None` if the way back has none.
pub fn queue(config: &SimulationConfig, device: Device) -> Option<Queue> {
    let link = &config.link;
    let place = |rate, buffer| place(rate, buffer, link.rtt);
    match device {
        Device::Forward(hop) => Some(match other(config, hop) {
            Some((_, other)) => Queue {
                place: place(other.rate, other.buffer),
                discipline: other.queue.unwrap_or(config.queue),
                burst: 0,
            },
            None => Queue {
                place: place(link.rate, link.buffer),
                discipline: config.queue,
                burst: link.token_bucket,
            },
        }),
        Device::Back => match (link.reverse, link.ack_rate) {
            (Some(reverse), _) => Some(Queue {
                place: place(reverse.rate, reverse.buffer),
                discipline: reverse.queue.unwrap_or(config.queue),
                burst: 0,
            }),
            (None, Some(rate)) => {
                let buffer = BufferConfig::Packets(link.ack_buffer);
                let discipline = AqmConfig::DropTail(aqm_sim::aqm::droptail::DropTailParams);
                Some(Queue { place: place(rate, buffer), discipline, burst: 0 })
            }
            (None, None) => None,
        },
    }
}

/// Returns what surrounds the discipline of a link. A buffer in bytes counts as packets of the largest size, and the other way round.
pub fn place(rate: BitRate, buffer: BufferConfig, rtt: Span) -> Place {
    let limit = match buffer {
        BufferConfig::Bytes(bytes) => Limit { packets: (bytes / u64::from(MTU)).max(1), bytes },
        other => {
            let packets = other.packets(rate, rtt);
            Limit { packets, bytes: packets * u64::from(MTU) }
        }
    };
    let counts_bytes = matches!(buffer, BufferConfig::Bytes(_));
    Place { env: Environment { limit, rate, mtu: MTU }, counts_bytes }
}

/// Returns the delay of the wire behind hop `hop`.
pub fn wire(config: &SimulationConfig, hop: usize) -> Span {
    let before = config.link.before.len();
    // A hop ahead of the lane's has its delay behind it, a hop behind the lane's ahead of it.
    let found = if hop < before { other(config, hop) } else { other(config, hop + 1) };
    found.map_or(Span::ZERO, |(_, hop)| hop.delay)
}

/// Returns the routers at which a group's sender and receiver stand. The sender of a reverse group is the endpoint on the right.
pub fn routers(config: &SimulationConfig, group: &TrafficConfig) -> (usize, usize) {
    let last = hops(config) - 1;
    match group.direction() {
        Direction::Forward | Direction::Reverse => (0, last + 1),
        Direction::Part { first, last: to } => (usize::from(first), usize::from(to).min(last) + 1),
    }
}

/// Returns whether the data of a group goes back.
pub fn is_reverse(group: &TrafficConfig) -> bool {
    group.direction() == Direction::Reverse
}

/// Returns the paths of a group's data behind the queue, and of its other direction.
pub fn paths(config: &SimulationConfig, group: &TrafficConfig) -> (Path, Path) {
    let rtt = group.rtt().unwrap_or(config.link.rtt);
    let half = Span::from_seconds(rtt.seconds() / 2.0);
    let noise = config.link.noise;
    let own = group.tcp().map(|tcp| tcp.jitter).filter(|jitter| jitter.size > Span::ZERO);
    let jitter = own.filter(|jitter| !jitter.is_ahead()).unwrap_or(noise.jitter);
    let data = Path { delay: half, jitter, loss: noise.loss };
    (data, Path { jitter: JitterConfig::default(), loss: 0.0, ..data })
}
