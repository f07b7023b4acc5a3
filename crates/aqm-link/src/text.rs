//! The text of a link: JSON exactly as `JSON.stringify` writes it, because the checksum of the link covers the text.

use aqm_json::Value;
use std::fmt::Write as _;

/// Returns a value as the page writes it.
pub fn text_of(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(is) => text.push_str(if *is { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number_text(*number)),
        Value::String(string) => write_string(text, string),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write(text, item);
            }
            text.push(']');
        }
        Value::Object(members) => {
            text.push('{');
            for (index, (name, item)) in members.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_string(text, name);
                text.push(':');
                write(text, item);
            }
            text.push('}');
        }
    }
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            c if c < ' ' => {
                // Writing to a String cannot fail.
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Returns a number as ECMAScript writes it (ECMA-262, Number::toString): no exponent from 1e-6 up to 1e21.
fn number_text(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let sign = if number < 0.0 { "-" } else { "" };
    // The shortest digits that read as this number, and the power of ten of the first one.
    let scientific = format!("{:e}", number.abs());
    let (digits, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let digits = digits.replace('.', "");
    let power: i32 = power.parse().unwrap_or(0);
    let zeros = |count: i32| "0".repeat(count.unsigned_abs() as usize);
    let before = power + 1;
    let count = digits.len() as i32;
    let text = match before {
        1..=21 if before >= count => digits.clone() + &zeros(before - count),
        1..=21 => {
            let (whole, rest) = digits.split_at(before as usize);
            format!("{whole}.{rest}")
        }
        -5..=0 => format!("0.{}{digits}", zeros(before)),
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let plus = if power > 0 { "+" } else { "" };
            format!("{first}{dot}{rest}e{plus}{power}")
        }
    };
    format!("{sign}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_ecmascript_writes_them() {
        for (number, expected) in [
            (0.0, "0"),
            (-0.0, "0"),
            (1500.0, "1500"),
            (-2.000_25, "-2.00025"),
            (0.000_001, "0.000001"),
            (0.000_000_1, "1e-7"),
            (1.25e-9, "1.25e-9"),
            (1e20, "100000000000000000000"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
        ] {
            assert_eq!(number_text(number), expected);
        }
    }

    #[test]
    fn control_characters_are_escaped_as_in_ecmascript() {
        let text = Value::string("a\"\\\n\u{8}\u{c}\u{1b}\u{7f}\u{2028}é");
        assert_eq!(text_of(&text), "\"a\\\"\\\\\\n\\b\\f\\u001b\u{7f}\u{2028}é\"");
    }
}
