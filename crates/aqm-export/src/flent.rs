//! Data files of Flent: what was recorded of a lane, as Flent would have measured it.
//!
//! [`data_file`] is the one definition of the mapping, for `aqm run`, `aqm testbed` and the page. docs/measured.md describes it. The text
//! is JSON; Flent reads it compressed with gzip, in a file that ends with `.flent.gz`.

use aqm_json::{Value, number_text};
use aqm_scenario::Scenario;
use aqm_sim::metrics::{Bin, Column, SAMPLE_INTERVAL, Series, jain_index};
use aqm_sim::world::GoodputSecond;
use std::fmt::Write as _;

/// Version of the file format that Flent 1.0 and later read.
const FORMAT: u64 = 4;

/// Bins of the time series in a step of the file: 0.1 s.
const BINS: usize = 10;

/// Steps in a second.
const STEPS_PER_S: usize = 10;

/// Most flows with a series of their own. With more, the file has their sum only.
const MOST_FLOWS: usize = 64;

/// The test of Flent whose plots the file is for: several flows to a host, and a ping.
const TEST: &str = "tcp_nup";

/// The series of the file.
const PING: &str = "Ping (ms) ICMP";
const SUM: &str = "TCP upload sum";
const AVERAGE: &str = "TCP upload avg";
const FAIRNESS: &str = "TCP upload fairness";
const QDISC: &str = "qdisc_stats_bottleneck";

/// What was recorded of a lane.
#[derive(Clone, Copy, Debug)]
pub struct Recording<'a> {
    /// The time series of its bottleneck.
    pub series: &'a Series,
    /// Goodput of each flow in each second; empty if it was not recorded.
    pub goodput: &'a [GoodputSecond],
}

