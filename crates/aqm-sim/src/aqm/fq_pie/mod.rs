//! FQ-PIE, Flow Queue PIE (draft-ietf-tsvwg-fq-pie): a queue for each flow with a PIE of its own, served in
//! turns by bytes. Flows that send little are served first.
//!
//! The buckets and their turns are [`FairQueue`]'s. The PIE in each bucket is a controller of [`pie`]: the
//! kernel's integer arithmetic, or RFC 8033.

pub mod params;
mod report;
#[cfg(test)]
mod tests;
mod twins;

pub use params::{FqPieParams, FqPieVariant};
pub use report::{Probe, Reason};

use super::buckets::List;
use super::fair_queue::{FairQueue, Hash, backlog_in_flows, memory_of};
use super::pie::{self, Departure};
use super::{
    Algorithm, AnyProbe, BucketView, Context, Discipline, DropReason, Environment, MarkReason,
    Number,
};
use crate::buffer::{Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// The kernel's timer resolution at HZ = 1000.
const JIFFY: Span = Span::from_millis(1);

/// FQ-PIE after Linux.
pub type FqPieLinux<P> = FqPie<P, pie::linux::Controller>;
/// FQ-PIE after the Internet-Draft.
pub type FqPieDraft<P> = FqPie<P, pie::rfc8033::Controller>;

/// The parts in which the variants differ.
pub trait Control: pie::Controller + Clone + std::fmt::Debug {
    /// The variant that this control runs.
    const VARIANT: FqPieVariant;
    /// Most buckets that one call of the timer updates. The next call, a jiffy later, goes on.
    const AT_ONCE: u32;
    /// Whether a bucket with this deficit has used up its turn.
    fn is_spent(deficit: i64) -> bool;
    /// Whether an empty new bucket passes through the list of old ones.
    fn stays(has_old: bool) -> bool;
    /// Whether the probability is low enough for marks. `percent` is the largest one.
    fn is_below(&self, percent: u32) -> bool;
}

impl Control for pie::linux::Controller {
    const VARIANT: FqPieVariant = FqPieVariant::Linux;
    const AT_ONCE: u32 = 2048;

    #[inline(always)]
    fn is_spent(deficit: i64) -> bool {
        deficit <= 0
    }

    /// The kernel removes an empty new bucket at once if no old one waits.
    #[inline(always)]
    fn stays(has_old: bool) -> bool {
        has_old
    }

    fn is_below(&self, percent: u32) -> bool {
        self.state().prob <= pie::linux::MAX_PROB / 100 * u64::from(percent)
    }
}

impl Control for pie::rfc8033::Controller {
    const VARIANT: FqPieVariant = FqPieVariant::Draft;
    const AT_ONCE: u32 = u32::MAX;

    /// "If the queue has a negative number of credits" (RFC 8290, section 4.2).
    fn is_spent(deficit: i64) -> bool {
        deficit < 0
    }

    /// An empty new queue always becomes the last old one (RFC 8290, section 4.2).
    fn stays(_has_old: bool) -> bool {
        true
    }

    fn is_below(&self, percent: u32) -> bool {
        self.state().prob < f64::from(percent) / 100.0
    }
}

/// What surrounds the controllers: buckets, turns, limits and marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheduling {
    /// Number of buckets.
    pub buckets: u32,
    /// Maps flows to buckets.
    pub hash: Hash,
    /// Bytes that a bucket may send in its turn.
    pub quantum: u32,
    /// The most packets and bytes in all buckets.
    pub limit: Limit,
    /// The kernel counts packets that arrive above this memory, and treats them like all others.
    pub memory_limit: Option<u64>,
    /// Mark instead of dropping while the probability is at most `mark_percent`.
    pub ecn: bool,
    /// Largest probability of marks, in percent.
    pub mark_percent: u32,
}

impl Scheduling {
    fn new(params: &FqPieParams, env: &Environment) -> Self {
        Scheduling {
            buckets: params.flows,
            hash: Hash::Mixed(params.hash_seed),
            quantum: params.quantum,
            limit: env.limit,
            memory_limit: None,
            ecn: params.ecn,
            mark_percent: (params.mark_limit * 100.0).round() as u32,
        }
    }
}

/// Counters of an FQ-PIE queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Packets accepted, marked or not.
    pub accepted: u64,
    /// Drawn, and dropped.
    pub drops: u64,
    /// Drawn, and marked.
    pub marks: u64,
    /// Packets that found the buffer full.
    pub overflows: u64,
    /// Packets that found room in the buffer, and the memory limit exceeded.
    pub over_memory: u64,
    /// Buckets that became new ones.
    pub starts: u64,
}

/// An FQ-PIE queue.
#[derive(Clone, Debug)]
pub struct FqPie<P, C: Control> {
    flows: FairQueue<P, C>,
    /// The controller of a bucket before its first packet.
    fresh: C,
    next_update: Time,
    /// The first bucket that the next call of the timer updates.
    next_bucket: u32,
    scheduling: Scheduling,
    stats: Stats,
}

impl<P: Queueable, C: Control> Algorithm<P> for FqPie<P, C> {
    type Params = FqPieParams;

    fn runs(params: &FqPieParams) -> bool {
        params.variant == <C as Control>::VARIANT
    }

    fn new(params: &FqPieParams, env: &Environment, now: Time) -> Self {
        FqPie::with_controller(C::new(&params.pie(), env), Scheduling::new(params, env), now)
    }

