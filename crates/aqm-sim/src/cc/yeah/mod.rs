//! YeAH (A. Baiocchi, A. Castellani, F. Vacirca, "YeAH-TCP: yet another highspeed TCP", PFLDnet 2007), as
//! Linux runs it: grows like Scalable TCP while the queue is short, and like Reno while it is not.

use super::kernel::{RoundTrips, RttSamples};
use super::window::Credit;
use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Phase, Reduction, Setup,
    Twin, Variable, Why, Window,
};
use crate::time::Time;

/// Acknowledged segments for one more in the fast mode.
const FAST_EVERY: u64 = 100;
/// The fast mode needs a queueing delay of at most the base RTT divided by this.
const PHI: u64 = 8;
const MIN_WINDOW: u64 = 2;

/// Parameters of YeAH.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct YeahParams {
    /// Segments of this flow in the queue above which it is drained (Linux: 80).
    pub max_queue: u32,
    /// Round trips in the slow mode after which a loss halves the window (Linux: 16).
    pub rho: u32,
    /// Round trips in the fast mode after which the estimate of Reno's window starts anew (Linux: 50).
    pub zeta: u32,
}

impl Default for YeahParams {
    fn default() -> Self {
        YeahParams { max_queue: 80, rho: 16, zeta: 50 }
    }
}

/// YeAH.
#[derive(Clone, PartialEq, Debug)]
pub struct Yeah {
    params: YeahParams,
    dialect: Dialect,
    credit: Credit,
    /// The kernel turns them off during loss recovery, and does not read that.
    rounds: RoundTrips,
    /// Segments in the queue at the end of the last round trip.
    last_queue: u64,
    /// Round trips in the slow mode in a row.
    slow_rounds: u64,
    /// Estimate of the window that Reno would have, in segments.
    reno_window: u64,
    fast_rounds: u32,
}

impl Algorithm for Yeah {
    type Params = YeahParams;
    const KERNEL: Twin = Twin::exact("yeah");
    const NS3: Twin = Twin::exact("ns3::TcpYeah");

    fn new(params: &YeahParams, setup: &Setup) -> Self {
        Yeah {
            params: *params,
            dialect: setup.dialect,
            credit: Credit::default(),
            rounds: RoundTrips::new(),
            last_queue: 0,
            slow_rounds: 0,
            reno_window: MIN_WINDOW,
            fast_rounds: 0,
        }
    }
}

impl Yeah {
    /// A round trip is over: chooses the mode, and drains a long queue.
    fn choose_mode(&mut self, window: &mut Window) {
        let cwnd = window.segments();
        let RttSamples { min, base, .. } = self.rounds.rtts;
        let queueing = min.saturating_sub(base);
        let queue = cwnd * queueing / min;
        let is_long = queue > self.params.max_queue.into();
        if is_long || queueing > base / PHI {
            if is_long && cwnd > self.reno_window {
                let drained = cwnd - queue.min(cwnd / 2);
                window.set_segments(drained.max(self.reno_window));
                window.set_ssthresh(window.cwnd());
            }
            self.reno_window = if self.reno_window <= MIN_WINDOW {
                (window.segments() / 2).max(MIN_WINDOW)
            } else {
                self.reno_window + 1
            };
            self.slow_rounds += 1;
        } else {
            self.fast_rounds += 1;
            if self.fast_rounds > self.params.zeta {
                self.reno_window = MIN_WINDOW;
                self.fast_rounds = 0;
            }
            self.slow_rounds = 0;
        }
        self.last_queue = queue;
    }
}

impl Events for Yeah {
    fn on_start(&mut self, _: &mut Window, context: &Context) {
        self.rounds.restart(context);
    }

    fn on_ack(&mut self, _: &mut Window, _: &Context, ack: &AckEvent) {
        self.rounds.rtts.add(ack.rtt);
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        let left = self.dialect.slow_start(window, growth.segments);
        if left > 0 {
            let cwnd = window.segments();
            let every = if self.slow_rounds == 0 { cwnd.min(FAST_EVERY) } else { cwnd };
            self.credit.add(window, left, every);
        }
        if self.rounds.is_over(context) {
            if self.rounds.rtts.are_enough() {
                self.choose_mode(window);
            }
            self.rounds.begin(context);
        }
    }

