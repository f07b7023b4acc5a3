//! The timers of senders and receivers, when they are due.

use super::State;
use crate::packet::FlowId;
use crate::time::Time;

impl State {
    /// Plans the timers of a sender.
    #[inline(always)]
    pub(super) fn plan_sender(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        let (timeout, release) = (flow.sender.next_timeout(), flow.sender.next_release());
        flow.plan_sender_timer(id, timeout, &mut self.calendar);
        self.calendar.plan_release(id, release);
    }

    pub(super) fn sender_timer(&mut self, id: FlowId) {
        let now = self.calendar.now();
        let flow = &mut self.flows[id as usize];
        flow.end_sender_timer(now);
        if flow.sender.next_timer() > now {
            // The deadline has moved later, or an earlier event has handled it.
            return self.plan_sender(id);
        }
        flow.sender.on_timer(now);
        self.pump(id);
    }

    pub(super) fn delayed_ack(&mut self, id: FlowId) {
        let (now, calendar) = (self.calendar.now(), &mut self.calendar);
        let flow = &mut self.flows[id as usize];
        if !flow.end_receiver_timer(now) {
            return;
        }
        flow.run_receiver_timer(id, now, calendar, &mut self.hops.lane_mut().host);
        flow.plan_receiver_timer(id, calendar);
    }

    /// Plans events for the deadlines of the new bin, which ends at `boundary`.
    pub(super) fn watch_deadlines(&mut self, boundary: Time) {
        self.calendar.start_bin(boundary);
        let mut next = 0;
        while let Some(id) = self.calendar.find_deadline(next) {
            self.plan_timers(id as FlowId);
            next = id + 1;
        }
    }

    #[inline(never)]
    fn plan_timers(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        flow.plan_sender_timer(id, flow.sender.next_timeout(), &mut self.calendar);
        flow.plan_receiver_timer(id, &mut self.calendar);
    }
}
