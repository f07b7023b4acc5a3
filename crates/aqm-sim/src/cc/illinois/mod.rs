//! TCP Illinois (S. Liu, T. Basar, R. Srikant, "TCP-Illinois: a loss- and delay-based congestion control
//! algorithm for high-speed networks", Performance Evaluation 65, 2008), as Linux runs it: losses move
//! the window, and the queueing delay sets how far.

use super::kernel::micros;
use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Needs, Phase, Reduction,
    Setup, Twin, Variable, Why, Window,
};

/// Unit of alpha: 1 segment is 128.
const ALPHA_SHIFT: u32 = 7;
const ALPHA_UNIT: u32 = 1 << ALPHA_SHIFT;
/// Unit of beta.
const BETA_SHIFT: u32 = 6;
const BETA_UNIT: u32 = 1 << BETA_SHIFT;
/// Longest RTT that counts, in microseconds.
const MAX_RTT: u64 = 3_355_443;
/// An RTT that was not measured.
const UNSET: u32 = i32::MAX as u32;

/// Parameters of Illinois.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct IllinoisParams {
    /// Increase per round trip in segments while the queue is full (0.3), more than 0.
    pub alpha_min: f64,
    /// Increase per round trip in segments while the queue is empty (10).
    pub alpha_max: f64,
    /// Fraction of the window that a loss takes while the queue is empty (1/8), more than 0.
    pub beta_min: f64,
    /// Fraction of the window that a loss takes while the queue is full (1/2), at most 1.
    pub beta_max: f64,
    /// Below this window Reno's 1 and 1/2 apply, in segments (15).
    pub window_threshold: u32,
    /// Round trips with a short queue before alpha returns to its largest value (5).
    pub theta: u32,
}

impl Default for IllinoisParams {
    fn default() -> Self {
        IllinoisParams {
            alpha_min: 0.3,
            alpha_max: 10.0,
            beta_min: 0.125,
            beta_max: 0.5,
            window_threshold: 15,
            theta: 5,
        }
    }
}

/// Illinois.
#[derive(Clone, PartialEq, Debug)]
pub struct Illinois {
    dialect: Dialect,
    alpha_min: u32,
    alpha_max: u32,
    beta_min: u32,
    beta_max: u32,
    window_threshold: u64,
    theta: u32,
    /// Segments counted towards the next one.
    count: u32,
    /// Increase in 1/128 segments, and decrease in 1/64.
    alpha: u32,
    beta: u32,
    /// Smallest and largest RTT, in microseconds.
    base_rtt: u32,
    max_rtt: u32,
    /// RTT samples of this round trip.
    samples: u16,
    sum: u64,
    round_end: u64,
    /// The queue was not short since alpha fell.
    is_above: bool,
    /// Round trips with a short queue since then.
    rounds_low: u32,
    last_acked: u32,
}

impl Algorithm for Illinois {
    type Params = IllinoisParams;
    const KERNEL: Twin = Twin::exact("illinois");
    const NS3: Twin = Twin::exact("ns3::TcpIllinois");

    fn new(params: &IllinoisParams, setup: &Setup) -> Self {
        // Rounded down, as in the kernel: 0.3 is 38/128.
        let alpha = |alpha: f64| (alpha * f64::from(ALPHA_UNIT)) as u32;
        let beta = |beta: f64| ((beta * f64::from(BETA_UNIT)) as u32).clamp(1, BETA_UNIT);
        let alpha_min = alpha(params.alpha_min).max(1);
        let beta_min = beta(params.beta_min);
        let alpha_max = alpha(params.alpha_max).max(alpha_min);
        let beta_max = beta(params.beta_max).max(beta_min);
        Illinois {
            dialect: setup.dialect,
            alpha_min,
            alpha_max,
            beta_min,
            beta_max,
            window_threshold: params.window_threshold.into(),
            theta: params.theta,
            count: 0,
            alpha: alpha_max,
            beta: beta_max,
            base_rtt: UNSET,
            max_rtt: 0,
            samples: 0,
            sum: 0,
            round_end: 0,
            is_above: false,
            rounds_low: 0,
            last_acked: 0,
        }
    }
}

