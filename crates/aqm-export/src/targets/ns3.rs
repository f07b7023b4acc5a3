//! A C++ program for ns-3 (from version 3.37).

use super::shell::burst;
use super::text::{group_name, header, texts};
use crate::Header;
use crate::commands::iperf3;
use crate::flows::{Run, runs};
use crate::literal::cpp as quoted;
use crate::numbers::ns3_time;
use crate::plan::{Lane, Plan};
use crate::route::{self, Device, Queue};
use crate::timeline::Action;
use aqm_sim::aqm::Ns3Twin;
use aqm_sim::cc::CcKind;
use aqm_sim::config::{AppKind, MTU, TrafficConfig};
use aqm_sim::units::BitRate;

/// The functions of every program.
const FUNCTIONS: &str = include_str!("ns3.cc");
/// IP, TCP and time stamps: what a full segment has beside its data, bytes.
const TCP_HEADERS: u32 = 52;

/// Returns the program.
pub fn write(plan: &Plan<'_>, about: &Header<'_>, not_carried: &[String]) -> String {
    let mut text = header(plan, about, not_carried, "//");
    text.push_str("//\n// Copy it to the folder scratch of ns-3 and run: ./ns3 run \"scratch/SCRIPT --lane=1\"\n\n");
    text.push_str(FUNCTIONS);
    let (title, link) = texts(plan, about);
    text.push_str(&format!("\nconst std::string TITLE = {};\n", quoted(title)));
    text.push_str(&format!("const std::string LINK = {};\n", quoted(link)));
    for lane in &plan.lanes {
        text.push('\n');
        text.push_str(&lane_text(plan, lane));
    }
    text.push_str(&main_text(plan));
    text
}

fn rate(rate: BitRate) -> String {
    format!("{}bps", rate.bps().max(8))
}

fn twin(queue: &Queue) -> Ns3Twin {
    queue.discipline.ns3(&queue.place).expect("the lane is not refused")
}

/// Returns the attributes as a list of C++.
fn attributes(twin: &Ns3Twin) -> String {
    let items: Vec<_> = twin
        .attributes
        .iter()
        .map(|(name, value)| format!("{{\"{name}\", {}}}", quoted(value)))
        .collect();
    format!("{{{}}}", items.join(", "))
}

fn device_text(config: &aqm_sim::config::SimulationConfig, device: Device) -> (String, String) {
    match device {
        Device::Forward(hop) => (format!("hops[{hop}].left"), format!("hop{hop}")),
        Device::Back => (format!("hops[{}].right", route::hops(config) - 1), "back".to_owned()),
    }
}

fn lane_text(plan: &Plan<'_>, lane: &Lane) -> String {
    let number = lane.number;
    if let Some(sentence) = lane.refusal_sentence() {
        return format!(
            "int\nLane{number}()\n{{\n    std::cerr << {} << std::endl;\n    return 3;\n}}\n",
            quoted(&sentence)
        );
    }
    let config = &lane.config;
    let mut text = format!("/// {}.\nint\nLane{number}()\n{{\n{}", lane.name(), defaults(lane));
    let hops = route::hops(config);
    text.push_str(&format!(
        "    routers.Create({});\n    InternetStackHelper().Install(routers);\n",
        hops + 1
    ));
    for hop in 0..hops {
        let queue = route::queue(config, Device::Forward(hop)).expect("a hop has a queue");
        text.push_str(&format!(
            "    hops.push_back(Connect(routers.Get({hop}), routers.Get({}), \"{}\", \"{}\", {MTU}));\n",
            hop + 1,
            rate(queue.place.env.rate),
            ns3_time(route::wire(config, hop))
        ));
        // The way back is no bottleneck.
        text.push_str(&format!("    hops[{hop}].right->SetDataRate(DataRate(\"10Gbps\"));\n"));
    }
    for device in route::devices(config) {
        let queue = route::queue(config, device).expect("a device with a queue");
        let (pointer, name) = device_text(config, device);
        if device == Device::Back {
            text.push_str(&format!(
                "    {pointer}->SetDataRate(DataRate(\"{}\"));\n",
                rate(queue.place.env.rate)
            ));
        }
        let twin = twin(&queue);
        text.push_str(&format!(
            "    queues[\"{name}\"] = Install({pointer}, \"{}\", {}, {});\n",
            twin.type_id,
            attributes(&twin),
            twin.quantum.unwrap_or(0)
        ));
    }
    text.push_str(&groups(plan, lane));
    text.push_str("    for (auto* wires : {&hops, &senderWires, &receiverWires})\n    {\n        for (auto& wire : *wires)\n        {\n            GiveAddresses(wire);\n        }\n    }\n");
    text.push_str(&sources(plan, lane));
    text.push_str(&changes(lane));
    text.push_str("    return 0;\n}\n");
    text
}

