//! Texts: paragraphs of plain text with claims, and the little markup that the page shows.

use crate::Problems;
use crate::blocks::Line;

/// A part of a paragraph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// Plain text.
    Plain(String),
    /// `**strong**`.
    Strong(String),
    /// `*emphasized*`.
    Emphasis(String),
    /// A name or value between backquotes.
    Code(String),
    /// `[text](address)`: text and address.
    Link(String, String),
    /// The claim with this index among those of the step.
    Claim(usize),
}

/// A text: paragraphs of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text(pub Vec<Vec<Piece>>);

impl Text {
    /// Returns whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Reads the lines of a paragraph. `claim` reads what stands between braces, at a line, and returns the index of the claim.
pub(crate) fn paragraph(
    lines: &[Line<'_>],
    claim: &mut dyn FnMut(&str, usize, &mut Problems) -> Option<usize>,
    problems: &mut Problems,
) -> Vec<Piece> {
    let first = lines.first().map_or(1, |line| line.number);
    let text: Vec<&str> = lines.iter().map(|line| line.text.trim()).collect();
    let text = text.join("\n");
    let text = text.trim();
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    let mut ends = Ends::default();
    let (mut at, mut counted) = (first, text);
    while let Some(c) = rest.chars().next() {
        // Each line break is counted once: counting from the start would take quadratic time.
        let passed = &counted[..counted.len() - rest.len()];
        at += passed.matches('\n').count();
        counted = rest;
        work(passed.len());
        let found = match c {
            '{' => match ends.find(rest, 0, "}") {
                None => {
                    problems.add(at, "has '{' without '}'.");
                    None
                }
                Some(end) => {
                    let inner = rest[1..end].replace('\n', " ");
                    claim(&inner, at, problems).map(|index| (Piece::Claim(index), end + 1)).or_else(
                        || {
                            // The problem is reported; the rest of the text is still checked.
                            Some((Piece::Plain(String::new()), end + 1))
                        },
                    )
                }
            },
            '}' => {
                problems.add(at, "has '}' without '{'.");
                None
            }
            '`' => ends.between(rest, "`").map(|(inner, end)| (Piece::Code(inner), end)),
            '*' if rest.starts_with("**") => {
                ends.between(rest, "**").map(|(inner, end)| (Piece::Strong(inner), end))
            }
            '*' => ends.between(rest, "*").map(|(inner, end)| (Piece::Emphasis(inner), end)),
            '[' => link(rest, at, &mut ends, problems),
            _ => None,
        };
        match found {
            Some((piece, length)) => {
                let has_braces = matches!(&piece, Piece::Strong(text) | Piece::Emphasis(text) if text.contains(['{', '}']));
                if has_braces {
                    problems.add(at, "has a claim between asterisks; numbers of claims are strong by themselves.");
                }
                if !plain.is_empty() {
                    pieces.push(Piece::Plain(std::mem::take(&mut plain)));
                }
                if piece != Piece::Plain(String::new()) {
                    pieces.push(piece);
                }
                rest = &rest[length..];
            }
            None => {
                let escaped = rest.strip_prefix('\\').and_then(|rest| rest.chars().next());
                match escaped.filter(char::is_ascii_punctuation) {
                    Some(next) => {
                        plain.push(next);
                        rest = &rest[1 + next.len_utf8()..];
                    }
                    None => {
                        plain.push(if c == '\n' { ' ' } else { c });
                        rest = &rest[c.len_utf8()..];
                    }
                }
            }
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Plain(plain));
    }
    pieces
}

/// Finds the ends of marks in a text that is read from its beginning to its end. A mark that was not found once does not follow later, so
/// texts with many beginnings and no end take linear time.
#[derive(Default)]
struct Ends {
    missing: Vec<&'static str>,
}

#[cfg(test)]
thread_local! {
    /// Number of bytes that were searched.
    pub(crate) static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Counts work for a test: it must grow as the text does.
fn work(_bytes: usize) {
    #[cfg(test)]
    WORK.set(WORK.get() + _bytes);
}

impl Ends {
    fn is_missing(&self, mark: &str) -> bool {
        self.missing.contains(&mark)
    }

    /// Returns the index of `mark` in `text`, from the byte `from` on.
    fn find(&mut self, text: &str, from: usize, mark: &'static str) -> Option<usize> {
        if self.is_missing(mark) {
            return None;
        }
        let found = text[from..].find(mark).map(|at| from + at);
        work(found.unwrap_or(text.len()) - from);
        if found.is_none() {
            self.missing.push(mark);
        }
        found
    }

    /// Returns the text between two marks, and the length with the marks.
    fn between(&mut self, text: &str, mark: &'static str) -> Option<(String, usize)> {
        let from = mark.len();
        if text[from..].starts_with(char::is_whitespace) {
            return None;
        }
        let end = self.find(text, from, mark).filter(|&end| end > from)?;
        Some((text[from..end].replace('\n', " "), end + mark.len()))
    }
}

/// Reads `[text](address)`.
fn link(text: &str, at: usize, ends: &mut Ends, problems: &mut Problems) -> Option<(Piece, usize)> {
    let middle = if ends.is_missing(")") { None } else { ends.find(text, 0, "](") }?;
    let end = ends.find(text, middle + 2, ")")?;
    let (label, address) = (text[1..middle].replace('\n', " "), text[middle + 2..end].trim());
    let is_safe = ["https://", "http://", "#"].iter().any(|start| address.starts_with(start));
    if !is_safe {
        problems.add(at, "has a link that begins with neither 'https://' nor 'http://' nor '#'.");
    }
    Some((Piece::Link(label, address.to_owned()), end + 1))
}