    fn retune(&mut self, params: &FqPieParams, env: &Environment, now: Time) {
        let (pie, period) = (params.pie(), self.fresh.period());
        self.fresh.retune(&pie, env);
        self.flows.states_mut().for_each(|(_, controller, _)| controller.retune(&pie, env));
        self.scheduling = Scheduling::new(params, env);
        if self.fresh.period() < period {
            self.next_update = self.next_update.min(now + self.fresh.period());
        }
    }
}

impl<P: Queueable, C: Control> FqPie<P, C> {
    /// Empty queues at time `now`. Each bucket starts with a copy of `controller`.
    pub fn with_controller(controller: C, scheduling: Scheduling, now: Time) -> Self {
        FqPie {
            flows: FairQueue::new(scheduling.buckets, scheduling.hash),
            next_update: now + controller.first_update(),
            next_bucket: 0,
            fresh: controller,
            scheduling,
            stats: Stats::default(),
        }
    }

    /// The buckets.
    pub fn flows(&self) -> &FairQueue<P, C> {
        &self.flows
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    fn place_of(&mut self, packet: &P) -> usize {
        let FqPie { flows, fresh, .. } = self;
        flows.place_of(packet, || fresh.clone())
    }

    fn quantum(&self) -> u32 {
        self.scheduling.quantum
    }

    /// Whether the buffer has room for `bytes` more.
    fn admits(&self, bytes: u32) -> bool {
        let total = &self.flows.total;
        self.scheduling.limit.admits_beside(total.packets, total.bytes, bytes)
    }
}

impl<P: Queueable, C: Control> Discipline<P> for FqPie<P, C> {
    #[inline(never)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let bytes = packet.bytes();
        let (place, admits) = (self.place_of(&packet), self.admits(bytes));
        let memory = self.flows.total.memory;
        let (bucket, _) = self.flows.bucket_mut(place);
        let (backlog, controller) = (bucket.queue.bytes(), &mut bucket.state);
        controller.arriving(backlog);
        if !admits {
            // The draft, section 4.1: unlike FQ-CoDel, no search for the longest queue.
            self.stats.overflows += 1;
            controller.dropped();
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        let is_exceeded = |most: u64| memory > most.saturating_add(memory_of(bytes));
        self.stats.over_memory += u64::from(self.scheduling.memory_limit.is_some_and(is_exceeded));
        if controller.hits(bytes, backlog, || ctx.draw()) {
            let (probability, delay) = (controller.probability(), controller.delay());
            let reason = DropReason::FqPie(Reason { probability, delay });
            let Scheduling { ecn, mark_percent, .. } = self.scheduling;
            if !(ecn && controller.is_below(mark_percent) && packet.try_mark()) {
                self.stats.drops += 1;
                controller.dropped();
                return ctx.dropped(&packet, Span::ZERO, reason);
            }
            self.stats.marks += 1;
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(reason));
        }
        self.stats.accepted += 1;
        let starts = self.flows.push(place, packet, ctx.now(), self.scheduling.quantum);
        self.stats.starts += u64::from(starts);
    }

    #[inline(never)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        loop {
            let (list, place) = self.flows.next(self.scheduling.quantum, C::is_spent)?;
            let (bucket, total) = self.flows.bucket_mut(place);
            let Some(head) = bucket.queue.pop() else {
                let stays = list == List::New && C::stays(self.flows.has_old());
                self.flows.leave(list, place, stays);
                continue;
            };
            let bytes = head.packet.bytes();
            total.remove(bytes);
            bucket.deficit -= i64::from(bytes);
            let (now, enqueued, backlog) = (ctx.now(), head.enqueued, bucket.queue.bytes());
            bucket.state.departed(Departure { now, enqueued, bytes, backlog });
            return Some(head);
        }
    }

    backlog_in_flows!(P);

    fn buckets(&self, now: Time) -> Vec<BucketView> {
        self.flows.views(now, self.scheduling.quantum, C::is_spent, |controller| {
            let (probability, delay) = (controller.probability(), controller.delay());
            vec![
                Number::new("probability", "", probability),
                Number::millis("estimatedDelay", delay),
            ]
        })
    }

    fn next_timer(&self) -> Time {
        self.next_update
    }

    /// Updates the probability of each bucket, also of the empty ones.
    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        let first = self.next_bucket;
        let end = first.saturating_add(C::AT_ONCE);
        for (number, controller, backlog) in self.flows.states_mut() {
            if (first..end).contains(&number) {
                controller.update(backlog);
            }
        }
        let is_last = end >= self.scheduling.buckets;
        self.next_bucket = if is_last { 0 } else { end };
        self.next_update = ctx.now() + if is_last { self.fresh.period() } else { JIFFY };
    }

    fn probe(&self, now: Time) -> AnyProbe {
        let used = self.flows.used();
        let waited = |head: &Queued<P>| now.saturating_since(head.enqueued);
        let (new, old) = self.flows.listed();
        AnyProbe::FqPie(Probe {
            probability: used.iter().map(|bucket| bucket.state.probability()).fold(0.0, f64::max),
            backlogged: used.iter().filter(|bucket| !bucket.queue.is_empty()).count(),
            new,
            old,
            longest: used.iter().map(|bucket| bucket.queue.bytes()).max().unwrap_or(0),
            oldest: used
                .iter()
                .filter_map(|bucket| bucket.queue.head().map(waited))
                .max()
                .unwrap_or(Span::ZERO),
        })
    }
}
