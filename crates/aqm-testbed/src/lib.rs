//! Runs a scenario with real Linux TCP through the simulator's own queue disciplines, in real time.

pub mod accuracy;
pub mod header;
pub mod hop;
pub mod outcome;
pub mod path;
pub mod plan;
pub mod store;
