//! What both kernel generations of PIE share: clock, parameters, and the controller around their arithmetic.

use super::{Departure, PieParams, PieVariant};
use crate::aqm::Environment;
use crate::time::{Span, Time};

/// A kernel tick is 2^6 ns.
const TICK_SHIFT: u32 = 6;
/// Ticks per second.
pub const TICKS_PER_SECOND: u64 = 15_625_000;
/// Rates are bytes per tick times 2^8.
pub const RATE_SHIFT: u32 = 8;
/// Beyond this delay the probability rises by two more points at every update.
pub const LONG_DELAY: u64 = TICKS_PER_SECOND / 4;
/// The kernel's first update comes half a second after the queue is set up.
const FIRST_UPDATE: Span = Span::from_millis(500);

/// Parameters in the kernel's units. Times are in ticks of 64 ns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KernelParams {
    /// Reference delay in ticks.
    pub target: u64,
    /// Time between updates.
    pub update: Span,
    /// The kernel's timer resolution, 1/HZ s: `update` is rounded up to a multiple.
    pub jiffy: Span,
    /// Gain of the distance to the target, in sixteenths per second.
    pub alpha: u32,
    /// Gain of the delay's change, in sixteenths per second.
    pub beta: u32,
    /// Burst allowance in ticks.
    pub max_burst: u64,
    /// Mark instead of dropping while the probability is at most 10 %.
    pub ecn: bool,
    /// Hit large packets more often than small ones.
    pub byte_mode: bool,
    /// Estimate the delay as backlog / departure rate; otherwise from timestamps. Linux 4.14 always estimates.
    pub rate_estimator: bool,
    /// Largest packet in bytes.
    pub mtu: u32,
}

impl KernelParams {
    /// A kernel with HZ = 1000.
    const JIFFY: Span = Span::from_millis(1);

    #[inline(never)]
    fn new(params: &PieParams, env: &Environment) -> Self {
        let sixteenths = |gain: f64| (gain * 16.0).round() as u32;
        KernelParams {
            target: span_ticks(params.target),
            update: params.update,
            jiffy: Self::JIFFY,
            alpha: sixteenths(params.alpha),
            beta: sixteenths(params.beta),
            max_burst: span_ticks(params.max_burst),
            ecn: params.ecn,
            byte_mode: params.byte_mode,
            rate_estimator: params.rate_estimator,
            mtu: env.mtu,
        }
    }

    /// The period between updates: `update` rounded up to whole jiffies, at least one.
    #[inline(never)]
    pub fn period(&self) -> Span {
        self.jiffy * self.update.nanos().div_ceil(self.jiffy.nanos()).max(1)
    }
}

/// The kernel's clock for this discipline.
pub fn ticks(t: Time) -> u64 {
    t.nanos() >> TICK_SHIFT
}

fn span_ticks(span: Span) -> u64 {
    span.nanos() >> TICK_SHIFT
}

fn ticks_span(ticks: u64) -> Span {
    Span::from_nanos(ticks << TICK_SHIFT)
}

/// Converts a rate of the kernel (bytes per tick times 2^8) to bytes per second.
fn bytes_per_second(rate: u32) -> f64 {
    f64::from(rate) / f64::from(1 << RATE_SHIFT) * TICKS_PER_SECOND as f64
}

/// The arithmetic of a generation of the kernel. Times are in ticks of 64 ns, backlogs in bytes.
pub trait Generation {
    /// The variant that it computes.
    const VARIANT: PieVariant;
    /// Whether it always estimates the departure rate.
    const ESTIMATES: bool = false;
    /// Returns the initial state.
    fn new(params: &KernelParams) -> Self;
    /// Updates the probability.
    fn update(&mut self, params: &KernelParams, backlog: u64);
    /// Updates the delay or the departure rate after a departure.
    fn departed(&mut self, params: &KernelParams, departure: Departure);
    /// Returns whether an arriving packet of `bytes` is hit.
    fn hits(
        &mut self,
        params: &KernelParams,
        bytes: u32,
        backlog: u64,
        draw: impl FnOnce() -> u64,
    ) -> bool;
    /// Returns whether the probability is low enough for marks.
    fn may_mark(&self) -> bool;
    /// An arriving packet was dropped.
    fn dropped(&mut self) {}
    /// Returns the drop probability; 1.0 is certain.
    fn probability(&self) -> f64;
    /// Returns the factor of both gains at the present probability.
    fn tuning(&self) -> f64;
    /// Returns the latest sample or estimate of the queue delay.
    fn delay(&self) -> u64;
    /// Returns the burst allowance left.
    fn burst(&self) -> u64;
    /// Returns the estimated departure rate in bytes per tick times 2^8; 0: unknown.
    fn rate(&self) -> u32;
}

/// The controller of a generation of the kernel.
#[derive(Clone, Debug)]
pub struct Controller<S> {
    params: KernelParams,
    state: S,
}

impl<S: Generation> Controller<S> {
    /// Returns the controller at the start, with the kernel's own parameters.
    pub fn with_params(params: KernelParams) -> Self {
        Controller { params, state: S::new(&params) }
    }

    /// Returns the kernel's own parameters.
    pub fn params(&self) -> &KernelParams {
        &self.params
    }

    /// Returns the state.
    pub fn state(&self) -> &S {
        &self.state
    }
}

impl<S: Generation> super::Controller for Controller<S> {
    const VARIANT: PieVariant = S::VARIANT;

    fn new(params: &PieParams, env: &Environment) -> Self {
        Controller::with_params(KernelParams::new(params, env))
    }

    fn retune(&mut self, params: &PieParams, env: &Environment) {
        self.params = KernelParams::new(params, env);
    }

    fn first_update(&self) -> Span {
        FIRST_UPDATE
    }

    fn period(&self) -> Span {
        self.params.period()
    }

    fn hits(&mut self, bytes: u32, backlog: u64, draw: impl FnOnce() -> u64) -> bool {
        self.state.hits(&self.params, bytes, backlog, draw)
    }

    fn may_mark(&self) -> bool {
        self.params.ecn && self.state.may_mark()
    }

    fn dropped(&mut self) {
        self.state.dropped();
    }

    fn departed(&mut self, departure: Departure) {
        self.state.departed(&self.params, departure);
    }

    fn update(&mut self, backlog: u64) {
        self.state.update(&self.params, backlog);
    }

    fn probability(&self) -> f64 {
        self.state.probability()
    }

    fn tuning(&self) -> f64 {
        self.state.tuning()
    }

    fn delay(&self) -> Span {
        ticks_span(self.state.delay())
    }

    fn burst(&self) -> Span {
        ticks_span(self.state.burst())
    }

    fn rate(&self) -> Option<f64> {
        let estimates = S::ESTIMATES || self.params.rate_estimator;
        estimates.then(|| bytes_per_second(self.state.rate()))
    }
}
