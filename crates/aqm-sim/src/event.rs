//! The event queue, ordered by (time, class, flow, sequence within the flow).
//!
//! The order does not depend on the order of insertion across flows. Two engines with the same model therefore
//! order all ties in the same way.

use crate::packet::FlowId;
use crate::time::{Span, Time};
use crate::tournament::Tournament;
use crate::wheel::{Timed, Wheel};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The class of an event. At equal times, lower classes go first.
///
/// Timed changes, the discipline's timer and the end of a transmission come before all classes; the
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
    /// A segment reaches its queue after a random delay.
    Entry,
    /// A segment reaches its receiver.
    Segment,
    /// A receiver's delayed-ACK timer.
    DelayedAck,
    /// An ACK reaches its sender.
    Ack,
    /// A sender's timer.
    SenderTimer,
    /// An application's request reaches the sender.
    Request,
    /// A message, or a measured datagram, has arrived completely.
    Message,
    /// The timer of a group of applications.
    App,
}

/// No payload.
const NONE: u32 = u32::MAX;
/// Time span of the wheel; most timers of flows are due within it.
const REACH: Span = Span::from_millis(500);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    time: Time,
    class: Class,
    flow: FlowId,
    sequence: u32,
    /// Index of the payload, or [`NONE`].
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
    /// The class of the event.
    pub class: Class,
    /// The flow that the event concerns.
    pub flow: FlowId,
    /// The event's payload.
    pub payload: Option<T>,
}

/// Pending events, some with payloads of type `T`. A timing wheel holds the near future, a heap the far future.
/// Releases of paced segments are apart, because a flow has at most one.
#[derive(Clone, Debug)]
pub struct EventQueue<T> {
    /// See [`Self::horizon`].
    horizon: Time,
    bound: Time,
    wheel: Wheel<Key>,
    heap: BinaryHeap<Reverse<Key>>,
    /// See [`Self::plan_release`].
    releases: Tournament,
    /// Time of the last removed event; no pending event is earlier.
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
            releases: Tournament::default(),
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

    /// Adds an event with a payload.
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
        // Slots of the wheel are fast for a few events, but a change can open thousands of flows at one
        // time. Each flow opens only once, so the heap is fast enough.
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

    /// Replaces the time at which a paced segment of `flow` may leave; [`Time::NEVER`] if none waits. It is
    /// an event of the class [`Class::SenderTimer`].
    #[inline(always)]
    pub fn plan_release(&mut self, flow: FlowId, time: Time) {
        if self.releases.set(flow, time) {
            self.horizon = self.next_time().min(self.bound);
        }
    }

    /// Returns the flow of the next release and its time, if that is before `limit`, before all other
    /// events and before the [bound](Self::set_bound). The caller plans the flow's next release.
    #[inline(always)]
    pub fn next_release(&mut self, limit: Time) -> Option<(FlowId, Time)> {
        let time = self.releases.next_time();
        if time >= limit.min(self.bound).min(self.next_in_line()) {
            return None;
        }
        let flow = self.releases.first()?;
        self.past = time;
        Some((flow, time))
    }

    /// Returns the time of the next event; [`Time::NEVER`] if there is none.
    pub fn next_time(&self) -> Time {
        self.next_in_line().min(self.releases.next_time())
    }

    /// Returns the time of the next event that is no release.
    fn next_in_line(&self) -> Time {
        let far = self.heap_next().map_or(Time::NEVER, |key| key.time);
        self.wheel.next_time().min(far)
    }

    /// Returns the time of the next event or the [bound](Self::set_bound), whichever is earlier. A loop needs to
    /// compare with this one number only.
    pub fn horizon(&self) -> Time {
        self.horizon
    }

    /// Sets the time of the next event outside this queue.
    pub fn set_bound(&mut self, bound: Time) {
        self.bound = bound;
        self.horizon = self.next_time().min(bound);
    }

    /// Sets the time of the next event outside this queue to `bound`, if that is earlier.
    pub fn lower_bound(&mut self, bound: Time) {
        self.bound = self.bound.min(bound);
        self.horizon = self.horizon.min(bound);
    }

