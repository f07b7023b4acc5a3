//! Names of files and other texts, as messages show them.

use std::path::Path;

/// Returns the name of a file in messages.
pub fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { visible(&path.to_string_lossy()) }
}

/// Returns whether `path` means standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns a text with control characters, and those that end lines or change the direction of writing, escaped. Messages repeat
/// names from files, which must not control the terminal.
pub fn visible(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        match c {
            c if c.is_control() => line.extend(c.escape_default()),
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                line.extend(c.escape_default());
            }
            c => line.push(c),
        }
    }
    line
}