impl Illinois {
    fn start_round(&mut self, context: &Context) {
        self.round_end = context.next;
        self.samples = 0;
        self.sum = 0;
    }

    /// A round trip is over: the mean delay of the queue sets alpha and beta.
    fn adapt(&mut self, cwnd: u64) {
        if cwnd < self.window_threshold {
            self.alpha = ALPHA_UNIT;
            self.beta = BETA_UNIT / 2;
        } else if self.samples > 0 {
            let longest = self.max_rtt.saturating_sub(self.base_rtt);
            let mean = (self.sum / u64::from(self.samples)) as u32;
            let mean = mean.saturating_sub(self.base_rtt);
            self.alpha = self.increase(mean, longest);
            self.beta = self.decrease(mean, longest);
        }
    }

    /// The paper's f1: alpha_max for a delay below 1 % of the longest one, then a hyperbola down to
    /// alpha_min.
    fn increase(&mut self, mean: u32, longest: u32) -> u32 {
        let short = longest / 100;
        if mean <= short {
            if !self.is_above {
                return self.alpha_max;
            }
            self.rounds_low += 1;
            if self.rounds_low < self.theta {
                return self.alpha;
            }
            self.rounds_low = 0;
            self.is_above = false;
            return self.alpha_max;
        }
        self.is_above = true;
        let (mean, longest) = (mean - short, longest - short);
        let steep = (self.alpha_max - self.alpha_min).wrapping_mul(mean) / self.alpha_min;
        self.alpha_max.wrapping_mul(longest) / longest.wrapping_add(steep).max(1)
    }

    /// The paper's f2: beta_min up to 10 % of the longest delay, beta_max from 80 % on, a line between.
    fn decrease(&self, mean: u32, longest: u32) -> u32 {
        let (low, high) = (longest / 10, 8 * longest / 10);
        if mean <= low {
            self.beta_min
        } else if mean >= high || high <= low {
            self.beta_max
        } else {
            let rise = u64::from(self.beta_max) * u64::from(mean - low);
            let rest = u64::from(self.beta_min) * u64::from(high - mean);
            ((rise + rest) / u64::from(high - low)) as u32
        }
    }
}

impl Events for Illinois {
    fn needs(&self) -> Needs {
        Needs { grow_unused: true, ..Needs::default() }
    }

    fn on_start(&mut self, _: &mut Window, context: &Context) {
        self.start_round(context);
    }

    fn on_ack(&mut self, _: &mut Window, _: &Context, ack: &AckEvent) {
        self.last_acked = ack.acked as u32;
        if let Some(rtt) = ack.rtt {
            let rtt = micros(rtt).min(MAX_RTT) as u32;
            self.base_rtt = self.base_rtt.min(rtt);
            self.max_rtt = self.max_rtt.max(rtt);
            self.samples = self.samples.wrapping_add(1);
            self.sum += u64::from(rtt);
        }
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        if context.una > self.round_end {
            self.adapt(window.segments());
            self.start_round(context);
        }
        if !growth.window_used {
            return;
        }
        // What slow start leaves over does not count.
        if self.dialect.slow_start(window, growth.segments) < growth.segments {
            return;
        }
        self.count = self.count.wrapping_add(self.last_acked);
        self.last_acked = 1;
        let due = u64::from(self.count.wrapping_mul(self.alpha) >> ALPHA_SHIFT);
        let cwnd = window.segments();
        if due >= cwnd {
            window.set_segments(cwnd + due / cwnd);
            self.count = 0;
        }
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.count = 0;
        let cwnd = window.segments();
        let reduced = cwnd - ((cwnd * u64::from(self.beta)) >> BETA_SHIFT);
        Reduction::new(reduced as f64, || {
            let beta = f64::from(self.beta) / (1_u64 << BETA_SHIFT) as f64;
            Why::new("illinois.reduce")
                .with("window", "segments", cwnd as f64)
                .with("beta", "", beta)
        })
    }

