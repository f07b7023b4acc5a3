//! Configuration of applications: TCP connections that carry limited amounts of data, and datagrams
//! whose delay and loss are measured.

use super::BulkConfig;
use crate::time::Span;
use crate::units::BitRate;

/// Largest number of listed sizes.
pub const MAX_SIZES: usize = 16;
/// Largest number of bit rates of a video.
pub const MAX_RATES: usize = 10;

/// A group of equal users of an application over TCP.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AppConfig {
    /// Options of the connections. `flows` is the number of users, `start`, `stagger` and `spread`
    /// say when they begin.
    pub tcp: BulkConfig,
    /// What the users do.
    pub kind: AppKind,
}

/// What the users of a group do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum AppKind {
    /// Each connection carries one message.
    Short(ShortConfig),
    /// Users load pages.
    Web(WebConfig),
    /// Users write data at a limited rate.
    Limited(LimitedConfig),
    /// Users watch a video.
    Video(VideoConfig),
}

/// Sizes in bytes. A size is rounded up to whole segments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Sizes {
    /// All equal.
    Fixed(u64),
    /// These sizes in turn.
    List(SizeList),
    /// Bounded Pareto: heavy-tailed.
    Pareto {
        /// Smallest size.
        min: u64,
        /// Largest size, not below `min`.
        max: u64,
        /// Tail index. The tail is heavier for smaller numbers.
        shape: f64,
    },
    /// Lognormal. Larger sizes than `max` become `max`.
    Lognormal {
        /// Median.
        median: u64,
        /// Largest size.
        max: u64,
        /// Standard deviation of the size's logarithm.
        sigma: f64,
    },
}

/// A short list of sizes in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeList {
    sizes: [u32; MAX_SIZES],
    count: usize,
}

impl SizeList {
    /// Returns the list of the first [`MAX_SIZES`] `sizes`. There must be at least one.
    pub fn new(sizes: &[u32]) -> Self {
        assert!(!sizes.is_empty(), "a list has at least one size");
        let mut list = SizeList { sizes: [0; MAX_SIZES], count: sizes.len().min(MAX_SIZES) };
        for (place, &size) in list.sizes.iter_mut().zip(sizes) {
            *place = size;
        }
        list
    }

    /// Returns the sizes.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes[..self.count]
    }
}

/// A pause between two actions of a user.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Think {
    /// Mean length.
    pub mean: Span,
    /// Exponentially distributed; otherwise all equal.
    pub exponential: bool,
}

/// Short flows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ShortConfig {
    /// Sizes of the messages.
    pub sizes: Sizes,
    /// When flows start.
    pub arrivals: FlowArrivals,
}

/// When short flows start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FlowArrivals {
    /// Closed loop: each user pauses after a flow and then starts the next one.
    Closed(Think),
    /// Open loop: a Poisson process with this many flows per second. A flow that finds no free user
    /// is refused.
    Open(f64),
}

/// Page loads. A page is one main object, then other objects over several parallel connections.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WebConfig {
    /// Size of the main object in bytes.
    pub page_bytes: u64,
    /// Number of other objects.
    pub objects: u32,
    /// Sizes of the other objects.
    pub sizes: Sizes,
    /// Most parallel connections of a user, at least 1.
    pub connections: u32,
    /// Pause between two pages.
    pub think: Think,
}

/// Application-limited flows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LimitedConfig {
    /// Rate at which each user writes, without headers. Zero means silent.
    pub rate: BitRate,
    /// Size of each write in bytes, rounded up to whole segments.
    pub chunk_bytes: u64,
}

/// A ladder of bit rates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ladder {
    rates: [BitRate; MAX_RATES],
    count: usize,
}

impl Ladder {
    /// Returns the ladder of the first [`MAX_RATES`] `rates`, in ascending order. There must be at
    /// least one.
    pub fn new(rates: &[BitRate]) -> Self {
        assert!(!rates.is_empty(), "a ladder has at least one rate");
        let mut ladder =
            Ladder { rates: [BitRate::default(); MAX_RATES], count: rates.len().min(MAX_RATES) };
        for (place, &rate) in ladder.rates.iter_mut().zip(rates) {
            *place = rate;
        }
        ladder
    }

    /// Returns the rates.
    pub fn rates(&self) -> &[BitRate] {
        &self.rates[..self.count]
    }
}

/// A video in segments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VideoConfig {
    /// Bit rates to select from; with one rate there is no adaptation.
    pub ladder: Ladder,
    /// Playing time of a segment.
    pub segment: Span,
    /// Playing time that the player buffers at most; at least two segments.
    pub buffer: Span,
    /// Playing time in the buffer at which the player starts, and continues after a stall.
    pub startup: Span,
}

/// Alternating periods in which a datagram source sends and is silent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spurts {
    /// Mean length of a period of sending.
    pub on: Span,
    /// Mean length of a period of silence.
    pub off: Span,
    /// Both lengths are exponentially distributed; otherwise all are equal.
    pub random: bool,
}

/// What is measured about the datagrams of a group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeterConfig {
    /// Propagation RTT of the group; `None`: the link's. A datagram takes half of it.
    pub rtt: Option<Span>,
    /// The datagrams carry voice.
    pub voice: Option<VoiceConfig>,
}

/// A voice codec and the receiver's jitter buffer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VoiceConfig {
    /// Speech in a packet, and the codec's look-ahead: delay before the packet is sent.
    pub packetization: Span,
    /// Delay of the jitter buffer. A packet that arrives later than that after the smoothed delay is
    /// lost to the decoder.
    pub jitter_buffer: Span,
    /// Equipment impairment factor of the codec without loss, `Ie` (ITU-T G.113, Appendix I).
    pub impairment: f64,
    /// Packet-loss robustness factor of the codec, `Bpl`.
    pub robustness: f64,
}
