//! Round-trip time estimation and the retransmission timeout (RFC 6298).

use crate::time::{Span, Time};

/// Linux' lower bound, which applies to the variation: RTO >= SRTT + 200 ms. RFC 6298, rule 2.4,
/// recommends 1 s, but no large stack uses it. For [`Rules::Rfc`] it is the granularity G of rule
/// 2.3, so that delayed ACKs cannot cause timeouts.
pub const MIN_RTO: Span = Span::from_millis(200);
/// Linux' upper bound.
const MAX_RTO: Span = Span::from_millis(120_000);
/// Lifetime of the smallest round-trip time (Linux: 300 s).
const MIN_RTT_LIFETIME: Span = Span::from_millis(300_000);

/// Rules that compute a timeout from samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Linux: the deviation rises at once and falls slowly. Each round keeps its largest value.
    Linux,
    /// RFC 6298, with smaller gains for many samples per round (RFC 7323).
    Rfc,
}

/// The RTT estimator. Times are signed nanoseconds, because differences may be negative.
#[derive(Clone, PartialEq, Debug)]
pub struct RttEstimator {
    /// Smoothed RTT. 0 before the first sample, then at least 1.
    srtt: i64,
    /// Four times the mean deviation. Linux: its recent maximum, at least 200 ms.
    variation: i64,
    /// Linux: four times the current mean deviation.
    deviation: i64,
    /// Linux: largest deviation of this round.
    round_deviation: i64,
    /// Amount that the timeout adds to SRTT: the variation, at least [`MIN_RTO`].
    margin: i64,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
    /// [`Span::MAX`] before the first sample.
    min_rtt: Span,
    /// End of the lifetime of `min_rtt`.
    min_rtt_end: Time,
    /// The current timeout, including the backoff.
    rto: Span,
    backoff: u32,
    rules: Rules,
    /// Timeout before the first sample, without the backoff.
    initial_rto: Span,
}

/// An RTT sample with the state of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub rtt: Span,
    /// First unacknowledged segment after the ACK with the sample.
    pub una: u64,
    /// Next segment to send for the first time.
    pub next: u64,
}

impl RttEstimator {
    pub fn new(rules: Rules, initial_rto: Span) -> Self {
        RttEstimator {
            rules,
            srtt: 0,
            variation: 0,
            deviation: 0,
            round_deviation: 0,
            margin: 0,
            round_end: 0,
            min_rtt: Span::MAX,
            min_rtt_end: Time::ZERO,
            backoff: 0,
            rto: initial_rto,
            initial_rto,
        }
    }

    /// Returns the smoothed round-trip time.
    pub fn srtt(&self) -> Option<Span> {
        (self.srtt > 0).then(|| Span::from_nanos(self.srtt as u64))
    }

    /// Returns the smoothed round-trip time, or zero before the first sample.
    pub fn srtt_or_zero(&self) -> Span {
        Span::from_nanos(self.srtt as u64)
    }

    /// Returns the smallest round-trip time of the last 300 s.
    pub fn min_rtt(&self) -> Option<Span> {
        (self.min_rtt < Span::MAX).then_some(self.min_rtt)
    }

    /// Returns the smallest round-trip time, or [`Span::MAX`] before the first sample.
    pub fn min_rtt_or_max(&self) -> Span {
        self.min_rtt
    }

    /// Returns the retransmission timeout with the current backoff.
    pub fn rto(&self) -> Span {
        self.rto
    }

    fn update_rto(&mut self) {
        let base = if self.srtt == 0 { self.initial_rto } else { self.base_rto() };
        self.rto = (base * (1 << self.backoff.min(16))).min(MAX_RTO);
    }

    /// Returns SRTT + max(G, 4 RTTVAR) (RFC 6298, rule 2.3).
    fn base_rto(&self) -> Span {
        Span::from_nanos((self.srtt + self.margin) as u64)
    }

    /// Doubles the timeout after it expired (RFC 6298, rule 5.5).
    pub fn back_off(&mut self) {
        self.backoff += 1;
        self.update_rto();
    }

