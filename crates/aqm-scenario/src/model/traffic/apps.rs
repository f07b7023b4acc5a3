//! Applications over TCP: short flows, page loads, video, and flows with a limited rate.

use super::{
    BulkConfig, Choices, CongestionControl, Direction, Distribution, FLOWS, Flag, HOP, Integer,
    JITTER, JitterConfig, JitterPlace, Maybe, NAME, Nested, Number, Reader, ReceiverConfig,
    SenderConfig, Span, Stack, TIME_S, Time, check_stop, jitter, millis, rate, small, stop, way,
};
use crate::json::shown;
use crate::schema::{Items, choice, record, tagged};
use aqm_sim::config::{
    AppConfig, AppKind, FlowArrivals, Ladder, LimitedConfig, MAX_RATES, MAX_SIZES, ShortConfig,
    SizeList, Sizes, Think, VideoConfig, WebConfig,
};
use aqm_sim::world::MTU;

const BYTES: Integer = Integer::new("bytes", 1, 1_000_000_000).log_slider(1000, 100_000_000);
const THINK: Number = Number::new("s", 0.0, 3600.0).slider(0.0, 30.0, 0.1);

tagged! {
    /// Sizes of flows or objects. A size is rounded up to whole segments.
    pub enum FlowSize by "kind", later &[] => {
        "fixed" => Fixed(FixedSize),
        "list" => List(ListedSizes),
        "pareto" => Pareto(ParetoSize),
        "lognormal" => Lognormal(LognormalSize),
    }
}

record! {
    /// All sizes are equal.
    #[derive(Copy)]
    pub struct FixedSize, label "Fixed" {
        /// Size without headers.
        bytes: u64 { json: "bytes", label: "Size", check: BYTES }
    }
}

record! {
    /// These sizes in turn.
    pub struct ListedSizes, label "List" {
        /// Sizes without headers, rounded to whole bytes.
        bytes: Vec<f64> {
            json: "bytes", label: "Sizes",
            check: Items::of(1, MAX_SIZES, "sizes", Number::new("bytes", 1.0, 1e9)),
        }
    }
}

record! {
    /// Bounded Pareto distribution: heavy-tailed, most flows are short and most bytes are in long ones.
    #[derive(Copy)]
    pub struct ParetoSize, label "Pareto", agree agree {
        /// Smallest size.
        min_bytes: u64 { json: "minBytes", label: "Smallest size", check: BYTES, default: 10_000 }
        /// Largest size.
        max_bytes: u64 { json: "maxBytes", label: "Largest size", check: BYTES, default: 10_000_000 }
        /// Tail index. The tail is heavier for smaller numbers.
        shape: f64 {
            json: "shape", label: "Tail index", check: Number::new("", 0.1, 10.0).slider(1.0, 3.0, 0.1),
            default: 1.2, source: "Crovella and Bestavros 1997",
        }
    }
}

impl ParetoSize {
    fn agree(&self, reader: &mut Reader) {
        if self.max_bytes < self.min_bytes {
            let [max, min] = [self.max_bytes, self.min_bytes].map(|bytes| shown(bytes as f64));
            let expected = [" bytes; expected at least minBytes (", &min, " bytes)."].concat();
            reader.problem_in("maxBytes", ["is ", &max, &expected].concat());
        }
    }
}

record! {
    /// Lognormal distribution.
    #[derive(Copy)]
    pub struct LognormalSize, label "Lognormal" {
        /// Median size.
        median_bytes: u64 { json: "medianBytes", label: "Median size", check: BYTES, default: 10_000 }
        /// Largest size. Larger ones become this size.
        max_bytes: u64 { json: "maxBytes", label: "Largest size", check: BYTES, default: 10_000_000 }
        /// Standard deviation of the natural logarithm of the size.
        sigma: f64 {
            json: "sigma", label: "Sigma", check: Number::new("", 0.0, 5.0).slider(0.0, 3.0, 0.1),
            default: 1.5,
        }
    }
}

