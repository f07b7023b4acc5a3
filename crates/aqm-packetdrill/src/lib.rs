//! Runs packetdrill scripts that test a TCP sender against the simulated sender with the stack
//! `linux-6`.
//!
//! A script acts as the application and the peer of one connection. It lists the segments that must leave,
//! with their times, and the values that `tcp_info` must have. A lexer and a parser read it, and a machine
//! runs it in simulated time. Shell commands are interpreted, not executed (`settings`).
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

/// Result of a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The sender behaves as the script demands.
    Pass,
    /// The sender behaves differently; the first difference.
    Fail(Finding),
    /// The script needs something that the simulator does not have.
    Unsupported(Finding),
    /// The script has a syntax error.
    Malformed(Finding),
}

/// A verdict with the packets that led to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The result.
    pub verdict: Verdict,
    /// A line for each packet that arrived (`<`) or left (`>`), with its time in s.
    pub trace: Vec<String>,
}

/// Runs a script. `open` returns the text of a set-up script by its name in the script.
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
