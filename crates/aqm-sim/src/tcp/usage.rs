//! Congestion window validation (based on RFC 7661, with Linux' rules): an unused window must not
//! grow.

/// Use of the window in the current round.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Usage {
    /// The window stopped the sender.
    limited: bool,
    /// Largest number of outstanding segments.
    most: u64,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
    /// Segments sent since the last observation.
    sent: bool,
}

impl Usage {
    pub fn sent(&mut self) {
        self.sent = true;
    }

    /// Records the end of a burst. `limited`: the window ended it.
    pub fn observe(&mut self, limited: bool, una: u64, next: u64) {
        if std::mem::take(&mut self.sent) || limited {
            self.update(limited, una, next);
        }
    }

    /// Records a burst that sent a segment or was ended by the window.
    pub fn update(&mut self, limited: bool, una: u64, next: u64) {
        let outstanding = next - una;
        // The highest use in the round counts.
        if limited || una >= self.round_end || (!self.limited && outstanding > self.most) {
            self.limited = limited;
            self.most = outstanding;
            self.round_end = next;
        }
    }

    /// Returns whether the window may grow. In slow start it may grow to twice the used part.
    pub fn may_grow(&self, cwnd: u64, slow_start: bool) -> bool {
        self.limited || (slow_start && cwnd < 2 * self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unused_window_does_not_grow() {
        let mut usage = Usage::default();
        usage.sent();
        usage.observe(false, 0, 10);
        assert!(!usage.may_grow(20, true));
        assert!(usage.may_grow(19, true));
        assert!(!usage.may_grow(19, false));
    }

    #[test]
    fn being_limited_once_allows_growth_for_the_round() {
        let mut usage = Usage::default();
        usage.observe(true, 0, 10);
        usage.sent();
        usage.observe(false, 5, 12);
        assert!(usage.may_grow(100, false));
        usage.sent();
        usage.observe(false, 10, 13);
        assert!(!usage.may_grow(100, false));
    }
}
