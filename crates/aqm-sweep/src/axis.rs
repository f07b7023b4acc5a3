//! A field with its values, as on a command line.

use aqm_json::Value;
use std::fmt;

/// A field and its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Path of the field, as in a change's `set`: names and indices, joined by dots.
    pub path: String,
    /// The values.
    pub values: Vec<Value>,
}

/// Case and values of a cell as text: `link.rateMbps=5 queues.0.kind=pie`.
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

/// Returns the number of combinations of values, at most `usize::MAX`.
pub fn count(axes: &[Axis]) -> usize {
    axes.iter().fold(1, |count: usize, axis| count.saturating_mul(axis.values.len()))
}

/// Reads a value: JSON, or else a string.
fn value(text: &str) -> Value {
    aqm_json::parse(text).unwrap_or_else(|_| Value::string(text.trim()))
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

/// Returns the label of the cell with these values.
pub fn label(case: Option<&str>, set: &[(String, Value)]) -> Label {
    let case = case.map(|name| format!("case '{name}'"));
    let one = |(path, value): &(String, Value)| format!("{path}={}", plain(value));
    Label(case.into_iter().chain(set.iter().map(one)).collect::<Vec<_>>().join(" "))
}

/// Returns a value as on a command line.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_compact(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
