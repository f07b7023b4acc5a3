//! Goals and free values: what is accepted, and what a hand-in may change.

use aqm_challenge::{HandIn, Trial, checked};
use aqm_scenario::{Detail, Problem, Scenario};
use aqm_sim::time::Time;

const BODY: &str = r#""durationS": 20, "warmupS": 4, "link": { "rateMbps": 5, "rttMs": 20, "buffer": { "packets": 60 } },
    "queues": [{ "kind": "codel" }, { "kind": "droptail" }],
    "traffic": [{ "kind": "bulk", "flows": 2, "name": "Downloads" }, { "kind": "voip" }]"#;

fn text(goals: &str, free: &str) -> String {
    format!(r#"{{ "version": 1, {BODY}, "goals": [{goals}], "free": [{free}] }}"#)
}

/// Reads a scenario, and checks its goals and free values.
fn read_scenario(text: &str) -> Result<Scenario, Vec<Problem>> {
    aqm_scenario::read_scenario(text).and_then(checked)
}

fn read(goals: &str, free: &str) -> Scenario {
    read_scenario(&text(goals, free)).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// Returns the first problem.
fn problem(goals: &str, free: &str) -> String {
    let problems = read_scenario(&text(goals, free)).expect_err("it has a problem");
    assert_eq!(problems.len(), 1, "{problems:#?}");
    problems[0].to_string()
}

const GOAL: &str = r#"{ "measure": "queueDelayMs.mean", "atMost": 20 }"#;

#[test]
fn goals_and_free_values_survive_writing() {
    let free = r#"{ "set": "queues.0.kind", "values": ["codel", "pie"] }, { "set": "queues.0.targetMs", "min": 1, "max": 30 }"#;
    let scenario = read(GOAL, free);
    assert_eq!(read_scenario(&scenario.to_text()), Ok(scenario.clone()));
    assert_eq!(Scenario::from_value(&scenario.to_value(Detail::Full)), Ok(scenario));
    let none = read("", "");
    assert!(!none.to_json().contains("goals") && !none.to_json().contains("free"));
}

#[test]
fn problems_of_goals_have_places_and_cures() {
    let wrong = [
        (
            r#"{ "measure": "queueDelay.mean", "atMost": 1 }"#,
            "goals[0].measure 'queueDelay.mean' is no measure of a lane; did you mean 'queueDelayMs.mean'?",
        ),
        (r#"{ "measure": "mos", "atLeast": 4 }"#, "goals[0].measure 'mos' is no measure of a lane"),
        (
            r#"{ "measure": "jain" }"#,
            "goals[0] has no comparison; expected exactly one of 'atMost'",
        ),
        (r#"{ "measure": "jain", "atMost": 1, "atLeast": 0 }"#, "goals[0] has several comparison"),
        (
            r#"{ "measure": "jain", "atLeast": 1, "group": 0, "hop": 1 }"#,
            "goals[0] has 'group' and 'hop'",
        ),
        (
            r#"{ "measure": "mos", "group": 2, "atLeast": 4 }"#,
            "goals[0].group is 2; expected 0 to 1.",
        ),
        (
            r#"{ "measure": "utilization", "hop": 2, "atLeast": 1 }"#,
            "goals[0].hop is 2; expected 1 to 1.",
        ),
        (
            r#"{ "measure": "jain", "lane": 2, "atLeast": 1 }"#,
            "goals[0].lane is 2; expected 0 to 1.",
        ),
        (
            r#"{ "measure": "jain", "moreThanLane": 0 }"#,
            "goals[0].moreThanLane is the lane that is measured",
        ),
        (
            r#"{ "measure": "jain", "atLeast": 1, "toS": 30 }"#,
            "goals[0] measures from 4 to 30 s; expected a span within the run of 20 s.",
        ),
        (
            r#"{ "measure": "jain", "atLeast": 1, "fromS": 4.5 }"#,
            "goals[0] measures from 4.5 to 20 s; expected multiples of 1 s",
        ),
        (
            r#"{ "measure": "utilization", "atLeast": 2 }"#,
            "goals[0].atLeast is 2; utilization is at most 1, so nobody can reach the goal.",
        ),
        (
            r#"{ "measure": "queueDelayMs.mean", "atMost": -1 }"#,
            "goals[0].atMost is -1; queueDelayMs.mean is at least 0, so nobody can reach the goal.",
        ),
        (
            r#"{ "measure": "mos", "group": 1, "atMost": 4.6 }"#,
            "goals[0].atMost is 4.6; mos is at most 4.5, so the goal always holds.",
        ),
        (
            r#"{ "measure": "queueDelayMs.p95", "atLeast": 0 }"#,
            "goals[0].atLeast is 0; queueDelayMs.p95 is at least 0, so the goal always holds.",
        ),
        (
            r#"{ "measure": "jain", "atLeast": 1, "from": 4 }"#,
            "goals[0].from is unknown; did you mean 'fromS'?",
        ),
    ];
    for (goal, expected) in wrong {
        let found = problem(goal, "");
        assert!(found.starts_with(expected), "{goal}: {found}");
    }
}

#[test]
fn problems_of_free_values_have_places_and_cures() {
    let wrong = [
        (r#"{ "set": "queues.0.targetMs" }"#, "free[0] has no range or list"),
        (
            r#"{ "set": "queues.0.targetMs", "min": 9, "max": 3 }"#,
            "free[0] has a 'min' above its 'max'.",
        ),
        (
            r#"{ "set": "queues.0.targetMs", "min": 9, "max": 30 }"#,
            "free[0] queues.0.targetMs is 5; the challenge allows 9 to 30.",
        ),
        (
            r#"{ "set": "queues.0.alpha", "min": 0, "max": 3 }"#,
            "free[0].set is 'queues.0.alpha', which the scenario does not have.",
        ),
        (
            r#"{ "set": "queues.4.kind", "values": ["pie"] }"#,
            "free[0].set is 'queues.4.kind', which the scenario does not have.",
        ),
        (
            r#"{ "set": "durationS", "min": 1, "max": 30 }"#,
            "free[0].set is 'durationS'; expected a path below link, queues or traffic.",
        ),
        (
            r#"{ "set": "link.buffer", "min": 1, "max": 30 }"#,
            "free[0].set is 'link.buffer', which is an object; a range needs a number.",
        ),
        (
            r#"{ "set": "queues.0.kind", "values": ["codel", "codle"] }"#,
            "free[0].values[1] is not accepted: queues[0].kind is 'codle'",
        ),
        (
            r#"{ "set": "queues.0.kind", "values": ["pie"] }"#,
            "free[0] queues.0.kind is \"codel\"; the challenge allows pie.",
        ),
        (
            r#"{ "set": "traffic.0.flows", "values": [2, -1] }"#,
            "free[0].values[1] is not accepted: traffic[0].flows is -1",
        ),
    ];
    for (free, expected) in wrong {
        let found = problem(GOAL, free);
        assert!(found.starts_with(expected), "{free}: {found}");
    }
    let twice = r#"{ "set": "link.rttMs", "min": 1, "max": 30 }"#;
    assert!(problem(GOAL, &format!("{twice}, {twice}")).contains("again"));
}

fn handed(from: &str, to: &str) -> Scenario {
    let body = format!("{{ \"version\": 1, {BODY} }}");
    assert!(body.contains(from), "{from}");
    read_scenario(&body.replace(from, to)).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn free_challenge() -> Scenario {
    read(
        GOAL,
        r#"{ "set": "queues.0.kind", "values": ["codel", "pie"] }, { "set": "queues.0.targetMs", "min": 1, "max": 15 },
           { "set": "link.buffer.packets", "min": 10, "max": 100 }"#,
    )
}

#[test]
fn free_values_are_taken_over() {
    let challenge = free_challenge();
    let taken = |from: &str, to: &str| {
        let hand_in = HandIn::new(&challenge, &handed(from, to)).expect("the values fit");
        assert_eq!(hand_in.changed, Vec::<String>::new(), "{to}");
        hand_in.scenario
    };
    let pie = taken(r#""kind": "codel""#, r#""kind": "pie", "targetMs": 7"#);
    let queue = pie.queues[0].queue;
    assert_eq!(
        queue,
        handed(r#""kind": "codel""#, r#""kind": "pie", "targetMs": 7"#).queues[0].queue
    );
    assert_eq!(
        (pie.goals.len(), pie.free.len()),
        (1, 3),
        "it is graded by the goals of the challenge"
    );
    assert!(taken("60", "99").to_json().contains(r#""packets":99"#));
    // Texts and the seed do not count.
    taken(r#""durationS""#, r#""title": "Mine", "seed": 7, "durationS""#);
}

#[test]
fn locked_changes_are_named_and_not_computed() {
    let challenge = free_challenge();
    let locked = [
        (r#""rateMbps": 5"#, r#""rateMbps": 9"#, "link.rateMbps is 9; the challenge has 5."),
        ("60", "400", "link.buffer.packets is 400; the challenge allows 10 to 100."),
        (r#"{ "packets": 60 }"#, r#"{ "ms": 60 }"#, "link.buffer is {\"ms\":60"),
        (
            r#""kind": "codel""#,
            r#""kind": "duk""#,
            "queues[0].kind is duk; the challenge allows codel or pie.",
        ),
        (
            r#""kind": "codel""#,
            r#""kind": "codel", "ecn": true"#,
            "queues[0].ecn is true; the challenge has false.",
        ),
        (
            r#""kind": "codel""#,
            r#""kind": "pie", "targetMs": 90"#,
            "queues[0].targetMs is 90; the challenge allows 1 to 15.",
        ),
        (r#", { "kind": "droptail" }"#, "", "queues has 1 entry; the challenge has 2."),
        (r#""flows": 2"#, r#""flows": 1"#, "traffic[0].flows is 1; the challenge has 2."),
        (r#""durationS": 20"#, r#""durationS": 30"#, "durationS is 30; the challenge has 20."),
        (
            r#""durationS""#,
            r#""changes": [{ "atS": 5, "set": "queues.0.targetMs", "to": 9 }], "durationS""#,
            "changes has 1 entry; the challenge has 0.",
        ),
    ];
    for (from, to, expected) in locked {
        let hand_in = HandIn::new(&challenge, &handed(from, to)).expect("the values fit");
        assert_eq!(hand_in.changed.len(), 1, "{:?}", hand_in.changed);
        assert!(hand_in.changed[0].starts_with(expected), "{:?}", hand_in.changed);
        assert_eq!(hand_in.scenario.link.rate_mbps, 5.0);
    }
    let many = handed(r#""kind": "bulk", "flows": 2, "name": "Downloads""#, r#""kind": "video""#);
    assert!(HandIn::new(&challenge, &many).unwrap().changed.len() <= 11);
}

#[test]
fn values_that_do_not_fit_together_are_refused() {
    let red =
        |min: u64, max: u64| format!(r#""kind": "red", "minPackets": {min}, "maxPackets": {max}"#);
    let goals = format!(
        "\"goals\": [{GOAL}], \"free\": [{{ \"set\": \"queues.0.minPackets\", \"min\": 2, \"max\": 50 }}], "
    );
    let body =
        format!("{{ \"version\": 1, {goals} {BODY} }}").replace(r#""kind": "codel""#, &red(10, 20));
    let challenge = read_scenario(&body).unwrap_or_else(|problems| panic!("{problems:#?}"));
    // The upper threshold was changed without permission, so the lower one is above that of the challenge.
    let found = HandIn::new(&challenge, &handed(r#""kind": "codel""#, &red(40, 50))).unwrap_err();
    assert!(found[0].path.starts_with("queues[0]"), "{found:?}");
}

/// A challenge whose lane the user manages, with a change of its own.
fn live_challenge(free: &str) -> String {
    format!(
        r#"{{ "version": 1, {}, "changes": [{{ "atS": 3, "set": "traffic.0.flows", "to": 1 }}],
            "goals": [{GOAL}], "free": [{free}] }}"#,
        BODY.replacen("codel", "manual", 1)
    )
}

#[test]
fn live_values_are_taken_at_any_time() {
    let free = r#"{ "set": "queues.0.dropNext", "min": 1, "max": 5, "live": true }"#;
    let challenge = read_scenario(&live_challenge(free)).expect("it is valid");
    let with = |changes: &str| {
        let other = r#""changes": [{ "atS": 3, "set": "traffic.0.flows", "to": 1 }"#;
        let text = live_challenge(free).replace(other, &format!("{other}, {changes}"));
        HandIn::new(&challenge, &read_scenario(&text).expect("it is valid")).expect("it fits")
    };
    let drops = r#"{ "atS": 2, "set": "queues.0.dropNext", "to": 1 }, { "atS": 9, "set": "queues.0.dropNext", "to": 5 }"#;
    let played = with(drops);
    assert_eq!(played.changed, Vec::<String>::new());
    let times: Vec<f64> = played.scenario.changes.iter().map(|change| change.at_s).collect();
    assert_eq!(times, [2.0, 3.0, 9.0]);
    // A muted change has no effect.
    let muted = with(r#"{ "atS": 9, "set": "queues.0.dropNext", "to": 3, "muted": true }"#);
    assert_eq!(muted.changed, Vec::<String>::new());
    assert_eq!(muted.scenario.changes, challenge.changes);
    // A change is refused if its value is outside the range, or if its path is not free.
    let greedy = with(r#"{ "atS": 9, "set": "queues.0.dropNext", "to": 6 }"#);
    assert_eq!(greedy.changed, ["queues[0].dropNext is 6; the challenge allows 1 to 5."]);
    assert_eq!(greedy.scenario.changes, challenge.changes);
    let flows = with(r#"{ "atS": 9, "set": "traffic.0.flows", "to": 2 }"#);
    assert_eq!(flows.changed, ["changes has 2 entries; the challenge has 1."]);
    // Without `live` a timed change is not allowed, and a path without a value cannot be free.
    let missing = r#"{ "set": "queues.0.dropNext", "min": 1, "max": 5 }"#;
    let problems = read_scenario(&live_challenge(missing)).expect_err("it has a problem");
    assert!(problems[0].to_string().contains("which the scenario does not have"), "{problems:?}");
    let large = r#"{ "set": "queues.0.dropNext", "min": 1, "max": 5000, "live": true }"#;
    let problems = read_scenario(&live_challenge(large)).expect_err("it has a problem");
    assert_eq!(
        problems[0].to_string(),
        "free[0] cannot be set during the run: to is 5000; expected 1 to 1000 packets."
    );
}

#[test]
fn goals_are_measured_as_the_run_reports_them() {
    let goals = [
        r#"{ "measure": "queueDelayMs.mean", "atMost": 20 }"#,
        r#"{ "measure": "queueDelayMs.mean", "lessThanLane": 1 }"#,
        r#"{ "measure": "queueDelayMs.mean", "moreThanLane": 1 }"#,
        r#"{ "measure": "goodputMbps", "group": 0, "atLeast": 4, "fromS": 10, "toS": 15 }"#,
        r#"{ "measure": "utilization", "hop": 1, "lane": 1, "atLeast": 0.9 }"#,
        r#"{ "measure": "mos", "group": 1, "atLeast": 4.5 }"#,
    ];
    let scenario = read(&goals.join(", "), "");
    let trial = Trial::complete(scenario.clone());
    let outcomes = trial.outcomes();
    let holds: Vec<bool> = outcomes.iter().map(|outcome| outcome.holds).collect();
    assert_eq!(holds, [true, true, false, true, true, false]);
    let mut run = aqm_experiment::Experiment::new(scenario);
    run.advance(run.end());
    let report = |lane: usize| run.lanes()[lane].summary().delay.expect("packets were sent").mean;
    assert_eq!(outcomes[1].value, Some(report(0)));
    assert_eq!(outcomes[1].other, Some(report(1)));
    let digests = aqm_report::golden::Golden::of(run.scenario()).digests;
    assert_eq!(trial.digests(), digests);
}

#[test]
fn goals_wait_for_their_time_and_follow_the_run() {
    let goal = r#"{ "measure": "utilization", "fromS": 10, "toS": 15, "atLeast": 0.9 }"#;
    let mut trial = Trial::new(read(goal, ""));
    let mut states = Vec::new();
    for until in [8.0, 12.0, 15.0] {
        while !trial.advance(Time::from_seconds(until), 1000) {}
        let answer = trial.answer();
        let goal = &answer.goals[0];
        states.push((answer.now_s, goal.state, goal.is_final));
        assert_eq!(goal.value == "–", until < 10.0, "{goal:?}");
    }
    assert_eq!(states, [(8.0, "waiting", false), (12.0, "holds", false), (15.0, "holds", true)]);
    assert_eq!(trial.answer().goals[0].must, "at least 90.00 %");
    assert_eq!(trial.answer().goals[0].what, "utilization in lane 1");
    assert_eq!(trial.lanes(), [0], "only lanes with goals run");
}
