//! The path and its bottleneck.

use super::{MAX_MBPS, Queue, Schedule};
use crate::problem::Reader;
use crate::schema::{Choices, Integer, List, Maybe, Nested, Number, choice, keyed, record};
use aqm_json::shown;
use aqm_sim::config::{
    Distribution, MAX_BUFFER_PACKETS as MAX_PACKETS, MAX_DEVICE_QUEUE, MAX_OTHER_HOPS,
    MAX_TOKEN_BUCKET,
};

/// Size of a random delay.
pub(super) const JITTER: Number = Number::new("ms", 0.0, 1000.0).slider(0.0, 100.0, 1.0);
const HOPS: List<Hop> = List::of(0, MAX_OTHER_HOPS, "hops");
/// Most hops of the way forward, that of the lane included.
pub const MAX_HOPS: u64 = MAX_OTHER_HOPS as u64 + 1;

record! {
    /// The path. It has one bottleneck; each direction has half the propagation time.
    pub struct Link, agree agree {
        /// Rate of the bottleneck link.
        rate_mbps: f64 {
            json: "rateMbps", label: "Bandwidth",
            check: Number::new("Mbit/s", 0.1, MAX_MBPS).log_slider(0.1, 1000.0, 0.1),
            live: true,
        }
        /// Round-trip propagation time, without queueing and transmission.
        rtt_ms: f64 {
            json: "rttMs", label: "Round-trip time",
            check: Number::new("ms", 0.1, 1000.0).log_slider(1.0, 1000.0, 1.0),
            live: true,
        }
        /// Size of the bottleneck buffer.
        buffer: Buffer { json: "buffer", label: "Buffer", check: Nested::NEW, live: true }
        /// Rate of the link that carries ACKs back. Off: the way back is never the bottleneck.
        ack_rate_mbps: Option<f64> {
            json: "ackRateMbps", label: "ACK path bandwidth",
            check: Maybe(Number::new("Mbit/s", 0.01, MAX_MBPS).log_slider(0.01, 1000.0, 0.01)),
            default: None,
        }
        /// Buffer of the link that carries ACKs back. ACKs that arrive while it is full are lost.
        ack_buffer_packets: u64 {
            json: "ackBufferPackets", label: "ACK path buffer",
            check: Integer::new("packets", 1, 100_000).log_slider(1, 10_000),
            default: 1000,
        }
        /// Packets that wait in the device, behind the queue and its discipline, as in the ring of a network card.
        device_queue_packets: u64 {
            json: "deviceQueuePackets", label: "Device queue",
            check: Integer::new("packets", 0, MAX_DEVICE_QUEUE).slider(0, 100),
            default: 0, live: true,
        }
        /// Bytes that the link sends at once after a pause, as behind Linux' tbf. The bucket fills at the bandwidth. 0: no bucket.
        token_bucket_bytes: u64 {
            json: "tokenBucketBytes", label: "Token bucket",
            check: Integer::new("bytes", 0, MAX_TOKEN_BUCKET).slider(0, 100_000),
            default: 0, live: true, source: "burst of tc-tbf(8)",
        }
        /// Random extra delay of each packet behind the bottleneck. Packets of a flow do not overtake each other.
        jitter_ms: f64 { json: "jitterMs", label: "Jitter", check: JITTER, default: 0.0, live: true }
        /// Distribution of the jitter.
        jitter_distribution: Distribution {
            json: "jitterDistribution", label: "Jitter distribution", check: Choices::NEW,
            default: Distribution::Uniform, live: true,
        }
        /// Share of the packets that are lost behind the bottleneck, at random and independently.
        loss_rate: f64 {
            json: "lossRate", label: "Loss rate", check: Number::new("", 0.0, 0.9).slider(0.0, 0.1, 0.001),
            default: 0.0, live: true,
        }
        /// Bandwidth over time. A later change of the bandwidth ends it.
        schedule: Option<Schedule> {
            json: "schedule", label: "Bandwidth schedule", check: Schedule::MAYBE, default: None,
        }
        /// Bottleneck of the way back, for the ACKs and for the data of groups with `direction` `reverse`. Off: the way back is never
        /// the bottleneck.
        reverse: Option<ReverseLink> {
            json: "reverse", label: "Reverse bottleneck", check: Maybe(Nested::NEW), default: None, live: true,
        }
        /// Hops between the senders and the hop of the lanes, the first one first.
        hops_before: Vec<Hop> { json: "hopsBefore", label: "Hops before", check: HOPS, default: Vec::new() }
        /// Hops between the hop of the lanes and the receivers, the first one first.
        hops_after: Vec<Hop> { json: "hopsAfter", label: "Hops after", check: HOPS, default: Vec::new() }
    }
}

