//! Compares a scenario that was handed in with its challenge.

use super::kinds::{lane_of, lane_of_kind};
use aqm_json::Value;
use aqm_scenario::model::{Free, Goal, Scenario, TimedChange, add_in_order};
use aqm_scenario::paths::{at, at_mut, shown_path};
use aqm_scenario::problem::{Problem, Reader};
use aqm_scenario::schema::{Detail, Json as _, shortened};

/// Members that do not affect a run, or that are the grader's.
const IGNORED: [&str; 8] =
    ["version", "title", "about", "source", "preset", "seed", "goals", "free"];
/// Most differences that are listed.
const MOST: usize = 10;

/// A scenario that was handed in for a challenge.
#[derive(Clone, PartialEq, Debug)]
pub struct HandIn {
    /// The challenge with the free values of the hand-in. It has the goals of the challenge, and its values for everything that is
    /// locked or out of range.
    pub scenario: Scenario,
    /// What the hand-in changed without permission, each as a sentence.
    pub changed: Vec<String>,
    /// The free values and the changes during the run as text: equal for equal hand-ins of a challenge.
    pub values: String,
}

impl HandIn {
    /// Takes the free values of `handed`, and lists all other differences from the challenge.
    ///
    /// # Errors
    /// Returns the problems of these values in the challenge, and of the changes during the run.
    pub fn new(challenge: &Scenario, handed: &Scenario) -> Result<HandIn, Vec<Problem>> {
        let mut found = Vec::new();
        let (moves, rest) = moves(challenge, handed, &mut found);
        let mut base = members(challenge);
        let mut other = members(&Scenario { changes: rest, ..handed.clone() });
        let (kinds, parameters): (Vec<&Free>, Vec<&Free>) =
            challenge.free.iter().partition(|free| lane_of_kind(&free.set).is_some());
        for free in kinds {
            take_kind(free, &mut base, &mut other, &mut found);
        }
        for free in parameters {
            let Some(value) = at(&other, &free.set).cloned() else { continue };
            let Some(ours) = at_mut(&mut base, &free.set) else { continue };
            if free.accepts(&value) {
                *ours = value;
            } else if value != *ours {
                found.push(refused(free, &value));
                let ours = ours.clone();
                if let Some(slot) = at_mut(&mut other, &free.set) {
                    *slot = ours;
                }
            }
        }
        compare(&base, &other, "", &mut found);
        let values = challenge.free.iter().map(|free| at(&base, &free.set).cloned());
        let values = values.map(|value| value.unwrap_or(Value::Null)).collect();
        let played = moves.iter().map(|change| change.write(Detail::Short)).collect();
        let values = Value::Array(vec![Value::Array(values), Value::Array(played)]).to_compact();
        if let Value::Object(members) = &mut base {
            members.insert(0, ("version".to_owned(), Value::count(1)));
        }
        let read = Scenario::from_value(&base)?;
        let mut changes = read.changes.clone();
        for change in moves {
            add_in_order(&mut changes, change, TimedChange::time);
        }
        let scenario =
            Scenario { changes, title: challenge.title.clone(), seed: challenge.seed, ..read };
        // The moves were possible in the scenario that was handed in. The challenge can have another kind of queue, or fewer lanes.
        Scenario::from_value(&scenario.to_value(Detail::Full))?;
        let (goals, free) = (challenge.goals.clone(), challenge.free.clone());
        let scenario = Scenario { goals, free, ..scenario };
        Ok(HandIn { scenario, changed: limited(found), values })
    }
}

/// Returns how the `goals` of a link differ from those of the challenge, each difference as a sentence. They do not count.
pub fn other_goals(challenge: &Scenario, goals: &Value) -> Vec<String> {
    let expected =
        Value::Array(challenge.goals.iter().map(|goal| goal.write(Detail::Full)).collect());
    let mut others = goals.clone();
    if let Value::Array(items) = &mut others {
        for item in items {
            // A goal that cannot be read is shown as it is.
            if let Some(goal) = Goal::read(item, &mut Reader::new("")) {
                *item = goal.write(Detail::Full);
            }
        }
    }
    let mut found = Vec::new();
    compare(&expected, &others, "goals", &mut found);
    limited(found)
}

/// Returns the first differences, and the number of the others.
fn limited(mut found: Vec<String>) -> Vec<String> {
    if found.len() > MOST {
        let more = found.len() - MOST;
        found.truncate(MOST);
        found.push(format!("{more} more values differ."));
    }
    found
}

