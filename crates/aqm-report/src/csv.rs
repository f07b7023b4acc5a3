//! Fields of CSV.

/// Returns a text as a field of CSV (RFC 4180), in quotes if it needs them.
///
/// A spreadsheet takes a field that begins with certain signs as a formula, which can call programs and addresses. An apostrophe
/// before it makes it a text. A number stays as it is.
pub fn field(text: &str) -> String {
    let is_formula =
        text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err();
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', ';', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_no_formulas() {
        for (text, expected) in [
            ("Ada", "Ada"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            ("a\rb", "\"a\rb\""),
            ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
            ("@x", "'@x"),
            ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
            ("-5", "-5"),
            ("-1e-3", "-1e-3"),
            ("", ""),
        ] {
            assert_eq!(field(text), expected);
        }
    }
}
