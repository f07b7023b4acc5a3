//! Paths of values in the JSON of a scenario, such as `queues.0.targetMs`.

use crate::json::Value;
use crate::model::{Free, Lane};
use crate::problem::Reader;
use crate::schema::{Detail, Json as _};
use crate::settings::read_index;

/// Returns the value at a path; `None` if there is none.
pub(super) fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(usize::try_from(read_index(step)?).ok()?),
        other => other.get(step),
    })
}

/// Returns the value at a path, to change it; `None` if there is none.
pub(super) fn at_mut<'a>(value: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    path.split('.').try_fold(value, |value, step| match value {
        Value::Array(items) => items.get_mut(usize::try_from(read_index(step)?).ok()?),
        Value::Object(members) => {
            members.iter_mut().find(|(name, _)| name == step).map(|(_, value)| value)
        }
        _ => None,
    })
}

/// Returns the path of a lane if `path` is that of its kind: `queues.0` of `queues.0.kind`.
pub(super) fn lane_of_kind(path: &str) -> Option<&str> {
    let lane = path.strip_suffix(".kind")?;
    lane.strip_prefix("queues.").and_then(read_index).map(|_| lane)
}

/// Returns a lane of a kind with default parameters, all of them written; `None` for an unknown kind.
pub(super) fn lane_of(kind: &Value) -> Option<Value> {
    let value = Value::object([("kind", kind.clone())]);
    let lane = Lane::read(&value, &mut Reader::new(""))?;
    Some(lane.write(Detail::Full))
}

/// Returns a path as problems show it: `queues[0].targetMs`.
pub(super) fn shown_path(path: &str) -> String {
    let mut text = String::new();
    for step in path.split('.') {
        match read_index(step) {
            Some(_) => text.extend(["[", step, "]"]),
            None if text.is_empty() => text.push_str(step),
            None => text.extend([".", step]),
        }
    }
    text
}

impl Free {
    /// Returns whether a value is accepted.
    pub fn accepts(&self, value: &Value) -> bool {
        match (&self.values, value) {
            (Some(values), value) => values.contains(value),
            (None, Value::Number(number)) => {
                self.min.is_none_or(|min| *number >= min)
                    && self.max.is_none_or(|max| *number <= max)
            }
            _ => false,
        }
    }

    /// Returns the accepted values in words: "5 to 60", "codel or pie".
    pub fn accepted(&self) -> String {
        let word = |value: &Value| match value {
            Value::String(word) => word.clone(),
            other => other.to_compact(),
        };
        match (&self.values, self.min, self.max) {
            (Some(values), ..) => {
                let words: Vec<String> = values.iter().map(word).collect();
                match words.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, others)) => [&others.join(", "), " or ", last].concat(),
                    None => String::new(),
                }
            }
            (None, Some(min), Some(max)) => {
                let [min, max] = [min, max].map(crate::json::shown);
                [&min, " to ", &max].concat()
            }
            _ => String::new(),
        }
    }
}
