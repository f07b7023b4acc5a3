//! Integration tests of the scenario format, in one binary: each further binary would compile and link the simulator again.

#[cfg(feature = "generate")]
mod challenge_format;
#[cfg(feature = "generate")]
mod challenges;
mod changes;
mod common;
mod events;
mod fork;
mod format;
mod golden;
mod hops;
mod lanes;
mod limits;
mod manual;
mod memory;
mod network;
mod probes;
mod revise;
mod scenarios;
