//! Messages and measured datagrams that arrive, or that are lost on their way.

use super::Flow;
use crate::event::Class;
use crate::packet::{FlowId, Packet};
use crate::time::Time;
use crate::world::attached::{Arrival, Attached};
use crate::world::calendar::Calendar;

impl Flow {
    /// Plans the application's turn for each message that is now complete.
    #[inline(never)]
    pub fn note_messages(&mut self, id: FlowId, arrival: Time, calendar: &mut Calendar) {
        let delivered = self.receiver.delivered();
        let Some(Attached::Connection(connection)) = self.app.as_deref_mut() else { return };
        let mut count = 0;
        while connection.ends.front().is_some_and(|&end| end <= delivered) {
            connection.ends.pop_front();
            connection.complete.push_back(arrival);
            count += 1;
        }
        self.watch();
        for _ in 0..count {
            let sequence = self.next_sequence();
            calendar.plan(arrival, Class::Message, id, sequence);
        }
    }

    /// Plans the arrival of a measured datagram.
    #[inline(never)]
    pub fn note_datagram(
        &mut self,
        packet: Packet,
        sent: Time,
        arrival: Time,
        calendar: &mut Calendar,
    ) {
        if let Some(Attached::Receiver(_, way)) = self.app.as_deref_mut() {
            let delay = arrival - sent;
            way.arrivals.push_back(Arrival { at: arrival, seq: packet.seq, delay });
            let sequence = self.next_sequence();
            calendar.plan(arrival, Class::Message, packet.flow(), sequence);
        }
    }

    /// Plans the report of a measured datagram that is lost behind the bottleneck.
    #[inline(never)]
    pub fn note_loss(&mut self, packet: &Packet, calendar: &mut Calendar) {
        if let Some(Attached::Receiver(_, way)) = self.app.as_deref_mut() {
            way.losses.push_back(calendar.now());
            let sequence = self.next_sequence();
            calendar.plan(calendar.now(), Class::Message, packet.flow(), sequence);
        }
    }

    /// Makes the receiver notice the end of the oldest message.
    pub fn watch(&mut self) {
        if let Some(Attached::Connection(connection)) = self.app.as_deref() {
            self.receiver.watch(connection.ends.front().map_or(u64::MAX, |&end| end - 1));
        }
    }
}
