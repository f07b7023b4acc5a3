//! What a run gives: the same numbers, under the same names, for the command line and the page.

use crate::experiment::Experiment;
use crate::json::Value;
use crate::model::Queue;
use crate::schema::{Detail, Json as _};
use aqm_sim::metrics::{Column, DelaySummary, FlowSummary, Series, Summary};
use aqm_sim::time::Time;
use std::fmt::Write as _;

/// Version of the report.
const VERSION: u64 = 1;

/// The report of a run since its warm-up: `{ "version", "title", "seed", "untilS", "lanes" }`.
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

/// One lane of [`report`]: measures since the warm-up, each flow's goodput, and the digest.
///
/// `queue` and `parameters` are what the lane started with. Rates and utilization are 0..1; what
/// was not measured is `null`.
pub fn lane_report(experiment: &Experiment, lane: usize) -> Value {
    let simulation = &experiment.lanes()[lane];
    let summary = simulation.summary();
    let mut members = measures(experiment, lane, &summary);
    let flows = summary.flows.iter().map(flow).collect();
    members.push(("flows".to_owned(), Value::Array(flows)));
    members.push(("digest".to_owned(), Value::string(digest_text(simulation.digest()))));
    Value::Object(members)
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
        Value::Object(measures(experiment, lane, &summary))
    })
}

fn text_of(experiment: &Experiment, lane: usize, value: impl FnOnce() -> Value) -> String {
    if lane < experiment.lanes().len() { value().to_compact() } else { String::new() }
}

/// Names of measures, in the order in which [`measures`] lists their values.
const MEASURES: [&str; 9] = [
    "utilization",
    "dropRate",
    "earlyDropRate",
    "overflowDropRate",
    "markRate",
    "queuePackets",
    "queueBytes",
    "queueShare",
    "jain",
];
const COUNTS: [&str; 6] = ["offered", "sent", "dropped", "early", "overflow", "marked"];

fn measures(experiment: &Experiment, lane: usize, summary: &Summary) -> Vec<(String, Value)> {
    let queue = experiment.queue(lane);
    let packets = &summary.packets;
    let counts = [
        packets.offered,
        packets.sent,
        packets.dropped(),
        packets.early,
        packets.overflow,
        packets.marked,
    ];
    let measures = [
        summary.utilization,
        summary.drop_rate,
        summary.early_drop_rate,
        summary.overflow_drop_rate,
        summary.mark_rate,
        summary.queue_packets_mean,
        summary.queue_bytes_mean,
        summary.queue_share_mean,
        summary.jain.unwrap_or(f64::NAN),
    ];
    let mut members = Vec::new();
    let mut add = |name: &str, value| members.push((name.to_owned(), value));
    add("queue", Value::string(queue.kind()));
    add("parameters", queue.write(Detail::Full));
    add("seconds", Value::number(summary.seconds));
    add("queueDelayMs", delay(summary.delay.as_ref()));
    for (name, measure) in MEASURES.into_iter().zip(measures) {
        add(name, Value::number(measure));
    }
    add("packets", Value::numbers(&COUNTS, &counts.map(|count| count as f64)));
    members
}

/// A digest as it is shown: 16 hexadecimal digits.
pub fn digest_text(digest: u64) -> String {
    let digit = |shift: u32| char::from_digit((digest >> shift) as u32 & 15, 16);
    (0..16).rev().filter_map(|place| digit(4 * place)).collect()
}

fn delay(delay: Option<&DelaySummary>) -> Value {
    let values = delay.map_or([f64::NAN; 6], |delay| {
        [delay.mean, delay.sd, delay.p50, delay.p95, delay.p99, delay.max]
    });
    Value::numbers(&["mean", "sd", "p50", "p95", "p99", "max"], &values)
}

fn flow(flow: &FlowSummary) -> Value {
    let values = [f64::from(flow.id), flow.group as f64, flow.goodput_mbps];
    Value::numbers(&["id", "group", "goodputMbps"], &values)
}

/// Header of the time series as CSV. One row a lane and bin; an empty field: nothing to measure.
pub const CSV_HEADER: &str = "lane,queue,time_s,queue_delay_mean_ms,queue_delay_min_ms,\
    queue_delay_max_ms,offered_packets,sent_packets,early_drops_packets,overflow_drops_packets,\
    marks_packets,sent_bits,capacity_bits,utilization,queue_mean_packets,queue_mean_bytes,probability";

/// Appends one row under [`CSV_HEADER`]: bin `bin` of lane `lane`.
pub fn write_csv_row(text: &mut String, lane: usize, queue: &Queue, series: &Series, bin: usize) {
    let row = &series.rows()[bin];
    let columns = [
        row[Column::DelayMeanMs],
        row[Column::DelayMinMs],
        row[Column::DelayMaxMs],
        row[Column::Offered],
        row[Column::Sent],
        row[Column::EarlyDrops],
        row[Column::OverflowDrops],
        row[Column::Marks],
        row[Column::SentBits],
        row[Column::CapacityBits],
        row[Column::SentBits] / row[Column::CapacityBits],
        row[Column::QueuePackets],
        row[Column::QueueBytes],
        row[Column::Probability],
    ];
    // Writing to a String cannot fail.
    let _ = write!(text, "{lane},{},{}", queue.kind(), series.time_of(bin).seconds());
    for column in columns {
        let _ = if column.is_finite() { write!(text, ",{column}") } else { write!(text, ",") };
    }
    text.push('\n');
}

/// A queue in one line: its kind, and what differs from the defaults.
pub fn describe_queue(queue: &Queue) -> String {
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
