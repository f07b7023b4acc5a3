//! COBALT, CoDel and BLUE Alternate: the part of CAKE that drops and marks (Hoeiland-Joergensen, Taht,
//! Morton 2018, "Piece of CAKE", section III), in the integer arithmetic of Linux. It runs here on one
//! FIFO, with its calls placed as CAKE places them for each of its flows.
//!
//! CoDel signals while the delay is above target. BLUE drops at random; its probability rises when the
//! buffer overflows, for traffic that does not respond to CoDel.
//!
//! The paper gives no pseudo-code that differs from the kernel's. There is therefore one variant.

pub mod params;
mod report;
#[cfg(test)]
mod tests;
mod twins;

pub use params::CobaltParams;
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// The kernel takes the rate of the link as at least this many bytes per second.
const LEAST_RATE: u64 = 64;
/// Counts below this one have their reciprocal square root in a table.
const TABULATED: usize = 16;
/// 2^32 / sqrt(count).
const RECIPROCAL_ROOTS: [u32; TABULATED] = reciprocal_roots();

/// Parameters in the kernel's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Params {
    /// Acceptable standing delay in ns.
    pub target: i64,
    /// Time between the first two signals in ns.
    pub interval: i64,
    /// Transmission time of the largest packet in ns; 0: the link's rate is not known.
    pub mtu_time: i64,
    /// BLUE's increment in units of 2^-32.
    pub increment: u32,
    /// BLUE's decrement in units of 2^-32.
    pub decrement: u32,
    /// Backlogged flows beside this one that CAKE counts. 0, except in its ingress mode.
    pub bulk_flows: i64,
    /// CoDel marks where it can.
    pub ecn: bool,
    /// A dequeue that finds the queue empty lowers BLUE's probability. Off: the flow is alone in CAKE.
    pub sees_empty_queue: bool,
    /// BLUE also draws for a packet that CoDel drops (Linux 6.12).
    pub always_draws: bool,
}

impl Params {
    fn new(params: &CobaltParams, env: &Environment) -> Self {
        let nanos = |span: Span| i64::try_from(span.nanos()).unwrap_or(i64::MAX);
        // 2^32 times the share; the cast saturates.
        let q32 = |share: f64| (share * 4_294_967_296.0).round() as u32;
        let rate = if params.scales_with_rate { env.rate.bps() / 8 } else { 0 };
        Params {
            increment: q32(params.increment),
            decrement: q32(params.decrement),
            ecn: params.ecn,
            ..Params::for_rate(nanos(params.target), nanos(params.interval), rate, env.mtu)
        }
    }

    /// The kernel's set-up for a target and an RTT in ns, a link of `rate` bytes per second (0: not
    /// known), and the largest packet in bytes.
    pub fn for_rate(target: i64, rtt: i64, rate: u64, mtu: u32) -> Self {
        let mtu_time = if rate == 0 { 0 } else { transmission_time(mtu, rate) };
        // One and a half packets fit into the target.
        let raised = target.max(mtu_time * 3 / 2);
        Params {
            target: raised,
            interval: (rtt + raised - target).max(2 * raised),
            mtu_time,
            increment: 1 << 24,
            decrement: 1 << 20,
            bulk_flows: 0,
            ecn: true,
            sees_empty_queue: true,
            always_draws: false,
        }
    }
}

/// The time that `mtu` bytes take, in ns, with a time per byte of at most 34 bits, as in the kernel.
fn transmission_time(mtu: u32, rate: u64) -> i64 {
    let mut shift = 34;
    let mut per_byte = (1_000_000_000 << shift) / rate.max(LEAST_RATE);
    while per_byte >= 1 << 34 {
        per_byte >>= 1;
        shift -= 1;
    }
    ((u64::from(mtu) * per_byte) >> shift) as i64
}

/// State of both parts. Times are in ns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// Signals, less those that expired while the delay was below target.
    pub count: u32,
    /// Approximates 2^32 / sqrt(count).
    pub reciprocal_root: u32,
    /// When the next signal is due, or the next count expires.
    pub drop_next: i64,
    /// The delay of the last packet was above target.
    pub dropping: bool,
    /// BLUE's probability in units of 2^-32.
    pub probability: u32,
    /// Last change of BLUE's probability.
    pub blue_changed: i64,
    /// Sojourn time of the last packet.
    pub sojourn: i64,
}

impl State {
    fn set_count(&mut self, count: u32) {
        self.count = count;
        self.reciprocal_root = reciprocal_root(count, self.reciprocal_root);
    }

    /// `t + interval / sqrt(count)`.
    fn control_law(&self, params: &Params, t: i64) -> i64 {
        // The kernel takes the interval as 32 bits here.
        let interval = u64::from(params.interval as u32);
        t + ((interval * u64::from(self.reciprocal_root)) >> 32) as i64
    }

