//! BIC (L. Xu, K. Harfoush, I. Rhee, "Binary increase congestion control for fast long-distance
//! networks", INFOCOM 2004), as Linux runs it: the window searches for the last maximum by bisection.

use super::kernel::millis;
use super::window::Credit;
use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Phase, Reduction, Setup,
    Twin, Variable, Why, Window,
};

/// Unit of beta.
const UNIT: u64 = 1024;
/// The step is the distance to the maximum divided by this (the paper: 2).
const DIVISOR: u64 = 4;
/// As long as the window does not change, the step is computed this often (1/32 s).
const UPDATE_INTERVAL_MS: i32 = 31;
/// Without a known maximum: at least one segment for this many acknowledged.
const FIRST_COUNT: u64 = 20;
/// Unit of the average of segments per ACK.
const SIXTEENTHS: u64 = 16;

/// Parameters of BIC.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BicParams {
    /// Up to this window BIC grows and falls like Reno, in segments.
    pub low_window: u32,
    /// Largest step per round trip in segments (S_max; Linux 16, the paper 32), at least 1.
    pub max_increment: u32,
    /// The window is multiplied by this after a loss (Linux 819/1024, the paper 0.875).
    pub beta: f64,
    /// Round trips, in quarters, for one segment close to the maximum, at least 1 (1/S_min).
    pub smooth_part: u32,
    /// A flow whose maximum falls gives up more of its window.
    pub fast_convergence: bool,
}

impl Default for BicParams {
    fn default() -> Self {
        BicParams {
            low_window: 14,
            max_increment: 16,
            beta: 0.8,
            smooth_part: 20,
            fast_convergence: true,
        }
    }
}

/// State of the search; a timeout clears it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Search {
    /// Acknowledged segments for one more.
    count: u64,
    /// The window before the last reduction, after fast convergence; 0: unknown.
    last_max: u64,
    /// Window and time of the last update.
    last_cwnd: u64,
    last_ms: u32,
    /// Start of congestion avoidance in milliseconds; 0: not yet.
    epoch_ms: u32,
    /// Segments per ACK in sixteenths.
    ack_ratio: u64,
}

impl Search {
    const NEW: Search = Search {
        count: 0,
        last_max: 0,
        last_cwnd: 0,
        last_ms: 0,
        epoch_ms: 0,
        ack_ratio: 2 * SIXTEENTHS,
    };
}

/// BIC.
#[derive(Clone, PartialEq, Debug)]
pub struct Bic {
    params: BicParams,
    /// In 1/1024.
    beta: u64,
    dialect: Dialect,
    credit: Credit,
    search: Search,
}

impl Algorithm for Bic {
    type Params = BicParams;
    const KERNEL: Twin = Twin::exact("bic");
    const NS3: Twin = Twin::exact("ns3::TcpBic");

    fn new(params: &BicParams, setup: &Setup) -> Self {
        // Rounded: 0.8 is Linux' 819/1024.
        let beta = (params.beta * UNIT as f64).round() as u64;
        Bic {
            params: *params,
            beta: beta.clamp(1, UNIT - 1),
            dialect: setup.dialect,
            credit: Credit::default(),
            search: Search::NEW,
        }
    }
}

impl Bic {
    fn update(&mut self, cwnd: u64, now_ms: u32) {
        let search = &mut self.search;
        let elapsed = now_ms.wrapping_sub(search.last_ms) as i32;
        if cwnd == search.last_cwnd && elapsed <= UPDATE_INTERVAL_MS {
            return;
        }
        search.last_cwnd = cwnd;
        search.last_ms = now_ms;
        if search.epoch_ms == 0 {
            search.epoch_ms = now_ms;
        }
        if cwnd <= self.params.low_window.into() {
            search.count = cwnd;
            return;
        }
        let count = self.step_count(cwnd);
        let search = &mut self.search;
        let count = if search.last_max == 0 { count.min(FIRST_COUNT) } else { count };
        search.count = (SIXTEENTHS * count / search.ack_ratio.max(1)).max(1);
    }

    /// Acknowledged segments for one more, from the distance to the last maximum.
    fn step_count(&self, cwnd: u64) -> u64 {
        let max_step = u64::from(self.params.max_increment.max(1));
        let slow = cwnd * u64::from(self.params.smooth_part.max(1)) / DIVISOR;
        let last_max = self.search.last_max;
        if cwnd < last_max {
            // Bisection, in steps of at most `max_step`.
            let distance = (last_max - cwnd) / DIVISOR;
            match distance {
                0..=1 => slow,
                _ if distance > max_step => cwnd / max_step,
                _ => cwnd / distance,
            }
        } else if cwnd < last_max + DIVISOR {
            slow
        } else if cwnd < last_max + max_step * (DIVISOR - 1) {
            // Beyond the maximum: away from it as slowly as towards it.
            cwnd * (DIVISOR - 1) / (cwnd - last_max)
        } else {
            cwnd / max_step
        }
    }
}

