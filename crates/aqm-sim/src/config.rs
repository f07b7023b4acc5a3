//! Configuration of a simulation. `aqm-scenario` validates every value. In this crate a broken
//! invariant panics.

mod apps;

pub use apps::*;

use crate::aqm::AqmConfig;
use crate::cc::CcConfig;
use crate::schedule::RateSchedule;
use crate::tcp::Stack;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// Configuration of one lane: a bottleneck with one discipline, its traffic, and its timed changes.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationConfig {
    /// Seed of every random stream.
    pub seed: u64,
    /// End of the warm-up. Statistics start with the first bin of the time series that begins here
    /// or later. Time series start at zero.
    pub warmup: Time,
    /// Path and bottleneck.
    pub link: LinkConfig,
    /// The bottleneck's discipline.
    pub queue: AqmConfig,
    /// Traffic groups.
    pub traffic: Vec<TrafficConfig>,
    /// Timed changes in any order. Changes of the same time keep their order.
    pub changes: Vec<(Time, Change)>,
}

/// The path and its bottleneck.
#[derive(Clone, PartialEq, Debug)]
pub struct LinkConfig {
    /// Bottleneck rate. The buffer and the discipline are set up for it, also with a schedule.
    pub rate: BitRate,
    /// Propagation round-trip time of groups that set none. Half of it is in each direction.
    pub rtt: Span,
    /// Bottleneck buffer.
    pub buffer: BufferConfig,
    /// Rate of the ACK path. `None`: ACKs never queue.
    pub ack_rate: Option<BitRate>,
    /// Buffer of the ACK path in packets; only with `ack_rate`.
    pub ack_buffer: u64,
    /// Packets that the device takes from the discipline before the link can send them, like the
    /// ring of a network card. 0: none. At most [`MAX_DEVICE_QUEUE`].
    pub device_queue: u64,
    /// Bytes that the link may send at once after a pause: the burst of a token bucket that fills at the rate of the link. 0: no
    /// bucket. At most [`MAX_TOKEN_BUCKET`].
    pub token_bucket: u64,
    /// Losses and random delays behind the bottleneck.
    pub noise: NoiseConfig,
    /// Rates of the bottleneck link over time, in place of `rate` from the first step on.
    pub schedule: Option<RateSchedule>,
    /// The bottleneck of the way back, for ACKs and for the data of reverse groups. `None`: the way
    /// back is none, and there are no reverse groups. Not together with `ack_rate`.
    pub reverse: Option<ReverseConfig>,
    /// Hops between the senders and the bottleneck of the lane, the first one first. With `after` at most [`MAX_OTHER_HOPS`].
    pub before: Vec<HopConfig>,
    /// Hops between the bottleneck of the lane and the receivers, the first one first.
    pub after: Vec<HopConfig>,
}

/// A hop of the forward direction beside that of the lane: a queue with its own discipline, and a link.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HopConfig {
    /// Rate of its link.
    pub rate: BitRate,
    /// Its buffer. A delay counts at its own rate, and bandwidth-delay products at the RTT of the link.
    pub buffer: BufferConfig,
    /// Packets that its device takes from the discipline before the link can send them. 0: none.
    pub device_queue: u64,
    /// Its discipline. `None`: the same as that of the lane, also after changes.
    pub queue: Option<AqmConfig>,
    /// Propagation delay between this hop and its neighbour on the side of the lane's hop. It adds to the RTT.
    pub delay: Span,
}

/// Largest number of hops beside that of the lane in the forward direction.
pub const MAX_OTHER_HOPS: usize = 3;

/// The bottleneck of the reverse direction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReverseConfig {
    /// Its rate.
    pub rate: BitRate,
    /// Its buffer. A delay counts at its own rate.
    pub buffer: BufferConfig,
    /// Its discipline. `None`: the same as that of the forward direction, also after changes.
    pub queue: Option<AqmConfig>,
}

/// Direction of a group's data. Its ACKs go the other way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Direction {
    /// Through all hops of the forward direction.
    #[default]
    Forward,
    /// Through the bottleneck of the way back.
    Reverse,
    /// Forward, through a part of the hops only. They are counted from 0, that of the lane included.
    Part {
        /// The first hop of its packets.
        first: u8,
        /// The last one, at least `first`. Beyond the last hop: that one.
        last: u8,
    },
}

