//! CoDel in the integer arithmetic of Linux: 32-bit ticks of 1024 ns, a 16-bit reciprocal square
//! root, and one Newton step per change of the count.

use super::{CodelParams, CodelVariant, Probe, Reason, Source, Stats, Step};
use crate::aqm::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::{Ecn, Queueable};
use crate::time::{Span, Time};

/// A tick is 2^10 ns.
const TICK_SHIFT: u32 = 10;
/// A new dropping state continues the count of the last one if that one's next drop was due less than
/// this many intervals ago.
const RESUME_INTERVALS: u32 = 16;
/// Initial value of the largest packet seen, in bytes (Linux 3.10).
const FIRST_LARGEST: u32 = 256;
/// Linux 7.3 drops at most this many packets in the loop of one dequeue.
const MOST_DROPS: u32 = 256;

/// Parameters in the kernel's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Acceptable standing delay in ticks.
    pub target: u32,
    /// Time over which a queue counts as standing, in ticks.
    pub interval: u32,
    /// Mark every packet that waited longer, in ticks.
    pub ce_threshold: Option<u32>,
    /// Mark instead of dropping.
    pub ecn: bool,
    /// The backlog up to which CoDel drops nothing.
    pub small_queue: SmallQueue,
    /// If set, `ce_threshold` marks only packets whose ECN field (0 to 3, as in the IP header), masked with
    /// the first number, equals the second one (FQ-CoDel).
    pub ce_selector: Option<(u8, u8)>,
    /// The kernel, where generations since 4.x differ.
    pub generation: Generation,
}

/// Kernels since 4.x. Plain CoDel behaves alike in all of them, except with intervals of a few ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Generation {
    /// Up to 6.12: a dequeue from an empty queue resets `first_above`.
    #[default]
    V6_12,
    /// 6.18: it stays.
    V6_18,
    /// 7.3: as 6.12; gaps last at least a tick, and a dequeue drops at most 256 packets.
    V7_3,
}

/// The backlog up to which CoDel drops nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmallQueue {
    /// At most one MTU, in bytes.
    Mtu(u32),
    /// At most the largest packet seen (Linux 3.10).
    LargestSeen,
}

impl Params {
    pub(in crate::aqm) fn new(params: &CodelParams, env: &Environment) -> Self {
        Params {
            target: span_ticks(params.target),
            interval: span_ticks(params.interval),
            ce_threshold: params.ce_threshold.map(span_ticks),
            ecn: params.ecn,
            small_queue: match params.variant {
                CodelVariant::Linux310 => SmallQueue::LargestSeen,
                _ => SmallQueue::Mtu(env.mtu),
            },
            ce_selector: None,
            generation: Generation::default(),
        }
    }
}

/// State of the control law; all times in ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Drops in the dropping state.
    pub count: u32,
    /// `count` at entry to the dropping state.
    pub last_count: u32,
    /// In the dropping state.
    pub dropping: bool,
    /// Approximates 65536 / sqrt(count).
    pub rec_inv_sqrt: u16,
    /// The time at which the delay has been above target for an interval; 0: it is below target.
    pub first_above: u32,
    /// Time of the next drop; kept after the dropping state.
    pub drop_next: u32,
    /// Sojourn time of the packet tested last.
    pub sojourn: u32,
    /// Largest packet tested, in bytes.
    pub largest: u32,
}

impl Default for State {
    fn default() -> Self {
        State {
            count: 0,
            last_count: 0,
            dropping: false,
            rec_inv_sqrt: 0,
            first_above: 0,
            drop_next: 0,
            sojourn: 0,
            largest: FIRST_LARGEST,
        }
    }
}

/// A CoDel queue after Linux.
#[derive(Clone, Debug)]
pub struct CodelLinux<P> {
    queue: Fifo<P>,
    params: Params,
    limit: Limit,
    state: State,
    stats: Stats,
}

impl<P: Queueable> Algorithm<P> for CodelLinux<P> {
    type Params = CodelParams;

    fn runs(params: &CodelParams) -> bool {
        matches!(params.variant, CodelVariant::Linux | CodelVariant::Linux310)
    }

