//! The event log: each drop and mark with its reason, and the probes.

use crate::common::{bulk, cbr, scenario};
use crate::reference::{Entry, Reference};
use aqm_sim::aqm::{AqmConfig, DropReason, Explain, Inspect, MarkReason};
use aqm_sim::cc::CcKind;
use aqm_sim::config::{BulkConfig, SimulationConfig, TrafficConfig};
use aqm_sim::log::{EventLog, QueueEvent, Signal};
use aqm_sim::packet::FlowId;
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;

/// Codes of a full buffer.
const FULL_BUFFER: [&str; 3] = ["fqCodel.overflow", "overflow", "sfq.overflow"];
const END: Time = Time::from_nanos(4_000_000_000);

/// Returns an overload of TCP flows and datagrams. Half of the TCP flows are ECN-capable.
fn config(queue: AqmConfig) -> SimulationConfig {
    let marked = BulkConfig { ecn: true, ..bulk(3, CcKind::Cubic) };
    let traffic = vec![
        TrafficConfig::Bulk(bulk(3, CcKind::NewReno)),
        TrafficConfig::Bulk(marked),
        TrafficConfig::Datagrams(cbr(15.0, 1.0)),
    ];
    scenario(queue, traffic)
}

fn record(config: &SimulationConfig, from: Time, to: Time, most: usize) -> (EventLog, u64) {
    let mut simulation = Simulation::new(config);
    simulation.record_events(from, to, most);
    simulation.run_until(END);
    let digest = simulation.digest();
    (simulation.take_events().expect("events were recorded"), digest)
}

/// Time, flow, sequence number, reason, and bytes if the reference engine records them.
type Row = (Time, FlowId, u64, Option<u32>, Signal);

fn rows_of_reference(config: &SimulationConfig) -> Vec<Row> {
    let mut reference = Reference::new(config);
    reference.run_until(END);
    let rows = reference.entries().iter().filter_map(|&(at, entry)| match entry {
        Entry::Dropped { flow, seq, bytes, reason } => {
            Some((at, flow, seq, Some(bytes), Signal::Drop(reason)))
        }
        Entry::Marked { flow, seq, reason } => Some((at, flow, seq, None, Signal::Mark(reason))),
        _ => None,
    });
    rows.collect()
}

#[test]
fn the_log_equals_that_of_the_reference_engine() {
    for (name, queue) in AqmConfig::examples() {
        let config = config(queue.with_ecn(true));
        let (log, _) = record(&config, Time::ZERO, END, usize::MAX);
        let expected = rows_of_reference(&config);
        assert_eq!(log.events().len(), expected.len(), "{name}");
        for (event, expected) in log.events().iter().zip(expected) {
            let QueueEvent { at, flow, sequence, bytes, signal, .. } = *event;
            let bytes = expected.3.map(|_| bytes);
            assert_eq!((at, flow, sequence, bytes, signal), expected, "{name}");
        }
        assert!(!log.events().is_empty(), "{name}");
    }
}

#[test]
fn recording_does_not_change_the_run() {
    for (name, queue) in AqmConfig::defaults() {
        let mut silent = Simulation::new(&config(queue));
        silent.run_until(END);
        let (_, digest) = record(&config(queue), Time::ZERO, END, usize::MAX);
        assert_eq!(silent.digest(), digest, "{name}");
    }
}

#[test]
fn a_log_has_the_events_of_its_span_and_one_probe_per_bin() {
    let (from, to) = (Time::from_seconds(1.005), Time::from_seconds(2.0));
    for (name, queue) in AqmConfig::defaults() {
        let config = config(queue);
        let (all, _) = record(&config, Time::ZERO, END, usize::MAX);
        let (part, _) = record(&config, from, to, usize::MAX);
        let inside: Vec<QueueEvent> =
            all.events().iter().copied().filter(|it| it.at >= from && it.at < to).collect();
        assert_eq!(part.events(), inside, "{name}");
        assert_eq!(all.probes().len(), 400, "{name}");
        let times: Vec<Time> = part.probes().iter().map(|&(at, _)| at).collect();
        let bins: Vec<Time> =
            (101..=200).map(|bin| Time::ZERO + Span::from_millis(10) * bin).collect();
        assert_eq!(times, bins, "{name}");
        let (few, _) = record(&config, Time::ZERO, END, 3);
        assert_eq!(few.events(), &all.events()[..3], "{name}");
        assert_eq!(few.skipped(), all.events().len() as u64 - 3, "{name}");
    }
}

/// Scripts that read the CSV file rely on this: the columns of a code are fixed.
#[test]
fn a_code_always_has_the_same_numbers() {
    let mut columns: Vec<(&str, Vec<(&str, &str)>)> = Vec::new();
    for (name, queue) in AqmConfig::examples() {
        let kind = name.split(' ').next().unwrap_or_default();
        let (log, _) = record(&config(queue.with_ecn(true)), Time::ZERO, END, usize::MAX);
        for event in log.events() {
            let reason = match event.signal {
                Signal::Drop(reason) | Signal::Mark(MarkReason::InsteadOf(reason)) => reason,
                Signal::Mark(_) | Signal::Loss => continue,
            };
            let code = reason.code();
            // The kind in JSON is the folder's name in camel case.
            let has_prefix =
                code.split('.').next().unwrap_or_default().to_lowercase() == kind.replace('_', "");
            assert!(
                has_prefix || reason == DropReason::Overflow,
                "{name}: the code {code} must start with the kind in JSON and a dot"
            );
            // docs/command.md tells users how to find the drops of a full buffer.
            assert_eq!(reason.is_overflow(), FULL_BUFFER.contains(&code), "{name}: {code}");
            let numbers: Vec<_> = reason.numbers().iter().map(|it| (it.name, it.unit)).collect();
            match columns.iter().find(|(other, _)| *other == code) {
                Some((_, known)) => assert_eq!(*known, numbers, "{code}"),
                None => columns.push((code, numbers)),
            }
        }
        let probes = log.probes().iter().map(|(_, probe)| probe.numbers());
        let names: Vec<Vec<_>> =
            probes.map(|numbers| numbers.iter().map(|it| (it.name, it.unit)).collect()).collect();
        assert!(names.iter().all(|other| *other == names[0]), "{name}");
    }
    columns.sort();
    let codes: Vec<&str> = columns.iter().map(|(code, _)| *code).collect();
    // Renaming a code breaks users' scripts. Add new codes here.
    for stable in [
        "ared.early",
        "codel.enter",
        "codel.next",
        "fqCodel.overflow",
        "overflow",
        "pie.early",
        "red.early",
        "red.forced",
        "sfq.overflow",
    ] {
        assert!(codes.contains(&stable), "{stable} is missing in {codes:?}");
    }
}
