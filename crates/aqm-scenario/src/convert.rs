//! Converts the format's numbers to the simulator's types. Queue disciplines convert themselves
//! (`model/queues`).

use crate::model::{Buffer, Burst, Hop, Link, Queue, ReverseLink, Scenario, Schedule, Traffic};
use crate::problem::Reader;
use crate::settings::Settings;
use aqm_sim::config::{
    BufferConfig, Change, Distribution, HopConfig, JitterConfig, LinkConfig, NoiseConfig,
    ReverseConfig, SimulationConfig,
};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// Returns the configuration of lane `lane`, with all timed changes.
///
/// The scenario must have passed [`Scenario::from_value`] and have that lane.
pub fn build(scenario: &Scenario, lane: usize) -> SimulationConfig {
    let mut settings = Settings::new(scenario);
    let mut config = start(scenario, lane);
    for change in scenario.timeline() {
        let mut reader = Reader::new("");
        let effect = settings.apply(&change, &mut reader);
        let effect = effect.expect("the changes of a checked scenario are possible");
        if effect.concerns(lane) {
            config.changes.push((change.time(), effect.change));
        }
    }
    config
}

/// Returns the configuration of lane `lane`, without the timed changes.
pub(crate) fn start(scenario: &Scenario, lane: usize) -> SimulationConfig {
    SimulationConfig {
        seed: scenario.seed,
        warmup: Time::from_seconds(scenario.warmup_s),
        link: link(&scenario.link),
        queue: scenario.queues[lane].config(),
        traffic: scenario.traffic.iter().map(Traffic::config).collect(),
        changes: Vec::new(),
    }
}

pub(crate) fn millis(ms: f64) -> Span {
    Span::from_seconds(ms / 1e3)
}

pub(crate) fn small(count: u64) -> u32 {
    // `expect` would add the code that prints the error to the page.
    let Ok(count) = u32::try_from(count) else { unreachable!("limited by the format") };
    count
}

pub(crate) fn rate(mbps: f64) -> BitRate {
    BitRate::from_mbps(mbps)
}

pub(crate) fn rtt(ms: f64) -> Span {
    millis(ms)
}

fn link(link: &Link) -> LinkConfig {
    LinkConfig {
        rate: rate(link.rate_mbps),
        rtt: rtt(link.rtt_ms),
        buffer: buffer(&link.buffer),
        ack_rate: link.ack_rate_mbps.map(rate),
        ack_buffer: link.ack_buffer_packets,
        device_queue: link.device_queue_packets,
        token_bucket: link.token_bucket_bytes,
        noise: noise(link),
        schedule: link.schedule.as_ref().map(Schedule::config),
        reverse: link.reverse.as_ref().map(reverse),
        before: link.hops_before.iter().map(hop).collect(),
        after: link.hops_after.iter().map(hop).collect(),
    }
}

pub(crate) fn hop(hop: &Hop) -> HopConfig {
    HopConfig {
        rate: rate(hop.rate_mbps),
        buffer: buffer(&hop.buffer),
        device_queue: hop.device_queue_packets,
        queue: hop.queue.as_ref().map(Queue::config),
        delay: millis(hop.delay_ms),
    }
}

pub(crate) fn reverse(link: &ReverseLink) -> ReverseConfig {
    ReverseConfig {
        rate: rate(link.rate_mbps),
        buffer: buffer(&link.buffer),
        queue: link.queue.as_ref().map(Queue::config),
    }
}

pub(crate) fn noise(link: &Link) -> NoiseConfig {
    NoiseConfig { jitter: jitter(link.jitter_ms, link.jitter_distribution), loss: link.loss_rate }
}

pub(crate) fn jitter(ms: f64, distribution: Distribution) -> JitterConfig {
    JitterConfig { size: millis(ms), distribution, ..JitterConfig::default() }
}

pub(crate) fn buffer(buffer: &Buffer) -> BufferConfig {
    match buffer {
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

pub(crate) fn stop(stop_s: Option<f64>) -> Time {
    stop_s.map_or(Time::NEVER, Time::from_seconds)
}

pub(crate) fn burst(burst: &Burst) -> Change {
    Change::Burst {
        rate: rate(burst.rate_mbps),
        packet_bytes: small(burst.packet_bytes),
        length: Span::from_seconds(burst.duration_s),
    }
}