choice! {
    Distribution, later &[] => {
        /// Each delay between zero and the given value is equally likely.
        "uniform" as "uniform" => Distribution::Uniform,
        /// Around zero, with the given value as standard deviation; at most four deviations.
        "normal" as "normal" => Distribution::Normal,
    }
}

impl Link {
    /// Returns the hops beside that of the lanes, in their order.
    pub fn other_hops(&self) -> impl Iterator<Item = &Hop> {
        self.hops_before.iter().chain(&self.hops_after)
    }

    /// Returns the number of hops of the way forward, that of the lanes included.
    pub fn hop_count(&self) -> u64 {
        1 + (self.hops_before.len() + self.hops_after.len()) as u64
    }

    /// Returns the number of another hop, from 1, by its index in [`Link::other_hops`].
    pub fn hop_number(&self, index: usize) -> usize {
        if index < self.hops_before.len() { index + 1 } else { index + 2 }
    }

    fn agree(&self, reader: &mut Reader) {
        if self.hop_count() > MAX_HOPS {
            let count = shown(self.hop_count() as f64);
            let most = shown(MAX_HOPS as f64);
            let message =
                ["makes ", &count, " hops with hopsBefore and link; expected at most ", &most, "."];
            reader.problem_in("hopsAfter", message.concat());
        }
        if self.reverse.is_some() && self.ack_rate_mbps.is_some() {
            reader.problem_in(
                "ackRateMbps",
                "cannot be combined with reverse, which has a rate of its own; remove one of them.",
            );
        }
        if self.ack_rate_mbps.is_none() && self.ack_buffer_packets != 1000 {
            reader.problem_in(
                "ackBufferPackets",
                "has no effect without ackRateMbps; add ackRateMbps, or remove ackBufferPackets.",
            );
        }
    }
}

record! {
    /// The bottleneck of the way back.
    #[derive(Copy)]
    pub struct ReverseLink {
        /// Rate of the reverse link.
        rate_mbps: f64 {
            json: "rateMbps", label: "Reverse bandwidth",
            check: Number::new("Mbit/s", 0.1, MAX_MBPS).log_slider(0.1, 1000.0, 0.1),
            live: true,
        }
        /// Size of the reverse buffer.
        buffer: Buffer { json: "buffer", label: "Reverse buffer", check: Nested::NEW, live: true }
        /// Discipline of the reverse queue. Off: that of the lane, also after changes.
        queue: Option<Queue> {
            json: "queue", label: "Reverse queue", check: Maybe(Nested::NEW), default: None, live: true,
        }
    }
}

record! {
    /// Another hop of the way forward: a queue with a discipline of its own, and a link.
    #[derive(Copy)]
    pub struct Hop, label "Hop" {
        /// Rate of the link of the hop.
        rate_mbps: f64 {
            json: "rateMbps", label: "Hop bandwidth",
            check: Number::new("Mbit/s", 0.1, MAX_MBPS).log_slider(0.1, 1000.0, 0.1),
            live: true,
        }
        /// Size of the buffer of the hop.
        buffer: Buffer { json: "buffer", label: "Hop buffer", check: Nested::NEW, live: true }
        /// Discipline of the hop. Off: that of the lane, also after changes.
        queue: Option<Queue> {
            json: "queue", label: "Hop queue", check: Maybe(Nested::NEW), default: None, live: true,
        }
        /// Packets that the device of the hop takes out of its queue ahead of the one on the wire.
        device_queue_packets: u64 {
            json: "deviceQueuePackets", label: "Hop device queue",
            check: Integer::new("packets", 0, MAX_DEVICE_QUEUE).slider(0, 100),
            default: 0, live: true,
        }
        /// One-way propagation delay between this hop and its neighbour towards the hop of the lanes. It adds to the
        /// round-trip time.
        delay_ms: f64 {
            json: "delayMs", label: "Hop delay",
            check: Number::new("ms", 0.0, 1000.0).slider(0.0, 100.0, 1.0),
            default: 0.0, live: true,
        }
    }
}

