//! What the testbed can run, and in what its runs differ from the simulation of the same scenario.

use aqm_sim::cc::{CcConfig, CcKind};
use aqm_sim::config::{Change, LinkConfig, SimulationConfig, TrafficConfig};
use aqm_sim::tcp::{SenderConfig, Stack};
use aqm_sim::time::Span;

/// Most flows, users and datagram sources: each needs two sockets.
const MOST_FLOWS: u64 = 400;
/// Highest rate of a link in Mbit/s. A packet then takes 24 us, about as long as a wake-up.
const MOST_MBPS: f64 = 500.0;

/// Returns the kernel's name of a congestion control.
pub fn congestion_control(cc: &CcConfig) -> &'static str {
    match cc.kind() {
        CcKind::NewReno | CcKind::Reno | CcKind::Sack => "reno",
        CcKind::Hstcp => "highspeed",
        kind => kind.name(),
    }
}

/// Returns why the testbed cannot run a lane; empty if it can.
pub fn refusals(config: &SimulationConfig) -> Vec<String> {
    let mut reasons = Vec::new();
    let mut refuse = |condition: bool, what: &str| {
        if condition {
            reasons.push(what.to_owned());
        }
    };
    let has_change = |of: fn(&Change) -> bool| config.changes.iter().any(|(_, change)| of(change));
    refuse(
        has_change(|change| matches!(change, Change::Ecn { .. })),
        "changes of the ECN capability: the kernel negotiates it when a connection opens, and keeps it",
    );
    let flows: u64 = config.traffic.iter().map(|group| u64::from(group.audible())).sum();
    refuse(
        flows > MOST_FLOWS,
        "traffic: more than 400 flows, users and datagram sources: one thread serves two sockets of each, and would be late",
    );
    let largest = fastest(config);
    refuse(
        largest > MOST_MBPS,
        "link.rateMbps: more than 500 Mbit/s: a packet then takes less time than the kernel needs to wake the thread of the path",
    );
    reasons
}

/// Returns the highest rate of a link in Mbit/s, with those of timed changes.
fn fastest(config: &SimulationConfig) -> f64 {
    let LinkConfig { rate, before, after, reverse, schedule, .. } = &config.link;
    let hops = before.iter().chain(after).map(|hop| hop.rate);
    let changes = config.changes.iter().filter_map(|(_, change)| match change {
        Change::Rate(rate) => Some(*rate),
        Change::Reverse(reverse) => Some(reverse.rate),
        Change::Hop { hop, .. } => Some(hop.rate),
        _ => None,
    });
    let scheduled = schedule.iter().map(aqm_sim::schedule::RateSchedule::largest);
    let rates =
        hops.chain(scheduled).chain(reverse.iter().map(|reverse| reverse.rate)).chain(changes);
    rates.fold(*rate, Ord::max).mbps()
}

/// Returns in what a run differs from the simulation of the lane, in sentences.
pub fn differences(config: &SimulationConfig) -> Vec<&'static str> {
    let tcp = || config.traffic.iter().filter_map(TrafficConfig::tcp);
    let default = SenderConfig::default();
    let has_own = |cc: &CcConfig| *cc != CcConfig::from(cc.kind());
    let all = [
        (tcp().any(|tcp| tcp.stack != Stack::Linux6), "The stack is that of the running kernel."),
        (
            tcp().any(|tcp| matches!(tcp.cc.kind(), CcKind::Reno | CcKind::Sack)),
            "The kernel's Reno repairs losses as its stack does; newreno is that Reno.",
        ),
        (
            tcp().any(|tcp| has_own(&tcp.cc)),
            "The congestion controls have the parameters of the running kernel.",
        ),
        (
            tcp().any(|tcp| tcp.initial_window != default.initial_window),
            "The initial window is that of the running kernel, 10 segments.",
        ),
        (
            tcp().any(|tcp| tcp.initial_rto != default.initial_rto),
            "The first timeout is that of the running kernel, 1 s.",
        ),
        (tcp().any(|tcp| !tcp.delayed_ack), "Receivers delay ACKs."),
        (
            tcp().any(|tcp| tcp.stop < aqm_sim::time::Time::NEVER),
            "A flow that stops still sends what its socket holds, up to 256 kB and the data in flight.",
        ),
        (
            config.traffic.iter().any(|group| matches!(group, TrafficConfig::Datagrams(_))),
            "Datagrams have at least 44 bytes.",
        ),
    ];
    all.into_iter().filter(|(applies, _)| *applies).map(|(_, text)| text).collect()
}