/// Losses and random delays of the packets that have left the bottleneck.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NoiseConfig {
    /// Extra delay of each packet. It is added to that of the group.
    pub jitter: JitterConfig,
    /// Probability that a packet is lost, 0..1. Losses are independent.
    pub loss: f64,
}

impl NoiseConfig {
    /// Returns whether no packet is lost or delayed.
    pub fn is_none(&self) -> bool {
        self.jitter.size == Span::ZERO && self.loss == 0.0
    }
}

/// Random extra delay of each packet.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct JitterConfig {
    /// See [`Distribution`]. Zero: no jitter.
    pub size: Span,
    /// Distribution of the extra delay.
    pub distribution: Distribution,
    /// Where a traffic group's packets are delayed. The jitter of the link is always behind its queue.
    pub place: JitterPlace,
}

/// Where on the path packets are delayed at random.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum JitterPlace {
    /// Behind the bottleneck. Packets of a flow stay in order.
    #[default]
    Behind,
    /// Between sender and queue, with the whole forward half of the round-trip time. Packets overtake each
    /// other, as in Linux' netem without a rate.
    Ahead,
}

/// Distribution of a random extra delay.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Distribution {
    /// Uniform between zero and the size.
    #[default]
    Uniform,
    /// Normal around zero, with the size as standard deviation: packets can also arrive earlier. At
    /// most [`MAX_DEVIATIONS`] in each direction, and never earlier than sent.
    Normal,
}

/// Largest deviation of normal jitter from its mean, in standard deviations. One packet of 16 000
/// would exceed it.
pub const MAX_DEVIATIONS: f64 = 4.0;

impl JitterConfig {
    /// Returns whether packets are delayed on the way to the queue.
    pub fn is_ahead(&self) -> bool {
        self.place == JitterPlace::Ahead && self.size > Span::ZERO
    }

    /// Returns the largest extra delay.
    pub fn largest(&self) -> Span {
        match self.distribution {
            Distribution::Uniform => self.size,
            Distribution::Normal => self.size * MAX_DEVIATIONS as u64,
        }
    }
}

/// Largest number of packets in a buffer given in bytes. It bounds the memory that small packets
/// need.
pub const MAX_BUFFER_PACKETS: u64 = 1_000_000;

/// Largest number of packets in the queue of a device.
pub const MAX_DEVICE_QUEUE: u64 = 10_000;

/// Largest IP packet that TCP sends, in bytes. It is the disciplines' MTU, and the unit of buffers that follow the rate.
pub const MTU: u32 = 1500;

/// Largest token bucket in bytes.
pub const MAX_TOKEN_BUCKET: u64 = 1_000_000;

/// Size of the bottleneck buffer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BufferConfig {
    /// In packets of any size.
    Packets(u64),
    /// In bytes, in at most [`MAX_BUFFER_PACKETS`] packets.
    Bytes(u64),
    /// As the time that the link needs to drain it. Follows rate changes. In whole packets of 1500
    /// B, at least `min_packets`.
    Delay {
        /// Drain time.
        span: Span,
        /// Lower bound.
        min_packets: u64,
    },
    /// As a multiple of the bandwidth-delay product. Follows rate and RTT changes. In whole packets
    /// of 1500 B, at least `min_packets`.
    Bdp {
        /// Multiple.
        factor: f64,
        /// Lower bound.
        min_packets: u64,
    },
}

impl BufferConfig {
    /// Returns the most packets that a buffer of this size holds at a link of this rate. The page computes the same
    /// (`web/src/core/model/path.ts`).
    pub fn packets(self, rate: BitRate, rtt: Span) -> u64 {
        let full = |span: Span, factor: f64, min: u64| {
            let bits = rate.bps() as f64 * span.seconds() * factor;
            let packets = (bits / 8.0 / f64::from(MTU)).round() as u64;
            packets.max(min).max(1)
        };
        match self {
            BufferConfig::Packets(packets) => packets,
            BufferConfig::Bytes(_) => MAX_BUFFER_PACKETS,
            BufferConfig::Delay { span, min_packets } => full(span, 1.0, min_packets),
            BufferConfig::Bdp { factor, min_packets } => full(rtt, factor, min_packets),
        }
    }
}

