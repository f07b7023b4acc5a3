//! Integration tests of challenges, in one binary: each further binary would compile and link the simulator again.

mod challenge_format;
mod challenges;
#[path = "../../aqm-scenario/tests/common/mod.rs"]
#[allow(dead_code, reason = "the tests of several crates share it")]
mod common;
