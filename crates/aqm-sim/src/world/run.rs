//! The event loop, and the fast path of nearly every packet.
//!
//! The loop is fast for three reasons, and still exact:
//! - Nearly all events are ends of transmissions or arrivals of ACKs. At most one end of a
//!   transmission is pending, and `acks` keeps the ACKs. The loop tries both first if they come
//!   strictly before all other events. Between the two, the end of a transmission goes first at
//!   equal times. `step` decides all other ties by the complete order.
//! - Behind the last hop nothing else can happen to a packet. So its receiver runs at the
//!   departure, with the arrival time, and only the ACK becomes an event. A delayed-ACK timer that
//!   expires before the arrival runs first.
//! - Timers are lazy. A deadline that moves later leaves its event in place. Most deadlines have no
//!   event yet (`deadlines`).

use super::path::{Network, network};
use super::records::Records;
use super::state::State;
use crate::aqm::Discipline;
use crate::event::Class;
use crate::packet::{Ack, FlowId, Packet};
use crate::tcp::{Burst, InOrderAck, Outgoing, PacedAck};
use crate::time::{Span, Time};

/// Next action of the loop.
enum Next {
    EndOfTransmission,
    Ack,
    /// Pacing lets segments of this flow leave.
    Release(FlowId),
    /// Another event; `step` has handled it.
    Handled,
    /// No event before the end, or the effort limit is reached.
    Nothing,
}

impl State {
    /// Runs until just before `until`, or for the effort of about `packets` packets. Some events at the present time may then
    /// still be pending.
    ///
    /// The loop checks the effort only in `step`: at each bin boundary, for every datagram, and
    /// after an ACK on the general path. The last check is necessary because thousands of
    /// connections may send their first windows between two transmissions. Every other packet is
    /// sent in response to a transmission.
    // Not inlined, so that the loop is compiled alike for every caller.
    #[inline(never)]
    pub(super) fn run(&mut self, until: Time, packets: u64, records: &mut Records) {
        self.most_effort = self.effort().saturating_add(packets);
        self.look_ahead(until);
        loop {
            let free = self.bottleneck.link.free_at();
            let ack = self.acks.next_time();
            let first = free.min(ack);
            let next = if first < self.events.horizon() {
                self.now = first;
                if free <= ack { Next::EndOfTransmission } else { Next::Ack }
            } else if let Some((flow, time)) = self.events.next_release(first) {
                self.now = time;
                Next::Release(flow)
            } else {
                let next = self.step(until, records);
                self.look_ahead(until);
                next
            };
            match next {
                Next::EndOfTransmission => self.end_transmission(),
                Next::Ack => self.acknowledge_next(),
                Next::Release(flow) => self.release(flow),
                Next::Handled => {}
                Next::Nothing => return self.report_losses(),
            }
        }
    }

    /// Sets the horizon of the event queue to the next rare event. These are the next change, the
    /// next step of the rate's schedule, the discipline's timer, the next action of another hop,
    /// the end of the bin, and `until`.
    fn look_ahead(&mut self, until: Time) {
        let timer = self.bottleneck.aqm.next_timer();
        let rate = self.bottleneck.link.next_step();
        let timer = timer.min(self.others_due());
        let boundary = self.bottleneck.host.recorder.boundary();
        self.events.set_bound(self.next_change().min(rate).min(timer).min(boundary).min(until));
    }

    fn next_change(&self) -> Time {
        self.changes.get(self.next_change).map_or(Time::NEVER, |&(at, _)| at)
    }

    /// Selects the next event by the complete order, and handles it if it is rare.
    #[inline(never)]
    fn step(&mut self, until: Time, records: &mut Records) -> Next {
        if self.effort() >= self.most_effort {
            return Next::Nothing;
        }
        let free = self.bottleneck.link.free_at();
        let ack = self.acks.next_time();
        let change = self.next_change();
        let rate = self.bottleneck.link.next_step();
        let timer = self.bottleneck.aqm.next_timer();
        let other = self.others_due();
        let next =
            change.min(rate).min(timer).min(other).min(free).min(ack).min(self.events.next_time());
        let boundary = self.bottleneck.host.recorder.boundary();
        if boundary <= next.min(until) {
            self.close_bin(boundary, records);
            return Next::Handled;
        }
        if next >= until {
            self.now = self.now.max(until);
            return Next::Nothing;
        }
        self.now = next;
        if next == change {
            self.apply_next_change();
        } else if next == rate {
            self.bottleneck.follow_schedule(next);
            self.effort_before += 1;
        } else if next == timer {
            self.bottleneck.discipline_timer(next);
        } else if next == other && self.other_timer() {
            // It precedes the end of a transmission.
        } else if next == free {
            return Next::EndOfTransmission;
        } else if next == other {
            self.end_other_transmission();
        } else if next == ack && self.is_ack_first() {
            return Next::Ack;
        } else {
            self.handle_next_event();
        }
        Next::Handled
    }

    /// Returns whether the next ACK precedes the next event of the queue.
    fn is_ack_first(&self) -> bool {
        let Some((flow, sequence)) = self.acks.next_key() else { return false };
        let ack = (self.acks.next_time(), Class::Ack, flow, sequence);
        self.events.next_key().is_none_or(|event| ack < event)
    }

    /// Handles the departure of a packet from the bottleneck.
    #[inline(always)]
    fn end_transmission(&mut self) {
        let departed = self.bottleneck.link.packet();
        let network = network!(self, self.bottleneck.host);
        self.flows[departed.packet.flow() as usize].deliver(departed, network);
        self.bottleneck.finish(self.now);
    }

