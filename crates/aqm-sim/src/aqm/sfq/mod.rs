//! SFQ, stochastic fairness queueing (McKenney 1990): flows are hashed into queues, which are served in
//! turns. A full buffer drops from the longest queue. The hash may change from time to time, so that two
//! flows do not share a queue for long. Turns count bytes, as in Linux.

pub mod params;
mod report;
#[cfg(test)]
mod tests;
mod twins;

pub use params::SfqParams;
pub use report::{Probe, Reason};

use super::buckets::List;
use super::fair_queue::{Bucket, FairQueue, Hash, Total};
use super::{Algorithm, AnyProbe, BucketView, Context, Discipline, DropReason, Environment};
use crate::buffer::{Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// An SFQ queue.
#[derive(Clone, Debug)]
pub struct Sfq<P> {
    flows: FairQueue<P, ()>,
    params: SfqParams,
    limit: Limit,
    next_rehash: Time,
    rehashes: u64,
}

impl<P: Queueable> Algorithm<P> for Sfq<P> {
    type Params = SfqParams;

    fn new(params: &SfqParams, env: &Environment, now: Time) -> Self {
        Sfq {
            flows: FairQueue::new(params.flows, Hash::Mixed(params.hash_seed)),
            params: *params,
            limit: env.limit,
            next_rehash: after(params.perturb, now),
            rehashes: 0,
        }
    }

    fn retune(&mut self, params: &SfqParams, env: &Environment, now: Time) {
        if params.perturb != self.params.perturb {
            self.next_rehash = after(params.perturb, now);
        }
        self.params = *params;
        self.limit = env.limit;
    }
}

/// Time of the next change of the hash.
fn after(perturb: Option<Span>, now: Time) -> Time {
    perturb.map_or(Time::NEVER, |span| now + span)
}

/// Whether a bucket with this deficit has used up its turn.
fn is_spent(deficit: i64) -> bool {
    deficit <= 0
}

impl<P: Queueable> Sfq<P> {
    /// The buckets.
    pub fn flows(&self) -> &FairQueue<P, ()> {
        &self.flows
    }

    /// Appends a packet to its bucket. A bucket that was empty joins the end of the round, behind all
    /// others: sparse flows have no priority, unlike in FQ-CoDel.
    fn append(&mut self, packet: P, enqueued: Time) {
        let place = self.flows.place_of(&packet, || ());
        self.flows.push_to(List::Old, place, packet, enqueued, self.params.quantum);
    }

    fn is_over_limit(&self) -> bool {
        let Total { packets, bytes, .. } = self.flows.total;
        packets > self.limit.packets || bytes > self.limit.bytes
    }

    /// The place of the bucket with the most packets; of equals that with the lowest number.
    fn longest(&self) -> Option<usize> {
        let used = self.flows.used();
        let key = |bucket: &Bucket<P, ()>| (bucket.queue.len(), std::cmp::Reverse(bucket.number));
        (0..used.len()).max_by_key(|place| key(&used[*place]))
    }

    /// Drops from the longest queue until the backlog fits.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, ctx: &mut impl Context<P>) {
        while self.is_over_limit() {
            let Some(place) = self.longest() else { return };
            let (bucket, total) = self.flows.bucket_mut(place);
            let packets = bucket.queue.len() as u64;
            let victim =
                if self.params.head_drop { bucket.queue.pop() } else { bucket.queue.pop_last() };
            let Some(Queued { packet, enqueued }) = victim else { return };
            total.remove(packet.bytes());
            let waited = ctx.now().saturating_since(enqueued);
            ctx.dropped(&packet, waited, DropReason::Sfq(Reason { packets }));
        }
    }
}

impl<P: Queueable> Discipline<P> for Sfq<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.append(packet, ctx.now());
        if self.is_over_limit() {
            self.make_room(ctx);
        }
    }

    fn bucket_of(&self, packet: &P) -> Option<u32> {
        Some(self.flows.bucket_of(packet))
    }

    fn buckets(&self, now: Time) -> Vec<BucketView> {
        self.flows.views(now, self.params.quantum, is_spent, |()| Vec::new())
    }

    fn dequeue(&mut self, _ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        loop {
            let (list, place) = self.flows.next(self.params.quantum, is_spent)?;
            let (bucket, total) = self.flows.bucket_mut(place);
            let head = bucket.queue.pop();
            if let Some(Queued { packet, .. }) = &head {
                total.remove(packet.bytes());
                bucket.deficit -= i64::from(packet.bytes());
            }
            if bucket.queue.is_empty() {
                self.flows.leave(list, place, false);
            }
            if head.is_some() {
                return head;
            }
        }
    }

    fn next_timer(&self) -> Time {
        self.next_rehash
    }

    /// Hashes all packets anew. The packets of a flow keep their order.
    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        self.rehashes += 1;
        let hash = Hash::Mixed(self.params.hash_seed.wrapping_add(self.rehashes << 32));
        let former = std::mem::replace(&mut self.flows, FairQueue::new(self.params.flows, hash));
        former.for_each_waiting(|waiting| self.append(waiting.packet, waiting.enqueued));
        self.next_rehash = after(self.params.perturb, ctx.now());
    }

    fn packets(&self) -> u64 {
        self.flows.total.packets
    }

    fn bytes(&self) -> u64 {
        self.flows.total.bytes
    }

    fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>)) {
        self.flows.for_each_waiting(visit);
    }

    fn take_over(&mut self, waiting: Queued<P>) {
        self.append(waiting.packet, waiting.enqueued);
    }

    fn probe(&self, now: Time) -> AnyProbe {
        let used = self.flows.used();
        let waited = |head: &Queued<P>| now.saturating_since(head.enqueued);
        AnyProbe::Sfq(Probe {
            backlogged: used.iter().filter(|bucket| !bucket.queue.is_empty()).count(),
            longest: used.iter().map(|bucket| bucket.queue.len() as u64).max().unwrap_or(0),
            oldest: used
                .iter()
                .filter_map(|bucket| bucket.queue.head().map(waited))
                .max()
                .unwrap_or(Span::ZERO),
            rehashes: self.rehashes,
        })
    }
}
