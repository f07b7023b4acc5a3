//! Integration tests of runs, in one binary: each further binary would compile and link the simulator again.

mod changes;
#[path = "../../aqm-scenario/tests/common/mod.rs"]
#[allow(dead_code, reason = "the tests of several crates share it")]
mod common;
mod events;
mod fork;
mod lanes;
mod limits;
