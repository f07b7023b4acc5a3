//! The present time, and everything that is planned.

use super::acks::{Acks, Pending};
use super::deadlines::Deadlines;
use super::route::HopIndex;
use crate::event::{Class, Event, EventQueue};
use crate::packet::{Ack, FlowId, Packet};
use crate::tcp::InOrderAck;
use crate::time::{Span, Time};

/// Content of an event.
#[derive(Clone, Copy, Debug)]
pub enum Parcel {
    /// An ACK enters the queue of the way back. `delay` is added after a rate-limited return path; a
    /// bottleneck adds its own.
    ReturnPath { ack: Ack, delay: Span },
    /// An ACK reaches its sender. It was too far in the future for [`Acks`].
    Ack(Ack),
    /// A segment reaches its first queue after a random delay.
    Segment(Packet),
    /// An ACK reaches the next hop.
    AckAt { ack: Ack, hop: HopIndex },
    /// A packet sent at `sent` reaches the next hop.
    DataAt { packet: Packet, sent: Time, hop: HopIndex },
}

/// The present time, which never moves back, and what is planned: ACKs, other events, and deadlines that are no events yet.
#[derive(Clone, Debug)]
pub struct Calendar {
    now: Time,
    events: EventQueue<Parcel>,
    deadlines: Deadlines,
    acks: Acks,
}

impl Calendar {
    /// Creates an empty calendar for paths up to `reach`. The first bin ends at `boundary`.
    pub fn new(reach: Span, boundary: Time) -> Self {
        let events = EventQueue::default();
        Calendar {
            now: Time::ZERO,
            events,
            deadlines: Deadlines::new(boundary),
            acks: Acks::new(reach),
        }
    }

    #[inline(always)]
    pub fn now(&self) -> Time {
        self.now
    }

    #[inline(always)]
    pub fn advance(&mut self, now: Time) {
        debug_assert!(now >= self.now);
        self.now = now;
    }

    /// Adds the deadlines of another flow.
    pub fn add_flow(&mut self) {
        self.deadlines.add();
    }

    /// Makes room for paths up to `reach`.
    pub fn extend(&mut self, reach: Span) {
        self.acks.extend(reach, self.now);
    }

    /// Returns when the next ACK reaches its sender; [`Time::NEVER`] if there is none.
    #[inline(always)]
    pub fn next_ack(&self) -> Time {
        self.acks.next_time()
    }

    /// Returns when the next event is due; [`Time::NEVER`] if there is none.
    pub fn next_event(&self) -> Time {
        self.events.next_time()
    }

    /// Returns a time before which only transmissions end and ACKs arrive.
    #[inline(always)]
    pub fn horizon(&self) -> Time {
        self.events.horizon()
    }

    /// Sets the bound of the horizon that is no event of the calendar.
    #[inline]
    pub fn set_bound(&mut self, bound: Time) {
        self.events.set_bound(bound);
    }

    /// Moves the bound of the horizon to `bound`, if that is earlier.
    pub fn lower_bound(&mut self, bound: Time) {
        self.events.lower_bound(bound);
    }

    /// Returns the next flow that a pacer releases before `limit`, and the time.
    #[inline(always)]
    pub fn next_release(&mut self, limit: Time) -> Option<(FlowId, Time)> {
        self.events.next_release(limit)
    }

    /// Returns whether the next ACK precedes the next event.
    pub fn is_ack_first(&self) -> bool {
        let Some((flow, sequence)) = self.acks.next_key() else { return false };
        let ack = (self.acks.next_time(), Class::Ack, flow, sequence);
        self.events.next_key().is_none_or(|event| ack < event)
    }

    pub fn pop_event(&mut self) -> Option<Event<Parcel>> {
        self.events.pop()
    }

    #[inline(always)]
    pub fn pop_ack(&mut self) -> Option<Pending> {
        self.acks.pop()
    }

    /// Returns the complete ACK of a removed entry. `window` is the receive window of its flow.
    pub fn complete(&mut self, pending: &Pending, window: u64) -> Ack {
        self.acks.complete(pending, window)
    }

    #[inline]
    pub fn plan(&mut self, at: Time, class: Class, flow: FlowId, sequence: u32) {
        self.events.push(at, class, flow, sequence);
    }

    #[inline]
    pub fn plan_parcel(
        &mut self,
        at: Time,
        class: Class,
        flow: FlowId,
        sequence: u32,
        parcel: Parcel,
    ) {
        self.events.push_with(at, class, flow, sequence, parcel);
    }

    #[inline(always)]
    pub fn plan_release(&mut self, flow: FlowId, at: Time) {
        self.events.plan_release(flow, at);
    }

    /// Appends an ACK without options if it arrives after those that were appended before. Returns whether it does.
    #[inline(always)]
    #[must_use]
    pub fn append_ack(&mut self, at: Time, flow: FlowId, ack: InOrderAck) -> bool {
        self.acks.append(at, flow, ack)
    }

    /// Plans the arrival of an ACK without options that [`Calendar::append_ack`] did not take. `window` is the receive window of its flow.
    #[inline(always)]
    pub fn insert_ack(
        &mut self,
        at: Time,
        flow: FlowId,
        sequence: u32,
        ack: InOrderAck,
        window: u64,
    ) {
        if !self.acks.insert(at, flow, sequence, ack, self.now) {
            let parcel = Parcel::Ack(ack.with_window(window));
            self.events.push_with(at, Class::Ack, flow, sequence, parcel);
        }
    }

    /// Plans the arrival of an ACK. With `whole` it is stored like one with options.
    #[inline]
    pub fn plan_ack(&mut self, at: Time, flow: FlowId, sequence: u32, ack: &Ack, whole: bool) {
        if !self.acks.push(at, flow, sequence, ack, whole, self.now) {
            self.events.push_with(at, Class::Ack, flow, sequence, Parcel::Ack(*ack));
        }
    }

    /// Stores the deadline of a sender. Returns whether it must become an event.
    #[inline(always)]
    #[must_use]
    pub fn note_sender(&mut self, flow: FlowId, due: Time) -> bool {
        self.deadlines.sender(flow, due)
    }

    /// Stores the deadline of a receiver. Returns whether it must become an event.
    #[inline(always)]
    #[must_use]
    pub fn note_receiver(&mut self, flow: FlowId, due: Time) -> bool {
        self.deadlines.receiver(flow, due)
    }

    /// A bin starts that ends at `until`.
    pub fn start_bin(&mut self, until: Time) {
        self.deadlines.start_bin(until);
    }

    /// Returns the first flow from `start` on with a deadline that must become an event.
    pub fn find_deadline(&self, start: usize) -> Option<usize> {
        self.deadlines.find_event(start)
    }

    /// Returns the flow of each packet or ACK that is planned, in no order.
    pub fn carriers(&self) -> impl Iterator<Item = FlowId> {
        self.acks.flows().chain(self.events.carriers())
    }

    /// Returns the memory that grows with what is planned, in bytes.
    pub fn bytes(&self) -> usize {
        self.acks.stored_bytes() + self.events.bytes()
    }
}
