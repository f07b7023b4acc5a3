//! Congestion control algorithms: how a window grows, and how far it falls.
//!
//! An algorithm sees counts, times and the window; never packets, never a queue. *When* to reduce
//! is decided by loss recovery (`tcp`), *how far* is decided here.

mod cubic;
mod cubic_linux;
mod hystart;
mod reno;

use crate::time::{Span, Time};

use cubic::Cubic;
use cubic_linux::CubicLinux;
use reno::Reno;

/// Which congestion control a flow uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CcKind {
    /// Reno's window rules (RFC 5681); recovery is the stack's.
    NewReno,
    /// CUBIC (RFC 9438), in the Linux stacks with HyStart.
    #[default]
    Cubic,
}

/// Whose reading of the algorithms to follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Linux 6: every acknowledged segment counts, windows are whole segments.
    Linux6,
    /// Linux 3.10: whole segments too, but everything counts ACKs, however many segments they cover,
    /// and a window at its threshold is still in slow start.
    Linux310,
    /// The RFCs: windows have fractions, and reductions start from the flight size.
    Rfc,
}

/// Smallest slow start threshold in segments (RFC 5681, equation 4).
pub const MIN_SSTHRESH: f64 = 2.0;

/// The congestion window, in segments.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    cwnd: f64,
    /// `cwnd` rounded down: asked for three times an ACK, and hardly ever different.
    segments: u64,
    ssthresh: f64,
    /// `ssthresh` rounded down.
    threshold: u64,
    /// See [`Self::in_slow_start`].
    slow_start: bool,
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
        }
    }

    /// Congestion window in segments, at least 1.
    pub fn cwnd(&self) -> f64 {
        self.cwnd
    }

    /// Whole segments that may be in flight.
    pub fn segments(&self) -> u64 {
        self.segments
    }

    /// Slow start threshold in segments; infinite before the first congestion event.
    pub fn ssthresh(&self) -> f64 {
        self.ssthresh
    }

    /// The same in whole segments; [`u64::MAX`] before the first congestion event.
    pub fn threshold(&self) -> u64 {
        self.threshold
    }

    /// Below the threshold the window grows by what is acknowledged.
    pub fn in_slow_start(&self) -> bool {
        self.slow_start
    }

    /// Sets the congestion window.
    pub fn set_cwnd(&mut self, cwnd: f64) {
        assert!(cwnd >= 1.0, "cwnd below one segment");
        self.cwnd = cwnd;
        self.segments = cwnd as u64;
        self.slow_start = self.cwnd < self.ssthresh;
    }

    /// Sets the congestion window to a whole number of segments.
    pub fn set_segments(&mut self, segments: u64) {
        assert!(segments >= 1, "cwnd below one segment");
        // Far from where the sign matters, and half the work.
        self.cwnd = segments as i64 as f64;
        self.segments = segments;
        self.slow_start = self.cwnd < self.ssthresh;
    }

    /// Sets the slow start threshold.
    pub fn set_ssthresh(&mut self, ssthresh: f64) {
        assert!(ssthresh >= 1.0, "ssthresh below one segment");
        self.ssthresh = ssthresh;
        self.threshold = ssthresh as u64;
        self.slow_start = self.cwnd < self.ssthresh;
    }

    /// Slow start (RFC 5681, section 3.1, with the byte counting of RFC 3465): one segment for
    /// each acknowledged one, up to the threshold. Returns how many are left for congestion
    /// avoidance.
    fn slow_start(&mut self, acked: u64) -> u64 {
        let grown = (self.cwnd + acked as f64).min(self.ssthresh);
        let used = grown - self.cwnd;
        self.set_cwnd(grown);
        (acked as f64 - used) as u64
    }
}

/// An ACK that may open the window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// When it arrived.
    pub now: Time,
    /// Segments it reports delivered for the first time, cumulatively or selectively.
    pub segments: u64,
    /// Smoothed round-trip time.
    pub srtt: Span,
}

/// A round-trip time, measured on data that was sent once.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RttSample {
    /// When the ACK arrived.
    pub now: Time,
    /// From the most recently sent segment that it acknowledges.
    pub rtt: Span,
    /// First segment not yet acknowledged.
    pub una: u64,
    /// Next segment to be sent for the first time.
    pub next: u64,
}

/// What called for a smaller window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Congestion {
    /// A lost segment, or an ECN echo, which means the same (RFC 3168, section 5).
    Signal,
    /// A retransmission timeout.
    Timeout,
}

/// The algorithms. With a tag of its own, which is faster to look at than one that the compiler
/// finds room for.
#[derive(Clone, PartialEq, Debug)]
#[repr(u8)]
enum Algorithm {
    Reno(Reno),
    Cubic(Cubic),
    CubicLinux(CubicLinux),
}

