//! The report of RFC 7928 (N. Kuhn and others: Characterization Guidelines for Active Queue Management, 2016) for every
//! discipline, and a comparison of all of them.
//!
//! docs/rfc7928.md lists what is in the report, and what is not.

mod cases;
mod differences;
pub(crate) mod plans;

use crate::code::{Code, made};
use crate::disciplines::{kinds, shown};
use crate::ellipse;
use crate::inputs::Inputs;
use crate::report::{Axis, Measure, Plot, Report, TableCell, TableRow};
use crate::results::Results;
use crate::run::{Measured, Run};
use aqm_sim::packet::FlowId;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use cases::{CASES, Case, Section, WARMUP_S};

/// The functions that the files of the paper name.
pub(super) const CODE: &[Code] = &[
    made("rfc7928.all", |_| comparison_runs(), |_, results| comparison(results)),
    made(
        "rfc7928.4",
        |given| runs(given, Section::EcnAndScheduling),
        |given, results| report(given, Section::EcnAndScheduling, results),
    ),
    made(
        "rfc7928.5",
        |given| runs(given, Section::Transport),
        |given, results| report(given, Section::Transport, results),
    ),
    made(
        "rfc7928.6",
        |given| runs(given, Section::RttFairness),
        |given, results| report(given, Section::RttFairness, results),
    ),
    made(
        "rfc7928.7",
        |given| runs(given, Section::Bursts),
        |given, results| report(given, Section::Bursts, results),
    ),
    made(
        "rfc7928.8",
        |given| runs(given, Section::Stability),
        |given, results| report(given, Section::Stability, results),
    ),
    made(
        "rfc7928.9",
        |given| runs(given, Section::Mix),
        |given, results| report(given, Section::Mix, results),
    ),
];

/// Name of the paper.
pub const NAME: &str = "rfc7928";
/// Runs of each set-up.
const SEEDS: usize = 5;
/// Values of a run before those of its ellipse.
const READ: usize = 13;
const COLUMNS: usize = READ + ellipse::COLUMNS;
/// Round-trip time of most flows.
const RTT: Span = Span::from_millis(100);
/// All measures, in the order in which they are read.
const MEASURES: [Measure; READ] = [
    Measure::new("mean delay", "ms", 1),
    Measure::new("95th percentile", "ms", 1),
    Measure::new("jitter (sd of the delay)", "ms", 1),
    Measure::new("goodput", "Mbit/s", 2),
    Measure::new("utilization", "%", 1),
    Measure::new("drops", "%", 2),
    Measure::new("marks", "%", 2),
    Measure::new("Jain's index", "", 3),
    Measure::new("first group's share of the goodput", "%", 1),
    Measure::new("completion time", "ms", 0),
    Measure::new("completion time, 95th percentile", "ms", 0),
    Measure::new("one-way delay of the call", "ms", 1),
    Measure::new("loss synchronization", "%", 0),
];

fn read(simulation: &Simulation) -> Measured {
    let summary = simulation.summary();
    let delay = summary.delay.map_or([f64::NAN; 3], |delay| [delay.mean, delay.p95, delay.sd]);
    let goodput: f64 = summary.flows.iter().map(|flow| flow.goodput_mbps).sum();
    let of_first = summary.flows.iter().filter(|flow| flow.group == 0);
    let first: f64 = of_first.map(|flow| flow.goodput_mbps).sum();
    let times = summary.applications.iter().find_map(|group| group.times.as_ref());
    let call = summary.applications.iter().find_map(|group| group.datagrams.as_ref()?.delay);
    let measures = [
        delay[0],
        delay[1],
        delay[2],
        if summary.flows.is_empty() { f64::NAN } else { goodput },
        100.0 * summary.utilization,
        100.0 * summary.drop_rate,
        100.0 * summary.mark_rate,
        summary.jain.unwrap_or(f64::NAN),
        100.0 * first / goodput,
        times.map_or(f64::NAN, |times| times.mean),
        times.map_or(f64::NAN, |times| times.p95),
        call.map_or(f64::NAN, |call| call.mean),
        100.0 * synchronization(simulation),
    ];
    [&measures[..], &ellipse::read(simulation, WARMUP_S as usize)].concat()
}

