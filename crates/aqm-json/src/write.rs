//! Writes JSON: compact for links and scripts, or formatted for people.

use super::{Value, number_text};
use std::fmt;

/// Longest line of formatted text.
const WIDTH: usize = 100;

impl Value {
    /// Returns the text without any space.
    pub fn to_compact(&self) -> String {
        self.to_compact_with(number_text)
    }

    /// Returns the text without any space. `number` writes the numbers.
    pub fn to_compact_with(&self, number: fn(f64) -> String) -> String {
        let mut text = String::new();
        self.write_inline(&mut text, "", number);
        text
    }

    /// Returns formatted text with a newline at the end. A list or object that fits into 100 columns is on
    /// one line, otherwise each item has its line. Numbers of a list share lines. The outermost list or
    /// object is never on one line.
    pub fn to_pretty(&self) -> String {
        let mut text = String::new();
        self.write_pretty(&mut text, 0, WIDTH);
        text.push('\n');
        text
    }

    /// Writes one line, with `space` inside braces and after separators.
    fn write_inline(&self, text: &mut String, space: &str, number: fn(f64) -> String) {
        match self {
            Value::Null => text.push_str("null"),
            Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
            Value::Number(value) => text.push_str(&number(*value)),
            Value::String(string) => write_string(text, string),
            Value::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    separate(text, index, space);
                    item.write_inline(text, space, number);
                }
                text.push(']');
            }
            Value::Object(members) => {
                let inner = if members.is_empty() { "" } else { space };
                text.push('{');
                text.push_str(inner);
                for (index, (name, value)) in members.iter().enumerate() {
                    separate(text, index, space);
                    write_string(text, name);
                    text.push(':');
                    text.push_str(space);
                    value.write_inline(text, space, number);
                }
                text.push_str(inner);
                text.push('}');
            }
        }
    }

    /// Writes formatted text. `room` is the number of free columns on the first line.
    fn write_pretty(&self, text: &mut String, indent: usize, room: usize) {
        let is_leaf = match self {
            Value::Array(items) => items.is_empty(),
            Value::Object(members) => members.is_empty(),
            _ => true,
        };
        let mut line = String::new();
        if is_leaf || indent > 0 {
            self.write_inline(&mut line, " ", number_text);
        }
        if is_leaf || (indent > 0 && line.chars().count() <= room) {
            text.push_str(&line);
            return;
        }
        match self {
            Value::Array(items) if items.iter().all(|item| matches!(item, Value::Number(_))) => {
                fill(text, items, indent);
            }
            Value::Array(items) => {
                spread(text, "[", items, "]", indent, |text, item, room| {
                    item.write_pretty(text, indent + 2, room);
                });
            }
            Value::Object(members) => {
                spread(text, "{", members, "}", indent, |text, (name, value), room| {
                    write_string(text, name);
                    text.push_str(": ");
                    let used = name.chars().count() + 4;
                    value.write_pretty(text, indent + 2, room.saturating_sub(used));
                });
            }
            _ => {}
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_compact())
    }
}

/// Writes the separator before an item, except before the first.
fn separate(text: &mut String, index: usize, space: &str) {
    if index > 0 {
        text.push(',');
        text.push_str(space);
    }
}

/// Writes a list of numbers, as many on a line as fit.
fn fill(text: &mut String, items: &[Value], indent: usize) {
    let start_line = |text: &mut String, indent: usize| {
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', indent));
    };
    text.push('[');
    // Columns in use, with the comma behind the last number.
    let mut used = WIDTH;
    for (index, item) in items.iter().enumerate() {
        let mut number = String::new();
        item.write_inline(&mut number, "", number_text);
        separate(text, index, "");
        if used + number.len() + 2 > WIDTH {
            start_line(text, indent + 2);
            used = indent + 1;
        } else {
            text.push(' ');
        }
        text.push_str(&number);
        used += number.len() + 2;
    }
    start_line(text, indent);
    text.push(']');
}

fn spread<T>(
    text: &mut String,
    open: &str,
    items: &[T],
    close: &str,
    indent: usize,
    mut write: impl FnMut(&mut String, &T, usize),
) {
    text.push_str(open);
    for (index, item) in items.iter().enumerate() {
        text.push_str(if index > 0 { ",\n" } else { "\n" });
        text.extend(std::iter::repeat_n(' ', indent + 2));
        // One column is for the comma.
        write(text, item, WIDTH.saturating_sub(indent + 3));
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', indent));
    text.push_str(close);
}

/// Writes a string in quotes, with escapes.
fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            c if c < ' ' => {
                let digit = |value: u32| char::from_digit(value, 16).unwrap_or_default();
                let code = u32::from(c);
                text.extend(['\\', 'u', '0', '0', digit(code >> 4), digit(code & 15)]);
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_things_stay_on_one_line() {
        let value = parse(r#"{"a":[],"b":{"c":1,"d":[1,2.5]},"e":"x\n\u0001é\""}"#).unwrap();
        assert_eq!(
            value.to_pretty(),
            "{\n  \"a\": [],\n  \"b\": { \"c\": 1, \"d\": [1, 2.5] },\n  \"e\": \"x\\n\\u0001é\\\"\"\n}\n"
        );
        assert_eq!(value.to_compact(), r#"{"a":[],"b":{"c":1,"d":[1,2.5]},"e":"x\n\u0001é\""}"#);
    }

    #[test]
    fn no_line_that_can_be_broken_is_too_long() {
        let item = Value::object([("name", Value::string("x".repeat(20)))]);
        let value = Value::object([("items", Value::Array(vec![item; 12]))]);
        let text = value.to_pretty();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(text.lines().count() > 12);
        assert_eq!(parse(&text), Ok(value));
    }

    #[test]
    fn numbers_of_a_list_share_lines() {
        let numbers: Vec<Value> = (0..200).map(|number| Value::number(f64::from(number))).collect();
        let value = Value::object([("rates", Value::Array(numbers))]);
        let text = value.to_pretty();
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert!((13..16).contains(&text.lines().count()), "{text}");
        assert!(text.starts_with("{\n  \"rates\": [\n    0, 1, 2, "), "{text}");
        assert!(text.ends_with("198, 199\n  ]\n}\n"), "{text}");
        assert_eq!(parse(&text), Ok(value));
    }

    proptest! {
        #[test]
        fn every_number_survives(number in proptest::num::f64::NORMAL) {
            let text = Value::Number(number).to_compact();
            prop_assert_eq!(parse(&text), Ok(Value::Number(number)));
        }

        #[test]
        fn every_string_survives(string in "\\PC{0,20}|[\\x00-\\x7f]{0,20}") {
            let value = Value::String(string);
            prop_assert_eq!(parse(&value.to_compact()), Ok(value));
        }
    }
}
