//! The steps of a story.

use crate::asked::Asked;
use crate::attempt::{Control, attempt};
use crate::blocks::{Block, Line, Section};
use crate::claim::{Claim, Quantity};
use crate::numbers::typed_number;
use crate::reader::Reader;
use crate::state::{Display, state};
use crate::text::{Piece, Text};
use crate::{Problems, after_word, part};
use aqm_scenario::Scenario;

/// Fewest and most options of a guess.
const OPTIONS: std::ops::RangeInclusive<usize> = 2..=3;

/// A step of a story.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Line of its heading.
    pub line: usize,
    /// Title, without a number that gives the answer away.
    pub title: String,
    /// The state; `None` only while it has problems.
    pub scenario: Option<Scenario>,
    /// How the page shows it.
    pub display: Display,
    /// One or two sentences.
    pub lead: Text,
    /// The question.
    pub guess: Guess,
    /// Title of the answer; empty for that of the step.
    pub answer_title: String,
    /// The answer.
    pub answer: Text,
    /// What to try afterwards, if there is something: title, text and control.
    pub attempt: Option<(String, Text, Option<Control>)>,
    /// What only the lecturer sees; may be empty.
    pub notes: Text,
    /// The numbers of all texts, in order.
    pub claims: Vec<Claim>,
    /// The number that is asked for; `None` only while the step has problems.
    pub asked: Option<Asked>,
}

/// A question before the answer.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Guess {
    /// The question.
    pub question: String,
    /// The options: none if a line is drawn.
    pub options: Vec<Choice>,
}

/// An option of a guess.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The option.
    pub text: Text,
    /// Why it tempts, or why it is right; shown with the answer.
    pub why: Text,
    /// It is the right one.
    pub is_right: bool,
    /// The number that is shown beside it with the answer.
    pub claim: Option<usize>,
}

impl Step {
    /// Reads a step. `before` are those before it.
    pub(crate) fn read(
        section: &Section<'_>,
        before: &[Step],
        file: &dyn Fn(&str) -> Option<String>,
        problems: &mut Problems,
    ) -> Step {
        if section.heading.is_empty() {
            problems.add(section.line, "begins a step without a title.");
        }
        let earlier = |index: usize| {
            before.get(index).map(|step| (step.scenario.clone(), step.display.clone()))
        };
        let (scenario, display, taken) =
            state(section.line, &section.body, &earlier, file, problems);
        let mut reader = Reader::of(scenario.as_ref());
        let (lead, others) = reader.text(&section.body[taken..], problems);
        no_others(
            &others,
            "stands in the text of a step; expected paragraphs below the state.",
            problems,
        );
        if lead.is_empty() {
            problems.add(section.line, "begins a step without a text.");
        }
        let guess = guess(section, &mut reader, problems);
        let (answer_title, answer) = answer(section, &mut reader, problems);
        let first = asked_first(&guess, &answer, &reader.claims);
        let asked = scenario.as_ref().zip(first);
        let asked = asked.and_then(|(state, first)| Asked::of(&reader.claims, first, state));
        let attempt = attempt(section, &mut reader, problems);
        let notes = notes(section, &mut reader, problems);
        let known = ["Guess", "Draw", "Answer", "Try", "Notes"];
        for part in &section.parts {
            if !known.iter().any(|word| after_word(part.heading, word).is_some()) {
                problems.add(part.line, "begins a part of a step; expected '### Guess: ...', '### Draw: ...', '### Answer', '### Try' or '### Notes'.");
            }
        }
        let claims = reader.claims;
        Step {
            line: section.line,
            title: section.heading.to_owned(),
            scenario,
            display,
            lead,
            guess,
            answer_title,
            answer,
            attempt,
            notes,
            claims,
            asked,
        }
    }

    /// Returns the texts whose numbers must come from claims: the answer, and why options tempt.
    fn results(options: &[Choice]) -> impl Iterator<Item = &Text> {
        options.iter().map(|option| &option.why)
    }
}

/// Returns the index of the claim that a step asks for: at the end of the right option, or else the first one of the answer.
fn asked_first(guess: &Guess, answer: &Text, claims: &[Claim]) -> Option<usize> {
    let right = guess.options.iter().find(|option| option.is_right);
    let of_answer = answer.0.iter().flatten().filter_map(|piece| match piece {
        Piece::Claim(index) => Some(*index),
        _ => None,
    });
    let mut all = right.and_then(|option| option.claim).into_iter().chain(of_answer);
    all.find(|&index| matches!(claims[index].quantity, Quantity::Measured(_)))
}

