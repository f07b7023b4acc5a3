//! The control of Linux 6.17 and later, in its integer arithmetic.

use super::{Class, Decision, DualPi2Params, DualPi2Variant, Reason, Seen};
use crate::aqm::Environment;
use crate::time::Span;

/// Probability 1.
pub const MAX_PROB: u32 = u32::MAX;
/// Gains are probability units per this many ns.
const GAIN_NANOS: u64 = 64;
/// Gains of the user are in this part of a Hz.
const GAIN_UNIT: f64 = 256.0;

/// Threshold of the L4S queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Sojourn time.
    Time(Span),
    /// Packets left in the queue.
    Packets(u32),
}

/// Parameters in the kernel's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Reference delay.
    pub target: Span,
    /// Time between updates.
    pub update: Span,
    /// Integral gain in 1/256 Hz.
    pub alpha: u32,
    /// Proportional gain in 1/256 Hz.
    pub beta: u32,
    /// Threshold of the L4S queue.
    pub step: Step,
    /// The step ignores packets that find fewer packets in the L4S queue.
    pub min_step_packets: u32,
    /// Coupling factor.
    pub coupling: u32,
    /// During overload drop packets of both queues.
    pub drop_overload: bool,
    /// Decide on arrival.
    pub drop_early: bool,
    /// ECN fields of L4S: 1 for ECT(1) and CE, 3 for any ECN-capable packet.
    pub ecn_mask: u8,
    /// Share of the Classic queue, in percent.
    pub classic_percent: u32,
    /// Mark ECN-capable packets.
    pub ecn: bool,
    /// Largest packet in bytes.
    pub mtu: u32,
}

impl Params {
    pub(super) fn new(params: &DualPi2Params, env: &Environment) -> Self {
        let gain = |gain: f64| (gain * GAIN_UNIT).round() as u32;
        Params {
            target: params.target,
            update: params.update,
            alpha: gain(params.alpha),
            beta: gain(params.beta),
            step: params.threshold_packets.map_or(Step::Time(params.threshold), Step::Packets),
            min_step_packets: params.floor_packets,
            coupling: (params.coupling.round() as u32).max(1),
            drop_overload: params.drop_overload,
            drop_early: params.drop_early,
            ecn_mask: if params.any_ect { 0b11 } else { 0b01 },
            classic_percent: (params.classic_share * 100.0).round() as u32,
            ecn: params.ecn,
            mtu: env.mtu,
        }
    }
}

/// A gain in 1/256 Hz as probability units per 64 ns.
fn scaled(gain: u32) -> i64 {
    (u64::from(gain) * u64::from(MAX_PROB) / 4 / 1_000_000_000) as i64
}

/// The kernel's control.
#[derive(Clone, Debug)]
pub struct Control {
    params: Params,
    /// Base probability p', [`MAX_PROB`] is 1.
    prob: u32,
    /// Delay at the last update.
    delay: Span,
}

impl Control {
    /// The initial state with the kernel's own parameters.
    pub fn with_params(params: Params) -> Self {
        Control { params, prob: 0, delay: Span::ZERO }
    }

    /// The kernel's own parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The base probability; [`MAX_PROB`] is 1.
    pub fn prob(&self) -> u32 {
        self.prob
    }

    /// Starts from this state (recorded updates).
    pub fn set_state(&mut self, prob: u32, delay: Span) {
        self.prob = prob;
        self.delay = delay;
    }

    fn coupled(&self) -> u64 {
        u64::from(self.prob) * u64::from(self.params.coupling)
    }

    fn share(prob: u64) -> f64 {
        (prob as f64 / f64::from(MAX_PROB)).min(1.0)
    }