    fn new(params: &CodelParams, env: &Environment, _now: Time) -> Self {
        CodelLinux::with_params(Params::new(params, env), env.limit)
    }

    fn retune(&mut self, params: &CodelParams, env: &Environment, _now: Time) {
        self.params = Params::new(params, env);
        self.limit = env.limit;
    }
}

impl<P: Queueable> CodelLinux<P> {
    /// An empty queue with the kernel's own parameters.
    pub fn with_params(params: Params, limit: Limit) -> Self {
        CodelLinux {
            params,
            limit,
            state: State::default(),
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    /// State of the control law.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    #[inline(always)]
    fn law(&mut self) -> Law<'_, Fifo<P>> {
        let CodelLinux { queue, params, state, stats, .. } = self;
        Law { params, state, stats, source: queue }
    }
}

/// The control law during one call.
pub(in crate::aqm) struct Law<'a, S> {
    pub params: &'a Params,
    pub state: &'a mut State,
    pub stats: &'a mut Stats,
    pub source: &'a mut S,
}

impl<S> Law<'_, S> {
    /// Another view of the same state, for calls that are not inlined: `self` can then stay in
    /// registers on the path of most packets.
    #[inline(always)]
    fn copy(&mut self) -> Law<'_, S> {
        let Law { params, state, stats, source } = self;
        Law { params, state, stats, source }
    }

    /// Removes the head, if there is one, and returns whether it may be dropped.
    fn take<P: Queueable>(&mut self, now: u32) -> Option<(Queued<P>, bool)>
    where
        S: Source<P>,
    {
        let Some(head) = self.source.pop() else {
            self.state.first_above = 0;
            return None;
        };
        let ok_to_drop = self.test(&head, self.source.backlog(), now);
        Some((head, ok_to_drop))
    }

    /// Returns whether `head` may be dropped, with `backlog` bytes behind it.
    #[inline(always)]
    fn test<P: Queueable>(&mut self, head: &Queued<P>, backlog: u64, now: u32) -> bool {
        let state = &mut *self.state;
        // Both ends are truncated to ticks before the subtraction.
        state.sojourn = now.wrapping_sub(ticks(head.enqueued));
        if head.packet.bytes() > state.largest {
            state.largest = head.packet.bytes();
        }
        let is_small = || match self.params.small_queue {
            SmallQueue::Mtu(mtu) => backlog <= u64::from(mtu),
            SmallQueue::LargestSeen => backlog <= u64::from(state.largest),
        };
        if is_before(state.sojourn, self.params.target) || is_small() {
            state.first_above = 0;
            false
        } else if state.first_above == 0 {
            state.first_above = now.wrapping_add(self.params.interval);
            false
        } else {
            is_before(state.first_above, now)
        }
    }

    /// `t + interval / sqrt(count)`, with the square root that the Newton steps approximate.
    fn control_law(&self, t: u32) -> u32 {
        let gap = control_gap(self.params.interval, self.state.rec_inv_sqrt);
        let least = u32::from(self.params.generation == Generation::V7_3);
        t.wrapping_add(gap.max(least))
    }

    fn set_count(&mut self, count: u32) {
        self.state.count = count;
        self.state.rec_inv_sqrt = newton_step(count, self.state.rec_inv_sqrt);
    }

    /// Marks `head` if that is possible, otherwise drops it. A mark is reported when the packet
    /// leaves, because `ce_threshold` may mark it too.
    fn hit<P: Queueable>(
        &mut self,
        mut head: Queued<P>,
        reason: Reason,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        if self.params.ecn && head.packet.try_mark() {
            self.stats.marks += 1;
            return Some(head);
        }
        self.stats.drops += 1;
        let waited = ctx.now().saturating_since(head.enqueued);
        ctx.dropped(&head.packet, waited, S::reason(reason));
        None
    }

    fn reason(&self, step: Step) -> Reason {
        let span = |ticks: u32| Span::from_nanos(u64::from(ticks) << TICK_SHIFT);
        let Params { target, interval, .. } = *self.params;
        Reason { step, count: self.state.count, target: span(target), interval: span(interval) }
    }

    #[inline(never)]
    fn dequeue_above_target<P: Queueable>(
        &mut self,
        head: Queued<P>,
        now: u32,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        let (head, marked) = if self.state.dropping {
            self.continue_dropping(head, now, ctx)
        } else {
            self.enter_dropping(head, now, ctx)
        };
        head.map(|head| self.depart(head, marked, ctx))
    }

    /// In the dropping state: makes all drops that are due by `now`, or one mark. Returns the packet to
    /// send and the reason of its mark.
    fn continue_dropping<P: Queueable>(
        &mut self,
        mut head: Queued<P>,
        now: u32,
        ctx: &mut impl Context<P>,
    ) -> (Option<Queued<P>>, Option<Reason>)
    where
        S: Source<P>,
    {
        let mut drops = 0;
        while !is_before(now, self.state.drop_next) {
            drops += 1;
            if drops > MOST_DROPS && self.params.generation == Generation::V7_3 {
                self.state.drop_next = self.control_law(now);
                break;
            }
            self.set_count(self.state.count.wrapping_add(1));
            let reason = self.reason(Step::Next);
            if let Some(marked) = self.hit(head, reason, ctx) {
                self.state.drop_next = self.control_law(self.state.drop_next);
                return (Some(marked), Some(reason));
            }
            match self.take(now) {
                Some((next, true)) => head = next,
                next => {
                    self.state.dropping = false;
                    return (next.map(|(head, _)| head), None);
                }
            }
            // Counted from the time at which this drop was due, so that a late call catches up.
            self.state.drop_next = self.control_law(self.state.drop_next);
        }
        (Some(head), None)
    }

    /// Enters the dropping state with one drop or mark.
    fn enter_dropping<P: Queueable>(
        &mut self,
        head: Queued<P>,
        now: u32,
        ctx: &mut impl Context<P>,
    ) -> (Option<Queued<P>>, Option<Reason>)
    where
        S: Source<P>,
    {
        let state = &mut *self.state;
        let delta = state.count.wrapping_sub(state.last_count);
        let recent = is_before(
            now.wrapping_sub(state.drop_next),
            self.params.interval.wrapping_mul(RESUME_INTERVALS),
        );
        state.dropping = true;
        if delta > 1 && recent {
            self.set_count(delta);
        } else {
            self.state.count = 1;
            self.state.rec_inv_sqrt = u16::MAX;
        }
        self.state.last_count = self.state.count;
        self.state.drop_next = self.control_law(now);
        self.stats.entries += 1;
        let reason = self.reason(Step::Enter);
        match self.hit(head, reason, ctx) {
            Some(marked) => (Some(marked), Some(reason)),
            // One drop on entry: the test of the next head changes the state, but drops nothing.
            None => (self.take(now).map(|(next, _)| next), None),
        }
    }

    /// Applies `ce_threshold` and reports all marks of a departing packet at once.
    #[inline(never)]
    fn depart<P: Queueable>(
        &mut self,
        mut head: Queued<P>,
        marked: Option<Reason>,
        ctx: &mut impl Context<P>,
    ) -> Queued<P>
    where
        S: Source<P>,
    {
        let threshold = self.params.ce_threshold;
        let above = threshold.filter(|&ce| is_before(ce, self.state.sojourn));
        let selects = |(mask, selector)| ecn_field(&head.packet) & mask == selector;
        let above = above.filter(|_| self.params.ce_selector.is_none_or(selects));
        let above = above.filter(|_| head.packet.try_mark());
        self.stats.ce_threshold_marks += u64::from(above.is_some());
        let above = above.map(|ce| Span::from_nanos(u64::from(ce) << TICK_SHIFT));
        let reason = match (marked.map(S::reason), above) {
            (None, None) => return head,
            (None, Some(ce)) => MarkReason::CeThreshold(ce),
            (Some(reason), None) => MarkReason::InsteadOf(reason),
            (Some(reason), Some(ce)) => MarkReason::InsteadOfAndCeThreshold(reason, ce),
        };
        let waited = ctx.now().saturating_since(head.enqueued);
        ctx.marked(&head.packet, waited, reason);
        head
    }

    /// Takes the packet to send next, and drops or marks on the way.
    #[inline(always)]
    pub fn dequeue<P: Queueable>(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        let now = ticks(ctx.now());
        let Some(head) = self.source.pop() else {
            self.state.dropping = false;
            if self.params.generation != Generation::V6_18 {
                self.state.first_above = 0;
            }
            return None;
        };
        let ok_to_drop = self.test(&head, self.source.backlog(), now);
        // Between two drops the head leaves. Tested here, because most packets of a standing queue do.
        if ok_to_drop && !(self.state.dropping && is_before(now, self.state.drop_next)) {
            return self.copy().dequeue_above_target(head, now, ctx).map(Queued::copied);
        }
        self.state.dropping = ok_to_drop;
        if self.params.ce_threshold.is_none() {
            return Some(head);
        }
        if self.params.ce_threshold.is_none() {
            return Some(head);
        }
        Some(self.copy().depart(head, None, ctx).copied())
    }
}

