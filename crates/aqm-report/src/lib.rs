//! Results of a run, for the command line and the page: same numbers, same names.
//!
//! The tables in [`measures`] name and define what a run measures. [`report`] writes it as JSON.

pub mod csv;
pub mod golden;
pub mod measures;
pub mod picture;

use crate::measures::Measure;
use aqm_experiment::Experiment;
use aqm_json::Value;
use aqm_scenario::model::{Lane, Scenario, Traffic};
use aqm_scenario::schema::{Detail, Json as _};
use aqm_sim::aqm::{ProbeNumber, probe_numbers};
use aqm_sim::metrics::{
    FlowDelay, FlowSummary, Part, PartRecords, PartSummary, ResultSummary, SAMPLE_INTERVAL, Summary,
};
use aqm_sim::time::Time;
use aqm_sim::world::Simulation;
use std::fmt::Write as _;

/// A second in ns.
const SECOND: u64 = 1_000_000_000;
/// Version of the report.
const VERSION: u64 = 1;

/// Returns the report of a run since its warm-up: `{ "version", "title", "seed", "untilS", "lanes" }`.
pub fn report(experiment: &Experiment) -> Value {
    let scenario = experiment.scenario();
    let lanes = (0..experiment.lanes().len()).map(|lane| lane_report(experiment, lane));
    Value::object([
        ("version", Value::count(VERSION)),
        ("title", Value::string(scenario.title.clone())),
        ("seed", Value::count(scenario.seed)),
        ("untilS", Value::number(experiment.now().seconds())),
        ("lanes", Value::Array(lanes.collect())),
    ])
}

/// One lane of [`report`]: the measures since the warm-up, each flow's goodput, and the digest.
///
/// `queue` and `parameters` describe the queue at the start of the run. Rates and utilization are
/// 0..1. A measure is `null` if there was nothing to measure.
pub fn lane_report(experiment: &Experiment, lane: usize) -> Value {
    let simulation = &experiment.lanes()[lane];
    let summary = simulation.summary();
    let digest = Value::string(digest_text(simulation.digest()));
    Value::Object(whole_lane(experiment.queue(lane), experiment.scenario(), &summary, digest))
}

/// Returns the members of one lane of [`report`] for measures that come from elsewhere: a run with real end systems. It has no digest.
pub fn measured_lane(scenario: &Scenario, lane: usize, summary: &Summary) -> Vec<(String, Value)> {
    whole_lane(&scenario.queues[lane], scenario, summary, Value::Null)
}

fn whole_lane(
    queue: &Lane,
    scenario: &Scenario,
    summary: &Summary,
    digest: Value,
) -> Vec<(String, Value)> {
    let mut members = lane_members(queue, scenario, summary);
    if let Some((_, Value::Array(applications))) =
        members.iter_mut().find(|(name, _)| name == "applications")
    {
        for (value, results) in applications.iter_mut().zip(&summary.applications) {
            add_distribution(value, results);
        }
    }
    let flows = summary.flows.iter().map(flow).collect();
    members.push(("flows".to_owned(), Value::Array(flows)));
    let delays = summary.flow_delays.iter().map(flow_delay).collect();
    members.push(("flowDelays".to_owned(), Value::Array(delays)));
    members.push(("digest".to_owned(), digest));
    members
}

/// [`lane_report`] as text; empty for a lane that does not exist.
pub fn lane_json(experiment: &Experiment, lane: usize) -> String {
    text_of(experiment, lane, || lane_report(experiment, lane))
}

/// The measures of a lane between two times, in the form of [`lane_report`] without flows and
/// digest; empty for a lane that does not exist.
pub fn window_json(experiment: &Experiment, lane: usize, from: Time, to: Time) -> String {
    text_of(experiment, lane, || {
        let summary = experiment.lanes()[lane].window(from, to);
        Value::Object(lane_members(experiment.queue(lane), experiment.scenario(), &summary))
    })
}

