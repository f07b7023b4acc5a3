//! Makes many scenarios of one: every combination of values for some of its fields.

use crate::json::{self, Value};
use crate::model::Scenario;
use crate::problem::{Problem, Reader};
use crate::schema::Detail;
use crate::settings::read_index;
use std::fmt;

/// A field and its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Path of the field, as in a change's `set`: names and indices, joined by dots.
    pub path: String,
    /// The values.
    pub values: Vec<Value>,
}

/// A scenario with one value of each axis.
#[derive(Clone, Debug)]
pub struct Combination {
    /// Path and value, in the order of the axes.
    pub set: Vec<(String, Value)>,
    /// The scenario with these values.
    pub scenario: Scenario,
}

/// The values of a combination as text: `link.rateMbps=5 queues.0.kind=pie`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label(String);

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl Axis {
    /// Reads `PATH=VALUE,VALUE,...`. A value is JSON, or else a string. Commas in brackets, braces and quotes
    /// belong to a value.
    pub fn parse(text: &str) -> Result<Axis, String> {
        let Some((path, values)) = text.split_once('=') else {
            return Err("expected PATH=VALUE,VALUE,..., such as link.rateMbps=5,10".to_owned());
        };
        if path.split('.').any(str::is_empty) {
            return Err(format!(
                "'{path}' is not a path; expected names and numbers joined by dots, such as queues.0.targetMs"
            ));
        }
        let values = split(values);
        if values.iter().any(|value| value.trim().is_empty()) {
            return Err(format!("{path} has an empty value; expected values separated by commas"));
        }
        Ok(Axis { path: path.to_owned(), values: values.into_iter().map(value).collect() })
    }
}

/// Reads a value: JSON, or else a string.
fn value(text: &str) -> Value {
    json::parse(text).unwrap_or_else(|_| Value::string(text.trim()))
}

/// Splits a text at the commas outside brackets, braces and quotes.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0i32);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (index, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Returns the label of the combination with these values.
pub fn label(set: &[(String, Value)]) -> Label {
    let one = |(path, value): &(String, Value)| format!("{path}={}", plain(value));
    Label(set.iter().map(one).collect::<Vec<_>>().join(" "))
}

/// Returns a value as on a command line.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_compact(),
    }
}

/// Returns the number of combinations, at most `usize::MAX`.
pub fn count(axes: &[Axis]) -> usize {
    axes.iter().fold(1, |count: usize, axis| count.saturating_mul(axis.values.len()))
}

/// Returns the scenario with every combination of the axes' values; the last axis changes fastest. If any
/// combination has problems, returns these, each once with the first combination that has it, and at most
/// [`Reader::MAX_PROBLEMS`].
pub fn combinations(
    scenario: &Scenario,
    axes: &[Axis],
) -> Result<Vec<Combination>, Vec<(Label, Vec<Problem>)>> {
    let base = scenario.to_value(Detail::Short);
    let (mut combinations, mut problems) = (Vec::new(), Vec::<(Label, Vec<Problem>)>::new());
    // Each problem is compared with all others, so their number must be limited.
    let mut room = Reader::MAX_PROBLEMS;
    for number in 0..count(axes) {
        if room == 0 {
            break;
        }
        let set = values_of(axes, number);
        match with(&base, &set) {
            Ok(scenario) => combinations.push(Combination { set, scenario }),
            Err(found) => {
                let known =
                    |problem: &Problem| problems.iter().any(|(_, others)| others.contains(problem));
                let new = found.into_iter().filter(|problem| !known(problem));
                let new: Vec<_> = new.take(room).collect();
                room -= new.len();
                if !new.is_empty() {
                    problems.push((label(&set), new));
                }
            }
        }
    }
    if problems.is_empty() { Ok(combinations) } else { Err(problems) }
}

/// Returns the values of combination `number`.
fn values_of(axes: &[Axis], mut number: usize) -> Vec<(String, Value)> {
    let mut set = Vec::new();
    for axis in axes.iter().rev() {
        let (path, values) = (axis.path.clone(), &axis.values);
        set.push((path, values[number % values.len()].clone()));
        number /= values.len();
    }
    set.reverse();
    set
}

