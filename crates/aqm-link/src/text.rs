//! The text of a link: JSON exactly as `JSON.stringify` writes it, because the checksum of the link covers the text.

use aqm_json::Value;

/// Returns a value as the page writes it.
pub fn text_of(value: &Value) -> String {
    value.to_compact_with(number_text)
}

/// Returns a number as ECMAScript writes it (ECMA-262, Number::toString): no exponent from 1e-6 up to 1e21.
fn number_text(number: f64) -> String {
    let size = number.abs();
    if size == 0.0 {
        "0".to_owned()
    } else if (1e-6..1e21).contains(&size) {
        number.to_string()
    } else if size < 1.0 {
        format!("{number:e}")
    } else {
        format!("{number:e}").replace('e', "e+")
    }
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