keyed! {
    /// Size of a buffer.
    #[derive(Copy)]
    pub enum Buffer {
        /// A number of packets of any size.
        "packets" => Packets(BufferPackets),
        /// A number of bytes, in at most a million packets.
        "bytes" => Bytes(BufferBytes),
        /// The time that the link needs to drain it. Changes with the bandwidth.
        "ms" => Ms(BufferMs),
        /// A multiple of the bandwidth-delay product. Changes with bandwidth and round-trip time.
        "bdp" => Bdp(BufferBdp),
    }
}

record! {
    /// A buffer with a limit in packets of any size.
    #[derive(Copy)]
    pub struct BufferPackets {
        /// Maximum number of packets that wait.
        packets: u64 {
            json: "packets", label: "Buffer",
            check: Integer::new("packets", 1, MAX_PACKETS).log_slider(1, 10_000),
        }
    }
}

record! {
    /// A buffer with a limit in bytes. It holds at most a million packets.
    #[derive(Copy)]
    pub struct BufferBytes {
        /// Maximum number of bytes that wait.
        bytes: u64 {
            json: "bytes", label: "Buffer",
            check: Integer::new("bytes", 1500, MAX_PACKETS * 1500).log_slider(1500, 15_000_000),
        }
    }
}

record! {
    /// A buffer with a limit in drain time, rounded to whole packets of 1500 bytes.
    #[derive(Copy)]
    pub struct BufferMs {
        /// Time to drain a full buffer. It is the largest possible queue delay.
        ms: f64 {
            json: "ms", label: "Buffer",
            check: Number::new("ms", 0.1, 60_000.0).log_slider(1.0, 10_000.0, 1.0),
        }
        /// Minimum size of the buffer.
        min_packets: u64 {
            json: "minPackets", label: "At least",
            check: Integer::new("packets", 1, 10_000).slider(1, 100),
            default: 1,
        }
    }
}

record! {
    /// A buffer with a limit in bandwidth-delay products, rounded to whole packets of 1500 bytes.
    #[derive(Copy)]
    pub struct BufferBdp {
        /// Multiple of bandwidth times round-trip time.
        bdp: f64 {
            json: "bdp", label: "Buffer",
            check: Number::new("BDP", 0.01, 1000.0).log_slider(0.1, 100.0, 0.1),
        }
        /// Minimum size of the buffer.
        min_packets: u64 {
            json: "minPackets", label: "At least",
            check: Integer::new("packets", 1, 10_000).slider(1, 100),
            default: 1,
        }
    }
}

impl Link {
    /// Returns the problem of a buffer that exceeds the simulator's limit.
    pub(crate) fn oversized_buffer(&self) -> Option<String> {
        oversized(&self.buffer, self.rate_mbps, self.rtt_ms)
    }

    /// Returns the same problem of a buffer of [`Link::other_hops`], with the list and the index of its hop.
    pub(crate) fn oversized_hop_buffer(&self) -> Option<(&'static str, usize, String)> {
        let lists = [("hopsBefore", &self.hops_before), ("hopsAfter", &self.hops_after)];
        lists.into_iter().find_map(|(list, hops)| {
            hops.iter().enumerate().find_map(|(index, hop)| {
                let message = oversized(&hop.buffer, hop.rate_mbps, self.rtt_ms)?;
                Some((list, index, message))
            })
        })
    }

    /// Returns the same problem of the reverse buffer.
    pub(crate) fn oversized_reverse_buffer(&self) -> Option<String> {
        let reverse = self.reverse.as_ref()?;
        oversized(&reverse.buffer, reverse.rate_mbps, self.rtt_ms)
    }
}

fn oversized(buffer: &Buffer, rate_mbps: f64, rtt_ms: f64) -> Option<String> {
    let drained_in = |seconds: f64| rate_mbps * 1e6 * seconds / 8.0 / 1500.0;
    let packets = match buffer {
        Buffer::Packets(_) | Buffer::Bytes(_) => return None,
        Buffer::Ms(buffer) => drained_in(buffer.ms / 1e3),
        Buffer::Bdp(buffer) => drained_in(rtt_ms / 1e3 * buffer.bdp),
    };
    (packets > MAX_PACKETS as f64).then(|| {
        let [packets, most] = [packets.ceil(), MAX_PACKETS as f64].map(shown);
        let expected = " packets at this rate and round-trip time; expected at most ";
        ["holds ", &packets, expected, &most, "."].concat()
    })
}
