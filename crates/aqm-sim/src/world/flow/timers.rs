//! The timers of both ends. Most of their deadlines are no events yet: see `deadlines`. At most the earliest one of each end is.

use super::Flow;
use crate::event::Class;
use crate::packet::FlowId;
use crate::time::Time;
use crate::world::calendar::Calendar;
use crate::world::host::Host;

impl Flow {
    /// The event of the sender's timer at `now` is no longer pending.
    pub fn end_sender_timer(&mut self, now: Time) {
        if self.sender_timer == now {
            self.sender_timer = Time::NEVER;
        }
    }

    /// The event of the receiver's timer at `now` is no longer pending. Returns whether it was.
    pub fn end_receiver_timer(&mut self, now: Time) -> bool {
        let is_pending = self.receiver_timer == now;
        if is_pending {
            self.receiver_timer = Time::NEVER;
        }
        is_pending
    }

    /// Stores the sender's deadline `due`, and plans an event if it must have one.
    #[inline]
    pub fn plan_sender_timer(&mut self, id: FlowId, due: Time, calendar: &mut Calendar) {
        if calendar.note_sender(id, due) {
            self.push_sender_timer(id, due, calendar);
        }
    }

    /// Stores the receiver's deadline, and plans an event if it must have one.
    #[inline]
    pub fn plan_receiver_timer(&mut self, id: FlowId, calendar: &mut Calendar) {
        let due = self.receiver.next_timer();
        if calendar.note_receiver(id, due) {
            self.push_receiver_timer(id, due, calendar);
        }
    }

    /// Plans an event at `due`, unless an earlier one is pending.
    #[inline(never)]
    fn push_sender_timer(&mut self, id: FlowId, due: Time, calendar: &mut Calendar) {
        if due < self.sender_timer {
            self.sender_timer = due;
            let sequence = self.next_sequence();
            calendar.plan(due, Class::SenderTimer, id, sequence);
        }
    }

    #[inline(never)]
    fn push_receiver_timer(&mut self, id: FlowId, due: Time, calendar: &mut Calendar) {
        if due < self.receiver_timer {
            self.receiver_timer = due;
            let sequence = self.next_sequence();
            calendar.plan(due, Class::DelayedAck, id, sequence);
        }
    }

    /// Runs the receiver's timer if it is due at `at`.
    #[inline(never)]
    pub fn run_receiver_timer(
        &mut self,
        flow: FlowId,
        at: Time,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        if self.receiver.next_timer() <= at
            && let Some(ack) = self.receiver.on_timer(at)
        {
            self.send_ack(flow, &ack, at, Class::DelayedAck, calendar, host);
        }
    }
}
