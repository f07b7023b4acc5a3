//! Reasons why a script stops.

use std::fmt;

/// A message with its place in a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Line in the script, from 1.
    pub line: usize,
    /// One sentence without a period.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Reason why a script stops.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// It has a syntax error.
    Malformed(Finding),
    /// It needs something that the simulator does not have.
    Unsupported(Finding),
    /// The sender behaves differently.
    Fail(Finding),
}

pub(crate) fn malformed(line: usize, message: impl Into<String>) -> Problem {
    Problem::Malformed(Finding { line, message: message.into() })
}

pub(crate) fn unsupported(line: usize, message: impl Into<String>) -> Problem {
    Problem::Unsupported(Finding { line, message: message.into() })
}

pub(crate) fn fail(line: usize, message: impl Into<String>) -> Problem {
    Problem::Fail(Finding { line, message: message.into() })
}
