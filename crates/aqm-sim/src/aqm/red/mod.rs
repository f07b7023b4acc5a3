//! RED, Random Early Detection. It hits arriving packets with a probability that grows with a slow
//! average of the queue, and spaces the hits evenly.
//!
//! [`floyd`] is the algorithm of the papers in real arithmetic. [`linux`] has the kernel's integer
//! arithmetic. [`tc`] computes the kernel's parameters as its command-line tool does.

pub mod floyd;
pub mod linux;
pub mod params;
mod report;
pub mod tc;
#[cfg(test)]
mod tests;
mod twins;

pub use floyd::RedFloyd;
pub use linux::RedLinux;
pub use params::{RedParams, RedVariant};
pub use report::{Probe, Reason};
pub(super) use twins::burst;

/// Counters of a RED queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Drawn between the thresholds, and dropped.
    pub early_drops: u64,
    /// Drawn between the thresholds, and marked.
    pub early_marks: u64,
    /// Beyond the upper threshold, and dropped.
    pub forced_drops: u64,
    /// Beyond the upper threshold, and marked (Linux only).
    pub forced_marks: u64,
    /// Packets that found the buffer full, marked or not.
    pub overflows: u64,
}