/// Returns the defaults of all sockets: ns-3 has one setting for all groups.
fn defaults(lane: &Lane) -> String {
    let tcp: Vec<_> = lane.config.traffic.iter().filter_map(TrafficConfig::tcp).collect();
    let Some(first) = tcp.first() else { return String::new() };
    let ecn = if tcp.iter().any(|tcp| tcp.ecn) { "On" } else { "Off" };
    let window = (first.receive_window * u64::from(first.packet_bytes)).min(1 << 30);
    let sack = first.sack && first.cc.kind() != CcKind::Reno;
    let set = |name: &str, value: String| format!("    Config::SetDefault(\"{name}\", {value});\n");
    [
        set(
            "ns3::TcpSocket::SegmentSize",
            format!("UintegerValue({})", first.packet_bytes.saturating_sub(TCP_HEADERS)),
        ),
        set("ns3::TcpSocket::InitialCwnd", format!("UintegerValue({})", first.initial_window)),
        set(
            "ns3::TcpSocket::DelAckCount",
            format!("UintegerValue({})", if first.delayed_ack { 2 } else { 1 }),
        ),
        set(
            "ns3::TcpSocket::ConnTimeout",
            format!("TimeValue(MilliSeconds({}))", first.initial_rto.millis().round()),
        ),
        set("ns3::TcpSocket::SndBufSize", format!("UintegerValue({window})")),
        set("ns3::TcpSocket::RcvBufSize", format!("UintegerValue({window})")),
        set("ns3::TcpSocketBase::Sack", format!("BooleanValue({sack})")),
        set("ns3::TcpSocketBase::UseEcn", format!("StringValue(\"{ecn}\")")),
        set("ns3::TcpSocketBase::MinRto", "TimeValue(MilliSeconds(200))".to_owned()),
    ]
    .concat()
}

fn groups(plan: &Plan<'_>, lane: &Lane) -> String {
    let config = &lane.config;
    let mut text = String::new();
    for (group, traffic) in config.traffic.iter().enumerate() {
        let (left, right) = route::routers(config, traffic);
        let (data, _) = route::paths(config, traffic);
        let cc = traffic.tcp().map_or("", |tcp| tcp.cc.ns3().name);
        let mtu = traffic.tcp().map_or(MTU, |tcp| tcp.packet_bytes);
        text.push_str(&format!(
            "    // {}\n    AddGroup({left}, {right}, \"{}\", {mtu}, \"{cc}\");\n",
            group_name(plan, group),
            ns3_time(data.delay)
        ));
        if data.loss > 0.0 {
            let device = if route::is_reverse(traffic) {
                "senderWires.back().left"
            } else {
                "receiverWires.back().right"
            };
            text.push_str(&format!("    Lose({device}, {});\n", data.loss));
        }
    }
    if plan.has_bursts() {
        text.push_str(&format!(
            "    // bursts\n    AddGroup(0, {}, \"0s\", {MTU}, \"\");\n",
            route::hops(config)
        ));
    }
    text
}

fn sources(plan: &Plan<'_>, lane: &Lane) -> String {
    let mut found = runs(lane, plan.scenario.duration_s);
    let bursts = plan.scenario.traffic.len();
    found.extend(lane.timeline.iter().filter_map(|(at, action)| burst(bursts, *at, action)));
    found.iter().map(source).collect()
}

fn source(run: &Run) -> String {
    let (is_tcp, rate, bytes) = match &run.traffic {
        TrafficConfig::Bulk(_) => (true, String::new(), 0),
        TrafficConfig::Datagrams(_) => {
            // "-u -b RATE -l BYTES ...": rate and size of the payload.
            let options = iperf3(run).unwrap_or_default();
            let words: Vec<&str> = options.split(' ').collect();
            (false, format!("{}bps", words[2]), words[4].parse().unwrap_or(0))
        }
        TrafficConfig::App(app) => match app.kind {
            AppKind::Limited(limited) => (
                true,
                format!("{}bps", limited.rate.bps()),
                limited.chunk_bytes.min(u64::from(u32::MAX)),
            ),
            _ => {
                return "    // No application here makes this traffic.\n".to_owned();
            }
        },
    };
    format!(
        "    Flows({}, {}, {}, {}, {}, {is_tcp}, {}, \"{rate}\", {bytes});\n",
        run.group,
        run.first,
        run.count,
        run.from,
        run.to,
        route::is_reverse(&run.traffic)
    )
}

