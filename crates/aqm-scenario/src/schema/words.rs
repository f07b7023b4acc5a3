//! Names that a file chooses from.

use crate::problem::{Reader, listed, nearest};
use aqm_json::Value;

/// Returns the index of a string value in `names`.
pub fn pick(
    value: &Value,
    names: &[&'static str],
    later: &[&str],
    reader: &mut Reader,
) -> Option<usize> {
    let Value::String(word) = value else {
        reader.expected(value.kind(), &listed(names));
        return None;
    };
    let index = names.iter().position(|name| name == word);
    if index.is_none() {
        reader.problem(not_among(word, names, later));
    }
    index
}

/// Returns the message for a `word` that is none of `names`.
fn not_among(word: &str, names: &[&'static str], later: &[&str]) -> String {
    if later.contains(&word) {
        let reserved = "', which this version does not have yet; expected ";
        return ["is '", word, reserved, &listed(names), "."].concat();
    }
    with_guess(&["is '", &shortened(word), "'"].concat(), word, names)
}

/// Returns `what` and the most similar name, or all names if none is similar.
pub fn with_guess(what: &str, word: &str, names: &[&str]) -> String {
    match nearest(word, names) {
        Some(meant) => [what, "; did you mean '", meant, "'?"].concat(),
        None => [what, "; expected ", &listed(names), "."].concat(),
    }
}

/// Returns a word from a file, cut to 40 characters for a message.
pub fn shortened(word: &str) -> String {
    let begins = |index: usize| word.char_indices().nth(index).map(|(at, _)| at);
    match (begins(40), begins(39)) {
        (Some(_), Some(end)) => [word.get(..end).unwrap_or_default(), "…"].concat(),
        _ => word.to_owned(),
    }
}
