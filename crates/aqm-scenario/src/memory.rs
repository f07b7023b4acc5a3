//! Estimates the memory that a run can need. The reader refuses scenarios above its limit ([`Limits`]),
//! because a page or a command that runs out of memory stops.

use crate::limits::Limits;
use crate::model::{Buffer, Link, Schedule, Traffic};
use crate::problem::Reader;
use aqm_json::shown;
use aqm_sim::config::MAX_BUFFER_PACKETS;
use aqm_sim::math;
use aqm_sim::time::Span;
use aqm_sim::world::footprint;

/// Most bytes of the snapshots of a lane, by their own estimate.
pub const SNAPSHOT_BYTES: u64 = 16_000_000;
/// Different delays of a group or class in a window. Fewer than [`WINDOW_DELAYS`], because the packets of the
/// lane are divided among them.
const PART_DELAYS: f64 = 400.0;
/// The most classes of a discipline.
const CLASSES: f64 = 2.0;
/// Segments of all flows that can be unacknowledged, for each packet that path and buffer hold,
/// beyond the initial windows: slow start sends two for each that arrives, which fills the path
/// once more before a loss is detected, and recovery sends on while lost segments are repaired.
const OVERSHOOT: f64 = 4.0;
/// Different delays in the histogram of a window: at most so many, and one a packet.
const WINDOW_DELAYS: f64 = 1000.0;
const WINDOWS_PER_S: f64 = 4.0;
const BINS_PER_S: f64 = 100.0;
/// Records of bins and windows are in arrays that grow by doubling.
const GROWTH: f64 = 1.4;

/// What a run can need at most, in bytes, all lanes together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Memory {
    /// Flows, whether they send or not.
    pub flows: f64,
    /// Segments of initial windows.
    pub windows: f64,
    /// Packets on the path and their acknowledgements.
    pub path: f64,
    /// Packets in the bottleneck's buffer.
    pub buffer: f64,
    /// Time series, statistics and the goodput log.
    pub records: f64,
    /// Lanes as such, with their snapshots.
    pub lanes: f64,
    /// Queue delay of groups, classes and flows. `None` if it does not fit into the memory of the page: it is
    /// then not recorded, there or elsewhere.
    pub parts: Option<f64>,
}

impl Memory {
    /// The sum, in bytes.
    pub fn total(&self) -> f64 {
        let parts = self.parts.unwrap_or_default();
        self.flows + self.windows + self.path + self.buffer + self.records + self.lanes + parts
    }
}

/// The largest values that a run has had so far: memory that was needed once is not given back.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Extent {
    lanes: f64,
    duration_s: f64,
    rate_mbps: f64,
    /// Path length divided by packet size, s per bit: the largest of the TCP groups.
    path_s_per_bit: f64,
    buffer_packets: f64,
    ack_packets: f64,
    /// Hops with records of their own, that of the way back included.
    hops: f64,
    /// TCP flows that were started.
    flows: f64,
    /// Their initial windows.
    initial_segments: f64,
    /// Their receive windows.
    window_segments: f64,
    /// The most sources that each group of datagrams had.
    sources: Vec<u64>,
    bursts: usize,
    /// Groups with results of their own.
    measured: f64,
    /// Connections and datagram sources of these groups.
    applications: f64,
}

impl Extent {
    /// At the start of a run.
    pub(crate) fn new(lanes: usize, duration_s: f64, link: &Link, traffic: &[Traffic]) -> Self {
        let mut extent = Extent {
            lanes: lanes as f64,
            duration_s,
            rate_mbps: 0.0,
            path_s_per_bit: 0.0,
            buffer_packets: 0.0,
            ack_packets: link.ack_rate_mbps.map_or(0.0, |_| link.ack_buffer_packets as f64),
            hops: (link.hop_count() + u64::from(link.reverse.is_some())) as f64,
            flows: 0.0,
            initial_segments: 0.0,
            window_segments: 0.0,
            sources: vec![0; traffic.len()],
            bursts: 0,
            applications: 0.0,
            measured: traffic.iter().filter(|group| group.has_results()).count() as f64,
        };
        for group in traffic {
            extent.start_flows(group, group.tcp_flows());
        }
        extent.include(link, traffic, 0);
        extent
    }

