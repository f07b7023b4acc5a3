//! CUBIC to the letter of RFC 9438.

use crate::cc::{Congestion, Context, Dialect, Growth, MIN_SSTHRESH, Reduction, Window};
use crate::math;
use crate::time::Time;

use super::CubicParams;

/// K = cbrt((W_max - cwnd_epoch) / C) in seconds (RFC 9438, figure 2).
fn plateau_time(c: f64, w_max: f64, cwnd_epoch: f64) -> f64 {
    math::cbrt((w_max - cwnd_epoch) / c)
}

/// W_cubic(t) = C (t - K)^3 + W_max in segments (RFC 9438, figure 1).
fn w_cubic(c: f64, t: f64, k: f64, w_max: f64) -> f64 {
    let offset = t - k;
    c * offset * offset * offset + w_max
}

/// One stage of congestion avoidance.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Epoch {
    start: Time,
    /// Height of the curve's plateau, in segments.
    w_max: f64,
    /// Time of the plateau, in seconds after the start.
    k: f64,
    /// The window that Reno would have, in segments.
    w_est: f64,
}

/// CUBIC.
#[derive(Clone, PartialEq, Debug)]
pub struct CubicRfc {
    params: CubicParams,
    /// Additive increase of the Reno-friendly estimate: 3 (1 - beta) / (1 + beta) (section 4.3).
    alpha: f64,
    epoch: Option<Epoch>,
    /// Window before the last reduction, after fast convergence; `None` before the first one and
    /// after a timeout.
    w_max: Option<f64>,
    /// Window just before the last reduction.
    cwnd_prior: f64,
}

impl CubicRfc {
    pub fn new(params: &CubicParams) -> Self {
        CubicRfc {
            params: *params,
            alpha: 3.0 * (1.0 - params.beta) / (1.0 + params.beta),
            epoch: None,
            w_max: None,
            cwnd_prior: 0.0,
        }
    }

