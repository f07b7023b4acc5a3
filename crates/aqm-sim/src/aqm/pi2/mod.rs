//! PI2, a PI controller with a squared output (De Schepper, Bondarenko, Tsang, Briscoe 2016). It controls
//! a base probability p' that is proportional to the load. Classic packets are hit with p'^2, because
//! the window of Classic TCP is proportional to 1/sqrt(p). Scalable packets are marked with k p'.

pub mod params;
mod report;
#[cfg(test)]
mod tests;

pub use params::Pi2Params;
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::math;
use crate::packet::{Ecn, Queueable};
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// No packet is hit while fewer packets of the largest size wait (the authors' module for Linux, 2016).
const SMALL_QUEUE: u64 = 2;

/// State of the controller.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct State {
    /// Base probability p', 0..1/k.
    pub base: f64,
    /// Queue delay at the last update.
    pub delay: Span,
}

impl State {
    /// One update with the queue delay now at `delay` (section 4, equation 2):
    /// p' += alpha (delay - target) + beta (delay - delay at the last update).
    ///
    /// p' is at most 1/k: there, scalable packets are marked with certainty, and Classic packets are
    /// dropped with 1/k^2 (RFC 9332, appendix A, sets the same limit). A full buffer handles more load.
    pub fn update(&mut self, params: &Pi2Params, delay: Span) {
        let error = params.alpha * (delay.seconds() - params.target.seconds());
        let trend = params.beta * (delay.seconds() - self.delay.seconds());
        self.base = math::clamp(self.base + error + trend, 0.0, 1.0 / params.coupling);
        self.delay = delay;
    }

    /// Probability that a Classic packet is hit, 0..1: p'^2.
    #[inline]
    pub fn classic(&self) -> f64 {
        self.base * self.base
    }

    /// Probability that a scalable packet is marked, 0..1: k p'.
    #[inline]
    pub fn scalable(&self, params: &Pi2Params) -> f64 {
        (params.coupling * self.base).min(1.0)
    }
}

/// A PI2 queue.
#[derive(Clone, Debug)]
pub struct Pi2<P> {
    queue: Fifo<P>,
    limit: Limit,
    params: Pi2Params,
    /// Bytes below which no packet is hit.
    small: u64,
    next_update: Time,
    state: State,
}

impl<P: Queueable> Algorithm<P> for Pi2<P> {
    type Params = Pi2Params;

    fn new(params: &Pi2Params, env: &Environment, now: Time) -> Self {
        Pi2 {
            queue: Fifo::default(),
            limit: env.limit,
            params: *params,
            small: SMALL_QUEUE * u64::from(env.mtu),
            next_update: now + params.update,
            state: State::default(),
        }
    }

    fn retune(&mut self, params: &Pi2Params, env: &Environment, now: Time) {
        self.params = *params;
        self.limit = env.limit;
        self.small = SMALL_QUEUE * u64::from(env.mtu);
        self.next_update = self.next_update.min(now + params.update);
        self.state.base = self.state.base.min(1.0 / params.coupling);
    }
}

impl<P: Queueable> Pi2<P> {
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether the sender of `packet` reacts to marks like a scalable congestion control (section 5.1):
    /// ECT(1). A CE mark of an earlier queue hides the codepoint; it counts as scalable, as in RFC 9331.
    #[inline]
    fn is_scalable(&self, packet: &P) -> bool {
        self.params.ecn
            && match packet.ecn() {
                Ecn::NotEct => false,
                Ecn::Ect0 => self.params.ect0_scalable,
                Ecn::Ect1 | Ecn::Ce => true,
            }
    }

    /// Decides on an arriving packet. Returns the reason if it is hit.
    #[inline]
    fn decide(&self, packet: &P, ctx: &mut impl Context<P>) -> Option<Reason> {
        if self.state.base == 0.0 || self.queue.bytes() < self.small {
            return None;
        }
        let scalable = self.is_scalable(packet);
        // One draw below p'^2 is as likely as two independent draws below p' (section 4).
        let probability =
            if scalable { self.state.scalable(&self.params) } else { self.state.classic() };
        let State { base, delay } = self.state;
        (unit_interval(ctx.draw()) < probability).then_some(Reason {
            scalable,
            probability,
            base,
            delay,
        })
    }
}

impl<P: Queueable> Discipline<P> for Pi2<P> {
    #[inline(always)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        if !self.limit.admits(&self.queue, packet.bytes()) {
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if let Some(reason) = self.decide(&packet, ctx) {
            if !(self.params.ecn && packet.try_mark()) {
                return ctx.dropped(&packet, Span::ZERO, DropReason::Pi2(reason));
            }
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(DropReason::Pi2(reason)));
        }
        self.queue.push(packet, ctx.now());
    }

    fn dequeue(&mut self, _ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.queue.pop()
    }

    backlog_in_one_queue!(P);

    fn next_timer(&self) -> Time {
        self.next_update
    }

    /// The delay is the time that the head of the queue has waited so far.
    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        let now = ctx.now();
        let delay =
            self.queue.head().map_or(Span::ZERO, |head| now.saturating_since(head.enqueued));
        self.state.update(&self.params, delay);
        self.next_update = now + self.params.update;
    }

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::Pi2(Probe {
            base: self.state.base,
            classic: self.state.classic(),
            scalable: self.state.scalable(&self.params),
            delay: self.state.delay,
        })
    }
}
