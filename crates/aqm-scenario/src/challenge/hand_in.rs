//! Compares a scenario that was handed in with its challenge.

use super::paths::{at, at_mut, lane_of, lane_of_kind, shown_path};
use crate::json::Value;
use crate::model::{Free, Scenario, TimedChange, add_in_order};
use crate::problem::Problem;
use crate::schema::{Detail, shortened};

/// Members that do not affect a run, or that are the grader's.
const IGNORED: [&str; 7] = ["version", "title", "about", "source", "seed", "goals", "free"];
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
}

impl HandIn {
    /// Takes the free values of `handed`, and lists all other differences from the challenge.
    ///
    /// # Errors
    /// Returns the problems of these values in the challenge.
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
            let Some(own) = at_mut(&mut base, &free.set) else { continue };
            if free.accepts(&value) {
                *own = value;
            } else if value != *own {
                found.push(refused(free, &value));
                let own = own.clone();
                if let Some(slot) = at_mut(&mut other, &free.set) {
                    *slot = own;
                }
            }
        }
        compare(&base, &other, "", &mut found);
        if found.len() > MOST {
            let more = found.len() - MOST;
            found.truncate(MOST);
            found.push(format!("{more} more values differ."));
        }
        if let Value::Object(members) = &mut base {
            members.insert(0, ("version".to_owned(), Value::count(1)));
        }
        let read = Scenario::from_value(&base)?;
        let mut changes = read.changes.clone();
        for change in moves {
            add_in_order(&mut changes, change, TimedChange::time);
        }
        let scenario = Scenario {
            changes,
            title: challenge.title.clone(),
            seed: challenge.seed,
            goals: challenge.goals.clone(),
            free: challenge.free.clone(),
            ..read
        };
        Ok(HandIn { scenario, changed: found })
    }
}

/// Divides the changes of a hand-in into those that the challenge allows at any time, and the rest. A change of such a path with a
/// value that is not accepted is listed in `found`, and left out.
fn moves(
    challenge: &Scenario,
    handed: &Scenario,
    found: &mut Vec<String>,
) -> (Vec<TimedChange>, Vec<TimedChange>) {
    let (mut moves, mut rest) = (Vec::new(), Vec::new());
    // Those of the challenge may set the same path.
    let mut own: Vec<&TimedChange> = challenge.changes.iter().collect();
    for change in &handed.changes {
        if let Some(index) = own.iter().position(|one| *one == change) {
            own.remove(index);
            rest.push(change.clone());
            continue;
        }
        let mut free = challenge.free.iter();
        match free.find(|free| free.live && free.set == change.set && !change.muted) {
            Some(free) if free.accepts(&change.to) => moves.push(change.clone()),
            Some(free) => found.push(refused(free, &change.to)),
            None => rest.push(change.clone()),
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
    let (Some(kind), Some(own)) = (at(other, &free.set).cloned(), at_mut(base, path)) else {
        return;
    };
    if own.get("kind") == Some(&kind) {
        return;
    }
    let queue = lane_of(&kind).filter(|_| free.accepts(&kind));
    let Some(mut queue) = queue else {
        found.push(refused(free, &kind));
        let own = own.clone();
        if let Some(slot) = at_mut(other, path) {
            *slot = own;
        }
        return;
    };
    // What the lane sets for its senders is no parameter of the queue.
    for name in ["cc", "ccGroup"] {
        if let (Some(slot), Some(value)) = (at_mut(&mut queue, name), own.get(name)) {
            *slot = value.clone();
        }
    }
    *own = queue;
}

fn refused(free: &Free, value: &Value) -> String {
    let path = shown_path(&free.set);
    format!("{path} is {}; the challenge allows {}.", word(value), free.accepted())
}

fn word(value: &Value) -> String {
    match value {
        Value::String(word) => shortened(word),
        other => shortened(&other.to_compact()),
    }
}

/// Lists the differences of two values, one for each number, word or list of another length.
fn compare(base: &Value, other: &Value, path: &str, found: &mut Vec<String>) {
    if base == other {
        return;
    }
    match (base, other) {
        (Value::Object(own), Value::Object(others)) => {
            let names = |members: &[(String, Value)]| -> Vec<String> {
                members.iter().map(|(name, _)| name.clone()).collect()
            };
            if names(own) == names(others) {
                for ((name, own), (_, other)) in own.iter().zip(others) {
                    let dot = if path.is_empty() { "" } else { "." };
                    compare(own, other, &[path, dot, name].concat(), found);
                }
                return;
            }
        }
        (Value::Array(own), Value::Array(others)) => {
            if own.len() == others.len() {
                for (index, (own, other)) in own.iter().zip(others).enumerate() {
                    compare(own, other, &format!("{path}[{index}]"), found);
                }
                return;
            }
            let [count, expected] = [others.len(), own.len()];
            let entry = if count == 1 { "entry" } else { "entries" };
            found.push(format!("{path} has {count} {entry}; the challenge has {expected}."));
            return;
        }
        _ => {}
    }
    found.push(format!("{path} is {}; the challenge has {}.", word(other), word(base)));
}
