//! Timed changes of a lane, as actions of a target.

use crate::route::{self, Device, Queue};
use aqm_sim::config::{Change, SimulationConfig, TrafficConfig};
use aqm_sim::time::Span;
use aqm_sim::units::BitRate;

/// Something that happens during the run.
#[derive(Clone, Debug)]
pub enum Action {
    /// The shaper of a device has another rate or burst.
    Rate {
        /// The device.
        device: Device,
        /// Its queue from now on.
        queue: Queue,
    },
    /// The discipline of a device has other parameters, or there is another one.
    Queue {
        /// The device.
        device: Device,
        /// The queue from now on.
        queue: Queue,
        /// Whether it is another algorithm, which starts empty.
        is_other: bool,
    },
    /// The delays or losses of a group's paths have changed.
    Path {
        /// Index of the group.
        group: usize,
        /// The lane's configuration from now on.
        config: Box<SimulationConfig>,
    },
    /// The delay of the wire behind a hop has changed.
    Wire {
        /// The hop.
        hop: usize,
        /// The new delay.
        delay: Span,
    },
    /// A group has another number of sources that send.
    Flows {
        /// Index of the group.
        group: usize,
        /// How many send from now on.
        after: u32,
    },
    /// The sources of a datagram group have another rate.
    SourceRate {
        /// Index of the group.
        group: usize,
        /// The group from now on.
        traffic: TrafficConfig,
    },
    /// A burst of datagrams.
    Burst {
        /// Its rate.
        rate: BitRate,
        /// Size of an IP packet.
        packet_bytes: u32,
        /// How long it sends.
        length: Span,
    },
    /// Does not carry over, for this reason.
    None(&'static str),
}

/// Most steps of a schedule.
const MOST_STEPS: usize = 20_000;

/// Returns what happens during a run, in order of time.
pub fn timeline(start: &SimulationConfig, duration_s: f64) -> Vec<(f64, Action)> {
    let mut config = start.clone();
    let mut changes = config.changes.clone();
    changes.sort_by_key(|&(at, _)| at);
    let mut found = schedule(start, duration_s);
    for (at, change) in changes {
        if at.seconds() >= duration_s {
            continue;
        }
        if matches!(change, Change::Rate(_)) {
            // A change of the rate ends the schedule.
            found.retain(|&(time, _)| time < at.seconds());
        }
        for action in apply(&mut config, change) {
            found.push((at.seconds(), action));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

/// Returns the steps of the bandwidth's schedule.
fn schedule(config: &SimulationConfig, duration_s: f64) -> Vec<(f64, Action)> {
    let mut found = Vec::new();
    let Some(schedule) = &config.link.schedule else { return found };
    let device = Device::Forward(config.link.before.len());
    let Some(mut queue) = route::queue(config, device) else { return found };
    let mut position = schedule.start();
    while found.len() < MOST_STEPS {
        let (at, rate) = schedule.step(position);
        if at.seconds() >= duration_s {
            break;
        }
        queue.place.env.rate = rate;
        found.push((at.seconds(), Action::Rate { device, queue }));
        if schedule.period().is_none() && found.len() >= schedule.steps().len() {
            break;
        }
        position = schedule.after(position);
    }
    found
}

/// Applies a change to the configuration, and returns what it means.
fn apply(config: &mut SimulationConfig, change: Change) -> Vec<Action> {
    let lane = Device::Forward(config.link.before.len());
    let before = config.clone();
    match change {
        Change::Rate(rate) => {
            config.link.rate = rate;
            config.link.schedule = None;
            let mut actions = vec![rate_of(config, lane)];
            actions.extend(resized(&before, config));
            actions
        }
        Change::Noise(noise) => {
            config.link.noise = noise;
            paths(config)
        }
        Change::Reverse(reverse) => {
            config.link.reverse = Some(reverse);
            vec![rate_of(config, Device::Back), queue_of(&before, config, Device::Back)]
        }
        Change::Hop { index, hop } => {
            let count = config.link.before.len();
            let (place, wire) = if index < count {
                config.link.before[index] = hop;
                (index, index)
            } else {
                config.link.after[index - count] = hop;
                (index + 1, index)
            };
            let device = Device::Forward(place);
            let mut actions = vec![rate_of(config, device), queue_of(&before, config, device)];
            if route::wire(&before, wire) != hop.delay {
                actions.push(Action::Wire { hop: wire, delay: hop.delay });
            }
            actions
        }
        Change::Rtt(rtt) => {
            config.link.rtt = rtt;
            let mut actions = paths(config);
            actions.extend(resized(&before, config));
            actions
        }
        Change::Buffer(buffer) => {
            config.link.buffer = buffer;
            vec![queue_of(&before, config, lane)]
        }
        Change::DeviceQueue(_) => vec![Action::None("the device queue")],
        Change::TokenBucket(bytes) => {
            config.link.token_bucket = bytes;
            vec![rate_of(config, lane)]
        }
        Change::Queue(queue) => {
            config.queue = queue;
            let follow = route::devices(config)
                .into_iter()
                .filter(|&device| device == lane || follows(&before, config, device));
            follow.map(|device| queue_of(&before, config, device)).collect()
        }
        Change::DropNext(_) => vec![Action::None("the drops of the user")],
        Change::Flows { group, flows } => sources(config, group, |group| group.set_flows(flows)),
        Change::Muted { group, muted } => sources(config, group, |group| group.set_muted(muted)),
        Change::CongestionControl { group, cc } => {
            if let Some(tcp) = config.traffic[group].tcp_mut() {
                tcp.cc = cc;
            }
            vec![Action::None("the congestion control of running flows")]
        }
        Change::Ecn { .. } => vec![Action::None("the ECN capability of running flows")],
        Change::App { .. } => vec![Action::None("what the users of an application do")],
        Change::SourceRate { group, rate } => {
            if let TrafficConfig::Datagrams(datagrams) = &mut config.traffic[group] {
                datagrams.rate = rate;
            }
            vec![Action::SourceRate { group, traffic: config.traffic[group] }]
        }
        Change::GroupRtt { group, rtt } => {
            if let Some(tcp) = config.traffic[group].tcp_mut() {
                tcp.rtt = rtt;
            }
            vec![path(config, group)]
        }
        Change::Burst { rate, packet_bytes, length } => {
            vec![Action::Burst { rate, packet_bytes, length }]
        }
    }
}

/// Returns whether a queue without a discipline of its own has changed with that of the lane.
fn follows(before: &SimulationConfig, after: &SimulationConfig, device: Device) -> bool {
    let discipline = |config| route::queue(config, device).map(|queue| queue.discipline);
    discipline(before) != discipline(after)
}

fn sources(
    config: &mut SimulationConfig,
    group: usize,
    change: impl FnOnce(&mut TrafficConfig),
) -> Vec<Action> {
    let before = config.traffic[group].audible();
    change(&mut config.traffic[group]);
    let after = config.traffic[group].audible();
    if before == after { Vec::new() } else { vec![Action::Flows { group, after }] }
}

fn rate_of(config: &SimulationConfig, device: Device) -> Action {
    let queue = route::queue(config, device).expect("the device has a queue");
    Action::Rate { device, queue }
}

fn queue_of(before: &SimulationConfig, after: &SimulationConfig, device: Device) -> Action {
    let queue = route::queue(after, device).expect("the device has a queue");
    let former = route::queue(before, device).expect("the device had a queue");
    let is_other = !former.discipline.is_same_algorithm(&queue.discipline);
    Action::Queue { device, queue, is_other }
}

/// Returns the queues whose limit follows from what has changed.
fn resized(before: &SimulationConfig, after: &SimulationConfig) -> Vec<Action> {
    let packets = |config, device| route::queue(config, device).map(|queue| queue.place.packets());
    let devices = route::devices(after).into_iter();
    devices
        .filter(|&device| packets(before, device) != packets(after, device))
        .map(|device| queue_of(before, after, device))
        .collect()
}

fn paths(config: &SimulationConfig) -> Vec<Action> {
    (0..config.traffic.len()).map(|group| path(config, group)).collect()
}

fn path(config: &SimulationConfig, group: usize) -> Action {
    Action::Path { group, config: Box::new(config.clone()) }
}