/// One flow's congestion control.
#[derive(Clone, PartialEq, Debug)]
#[repr(C)]
pub struct CongestionControl {
    // Of which most ACKs need the beginning.
    algorithm: Algorithm,
    dialect: Dialect,
}

impl CongestionControl {
    /// Where what most ACKs need ends, in bytes; it is at the beginning.
    pub(crate) const PLAIN_TO: usize =
        size_of::<Algorithm>() - size_of::<CubicLinux>() + CubicLinux::PLAIN_TO;

    /// A fresh instance of `kind`.
    pub fn new(kind: CcKind, dialect: Dialect) -> Self {
        let algorithm = match (kind, dialect) {
            (CcKind::NewReno, _) => Algorithm::Reno(Reno::new(dialect)),
            (CcKind::Cubic, Dialect::Rfc) => Algorithm::Cubic(Cubic::default()),
            (CcKind::Cubic, Dialect::Linux310 | Dialect::Linux6) => {
                Algorithm::CubicLinux(CubicLinux::new(dialect))
            }
        };
        CongestionControl { dialect, algorithm }
    }

    /// Learns the delay of the path. May end slow start.
    #[inline(always)]
    pub fn on_rtt(&mut self, window: &mut Window, sample: &RttSample) {
        match &mut self.algorithm {
            Algorithm::CubicLinux(cubic) => cubic.on_rtt(window, sample),
            Algorithm::Reno(_) | Algorithm::Cubic(_) => {}
        }
    }

    /// Does what [`Self::on_rtt`] does, and [`Self::grow`] if the flow `uses` its window, and returns
    /// true: for nearly every ACK, which finds congestion avoidance that counts segments. For others
    /// it does nothing.
    #[inline(always)]
    pub fn avoid_usually(
        &mut self,
        window: &mut Window,
        sample: &RttSample,
        segments: u64,
        uses: bool,
    ) -> bool {
        if window.in_slow_start() {
            return false;
        }
        match &mut self.algorithm {
            Algorithm::CubicLinux(cubic) if cubic.counts_segments() => {
                cubic.on_rtt(window, sample);
                if uses {
                    cubic.avoid_segments(window, segments, sample.now);
                }
                true
            }
            Algorithm::Reno(reno) if reno.counts_segments() => {
                if uses {
                    reno.avoid(window, segments);
                }
                true
            }
            _ => false,
        }
    }

    /// Opens the window after an ACK for new data. Not called during a reduction, nor when the
    /// flow does not use the window it has (RFC 7661).
    pub fn grow(&mut self, window: &mut Window, growth: &Growth) {
        debug_assert!(growth.segments > 0);
        if window.in_slow_start() || self.dialect == Dialect::Linux310 {
            self.start(window, growth);
        } else {
            self.avoid_seldom(window, growth);
        }
    }

    /// Slow start, and what Linux 3.10 does for every ACK.
    #[inline(never)]
    fn start(&mut self, window: &mut Window, growth: &Growth) {
        let mut growth = *growth;
        if let Algorithm::CubicLinux(cubic) = &mut self.algorithm {
            cubic.on_ack(&growth);
        }
        if self.dialect == Dialect::Linux310 && window.cwnd <= window.ssthresh {
            // RFC 5681 leaves the choice open when both are equal. Before 4.3 Linux chose slow start:
            // the first ACK after a reduction gives back one segment.
            window.set_cwnd(window.cwnd + 1.0);
            return;
        }
        if window.in_slow_start() {
            growth.segments = match self.dialect {
                Dialect::Linux6 => window.slow_start(growth.segments),
                // RFC 5681, equation 2: at most one segment per ACK. Linux counted so until 3.13.
                Dialect::Linux310 | Dialect::Rfc => {
                    window.slow_start(1);
                    0
                }
            };
        }
        self.avoid_seldom(window, &growth);
    }

    #[inline(never)]
    fn avoid_seldom(&mut self, window: &mut Window, growth: &Growth) {
        self.avoid(window, growth);
    }

    /// Congestion avoidance.
    #[inline(always)]
    fn avoid(&mut self, window: &mut Window, growth: &Growth) {
        let Growth { now, segments, srtt } = *growth;
        if segments == 0 {
            return;
        }
        match &mut self.algorithm {
            Algorithm::Reno(reno) => reno.avoid(window, segments),
            Algorithm::Cubic(cubic) => cubic.avoid(window, &Growth { now, segments, srtt }),
            Algorithm::CubicLinux(cubic) => cubic.avoid(window, segments, now),
        }
    }

