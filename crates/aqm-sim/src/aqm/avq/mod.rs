//! AVQ, the adaptive virtual queue (Kunniyur and Srikant 2001). A counter tracks a queue that would receive
//! the same packets on a slower link. A packet that overflows this virtual queue is hit. The capacity of
//! the virtual queue adapts until the link has the desired utilization.

pub mod params;
mod report;
#[cfg(test)]
mod tests;

pub use params::AvqParams;
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// The parameters on a link.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Setup {
    /// C: capacity of the link in bytes per second.
    capacity: f64,
    /// B: size of the virtual buffer in bytes.
    buffer: f64,
    /// alpha gamma C, in bytes per second squared.
    growth: f64,
    /// alpha, per second.
    alpha: f64,
}

impl Setup {
    fn new(params: &AvqParams, env: &Environment) -> Self {
        let capacity = env.rate.bps() as f64 / 8.0;
        Setup {
            capacity,
            buffer: params.buffer.in_bytes(env),
            growth: params.alpha * params.utilization * capacity,
            alpha: params.alpha,
        }
    }
}

/// The virtual queue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// Its capacity in bytes per second.
    pub capacity: f64,
    /// Its backlog in bytes.
    pub backlog: f64,
    /// Time of the last arrival.
    pub last: Time,
}

impl State {
    /// The virtual queue drains, and its capacity grows, until `now` (figure 1):
    /// VQ <- max(VQ - c (t - s), 0) and c <- min(c + alpha gamma C (t - s), C).
    fn advance(&mut self, setup: &Setup, now: Time) {
        let seconds = now.saturating_since(self.last).seconds();
        self.last = now;
        self.backlog = (self.backlog - self.capacity * seconds).max(0.0);
        self.capacity = (self.capacity + setup.growth * seconds).min(setup.capacity);
    }

    /// A packet of `bytes` bytes enters the link's queue: c <- max(c - alpha b, 0) (figure 1). Drops do not
    /// count: see `docs/models/avq.md`.
    fn admit(&mut self, setup: &Setup, bytes: f64) {
        self.capacity = (self.capacity - setup.alpha * bytes).max(0.0);
    }
}

/// A queue under AVQ.
#[derive(Clone, Debug)]
pub struct Avq<P> {
    queue: Fifo<P>,
    limit: Limit,
    setup: Setup,
    ecn: bool,
    state: State,
}

impl<P: Queueable> Algorithm<P> for Avq<P> {
    type Params = AvqParams;

    fn new(params: &AvqParams, env: &Environment, now: Time) -> Self {
        let setup = Setup::new(params, env);
        Avq {
            queue: Fifo::default(),
            limit: env.limit,
            setup,
            ecn: params.ecn,
            state: State { capacity: setup.capacity, backlog: 0.0, last: now },
        }
    }

    /// The capacity of the virtual queue keeps its share of the link's.
    fn retune(&mut self, params: &AvqParams, env: &Environment, now: Time) {
        self.state.advance(&self.setup, now);
        let before = self.setup.capacity;
        self.setup = Setup::new(params, env);
        self.state.capacity *= self.setup.capacity / before;
        self.limit = env.limit;
        self.ecn = params.ecn;
    }
}

impl<P: Queueable> Avq<P> {
    /// The virtual queue at the last arrival.
    pub fn state(&self) -> &State {
        &self.state
    }

    fn reason(&self) -> DropReason {
        let State { capacity, backlog, .. } = self.state;
        let Setup { buffer, capacity: link, .. } = self.setup;
        DropReason::Avq(Reason { capacity, share: capacity / link, backlog, buffer })
    }
}

impl<P: Queueable> Discipline<P> for Avq<P> {
    #[inline(always)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let (now, bytes) = (ctx.now(), f64::from(packet.bytes()));
        self.state.advance(&self.setup, now);
        if !self.limit.admits(&self.queue, packet.bytes()) {
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if self.state.backlog + bytes > self.setup.buffer {
            if !(self.ecn && packet.try_mark()) {
                return ctx.dropped(&packet, Span::ZERO, self.reason());
            }
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(self.reason()));
        } else {
            self.state.backlog += bytes;
        }
        self.state.admit(&self.setup, bytes);
        self.queue.push(packet, now);
    }

    fn dequeue(&mut self, _ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.queue.pop()
    }

    backlog_in_one_queue!(P);

    fn probe(&self, now: Time) -> AnyProbe {
        let mut state = self.state;
        state.advance(&self.setup, now);
        AnyProbe::Avq(Probe {
            capacity: state.capacity,
            share: state.capacity / self.setup.capacity,
            backlog: state.backlog,
            buffer: self.setup.buffer,
        })
    }
}
