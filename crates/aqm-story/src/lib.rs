//! Stories: Markdown files of steps. A step has a state of the page, a guess, an answer whose numbers are computed from the run,
//! and one thing to try. `docs/stories.md` defines the format.
//!
//! - [`Story::open`] reads a file and reports all problems with their lines.
//! - [`Claim`] is a number of a text, such as `{queueDelayMs.mean of lane 2 from 12 to 18 s; 7 to 9}`.
//! - [`measure`] runs the state of a step and returns the numbers of its claims.
//! - [`answers`] are the objects that the page gets.

pub mod answers;
mod asked;
mod attempt;
mod blocks;
mod claim;
mod measure;
mod numbers;
mod reader;
mod state;
mod step;
mod text;
mod values;
mod views;

pub use asked::Asked;
pub use attempt::Control;
pub use claim::{Claim, Quantity, number_text};
pub use measure::{measure, measure_asked};
pub use state::Display;
pub use step::{Choice, Guess, Step};
pub use text::{Piece, Text};
pub use views::VIEWS;

use aqm_scenario::model::Tag;
use aqm_scenario::{Problem, Scenario};
use blocks::{Lines, Section};
use std::collections::BTreeSet;

/// Most bytes of a story.
pub const MAX_STORY_BYTES: usize = 256 * 1024;
/// Most steps of a story.
pub const MAX_STEPS: usize = 20;
/// Most problems that are reported.
const MAX_PROBLEMS: usize = 100;

/// A story.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    /// Title.
    pub title: String,
    /// For whom it is.
    pub audience: String,
    /// Its point in one sentence.
    pub point: String,
    /// Where the experiment or the idea comes from; may be empty.
    pub source: String,
    /// Language of the texts (BCP 47); `en` by default.
    pub language: String,
    /// What it shows beside what follows from its states.
    pub tags: Vec<Tag>,
    /// Place in the list of the page; stories without one come last.
    pub place: Option<u32>,
    /// The challenge that follows it: a scenario with goals.
    pub challenge: Option<Scenario>,
    /// The steps in order.
    pub steps: Vec<Step>,
}

/// Collects problems with the numbers of their lines.
#[derive(Debug, Default)]
struct Problems(Vec<Problem>);

impl Problems {
    /// Adds a problem. The message continues a sentence that begins with the line: "has no title."
    fn add(&mut self, line: usize, message: impl Into<String>) {
        if self.0.len() < MAX_PROBLEMS {
            self.0.push(Problem { path: format!("line {line}"), message: message.into() });
        }
    }
}

impl Story {
    /// Reads and checks a story. `file` returns the text of a scenario that a step names, by its address in the story.
    ///
    /// # Errors
    /// Returns all problems; the path of each is its line: `line 12`.
    pub fn open(text: &str, file: &dyn Fn(&str) -> Option<String>) -> Result<Story, Vec<Problem>> {
        if text.len() > MAX_STORY_BYTES {
            let most = MAX_STORY_BYTES / 1024;
            return Err(vec![Problem::whole(format!(
                "has more than {most} KiB, the most that are read."
            ))]);
        }
        let mut problems = Problems::default();
        let mut lines = Lines::of(text);
        let front = blocks::front_matter(&mut lines, &mut problems);
        let sections = blocks::sections(lines, &mut problems);
        let mut steps: Vec<Step> = Vec::new();
        for section in &sections {
            if steps.len() == MAX_STEPS {
                problems.add(
                    section.line,
                    format!("begins another step; a story has at most {MAX_STEPS}."),
                );
                break;
            }
            steps.push(Step::read(section, &steps, file, &mut problems));
        }
        if sections.is_empty() {
            problems.add(1, "begins a story without steps; a step begins with '## Title'.");
        }
        let Front { title, audience, point, source, language, tags, place, challenge } = front;
        let challenge =
            challenge.and_then(|(at, address)| state::challenge(&address, at, file, &mut problems));
        if problems.0.is_empty() {
            Ok(Story { title, audience, point, source, language, tags, place, challenge, steps })
        } else {
            problems.0.sort_by_key(|problem| line_of(&problem.path));
            Err(problems.0)
        }
    }

    /// Returns the addresses of the scenarios and links that a story names, each once: those which [`Story::open`] asks for.
    pub fn files(text: &str) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut known = BTreeSet::new();
        for line in text.lines().take(MAX_STORY_BYTES) {
            if let Some(address) = state::address(line.trim()).or_else(|| challenge_of(line))
                && !address.starts_with("#step-")
                && known.insert(address)
            {
                found.push(address.to_owned());
            }
        }
        found
    }

    /// Returns whether a text looks like a story rather than like JSON.
    pub fn is_story(text: &str) -> bool {
        text.trim_start_matches('\u{feff}').trim_start().starts_with("---")
    }
}

/// The members of the front matter.
#[derive(Debug, Default)]
struct Front {
    title: String,
    audience: String,
    point: String,
    source: String,
    language: String,
    tags: Vec<Tag>,
    place: Option<u32>,
    /// Line and address.
    challenge: Option<(usize, String)>,
}

/// Returns the address in a line `challenge: ADDRESS`.
fn challenge_of(line: &str) -> Option<&str> {
    line.strip_prefix("challenge:").map(|rest| rest.trim().trim_matches('"'))
}

fn line_of(path: &str) -> usize {
    path.strip_prefix("line ").and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Returns the part of a heading behind `word` and an optional colon; `None` if it does not begin with the word.
fn after_word<'a>(heading: &'a str, word: &str) -> Option<&'a str> {
    let rest = heading.strip_prefix(word)?;
    let rest = rest.trim_start();
    if rest.is_empty() { Some("") } else { rest.strip_prefix(':').map(str::trim) }
}

/// Returns a section of `step` with one of these words, such as `### Answer: Title`, and what is behind the word.
fn part<'a>(step: &'a Section<'_>, word: &str) -> Option<(&'a Section<'a>, &'a str)> {
    step.parts.iter().find_map(|part| Some((part, after_word(part.heading, word)?)))
}

#[cfg(test)]
mod tests;
