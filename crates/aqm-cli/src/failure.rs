//! Why a command did not succeed, and what scripts are told of it.

use aqm_scenario::Problem;
use std::io::{self, Write};
use std::process::ExitCode;

/// What went wrong.
#[derive(Debug)]
pub enum Failure {
    /// These scenarios have problems.
    Problems(Vec<(String, Vec<Problem>)>),
    /// These files cannot be read or written, or are stale; scenarios beside them may have problems too.
    Files(Vec<(String, io::Error)>, Vec<(String, Vec<Problem>)>),
    /// This file cannot be read, or makes no sense, for this reason.
    Unreadable(String),
    /// The command line makes no sense, for this reason.
    Usage(String),
    /// A comparison failed; the command has said how.
    Finding,
    /// Standard output cannot be written.
    Output(io::Error),
}

/// A text on one line of a terminal, whatever is in it: files choose some of what messages repeat.
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
    /// Nobody reads on (`aqm run ... | head`): no reason to complain.
    fn is_broken_pipe(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// 1 for problems in scenarios and comparisons that fail, 2 for wrong usage, 3 for files, stale ones
    /// of `generate --check` among them, and for standard output.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            _ if self.is_broken_pipe() => ExitCode::SUCCESS,
            Failure::Problems(_) | Failure::Finding => ExitCode::from(1),
            Failure::Usage(_) => ExitCode::from(2),
            Failure::Files(..) | Failure::Unreadable(_) | Failure::Output(_) => ExitCode::from(3),
        }
    }

    /// One line for each thing that is wrong. Errors of the stream itself are ignored.
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