    /// Includes the values after a change. `bursts` is the number of bursts so far.
    pub(crate) fn include(&mut self, link: &Link, traffic: &[Traffic], bursts: usize) {
        let scheduled = link.schedule.as_ref().map_or(0.0, Schedule::largest_mbps);
        let reverse = link.reverse.as_ref().map_or(0.0, |reverse| reverse.rate_mbps);
        self.rate_mbps = self.rate_mbps.max(link.rate_mbps.max(scheduled) + reverse);
        let noise = link.noise().jitter.largest().millis();
        let between = link.other_hops().map(|hop| hop.delay_ms).sum::<f64>();
        let fastest = link.other_hops().map(|hop| hop.rate_mbps).fold(0.0, f64::max);
        self.rate_mbps = self.rate_mbps.max(fastest + reverse);
        let mut buffer = packets_of(&link.buffer, link.rate_mbps, link.rtt_ms);
        if let Some(reverse) = &link.reverse {
            // Both buffers can be full of ACKs.
            buffer += packets_of(&reverse.buffer, reverse.rate_mbps, link.rtt_ms);
            self.ack_packets = self.ack_packets.max(buffer);
        }
        for hop in link.other_hops() {
            buffer += packets_of(&hop.buffer, hop.rate_mbps, link.rtt_ms);
        }
        self.buffer_packets = self.buffer_packets.max(buffer);
        self.bursts = bursts;
        for (group, most) in traffic.iter().zip(&mut self.sources) {
            let config = group.config();
            let Some(tcp) = config.tcp() else {
                let flows = u64::from(config.flows());
                if group.has_results() {
                    self.applications += flows.saturating_sub(*most) as f64;
                }
                *most = flows.max(*most);
                continue;
            };
            let jitter = tcp.jitter.largest().millis() + noise;
            let path_s = (tcp.rtt.map_or(link.rtt_ms, Span::millis) + jitter + between) / 1e3;
            let per_bit = path_s / (f64::from(tcp.packet_bytes) * 8.0);
            self.path_s_per_bit = self.path_s_per_bit.max(per_bit);
        }
    }

    /// Includes `count` more TCP flows of `group`.
    pub(crate) fn start_flows(&mut self, group: &Traffic, count: u64) {
        if let Some(tcp) = group.config().tcp() {
            let (count, window) = (count as f64, tcp.receive_window as f64);
            if group.has_results() {
                self.applications += count;
            }
            self.flows += count;
            self.initial_segments += count * window.min(f64::from(tcp.initial_window));
            self.window_segments += count * window;
        }
    }

    /// Returns the most memory that a run with these values can need.
    ///
    /// - Flows: [`footprint::FLOW`] each. A stopped flow stays in memory until all its segments are acknowledged,
    ///   so flows that changes start count too.
    /// - Unacknowledged segments: all initial windows, and [`OVERSHOOT`] times the packets on the path and in
    ///   the buffer, but at most all receive windows. The path holds rate x (RTT + jitter). Rate, RTT and
    ///   buffer count at their largest values of the timeline.
    /// - ACKs: one for each packet on the path, and the buffer of the return path.
    /// - Records: in proportion to the duration.
    ///
    /// The sum counts once for each lane, with its snapshots.
    #[inline(never)]
    pub(crate) fn memory(&self) -> Memory {
        let sources = self.sources.iter().sum::<u64>() as f64 + self.bursts as f64;
        let has_tcp = if self.flows > 0.0 { 1.0 } else { 0.0 };
        let path = (self.rate_mbps * 1e6 * self.path_s_per_bit).min(self.window_segments);
        let buffer = self.buffer_packets;
        let segments = self.initial_segments + OVERSHOOT * (path + buffer);
        // The share of them that the receive windows admit.
        let segment = footprint::SEGMENT as f64
            * (self.window_segments / segments.max(1.0)).min(1.0)
            * has_tcp;
        let delays = (self.rate_mbps * 1e6 / 8.0 / 40.0 / WINDOWS_PER_S).min(WINDOW_DELAYS);
        let bytes = |size: usize| size as f64;
        let delay = bytes(footprint::DELAY);
        let results = self.measured * (bytes(footprint::RESULT) + delays * delay);
        let bins = BINS_PER_S * bytes(footprint::BIN) + WINDOWS_PER_S * bytes(footprint::WINDOW);
        let second = self.hops * (GROWTH * bins + WINDOWS_PER_S * delays * delay);
        let second = second + results;
        let memory = Memory {
            flows: self.lanes
                * (bytes(footprint::FLOW) * (self.flows + sources)
                    + bytes(footprint::APPLICATION) * self.applications),
            windows: self.lanes * segment * self.initial_segments,
            path: self.lanes
                * (segment * OVERSHOOT * path
                    + bytes(footprint::ACK) * (path + has_tcp * self.ack_packets)),
            buffer: self.lanes * (segment * OVERSHOOT + bytes(footprint::QUEUED_PACKET)) * buffer,
            records: self.lanes
                * self.duration_s
                * (second + bytes(footprint::GOODPUT) * self.flows),
            lanes: self.lanes * (bytes(footprint::LANE) + SNAPSHOT_BYTES as f64),
            parts: None,
        };
        let groups = self.sources.len() as f64;
        let part = PART_DELAYS.min(delays) * delay * WINDOWS_PER_S;
        let second = (groups + CLASSES) * part + groups * BINS_PER_S * bytes(footprint::PART_BIN);
        let parts = self.lanes
            * ((groups + CLASSES) * bytes(footprint::PART)
                + bytes(footprint::PART_FLOW) * (self.flows + sources)
                + self.duration_s * second);
        let fits = memory.total() + parts <= Limits::PAGE.memory_bytes;
        Memory { parts: fits.then_some(parts), ..memory }
    }

