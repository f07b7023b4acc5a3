//! Which deadlines of connections become events.
//!
//! Nearly every packet puts a deadline off: that of the delayed ACK, of the tail loss probe, of the
//! retransmission. With an event for each of them, most events would find that there is nothing to
//! do yet. So deadlines are written down side by side, where looking at all of them costs little:
//! the border of each bin does that, and only what is due before the next border becomes an event.
//! The order of events does not depend on when they were planned, so this changes no result.

use super::flow::Flow;
use super::{Parcel, Simulation};
use crate::event::{Class, EventQueue};
use crate::packet::FlowId;
use crate::time::Time;

/// The deadlines of all flows, each possibly earlier than it really is by now.
#[derive(Clone, Debug)]
pub(super) struct Deadlines {
    /// The border of the bin: what is due before is an event, the rest is looked at then.
    until: Time,
    /// A place for each flow, also for those that have no deadlines. Two arrays: a pair of times is
    /// two instructions further away than one.
    senders: Vec<Time>,
    receivers: Vec<Time>,
}

impl Deadlines {
    pub(super) fn new(until: Time) -> Self {
        Deadlines { until, senders: Vec::new(), receivers: Vec::new() }
    }

    /// Makes room for another flow.
    pub(super) fn add(&mut self) {
        self.senders.push(Time::NEVER);
        self.receivers.push(Time::NEVER);
    }

    /// Returns the first flow from `start` on that has a deadline which must become an event.
    fn find_event(&self, start: usize) -> Option<usize> {
        let mut both = self.senders[start..].iter().zip(&self.receivers[start..]);
        let is_due = |(&sender, &receiver): (&Time, &Time)| sender.min(receiver) < self.until;
        both.position(is_due).map(|index| start + index)
    }

    /// The sender's deadline is `due` now. Returns whether that has to be an event.
    #[inline]
    #[must_use]
    pub(super) fn sender(&mut self, id: FlowId, due: Time) -> bool {
        self.senders[id as usize] = due;
        due < self.until
    }

    /// The receiver's deadline is `due` now. Returns whether that has to be an event.
    #[inline]
    #[must_use]
    pub(super) fn receiver(&mut self, id: FlowId, due: Time) -> bool {
        self.receivers[id as usize] = due;
        due < self.until
    }
}

impl Flow {
    /// The sender's deadline may be another one.
    #[inline]
    pub(super) fn plan_sender_timer(
        &mut self,
        id: FlowId,
        due: Time,
        deadlines: &mut Deadlines,
        events: &mut EventQueue<Parcel>,
    ) {
        if deadlines.sender(id, due) {
            self.push_sender_timer(id, due, events);
        }
    }

    /// The receiver's deadline may be another one.
    #[inline]
    pub(super) fn plan_receiver_timer(
        &mut self,
        id: FlowId,
        deadlines: &mut Deadlines,
        events: &mut EventQueue<Parcel>,
    ) {
        let due = self.receiver.next_timer();
        if deadlines.receiver(id, due) {
            self.push_receiver_timer(id, due, events);
        }
    }

    /// An event at `due`, unless an earlier one is pending.
    #[inline(never)]
    fn push_sender_timer(&mut self, id: FlowId, due: Time, events: &mut EventQueue<Parcel>) {
        if due < self.sender_timer {
            self.sender_timer = due;
            let sequence = self.next_sequence();
            events.push(due, Class::SenderTimer, id, sequence);
        }
    }

    #[inline(never)]
    fn push_receiver_timer(&mut self, id: FlowId, due: Time, events: &mut EventQueue<Parcel>) {
        if due < self.receiver_timer {
            self.receiver_timer = due;
            let sequence = self.next_sequence();
            events.push(due, Class::DelayedAck, id, sequence);
        }
    }
}

impl Simulation {
    /// At the border of a bin; the next one is at `boundary`.
    pub(super) fn watch_deadlines(&mut self, boundary: Time) {
        self.deadlines.until = boundary;
        let mut next = 0;
        while let Some(id) = self.deadlines.find_event(next) {
            self.plan_timers(id as FlowId);
            next = id + 1;
        }
    }

    #[inline(never)]
    fn plan_timers(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        let due = flow.sender.next_timer();
        flow.plan_sender_timer(id, due, &mut self.deadlines, &mut self.events);
        flow.plan_receiver_timer(id, &mut self.deadlines, &mut self.events);
    }
}