    fn on_phase(&mut self, _: &mut Window, context: &Context, phase: Phase) {
        if phase == Phase::Loss {
            self.count = 0;
            self.alpha = ALPHA_UNIT;
            self.beta = BETA_UNIT / 2;
            self.rounds_low = 0;
            self.is_above = false;
            self.start_round(context);
        }
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.count));
        report(Variable::whole("alpha", "1/128 segments", self.alpha));
        report(Variable::whole("beta", "1/64", self.beta));
        report(Variable::whole("base_rtt", "us", self.base_rtt));
        report(Variable::whole("max_rtt", "us", self.max_rtt));
        report(Variable::whole("cnt_rtt", "", self.samples));
        report(Variable::whole("sum_rtt", "us", self.sum));
        report(Variable::whole("end_seg", "segment", self.round_end));
        report(Variable::whole("rtt_above", "", self.is_above));
        report(Variable::whole("rtt_low", "", self.rounds_low));
        report(Variable::whole("last_pk", "segments", self.last_acked));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn illinois() -> Illinois {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Illinois::new(&IllinoisParams::default(), &setup)
    }

    /// Alpha in segments and beta for a mean queueing delay in thousandths of the longest one, 100 ms.
    fn at(thousandths: u32) -> (f64, f64) {
        let mut illinois = illinois();
        let (mean, longest) = (100 * thousandths, 100_000);
        let alpha = illinois.increase(mean, longest);
        let beta = illinois.decrease(mean, longest);
        (f64::from(alpha) / 128.0, f64::from(beta) / 64.0)
    }

    /// The paper: alpha = 10 below d1 = 1 %, then k1 / (k2 + d) through (d1, 10) and (1, 0.3).
    #[test]
    fn alpha_is_a_hyperbola_of_the_delay() {
        let (d1, high, low) = (0.01, 10.0, 0.3);
        let k1 = (1.0 - d1) * low * high / (high - low);
        let k2 = (1.0 - d1) * low / (high - low) - d1;
        assert_eq!([0, 10].map(|mean| at(mean).0), [10.0, 10.0]);
        for mean in [50, 200, 500, 1000] {
            let expected = k1 / (k2 + f64::from(mean) / 1000.0);
            let (alpha, _) = at(mean);
            assert!((alpha / expected - 1.0).abs() < 0.03, "{mean}: {alpha}, paper {expected}");
        }
    }

    /// The paper: beta = 1/8 below d2 = 10 %, 1/2 above d3 = 80 %, a line between.
    #[test]
    fn beta_is_a_line_of_the_delay() {
        for (mean, expected) in [(0, 0.125), (100, 0.125), (450, 0.3125), (800, 0.5), (1000, 0.5)] {
            assert!((at(mean).1 - expected).abs() <= 1.0 / 64.0, "{mean}: {}", at(mean).1);
        }
    }

    #[test]
    fn the_largest_alpha_returns_after_five_short_round_trips() {
        let mut illinois = illinois();
        illinois.alpha = illinois.increase(50_000, 100_000);
        let low = illinois.alpha;
        let mut next = || {
            illinois.alpha = illinois.increase(0, 100_000);
            illinois.alpha
        };
        assert_eq!([next(), next(), next(), next(), next()], [low, low, low, low, 1280]);
    }

    #[test]
    fn small_windows_follow_reno() {
        let mut illinois = illinois();
        illinois.adapt(14);
        assert_eq!((illinois.alpha, illinois.beta), (128, 32));
        let context = Context::of(Time::ZERO, Span::from_millis(50));
        let mut halved = |cwnd| {
            illinois.on_congestion(&mut Window::new(cwnd), &context, Congestion::Loss, 0).ssthresh
        };
        assert_eq!([14, 9].map(&mut halved), [7.0, 5.0]);
    }
}
