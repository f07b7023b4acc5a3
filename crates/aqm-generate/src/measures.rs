//! TypeScript types of reports and series, the headline cards, and a page that lists all measures.

use super::report;
use aqm_json::Value;
use aqm_json::answer;
use aqm_json::answer::{Answer as _, Types};
use aqm_json::typescript::NOTICE;
use aqm_json::typescript::{self as print, Typed, add_items, add_table, add_types};
use aqm_report::measures::{
    APPLICATION, About, FLOW, FLOW_DELAY, Format, GROUP_DELAY_CSV, GROUP_SERIES, LANE, Measure,
    OverRuns, PART, REVERSE_CSV, SERIES, application_columns,
};
use aqm_sim::config::VoiceConfig;
use aqm_sim::metrics::ResultKind;
use aqm_sim::time::Span;
use std::fmt::Write as _;

/// The types and cards of the page.
pub fn typescript() -> String {
    let mut text = print::file();
    add_types(&mut text, &report::types());
    let help = "The headline numbers of a lane, in the order of the page. `section` is an anchor in docs/metrics.md.";
    add_table(&mut text, help, "CARDS", Typed::AsConst, &cards(), 1);
    let names = SERIES.iter().map(|sample| Value::string(sample.name));
    let names = Value::Array(names.collect());
    add_table(&mut text, "All columns of the time series.", "SERIES", Typed::AsConst, &names, 1);
    add_items(&mut text, "Name of a column of the time series.", "SeriesName", "SERIES");
    let names = GROUP_SERIES.map(|(name, _)| Value::string(name));
    let names = Value::Array(names.to_vec());
    let help = "The columns of a traffic group, which follow those of the queues of a lane.";
    add_table(&mut text, help, "GROUP_SERIES", Typed::AsConst, &names, 1);
    text
}

/// The measures of applications. The page loads them with the settings of traffic.
pub fn of_applications() -> String {
    let mut text = print::file();
    let help = "The results of applications, in the order of their display. `section` is an anchor in docs/metrics.md.";
    add_table(&mut text, help, "APPLICATION_MEASURES", Typed::AsConst, &applications(), 1);
    text
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
pub fn swept() -> String {
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
pub fn markdown() -> String {
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
            let section = sections.iter().find(|(other, _)| other == anchor);
            let Some((_, body)) = section else { panic!("{name}: there is no section {anchor}") };
            let last = name.split('.').next_back().unwrap_or(name);
            let names = [format!("`{name}`"), format!("`{last}`"), format!(".{last}`")];
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
