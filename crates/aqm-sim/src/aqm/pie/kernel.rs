//! The clock and the parameters that both kernel generations of PIE share.

use super::PieParams;
use crate::aqm::Environment;
use crate::time::{Span, Time};

/// A kernel tick is 2^6 ns.
const TICK_SHIFT: u32 = 6;
/// Ticks per second.
pub(super) const TICKS_PER_SECOND: u64 = 15_625_000;
/// Rates are bytes per tick times 2^8.
pub(super) const RATE_SHIFT: u32 = 8;
/// Beyond this delay the probability rises by two more points at every update.
pub(super) const LONG_DELAY: u64 = TICKS_PER_SECOND / 4;
/// The kernel's first update comes half a second after the queue is set up.
pub(super) const FIRST_UPDATE: Span = Span::from_millis(500);

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
    /// Estimate the delay as backlog / departure rate; otherwise from timestamps. The 2013/14
    /// generation always estimates.
    pub rate_estimator: bool,
    /// Largest packet in bytes.
    pub mtu: u32,
}

impl KernelParams {
    /// A kernel with HZ = 1000.
    const JIFFY: Span = Span::from_millis(1);

    #[inline(never)]
    pub(super) fn new(params: &PieParams, env: &Environment) -> Self {
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
pub(super) fn ticks(t: Time) -> u64 {
    t.nanos() >> TICK_SHIFT
}

fn span_ticks(span: Span) -> u64 {
    span.nanos() >> TICK_SHIFT
}

pub(super) fn ticks_span(ticks: u64) -> Span {
    Span::from_nanos(ticks << TICK_SHIFT)
}

/// Converts a rate of the kernel (bytes per tick times 2^8) to bytes per second.
pub(super) fn bytes_per_second(rate: u32) -> f64 {
    f64::from(rate) / f64::from(1 << RATE_SHIFT) * TICKS_PER_SECOND as f64
}
