//! Runs a scenario with real Linux TCP through the simulator's own queue disciplines, in real time.

pub mod header;
pub mod hop;
pub mod path;
pub mod store;
