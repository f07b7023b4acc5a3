//! What does not carry over: computed from the scenario and the target.

use crate::Target;
use crate::commands::is_poisson;
use crate::plan::Plan;
use crate::route;
use crate::timeline::Action;
use aqm_sim::cc::CcConfig;
use aqm_sim::config::{AppKind, BulkConfig, TrafficConfig};
use aqm_sim::tcp::Stack;
use aqm_sim::time::Span;

/// Sentences, each once, in the order in which they were found.
struct List(Vec<String>);

impl List {
    fn add(&mut self, sentence: impl Into<String>) {
        let sentence = sentence.into();
        if !self.0.contains(&sentence) {
            self.0.push(sentence);
        }
    }

    fn add_if(&mut self, applies: bool, sentence: &str) {
        if applies {
            self.add(sentence);
        }
    }
}

/// Returns what does not carry over.
pub fn list(plan: &Plan<'_>) -> Vec<String> {
    let mut list = List(Vec::new());
    for lane in &plan.lanes {
        if let Some(sentence) = lane.refusal_sentence() {
            list.add(sentence);
        }
    }
    disciplines(plan, &mut list);
    if !plan.target.uses_kernel() {
        in_ns3(plan, &mut list)
    } else {
        on_linux(plan, &mut list)
    }
    link(plan, &mut list);
    traffic(plan, &mut list);
    changes(plan, &mut list);
    list.add("Random draws: starts, losses, drops and hashes differ in every run; the seed has no effect on them.");
    list.add_if(
        plan.scenario.warmup_s > 0.0,
        "The warm-up: leave it out of the statistics yourself.",
    );
    list.0
}

fn disciplines(plan: &Plan<'_>, list: &mut List) {
    for lane in plan.lanes.iter().filter(|lane| lane.refusal.is_none()) {
        let mut queues: Vec<_> = route::devices(&lane.config)
            .into_iter()
            .filter_map(|device| route::queue(&lane.config, device))
            .collect();
        queues.extend(lane.timeline.iter().filter_map(|(_, action)| match action {
            Action::Queue { queue, .. } => Some(*queue),
            _ => None,
        }));
        for queue in queues {
            let notes = if plan.target.uses_kernel() {
                queue.discipline.tc(&queue.place).map(|twin| twin.notes)
            } else {
                queue.discipline.ns3(&queue.place).map(|twin| twin.notes)
            };
            notes.into_iter().flatten().for_each(|note| list.add(note));
        }
    }
}

fn on_linux(plan: &Plan<'_>, list: &mut List) {
    list.add(match plan.target {
        Target::Nest => "Offloads: NeST leaves segmentation offloads as they are; large segments then reach the queue as one packet.",
        _ => "Offloads: the script switches segmentation offloads off with ethtool; without ethtool large segments reach the queue as one packet.",
    });
    list.add(match plan.target {
        Target::Nest => "netem's own queue: NeST puts a netem with its default limit of 1000 packets on each delayed interface.",
        _ => "netem's own queue: its limit is 1,000,000 packets and it stands behind the bottleneck, on devices of its own, so that it delays but does not shape.",
    });
    list.add("Timers: HZ and high-resolution timers of the kernel set how exactly htb paces and PIE updates; the simulation is exact.");
    list.add_if(
        plan.target != Target::Nest,
        "The shaper sends up to 0.1 ms of data at once, and counts IP bytes by stab overhead -14, as the simulation does.",
    );
    let config = plan.first();
    let is_rough = config.traffic.iter().any(|group| {
        let (data, acks) = route::paths(config, group);
        crate::numbers::is_rounded(data.delay) || crate::numbers::is_rounded(acks.delay)
    });
    list.add_if(is_rough, "Delays are rounded to whole microseconds.");
}

fn in_ns3(plan: &Plan<'_>, list: &mut List) {
    list.add("TCP of ns-3: it has no RACK-TLP and no undo; its congestion controls follow the papers more than the kernel.");
    list.add("Point-to-point links add a PPP header of 2 bytes to each packet.");
    list.add_if(plan.first().link.token_bucket > 0, "The token bucket of the link.");
    let tcp: Vec<_> = plan.first().traffic.iter().filter_map(TrafficConfig::tcp).collect();
    let settings = |tcp: &BulkConfig| {
        (
            tcp.ecn,
            tcp.sack,
            tcp.delayed_ack,
            tcp.initial_window,
            tcp.packet_bytes,
            tcp.receive_window,
        )
    };
    list.add_if(
        tcp.windows(2).any(|pair| settings(pair[0]) != settings(pair[1])),
        "Differences of groups in ECN, SACK, ACKs, windows and packet sizes: sockets of ns-3 share one setting, here that of the first group (ECN: on if any group uses it).",
    );
}

fn link(plan: &Plan<'_>, list: &mut List) {
    let link = &plan.first().link;
    let other = link.before.iter().chain(&link.after);
    let has_device = link.device_queue > 0 || other.clone().any(|hop| hop.device_queue > 0);
    list.add_if(has_device, "The device queue: a veth device has no ring of its own.");
    let has_jitter = link.noise.jitter.size > Span::ZERO
        || plan
            .first()
            .traffic
            .iter()
            .any(|group| group.tcp().is_some_and(|tcp| tcp.jitter.size > Span::ZERO));
    if has_jitter {
        list.add(if !plan.target.uses_kernel() {
            "Jitter: point-to-point links of ns-3 have none."
        } else if plan.target == Target::Nest {
            "Jitter: the NeST script sets constant delays."
        } else {
            "Jitter: netem reorders packets; in the simulation only jitter ahead of the queue does."
        });
    }
    list.add_if(
        has_jitter && plan.target.uses_kernel(),
        "Jitter of a group replaces that of the link; the simulation adds both.",
    );
    let has_outage = link
        .schedule
        .as_ref()
        .is_some_and(|schedule| schedule.steps().iter().any(|step| step.rate.bps() == 0));
    list.add_if(
        has_outage && plan.target.uses_kernel(),
        "Outages: tc takes no rate of 0, so the link sends at 8 bit/s.",
    );
    list.add_if(
        has_outage && !plan.target.uses_kernel(),
        "Outages: the link sends at 8 bit/s, because ns-3 takes no rate of 0.",
    );
}

