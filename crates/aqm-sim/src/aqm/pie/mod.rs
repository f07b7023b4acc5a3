//! PIE, Proportional Integral controller Enhanced. It hits arriving packets with a probability. A PI
//! controller sets the probability periodically from the queue delay and its trend.
//!
//! One queue serves four generations of the controller, each to be read beside its source:
//! [`paper2013`] and [`rfc8033`] in real arithmetic, [`linux414`] and [`linux`] in the kernel's
//! integer arithmetic.

mod kernel;
pub mod linux;
pub mod linux414;
pub mod paper2013;
pub mod params;
mod report;
pub mod rfc8033;
#[cfg(test)]
mod tests;
mod twins;

pub use kernel::{Generation, KernelParams};
pub use params::{PieParams, PieVariant};
pub use report::{Probe, Reason};
pub(super) use twins::{with_burst, with_gain, with_update};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// PIE after Pan et al. 2013.
pub type PiePaper2013<P> = Pie<P, paper2013::Controller>;
/// PIE after RFC 8033.
pub type PieRfc8033<P> = Pie<P, rfc8033::Controller>;
/// PIE after Linux 3.14 to 4.20.
pub type PieLinux414<P> = Pie<P, linux414::Controller>;
/// PIE after Linux since 5.6.
pub type PieLinux<P> = Pie<P, linux::Controller>;

/// The parts in which the generations differ. Backlogs are in bytes and exclude the arriving or
/// departing packet.
pub trait Controller {
    /// The variant that this controller runs.
    const VARIANT: PieVariant;
    /// The controller's initial state.
    fn new(params: &PieParams, env: &Environment) -> Self;
    /// Adopts new parameters or surroundings; the state stays.
    fn retune(&mut self, params: &PieParams, env: &Environment);
    /// Time from the set-up to the first update.
    fn first_update(&self) -> Span {
        self.period()
    }
    /// Time from one update to the next.
    fn period(&self) -> Span;
    /// A packet arrives; called before the decision.
    fn arriving(&mut self, _backlog: u64) {}
    /// Whether an arriving packet of `bytes` bytes is hit.
    fn hits(&mut self, bytes: u32, backlog: u64, draw: impl FnOnce() -> u64) -> bool;
    /// Whether a packet that is hit may be marked instead of dropped.
    fn may_mark(&self) -> bool;
    /// An arriving packet was dropped, early or because the buffer was full.
    fn dropped(&mut self) {}
    /// A packet left.
    fn departed(&mut self, departure: Departure);
    /// Updates the probability.
    fn update(&mut self, backlog: u64);
    /// Drop probability, 0..1 (but see [`linux`]).
    fn probability(&self) -> f64;
    /// Factor of both gains at the present probability: the auto-tuning (RFC 8033, section 4.2), 0..1.
    fn tuning(&self) -> f64;
    /// Latest sample or estimate of the queue delay.
    fn delay(&self) -> Span;
    /// Burst allowance left.
    fn burst(&self) -> Span;
    /// Estimated departure rate in bytes per second, if the controller estimates one; 0: unknown.
    fn rate(&self) -> Option<f64>;
}

/// A packet that leaves the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Departure {
    /// Time of departure.
    pub now: Time,
    /// Time of arrival.
    pub enqueued: Time,
    /// Size in bytes.
    pub bytes: u32,
    /// Bytes left behind.
    pub backlog: u64,
}

/// Counters of a PIE queue.
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
    /// Largest backlog that an accepted packet found, in packets.
    pub longest: u64,
}

/// A PIE queue.
#[derive(Clone, Debug)]
pub struct Pie<P, C> {
    queue: Fifo<P>,
    limit: Limit,
    next_update: Time,
    controller: C,
    stats: Stats,
}

impl<P: Queueable, C: Controller> Algorithm<P> for Pie<P, C> {
    type Params = PieParams;

    fn runs(params: &PieParams) -> bool {
        params.variant == C::VARIANT
    }

    fn new(params: &PieParams, env: &Environment, now: Time) -> Self {
        Pie::with_controller(C::new(params, env), env.limit, now)
    }

    fn retune(&mut self, params: &PieParams, env: &Environment, now: Time) {
        let period = self.controller.period();
        self.controller.retune(params, env);
        self.limit = env.limit;
        if self.controller.period() < period {
            self.next_update = self.next_update.min(now + self.controller.period());
        }
    }
}

impl<P: Queueable, C: Controller> Pie<P, C> {
    /// An empty queue at time `now` around a controller.
    pub fn with_controller(controller: C, limit: Limit, now: Time) -> Self {
        Pie {
            limit,
            next_update: now + controller.first_update(),
            controller,
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    /// The controller.
    pub fn controller(&self) -> &C {
        &self.controller
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}

impl<P: Queueable, C: Controller> Discipline<P> for Pie<P, C> {
    #[inline(always)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let (bytes, backlog) = (packet.bytes(), self.queue.bytes());
        self.controller.arriving(backlog);
        if !self.limit.admits(&self.queue, bytes) {
            self.stats.overflows += 1;
            self.controller.dropped();
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if self.controller.hits(bytes, backlog, || ctx.draw()) {
            let reason = DropReason::Pie(Reason {
                probability: self.controller.probability(),
                delay: self.controller.delay(),
            });
            if !(self.controller.may_mark() && packet.try_mark()) {
                self.stats.drops += 1;
                self.controller.dropped();
                return ctx.dropped(&packet, Span::ZERO, reason);
            }
            self.stats.marks += 1;
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(reason));
        }
        self.stats.accepted += 1;
        self.stats.longest = self.stats.longest.max(self.queue.len() as u64);
        self.queue.push(packet, ctx.now());
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let head = self.queue.pop()?;
        let Queued { packet, enqueued } = head;
        let (now, bytes, backlog) = (ctx.now(), packet.bytes(), self.queue.bytes());
        self.controller.departed(Departure { now, enqueued, bytes, backlog });
        Some(head)
    }

    backlog_in_one_queue!(P);

    fn next_timer(&self) -> Time {
        self.next_update
    }

    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        self.controller.update(self.queue.bytes());
        self.next_update = ctx.now() + self.controller.period();
    }

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::Pie(Probe {
            probability: self.controller.probability(),
            delay: self.controller.delay(),
            burst: self.controller.burst(),
            tuning: self.controller.tuning(),
            rate: self.controller.rate(),
        })
    }
}
