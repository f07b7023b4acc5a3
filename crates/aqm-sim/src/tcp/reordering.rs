//! How far the network reorders segments, as far as the sender knows.

/// Number of duplicate ACKs that indicate a loss (RFC 5681, section 3.2).
pub const DUP_THRESH: u64 = 3;
/// Largest estimate in segments (Linux since 3.18).
const MOST: u64 = 300;
/// The same before.
const MOST_3_10: u64 = 127;

/// The estimate of reordering: between [`DUP_THRESH`] and its largest value.
#[derive(Clone, PartialEq, Debug)]
pub struct Reordering {
    /// Number of arrivals above a segment that indicate its loss.
    extent: u64,
    /// ACKs that showed reordering.
    seen: u64,
    /// Reordering beyond the estimate was seen, which ends [`LossRule::Fack`].
    ///
    /// [`LossRule::Fack`]: super::mechanisms::LossRule::Fack
    ends_fack: bool,
}

impl Reordering {
    pub fn new() -> Self {
        Reordering { extent: DUP_THRESH, seen: 0, ends_fack: false }
    }

    /// Returns the number of arrivals above a segment that indicate its loss.
    pub fn extent(&self) -> u64 {
        self.extent
    }

    /// Returns how many ACKs showed reordering.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    pub fn ends_fack(&self) -> bool {
        self.ends_fack
    }

    /// Counts an ACK that shows reordering.
    pub fn count(&mut self) {
        self.seen += 1;
    }

    /// Raises the estimate to `distance` segments.
    pub fn widen(&mut self, distance: u64) {
        self.extent = self.extent.max(distance.min(MOST));
    }

    /// The same in Linux 3.10. More than the estimate ends FACK for good.
    pub fn widen_3_10(&mut self, distance: u64) {
        if distance > self.extent {
            self.extent = distance.min(MOST_3_10);
            self.ends_fack = true;
        }
    }

    /// Forgets a large estimate after a timeout.
    pub fn narrow(&mut self) {
        self.extent = self.extent.min(DUP_THRESH);
    }

    /// Starts anew with another loss rule.
    pub fn restart(&mut self) {
        self.extent = DUP_THRESH;
        self.ends_fack = false;
    }

    #[cfg(test)]
    pub fn of(extent: u64, seen: u64, ends_fack: bool) -> Self {
        Reordering { extent, seen, ends_fack }
    }
}
