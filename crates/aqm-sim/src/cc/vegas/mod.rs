//! TCP Vegas (L. Brakmo, L. Peterson, "TCP Vegas: end to end congestion avoidance on a global Internet",
//! IEEE JSAC 13(8), 1995), as Linux runs it: once per round trip, the window moves so that between
//! `alpha` and `beta` segments wait in the queue.

use super::kernel::{RoundTrips, RttSamples};
use super::window::Credit;
use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Needs, Phase, Reduction,
    Setup, Twin, Variable, Why, Window,
};
use crate::time::Time;

/// The smallest window.
const MIN_CWND: u64 = 2;

/// Parameters of Vegas, in segments that wait in the queue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VegasParams {
    /// With fewer the window grows.
    pub alpha: u32,
    /// With more the window shrinks.
    pub beta: u32,
    /// With more slow start ends.
    pub gamma: u32,
}

impl Default for VegasParams {
    fn default() -> Self {
        VegasParams { alpha: 2, beta: 4, gamma: 1 }
    }
}

/// Vegas.
#[derive(Clone, PartialEq, Debug)]
pub struct Vegas {
    params: VegasParams,
    dialect: Dialect,
    credit: Credit,
    rounds: RoundTrips,
}

impl Algorithm for Vegas {
    type Params = VegasParams;
    const KERNEL: Twin = Twin::exact("vegas");
    const NS3: Twin = Twin::exact("ns3::TcpVegas");

    fn new(params: &VegasParams, setup: &Setup) -> Self {
        Vegas {
            params: *params,
            dialect: setup.dialect,
            credit: Credit::default(),
            rounds: RoundTrips::new(),
        }
    }
}

impl Vegas {
    fn grow_like_reno(&mut self, window: &mut Window, growth: &Growth) {
        if growth.window_used {
            self.dialect.grow_like_reno(window, &mut self.credit, growth.segments);
        }
    }

    /// A round trip is over: the window follows the queue of this flow.
    fn adjust(&mut self, window: &mut Window, segments: u64) {
        let VegasParams { alpha, beta, gamma } = self.params;
        let cwnd = window.segments();
        let in_slow_start = window.in_slow_start();
        let RttSamples { min, base, .. } = self.rounds.rtts;
        let queueing = min.saturating_sub(base);
        // The kernel's product has 32 bits.
        let queued = u64::from((cwnd.wrapping_mul(queueing)) as u32) / base;
        if in_slow_start && queued > gamma.into() {
            let target = cwnd * base / min + 1;
            set_lowered(window, cwnd.min(target));
        } else if in_slow_start {
            self.dialect.slow_start(window, segments);
        } else if queued > beta.into() {
            set_lowered(window, cwnd - 1);
        } else if queued < alpha.into() {
            window.set_segments(cwnd + 1);
        }
        let cwnd = window.segments().max(MIN_CWND);
        window.set_segments(cwnd);
        window.set_ssthresh(window.ssthresh().max((cwnd / 2 + cwnd / 4) as f64));
    }
}

/// The threshold follows a lowered window, so that slow start does not begin again.
fn set_lowered(window: &mut Window, cwnd: u64) {
    let cwnd = cwnd.max(1);
    window.set_segments(cwnd);
    window.set_ssthresh(window.ssthresh().min(cwnd as f64));
}

impl Events for Vegas {
    fn needs(&self) -> Needs {
        Needs { grow_unused: true, ..Needs::default() }
    }

    fn on_start(&mut self, _: &mut Window, context: &Context) {
        self.rounds.restart(context);
    }

