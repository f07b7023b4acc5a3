//! The journal of a sender against what its counters and its state show from outside, on random scenarios.

use crate::reference_engine::{END, scenario};
use aqm_sim::config::{Change, SimulationConfig, TrafficConfig};
use aqm_sim::tcp::{Action, Phase, SenderEvent, SenderProbe};
use aqm_sim::time::{Span, Time};
use aqm_sim::world::Simulation;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;

const CASES: u32 = 300;

/// What the entries so far say about the sender.
#[derive(Default)]
struct Story {
    phase: Phase,
    retransmissions: u64,
    timeouts: u64,
    reductions: usize,
}

impl Story {
    fn take(&mut self, events: &[SenderEvent]) {
        for (index, event) in events.iter().enumerate() {
            let earlier = || events[..index].iter().filter(|other| other.at == event.at);
            match event.action {
                Action::Retransmission { .. } => self.retransmissions += 1,
                Action::Timeout => self.timeouts += 1,
                Action::Entered(phase) => {
                    assert_ne!(phase, self.phase, "{event:?}");
                    self.phase = phase;
                }
                Action::Left(phase) => {
                    assert_eq!(phase, self.phase, "{event:?}");
                    self.phase = Phase::Open;
                }
                Action::Reduction => {
                    let has_cause = earlier()
                        .any(|other| matches!(other.action, Action::Entered(_) | Action::Timeout));
                    assert!(has_cause || event.why.code() == "idle.aged", "{event:?}");
                    self.reductions += 1;
                }
                Action::Syn | Action::Probe | Action::Undo | Action::Adjustment => {}
            }
        }
    }
}

/// Returns whether a threshold fell in a phase of recovery.
fn fell(before: &SenderProbe, after: &SenderProbe) -> bool {
    let of = |probe: &SenderProbe| probe.ssthresh.unwrap_or(f64::INFINITY);
    after.phase >= Phase::Cwr && of(after) < of(before)
}

/// Runs with a journal of `flow`, and compares it with the sender after each event. Returns the codes of the reasons.
fn check(config: &SimulationConfig, flow: u32) -> BTreeSet<&'static str> {
    let mut plain = Simulation::new(config).with_parts();
    plain.run_until(END);
    let mut simulation = Simulation::new(config).with_parts();
    assert!(simulation.record_sender(flow));
    // Another connection may take the place of one that was stopped, or of one that a user has closed.
    let replaced = |at: Time| {
        let is_it = |change: &Change| matches!(change, Change::Flows { .. } | Change::Muted { .. });
        config.changes.iter().any(|(time, change)| *time <= at && is_it(change))
    };
    let (mut codes, mut story) = (BTreeSet::new(), Story::default());
    let mut before = SenderProbe::default();
    while simulation.now() < END {
        let next = simulation.next_sender_event().max(simulation.now());
        simulation.run_until((next + Span::from_nanos(1)).min(END));
        let events = simulation.take_sender_events();
        assert!(events.is_sorted_by_key(|event| event.at));
        codes.extend(events.iter().map(|event| event.why.code()));
        let group = simulation.group_of(flow);
        let is_user =
            group.is_some_and(|group| matches!(config.traffic[group], TrafficConfig::App(_)));
        if is_user || replaced(simulation.now()) {
            continue;
        }
        story.take(&events);
        let Some(report) = simulation.sender_report(flow) else { continue };
        let sender = report.sender;
        assert_eq!(story.retransmissions, sender.retransmissions);
        assert_eq!(story.timeouts, sender.timeouts);
        assert_eq!(story.phase.max(Phase::Disorder), sender.phase.max(Phase::Disorder));
        let is_explained = events.iter().any(|event| {
            matches!(event.action, Action::Reduction | Action::Adjustment | Action::Undo)
        });
        assert!(!fell(&before, &sender) || is_explained, "{before:?}, then {sender:?}: {events:?}");
        before = sender;
    }
    assert_eq!(simulation.digest(), plain.digest());
    assert_eq!(simulation.summary(), plain.summary());
    codes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn the_journal_tells_what_the_sender_does(config in scenario(), flow in 0u32..6) {
        check(&config, flow);
    }
}

/// The reasons of loss recovery that these scenarios reach.
const REACHED: &[&str] = &[
    "early.timer",
    "ecn.done",
    "ecn.echo",
    "fack.below",
    "fack.forward",
    "fack.head",
    "fack.repairLost",
    "idle.aged",
    "newreno.dupAcks",
    "newreno.partial",
    "rack.overtaken",
    "rack.timer",
    "recovery.done",
    "rto.again",
    "rto.expired",
    "rto.lost",
    "rto.recovered",
    "rto.syn",
    "sack.dupThresh",
    "sack.nextSegment",
    "sack.rescue",
    "tlp.newData",
    "tlp.repeat",
    "undo.dsack",
    "undo.eifel",
    "undo.frto",
];

/// Otherwise the comparison above could be of empty journals.
#[test]
fn random_scenarios_reach_the_rules_of_loss_recovery() {
    let mut runner = TestRunner::deterministic();
    let mut codes = BTreeSet::new();
    for case in 0..1000 {
        let config = scenario().new_tree(&mut runner).expect("there is a scenario").current();
        codes.extend(check(&config, case % 6));
    }
    let missed: Vec<_> = REACHED.iter().filter(|code| !codes.contains(**code)).collect();
    assert!(missed.is_empty(), "{missed:?}");
    assert!(!codes.contains("unknown"));
}
