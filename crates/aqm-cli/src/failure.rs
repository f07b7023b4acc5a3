//! Reasons why a command fails, with their messages and exit codes.

use aqm_scenario::Problem;
use std::io::{self, Write};
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

/// Returns a text with control characters escaped. Messages repeat names from files, which must not
/// control the terminal.
pub fn visible(text: &str) -> String {
    let mut line = String::new();
    for c in text.chars() {
        match c {
            c if c.is_control() => line.extend(c.escape_default()),
            c => line.push(c),
        }
    }
    line
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl Failure {
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
            let _ = writeln!(stream, "{}", visible(text));
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
                errors.iter().for_each(|(name, error)| line(&format!("{name}: {error}")));
            }
            Failure::Unreadable(reason) | Failure::Usage(reason) => line(reason),
            Failure::Finding => {}
            Failure::Output(error) => line(&format!("standard output: {error}")),
        }
    }
}
