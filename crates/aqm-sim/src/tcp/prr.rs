//! Proportional rate reduction (RFC 6937). During a reduction the window follows the delivered
//! segments. It reaches the new threshold when the old flight is acknowledged.

/// How fast the flight grows again after it has fallen below the threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// PRR-SSRB: one more segment than was delivered, as in slow start (RFC 6937, section 3).
    SlowStart,
    /// One more segment only for safe ACKs (RFC 9937; Linux since 4.3). These advance the
    /// cumulative acknowledgement and report no new loss. Other ACKs allow only as many segments as
    /// were delivered.
    SafeAcks,
}

/// Counters of one reduction.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Prr {
    /// RecoverFS: the window before the reduction.
    prior_cwnd: u64,
    delivered: u64,
    out: u64,
}

/// Input from one ACK.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Segments newly reported as delivered.
    pub delivered: u64,
    /// It advances the cumulative acknowledgement and reports no new loss.
    pub safe: bool,
    /// Segments in flight after the ACK.
    pub in_flight: u64,
    /// Target of the window.
    pub ssthresh: u64,
    /// The first ACK allows a segment in any case: the fast retransmit.
    pub fast_retransmit: bool,
}

impl Prr {
    pub fn begin(&mut self, cwnd: u64) {
        *self = Prr { prior_cwnd: cwnd.max(1), ..Prr::default() };
    }

    /// Counts transmissions, new or repeated.
    pub fn sent(&mut self, segments: u64) {
        self.out += segments;
    }

    /// Returns the window after an ACK, or `None` if it reports no delivery.
    pub fn window(&mut self, step: &Step, bound: Bound) -> Option<u64> {
        if step.delivered == 0 {
            return None;
        }
        self.delivered += step.delivered;
        let send = if step.in_flight > step.ssthresh {
            // sndcnt = CEIL(prr_delivered * ssthresh / RecoverFS) - prr_out
            (self.delivered * step.ssthresh).div_ceil(self.prior_cwnd).saturating_sub(self.out)
        } else {
            let owed = self.delivered.saturating_sub(self.out).max(step.delivered);
            let extra = u64::from(bound == Bound::SlowStart || step.safe);
            (owed + extra).min(step.ssthresh - step.in_flight)
        };
        let send = send.max(u64::from(step.fast_retransmit && self.out == 0));
        Some((step.in_flight + send).max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the segments sent after each ACK. Twenty segments are in flight, the first is lost,
    /// and the threshold is 10.
    fn single_loss(bound: Bound) -> Vec<u64> {
        let mut prr = Prr::default();
        prr.begin(20);
        let mut in_flight = 20 - 1 - 2;
        let mut sent = Vec::new();
        // The third SACK starts recovery.
        for _ in 3..20 {
            in_flight -= 1;
            let step =
                Step { delivered: 1, safe: false, in_flight, ssthresh: 10, fast_retransmit: true };
            let window = prr.window(&step, bound).expect("the ACK reports a delivery");
            let send = window - in_flight;
            prr.sent(send);
            in_flight += send;
            sent.push(send);
        }
        assert_eq!(in_flight, 10);
        sent
    }

    #[test]
    fn halving_sends_one_segment_per_two_delivered() {
        // After the thirteenth ACK the flight is at the threshold and stays there.
        let expected = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1];
        assert_eq!(single_loss(Bound::SlowStart), expected);
        assert_eq!(single_loss(Bound::SafeAcks), expected);
    }

    #[test]
    fn below_the_threshold_the_flight_grows() {
        let window = |bound, safe| {
            let mut prr = Prr::default();
            prr.begin(20);
            prr.sent(1);
            let step =
                Step { delivered: 1, safe, in_flight: 4, ssthresh: 10, fast_retransmit: true };
            prr.window(&step, bound)
        };
        assert_eq!(window(Bound::SlowStart, false), Some(6));
        assert_eq!(window(Bound::SafeAcks, false), Some(5));
        assert_eq!(window(Bound::SafeAcks, true), Some(6));
    }

    #[test]
    fn the_window_stays_at_or_below_the_threshold() {
        let mut prr = Prr::default();
        prr.begin(20);
        let step =
            Step { delivered: 15, safe: true, in_flight: 8, ssthresh: 10, fast_retransmit: true };
        assert_eq!(prr.window(&step, Bound::SlowStart), Some(10));
    }

    #[test]
    fn the_first_ack_allows_the_fast_retransmit() {
        let mut prr = Prr::default();
        prr.begin(20);
        let step =
            Step { delivered: 1, safe: false, in_flight: 12, ssthresh: 10, fast_retransmit: true };
        assert_eq!(prr.window(&step, Bound::SafeAcks), Some(13));
        assert_eq!(prr.window(&Step { delivered: 0, ..step }, Bound::SafeAcks), None);
        prr.begin(20);
        let step = Step { fast_retransmit: false, ..step };
        assert_eq!(prr.window(&step, Bound::SlowStart), Some(13), "1 of 2 delivered");
        prr.begin(20);
        let step = Step { in_flight: 10, ..step };
        assert_eq!(prr.window(&step, Bound::SlowStart), Some(10));
    }
}