    pub fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        let segments = Dialect::Rfc.slow_start(window, growth.segments);
        if segments > 0 {
            self.avoid(window, context, segments);
        }
    }

    fn avoid(&mut self, window: &mut Window, context: &Context, segments: u64) {
        let CubicParams { c, tcp_friendliness, .. } = self.params;
        let cwnd = window.cwnd();
        let last_max = self.w_max;
        let epoch = self.epoch.get_or_insert_with(|| {
            // Sections 4.8 and 4.10: without a reduction before it, a stage starts at its own
            // plateau (K = 0).
            let w_max = last_max.unwrap_or(cwnd).max(cwnd);
            Epoch { start: context.now, w_max, k: plateau_time(c, w_max, cwnd), w_est: cwnd }
        });
        let t = (context.now - epoch.start).seconds();
        let acked = segments as f64;

        // Section 4.3. From the last window on, Reno's own increase.
        let alpha = if epoch.w_est >= self.cwnd_prior { 1.0 } else { self.alpha };
        epoch.w_est += alpha * acked / cwnd;

        let is_friendly = tcp_friendliness && w_cubic(c, t, epoch.k, epoch.w_max) < epoch.w_est;
        let grown = if is_friendly {
            cwnd.max(epoch.w_est)
        } else {
            // Sections 4.2, 4.4 and 4.5.
            let target = w_cubic(c, t + context.srtt.seconds(), epoch.k, epoch.w_max);
            cwnd + (target.max(cwnd).min(1.5 * cwnd) - cwnd) / cwnd * acked
        };
        window.set_cwnd(grown);
    }

    /// Section 5.8: idle time does not count.
    pub fn on_resume(&mut self, last_sent: Time, now: Time) {
        if let Some(epoch) = &mut self.epoch {
            epoch.start = (epoch.start + now.saturating_since(last_sent)).min(now);
        }
    }

    /// Section 4.6: beta times the flight.
    pub fn on_congestion(&mut self, window: &Window, cause: Congestion, flight: u64) -> Reduction {
        let CubicParams { beta, fast_convergence, .. } = self.params;
        let cwnd = window.cwnd();
        let converge = cause != Congestion::Timeout
            && fast_convergence
            && self.w_max.is_some_and(|last| cwnd < last);
        self.epoch = None;
        self.cwnd_prior = cwnd;
        self.w_max = match cause {
            Congestion::Timeout => None,
            // Section 4.7: a smaller peak than last time makes room for other flows.
            _ if converge => Some(cwnd * (1.0 + beta) / 2.0),
            _ => Some(cwnd),
        };
        let flight = flight as f64;
        Reduction::new((flight * beta).max(MIN_SSTHRESH), || {
            super::why(converge, flight, beta, self.w_max.unwrap_or(f64::NAN))
        })
    }

    /// Height and time of the plateau: segments, and seconds after the start of the stage.
    pub fn plateau(&self) -> Option<(f64, f64)> {
        self.epoch.map(|epoch| (epoch.w_max, epoch.k))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const RTT: Span = Span::from_millis(100);
    const C: f64 = 0.4;

    fn cubic() -> CubicRfc {
        CubicRfc::new(&CubicParams::default())
    }

    /// Feeds one full window of ACKs every round trip until `end` seconds after the first.
    fn run(cubic: &mut CubicRfc, window: &mut Window, start: Time, end: f64) -> Time {
        let mut now = start;
        while (now - start).seconds() < end {
            for _ in 0..window.segments() {
                cubic.avoid(window, &Context::of(now, RTT), 1);
            }
            now += RTT;
        }
        now
    }

    #[test]
    fn k_and_the_curve_follow_the_rfc() {
        // W_max 100, beta 0.7: K = cbrt(30 / 0.4) = 4.217 s.
        let k = plateau_time(C, 100.0, 70.0);
        assert!((k - 4.217_163_326_508_746).abs() < 1e-12);
        assert!((w_cubic(C, 0.0, k, 100.0) - 70.0).abs() < 1e-9);
        assert_eq!(w_cubic(C, k, k, 100.0), 100.0);
        assert!((w_cubic(C, k + 1.0, k, 100.0) - 100.4).abs() < 1e-9);
    }

    #[test]
    fn the_window_follows_the_curve() {
        let mut window = Window::new(1000);
        let mut cubic = cubic();
        let ssthresh = cubic.on_congestion(&window, Congestion::Loss, 1000).ssthresh;
        assert_eq!(ssthresh, 700.0);
        window.set_cwnd(ssthresh);
        let k = plateau_time(C, 1000.0, 700.0);
        let now = run(&mut cubic, &mut window, Time::ZERO, 5.0);
        let expected = w_cubic(C, now.seconds(), k, 1000.0);
        assert!((window.cwnd() - expected).abs() < 2.0, "{} {expected}", window.cwnd());
        run(&mut cubic, &mut window, now, k - 5.0);
        assert!((window.cwnd() - 1000.0).abs() < 2.0, "{}", window.cwnd());
    }

    #[test]
    fn a_small_window_grows_like_reno() {
        let mut window = Window::new(10);
        let mut cubic = cubic();
        let ssthresh = cubic.on_congestion(&window, Congestion::Loss, 10).ssthresh;
        window.set_cwnd(ssthresh);
        // Five round trips at 0.53 segments each; the cubic curve alone would stay below 8.3.
        run(&mut cubic, &mut window, Time::ZERO, 0.5);
        assert!((window.cwnd() - (7.0 + 5.0 * cubic.alpha)).abs() < 0.3, "{}", window.cwnd());
        // Above the old window one segment a round trip.
        run(&mut cubic, &mut window, Time::from_seconds(0.5), 0.5);
        let before = window.cwnd();
        run(&mut cubic, &mut window, Time::from_seconds(1.0), 1.0);
        assert!((window.cwnd() - before - 10.0).abs() < 0.7, "{} {before}", window.cwnd());
    }

    #[test]
    fn a_falling_peak_converges_fast() {
        let mut cubic = cubic();
        cubic.on_congestion(&Window::new(100), Congestion::Loss, 100);
        cubic.on_congestion(&Window::new(80), Congestion::Loss, 80);
        assert_eq!(cubic.w_max, Some(68.0));
        cubic.on_congestion(&Window::new(90), Congestion::Loss, 90);
        assert_eq!(cubic.w_max, Some(90.0));
        cubic.on_congestion(&Window::new(90), Congestion::Timeout, 90);
        assert_eq!(cubic.w_max, None);
    }

    #[test]
    fn parameters_change_the_decrease_and_the_convergence() {
        let params = CubicParams { beta: 0.5, fast_convergence: false, ..CubicParams::default() };
        let mut cubic = CubicRfc::new(&params);
        assert_eq!(cubic.on_congestion(&Window::new(100), Congestion::Loss, 100).ssthresh, 50.0);
        cubic.on_congestion(&Window::new(80), Congestion::Ecn, 80);
        assert_eq!(cubic.w_max, Some(80.0));
    }

    #[test]
    fn idle_time_does_not_move_the_curve() {
        let growth_after = |resumed: bool| {
            let mut window = Window::new(100);
            let mut cubic = cubic();
            let ssthresh = cubic.on_congestion(&window, Congestion::Loss, 100).ssthresh;
            window.set_cwnd(ssthresh);
            let last = run(&mut cubic, &mut window, Time::ZERO, 1.0);
            let before = window.cwnd();
            let now = last + Span::from_millis(8000);
            if resumed {
                cubic.on_resume(last, now);
            }
            run(&mut cubic, &mut window, now, 0.3);
            window.cwnd() - before
        };
        assert!(growth_after(true) < 8.0, "{}", growth_after(true));
        assert!(growth_after(false) > 30.0, "{}", growth_after(false));
    }
}
