//! The reason why results cannot be computed or read.

use std::fmt;
use std::path::Path;

/// The reason, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Error(message.into())
    }

    pub(crate) fn at(path: &Path, reason: impl fmt::Display) -> Self {
        Error(format!("{}: {reason}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
