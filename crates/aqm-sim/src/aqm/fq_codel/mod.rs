//! FQ-CoDel, Flow Queue CoDel (RFC 8290): a queue for each flow with a CoDel of its own, served in turns by
//! bytes. Flows that send little are served first.
//!
//! Two controls, to be read beside their sources: [`linux`](FqCodelLinux) in the kernel's integer
//! arithmetic and [`rfc8290`](FqCodelRfc8290) with the CoDel of RFC 8289.

pub mod params;
mod report;
#[cfg(test)]
mod tests;
mod twins;

pub use params::{FqCodelParams, FqCodelVariant};
pub use report::{Probe, Reason};

use super::buckets::List;
use super::codel::{self, Source};
use super::fair_queue::{FairQueue, Hash, Total, backlog_in_flows};
use super::{
    Algorithm, AnyProbe, BucketView, CodelParams, CodelVariant, Context, Discipline, DropReason,
    Environment, Number,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// A full buffer drops at most this many packets at once (RFC 8290, section 4.1).
const DROP_BATCH: u32 = 64;

/// FQ-CoDel after Linux.
pub type FqCodelLinux<P> = FqCodel<P, Linux>;
/// FQ-CoDel after RFC 8290.
pub type FqCodelRfc8290<P> = FqCodel<P, Rfc8290>;

/// The parts in which the variants differ.
pub trait Control {
    /// The variant that this control runs.
    const VARIANT: FqCodelVariant;
    /// CoDel's state of a bucket.
    type State: Copy + Default + std::fmt::Debug;
    /// The control for these parameters.
    fn new(params: &FqCodelParams, env: &Environment) -> Self;
    /// Whether a bucket with this deficit has used up its turn.
    fn is_spent(deficit: i64) -> bool;
    /// Whether an empty new bucket passes through the list of old ones.
    fn stays(has_old: bool) -> bool;
    /// A full buffer dropped `packets` packets of the bucket.
    fn overflowed(state: &mut Self::State, packets: u32);
    /// CoDel's dequeue from a bucket.
    #[doc(hidden)]
    fn dequeue<P: Queueable>(
        &mut self,
        state: &mut Self::State,
        bucket: &mut OneOfMany<'_, P>,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>>;
    /// Whether a bucket is in the dropping state.
    fn is_dropping(state: &Self::State) -> bool;
    /// Drops in the present or last dropping state of a bucket.
    fn count(state: &Self::State) -> u32;
    /// CoDel's counters.
    fn stats(&self) -> &codel::Stats;
}

/// A bucket's queue while CoDel takes packets from it.
#[derive(Debug)]
pub struct OneOfMany<'a, P> {
    queue: &'a mut Fifo<P>,
    total: &'a mut Total,
    /// The test for small queues counts the bytes of all buckets.
    counts_all: bool,
}

impl<P: Queueable> Source<P> for OneOfMany<'_, P> {
    #[inline(always)]
    fn pop(&mut self) -> Option<Queued<P>> {
        let head = self.queue.pop()?;
        self.total.remove(head.packet.bytes());
        Some(head)
    }

    #[inline(always)]
    fn backlog(&self) -> u64 {
        if self.counts_all { self.total.bytes } else { self.queue.bytes() }
    }

    fn reason(reason: codel::Reason) -> DropReason {
        DropReason::FqCodel(Reason::Codel(reason))
    }
}

/// The kernel's CoDel in each bucket.
#[derive(Clone, Debug)]
pub struct Linux {
    params: codel::linux::Params,
    stats: codel::Stats,
}

impl Linux {
    /// The control with the kernel's own parameters.
    pub fn with_params(params: codel::linux::Params) -> Self {
        Linux { params, stats: codel::Stats::default() }
    }
}

fn codel_params(params: &FqCodelParams, variant: CodelVariant) -> CodelParams {
    let FqCodelParams { target, interval, ecn, ce_threshold, .. } = *params;
    CodelParams { variant, target, interval, ecn, ce_threshold }
}

impl Control for Linux {
    const VARIANT: FqCodelVariant = FqCodelVariant::Linux;
    type State = codel::linux::State;

    fn new(params: &FqCodelParams, env: &Environment) -> Self {
        let params = codel_params(params, CodelVariant::Linux);
        Linux::with_params(codel::linux::Params::new(&params, env))
    }

