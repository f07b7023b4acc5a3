//! Texts of a scenario as literals of a script's language.
//!
//! A title may come from a stranger, and scripts run as root. A text in a comment can act: Python reads the encoding of a file from a
//! comment in its first two lines, and C++ continues a line that ends with a backslash. So no text of a scenario stands in a comment.
//! A literal has the printable characters of ASCII and escapes for all others: it stays on its line, whatever the encoding.

use std::fmt::Write as _;

/// Returns a text of Python.
pub fn python(text: &str) -> String {
    let escape = |escaped: &mut String, c: char| match u32::from(c) {
        code @ 0..=0xffff => write!(escaped, "\\u{code:04x}"),
        code => write!(escaped, "\\U{code:08x}"),
    };
    format!("\"{}\"", escaped(text, &['"', '\\'], escape))
}

/// Returns a text of Bash.
pub fn bash(text: &str) -> String {
    // A text of Bash ends at a zero byte.
    let text = text.replace('\0', "");
    format!("$'{}'", escaped(&text, &['\'', '\\'], octal))
}

/// Returns a text of C++.
pub fn cpp(text: &str) -> String {
    // Before C++17 two question marks can begin another character, such as a backslash.
    format!("\"{}\"", escaped(text, &['"', '\\', '?'], octal))
}

/// Writes the bytes of a character in UTF-8.
fn octal(escaped: &mut String, c: char) -> std::fmt::Result {
    c.encode_utf8(&mut [0; 4]).bytes().try_for_each(|byte| write!(escaped, "\\{byte:03o}"))
}

/// Returns a text with a backslash before `signs`, and with what `other` writes for characters that are not printable ASCII.
fn escaped(
    text: &str,
    signs: &[char],
    other: impl Fn(&mut String, char) -> std::fmt::Result,
) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if signs.contains(&c) {
            escaped.push('\\');
        }
        if c == ' ' || c.is_ascii_graphic() {
            escaped.push(c);
        } else {
            other(&mut escaped, c).expect("a String takes all texts");
        }
    }
    escaped
}
