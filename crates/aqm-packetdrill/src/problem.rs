//! Why a script is not run to its end.

use std::fmt;

/// A place in a script and what there is to say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Line in the script, from 1.
    pub line: usize,
    /// One sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// What stops a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// It is not in the language.
    Malformed(Finding),
    /// It asks for something that has no counterpart here.
    Unsupported(Finding),
    /// The sender does something else.
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
