//! Scalable TCP (T. Kelly, "Scalable TCP: improving performance in highspeed wide area networks", ACM
//! CCR 33(2), 2003), as Linux runs it.

use super::window::Credit;
use super::{
    Algorithm, Congestion, Context, Dialect, Events, Growth, Phase, Reduction, Setup, Twin,
    Variable, Why, Window,
};

/// Unit of the decrease factor.
const UNIT: u64 = 1024;

/// Parameters of Scalable TCP.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScalableParams {
    /// Acknowledged segments for one segment more, at least 1; smaller windows grow like Reno's. Linux:
    /// 100, which is Kelly's a = 0.01.
    pub increase_every: u32,
    /// Fraction of the window that a reduction takes away, more than 0 and less than 1 (Kelly: 1/8).
    pub decrease: f64,
}

impl Default for ScalableParams {
    fn default() -> Self {
        ScalableParams { increase_every: 100, decrease: 0.125 }
    }
}

/// Scalable TCP.
#[derive(Clone, PartialEq, Debug)]
pub struct Scalable {
    dialect: Dialect,
    credit: Credit,
    increase_every: u64,
    /// In 1/1024.
    decrease: u64,
}

impl Algorithm for Scalable {
    type Params = ScalableParams;
    const KERNEL: Twin = Twin::exact("scalable");
    const NS3: Twin = Twin::exact("ns3::TcpScalable");

    fn new(params: &ScalableParams, setup: &Setup) -> Self {
        let decrease = (params.decrease * UNIT as f64).round() as u64;
        Scalable {
            dialect: setup.dialect,
            credit: Credit::default(),
            increase_every: u64::from(params.increase_every.max(1)),
            decrease: decrease.clamp(1, UNIT - 1),
        }
    }
}

impl Events for Scalable {
    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        let left = self.dialect.slow_start(window, growth.segments);
        if left > 0 {
            self.credit.add(window, left, window.segments().min(self.increase_every));
        }
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.credit.clear();
        let cwnd = window.segments();
        Reduction::new((cwnd - cwnd * self.decrease / UNIT) as f64, || {
            let b = self.decrease as f64 / UNIT as f64;
            Why::new("scalable.reduce").with("window", "segments", cwnd as f64).with("b", "", b)
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn scalable(params: ScalableParams) -> Scalable {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Scalable::new(&params, &setup)
    }

    fn context() -> Context {
        Context::of(Time::ZERO, Span::from_millis(50))
    }

    /// Segments that one round trip adds to a window of `cwnd`.
    fn growth_of(cwnd: u32) -> f64 {
        let mut window = Window::new(cwnd);
        window.set_ssthresh(2.0);
        let mut scalable = scalable(ScalableParams::default());
        for _ in 0..cwnd {
            scalable.grow(&mut window, &context(), &Growth { segments: 1, window_used: true });
        }
        window.cwnd() - f64::from(cwnd)
    }

    #[test]
    fn a_large_window_grows_by_one_percent_per_round_trip() {
        assert_eq!(growth_of(10_000), 100.0);
        assert_eq!(growth_of(1000), 10.0);
    }

    #[test]
    fn a_window_below_100_segments_grows_like_reno() {
        assert_eq!(growth_of(100), 1.0);
        assert_eq!(growth_of(20), 1.0);
    }

    #[test]
    fn a_reduction_takes_an_eighth() {
        let reduced = |cwnd, decrease| {
            let params = ScalableParams { decrease, ..ScalableParams::default() };
            scalable(params)
                .on_congestion(&mut Window::new(cwnd), &context(), Congestion::Loss, 0)
                .ssthresh
        };
        assert_eq!([1000, 15, 7].map(|cwnd| reduced(cwnd, 0.125)), [875.0, 14.0, 7.0]);
        assert_eq!(reduced(1000, 0.5), 500.0);
    }

    /// Kelly's response function: w = a / (b p), with a = 0.01 and b = 1/8. One loss every 1/p segments.
    #[test]
    fn the_mean_window_follows_the_response_function() {
        let period = 20_000_u64;
        let (mut scalable, mut window) = (scalable(ScalableParams::default()), Window::new(500));
        let (mut segments, mut round_trips) = (0_u64, 0.0);
        for segment in 0..100 * period {
            if segment % period == 0 {
                let cwnd =
                    scalable.on_congestion(&mut window, &context(), Congestion::Loss, 0).ssthresh;
                window.set_ssthresh(cwnd);
                window.set_cwnd(cwnd);
            }
            scalable.grow(&mut window, &context(), &Growth { segments: 1, window_used: true });
            if segment >= 50 * period {
                segments += 1;
                round_trips += 1.0 / window.cwnd();
            }
        }
        // Between two losses the window grows by ln(8/7) in relative terms, not by 1/8.
        let mean = segments as f64 / round_trips;
        let expected = 0.01 / 0.125 * period as f64;
        assert!((mean / expected - 1.0).abs() < 0.08, "{mean} instead of {expected}");
    }
}
