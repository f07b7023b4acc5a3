//! The loop, and the path that nearly every packet takes through it.
//!
//! What makes it fast, and why it is exact all the same:
//! - Nearly all events are of two kinds: the end of a transmission, of which only one is pending,
//!   and the arrival of an acknowledgement, which `acks` keeps. Both are tried first, as long as
//!   they come strictly before all others; of the two, the end of a transmission goes first at
//!   equal times. Every other tie goes the long way, where the whole order is written down.
//! - Behind the bottleneck nothing can happen to a packet any more. So its receiver is run when it
//!   leaves, at the time of its arrival, and only the acknowledgement becomes an event. A
//!   delayed-ACK timer that goes off before that arrival is run first.
//! - Timers are lazy: a deadline that moves away leaves its event where it was, and mostly has none
//!   yet (`deadlines`).

use super::Simulation;
use super::path::Network;
use crate::aqm::Discipline;
use crate::event::Class;
use crate::packet::{Ack, FlowId, Packet};
use crate::tcp::Outgoing;
use crate::time::{Span, Time};

/// What the loop does next.
enum Next {
    EndOfTransmission,
    Ack,
    /// Something else, and that has been done.
    Handled,
    /// There is nothing before the end, or it has been enough.
    Nothing,
}

impl Simulation {
    /// Runs until just before `until`: events at `until` itself are still to come.
    pub fn run_until(&mut self, until: Time) {
        self.run(until, u64::MAX);
    }

    /// Like [`Simulation::run_until`], but stops early after the [effort](Simulation::effort) of about
    /// `packets` packets. Before `until` part of what happens at [`Simulation::now`] may then be still
    /// to come.
    ///
    /// The effort is looked at only where the loop takes its long way, at the border of each bin of the
    /// time series and for every datagram, and after an ACK on the general path: the first
    /// windows of thousands of connections may come between two transmissions. What else is offered
    /// answers a transmission.
    pub fn run(&mut self, until: Time, packets: u64) {
        self.most_effort = self.effort().saturating_add(packets);
        self.look_ahead(until);
        loop {
            let free = self.bottleneck.link.free_at();
            let ack = self.acks.next_time();
            let next = if free <= ack && free < self.events.horizon() {
                self.now = free;
                Next::EndOfTransmission
            } else if ack < free && ack < self.events.horizon() {
                self.now = ack;
                Next::Ack
            } else {
                let next = self.step(until);
                self.look_ahead(until);
                next
            };
            match next {
                Next::EndOfTransmission => self.end_transmission(),
                Next::Ack => self.acknowledge_next(),
                Next::Handled => {}
                Next::Nothing => return,
            }
        }
    }

    /// Tells the queue of events when the next planned change, the discipline's timer, the border of
    /// the bin or `until` comes: all of them are rare.
    fn look_ahead(&mut self, until: Time) {
        let timer = self.bottleneck.aqm.next_timer();
        let boundary = self.bottleneck.host.recorder.boundary();
        self.events.set_bound(self.next_change().min(timer).min(boundary).min(until));
    }

    fn next_change(&self) -> Time {
        self.changes.get(self.next_change).map_or(Time::NEVER, |&(at, _)| at)
    }

    /// What is next, in the order that holds for all events. What is rare is handled.
    #[inline(never)]
    fn step(&mut self, until: Time) -> Next {
        if self.effort() >= self.most_effort {
            return Next::Nothing;
        }
        let change = self.next_change();
        let timer = self.bottleneck.aqm.next_timer();
        let free = self.bottleneck.link.free_at();
        let ack = self.acks.next_time();
        let next = change.min(timer).min(free).min(ack).min(self.events.next_time());
        let boundary = self.bottleneck.host.recorder.boundary();
        if boundary <= next.min(until) {
            self.close_bin(boundary);
            return Next::Handled;
        }
        if next >= until {
            self.now = self.now.max(until);
            return Next::Nothing;
        }
        self.now = next;
        if next == change {
            self.apply_next_change();
        } else if next == timer {
            self.bottleneck.discipline_timer(next);
        } else if next == free {
            return Next::EndOfTransmission;
        } else if next == ack && self.is_ack_first() {
            return Next::Ack;
        } else {
            self.handle_next_event();
        }
        Next::Handled
    }

