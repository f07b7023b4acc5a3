//! TypeScript types of reports, from the tables of measures.

use aqm_json::answer::{Member, Type, Types};
use aqm_report::measures::{APPLICATION, About, FLOW, FLOW_DELAY, LANE, Measure, PART};
use aqm_sim::metrics::{
    FlowDelay, FlowSummary, PacketCounts, Part, PartSummary, ResultKind, ResultSummary, Summary,
};

/// A lane in which nothing happened: measures without a value here are `null` in a report.
fn idle() -> Summary {
    Summary {
        seconds: 1.0,
        delay: None,
        device_delay: None,
        path_loss_rate: None,
        reverse: None,
        hops: Vec::new(),
        utilization: 0.0,
        drop_rate: 0.0,
        early_drop_rate: 0.0,
        overflow_drop_rate: 0.0,
        mark_rate: 0.0,
        queue_packets_mean: 0.0,
        queue_bytes_mean: 0.0,
        queue_share_mean: 0.0,
        jain: None,
        flows: Vec::new(),
        parts: Vec::new(),
        flow_delays: Vec::new(),
        applications: Vec::new(),
        packets: PacketCounts::default(),
    }
}

const LANE_REPORT: &str = "LaneReport";

/// The types of reports.
pub fn types() -> Types {
    let mut types = Types::default();
    let list = |of: Type| Type::List(Box::new(of));
    types.declare(LANE_REPORT, "Measures of one lane, as `aqm run --json` prints them.", |types| {
        let mut members = vec![
            Member::new("queue", "Kind of the queue at the start of the run.", Type::Text),
            Member::new("parameters", "Its parameters.", Type::Any),
            Member::new("seconds", "Length of the measured time, s.", Type::Number),
        ];
        members.extend(members_of(LANE, &idle()));
        let parts = "Every traffic group, by its index; empty if there is only one, and only one queue.";
        let delays =
            "Every flow and datagram source, with several groups or queues; only for the whole run.";
        let digest = "Fingerprint of everything that happened in this lane; only for the whole run.";
        members.extend([
            Member::optional(
                "hops",
                "The other hops of the way forward, in their order; missing without any.",
                list(hop_report(types)),
            ),
            Member::optional(
                "applications",
                "Results of the traffic groups that are applications; missing without any.",
                list(application_report(types)),
            ),
            Member::new("groups", parts, list(group_report(types))),
            Member::new(
                "classes",
                "Every class of the discipline; empty if it has none.",
                list(class_report(types)),
            ),
            Member::optional(
                "flows",
                "Every TCP flow; only for the whole run.",
                list(flow_report(types)),
            ),
            Member::optional("flowDelays", delays, list(flow_delay_report(types))),
            Member::optional("digest", digest, Type::Text),
        ]);
        members
    });
    types
}

/// Another hop: the members of a lane's report that it has.
fn hop_report(types: &mut Types) -> Type {
    let help = "Measures of another hop, like those of a lane; those without a value are missing.";
    types.declare("HopReport", help, |_| {
        let hop = Member::new("hop", "Number of the hop, from 1.", Type::Number);
        let mut names: Vec<&str> = LANE.iter().map(|measure| group_of(measure.name).0).collect();
        names.dedup();
        let of_lane = |name| Member::optional(name, "", Type::MemberOf(LANE_REPORT, name));
        [hop].into_iter().chain(names.into_iter().map(of_lane)).collect()
    })
}

/// An application: each measure is missing if the application does not have it, or if there was nothing to measure.
fn application_report(types: &mut Types) -> Type {
    let help = "Results of an application. A member is missing if the kind does not have it, or if there was nothing to measure.";
    types.declare("ApplicationReport", help, |_| {
        let nothing = ResultSummary {
            group: 0,
            kind: ResultKind::Flows,
            completed: 0,
            refused: 0,
            times: None,
            distribution: Vec::new(),
            video: None,
            datagrams: None,
        };
        let mut members = vec![
            Member::new("group", "Index of the traffic group.", Type::Number),
            Member::new("kind", "Kind of the traffic group.", Type::Text),
        ];
        members.extend(members_of(APPLICATION, &nothing).into_iter().map(optional));
        let help = "Completion times in ms that 1 %, 2 %, ... 100 % do not exceed; only for the whole run.";
        let times = Type::List(Box::new(Type::Number));
        members.push(Member::optional("completionMsByPercent", help, times));
        members
    })
}

/// A member that is missing where it would be null.
fn optional(member: Member) -> Member {
    let of = match member.of {
        Type::Maybe(inner) => *inner,
        Type::Object(members) => Type::Object(members.into_iter().map(optional).collect()),
        other => other,
    };
    Member { of, is_optional: true, ..member }
}

fn group_report(types: &mut Types) -> Type {
    types.declare("GroupReport", "Measures of one traffic group.", |_| {
        let index = Member::new("group", "Index of the group.", Type::Number);
        let part = PartSummary { part: Part::Group(0), sent: 0, delay: None };
        [index].into_iter().chain(members_of(PART, &part)).collect()
    })
}