impl Events for Bic {
    fn on_ack(&mut self, _: &mut Window, context: &Context, ack: &AckEvent) {
        if context.phase == Phase::Open {
            let ratio = self.search.ack_ratio;
            self.search.ack_ratio = ratio + ack.acked - ratio / SIXTEENTHS;
        }
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        let left = self.dialect.slow_start(window, growth.segments);
        if left > 0 {
            self.update(window.segments(), millis(context.now));
            self.credit.add(window, left, self.search.count.max(1));
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
        let converge = self.params.fast_convergence && cwnd < self.search.last_max;
        self.search.epoch_ms = 0;
        self.search.last_max = if converge { cwnd * (UNIT + self.beta) / (2 * UNIT) } else { cwnd };
        let before = cwnd as f64;
        if cwnd <= self.params.low_window.into() {
            return Reduction::new((cwnd / 2) as f64, || {
                let low = f64::from(self.params.low_window);
                Why::new("bic.low").with("window", "segments", before).with(
                    "lowWindow",
                    "segments",
                    low,
                )
            });
        }
        Reduction::new((cwnd * self.beta / UNIT) as f64, || {
            let code = if converge { "bic.converge" } else { "bic.reduce" };
            let beta = self.beta as f64 / UNIT as f64;
            let last = self.search.last_max as f64;
            Why::new(code)
                .with("window", "segments", before)
                .with("beta", "", beta)
                .with("W_max", "segments", last)
        })
    }

    fn on_phase(&mut self, _: &mut Window, _: &Context, phase: Phase) {
        if phase == Phase::Loss {
            self.search = Search::NEW;
            self.credit.clear();
        }
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
        report(Variable::whole("inc_every", "segments", self.search.count));
        report(Variable::whole("last_max", "segments", self.search.last_max));
        report(Variable::whole("last_cwnd", "segments", self.search.last_cwnd));
        report(Variable::whole("last_time", "ms", self.search.last_ms));
        report(Variable::whole("epoch_start", "ms", self.search.epoch_ms));
        report(Variable::whole("delayed_ack", "1/16 segments", self.search.ack_ratio));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn bic(params: BicParams) -> Bic {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Bic::new(&params, &setup)
    }

    fn reduce(bic: &mut Bic, cwnd: u32) -> f64 {
        let context = Context::of(Time::ZERO, Span::from_millis(50));
        bic.on_congestion(&mut Window::new(cwnd), &context, Congestion::Loss, 0).ssthresh
    }

    #[test]
    fn the_step_is_a_quarter_of_the_distance_within_its_bounds() {
        let mut bic = bic(BicParams::default());
        bic.search.last_max = 1000;
        // Segments per round trip: the window over the count.
        let step = |cwnd: u64| cwnd as f64 / bic.step_count(cwnd) as f64;
        assert!((step(800) - 16.0).abs() < 0.1, "far below: S_max");
        assert!((step(960) - 10.0).abs() < 0.1, "40 below");
        assert!((step(992) - 2.0).abs() < 0.1, "8 below");
        assert!((step(999) - 0.2).abs() < 0.01, "near the maximum: one segment in 5 round trips");
        assert!((step(1003) - 0.2).abs() < 0.01, "just above");
        assert!((step(1024) - 8.0).abs() < 0.1, "24 above");
        assert!((step(1100) - 16.0).abs() < 0.4, "far above: S_max");
    }

    #[test]
    fn a_reduction_keeps_four_fifths_of_a_large_window_and_half_of_a_small_one() {
        let mut bic = bic(BicParams::default());
        assert_eq!([1000, 14, 15].map(|cwnd| reduce(&mut bic, cwnd)), [799.0, 7.0, 11.0]);
    }

    #[test]
    fn a_falling_maximum_converges_fast_unless_that_is_off() {
        for (fast_convergence, expected) in [(true, 80 * 1843 / 2048), (false, 80)] {
            let mut bic = bic(BicParams { fast_convergence, ..BicParams::default() });
            reduce(&mut bic, 100);
            reduce(&mut bic, 80);
            assert_eq!(bic.search.last_max, expected);
        }
    }

    #[test]
    fn a_timeout_clears_the_maximum() {
        let mut bic = bic(BicParams::default());
        reduce(&mut bic, 100);
        let context = Context::of(Time::ZERO, Span::from_millis(50));
        bic.on_phase(&mut Window::new(1), &context, Phase::Loss);
        assert_eq!(bic.search, Search::NEW);
    }

    #[test]
    fn the_window_slows_down_at_the_last_maximum() {
        let mut bic = bic(BicParams::default());
        let mut window = Window::new(500);
        window.set_ssthresh(reduce(&mut bic, 500));
        window.set_cwnd(window.ssthresh());
        let mut windows = vec![window.cwnd()];
        for round in 0..110_u64 {
            let now = Time::ZERO + Span::from_millis(100 * (round + 1));
            let context = Context::of(now, Span::from_millis(100));
            for _ in 0..window.segments() {
                bic.search.ack_ratio = SIXTEENTHS;
                bic.grow(&mut window, &context, &Growth { segments: 1, window_used: true });
            }
            windows.push(window.cwnd());
        }
        let steps: Vec<f64> = windows.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!((15.0..=17.0).contains(&steps[0]), "linear at first: {}", steps[0]);
        let near = windows.iter().position(|cwnd| *cwnd >= 496.0).unwrap();
        assert!(steps[near + 1] <= 1.0, "plateau: {}", steps[near + 1]);
        assert!(steps[105] > 10.0, "away again: {}", steps[105]);
    }
}
