//! Bash: network namespaces, `tc`, and iperf3 or Flent.

use super::text::{group_name, header, texts};
use crate::commands::{self, Behaviour, Command};
use crate::flows::{Run, runs};
use crate::literal;
use crate::network::Network;
use crate::numbers::seconds;
use crate::plan::{Lane, Plan};
use crate::route;
use crate::timeline::Action;
use crate::{Header, Target};
use aqm_sim::config::TrafficConfig;
use aqm_sim::time::Span;

/// Functions of every script.
const FUNCTIONS: &str = include_str!("shell.sh");
/// The function that runs a group with Flent.
const FLENT: &str = include_str!("flent.sh");

/// Returns the script.
pub fn write(plan: &Plan<'_>, about: &Header<'_>, not_carried: &[String]) -> String {
    let mut text = String::from("#!/usr/bin/env bash\n");
    text.push_str(&header(plan, about, not_carried, "#"));
    text.push_str("#\n# Run as root: bash SCRIPT [--setup] [LANE...]\n");
    text.push_str("# Without a lane it runs all lanes in turn. --setup builds the network and the queues, shows them, and removes them.\n");
    // The names of functions of a lane are made of its number, which shellcheck cannot see.
    text.push_str("# shellcheck disable=SC2329\nset -euo pipefail\n\n");
    let (title, link) = texts(plan, about);
    text.push_str(&format!("readonly title={}\n", literal::bash(title)));
    text.push_str(&format!("readonly link={}\n", literal::bash(link)));
    text.push_str(&format!("readonly duration={}\n", seconds(plan.scenario.duration_s)));
    text.push_str(&format!("readonly seed={}\n", plan.scenario.seed));
    text.push_str(&format!("readonly lanes={}\n", plan.lanes.len()));
    let tools = if plan.target == Target::Flent {
        "flent netperf netserver fping iperf3"
    } else {
        "iperf3"
    };
    text.push_str(&format!("readonly tools='{tools}'\n\n"));
    text.push_str(FUNCTIONS);
    if plan.target == Target::Flent {
        text.push('\n');
        text.push_str(FLENT);
    }
    let network = Network::new(plan);
    text.push_str("\nnetwork() {\n");
    text.push_str(&format!("  nodes='{}'\n", network.nodes.join(" ")));
    text.push_str("  local node\n  for node in $nodes; do add_node \"$node\"; done\n");
    for link in &network.links {
        let [(a, a_dev, a_ip), (b, b_dev, b_ip)] = &link.ends;
        text.push_str(&format!(
            "  add_link {a} {a_dev} {a_ip}/24 {b} {b_dev} {b_ip}/24 {}\n",
            link.mtu
        ));
    }
    for (node, route) in &network.routes {
        text.push_str(&format!("  in_node {node} ip route add {route}\n"));
    }
    text.push_str("}\n");
    for lane in &plan.lanes {
        text.push('\n');
        text.push_str(&lane_functions(plan, lane));
    }
    text.push_str("\nmain \"$@\"\n");
    text
}

fn line(text: &mut String, Command { node, text: command }: &Command) {
    text.push_str(&format!("  in_node {node} {command}\n"));
}

fn lane_functions(plan: &Plan<'_>, lane: &Lane) -> String {
    let number = lane.number;
    if let Some(sentence) = lane.refusal_sentence() {
        let quoted = literal::bash(&sentence);
        return format!("lane_{number}_queues() {{\n  refuse {quoted}\n}}\n");
    }
    let mut text = format!("# Lane {number}: {}.\nlane_{number}_queues() {{\n", lane.name());
    let config = &lane.config;
    for device in route::devices(config) {
        let queue = route::queue(config, device).expect("a device with a queue");
        commands::shaper(config, device, &queue)
            .iter()
            .for_each(|command| line(&mut text, command));
    }
    text.push_str("  # Delays and losses, behind the bottleneck.\n");
    for hop in 0..route::hops(config) {
        let delay = route::wire(config, hop);
        if delay > Span::ZERO || lane.has_wire_change(hop) {
            line(&mut text, &commands::wire(hop, delay, "add"));
        }
    }
    for (group, traffic) in config.traffic.iter().enumerate() {
        commands::path(config, group, "add").iter().for_each(|command| line(&mut text, command));
        if let Some(tcp) = traffic.tcp() {
            commands::endpoint(group, tcp).iter().for_each(|command| line(&mut text, command));
        }
    }
    text.push_str("}\n\n");
    text.push_str(&traffic(plan, lane));
    text.push_str(&changes(lane));
    text
}