    /// Whether a packet is hit by the base probability, with at most two draws.
    fn test(&self, seen: &Seen, mut draw: impl FnMut() -> u64) -> Decision {
        if seen.backlog < 2 * u64::from(self.params.mtu) || seen.class == Class::Unmanaged {
            return Decision::Pass;
        }
        let (prob, coupled) = (u64::from(self.prob), self.coupled());
        let is_overload = coupled > u64::from(MAX_PROB);
        let base = Control::share(prob);
        let mut hits = |prob: u64| draw() >> 32 <= prob;
        match seen.class {
            Class::Classic if !(hits(prob) && hits(prob)) => Decision::Pass,
            Class::Classic if is_overload || !seen.markable => {
                Decision::Drop(Reason::Classic { base })
            }
            Class::Classic => Decision::Mark(Reason::Classic { base }),
            _ if is_overload => {
                if self.params.drop_overload && hits(prob) && hits(prob) {
                    Decision::Drop(Reason::Overload { base })
                } else if seen.markable {
                    Decision::Mark(Reason::Coupled { base, coupled: 1.0 })
                } else {
                    Decision::Pass
                }
            }
            _ if !hits(coupled) => Decision::Pass,
            _ => {
                let reason = Reason::Coupled { base, coupled: Control::share(coupled) };
                if seen.markable { Decision::Mark(reason) } else { Decision::Drop(reason) }
            }
        }
    }

    fn exceeds_step(&self, seen: &Seen) -> bool {
        let is_above = match self.params.step {
            Step::Time(threshold) => seen.waited > threshold,
            Step::Packets(packets) => seen.left > u64::from(packets),
        };
        seen.step_applies && is_above
    }
}

impl super::Control for Control {
    const VARIANT: DualPi2Variant = DualPi2Variant::Linux;

    fn new(params: &DualPi2Params, env: &Environment) -> Self {
        Control::with_params(Params::new(params, env))
    }

    fn retune(&mut self, params: &DualPi2Params, env: &Environment) {
        self.params = Params::new(params, env);
    }

    fn period(&self) -> Span {
        self.params.update
    }

    fn classic_percent(&self) -> u32 {
        self.params.classic_percent
    }

    fn l4s_mask(&self) -> u8 {
        self.params.ecn_mask
    }

    fn marks(&self) -> bool {
        self.params.ecn
    }

    fn step_applies(&self, found: u64) -> bool {
        found >= u64::from(self.params.min_step_packets)
    }

    fn arriving(&mut self, seen: &Seen, draw: impl FnMut() -> u64) -> Decision {
        if self.params.drop_early { self.test(seen, draw) } else { Decision::Pass }
    }

    fn leaving(&mut self, seen: &Seen, draw: impl FnMut() -> u64) -> Decision {
        let tested = if self.params.drop_early { Decision::Pass } else { self.test(seen, draw) };
        if matches!(tested, Decision::Drop(_)) || !self.exceeds_step(seen) {
            return tested;
        }
        let waited = seen.waited;
        match tested {
            Decision::Mark(Reason::Coupled { coupled, .. }) => {
                Decision::Mark(Reason::CoupledAndNative { coupled, waited })
            }
            _ if seen.markable => Decision::Mark(Reason::Native { waited, probability: 1.0 }),
            _ => Decision::Drop(Reason::Native { waited, probability: 1.0 }),
        }
    }

    /// The clamp looks only at the 32-bit result, as in the kernel: large changes of the delay wrap.
    fn update(&mut self, classic: Span, l4s: Span) {
        let delay = classic.max(l4s);
        let nanos = |span: Span| span.nanos() as i64;
        let error =
            (nanos(delay) - nanos(self.params.target)).wrapping_mul(scaled(self.params.alpha));
        let trend = (nanos(delay) - nanos(self.delay)).wrapping_mul(scaled(self.params.beta));
        let delta = error.wrapping_add(trend);
        let steps = (delta.unsigned_abs() / GAIN_NANOS) as u32;
        self.delay = delay;
        let (prob, limit) = if delta > 0 {
            (self.prob.wrapping_add(steps), MAX_PROB)
        } else {
            (self.prob.wrapping_sub(steps), 0)
        };
        let wrapped = if delta > 0 { prob < self.prob } else { prob > self.prob };
        self.prob = if wrapped { limit } else { prob };
        if !self.params.drop_overload {
            self.prob = self.prob.min(MAX_PROB / self.params.coupling);
        }
    }

    fn base(&self) -> f64 {
        Control::share(self.prob.into())
    }

    fn coupled(&self) -> f64 {
        Control::share(Control::coupled(self))
    }

    fn delay(&self) -> Span {
        self.delay
    }
}
