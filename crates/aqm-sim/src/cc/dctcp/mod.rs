//! Data Center TCP (RFC 8257), as Linux runs it: the window falls in proportion to the fraction of
//! marked segments.

use super::window::Credit;
use super::{
    AckEvent, Algorithm, Congestion, Context, Decisions, Dialect, EcnEcho, Events, Growth, Needs,
    Phase, Reduction, Setup, Twin, Variable, Why, Window,
};

/// Unit of alpha: alpha = 1 is 1024.
const ALPHA_MAX: u64 = 1024;
const ALPHA_SHIFT: u32 = 10;
const MIN_CWND: u64 = 2;

/// Parameters of DCTCP.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DctcpParams {
    /// Weight g of a new fraction in the average is 2 to the power of minus this, 0 to 10 (RFC 8257,
    /// section 4.2: g = 1/16).
    pub weight_log: u32,
    /// Estimated fraction of marks at the start, 0 to 1 (RFC 8257, section 3.3: 1).
    pub initial_alpha: f64,
}

impl Default for DctcpParams {
    fn default() -> Self {
        DctcpParams { weight_log: 4, initial_alpha: 1.0 }
    }
}

/// DCTCP.
#[derive(Clone, PartialEq, Debug)]
pub struct Dctcp {
    dialect: Dialect,
    credit: Credit,
    weight_log: u32,
    /// Estimated fraction of marked segments, in 1/1024.
    alpha: u64,
    /// The observation window ends when this segment is acknowledged.
    window_end: u64,
    delivered: u64,
    delivered_ce: u64,
    /// The totals when the observation window began.
    old_delivered: u64,
    old_delivered_ce: u64,
    /// The window before the last reduction.
    loss_cwnd: u64,
    decisions: Decisions,
}

impl Algorithm for Dctcp {
    type Params = DctcpParams;
    const KERNEL: Twin = Twin::exact("dctcp");
    const NS3: Twin = Twin::exact("ns3::TcpDctcp");

    fn new(params: &DctcpParams, setup: &Setup) -> Self {
        Dctcp {
            dialect: setup.dialect,
            credit: Credit::default(),
            weight_log: params.weight_log.min(ALPHA_SHIFT),
            alpha: (params.initial_alpha.clamp(0.0, 1.0) * ALPHA_MAX as f64).round() as u64,
            window_end: 0,
            delivered: 0,
            delivered_ce: 0,
            old_delivered: 0,
            old_delivered_ce: 0,
            loss_cwnd: 0,
            decisions: Decisions::default(),
        }
    }
}

impl Dctcp {
    fn start_window(&mut self, context: &Context) {
        self.window_end = context.next;
        self.old_delivered = self.delivered;
        self.old_delivered_ce = self.delivered_ce;
    }

    /// RFC 8257, section 3.3, step 7: alpha moves towards the fraction of marks in the window.
    fn update_alpha(&mut self) {
        let delivered = self.delivered - self.old_delivered;
        let marked = self.delivered_ce - self.old_delivered_ce;
        let decay = self.alpha >> self.weight_log;
        // Rounded down, the decay of a small alpha would be 0 for ever.
        self.alpha -= if decay > 0 { decay } else { self.alpha };
        if marked > 0 {
            let rise = (marked << (ALPHA_SHIFT - self.weight_log)) / delivered.max(1);
            self.alpha = (self.alpha + rise).min(ALPHA_MAX);
        }
    }

    /// RFC 8257, section 3.5: a loss halves the window.
    fn halve(&mut self, window: &Window) -> f64 {
        self.loss_cwnd = window.segments();
        (self.loss_cwnd / 2).max(MIN_CWND) as f64
    }
}

impl Events for Dctcp {
    fn needs(&self) -> Needs {
        Needs { ecn_echo: EcnEcho::Rfc8257, ..Needs::default() }
    }

    fn on_start(&mut self, _: &mut Window, context: &Context) {
        self.start_window(context);
    }