    /// A pause since `last_sent` ends now: time in which there was nothing to learn is not time in
    /// which the window should have grown.
    #[inline(never)]
    pub fn on_resume(&mut self, last_sent: Time, now: Time) {
        match &mut self.algorithm {
            Algorithm::Cubic(cubic) => cubic.on_resume(last_sent, now),
            Algorithm::CubicLinux(cubic) => cubic.on_resume(last_sent, now),
            Algorithm::Reno(_) => {}
        }
    }

    /// A congestion event: sets the new slow start threshold and leaves the window to the caller.
    /// `flight` is the number of segments sent and not yet cumulatively acknowledged.
    pub fn on_congestion(&mut self, window: &mut Window, cause: Congestion, flight: u64) {
        let flight = flight as f64;
        let ssthresh = match &mut self.algorithm {
            Algorithm::Reno(reno) => reno.on_congestion(window, flight),
            Algorithm::Cubic(cubic) => cubic.on_congestion(window, cause, flight),
            Algorithm::CubicLinux(cubic) => cubic.on_congestion(window, cause),
        };
        window.set_ssthresh(ssthresh.max(MIN_SSTHRESH));
    }
}

/// Linux' way to add a fraction to a whole number of segments: one more for every `per` counted.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Credit(u64);

impl Credit {
    #[inline(always)]
    fn add(&mut self, window: &mut Window, acked: u64, per: u64) {
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
        // What was saved under a larger `per` buys at most one segment.
        if self.0 >= per {
            self.0 = 0;
            window.set_cwnd(window.cwnd + 1.0);
        }
        self.0 += acked;
        // Maybe not any more: a division costs more than the rest.
        if self.0 >= per {
            window.set_cwnd(window.cwnd + (self.0 / per) as f64);
            self.0 %= per;
        }
    }

    /// Counts an ACK as Linux did before 4.0: the one that finds `per` counted before it buys the
    /// segment and is not counted itself, so a segment costs `per` + 1 ACKs.
    fn add_ack(&mut self, window: &mut Window, per: u64) {
        if self.0 >= per {
            self.0 = 0;
            window.set_cwnd(window.cwnd + 1.0);
        } else {
            self.0 += 1;
        }
    }

    fn clear(&mut self) {
        self.0 = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(segments: u64) -> Growth {
        Growth { now: Time::ZERO, segments, srtt: Span::from_millis(50) }
    }

    #[test]
    fn slow_start_counts_segments_in_linux_6_and_acks_before() {
        for (dialect, expected) in
            [(Dialect::Linux6, 12.0), (Dialect::Linux310, 11.0), (Dialect::Rfc, 11.0)]
        {
            let mut window = Window::new(10);
            CongestionControl::new(CcKind::NewReno, dialect).grow(&mut window, &growth(2));
            assert_eq!(window.cwnd(), expected, "{dialect:?}");
        }
    }

    #[test]
    fn slow_start_stops_at_the_threshold_and_the_rest_counts_for_avoidance() {
        let mut window = Window::new(10);
        window.set_ssthresh(11.0);
        let mut cc = CongestionControl::new(CcKind::NewReno, Dialect::Linux6);
        cc.grow(&mut window, &growth(4));
        assert_eq!(window.cwnd(), 11.0);
        cc.grow(&mut window, &growth(8));
        assert_eq!(window.cwnd(), 12.0, "3 left over and 8 make 11");
    }

    #[test]
    fn a_window_at_its_threshold_is_in_slow_start_in_linux_3_10_only() {
        for kind in [CcKind::NewReno, CcKind::Cubic] {
            for (dialect, expected) in [(Dialect::Linux6, 20.0), (Dialect::Linux310, 21.0)] {
                let mut window = Window::new(20);
                window.set_ssthresh(20.0);
                let mut cc = CongestionControl::new(kind, dialect);
                // One segment as soon as it gets there, and not a second one.
                cc.grow(&mut window, &growth(2));
                cc.grow(&mut window, &growth(2));
                assert_eq!(window.cwnd(), expected, "{kind:?}, {dialect:?}");
            }
        }
    }

    #[test]
    fn the_ack_that_buys_a_segment_is_not_counted_in_linux_3_10() {
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
    fn an_old_credit_buys_one_segment_at_most() {
        let mut window = Window::new(4);
        let mut credit = Credit(50);
        credit.add(&mut window, 1, 4);
        assert_eq!(window.cwnd(), 5.0);
    }

    #[test]
    #[should_panic(expected = "cwnd below one segment")]
    fn a_window_below_one_segment_is_a_bug() {
        Window::new(10).set_cwnd(0.5);
    }
}