    /// The buffer overflows: raises BLUE's probability, at most once per target, and puts CoDel into its
    /// dropping state.
    fn queue_full(&mut self, params: &Params, now: i64) {
        if now - self.blue_changed > params.target {
            self.probability = self.probability.saturating_add(params.increment);
            self.blue_changed = now;
        }
        self.dropping = true;
        self.drop_next = now;
        self.count = self.count.max(1);
    }

    /// The queue is empty: lowers BLUE's probability, at most once per target, and CoDel's count.
    fn queue_empty(&mut self, params: &Params, now: i64) {
        if self.probability > 0 && now - self.blue_changed > params.target {
            self.probability = self.probability.saturating_sub(params.decrement);
            self.blue_changed = now;
        }
        self.dropping = false;
        if self.count > 0 && now >= self.drop_next {
            self.expire(params);
        }
    }

    fn expire(&mut self, params: &Params) {
        self.set_count(self.count - 1);
        self.drop_next = self.control_law(params, self.drop_next);
    }

    /// CoDel's part for a packet that waited `sojourn`. Returns whether it signals and, otherwise, by how
    /// much the schedule is late; the kernel measures that before a new dropping state moves the schedule.
    fn signals(&mut self, params: &Params, sojourn: i64, now: i64) -> (bool, i64) {
        self.sojourn = sojourn;
        let late = now - self.drop_next;
        let is_due = |state: &State| state.count > 0 && now >= state.drop_next;
        let due = is_due(self);
        let above = sojourn > params.target
            && sojourn > 2 * params.mtu_time * params.bulk_flows
            && sojourn > 4 * params.mtu_time;
        if above {
            if !self.dropping {
                self.dropping = true;
                self.drop_next = self.control_law(params, now);
            }
            self.count = self.count.max(1);
        } else {
            self.dropping = false;
        }
        if !due || self.dropping {
            return (due, late);
        }
        while is_due(self) {
            self.expire(params);
        }
        (false, now - self.drop_next)
    }
}

/// What COBALT decided about a packet at the head.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Decision {
    /// CoDel marked it for this reason.
    pub marked: Option<Reason>,
    /// COBALT drops it for this reason, unless it is the last packet.
    pub drop: Option<Reason>,
}

/// An event between the calls of the host.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, P> {
    /// The head was removed because the buffer was full.
    Overflow(&'a P),
    /// The head was tested, and forwarded or not.
    Tested(&'a P, Decision, bool),
    /// The queue was found empty.
    Empty,
}

/// Counters of a COBALT queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Head drops because the buffer was full.
    pub overflows: u64,
    /// Drops by CoDel.
    pub codel_drops: u64,
    /// Drops by BLUE alone.
    pub blue_drops: u64,
    /// Packets that left with a mark by CoDel.
    pub marks: u64,
}

/// A queue under COBALT.
#[derive(Clone, Debug)]
pub struct Cobalt<P> {
    queue: Fifo<P>,
    params: Params,
    limit: Limit,
    state: State,
    stats: Stats,
}

impl<P: Queueable> Algorithm<P> for Cobalt<P> {
    type Params = CobaltParams;

    fn new(params: &CobaltParams, env: &Environment, _now: Time) -> Self {
        Cobalt::with_params(Params::new(params, env), env.limit)
    }

    fn retune(&mut self, params: &CobaltParams, env: &Environment, _now: Time) {
        self.params = Params::new(params, env);
        self.limit = env.limit;
    }
}

impl<P: Queueable> Cobalt<P> {
    /// An empty queue with the kernel's own parameters.
    pub fn with_params(params: Params, limit: Limit) -> Self {
        Cobalt {
            queue: Fifo::default(),
            params,
            limit,
            state: State::default(),
            stats: Stats::default(),
        }
    }

