//! The event queue, ordered by (time, class, flow, sequence within the flow).
//!
//! The order never depends on when an event was inserted relative to other flows' events, so two
//! engines that agree on the model agree on every tie.

use crate::packet::FlowId;
use crate::time::{Span, Time};
use crate::wheel::{Timed, Wheel};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What an event stands for when times are equal: lower classes go first.
///
/// Changes, the discipline's timer and the end of a transmission come before all of these; the
/// world keeps them as plain times.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Class {
    /// A group stops.
    Stop,
    /// A flow opens.
    Open,
    /// A datagram source sends.
    Datagram,
    /// A segment reaches its receiver.
    Segment,
    /// A receiver's delayed-ACK timer.
    DelayedAck,
    /// An acknowledgement reaches its sender.
    Ack,
    /// A sender's timer.
    SenderTimer,
}

/// No payload.
const NONE: u32 = u32::MAX;
/// Timers of flows are mostly due sooner.
const REACH: Span = Span::from_millis(500);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    time: Time,
    class: Class,
    flow: FlowId,
    sequence: u32,
    /// Place of the payload, or [`NONE`].
    slot: u32,
}

impl Timed for Key {
    fn time(&self) -> Time {
        self.time
    }
    #[inline(never)]
    fn precedes(&self, other: &Key) -> bool {
        self < other
    }
}

/// An event that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event<T> {
    /// What it stands for.
    pub class: Class,
    /// Whom it concerns.
    pub flow: FlowId,
    /// What came with it.
    pub payload: Option<T>,
}

/// Pending events, some with payloads of type `T`: a timing wheel, and a heap for the far future.
#[derive(Clone, Debug)]
pub struct EventQueue<T> {
    /// See [`Self::horizon`].
    horizon: Time,
    bound: Time,
    wheel: Wheel<Key>,
    heap: BinaryHeap<Reverse<Key>>,
    /// When the last one was due: no pending one is earlier.
    past: Time,
    payloads: Vec<T>,
    free: Vec<u32>,
}

