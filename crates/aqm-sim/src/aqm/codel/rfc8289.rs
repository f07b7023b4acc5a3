//! CoDel as in RFC 8289, section 5: real arithmetic and an exact square root. Also the authors' earlier version
//! for ns-2 (2012), and the variant that the numbers of Schwardmann, Wagner and Kuehlewind (2014) imply.

use super::{CodelParams, CodelVariant, Probe, Reason, Source, Stats, Step};
use crate::aqm::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// A new dropping state continues the count of the last one if that one's next drop was due less than
/// this many intervals ago (RFC 8289, section 5.5).
const RESUME_INTERVALS: u64 = 16;
/// The same of the version for ns-2.
const NS2_RESUME_INTERVALS: u64 = 8;
/// The version for ns-2 resumes with the count less this number ...
const NS2_FORGOTTEN_DROPS: u32 = 2;
/// ... and from this count on with a share of it, 0..1, which is nearly the same there.
const NS2_LARGE_COUNT: u32 = 126;
const NS2_KEPT_SHARE: f64 = 0.9844;
/// The largest packet that the version for ns-2 assumes before it has seen a larger one, in bytes.
const NS2_FIRST_LARGEST: u64 = 256;

/// State of the control law (RFC 8289, section 5.2).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct State {
    /// Drops in the dropping state.
    pub count: u32,
    /// `count` at entry to the dropping state.
    pub last_count: u32,
    /// In the dropping state.
    pub dropping: bool,
    /// The time at which the delay has been above target for an interval.
    pub first_above: Option<Time>,
    /// Time of the next drop; kept after the dropping state.
    pub drop_next: Time,
    /// Sojourn time of the packet tested last.
    pub sojourn: Span,
    /// Largest packet so far in bytes; only kept by the version for ns-2.
    pub largest: u64,
}

/// A CoDel queue after RFC 8289.
#[derive(Clone, Debug)]
pub struct CodelRfc8289<P> {
    queue: Fifo<P>,
    params: CodelParams,
    limit: Limit,
    mtu: u64,
    state: State,
    stats: Stats,
}

impl<P: Queueable> Algorithm<P> for CodelRfc8289<P> {
    type Params = CodelParams;

    fn runs(params: &CodelParams) -> bool {
        matches!(
            params.variant,
            CodelVariant::Rfc8289 | CodelVariant::Ns2 | CodelVariant::Schwardmann2014
        )
    }

    fn new(params: &CodelParams, env: &Environment, _now: Time) -> Self {
        CodelRfc8289 {
            params: *params,
            limit: env.limit,
            mtu: u64::from(env.mtu),
            state: State::default(),
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    fn retune(&mut self, params: &CodelParams, env: &Environment, _now: Time) {
        self.params = *params;
        self.limit = env.limit;
        self.mtu = u64::from(env.mtu);
    }
}

impl<P: Queueable> CodelRfc8289<P> {
    /// State of the control law.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    fn law(&mut self) -> Law<'_, Fifo<P>> {
        let CodelRfc8289 { queue, params, mtu, state, stats, .. } = self;
        Law { params, mtu: *mtu, state, stats, source: queue }
    }
}

/// The control law during one call.
pub(in crate::aqm) struct Law<'a, S> {
    pub params: &'a CodelParams,
    /// Largest packet in bytes.
    pub mtu: u64,
    pub state: &'a mut State,
    pub stats: &'a mut Stats,
    pub source: &'a mut S,
}

