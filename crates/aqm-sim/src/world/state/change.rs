//! Timed changes to a running simulation.

use super::State;
use crate::aqm::Discipline as _;
use crate::config::{
    AppConfig, Arrivals, Change, DatagramConfig, Direction, LinkConfig, SimulationConfig,
    TrafficConfig,
};
use crate::time::Span;
use crate::world::hop::environment;

impl State {
    pub(super) fn apply_next_change(&mut self) {
        if let Some(change) = self.timeline.pop() {
            self.apply(change);
        }
        // Most changes visit every flow.
        self.effort.add(self.flows.len() as u64);
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Rate(rate) => {
                self.config.link.rate = rate;
                self.hops.lane_mut().set_rate(rate, self.calendar.now());
                self.refresh_environment();
            }
            Change::Noise(noise) => {
                self.config.link.noise = noise;
                let SimulationConfig { seed, warmup, .. } = self.config;
                self.hops.lane_mut().set_noise(noise, seed, warmup, self.calendar.now());
                if let Some(reverse) = self.hops.reverse_mut() {
                    reverse.set_noise(noise, seed, warmup, self.calendar.now());
                }
                self.refresh_paths();
            }
            Change::Reverse(reverse) => {
                self.config.link.reverse = Some(reverse);
                self.hops.refresh_others(&self.config, self.calendar.now());
            }
            Change::Hop { index, hop } => {
                let LinkConfig { before, after, .. } = &mut self.config.link;
                if let Some(changed) = before.iter_mut().chain(after).nth(index) {
                    *changed = hop;
                }
                self.hops.refresh_others(&self.config, self.calendar.now());
                self.flows.iter_mut().for_each(|flow| flow.refresh_route(&self.config));
            }
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
                self.hops.lane_mut().set_device_queue(
                    packets,
                    self.config.warmup,
                    self.calendar.now(),
                );
            }
            Change::TokenBucket(bytes) => {
                self.config.link.token_bucket = bytes;
                self.hops.lane_mut().set_token_bucket(
                    bytes,
                    self.config.warmup,
                    self.calendar.now(),
                );
            }
            Change::Queue(queue) => {
                self.config.queue = queue;
                let hop = self.hops.lane_mut();
                hop.aqm.reconfigure(&queue, hop.environment, self.calendar.now());
                self.hops.refresh_others(&self.config, self.calendar.now());
                self.refresh_parts();
            }
            Change::DropNext(count) => {
                self.hops.lane_mut().aqm.drop_next(count, self.calendar.now())
            }
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
                let now = self.calendar.now();
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
                let now = self.calendar.now();
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
                start: self.calendar.now(),
                spread: Span::ZERO,
                stop: self.calendar.now() + length,
                spurts: None,
                meter: None,
            }),
        }
    }

    fn refresh_environment(&mut self) {
        let environment = environment(&self.config.link);
        self.hops.lane_mut().set_environment(environment, self.calendar.now());
        self.hops.refresh_others(&self.config, self.calendar.now());
    }
}