impl<T> Default for EventQueue<T> {
    fn default() -> Self {
        EventQueue {
            horizon: Time::NEVER,
            bound: Time::NEVER,
            wheel: Wheel::new(REACH),
            heap: BinaryHeap::new(),
            past: Time::ZERO,
            payloads: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T: Copy> EventQueue<T> {
    /// Adds an event. `sequence` orders equal events of one flow.
    pub fn push(&mut self, time: Time, class: Class, flow: FlowId, sequence: u32) {
        self.add(Key { time, class, flow, sequence, slot: NONE });
    }

    /// Adds an event that carries something.
    pub fn push_with(&mut self, time: Time, class: Class, flow: FlowId, sequence: u32, payload: T) {
        let slot = match self.free.pop() {
            Some(slot) => {
                self.payloads[slot as usize] = payload;
                slot
            }
            None => {
                self.payloads.push(payload);
                (self.payloads.len() - 1) as u32
            }
        };
        self.add(Key { time, class, flow, sequence, slot });
    }

    fn add(&mut self, key: Key) {
        // The slots of the wheel are made for a few events each, and changes can make thousands at one
        // time; flows open but once.
        if key.class > Class::Open
            && !self.wheel.is_crowded()
            && self.wheel.reaches(key.time, self.past)
        {
            self.wheel.push(&key);
        } else {
            self.heap.push(Reverse(key));
        }
        self.horizon = self.horizon.min(key.time);
    }

    /// Time of the next event; [`Time::NEVER`] if there is none.
    pub fn next_time(&self) -> Time {
        let far = self.heap_next().map_or(Time::NEVER, |key| key.time);
        self.wheel.next_time().min(far)
    }

    /// The next event or the [bound](Self::set_bound), whichever is earlier: what a loop must look
    /// at, in one number.
    #[inline]
    pub fn horizon(&self) -> Time {
        self.horizon
    }

    /// Something happens at `bound` that is not in this queue.
    pub fn set_bound(&mut self, bound: Time) {
        self.bound = bound;
        self.horizon = self.next_time().min(bound);
    }

    /// What orders the next event.
    pub fn next_key(&self) -> Option<(Time, Class, FlowId, u32)> {
        let key = if self.is_wheel_next() { self.wheel.peek() } else { self.heap_next() };
        key.map(|key| (key.time, key.class, key.flow, key.sequence))
    }

    /// Removes the next event.
    pub fn pop(&mut self) -> Option<Event<T>> {
        let key = if self.is_wheel_next() {
            self.wheel.pop()?
        } else {
            let Reverse(key) = self.heap.pop()?;
            key
        };
        self.past = key.time;
        self.horizon = self.next_time().min(self.bound);
        let payload = self.payloads.get(key.slot as usize).copied();
        if payload.is_some() {
            self.free.push(key.slot);
        }
        Some(Event { class: key.class, flow: key.flow, payload })
    }

    /// Bytes of the places for events and what they carry, used or not.
    pub fn bytes(&self) -> usize {
        let payloads = self.payloads.len() * size_of::<T>() + self.free.len() * size_of::<u32>();
        self.wheel.bytes() + self.heap.len() * size_of::<Key>() + payloads
    }

    /// Whose events carry something, once for each that does, in no order.
    pub fn carriers(&self) -> impl Iterator<Item = FlowId> {
        let far = self.heap.iter().map(|Reverse(key)| key);
        self.wheel.iter().chain(far).filter(|key| key.slot != NONE).map(|key| key.flow)
    }

    fn heap_next(&self) -> Option<&Key> {
        self.heap.peek().map(|Reverse(key)| key)
    }

    fn is_wheel_next(&self) -> bool {
        match (self.wheel.peek(), self.heap_next()) {
            (Some(near), Some(far)) => near.precedes(far),
            (near, _) => near.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_are_broken_by_class_then_flow_then_sequence() {
        let mut queue = EventQueue::default();
        let t = Time::from_nanos(5);
        queue.push_with(t, Class::Ack, 1, 0, "ack 1");
        queue.push_with(t, Class::Segment, 2, 1, "segment 2b");
        queue.push_with(t, Class::Segment, 2, 0, "segment 2a");
        queue.push_with(t, Class::Segment, 1, 9, "segment 1");
        queue.push_with(Time::from_nanos(4), Class::SenderTimer, 9, 0, "timer");
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()?.payload).collect();
        assert_eq!(order, ["timer", "segment 1", "segment 2a", "segment 2b", "ack 1"]);
    }

    /// A slot of the wheel is kept in order by moving what is in it: fine for a few events.
    #[test]
    fn the_wheel_never_gets_crowded() {
        let mut queue = EventQueue::<()>::default();
        let at = |millis: u64| Time::ZERO + Span::from_millis(millis);
        for flow in 0..10_000 {
            queue.push(at(0), Class::Open, flow, 0);
        }
        assert_eq!(queue.wheel.next_time(), Time::NEVER, "flows that open are not in it");
        for flow in 0..10_000 {
            queue.push(at(0), Class::Datagram, flow, 0);
            queue.push(at(300), Class::Datagram, flow, 0);
        }
        let in_wheel = std::iter::from_fn(|| queue.wheel.pop()).count();
        assert!((100..10_000).contains(&in_wheel), "{in_wheel}");
    }

    proptest! {
        /// Near and far future together are one sorted set.
        #[test]
        fn events_come_in_order(
            steps in prop::collection::vec((0u64..2_000, 0u32..3, prop::bool::ANY, 0u32..3), 1..200)
        ) {
            let mut queue = EventQueue::default();
            let mut model = std::collections::BTreeSet::new();
            let mut now = Time::ZERO;
            for (sequence, &(ms, flow, carries, pops)) in (0u32..).zip(&steps) {
                let time = now + Span::from_millis(ms);
                if carries {
                    queue.push_with(time, Class::Ack, flow, sequence, sequence);
                } else {
                    queue.push(time, Class::Ack, flow, sequence);
                }
                model.insert((time, flow, sequence, carries));
                for _ in 0..pops {
                    let expected = model.pop_first();
                    prop_assert_eq!(queue.next_key().map(|key| (key.0, key.2, key.3)),
                        expected.map(|(time, flow, sequence, _)| (time, flow, sequence)));
                    let next_time = expected.map_or(Time::NEVER, |expected| expected.0);
                    prop_assert_eq!(queue.next_time(), next_time);
                    let payload = queue.pop().map(|event| event.payload);
                    let wanted = expected.map(|(.., sequence, carries)| carries.then_some(sequence));
                    prop_assert_eq!(payload, wanted);
                    now = expected.map_or(now, |expected| expected.0);
                }
                let mut carriers: Vec<_> = queue.carriers().collect();
                let mut wanted: Vec<_> =
                    model.iter().filter(|event| event.3).map(|event| event.1).collect();
                carriers.sort_unstable();
                wanted.sort_unstable();
                prop_assert_eq!(carriers, wanted);
            }
        }
    }
}
