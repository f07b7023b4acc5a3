//! The rule of results: a number in an answer comes from a claim.

use crate::text::{Piece, Text};

/// Returns the first number that is typed into a text. Digits in names, such as `L4S`, `M/D/1`, `RFC 8289` or `lanes 1 and 2`, are
/// no numbers.
/// `allowed` are numbers that may stand there.
pub(crate) fn typed_number(text: &Text, allowed: &[String]) -> Option<String> {
    text.0.iter().flatten().find_map(|piece| match piece {
        Piece::Plain(text) | Piece::Strong(text) | Piece::Emphasis(text) => in_plain(text, allowed),
        // Backquotes are for names.
        Piece::Code(text) if text.chars().any(|c| c.is_ascii_digit()) => {
            let has_letter = text.chars().any(char::is_alphabetic);
            (!has_letter && !allowed.iter().any(|one| one == text)).then(|| text.clone())
        }
        Piece::Code(_) | Piece::Link(..) | Piece::Claim(_) => None,
    })
}

fn in_plain(text: &str, allowed: &[String]) -> Option<String> {
    let mut before = "";
    let mut is_lane = false;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = bare.chars().any(char::is_alphabetic) && !is_unit(bare);
        let has_digit = bare.chars().any(|c| c.is_ascii_digit());
        let is_cited = matches!(before, "RFC" | "Table" | "Figure" | "Section");
        // "lane 2", "lanes 1, 2 and 3".
        is_lane = match bare {
            "and" | "or" => is_lane,
            _ if has_digit => is_lane,
            _ => matches!(bare, "lane" | "lanes" | "Lane" | "Lanes"),
        };
        if has_digit && !is_name && !is_cited && !is_lane && !allowed.iter().any(|one| one == bare)
        {
            return Some(bare.to_owned());
        }
        before = bare;
    }
    None
}

/// Returns whether a word is a number with a unit behind it, such as `5ms`.
fn is_unit(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    unit.len() < word.len()
        && matches!(unit, "ms" | "s" | "us" | "Mbit" | "kB" | "MB" | "x" | "th" | "fold")
}
