//! H-TCP (D. Leith, R. Shorten, "H-TCP: TCP for high-speed and long-distance networks", PFLDnet 2004), as
//! Linux runs it: the increase rises with the time since the last loss, and the decrease follows the
//! ratio of the smallest and the largest RTT.

use super::kernel::{ceil_millis, millis};
use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Phase, Reduction, Setup,
    Twin, Variable, Why, Window,
};

/// Unit of alpha and beta: 1 is 128.
const UNIT: u32 = 128;
const UNIT_SHIFT: u32 = 7;
/// The increase is one segment per round trip for this long after a reduction (delta_L in the paper).
const LOW_SPEED_MS: u32 = 1000;
/// Bounds of beta: 0.5 and 0.8.
const BETA_MIN: u32 = 64;
const BETA_MAX: u32 = 102;
/// Larger jumps of the largest RTT are ignored.
const RTT_JUMP_MS: u32 = 20;
/// With a smaller RTT in milliseconds the kernel's clock is too coarse to adapt beta.
const MIN_ADAPTIVE_RTT_MS: u32 = 10;

/// Parameters of H-TCP.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HtcpParams {
    /// Scales the increase with the RTT, so that flows with different RTTs share more evenly.
    pub rtt_scaling: bool,
    /// Halves the window after a loss if the throughput changed by more than 20 % since the loss before.
    pub bandwidth_switch: bool,
}

impl Default for HtcpParams {
    fn default() -> Self {
        HtcpParams { rtt_scaling: true, bandwidth_switch: true }
    }
}

/// Values that an undo restores.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Undo {
    /// 0: there is nothing to restore.
    last_congestion: u32,
    max_rtt: u32,
    old_max_rate: u32,
}

/// H-TCP.
#[derive(Clone, PartialEq, Debug)]
pub struct Htcp {
    params: HtcpParams,
    dialect: Dialect,
    /// Segments counted towards the next one.
    count: u32,
    /// The increase per round trip in 1/128 segments.
    alpha: u32,
    /// The window is multiplied by this after a loss, in 1/128.
    beta: u32,
    /// The throughput was steady at the last loss, so beta may adapt.
    is_steady: bool,
    /// Segments that the latest ACK acknowledged.
    last_acked: u16,
    /// Smallest and largest RTT in milliseconds; 0: not measured.
    min_rtt: u32,
    max_rtt: u32,
    /// Time of the last congestion event or the end of its recovery.
    last_congestion: u32,
    undo: Undo,
    /// Throughput in segments/s: of this epoch, its extremes, and the largest of the epoch before.
    rate: u32,
    min_rate: u32,
    max_rate: u32,
    old_max_rate: u32,
    /// Segments acknowledged since `rate_from`, a time in milliseconds.
    rate_segments: u32,
    rate_from: u32,
}

impl Algorithm for Htcp {
    type Params = HtcpParams;
    const KERNEL: Twin = Twin::exact("htcp");
    const NS3: Twin = Twin::exact("ns3::TcpHtcp");

    fn new(params: &HtcpParams, setup: &Setup) -> Self {
        Htcp {
            params: *params,
            dialect: setup.dialect,
            count: 0,
            alpha: UNIT,
            beta: BETA_MIN,
            is_steady: false,
            last_acked: 1,
            min_rtt: 0,
            max_rtt: 0,
            last_congestion: 0,
            undo: Undo::default(),
            rate: 0,
            min_rate: 0,
            max_rate: 0,
            old_max_rate: 0,
            rate_segments: 0,
            rate_from: 0,
        }
    }
}

impl Htcp {
    fn measure_rtt(&mut self, rtt: u32, phase: Phase) {
        if self.min_rtt == 0 || rtt < self.min_rtt {
            self.min_rtt = rtt;
        }
        if phase == Phase::Open {
            self.max_rtt = self.max_rtt.max(self.min_rtt);
            if rtt > self.max_rtt && rtt <= self.max_rtt + RTT_JUMP_MS {
                self.max_rtt = rtt;
            }
        }
    }