/// Divides the changes of a hand-in into those that the challenge allows at any time, and the rest. A change of such a path with a
/// value that is not accepted, or for one lane only, is listed in `found`, and left out. Muted changes have no effect on the run.
fn moves(
    challenge: &Scenario,
    handed: &Scenario,
    found: &mut Vec<String>,
) -> (Vec<TimedChange>, Vec<TimedChange>) {
    let (mut moves, mut rest) = (Vec::new(), Vec::new());
    // Those of the challenge may set the same path.
    let mut scheduled: Vec<&TimedChange> = challenge.changes.iter().collect();
    for change in &handed.changes {
        if let Some(index) = scheduled.iter().position(|one| *one == change) {
            scheduled.remove(index);
            rest.push(change.clone());
            continue;
        }
        if change.muted {
            continue;
        }
        let mut free = challenge.free.iter();
        let free = free.find(|free| free.live && free.set == change.set);
        match (free, change.lane) {
            // It would make another lane worse, with which the measured lane is compared.
            (Some(free), Some(lane)) => found.push(format!(
                "{} is set in lane {} only; the challenge allows it in all lanes.",
                shown_path(&free.set),
                lane + 1
            )),
            (Some(free), None) if free.accepts(&change.to) => moves.push(change.clone()),
            (Some(free), None) => found.push(refused(free, &change.to)),
            (None, _) => rest.push(change.clone()),
        }
    }
    (moves, rest)
}

/// Returns all values that affect a run.
fn members(scenario: &Scenario) -> Value {
    let bare = Scenario { goals: Vec::new(), free: Vec::new(), ..scenario.clone() };
    let mut value = bare.to_value(Detail::Full);
    if let Value::Object(members) = &mut value {
        members.retain(|(name, _)| !IGNORED.contains(&name.as_str()));
    }
    value
}

/// Takes the kind of a queue: the queue then has its default parameters.
fn take_kind(free: &Free, base: &mut Value, other: &mut Value, found: &mut Vec<String>) {
    let Some(path) = lane_of_kind(&free.set) else { return };
    let (Some(kind), Some(lane)) = (at(other, &free.set).cloned(), at_mut(base, path)) else {
        return;
    };
    if lane.get("kind") == Some(&kind) {
        return;
    }
    let queue = lane_of(&kind).filter(|_| free.accepts(&kind));
    let Some(mut queue) = queue else {
        found.push(refused(free, &kind));
        let lane = lane.clone();
        if let Some(slot) = at_mut(other, path) {
            *slot = lane;
        }
        return;
    };
    // What the lane sets for its senders is no parameter of the queue.
    for name in ["cc", "ccGroup"] {
        if let (Some(slot), Some(value)) = (at_mut(&mut queue, name), lane.get(name)) {
            *slot = value.clone();
        }
    }
    *lane = queue;
}

fn refused(free: &Free, value: &Value) -> String {
    let path = shown_path(&free.set);
    format!("{path} is {}; the challenge allows {}.", word(value), free.accepted())
}

fn word(value: &Value) -> String {
    match value {
        Value::String(word) => shortened(word),
        Value::Null => "none".to_owned(),
        other => shortened(&other.to_compact()),
    }
}

/// Lists the differences of two values, one for each number, word or list of another length.
fn compare(base: &Value, other: &Value, path: &str, found: &mut Vec<String>) {
    if base == other {
        return;
    }
    match (base, other) {
        (Value::Object(base), Value::Object(others)) => {
            let names = |members: &[(String, Value)]| -> Vec<String> {
                members.iter().map(|(name, _)| name.clone()).collect()
            };
            if names(base) == names(others) {
                for ((name, base), (_, other)) in base.iter().zip(others) {
                    let dot = if path.is_empty() { "" } else { "." };
                    compare(base, other, &[path, dot, name].concat(), found);
                }
                return;
            }
        }
        (Value::Array(base), Value::Array(others)) => {
            if base.len() == others.len() {
                for (index, (base, other)) in base.iter().zip(others).enumerate() {
                    compare(base, other, &format!("{path}[{index}]"), found);
                }
                return;
            }
            let [count, expected] = [others.len(), base.len()];
            let entry = if count == 1 { "entry" } else { "entries" };
            found.push(format!("{path} has {count} {entry}; the challenge has {expected}."));
            return;
        }
        _ => {}
    }
    found.push(format!("{path} is {}; the challenge has {}.", word(other), word(base)));
}
