//! What a simulation is made of. Everything here was validated at the border (`aqm-scenario`);
//! inside, broken invariants assert.

use crate::aqm::AqmConfig;
use crate::cc::CcConfig;
use crate::tcp::Stack;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// One lane: a bottleneck under one discipline, its traffic, and the changes to come.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationConfig {
    /// Seed of every random stream.
    pub seed: u64,
    /// Statistics start with the first bin of the time series that begins here or later; time series
    /// start at zero.
    pub warmup: Time,
    /// Path and bottleneck.
    pub link: LinkConfig,
    /// The bottleneck's discipline.
    pub queue: AqmConfig,
    /// Traffic groups.
    pub traffic: Vec<TrafficConfig>,
    /// Timed changes, in any order; equal times keep their order.
    pub changes: Vec<(Time, Change)>,
}

/// The path.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LinkConfig {
    /// Bottleneck rate.
    pub rate: BitRate,
    /// Propagation round-trip time of groups without one of their own, half in each direction.
    pub rtt: Span,
    /// Bottleneck buffer.
    pub buffer: BufferConfig,
    /// Rate of the ACK path; `None`: never congested.
    pub ack_rate: Option<BitRate>,
    /// Buffer of the ACK path in packets; only with `ack_rate`.
    pub ack_buffer: u64,
    /// Packets that the device takes from the discipline ahead of the one on the wire, as the ring of
    /// a network card does; 0: none. At most [`MAX_DEVICE_QUEUE`].
    pub device_queue: u64,
}

/// Most packets that a buffer given in bytes holds: of small ones it could hold more than there is
/// memory for.
pub const MAX_BUFFER_PACKETS: u64 = 1_000_000;

/// Most packets in the queue of a device.
pub const MAX_DEVICE_QUEUE: u64 = 10_000;

/// Size of the bottleneck buffer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum BufferConfig {
    /// In packets of any size.
    Packets(u64),
    /// In bytes, in at most [`MAX_BUFFER_PACKETS`] packets.
    Bytes(u64),
    /// As the time the link needs to drain it; follows rate changes. In whole packets of 1500 B,
    /// at least `min_packets`.
    Delay {
        /// Drain time.
        span: Span,
        /// Lower bound.
        min_packets: u64,
    },
    /// As a multiple of the bandwidth-delay product; follows rate and RTT changes. In whole
    /// packets of 1500 B, at least `min_packets`.
    Bdp {
        /// Multiple.
        factor: f64,
        /// Lower bound.
        min_packets: u64,
    },
}

/// A group of equal sources.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrafficConfig {
    /// TCP flows with always something to send.
    Bulk(BulkConfig),
    /// Datagrams that do not care about congestion.
    Datagrams(DatagramConfig),
}

/// Bulk TCP flows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BulkConfig {
    /// Number of flows.
    pub flows: u32,
    /// Congestion control.
    pub cc: CcConfig,
    /// Stack generation.
    pub stack: Stack,
    /// ECN-capable.
    pub ecn: bool,
    /// Paced, also if the congestion control sets no rate.
    pub pacing: bool,
    /// SACK-capable.
    pub sack: bool,
    /// Delayed ACKs.
    pub delayed_ack: bool,
    /// Initial window in segments.
    pub initial_window: u32,
    /// Receive window in segments.
    pub receive_window: u64,
    /// IP packet size of a full segment in bytes.
    pub packet_bytes: u32,
    /// Propagation RTT of this group; `None`: the link's.
    pub rtt: Option<Span>,
    /// Each packet is delayed by up to this much more, uniformly, without reordering its flow.
    pub jitter: Span,
    /// Start of the first flow.
    pub start: Time,
    /// Flow i starts i times this later.
    pub stagger: Span,
    /// ... and by a random part of this, uniformly.
    pub spread: Span,
    /// No new data after this.
    pub stop: Time,
}

/// How datagrams are spaced, and how large they are.
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
    /// Mean rate of each; zero is silent.
    pub rate: BitRate,
    /// (Mean) IP packet size in bytes.
    pub packet_bytes: u32,
    /// Spacing and sizes.
    pub arrivals: Arrivals,
    /// ECN-capable.
    pub ecn: bool,
    /// First packet not before this.
    pub start: Time,
    /// No packet from here on.
    pub stop: Time,
}

/// A change to a running simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Change {
    /// Bottleneck rate. The packet on the wire keeps the rate it started with.
    Rate(BitRate),
    /// The link's propagation RTT. Packets already on the way keep theirs.
    Rtt(Span),
    /// Buffer size. A buffer that shrinks below its backlog admits nothing until it has drained.
    Buffer(BufferConfig),
    /// Packets in the queue of the device. Surplus packets stay until the link has sent them.
    DeviceQueue(u64),
    /// Discipline or its parameters. Same kind and variant: the state stays. Otherwise a fresh
    /// algorithm takes over the waiting packets.
    Queue(AqmConfig),
    /// Number of flows of a group: new flows start at once, surplus flows (the youngest) stop.
    Flows {
        /// Index in `traffic`.
        group: usize,
        /// New number.
        flows: u32,
    },
    /// Congestion control of a bulk group, or its parameters. Running flows keep their windows; the
    /// algorithm starts afresh.
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
    /// Rate of each source of a datagram group.
    SourceRate {
        /// Index in `traffic`.
        group: usize,
        /// New rate; zero is silent.
        rate: BitRate,
    },
    /// Propagation RTT of a bulk group; `None`: the link's.
    GroupRtt {
        /// Index in `traffic`.
        group: usize,
        /// New RTT.
        rtt: Option<Span>,
    },
    /// An extra constant-bit-rate source for a while.
    Burst {
        /// Its rate.
        rate: BitRate,
        /// IP packet size in bytes.
        packet_bytes: u32,
        /// How long it sends.
        length: Span,
    },
}
