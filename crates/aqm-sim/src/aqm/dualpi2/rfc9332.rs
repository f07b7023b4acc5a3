//! The pseudo-code of RFC 9332, appendix A.2 (figures 2 to 8), in real arithmetic.

use super::{Class, Decision, DualPi2Params, DualPi2Variant, Reason, Seen};
use crate::aqm::Environment;
use crate::time::Span;

/// The control of RFC 9332.
#[derive(Clone, Debug)]
pub struct Control {
    params: DualPi2Params,
    /// Base probability p', 0..1.
    base: f64,
    /// Delay at the last update.
    delay: Span,
    /// Sums of probabilities since the last signal (figure 4: `q.count`).
    classic_count: f64,
    l4s_count: f64,
}

/// Figure 4, `recur`: whether a signal is due. Signals come at regular distances, without a draw.
fn recur(count: &mut f64, likelihood: f64) -> bool {
    *count += likelihood;
    let is_due = *count > 1.0;
    if is_due {
        *count -= 1.0;
    }
    is_due
}

impl Control {
    /// Figure 2: maximum probability of Classic marks.
    fn max_classic(&self) -> f64 {
        (1.0 / (self.params.coupling * self.params.coupling)).min(1.0)
    }

    /// Figures 5 and 7: the native probability of the L4S queue, a ramp over the sojourn time. It is 0 if
    /// the packet would leave an empty queue.
    fn native(&self, seen: &Seen) -> f64 {
        let DualPi2Params { threshold, ramp, floor_packets, .. } = self.params;
        let queued = seen.left + 1;
        if queued <= u64::from(floor_packets) || seen.waited <= threshold {
            0.0
        } else if seen.waited >= threshold + ramp {
            1.0
        } else {
            (seen.waited - threshold).seconds() / ramp.seconds()
        }
    }

    fn classic(&mut self, seen: &Seen) -> Decision {
        let probability = self.base * self.base;
        if !recur(&mut self.classic_count, probability) {
            return Decision::Pass;
        }
        let reason = Reason::Classic { base: self.base };
        // Figure 7: during overload ECN-capable packets are dropped, too.
        if seen.markable && probability < self.max_classic() {
            Decision::Mark(reason)
        } else {
            Decision::Drop(reason)
        }
    }

    fn l4s(&mut self, seen: &Seen) -> Decision {
        let coupled = self.params.coupling * self.base;
        if coupled >= 1.0 {
            // Figure 7, overload saturation. Drops are those of Classic packets. The pseudo-code adds p_CL, at least 1, to the
            // same sum when it marks the others, so that the sum would grow without bound; its text marks all of them.
            if recur(&mut self.l4s_count, self.base * self.base) {
                return Decision::Drop(Reason::Overload { base: self.base });
            }
            let reason = Reason::Coupled { base: self.base, coupled: 1.0 };
            return if seen.markable { Decision::Mark(reason) } else { Decision::Pass };
        }
        let native = self.native(seen);
        if !recur(&mut self.l4s_count, native.max(coupled)) {
            return Decision::Pass;
        }
        let reason = if native > coupled {
            Reason::Native { waited: seen.waited, probability: native }
        } else {
            Reason::Coupled { base: self.base, coupled }
        };
        if seen.markable { Decision::Mark(reason) } else { Decision::Drop(reason) }
    }

    #[cfg(test)]
    pub(super) fn set_base(&mut self, base: f64) {
        self.base = base;
    }
}

impl super::Control for Control {
    const VARIANT: DualPi2Variant = DualPi2Variant::Rfc9332;

    fn new(params: &DualPi2Params, _env: &Environment) -> Self {
        Control {
            params: *params,
            base: 0.0,
            delay: Span::ZERO,
            classic_count: 0.0,
            l4s_count: 0.0,
        }
    }

    fn retune(&mut self, params: &DualPi2Params, _env: &Environment) {
        self.params = *params;
    }

    fn period(&self) -> Span {
        self.params.update
    }

    fn classic_percent(&self) -> u32 {
        (self.params.classic_share * 100.0).round() as u32
    }

    /// Figure 3: ECT(1) or CE.
    fn l4s_mask(&self) -> u8 {
        0b01
    }

    fn marks(&self) -> bool {
        self.params.ecn
    }

    fn step_applies(&self, _found: u64) -> bool {
        true
    }

    fn arriving(&mut self, _seen: &Seen, _draw: impl FnMut() -> u64) -> Decision {
        Decision::Pass
    }

    fn leaving(&mut self, seen: &Seen, _draw: impl FnMut() -> u64) -> Decision {
        match seen.class {
            Class::Classic => self.classic(seen),
            Class::L4s => self.l4s(seen),
            Class::Unmanaged => Decision::Pass,
        }
    }

    /// Figure 8.
    fn update(&mut self, classic: Span, l4s: Span) {
        let delay = classic.max(l4s);
        let error = delay.seconds() - self.params.target.seconds();
        let trend = delay.seconds() - self.delay.seconds();
        let step = self.params.alpha * error + self.params.beta * trend;
        self.base = (self.base + step).clamp(0.0, 1.0);
        self.delay = delay;
    }

    fn base(&self) -> f64 {
        self.base
    }

    fn coupled(&self) -> f64 {
        (self.params.coupling * self.base).min(1.0)
    }

    fn delay(&self) -> Span {
        self.delay
    }
}
