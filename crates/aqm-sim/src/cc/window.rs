//! The window, the slow start threshold and the pacing rate of one flow.

use crate::units::BitRate;

/// Smallest slow start threshold in segments (RFC 5681, equation 4).
pub const MIN_SSTHRESH: f64 = 2.0;

/// What a congestion control sets and the sender obeys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    cwnd: f64,
    /// `cwnd` rounded down. The sender reads it several times an ACK, and it rarely changes.
    segments: u64,
    ssthresh: f64,
    /// `ssthresh` rounded down.
    threshold: u64,
    /// See [`Self::in_slow_start`].
    slow_start: bool,
    pacing_rate: Option<BitRate>,
    /// See [`Self::is_held_back`].
    held_back: bool,
}

impl Window {
    /// A window of `initial` segments (at least 1), in slow start without a threshold.
    pub fn new(initial: u32) -> Self {
        let segments = initial.max(1);
        Window {
            cwnd: f64::from(segments),
            segments: u64::from(segments),
            ssthresh: f64::INFINITY,
            threshold: u64::MAX,
            slow_start: true,
            pacing_rate: None,
            held_back: false,
        }
    }

    /// Returns the congestion window in segments, at least 1.
    pub fn cwnd(&self) -> f64 {
        self.cwnd
    }

    /// Returns how many whole segments may be in flight.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// Returns the slow start threshold in segments; infinite before the first congestion event.
    pub fn ssthresh(&self) -> f64 {
        self.ssthresh
    }

    /// Returns the threshold in whole segments; [`u64::MAX`] before the first congestion event.
    pub fn threshold(&self) -> u64 {
        self.threshold
    }

    /// Returns whether the window is below the threshold.
    pub fn in_slow_start(&self) -> bool {
        self.slow_start
    }

    /// Returns the rate at which packets may leave. `None`: the algorithm does not limit it.
    pub fn pacing_rate(&self) -> Option<BitRate> {
        self.pacing_rate
    }

    /// Returns whether the algorithm keeps the window small to measure the path. Delivery rates of that
    /// time count as limited by the application.
    pub fn is_held_back(&self) -> bool {
        self.held_back
    }

    /// Sets whether the window is small on purpose; see [`Self::is_held_back`].
    pub fn set_held_back(&mut self, held_back: bool) {
        self.held_back = held_back;
    }

    /// Sets the congestion window, at least 1 segment.
    pub fn set_cwnd(&mut self, cwnd: f64) {
        assert!(cwnd >= 1.0, "cwnd below one segment");
        self.cwnd = cwnd;
        self.segments = cwnd as u64;
        self.slow_start = self.cwnd < self.ssthresh;
    }

    /// Sets the congestion window to a whole number of segments, at least 1.
    pub fn set_segments(&mut self, segments: u64) {
        assert!(segments >= 1, "cwnd below one segment");
        // A signed conversion takes half the instructions, and windows stay far below 2^63.
        self.cwnd = segments as i64 as f64;
        self.segments = segments;
        self.slow_start = self.cwnd < self.ssthresh;
    }

    /// Sets the slow start threshold, at least 1 segment.
    pub fn set_ssthresh(&mut self, ssthresh: f64) {
        assert!(ssthresh >= 1.0, "ssthresh below one segment");
        self.ssthresh = ssthresh;
        self.threshold = ssthresh as u64;
        self.slow_start = self.cwnd < self.ssthresh;
    }

    /// Sets the pacing rate, more than zero. With `None` the algorithm does not pace.
    pub fn set_pacing_rate(&mut self, rate: Option<BitRate>) {
        assert!(rate != Some(BitRate::default()), "a pacing rate of zero never sends");
        self.pacing_rate = rate;
    }

    /// Slow start (RFC 5681, section 3.1, with the byte counting of RFC 3465): one segment for each
    /// acknowledged one, up to the threshold. Returns how many are left for congestion avoidance.
    pub(super) fn slow_start(&mut self, acked: u64) -> u64 {
        let grown = (self.cwnd + acked as f64).min(self.ssthresh);
        let used = grown - self.cwnd;
        self.set_cwnd(grown);
        (acked as f64 - used) as u64
    }
}

/// Linux' way to add a fraction to a whole number of segments: one more for every `per` counted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Credit(u64);

impl Credit {
    #[inline(always)]
    pub fn add(&mut self, window: &mut Window, acked: u64, per: u64) {
        let saved = self.0 + acked;
        if saved < per {
            self.0 = saved;
        } else {
            self.spend(window, acked, per);
        }
    }

    #[cold]
    #[inline(never)]
    fn spend(&mut self, window: &mut Window, acked: u64, per: u64) {
        // A credit saved under a larger `per` adds one segment at most.
        if self.0 >= per {
            self.0 = 0;
            window.set_cwnd(window.cwnd + 1.0);
        }
        self.0 += acked;
        // Checked again, because the division costs more than the rest.
        if self.0 >= per {
            window.set_cwnd(window.cwnd + (self.0 / per) as f64);
            self.0 %= per;
        }
    }

    /// Counts an ACK as Linux did before 4.0. The ACK that finds `per` counted before it adds the
    /// segment and is not counted itself, so a segment costs `per` + 1 ACKs.
    pub fn add_ack(&mut self, window: &mut Window, per: u64) {
        if self.0 >= per {
            self.0 = 0;
            window.set_cwnd(window.cwnd + 1.0);
        } else {
            self.0 += 1;
        }
    }

    /// Counts `acked` segments and adds none to the window.
    pub fn save(&mut self, acked: u64) {
        self.0 += acked;
    }

    pub fn clear(&mut self) {
        self.0 = 0;
    }

    /// Returns the segments counted towards the next one.
    pub fn count(self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ack_that_adds_a_segment_is_not_counted_in_linux_3_10() {
        let (mut window, mut credit) = (Window::new(4), Credit::default());
        let windows: Vec<f64> = (0..10)
            .map(|_| {
                credit.add_ack(&mut window, 4);
                window.cwnd()
            })
            .collect();
        assert_eq!(windows, [4.0, 4.0, 4.0, 4.0, 5.0, 5.0, 5.0, 5.0, 5.0, 6.0]);
    }

    #[test]
    fn an_old_credit_adds_one_segment_at_most() {
        let mut window = Window::new(4);
        let mut credit = Credit(50);
        credit.add(&mut window, 1, 4);
        assert_eq!(window.cwnd(), 5.0);
    }

    #[test]
    #[should_panic(expected = "cwnd below one segment")]
    fn a_window_below_one_segment_panics() {
        Window::new(10).set_cwnd(0.5);
    }

    #[test]
    #[should_panic(expected = "a pacing rate of zero")]
    fn a_pacing_rate_of_zero_panics() {
        Window::new(10).set_pacing_rate(Some(BitRate::default()));
    }
}
