//! Scripts that run a scenario elsewhere.
//!
//! `qdisc` has one file per discipline: its line of `tc` and its attributes in ns-3.

#[allow(dead_code, reason = "the targets of the next commits use the rest")]
mod numbers;
pub mod qdisc;
