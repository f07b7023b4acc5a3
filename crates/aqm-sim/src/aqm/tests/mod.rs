//! Properties that hold for every discipline, and helpers for the tests of each.

mod buckets;
mod many_queues;
mod properties;
mod registry;
mod rules;

pub use super::*;
pub use crate::buffer::Limit;
pub use crate::packet::Ecn;
use crate::rng::SplitMix64;
pub use crate::time::{Span, Time};
pub use crate::units::BitRate;

pub const MTU: u32 = 1500;

/// A packet with a number.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Numbered {
    pub id: u64,
    pub bytes: u32,
    pub ecn: Ecn,
    /// Flow key.
    pub flow: u64,
}

impl Queueable for Numbered {
    fn bytes(&self) -> u32 {
        self.bytes
    }
    fn ecn(&self) -> Ecn {
        self.ecn
    }
    fn flow_key(&self) -> u64 {
        self.flow
    }
    fn set_ce(&mut self) {
        assert_ne!(self.ecn, Ecn::NotEct, "marked a packet that cannot be marked");
        self.ecn = Ecn::Ce;
    }
}

/// A host that records everything.
pub struct Host {
    pub now: Time,
    /// Draws, unless `fixed`.
    pub stream: SplitMix64,
    pub fixed: Option<u64>,
    pub drops: Vec<(Time, Numbered, DropReason)>,
    pub marks: Vec<(Time, Numbered, MarkReason)>,
    pub arrivals: u64,
}

impl Context<Numbered> for Host {
    fn now(&self) -> Time {
        self.now
    }
    fn draw(&mut self) -> u64 {
        self.fixed.unwrap_or_else(|| self.stream.next_u64())
    }
    fn dropped(&mut self, packet: &Numbered, waited: Span, reason: DropReason) {
        assert!(waited <= self.now - Time::ZERO);
        self.drops.push((self.now, *packet, reason));
    }
    fn marked(&mut self, packet: &Numbered, _waited: Span, reason: MarkReason) {
        assert_eq!(packet.ecn, Ecn::Ce);
        self.marks.push((self.now, *packet, reason));
    }
}

impl Host {
    pub fn new() -> Self {
        Host {
            now: Time::ZERO,
            stream: SplitMix64::new(1),
            fixed: None,
            drops: Vec::new(),
            marks: Vec::new(),
            arrivals: 0,
        }
    }

    /// A host whose draws are the largest: packets are hit only where that is certain.
    pub fn merciful() -> Self {
        Host { fixed: Some(u64::MAX), ..Host::new() }
    }

    /// Lets time pass, and timers fire.
    pub fn wait(&mut self, queue: &mut impl Discipline<Numbered>, span: Span) {
        let end = self.now + span;
        while queue.next_timer() <= end {
            self.now = queue.next_timer();
            queue.on_timer(self);
            assert!(queue.next_timer() > self.now);
        }
        self.now = end;
    }

    /// Offers a packet; returns its number.
    pub fn offer(&mut self, queue: &mut impl Discipline<Numbered>, bytes: u32, ecn: Ecn) -> u64 {
        self.offer_in_flow(queue, bytes, ecn, 0)
    }

    /// Offers a packet of a flow; returns its number.
    pub fn offer_in_flow(
        &mut self,
        queue: &mut impl Discipline<Numbered>,
        bytes: u32,
        ecn: Ecn,
        flow: u64,
    ) -> u64 {
        let id = self.arrivals;
        self.arrivals += 1;
        queue.enqueue(Numbered { id, bytes, ecn, flow }, self);
        id
    }

    /// Offers `count` packets of the largest size that cannot be marked.
    pub fn fill(&mut self, queue: &mut impl Discipline<Numbered>, count: usize) {
        for _ in 0..count {
            self.offer(queue, MTU, Ecn::NotEct);
        }
    }

    /// Offers packets of the largest size until `length` wait or were offered.
    pub fn fill_to(&mut self, queue: &mut impl Discipline<Numbered>, length: u64) {
        let missing = length.saturating_sub(queue.packets());
        self.fill(queue, missing as usize);
    }

    /// Dequeues until the queue is empty, and once more.
    pub fn drain(&mut self, queue: &mut impl Discipline<Numbered>) {
        while queue.dequeue(self).is_some() {}
    }
}

/// A link of 12 Mbit/s, on which a packet of the largest size takes 1 ms, without a limit.
pub fn environment() -> Environment {
    Environment { limit: Limit::NONE, rate: BitRate::from_mbps(12.0), mtu: MTU }
}

#[track_caller]
pub fn assert_near(actual: f64, expected: f64, tolerance: f64) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected}");
}