    /// Ends the backoff after a delivery.
    pub fn clear_backoff(&mut self) {
        self.backoff = 0;
        self.update_rto();
    }

    /// Updates the smallest round-trip time.
    pub fn update_min(&mut self, rtt: Span, now: Time) {
        if rtt <= self.min_rtt || now > self.min_rtt_end {
            self.min_rtt = rtt;
            self.min_rtt_end = now + MIN_RTT_LIFETIME;
        }
    }

    /// Adds a sample and ends the backoff.
    pub fn sample(&mut self, sample: &Sample) {
        self.backoff = 0;
        if self.srtt > 0 {
            return self.sample_again(sample, sample.rtt);
        }
        self.first(sample.rtt.nanos() as i64, sample.next);
        self.rto = self.base_rto().min(MAX_RTO);
    }

    /// Returns whether there was a sample, and no timeout since the last sample.
    pub fn is_settled(&self) -> bool {
        self.srtt > 0 && self.backoff == 0
    }

    /// Like [`Self::sample`] while [`Self::is_settled`] holds. [`Rules::Rfc`] uses the `stamped`
    /// time instead.
    #[inline(always)]
    pub fn sample_again(&mut self, sample: &Sample, stamped: Span) {
        let srtt = self.srtt;
        match self.rules {
            Rules::Linux => self.smooth_linux(srtt, sample.rtt.nanos() as i64, sample),
            Rules::Rfc => self.smooth_rfc(srtt, stamped.nanos() as i64, sample),
        }
        self.rto = self.base_rto().min(MAX_RTO);
    }

    /// RFC 6298, rule 2.2: SRTT = R, RTTVAR = R/2.
    fn first(&mut self, rtt: i64, next: u64) {
        self.srtt = rtt.max(1);
        self.deviation = 2 * rtt;
        self.round_end = next;
        match self.rules {
            Rules::Rfc => self.variation = 2 * rtt,
            Rules::Linux => {
                self.variation = (2 * rtt).max(MIN_RTO.nanos() as i64);
                self.round_deviation = self.variation;
            }
        }
        self.set_margin();
    }

    fn set_margin(&mut self) {
        self.margin = self.variation.max(MIN_RTO.nanos() as i64);
    }

    fn smooth_linux(&mut self, srtt: i64, rtt: i64, sample: &Sample) {
        // A deviation four times the stored one moves it by a quarter, as in rule 2.3. When the RTT
        // falls, an increase counts only an eighth: a shrinking queue does not need a longer
        // timeout.
        let quarter = part(self.deviation, 4);
        let mut excess;
        if rtt >= srtt {
            let rise = rtt - srtt;
            self.srtt = srtt + part(rise, 8);
            excess = rise - quarter;
        } else {
            let fall = srtt - rtt;
            self.srtt = srtt - part(fall, 8);
            excess = fall - quarter;
            if excess > 0 {
                excess /= 8;
            }
        }
        self.deviation += excess;
        if self.deviation > self.round_deviation {
            self.round_deviation = self.deviation;
            self.variation = self.variation.max(self.round_deviation);
            self.set_margin();
        }
        if sample.una > self.round_end {
            if self.round_deviation < self.variation {
                self.variation -= (self.variation - self.round_deviation) / 4;
                self.set_margin();
            }
            self.round_end = sample.next;
            self.round_deviation = MIN_RTO.nanos() as i64;
        }
    }

    /// RFC 6298, rule 2.3, with the gains divided by the samples per round (RFC 7323, appendix G).
    /// One sample for every second segment in flight.
    fn smooth_rfc(&mut self, srtt: i64, rtt: i64, sample: &Sample) {
        let samples = (sample.next - sample.una).div_ceil(2).max(1) as i64;
        let error = rtt - srtt;
        self.variation += (4 * error.abs() - self.variation) / (4 * samples);
        self.set_margin();
        self.srtt = (srtt + error / (8 * samples)).max(1);
    }
}

