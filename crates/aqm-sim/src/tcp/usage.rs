//! Congestion window validation (RFC 7661 in spirit; Linux' rules): a window that is not used
//! must not grow.

/// How much of the window was used in the present round.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Usage {
    /// The window was the reason to stop sending.
    limited: bool,
    /// Most segments outstanding.
    most: u64,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
    /// Segments sent since the last observation.
    sent: bool,
}

impl Usage {
    pub(super) fn sent(&mut self) {
        self.sent = true;
    }

    /// After a burst: `limited` if the window ended it.
    pub(super) fn observe(&mut self, limited: bool, una: u64, next: u64) {
        if std::mem::take(&mut self.sent) || limited {
            self.update(limited, una, next);
        }
    }

    /// The same when it is known that something was sent or that the window ended it.
    pub(super) fn update(&mut self, limited: bool, una: u64, next: u64) {
        let outstanding = next - una;
        // The strongest sign of the round counts.
        if limited || una >= self.round_end || (!self.limited && outstanding > self.most) {
            self.limited = limited;
            self.most = outstanding;
            self.round_end = next;
        }
    }

    /// Whether the window may grow. In slow start a flow that used more than half of it may
    /// double what it used.
    pub(super) fn may_grow(&self, cwnd: u64, slow_start: bool) -> bool {
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
    fn being_limited_once_counts_for_the_round() {
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
