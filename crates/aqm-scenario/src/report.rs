//! What a run gives: the same numbers, under the same names, for the command line and the page.

use crate::experiment::Experiment;
use crate::json::Value;
use crate::model::Queue;
use crate::schema::{Detail, Json as _};
use aqm_sim::aqm::Probe;
use aqm_sim::metrics::{DelaySummary, FlowSummary, Series, Summary};
use aqm_sim::time::{Span, Time};
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

/// The inner state of a lane's discipline, its backlog, and the limits it works with now; empty
/// for a lane that does not exist.
pub fn probe_json(experiment: &Experiment, lane: usize) -> String {
    text_of(experiment, lane, || {
        let simulation = &experiment.lanes()[lane];
        let (packets, bytes) = simulation.backlog();
        let environment = simulation.environment();
        let limit = |limit: u64| if limit == u64::MAX { Value::Null } else { Value::count(limit) };
        Value::object([
            ("state", probe(&simulation.probe())),
            ("queuePackets", Value::count(packets)),
            ("queueBytes", Value::count(bytes)),
            ("limitPackets", limit(environment.limit.packets)),
            ("limitBytes", limit(environment.limit.bytes)),
            ("rateMbps", Value::number(environment.rate.mbps())),
        ])
    })
}

fn text_of(experiment: &Experiment, lane: usize, value: impl FnOnce() -> Value) -> String {
    if lane < experiment.lanes().len() { value().to_compact() } else { String::new() }
}

fn measures(experiment: &Experiment, lane: usize, summary: &Summary) -> Vec<(String, Value)> {
    let queue = &experiment.scenario().queues[lane];
    let packets = &summary.packets;
    let counts = Value::object([
        ("offered", Value::count(packets.offered)),
        ("sent", Value::count(packets.sent)),
        ("dropped", Value::count(packets.dropped())),
        ("early", Value::count(packets.early)),
        ("overflow", Value::count(packets.overflow)),
        ("marked", Value::count(packets.marked)),
    ]);
    let members = [
        ("queue", Value::string(queue.kind())),
        ("parameters", queue.write(Detail::Full)),
        ("seconds", Value::number(summary.seconds)),
        ("queueDelayMs", delay(summary.delay.as_ref())),
        ("utilization", Value::number(summary.utilization)),
        ("dropRate", Value::number(summary.drop_rate)),
        ("earlyDropRate", Value::number(summary.early_drop_rate)),
        ("overflowDropRate", Value::number(summary.overflow_drop_rate)),
        ("markRate", Value::number(summary.mark_rate)),
        ("queuePackets", Value::number(summary.queue_packets_mean)),
        ("queueBytes", Value::number(summary.queue_bytes_mean)),
        ("queueShare", Value::number(summary.queue_share_mean)),
        ("jain", Value::optional(summary.jain)),
        ("packets", counts),
    ];
    members.map(|(name, value)| (name.to_owned(), value)).into()
}

fn probe(probe: &Probe) -> Value {
    let millis = |span: Span| Value::number(span.millis());
    let seconds = |time: Option<Time>| Value::optional(time.map(Time::seconds));
    match *probe {
        Probe::DropTail => Value::object([("kind", Value::string("droptail"))]),
        Probe::Red { average, min, max, probability, max_p, count } => Value::object([
            ("kind", Value::string("red")),
            ("averagePackets", Value::number(average)),
            ("minPackets", Value::number(min)),
            ("maxPackets", Value::number(max)),
            ("probability", Value::number(probability)),
            ("maxP", Value::number(max_p)),
            ("count", Value::number(count as f64)),
        ]),
        Probe::Codel { dropping, count, sojourn, first_above, drop_next } => Value::object([
            ("kind", Value::string("codel")),
            ("dropping", Value::Bool(dropping)),
            ("count", Value::count(u64::from(count))),
            ("sojournMs", millis(sojourn)),
            ("firstAboveS", seconds(first_above)),
            ("dropNextS", seconds(drop_next)),
        ]),
        Probe::Pie { probability, delay, burst, rate } => Value::object([
            ("kind", Value::string("pie")),
            ("probability", Value::number(probability)),
            ("delayMs", millis(delay)),
            ("burstMs", millis(burst)),
            ("rateMbps", Value::optional(rate.map(|bytes| bytes * 8.0 / 1e6))),
        ]),
    }
}

/// A digest as it is shown: 16 hexadecimal digits.
pub fn digest_text(digest: u64) -> String {
    format!("{digest:016x}")
}

fn delay(delay: Option<&DelaySummary>) -> Value {
    let of = |field: fn(&DelaySummary) -> f64| Value::optional(delay.map(field));
    Value::object([
        ("mean", of(|delay| delay.mean)),
        ("sd", of(|delay| delay.sd)),
        ("p50", of(|delay| delay.p50)),
        ("p95", of(|delay| delay.p95)),
        ("p99", of(|delay| delay.p99)),
        ("max", of(|delay| delay.max)),
    ])
}

fn flow(flow: &FlowSummary) -> Value {
    Value::object([
        ("id", Value::count(u64::from(flow.id))),
        ("group", Value::count(flow.group as u64)),
        ("goodputMbps", Value::number(flow.goodput_mbps)),
    ])
}

/// Header of the time series as CSV. One row a lane and bin; an empty field: nothing to measure.
pub const CSV_HEADER: &str = "lane,queue,time_s,queue_delay_mean_ms,queue_delay_min_ms,\
    queue_delay_max_ms,offered_packets,early_drops_packets,overflow_drops_packets,marks_packets,\
    sent_bits,capacity_bits,utilization,queue_mean_packets,queue_mean_bytes,probability";

/// Appends one row under [`CSV_HEADER`]: bin `bin` of lane `lane`.
pub fn write_csv_row(text: &mut String, lane: usize, queue: &Queue, series: &Series, bin: usize) {
    let (sent, capacity) = (series.sent_bits[bin], series.capacity_bits[bin]);
    let columns = [
        series.delay_mean_ms[bin],
        series.delay_min_ms[bin],
        series.delay_max_ms[bin],
        series.offered[bin],
        series.early_drops[bin],
        series.overflow_drops[bin],
        series.marks[bin],
        sent,
        capacity,
        sent / capacity,
        series.queue_packets[bin],
        series.queue_bytes[bin],
        series.probability[bin],
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
