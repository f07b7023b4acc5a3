//! TypeScript types of reports and series, the headline cards, and a page that lists all measures.

use super::NOTICE;
use super::typescript::write_rows;
use crate::json::Value;
use crate::measures::{
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
    let mut text = format!("// {NOTICE}\n");
    add_report(&mut text);
    add_cards(&mut text);
    text.push_str("\n/** All columns of the time series. */\nexport const SERIES = ");
    let names = SERIES.iter().map(|sample| Value::string(sample.name));
    write_rows(&mut text, &Value::Array(names.collect()), 1);
    text.push_str(" as const;\nexport type SeriesName = (typeof SERIES)[number];\n");
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

fn add_report(text: &mut String) {
    text.push_str(
        "\n/** Measures of one lane, as `aqm run --json` prints them. */\n\
         export interface LaneReport {\n\
         \x20 /** Kind of the queue at the start of the run. */\n  readonly queue: string;\n\
         \x20 /** Its parameters. */\n  readonly parameters: unknown;\n\
         \x20 /** Length of the measured time, s. */\n  readonly seconds: number;\n",
    );
    add_members(text, LANE, &idle(), 2);
    text.push_str(
        "  /** The other hops of the way forward, in their order; missing without any. */\n\
         \x20 readonly hops?: readonly HopReport[];\n",
    );
    text.push_str(
        "  /** Results of the traffic groups that are applications; missing without any. */\n\
         \x20 readonly applications?: readonly ApplicationReport[];\n",
    );
    text.push_str(
        "  /** Every traffic group, by its index; empty if there is only one, and only one queue. */\n\
         \x20 readonly groups: readonly GroupReport[];\n\
         \x20 /** Every class of the discipline; empty if it has none. */\n\
         \x20 readonly classes: readonly ClassReport[];\n\
         \x20 /** Every TCP flow; only for the whole run. */\n  readonly flows?: readonly FlowReport[];\n\
         \x20 /** Every flow and datagram source, with several groups or queues; only for the whole run. */\n\
         \x20 readonly flowDelays?: readonly FlowDelayReport[];\n\
         \x20 /** Fingerprint of everything that happened in this lane; only for the whole run. */\n\
         \x20 readonly digest?: string;\n}\n\
         \n/** Measures of another hop; those without a value are missing. */\n\
         export interface HopReport extends Partial<Omit<LaneReport, 'hops' | 'groups' | 'classes' | 'flows'>> {\n\
         \x20 /** Number of the hop, from 1. */\n  readonly hop: number;\n}\n\
         \n/** Measures of one TCP flow. */\nexport interface FlowReport {\n\
         \x20 /** Number of the flow. */\n  readonly id: number;\n\
         \x20 /** Index of its traffic group. */\n  readonly group: number;\n",
    );
    let flow = FlowSummary { id: 0, group: 0, goodput_mbps: 0.0 };
    add_members(text, FLOW, &flow, 2);
    text.push_str("}\n");
    let part = PartSummary { part: Part::Group(0), sent: 0, delay: None };
    text.push_str(
        "\n/** Measures of one traffic group. */\nexport interface GroupReport {\n\
         \x20 /** Index of the group. */\n  readonly group: number;\n",
    );
    add_members(text, PART, &part, 2);
    text.push_str(
        "}\n\n/** Measures of one class of a discipline. */\nexport interface ClassReport {\n\
         \x20 /** Name of the class. */\n  readonly class: string;\n",
    );
    add_members(text, PART, &part, 2);
    text.push_str(
        "}\n\n/** Queue delay of one flow or datagram source. */\nexport interface FlowDelayReport {\n\
         \x20 /** Number of the flow. */\n  readonly id: number;\n\
         \x20 /** Index of its traffic group; null for a burst. */\n  readonly group: number | null;\n",
    );
    let flow = FlowDelay { id: 0, group: None, sent: 0, mean: None, p95: None, max: None };
    add_members(text, FLOW_DELAY, &flow, 2);
    text.push_str("}\n");
    add_application(text);
}

/// Adds the type of an application's results. Each measure is missing if the application does not have it, or
/// if there was nothing to measure.
fn add_application(text: &mut String) {
    text.push_str(
        "\n/** Results of an application. A member is missing if the kind does not have it, or if there was nothing \
         to\n * measure. */\n\
         export interface ApplicationReport {\n\
         \x20 /** Index of the traffic group. */\n  readonly group: number;\n\
         \x20 /** Kind of the traffic group. */\n  readonly kind: string;\n",
    );
    let mut members = String::new();
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
    add_members(&mut members, APPLICATION, &nothing, 2);
    for line in members.lines() {
        let line = match line.split_once(": ") {
            Some((name, kind)) if name.contains("readonly ") => {
                format!("{name}?: {}", kind.replace(" | null", ""))
            }
            _ => line.to_owned(),
        };
        let _ = writeln!(text, "{line}");
    }
    text.push_str(
        "  /** Completion times in ms that 1 %, 2 %, ... 100 % do not exceed; only for the whole run. */\n\
         \x20 readonly completionMsByPercent?: readonly number[];\n}\n",
    );
    text.push_str(
        "\n/** The results of applications, in the order of their display. `section` is an anchor in docs/metrics.md. */\n\
         export const APPLICATION_MEASURES = ",
    );
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
    write_rows(text, &Value::Array(measures.collect()), 1);
    text.push_str(" as const;\n");
}

fn add_members<S>(text: &mut String, table: &[Measure<S>], idle: &S, indent: usize) {
    let mut open = "";
    for measure in table {
        let (group, name) = measure.name.split_once('.').unwrap_or(("", measure.name));
        if group != open {
            if !open.is_empty() {
                let _ = writeln!(text, "{:indent$}}};", "");
            }
            if !group.is_empty() {
                let _ = writeln!(text, "{:indent$}readonly {group}: {{", "");
            }
            open = group;
        }
        let pad = " ".repeat(if group.is_empty() { indent } else { indent + 2 });
        let null = if (measure.read)(idle).is_none() { " | null" } else { "" };
        let _ = writeln!(text, "{pad}/** {} */", with_unit(&measure.about));
        let _ = writeln!(text, "{pad}readonly {name}: number{null};");
    }
    if !open.is_empty() {
        let _ = writeln!(text, "{:indent$}}};", "");
    }
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

fn add_cards(text: &mut String) {
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
    let cards = Value::Array(cards.collect());
    text.push_str(
        "\n/** The headline numbers of a lane, in the order of the page. `section` is an anchor in docs/metrics.md. */\n\
         export const CARDS = ",
    );
    write_rows(text, &cards, 1);
    text.push_str(" as const;\n");
}

/// The measures of sweeps, for the page's Sweep section. A file of its own, because the first load does not need it.
pub(super) fn swept() -> String {
    let mut text = format!("// {NOTICE}\n");
    text.push_str(
        "\n/** A measure that a sweep can have. */\n\
         export interface SweptMeasure {\n\
         \x20 readonly name: string;\n\
         \x20 /** Name in tables. */\n  readonly title: string;\n\
         \x20 /** Empty for shares between 0 and 1 and for indices. */\n  readonly unit: string;\n\
         \x20 /** One sentence. */\n  readonly definition: string;\n\
         \x20 /** Anchor in docs/metrics.md. */\n  readonly section: string;\n\
         \x20 /** How the values of several runs are combined. */\n  readonly overRuns: 'mean' | 'sum' | 'max';\n\
         \x20 /** Part of a sweep that names no measures. */\n  readonly isDefault: boolean;\n}\n",
    );
    let lists = [
        ("OF_LANES", "Measures of a lane.", LANE.iter().map(one_swept).collect()),
        (
            "OF_PARTS",
            "Measures of a traffic group or a class: `groups.0.` and the name, or `classes.sparse.` and the name.",
            PART.iter().map(one_swept).collect::<Vec<_>>(),
        ),
        (
            "OF_APPLICATIONS",
            "Measures of a traffic group that is an application: `groups.0.` and the name.",
            APPLICATION.iter().map(one_swept).collect(),
        ),
    ];
    for (name, about, list) in lists {
        let _ = write!(text, "\n/** {about} */\nexport const {name}: readonly SweptMeasure[] = ");
        write_rows(&mut text, &Value::Array(list), 1);
        text.push_str(";\n");
    }
    text
}

fn one_swept<S>(measure: &Measure<S>) -> Value {
    let About { title, unit, definition, section, over_runs, swept, .. } = measure.about;
    let over_runs = match over_runs {
        OverRuns::Mean => "mean",
        OverRuns::Sum => "sum",
        OverRuns::Max => "max",
    };
    // The table has the unit in its title.
    let title = title.strip_suffix(unit).map_or(title, |rest| rest.trim_end_matches(", "));
    Value::object([
        ("name", Value::string(measure.name)),
        ("title", Value::string(title)),
        ("unit", Value::string(unit)),
        ("definition", Value::string(definition)),
        ("section", Value::string(section)),
        ("overRuns", Value::string(over_runs)),
        ("isDefault", Value::Bool(swept)),
    ])
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