fn no_others(others: &[&Block<'_>], message: &str, problems: &mut Problems) {
    if let Some(block) = others.first() {
        problems.add(block.line(), message);
    }
}

fn guess(section: &Section<'_>, reader: &mut Reader<'_>, problems: &mut Problems) -> Guess {
    let (part, question, draws) = match (part(section, "Guess"), part(section, "Draw")) {
        (Some((part, question)), None) => (part, question, false),
        (None, Some((part, question))) => (part, question, true),
        (Some((part, _)), Some(_)) => {
            problems
                .add(part.line, "begins a second question; a step has '### Guess' or '### Draw'.");
            return Guess::default();
        }
        (None, None) => {
            problems.add(section.line, "begins a step without a guess; expected '### Guess: question' or '### Draw: question'.");
            return Guess::default();
        }
    };
    if question.is_empty() {
        problems.add(part.line, "has no question; expected '### Guess: question'.");
    }
    let mut options: Vec<Choice> = Vec::new();
    for block in &part.body {
        match block {
            Block::Item(lines) => options.extend(option(lines, reader, problems)),
            other => problems.add(
                other.line(),
                "is no option; expected '- [ ] text', or '- [x] text' for the right one.",
            ),
        }
    }
    if draws && !options.is_empty() {
        problems
            .add(part.line, "begins a drawing with options; a line is drawn, so there are none.");
    } else if !draws && !OPTIONS.contains(&options.len()) {
        problems.add(
            part.line,
            format!("begins a guess with {} options; expected 2 or 3.", options.len()),
        );
    } else if !draws && options.iter().filter(|option| option.is_right).count() != 1 {
        problems.add(part.line, "begins a guess without exactly one right option, '- [x]'.");
    }
    for text in Step::results(&options) {
        if let Some(number) = typed_number(text, &[]) {
            problems.add(part.line, format!("has a reason with the number {number}; the number of a result comes from a claim in braces."));
        }
    }
    Guess { question: question.to_owned(), options }
}

/// Reads `[x] text` and the indented lines below it.
fn option(lines: &[Line<'_>], reader: &mut Reader<'_>, problems: &mut Problems) -> Option<Choice> {
    let first = lines[0];
    let right = ["[x] ", "[X] "].iter().find_map(|mark| first.text.strip_prefix(mark));
    let Some(text) = right.or_else(|| first.text.strip_prefix("[ ] ")) else {
        problems.add(
            first.number,
            "is no option; expected '- [ ] text', or '- [x] text' for the right one.",
        );
        return None;
    };
    let mut pieces = reader.paragraph(&[Line { text, ..first }], problems);
    // The number of the answer is at the end of the option.
    let claim = match pieces.last() {
        Some(Piece::Claim(index)) => Some(*index),
        _ => None,
    };
    if claim.is_some() {
        pieces.pop();
        if let Some(Piece::Plain(text)) = pieces.last_mut() {
            *text = text.trim_end().to_owned();
        }
    }
    if pieces.iter().any(|piece| matches!(piece, Piece::Claim(_))) {
        problems.add(first.number, "has a claim inside an option, which would give the answer away; expected it at the end.");
    }
    if pieces.is_empty() {
        problems.add(first.number, "is an option without a text.");
    }
    let why =
        if lines.len() > 1 { vec![reader.paragraph(&lines[1..], problems)] } else { Vec::new() };
    Some(Choice { text: Text(vec![pieces]), why: Text(why), is_right: right.is_some(), claim })
}

fn answer(
    section: &Section<'_>,
    reader: &mut Reader<'_>,
    problems: &mut Problems,
) -> (String, Text) {
    let Some((part, title)) = part(section, "Answer") else {
        problems.add(section.line, "begins a step without an answer; expected '### Answer'.");
        return (String::new(), Text::default());
    };
    let (text, others) = reader.text(&part.body, problems);
    no_others(&others, "stands in an answer; expected paragraphs.", problems);
    if text.is_empty() {
        problems.add(part.line, "begins an answer without a text.");
    }
    let has_claim = text.0.iter().flatten().any(|piece| matches!(piece, Piece::Claim(_)));
    if !text.is_empty() && !has_claim {
        problems.add(part.line, "begins an answer without a number; expected a claim such as '{queueDelayMs.mean of lane 1 from 12 to 18 s}'.");
    }
    let typed = typed_number(&text, &[])
        .or_else(|| typed_number(&Text(vec![vec![Piece::Plain(title.to_owned())]]), &[]));
    if let Some(number) = typed {
        problems.add(part.line, format!("begins an answer with the number {number}; the number of a result comes from a claim in braces."));
    }
    (title.to_owned(), text)
}

/// Reads what only the lecturer sees. Its results are claims, as in an answer: they are read aloud.
fn notes(section: &Section<'_>, reader: &mut Reader<'_>, problems: &mut Problems) -> Text {
    let Some((part, title)) = part(section, "Notes") else {
        return Text::default();
    };
    let (text, others) = reader.text(&part.body, problems);
    no_others(&others, "stands in the notes; expected paragraphs.", problems);
    if text.is_empty() {
        problems.add(part.line, "begins notes without a text.");
    }
    if !title.is_empty() {
        problems
            .add(part.line, "has a title behind 'Notes', which nobody sees; expected '### Notes'.");
    }
    if let Some(number) = typed_number(&text, &[]) {
        problems.add(part.line, format!("begins notes with the number {number}; the number of a result comes from a claim in braces."));
    }
    text
}
