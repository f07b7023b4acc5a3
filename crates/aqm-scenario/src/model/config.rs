//! The configuration of a simulation. Queues, traffic and schedules have theirs in their own files.

use super::{Buffer, Burst, Hop, Link, Queue, ReverseLink, Scenario, Schedule};
use crate::convert::{jitter, millis, rate, small};
use aqm_sim::config::{
    BufferConfig, Change, HopConfig, LinkConfig, NoiseConfig, ReverseConfig, SimulationConfig,
};
use aqm_sim::time::{Span, Time};

impl Scenario {
    /// Returns the configuration of lane `lane`, without the timed changes.
    pub fn start(&self, lane: usize) -> SimulationConfig {
        let lane = &self.queues[lane];
        let traffic = self.traffic.iter().enumerate();
        SimulationConfig {
            seed: self.seed,
            warmup: Time::from_seconds(self.warmup_s),
            link: self.link.config(),
            queue: lane.queue.config(),
            traffic: traffic.map(|(group, traffic)| lane.traffic(group, traffic)).collect(),
            changes: Vec::new(),
        }
    }
}

impl Link {
    fn config(&self) -> LinkConfig {
        LinkConfig {
            rate: rate(self.rate_mbps),
            rtt: millis(self.rtt_ms),
            buffer: self.buffer.config(),
            ack_rate: self.ack_rate_mbps.map(rate),
            ack_buffer: self.ack_buffer_packets,
            device_queue: self.device_queue_packets,
            token_bucket: self.token_bucket_bytes,
            noise: self.noise(),
            schedule: self.schedule.as_ref().map(Schedule::config),
            reverse: self.reverse.as_ref().map(ReverseLink::config),
            before: self.hops_before.iter().map(Hop::config).collect(),
            after: self.hops_after.iter().map(Hop::config).collect(),
        }
    }

    /// Returns jitter and losses behind the bottleneck.
    pub(crate) fn noise(&self) -> NoiseConfig {
        NoiseConfig {
            jitter: jitter(self.jitter_ms, self.jitter_distribution),
            loss: self.loss_rate,
        }
    }
}

impl Hop {
    pub(crate) fn config(&self) -> HopConfig {
        HopConfig {
            rate: rate(self.rate_mbps),
            buffer: self.buffer.config(),
            device_queue: self.device_queue_packets,
            queue: self.queue.as_ref().map(Queue::config),
            delay: millis(self.delay_ms),
        }
    }
}

impl ReverseLink {
    pub(crate) fn config(&self) -> ReverseConfig {
        ReverseConfig {
            rate: rate(self.rate_mbps),
            buffer: self.buffer.config(),
            queue: self.queue.as_ref().map(Queue::config),
        }
    }
}

impl Buffer {
    /// Returns the size of the simulator's buffer.
    pub fn config(&self) -> BufferConfig {
        match self {
            Buffer::Packets(buffer) => BufferConfig::Packets(buffer.packets),
            Buffer::Bytes(buffer) => BufferConfig::Bytes(buffer.bytes),
            Buffer::Ms(buffer) => {
                BufferConfig::Delay { span: millis(buffer.ms), min_packets: buffer.min_packets }
            }
            Buffer::Bdp(buffer) => {
                BufferConfig::Bdp { factor: buffer.bdp, min_packets: buffer.min_packets }
            }
        }
    }
}

impl Burst {
    pub(crate) fn change(&self) -> Change {
        Change::Burst {
            rate: rate(self.rate_mbps),
            packet_bytes: small(self.packet_bytes),
            length: Span::from_seconds(self.duration_s),
        }
    }
}