impl<P: Queueable> Discipline<P> for CodelLinux<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        if self.limit.admits(&self.queue, packet.bytes()) {
            self.queue.push(packet, ctx.now());
        } else {
            self.stats.overflows += 1;
            ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
    }

    #[inline(always)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.law().dequeue(ctx)
    }

    backlog_in_one_queue!(P);

    #[inline(always)]
    fn passes(&mut self, packet: &P, now: Time) -> bool {
        let passes = self.queue.is_empty()
            && self.limit.admits(&self.queue, packet.bytes())
            && self.params.ce_threshold.is_none();
        if passes {
            // CoDel never drops the last packet of a queue, so `test` returns false.
            let head = Queued { packet: *packet, enqueued: now };
            self.state.dropping = self.law().test(&head, 0, ticks(now));
        }
        passes
    }

    fn probe(&self, now: Time) -> AnyProbe {
        let state = &self.state;
        AnyProbe::Codel(Probe {
            dropping: state.dropping,
            count: state.count,
            sojourn: Span::from_nanos(u64::from(state.sojourn) << TICK_SHIFT),
            first_above: (state.first_above != 0).then(|| widen(state.first_above, now)),
            drop_next: state.dropping.then(|| widen(state.drop_next, now)),
        })
    }
}

/// The ECN field as in the IP header.
fn ecn_field(packet: &impl Queueable) -> u8 {
    match packet.ecn() {
        Ecn::NotEct => 0,
        Ecn::Ect1 => 1,
        Ecn::Ect0 => 2,
        Ecn::Ce => 3,
    }
}