    /// Of the next acknowledgement and the next event: who goes first?
    fn is_ack_first(&self) -> bool {
        let Some((flow, sequence)) = self.acks.next_key() else { return false };
        let ack = (self.acks.next_time(), Class::Ack, flow, sequence);
        self.events.next_key().is_none_or(|event| ack < event)
    }

    /// A packet leaves the bottleneck.
    #[inline(always)]
    fn end_transmission(&mut self) {
        let departed = self.bottleneck.link.packet();
        let network = Network {
            now: self.now,
            acks: &mut self.acks,
            deadlines: &mut self.deadlines,
            events: &mut self.events,
        };
        self.flows[departed.packet.flow() as usize].deliver(departed, network);
        self.bottleneck.finish(self.now);
    }

    #[inline(always)]
    fn acknowledge_next(&mut self) {
        let Some(pending) = self.acks.pop() else { return };
        let id = pending.flow;
        let flow = &mut self.flows[id as usize];
        if let Some(ack) = pending.in_order()
            && let Some((burst, due)) = flow.sender.on_in_order_ack(&ack, self.now)
        {
            flow.plan_sender_timer(id, due, &mut self.deadlines, &mut self.events);
            self.bottleneck.offer_burst(id, &burst, self.now);
            return;
        }
        let ack = self.acks.complete(&pending, flow.receive_window);
        self.acknowledge(id, &ack);
    }

    /// Processes an acknowledgement on the general path.
    pub(super) fn acknowledge(&mut self, id: FlowId, ack: &Ack) {
        self.general_acks += 1;
        self.drive(id, Some(ack));
    }

    /// Sends what the sender may send now, and plans its timer.
    pub(super) fn pump(&mut self, id: FlowId) {
        self.drive(id, None);
    }

    /// Hands the sender an acknowledgement, if there is one, then sends what it may send.
    #[inline(never)]
    fn drive(&mut self, id: FlowId, ack: Option<&Ack>) {
        let flow = &mut self.flows[id as usize];
        if let Some(ack) = ack {
            flow.sender.on_ack(ack, self.now);
        }
        let Some(burst) = flow.sender.next_burst(self.now) else {
            return self.pump_one_by_one(id);
        };
        let due = flow.sender.next_timer();
        flow.plan_sender_timer(id, due, &mut self.deadlines, &mut self.events);
        self.bottleneck.offer_burst(id, &burst, self.now);
        if self.effort() >= self.most_effort {
            self.events.set_bound(self.now);
        }
    }

    #[inline(never)]
    fn pump_one_by_one(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        while let Some(outgoing) = flow.sender.next_segment(self.now) {
            let Outgoing { segment, bytes, ecn } = outgoing;
            self.bottleneck.offer(Packet::of_segment(id, &segment, bytes, ecn), self.now);
        }
        let due = flow.sender.next_timer();
        flow.plan_sender_timer(id, due, &mut self.deadlines, &mut self.events);
    }

    pub(super) fn sender_timer(&mut self, id: FlowId) {
        let now = self.now;
        let flow = &mut self.flows[id as usize];
        if flow.sender_timer != now {
            // An earlier one was planned after this one, and has been handled.
            return;
        }
        flow.sender_timer = Time::NEVER;
        let due = flow.sender.next_timer();
        if due > now {
            // The deadline has moved away.
            return flow.plan_sender_timer(id, due, &mut self.deadlines, &mut self.events);
        }
        flow.sender.on_timer(now);
        self.pump(id);
    }

    pub(super) fn delayed_ack(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        if flow.receiver_timer != self.now {
            return;
        }
        let network = &mut Network {
            now: self.now,
            acks: &mut self.acks,
            deadlines: &mut self.deadlines,
            events: &mut self.events,
        };
        flow.receiver_timer = Time::NEVER;
        flow.run_receiver_timer(id, self.now, network);
        flow.plan_receiver_timer(id, network.deadlines, network.events);
    }

    /// An acknowledgement enters the limited way back.
    pub(super) fn enter_return_path(&mut self, id: FlowId, ack: &Ack, back: Span) {
        let departure = self.return_path.transmit(ack.bytes(), self.now);
        let flow = &mut self.flows[id as usize];
        let network = &mut Network {
            now: self.now,
            acks: &mut self.acks,
            deadlines: &mut self.deadlines,
            events: &mut self.events,
        };
        if let Some(departure) = departure {
            flow.return_ack(id, ack, departure + back, network);
        }
    }
}
