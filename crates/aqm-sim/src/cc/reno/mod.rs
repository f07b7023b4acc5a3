//! Reno's additive increase and multiplicative decrease (RFC 5681).

use super::window::Credit;
use super::{
    Algorithm, Congestion, Context, Dialect, Events, Growth, LossRecovery, Needs, Phase, Reduction,
    Setup, Twin, Variable, Why, Window,
};

/// Reno has no parameters.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RenoParams;

/// Reno.
#[derive(Clone, PartialEq, Debug)]
pub struct Reno {
    dialect: Dialect,
    credit: Credit,
}

impl Algorithm for Reno {
    type Params = RenoParams;
    const KERNEL: Twin = Twin::exact("reno");
    const NS3: Twin = Twin::exact("ns3::TcpNewReno");

    fn new(_: &RenoParams, setup: &Setup) -> Self {
        Reno { dialect: setup.dialect, credit: Credit::default() }
    }
}

impl Events for Reno {
    #[inline(always)]
    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        if self.dialect == Dialect::Linux6 && !window.in_slow_start() {
            self.credit.add(window, growth.segments, window.segments());
        } else {
            self.grow_in_general(window, growth.segments);
        }
    }

    /// RFC 5681, equation 4: half of the flight. Linux halves the window, rounding down.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        flight: u64,
    ) -> Reduction {
        self.credit.clear();
        let (before, half) = match self.dialect {
            Dialect::Linux6 | Dialect::Linux310 => (window.cwnd(), (window.cwnd() / 2.0).floor()),
            Dialect::Rfc => (flight as f64, flight as f64 / 2.0),
        };
        Reduction::new(half, || Why::new("reno.half").with("window", "segments", before))
    }

    /// A timeout, perhaps a repeated one, resets the count of segments.
    fn on_phase(&mut self, _: &mut Window, _: &Context, phase: Phase) {
        if phase == Phase::Loss {
            self.credit.clear();
        }
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
    }
}

impl Reno {
    #[inline(never)]
    fn grow_in_general(&mut self, window: &mut Window, segments: u64) {
        let left = self.dialect.slow_start(window, segments);
        if left > 0 {
            self.avoid(window, left);
        }
    }

    /// Congestion avoidance: about one segment per round trip.
    fn avoid(&mut self, window: &mut Window, acked: u64) {
        match self.dialect {
            Dialect::Linux6 => self.credit.add(window, acked, window.segments()),
            // One count per ACK: half a segment per round trip behind a delaying receiver.
            Dialect::Linux310 => self.credit.add_ack(window, window.segments()),
            // RFC 5681, section 3.1: the recommended byte counting, smoothly.
            Dialect::Rfc => window.set_cwnd(window.cwnd() + acked as f64 / window.cwnd()),
        }
    }
}

/// Reno with a loss recovery of its own, in place of the stack's: RFC 6675's with `SACK`, otherwise RFC
/// 5681's.
#[derive(Clone, PartialEq, Debug)]
pub struct RenoWith<const SACK: bool>(Reno);

impl<const SACK: bool> Algorithm for RenoWith<SACK> {
    type Params = RenoParams;
    const KERNEL: Twin = if SACK {
        Reno::KERNEL
    } else {
        Twin::other(
            "reno",
            "Reno without SACK: the script switches SACK off; the kernel then recovers as NewReno.",
        )
    };
    const NS3: Twin = Reno::NS3;

    fn new(params: &RenoParams, setup: &Setup) -> Self {
        RenoWith(Reno::new(params, setup))
    }
}

impl<const SACK: bool> Events for RenoWith<SACK> {
    fn needs(&self) -> Needs {
        let recovery = if SACK { LossRecovery::Sack } else { LossRecovery::Reno };
        Needs { recovery, ..Needs::default() }
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        self.0.grow(window, context, growth);
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        context: &Context,
        cause: Congestion,
        flight: u64,
    ) -> Reduction {
        self.0.on_congestion(window, context, cause, flight)
    }

    fn on_phase(&mut self, window: &mut Window, context: &Context, phase: Phase) {
        self.0.on_phase(window, context, phase);
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        self.0.probe(report);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn reno(dialect: Dialect) -> Reno {
        Reno::new(&RenoParams, &Setup { dialect, seed: 1, packet_bytes: 1500 })
    }

    #[test]
    fn linux_6_adds_one_segment_per_window_of_acknowledged_segments() {
        let mut reno = reno(Dialect::Linux6);
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
        let mut reno = reno(Dialect::Linux310);
        let mut window = Window::new(10);
        for _ in 0..10 {
            reno.avoid(&mut window, 2);
        }
        assert_eq!(window.cwnd(), 10.0);
        reno.avoid(&mut window, 2);
        assert_eq!(window.cwnd(), 11.0);
    }

    #[test]
    fn the_rfc_adds_the_acknowledged_share_of_the_window() {
        let mut reno = reno(Dialect::Rfc);
        let mut window = Window::new(10);
        reno.avoid(&mut window, 2);
        assert_eq!(window.cwnd(), 10.2);
    }

    #[test]
    fn linux_halves_the_window_and_the_rfc_the_flight() {
        let ssthresh = |dialect| {
            let context = Context::of(Time::ZERO, Span::from_millis(50));
            reno(dialect)
                .on_congestion(&mut Window::new(21), &context, Congestion::Loss, 15)
                .ssthresh
        };
        assert_eq!(ssthresh(Dialect::Linux6), 10.0);
        assert_eq!(ssthresh(Dialect::Rfc), 7.5);
    }
}
