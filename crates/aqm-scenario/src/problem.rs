//! Problems of a scenario. All are reported at once, each with its place.

use crate::limits::Limits;
use aqm_json::answer;
use aqm_json::answer::Answer as _;
use aqm_json::{Value, count_text};
use std::fmt;

answer! {
    /// One reason why a scenario, a plan or a change is refused.
    #[derive(Eq)]
    pub struct Problem {
        /// Place of the value, such as `queues[1].targetMs`; empty for the whole text.
        "path" path: String,
        /// What is wrong and what is accepted, as the rest of a sentence that starts with the path: "is 0; expected 0.01
        /// to 1000 ms."
        "message" message: String,
    }
}

impl Problem {
    /// Returns a problem of the whole text.
    pub fn whole(message: impl Into<String>) -> Self {
        Problem { path: String::new(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the text" } else { &self.path };
        write!(f, "{path} {}", self.message)
    }
}

/// Returns a JSON list of problems. The path of the whole text is "The text".
pub fn problems_to_json(problems: &[Problem]) -> String {
    let problem = |Problem { path, message }: &Problem| {
        let path = if path.is_empty() { "The text" } else { path };
        Problem { path: path.to_owned(), message: message.clone() }.to_json()
    };
    Value::Array(problems.iter().map(problem).collect()).to_compact()
}

/// Collects problems while a value is read, and keeps the path to the value.
#[derive(Debug)]
pub struct Reader {
    path: String,
    limits: &'static Limits,
    problems: Vec<Problem>,
    /// Number of all problems, stored or not.
    count: usize,
}

impl Reader {
    /// Most problems that are stored.
    pub const MAX_PROBLEMS: usize = 100;

    /// Returns a reader that starts at `path`, with the limits of the format.
    pub fn new(path: impl Into<String>) -> Self {
        Reader { path: path.into(), limits: &Limits::FORMAT, problems: Vec::new(), count: 0 }
    }

    /// Returns a reader of a whole scenario with these limits.
    pub fn within(limits: &'static Limits) -> Self {
        Reader { limits, ..Reader::new("") }
    }

    /// Returns the limits of the whole scenario.
    pub fn limits(&self) -> &'static Limits {
        self.limits
    }

    /// Reports that the value here is `got`, and what is accepted.
    pub fn expected(&mut self, got: &str, accepted: &str) {
        self.problem(["is ", got, "; expected ", accepted, "."].concat());
    }

    /// Reports a problem of the value here.
    pub fn problem(&mut self, message: impl Into<String>) {
        self.count += 1;
        if self.count <= Self::MAX_PROBLEMS {
            self.problems.push(Problem { path: self.path.clone(), message: message.into() });
        }
    }

    /// Reports a problem of the member `name` of the value here.
    pub fn problem_in(&mut self, name: &str, message: impl Into<String>) {
        self.member(name, |reader| reader.problem(message));
    }

    /// Reads the member `name` of an object.
    pub fn member<R>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        self.at(&[".", name].concat(), read)
    }

    /// Reads item `index` of a list.
    pub fn item<R>(&mut self, index: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        self.at(&["[", &count_text(index), "]"].concat(), read)
    }

    /// Reads at the path extended by `step`, such as `.name[2]`.
    pub fn at<R>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.path.len();
        let first = if length == 0 { step.strip_prefix('.') } else { None };
        self.path.push_str(first.unwrap_or(step));
        let result = read(self);
        self.path.truncate(length);
        result
    }

    /// Returns the number of problems so far, stored or not.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns whether no more problems are stored, so that the caller can stop looking for them.
    pub fn is_full(&self) -> bool {
        self.count >= Self::MAX_PROBLEMS
    }

    /// Returns `value`, or the problems if there were any.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Problem>> {
        match value {
            Some(value) if self.problems.is_empty() => Ok(value),
            _ => Err(self.problems),
        }
    }

    /// Returns the stored problems.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }
}

/// Returns the candidate that is most similar to `word`, to suggest it. It differs in at most a quarter of
/// its letters, plus one. A missing unit counts as one edit.
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

/// Removes letter case and separators, the most frequent mistakes, and cuts the word to 40 letters.
fn fold(word: &str) -> Vec<u8> {
    let letters = word.bytes().filter(|c| c.is_ascii_alphanumeric() || *c == b'.');
    letters.take(40).map(|c| c.to_ascii_lowercase()).collect()
}

fn distance(word: &[u8], candidate: &[u8]) -> usize {
    let edits = edits(word, candidate);
    if word.len() >= 3 && candidate.starts_with(word) { edits.min(1) } else { edits }
}

/// Returns the Levenshtein distance.
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

/// Returns the names as a list of alternatives: `'a', 'b' or 'c'`.
pub fn listed(names: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in names.iter().enumerate() {
        text.push_str(match index {
            0 => "'",
            _ if index + 1 == names.len() => " or '",
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
        /// How often the most similar name was searched, which takes long.
        pub(super) static GUESSES: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn nearest_finds_the_most_similar_name() {
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

    /// Returns the problems of a scenario with `unknown` unknown members and these changes, and the number of
    /// searches for similar names.
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
    fn search_for_problems_stops_when_the_list_is_full() {
        let change = r#"{ "atS": 1, "set": "links.rate", "to": 1 }"#;
        for (unknown, changes) in [(900, 0), (0, 1000), (99, 1000)] {
            let (problems, guesses) = problems(unknown, &vec![change; changes]);
            assert_eq!(problems.len(), Reader::MAX_PROBLEMS);
            assert!(guesses <= Reader::MAX_PROBLEMS, "{guesses} guesses");
        }
    }

    #[test]
    fn problems_count_after_the_list_is_full() {
        let red = r#"{ "atS": 1, "set": "queues.0", "to": { "kind": "red", "minPackets": -5 } }"#;
        assert_eq!(problems(200, &[red]).0.len(), Reader::MAX_PROBLEMS);
        let mut reader = Reader::new("");
        (0..=Reader::MAX_PROBLEMS).for_each(|_| reader.problem("no"));
        let before = reader.count();
        reader.problem("no");
        assert_eq!((reader.count(), reader.is_full()), (before + 1, true));
        assert_eq!(reader.into_problems().len(), Reader::MAX_PROBLEMS);
    }

    #[test]
    fn a_problem_has_the_path_of_its_value() {
        let mut reader = Reader::new("");
        reader.member("queues", |reader| {
            reader.item(1, |reader| reader.problem_in("targetMs", "too small"));
        });
        reader.problem("no");
        let paths: Vec<_> =
            reader.into_problems().into_iter().map(|problem| problem.path).collect();
        assert_eq!(paths, ["queues[1].targetMs", ""]);
    }

    #[test]
    fn alternatives_are_listed_with_or() {
        assert_eq!(listed(&["a"]), "'a'");
        assert_eq!(listed(&["a", "b", "c"]), "'a', 'b' or 'c'");
    }
}
