//! Lines, front matter, and sections of a Markdown file.

use crate::{Front, Problems};
use aqm_scenario::model::Tag;
use aqm_scenario::schema::Choice as _;

/// A line with its number, from 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

impl Line<'_> {
    pub(crate) fn is_blank(self) -> bool {
        self.text.trim().is_empty()
    }

    fn is_fence(self) -> bool {
        self.text.trim_start().starts_with("```")
    }
}

/// The lines of a text.
#[derive(Debug)]
pub(crate) struct Lines<'a>(std::iter::Peekable<std::iter::Enumerate<std::str::Lines<'a>>>);

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        Lines(text.trim_start_matches('\u{feff}').lines().enumerate().peekable())
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Line<'a>;

    fn next(&mut self) -> Option<Line<'a>> {
        self.0.next().map(|(index, text)| Line { number: index + 1, text })
    }
}

/// A heading with the lines below it. `## ` begins a step, `### ` a part of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Section<'a> {
    pub heading: &'a str,
    pub line: usize,
    pub body: Vec<Block<'a>>,
    pub parts: Vec<Section<'a>>,
}

/// A part of a body.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Block<'a> {
    /// Lines without a blank line between them.
    Paragraph(Vec<Line<'a>>),
    /// An item of a list, with its indented lines. The first line is without the `- `.
    Item(Vec<Line<'a>>),
    /// The lines between two lines of three backquotes.
    Code(Vec<Line<'a>>),
}

impl<'a> Block<'a> {
    /// Number of the first line.
    pub(crate) fn line(&self) -> usize {
        let (Block::Paragraph(lines) | Block::Item(lines) | Block::Code(lines)) = self;
        lines.first().map_or(1, |line| line.number)
    }
}

/// Reads what a story shows: words of the library, with commas between them.
fn tags(value: &str, at: usize, problems: &mut Problems) -> Vec<Tag> {
    let mut found = Vec::new();
    for word in value.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match Tag::NAMES.iter().position(|name| *name == word) {
            Some(index) => found.push(Tag::VALUES[index]),
            None => {
                let names = Tag::NAMES.join(", ");
                problems.add(at, format!("has the tag '{word}'; expected some of {names}."));
            }
        }
    }
    found
}

/// Reads the members between two lines of three hyphens.
pub(crate) fn front_matter(lines: &mut Lines<'_>, problems: &mut Problems) -> Front {
    let mut front = Front { language: "en".to_owned(), ..Front::default() };
    let first = lines.find(|line| !line.is_blank());
    if first.is_none_or(|line| line.text.trim_end() != "---") {
        let at = first.map_or(1, |line| line.number);
        problems.add(at, "begins no front matter; a story begins with a line '---', then 'title: ...', 'audience: ...', \
             'point: ...', and another line '---'.");
        return front;
    }
    let mut is_closed = false;
    for line in lines.by_ref() {
        if line.text.trim_end() == "---" {
            is_closed = true;
            break;
        }
        if line.is_blank() {
            continue;
        }
        let Some((name, value)) = line.text.split_once(':') else {
            problems.add(
                line.number,
                "has no colon; expected 'name: value', or '---' at the end of the front matter.",
            );
            continue;
        };
        let value = value.trim();
        let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let value = quoted.unwrap_or(value).to_owned();
        match name.trim() {
            "title" => front.title = value,
            "audience" => front.audience = value,
            "point" => front.point = value,
            "source" => front.source = value,
            "language" => front.language = value,
            "tags" => front.tags = tags(&value, line.number, problems),
            "challenge" => front.challenge = Some((line.number, value)),
            "place" => match value.parse() {
                Ok(place) => front.place = Some(place),
                Err(_) => problems.add(line.number, "has no whole number as 'place'."),
            },
            other => problems.add(line.number, format!("has the name '{other}'; expected 'title', 'audience', 'point', 'source', 'language', 'tags' or 'challenge'.")),
        }
    }
    let at = first.map_or(1, |line| line.number);
    if !is_closed {
        problems.add(at, "begins a front matter without end; expected a second line '---'.");
    }
    for (name, value) in
        [("title", &front.title), ("audience", &front.audience), ("point", &front.point)]
    {
        if value.is_empty() {
            problems.add(at, format!("begins a front matter without '{name}'."));
        }
    }
    let is_tag = |tag: &str| {
        !tag.is_empty()
            && tag.len() <= 35
            && tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    if !is_tag(&front.language) {
        problems.add(
            at,
            "begins a front matter whose 'language' is no language tag, such as 'en' or 'de'.",
        );
        front.language = "en".to_owned();
    }
    front
}

/// Reads the steps.
pub(crate) fn sections<'a>(mut lines: Lines<'a>, problems: &mut Problems) -> Vec<Section<'a>> {
    let mut steps: Vec<Section<'a>> = Vec::new();
    let mut is_before = true;
    while let Some(line) = lines.next() {
        let (level, heading) = heading(line.text);
        let new = Section { heading, line: line.number, body: Vec::new(), parts: Vec::new() };
        match (level, steps.last_mut()) {
            (2, _) => steps.push(new),
            (3, Some(step)) => step.parts.push(new),
            (1 | 4.., _) => problems.add(
                line.number,
                "has a heading that is neither a step ('## ') nor a part of one ('### ').",
            ),
            (_, Some(step)) => {
                let section =
                    step.parts.last_mut().map_or_else(|| &mut step.body, |part| &mut part.body);
                add(line, &mut lines, section, problems);
            }
            (_, None) if line.is_blank() => {}
            (_, None) => {
                // One message, not one for each line.
                if is_before {
                    problems.add(
                        line.number,
                        "stands before the first step; a step begins with '## Title'.",
                    );
                }
                is_before = false;
            }
        }
    }
    steps
}

/// Returns the level of a heading, 0 for other lines, and its text.
fn heading(text: &str) -> (usize, &str) {
    let level = text.bytes().take_while(|&c| c == b'#').count();
    let rest = &text[level..];
    if level == 0 || !(rest.is_empty() || rest.starts_with(' ')) {
        (0, text)
    } else {
        (level, rest.trim())
    }
}

/// Adds a line to the blocks of a section.
fn add<'a>(
    line: Line<'a>,
    lines: &mut Lines<'a>,
    body: &mut Vec<Block<'a>>,
    problems: &mut Problems,
) {
    if line.is_fence() {
        let inner: Vec<_> = lines.by_ref().take_while(|line| !line.is_fence()).collect();
        if inner.is_empty() {
            return problems.add(line.number, "begins an empty block of code.");
        }
        return body.push(Block::Code(inner));
    }
    if let Some(text) = line.text.strip_prefix("- ") {
        return body.push(Block::Item(vec![Line { text, ..line }]));
    }
    let is_indented = line.text.starts_with([' ', '\t']);
    match body.last_mut() {
        // A blank line ends a paragraph; the text of an item goes on while it is indented.
        Some(Block::Item(item)) if is_indented && !line.is_blank() => item.push(line),
        Some(Block::Paragraph(paragraph)) if !ends(paragraph) => paragraph.push(line),
        _ if line.is_blank() => {}
        _ => body.push(Block::Paragraph(vec![line])),
    }
}

fn ends(paragraph: &[Line<'_>]) -> bool {
    paragraph.last().is_some_and(|line| line.is_blank())
}
