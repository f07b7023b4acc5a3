//! DUK, Delay Utilization Knee (Novak and Kasera): arriving packets are hit with a probability that
//! is set at the end of every interval, so that the queue works where its delay rises as fast as
//! the utilization of the link.
//!
//! The paper gives the probability (equation 9) and two algorithms around it, but not the
//! estimators of their inputs. [`printed`] is algorithm 1 as it stands; [`refined`] has three repairs
//! of ours. `docs/models/duk.md` has the derivation and the alternatives that were tried.

mod equation;
mod estimators;
pub(super) mod params;
mod printed;
mod refined;
mod report;
#[cfg(test)]
mod tests;

pub use equation::Point;
pub use estimators::{Capacity, Counters, Decision, Measured};
pub use report::{Probe, Reason};

use super::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, DukParams, DukVariant, Environment,
    MarkReason, backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// A DUK queue.
#[derive(Clone, Debug)]
pub struct Duk<P> {
    queue: Fifo<P>,
    limit: Limit,
    params: DukParams,
    /// Probability that an arriving packet is hit, 0..1.
    probability: f64,
    /// Length of the interval, and its end.
    length: Span,
    end: Time,
    counters: Counters,
    capacity: Capacity,
    /// Size of the largest packet offered so far in bytes.
    largest: u32,
    /// Sojourn time of the packet that left last.
    delay: Span,
    /// Delay and utilization at the end of the last interval.
    last_delay: Span,
    last_utilization: f64,
}

impl<P: Queueable> Duk<P> {
    /// Ends the interval: sets the probability and the length of the next one.
    fn decide(&mut self) {
        self.capacity.close();
        let Decision { probability, length } = match self.measure() {
            None => Decision { probability: 0.0, length: self.length },
            Some(measured) => {
                self.last_utilization = measured.utilization;
                let DukParams { variant, interval, resolution_packets, .. } = self.params;
                match variant {
                    DukVariant::Printed => printed::decide(&measured, interval),
                    DukVariant::Refined => {
                        let Measured { largest, capacity, .. } = measured;
                        let resolution =
                            refined::resolution(interval, resolution_packets, largest, capacity);
                        refined::decide(&measured, resolution)
                    }
                }
            }
        };
        (self.probability, self.length) = (probability, length);
        self.last_delay = self.delay;
        self.counters = Counters { emptied: self.queue.is_empty(), ..Counters::default() };
    }

    /// The measurements of the interval; `None` until the capacity is known.
    fn measure(&self) -> Option<Measured> {
        let capacity = self.capacity.rate()?;
        let utilization = self.counters.departed as f64 / (capacity * self.length.seconds());
        Some(Measured {
            counters: self.counters,
            length: self.length,
            waiting: self.queue.len() as u64,
            capacity,
            utilization,
            utilization_change: utilization - self.last_utilization,
            delay_change: self.delay.seconds() - self.last_delay.seconds(),
            largest: self.largest,
        })
    }

    fn reason(&self) -> DropReason {
        let reason = Reason {
            probability: self.probability,
            utilization: self.last_utilization,
            capacity: self.capacity.rate().unwrap_or_default(),
            interval: self.length,
        };
        reason.into()
    }
}

impl<P: Queueable> Algorithm<P> for Duk<P> {
    type Params = DukParams;

    fn new(params: &DukParams, env: &Environment, now: Time) -> Self {
        Duk {
            queue: Fifo::default(),
            limit: env.limit,
            params: *params,
            probability: 0.0,
            length: params.interval,
            end: now + params.interval,
            counters: Counters { emptied: true, ..Counters::default() },
            capacity: Capacity::default(),
            largest: 0,
            delay: Span::ZERO,
            last_delay: Span::ZERO,
            last_utilization: 0.0,
        }
    }

    /// A new interval or resolution counts from the end of the current interval on.
    fn retune(&mut self, params: &DukParams, env: &Environment, _now: Time) {
        self.params = *params;
        self.limit = env.limit;
    }
}

impl<P: Queueable> Discipline<P> for Duk<P> {
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let bytes = packet.bytes();
        self.counters.arrived += u64::from(bytes);
        self.largest = self.largest.max(bytes);
        if !self.limit.admits(&self.queue, bytes) {
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if self.probability > 0.0 && unit_interval(ctx.draw()) < self.probability {
            if !(self.params.ecn && packet.try_mark()) {
                return ctx.dropped(&packet, Span::ZERO, self.reason());
            }
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(self.reason()));
        }
        self.queue.push(packet, ctx.now());
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let now = ctx.now();
        self.capacity.end(now);
        let head = self.queue.pop()?;
        let bytes = head.packet.bytes();
        self.capacity.start(bytes, now);
        self.counters.departed += u64::from(bytes);
        self.delay = now - head.enqueued;
        if self.queue.is_empty() {
            self.counters.emptied = true;
            if self.params.variant == DukVariant::Refined {
                // "any time the queue becomes empty" (section IV); algorithm 1 tests it only once.
                self.probability = 0.0;
            }
        }
        Some(head)
    }

    fn next_timer(&self) -> Time {
        self.end
    }

    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        self.decide();
        self.end = ctx.now() + self.length;
    }

    backlog_in_one_queue!(P);

    fn probe(&self, _now: Time) -> AnyProbe {
        AnyProbe::Duk(Probe {
            probability: self.probability,
            utilization: self.last_utilization,
            capacity: self.capacity.rate(),
            interval: self.length,
            delay: self.delay,
        })
    }
}
