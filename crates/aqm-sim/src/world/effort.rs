//! The work of a run.

/// The work done since time zero, in packets, and its limit. `open` is the number of packets offered to the lane's queue in the open
/// bin, which its recorder counts: one more field there worsens the layout of the hot fields, and costs 5 % of the time. The work
/// never decreases.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    finished: u64,
    most: u64,
}

impl Effort {
    pub fn new() -> Self {
        Effort { finished: 0, most: u64::MAX }
    }

    /// Adds work of other kinds, or that of a bin that ends.
    #[inline]
    pub fn add(&mut self, packets: u64) {
        self.finished += packets;
    }

    #[inline]
    pub fn total(&self, open: u64) -> u64 {
        self.finished + open
    }

    /// Sets the limit to so many packets more.
    pub fn allow(&mut self, packets: u64, open: u64) {
        self.most = self.total(open).saturating_add(packets);
    }

    #[inline]
    pub fn is_spent(&self, open: u64) -> bool {
        self.total(open) >= self.most
    }
}