    #[inline(always)]
    fn is_spent(deficit: i64) -> bool {
        deficit <= 0
    }

    /// The kernel removes an empty new bucket at once if no old one waits.
    #[inline(always)]
    fn stays(has_old: bool) -> bool {
        has_old
    }

    fn overflowed(state: &mut Self::State, packets: u32) {
        state.count = state.count.wrapping_add(packets);
    }

    #[inline(always)]
    fn dequeue<P: Queueable>(
        &mut self,
        state: &mut Self::State,
        bucket: &mut OneOfMany<'_, P>,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>> {
        let Linux { params, stats } = self;
        bucket.counts_all = true;
        codel::linux::Law { params, state, stats, source: bucket }.dequeue(ctx)
    }

    fn is_dropping(state: &Self::State) -> bool {
        state.dropping
    }

    fn count(state: &Self::State) -> u32 {
        state.count
    }

    fn stats(&self) -> &codel::Stats {
        &self.stats
    }
}

/// The CoDel of RFC 8289 in each bucket.
#[derive(Clone, Debug)]
pub struct Rfc8290 {
    params: CodelParams,
    mtu: u64,
    stats: codel::Stats,
}

impl Control for Rfc8290 {
    const VARIANT: FqCodelVariant = FqCodelVariant::Rfc8290;
    type State = codel::rfc8289::State;

    fn new(params: &FqCodelParams, env: &Environment) -> Self {
        let params = codel_params(params, CodelVariant::Rfc8289);
        Rfc8290 { params, mtu: env.mtu.into(), stats: codel::Stats::default() }
    }

    /// "If the queue has a negative number of credits" (RFC 8290, section 4.2).
    fn is_spent(deficit: i64) -> bool {
        deficit < 0
    }

    /// An empty new queue always becomes the last old one (RFC 8290, section 4.2).
    fn stays(_has_old: bool) -> bool {
        true
    }

    /// RFC 8290 leaves CoDel's state alone.
    fn overflowed(_state: &mut Self::State, _packets: u32) {}

    fn dequeue<P: Queueable>(
        &mut self,
        state: &mut Self::State,
        bucket: &mut OneOfMany<'_, P>,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>> {
        let Rfc8290 { params, mtu, stats } = self;
        codel::rfc8289::Law { params, mtu: *mtu, state, stats, source: bucket }.dequeue(ctx)
    }

    fn is_dropping(state: &Self::State) -> bool {
        state.dropping
    }

    fn count(state: &Self::State) -> u32 {
        state.count
    }

    fn stats(&self) -> &codel::Stats {
        &self.stats
    }
}

/// What surrounds the control: buckets, turns and limits.
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
    /// The most memory in all buckets, if it is limited.
    pub memory_limit: Option<u64>,
    /// A full buffer drops at most this many packets at once.
    pub drop_batch: u32,
}

impl Scheduling {
    fn new(params: &FqCodelParams, env: &Environment) -> Self {
        Scheduling {
            buckets: params.flows,
            hash: Hash::Mixed(params.hash_seed),
            quantum: params.quantum,
            limit: env.limit,
            memory_limit: None,
            drop_batch: DROP_BATCH,
        }
    }
}

/// Counters of an FQ-CoDel queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Packets dropped because the buffer was full.
    pub overflows: u64,
    /// Those of them that were dropped because of the memory limit.
    pub memory_overflows: u64,
    /// Buckets that became new ones.
    pub starts: u64,
}

/// An FQ-CoDel queue.
#[derive(Clone, Debug)]
pub struct FqCodel<P, C: Control> {
    flows: FairQueue<P, C::State>,
    control: C,
    scheduling: Scheduling,
    stats: Stats,
}

impl<P: Queueable, C: Control> Algorithm<P> for FqCodel<P, C> {
    type Params = FqCodelParams;

    fn runs(params: &FqCodelParams) -> bool {
        params.variant == C::VARIANT
    }

    fn new(params: &FqCodelParams, env: &Environment, _now: Time) -> Self {
        FqCodel::with_control(C::new(params, env), Scheduling::new(params, env))
    }

    fn retune(&mut self, params: &FqCodelParams, env: &Environment, _now: Time) {
        self.control = C::new(params, env);
        self.scheduling = Scheduling::new(params, env);
    }
}

