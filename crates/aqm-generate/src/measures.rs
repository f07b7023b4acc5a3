//! TypeScript types of reports and series, the headline cards, and a page that lists all measures.

use aqm_json::Value;
use aqm_json::answer;
use aqm_json::answer::{Answer as _, Member, Type, Types};
use aqm_json::typescript::NOTICE;
use aqm_json::typescript::{self as print, Typed, add_items, add_table, add_types};
use aqm_report::measures::{
    APPLICATION, About, FLOW, FLOW_DELAY, Format, GROUP_DELAY_CSV, LANE, Measure, OverRuns, PART,
    REVERSE_CSV, SERIES, application_columns,
};
use aqm_sim::config::VoiceConfig;
use aqm_sim::metrics::{
    FlowDelay, FlowSummary, PacketCounts, Part, PartSummary, ResultKind, ResultSummary, Summary,
};
use aqm_sim::time::Span;
use std::fmt::Write as _;

/// The types and cards of the page.
pub(super) fn typescript() -> String {
    let mut text = print::file();
    add_types(&mut text, &report_types());
    let help = "The headline numbers of a lane, in the order of the page. `section` is an anchor in docs/metrics.md.";
    add_table(&mut text, help, "CARDS", Typed::AsConst, &cards(), 1);
    let names = SERIES.iter().map(|sample| Value::string(sample.name));
    let names = Value::Array(names.collect());
    add_table(&mut text, "All columns of the time series.", "SERIES", Typed::AsConst, &names, 1);
    add_items(&mut text, "Name of a column of the time series.", "SeriesName", "SERIES");
    text
}

/// The measures of applications. The page loads them with the settings of traffic.
pub(super) fn of_applications() -> String {
    let mut text = print::file();
    let help = "The results of applications, in the order of their display. `section` is an anchor in docs/metrics.md.";
    add_table(&mut text, help, "APPLICATION_MEASURES", Typed::AsConst, &applications(), 1);
    text
}

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
pub(super) fn report_types() -> Types {
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
        let own = Member::new("hop", "Number of the hop, from 1.", Type::Number);
        let mut names: Vec<&str> = LANE.iter().map(|measure| group_of(measure.name).0).collect();
        names.dedup();
        let of_lane = |name| Member::optional(name, "", Type::MemberOf(LANE_REPORT, name));
        [own].into_iter().chain(names.into_iter().map(of_lane)).collect()
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
        let own = Member::new("group", "Index of the group.", Type::Number);
        let part = PartSummary { part: Part::Group(0), sent: 0, delay: None };
        [own].into_iter().chain(members_of(PART, &part)).collect()
    })
}

fn class_report(types: &mut Types) -> Type {
    types.declare("ClassReport", "Measures of one class of a discipline.", |_| {
        let own = Member::new("class", "Name of the class.", Type::Text);
        let part = PartSummary { part: Part::Group(0), sent: 0, delay: None };
        [own].into_iter().chain(members_of(PART, &part)).collect()
    })
}

fn flow_report(types: &mut Types) -> Type {
    types.declare("FlowReport", "Measures of one TCP flow.", |_| {
        let own = [
            Member::new("id", "Number of the flow.", Type::Number),
            Member::new("group", "Index of its traffic group.", Type::Number),
        ];
        let flow = FlowSummary { id: 0, group: 0, goodput_mbps: 0.0 };
        own.into_iter().chain(members_of(FLOW, &flow)).collect()
    })
}

fn flow_delay_report(types: &mut Types) -> Type {
    types.declare("FlowDelayReport", "Queue delay of one flow or datagram source.", |_| {
        let group = Type::Maybe(Box::new(Type::Number));
        let own = [
            Member::new("id", "Number of the flow.", Type::Number),
            Member::new("group", "Index of its traffic group; null for a burst.", group),
        ];
        let flow = FlowDelay { id: 0, group: None, sent: 0, mean: None, p95: None, max: None };
        own.into_iter().chain(members_of(FLOW_DELAY, &flow)).collect()
    })
}

