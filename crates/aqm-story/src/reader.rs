//! Reads the texts of a step.

use crate::Problems;
use crate::blocks::{Block, Line};
use crate::claim::{Claim, Tried, claim};
use crate::text::{Piece, Text, paragraph};
use aqm_scenario::Scenario;

/// Reads texts of a step, and collects their claims.
pub(crate) struct Reader<'a> {
    pub(crate) scenario: Option<&'a Scenario>,
    /// The state that a control makes, while the texts about it are read.
    pub(crate) tried: Option<Tried>,
    pub(crate) claims: Vec<Claim>,
    /// Number of claims that were read, those with problems included: each can take as long as a check of the state.
    read: usize,
}

impl<'a> Reader<'a> {
    /// Returns the reader of a step with this state; `None` if it has problems.
    pub(crate) fn of(scenario: Option<&'a Scenario>) -> Reader<'a> {
        Reader { scenario, tried: None, claims: Vec::new(), read: 0 }
    }

    /// Reads one paragraph.
    pub(crate) fn paragraph(&mut self, lines: &[Line<'_>], problems: &mut Problems) -> Vec<Piece> {
        let Reader { scenario, tried, claims, read } = self;
        let mut add = |source: &str, line: usize, problems: &mut Problems| {
            *read += 1;
            let found = claim(source, line, *scenario, tried.as_ref(), (claims, *read), problems)?;
            claims.push(found);
            Some(claims.len() - 1)
        };
        paragraph(lines, &mut add, problems)
    }

    /// Reads the paragraphs of a part. Returns the items of lists and other blocks for the caller.
    pub(crate) fn text<'b>(
        &mut self,
        body: &'b [Block<'b>],
        problems: &mut Problems,
    ) -> (Text, Vec<&'b Block<'b>>) {
        let (mut text, mut others) = (Text::default(), Vec::new());
        for block in body {
            match block {
                Block::Paragraph(lines) => text.0.push(self.paragraph(lines, problems)),
                other => others.push(other),
            }
        }
        (text, others)
    }
}