impl<P: Queueable, C: Control> FqCodel<P, C> {
    /// Empty queues around a control.
    pub fn with_control(control: C, scheduling: Scheduling) -> Self {
        FqCodel {
            flows: FairQueue::new(scheduling.buckets, scheduling.hash),
            control,
            scheduling,
            stats: Stats::default(),
        }
    }

    /// The buckets.
    pub fn flows(&self) -> &FairQueue<P, C::State> {
        &self.flows
    }

    /// The control.
    pub fn control(&self) -> &C {
        &self.control
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    fn place_of(&mut self, packet: &P) -> usize {
        self.flows.place_of(packet, C::State::default)
    }

    fn quantum(&self) -> u32 {
        self.scheduling.quantum
    }

    /// Drops half of the longest queue, from its head, but at most a batch.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, over_memory: bool, ctx: &mut impl Context<P>) {
        let Some(place) = self.flows.longest() else { return };
        let (bucket, total) = self.flows.bucket_mut(place);
        let bytes = bucket.queue.bytes();
        let (mut dropped, mut dropped_bytes) = (0, 0);
        while dropped == 0 || (dropped < self.scheduling.drop_batch && dropped_bytes < bytes / 2) {
            let Some(head) = bucket.queue.pop() else { break };
            total.remove(head.packet.bytes());
            dropped += 1;
            dropped_bytes += u64::from(head.packet.bytes());
            let waited = ctx.now().saturating_since(head.enqueued);
            ctx.dropped(&head.packet, waited, DropReason::FqCodel(Reason::Longest { bytes }));
        }
        C::overflowed(&mut bucket.state, dropped);
        self.stats.overflows += u64::from(dropped);
        self.stats.memory_overflows += if over_memory { u64::from(dropped) } else { 0 };
    }
}

impl<P: Queueable, C: Control> Discipline<P> for FqCodel<P, C> {
    #[inline(never)]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        let place = self.place_of(&packet);
        let starts = self.flows.push(place, packet, ctx.now(), self.scheduling.quantum);
        self.stats.starts += u64::from(starts);
        let Total { packets, bytes, memory } = self.flows.total;
        let Scheduling { limit, memory_limit, .. } = self.scheduling;
        let over_memory = memory_limit.is_some_and(|most| memory > most);
        if packets > limit.packets || bytes > limit.bytes || over_memory {
            self.make_room(over_memory, ctx);
        }
    }

    #[inline(never)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        loop {
            let (list, place) = self.flows.next(self.scheduling.quantum, C::is_spent)?;
            let (bucket, total) = self.flows.bucket_mut(place);
            let mut source = OneOfMany { queue: &mut bucket.queue, total, counts_all: false };
            match self.control.dequeue(&mut bucket.state, &mut source, ctx) {
                Some(head) => {
                    bucket.deficit -= i64::from(head.packet.bytes());
                    return Some(head);
                }
                None => {
                    let stays = list == List::New && C::stays(self.flows.has_old());
                    self.flows.leave(list, place, stays);
                }
            }
        }
    }

    backlog_in_flows!(P);

    fn buckets(&self, now: Time) -> Vec<BucketView> {
        self.flows.views(now, self.scheduling.quantum, C::is_spent, |state| {
            let dropping = f64::from(u8::from(C::is_dropping(state)));
            let count = f64::from(C::count(state));
            vec![Number::new("dropping", "", dropping), Number::new("count", "drops", count)]
        })
    }

    fn probe(&self, now: Time) -> AnyProbe {
        let used = self.flows.used();
        let waited = |head: &Queued<P>| now.saturating_since(head.enqueued);
        let (new, old) = self.flows.listed();
        AnyProbe::FqCodel(Probe {
            backlogged: used.iter().filter(|bucket| !bucket.queue.is_empty()).count(),
            new,
            old,
            dropping: used.iter().filter(|bucket| C::is_dropping(&bucket.state)).count(),
            longest: used.iter().map(|bucket| bucket.queue.bytes()).max().unwrap_or(0),
            oldest: used
                .iter()
                .filter_map(|bucket| bucket.queue.head().map(waited))
                .max()
                .unwrap_or(Span::ZERO),
        })
    }
}
