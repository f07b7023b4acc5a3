//! Deterministic packet-level simulator of one bottleneck queue: no I/O, no clock, no threads.
//!
//! ARCHITECTURE.md describes the order of the modules; a test checks it.

pub mod app;
pub mod aqm;
pub mod buffer;
pub mod cc;
pub mod config;
pub mod digest;
pub mod event;
pub mod link;
pub mod log;
pub mod math;
pub mod metrics;
pub mod packet;
mod ring;
pub mod rng;
pub mod schedule;
mod sort;
pub mod tcp;
pub mod time;
pub mod token_bucket;
mod tournament;
pub mod traffic;
pub mod units;
mod wheel;
pub mod world;