    fn on_ack(&mut self, _: &mut Window, context: &Context, ack: &AckEvent) {
        self.delivered += ack.delivered;
        self.delivered_ce += ack.marked;
        if context.una >= self.window_end {
            self.update_alpha();
            self.start_window(context);
        }
    }

    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        self.dialect.grow_like_reno(window, &mut self.credit, growth.segments);
    }

    /// RFC 8257, section 3.3, step 9: cwnd (1 - alpha / 2) after a mark.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        cause: Congestion,
        _: u64,
    ) -> Reduction {
        self.credit.clear();
        if cause == Congestion::Timeout {
            let before = window.cwnd();
            return Reduction::new(self.halve(window), || {
                Why::new("dctcp.timeout").with("window", "segments", before)
            });
        }
        let cwnd = window.segments();
        self.loss_cwnd = cwnd;
        let reduced = (cwnd - ((cwnd * self.alpha) >> (ALPHA_SHIFT + 1))).max(MIN_CWND);
        Reduction::new(reduced as f64, || {
            let alpha = self.alpha as f64 / (1_u64 << ALPHA_SHIFT) as f64;
            Why::new("dctcp.alpha").with("window", "segments", cwnd as f64).with("alpha", "", alpha)
        })
    }

    /// Recovery follows a loss, whether or not marks came with it.
    fn on_phase(&mut self, window: &mut Window, context: &Context, phase: Phase) {
        if phase == Phase::Recovery && context.phase != Phase::Recovery {
            let before = window.cwnd();
            let ssthresh = self.halve(window);
            window.set_ssthresh(ssthresh);
            self.decisions.note(|| Why::new("dctcp.loss").with("window", "segments", before));
        }
        if phase == Phase::Loss {
            self.credit.clear();
        }
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        Some(&mut self.decisions)
    }

    fn on_undo(&mut self, window: &mut Window, _: &Context, _: f64) -> f64 {
        window.cwnd().max(self.loss_cwnd as f64)
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
        report(Variable::whole("alpha", "1/1024", self.alpha));
        report(Variable::whole("next_seg", "segment", self.window_end));
        report(Variable::whole("old_delivered", "segments", self.old_delivered));
        report(Variable::whole("old_delivered_ce", "segments", self.old_delivered_ce));
        report(Variable::whole("loss_cwnd", "segments", self.loss_cwnd));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    fn dctcp(params: DctcpParams) -> Dctcp {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        Dctcp::new(&params, &setup)
    }

    fn context() -> Context {
        Context::of(Time::ZERO, Span::from_millis(1))
    }

    /// Feeds `windows` observation windows of 100 segments, of which `marked` are CE-marked.
    fn observe(dctcp: &mut Dctcp, windows: u64, marked: u64) {
        for _ in 0..windows {
            let ack = AckEvent { rtt: None, acked: 100, delivered: 100, marked, in_order: true };
            dctcp.on_ack(&mut Window::new(100), &context(), &ack);
        }
    }

    #[test]
    fn alpha_converges_to_the_fraction_of_marks() {
        for (marked, expected) in [(0, 0.0), (20, 0.2), (50, 0.5), (100, 1.0)] {
            let mut dctcp = dctcp(DctcpParams::default());
            observe(&mut dctcp, 300, marked);
            let alpha = dctcp.alpha as f64 / 1024.0;
            assert!((alpha - expected).abs() < 0.02, "{alpha} for {marked} %");
        }
    }

    /// The kernel's integers: below 16/1024 each update starts from 0, so alpha cannot rise again.
    #[test]
    fn an_alpha_below_a_64th_stays_at_a_sixteenth_of_the_fraction() {
        let mut dctcp = dctcp(DctcpParams { initial_alpha: 0.0, ..DctcpParams::default() });
        observe(&mut dctcp, 300, 20);
        assert_eq!(dctcp.alpha, 20 * 64 / 100);
        // A window with more than a quarter of marks releases it.
        observe(&mut dctcp, 1, 30);
        observe(&mut dctcp, 300, 20);
        assert!((dctcp.alpha as f64 / 1024.0 - 0.2).abs() < 0.02, "{}", dctcp.alpha);
    }

    #[test]
    fn alpha_moves_by_g_of_the_difference() {
        let mut dctcp = dctcp(DctcpParams::default());
        observe(&mut dctcp, 1, 0);
        assert_eq!(dctcp.alpha, 1024 - 64);
        let mut slow = self::dctcp(DctcpParams { weight_log: 6, ..DctcpParams::default() });
        observe(&mut slow, 1, 0);
        assert_eq!(slow.alpha, 1024 - 16);
    }

    #[test]
    fn a_mark_reduces_by_half_of_alpha_and_a_loss_by_half() {
        let params = DctcpParams { initial_alpha: 0.25, ..DctcpParams::default() };
        let mut window = Window::new(80);
        let mut dctcp = dctcp(params);
        assert_eq!(
            dctcp.on_congestion(&mut window, &context(), Congestion::Ecn, 80).ssthresh,
            70.0
        );
        assert_eq!(
            dctcp.on_congestion(&mut window, &context(), Congestion::Timeout, 80).ssthresh,
            40.0
        );
        dctcp.on_phase(&mut window, &context(), Phase::Recovery);
        assert_eq!(window.ssthresh(), 40.0);
        assert_eq!(dctcp.on_undo(&mut window, &context(), 0.0), 80.0);
    }
}
