//! Drop-tail: first in, first out, until the buffer is full.

pub mod params;
#[cfg(test)]
mod tests;
mod twins;

pub use params::DropTailParams;

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, Explain, Inspect, Number,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};
use std::fmt;

/// A drop-tail queue.
#[derive(Clone, Debug)]
pub struct DropTail<P> {
    queue: Fifo<P>,
    limit: Limit,
    stats: Stats,
}

/// Counters of a drop-tail queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Packets that found the buffer full.
    pub overflows: u64,
}

/// Drop-tail makes no decisions: each of its drops is an overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {}

impl Explain for Reason {
    fn code(&self) -> &'static str {
        match *self {}
    }

    fn numbers(&self) -> Vec<Number> {
        match *self {}
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// Drop-tail has no inner state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe;

impl Inspect for Probe {
    fn numbers(&self) -> Vec<Number> {
        Vec::new()
    }
}

impl<P> DropTail<P> {
    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}

impl<P: Queueable> Algorithm<P> for DropTail<P> {
    type Params = DropTailParams;

    fn new(_params: &DropTailParams, env: &Environment, _now: Time) -> Self {
        DropTail { limit: env.limit, stats: Stats::default(), queue: Fifo::default() }
    }

    fn retune(&mut self, _params: &DropTailParams, env: &Environment, _now: Time) {
        self.limit = env.limit;
    }
}

impl<P: Queueable> Discipline<P> for DropTail<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        if self.limit.admits(&self.queue, packet.bytes()) {
            self.queue.push(packet, ctx.now());
        } else {
            self.stats.overflows += 1;
            ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
    }

    fn dequeue(&mut self, _ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.queue.pop()
    }

    #[inline(always)]
    fn passes(&mut self, packet: &P, _now: Time) -> bool {
        self.queue.is_empty() && self.limit.admits(&self.queue, packet.bytes())
    }

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::DropTail(Probe)
    }

    backlog_in_one_queue!(P);
}