/// The results of applications, in the order of their display.
fn applications() -> Value {
    let measures = APPLICATION.iter().map(|measure| {
        Value::object([
            ("measure", Value::string(measure.name)),
            ("title", Value::string(measure.about.title)),
            ("unit", Value::string(measure.about.unit)),
            ("definition", Value::string(measure.about.definition)),
            ("section", Value::string(measure.about.section)),
            ("digits", Value::count(measure.about.digits as u64)),
        ])
    });
    Value::Array(measures.collect())
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

/// The headline numbers of a lane, in the order of the page.
fn cards() -> Value {
    let mut cards: Vec<_> =
        LANE.iter().filter_map(|measure| Some((measure, measure.about.card?))).collect();
    cards.sort_by_key(|(_, card)| card.place);
    let cards = cards.into_iter().map(|(measure, card)| {
        let (format, digits, unit) = match card.format {
            Format::Delay => ("delay", 0, measure.about.unit),
            Format::Percent(digits) => ("percent", digits, "%"),
            Format::Fixed(digits) => ("fixed", digits, measure.about.unit),
        };
        Value::object([
            ("id", Value::string(card.id)),
            ("name", Value::string(card.label)),
            ("unit", Value::string(unit)),
            ("title", Value::string(measure.about.definition)),
            ("section", Value::string(measure.about.section)),
            ("rank", Value::count(u64::from(card.rank))),
            ("measure", Value::string(measure.name)),
            ("format", Value::string(format)),
            ("digits", Value::count(u64::from(digits))),
        ])
    });
    Value::Array(cards.collect())
}

/// The measures of sweeps, for the page's Sweep section. A file of its own, because the first load does not need it.
pub(super) fn swept() -> String {
    let mut text = print::file();
    add_types(&mut text, &Types::of::<SweptMeasure>());
    let parts = "Measures of a traffic group or a class: `groups.0.` and the name, or `classes.sparse.` and the name.";
    let lists: [(&str, &str, Vec<SweptMeasure>); 3] = [
        ("OF_LANES", "Measures of a lane.", LANE.iter().map(one_swept).collect()),
        ("OF_PARTS", parts, PART.iter().map(one_swept).collect()),
        (
            "OF_APPLICATIONS",
            "Measures of a traffic group that is an application: `groups.0.` and the name.",
            APPLICATION.iter().map(one_swept).collect(),
        ),
    ];
    for (name, help, list) in lists {
        add_table(&mut text, help, name, Typed::ListOf("SweptMeasure"), &list.to_json(), 1);
    }
    text
}

answer! {
    /// A measure that a sweep can have.
    pub struct SweptMeasure {
        /// Name in plans.
        "name" name: &'static str,
        /// Name in tables.
        "title" title: &'static str,
        /// Empty for shares between 0 and 1 and for indices.
        "unit" unit: &'static str,
        /// One sentence.
        "definition" definition: &'static str,
        /// Anchor in docs/metrics.md.
        "section" section: &'static str,
        /// How the values of several runs are combined.
        "overRuns" over_runs: &'static str = "mean" | "sum" | "max",
        /// Part of a sweep that names no measures.
        "isDefault" is_default: bool,
    }
}

fn one_swept<S>(measure: &Measure<S>) -> SweptMeasure {
    let About { title, unit, definition, section, over_runs, swept, .. } = measure.about;
    SweptMeasure {
        name: measure.name,
        // The table has the unit in its title.
        title: title.strip_suffix(unit).map_or(title, |rest| rest.trim_end_matches(", ")),
        unit,
        definition,
        section,
        over_runs: match over_runs {
            OverRuns::Mean => "mean",
            OverRuns::Sum => "sum",
            OverRuns::Max => "max",
        },
        is_default: swept,
    }
}

/// A page with all measures.
pub(super) fn markdown() -> String {
    let mut text = format!("<!-- {NOTICE} -->\n\n# List of measures\n\n");
    text.push_str(
        "All measures of [reports](command.md) and all columns of the time series, with links to their full \
         definitions in\n[metrics.md](metrics.md). A name with a dot is a member of an object in JSON.\n",
    );
    text.push_str("\n## Measures of a lane\n");
    add_measures(&mut text, LANE);
    text.push_str("\n## Measures of a flow\n");
    add_measures(&mut text, FLOW);
    let _ = writeln!(
        text,
        "\n## Measures of another hop\n\nMembers of each entry of `hops`: those of a lane that concern one queue, and `hop`, \
         its number from 1. See {}.",
        details("other-hops")
    );
    text.push_str("\n## Measures of an application\n\nMembers of each entry of `applications`. `aqm sweep --measures` calls them `groups.0.completionMs.p95`.\n");
    add_measures(&mut text, APPLICATION);
    text.push_str(
        "\n## Measures of traffic groups and classes\n\nMembers of each entry of `groups` and of `classes`. `aqm sweep \
         --measures` calls them `groups.0.queueDelayMs.p95` and\n`classes.sparse.queueDelayMs.p95`.\n",
    );
    add_measures(&mut text, PART);
    text.push_str(
        "\n## Queue delay of a flow\n\nMembers of each entry of `flowDelays`. `aqm sweep --measures` calls them \
         `flows.0.queueDelayMs.p95`.\n",
    );
    add_measures(&mut text, FLOW_DELAY);
    text.push_str(
        "\n## Time series\n\nOne row for each lane and 10 ms.\n\n| column | definition | details |\n| --- | --- | --- |\n",
    );
    for sample in SERIES {
        let details = details(sample.section);
        let _ = writeln!(text, "| `{}` | {} | {details} |", sample.csv, sample.definition);
    }
    let _ = writeln!(
        text,
        "| `{REVERSE_CSV}{}`, ... | The same columns of the reverse bottleneck, if there is one. | {} |",
        SERIES[0].csv,
        self::details("reverse-direction")
    );
    let _ = writeln!(
        text,
        "| `hop_1_{}`, ... | The same columns of each other hop, if there are several. | {} |",
        SERIES[0].csv,
        self::details("other-hops")
    );
    let _ = writeln!(
        text,
        "| `group_0_{GROUP_DELAY_CSV}`, ... | Mean queue delay of the packets of each traffic group, if there are \
         several. | {} |",
        self::details("delay-of-groups-and-classes")
    );
    text.push_str(
        "\nApplications follow, with `group_1_` and so on. Their values are in the last row of each second and cover that second.\n\n\
         | applications | columns and their measures |\n| --- | --- |\n",
    );
    for (kinds, kind) in APPLICATION_KINDS {
        let columns = application_columns(kind).iter();
        let columns = columns.map(|(column, measure)| format!("`{column}`: `{measure}`"));
        let _ = writeln!(text, "| {kinds} | {} |", columns.collect::<Vec<_>>().join(", "));
    }
    super::probes::add_markdown(&mut text);
    text
}

/// What applications measure, with the traffic groups that measure it.
const APPLICATION_KINDS: [(&str, ResultKind); 4] = [
    ("short flows, pages, limited TCP", ResultKind::Flows),
    ("video", ResultKind::Video),
    ("on/off datagrams", ResultKind::Datagrams(None)),
    ("calls", ResultKind::Datagrams(Some(VOICE))),
];
/// Any codec: the columns do not depend on it.
const VOICE: VoiceConfig = VoiceConfig {
    packetization: Span::ZERO,
    jitter_buffer: Span::ZERO,
    impairment: 0.0,
    robustness: 1.0,
};

fn add_measures<S>(text: &mut String, table: &[Measure<S>]) {
    text.push_str(
        "\n| name | unit | definition | over several runs | details |\n| --- | --- | --- | --- | --- |\n",
    );
    for Measure { name, about, .. } in table {
        let unit = if about.unit.is_empty() { "0..1" } else { about.unit };
        let over_runs = match about.over_runs {
            OverRuns::Mean => "mean and 95 % confidence interval",
            OverRuns::Sum => "sum",
            OverRuns::Max => "maximum",
        };
        let details = details(about.section);
        let definition = about.definition;
        let _ = writeln!(text, "| `{name}` | {unit} | {definition} | {over_runs} | {details} |");
    }
}

fn details(section: &str) -> String {
    format!("[{}](metrics.md#{section})", section.replace('-', " "))
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
        let (types, of) = (report_types(), Type::Named(LANE_REPORT));
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
    use std::path::Path;

    /// Headings of docs/metrics.md as anchors, each with the text below it.
    fn sections() -> Vec<(String, String)> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/metrics.md");
        let text = std::fs::read_to_string(path).unwrap();
        let mut sections: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            let heading = line.trim_start_matches('#');
            if heading.len() < line.len() {
                let kept = heading.trim().to_lowercase().replace(' ', "-");
                let anchor = kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect();
                sections.push((anchor, String::new()));
            } else if let Some((_, body)) = sections.last_mut() {
                body.push_str(line);
            }
        }
        sections
    }

    #[test]
    fn every_measure_is_defined_by_name_in_its_section() {
        let sections = sections();
        let lane = LANE.iter().map(|measure| (measure.name, measure.about.section));
        let flow = FLOW.iter().map(|measure| (measure.name, measure.about.section));
        let part = PART.iter().map(|measure| (measure.name, measure.about.section));
        let delays = FLOW_DELAY.iter().map(|measure| (measure.name, measure.about.section));
        let series = SERIES.iter().map(|sample| (sample.csv, sample.section));
        let application = APPLICATION.iter().map(|measure| (measure.name, measure.about.section));
        let parts = part.chain(delays).chain(application);
        for (name, anchor) in lane.chain(flow).chain(parts).chain(series) {
            let section = sections.iter().find(|(own, _)| own == anchor);
            let Some((_, body)) = section else { panic!("{name}: there is no section {anchor}") };
            let own = name.split('.').next_back().unwrap_or(name);
            let names = [format!("`{name}`"), format!("`{own}`"), format!(".{own}`")];
            assert!(names.iter().any(|name| body.contains(name)), "{anchor} does not name {name}");
        }
    }

    #[test]
    fn names_cards_and_places_are_unique_and_groups_are_contiguous() {
        let cards: Vec<_> = LANE.iter().filter_map(|measure| measure.about.card).collect();
        for (index, card) in cards.iter().enumerate() {
            let others = || cards[..index].iter();
            assert!(others().all(|other| other.id != card.id && other.place != card.place));
        }
        let mut groups: Vec<&str> = Vec::new();
        for (index, measure) in LANE.iter().enumerate() {
            assert!(LANE[..index].iter().all(|other| other.name != measure.name));
            let group = measure.name.split('.').next().unwrap_or_default();
            if groups.last() != Some(&group) {
                assert!(!groups.contains(&group), "{group} is split");
                groups.push(group);
            }
        }
    }
}
