//! A queue under any discipline.

use super::{
    AnyAlgorithm, AnyProbe, AqmConfig, BucketView, Context, Discipline, Environment, Inspect,
    OtherAlgorithm,
};
use crate::buffer::Queued;
use crate::packet::Queueable;
use crate::time::Time;

/// A queue under the discipline that an [`AqmConfig`] describes.
#[derive(Clone, Debug)]
pub struct Aqm<P> {
    config: AqmConfig,
    algorithm: AnyAlgorithm<P>,
}

impl<P: Queueable> Aqm<P> {
    /// An empty queue at time `now`.
    pub fn new(config: &AqmConfig, env: Environment, now: Time) -> Self {
        Aqm { config: *config, algorithm: AnyAlgorithm::new(config, &env, now) }
    }

    /// The configuration in force.
    pub fn config(&self) -> &AqmConfig {
        &self.config
    }

    /// Adopts a change of the surroundings; the state stays. See [`Algorithm::retune`](super::Algorithm::retune)
    /// for a limit below the backlog.
    pub fn set_environment(&mut self, env: Environment, now: Time) {
        let config = self.config;
        self.reconfigure(&config, env, now);
    }

    /// Adopts a new configuration. Same kind and variant: the state stays. Otherwise a fresh
    /// algorithm takes over the waiting packets with the times at which they were enqueued.
    pub fn reconfigure(&mut self, config: &AqmConfig, env: Environment, now: Time) {
        if self.config.is_same_algorithm(config) {
            self.algorithm.retune(config, &env, now);
        } else {
            let mut next = Aqm::new(config, env, now);
            self.visit_waiting(&mut |waiting| next.take_over(*waiting));
            self.algorithm = next.algorithm;
        }
        self.config = *config;
    }

    /// Offers the packets that `packet` returns for 0, 1, ... `count` - 1, one after the other: as
    /// many calls of [`Discipline::enqueue`] with one jump to the algorithm.
    #[inline(always)]
    pub fn enqueue_all(
        &mut self,
        count: u64,
        packet: impl Fn(u64) -> P,
        ctx: &mut impl Context<P>,
    ) {
        each!(&mut self.algorithm, queue => {
            for index in 0..count {
                queue.enqueue(packet(index), ctx);
            }
        });
    }

    /// [`Discipline::dequeue`] for callers outside of the host's loop: one function instead of a copy in
    /// each.
    #[inline(never)]
    pub fn dequeue_rarely(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.dequeue(ctx)
    }

    /// [`Discipline::for_each_waiting`] without a copy for each `visit`.
    #[inline(never)]
    fn visit_waiting(&self, visit: &mut dyn FnMut(&Queued<P>)) {
        each!(&self.algorithm, queue => queue.for_each_waiting(&mut *visit));
    }

    /// [`Inspect::probability`] of the probe; the rest of the probe is not computed.
    pub fn probability(&self, now: Time) -> Option<f64> {
        match &self.algorithm {
            AnyAlgorithm::Other(other) => other.probability(now),
            hot => each!(hot, queue => queue.probe(now).probability()),
        }
    }
}

