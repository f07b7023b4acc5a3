//! The path behind the last hop: to the receiver, the receiver itself, and the return path.
//!
//! A packet that leaves the last hop keeps the delays of that moment, in both directions. Nothing
//! else can happen to it. So the receiver runs at once, with the packet's arrival time.

use super::Parcel;
use super::acks::Acks;
use super::deadlines::Deadlines;
use super::flow::Flow;
use super::hop::Host;
use super::noise;
use super::route::HopIndex;
use crate::buffer::Queued;
use crate::event::{Class, EventQueue};
use crate::log::Happening;
use crate::packet::{Ack, Ecn, FlowId, Packet, Queueable};
use crate::tcp::{InOrderAck, Reaction};
use crate::time::{Span, Time};

/// The parts of the simulation that take the receiver's ACKs.
pub(super) struct Network<'a> {
    pub(super) now: Time,
    pub(super) acks: &'a mut Acks,
    pub(super) deadlines: &'a mut Deadlines,
    pub(super) events: &'a mut EventQueue<Parcel>,
    /// The hop that the packet has left: its tables, the noise behind it, and its observer.
    pub(super) host: &'a mut Host,
}

/// Borrows the parts of `$state` that are a [`Network`] behind the hop with `$host`.
macro_rules! network {
    ($state:expr, $host:expr) => {
        Network {
            now: $state.now,
            acks: &mut $state.acks,
            deadlines: &mut $state.deadlines,
            events: &mut $state.events,
            host: &mut $host,
        }
    };
}
pub(super) use network;

impl Network<'_> {
    /// Returns a copy for a rarely called function. The caller's `Network` can then stay in
    /// registers.
    fn reborrow(&mut self) -> Network<'_> {
        Network {
            acks: self.acks,
            deadlines: self.deadlines,
            events: self.events,
            host: self.host,
            ..*self
        }
    }
}

impl Flow {
    /// Delivers a segment to the receiver and plans its ACK.
    #[inline(always)]
    pub(super) fn deliver(&mut self, queued: &Queued<Packet>, mut network: Network) {
        let arrival = if self.in_order {
            self.last_arrival = network.now.plus(self.path.forward);
            self.last_arrival
        } else {
            match self.arrival_in_general(queued, &mut network.reborrow()) {
                Some(arrival) => arrival,
                None => return,
            }
        };
        // Read only here: WebAssembly spills every value that is live across a call, even a rare
        // one.
        let &Queued { packet, enqueued: sent } = queued;
        if packet.is_unmarked_data() {
            match self.receiver.on_in_order_segment(packet.seq, sent, arrival) {
                Reaction::NotInOrder => {}
                Reaction::Wait => {
                    self.ack_delay = self.path.back;
                    return self.plan_receiver_timer(
                        packet.flow(),
                        network.deadlines,
                        network.events,
                    );
                }
                // After an ACK no delayed-ACK deadline is pending.
                Reaction::SendAck(ack) => {
                    return self.send_ack_in_order(packet.flow(), ack, arrival, network);
                }
            }
        }
        self.deliver_in_general(packet, sent, arrival, &mut network.reborrow());
    }

    #[cold]
    #[inline(never)]
    pub(super) fn deliver_in_general(
        &mut self,
        packet: Packet,
        sent: Time,
        arrival: Time,
        network: &mut Network,
    ) {
        if packet.is_datagram() {
            return self.note_datagram(packet, sent, arrival, network);
        }
        let due = self.receiver.next_timer();
        if due < arrival {
            self.run_receiver_timer(packet.flow(), due, network);
        }
        self.ack_delay = self.path.back;
        let is_plain = packet.is_unmarked_data();
        let above =
            if is_plain { self.receiver.on_segment_above_hole(packet.seq, arrival) } else { None };
        let ack = match above {
            Some(ack) => ack,
            None => {
                let ce = packet.ecn() == Ecn::Ce;
                let segment = packet.segment(sent);
                if let Some(ack) = self.receiver.ack_before(&segment, ce) {
                    self.send_ack(packet.flow(), &ack, arrival, Class::Segment, network);
                }
                self.receiver.on_segment(&segment, ce, arrival)
            }
        };
        if let Some(ack) = ack {
            self.send_ack(packet.flow(), &ack, arrival, Class::Segment, network);
        }
        self.plan_receiver_timer(packet.flow(), network.deadlines, network.events);
        if self.app.is_some() {
            self.note_messages(packet.flow(), arrival, network);
        }
    }

    #[inline(always)]
    fn send_ack_in_order(&mut self, flow: FlowId, ack: InOrderAck, at: Time, network: Network) {
        let arrival = at.plus(self.path.back).max(self.last_ack);
        self.last_ack = arrival;
        if network.acks.append(arrival, flow, ack) {
            return;
        }
        let sequence = self.next_sequence();
        if !network.acks.insert(arrival, flow, sequence, ack, network.now) {
            let parcel = Parcel::Ack(ack.with_window(self.receive_window));
            network.events.push_with(arrival, Class::Ack, flow, sequence, parcel);
        }
    }