fn text_of(experiment: &Experiment, lane: usize, value: impl FnOnce() -> Value) -> String {
    if lane < experiment.lanes().len() { value().to_compact() } else { String::new() }
}

fn lane_members(queue: &Lane, scenario: &Scenario, summary: &Summary) -> Vec<(String, Value)> {
    let mut members = Vec::new();
    let mut add = |name: &str, value| members.push((name.to_owned(), value));
    add("queue", Value::string(queue.kind()));
    add("parameters", parameters(queue));
    add("seconds", Value::number(summary.seconds));
    add_measures(measures::LANE, summary, &mut members);
    for (name, is_group) in [("groups", true), ("classes", false)] {
        let is_wanted = |part: &&PartSummary| matches!(part.part, Part::Group(_)) == is_group;
        let parts = summary.parts.iter().filter(is_wanted).map(part).collect();
        members.push((name.to_owned(), Value::Array(parts)));
    }
    if !summary.hops.is_empty() {
        let link = &scenario.link;
        let hops = summary.hops.iter().enumerate();
        let hops = hops.map(|(index, hop)| hop_members(link.hop_number(index), hop));
        members.push(("hops".to_owned(), Value::Array(hops.collect())));
    }
    if !summary.applications.is_empty() {
        let traffic = &scenario.traffic;
        let applications = summary.applications.iter();
        let applications =
            applications.map(|results| application(&traffic[results.group], results));
        members.push(("applications".to_owned(), Value::Array(applications.collect())));
    }
    members
}

/// Returns the measures of another hop than that of the lane, without those that a hop alone does not have.
fn hop_members(number: usize, hop: &Summary) -> Value {
    let mut members = Vec::new();
    add_measures(measures::LANE, hop, &mut members);
    members.retain(|(_, value)| match value {
        Value::Object(inner) => inner.iter().any(|(_, value)| *value != Value::Null),
        value => *value != Value::Null,
    });
    members.insert(0, ("hop".to_owned(), Value::count(number as u64)));
    Value::Object(members)
}

/// Returns the results of an application, without those that it does not have.
fn application(traffic: &Traffic, results: &ResultSummary) -> Value {
    let mut members = vec![
        ("group".to_owned(), Value::count(results.group as u64)),
        ("kind".to_owned(), Value::string(traffic.kind())),
    ];
    let mut found = Vec::new();
    add_measures(measures::APPLICATION, results, &mut found);
    for (name, mut value) in found {
        if let Value::Object(inner) = &mut value {
            inner.retain(|(_, value)| *value != Value::Null);
        }
        if value != Value::Null && value != Value::Object(Vec::new()) {
            members.push((name, value));
        }
    }
    Value::Object(members)
}

/// Appends the distribution of the completion times to the results of an application.
fn add_distribution(value: &mut Value, results: &ResultSummary) {
    if let Value::Object(members) = value
        && !results.distribution.is_empty()
    {
        let times = results.distribution.iter().map(|&ms| Value::number(ms)).collect();
        members.push(("completionMsByPercent".to_owned(), Value::Array(times)));
    }
}

/// Appends the values of a table. Members of one group make an object.
fn add_measures<S>(table: &[Measure<S>], of: &S, members: &mut Vec<(String, Value)>) {
    for measure in table {
        let value = Value::optional((measure.read)(of));
        let Some((group, name)) = measure.name.split_once(['.']) else {
            members.push((measure.name.to_owned(), value));
            continue;
        };
        if members.last().is_none_or(|(last, _)| last != group) {
            members.push((group.to_owned(), Value::Object(Vec::new())));
        }
        if let Some((_, Value::Object(inner))) = members.last_mut() {
            inner.push((name.to_owned(), value));
        }
    }
}

/// Writes a digest as 16 hexadecimal digits.
pub fn digest_text(digest: u64) -> String {
    let digit = |shift: u32| char::from_digit((digest >> shift) as u32 & 15, 16);
    (0..16).rev().filter_map(|place| digit(4 * place)).collect()
}