    /// About once per round trip, measures the throughput.
    fn measure_rate(&mut self, acked: u64, cwnd: u64, now: u32, phase: Phase) {
        if !matches!(phase, Phase::Open | Phase::Disorder) {
            self.rate_segments = 0;
            self.rate_from = now;
            return;
        }
        self.rate_segments = self.rate_segments.wrapping_add(acked as u32);
        let window = (cwnd as u32).wrapping_sub((self.alpha >> UNIT_SHIFT).max(1));
        let elapsed = now.wrapping_sub(self.rate_from);
        if self.rate_segments < window || elapsed < self.min_rtt || self.min_rtt == 0 {
            return;
        }
        let rate = (u64::from(self.rate_segments) * 1000 / u64::from(elapsed.max(1))) as u32;
        if now.wrapping_sub(self.last_congestion) / self.min_rtt <= 3 {
            self.rate = rate;
            self.min_rate = rate;
            self.max_rate = rate;
        } else {
            self.rate = ((3 * u64::from(self.rate) + u64::from(rate)) / 4) as u32;
            self.max_rate = self.max_rate.max(self.rate);
            self.min_rate = self.min_rate.min(self.max_rate);
        }
        self.rate_segments = 0;
        self.rate_from = now;
    }

    /// alpha = 2 (1 - beta) f, with f = 1 + 10 (D - 1) + ((D - 1) / 2)^2 for D seconds since the last
    /// congestion event (the paper's equation for alpha), scaled by the RTT in units of 100 ms.
    fn update_alpha(&mut self, now: u32) {
        let elapsed = now.wrapping_sub(self.last_congestion);
        let mut factor: u32 = 1;
        if elapsed > LOW_SPEED_MS {
            // 32 bits, as in the kernel: the square wraps 132 s after the last congestion event.
            let d = elapsed - LOW_SPEED_MS;
            let square = (d / 2).wrapping_mul(d / 2);
            factor += d.wrapping_mul(10).wrapping_add(square / 1000) / 1000;
        }
        if self.params.rtt_scaling && self.min_rtt > 0 {
            // 8 is an RTT of 100 ms; from a tenth to twice of it.
            let scale = (8000 / self.min_rtt.wrapping_mul(10).max(1)).clamp(4, 80);
            factor = (factor.wrapping_mul(8) / scale).max(1);
        }
        let alpha = factor.wrapping_mul(2).wrapping_mul(UNIT - self.beta);
        self.alpha = if alpha == 0 { UNIT } else { alpha };
    }

    /// Adaptive back-off: beta is the ratio of the RTTs of an empty and a full queue.
    fn update_beta(&mut self) {
        if self.params.bandwidth_switch {
            let (max, old) = (u64::from(self.max_rate), u64::from(self.old_max_rate));
            self.old_max_rate = self.max_rate;
            if !(4 * old <= 5 * max && 5 * max <= 6 * old) {
                self.beta = BETA_MIN;
                self.is_steady = false;
                return;
            }
        }
        if self.is_steady && self.min_rtt > MIN_ADAPTIVE_RTT_MS && self.max_rtt > 0 {
            let ratio = u64::from(self.min_rtt) * u64::from(UNIT) / u64::from(self.max_rtt);
            self.beta = ratio.clamp(BETA_MIN.into(), BETA_MAX.into()) as u32;
        } else {
            self.beta = BETA_MIN;
            self.is_steady = true;
        }
    }
}

impl Events for Htcp {
    fn on_start(&mut self, _: &mut Window, context: &Context) {
        self.last_congestion = millis(context.now);
    }