/// Where the recording comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source<'a> {
    /// A simulation, which has no date. The address of the page with the scenario, if there is one.
    Simulation(Option<&'a str>),
    /// Real end systems: kernel, machine, and date in the form of ISO 8601, UTC.
    Testbed([&'a str; 3]),
}

/// Returns the text of a Flent data file of one lane of a scenario. `version` is that of AQM Playground.
///
/// Times are seconds since the start of the run. Steps without packets are `null`.
pub fn data_file(
    scenario: &Scenario,
    lane: usize,
    recording: Recording<'_>,
    source: Source<'_>,
    version: &str,
) -> String {
    let rows = recording.series.rows();
    let steps = rows.len() / BINS;
    let base_ms = scenario.link.rtt_ms;
    let flows = flows_of(recording.goodput);
    let metadata = metadata(scenario, lane, steps, flows.len(), source, version);

    let mut results: Vec<(String, Vec<Option<f64>>)> = vec![
        (PING.to_owned(), per_step(rows, |step| ping(step).map(|delay| base_ms + delay))),
        (SUM.to_owned(), per_step(rows, |step| Some(megabits_per_s(step)))),
    ];
    if !flows.is_empty() {
        let seconds = recording.goodput;
        let mean = |second: &GoodputSecond| {
            second.flows.iter().map(|(_, mbps)| mbps).sum::<f64>() / flows.len() as f64
        };
        let jain = |second: &GoodputSecond| jain_index(flows.iter().map(|id| mbps(second, *id)));
        results.push((AVERAGE.to_owned(), per_second(seconds, steps, |s| Some(mean(s)))));
        results.push((FAIRNESS.to_owned(), per_second(seconds, steps, jain)));
        for (index, id) in flows.iter().enumerate() {
            let own = |second: &GoodputSecond| Some(mbps(second, *id));
            results.push((flow_name(index), per_second(seconds, steps, own)));
        }
    }
    results.push((format!("{QDISC}::dropped"), per_step(rows, |step| Some(count(step, dropped)))));
    let marks = |row: &Bin| row[Column::Marks];
    results.push((format!("{QDISC}::ecn_mark"), per_step(rows, |step| Some(count(step, marks)))));

    let mut text = format!("{{\"version\": {FORMAT},\n\"metadata\": {},\n", metadata.to_compact());
    text.push_str("\"x_values\": [");
    list(&mut text, (1..=steps).map(|step| Some(step as f64 / STEPS_PER_S as f64)));
    text.push_str("],\n\"results\": {\n");
    for (index, (name, values)) in results.iter().enumerate() {
        let _ = write!(text, "{}\"{name}\": [", if index > 0 { ",\n" } else { "" });
        list(&mut text, values.iter().copied());
        text.push(']');
    }
    text.push_str("},\n\"raw_values\": {\n");
    let _ = write!(text, "\"{PING}\": [");
    let at = |step: usize| step as f64 / STEPS_PER_S as f64;
    let pings = (1..=steps).zip(&results[0].1).filter_map(|(step, ms)| Some((step, (*ms)?)));
    rows_of(&mut text, pings.map(|(step, ms)| sample(at(step), &[("val", ms)])));
    for (index, id) in flows.iter().enumerate() {
        let _ = write!(text, "],\n\"{}\": [", flow_name(index));
        let seconds = (1..).zip(recording.goodput);
        let row = |(end, second): (u32, &GoodputSecond)| {
            sample(f64::from(end), &[("val", mbps(second, *id)), ("dur", 1.0)])
        };
        rows_of(&mut text, seconds.map(row));
    }
    let _ = write!(text, "],\n\"{QDISC}\": [");
    rows_of(&mut text, rows.iter().enumerate().map(|(bin, row)| qdisc_row(bin, row)));
    text.push_str("]}}\n");
    text
}

/// Returns the numbers of the flows that delivered something, ascending; none if they are too many for series of their own.
fn flows_of(seconds: &[GoodputSecond]) -> Vec<u32> {
    let mut ids: Vec<u32> =
        seconds.iter().flat_map(|second| second.flows.iter().map(|(id, _)| *id)).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() > MOST_FLOWS { Vec::new() } else { ids }
}

fn flow_name(index: usize) -> String {
    format!("TCP upload::{}", index + 1)
}

/// Returns the goodput of a flow in a second, Mbit/s.
fn mbps(second: &GoodputSecond, id: u32) -> f64 {
    second.flows.iter().find(|(other, _)| *other == id).map_or(0.0, |(_, mbps)| *mbps)
}

/// Returns the value of each whole step.
fn per_step(rows: &[Bin], of: impl Fn(&[Bin]) -> Option<f64>) -> Vec<Option<f64>> {
    rows.chunks_exact(BINS).map(of).collect()
}

/// Returns the value of the second that each step is in; `None` in a second that is not over.
fn per_second(
    seconds: &[GoodputSecond],
    steps: usize,
    of: impl Fn(&GoodputSecond) -> Option<f64>,
) -> Vec<Option<f64>> {
    let values: Vec<Option<f64>> = seconds.iter().map(of).collect();
    (0..steps).map(|step| values.get(step / STEPS_PER_S).copied().flatten()).collect()
}

/// Returns the queue delay that a packet at the end of the step finds, ms: that of the last bin in which packets left.
fn ping(step: &[Bin]) -> Option<f64> {
    let delays = step.iter().rev().map(|row| row[Column::DelayMeanMs]);
    delays.filter(|delay| delay.is_finite()).map(exact).next()
}

fn megabits_per_s(step: &[Bin]) -> f64 {
    let bits: f64 = step.iter().map(|row| f64::from(row[Column::SentBits])).sum();
    bits / (step.len() as f64 * SAMPLE_INTERVAL.seconds()) / 1e6
}

fn dropped(row: &Bin) -> f32 {
    row[Column::EarlyDrops] + row[Column::OverflowDrops]
}

fn count(step: &[Bin], of: impl Fn(&Bin) -> f32) -> f64 {
    step.iter().map(|row| f64::from(of(row))).sum()
}

/// Returns the number with the fewest decimals, at most nine, that is this 32-bit number when it is rounded to 32 bits.
fn exact(value: f32) -> f64 {
    let wide = f64::from(value);
    let mut scale = 1.0;
    for _ in 0..=9 {
        let short = (wide * scale).round() / scale;
        if short as f32 == value {
            return short;
        }
        scale *= 10.0;
    }
    wide
}

/// Returns what `tc -s qdisc` would say at the end of a bin; counts are those of the bin.
fn qdisc_row(bin: usize, row: &Bin) -> String {
    let number = |column| exact(row[column]);
    let mut values = vec![
        ("backlog_bytes", number(Column::QueueBytes)),
        ("backlog_pkts", number(Column::QueuePackets)),
        ("sent", number(Column::Sent)),
        ("dropped", exact(dropped(row))),
        ("ecn_mark", number(Column::Marks)),
    ];
    if row[Column::DelayMeanMs].is_finite() {
        values.push(("delay", number(Column::DelayMeanMs)));
    }
    // Hundredths are exact in a decimal number.
    sample((bin + 1) as f64 / (STEPS_PER_S * BINS) as f64, &values)
}

fn sample(at_s: f64, values: &[(&str, f64)]) -> String {
    let mut text = format!("{{\"t\":{}", number_text(at_s));
    for (name, value) in values {
        let _ = write!(text, ",\"{name}\":{}", number_text(rounded(*value)));
    }
    text.push('}');
    text
}

fn rows_of(text: &mut String, rows: impl Iterator<Item = String>) {
    for (index, row) in rows.enumerate() {
        text.push_str(if index > 0 { ",\n" } else { "\n" });
        text.push_str(&row);
    }
}

fn list(text: &mut String, values: impl Iterator<Item = Option<f64>>) {
    for (index, value) in values.enumerate() {
        text.push_str(if index > 0 { "," } else { "" });
        match value {
            Some(value) => text.push_str(&number_text(rounded(value))),
            None => text.push_str("null"),
        }
    }
}

/// Returns a value without the noise of binary sums: to a billionth.
fn rounded(value: f64) -> f64 {
    (value * 1e9).round() / 1e9
}

fn metadata(
    scenario: &Scenario,
    lane: usize,
    steps: usize,
    flows: usize,
    source: Source<'_>,
    version: &str,
) -> Value {
    let queue = aqm_report::describe_queue(&scenario.queues[lane]);
    let (kind, time, note) = match source {
        Source::Simulation(link) => {
            ("simulation", "1970-01-01T00:00:00.000000Z".to_owned(), link.unwrap_or("").to_owned())
        }
        Source::Testbed([kernel, machine, date]) => (
            "testbed",
            format!("{}:00.000000Z", date.trim_end_matches('Z')),
            format!("Linux {kernel}, {machine}"),
        ),
    };
    let length = steps as f64 / STEPS_PER_S as f64;
    let string = |text: &str| Value::string(text);
    let title = [scenario.title.as_str(), &queue].map(str::trim).join(" ").trim().to_owned();
    let own = Value::object([
        ("version", string(version)),
        ("source", string(kind)),
        ("seed", Value::count(scenario.seed)),
        ("lane", Value::count(lane as u64)),
        ("queue", string(&queue)),
        ("baseRttMs", Value::number(scenario.link.rtt_ms)),
        ("rateMbps", Value::number(scenario.link.rate_mbps)),
    ]);
    let units = |unit: &str| Value::object([("UNITS", string(unit))]);
    Value::object([
        ("NAME", string(TEST)),
        ("TITLE", string(&title)),
        ("NOTE", string(&note)),
        ("TIME", string(&time)),
        // Times of the samples count from the start of the run.
        ("T0", string("1970-01-01T00:00:00.000000Z")),
        ("HOST", string("receiver")),
        ("HOSTS", Value::Array(vec![string("receiver")])),
        ("LOCAL_HOST", string("sender")),
        ("LENGTH", Value::number(length)),
        ("TOTAL_LENGTH", Value::number(length)),
        ("STEP_SIZE", Value::number(1.0 / STEPS_PER_S as f64)),
        ("DATA_FILENAME", string(&file_name(scenario, lane))),
        ("FLENT_VERSION", string("2.0.0")),
        (
            "TEST_PARAMETERS",
            Value::object([
                ("upload_streams", string(&flows.max(1).to_string())),
                ("qdisc_stats_hosts", string("bottleneck")),
                ("qdisc_stats_interfaces", string("link")),
            ]),
        ),
        (
            "SERIES_META",
            Value::object([
                (PING, units("ms")),
                (SUM, units("Mbits/s")),
                (AVERAGE, units("Mbits/s")),
                (FAIRNESS, units("Idx")),
                (QDISC, units("misc")),
            ]),
        ),
        ("AQM_PLAYGROUND", own),
    ])
}

/// Returns the suggested name of the file of a lane.
pub fn file_name(scenario: &Scenario, lane: usize) -> String {
    let kind = scenario.queues[lane].kind().to_ascii_lowercase();
    format!("{}-{lane}-{kind}.flent.gz", crate::slug(&scenario.title))
}

#[cfg(test)]
#[path = "flent_tests.rs"]
mod tests;
