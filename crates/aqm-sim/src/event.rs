//! The event queue: a binary heap ordered by (time, class, flow, sequence within the flow).
//!
//! The order never depends on when an event was inserted relative to other flows' events, so two
//! engines that agree on the model agree on every tie.

use crate::packet::FlowId;
use crate::time::Time;
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

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    time: Time,
    class: Class,
    flow: FlowId,
    sequence: u32,
    slot: u32,
}

/// Pending events with payloads of type `T`.
#[derive(Clone, Debug)]
pub struct EventQueue<T> {
    heap: BinaryHeap<Reverse<Key>>,
    payloads: Vec<T>,
    free: Vec<u32>,
}

impl<T> Default for EventQueue<T> {
    fn default() -> Self {
        EventQueue { heap: BinaryHeap::new(), payloads: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> EventQueue<T> {
    /// Adds an event. `sequence` orders equal events of one flow.
    pub fn push(&mut self, time: Time, class: Class, flow: FlowId, sequence: u32, payload: T) {
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
        self.heap.push(Reverse(Key { time, class, flow, sequence, slot }));
    }

    /// Time of the next event; [`Time::NEVER`] if there is none.
    pub fn next_time(&self) -> Time {
        self.heap.peek().map_or(Time::NEVER, |Reverse(key)| key.time)
    }

    /// What orders the next event.
    pub fn next_key(&self) -> Option<(Time, Class, FlowId, u32)> {
        self.heap.peek().map(|Reverse(key)| (key.time, key.class, key.flow, key.sequence))
    }

    /// Removes the next event.
    pub fn pop(&mut self) -> Option<(FlowId, T)> {
        let Reverse(key) = self.heap.pop()?;
        self.free.push(key.slot);
        Some((key.flow, self.payloads[key.slot as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_broken_by_class_then_flow_then_sequence() {
        let mut queue = EventQueue::default();
        let t = Time::from_nanos(5);
        queue.push(t, Class::Ack, 1, 0, "ack 1");
        queue.push(t, Class::Segment, 2, 1, "segment 2b");
        queue.push(t, Class::Segment, 2, 0, "segment 2a");
        queue.push(t, Class::Segment, 1, 9, "segment 1");
        queue.push(Time::from_nanos(4), Class::SenderTimer, 9, 0, "timer");
        let order: Vec<_> = std::iter::from_fn(|| queue.pop().map(|(_, name)| name)).collect();
        assert_eq!(order, ["timer", "segment 1", "segment 2a", "segment 2b", "ack 1"]);
    }
}