    #[inline(always)]
    fn acknowledge_next(&mut self) {
        let Some(pending) = self.acks.pop() else { return };
        self.acknowledge(pending.flow, pending.in_order(), |state| {
            let window = state.flows[pending.flow as usize].receive_window;
            state.acks.complete(&pending, window)
        });
    }

    /// Handles an ACK that reaches its sender: on the fast path of ACKs in order, on that of paced flows, or with the general
    /// code. `numbers` are those of an ACK without options, and `whole` returns the complete ACK, which only the last two need.
    #[inline(always)]
    pub(super) fn acknowledge(
        &mut self,
        id: FlowId,
        numbers: Option<InOrderAck>,
        whole: impl FnOnce(&mut State) -> Ack,
    ) {
        let flow = &mut self.flows[id as usize];
        if let Some(ack) = numbers
            && let Some((burst, due)) = flow.sender.on_in_order_ack(&ack, self.now)
        {
            flow.plan_sender_timer(id, due, &mut self.deadlines, &mut self.events);
            return self.bottleneck.offer_burst(id, &burst, self.now);
        }
        let is_paced = flow.sender.takes_paced_path();
        if is_paced
            && let Some(ack) = numbers
            && self.pass_paced(id, ack, 0)
        {
            return;
        }
        let ack = whole(self);
        // A counter of marks alone does not need the general code.
        if is_paced && ack.ce_packets > 0 && ack.has_only_counters() {
            let Ack { next, echo, ce_packets, .. } = ack;
            if self.pass_paced(id, InOrderAck { next, echo }, ce_packets) {
                return;
            }
        }
        self.general_acks += 1;
        self.drive(id, Some(&ack));
    }

    /// Passes an ACK with its counter of marks to a paced sender. Returns whether it is in order.
    #[inline(never)]
    fn pass_paced(&mut self, id: FlowId, ack: InOrderAck, ce_packets: u64) -> bool {
        match self.flows[id as usize].sender.on_paced_ack(&ack, ce_packets, self.now) {
            PacedAck::NotInOrder => return false,
            PacedAck::Done(sent) => self.end_paced(id, sent),
            PacedAck::Continue => self.pump_one_by_one(id),
        }
        true
    }

    /// The pacer of a flow lets segments leave.
    #[inline(never)]
    fn release(&mut self, id: FlowId) {
        let sender = &mut self.flows[id as usize].sender;
        match sender.on_release(self.now) {
            None if sender.is_release_due(self.now) => self.pump_one_by_one(id),
            None => self.sender_timer(id),
            sent => self.end_paced(id, sent),
        }
    }

    /// Plans the timers of a paced flow, and offers the segments that it has sent.
    #[inline(always)]
    fn end_paced(&mut self, id: FlowId, sent: Option<Burst>) {
        self.plan_sender(id);
        if let Some(burst) = sent {
            self.offer_burst(id, &burst);
            if self.effort() >= self.most_effort {
                self.events.set_bound(self.now);
            }
        }
    }

    /// Plans the timers of a sender.
    #[inline(always)]
    pub(super) fn plan_sender(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        let (timeout, release) = (flow.sender.next_timeout(), flow.sender.next_release());
        flow.plan_sender_timer(id, timeout, &mut self.deadlines, &mut self.events);
        self.events.plan_release(id, release);
    }

    /// Sends the segments that the sender may send now, and plans its timer.
    pub(super) fn pump(&mut self, id: FlowId) {
        self.drive(id, None);
    }

    /// Passes an ACK, if there is one, to the sender. Then sends the segments that it may send.
    #[inline(never)]
    fn drive(&mut self, id: FlowId, ack: Option<&Ack>) {
        let flow = &mut self.flows[id as usize];
        if let Some(ack) = ack {
            flow.sender.on_ack(ack, self.now);
        }
        let Some(burst) = flow.sender.next_burst(self.now) else {
            return self.pump_one_by_one(id);
        };
        self.plan_sender(id);
        self.offer_burst(id, &burst);
        if self.effort() >= self.most_effort {
            self.events.set_bound(self.now);
        }
    }

    #[inline(never)]
    fn pump_one_by_one(&mut self, id: FlowId) {
        while let Some(outgoing) = self.flows[id as usize].sender.next_segment(self.now) {
            let Outgoing { segment, bytes, ecn } = outgoing;
            self.offer(Packet::of_segment(id, &segment, bytes, ecn));
        }
        self.plan_sender(id);
    }

    pub(super) fn sender_timer(&mut self, id: FlowId) {
        let now = self.now;
        let flow = &mut self.flows[id as usize];
        if flow.sender_timer == now {
            flow.sender_timer = Time::NEVER;
        }
        if flow.sender.next_timer() > now {
            // The deadline has moved later, or an earlier event has handled it.
            return self.plan_sender(id);
        }
        flow.sender.on_timer(now);
        self.pump(id);
    }

    pub(super) fn delayed_ack(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        if flow.receiver_timer != self.now {
            return;
        }
        let network = &mut network!(self, self.bottleneck.host);
        flow.receiver_timer = Time::NEVER;
        flow.run_receiver_timer(id, self.now, network);
        flow.plan_receiver_timer(id, network.deadlines, network.events);
    }

    /// Queues an ACK at the first hop of its direction, or at the rate-limited return path.
    pub(super) fn enter_return_path(&mut self, id: FlowId, ack: &Ack, back: Span) {
        if let Some(hop) = self.first_hop(id, true) {
            return self.offer_ack_at(hop, id, ack);
        }
        let departure = self.return_path.transmit(ack.bytes(), self.now);
        let flow = &mut self.flows[id as usize];
        let network = &mut network!(self, self.bottleneck.host);
        let way = departure
            .map(|departure| (departure, flow.return_ack(id, ack, departure + back, network)));
        network.host.note_ack(id, ack, network.now, way);
    }
}