    /// In the fast mode a loss takes away what is in the queue, at least 1/8 and at most half.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.credit.clear();
        let cwnd = window.segments();
        let half = (cwnd / 2).max(MIN_WINDOW);
        let is_fast = self.slow_rounds < self.params.rho.into();
        let reduction = if is_fast { self.last_queue.min(half).max(cwnd / 8) } else { half };
        self.fast_rounds = 0;
        self.reno_window = (self.reno_window / 2).max(MIN_WINDOW);
        Reduction::new(cwnd.saturating_sub(reduction) as f64, || {
            Why::new(if is_fast { "yeah.queue" } else { "yeah.half" })
                .with("window", "segments", cwnd as f64)
                .with("queued", "segments", self.last_queue as f64)
        })
    }

    fn on_phase(&mut self, _: &mut Window, context: &Context, phase: Phase) {
        self.rounds.on_phase(context, phase);
        if phase == Phase::Loss {
            self.credit.clear();
        }
    }

    fn on_resume(&mut self, _: &mut Window, context: &Context, _: Time) {
        self.rounds.restart(context);
    }

    fn on_restart(&mut self, _: &mut Window, context: &Context) {
        self.rounds.restart(context);
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
        self.rounds.probe(report);
        report(Variable::whole("lastQ", "segments", self.last_queue));
        report(Variable::whole("doing_reno", "", self.slow_rounds));
        report(Variable::whole("reno_count", "segments", self.reno_window));
        report(Variable::whole("fast_count", "", self.fast_rounds));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const BASE_US: u64 = 100_000;

    fn yeah() -> Yeah {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        let mut yeah = Yeah::new(&YeahParams::default(), &setup);
        yeah.rounds.rtts.base = BASE_US;
        yeah
    }

    /// The end of a round trip with this RTT in milliseconds.
    fn round(yeah: &mut Yeah, window: &mut Window, rtt_ms: u64) {
        yeah.rounds.rtts.min = rtt_ms * 1000;
        yeah.choose_mode(window);
    }

    /// Segments that a round trip adds to a window of 1000.
    fn growth(yeah: &mut Yeah) -> f64 {
        let mut window = Window::new(1000);
        window.set_ssthresh(2.0);
        let context = Context::of(Time::ZERO, Span::from_millis(100));
        for _ in 0..1000 {
            yeah.grow(&mut window, &context, &Growth { segments: 1, window_used: true });
        }
        window.cwnd() - 1000.0
    }

    #[test]
    fn the_fast_mode_grows_like_scalable_and_the_slow_one_like_reno() {
        let mut yeah = yeah();
        round(&mut yeah, &mut Window::new(100), 105);
        assert_eq!(growth(&mut yeah), 10.0);
        // An eighth of 100 ms is 12.5 ms.
        round(&mut yeah, &mut Window::new(100), 113);
        assert_eq!(growth(&mut yeah), 1.0);
    }

    #[test]
    fn a_queue_above_80_segments_is_drained_at_once() {
        let (mut yeah, mut window) = (yeah(), Window::new(1000));
        round(&mut yeah, &mut window, 110);
        // 1000 * 10 / 110 = 90 segments in the queue.
        assert_eq!((window.cwnd(), window.ssthresh()), (910.0, 910.0));
        let mut window = Window::new(1000);
        round(&mut yeah, &mut window, 108);
        assert_eq!(window.cwnd(), 1000.0, "74 segments stay");
    }

    #[test]
    fn a_loss_takes_the_queue_away_and_half_after_16_slow_round_trips() {
        let mut yeah = yeah();
        let context = Context::of(Time::ZERO, Span::from_millis(100));
        let mut reduced = |queue, rounds| {
            (yeah.last_queue, yeah.slow_rounds) = (queue, rounds);
            yeah.on_congestion(&mut Window::new(800), &context, Congestion::Loss, 0).ssthresh
        };
        assert_eq!(reduced(200, 0), 600.0);
        assert_eq!(reduced(50, 0), 700.0, "at least an eighth");
        assert_eq!(reduced(700, 0), 400.0, "at most half");
        assert_eq!(reduced(50, 16), 400.0);
    }
}