/// Returns the shortest round-trip time of a lane, with those of its groups and of timed changes.
pub fn shortest_rtt(config: &SimulationConfig) -> Span {
    let own = config.traffic.iter().filter_map(TrafficConfig::rtt);
    let changed = config.changes.iter().filter_map(|(_, change)| match change {
        Change::Rtt(rtt) => Some(*rtt),
        Change::GroupRtt { rtt, .. } => *rtt,
        _ => None,
    });
    own.chain(changed).fold(config.link.rtt, Ord::min)
}

/// Returns the size of the largest IP packet of a lane in bytes.
pub fn largest_packet(config: &SimulationConfig) -> u32 {
    let sizes = config.traffic.iter().map(|group| match group {
        TrafficConfig::Datagrams(datagrams) => datagrams.packet_bytes,
        group => group.tcp().map_or(0, |tcp| tcp.packet_bytes),
    });
    let bursts = config.changes.iter().filter_map(|(_, change)| match change {
        Change::Burst { packet_bytes, .. } => Some(*packet_bytes),
        _ => None,
    });
    sizes.chain(bursts).max().unwrap_or(0).max(576)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_scenario::{build, read_scenario};

    fn config(link: &str, traffic: &str, rest: &str) -> SimulationConfig {
        let text = format!(
            r#"{{"version": 1, "durationS": 30, "link": {{"rateMbps": 10, "rttMs": 40, "buffer": {{"packets": 50}}{link}}},
            "queues": [{{"kind": "codel"}}], "traffic": [{{"kind": "bulk"{traffic}}}]{rest}}}"#
        );
        build(&read_scenario(&text).unwrap(), 0)
    }

    #[test]
    fn a_plain_scenario_runs_without_differences() {
        let config = config("", "", "");
        assert_eq!(refusals(&config), Vec::<String>::new());
        assert_eq!(differences(&config), Vec::<&str>::new());
        assert_eq!((shortest_rtt(&config), largest_packet(&config)), (Span::from_millis(40), 1500));
    }

    #[test]
    fn what_the_testbed_lacks_is_refused() {
        let changes = |change: &str| format!(r#", "changes": [{{"atS": 3, {change}}}]"#);
        let cases = [
            config("", r#", "flows": 500"#, ""),
            config("", "", &changes(r#""set": "traffic.0.ecn", "to": true"#)),
            config("", "", &changes(r#""set": "link.rateMbps", "to": 900"#)),
            config(
                r#", "schedule": {"kind": "square", "highMbps": 900, "lowMbps": 5, "periodS": 4}"#,
                "",
                "",
            ),
        ];
        for config in cases {
            assert_eq!(refusals(&config).len(), 1, "{config:?}");
        }
    }

    #[test]
    fn differences_name_what_the_kernel_decides() {
        let count = |traffic: &str| differences(&config("", traffic, "")).len();
        assert_eq!(count(r#", "stack": "rfc""#), 1);
        assert_eq!([count(r#", "cc": "reno""#), count(r#", "cc": "newreno""#)], [1, 0]);
        assert_eq!(count(r#", "initialWindow": 4, "delayedAck": false"#), 2);
    }

    #[test]
    fn changes_count_for_the_shortest_rtt() {
        let config = config("", "", r#", "changes": [{"atS": 3, "set": "link.rttMs", "to": 15}]"#);
        assert_eq!(shortest_rtt(&config), Span::from_millis(15));
    }
}