    /// Returns when a packet that leaves a hop now reaches the receiver. `None` if the caller need not
    /// deliver it: it is lost, it goes on to another hop, it is an ACK, or it has been delivered.
    // Out of line, to keep it away from the hot code.
    #[cold]
    #[inline(never)]
    pub(super) fn arrival_in_general(
        &mut self,
        queued: &Queued<Packet>,
        network: &mut Network,
    ) -> Option<Time> {
        let packet = &queued.packet;
        let is_ack = packet.is_ack();
        let route = self.route.as_deref();
        let hop = network.host.transit.as_deref().map(|transit| transit.hop);
        let next = route.zip(hop).and_then(|(route, hop)| route.behind(hop, is_ack));
        if is_ack || next.is_some() {
            self.pass_on(queued, next, network);
            return None;
        }
        // Segments that were delayed ahead of the queue have the forward half of the RTT behind them.
        let is_ahead = self.path.jitter.is_ahead();
        let forward = if is_ahead { Span::ZERO } else { self.path.forward };
        let mut extra =
            if is_ahead { 0.0 } else { noise::draw(&self.path.jitter, &mut self.jitter) };
        extra += self.pass_noise(queued, network)?;
        let arrival = network.now + noise::extended(forward, extra);
        if self.path.jitter.size == Span::ZERO && network.host.noise.is_none() {
            // From now on packets arrive in the order in which they leave. Those of reverse flows in
            // the forward bottleneck are ACKs.
            self.in_order = arrival >= self.last_arrival
                && !self.is_reverse
                && self.route.is_none()
                && !network.host.is_watched();
        }
        // Neither jitter nor a shortened path reorders packets.
        self.last_arrival = arrival.max(self.last_arrival);
        if packet.is_forwarded() || network.host.is_watched() {
            self.deliver_rarely(queued, network);
            return None;
        }
        Some(self.last_arrival)
    }

    /// Delivers a packet that came from another hop, or that is observed.
    #[cold]
    #[inline(never)]
    fn deliver_rarely(&mut self, queued: &Queued<Packet>, network: &mut Network) {
        let &Queued { packet, enqueued } = queued;
        network.host.note(queued, network.now, Happening::Delivered(self.last_arrival));
        let (packet, sent) = match &mut network.host.transit {
            Some(transit) if packet.is_forwarded() => transit.take_forwarded(&packet, enqueued),
            _ => (packet, enqueued),
        };
        self.deliver_in_general(packet, sent, self.last_arrival, network);
    }

    /// Returns the extra delay in s of a packet that leaves a hop; `None` if it is lost.
    #[inline(always)]
    fn pass_noise(&mut self, queued: &Queued<Packet>, network: &mut Network) -> Option<f64> {
        let extra = network.host.pass_noise(queued, network.now);
        if extra.is_none() && queued.packet.is_measured() {
            self.note_loss(&queued.packet, network);
        }
        extra
    }

    /// A packet leaves a hop that is not the last one of its data: it goes on to the `next` one, or as an ACK to
    /// the sender, unless it is lost.
    fn pass_on(
        &mut self,
        queued: &Queued<Packet>,
        next: Option<(HopIndex, Span)>,
        network: &mut Network,
    ) {
        let Some(extra) = self.pass_noise(queued, network) else { return };
        match next {
            Some(next) => self.go_on(queued, next, extra, network),
            None => self.deliver_ack(queued, extra, network),
        }
    }

    /// Runs the receiver's timer if it is due at `at`.
    #[inline(never)]
    pub(super) fn run_receiver_timer(&mut self, flow: FlowId, at: Time, network: &mut Network) {
        if self.receiver.next_timer() <= at
            && let Some(ack) = self.receiver.on_timer(at)
        {
            self.send_ack(flow, &ack, at, Class::DelayedAck, network);
        }
    }

    /// Sends `ack` at `at`. `class` is the class of the event that caused it.
    #[inline(always)]
    fn send_ack(&mut self, flow: FlowId, ack: &Ack, at: Time, class: Class, network: &mut Network) {
        if self.receiver.is_fast_path_enabled() {
            let arrival = self.return_ack(flow, ack, at.plus(self.ack_delay), network);
            if network.host.is_watched() {
                network.host.note_ack(flow, ack, at, Some((at, arrival)));
            }
        } else {
            self.plan_entry(flow, ack, at, class, network);
        }
    }

    /// Plans when an ACK enters the rate-limited return path.
    #[cold]
    #[inline(never)]
    fn plan_entry(
        &mut self,
        flow: FlowId,
        ack: &Ack,
        at: Time,
        class: Class,
        network: &mut Network,
    ) {
        let parcel = Parcel::ReturnPath { ack: *ack, delay: self.ack_delay };
        let sequence = self.next_sequence();
        network.events.push_with(at, class, flow, sequence, parcel);
    }

    /// Plans the arrival of an ACK at the sender. Returns its time.
    pub(super) fn return_ack(
        &mut self,
        flow: FlowId,
        ack: &Ack,
        arrival: Time,
        network: &mut Network,
    ) -> Time {
        // A shortened path does not reorder ACKs either.
        let arrival = arrival.max(self.last_ack);
        self.last_ack = arrival;
        let sequence = self.next_sequence();
        // The fast path of ACKs without options offers segments to the forward bottleneck at once.
        let whole = !self.is_direct;
        if !network.acks.push(arrival, flow, sequence, ack, whole, network.now) {
            network.events.push_with(arrival, Class::Ack, flow, sequence, Parcel::Ack(*ack));
        }
        arrival
    }
}
