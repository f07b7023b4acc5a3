//! Paths of values in the JSON of a scenario, such as `queues.0.targetMs`.

use crate::limits::Limits;
use crate::model::Scenario;
use crate::problem::Problem;
use aqm_json::Value;

/// Returns the scenario `base` with other values at these paths, such as `link.rateMbps`.
///
/// # Errors
/// Returns the problems of the scenario with these values, or of a path that does not exist.
pub fn with<'a>(
    base: &Value,
    set: impl Iterator<Item = &'a (String, Value)>,
    limits: &'static Limits,
) -> Result<Scenario, Vec<Problem>> {
    let mut value = base.clone();
    let mut set: Vec<(Vec<&str>, &Value)> =
        set.map(|(path, to)| (path.split('.').collect(), to)).collect();
    // Set a field after the field that contains it, which would overwrite it.
    set.sort_by_key(|(steps, _)| steps.len());
    for (steps, to) in set {
        put(&mut value, &steps, to.clone(), "").map_err(|problem| vec![problem])?;
    }
    Scenario::from_value_within(&value, limits)
}

/// Sets the field at `steps` below `value`, whose path is `here`. Missing members are added; the reader
/// refuses them if they are unknown.
fn put(value: &mut Value, steps: &[&str], to: Value, here: &str) -> Result<(), Problem> {
    let Some((&step, rest)) = steps.split_first() else {
        *value = to;
        return Ok(());
    };
    let problem = |message| Err(Problem { path: here.to_owned(), message });
    match value {
        Value::Array(items) => {
            let count = items.len();
            match read_index(step).and_then(|index| items.get_mut(usize::try_from(index).ok()?)) {
                Some(item) => put(item, rest, to, &format!("{here}[{step}]")),
                None if count == 0 => problem(format!("has no item {step}: it is empty.")),
                None => {
                    let last = count - 1;
                    problem(format!("has no item {step}; expected 0 to {last}."))
                }
            }
        }
        Value::Object(members) => {
            let known = members.iter().position(|(name, _)| name == step);
            let index = known.unwrap_or_else(|| {
                members.push((step.to_owned(), Value::Object(Vec::new())));
                members.len() - 1
            });
            let dot = if here.is_empty() { "" } else { "." };
            put(&mut members[index].1, rest, to, &format!("{here}{dot}{step}"))
        }
        other => problem(format!("is {}; it has no member '{step}'.", other.kind())),
    }
}

/// Returns the value at a path; `None` if there is none.
pub fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |value, step| match value {
        Value::Array(items) => items.get(usize::try_from(read_index(step)?).ok()?),
        other => other.get(step),
    })
}

/// Returns the value at a path, to change it; `None` if there is none.
pub fn at_mut<'a>(value: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    path.split('.').try_fold(value, |value, step| match value {
        Value::Array(items) => items.get_mut(usize::try_from(read_index(step)?).ok()?),
        Value::Object(members) => {
            members.iter_mut().find(|(name, _)| name == step).map(|(_, value)| value)
        }
        _ => None,
    })
}

/// Returns a path as problems show it: `queues[0].targetMs`.
pub fn shown_path(path: &str) -> String {
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

/// Splits a path into its steps.
pub fn split(path: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    let mut rest = path;
    // A list of one character: the standard search for a single character adds code for long texts.
    while let Some((step, more)) = rest.split_once(['.']) {
        steps.push(step);
        rest = more;
    }
    steps.push(rest);
    steps
}

/// Reads an index without sign or leading zeros.
pub fn read_index(step: &str) -> Option<u64> {
    let mut index: u64 = 0;
    for byte in step.bytes() {
        let digit = u64::from(byte.wrapping_sub(b'0'));
        if digit > 9 {
            return None;
        }
        index = index.checked_mul(10)?.checked_add(digit)?;
    }
    (step == "0" || !step.is_empty() && !step.starts_with('0')).then_some(index)
}