impl FlowSize {
    fn config(&self) -> Sizes {
        match self {
            FlowSize::Fixed(size) => Sizes::Fixed(size.bytes),
            FlowSize::List(list) => {
                let sizes: Vec<u32> = list.bytes.iter().map(|bytes| bytes.round() as u32).collect();
                Sizes::List(SizeList::new(&sizes))
            }
            FlowSize::Pareto(size) => {
                Sizes::Pareto { min: size.min_bytes, max: size.max_bytes, shape: size.shape }
            }
            FlowSize::Lognormal(size) => Sizes::Lognormal {
                median: size.median_bytes,
                max: size.max_bytes,
                sigma: size.sigma,
            },
        }
    }
}

/// Distribution of the lengths of pauses and periods.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pauses {
    /// Exponential.
    Exponential,
    /// All equal.
    Fixed,
}

choice! {
    Pauses, later &[] => {
        /// Exponentially distributed lengths.
        "exponential" as "exponential" => Pauses::Exponential,
        /// All lengths are equal.
        "fixed" as "fixed" => Pauses::Fixed,
    }
}

fn think(mean_s: f64, pauses: Pauses) -> Think {
    let (mean, exponential) = (Span::from_seconds(mean_s), pauses == Pauses::Exponential);
    Think { mean, exponential }
}

tcp_traffic! {
    /// Short TCP flows: each connection carries one message and then closes.
    pub struct Short, label "Short flows", check check {
        /// Number of users. Each has one flow at a time.
        flows: u64 {
            json: "flows", label: "Users", check: FLOWS.log_slider(0, 1000), default: 10, live: true,
        }
        /// Sizes of the messages.
        size: FlowSize {
            json: "size", label: "Size", check: Nested::NEW,
            default: FlowSize::Fixed(FixedSize { bytes: 100_000 }), live: true,
        }
        /// Arrival rate of flows, as a Poisson process. A flow without a free user is refused. Off: each
        /// user starts a flow after a pause.
        arrivals_per_s: Option<f64> {
            json: "arrivalsPerS", label: "Arrival rate",
            check: Maybe(Number::new("1/s", 0.0, 1000.0).log_slider(0.1, 1000.0, 0.1)),
            default: None, live: true,
        }
        /// Mean pause of a user between two flows. It has no effect with an arrival rate.
        think_s: f64 { json: "thinkS", label: "Pause", check: THINK, default: 1.0, live: true }
        /// Distribution of the pauses.
        think: Pauses {
            json: "think", label: "Pauses", check: Choices::NEW, default: Pauses::Exponential,
            live: true,
        }
    }
}

impl Short {
    fn check(&self, _: &mut Reader) {}

    pub(super) fn config(&self) -> AppConfig {
        let arrivals = match self.arrivals_per_s {
            Some(per_s) => FlowArrivals::Open(per_s),
            None => FlowArrivals::Closed(think(self.think_s, self.think)),
        };
        let kind = AppKind::Short(ShortConfig { sizes: self.size.config(), arrivals });
        AppConfig { tcp: self.tcp(), kind }
    }
}

tcp_traffic! {
    /// Page loads: a main object, then other objects over several parallel connections.
    pub struct Web, label "Web", check check {
        /// Number of users. Each loads one page at a time.
        flows: u64 {
            json: "flows", label: "Users", check: FLOWS.log_slider(0, 1000), default: 5, live: true,
        }
        /// Size of a page's main object.
        page_bytes: u64 {
            json: "pageBytes", label: "Main object", check: BYTES, default: 50_000, live: true,
        }
        /// Number of other objects of a page.
        objects: u64 {
            json: "objects", label: "Objects", check: Integer::new("", 0, 500).slider(0, 100),
            default: 20, live: true,
        }
        /// Sizes of the other objects.
        size: FlowSize {
            json: "size", label: "Object size", check: Nested::NEW,
            default: FlowSize::Lognormal(LognormalSize {
                median_bytes: 10_000, max_bytes: 1_000_000, sigma: 1.5,
            }),
            live: true,
        }
        /// Most parallel connections of a user.
        connections: u64 {
            json: "connections", label: "Connections", check: Integer::new("", 1, 16), default: 6,
            live: true, source: "today's browsers with HTTP/1.1",
        }
        /// Mean pause between two pages.
        think_s: f64 { json: "thinkS", label: "Pause", check: THINK, default: 5.0, live: true }
        /// Distribution of the pauses.
        think: Pauses {
            json: "think", label: "Pauses", check: Choices::NEW, default: Pauses::Exponential,
            live: true,
        }
    }
}