fn with(base: &Value, set: &[(String, Value)]) -> Result<Scenario, Vec<Problem>> {
    let mut value = base.clone();
    let mut set: Vec<(Vec<&str>, &Value)> =
        set.iter().map(|(path, to)| (path.split('.').collect(), to)).collect();
    // Set a field after the field that contains it, which would overwrite it.
    set.sort_by_key(|(steps, _)| steps.len());
    for (steps, to) in set {
        put(&mut value, &steps, to.clone(), "$").map_err(|problem| vec![problem])?;
    }
    Scenario::from_value(&value)
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
            put(&mut members[index].1, rest, to, &format!("{here}.{step}"))
        }
        other => problem(format!("is {}; it has no member '{step}'.", other.kind())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Scenario {
        let text = r#"{ "version": 1, "durationS": 9, "link": { "rateMbps": 5, "rttMs": 10,
            "buffer": { "packets": 9 } }, "queues": [{ "kind": "droptail" }, { "kind": "codel" }],
            "traffic": [{ "kind": "bulk" }] }"#;
        Scenario::parse(text).unwrap()
    }

    fn axes(texts: &[&str]) -> Vec<Axis> {
        texts.iter().map(|text| Axis::parse(text).unwrap()).collect()
    }

    fn problems(texts: &[&str]) -> Vec<String> {
        let all = combinations(&base(), &axes(texts)).unwrap_err();
        let lines = |(label, problems): &(Label, Vec<Problem>)| -> Vec<String> {
            problems.iter().map(|problem| format!("{label}: {problem}")).collect()
        };
        all.iter().flat_map(lines).collect()
    }

    #[test]
    fn values_are_json_or_strings() {
        let values = |text: &str| Axis::parse(text).unwrap().values;
        let number = Value::Number;
        assert_eq!(values("a=1,2.5,-3e2"), [number(1.0), number(2.5), number(-300.0)]);
        assert_eq!(values("a=codel,true"), [Value::string("codel"), Value::Bool(true)]);
        let text = r#"a={"kind":"pie","targetMs":5},[1,2],"x,\"y",null"#;
        let parsed = values(text);
        assert_eq!(parsed.len(), 4);
        assert_eq!(parsed[0].get("targetMs"), Some(&number(5.0)));
        assert_eq!(parsed[2], Value::string("x,\"y"));
        assert_eq!(values(r#"a="",b"#), [Value::string(""), Value::string("b")]);
        for wrong in ["a", "=1", "a..b=1", "a=", "a=1,,2", "a=1, "] {
            assert!(Axis::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn combinations_are_complete_and_the_last_axis_changes_fastest() {
        let axes = axes(&["link.rateMbps=5,10", "queues.1.targetMs=1,2,3"]);
        let all = combinations(&base(), &axes).unwrap();
        let labels: Vec<_> = all.iter().map(|one| label(&one.set).to_string()).collect();
        assert_eq!(labels.len(), count(&axes));
        assert_eq!(labels[1], "link.rateMbps=5 queues.1.targetMs=2");
        assert_eq!(labels[5], "link.rateMbps=10 queues.1.targetMs=3");
        assert_eq!(all[5].scenario.link.rate_mbps, 10.0);
        // Fields that are not live can be set too, and fields that are left out.
        let all = combinations(&base(), &self::axes(&["traffic.0.flows=7", "warmupS=2"])).unwrap();
        assert_eq!(all[0].scenario.warmup_s, 2.0);
        assert_eq!(combinations(&base(), &[]).unwrap().len(), 1);
    }

    #[test]
    fn a_field_is_set_after_the_field_that_contains_it() {
        let queue = r#"queues.0={"kind":"codel"},{"kind":"pie"}"#;
        let targets = |texts: &[&str]| -> Vec<String> {
            let all = combinations(&base(), &axes(texts)).unwrap();
            let queue =
                |one: &Combination| one.scenario.to_value(Detail::Short).get("queues").cloned();
            all.iter().map(|one| queue(one).unwrap().to_compact()).collect()
        };
        let after = targets(&["queues.0.targetMs=1,50", queue]);
        assert!(after[0].starts_with(r#"[{"kind":"codel","targetMs":1},"#), "{after:?}");
        assert!(after[3].starts_with(r#"[{"kind":"pie","targetMs":50},"#), "{after:?}");
        let mut before = targets(&[queue, "queues.0.targetMs=1,50"]);
        before.swap(1, 2);
        assert_eq!(after, before);
    }

    #[test]
    fn the_number_of_problems_is_limited() {
        let bad: Vec<String> = (1..=400).map(|index| format!("-{index}")).collect();
        let axis = format!("link.rateMbps={}", bad.join(","));
        assert_eq!(problems(&[&axis]).len(), Reader::MAX_PROBLEMS);
        let twice = format!("link.rttMs={}", bad.join(","));
        assert_eq!(problems(&[&axis, &twice]).len(), Reader::MAX_PROBLEMS);
    }

    #[test]
    fn problems_are_those_of_the_format_without_repetition() {
        let format = |text: &str| Scenario::parse(text).unwrap_err()[0].message.clone();
        let text = base().to_json().replace(r#""rateMbps":5"#, r#""rateMbps":-1"#);
        assert_eq!(
            problems(&["link.rateMbps=-1,5", "queues.1.targetMs=1,2,3"]),
            [format!("link.rateMbps=-1 queues.1.targetMs=1: $.link.rateMbps {}", format(&text))]
        );
        let unknown = problems(&["link.rateMpbs=4"]);
        assert!(unknown[0].contains("rateMbps"), "suggests what was meant: {unknown:?}");
        assert_eq!(
            problems(&["queues.2.kind=pie"]),
            ["queues.2.kind=pie: $.queues has no item 2; expected 0 to 1."]
        );
        for index in ["+0", "00", "-1", "x"] {
            let problem = format!("has no item {index}; expected 0 to 0.");
            let path = format!("traffic.{index}.flows=1");
            assert_eq!(problems(&[&path]), [format!("{path}: $.traffic {problem}")]);
        }
        assert_eq!(
            problems(&["durationS.x=1"]),
            ["durationS.x=1: $.durationS is a number; it has no member 'x'."]
        );
    }
}