/// Returns `whole` / `parts`. Unsigned division needs half the instructions; `whole` is not
/// negative.
fn part(whole: i64, parts: u64) -> i64 {
    (whole as u64 / parts) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimator(rules: Rules) -> RttEstimator {
        RttEstimator::new(rules, Span::from_millis(1000))
    }

    fn ms(value: f64) -> Span {
        Span::from_seconds(value / 1000.0)
    }

    /// Returns the RTO in milliseconds after each sample, with one segment in flight.
    fn rtos(rules: Rules, samples: &[f64]) -> Vec<f64> {
        let mut estimator = estimator(rules);
        let step = |(i, &rtt): (usize, &f64)| {
            let una = i as u64 + 1;
            estimator.sample(&Sample { rtt: ms(rtt), una, next: una + 1 });
            (estimator.rto().millis() * 100.0).round() / 100.0
        };
        samples.iter().enumerate().map(step).collect()
    }

    #[test]
    fn rto_matches_rfc_6298_computed_by_hand() {
        // SRTT 800, RTTVAR 400: 2400. R = 1000: RTTVAR 350, SRTT 825: 2225.
        // R = 700: RTTVAR 293.75, SRTT 809.375: 1984.375.
        assert_eq!(rtos(Rules::Rfc, &[800.0, 1000.0, 700.0]), [2400.0, 2225.0, 1984.38]);
        assert_eq!(rtos(Rules::Rfc, &[10.0; 20])[19], 210.0);
    }

    #[test]
    fn linux_adds_200_ms_to_a_steady_delay() {
        let steady = rtos(Rules::Linux, &[50.0; 40]);
        assert_eq!(steady, [250.0; 40]);
        // 4 RTTVAR starts at 2 R. Once per round it falls by a quarter of the distance to the lower
        // bound.
        let long = rtos(Rules::Linux, &[400.0; 60]);
        assert_eq!(long[0], 1200.0);
        assert!(long[20] > 600.0 && long[59] < 601.0, "{long:?}");
    }

    #[test]
    fn linux_weighs_a_falling_rtt_by_one_eighth() {
        let mut rising = estimator(Rules::Linux);
        let mut falling = estimator(Rules::Linux);
        for (estimator, last) in [(&mut rising, 600.0), (&mut falling, 200.0)] {
            estimator.sample(&Sample { rtt: ms(400.0), una: 1, next: 2 });
            estimator.deviation = 0;
            estimator.sample(&Sample { rtt: ms(last), una: 2, next: 3 });
        }
        assert_eq!((rising.deviation, falling.deviation), (200_000_000, 25_000_000));
    }

    #[test]
    fn many_samples_per_round_have_smaller_gains() {
        let mut estimator = estimator(Rules::Rfc);
        estimator.sample(&Sample { rtt: ms(100.0), una: 0, next: 1 });
        estimator.sample(&Sample { rtt: ms(180.0), una: 0, next: 20 });
        assert_eq!(estimator.srtt(), Some(ms(101.0)));
    }

    #[test]
    fn the_timeout_doubles_up_to_120_s_until_the_next_sample() {
        let mut estimator = estimator(Rules::Linux);
        assert_eq!(estimator.rto(), ms(1000.0));
        estimator.back_off();
        estimator.back_off();
        assert_eq!(estimator.rto(), ms(4000.0));
        (0..30).for_each(|_| estimator.back_off());
        assert_eq!(estimator.rto(), ms(120_000.0));
        estimator.sample(&Sample { rtt: ms(50.0), una: 1, next: 2 });
        assert_eq!(estimator.rto(), ms(250.0));
    }

    #[test]
    fn the_smallest_rtt_expires_after_300_s() {
        let mut estimator = estimator(Rules::Linux);
        estimator.update_min(ms(20.0), Time::ZERO);
        estimator.update_min(ms(50.0), Time::from_seconds(300.0));
        assert_eq!(estimator.min_rtt(), Some(ms(20.0)));
        estimator.update_min(ms(50.0), Time::from_seconds(300.1));
        assert_eq!(estimator.min_rtt(), Some(ms(50.0)));
    }
}
