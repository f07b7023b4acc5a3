//! CHOKe (Pan, Prabhakar, Psounis 2000): RED that compares each arriving packet with a waiting one, chosen
//! at random. If both belong to the same flow, both are dropped. A flow that fills the queue meets its own
//! packets often, so the comparison punishes it without any state for flows.

pub mod params;
mod report;
#[cfg(test)]
mod tests;
mod twins;

pub use params::ChokeParams;
pub use report::{Probe, Reason};

use super::red::RedFloyd;
use super::{Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, red};
use crate::buffer::Queued;
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// A CHOKe queue. Its state beyond RED's own is a counter.
#[derive(Clone, Debug)]
pub struct Choke<P> {
    red: RedFloyd<P>,
    /// Pairs of packets dropped since the start.
    pairs: u64,
}

impl<P: Queueable> Algorithm<P> for Choke<P> {
    type Params = ChokeParams;

    fn new(params: &ChokeParams, env: &Environment, now: Time) -> Self {
        let report = |reason| DropReason::Choke(Reason::Red(reason));
        Choke { red: RedFloyd::new(&params.red(), env, now).reporting(report), pairs: 0 }
    }

    fn retune(&mut self, params: &ChokeParams, env: &Environment, now: Time) {
        self.red.retune(&params.red(), env, now);
    }
}

impl<P: Queueable> Choke<P> {
    /// The RED inside.
    pub fn red(&self) -> &RedFloyd<P> {
        &self.red
    }

    /// Chooses a waiting packet at random. Removes it if it belongs to the flow of `packet`.
    fn matching(&mut self, packet: &P, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let waiting = self.red.queue.len() as u128;
        // The upper half of a product is uniform below `waiting`.
        let index = ((u128::from(ctx.draw()) * waiting) >> 64) as usize;
        let candidate = self.red.queue.get(index)?;
        if candidate.packet.flow_key() == packet.flow_key() {
            self.red.queue.remove(index)
        } else {
            None
        }
    }
}

impl<P: Queueable> Discipline<P> for Choke<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        let now = ctx.now();
        self.red.update_average(now);
        let compares = self.red.position(now) >= 0.0 && self.red.packets() > 0;
        if compares && let Some(victim) = self.matching(&packet, ctx) {
            self.pairs += 1;
            let red::Probe { average, min, .. } = self.red.inspect(now);
            let reason = DropReason::Choke(Reason::Matched { average, min });
            ctx.dropped(&victim.packet, now.saturating_since(victim.enqueued), reason);
            return ctx.dropped(&packet, Span::ZERO, reason);
        }
        self.red.offer(packet, ctx);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.red.dequeue(ctx)
    }

    fn packets(&self) -> u64 {
        self.red.packets()
    }

    fn bytes(&self) -> u64 {
        self.red.bytes()
    }

    fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>)) {
        self.red.for_each_waiting(visit);
    }

    fn take_over(&mut self, waiting: Queued<P>) {
        self.red.take_over(waiting);
    }

    fn probe(&self, now: Time) -> AnyProbe {
        AnyProbe::Choke(Probe { red: self.red.inspect(now), pairs: self.pairs })
    }
}