fn class_report(types: &mut Types) -> Type {
    types.declare("ClassReport", "Measures of one class of a discipline.", |_| {
        let class = Member::new("class", "Name of the class.", Type::Text);
        let part = PartSummary { part: Part::Group(0), sent: 0, delay: None };
        [class].into_iter().chain(members_of(PART, &part)).collect()
    })
}

fn flow_report(types: &mut Types) -> Type {
    types.declare("FlowReport", "Measures of one TCP flow.", |_| {
        let place = [
            Member::new("id", "Number of the flow.", Type::Number),
            Member::new("group", "Index of its traffic group.", Type::Number),
        ];
        let flow = FlowSummary { id: 0, group: 0, goodput_mbps: 0.0 };
        place.into_iter().chain(members_of(FLOW, &flow)).collect()
    })
}

fn flow_delay_report(types: &mut Types) -> Type {
    types.declare("FlowDelayReport", "Queue delay of one flow or datagram source.", |_| {
        let group = Type::Maybe(Box::new(Type::Number));
        let place = [
            Member::new("id", "Number of the flow.", Type::Number),
            Member::new("group", "Index of its traffic group; null for a burst.", group),
        ];
        let flow = FlowDelay { id: 0, group: None, sent: 0, mean: None, p95: None, max: None };
        place.into_iter().chain(members_of(FLOW_DELAY, &flow)).collect()
    })
}

/// Returns the object that holds a measure, and the name of the measure in it; without an object, its own name twice.
fn group_of(name: &'static str) -> (&'static str, &'static str) {
    name.split_once('.').unwrap_or((name, name))
}

/// Returns the members for the measures of a table. Measures without a value in `idle` may be null.
fn members_of<S>(table: &[Measure<S>], idle: &S) -> Vec<Member> {
    let mut members: Vec<Member> = Vec::new();
    for measure in table {
        let (group, name) = group_of(measure.name);
        let is_null = (measure.read)(idle).is_none();
        let of = if is_null { Type::Maybe(Box::new(Type::Number)) } else { Type::Number };
        let member = Member::new(name, with_unit(&measure.about), of);
        if group == name {
            members.push(member);
            continue;
        }
        if members.last().is_none_or(|last| last.name != group) {
            members.push(Member::new(group, "", Type::Object(Vec::new())));
        }
        if let Some(Member { of: Type::Object(inner), .. }) = members.last_mut() {
            inner.push(member);
        }
    }
    members
}

/// The definition and, unless it contains the unit, the unit.
fn with_unit(about: &About) -> String {
    let About { definition, unit, .. } = about;
    match *unit {
        unit if unit.is_empty() || definition.to_lowercase().contains(unit) => {
            (*definition).to_owned()
        }
        unit => format!("{definition} In {unit}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aqm_experiment::Experiment;
    use aqm_scenario::model::Scenario;
    use aqm_sim::time::Time;

    /// Three hops, a reverse bottleneck, several queues and all kinds of applications.
    const SCENARIO: &str = r#"{ "version": 1, "durationS": 4, "warmupS": 1, "link": { "rateMbps": 8, "rttMs": 20,
        "buffer": { "packets": 60 }, "lossRate": 0.01, "deviceQueuePackets": 2,
        "reverse": { "rateMbps": 2, "buffer": { "packets": 20 } },
        "hopsBefore": [{ "rateMbps": 9, "buffer": { "packets": 50 } }],
        "hopsAfter": [{ "rateMbps": 9, "buffer": { "packets": 50 } }] },
        "queues": ["droptail", "dualpi2"], "traffic": [{ "kind": "bulk", "flows": 2 }, { "kind": "short", "arrivalsPerS": 5,
        "size": { "kind": "fixed", "bytes": 9000 } }, { "kind": "web" }, { "kind": "video" }, { "kind": "voip" },
        { "kind": "limited", "rateMbps": 0.1 }, { "kind": "onOff", "rateMbps": 0.1 }] }"#;

    #[test]
    fn reports_are_of_their_types() {
        let queues = r#"["droptail", "dualpi2"]"#;
        let objects = r#"[{ "kind": "droptail" }, { "kind": "dualpi2" }]"#;
        let both = Scenario::parse(&SCENARIO.replace(queues, objects)).expect("it is valid");
        let one = Scenario { queues: vec![both.queues[0]], traffic: vec![], ..both.clone() };
        let (types, of) = (types(), Type::Named(LANE_REPORT));
        for scenario in [both, one] {
            let mut experiment = Experiment::new(scenario);
            for time in [Time::ZERO, Time::from_seconds(4.0)] {
                experiment.advance(time);
                for lane in 0..experiment.lanes().len() {
                    let whole = aqm_report::lane_report(&experiment, lane);
                    assert_eq!(types.misfit(&of, &whole), None);
                    let window = aqm_report::window_json(&experiment, lane, Time::ZERO, time);
                    assert_eq!(types.misfit(&of, &aqm_json::parse(&window).unwrap()), None);
                }
            }
        }
    }
}
