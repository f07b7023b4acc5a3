//! Integration tests of the simulator, in one binary: each further binary would compile and link the simulator again.

mod allocations;
mod applications;
mod architecture;
mod circles;
mod closed_loop;
mod common;
mod congestion_controls;
mod controllers;
mod crates;
mod datagrams;
mod determinism;
mod events;
mod flow_trace;
mod goodput;
mod hops;
mod imports;
#[cfg(feature = "journal")]
mod journal;
mod l4s;
mod metamorphic;
mod network;
mod packets;
mod queueing_theory;
mod reference;
mod reference_engine;
mod snapshot;
mod two_way;
