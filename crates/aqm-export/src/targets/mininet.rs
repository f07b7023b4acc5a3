//! Python with Mininet: the network and the commands of the target `tc`, at Mininet's hosts.

use super::shell::burst;
use super::text::{PYTHON, group_name, header, python_texts};
use crate::Header;
use crate::commands::{self, Behaviour, Command};
use crate::flows::{Run, runs};
use crate::literal::python as quoted;
use crate::network::Network;
use crate::plan::{Lane, Plan};
use crate::route;
use aqm_sim::time::Span;

/// The functions of every script.
const FUNCTIONS: &str = include_str!("mininet.py");

/// Returns the script.
pub fn write(plan: &Plan<'_>, about: &Header<'_>, not_carried: &[String]) -> String {
    let mut text = String::from(PYTHON);
    text.push_str(&header(plan, about, not_carried, "#"));
    text.push_str("#\n# Needs Mininet and iperf3. Run as root: python3 SCRIPT [LANE]\n\n");
    text.push_str(FUNCTIONS);
    let network = Network::new(plan);
    text.push_str(&format!(
        "\n\n{}DURATION_S = {}\nNODES = {}\n",
        python_texts(plan, about),
        plan.scenario.duration_s,
        quoted(&network.nodes.join(" "))
    ));
    text.push_str("# Node, interface and address of both ends, and the MTU.\nLINKS = [\n");
    for link in &network.links {
        let [(a, a_dev, a_ip), (b, b_dev, b_ip)] = &link.ends;
        text.push_str(&format!(
            "    (\"{a}\", \"{a_dev}\", \"{a_ip}/24\", \"{b}\", \"{b_dev}\", \"{b_ip}/24\", {}),\n",
            link.mtu
        ));
    }
    text.push_str("]\nROUTES = [\n");
    for (node, route) in &network.routes {
        text.push_str(&format!("    (\"{node}\", {}),\n", quoted(route)));
    }
    text.push_str("]\n\n# For each lane: why it is left out, the commands of its start, its sources and its timed changes.\nLANES = {\n");
    for lane in &plan.lanes {
        text.push_str(&lane_text(plan, lane));
    }
    text.push_str("}\n\nif __name__ == \"__main__\":\n    main()\n");
    text
}

fn lane_text(plan: &Plan<'_>, lane: &Lane) -> String {
    let number = lane.number;
    if let Some(sentence) = lane.refusal_sentence() {
        return format!("    {number}: {{\"refusal\": {}}},\n", quoted(&sentence));
    }
    let config = &lane.config;
    let mut text = format!(
        "    # {}\n    {number}: {{\n        \"refusal\": None,\n        \"start\": [\n",
        lane.name()
    );
    let mut line = |Command { node, text: command }: &Command| {
        text.push_str(&format!("            (\"{node}\", {}),\n", quoted(command)));
    };
    for device in route::devices(config) {
        let queue = route::queue(config, device).expect("a device with a queue");
        commands::shaper(config, device, &queue).iter().for_each(&mut line);
    }
    for hop in 0..route::hops(config) {
        let delay = route::wire(config, hop);
        if delay > Span::ZERO || lane.has_wire_change(hop) {
            line(&commands::wire(hop, delay, "add"));
        }
    }
    for (group, traffic) in config.traffic.iter().enumerate() {
        commands::path(config, group, "add").iter().for_each(&mut line);
        if let Some(tcp) = traffic.tcp() {
            commands::endpoint(group, tcp).iter().for_each(&mut line);
        }
    }
    text.push_str("        ],\n        # Group, first source, number of sources, start and end in s, options of iperf3, seconds of sending and silence.\n        \"flows\": [\n");
    let sources = runs(lane, plan.scenario.duration_s);
    sources.iter().for_each(|run| text.push_str(&run_text(plan, run)));
    let bursts = plan.scenario.traffic.len();
    for (number, (at, action)) in lane.timeline.iter().enumerate() {
        if let Some(run) = burst(bursts, *at, action) {
            text.push_str(&run_text(plan, &Run { first: number as u32, ..run }));
        }
    }
    text.push_str("        ],\n        \"changes\": [\n");
    for (at, action) in &lane.timeline {
        for Command { node, text: command } in commands::change(config, action) {
            text.push_str(&format!("            ({at}, \"{node}\", {}),\n", quoted(&command)));
        }
    }
    text.push_str("        ],\n    },\n");
    text
}

fn run_text(plan: &Plan<'_>, run: &Run) -> String {
    let name = group_name(plan, run.group);
    let Some(options) = commands::iperf3(run) else {
        return format!("            # No tool here makes this traffic: {name}.\n");
    };
    let spurts = match commands::behaviour(&run.traffic) {
        Behaviour::Steady => "None".to_owned(),
        Behaviour::Spurts { on, off } => format!("({}, {})", quoted(&on), quoted(&off)),
        Behaviour::Messages { .. } => {
            return format!("            # Mininet has no source of messages: {name}.\n");
        }
    };
    format!(
        "            # {name}\n            ({}, {}, {}, {}, {}, {}, {spurts}),\n",
        run.group,
        run.first,
        run.count,
        run.from,
        run.to,
        quoted(&options)
    )
}
