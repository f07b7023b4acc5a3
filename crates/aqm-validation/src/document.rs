//! JSON documents of results: read, written and queried.

use crate::Error;
use aqm_json::Value;
use aqm_papers::Goal;
use std::fs;
use std::path::Path;

/// Version of the files of results.
pub(crate) const VERSION: u64 = 1;

/// A JSON value with checked access to its members.
#[derive(Clone, PartialEq, Debug)]
pub struct Node(pub Value);

impl Node {
    /// Returns a member.
    pub fn at(&self, name: &str) -> Result<&Value, Error> {
        at(&self.0, name)
    }

    /// Returns the goals.
    pub fn goals(&self) -> Result<Vec<Goal>, Error> {
        list(&self.0, "goals")?.iter().map(goal).collect()
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        self.0.to_pretty()
    }
}

/// Reads a file of results.
pub fn read(path: &Path) -> Result<Node, Error> {
    let text = fs::read_to_string(path).map_err(|error| Error::at(path, error))?;
    let value = aqm_json::parse(&text)
        .map_err(|error| Error::at(path, format!("line {}: {}", error.line, error.message)))?;
    Ok(Node(value))
}

pub(crate) fn at<'a>(value: &'a Value, name: &str) -> Result<&'a Value, Error> {
    value.get(name).ok_or_else(|| Error::new(format!("{name} is missing")))
}

pub(crate) fn list<'a>(value: &'a Value, name: &str) -> Result<&'a [Value], Error> {
    match at(value, name)? {
        Value::Array(items) => Ok(items),
        other => Err(wrong(name, "a list", other)),
    }
}

pub(crate) fn members<'a>(value: &'a Value, name: &str) -> Result<&'a [(String, Value)], Error> {
    match at(value, name)? {
        Value::Object(members) => Ok(members),
        other => Err(wrong(name, "an object", other)),
    }
}

pub(crate) fn text<'a>(value: &'a Value, name: &str) -> Result<&'a str, Error> {
    match at(value, name)? {
        Value::String(text) => Ok(text),
        other => Err(wrong(name, "a string", other)),
    }
}

pub(crate) fn number(value: &Value, name: &str) -> Result<f64, Error> {
    match at(value, name)? {
        Value::Number(number) => Ok(*number),
        other => Err(wrong(name, "a number", other)),
    }
}

/// Returns a number that may be missing or null.
pub(crate) fn optional(value: &Value, name: &str) -> Option<f64> {
    match value.get(name) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    }
}

/// Returns a text that may be missing or null.
pub(crate) fn optional_text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    match value.get(name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

pub(crate) fn count(value: &Value, name: &str) -> Result<usize, Error> {
    Ok(number(value, name)? as usize)
}

fn wrong(name: &str, expected: &str, found: &Value) -> Error {
    Error::new(format!("{name} is {}; expected {expected}", found.kind()))
}

/// Rounds to six significant digits, as all numbers of results are kept.
pub(crate) fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Reads a goal.
pub(crate) fn goal(value: &Value) -> Result<Goal, Error> {
    Ok(Goal {
        name: text(value, "name")?.to_owned(),
        hits: count(value, "hits")?,
        of: count(value, "of")?,
        least: number(value, "least")?,
    })
}

fn goal_json(goal: &Goal) -> Value {
    Value::object([
        ("name", Value::string(goal.name.as_str())),
        ("hits", Value::count(goal.hits as u64)),
        ("of", Value::count(goal.of as u64)),
        ("least", Value::number(goal.least)),
        ("met", Value::Bool(goal.is_met())),
    ])
}

/// Returns a document: its version, goals, and `rest`.
pub(crate) fn document<const N: usize>(goals: &[Goal], rest: [(&str, Value); N]) -> Node {
    let mut members = vec![
        ("version".to_owned(), Value::count(VERSION)),
        ("goals".to_owned(), Value::Array(goals.iter().map(goal_json).collect())),
    ];
    members.extend(rest.map(|(name, value)| (name.to_owned(), value)));
    Node(Value::Object(members))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_six_digits() {
        assert_eq!(
            [1.234_567_89, 0.000_123_456_7, 99.999_96].map(rounded)[..2],
            [1.23457, 0.000_123_457]
        );
        assert_eq!(rounded(0.0), 0.0);
    }

    #[test]
    fn a_goal_survives_writing_and_reading() {
        let written = Goal::count("rows within", 0.9, [true, true, false]);
        assert!(!written.is_met());
        assert_eq!(goal(&goal_json(&written)), Ok(written.clone()));
        assert_eq!(written.wanted(), "90 %");
    }

    #[test]
    fn a_missing_member_has_a_message() {
        let node = document(&[], []);
        assert_eq!(node.at("rows").unwrap_err().to_string(), "rows is missing");
        let message = text(&node.0, "version").unwrap_err().to_string();
        assert_eq!(message, "version is a number; expected a string");
    }
}
