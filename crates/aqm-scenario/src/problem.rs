//! What is wrong with a scenario: every problem at once, each with the place where it is.

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
}

impl Reader {
    /// More problems than this help nobody.
    pub const MAX_PROBLEMS: usize = 100;

    /// Starts at `path`.
    pub fn new(path: impl Into<String>) -> Self {
        Reader { path: path.into(), problems: Vec::new() }
    }

    /// Something is wrong here.
    pub fn problem(&mut self, message: impl Into<String>) {
        if self.problems.len() < Self::MAX_PROBLEMS {
            self.problems.push(Problem { path: self.path.clone(), message: message.into() });
        }
    }

    /// Something is wrong with the member `name` of the value here.
    pub fn problem_in(&mut self, name: &str, message: impl Into<String>) {
        self.member(name, |reader| reader.problem(message));
    }

    /// Goes into the member `name` of an object.
    pub fn member<R>(&mut self, name: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        self.at(&format!(".{name}"), read)
    }

    /// Goes into item `index` of a list.
    pub fn item<R>(&mut self, index: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        self.at(&format!("[{index}]"), read)
    }

    /// Goes along `step`, such as `.name[2]`.
    pub fn at<R>(&mut self, step: &str, read: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.path.len();
        self.path.push_str(step);
        let result = read(self);
        self.path.truncate(length);
        result
    }

    /// Problems found so far.
    pub fn count(&self) -> usize {
        self.problems.len()
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
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = fold(word);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &fold(candidate)), candidate))
        .filter(|&(edits, candidate)| edits <= 1 + candidate.len() / 4)
        .min_by_key(|&(edits, _)| edits)
        .map(|(_, candidate)| candidate)
}

/// Letter case and separators are the commonest mistakes: they count nothing. Names are short;
/// of longer words the beginning decides.
fn fold(word: &str) -> Vec<char> {
    let letters = word.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '.');
    letters.take(40).map(|c| c.to_ascii_lowercase()).collect()
}

fn distance(word: &[char], candidate: &[char]) -> usize {
    let edits = edits(word, candidate);
    if word.len() >= 3 && candidate.starts_with(word) { edits.min(1) } else { edits }
}

/// Levenshtein distance.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substitution = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substitution.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

/// `a`, `b` and `c`, quoted.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("'{name}'")).collect();
    match quoted.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_what_was_meant() {
        let names = ["targetMs", "intervalMs", "ecn"];
        let check = |word: &str, expected| assert_eq!(nearest(word, names), expected, "{word}");
        check("targetms", Some("targetMs"));
        check("target_ms", Some("targetMs"));
        check("tragetMs", Some("targetMs"));
        check("target", Some("targetMs"));
        check("intervallMs", Some("intervalMs"));
        check("ECN", Some("ecn"));
        check("int", Some("intervalMs"));
        check("bandwidth", None);
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
        assert_eq!(listed(["a"]), "'a'");
        assert_eq!(listed(["a", "b", "c"]), "'a', 'b' and 'c'");
    }
}
