//! Runs a scenario with real Linux TCP through the simulator's own queue disciplines, in real time.
//!
//! - [`header`]: the headers of real packets, and the CE mark.
//! - [`store`], [`hop`], [`path`]: packets, hops, delays, losses and timed changes, under any clock.
//! - [`log`]: what happened to each packet.
//! - [`plan`]: what can be run, and what differs from the simulation.
//! - [`accuracy`]: how late a run was, and whether it counts.
//! - [`outcome`]: the results; [`samples`]: their time series.
//!
//! These depend on no operating system. [`run`] needs Linux, and the right to create network namespaces and TUN devices; [`missing`]
//! says what a machine lacks. docs/testbed.md describes the whole.

pub mod accuracy;
mod device;
pub mod header;
pub mod hop;
#[cfg(target_os = "linux")]
mod linux;
pub mod log;
#[cfg(not(target_os = "linux"))]
mod other;
pub mod outcome;
pub mod path;
pub mod plan;
pub mod samples;
pub mod store;

#[cfg(target_os = "linux")]
pub use linux::{Error, missing, place, run};
#[cfg(not(target_os = "linux"))]
pub use other::{Error, missing, place, run};