    fn on_ack(&mut self, _: &mut Window, _: &Context, ack: &AckEvent) {
        self.rounds.rtts.add(ack.rtt);
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        if !self.rounds.is_on() {
            self.grow_like_reno(window, growth);
        } else if self.rounds.is_over(context) {
            if !self.rounds.rtts.are_enough() {
                self.grow_like_reno(window, growth);
            } else {
                self.adjust(window, growth.segments);
            }
            self.rounds.begin(context);
        } else if window.in_slow_start() {
            self.dialect.slow_start(window, growth.segments);
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
        Reduction::new((window.segments() / 2) as f64, || {
            Why::new("vegas.half").with("window", "segments", window.cwnd())
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const BASE: Span = Span::from_millis(100);

    fn vegas() -> Vegas {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Vegas::new(&VegasParams::default(), &setup)
    }

    /// Feeds one round trip of ACKs with delay `rtt`, and returns the window after it.
    fn round(vegas: &mut Vegas, window: &mut Window, from: u64, rtt: Span) -> (f64, u64) {
        let mut context = Context::of(Time::ZERO, rtt);
        let end = from + window.segments();
        context.next = end;
        for una in from + 1..=end {
            context.una = una;
            context.next = end + una - from;
            let ack =
                AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked: 0, in_order: true };
            vegas.on_ack(window, &context, &ack);
            vegas.grow(window, &context, &Growth { segments: 1, window_used: true });
        }
        (window.cwnd(), end)
    }

    /// Change of a window of 50 segments over two round trips with this many segments in the queue.
    fn change_with(queued: u64) -> f64 {
        let (mut vegas, mut window) = (vegas(), Window::new(50));
        window.set_ssthresh(10.0);
        let base = AckEvent { rtt: Some(BASE), acked: 1, delivered: 1, marked: 0, in_order: true };
        vegas.on_ack(&mut window, &Context::of(Time::ZERO, BASE), &base);
        vegas.rounds.begin(&Context { next: 50, ..Context::of(Time::ZERO, BASE) });
        let rtt = Span::from_nanos(BASE.nanos() + BASE.nanos() * (2 * queued + 1) / 100);
        let (_, next) = round(&mut vegas, &mut window, 0, rtt);
        let before = window.cwnd();
        round(&mut vegas, &mut window, next, rtt);
        window.cwnd() - before
    }

    #[test]
    fn two_to_four_queued_segments_leave_the_window() {
        assert_eq!([0, 1, 2, 3, 4, 5, 9].map(change_with), [1.0, 1.0, 0.0, 0.0, 0.0, -1.0, -1.0]);
    }

    #[test]
    fn slow_start_ends_when_more_than_one_segment_waits() {
        let (mut vegas, mut window) = (vegas(), Window::new(64));
        let base = AckEvent { rtt: Some(BASE), acked: 1, delivered: 1, marked: 0, in_order: true };
        vegas.on_ack(&mut window, &Context::of(Time::ZERO, BASE), &base);
        let rtt = Span::from_millis(200);
        let mut context = Context { una: 1, next: 64, ..Context::of(Time::ZERO, rtt) };
        for _ in 0..3 {
            let ack =
                AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked: 0, in_order: true };
            vegas.rounds.rtts.min = RttSamples::UNSET;
            vegas.on_ack(&mut window, &context, &ack);
            context.una += 1;
        }
        vegas.grow(&mut window, &context, &Growth { segments: 1, window_used: true });
        // Half of the window was in the queue: one segment more than the rest stays.
        assert_eq!(window.cwnd(), 33.0);
        assert!(!window.in_slow_start());
    }

    #[test]
    fn recovery_turns_the_delay_rules_off_and_a_pause_clears_the_base() {
        let (mut vegas, mut window) = (vegas(), Window::new(50));
        let context = Context::of(Time::ZERO, BASE);
        vegas.on_ack(
            &mut window,
            &context,
            &AckEvent { rtt: Some(BASE), acked: 1, delivered: 1, marked: 0, in_order: true },
        );
        vegas.on_phase(&mut window, &context, Phase::Recovery);
        assert!(!vegas.rounds.is_on());
        vegas.on_phase(&mut window, &context, Phase::Open);
        assert_eq!((vegas.rounds.is_on(), vegas.rounds.rtts.base), (true, 100_001));
        vegas.on_resume(&mut window, &context, Time::ZERO);
        assert_eq!(vegas.rounds.rtts.base, RttSamples::UNSET);
    }
}
