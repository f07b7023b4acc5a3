//! Reasons why a command fails, with their messages and exit codes.

use crate::names::{name_of, visible};
use aqm_scenario::Problem;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// Reason of a failure.
#[derive(Debug)]
pub enum Failure {
    /// Scenarios have problems.
    Problems(Vec<(String, Vec<Problem>)>),
    /// Files cannot be read or written, or are stale. Other scenarios may have problems too.
    Files(Vec<(String, io::Error)>, Vec<(String, Vec<Problem>)>),
    /// A file cannot be read, or is malformed, for this reason.
    Unreadable(String),
    /// The command line is wrong, for this reason.
    Usage(String),
    /// A comparison failed. The command has printed the details.
    Finding,
    /// Standard output cannot be written.
    Output(io::Error),
}

/// Returns what is wrong with a file, as the end of a message that starts with its name.
pub fn reason(error: &io::Error) -> String {
    let text = match error.kind() {
        // Errors of the command itself have their own texts.
        _ if error.raw_os_error().is_none() && error.get_ref().is_some() => {
            return error.to_string();
        }
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => {
            "permission denied; change the permissions, or name another file"
        }
        ErrorKind::IsADirectory => "is a folder; expected a file",
        ErrorKind::NotADirectory => "a part of the path is no folder",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full",
        ErrorKind::BrokenPipe => "its reader has closed the pipe",
        _ => {
            let text = error.to_string();
            // The number says nothing to a reader.
            return text.split(" (os error").next().unwrap_or_default().to_owned();
        }
    };
    text.to_owned()
}

/// Returns a message as a sentence: it ends with one full stop.
fn sentence(text: &str) -> String {
    if text.ends_with(['.', '?', '!']) { text.to_owned() } else { format!("{text}.") }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl Failure {
    /// Returns the failure of a file that cannot be read or written.
    pub fn file(path: &Path, error: io::Error) -> Self {
        Failure::Files(vec![(name_of(path), error)], Vec::new())
    }

    /// Returns whether the reader of the output has stopped, as in `aqm run ... | head`.
    fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns 1 for problems in scenarios and failed comparisons, 2 for wrong usage, and 3 for files
    /// (stale ones included) and standard output.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            _ if self.is_broken_pipe() => ExitCode::SUCCESS,
            Failure::Problems(_) | Failure::Finding => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Files(..) | Failure::Unreadable(_) | Failure::Output(_) => ExitCode::from(3),
        }
    }

    /// Prints one line for each problem. Errors of the stream itself are ignored.
    pub fn report(&self, stream: &mut impl Write) {
        let mut line = |text: &str| {
            let _ = writeln!(stream, "{}", sentence(&visible(text)));
        };
        let mut problems = |all: &[(String, Vec<Problem>)]| {
            for (name, problems) in all {
                problems.iter().for_each(|problem| line(&format!("{name}: {problem}")));
            }
        };
        match self {
            _ if self.is_broken_pipe() => {}
            Failure::Problems(all) => problems(all),
            Failure::Files(errors, all) => {
                problems(all);
                errors.iter().for_each(|(name, error)| line(&format!("{name}: {}", reason(error))));
            }
            Failure::Unreadable(reason) | Failure::Usage(reason) => line(reason),
            Failure::Finding => {}
            Failure::Output(error) => line(&format!("standard output: {}", reason(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(failure: &Failure) -> String {
        let mut stream = Vec::new();
        failure.report(&mut stream);
        String::from_utf8(stream).unwrap()
    }

    #[test]
    fn every_message_ends_with_one_full_stop() {
        let unreadable = |text: &str| said(&Failure::Unreadable(text.to_owned()));
        assert_eq!(unreadable("a.json: is refused"), "a.json: is refused.\n");
        assert_eq!(unreadable("a.json: is refused."), "a.json: is refused.\n");
        assert_eq!(said(&Failure::Usage("is it?".to_owned())), "is it?\n");
    }

    #[test]
    fn errors_of_the_system_are_said_in_plain_words() {
        let missing = std::fs::read("no/such/file").unwrap_err();
        let failure = Failure::file(Path::new("no/such/file"), missing);
        assert_eq!(said(&failure), "no/such/file: there is no such file.\n");
        let own = Failure::file(Path::new("a"), io::Error::other("is a story; leave out --write"));
        assert_eq!(said(&own), "a: is a story; leave out --write.\n");
        let other = io::Error::from_raw_os_error(5);
        assert!(!said(&Failure::Output(other)).contains("os error"));
    }

    #[test]
    fn names_cannot_control_the_terminal() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b\u{2028}é"), "a\\u{1b}[31m\\u{202e}b\\u{2028}é");
    }
}