impl<P: Queueable> Discipline<P> for Aqm<P> {
    #[inline(never)]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.enqueue_all(1, |_| packet, ctx);
    }

    #[inline(always)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        each!(&mut self.algorithm, queue => queue.dequeue(ctx).map(Queued::copied))
    }

    #[inline(always)]
    fn passes(&mut self, packet: &P, now: Time) -> bool {
        each!(&mut self.algorithm, queue => queue.passes(packet, now))
    }

    fn served_class(&self) -> usize {
        each!(&self.algorithm, queue => queue.served_class())
    }

    fn bucket_of(&self, packet: &P) -> Option<u32> {
        match &self.algorithm {
            AnyAlgorithm::Other(other) => other.bucket_of(packet),
            _ => None,
        }
    }

    fn buckets(&self, now: Time) -> Vec<BucketView> {
        match &self.algorithm {
            AnyAlgorithm::Other(other) => other.buckets(now),
            _ => Vec::new(),
        }
    }

    fn next_timer(&self) -> Time {
        each!(&self.algorithm, queue => queue.next_timer())
    }

    #[inline(never)]
    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        each!(&mut self.algorithm, queue => queue.on_timer(ctx));
    }

    #[inline(never)]
    fn drop_next(&mut self, count: u64, now: Time) {
        if let AnyAlgorithm::Other(other) = &mut self.algorithm
            && let OtherAlgorithm::Manual(queue) = &mut **other
        {
            queue.drop_next(count, now);
        }
    }

    fn packets(&self) -> u64 {
        each!(&self.algorithm, queue => queue.packets())
    }

    fn bytes(&self) -> u64 {
        each!(&self.algorithm, queue => queue.bytes())
    }

    fn for_each_waiting(&self, mut visit: impl FnMut(&Queued<P>)) {
        self.visit_waiting(&mut visit);
    }

    #[inline(never)]
    fn take_over(&mut self, waiting: Queued<P>) {
        each!(&mut self.algorithm, queue => queue.take_over(waiting));
    }

    #[inline(never)]
    fn probe(&self, now: Time) -> AnyProbe {
        each!(&self.algorithm, queue => queue.probe(now))
    }
}

impl<P: Queueable> OtherAlgorithm<P> {
    /// [`Aqm::probability`].
    #[inline(never)]
    fn probability(&self, now: Time) -> Option<f64> {
        each_other!(self, queue => queue.probe(now).probability())
    }
}

/// Each method is one function of its own: the host's loop contains a call and none of its code.
impl<P: Queueable> Discipline<P> for OtherAlgorithm<P> {
    #[inline(never)]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        each_other!(self, queue => enqueue_into(queue, packet, ctx));
    }

    #[inline(never)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        each_other!(self, queue => dequeue_from(queue, ctx))
    }

    #[inline(never)]
    fn passes(&mut self, packet: &P, now: Time) -> bool {
        each_other!(self, queue => queue.passes(packet, now))
    }

    #[inline(never)]
    fn served_class(&self) -> usize {
        each_other!(self, queue => queue.served_class())
    }

    #[inline(never)]
    fn bucket_of(&self, packet: &P) -> Option<u32> {
        each_other!(self, queue => queue.bucket_of(packet))
    }

    #[inline(never)]
    fn buckets(&self, now: Time) -> Vec<BucketView> {
        each_other!(self, queue => queue.buckets(now))
    }

    #[inline(never)]
    fn next_timer(&self) -> Time {
        each_other!(self, queue => queue.next_timer())
    }

    #[inline(never)]
    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        each_other!(self, queue => queue.on_timer(ctx));
    }

    #[inline(never)]
    fn packets(&self) -> u64 {
        each_other!(self, queue => queue.packets())
    }

    #[inline(never)]
    fn bytes(&self) -> u64 {
        each_other!(self, queue => queue.bytes())
    }

    #[inline(never)]
    fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>)) {
        each_other!(self, queue => queue.for_each_waiting(visit));
    }

    #[inline(never)]
    fn take_over(&mut self, waiting: Queued<P>) {
        each_other!(self, queue => queue.take_over(waiting));
    }

    #[inline(never)]
    fn probe(&self, now: Time) -> AnyProbe {
        each_other!(self, queue => queue.probe(now))
    }
}

/// [`Discipline::enqueue`] as a function of its own. If some arms of a match contained code, the others
/// would save the registers that it needs, which takes about 15 instructions.
#[inline(never)]
fn enqueue_into<P: Queueable>(
    queue: &mut impl Discipline<P>,
    packet: P,
    ctx: &mut impl Context<P>,
) {
    queue.enqueue(packet, ctx);
}

/// [`Discipline::dequeue`] as a function of its own.
#[inline(never)]
fn dequeue_from<P: Queueable>(
    queue: &mut impl Discipline<P>,
    ctx: &mut impl Context<P>,
) -> Option<Queued<P>> {
    queue.dequeue(ctx)
}