    /// Returns whether the estimate is at most the limit, or at most `before`: then an earlier problem is the
    /// cause. Otherwise reports a problem at `step` from the reader's path; `None` means the path of the
    /// largest part.
    pub(crate) fn check(&self, step: Option<&str>, before: f64, reader: &mut Reader) -> bool {
        let memory = self.memory();
        let total = memory.total();
        let most = reader.limits().memory_bytes;
        if total <= before.max(most) {
            return true;
        }
        let (place, what, cure) = self.largest(&memory);
        let megabytes = |bytes: f64| shown((bytes / 1e6).ceil());
        let lanes = shown(self.lanes);
        let message = [
            "makes the run need up to ",
            &megabytes(total),
            " MB of memory in ",
            &lanes,
            if self.lanes == 1.0 { " lane" } else { " lanes" },
            ", mostly for ",
            &what,
            "; expected at most ",
            &megabytes(most),
            " MB. ",
            cure,
            reader.limits().way_out(total, Limits::FORMAT.memory_bytes),
        ]
        .concat();
        reader.at(step.unwrap_or(place), |reader| reader.problem(message));
        false
    }

    /// Returns the path of the largest part of `memory`, its description, and the advice.
    fn largest(&self, memory: &Memory) -> (&'static str, String, &'static str) {
        let path = self.rate_mbps * 1e6 * self.path_s_per_bit;
        let count = |count: f64, what: &str| [&shown(count.ceil()), what].concat();
        let parts = [
            (
                memory.windows,
                ".traffic",
                count(self.initial_segments, " segments of initial windows"),
                "Lower initialWindow or flows, or remove lanes.",
            ),
            (
                memory.flows,
                ".traffic",
                count(self.flows, " TCP flows"),
                "Lower flows, or remove lanes.",
            ),
            (
                memory.path,
                ".link",
                count(path, " packets on the path"),
                "Lower rateMbps, rttMs, jitterMs or receiveWindowPackets, or remove lanes.",
            ),
            (
                memory.buffer,
                ".link.buffer",
                count(self.buffer_packets, " packets of buffer"),
                "Lower the buffer or receiveWindowPackets, or remove lanes.",
            ),
            (
                memory.records,
                ".durationS",
                count(self.duration_s, " s of results"),
                "Lower durationS or flows, or remove lanes.",
            ),
        ];
        let mut largest = &parts[0];
        for part in &parts {
            if part.0 > largest.0 {
                largest = part;
            }
        }
        (largest.1, largest.2.clone(), largest.3)
    }
}

/// Most packets that the buffer holds.
fn packets_of(buffer: &Buffer, rate_mbps: f64, rtt_ms: f64) -> f64 {
    let most = MAX_BUFFER_PACKETS as f64;
    let drained_in = |seconds: f64| rate_mbps * 1e6 * seconds / 8.0 / 1500.0;
    let (packets, least) = match buffer {
        Buffer::Packets(buffer) => (buffer.packets as f64, 0),
        Buffer::Bytes(buffer) => (buffer.bytes as f64 / 40.0, 0),
        Buffer::Ms(buffer) => (drained_in(buffer.ms / 1e3), buffer.min_packets),
        Buffer::Bdp(buffer) => (drained_in(rtt_ms / 1e3 * buffer.bdp), buffer.min_packets),
    };
    math::clamp(packets, least as f64, most)
}