/// A group of equal sources.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrafficConfig {
    /// TCP flows that always have data to send.
    Bulk(BulkConfig),
    /// Datagram sources that do not react to congestion.
    Datagrams(DatagramConfig),
    /// Users of an application over TCP.
    App(AppConfig),
}

impl TrafficConfig {
    /// Returns the number of sources that send: 0 if the group is muted.
    pub fn audible(&self) -> u32 {
        if self.is_muted() { 0 } else { self.flows() }
    }

    /// Returns the number of sources, muted or not.
    pub fn flows(&self) -> u32 {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.flows,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.flows,
        }
    }

    /// Returns whether the group is muted.
    pub fn is_muted(&self) -> bool {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.muted,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.muted,
        }
    }

    /// Returns the ECN capability.
    pub fn ecn(&self) -> bool {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.ecn,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.ecn,
        }
    }

    /// Returns the group's own RTT; `None` if it is the link's, or if datagrams are not measured.
    pub fn rtt(&self) -> Option<Span> {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.meter?.rtt,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.rtt,
        }
    }

    /// Returns the options of the group's TCP connections; `None` for datagrams.
    pub fn tcp(&self) -> Option<&BulkConfig> {
        match self {
            TrafficConfig::Bulk(bulk) => Some(bulk),
            TrafficConfig::App(app) => Some(&app.tcp),
            TrafficConfig::Datagrams(_) => None,
        }
    }

    /// Like [`TrafficConfig::tcp`], to change them.
    pub fn tcp_mut(&mut self) -> Option<&mut BulkConfig> {
        match self {
            TrafficConfig::Bulk(bulk) => Some(bulk),
            TrafficConfig::App(app) => Some(&mut app.tcp),
            TrafficConfig::Datagrams(_) => None,
        }
    }

    /// Returns the direction of the data.
    pub fn direction(&self) -> Direction {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.direction,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.direction,
        }
    }

    /// Sets the direction of the data.
    pub fn set_direction(&mut self, direction: Direction) {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.direction = direction,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => {
                tcp.direction = direction;
            }
        }
    }

    /// Sets the number of sources.
    pub fn set_flows(&mut self, flows: u32) {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.flows = flows,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => {
                tcp.flows = flows;
            }
        }
    }

    /// Mutes or unmutes the group.
    pub fn set_muted(&mut self, muted: bool) {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.muted = muted,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => {
                tcp.muted = muted;
            }
        }
    }

    /// Sets the ECN capability.
    pub fn set_ecn(&mut self, ecn: bool) {
        match self {
            TrafficConfig::Datagrams(datagrams) => datagrams.ecn = ecn,
            TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.ecn = ecn,
        }
    }
}

/// Bulk TCP flows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BulkConfig {
    /// Number of flows.
    pub flows: u32,
    /// No flow sends, whatever `flows` is.
    pub muted: bool,
    /// Direction of the data.
    pub direction: Direction,
    /// Congestion control.
    pub cc: CcConfig,
    /// Stack generation.
    pub stack: Stack,
    /// ECN-capable.
    pub ecn: bool,
    /// Paces segments, even if the congestion control sets no rate.
    pub pacing: bool,
    /// SACK-capable.
    pub sack: bool,
    /// Delayed ACKs.
    pub delayed_ack: bool,
    /// Initial window in segments.
    pub initial_window: u32,
    /// Timeout of the SYN, and of data before the first RTT sample.
    pub initial_rto: Span,
    /// Receive window in segments.
    pub receive_window: u64,
    /// IP packet size of a full segment in bytes.
    pub packet_bytes: u32,
    /// Propagation RTT of this group; `None`: the link's.
    pub rtt: Option<Span>,
    /// Extra delay of each data packet.
    pub jitter: JitterConfig,
    /// Start of the first flow.
    pub start: Time,
    /// Flow i starts i times this long after `start`.
    pub stagger: Span,
    /// Each flow starts later by a random part of this, uniformly distributed.
    pub spread: Span,
    /// Flows send no new data after this.
    pub stop: Time,
}

