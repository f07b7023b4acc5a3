//! ACKs on their way to the senders. Most pending events are ACKs.
//!
//! Behind one bottleneck most ACKs arrive in the order in which they were sent. With equal paths
//! all of them do. A FIFO holds every ACK that arrives after the last one in it. A timing wheel
//! holds the others.

use crate::packet::{Ack, FlowId};
use crate::ring::Ring;
use crate::tcp::InOrderAck;
use crate::time::{Span, Time};
use crate::wheel::{Timed, Wheel};

const NONE: u32 = u32::MAX;
/// Flag in [`Pending::next`]. If set, the rest is an index of `stored`, not a segment number.
const ELSEWHERE: u64 = 1 << 63;

/// An ACK with its sort key: time, flow, and sequence within the flow. In the FIFO the sequence is
/// zero. A wheel entry of the same time and flow was always sent later.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pending {
    pub time: Time,
    next: u64,
    echo: Time,
    pub flow: FlowId,
    pub sequence: u32,
}

/// An ACK with options: SACK blocks or ECN information.
#[derive(Clone, Copy, Debug)]
pub struct StoredAck {
    ack: Ack,
    /// Index of the next free entry.
    next: u32,
}

/// All pending ACKs.
#[derive(Clone, Debug)]
pub struct Acks {
    next_time: Time,
    fifo: Ring<Pending>,
    /// Arrival time of the last ACK appended. A new one must arrive later to join the FIFO.
    fifo_end: Time,
    wheel: Wheel<Pending>,
    stored: Vec<StoredAck>,
    free: u32,
}

impl Pending {
    /// Returns the numbers of an ACK without options.
    #[inline(always)]
    pub fn in_order(&self) -> Option<InOrderAck> {
        let &Pending { next, echo, .. } = self;
        (next & ELSEWHERE == 0).then_some(InOrderAck { next, echo })
    }
}

impl Timed for Pending {
    fn time(&self) -> Time {
        self.time
    }
    fn precedes(&self, other: &Pending) -> bool {
        (self.time, self.flow, self.sequence) < (other.time, other.flow, other.sequence)
    }
}

impl Acks {
    /// Creates an empty set for ACKs that arrive within `reach`.
    pub fn new(reach: Span) -> Self {
        Acks {
            next_time: Time::NEVER,
            fifo: Ring::default(),
            fifo_end: Time::ZERO,
            wheel: Wheel::new(reach),
            stored: Vec::new(),
            free: NONE,
        }
    }

    /// Returns when the next ACK arrives. [`Time::NEVER`] if there is none.
    pub fn next_time(&self) -> Time {
        self.next_time
    }

    /// Returns flow and sequence of the next ACK.
    pub fn next_key(&self) -> Option<(FlowId, u32)> {
        self.peek().map(|next| (next.flow, next.sequence))
    }

    /// Makes room for paths up to `reach`.
    pub fn extend(&mut self, reach: Span, now: Time) {
        self.wheel.extend(reach, now);
    }

    /// Adds `ack`. Returns false if the ACK is too far in the future. With `whole` it is stored like
    /// one with options.
    #[must_use]
    pub fn push(
        &mut self,
        time: Time,
        flow: FlowId,
        sequence: u32,
        ack: &Ack,
        whole: bool,
        now: Time,
    ) -> bool {
        if time <= self.fifo_end && !self.wheel.reaches(time, now) {
            return false;
        }
        let is_short = ack.has_only_numbers() && !whole;
        let next = if is_short { ack.next } else { ELSEWHERE | u64::from(self.keep(ack)) };
        let in_order = InOrderAck { next, echo: ack.echo };
        self.append(time, flow, in_order) || self.insert(time, flow, sequence, in_order, now)
    }

    /// Appends an ACK without options if it arrives after all ACKs in the FIFO. Returns whether it
    /// does.
    #[inline(always)]
    #[must_use]
    pub fn append(&mut self, time: Time, flow: FlowId, ack: InOrderAck) -> bool {
        if time <= self.fifo_end {
            return false;
        }
        self.fifo_end = time;
        // Only the first entry can be the next to arrive.
        if self.fifo.is_empty() {
            self.next_time = self.next_time.min(time);
        }
        let InOrderAck { next, echo } = ack;
        self.fifo.push_back(Pending { time, next, echo, flow, sequence: 0 });
        true
    }

    /// Adds an ACK without options to the wheel. Returns false if the ACK is too far in the future.
    #[inline(always)]
    #[must_use]
    pub fn insert(
        &mut self,
        time: Time,
        flow: FlowId,
        sequence: u32,
        ack: InOrderAck,
        now: Time,
    ) -> bool {
        self.wheel.reaches(time, now) && self.push_wheel(time, flow, sequence, ack)
    }

    // Separate parameters: passing a struct would store it to memory first, also on the FIFO's
    // path.
    #[inline(never)]
    fn push_wheel(&mut self, time: Time, flow: FlowId, sequence: u32, ack: InOrderAck) -> bool {
        let InOrderAck { next, echo } = ack;
        self.wheel.push(&Pending { time, next, echo, flow, sequence });
        self.next_time = self.next_time.min(time);
        true
    }