    fn on_ack(&mut self, window: &mut Window, context: &Context, ack: &AckEvent) {
        if context.phase == Phase::Open {
            self.last_acked = ack.acked as u16;
        }
        if let Some(rtt) = ack.rtt.map(ceil_millis).filter(|rtt| *rtt > 0) {
            self.measure_rtt(rtt, context.phase);
        }
        self.measure_rate(ack.acked, window.segments(), millis(context.now), context.phase);
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        let in_slow_start = window.in_slow_start();
        let left = self.dialect.slow_start(window, growth.segments);
        if in_slow_start || left == 0 {
            return;
        }
        let cwnd = window.segments();
        if u64::from(self.count.wrapping_mul(self.alpha) >> UNIT_SHIFT) >= cwnd {
            // The counter starts again from 0, so the segments of this ACK and the excess are lost.
            window.set_segments(cwnd + 1);
            self.count = 0;
            self.update_alpha(millis(context.now));
        } else {
            self.count = self.count.wrapping_add(self.last_acked.into());
        }
        self.last_acked = 1;
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        context: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.count = 0;
        self.update_beta();
        self.update_alpha(millis(context.now));
        // The largest RTT fades by 5 % of the queueing delay, as paths change.
        if self.min_rtt > 0 && self.max_rtt > self.min_rtt {
            let queueing = u64::from(self.max_rtt - self.min_rtt);
            self.max_rtt = self.min_rtt + (queueing * 95 / 100) as u32;
        }
        let reduced = (window.segments() * u64::from(self.beta)) >> UNIT_SHIFT;
        Reduction::new(reduced as f64, || {
            let beta = f64::from(self.beta) / (1_u64 << UNIT_SHIFT) as f64;
            Why::new("htcp.reduce").with("window", "segments", window.cwnd()).with("beta", "", beta)
        })
    }

    fn on_phase(&mut self, _: &mut Window, context: &Context, phase: Phase) {
        match phase {
            // The time counts from the end of the recovery.
            Phase::Open if self.undo.last_congestion != 0 => {
                self.last_congestion = millis(context.now);
                self.undo.last_congestion = 0;
            }
            Phase::Cwr | Phase::Recovery | Phase::Loss => {
                self.undo = Undo {
                    last_congestion: self.last_congestion,
                    max_rtt: self.max_rtt,
                    old_max_rate: self.old_max_rate,
                };
                self.last_congestion = millis(context.now);
            }
            Phase::Open | Phase::Disorder => {}
        }
        if phase == Phase::Loss {
            self.count = 0;
        }
    }

