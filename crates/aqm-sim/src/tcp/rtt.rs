//! Round-trip time estimation and the retransmission timeout (RFC 6298).

use crate::time::{Span, Time};

/// Before the first sample (RFC 6298, section 2.1).
const INITIAL_RTO: Span = Span::from_millis(1000);
/// Linux' floor, on the variation and not on the sum: RTO >= SRTT + 200 ms. RFC 6298, rule 2.4,
/// asks for 1 s, and allows for less on evidence; no large stack uses 1 s. For [`Rules::Rfc`] it
/// is the granularity G of rule 2.3, so that delayed ACKs cannot cause timeouts.
pub(super) const MIN_RTO: Span = Span::from_millis(200);
/// Linux' upper bound.
const MAX_RTO: Span = Span::from_millis(120_000);
/// Lifetime of the smallest round-trip time (Linux: 300 s).
const MIN_RTT_LIFETIME: Span = Span::from_millis(300_000);

/// How samples become a timeout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rules {
    /// A deviation that rises at once, falls slowly, and keeps its largest value of each round.
    Linux,
    /// RFC 6298, with RFC 7323's gain for many samples a round.
    Rfc,
}

/// The estimator. Times are signed nanoseconds inside: differences may be negative.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RttEstimator {
    /// 0 before the first sample, at least 1 then.
    srtt: i64,
    /// Four times the mean deviation (Linux: its largest value lately, and at least 200 ms).
    variation: i64,
    /// Linux: four times the mean deviation right now.
    deviation: i64,
    /// Linux: the largest of this round.
    round_deviation: i64,
    /// What the timeout adds to SRTT: the variation, but not less than [`MIN_RTO`].
    margin: i64,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
    /// [`Span::MAX`] before the first sample.
    min_rtt: Span,
    /// The end of its lifetime.
    min_rtt_end: Time,
    /// The timeout that follows from these.
    rto: Span,
    backoff: u32,
    rules: Rules,
}

/// A sample and what surrounds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) rtt: Span,
    /// First segment not acknowledged, after the ACK that brought the sample.
    pub(super) una: u64,
    /// Next segment to be sent for the first time.
    pub(super) next: u64,
}