    /// Removes and returns the next ACK.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<Pending> {
        let other = self.wheel.next_time();
        match self.fifo.front() {
            Some(&next) if next.time < other || (next.time == other && self.is_fifo_first()) => {
                self.fifo.drop_front(1);
                let front = self.fifo.front().map_or(Time::NEVER, |front| front.time);
                self.next_time = front.min(other);
                Some(next)
            }
            _ => {
                // Rebuilt field by field: returning the value as it is costs four more instructions
                // per packet.
                let Pending { time, next, echo, flow, sequence } = self.pop_wheel()?;
                Some(Pending { time, next, echo, flow, sequence })
            }
        }
    }

    #[inline(never)]
    fn pop_wheel(&mut self) -> Option<Pending> {
        let next = self.wheel.pop();
        let front = self.fifo.front().map_or(Time::NEVER, |front| front.time);
        self.next_time = front.min(self.wheel.next_time());
        next
    }

    /// Returns the complete ACK of a removed entry. `window` is the receive window of its flow.
    pub fn complete(&mut self, pending: &Pending, window: u64) -> Ack {
        match pending.in_order() {
            Some(in_order) => in_order.with_window(window),
            None => self.give_back((pending.next & !ELSEWHERE) as u32),
        }
    }

    /// Returns the memory of the wheel and of the ACKs with options, in bytes. It never shrinks.
    pub fn stored_bytes(&self) -> usize {
        self.wheel.bytes() + self.stored.len() * size_of::<StoredAck>()
    }

    /// Returns the flow of each pending ACK, in no order.
    pub fn flows(&self) -> impl Iterator<Item = FlowId> {
        self.fifo.iter().chain(self.wheel.iter()).map(|pending| pending.flow)
    }

    fn peek(&self) -> Option<&Pending> {
        if self.is_fifo_first() { self.fifo.front() } else { self.wheel.peek() }
    }

    fn is_fifo_first(&self) -> bool {
        match (self.fifo.front(), self.wheel.peek()) {
            (Some(fifo), Some(wheel)) => fifo.precedes(wheel),
            (fifo, _) => fifo.is_some(),
        }
    }

    /// Stores an ACK with options. Returns its index in `stored`.
    fn keep(&mut self, ack: &Ack) -> u32 {
        let kept = StoredAck { ack: *ack, next: NONE };
        let index = self.free;
        match self.stored.get_mut(index as usize) {
            Some(entry) => {
                self.free = entry.next;
                *entry = kept;
                index
            }
            None => {
                self.stored.push(kept);
                (self.stored.len() - 1) as u32
            }
        }
    }

    fn give_back(&mut self, index: u32) -> Ack {
        let entry = &mut self.stored[index as usize];
        entry.next = self.free;
        self.free = index;
        entry.ack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn pop(acks: &mut Acks) -> Option<(Time, FlowId, u64)> {
        let time = acks.next_time();
        let next = acks.pop()?;
        assert_eq!(next.time, time);
        let ack = acks.complete(&next, 0);
        assert_eq!(ack.ece, ack.next.is_multiple_of(3), "options stay with their ACK");
        Some((time, next.flow, ack.next))
    }

    proptest! {
        /// Compares with a sorted set, for any order of pushes and pops.
        #[test]
        fn acks_arrive_in_order(
            steps in prop::collection::vec((0u64..3_000_000, 0u32..4, 0u32..3), 1..400),
            (extend_at, coarse) in (0usize..400, 1u64..1_000_000),
        ) {
            let reach = Span::from_nanos(3_000_000);
            let mut acks = Acks::new(reach);
            let mut model = BTreeSet::new();
            let mut now = Time::ZERO;
            for (index, &(ahead, flow, pops)) in steps.iter().enumerate() {
                if index == extend_at {
                    acks.extend(reach * 5, now);
                }
                // Coarse times make ties.
                let time = now + Span::from_nanos(ahead / coarse * coarse);
                let next = index as u64;
                let ack = Ack { next, ece: next.is_multiple_of(3), ..Ack::default() };
                prop_assert!(acks.push(time, flow, index as u32 + 1, &ack, false, now));
                model.insert((time, flow, next));
                for _ in 0..pops {
                    let expected = model.pop_first();
                    prop_assert_eq!(pop(&mut acks), expected);
                    now = expected.map_or(now, |(time, ..)| time);
                }
                let mut flows: Vec<_> = acks.flows().collect();
                let mut wanted: Vec<_> = model.iter().map(|&(_, flow, _)| flow).collect();
                flows.sort_unstable();
                wanted.sort_unstable();
                prop_assert_eq!(flows, wanted);
            }
            while let Some(expected) = model.pop_first() {
                prop_assert_eq!(acks.next_key().map(|(flow, _)| flow), Some(expected.1));
                prop_assert_eq!(pop(&mut acks), Some(expected));
            }
            prop_assert_eq!(acks.next_time(), Time::NEVER);
        }
    }

    #[test]
    fn entries_are_used_again() {
        let mut acks = Acks::new(Span::from_millis(1));
        for turn in 0..10_000u64 {
            let at = |ahead: u64| Time::from_nanos(turn * 1000 + ahead);
            let ack = Ack { next: turn * 3, ece: true, ..Ack::default() };
            assert!(acks.push(at(900), 0, 1, &ack, false, at(0)));
            assert!(acks.push(at(800), 1, 1, &ack, false, at(0)));
            assert_eq!(pop(&mut acks), Some((at(800), 1, turn * 3)));
            assert_eq!(pop(&mut acks), Some((at(900), 0, turn * 3)));
        }
        assert_eq!(acks.stored.len(), 2);
    }

    #[test]
    fn push_refuses_acks_too_far_in_the_future() {
        let mut acks = Acks::new(Span::from_millis(1));
        let far = Time::from_seconds(10.0);
        assert!(acks.push(far, 0, 1, &Ack::default(), false, Time::ZERO), "the FIFO takes it");
        let ece = Ack { ece: true, ..Ack::default() };
        assert!(!acks.push(Time::from_seconds(9.0), 0, 2, &ece, false, Time::ZERO));
        assert!(acks.stored.is_empty());
    }
}