fn changes(lane: &Lane) -> String {
    let mut text = String::new();
    let mut at = |seconds: f64, body: String| {
        text.push_str(&format!("    At({seconds}, [] {{ {body} }});\n"))
    };
    for (seconds, action) in &lane.timeline {
        match action {
            Action::Rate { device, queue } => {
                let (pointer, _) = device_text(&lane.config, *device);
                at(
                    *seconds,
                    format!(
                        "{pointer}->SetDataRate(DataRate(\"{}\"));",
                        rate(queue.place.env.rate)
                    ),
                );
            }
            Action::Queue { device, queue, is_other: false } => {
                let (_, name) = device_text(&lane.config, *device);
                for (attribute, value) in &twin(queue).attributes {
                    at(
                        *seconds,
                        format!(
                            "queues[\"{name}\"]->SetAttribute(\"{attribute}\", StringValue({}));",
                            quoted(value)
                        ),
                    );
                }
            }
            Action::Path { group, config } => {
                let traffic = &config.traffic[*group];
                let (data, _) = route::paths(config, traffic);
                at(
                    *seconds,
                    format!(
                        "receiverWires[{group}].channel->SetAttribute(\"Delay\", StringValue(\"{}\"));",
                        ns3_time(data.delay)
                    ),
                );
                let device = if route::is_reverse(traffic) {
                    format!("senderWires[{group}].left")
                } else {
                    format!("receiverWires[{group}].right")
                };
                at(*seconds, format!("Lose({device}, {});", data.loss));
            }
            Action::Wire { hop, delay } => {
                at(
                    *seconds,
                    format!(
                        "hops[{hop}].channel->SetAttribute(\"Delay\", StringValue(\"{}\"));",
                        ns3_time(*delay)
                    ),
                );
            }
            Action::Queue { .. }
            | Action::Flows { .. }
            | Action::SourceRate { .. }
            | Action::Burst { .. }
            | Action::None(_) => {}
        }
    }
    text
}

fn main_text(plan: &Plan<'_>) -> String {
    let scenario = plan.scenario;
    let mut lanes = String::new();
    for lane in &plan.lanes {
        lanes.push_str(&format!(
            "    case {0}:\n        status = Lane{0}();\n        break;\n",
            lane.number
        ));
    }
    format!(
        "\nint\nmain(int argc, char* argv[])\n{{\n    uint32_t lane = 1;\n    CommandLine cmd(__FILE__);\n    \
         cmd.AddValue(\"lane\", \"Number of the lane, from 1\", lane);\n    cmd.Parse(argc, argv);\n    \
         RngSeedManager::SetSeed(1);\n    RngSeedManager::SetRun({});\n    int status = 2;\n    switch (lane)\n    {{\n{lanes}    \
         default:\n        std::cerr << \"There is no lane \" << lane << \". Expected 1 to {}.\" << std::endl;\n    }}\n    \
         if (status != 0)\n    {{\n        return status;\n    }}\n    \
         std::cout << TITLE << std::endl << LINK << std::endl;\n    Ipv4GlobalRoutingHelper::PopulateRoutingTables();\n    \
         Measure({});\n    Simulator::Stop(Seconds({}));\n    Simulator::Run();\n    for (const auto& sink : sinks)\n    {{\n        \
         std::cout << sink.first << \": \" << sink.second->GetTotalRx() << \" bytes\" << std::endl;\n    }}\n    \
         for (const auto& queue : queues)\n    {{\n        \
         std::cout << queue.first << \": \" << queue.second->GetStats() << std::endl;\n    }}\n    \
         PrintMeasured({});\n    Simulator::Destroy();\n    return 0;\n}}\n",
        scenario.seed.max(1),
        plan.lanes.len(),
        scenario.warmup_s,
        scenario.duration_s,
        scenario.duration_s - scenario.warmup_s
    )
}
