//! A digest of all events at the bottleneck, packet by packet.

use crate::time::Time;

/// A running 64-bit digest. Equal runs have equal digests on every target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

/// The outcome of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Outcome {
    /// Its transmission began.
    Sent = 1,
    /// It was dropped by the algorithm.
    EarlyDrop = 2,
    /// It was dropped because the buffer was full.
    Overflow = 3,
    /// It was CE-marked.
    Mark = 4,
}

impl Default for Digest {
    fn default() -> Self {
        Digest(0x6a09_e667_f3bc_c908)
    }
}

impl Digest {
    /// Adds one event.
    pub fn record(&mut self, now: Time, flow: u32, sequence: u64, outcome: Outcome) {
        self.mix(now.nanos());
        self.mix(u64::from(flow) << 40 ^ sequence << 8 ^ outcome as u64);
    }

    /// Returns the digest of the events so far.
    pub fn value(&self) -> u64 {
        self.0
    }

    /// Returns a digest of the events of `self` and those of `other`.
    pub fn with(mut self, other: Digest) -> Digest {
        self.mix(other.0);
        self
    }

    fn mix(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }
}
