//! Prague (draft-briscoe-iccrg-prague-congestion-control): the L4S congestion control. Like DCTCP it reduces
//! the window in proportion to the fraction of marks. It is paced, grows also during a reduction, and its
//! rate hardly depends on the round-trip time.
//!
//! Windows have fractions in all stacks, as the draft asks for.

#[cfg(test)]
mod tests;

use super::{
    Algorithm, Bursts, Congestion, Context, Decisions, EcnEcho, Events, Growth, Needs, Phase,
    RateSample, Reduction, Setup, Twin, Variable, Why, Window,
};
use crate::time::{Span, Time};
use crate::units::BitRate;

const MIN_CWND: f64 = 2.0;
/// A burst lasts at most 2^-12 s = 244 us at the pacing rate (prague_burst_shift of the reference
/// implementation for Linux).
const BURST_LOG: u32 = 12;
/// Windows per round-trip time that pacing allows below half of the threshold in slow start.
const SLOW_START_PACING: f64 = 2.0;

/// Parameters of Prague.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PragueParams {
    /// Weight g of a new fraction of marks in the average is 2 to the power of minus this (the draft,
    /// section 2.3.2: g = 1/16).
    pub weight_log: u32,
    /// Flows with a shorter round-trip time behave as if it were this one (the draft, section 2.4.4:
    /// 25 ms). Zero: every flow uses its own.
    pub virtual_rtt: Span,
}

impl Default for PragueParams {
    fn default() -> Self {
        PragueParams { weight_log: 4, virtual_rtt: Span::from_millis(25) }
    }
}

/// Prague.
#[derive(Clone, PartialEq, Debug)]
pub struct Prague {
    packet_bits: f64,
    weight: f64,
    virtual_rtt: Span,
    /// Estimated fraction of marked segments, 0 to 1; `None` before the first mark.
    alpha: Option<f64>,
    /// Segments reported since alpha was updated, and the marked ones of them.
    delivered: u64,
    marked: u64,
    /// When alpha is updated next.
    update_at: Time,
    /// No mark reduces the window before this time.
    reduced_until: Time,
    /// The window before the last reduction by a mark.
    before_mark: f64,
    /// No loss reduces the window until this segment is acknowledged.
    halved_until: u64,
    decisions: Decisions,
}

impl Algorithm for Prague {
    type Params = PragueParams;
    const KERNEL: Twin =
        Twin::other("prague", "Prague needs the L4S kernel; the main kernel has no tcp_prague.");
    const NS3: Twin = Twin::other(
        "ns3::TcpDctcp",
        "Prague is not in ns-3; the program uses TcpDctcp in its place.",
    );

    fn new(params: &PragueParams, setup: &Setup) -> Self {
        Prague {
            packet_bits: f64::from(setup.packet_bytes) * 8.0,
            weight: 1.0 / f64::from(1_u32 << params.weight_log.min(31)),
            virtual_rtt: params.virtual_rtt,
            alpha: None,
            delivered: 0,
            marked: 0,
            update_at: Time::ZERO,
            reduced_until: Time::ZERO,
            before_mark: 0.0,
            halved_until: 0,
            decisions: Decisions::default(),
        }
    }
}

impl Prague {
    /// Section 2.4.4: RTT_virt = max(SRTT, 25 ms). Alpha is updated, and the window reduced, at most once in
    /// this time.
    fn round(&self, context: &Context) -> Span {
        context.srtt.max(self.virtual_rtt)
    }

    /// Segments that the window gains in a round-trip time without marks. A flow with a shorter RTT than
    /// RTT_virt gains (SRTT / RTT_virt)^2: its rate then grows as that of a flow with RTT_virt does.
    /// Without L4S marks on the path, the flow is Reno's.
    fn increase(&self, context: &Context) -> f64 {
        let round = self.round(context);
        if self.alpha.is_none() || round == context.srtt {
            return 1.0;
        }
        let ratio = context.srtt.seconds() / round.seconds();
        ratio * ratio
    }

    /// Section 2.3.2: the moving average of the fraction of marks.
    fn update_alpha(&mut self, context: &Context, sample: &RateSample) {
        self.delivered += sample.newly_delivered;
        self.marked += sample.newly_marked;
        if self.alpha.is_none() && self.marked > 0 {
            // The first reduction is a half, because slow start may have overshot by as much.
            self.alpha = Some(1.0);
            self.restart_round(context);
        } else if context.now >= self.update_at && self.delivered > 0 {
            let fraction = self.marked as f64 / self.delivered as f64;
            self.alpha = self.alpha.map(|alpha| alpha + self.weight * (fraction - alpha));
            self.restart_round(context);
        }
    }

    fn restart_round(&mut self, context: &Context) {
        (self.delivered, self.marked) = (0, 0);
        self.update_at = context.now + self.round(context);
    }