    /// Returns the sort key of the next event.
    pub fn next_key(&self) -> Option<(Time, Class, FlowId, u32)> {
        let key = self.first_release().or_else(|| self.next_key_in_line().copied());
        key.map(|key| (key.time, key.class, key.flow, key.sequence))
    }

    /// Removes the next event.
    pub fn pop(&mut self) -> Option<Event<T>> {
        let release = self.first_release();
        let key = if let Some(release) = release {
            self.releases.set(release.flow, Time::NEVER);
            release
        } else if self.is_wheel_next() {
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

    /// Returns the key of the next release, if it precedes all other events.
    fn first_release(&self) -> Option<Key> {
        let time = self.releases.next_time();
        if time > self.next_in_line() {
            return None;
        }
        let flow = self.releases.first()?;
        let key = Key { time, class: Class::SenderTimer, flow, sequence: 0, slot: NONE };
        self.next_key_in_line().is_none_or(|other| key.precedes(other)).then_some(key)
    }

    /// Returns the key of the next event that is no release.
    fn next_key_in_line(&self) -> Option<&Key> {
        if self.is_wheel_next() { self.wheel.peek() } else { self.heap_next() }
    }

    /// Returns the size of the memory for events and payloads in bytes, used or not.
    pub fn bytes(&self) -> usize {
        let payloads = self.payloads.len() * size_of::<T>() + self.free.len() * size_of::<u32>();
        self.wheel.bytes() + self.heap.len() * size_of::<Key>() + self.releases.bytes() + payloads
    }

    /// Returns the flow of each event with a payload, unordered.
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

    #[test]
    fn releases_are_sender_timers() {
        let mut queue = EventQueue::<()>::default();
        let t = Time::from_nanos(5);
        for flow in [0, 2, 5] {
            queue.push(t, Class::SenderTimer, flow, 7);
        }
        queue.push(t, Class::Ack, 9, 0);
        for flow in [1, 3] {
            queue.plan_release(flow, t);
        }
        queue.plan_release(3, Time::from_nanos(4));
        queue.plan_release(6, t);
        queue.plan_release(6, Time::NEVER);
        queue.set_bound(Time::NEVER);
        assert_eq!(
            (queue.horizon(), queue.next_release(t)),
            (Time::from_nanos(4), Some((3, Time::from_nanos(4))))
        );
        queue.plan_release(3, t);
        assert_eq!(queue.next_release(Time::NEVER), None, "not before the other events");
        let events = std::iter::from_fn(|| {
            let next = queue.next_key();
            let event = queue.pop()?;
            assert_eq!(
                next.map(|(_, class, flow, _)| (class, flow)),
                Some((event.class, event.flow))
            );
            Some((event.class == Class::SenderTimer, event.flow))
        });
        let order = [(false, 9), (true, 0), (true, 1), (true, 2), (true, 3), (true, 5)];
        assert_eq!(events.collect::<Vec<_>>(), order);
        assert_eq!(queue.horizon(), Time::NEVER);
    }

    /// Inserting into a sorted slot moves its entries, which is fast only for a few.
    #[test]
    fn the_wheel_never_gets_crowded() {
        let mut queue = EventQueue::<()>::default();
        let at = |millis: u64| Time::ZERO + Span::from_millis(millis);
        for flow in 0..10_000 {
            queue.push(at(0), Class::Open, flow, 0);
        }
        assert_eq!(queue.wheel.next_time(), Time::NEVER, "opening flows are not in the wheel");
        for flow in 0..10_000 {
            queue.push(at(0), Class::Datagram, flow, 0);
            queue.push(at(300), Class::Datagram, flow, 0);
        }
        let in_wheel = std::iter::from_fn(|| queue.wheel.pop()).count();
        assert!((100..10_000).contains(&in_wheel), "{in_wheel}");
    }

    proptest! {
        /// Wheel and heap together behave like one sorted set.
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
