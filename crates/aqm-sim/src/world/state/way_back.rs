//! The way back of an ACK, from the receiver to its sender.
//!
//! Without a limit of the way back, an ACK is planned at its arrival as soon as it is sent. Otherwise it enters the rate-limited link,
//! or the first hop of its direction, as an event of its own.

use super::State;
use crate::buffer::Queued;
use crate::event::Class;
use crate::log::Happening;
use crate::packet::{Ack, FlowId, Packet};
use crate::tcp::InOrderAck;
use crate::time::{Span, Time};
use crate::world::calendar::{Calendar, Parcel};
use crate::world::flow::Flow;
use crate::world::host::Host;
use crate::world::noise;
use crate::world::route::HopIndex;

impl Flow {
    /// Sends an ACK without options at `at`.
    #[inline(always)]
    pub fn send_ack_in_order(
        &mut self,
        flow: FlowId,
        ack: InOrderAck,
        at: Time,
        calendar: &mut Calendar,
    ) {
        let arrival = self.in_order_of_acks(at.plus(self.path().back));
        if calendar.append_ack(arrival, flow, ack) {
            return;
        }
        let sequence = self.next_sequence();
        calendar.insert_ack(arrival, flow, sequence, ack, self.receive_window());
    }

    /// Sends `ack` at `at`. `class` is the class of the event that caused it.
    #[inline(always)]
    pub fn send_ack(
        &mut self,
        flow: FlowId,
        ack: &Ack,
        at: Time,
        class: Class,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        if self.receiver.is_fast_path_enabled() {
            let arrival = self.return_ack(flow, ack, at.plus(self.ack_delay()), calendar);
            if host.is_watched() {
                host.note_ack(flow, ack, at, Some((at, arrival)));
            }
        } else {
            self.plan_entry(flow, ack, at, class, calendar);
        }
    }

    /// Plans when an ACK enters the limited way back.
    #[cold]
    #[inline(never)]
    fn plan_entry(
        &mut self,
        flow: FlowId,
        ack: &Ack,
        at: Time,
        class: Class,
        calendar: &mut Calendar,
    ) {
        let parcel = Parcel::ReturnPath { ack: *ack, delay: self.ack_delay() };
        let sequence = self.next_sequence();
        calendar.plan_parcel(at, class, flow, sequence, parcel);
    }

    /// An ACK has left its last hop, and goes on to the sender `extra` s later than usual.
    pub fn deliver_ack(
        &mut self,
        queued: &Queued<Packet>,
        extra: f64,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        let Some(transit) = &mut host.transit else { return };
        let ack = transit.take_ack(&queued.packet);
        let now = calendar.now();
        let back = noise::extended(self.path().back, extra);
        let arrival = self.return_ack(queued.packet.flow(), &ack, now + back, calendar);
        host.note(queued, now, Happening::Delivered(arrival));
    }

    /// Plans the arrival of an ACK at the sender. Returns its time.
    fn return_ack(
        &mut self,
        flow: FlowId,
        ack: &Ack,
        arrival: Time,
        calendar: &mut Calendar,
    ) -> Time {
        let arrival = self.in_order_of_acks(arrival);
        let sequence = self.next_sequence();
        // The fast path of ACKs without options offers segments to the forward bottleneck at once.
        let whole = !self.is_direct();
        calendar.plan_ack(arrival, flow, sequence, ack, whole);
        arrival
    }
}

impl State {
    /// Queues an ACK at the first hop of its direction, or at the rate-limited link.
    pub(super) fn enter_way_back(&mut self, id: FlowId, ack: &Ack, back: Span) {
        let flow = &mut self.flows[id as usize];
        if let Some(hop) = flow.first_hop(true, self.hops.has_reverse()) {
            return self.offer_ack_at(hop, id, ack);
        }
        let now = self.calendar.now();
        let departure = self.return_link.transmit(ack.bytes(), now);
        let way = departure.map(|departure| {
            (departure, flow.return_ack(id, ack, departure + back, &mut self.calendar))
        });
        self.hops.lane_mut().host.note_ack(id, ack, now, way);
    }

    /// Offers an ACK to the queue of a hop.
    pub(super) fn offer_ack_at(&mut self, hop: HopIndex, id: FlowId, ack: &Ack) {
        if let Some(transit) = &mut self.hops.get_mut(hop).host.transit {
            let packet = Packet::ack(id, transit.put_ack(ack), ack);
            self.offer_at(hop, packet, 1);
        }
    }

    /// The next ACK reaches its sender.
    #[inline(always)]
    pub(super) fn acknowledge_next(&mut self) {
        let Some(pending) = self.calendar.pop_ack() else { return };
        self.acknowledge(pending.flow, pending.in_order(), |state| {
            let window = state.flows[pending.flow as usize].receive_window();
            state.calendar.complete(&pending, window)
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
            && let Some((burst, due)) = flow.sender.on_in_order_ack(&ack, self.calendar.now())
        {
            flow.plan_sender_timer(id, due, &mut self.calendar);
            return self.hops.lane_mut().offer_burst(id, &burst, self.calendar.now());
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
}