/// Spacing and sizes of datagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrivals {
    /// One every packet time: constant bit rate.
    Constant,
    /// Exponential gaps (Poisson arrivals), constant size: the input of M/D/1.
    Poisson,
    /// Exponential gaps and exponentially distributed sizes: the input of M/M/1.
    PoissonExponentialSize,
}

/// A datagram source.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DatagramConfig {
    /// Number of sources.
    pub flows: u32,
    /// No source sends, whatever `flows` is.
    pub muted: bool,
    /// Direction of the datagrams.
    pub direction: Direction,
    /// Mean rate of each source. Zero means silent.
    pub rate: BitRate,
    /// IP packet size in bytes; the mean if sizes vary.
    pub packet_bytes: u32,
    /// Spacing and sizes.
    pub arrivals: Arrivals,
    /// ECN-capable.
    pub ecn: bool,
    /// No packet is sent before this.
    pub start: Time,
    /// Each source starts later by a random part of this, uniformly distributed.
    pub spread: Span,
    /// No packet is sent from here on.
    pub stop: Time,
    /// Periods of sending and silence. `None`: no silence.
    pub spurts: Option<Spurts>,
    /// Measures delay and loss of the datagrams. `None`: only the bottleneck counts them.
    pub meter: Option<MeterConfig>,
}

/// A change to a running simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    /// Bottleneck rate. The packet being transmitted keeps its rate. Ends the schedule.
    Rate(BitRate),
    /// Losses and random delays behind the bottlenecks.
    Noise(NoiseConfig),
    /// Rate, buffer and discipline of the reverse bottleneck. The run must have one.
    Reverse(ReverseConfig),
    /// Another hop of the forward direction. The run must have it. Packets between two hops keep their delay.
    Hop {
        /// Index in `before`, then `after`.
        index: usize,
        /// New rate, buffer, device queue, discipline and delay.
        hop: HopConfig,
    },
    /// The link's propagation RTT. Packets on the way keep their delay.
    Rtt(Span),
    /// Buffer size. If it shrinks below the backlog, the queue admits no packet until it has
    /// drained.
    Buffer(BufferConfig),
    /// Packets in the queue of the device. Surplus packets stay until the link has sent them.
    DeviceQueue(u64),
    /// Size of the link's token bucket in bytes; 0: none. A new bucket is full, and a smaller one loses its surplus tokens.
    TokenBucket(u64),
    /// Discipline or its parameters. For the same kind and variant the state stays. Otherwise a
    /// fresh algorithm takes over the waiting packets.
    Queue(AqmConfig),
    /// The user orders the bottleneck to drop the next packets, so many. Other disciplines than
    /// [`AqmConfig::Manual`] ignore it.
    DropNext(u64),
    /// Number of flows of a group. New flows start at once; the youngest surplus flows stop.
    Flows {
        /// Index in `traffic`.
        group: usize,
        /// New number.
        flows: u32,
    },
    /// Whether a group is muted. Muting stops its sources; otherwise as many start anew as the group has.
    Muted {
        /// Index in `traffic`.
        group: usize,
        /// New state.
        muted: bool,
    },
    /// Congestion control of a bulk group, or its parameters. Running flows keep their windows. The
    /// algorithm starts with fresh state.
    CongestionControl {
        /// Index in `traffic`.
        group: usize,
        /// New algorithm.
        cc: CcConfig,
    },
    /// ECN capability of a group.
    Ecn {
        /// Index in `traffic`.
        group: usize,
        /// New capability.
        ecn: bool,
    },
    /// What the users of an application do. It applies to their next action.
    App {
        /// Index in `traffic`.
        group: usize,
        /// New behaviour, of the same kind.
        kind: AppKind,
    },
    /// Rate of each source of a datagram group.
    SourceRate {
        /// Index in `traffic`.
        group: usize,
        /// New rate. Zero means silent.
        rate: BitRate,
    },
    /// Propagation RTT of a bulk group; `None`: the link's.
    GroupRtt {
        /// Index in `traffic`.
        group: usize,
        /// New RTT.
        rtt: Option<Span>,
    },
    /// An extra constant-bit-rate source for a limited time.
    Burst {
        /// Its rate.
        rate: BitRate,
        /// IP packet size in bytes.
        packet_bytes: u32,
        /// How long it sends.
        length: Span,
    },
}
