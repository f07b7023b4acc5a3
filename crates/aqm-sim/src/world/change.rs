//! Timed changes to a running simulation.

use super::MTU;
use super::state::State;
use crate::aqm::{Discipline as _, Environment};
use crate::buffer::Limit;
use crate::config::{
    AppConfig, Arrivals, BufferConfig, Change, DatagramConfig, Direction, LinkConfig,
    SimulationConfig, TrafficConfig,
};
use crate::time::Span;

/// Returns the bottleneck's properties that the discipline reads.
pub(super) fn environment(link: &LinkConfig) -> Environment {
    Environment { limit: limit(link), rate: link.rate, mtu: MTU }
}

/// Returns the buffer limit in packets or bytes at the current rate and RTT.
fn limit(link: &LinkConfig) -> Limit {
    let packets = link.buffer.packets(link.rate, link.rtt);
    match link.buffer {
        BufferConfig::Bytes(bytes) => Limit { packets, bytes },
        _ => Limit::packets(packets),
    }
}

impl State {
    pub(super) fn apply_next_change(&mut self) {
        let (_, change) = self.changes[self.next_change];
        self.next_change += 1;
        self.apply(change);
        // Most changes visit every flow.
        self.effort_before += self.flows.len() as u64;
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Rate(rate) => {
                self.config.link.rate = rate;
                self.bottleneck.set_rate(rate, self.now);
                self.refresh_environment();
            }
            Change::Noise(noise) => {
                self.config.link.noise = noise;
                let SimulationConfig { seed, warmup, .. } = self.config;
                self.bottleneck.set_noise(noise, seed, warmup, self.now);
                if self.config.link.reverse.is_some()
                    && let Some(reverse) = self.others.first_mut()
                {
                    reverse.set_noise(noise, seed, warmup, self.now);
                }
                self.refresh_paths();
            }
            Change::Reverse(reverse) => {
                self.config.link.reverse = Some(reverse);
                self.refresh_others();
            }
            Change::Hop { index, hop } => self.set_hop(index, hop),
            Change::Rtt(rtt) => {
                self.config.link.rtt = rtt;
                self.refresh_environment();
                self.refresh_paths();
            }
            Change::Buffer(buffer) => {
                self.config.link.buffer = buffer;
                self.refresh_environment();
            }
            Change::DeviceQueue(packets) => {
                self.config.link.device_queue = packets;
                self.bottleneck.set_device_queue(packets, self.config.warmup, self.now);
            }
            Change::TokenBucket(bytes) => {
                self.config.link.token_bucket = bytes;
                self.bottleneck.set_token_bucket(bytes, self.config.warmup, self.now);
            }
            Change::Queue(queue) => {
                self.config.queue = queue;
                let environment = self.bottleneck.environment;
                self.bottleneck.aqm.reconfigure(&queue, environment, self.now);
                self.refresh_others();
                self.refresh_parts();
            }
            Change::DropNext(count) => self.bottleneck.aqm.drop_next(count, self.now),
            Change::Flows { group, flows } => {
                self.config.traffic[group].set_flows(flows);
                self.resize_group(group, self.config.traffic[group].audible());
            }
            Change::Muted { group, muted } => {
                self.config.traffic[group].set_muted(muted);
                self.resize_group(group, self.config.traffic[group].audible());
            }
            Change::CongestionControl { group, cc } => {
                if let Some(tcp) = self.config.traffic[group].tcp_mut() {
                    tcp.cc = cc;
                }
                let now = self.now;
                self.each_tcp(group, &|sender, receiver| {
                    sender.set_congestion_control(&cc, now);
                    receiver.set_reports(sender.reports(), sender.next_seq());
                });
            }
            Change::Ecn { group, ecn } => {
                self.config.traffic[group].set_ecn(ecn);
                self.each_tcp(group, &|sender, _| sender.set_ecn(ecn));
                self.each_datagram_source(group, &|source| source.set_ecn(ecn));
            }
            Change::SourceRate { group, rate } => {
                let now = self.now;
                if let TrafficConfig::Datagrams(datagrams) = &mut self.config.traffic[group] {
                    datagrams.rate = rate;
                }
                self.each_datagram_source(group, &|source| source.set_rate(rate, now));
            }
            Change::GroupRtt { group, rtt } => {
                match &mut self.config.traffic[group] {
                    TrafficConfig::Datagrams(datagrams) => {
                        if let Some(meter) = &mut datagrams.meter {
                            meter.rtt = rtt;
                        }
                    }
                    TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => {
                        tcp.rtt = rtt;
                    }
                }
                self.refresh_paths();
            }
            Change::App { group, kind } => self.reconfigure_app(group, &kind),
            Change::Burst { rate, packet_bytes, length } => self.add_burst(DatagramConfig {
                flows: 1,
                muted: false,
                direction: Direction::Forward,
                rate,
                packet_bytes,
                arrivals: Arrivals::Constant,
                ecn: false,
                start: self.now,
                spread: Span::ZERO,
                stop: self.now + length,
                spurts: None,
                meter: None,
            }),
        }
    }

    fn refresh_environment(&mut self) {
        let environment = environment(&self.config.link);
        self.bottleneck.set_environment(environment, self.now);
        self.refresh_others();
    }
}
