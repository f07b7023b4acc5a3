//! Integration tests of the scenario format.

#[allow(dead_code, reason = "the tests of several crates share it")]
mod common;
mod format;
