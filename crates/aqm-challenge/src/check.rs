//! Checks the goals and free values of a scenario.

use super::kinds::{lane_of, lane_of_kind};
use super::trial::{quantity, span};
use aqm_json::{Value, shown};
use aqm_report::measures::Quantity;
use aqm_scenario::Limits;
use aqm_scenario::model::{Free, Goal, Scenario, TimedChange};
use aqm_scenario::paths::{self, at};
use aqm_scenario::problem::{Problem, Reader};
use aqm_scenario::resolve_change;
use aqm_scenario::schema::Detail;

/// Parts of a scenario in which values can be free.
const PARTS: [&str; 3] = ["link", "queues", "traffic"];

/// Returns the scenario.
///
/// # Errors
/// Returns the problems of goals that cannot be measured in it, and of free values that it does not have.
pub fn checked(scenario: Scenario) -> Result<Scenario, Vec<Problem>> {
    let mut reader = Reader::new("");
    check(&scenario, &mut reader);
    reader.finish(Some(scenario))
}

fn check(scenario: &Scenario, reader: &mut Reader) {
    reader.member("goals", |reader| {
        for (index, goal) in scenario.goals.iter().enumerate() {
            reader.item(index, |reader| check_goal(goal, scenario, reader));
        }
    });
    if scenario.free.is_empty() {
        return;
    }
    let bare = Scenario { goals: Vec::new(), free: Vec::new(), ..scenario.clone() };
    let (full, short) = (bare.to_value(Detail::Full), bare.to_value(Detail::Short));
    reader.member("free", |reader| {
        for (index, free) in scenario.free.iter().enumerate() {
            reader.item(index, |reader| {
                if scenario.free[..index].iter().any(|other| other.set == free.set) {
                    reader.problem_in(
                        "set",
                        ["is '", &free.set, "' again; expected each path once."].concat(),
                    );
                } else {
                    check_free(free, scenario, &full, &short, reader);
                }
            });
        }
    });
}

fn check_goal(goal: &Goal, scenario: &Scenario, reader: &mut Reader) {
    let before = reader.count();
    let lanes = scenario.queues.len() as u64;
    let others = [("lessThanLane", goal.less_than_lane), ("moreThanLane", goal.more_than_lane)];
    for (name, lane) in others.into_iter().chain([("lane", Some(goal.lane))]) {
        let Some(lane) = lane else { continue };
        if lane >= lanes {
            below(name, lane, lanes, reader);
        } else if name != "lane" && lane == goal.lane {
            reader.problem_in(name, "is the lane that is measured; expected another one.");
        }
    }
    if let Some(group) = goal.group
        && group >= scenario.traffic.len() as u64
    {
        below("group", group, scenario.traffic.len() as u64, reader);
    }
    if let Some(hop) = goal.hop
        && hop > scenario.link.hop_count()
    {
        let [hop, most] = [hop, scenario.link.hop_count()].map(|count| shown(count as f64));
        reader.problem_in("hop", ["is ", &hop, "; expected 1 to ", &most, "."].concat());
    }
    if reader.count() > before {
        return;
    }
    match quantity(goal, scenario) {
        Err(message) => reader.problem_in("measure", ["'", &goal.measure, "' ", &message].concat()),
        Ok(quantity) => {
            check_threshold(goal, &quantity, reader);
            let (from_s, to_s) = span(goal, scenario);
            if let Err(message) = quantity.check_span(from_s, to_s, scenario) {
                reader.problem(message);
            }
        }
    }
}