/// Returns the function that starts the sources of a lane.
fn traffic(plan: &Plan<'_>, lane: &Lane) -> String {
    let mut text = format!("lane_{}_traffic() {{\n", lane.number);
    let mut lines = 0;
    for run in runs(lane, plan.scenario.duration_s) {
        let name = group_name(plan, run.group);
        let Some(options) = commands::iperf3(&run) else {
            text.push_str(&format!("  # No tool here makes this traffic: {name}.\n"));
            continue;
        };
        lines += 1;
        text.push_str(&format!("  # {name}\n"));
        if plan.target == Target::Flent
            && let TrafficConfig::Bulk(tcp) = run.traffic
        {
            let test = if route::is_reverse(&run.traffic) { "down" } else { "up" };
            let cc = tcp.cc.kernel().name;
            text.push_str(&format!(
                "  flent_flows {} {} {} {} {test} {cc}\n",
                run.group,
                run.count,
                seconds(run.from),
                seconds(run.to)
            ));
            continue;
        }
        let sources = format!(
            "{} {} {} {} {}",
            run.group,
            run.first,
            run.count,
            seconds(run.from),
            seconds(run.to)
        );
        text.push_str(&match commands::behaviour(&run.traffic) {
            Behaviour::Steady => format!("  flows {sources} {options}\n"),
            Behaviour::Spurts { on, off } => format!("  spurts {sources} {on} {off} {options}\n"),
            Behaviour::Messages { sizes, pauses } => {
                format!("  messages {sources} {sizes} {pauses} {options}\n")
            }
        });
    }
    let bursts = plan.scenario.traffic.len();
    for (at, action) in &lane.timeline {
        if let Some(run) = burst(bursts, *at, action) {
            lines += 1;
            let options = commands::iperf3(&run).expect("datagrams");
            text.push_str(&format!(
                "  # burst\n  flows {} {} 1 {} {} {options}\n",
                run.group,
                lines,
                seconds(run.from),
                seconds(run.to)
            ));
        }
    }
    if lines == 0 {
        text.push_str("  :\n");
    }
    text.push_str("}\n\n");
    text
}

/// Returns a burst as a run of one source.
pub fn burst(group: usize, at: f64, action: &Action) -> Option<Run> {
    let Action::Burst { rate, packet_bytes, length } = *action else { return None };
    let traffic = TrafficConfig::Datagrams(aqm_sim::config::DatagramConfig {
        flows: 1,
        muted: false,
        direction: aqm_sim::config::Direction::Forward,
        rate,
        packet_bytes,
        arrivals: aqm_sim::config::Arrivals::Constant,
        ecn: false,
        start: aqm_sim::time::Time::ZERO,
        spread: Span::ZERO,
        stop: aqm_sim::time::Time::NEVER,
        spurts: None,
        meter: None,
    });
    Some(Run { group, first: 0, count: 1, from: at, to: at + length.seconds(), traffic })
}

/// Returns the function that carries out the timed changes of a lane.
fn changes(lane: &Lane) -> String {
    let mut text = format!("lane_{}_changes() {{\n", lane.number);
    let mut count = 0;
    for (at, action) in &lane.timeline {
        for command in commands::change(&lane.config, action) {
            count += 1;
            text.push_str(&format!("  at {} {} {}\n", seconds(*at), command.node, command.text));
        }
    }
    if count == 0 {
        text.push_str("  :\n");
    }
    text.push_str("}\n");
    text
}