fn flow(flow: &FlowSummary) -> Value {
    let mut members = vec![
        ("id".to_owned(), Value::count(u64::from(flow.id))),
        ("group".to_owned(), Value::count(flow.group as u64)),
    ];
    add_measures(measures::FLOW, flow, &mut members);
    Value::Object(members)
}

fn part(part: &PartSummary) -> Value {
    let name = match part.part {
        Part::Group(index) => ("group".to_owned(), Value::count(index as u64)),
        Part::Class(name) => ("class".to_owned(), Value::string(name)),
    };
    let mut members = vec![name];
    add_measures(measures::PART, part, &mut members);
    Value::Object(members)
}

fn flow_delay(flow: &FlowDelay) -> Value {
    let group = flow.group.map_or(Value::Null, |group| Value::count(group as u64));
    let mut members =
        vec![("id".to_owned(), Value::count(u64::from(flow.id))), ("group".to_owned(), group)];
    add_measures(measures::FLOW_DELAY, flow, &mut members);
    Value::Object(members)
}

/// Returns the number of traffic groups that have columns in the time series: none if there is
/// only one.
pub fn group_columns(lane: &Simulation) -> usize {
    lane.parts().map(PartRecords::groups).filter(|&groups| groups > 1).unwrap_or(0)
}

/// Returns the names of the columns of the time series, without lane, queue and time.
pub fn series_names(experiment: &Experiment) -> Vec<String> {
    let lane = experiment.lanes().first();
    lane.map_or_else(Vec::new, |lane| lane_series_names(experiment.scenario(), lane))
}

/// Returns [`series_names`] of a lane of a scenario; all lanes have the same.
pub fn lane_series_names(scenario: &Scenario, lane: &Simulation) -> Vec<String> {
    let series = measures::SERIES.iter().map(|sample| sample.csv.to_owned());
    let mut names: Vec<String> = series.collect();
    if lane.reverse_series().is_some() {
        let reverse = measures::SERIES.iter();
        names.extend(reverse.map(|sample| [measures::REVERSE_CSV, sample.csv].concat()));
    }
    let link = &scenario.link;
    for index in 0..link.other_hops().count() {
        let number = link.hop_number(index);
        let hop = measures::SERIES.iter();
        names.extend(hop.map(|sample| format!("hop_{number}_{}", sample.csv)));
    }
    names.extend(
        (0..group_columns(lane))
            .map(|group| format!("group_{group}_{}", measures::GROUP_DELAY_CSV)),
    );
    for (group, kind) in lane.application_kinds() {
        let columns = measures::application_columns(kind).iter();
        names.extend(columns.map(|(name, _)| format!("group_{group}_{name}")));
    }
    names
}

/// A value of the time series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum SeriesValue {
    /// A value of a bin; not finite if there was nothing to measure.
    Single(f32),
    /// A result of an application in a second; `None` without a value, and in all bins but the last of the second.
    Double(Option<f64>),
}

/// Returns the values of bin `bin` under [`series_names`].
pub fn series_values(lane: &Simulation, bin: usize) -> Vec<SeriesValue> {
    let series = lane.series();
    let groups = lane.parts().into_iter().flat_map(|parts| parts.row(bin));
    let groups = groups.map(|group| group.delay).take(group_columns(lane));
    let reverse = lane.reverse_series().map(|series| &series.rows()[bin]);
    let hops = (0..).map_while(|index| lane.hop_series(index)).map(|series| &series.rows()[bin]);
    let rows = [Some(&series.rows()[bin]), reverse].into_iter().flatten().chain(hops);
    let samples = rows.flat_map(|row| measures::SERIES.iter().map(|sample| (sample.read)(row)));
    let mut values: Vec<_> = samples.chain(groups).map(SeriesValue::Single).collect();
    let end = (series.time_of(bin) + SAMPLE_INTERVAL).nanos();
    if end.is_multiple_of(SECOND) {
        let second = lane.applications(Time::from_nanos(end - SECOND), Time::from_nanos(end));
        for results in &second {
            let columns = measures::application_columns(results.kind).iter();
            let of = |column| SeriesValue::Double(measures::application_value(column, results));
            values.extend(columns.map(of));
        }
    } else {
        let columns =
            lane.application_kinds().map(|(_, kind)| measures::application_columns(kind).len());
        values.extend(std::iter::repeat_n(SeriesValue::Double(None), columns.sum()));
    }
    values
}