/// The kernel's clock: wraps every 73 minutes.
pub(in crate::aqm) fn ticks(t: Time) -> u32 {
    (t.nanos() >> TICK_SHIFT) as u32
}

/// A configured time in ticks, rounded down.
fn span_ticks(span: Span) -> u32 {
    u32::try_from(span.nanos() >> TICK_SHIFT).unwrap_or(u32::MAX)
}

/// Whether `a` is earlier than `b` on a clock that wraps.
fn is_before(a: u32, b: u32) -> bool {
    (a.wrapping_sub(b) as i32) < 0
}

/// The time nearest to `now` at which the clock shows `tick`.
fn widen(tick: u32, now: Time) -> Time {
    let distance = i64::from(tick.wrapping_sub(ticks(now)) as i32);
    Time::from_nanos((now.nanos() >> TICK_SHIFT).saturating_add_signed(distance) << TICK_SHIFT)
}

/// One step of x <- x (3 - count x^2) / 2 towards 1 / sqrt(count), with x = `rec_inv_sqrt` / 2^16.
pub fn newton_step(count: u32, rec_inv_sqrt: u16) -> u16 {
    // Q0.32.
    let x = u64::from(rec_inv_sqrt) << 16;
    let square = (x * x) >> 32;
    // 3 - count x^2 in Q2.32; two bits less, so that the product with x fits 64 bits.
    let factor = (3u64 << 32).wrapping_sub(u64::from(count).wrapping_mul(square)) >> 2;
    (factor.wrapping_mul(x) >> 31 >> 16) as u16
}

/// Ticks from one drop to the next: interval * `rec_inv_sqrt` / 2^16.
pub fn control_gap(interval: u32, rec_inv_sqrt: u16) -> u32 {
    ((u64::from(interval) * (u64::from(rec_inv_sqrt) << 16)) >> 32) as u32
}
