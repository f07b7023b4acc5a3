//! Drop-tail: first in, first out, until the buffer is full. It has no parameter of its own; the
//! limits in packets and bytes belong to the buffer.

use super::{Context, Discipline, DropReason, Environment, Probe};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// A drop-tail queue.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct DropTail<P> {
    queue: Fifo<P>,
    limit: Limit,
    stats: Stats,
}

/// What a drop-tail queue counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Packets that found the buffer full.
    pub overflows: u64,
}

impl<P: Queueable> DropTail<P> {
    /// An empty queue.
    pub fn new(env: &Environment) -> Self {
        DropTail { limit: env.limit, stats: Stats::default(), queue: Fifo::default() }
    }

    /// Follows its surroundings. A limit below the backlog admits nothing until it has drained.
    pub fn set_environment(&mut self, env: &Environment) {
        self.limit = env.limit;
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    pub(super) fn queue_mut(&mut self) -> &mut Fifo<P> {
        &mut self.queue
    }
}

impl<P: Queueable> Discipline<P> for DropTail<P> {
    #[inline]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        if self.limit.admits(&self.queue, packet.bytes()) {
            self.queue.push(packet, ctx.now());
        } else {
            self.stats.overflows += 1;
            ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
    }

    #[inline(always)]
    fn takes_all(&mut self, count: u64, bytes: u32) -> Option<&mut Fifo<P>> {
        self.limit.admits_all(&self.queue, count, bytes).then_some(&mut self.queue)
    }

    fn dequeue(&mut self, _ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.queue.pop()
    }

    #[inline(always)]
    fn releases(&mut self, _head: &Queued<P>, _now: Time) -> bool {
        true
    }

    #[inline(always)]
    fn passes(&mut self, packet: &P, _now: Time) -> bool {
        self.queue.is_empty() && self.limit.admits(&self.queue, packet.bytes())
    }

    fn queue(&self) -> &Fifo<P> {
        &self.queue
    }

    fn probe(&self, _now: Time) -> Probe {
        Probe::DropTail
    }
}
