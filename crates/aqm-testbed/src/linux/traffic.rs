//! The traffic groups of the end systems: when their flows start and stop, and what timed changes do to them.

use super::Error;
use super::ends::Ends;
use super::flows::{Planned, Work, sender_side};
use super::network::missing;
use crate::plan::congestion_control;
use aqm_sim::app::Meter;
use aqm_sim::config::{AppConfig, Arrivals, Change, DatagramConfig, Direction, TrafficConfig};
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};
use aqm_sim::traffic::DatagramSource;
use rustix::net::sockopt::set_tcp_congestion;

impl Ends {
    /// Plans the start of all groups, and the timed changes.
    pub(super) fn plan_start(&mut self) -> Result<(), Error> {
        let mut order: Vec<usize> = (0..self.config.changes.len()).collect();
        order.sort_by_key(|&index| self.config.changes[index].0);
        for index in order {
            self.plan(self.config.changes[index].0, Planned::Change { index });
        }
        self.plan(self.since, Planned::Statistics);
        for group in 0..self.groups.len() {
            let stop = match &self.config.traffic[group] {
                TrafficConfig::Bulk(tcp) | TrafficConfig::App(AppConfig { tcp, .. }) => tcp.stop,
                TrafficConfig::Datagrams(_) => Time::NEVER,
            };
            if stop != Time::NEVER {
                self.plan(stop, Planned::Stop { group });
            }
            let target = self.config.traffic[group].audible();
            self.resize(group, target, Time::ZERO)?;
        }
        Ok(())
    }

    pub(super) fn carry_out(&mut self, what: Planned, now: Time) -> Result<(), Error> {
        match what {
            Planned::Start { group } => {
                if self.groups[group].active.len() < self.groups[group].target {
                    let flow = self.open(group, None, Work::Bulk, now)?;
                    self.groups[group].active.push(flow);
                }
                Ok(())
            }
            Planned::Stop { group } => self.resize(group, 0, now),
            Planned::Connect { flow } => self.connect(flow),
            Planned::Write { flow, bytes } => {
                self.send_message(flow, bytes);
                Ok(())
            }
            Planned::Change { index } => {
                self.change(index).map_or(Ok(()), |(_, change)| self.apply(&change, now))
            }
            Planned::Statistics => {
                self.flows.iter_mut().for_each(|flow| flow.received_before = flow.received);
                Ok(())
            }
        }
    }

    /// Starts or stops flows until a group has `target` of them.
    fn resize(&mut self, group: usize, target: u32, now: Time) -> Result<(), Error> {
        match self.config.traffic[group] {
            TrafficConfig::App(_) => self.app_acts(group, |app, turn| app.resize(target, turn)),
            TrafficConfig::Bulk(bulk) => {
                let target = target as usize;
                while self.groups[group].active.len() > target {
                    self.stop_youngest(group, now);
                }
                for place in self.groups[group].target..target {
                    let label = self.groups[group].label(group);
                    let mut rng = SplitMix64::stream(self.config.seed, "start", label);
                    let offset = Span::from_seconds(bulk.spread.seconds() * rng.uniform());
                    // A flow added to a running group starts without the group's stagger.
                    let planned = bulk.start + bulk.stagger * place as u64;
                    let at = if now > bulk.start { now + offset } else { planned + offset };
                    if at < bulk.stop {
                        self.plan(at, Planned::Start { group });
                    }
                }
                self.groups[group].target = target;
                Ok(())
            }
            TrafficConfig::Datagrams(datagrams) => {
                while self.groups[group].active.len() > target as usize {
                    self.stop_youngest(group, now);
                }
                let start = datagrams.start.max(now);
                while self.groups[group].active.len() < target as usize {
                    let label = self.groups[group].label(group);
                    let rng = SplitMix64::stream(self.config.seed, "datagrams", label);
                    self.start_source(Some(group), &DatagramConfig { start, ..datagrams }, rng)?;
                }
                Ok(())
            }
        }
    }

    fn stop_youngest(&mut self, group: usize, now: Time) {
        if let Some(flow) = self.groups[group].active.pop() {
            self.stop(flow, now);
        }
    }

    fn start_source(
        &mut self,
        group: Option<usize>,
        config: &DatagramConfig,
        rng: SplitMix64,
    ) -> Result<(), Error> {
        let side = sender_side(config.direction);
        let (flow, socket) = self.network.source(side, group, config)?;
        let meter = config.meter.as_ref().map(|meter| Meter::new(meter, 0));
        let source = Box::new(DatagramSource::new(*config, rng));
        self.push_source(group, socket, Work::Datagrams(source, meter));
        if let Some(group) = group {
            self.groups[group].active.push(flow);
        }
        Ok(())
    }

    /// Carries out a timed change of traffic. The path carries out the others.
    fn apply(&mut self, change: &Change, now: Time) -> Result<(), Error> {
        match *change {
            Change::Rtt(rtt) => self.config.link.rtt = rtt,
            Change::Flows { group, flows } => {
                self.traffic(group).set_flows(flows);
                let target = self.traffic(group).audible();
                self.resize(group, target, now)?;
            }
            Change::Muted { group, muted } => {
                self.traffic(group).set_muted(muted);
                let target = self.traffic(group).audible();
                self.resize(group, target, now)?;
            }
            Change::CongestionControl { group, cc } => {
                if let Some(tcp) = self.traffic(group).tcp_mut() {
                    tcp.cc = cc;
                }
                let name = congestion_control(&cc);
                let running = self.flows.iter().filter(|flow| flow.group == Some(group));
                for socket in running.filter_map(|flow| flow.sender.as_ref()) {
                    set_tcp_congestion(socket, name).map_err(|_| missing(name))?;
                }
            }
            Change::App { group, kind } => {
                if let TrafficConfig::App(app) = self.traffic(group) {
                    app.kind = kind;
                }
                self.app_acts(group, |app, turn| app.reconfigure(&kind, now.max(turn.now)))?;
            }
            Change::SourceRate { group, rate } => {
                if let TrafficConfig::Datagrams(datagrams) = self.traffic(group) {
                    datagrams.rate = rate;
                }
                for flow in &mut self.flows {
                    if let (Some(own), Work::Datagrams(source, _)) = (flow.group, &mut flow.work)
                        && own == group
                    {
                        source.set_rate(rate, now);
                    }
                }
            }
            Change::Burst { rate, packet_bytes, length } => {
                let burst = DatagramConfig {
                    flows: 1,
                    muted: false,
                    direction: Direction::Forward,
                    rate,
                    packet_bytes,
                    arrivals: Arrivals::Constant,
                    ecn: false,
                    start: now,
                    spread: Span::ZERO,
                    stop: now + length,
                    spurts: None,
                    meter: None,
                };
                let label = self.flows.len() as u64;
                let rng = SplitMix64::stream(self.config.seed, "burst", label);
                self.start_source(None, &burst, rng)?;
            }
            _ => {}
        }
        Ok(())
    }
}
