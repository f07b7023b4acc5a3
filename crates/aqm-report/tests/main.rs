//! Integration tests of reports, in one binary: each further binary would compile and link the simulator again.

#[path = "../../aqm-scenario/tests/common/mod.rs"]
#[allow(dead_code, reason = "the tests of several crates share it")]
mod common;
mod golden;
mod hops;
mod manual;
mod memory;
mod network;
mod probes;
mod revise;
mod scenarios;
