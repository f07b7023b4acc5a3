//! BLUE (Feng, Kandlur, Saha, Shin 2002). Arriving packets are hit with a probability that rises when the
//! buffer overflows and falls when the link is idle. The queue length plays no other part.

pub mod params;
mod report;
#[cfg(test)]
mod tests;

pub use params::BlueParams;
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// State of BLUE.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// Probability that an arriving packet is hit, 0..1.
    pub probability: f64,
    /// Before this time the probability is frozen.
    pub frozen_until: Time,
    /// The link is idle since this time.
    pub idle_since: Option<Time>,
    /// Number of increases since the start.
    pub increases: u64,
    /// Number of decreases since the start.
    pub decreases: u64,
}

impl State {
    /// The initial state at `now`: the link is idle, and the first change may follow at once.
    pub fn new(now: Time) -> Self {
        State {
            probability: 0.0,
            frozen_until: now,
            idle_since: Some(now),
            increases: 0,
            decreases: 0,
        }
    }

    /// Time of the next change after one at `now`: "if (now - last_update) > freeze_time" (figure 4).
    fn freeze(params: &BlueParams, now: Time) -> Time {
        now + params.freeze + Span::from_nanos(1)
    }

    /// The buffer overflowed, or the queue is longer than the threshold (figure 4).
    pub fn congested(&mut self, params: &BlueParams, now: Time) {
        if now >= self.frozen_until {
            self.probability = (self.probability + params.increase).min(1.0);
            self.frozen_until = State::freeze(params, now);
            self.increases += 1;
        }
    }

    /// Executes the decreases of an idle period up to `now` (figure 4: upon link idle event). The paper
    /// has one event, and leaves open what a lasting idle period does: here it is one event after the
    /// other, so the probability falls by `decrease` in each freeze time. At zero nothing changes and
    /// nothing freezes.
    pub fn settle(&mut self, params: &BlueParams, now: Time) {
        let Some(since) = self.idle_since else { return };
        let first = since.max(self.frozen_until);
        if now < first || self.probability == 0.0 {
            return;
        }
        let gap = State::freeze(params, Time::ZERO) - Time::ZERO;
        let due = now.saturating_since(first).nanos() / gap.nanos() + 1;
        let count = due.min((self.probability / params.decrease).ceil() as u64);
        self.frozen_until = self.frozen_until.max(first + gap * count);
        self.decreases += count;
        self.probability = (self.probability - params.decrease * count as f64).max(0.0);
    }
}

/// A BLUE queue.
#[derive(Clone, Debug)]
pub struct Blue<P> {
    queue: Fifo<P>,
    limit: Limit,
    params: BlueParams,
    state: State,
}

impl<P: Queueable> Algorithm<P> for Blue<P> {
    type Params = BlueParams;

    fn new(params: &BlueParams, env: &Environment, now: Time) -> Self {
        Blue { queue: Fifo::default(), limit: env.limit, params: *params, state: State::new(now) }
    }

    fn retune(&mut self, params: &BlueParams, env: &Environment, now: Time) {
        // The idle time so far counts with the former parameters.
        self.state.settle(&self.params, now);
        self.params = *params;
        self.limit = env.limit;
        self.state.frozen_until = self.state.frozen_until.min(State::freeze(params, now));
    }
}

impl<P: Queueable> Blue<P> {
    /// The state. The decreases of the present idle period are missing until it ends.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl<P: Queueable> Discipline<P> for Blue<P> {
    #[inline(always)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let now = ctx.now();
        if self.state.idle_since.is_some() {
            self.state.settle(&self.params, now);
            self.state.idle_since = None;
        }
        if !self.limit.admits(&self.queue, packet.bytes()) {
            self.state.congested(&self.params, now);
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if self.params.threshold.is_some_and(|threshold| self.queue.len() as u64 > threshold) {
            self.state.congested(&self.params, now);
        }
        let probability = self.state.probability;
        if probability > 0.0 && unit_interval(ctx.draw()) < probability {
            let reason = DropReason::Blue(Reason { probability });
            if !(self.params.ecn && packet.try_mark()) {
                return ctx.dropped(&packet, Span::ZERO, reason);
            }
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(reason));
        }
        self.queue.push(packet, now);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let head = self.queue.pop();
        if head.is_none() {
            // The host asks for a packet when the link becomes free: it is idle now.
            self.state.idle_since.get_or_insert(ctx.now());
        }
        head
    }

    backlog_in_one_queue!(P);

    fn probe(&self, now: Time) -> AnyProbe {
        let mut state = self.state;
        state.settle(&self.params, now);
        let State { probability, increases, decreases, frozen_until, .. } = state;
        AnyProbe::Blue(Probe { probability, increases, decreases, frozen_until })
    }
}
