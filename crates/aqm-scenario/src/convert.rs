//! Converts the format's numbers to the simulator's types. Queue disciplines convert themselves
//! (`model/queues`).

use crate::model::{
    Buffer, Bulk, Burst, Link, Queue, ReverseLink, Scenario, Schedule, Sizes, Traffic,
};
use crate::problem::Reader;
use crate::settings::Settings;
use aqm_sim::config::{
    Arrivals, BufferConfig, BulkConfig, Change, DatagramConfig, Distribution, JitterConfig,
    LinkConfig, NoiseConfig, ReverseConfig, SimulationConfig, TrafficConfig,
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
        let mut reader = Reader::new("$");
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
        traffic: scenario.traffic.iter().map(traffic).collect(),
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
        noise: noise(link),
        schedule: link.schedule.as_ref().map(Schedule::config),
        reverse: link.reverse.as_ref().map(reverse),
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
    JitterConfig { size: millis(ms), distribution }
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

fn stop(stop_s: Option<f64>) -> Time {
    stop_s.map_or(Time::NEVER, Time::from_seconds)
}

fn traffic(traffic: &Traffic) -> TrafficConfig {
    match traffic {
        Traffic::Bulk(bulk) => TrafficConfig::Bulk(bulk_config(bulk)),
        Traffic::Cbr(cbr) => TrafficConfig::Datagrams(DatagramConfig {
            flows: small(cbr.flows),
            muted: cbr.muted,
            direction: cbr.direction,
            rate: rate(cbr.rate_mbps),
            packet_bytes: small(cbr.packet_bytes),
            arrivals: Arrivals::Constant,
            ecn: cbr.ecn,
            start: Time::from_seconds(cbr.start_s),
            stop: stop(cbr.stop_s),
        }),
        Traffic::Poisson(poisson) => TrafficConfig::Datagrams(DatagramConfig {
            flows: small(poisson.flows),
            muted: poisson.muted,
            direction: poisson.direction,
            rate: rate(poisson.rate_mbps),
            packet_bytes: small(poisson.packet_bytes),
            arrivals: match poisson.sizes {
                Sizes::Fixed => Arrivals::Poisson,
                Sizes::Exponential => Arrivals::PoissonExponentialSize,
            },
            ecn: poisson.ecn,
            start: Time::from_seconds(poisson.start_s),
            stop: stop(poisson.stop_s),
        }),
    }
}

fn bulk_config(bulk: &Bulk) -> BulkConfig {
    BulkConfig {
        flows: small(bulk.flows),
        muted: bulk.muted,
        direction: bulk.direction,
        cc: bulk.cc.config(),
        pacing: bulk.pacing,
        stack: bulk.stack,
        ecn: bulk.ecn,
        sack: bulk.sack,
        delayed_ack: bulk.delayed_ack,
        initial_window: small(bulk.initial_window),
        receive_window: bulk.receive_window_packets,
        packet_bytes: small(bulk.packet_bytes),
        rtt: bulk.rtt_ms.map(rtt),
        jitter: jitter(bulk.jitter_ms, bulk.jitter_distribution),
        start: Time::from_seconds(bulk.start_s),
        stagger: Span::from_seconds(bulk.stagger_s),
        spread: Span::from_seconds(bulk.spread_s),
        stop: stop(bulk.stop_s),
    }
}

pub(crate) fn flows(flows: u64) -> u32 {
    small(flows)
}

pub(crate) fn burst(burst: &Burst) -> Change {
    Change::Burst {
        rate: rate(burst.rate_mbps),
        packet_bytes: small(burst.packet_bytes),
        length: Span::from_seconds(burst.duration_s),
    }
}