/// Returns the loss synchronization (RFC 7928, section 2.4): the share of the TCP flows that lose a packet or get a mark in
/// a loss event, averaged over all loss events; 0..1. A loss event lasts for one round-trip time from its first loss. NaN without
/// losses or with a single flow.
fn synchronization(simulation: &Simulation) -> f64 {
    let flows: Vec<FlowId> = simulation.summary().flows.iter().map(|flow| flow.id).collect();
    let start = Time::from_seconds(f64::from(WARMUP_S));
    let events = simulation.events().map_or(&[][..], |log| log.events());
    let losses = events.iter().filter(|event| event.at >= start && flows.contains(&event.flow));
    share_of_flows(losses.map(|event| (event.at, event.flow)), flows.len())
}

/// Returns the mean share of `flows` in the loss events of these losses, which are in the order of time.
fn share_of_flows(losses: impl Iterator<Item = (Time, FlowId)>, flows: usize) -> f64 {
    let mut hit: Vec<FlowId> = Vec::new();
    let (mut end, mut events, mut sum) = (Time::ZERO, 0.0, 0.0);
    for (at, flow) in losses {
        if events == 0.0 || at >= end {
            sum += hit.len() as f64;
            hit.clear();
            events += 1.0;
            end = at + RTT;
        }
        if !hit.contains(&flow) {
            hit.push(flow);
        }
    }
    sum += hit.len() as f64;
    if flows > 1 { sum / events / flows as f64 } else { f64::NAN }
}

fn section_of(number: &str) -> Option<Section> {
    Section::ALL.into_iter().find(|section| section.number() == number)
}

fn cases_of(section: Section) -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(move |case| case.section == section)
}

fn headlines() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| case.headline)
}

/// Returns the runs of a set-up with a discipline, one for each seed.
fn runs_of(case: &Case, kind: &str) -> Vec<Run> {
    (0..SEEDS)
        .map(|seed| Run::new(case.scenario(kind, seed), 0, COLUMNS, read).recording_signals())
        .collect()
}

/// Returns the runs of a section with the given discipline.
fn runs(given: &Inputs, section: Section) -> Vec<Run> {
    cases_of(section).flat_map(|case| runs_of(case, &given.discipline)).collect()
}

/// Returns the report of a section about the given discipline.
fn report(given: &Inputs, section: Section, results: &Results<'_>) -> Report {
    let kind = &given.discipline;
    let rows = cases_of(section).zip(results.chunks(SEEDS));
    let entries: Vec<Entry> =
        rows.map(|(case, seeds)| Entry { case, kind: kind.clone(), seeds }).collect();
    let ellipses = entries.iter().map(|entry| (entry.case.at, Some(kind.as_str()), &entry.seeds));
    let title = format!("{}: goodput against delay", shown(kind));
    let plots = vec![plot("ellipses", &title, 0, ellipses)];
    Report { plots, ..table(&entries, columns_of(section)) }
}

fn comparison_runs() -> Vec<Run> {
    let kinds = kinds();
    headlines().flat_map(|case| kinds.iter().flat_map(|kind| runs_of(case, kind))).collect()
}

fn comparison(results: &Results<'_>) -> Report {
    let kinds = kinds();
    let cases = headlines().flat_map(|case| kinds.iter().map(move |kind| (case, kind)));
    let entries: Vec<Entry> = cases
        .zip(results.chunks(SEEDS))
        .map(|((case, kind), seeds)| Entry { case, kind: kind.clone(), seeds })
        .collect();
    let plots = entries.chunks(kinds.len()).enumerate().map(|(index, of_case)| {
        let ellipses = of_case
            .iter()
            .map(|entry| (entry.kind.as_str(), Some(entry.kind.as_str()), &entry.seeds));
        plot(&(index + 1).to_string(), of_case[0].case.at, index * kinds.len(), ellipses)
    });
    Report { plots: plots.collect(), ..table(&entries, COMPARED) }
}

/// A row of a table: a set-up, a discipline, and the results of its seeds.
struct Entry<'a> {
    case: &'static Case,
    kind: String,
    seeds: Results<'a>,
}

/// Measures of the comparison, as indices of [`MEASURES`].
const COMPARED: &[usize] = &[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12];

/// Returns the measures of a section, as indices of [`MEASURES`].
fn columns_of(section: Section) -> &'static [usize] {
    match section {
        Section::Transport => &[0, 1, 2, 3, 4, 5, 7, 8, 9],
        Section::RttFairness => &[0, 1, 2, 3, 4, 5, 7, 8],
        Section::Bursts => &[0, 1, 2, 3, 4, 5, 9, 10],
        Section::Stability => &[0, 1, 2, 3, 4, 5, 7, 12],
        Section::Mix => &[0, 1, 2, 3, 4, 5, 7, 9, 10, 11],
        Section::EcnAndScheduling => &[0, 1, 2, 3, 4, 5, 6, 7, 8, 11],
    }
}

