//! The events of the reference engine, and the order of simultaneous ones.

use super::hops::Traveller;
use aqm_sim::config::Change;
use aqm_sim::packet::{Ack, FlowId, Packet, Segment};
use aqm_sim::time::{Span, Time};
use std::cmp::Ordering;

/// Kind of an event. The order of the variants is the order of simultaneous events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Class {
    Change,
    Rate,
    DisciplineTimer,
    OtherTimer,
    TransmissionEnd,
    OtherEnd,
    Stop,
    Open,
    Datagram,
    Entry,
    Segment,
    DelayedAck,
    Ack,
    SenderTimer,
    Request,
    Message,
    App,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum What {
    Nothing,
    Change(Change),
    /// A packet that reaches its first queue.
    Entry(Packet),
    /// Something reaches the hop with this number.
    Travel(usize, Traveller),
    Segment(Delivery),
    Ack(Ack),
    /// Size of the message that a request asks for.
    Request(u64),
    /// Number of the message, from 0, on a connection.
    Message(u64),
    Datagram {
        seq: u64,
        delay: Span,
    },
}

/// A packet on its way from the bottleneck to its receiver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Delivery {
    pub(super) segment: Segment,
    pub(super) ce: bool,
    /// Time at which it left the bottleneck.
    pub(super) left: Time,
    /// Delay of the ACK.
    pub(super) back: Span,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Event {
    pub(super) time: Time,
    pub(super) class: Class,
    pub(super) flow: FlowId,
    pub(super) sequence: u64,
    pub(super) what: What,
}

impl Eq for Event {}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |event: &Event| (event.time, event.class, event.flow, event.sequence);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
