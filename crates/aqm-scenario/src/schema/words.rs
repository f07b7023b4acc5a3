//! Words among which a file chooses.

use crate::json::Value;
use crate::problem::{Reader, listed, nearest};

/// Which of `names` a string value is.
pub(crate) fn pick(
    value: &Value,
    names: &[&'static str],
    later: &[&str],
    reader: &mut Reader,
) -> Option<usize> {
    let Value::String(word) = value else {
        reader.problem(["must be one of ", &listed(names), ", got ", value.kind()].concat());
        return None;
    };
    let index = names.iter().position(|name| name == word);
    if index.is_none() {
        reader.problem(not_among(word, names, later));
    }
    index
}

/// Why `word` is none of `names`.
fn not_among(word: &str, names: &[&'static str], later: &[&str]) -> String {
    if later.contains(&word) {
        return ["'", word, "' is not there yet; there are ", &listed(names)].concat();
    }
    let unknown = ["'", &shortened(word), "' is unknown"].concat();
    with_guess(&unknown, word, names)
}

/// `what`, followed by the name that was probably meant, or by all of them.
pub(crate) fn with_guess(what: &str, word: &str, names: &[&str]) -> String {
    match nearest(word, names) {
        Some(meant) => [what, "; did you mean '", meant, "'?"].concat(),
        None => [what, "; there are ", &listed(names)].concat(),
    }
}

/// A word from a file, short enough for a message.
pub(crate) fn shortened(word: &str) -> String {
    let begins = |index: usize| word.char_indices().nth(index).map(|(at, _)| at);
    match (begins(40), begins(39)) {
        (Some(_), Some(end)) => [word.get(..end).unwrap_or_default(), "…"].concat(),
        _ => word.to_owned(),
    }
}
