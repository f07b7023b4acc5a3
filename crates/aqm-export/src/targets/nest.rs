//! Python with NeST 0.4.

use super::text::{PYTHON, group_name, header, python_texts};
use crate::Header;
use crate::commands;
use crate::flows::runs;
use crate::literal::python as quoted;
use crate::plan::{Lane, Plan};
use crate::route;
use aqm_sim::config::TrafficConfig;
use aqm_sim::time::Span;

/// The functions of every script.
const FUNCTIONS: &str = include_str!("nest.py");

/// Returns the script.
pub fn write(plan: &Plan<'_>, about: &Header<'_>, not_carried: &[String]) -> String {
    let mut text = String::from(PYTHON);
    text.push_str(&header(plan, about, not_carried, "#"));
    text.push_str("#\n# Needs NeST (pip install nest), iperf3 and netperf. Run as root: python3 SCRIPT [LANE]\n\n");
    text.push_str(FUNCTIONS);
    text.push_str(&format!(
        "\n\n{}DURATION_S = {}\n\n",
        python_texts(plan, about),
        plan.scenario.duration_s
    ));
    text.push_str("# For each lane: why it is left out, the hops (rate, delay in ms, qdisc, its options), the way back, and the groups.\n");
    text.push_str("LANES = {\n");
    for lane in &plan.lanes {
        text.push_str(&lane_text(plan, lane));
    }
    text.push_str("}\n\nif __name__ == \"__main__\":\n    main(LANES, DURATION_S)\n");
    text
}

fn millis(span: Span) -> String {
    format!("{}", span.millis())
}

fn lane_text(plan: &Plan<'_>, lane: &Lane) -> String {
    let number = lane.number;
    if let Some(sentence) = lane.refusal_sentence() {
        return format!("    {number}: {{\"refusal\": {}}},\n", quoted(&sentence));
    }
    let config = &lane.config;
    let mut text = format!(
        "    # {}\n    {number}: {{\n        \"refusal\": None,\n        \"hops\": [\n",
        lane.name()
    );
    for hop in 0..route::hops(config) {
        let device = route::Device::Forward(hop);
        text.push_str(&format!(
            "            {},\n",
            hop_text(config, device, route::wire(config, hop))
        ));
    }
    text.push_str("        ],\n        \"back\": ");
    let has_back = route::queue(config, route::Device::Back).is_some();
    text.push_str(&if has_back {
        hop_text(config, route::Device::Back, Span::ZERO)
    } else {
        "None".to_owned()
    });
    text.push_str(",\n        \"groups\": [\n");
    for (group, traffic) in config.traffic.iter().enumerate() {
        let (data, acks) = route::paths(config, traffic);
        let (left, right) = route::routers(config, traffic);
        let loss = if data.loss > 0.0 {
            quoted(&crate::numbers::percent(data.loss))
        } else {
            "None".to_owned()
        };
        let (ecn, sack) = traffic.tcp().map_or((false, true), |tcp| (tcp.ecn, tcp.sack));
        let flag = |is_set| if is_set { "True" } else { "False" };
        text.push_str(&format!(
            "            # {}\n            {{\"left\": {left}, \"right\": {right}, \"forward_ms\": {}, \"back_ms\": {}, \"loss\": {loss}, \
             \"reverse\": {}, \"ecn\": {}, \"sack\": {}, \"flows\": [\n",
            group_name(plan, group),
            millis(data.delay),
            millis(acks.delay),
            flag(route::is_reverse(traffic)),
            flag(ecn),
            flag(sack),
        ));
        for run in runs(lane, plan.scenario.duration_s).iter().filter(|run| run.group == group) {
            let (from, to) = (run.from.round(), run.to.round().max(run.from.round() + 1.0));
            let line = match &run.traffic {
                TrafficConfig::Bulk(tcp) => {
                    format!("(\"tcp\", {}, {from}, {to}, \"{}\")", run.count, tcp.cc.kernel().name)
                }
                TrafficConfig::Datagrams(_) => {
                    // "-u -b RATE -l BYTES ...": the rate of the payload.
                    let options = commands::iperf3(run).unwrap_or_default();
                    let rate = options.split(' ').nth(2).unwrap_or("0").to_owned();
                    format!("(\"udp\", {}, {from}, {to}, \"{rate}bit\")", run.count)
                }
                TrafficConfig::App(_) => continue,
            };
            text.push_str(&format!("                {line},\n"));
        }
        text.push_str("            ]},\n");
    }
    text.push_str("        ],\n    },\n");
    text
}

fn hop_text(
    config: &aqm_sim::config::SimulationConfig,
    device: route::Device,
    delay: Span,
) -> String {
    let queue = route::queue(config, device).expect("a device with a queue");
    let twin = queue.discipline.tc(&queue.place).expect("the lane is not refused");
    let options: Vec<_> = twin
        .options
        .iter()
        .map(|(name, value)| format!("{}: {}", quoted(name), quoted(value)))
        .collect();
    format!(
        "(\"{}\", {}, \"{}\", {{{}}})",
        crate::numbers::tc_rate(queue.place.env.rate),
        millis(delay),
        twin.kind,
        options.join(", ")
    )
}