    /// Section 2.4.2: cwnd (1 - alpha / 2), once in RTT_virt.
    fn reduce(&mut self, window: &mut Window, context: &Context) {
        let Some(alpha) = self.alpha else { return };
        if context.now < self.reduced_until {
            return;
        }
        self.reduced_until = context.now + self.round(context);
        self.before_mark = window.cwnd();
        set(window, window.cwnd() * (1.0 - alpha / 2.0));
        self.decisions.note(|| {
            Why::new("prague.alpha")
                .with("window", "segments", self.before_mark)
                .with("alpha", "", alpha)
        });
        window.set_ssthresh(window.cwnd());
    }

    /// Section 2.4.1: a loss halves the window as in Reno. A reduction by a mark in the same round is part
    /// of that half. Returns whether it is the first loss since the last half.
    fn halve(&mut self, window: &mut Window, context: &Context) -> bool {
        if context.una < self.halved_until {
            return false;
        }
        self.halved_until = context.next;
        let before = if context.now < self.reduced_until {
            window.cwnd().max(self.before_mark)
        } else {
            window.cwnd()
        };
        let half = (before / 2.0).max(MIN_CWND);
        set(window, window.cwnd().min(half));
        window.set_ssthresh(half);
        true
    }

    /// Slow start, then the additive increase (section 2.4.3) by unmarked segments, also while a reduction lasts.
    fn grow_by(&self, window: &mut Window, context: &Context, unmarked: u64) {
        let mut left = unmarked;
        if window.in_slow_start() {
            left = window.slow_start(unmarked);
        }
        if left > 0 {
            let gained = self.increase(context) * left as f64 / window.cwnd();
            window.set_cwnd(window.cwnd() + gained);
        }
    }

    /// Section 2.5.1: a window per round-trip time; in slow start two, until half of the threshold.
    fn pace(&self, window: &mut Window, context: &Context) {
        if context.srtt == Span::ZERO {
            return;
        }
        let doubles = window.cwnd() < window.ssthresh() / 2.0;
        let windows = if doubles { SLOW_START_PACING } else { 1.0 };
        let bits = windows * window.cwnd() * self.packet_bits / context.srtt.seconds();
        window.set_pacing_rate(Some(BitRate::from_bps((bits as u64).max(1))));
    }
}

fn set(window: &mut Window, cwnd: f64) {
    window.set_cwnd(cwnd.max(MIN_CWND));
}

impl Events for Prague {
    fn needs(&self) -> Needs {
        Needs {
            delivery: true,
            pacing: true,
            bursts: Bursts::Within { log: BURST_LOG },
            control: true,
            ecn_echo: EcnEcho::Counters,
            ect1: true,
            ..Needs::default()
        }
    }

    fn on_start(&mut self, window: &mut Window, context: &Context) {
        self.restart_round(context);
        self.pace(window, context);
    }

    /// Not called, because Prague controls the window itself.
    fn grow(&mut self, _: &mut Window, _: &Context, _: &Growth) {}

    /// Marks are handled in [`Self::control`], with their exact number.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        context: &Context,
        cause: Congestion,
        _: u64,
    ) -> Reduction {
        if cause == Congestion::Ecn {
            let alpha = self.alpha.unwrap_or(f64::NAN);
            return Reduction::new(window.ssthresh(), || {
                Why::new("prague.echo").with("alpha", "", alpha)
            });
        }
        let before = window.cwnd();
        let code = if self.halve(window, context) { "prague.half" } else { "prague.halved" };
        Reduction::new(window.ssthresh(), || Why::new(code).with("window", "segments", before))
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        Some(&mut self.decisions)
    }

    /// A loss may follow a mark without a congestion event of its own.
    fn on_phase(&mut self, window: &mut Window, context: &Context, phase: Phase) {
        if phase == Phase::Recovery && context.phase != Phase::Recovery {
            let before = window.cwnd();
            if self.halve(window, context) {
                self.decisions.note(|| Why::new("prague.half").with("window", "segments", before));
            }
        }
    }

    fn control(&mut self, window: &mut Window, context: &Context, sample: &RateSample) {
        self.update_alpha(context, sample);
        if sample.newly_marked > 0 {
            self.reduce(window, context);
        }
        let unmarked = sample.newly_delivered - sample.newly_marked.min(sample.newly_delivered);
        // RFC 7661: a window of which less than half is used does not grow.
        let is_used = 2 * sample.prior_in_flight >= window.segments();
        if context.phase != Phase::Recovery && is_used && !sample.app_limited {
            self.grow_by(window, context, unmarked);
        }
        self.pace(window, context);
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        let report = &mut *report;
        report(Variable { name: "alpha", unit: "", value: self.alpha.unwrap_or(f64::NAN) });
        let virtual_rtt = self.virtual_rtt.millis();
        report(Variable { name: "virtualRtt", unit: "ms", value: virtual_rtt });
        report(Variable::whole("delivered", "segments", self.delivered));
        report(Variable::whole("marked", "segments", self.marked));
    }
}