/// The setting of section 6.
const FIRST_RTT: Axis = Axis::log("round-trip time of the first flow", "ms");

/// Returns the table of these rows.
fn table(entries: &[Entry], columns: &[usize]) -> Report {
    let row = |entry: &Entry| TableRow {
        at: entry.case.at.to_owned(),
        x: entry.case.x,
        queue: entry.kind.clone(),
        values: columns
            .iter()
            .map(|&column| TableCell::beside(None, entry.seeds.figure(column)))
            .collect(),
        ..entry.seeds.row()
    };
    Report {
        measures: columns.iter().map(|&column| MEASURES[column].clone()).collect(),
        x: entries.iter().all(|entry| entry.case.x.is_some()).then_some(FIRST_RTT),
        rows: entries.iter().map(row).collect(),
        ..Report::default()
    }
}

/// Returns a plot with one ellipse for each name. The first is that of row `first`, and so on.
fn plot<'a>(
    id: &str,
    title: &str,
    first: usize,
    ellipses: impl Iterator<Item = (&'a str, Option<&'a str>, &'a Results<'a>)>,
) -> Plot {
    let ellipses =
        ellipses.map(|(name, queue, seeds)| (name, queue, ellipse::pooled(&seeds.from(READ))));
    ellipse::plot(id, title, first, ellipses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_discipline_has_one_item_for_each_section() {
        let kinds = kinds();
        assert!(kinds.contains(&"fqCodel".to_owned()) && kinds.contains(&"droptail".to_owned()));
        let paper = crate::paper(NAME).unwrap();
        assert_eq!(paper.items().len(), 1 + kinds.len() * Section::ALL.len());
        assert!(paper.items().iter().any(|item| item.id == "pie/5"));
    }

    #[test]
    fn missing_runs_are_left_out_of_the_means() {
        // Two runs of the first set-up that are complete, the others are missing.
        let given = crate::paper(NAME).unwrap().given("droptail");
        let count = runs(&given, Section::Transport).len();
        let mut measured = vec![None; count];
        let empty = report(&given, Section::Transport, &Results::new(&measured));
        assert_eq!(empty.rows.len(), count / SEEDS);
        let mut values = vec![1.0; COLUMNS];
        measured[0] = Some(values.clone());
        values[0] = 3.0;
        measured[1] = Some(values);
        let report = report(&given, Section::Transport, &Results::new(&measured));
        assert_eq!(report.measures, empty.measures, "the columns do not depend on the results");
        assert_eq!(report.rows[0].values[0].ours.map(|ours| ours.mean), Some(2.0));
        assert_eq!(report.rows[1].values[0].ours, None);
        assert_eq!(report.plots[0].series.len(), count / SEEDS);
    }

    #[test]
    fn losses_within_a_round_trip_are_one_event() {
        let loss = |ms, flow| (Time::ZERO + Span::from_millis(ms), flow);
        // Two of four flows in the first event, one in the second.
        let losses = [loss(0, 1), loss(50, 1), loss(99, 2), loss(100, 3)];
        assert_eq!(share_of_flows(losses.into_iter(), 4), 1.5 / 4.0);
        assert!(share_of_flows(losses.into_iter(), 1).is_nan());
        assert!(share_of_flows([].into_iter(), 4).is_nan());
    }

    /// Section 8.2.1: N = S sqrt(l / 0.76), with S = 167 packets. Sections 8.2.2 to 8.2.4 state the losses.
    #[test]
    fn flows_have_the_congestion_levels_of_the_rfc() {
        let packets = 2.0 * 10e6 * RTT.seconds() / 8.0 / 1500.0;
        for (level, loss) in [("mild", 0.001), ("medium", 0.005), ("heavy", 0.01)] {
            let flows = (packets * f64::sqrt(loss / 0.76)).round();
            let at = format!("{level} congestion: {flows} flows");
            let case = CASES.iter().find(|case| case.at == at).expect(&at);
            let scenario = case.scenario("pie", 0).to_json().replace(' ', "");
            assert!(scenario.contains(&format!("\"flows\":{flows}")), "{scenario}");
        }
    }

    #[test]
    fn ecn_is_on_where_the_discipline_has_it() {
        let case = CASES.iter().find(|case| case.ecn).unwrap();
        let count = |kind| {
            let text = case.scenario(kind, 0).to_json().replace(' ', "");
            text.matches(r#""ecn":true"#).count()
        };
        assert_eq!(count("codel"), 2, "of the queue and of the flows");
        assert_eq!(count("droptail"), 1);
    }
}
