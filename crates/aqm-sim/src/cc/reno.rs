//! Reno's additive increase and multiplicative decrease (RFC 5681).

use super::{Credit, Dialect, Window};

/// Reno.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reno {
    dialect: Dialect,
    credit: Credit,
}

impl Reno {
    pub(super) fn new(dialect: Dialect) -> Self {
        Reno { dialect, credit: Credit::default() }
    }

    /// Whether all that counts is [`Self::avoid`].
    pub(super) fn counts_segments(&self) -> bool {
        self.dialect != Dialect::Linux310
    }

    /// Congestion avoidance: about one segment per round trip.
    #[inline(always)]
    pub(super) fn avoid(&mut self, window: &mut Window, acked: u64) {
        match self.dialect {
            Dialect::Linux6 => self.credit.add(window, acked, window.segments()),
            // One count per ACK: half a segment per round trip behind a delaying receiver.
            Dialect::Linux310 => self.credit.add_ack(window, window.segments()),
            // RFC 5681, section 3.1: the recommended byte counting, smoothly.
            Dialect::Rfc => window.set_cwnd(window.cwnd() + acked as f64 / window.cwnd()),
        }
    }

    /// RFC 5681, equation 4: half of the flight. Linux halves the window, rounding down.
    pub(super) fn on_congestion(&mut self, window: &Window, flight: f64) -> f64 {
        self.credit.clear();
        match self.dialect {
            Dialect::Linux6 | Dialect::Linux310 => (window.cwnd() / 2.0).floor(),
            Dialect::Rfc => flight / 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_segment_per_window_of_acknowledged_segments() {
        let mut reno = Reno::new(Dialect::Linux6);
        let mut window = Window::new(10);
        for _ in 0..4 {
            reno.avoid(&mut window, 2);
        }
        assert_eq!(window.cwnd(), 10.0);
        reno.avoid(&mut window, 2);
        assert_eq!(window.cwnd(), 11.0);
    }

    #[test]
    fn linux_3_10_counts_acks() {
        let mut reno = Reno::new(Dialect::Linux310);
        let mut window = Window::new(10);
        for _ in 0..10 {
            reno.avoid(&mut window, 2);
        }
        assert_eq!(window.cwnd(), 10.0);
        reno.avoid(&mut window, 2);
        assert_eq!(window.cwnd(), 11.0);
    }

    #[test]
    fn rfc_adds_the_acknowledged_share_of_the_window() {
        let mut reno = Reno::new(Dialect::Rfc);
        let mut window = Window::new(10);
        reno.avoid(&mut window, 2);
        assert_eq!(window.cwnd(), 10.2);
    }

    #[test]
    fn linux_halves_the_window_and_the_rfc_the_flight() {
        let window = Window::new(21);
        assert_eq!(Reno::new(Dialect::Linux6).on_congestion(&window, 15.0), 10.0);
        assert_eq!(Reno::new(Dialect::Rfc).on_congestion(&window, 15.0), 7.5);
    }
}
