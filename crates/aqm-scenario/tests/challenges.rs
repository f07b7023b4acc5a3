//! The challenges of the repository: each has a solution that passes, and tempting answers that fail.

use crate::common::repository;
use aqm_scenario::challenge::{HandIn, Trial};
use aqm_scenario::json::{self, Value};
use aqm_scenario::sweep::with;
use aqm_scenario::{Detail, Limits, Scenario, read_scenario};
use std::fs;

fn challenge(name: &str) -> Scenario {
    let path = repository().join("scenarios/challenges").join(format!("{name}.json"));
    read_scenario(&fs::read_to_string(path).expect("the file")).expect("it is valid")
}

/// Returns what a student with these values hands in: `queues.0.kind=pie` replaces the queue.
fn answer(challenge: &Scenario, set: &[&str]) -> Scenario {
    let set: Vec<(String, Value)> = set
        .iter()
        .map(|text| {
            let (path, value) = text.split_once('=').expect("PATH=VALUE");
            let value = json::parse(value).unwrap_or_else(|_| Value::string(value));
            match path.strip_suffix(".kind") {
                Some(lane) => (lane.to_owned(), Value::object([("kind", value)])),
                None => (path.to_owned(), value),
            }
        })
        .collect();
    let bare = Scenario { goals: Vec::new(), free: Vec::new(), ..challenge.clone() };
    let handed = with(&bare.to_value(Detail::Short), set.iter(), &Limits::PAGE).expect("valid");
    let hand_in = HandIn::new(challenge, &handed).expect("the values fit");
    assert_eq!(hand_in.changed, Vec::<String>::new(), "{set:?} is allowed");
    hand_in.scenario
}

/// Returns for each seed which goals hold.
fn runs(scenario: &Scenario, seeds: u64) -> Vec<Vec<bool>> {
    let one = |seed| {
        let trial = Trial::complete(Scenario { seed, ..scenario.clone() });
        trial.outcomes().iter().map(|outcome| outcome.holds).collect()
    };
    (1..=seeds).map(one).collect()
}

fn passed(runs: &[Vec<bool>]) -> usize {
    runs.iter().filter(|goals| goals.iter().all(|&holds| holds)).count()
}

/// Checks that the solution passes with most of ten seeds, and that the challenge as it stands and every tempting answer fail with most
/// of three.
fn check(name: &str, solution: &[&str], tempting: &[&[&str]]) {
    let challenge = challenge(name);
    let solved = runs(&answer(&challenge, solution), 10);
    assert!(2 * passed(&solved) > solved.len(), "{name}, {solution:?}: {solved:?}");
    for set in tempting.iter().chain([&&[][..]]) {
        let failed = runs(&answer(&challenge, set), 3);
        assert!(passed(&failed) <= 1, "{name}, {set:?} passes: {failed:?}");
    }
}

#[test]
fn the_call_is_saved_by_flow_queueing_not_by_codel() {
    check(
        "save-the-call",
        &["queues.0.kind=fqCodel"],
        &[&["queues.0.kind=codel"], &["queues.0.kind=sfq"], &["queues.0.kind=pie"]],
    );
}

#[test]
fn pie_oscillates_at_middle_gains_not_at_the_largest() {
    check(
        "oscillate-pie",
        &["queues.0.alpha=0.4", "queues.0.beta=1.25"],
        &[
            &["queues.0.alpha=4", "queues.0.beta=12.5"],
            &["queues.0.alpha=0.0125", "queues.0.beta=4"],
        ],
    );
}

#[test]
fn the_smallest_buffer_is_smaller_than_the_rule_of_the_square_root() {
    check(
        "smallest-buffer",
        &["link.buffer.packets=25"],
        &[&["link.buffer.packets=83"], &["link.buffer.packets=10"]],
    );
}

#[test]
fn bbr_and_cubic_share_in_a_middle_buffer() {
    check(
        "bbr-and-cubic",
        &["link.buffer.bdp=2.5"],
        &[&["link.buffer.bdp=0.5"], &["link.buffer.bdp=16"]],
    );
}

#[test]
fn duk_is_matched_by_pie_not_by_codel() {
    check(
        "duk-by-hand",
        &["queues.0.kind=pie", "queues.0.targetMs=3"],
        &[&["queues.0.kind=codel", "queues.0.targetMs=3"], &["queues.0.targetMs=0.5"]],
    );
}

#[test]
fn pie_on_a_cellular_link_needs_beta_not_another_target_alone() {
    check(
        "pie-on-cellular",
        &["queues.0.targetMs=30", "queues.0.alpha=1.2", "queues.0.beta=12", "queues.0.updateMs=40"],
        &[&["queues.0.targetMs=60"], &["queues.0.targetMs=5"]],
    );
}

#[test]
fn red_on_three_links_needs_a_ramp_of_one_packet() {
    check(
        "red-on-three-links",
        &[
            "queues.0.minPackets=14",
            "queues.0.maxPackets=15",
            "queues.0.maxP=0.3",
            "queues.0.weight=0.02",
        ],
        &[&["queues.0.minPackets=14", "queues.0.maxPackets=42"]],
    );
}

#[test]
fn two_hops_need_the_lowest_rate_of_the_modem() {
    check(
        "shape-it-right",
        &["link.rateMbps=8.9"],
        &[&["link.rateMbps=10"], &["link.rateMbps=9.5"], &["link.rateMbps=8"]],
    );
}