    fn on_undo(&mut self, window: &mut Window, _: &Context, prior_cwnd: f64) -> f64 {
        if self.undo.last_congestion != 0 {
            self.last_congestion = self.undo.last_congestion;
            self.max_rtt = self.undo.max_rtt;
            self.old_max_rate = self.undo.old_max_rate;
            self.undo.last_congestion = 0;
        }
        window.cwnd().max(prior_cwnd)
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.count));
        report(Variable::whole("alpha", "1/128 segments", self.alpha));
        report(Variable::whole("beta", "1/128", self.beta));
        report(Variable::whole("modeswitch", "", self.is_steady));
        report(Variable::whole("last_pk", "segments", self.last_acked));
        report(Variable::whole("packetcount", "segments", self.rate_segments));
        report(Variable::whole("minRTT", "ms", self.min_rtt));
        report(Variable::whole("maxRTT", "ms", self.max_rtt));
        report(Variable::whole("last_cong", "ms", self.last_congestion));
        report(Variable::whole("undo_last_cong", "ms", self.undo.last_congestion));
        report(Variable::whole("minB", "segments/s", self.min_rate));
        report(Variable::whole("maxB", "segments/s", self.max_rate));
        report(Variable::whole("old_maxB", "segments/s", self.old_max_rate));
        report(Variable::whole("Bi", "segments/s", self.rate));
        report(Variable::whole("lasttime", "ms", self.rate_from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn htcp(params: HtcpParams) -> Htcp {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Htcp::new(&params, &setup)
    }

    fn alpha_after(seconds: f64, min_rtt: u32, beta: u32) -> f64 {
        let mut htcp = Htcp { min_rtt, beta, ..htcp(HtcpParams::default()) };
        htcp.update_alpha((seconds * 1000.0) as u32);
        f64::from(htcp.alpha) / f64::from(UNIT)
    }

    /// The paper: alpha = 2 (1 - beta) (1 + 10 (D - 1) + ((D - 1) / 2)^2), 1 before D = 1 s.
    #[test]
    fn the_increase_follows_the_paper() {
        for seconds in [0.5, 1.0, 2.0, 3.0, 5.0, 11.0, 31.0] {
            let d = f64::max(seconds - 1.0, 0.0);
            let expected = 1.0 + 10.0 * d + (d / 2.0) * (d / 2.0);
            assert!((alpha_after(seconds, 0, 64) - expected).abs() < 1.0, "{seconds} s");
        }
        // beta 0.75: half of it.
        assert_eq!(alpha_after(5.0, 0, 96), alpha_after(5.0, 0, 64) / 2.0);
    }

    /// 65536^2 is 2^32: with D = 132.072 s the square is 0 in 32 bits, and 1310 segments are left.
    #[test]
    fn the_increase_wraps_after_two_minutes_as_in_linux() {
        assert_eq!(alpha_after(132.071, 0, 64), f64::from(1 + (1_310_710 + 4_294_836) / 1000));
        assert_eq!(alpha_after(132.072, 0, 64), f64::from(1 + 1_310_720 / 1000));
    }

    #[test]
    fn a_long_rtt_scales_the_increase_up_and_a_short_one_down() {
        let at = |min_rtt| alpha_after(11.0, min_rtt, 64);
        // 126 at 100 ms; twice of it at 200 ms and above, a tenth at 10 ms and below.
        assert_eq!([100, 200, 1000, 10, 1].map(at), [126.0, 252.0, 252.0, 12.0, 12.0]);
        let mut unscaled = htcp(HtcpParams { rtt_scaling: false, ..HtcpParams::default() });
        unscaled.min_rtt = 10;
        unscaled.update_alpha(11_000);
        assert_eq!(unscaled.alpha, 126 * UNIT);
    }

    #[test]
    fn beta_is_the_ratio_of_the_rtts_from_the_second_steady_loss_on() {
        let mut htcp = Htcp {
            min_rtt: 60,
            max_rtt: 100,
            max_rate: 1000,
            old_max_rate: 1000,
            ..htcp(HtcpParams::default())
        };
        htcp.update_beta();
        assert_eq!(htcp.beta, 64, "not steady yet");
        htcp.update_beta();
        assert_eq!(htcp.beta, 128 * 60 / 100);
        htcp.max_rtt = 61;
        htcp.update_beta();
        assert_eq!(htcp.beta, 102, "at most 0.8");
        htcp.max_rate = 1300;
        htcp.update_beta();
        assert_eq!((htcp.beta, htcp.is_steady), (64, false), "the rate rose by 30 %");
    }

    #[test]
    fn an_undo_restores_the_time_of_the_last_loss() {
        let mut htcp = htcp(HtcpParams::default());
        let mut window = Window::new(100);
        let at = |ms| Context::of(Time::ZERO + Span::from_millis(ms), Span::from_millis(50));
        htcp.on_start(&mut window, &at(1000));
        htcp.on_phase(&mut window, &at(5000), Phase::Recovery);
        assert_eq!(htcp.last_congestion, 5000);
        assert_eq!(htcp.on_undo(&mut window, &at(5100), 120.0), 120.0);
        assert_eq!(htcp.last_congestion, 1000);
        htcp.on_phase(&mut window, &at(6000), Phase::Recovery);
        htcp.on_phase(&mut window, &at(6200), Phase::Open);
        assert_eq!(htcp.last_congestion, 6200);
    }
}