/// Reports a threshold that no run reaches, and one that every run reaches.
fn check_threshold(goal: &Goal, quantity: &Quantity, reader: &mut Reader) {
    let (low, high) = quantity.bounds();
    let found = match (goal.at_most, goal.at_least) {
        (_, Some(least)) if least > high => Some(("atLeast", least, "at most", high, false)),
        (_, Some(least)) if least <= low => Some(("atLeast", least, "at least", low, true)),
        (Some(most), _) if most < low => Some(("atMost", most, "at least", low, false)),
        (Some(most), _) if most >= high => Some(("atMost", most, "at most", high, true)),
        _ => None,
    };
    if let Some((member, threshold, is, bound, always)) = found {
        let [threshold, bound] = [threshold, bound].map(shown);
        let so = if always { "so the goal always holds" } else { "so nobody can reach the goal" };
        let measure = &goal.measure;
        let message = ["is ", &threshold, "; ", measure, " is ", is, " ", &bound, ", ", so, "."];
        reader.problem_in(member, message.concat());
    }
}

fn below(name: &str, got: u64, count: u64, reader: &mut Reader) {
    let got = shown(got as f64);
    let expected = match count {
        0 => "; the scenario has none.".to_owned(),
        count => ["; expected 0 to ", &shown(count as f64 - 1.0), "."].concat(),
    };
    reader.problem_in(name, ["is ", &got, &expected].concat());
}

fn check_free(free: &Free, scenario: &Scenario, full: &Value, short: &Value, reader: &mut Reader) {
    let root = free.set.split('.').next().unwrap_or_default();
    if !PARTS.contains(&root) {
        let message = ["is '", &free.set, "'; expected a path below link, queues or traffic."];
        return reader.problem_in("set", message.concat());
    }
    if free.live && !check_live(free, scenario, reader) {
        return;
    }
    let Some(value) = at(full, &free.set) else {
        if free.live {
            return;
        }
        if !is_of_other_kind(&free.set, &scenario.free) {
            let message = ["is '", &free.set, "', which the scenario does not have."];
            reader.problem_in("set", message.concat());
        }
        return;
    };
    if let Some(values) = &free.values {
        reader.member("values", |reader| {
            for (index, value) in values.iter().enumerate() {
                let set = [(free.set.clone(), value.clone())];
                // The parameters of one kind of queue do not fit another.
                let set = match lane_of_kind(&free.set).zip(lane_of(value)) {
                    Some((lane, queue)) => [(lane.to_owned(), queue)],
                    None => set,
                };
                if let Err(found) = paths::with(short, set.iter(), &Limits::FORMAT)
                    && let Some(first) = found.first()
                {
                    reader.item(index, |reader| {
                        reader.problem(["is not accepted: ", &first.to_string()].concat());
                    });
                }
            }
        });
    } else if !matches!(value, Value::Number(_)) {
        let message =
            ["is '", &free.set, "', which is ", value.kind(), "; a range needs a number."];
        return reader.problem_in("set", message.concat());
    }
    if !free.accepts(value) {
        let [set, value, accepted] = [&free.set, &value.to_compact(), &free.accepted()];
        reader.problem([set, " is ", value, "; the challenge allows ", accepted, "."].concat());
    }
}

/// Returns whether changes during the run can set all accepted values. Otherwise it reports the first problem.
fn check_live(free: &Free, scenario: &Scenario, reader: &mut Reader) -> bool {
    let range = [free.min, free.max].into_iter().flatten().map(Value::Number);
    let values: Vec<Value> = free.values.iter().flatten().cloned().chain(range).collect();
    for to in values {
        let at_s = scenario.duration_s;
        let change = TimedChange { at_s, set: free.set.clone(), to, lane: None, muted: false };
        if let Err(problems) = resolve_change(scenario, &change)
            && let Some(first) = problems.first()
        {
            reader.problem(["cannot be set during the run: ", &first.to_string()].concat());
            return false;
        }
    }
    true
}

/// Returns whether a path is a parameter of another kind of queue that a lane may have.
fn is_of_other_kind(path: &str, free: &[Free]) -> bool {
    free.iter().any(|other| {
        let Some(lane) = lane_of_kind(&other.set) else { return false };
        let Some(name) = path.strip_prefix(lane).and_then(|rest| rest.strip_prefix('.')) else {
            return false;
        };
        if name == "kind" {
            return false;
        }
        let mut kinds = other.values.iter().flatten().filter_map(lane_of);
        kinds.any(|queue| at(&queue, name).is_some())
    })
}