fn traffic(plan: &Plan<'_>, list: &mut List) {
    let flows: u64 = plan.first().traffic.iter().map(|group| u64::from(group.audible())).sum();
    list.add_if(
        flows > 100 && plan.target.uses_kernel(),
        "Many sources: each one is a process here, which the processor may not keep up with.",
    );
    for lane in &plan.lanes {
        for group in &lane.config.traffic {
            tcp_of(plan.target, group, list);
            application(plan.target, group, list);
        }
    }
}

fn tcp_of(target: Target, group: &TrafficConfig, list: &mut List) {
    let Some(tcp) = group.tcp() else { return };
    let twin = if !target.uses_kernel() { tcp.cc.ns3() } else { tcp.cc.kernel() };
    if let Some(note) = twin.note {
        list.add(note);
    }
    if tcp.cc != CcConfig::from(tcp.cc.kind()) {
        let name = tcp.cc.kind().name();
        list.add(format!(
            "The parameters of {name}: the script leaves those of the {} as they are.",
            if !target.uses_kernel() { "model" } else { "module" }
        ));
    }
    list.add_if(
        tcp.spread > Span::ZERO,
        "Random starts: all flows of a group start at their first possible time.",
    );
    if !target.uses_kernel() {
        return;
    }
    let stack = match tcp.stack {
        Stack::Linux6 => None,
        Stack::Linux310 => {
            Some("The stack of Linux 3.10: the flows use that of the kernel at hand.")
        }
        Stack::Rfc => Some("The stack of the RFCs: the flows use that of the kernel at hand."),
    };
    if let Some(stack) = stack {
        list.add(stack);
    }
    list.add_if(tcp.pacing, "Pacing of a congestion control that sets no pacing rate; the kernel paces with the qdisc fq at the sender only.");
    list.add_if(
        tcp.initial_rto != Span::from_millis(1000),
        "The initial timeout: it is 1 s in the kernel.",
    );
    list.add_if(
        target == Target::Nest && (tcp.ecn || !tcp.sack || !tcp.delayed_ack || tcp.packet_bytes != 1500 || tcp.initial_window != 10),
        "NeST: delayed ACKs, the packet size and the initial window are the kernel's; ECN and SACK are set for each node.",
    );
}

fn application(target: Target, group: &TrafficConfig, list: &mut List) {
    let is_simple = matches!(target, Target::Nest | Target::Ns3);
    match group {
        TrafficConfig::Datagrams(datagrams) => {
            list.add_if(
                is_poisson(group) && target.uses_kernel(),
                "Poisson arrivals: iperf3 sends at a constant rate, here the mean one.",
            );
            list.add_if(is_poisson(group) && !target.uses_kernel(), "Poisson arrivals: the program sends at a constant rate, here the mean one.");
            list.add_if(datagrams.spurts.is_some() && is_simple, "On/off periods and talk spurts: the sources send all the time.");
            let has_voice = datagrams.meter.is_some_and(|meter| meter.voice.is_some());
            list.add_if(has_voice, "The quality of calls (R factor, MOS): the packets are sent, but no tool here computes it.");
            list.add_if(datagrams.ecn && is_simple, "ECN of datagrams.");
            list.add_if(target == Target::Nest, "Datagrams have the default size of iperf3, and start and end at whole seconds.");
        }
        TrafficConfig::App(app) => match app.kind {
            AppKind::Web(_) => list.add("Web pages: no tool here loads pages with parallel connections; the group sends nothing."),
            AppKind::Video(_) => list.add("Video: no tool here adapts its bit rate to the buffer; the group sends nothing."),
            AppKind::Short(_) if matches!(target, Target::Nest | Target::Mininet | Target::Ns3) => {
                list.add("Short flows: this target has no source of repeated messages; the group sends nothing.");
            }
            AppKind::Short(_) => {
                list.add("Short flows: iperf3 opens a control connection for each message, which adds packets and a few round trips.");
            }
            AppKind::Limited(_) if target == Target::Nest => {
                list.add("Application-limited flows: NeST has no source with a rate over TCP; the group sends nothing.");
            }
            AppKind::Limited(_) => {}
            #[allow(unreachable_patterns, reason = "a new kind has no tool until it has a line here")]
            _ => list.add("An application: no tool here makes its traffic; the group sends nothing."),
        },
        TrafficConfig::Bulk(_) => {}
    }
}

fn changes(plan: &Plan<'_>, list: &mut List) {
    for (_, action) in plan.lanes.iter().flat_map(|lane| &lane.timeline) {
        match action {
            Action::None(what) => list.add(format!("Timed changes of {what}.")),
            Action::Flows { .. } | Action::SourceRate { .. } if plan.target == Target::Flent => {
                list.add("Timed changes of the number of flows in a group that Flent measures.");
            }
            _ if plan.target == Target::Nest => list
                .add("Timed changes: NeST sets up a path once; the values are those of the start."),
            Action::Queue { is_other: true, .. } if !plan.target.uses_kernel() => {
                list.add("Timed changes to another discipline: ns-3 keeps the first one.");
            }
            Action::Queue { is_other: true, .. } => {
                list.add("A change to another discipline drops the packets that wait; the simulation keeps them.");
            }
            _ => {}
        }
    }
}
