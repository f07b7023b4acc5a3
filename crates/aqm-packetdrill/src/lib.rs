//! Runs scripts in the language of packetdrill, as far as they test a TCP sender, against the
//! simulator's sender with the stack `linux-6`.
//!
//! A script plays the application and the peer of one connection and says when which segment must
//! leave and what Linux' `tcp_info` must show. It is read by a lexer and a
//! parser and run by a machine in simulated time; shell commands are
//! not executed but understood (`settings`).
//!
//! ```
//! use aqm_packetdrill::{Verdict, check};
//!
//! let script = "
//!     0 socket(..., SOCK_STREAM, IPPROTO_TCP) = 3
//!    +0 listen(3, 1) = 0
//!    +0 < S 0:0(0) win 32792 <mss 1000,sackOK,nop,wscale 7>
//!    +0 > S. 0:0(0) ack 1 <...>
//!   +.1 < . 1:1(0) ack 1 win 257
//!    +0 accept(3, ..., ...) = 4
//!    +0 write(4, ..., 2000) = 2000
//!    +0 > P. 1:2001(2000) ack 1";
//! assert_eq!(check(script, &mut |_| None).verdict, Verdict::Pass);
//! ```

mod code;
mod connection;
mod lexer;
mod machine;
mod parser;
mod problem;
mod script;
mod settings;

pub use problem::Finding;

use problem::Problem;

/// What became of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The sender does all that the script says.
    Pass,
    /// It does not; the first difference.
    Fail(Finding),
    /// The script asks for something that has no counterpart in the simulator.
    Unsupported(Finding),
    /// The script is not in the language.
    Malformed(Finding),
}

/// A verdict, and how it came to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What became of the script.
    pub verdict: Verdict,
    /// A line for each packet that arrived (`<`) or left (`>`), with its time in s.
    pub trace: Vec<String>,
}

/// Runs a script. `open` gives the text of a set-up script by the name that the script uses.
pub fn check(script: &str, open: &mut dyn FnMut(&str) -> Option<String>) -> Report {
    let mut trace = Vec::new();
    let result = parser::parse(script).and_then(|script| machine::run(&script, open, &mut trace));
    let verdict = match result {
        Ok(()) => Verdict::Pass,
        Err(Problem::Fail(finding)) => Verdict::Fail(finding),
        Err(Problem::Unsupported(finding)) => Verdict::Unsupported(finding),
        Err(Problem::Malformed(finding)) => Verdict::Malformed(finding),
    };
    Report { verdict, trace }
}