    /// State of both parts.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// [`Discipline::enqueue`], and calls `watch` after each event.
    #[inline(always)]
    pub fn enqueue_watched(
        &mut self,
        packet: P,
        ctx: &mut impl Context<P>,
        mut watch: impl FnMut(&Self, Event<'_, P>),
    ) {
        self.queue.push(packet, ctx.now());
        // The limit is tested after the packet was appended: it may itself be dropped.
        while self.queue.len() as u64 > self.limit.packets || self.queue.bytes() > self.limit.bytes
        {
            let Some(head) = self.queue.pop() else { return };
            self.state.queue_full(&self.params, nanos(ctx.now()));
            self.stats.overflows += 1;
            let waited = ctx.now().saturating_since(head.enqueued);
            ctx.dropped(&head.packet, waited, DropReason::Overflow);
            watch(self, Event::Overflow(&head.packet));
        }
    }

    /// [`Discipline::dequeue`], and calls `watch` after each event.
    #[inline(always)]
    pub fn dequeue_watched(
        &mut self,
        ctx: &mut impl Context<P>,
        mut watch: impl FnMut(&Self, Event<'_, P>),
    ) -> Option<Queued<P>> {
        loop {
            let Some(mut head) = self.queue.pop() else {
                if self.params.sees_empty_queue {
                    self.state.queue_empty(&self.params, nanos(ctx.now()));
                }
                watch(self, Event::Empty);
                return None;
            };
            let decision = self.decide(&mut head, ctx);
            // The last packet leaves, whatever the decision.
            let drop = decision.drop.filter(|_| !self.queue.is_empty());
            watch(self, Event::Tested(&head.packet, decision, drop.is_none()));
            let waited = ctx.now().saturating_since(head.enqueued);
            let Some(reason) = drop else {
                // A mark on a packet that BLUE drops is neither counted nor reported.
                if let Some(reason) = decision.marked {
                    self.stats.marks += 1;
                    let reason = MarkReason::InsteadOf(DropReason::Cobalt(reason));
                    ctx.marked(&head.packet, waited, reason);
                }
                return Some(head);
            };
            match reason {
                Reason::Codel { .. } => self.stats.codel_drops += 1,
                Reason::Blue { .. } => self.stats.blue_drops += 1,
            }
            ctx.dropped(&head.packet, waited, DropReason::Cobalt(reason));
        }
    }

    /// Tests a packet that was just removed; marks it if CoDel signals and that is possible.
    fn decide(&mut self, head: &mut Queued<P>, ctx: &mut impl Context<P>) -> Decision {
        let now = nanos(ctx.now());
        let waited = ctx.now().saturating_since(head.enqueued);
        let mut decision = Decision::default();
        let (signals, mut late) = self.state.signals(&self.params, waited.nanos() as i64, now);
        if signals {
            let target = Span::from_nanos(self.params.target as u64);
            let reason = Reason::Codel { count: self.state.count, target };
            if self.params.ecn && head.packet.try_mark() {
                decision.marked = Some(reason);
            } else {
                decision.drop = Some(reason);
            }
            self.state.set_count(self.state.count.saturating_add(1));
            self.state.drop_next = self.state.control_law(&self.params, self.state.drop_next);
            late = now - self.state.drop_next;
        }
        if self.state.probability > 0 && (self.params.always_draws || decision.drop.is_none()) {
            // Consumers of 32 bits take the upper half.
            let drawn = ((ctx.draw() >> 32) as u32) < self.state.probability;
            if drawn && decision.drop.is_none() {
                decision.drop = Some(Reason::Blue { probability: self.probability() });
            }
        }
        if self.state.count == 0 {
            self.state.drop_next = now + self.params.interval;
        } else if late > 0 && decision.drop.is_none() {
            self.state.drop_next = now;
        }
        decision
    }

    fn probability(&self) -> f64 {
        f64::from(self.state.probability) / 4_294_967_296.0
    }
}

impl<P: Queueable> Discipline<P> for Cobalt<P> {
    #[inline(never)]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.enqueue_watched(packet, ctx, |_, _| {});
    }

    #[inline(never)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.dequeue_watched(ctx, |_, _| {})
    }

    backlog_in_one_queue!(P);

    fn probe(&self, _now: Time) -> AnyProbe {
        let state = &self.state;
        let drop_next = Time::from_nanos(state.drop_next.max(0) as u64);
        AnyProbe::Cobalt(Probe {
            dropping: state.dropping,
            count: state.count,
            sojourn: Span::from_nanos(state.sojourn as u64),
            drop_next: state.dropping.then_some(drop_next),
            probability: self.probability(),
        })
    }
}

/// The kernel's clock is signed.
fn nanos(t: Time) -> i64 {
    t.nanos() as i64
}

/// 2^32 / sqrt(count) as the kernel tabulates it: rounded, except at four counts.
const fn reciprocal_roots() -> [u32; TABULATED] {
    let mut roots = [u32::MAX; TABULATED];
    let mut count = 2;
    while count < TABULATED {
        // Twice the root, so that half of it can be rounded.
        let twice = ((1u128 << 66) / count as u128).isqrt() as u64;
        let rounded = twice.div_ceil(2) as u32;
        roots[count] = match count {
            4 => rounded - 1,
            10 | 12 | 15 => rounded + 1,
            _ => rounded,
        };
        count += 1;
    }
    roots
}

/// 2^32 / sqrt(count): from the table, or one step of x <- x (3 - count x^2) / 2 from `previous`.
pub fn reciprocal_root(count: u32, previous: u32) -> u32 {
    if let Some(root) = RECIPROCAL_ROOTS.get(count as usize) {
        return *root;
    }
    let x = u64::from(previous);
    let square = (x * x) >> 32;
    // 3 - count x^2 in Q2.32; two bits less, so that the product with x fits 64 bits.
    let factor = (3u64 << 32).wrapping_sub(u64::from(count).wrapping_mul(square)) >> 2;
    (factor.wrapping_mul(x) >> 31) as u32
}