/// Returns the numbers of the disciplines' probes that any lane has recorded.
pub fn probe_columns(experiment: &Experiment) -> Vec<&'static ProbeNumber> {
    let lanes = || experiment.lanes().iter().filter_map(Simulation::probe_series);
    let is_used = |of: &&ProbeNumber| lanes().any(|series| series.has(of.name, of.unit));
    probe_numbers().filter(is_used).collect()
}

/// Returns the name of a number of probes in CSV: `state_average_queue_packets`.
pub fn probe_csv(of: &ProbeNumber) -> String {
    let mut name = "state_".to_owned();
    for letter in of.name.chars() {
        if letter.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(letter.to_ascii_lowercase());
    }
    match of.unit {
        "" => name,
        "Mbit/s" => name + "_mbps",
        "1/packet" => name + "_per_packet",
        unit => format!("{name}_{unit}"),
    }
}

/// Header of the time series as CSV. A row follows for each lane and bin; an empty field means that there
/// was nothing to measure.
pub fn csv_header(experiment: &Experiment) -> String {
    let names = ["lane", "queue", "time_s"].map(str::to_owned).into_iter();
    let probes = probe_columns(experiment).into_iter().map(probe_csv);
    names.chain(series_names(experiment)).chain(probes).collect::<Vec<_>>().join(",")
}

/// Appends one row under [`csv_header`]: bin `bin` of lane `lane`. Applications have values in the last bin of
/// each second, for that second. `probes`: the [`probe_columns`].
pub fn write_csv_row(
    text: &mut String,
    number: usize,
    queue: &Lane,
    lane: &Simulation,
    bin: usize,
    probes: &[&ProbeNumber],
) {
    // Writing to a String cannot fail.
    let _ = write!(text, "{number},{},{}", queue.kind(), lane.series().time_of(bin).seconds());
    for value in series_values(lane, bin) {
        let _ = match value {
            SeriesValue::Single(value) if value.is_finite() => write!(text, ",{value}"),
            SeriesValue::Double(Some(value)) => write!(text, ",{value}"),
            _ => write!(text, ","),
        };
    }
    for of in probes {
        text.push(',');
        let value = lane.probe_series().map(|series| series.value(bin, of.name, of.unit));
        if let Some(value) = value.filter(|value| value.is_finite()) {
            let _ = write!(text, "{value}");
        }
    }
    text.push('\n');
}

/// Describes a traffic group in a few words: its index, and its name or its kind.
pub fn describe_group(index: usize, traffic: &Traffic) -> String {
    let members = traffic.write(Detail::Short);
    match members.get("name") {
        Some(Value::String(name)) => format!("group {index}, {name}"),
        _ => format!("group {index}, {}", traffic.kind()),
    }
}

/// Returns all parameters of a queue, and those of the senders that the lane sets.
fn parameters(lane: &Lane) -> Value {
    let mut parameters = lane.queue.write(Detail::Full);
    if let (Value::Object(all), Value::Object(senders)) =
        (&mut parameters, lane.senders.write(Detail::Short))
    {
        all.extend(senders);
    }
    parameters
}

/// Describes a queue in one line: its kind and the parameters that differ from the defaults.
pub fn describe_queue(queue: &Lane) -> String {
    let Value::Object(members) = queue.write(Detail::Short) else { return String::new() };
    let mut line = queue.kind().to_owned();
    for (name, value) in &members[1..] {
        let _ = match value {
            Value::String(word) => write!(line, " {name}={word}"),
            value => write!(line, " {name}={value}"),
        };
    }
    line
}