impl<S> Law<'_, S> {
    /// Removes the head, if there is one, and returns whether it may be dropped (section 5.6).
    fn take<P: Queueable>(&mut self, now: Time) -> Option<(Queued<P>, bool)>
    where
        S: Source<P>,
    {
        let Some(head) = self.source.pop() else {
            self.state.first_above = None;
            return None;
        };
        let small = if self.is_ns2() {
            let seen = self.state.largest.max(NS2_FIRST_LARGEST);
            self.state.largest = seen.max(u64::from(head.packet.bytes()));
            self.state.largest
        } else {
            self.mtu
        };
        let patience = self.patience(now);
        let state = &mut *self.state;
        state.sojourn = now.saturating_since(head.enqueued);
        let ok_to_drop = if state.sojourn < self.params.target || self.source.backlog() <= small {
            state.first_above = None;
            false
        } else if let Some(first_above) = state.first_above {
            now >= first_above
        } else {
            state.first_above = Some(patience);
            false
        };
        Some((head, ok_to_drop))
    }

    /// [`CodelRfc8289::take`] after a drop, which is rare.
    #[inline(never)]
    fn take_another<P: Queueable>(&mut self, now: Time) -> Option<(Queued<P>, bool)>
    where
        S: Source<P>,
    {
        self.take(now)
    }

    /// The time until which the delay must stay above the target from `now` on. The version for ns-2 waits only for the
    /// next gap if it has dropped lately.
    fn patience(&self, now: Time) -> Time {
        if self.is_ns2() && self.state.count > 1 && self.is_recent(now) {
            self.control_law(now)
        } else {
            now + self.params.interval
        }
    }

    /// Whether the next drop of the last dropping state was due so recently that a new one resumes its count.
    fn is_recent(&self, now: Time) -> bool {
        let intervals = if self.is_ns2() { NS2_RESUME_INTERVALS } else { RESUME_INTERVALS };
        now.saturating_since(self.state.drop_next) < self.params.interval * intervals
    }

    fn is_ns2(&self) -> bool {
        self.params.variant == CodelVariant::Ns2
    }

    fn is_schwardmann(&self) -> bool {
        self.params.variant == CodelVariant::Schwardmann2014
    }

    /// `t + interval / sqrt(count)` (section 5.6). Schwardmann et al. 2014, equation 1, use "the number
    /// of dropped packets since the first drop". Their measurements fit a count that is one higher.
    fn control_law(&self, t: Time) -> Time {
        let drops = f64::from(self.state.count) + if self.is_schwardmann() { 1.0 } else { 0.0 };
        t + Span::from_seconds(self.params.interval.seconds() / drops.sqrt())
    }

    /// The count of a new dropping state.
    fn resumed_count(&self, now: Time) -> u32 {
        let state = &*self.state;
        let inherited = match self.params.variant {
            CodelVariant::Schwardmann2014 => state.count,
            CodelVariant::Ns2 if state.count > NS2_LARGE_COUNT + NS2_FORGOTTEN_DROPS => {
                (f64::from(state.count) * NS2_KEPT_SHARE) as u32
            }
            CodelVariant::Ns2 => state.count.saturating_sub(NS2_FORGOTTEN_DROPS),
            // Section 5.5: the drops of the last state, less the count that it started with.
            _ => state.count.wrapping_sub(state.last_count),
        };
        if inherited > 1 && self.is_recent(now) { inherited } else { 1 }
    }

    /// Marks `head` if that is possible; otherwise drops it.
    fn hit<P: Queueable>(
        &mut self,
        mut head: Queued<P>,
        step: Step,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        let CodelParams { target, interval, .. } = *self.params;
        let reason = Reason { step, count: self.state.count, target, interval };
        let reason = S::reason(reason);
        let waited = self.state.sojourn;
        if self.params.ecn && head.packet.try_mark() {
            self.stats.marks += 1;
            ctx.marked(&head.packet, waited, MarkReason::InsteadOf(reason));
            return Some(head);
        }
        self.stats.drops += 1;
        ctx.dropped(&head.packet, waited, reason);
        None
    }

    /// In the dropping state: makes all drops that are due by `now`, and at most one mark a call.
    fn continue_dropping<P: Queueable>(
        &mut self,
        mut head: Queued<P>,
        now: Time,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        while now >= self.state.drop_next {
            self.state.count = self.state.count.saturating_add(1);
            if let Some(marked) = self.hit(head, Step::Next, ctx) {
                self.state.drop_next = self.control_law(self.state.drop_next);
                return Some(marked);
            }
            match self.take_another(now) {
                Some((next, true)) => head = next,
                next => {
                    self.state.dropping = false;
                    if self.is_ns2() {
                        // It counts a drop only if another one will follow.
                        self.state.count -= 1;
                    }
                    return next.map(|(head, _)| head);
                }
            }
            self.state.drop_next = self.control_law(self.state.drop_next);
        }
        Some(head)
    }

    /// Enters the dropping state with one drop or mark.
    fn enter_dropping<P: Queueable>(
        &mut self,
        head: Queued<P>,
        now: Time,
        ctx: &mut impl Context<P>,
    ) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        let count = self.resumed_count(now);
        let state = &mut *self.state;
        state.count = count;
        state.last_count = state.count;
        state.dropping = true;
        self.stats.entries += 1;
        let kept = self.hit(head, Step::Enter, ctx);
        self.state.drop_next = self.control_law(now);
        kept.or_else(|| self.take_another(now).map(|(next, _)| next))
    }

    /// Takes the packet to send next, and drops or marks on the way.
    pub fn dequeue<P: Queueable>(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>>
    where
        S: Source<P>,
    {
        let now = ctx.now();
        let Some((head, ok_to_drop)) = self.take(now) else {
            self.state.dropping = false;
            return None;
        };
        match (self.state.dropping, ok_to_drop) {
            (true, true) => self.continue_dropping(head, now, ctx),
            (false, true) => self.enter_dropping(head, now, ctx),
            (_, false) => {
                self.state.dropping = false;
                Some(head)
            }
        }
    }
}

impl<P: Queueable> Discipline<P> for CodelRfc8289<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        if self.limit.admits(&self.queue, packet.bytes()) {
            self.queue.push(packet, ctx.now());
        } else {
            self.stats.overflows += 1;
            ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.law().dequeue(ctx)
    }

    backlog_in_one_queue!(P);

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::Codel(Probe {
            dropping: self.state.dropping,
            count: self.state.count,
            sojourn: self.state.sojourn,
            first_above: self.state.first_above,
            drop_next: self.state.dropping.then_some(self.state.drop_next),
        })
    }
}
