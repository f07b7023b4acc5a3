//! A drop-tail queue that drops the packet at its head when the user says so: the user is the AQM.

pub mod params;
mod report;
#[cfg(test)]
mod tests;

pub use params::ManualParams;
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// A queue whose user drops packets.
#[derive(Clone, Debug)]
pub struct Manual<P> {
    queue: Fifo<P>,
    limit: Limit,
    params: ManualParams,
    state: State,
}

/// What the user has ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Packets that are still to be dropped.
    pub pending: u64,
    /// Packets that the user has ordered to drop since the start.
    pub ordered: u64,
    /// Time of the last order.
    pub ordered_at: Time,
}

impl<P> Manual<P> {
    /// What the user has ordered.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl<P: Queueable> Algorithm<P> for Manual<P> {
    type Params = ManualParams;

    fn new(params: &ManualParams, env: &Environment, now: Time) -> Self {
        let state = State { pending: 0, ordered: 0, ordered_at: now };
        Manual { queue: Fifo::default(), limit: env.limit, params: *params, state }
    }

    fn retune(&mut self, params: &ManualParams, env: &Environment, _now: Time) {
        self.params = *params;
        self.limit = env.limit;
    }
}

impl<P: Queueable> Discipline<P> for Manual<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        if self.limit.admits(&self.queue, packet.bytes()) {
            self.queue.push(packet, ctx.now());
        } else {
            ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
    }

    /// Drops at the head: the receiver misses the packet a queue delay earlier than one that is dropped on arrival
    /// (`docs/decisions/0014-user-in-the-loop.md`).
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        while self.state.pending > 0 {
            let mut head = self.queue.pop()?;
            self.state.pending -= 1;
            let now = ctx.now();
            let waited = now - head.enqueued;
            let reason = DropReason::Manual(Reason { after: now - self.state.ordered_at });
            if self.params.ecn && head.packet.try_mark() {
                ctx.marked(&head.packet, waited, MarkReason::InsteadOf(reason));
                return Some(head);
            }
            ctx.dropped(&head.packet, waited, reason);
        }
        self.queue.pop()
    }

    fn drop_next(&mut self, count: u64, now: Time) {
        self.state.pending += count;
        self.state.ordered += count;
        self.state.ordered_at = now;
    }

    backlog_in_one_queue!(P);

    fn probe(&self, _now: Time) -> AnyProbe {
        let State { pending, ordered, .. } = self.state;
        AnyProbe::Manual(Probe { pending, ordered })
    }
}
