//! What senders send, and its way to the first queue.

use super::State;
use crate::event::Class;
use crate::packet::{Ack, FlowId, Packet};
use crate::tcp::{Burst, InOrderAck, Outgoing, PacedAck};
use crate::time::Time;
use crate::world::calendar::Parcel;
use crate::world::route::HopIndex;

impl State {
    /// Passes an ACK with its counter of marks to a paced sender. Returns whether it is in order.
    #[inline(never)]
    pub(super) fn pass_paced(&mut self, id: FlowId, ack: InOrderAck, ce_packets: u64) -> bool {
        let now = self.calendar.now();
        match self.flows[id as usize].sender.on_paced_ack(&ack, ce_packets, now) {
            PacedAck::NotInOrder => return false,
            PacedAck::Done(sent) => self.end_paced(id, sent),
            PacedAck::Continue => self.pump_one_by_one(id),
        }
        true
    }

    /// The pacer of a flow lets segments leave.
    #[inline(never)]
    pub(super) fn release(&mut self, id: FlowId) {
        let now = self.calendar.now();
        let sender = &mut self.flows[id as usize].sender;
        match sender.on_release(now) {
            None if sender.is_release_due(now) => self.pump_one_by_one(id),
            None => self.sender_timer(id),
            sent => self.end_paced(id, sent),
        }
    }

    /// Plans the timers of a paced flow, and offers the segments that it has sent.
    #[inline(always)]
    fn end_paced(&mut self, id: FlowId, sent: Option<Burst>) {
        self.plan_sender(id);
        if let Some(burst) = sent {
            self.send(id, &burst);
        }
    }

    /// Sends the segments that the sender may send now, and plans its timer.
    pub(super) fn pump(&mut self, id: FlowId) {
        self.drive(id, None);
    }

    /// Passes an ACK, if there is one, to the sender. Then sends the segments that it may send.
    #[inline(never)]
    pub(super) fn drive(&mut self, id: FlowId, ack: Option<&Ack>) {
        let now = self.calendar.now();
        let flow = &mut self.flows[id as usize];
        if let Some(ack) = ack {
            flow.sender.on_ack(ack, now);
        }
        let Some(burst) = flow.sender.next_burst(now) else {
            return self.pump_one_by_one(id);
        };
        self.plan_sender(id);
        self.send(id, &burst);
    }

    #[inline(never)]
    fn pump_one_by_one(&mut self, id: FlowId) {
        let now = self.calendar.now();
        while let Some(outgoing) = self.flows[id as usize].sender.next_segment(now) {
            let Outgoing { segment, bytes, ecn } = outgoing;
            self.offer(Packet::of_segment(id, &segment, bytes, ecn), 1);
        }
        self.plan_sender(id);
    }

    /// Offers the packets of a burst to the first queue of their direction. The loop stops soon if that was its last work.
    #[inline(always)]
    fn send(&mut self, id: FlowId, burst: &Burst) {
        if burst.count > 0 {
            self.offer(burst.first.of_flow(id), burst.count);
        }
        if self.effort.is_spent(self.hops.lane().offered_in_bin()) {
            self.calendar.set_bound(self.calendar.now());
        }
    }

    /// Offers packets with the numbers of `first` and on to the first queue of their direction.
    #[inline]
    pub(super) fn offer(&mut self, first: Packet, count: u64) {
        if self.flows[first.flow() as usize].is_direct() {
            self.hops.lane_mut().offer_many(first, count, self.calendar.now());
        } else {
            self.offer_elsewhere(first, count);
        }
    }

    /// Sends packets of a flow that is not direct.
    #[inline(never)]
    fn offer_elsewhere(&mut self, first: Packet, count: u64) {
        if self.flows[first.flow() as usize].path().jitter.is_ahead() {
            (0..count).for_each(|index| self.delay_ahead(first.later(index)));
        } else {
            self.enter_path(first, count);
        }
    }

    /// Offers packets to the first hop of their direction, behind all that delays them ahead of it.
    pub(super) fn enter_path(&mut self, first: Packet, count: u64) {
        let flow = &self.flows[first.flow() as usize];
        if let Some(hop) = flow.first_hop(false, self.hops.has_reverse()) {
            self.offer_at(hop, first, count);
        }
    }

    /// Plans when a segment reaches its queue. Segments can overtake each other.
    fn delay_ahead(&mut self, packet: Packet) {
        let flow = &mut self.flows[packet.flow() as usize];
        let (packet, delay) = packet.delayed(flow.draw_delay_ahead());
        let sequence = flow.next_sequence();
        let at = self.calendar.now() + delay;
        let parcel = Parcel::Segment(packet);
        self.calendar.plan_parcel(at, Class::Entry, packet.flow(), sequence, parcel);
    }

    /// Offers a packet that has passed another hop to the queue of a hop.
    pub(super) fn offer_forwarded(&mut self, hop: HopIndex, packet: Packet, sent: Time) {
        if let Some(transit) = &mut self.hops.get_mut(hop).host.transit {
            let packet = transit.put_forwarded(&packet, sent);
            self.offer_at(hop, packet, 1);
        }
    }

    /// Offers packets with the numbers of `first` and on to the queue of a hop.
    #[inline(never)]
    pub(super) fn offer_at(&mut self, hop: HopIndex, first: Packet, count: u64) {
        if self.hops.offer(hop, first, count, self.calendar.now()) {
            self.effort.add(count);
            // The loop must not pass the end of the transmission that may have started.
            self.calendar.lower_bound(self.hops.others_due());
        }
    }
}
