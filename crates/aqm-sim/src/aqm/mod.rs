//! Queue disciplines: drop-tail and active queue management (AQM).
//!
//! An algorithm never knows its host. It sees packets through [`Queueable`] and the world through
//! [`Context`]: the time, its random stream, and a sink for every drop and mark with a reason that
//! a learner can read. The same code can run on real packets.

pub mod ared;
pub mod codel;
mod config;
pub mod drop_tail;
pub mod pie;
mod queue;
pub mod red;
mod report;
#[cfg(test)]
mod tests;

pub use config::*;
pub use queue::Aqm;
pub use report::*;

use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// What a host offers to a discipline while a call lasts.
pub trait Context<P> {
    /// The current time.
    fn now(&self) -> Time;
    /// 64 random bits from the discipline's own stream; consumers of 32 bits take the upper half.
    fn draw(&mut self) -> u64;
    /// `packet` was dropped. `waited` is its sojourn time: zero for drops at enqueue.
    fn dropped(&mut self, packet: &P, waited: Span, reason: DropReason);
    /// `packet` was CE-marked and stays in (or leaves) the queue. Linux's RED marks before its
    /// buffer admits: there a marked packet may still be dropped at once, for `Overflow`.
    fn marked(&mut self, packet: &P, waited: Span, reason: MarkReason);
}

/// A queue discipline with the queue it manages.
///
/// The host calls `dequeue` when the link becomes free, and once after every `enqueue`, accepted
/// or not, while the link is idle; or takes a short way that comes to the same.
pub trait Discipline<P: Queueable> {
    /// Offers an arriving packet.
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>);
    /// Offers the packets that `packet` returns for 0, 1, ... `count` - 1, one after the other.
    #[inline(always)]
    fn enqueue_all(&mut self, count: u64, packet: impl Fn(u64) -> P, ctx: &mut impl Context<P>) {
        (0..count).for_each(|index| self.enqueue(packet(index), ctx));
    }
    /// The short way: the queue, for the host to append `count` packets of `bytes` each, if
    /// [`Discipline::enqueue`] would come to no more for any of them.
    #[inline(always)]
    fn takes_all(&mut self, _count: u64, _bytes: u32) -> Option<&mut Fifo<P>> {
        None
    }
    /// Takes the packet to transmit next, if there is one.
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>>;
    /// The short way while packets wait: if [`Discipline::dequeue`] would return `head`, the first of
    /// them, as it is, does all else that it would do, and returns true: then the host takes `head` out
    /// of the queue. Otherwise, as when something is dropped, does nothing and returns false, and the
    /// host calls `dequeue`.
    #[inline(always)]
    fn releases(&mut self, _head: &Queued<P>, _now: Time) -> bool {
        false
    }
    /// The short way while none waits: does what [`Discipline::dequeue`] would do, which is all that may
    /// happen then.
    #[inline(always)]
    fn runs_dry(&mut self, _now: Time) {}
    /// The short way for a packet that arrives at an idle link: what [`Discipline::enqueue`] and
    /// [`Discipline::dequeue`] would do, if the queue is empty and that comes to no more than
    /// handing the packet through. Otherwise does nothing and returns false.
    #[inline(always)]
    fn passes(&mut self, _packet: &P, _now: Time) -> bool {
        false
    }
    /// When [`Discipline::on_timer`] wants to be called next; [`Time::NEVER`] without a timer.
    fn next_timer(&self) -> Time {
        Time::NEVER
    }
    /// The timer fired. `next_timer` must be later afterwards.
    fn on_timer(&mut self, _now: Time) {}
    /// The waiting packets.
    fn queue(&self) -> &Fifo<P>;
    /// Inner state for plots and explanations.
    fn probe(&self, now: Time) -> Probe;
}

/// What a discipline is told of the place it works in. It may change at any time during a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Environment {
    /// The most the buffer may hold.
    pub limit: Limit,
    /// Link rate, for disciplines that set themselves up from it (Adaptive RED).
    pub rate: BitRate,
    /// Largest IP packet in bytes.
    pub mtu: u32,
}
