//! Veno (C. P. Fu, S. C. Liew, "TCP Veno: TCP enhancement for transmission over wireless access networks",
//! IEEE JSAC 21(2), 2003), as Linux runs it: Reno with Vegas' estimate of the queue. A loss while the
//! queue is short counts as random and costs a fifth.

use super::kernel::RttSamples;
use super::window::Credit;
use super::{
    AckEvent, Algorithm, Congestion, Context, Dialect, Events, Growth, Needs, Phase, Reduction,
    Setup, Twin, Variable, Why, Window,
};
use crate::time::Time;

const MIN_CWND: u64 = 2;

/// Parameters of Veno.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct VenoParams {
    /// Segments of this flow in the queue from which a loss counts as congestion (beta; the paper: 3).
    pub beta: u32,
}

impl Default for VenoParams {
    fn default() -> Self {
        VenoParams { beta: 3 }
    }
}

/// Veno.
#[derive(Clone, PartialEq, Debug)]
pub struct Veno {
    /// In half segments.
    beta: u64,
    dialect: Dialect,
    credit: Credit,
    /// Off during loss recovery.
    is_on: bool,
    /// The smallest RTT is that since the window was last considered.
    rtts: RttSamples,
    /// The next full window may add a segment: every second one does while the queue is long.
    may_increase: bool,
    /// Segments in the queue, in halves.
    queued: u64,
}

impl Algorithm for Veno {
    type Params = VenoParams;
    const KERNEL: Twin = Twin::exact("veno");
    const NS3: Twin = Twin::exact("ns3::TcpVeno");

    fn new(params: &VenoParams, setup: &Setup) -> Self {
        Veno {
            beta: 2 * u64::from(params.beta),
            dialect: setup.dialect,
            credit: Credit::default(),
            is_on: true,
            rtts: RttSamples::new(),
            may_increase: true,
            queued: 0,
        }
    }
}

impl Veno {
    fn enable(&mut self) {
        self.is_on = true;
        self.rtts.restart();
    }

    fn start(&mut self) {
        self.rtts.base = RttSamples::UNSET;
        self.may_increase = true;
        self.enable();
    }

    /// Congestion avoidance: a segment per round trip, or per two while the queue is long.
    fn avoid(&mut self, window: &mut Window, segments: u64) {
        let cwnd = window.segments();
        if self.queued < self.beta {
            self.credit.add(window, segments, cwnd);
        } else if self.credit.count() >= cwnd {
            if self.may_increase {
                window.set_segments(cwnd + 1);
            }
            self.may_increase = !self.may_increase;
            self.credit.clear();
        } else {
            self.credit.save(segments);
        }
    }
}

impl Events for Veno {
    fn needs(&self) -> Needs {
        Needs { grow_unused: true, ..Needs::default() }
    }

    fn on_start(&mut self, _: &mut Window, _: &Context) {
        self.start();
    }

    fn on_ack(&mut self, _: &mut Window, _: &Context, ack: &AckEvent) {
        self.rtts.add(ack.rtt);
    }

    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        if !growth.window_used {
            return;
        }
        let Growth { segments, .. } = *growth;
        if !self.is_on {
            return self.dialect.grow_like_reno(window, &mut self.credit, segments);
        }
        if !self.rtts.are_enough() {
            self.dialect.grow_like_reno(window, &mut self.credit, segments);
        } else {
            // Twice the segments that do not fit the path.
            let twice = 2 * window.segments();
            self.queued = twice - twice * self.rtts.base / self.rtts.min;
            let left = self.dialect.slow_start(window, segments);
            if left > 0 {
                self.avoid(window, left);
            }
            window.set_segments(window.segments().max(MIN_CWND));
        }
        self.rtts.restart();
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
        let is_random = self.queued < self.beta;
        Reduction::new((if is_random { 4 * cwnd / 5 } else { cwnd / 2 }) as f64, || {
            Why::new(if is_random { "veno.random" } else { "veno.half" }).with(
                "window",
                "segments",
                cwnd as f64,
            )
        })
    }

    fn on_phase(&mut self, _: &mut Window, _: &Context, phase: Phase) {
        if phase == Phase::Open {
            self.enable();
        } else {
            self.is_on = false;
        }
        if phase == Phase::Loss {
            self.credit.clear();
        }
    }

    fn on_resume(&mut self, _: &mut Window, _: &Context, _: Time) {
        self.start();
    }

    fn on_restart(&mut self, _: &mut Window, _: &Context) {
        self.start();
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
        report(Variable::whole("doing_veno", "", self.is_on));
        report(Variable::whole("cntrtt", "", self.rtts.count));
        report(Variable::whole("minrtt", "us", self.rtts.min));
        report(Variable::whole("basertt", "us", self.rtts.base));
        report(Variable::whole("inc", "", self.may_increase));
        report(Variable::whole("diff", "1/2 segments", self.queued));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    const BASE: Span = Span::from_millis(100);

    fn veno() -> Veno {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        let mut veno = Veno::new(&VenoParams::default(), &setup);
        for _ in 0..3 {
            take(&mut veno, BASE);
        }
        veno
    }

    fn take(veno: &mut Veno, rtt: Span) {
        let ack = AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked: 0, in_order: true };
        veno.on_ack(&mut Window::new(10), &Context::of(Time::ZERO, rtt), &ack);
    }

    /// Growth of a window of 50 segments in ten round trips with `queued` of them in the queue, and the
    /// threshold after a loss from 50.
    fn with_queue(queued: u64) -> (f64, f64) {
        let mut veno = veno();
        let mut window = Window::new(50);
        window.set_ssthresh(2.0);
        // base / RTT = (50 - queued) / 50.
        let rtt = Span::from_nanos(BASE.nanos() * 50 / (50 - queued) + 10_000);
        let context = Context::of(Time::ZERO, rtt);
        for _ in 0..500 {
            take(&mut veno, rtt);
            veno.grow(&mut window, &context, &Growth { segments: 1, window_used: true });
        }
        let mut peak = Window::new(50);
        (
            window.cwnd() - 50.0,
            veno.on_congestion(&mut peak, &context, Congestion::Loss, 50).ssthresh,
        )
    }

    /// The paper: N < beta: 4/5 after a loss. Otherwise half, and one segment per two round trips.
    #[test]
    fn the_queue_decides_on_growth_and_reduction() {
        let (growth, ssthresh) = with_queue(1);
        assert!((8.0..=9.0).contains(&growth), "{growth}");
        assert_eq!(ssthresh, 40.0);
        let (growth, ssthresh) = with_queue(5);
        assert!((4.0..=5.0).contains(&growth), "{growth}");
        assert_eq!(ssthresh, 25.0);
    }

    #[test]
    fn a_pause_clears_the_base_rtt_and_recovery_turns_the_estimate_off() {
        let mut veno = veno();
        let context = Context::of(Time::ZERO, BASE);
        veno.on_phase(&mut Window::new(10), &context, Phase::Recovery);
        assert!(!veno.is_on);
        veno.on_phase(&mut Window::new(10), &context, Phase::Open);
        assert_eq!((veno.is_on, veno.rtts.base), (true, 100_001));
        veno.on_resume(&mut Window::new(10), &context, Time::ZERO);
        assert_eq!(veno.rtts.base, RttSamples::UNSET);
    }
}
