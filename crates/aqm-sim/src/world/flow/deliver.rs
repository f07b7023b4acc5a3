//! The path behind a hop: to the next one, or to the receiver, and the receiver itself.
//!
//! A packet that leaves the last hop keeps the delays of that moment, in both directions. Nothing
//! else can happen to it. So the receiver runs at once, with the packet's arrival time.

use super::Flow;
use crate::buffer::Queued;
use crate::event::Class;
use crate::log::Happening;
use crate::packet::{Ecn, Packet, Queueable};
use crate::tcp::Reaction;
use crate::time::{Span, Time};
use crate::world::calendar::{Calendar, Parcel};
use crate::world::host::Host;
use crate::world::noise;
use crate::world::route::HopIndex;

impl Flow {
    /// Delivers a segment to the receiver and plans its ACK.
    #[inline(always)]
    pub fn deliver(&mut self, queued: &Queued<Packet>, calendar: &mut Calendar, host: &mut Host) {
        let arrival = if self.in_order {
            self.last_arrival = calendar.now().plus(self.path.forward);
            self.last_arrival
        } else {
            match self.arrival_in_general(queued, calendar, host) {
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
                    return self.plan_receiver_timer(packet.flow(), calendar);
                }
                // After an ACK no delayed-ACK deadline is pending.
                Reaction::SendAck(ack) => {
                    return self.send_ack_in_order(packet.flow(), ack, arrival, calendar);
                }
            }
        }
        self.deliver_in_general(packet, sent, arrival, calendar, host);
    }

    #[cold]
    #[inline(never)]
    fn deliver_in_general(
        &mut self,
        packet: Packet,
        sent: Time,
        arrival: Time,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        if packet.is_datagram() {
            return self.note_datagram(packet, sent, arrival, calendar);
        }
        let due = self.receiver.next_timer();
        if due < arrival {
            self.run_receiver_timer(packet.flow(), due, calendar, host);
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
                    self.send_ack(packet.flow(), &ack, arrival, Class::Segment, calendar, host);
                }
                self.receiver.on_segment(&segment, ce, arrival)
            }
        };
        if let Some(ack) = ack {
            self.send_ack(packet.flow(), &ack, arrival, Class::Segment, calendar, host);
        }
        self.plan_receiver_timer(packet.flow(), calendar);
        if self.app.is_some() {
            self.note_messages(packet.flow(), arrival, calendar);
        }
    }

    /// Returns when a packet that leaves a hop now reaches the receiver. `None` if the caller need not
    /// deliver it: it is lost, it goes on to another hop, it is an ACK, or it has been delivered.
    // Out of line, to keep it away from the hot code.
    #[cold]
    #[inline(never)]
    fn arrival_in_general(
        &mut self,
        queued: &Queued<Packet>,
        calendar: &mut Calendar,
        host: &mut Host,
    ) -> Option<Time> {
        let packet = &queued.packet;
        let is_ack = packet.is_ack();
        let route = self.route.as_deref();
        let hop = host.transit.as_deref().map(|transit| transit.hop);
        let next = route.zip(hop).and_then(|(route, hop)| route.behind(hop, is_ack));
        if is_ack || next.is_some() {
            self.pass_on(queued, next, calendar, host);
            return None;
        }
        // Segments that were delayed ahead of the queue have the forward half of the RTT behind them.
        let is_ahead = self.path.jitter.is_ahead();
        let forward = if is_ahead { Span::ZERO } else { self.path.forward };
        let mut extra =
            if is_ahead { 0.0 } else { noise::draw(&self.path.jitter, &mut self.jitter) };
        extra += self.pass_noise(queued, calendar, host)?;
        let arrival = calendar.now() + noise::extended(forward, extra);
        if self.path.jitter.size == Span::ZERO && host.noise.is_none() {
            // From now on packets arrive in the order in which they leave. Those of reverse flows in
            // the forward bottleneck are ACKs.
            self.in_order = arrival >= self.last_arrival
                && !self.is_reverse
                && self.route.is_none()
                && !host.is_watched();
        }
        // Neither jitter nor a shortened path reorders packets.
        self.last_arrival = arrival.max(self.last_arrival);
        if packet.is_forwarded() || host.is_watched() {
            self.deliver_rarely(queued, calendar, host);
            return None;
        }
        Some(self.last_arrival)
    }

    /// Delivers a packet that came from another hop, or that is observed.
    #[cold]
    #[inline(never)]
    fn deliver_rarely(
        &mut self,
        queued: &Queued<Packet>,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        let &Queued { packet, enqueued } = queued;
        host.note(queued, calendar.now(), Happening::Delivered(self.last_arrival));
        let (packet, sent) = match &mut host.transit {
            Some(transit) if packet.is_forwarded() => transit.take_forwarded(&packet, enqueued),
            _ => (packet, enqueued),
        };
        self.deliver_in_general(packet, sent, self.last_arrival, calendar, host);
    }

    /// Returns the extra delay in s of a packet that leaves a hop; `None` if it is lost.
    #[inline(always)]
    fn pass_noise(
        &mut self,
        queued: &Queued<Packet>,
        calendar: &mut Calendar,
        host: &mut Host,
    ) -> Option<f64> {
        let extra = host.pass_noise(queued, calendar.now());
        if extra.is_none() && queued.packet.is_measured() {
            self.note_loss(&queued.packet, calendar);
        }
        extra
    }

    /// A packet leaves a hop that is not the last one of its data: it goes on to the `next` one, or as an ACK to
    /// the sender, unless it is lost.
    fn pass_on(
        &mut self,
        queued: &Queued<Packet>,
        next: Option<(HopIndex, Span)>,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        let Some(extra) = self.pass_noise(queued, calendar, host) else { return };
        match next {
            Some(next) => self.go_on(queued, next, extra, calendar, host),
            None => self.deliver_ack(queued, extra, calendar, host),
        }
    }

    /// Delivers a packet that has left another hop than that of the lane.
    #[inline(never)]
    pub fn deliver_from_other(
        &mut self,
        queued: &Queued<Packet>,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        if let Some(arrival) = self.arrival_in_general(queued, calendar, host) {
            self.deliver_in_general(queued.packet, queued.enqueued, arrival, calendar, host);
        }
    }

    /// Plans when a packet that leaves a hop reaches the next one, `extra` s later than usual.
    #[inline(never)]
    fn go_on(
        &mut self,
        queued: &Queued<Packet>,
        (hop, delay): (HopIndex, Span),
        extra: f64,
        calendar: &mut Calendar,
        host: &mut Host,
    ) {
        let &Queued { packet, enqueued } = queued;
        let Some(transit) = &mut host.transit else { return };
        let at = transit.in_order(calendar.now() + noise::extended(delay, extra));
        let parcel = if packet.is_ack() {
            Parcel::AckAt { ack: transit.take_ack(&packet), hop }
        } else {
            let (packet, sent) = transit.take_forwarded(&packet, enqueued);
            Parcel::DataAt { packet, sent, hop }
        };
        host.note(queued, calendar.now(), Happening::Forwarded(at));
        let sequence = self.next_sequence();
        calendar.plan_parcel(at, Class::Entry, packet.flow(), sequence, parcel);
    }
}
