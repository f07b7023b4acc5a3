//! What is wrong with a scenario: every problem at once, each with the place where it is.

use crate::json::count_text;
use std::fmt;

/// One thing that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// JSON path, such as `$.queues[1].targetMs`; `$` is the whole text.
    pub path: String,
    /// What is wrong, in plain words, with the allowed range where there is one.
    pub message: String,
}

impl Problem {
    /// A problem with the whole text.
    pub fn whole(message: impl Into<String>) -> Self {
        Problem { path: "$".to_owned(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

/// Collects problems while a value is read, and knows where the reading is.
#[derive(Debug)]
pub struct Reader {
    path: String,
    problems: Vec<Problem>,
    /// Of all problems, whether they are kept or not.
    count: usize,
}

impl Reader {
    /// More problems than this help nobody.
    pub const MAX_PROBLEMS: usize = 100;

    /// Starts at `path`.
    pub fn new(path: impl Into<String>) -> Self {
        Reader { path: path.into(), problems: Vec::new(), count: 0 }
    }

    /// Something is wrong here.
    pub fn problem(&mut self, message: impl Into<String>) {
        self.count += 1;
        if self.count <= Self::MAX_PROBLEMS {
            self.problems.push(Problem { path: self.path.clone(), message: message.into() });
        }
    }

    /// Something is wrong with the member `name` of the value here.
    pub fn problem_in(&mut self, name: &str, message: impl Into<String>) {
        self.member(name, |reader| reader.problem(message));
    }

    /// Goes into the member `name` of an object.
    pub fn member<R>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        self.at(&[".", name].concat(), read)
    }

    /// Goes into item `index` of a list.
    pub fn item<R>(&mut self, index: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        self.at(&["[", &count_text(index), "]"].concat(), read)
    }

    /// Goes along `step`, such as `.name[2]`.
    pub fn at<R>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.path.len();
        self.path.push_str(step);
        let result = read(self);
        self.path.truncate(length);
        result
    }

    /// Problems found so far, those that are too many to be kept included.
    pub fn count(&self) -> usize {
        self.count
    }

    /// There are as many problems as are kept: to look for more is in vain.
    pub fn is_full(&self) -> bool {
        self.count >= Self::MAX_PROBLEMS
    }

    /// `value`, unless there were problems.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Problem>> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ => Err(self.problems),
        }
    }

    /// Everything that was found.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }
}

/// The candidate that `word` was probably meant to be: the nearest one, within a quarter of its
/// length, in single-letter edits. A forgotten unit counts as one edit.
pub fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    #[cfg(test)]
    tests::GUESSES.set(tests::GUESSES.get() + 1);
    let word = fold(word);
    let mut best = None;
    let mut fewest = usize::MAX;
    for &candidate in candidates {
        let edits = distance(&word, &fold(candidate));
        if edits < fewest && edits <= 1 + candidate.len() / 4 {
            best = Some(candidate);
            fewest = edits;
        }
    }
    best
}

/// Letter case and separators are the commonest mistakes: they count nothing. Names are short;
/// of longer words the beginning decides.
fn fold(word: &str) -> Vec<u8> {
    let letters = word.bytes().filter(|c| c.is_ascii_alphanumeric() || *c == b'.');
    letters.take(40).map(|c| c.to_ascii_lowercase()).collect()
}

fn distance(word: &[u8], candidate: &[u8]) -> usize {
    let edits = edits(word, candidate);
    if word.len() >= 3 && candidate.starts_with(word) { edits.min(1) } else { edits }
}

/// Levenshtein distance.
fn edits(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        // Above and left of the entry in hand.
        let (mut diagonal, mut left) = (i, i + 1);
        for (entry, y) in row.iter_mut().skip(1).zip(b) {
            let above = *entry;
            left = (diagonal + usize::from(x != y)).min(above + 1).min(left + 1);
            diagonal = above;
            *entry = left;
        }
    }
    match b.len() {
        0 => a.len(),
        _ => row.last().copied().unwrap_or_default(),
    }
}

/// `a`, `b` and `c`, quoted.
pub fn listed(names: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        text.push_str(match index {
            0 => "'",
            _ if index + 1 == names.len() => " and '",
            _ => ", '",
        });
        text.push_str(name);
        text.push('\'');
    }
    if names.is_empty() { "nothing".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Scenario;
    use std::cell::Cell;

    thread_local! {
        /// How often something near was looked for, which takes long.
        pub(super) static GUESSES: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn guesses_what_was_meant() {
        let names = ["targetMs", "intervalMs", "ecn"];
        let check = |word: &str, expected| assert_eq!(nearest(word, &names), expected, "{word}");
        check("targetms", Some("targetMs"));
        check("target_ms", Some("targetMs"));
        check("tragetMs", Some("targetMs"));
        check("target", Some("targetMs"));
        check("intervallMs", Some("intervalMs"));
        check("ECN", Some("ecn"));
        check("int", Some("intervalMs"));
        check("bandwidth", None);
    }

    /// A scenario with so many unknown members and these changes.
    fn problems(unknown: usize, changes: &[&str]) -> (Vec<Problem>, usize) {
        let unknown: String = (0..unknown).map(|index| format!(r#""x{index}": 1, "#)).collect();
        let text = [
            r#"{ "version": 1, "durationS": 9, "link": { "rateMbps": 1, "rttMs": 10,
                "buffer": { "packets": 9 } }, "queues": [{ "kind": "droptail" }], "traffic": [], "#,
            &unknown,
            r#""changes": ["#,
            &changes.join(","),
            "] }",
        ];
        GUESSES.set(0);
        (Scenario::parse(&text.concat()).expect_err("it is invalid"), GUESSES.get())
    }

    #[test]
    fn nobody_looks_for_more_problems_than_are_kept() {
        let change = r#"{ "atS": 1, "set": "links.rate", "to": 1 }"#;
        for (unknown, changes) in [(900, 0), (0, 1000), (99, 1000)] {
            let (problems, guesses) = problems(unknown, &vec![change; changes]);
            assert_eq!(problems.len(), Reader::MAX_PROBLEMS);
            assert!(guesses <= Reader::MAX_PROBLEMS, "{guesses} guesses");
        }
    }

    /// What is wrong behind those that are kept is not taken for right.
    #[test]
    fn problems_that_are_too_many_are_problems() {
        let red = r#"{ "atS": 1, "set": "queues.0", "to": { "kind": "red", "minPackets": -5 } }"#;
        assert_eq!(problems(200, &[red]).0.len(), Reader::MAX_PROBLEMS);
        let mut reader = Reader::new("$");
        (0..=Reader::MAX_PROBLEMS).for_each(|_| reader.problem("no"));
        let before = reader.count();
        reader.problem("no");
        assert_eq!((reader.count(), reader.is_full()), (before + 1, true));
        assert_eq!(reader.into_problems().len(), Reader::MAX_PROBLEMS);
    }

    #[test]
    fn paths_follow_the_reading() {
        let mut reader = Reader::new("$");
        reader.member("queues", |reader| {
            reader.item(1, |reader| reader.problem_in("targetMs", "too small"));
        });
        reader.problem("no");
        let paths: Vec<_> =
            reader.into_problems().into_iter().map(|problem| problem.path).collect();
        assert_eq!(paths, ["$.queues[1].targetMs", "$"]);
    }

    #[test]
    fn lists_read_like_prose() {
        assert_eq!(listed(&["a"]), "'a'");
        assert_eq!(listed(&["a", "b", "c"]), "'a', 'b' and 'c'");
    }
}
