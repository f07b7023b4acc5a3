//! The challenges of the repository: each has a solution that passes, and tempting answers that fail.

use crate::common::repository;
use aqm_challenge::{HandIn, Trial, checked};
use aqm_experiment::Experiment;
use aqm_json::Value;
use aqm_scenario::paths::with;
use aqm_scenario::{Detail, Limits, Scenario, TimedChange, read_scenario};
use aqm_sim::metrics::Column;
use aqm_sim::time::Time;
use std::fs;

fn challenge(name: &str) -> Scenario {
    let path = repository().join("scenarios/challenges").join(format!("{name}.json"));
    let scenario = read_scenario(&fs::read_to_string(path).expect("the file"));
    scenario.and_then(checked).expect("it is valid")
}

/// Returns what a student with these values hands in: `queues.0.kind=pie` replaces the queue.
fn answer(challenge: &Scenario, set: &[&str]) -> Scenario {
    let set: Vec<(String, Value)> = set
        .iter()
        .map(|text| {
            let (path, value) = text.split_once('=').expect("PATH=VALUE");
            let value = aqm_json::parse(value).unwrap_or_else(|_| Value::string(value));
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

/// Checks that each goal fails in a run with an answer that does not pass: a goal that always holds is none. A goal that holds at the
/// start is there for the answers that reach the others at its cost.
fn each_goal_matters(name: &str, failed: &[Vec<Vec<bool>>]) {
    for goal in 0..challenge(name).goals.len() {
        let fails = |runs: &Vec<Vec<bool>>| {
            2 * runs.iter().filter(|goals| !goals[goal]).count() > runs.len()
        };
        assert!(failed.iter().any(fails), "{name}: goal {goal} holds in all of {failed:?}");
    }
}

/// Checks that the solution passes with most of ten seeds, that the challenge as it stands and every tempting answer fail with most
/// of three, and that each goal matters.
fn check(name: &str, solution: &[&str], tempting: &[&[&str]]) {
    let challenge = challenge(name);
    let solved = runs(&answer(&challenge, solution), 10);
    assert!(2 * passed(&solved) > solved.len(), "{name}, {solution:?}: {solved:?}");
    let one = |set: &&[&str]| {
        let failed = runs(&answer(&challenge, set), 3);
        assert!(passed(&failed) <= 1, "{name}, {set:?} passes: {failed:?}");
        failed
    };
    let failed: Vec<_> = tempting.iter().chain([&&[][..]]).map(one).collect();
    each_goal_matters(name, &failed);
}

#[test]
fn the_call_is_saved_by_flow_queueing_not_by_codel() {
    check(
        "save-the-call",
        &["queues.0.kind=fqCodel"],
        &[
            &["queues.0.kind=codel"],
            &["queues.0.kind=sfq"],
            &["queues.0.kind=pie"],
            &["queues.0.kind=choke"],
        ],
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
fn prague_and_cubic_share_with_a_coupling_and_a_floor_together() {
    check(
        "share-with-l4s",
        &["queues.0.coupling=3", "queues.0.floorPackets=1"],
        &[
            &["queues.0.coupling=4"],
            &["queues.0.floorPackets=1"],
            &["queues.0.coupling=8", "queues.0.floorPackets=1"],
        ],
    );
}

#[test]
fn a_call_without_ecn_needs_a_longer_queue_but_not_too_long() {
    check(
        "call-without-ecn",
        &["queues.0.targetMs=60", "queues.0.intervalMs=400"],
        &[
            &["queues.0.targetMs=1", "queues.0.intervalMs=10"],
            &["queues.0.targetMs=200"],
            &["queues.0.targetMs=400", "queues.0.intervalMs=1000"],
        ],
    );
}

#[test]
fn duk_is_matched_by_pie_not_by_codel() {
    check(
        "duk-by-hand",
        &["queues.0.kind=pie", "queues.0.targetMs=3"],
        &[
            &["queues.0.kind=codel", "queues.0.targetMs=3"],
            &["queues.0.targetMs=0.5"],
            &["queues.0.kind=pie", "queues.0.targetMs=0.5"],
        ],
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
        &[
            &["queues.0.minPackets=14", "queues.0.maxPackets=42"],
            &["queues.0.minPackets=14", "queues.0.maxPackets=120", "queues.0.maxP=0.001"],
            &["queues.0.minPackets=2", "queues.0.maxPackets=15", "queues.0.maxP=1"],
        ],
    );
}

#[test]
fn codel_on_a_long_path_needs_target_and_interval() {
    check(
        "codel-on-a-long-path",
        &["queues.0.targetMs=10", "queues.0.intervalMs=400"],
        &[&["queues.0.targetMs=50"], &["queues.0.intervalMs=300"], &["queues.0.intervalMs=1000"]],
    );
}

#[test]
fn adaptive_red_for_both_loads_needs_all_three_values() {
    check(
        "ared-both-loads",
        &["queues.0.targetMs=10", "queues.0.intervalMs=200", "queues.0.minMaxP=0.005"],
        &[
            &["queues.0.targetMs=15"],
            &["queues.0.targetMs=10", "queues.0.minMaxP=0.0005"],
            &["queues.0.targetMs=10", "queues.0.intervalMs=100", "queues.0.minMaxP=0.002"],
        ],
    );
}

#[test]
fn after_the_burst_pie_needs_the_target_of_the_paper() {
    check(
        "after-the-burst",
        &["queues.0.kind=pie", "queues.0.targetMs=5"],
        &[&["queues.0.kind=codel"], &["queues.0.kind=pie"], &["queues.0.targetMs=20"]],
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

/// Returns what a student hands in who plays the first lane: 20 times a second `play` looks at the run so far, and returns the new
/// value of the path that is free.
fn played(challenge: &Scenario, mut play: impl FnMut(&Experiment, f64) -> Option<f64>) -> Scenario {
    let mut run = Experiment::of_lanes(challenge.clone(), vec![0]);
    for step in 1..(challenge.duration_s * 20.0) as u32 {
        let at_s = f64::from(step) / 20.0;
        run.advance(Time::from_seconds(at_s));
        let Some(to) = play(&run, at_s) else { continue };
        let set = challenge.free[0].set.clone();
        let to = Value::Number(to);
        run.apply(TimedChange { at_s, set, to, lane: None, muted: false }).expect("it is allowed");
    }
    let hand_in = HandIn::new(challenge, run.scenario()).expect("the values fit");
    assert_eq!(hand_in.changed, Vec::<String>::new());
    hand_in.scenario
}

/// Drops a packet when the queue delay reaches `ms`, at most once in `pause_s`.
fn dropper(ms: f64, pause_s: f64) -> impl FnMut(&Experiment, f64) -> Option<f64> {
    let mut last_s = 0.0;
    move |run, at_s| {
        let lane = &run.lanes()[0];
        let (_, bytes) = lane.backlog();
        let delay_ms = bytes as f64 * 8e3 / lane.environment().rate.bps() as f64;
        let drops = delay_ms >= ms && at_s - last_s >= pause_s;
        drops.then(|| {
            last_s = at_s;
            1.0
        })
    }
}

#[test]
fn the_aqm_drops_one_packet_when_the_queue_has_grown() {
    let challenge = challenge("be-the-aqm");
    let solved = runs(&played(&challenge, dropper(32.0, 0.5)), 3);
    assert_eq!(passed(&solved), 3, "{solved:?}");
    // Nothing, too early, and too late.
    let mut failed = vec![runs(&answer(&challenge, &[]), 1)];
    let drops = [(5.0, 0.5), (90.0, 0.5), (2.0, 0.1)];
    failed.extend(drops.map(|(ms, pause_s)| runs(&played(&challenge, dropper(ms, pause_s)), 1)));
    assert!(failed.iter().all(|runs| passed(runs) == 0), "{failed:?}");
    each_goal_matters("be-the-aqm", &failed);
}

/// Follows what came back a round trip ago: less than what arrived while packets waited for longer than `ms`, and a little more
/// otherwise.
fn follower(ms: f64) -> impl FnMut(&Experiment, f64) -> Option<f64> {
    let mut mbps = 1.0_f64;
    move |run, at_s| {
        let series = run.lanes()[0].series();
        let end = ((at_s - 0.1) * 100.0) as usize;
        if end < 10 {
            return None;
        }
        let (mut bits, mut delay, mut count) = (0.0, 0.0, 0.0);
        for row in &series.rows()[end - 10..end] {
            bits += f64::from(row[Column::SentBits]);
            if row[Column::DelayMeanMs].is_finite() {
                delay += f64::from(row[Column::DelayMeanMs]);
                count += 1.0;
            }
        }
        let waits = count > 0.0 && delay / count > ms;
        mbps = if waits { 0.9 * bits / 0.1 / 1e6 } else { mbps * 1.05 };
        mbps = (100.0 * mbps).round().clamp(1.0, 5000.0) / 100.0;
        Some(mbps)
    }
}

/// As often as the pointer allows, 10 times a second.
fn slower(
    mut play: impl FnMut(&Experiment, f64) -> Option<f64>,
) -> impl FnMut(&Experiment, f64) -> Option<f64> {
    let mut turn = 0_u32;
    move |run, at_s| {
        turn += 1;
        if turn.is_multiple_of(2) { play(run, at_s) } else { None }
    }
}

#[test]
fn the_sender_backs_off_when_its_packets_wait() {
    let challenge = challenge("be-the-sender");
    let solution = played(&challenge, slower(follower(15.0)));
    assert!(solution.changes.len() < 700, "{} changes", solution.changes.len());
    let solved = runs(&solution, 3);
    assert_eq!(passed(&solved), 3, "{solved:?}");
    // One rate for all, slow or fast, and a sender that waits for a long queue.
    let at_one_rate = |mbps| played(&challenge, |_, at_s| (at_s == 1.0).then_some(mbps));
    let late = played(&challenge, slower(follower(120.0)));
    let failed = [at_one_rate(4.0), at_one_rate(12.0), late, answer(&challenge, &[])];
    let failed = failed.map(|scenario| runs(&scenario, 1));
    assert!(failed.iter().all(|runs| passed(runs) == 0), "{failed:?}");
    each_goal_matters("be-the-sender", &failed);
}
