//! Additive increase, multiplicative decrease with any factors: AIMD(a, b) of S. Floyd, M. Handley, J.
//! Padhye, "A comparison of equation-based and AIMD congestion control", 2000. Reno is AIMD(1, 1/2).

use super::{
    Algorithm, Congestion, Context, Dialect, Events, Growth, Reduction, Setup, Twin, Variable, Why,
    Window,
};

/// Parameters of AIMD.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AimdParams {
    /// Segments that a round trip adds to the window, more than 0. Reno: 1.
    pub a: f64,
    /// Fraction of the window that a loss or a mark takes away, more than 0 and less than 1. Reno: 0.5.
    pub b: f64,
}

impl Default for AimdParams {
    fn default() -> Self {
        AimdParams { a: 1.0, b: 0.5 }
    }
}

/// AIMD.
#[derive(Clone, PartialEq, Debug)]
pub struct Aimd {
    params: AimdParams,
    dialect: Dialect,
}

impl Algorithm for Aimd {
    type Params = AimdParams;
    const KERNEL: Twin = Twin::other(
        "reno",
        "AIMD(a, b) has no module in the kernel; the script uses reno in its place.",
    );
    const NS3: Twin = Twin::other(
        "ns3::TcpNewReno",
        "AIMD(a, b) is not in ns-3; the program uses TcpNewReno in its place.",
    );

    fn new(params: &AimdParams, setup: &Setup) -> Self {
        Aimd { params: *params, dialect: setup.dialect }
    }
}

impl Events for Aimd {
    /// The window has fractions in all stacks, so that every `a` is exact.
    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        let left = self.dialect.slow_start(window, growth.segments);
        if left > 0 {
            window.set_cwnd(window.cwnd() + self.params.a * left as f64 / window.cwnd());
        }
    }

    /// Linux reduces the window, the RFCs the flight (RFC 5681, equation 4).
    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        flight: u64,
    ) -> Reduction {
        let before = match self.dialect {
            Dialect::Linux6 | Dialect::Linux310 => window.cwnd(),
            Dialect::Rfc => flight as f64,
        };
        Reduction::new(before * (1.0 - self.params.b), || {
            Why::new("aimd.reduce").with("window", "segments", before).with("b", "", self.params.b)
        })
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable { name: "a", unit: "segments", value: self.params.a });
        report(Variable { name: "b", unit: "", value: self.params.b });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn aimd(a: f64, b: f64, dialect: Dialect) -> Aimd {
        let setup = Setup { dialect, seed: 1, packet_bytes: 1500 };
        Aimd::new(&AimdParams { a, b }, &setup)
    }

    fn context() -> Context {
        Context::of(Time::ZERO, Span::from_millis(50))
    }

    #[test]
    fn a_round_trip_adds_a_segments() {
        for (a, expected) in [(1.0, 101.0), (4.0, 104.0), (0.31, 100.31)] {
            let mut window = Window::new(100);
            window.set_ssthresh(2.0);
            let mut aimd = aimd(a, 0.5, Dialect::Linux6);
            for _ in 0..100 {
                aimd.grow(&mut window, &context(), &Growth { segments: 1, window_used: true });
            }
            // A segment less than a whole one, because the window grows within the round trip.
            let grown = (window.cwnd() - 100.0) / (expected - 100.0);
            assert!((0.98..=1.0).contains(&grown), "{a}: {}", window.cwnd());
        }
    }

    #[test]
    fn a_loss_takes_the_fraction_b() {
        let after = |b, dialect| {
            let mut aimd = aimd(1.0, b, dialect);
            aimd.on_congestion(&mut Window::new(100), &context(), Congestion::Loss, 80).ssthresh
        };
        assert_eq!(after(0.5, Dialect::Linux6), 50.0);
        assert_eq!(after(0.125, Dialect::Linux6), 87.5);
        assert_eq!(after(0.25, Dialect::Rfc), 60.0, "of the flight");
    }
}
