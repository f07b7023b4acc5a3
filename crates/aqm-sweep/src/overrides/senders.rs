//! Lanes with a congestion control of their own: they replace that of the groups, and may concern no sender.

use super::{By, Found};
use aqm_scenario::Settings;
use aqm_scenario::model::{Scenario, Traffic};
use aqm_scenario::paths::{read_index, split};
use aqm_scenario::problem::Reader;

/// Returns the running lanes that set the congestion control of the group of `path` at some time of `within`, s.
pub fn replaced(scenario: &Scenario, path: &str, lanes: &[u64], within: [f64; 2]) -> Option<Found> {
    let ["traffic", group, "cc", ..] = split(path)[..] else { return None };
    let group = usize::try_from(read_index(group)?).ok()?;
    let runs = |lane: usize| lanes.is_empty() || lanes.contains(&(lane as u64));
    let running: Vec<usize> = (0..scenario.queues.len()).filter(|&lane| runs(lane)).collect();
    let spans = |lane: usize| {
        spans_of(scenario, within, |settings| settings.queues[lane].cc_of(group).is_some())
    };
    let replacing: Vec<(usize, Vec<[f64; 2]>)> = running
        .iter()
        .map(|&lane| (lane, spans(lane)))
        .filter(|(_, spans)| !spans.is_empty())
        .collect();
    let from_s = replacing.iter().map(|(_, spans)| spans[0][0]).reduce(f64::min)?;
    let is_lost = replacing.len() == running.len()
        && replacing.iter().all(|(_, spans)| is_all(spans, within));
    let by = By::Senders { lanes: replacing.into_iter().map(|(lane, _)| lane).collect() };
    Some(Found { by, from_s, until_s: f64::INFINITY, is_lost })
}

/// Returns the time of `within`, s, in which the congestion control of a lane, the field `path`, concerns no group
/// that sends.
pub fn without_effect(scenario: &Scenario, path: &str, within: [f64; 2]) -> Option<Found> {
    let ["queues", lane, name @ ("cc" | "ccGroup"), ..] = split(path)[..] else { return None };
    let lane = usize::try_from(read_index(lane)?).ok()?;
    let spans = spans_of(scenario, within, |settings| {
        let senders = &settings.queues[lane].senders;
        let sends = |(group, traffic): (usize, &Traffic)| {
            let is_meant = senders.cc_group.is_none_or(|only| only == group as u64);
            traffic.is_tcp() && traffic.config().audible() > 0 && (is_meant || name == "ccGroup")
        };
        (senders.cc.is_none() && name == "ccGroup")
            || !settings.traffic.iter().enumerate().any(sends)
    });
    let from_s = spans.first()?[0];
    let is_lost = is_all(&spans, within);
    Some(Found { by: By::NoSender { lane }, from_s, until_s: f64::INFINITY, is_lost })
}

fn is_all(spans: &[[f64; 2]], [start_s, end_s]: [f64; 2]) -> bool {
    let long: f64 = spans.iter().map(|[from, to]| to.min(end_s) - from.max(start_s)).sum();
    long >= end_s - start_s
}

/// Returns the parts of `within`, s, in which `holds` is true. The timeline is in force.
fn spans_of(
    scenario: &Scenario,
    [start_s, end_s]: [f64; 2],
    holds: impl Fn(&Settings) -> bool,
) -> Vec<[f64; 2]> {
    let mut settings = Settings::new(scenario);
    let mut spans = Vec::new();
    let mut from_s = 0.0;
    let mut add = |settings: &Settings, from_s: f64, to_s: f64| {
        if to_s > start_s && from_s < end_s && from_s < to_s && holds(settings) {
            spans.push([from_s, to_s]);
        }
    };
    for change in scenario.timeline() {
        add(&settings, from_s, change.at_s);
        settings.apply(&change, &mut Reader::new(""));
        from_s = change.at_s;
    }
    add(&settings, from_s, f64::INFINITY);
    spans
}