impl RttEstimator {
    pub(super) fn new(rules: Rules) -> Self {
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
            rto: INITIAL_RTO,
        }
    }

    /// Smoothed round-trip time.
    pub(super) fn srtt(&self) -> Option<Span> {
        (self.srtt > 0).then(|| Span::from_nanos(self.srtt as u64))
    }

    /// The same; zero before the first sample.
    pub(super) fn srtt_or_zero(&self) -> Span {
        Span::from_nanos(self.srtt as u64)
    }

    /// Smallest round-trip time of the last 300 s.
    pub(super) fn min_rtt(&self) -> Option<Span> {
        (self.min_rtt < Span::MAX).then_some(self.min_rtt)
    }

    /// The same; [`Span::MAX`] before the first sample.
    pub(super) fn min_rtt_or_max(&self) -> Span {
        self.min_rtt
    }

    /// Retransmission timeout with its present backoff.
    pub(super) fn rto(&self) -> Span {
        self.rto
    }

    fn update_rto(&mut self) {
        let base = if self.srtt == 0 { INITIAL_RTO } else { self.base_rto() };
        self.rto = (base * (1 << self.backoff.min(16))).min(MAX_RTO);
    }

    /// RFC 6298, rule 2.3: SRTT + max(G, 4 RTTVAR).
    fn base_rto(&self) -> Span {
        Span::from_nanos((self.srtt + self.margin) as u64)
    }

    /// A timeout: doubles the next one (RFC 6298, rule 5.5).
    pub(super) fn back_off(&mut self) {
        self.backoff += 1;
        self.update_rto();
    }

    /// The path delivers again.
    pub(super) fn clear_backoff(&mut self) {
        self.backoff = 0;
        self.update_rto();
    }

    /// Updates the smallest delay.
    pub(super) fn update_min(&mut self, rtt: Span, now: Time) {
        if rtt <= self.min_rtt || now > self.min_rtt_end {
            self.min_rtt = rtt;
            self.min_rtt_end = now + MIN_RTT_LIFETIME;
        }
    }

    /// Takes a sample and ends the backoff.
    #[inline(always)]
    pub(super) fn sample(&mut self, sample: &Sample) {
        self.backoff = 0;
        if self.srtt > 0 {
            return self.sample_again(sample, sample.rtt);
        }
        self.first(sample.rtt.nanos() as i64, sample.next);
        self.rto = self.base_rto().min(MAX_RTO);
    }

    /// There has been a sample, and no timeout since the last one.
    pub(super) fn is_settled(&self) -> bool {
        self.srtt > 0 && self.backoff == 0
    }

    /// [`Self::sample`] while this [is settled](Self::is_settled). By [`Rules::Rfc`] it is the `stamped`
    /// time that counts.
    #[inline(always)]
    pub(super) fn sample_again(&mut self, sample: &Sample, stamped: Span) {
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

    #[inline(always)]
    fn smooth_linux(&mut self, srtt: i64, rtt: i64, sample: &Sample) {
        // A deviation four times as large as the one on record moves it by a quarter, as in
        // rule 2.3. When the delay falls, an increase counts an eighth of that: a shrinking queue
        // is no reason for a longer timeout.
        let quarter = part(self.deviation, 4);
        let mut surprise;
        if rtt >= srtt {
            let rise = rtt - srtt;
            self.srtt = srtt + part(rise, 8);
            surprise = rise - quarter;
        } else {
            let fall = srtt - rtt;
            self.srtt = srtt - part(fall, 8);
            surprise = fall - quarter;
            if surprise > 0 {
                surprise /= 8;
            }
        }
        self.deviation += surprise;
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

    /// Rule 2.3, with the gains divided by the samples of a round (RFC 7323, appendix G): one for
    /// every second segment in flight.
    fn smooth_rfc(&mut self, srtt: i64, rtt: i64, sample: &Sample) {
        let samples = (sample.next - sample.una).div_ceil(2).max(1) as i64;
        let error = rtt - srtt;
        self.variation += (4 * error.abs() - self.variation) / (4 * samples);
        self.set_margin();
        self.srtt = (srtt + error / (8 * samples)).max(1);
    }
}

/// `whole` / `parts`, where `whole` is not negative: that is half the work.
fn part(whole: i64, parts: u64) -> i64 {
    (whole as u64 / parts) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(value: f64) -> Span {
        Span::from_seconds(value / 1000.0)
    }

    /// RTO in milliseconds after each sample, one segment in flight.
    fn rtos(rules: Rules, samples: &[f64]) -> Vec<f64> {
        let mut estimator = RttEstimator::new(rules);
        let step = |(i, &rtt): (usize, &f64)| {
            let una = i as u64 + 1;
            estimator.sample(&Sample { rtt: ms(rtt), una, next: una + 1 });
            (estimator.rto().millis() * 100.0).round() / 100.0
        };
        samples.iter().enumerate().map(step).collect()
    }

    #[test]
    fn rfc_6298_by_hand() {
        // SRTT 800, RTTVAR 400: 2400. R = 1000: RTTVAR 350, SRTT 825: 2225.
        // R = 700: RTTVAR 293.75, SRTT 809.375: 1984.375.
        assert_eq!(rtos(Rules::Rfc, &[800.0, 1000.0, 700.0]), [2400.0, 2225.0, 1984.38]);
        assert_eq!(rtos(Rules::Rfc, &[10.0; 20])[19], 210.0);
    }

    #[test]
    fn linux_adds_200_ms_to_a_steady_delay() {
        let steady = rtos(Rules::Linux, &[50.0; 40]);
        assert_eq!(steady, [250.0; 40]);
        // 4 RTTVAR starts at 2 R and falls by quarters towards the floor, once a round.
        let long = rtos(Rules::Linux, &[400.0; 60]);
        assert_eq!(long[0], 1200.0);
        assert!(long[20] > 600.0 && long[59] < 601.0, "{long:?}");
    }

    #[test]
    fn linux_counts_a_falling_delay_an_eighth() {
        let mut rising = RttEstimator::new(Rules::Linux);
        let mut falling = RttEstimator::new(Rules::Linux);
        for (estimator, last) in [(&mut rising, 600.0), (&mut falling, 200.0)] {
            estimator.sample(&Sample { rtt: ms(400.0), una: 1, next: 2 });
            estimator.deviation = 0;
            estimator.sample(&Sample { rtt: ms(last), una: 2, next: 3 });
        }
        assert_eq!((rising.deviation, falling.deviation), (200_000_000, 25_000_000));
    }

    #[test]
    fn many_samples_a_round_weigh_less() {
        let mut estimator = RttEstimator::new(Rules::Rfc);
        estimator.sample(&Sample { rtt: ms(100.0), una: 0, next: 1 });
        estimator.sample(&Sample { rtt: ms(180.0), una: 0, next: 20 });
        assert_eq!(estimator.srtt(), Some(ms(101.0)));
    }

    #[test]
    fn the_timeout_doubles_up_to_120_s_and_a_sample_ends_it() {
        let mut estimator = RttEstimator::new(Rules::Linux);
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
    fn the_smallest_delay_is_forgotten_after_300_s() {
        let mut estimator = RttEstimator::new(Rules::Linux);
        estimator.update_min(ms(20.0), Time::ZERO);
        estimator.update_min(ms(50.0), Time::from_seconds(300.0));
        assert_eq!(estimator.min_rtt(), Some(ms(20.0)));
        estimator.update_min(ms(50.0), Time::from_seconds(300.1));
        assert_eq!(estimator.min_rtt(), Some(ms(50.0)));
    }
}