impl Web {
    fn check(&self, _: &mut Reader) {}

    pub(super) fn config(&self) -> AppConfig {
        let kind = AppKind::Web(WebConfig {
            page_bytes: self.page_bytes,
            objects: small(self.objects),
            sizes: self.size.config(),
            connections: small(self.connections),
            think: think(self.think_s, self.think),
        });
        AppConfig { tcp: self.tcp(), kind }
    }
}

tcp_traffic! {
    /// TCP flows whose application writes chunks at a limited rate.
    pub struct Limited, label "Limited TCP", check check {
        /// Number of flows.
        flows: u64 {
            json: "flows", label: "TCP flows", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
        /// Rate at which each application writes, without headers.
        rate_mbps: f64 {
            json: "rateMbps", label: "Rate",
            check: Number::new("Mbit/s", 0.0, 10_000.0).log_slider(0.01, 1000.0, 0.01), default: 1.0,
            live: true,
        }
        /// Size of each write, rounded up to whole segments.
        chunk_bytes: u64 {
            json: "chunkBytes", label: "Chunk",
            check: Integer::new("bytes", 1, 10_000_000).log_slider(1000, 1_000_000), default: 10_000,
            live: true,
        }
    }
}

impl Limited {
    fn check(&self, _: &mut Reader) {}

    pub(super) fn config(&self) -> AppConfig {
        let kind = AppKind::Limited(LimitedConfig {
            rate: rate(self.rate_mbps),
            chunk_bytes: self.chunk_bytes,
        });
        AppConfig { tcp: self.tcp(), kind }
    }
}

tcp_traffic! {
    /// Video players: segment downloads with a playback buffer and a bit rate that adapts.
    pub struct Video, label "Video", check check {
        /// Number of players.
        flows: u64 {
            json: "flows", label: "Players", check: FLOWS.log_slider(0, 1000), default: 1, live: true,
        }
        /// Bit rates to select from, in ascending order. With one rate there is no adaptation.
        rates_mbps: Vec<f64> {
            json: "ratesMbps", label: "Bit rates",
            check: Items::of(1, MAX_RATES, "bit rates", Number::new("Mbit/s", 0.01, 1000.0)),
            default: vec![0.5, 1.0, 2.5, 5.0, 8.0], live: true,
        }
        /// Playing time of a segment.
        segment_s: f64 {
            json: "segmentS", label: "Segment", check: Number::new("s", 0.1, 60.0).slider(1.0, 10.0, 0.5),
            default: 4.0, live: true,
        }
        /// Largest playing time in the buffer; at least two segments.
        buffer_s: f64 {
            json: "bufferS", label: "Buffer", check: Number::new("s", 0.2, 600.0).slider(4.0, 60.0, 1.0),
            default: 30.0, live: true,
        }
        /// Playing time in the buffer at which playback starts, also after a stall.
        startup_s: f64 {
            json: "startupS", label: "Start at", check: Number::new("s", 0.1, 600.0).slider(1.0, 20.0, 1.0),
            default: 4.0, live: true,
        }
    }
}

impl Video {
    fn check(&self, reader: &mut Reader) {
        if self.rates_mbps.windows(2).any(|pair| pair[0] >= pair[1]) {
            reader.problem_in("ratesMbps", "has rates out of order; expected ascending rates.");
        }
        if self.buffer_s < 2.0 * self.segment_s {
            let [buffer, least] = [self.buffer_s, 2.0 * self.segment_s].map(shown);
            let expected = [" s; expected at least two segments (", &least, " s)."].concat();
            reader.problem_in("bufferS", ["is ", &buffer, &expected].concat());
        }
    }

    pub(super) fn config(&self) -> AppConfig {
        let rates: Vec<_> = self.rates_mbps.iter().map(|&mbps| rate(mbps)).collect();
        let kind = AppKind::Video(VideoConfig {
            ladder: Ladder::new(&rates),
            segment: Span::from_seconds(self.segment_s),
            buffer: Span::from_seconds(self.buffer_s),
            startup: Span::from_seconds(self.startup_s),
        });
        AppConfig { tcp: self.tcp(), kind }
    }
}
