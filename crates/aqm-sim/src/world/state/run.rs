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

use super::State;
use crate::aqm::Discipline;
use crate::event::{Class, Event};
use crate::packet::FlowId;
use crate::time::Time;
use crate::world::calendar::Parcel;
use crate::world::records::Records;

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
    pub fn run(&mut self, until: Time, packets: u64, records: &mut Records) {
        self.effort.allow(packets, self.hops.lane().offered_in_bin());
        self.look_ahead(until);
        loop {
            let free = self.hops.lane().link.free_at();
            let ack = self.calendar.next_ack();
            let first = free.min(ack);
            let next = if first < self.calendar.horizon() {
                self.calendar.advance(first);
                if free <= ack { Next::EndOfTransmission } else { Next::Ack }
            } else if let Some((flow, time)) = self.calendar.next_release(first) {
                self.calendar.advance(time);
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
        let change = self.timeline.next_time();
        let hop = self.hops.lane();
        let (timer, rate, boundary) = (hop.aqm.next_timer(), hop.link.next_step(), hop.boundary());
        let timer = timer.min(self.hops.others_due());
        self.calendar.set_bound(change.min(rate).min(timer).min(boundary).min(until));
    }

    /// Selects the next event by the complete order, and handles it if it is rare.
    #[inline(never)]
    fn step(&mut self, until: Time, records: &mut Records) -> Next {
        let hop = self.hops.lane();
        if self.effort.is_spent(hop.offered_in_bin()) {
            return Next::Nothing;
        }
        let (free, rate, timer) = (hop.link.free_at(), hop.link.next_step(), hop.aqm.next_timer());
        let boundary = hop.boundary();
        let (ack, event) = (self.calendar.next_ack(), self.calendar.next_event());
        let (change, other) = (self.timeline.next_time(), self.hops.others_due());
        let next = change.min(rate).min(timer).min(other).min(free).min(ack).min(event);
        if boundary <= next.min(until) {
            self.close_bin(boundary, records);
            return Next::Handled;
        }
        if next >= until {
            self.calendar.advance(until.max(self.calendar.now()));
            return Next::Nothing;
        }
        self.calendar.advance(next);
        if next == change {
            self.apply_next_change();
        } else if next == rate {
            self.hops.lane_mut().follow_schedule(next);
            self.effort.add(1);
        } else if next == timer {
            self.hops.lane_mut().discipline_timer(next);
        } else if next == other && self.hops.other_timer(next) {
            // It precedes the end of a transmission.
        } else if next == free {
            return Next::EndOfTransmission;
        } else if next == other {
            self.end_other_transmission();
        } else if next == ack && self.calendar.is_ack_first() {
            return Next::Ack;
        } else {
            self.handle_next_event();
        }
        Next::Handled
    }

    /// Handles the departure of a packet from the bottleneck.
    #[inline(always)]
    fn end_transmission(&mut self) {
        let hop = self.hops.lane_mut();
        let (departed, host) = hop.departed();
        self.flows[departed.packet.flow() as usize].deliver(departed, &mut self.calendar, host);
        hop.finish(self.calendar.now());
    }

    /// Handles the departure of a packet from the first other hop whose transmission ends now.
    #[inline(never)]
    fn end_other_transmission(&mut self) {
        let now = self.calendar.now();
        let Some(hop) = self.hops.other_free_at(now) else { return };
        let departed = *hop.link.packet();
        let flow = &mut self.flows[departed.packet.flow() as usize];
        flow.deliver_from_other(&departed, &mut self.calendar, &mut hop.host);
        hop.finish_in_general(now);
    }

    fn handle_next_event(&mut self) {
        let Some(Event { class, flow, payload }) = self.calendar.pop_event() else {
            return;
        };
        match (payload, class) {
            (Some(Parcel::ReturnPath { ack, delay }), _) => {
                self.enter_way_back(flow, &ack, delay);
            }
            (Some(Parcel::Ack(ack)), _) => self.acknowledge(flow, None, |_| ack),
            (Some(Parcel::Segment(packet)), _) => self.enter_path(packet, 1),
            (Some(Parcel::AckAt { ack, hop }), _) => self.offer_ack_at(hop, flow, &ack),
            (Some(Parcel::DataAt { packet, sent, hop }), _) => {
                self.offer_forwarded(hop, packet, sent);
            }
            // The event's flow is the group's index.
            (None, Class::Stop) => self.resize_group(flow as usize, 0),
            (None, Class::Open) => self.open(flow),
            (None, Class::Datagram) => self.send_datagram(flow),
            (None, Class::DelayedAck) => self.delayed_ack(flow),
            (None, Class::SenderTimer) => self.sender_timer(flow),
            (None, Class::Request) => self.request(flow),
            (None, Class::Message) => self.message(flow),
            (None, Class::App) => self.app_timer(flow as usize),
            (None, Class::Entry | Class::Segment | Class::Ack) => {
                unreachable!("these events carry a parcel")
            }
        }
    }
}
