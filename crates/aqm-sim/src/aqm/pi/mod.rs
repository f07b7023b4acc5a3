//! PI, a proportional-integral controller of the queue length (Hollot, Misra, Towsley, Gong 2001).
//! Arriving packets are hit with a probability that is updated at regular times. The gains must fit the
//! number of flows, the round-trip time and the capacity; [`design`] has the paper's rule.

pub mod design;
pub mod params;
mod report;
#[cfg(test)]
mod tests;

pub use design::Gains;
pub use params::PiParams;
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// State of the controller.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct State {
    /// Probability that an arriving packet is hit, 0..1.
    pub probability: f64,
    /// Queue length at the last update, in packets.
    pub queue: f64,
}

impl State {
    /// One update with `queue` packets waiting (section 5):
    /// p(k) = p(k-1) + a (q(k) - q_ref) - b (q(k-1) - q_ref), kept within 0..1.
    pub fn update(&mut self, gains: Gains, reference: f64, queue: f64) {
        let step = gains.a * (queue - reference) - gains.b * (self.queue - reference);
        self.probability = (self.probability + step).clamp(0.0, 1.0);
        self.queue = queue;
    }
}

/// A queue under a PI controller.
#[derive(Clone, Debug)]
pub struct Pi<P> {
    queue: Fifo<P>,
    limit: Limit,
    ecn: bool,
    gains: Gains,
    /// In packets.
    reference: f64,
    period: Span,
    next_update: Time,
    state: State,
}

impl<P: Queueable> Algorithm<P> for Pi<P> {
    type Params = PiParams;

    fn new(params: &PiParams, env: &Environment, now: Time) -> Self {
        Pi {
            queue: Fifo::default(),
            limit: env.limit,
            ecn: params.ecn,
            gains: params.gains_on(env),
            reference: params.reference.in_bytes(env) / f64::from(env.mtu),
            period: params.update,
            next_update: now + params.update,
            state: State::default(),
        }
    }

    fn retune(&mut self, params: &PiParams, env: &Environment, now: Time) {
        let Pi { queue, state, next_update, .. } =
            std::mem::replace(self, Pi::new(params, env, now));
        self.queue = queue;
        self.state = state;
        self.next_update = self.next_update.min(next_update);
    }
}

impl<P: Queueable> Pi<P> {
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The gains in force.
    pub fn gains(&self) -> Gains {
        self.gains
    }

    fn reason(&self) -> DropReason {
        let State { probability, queue } = self.state;
        DropReason::Pi(Reason { probability, queue, reference: self.reference })
    }
}

impl<P: Queueable> Discipline<P> for Pi<P> {
    #[inline(always)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        if !self.limit.admits(&self.queue, packet.bytes()) {
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        let probability = self.state.probability;
        if probability > 0.0 && unit_interval(ctx.draw()) < probability {
            if !(self.ecn && packet.try_mark()) {
                return ctx.dropped(&packet, Span::ZERO, self.reason());
            }
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(self.reason()));
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

    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        self.state.update(self.gains, self.reference, self.queue.len() as f64);
        self.next_update = ctx.now() + self.period;
    }

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::Pi(Probe {
            probability: self.state.probability,
            queue: self.state.queue,
            reference: self.reference,
            a: self.gains.a,
            b: self.gains.b,
        })
    }
}
