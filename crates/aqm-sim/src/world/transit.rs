//! What a hop stores if the path has several: what packets carry besides their two words, and their order on the way to the
//! next hop. A packet holds a slot of a table.

use super::route::HopIndex;
use crate::packet::{Ack, Packet};
use crate::time::Time;

/// A table with slots that are used again.
#[derive(Clone, Debug)]
struct Slots<T> {
    values: Vec<T>,
    /// Free slots; the last one is used first.
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Slots { values: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> Slots<T> {
    fn put(&mut self, value: T) -> u32 {
        match self.free.pop() {
            Some(slot) => {
                self.values[slot as usize] = value;
                slot
            }
            None => {
                self.values.push(value);
                (self.values.len() - 1) as u32
            }
        }
    }

    fn take(&mut self, slot: u32) -> T {
        self.free.push(slot);
        self.values[slot as usize]
    }

    fn bytes(&self) -> usize {
        self.values.len() * (size_of::<T>() + size_of::<u32>())
    }
}

/// The packets in one hop, and behind it.
#[derive(Clone, Debug)]
pub struct Transit {
    /// The hop.
    pub hop: HopIndex,
    /// Contents of the ACKs.
    acks: Slots<Ack>,
    /// Sending times of the data that came from another hop.
    sent: Slots<Time>,
    /// When the packet that left last reaches the next hop.
    last: Time,
}

impl Transit {
    /// Creates the empty tables of a hop.
    pub fn new(hop: HopIndex) -> Self {
        Transit { hop, acks: Slots::default(), sent: Slots::default(), last: Time::ZERO }
    }

    /// Returns when a packet reaches the next hop: at `time`, but not before the packet that left before it.
    pub fn in_order(&mut self, time: Time) -> Time {
        self.last = self.last.max(time);
        self.last
    }

    /// Stores `ack` and returns its slot.
    pub fn put_ack(&mut self, ack: &Ack) -> u32 {
        self.acks.put(*ack)
    }

    /// Returns what the TCP header of a packet in the hop carries, as far as the tables have it.
    #[cfg(feature = "headers")]
    pub fn complete(&self, packet: &Packet, headers: &mut crate::log::Headers) {
        let slot = packet.slot() as usize;
        if packet.is_ack() {
            headers.ack = self.acks.values.get(slot).copied();
        } else if packet.is_forwarded() {
            headers.sent = self.sent.values.get(slot).copied().unwrap_or(headers.sent);
        }
    }

    /// Returns the ACK of a packet that has left the hop, and frees its slot.
    pub fn take_ack(&mut self, packet: &Packet) -> Ack {
        self.acks.take(packet.slot())
    }

    /// Stores the sending time of a packet that comes from another hop, and returns the packet with its slot.
    pub fn put_forwarded(&mut self, packet: &Packet, sent: Time) -> Packet {
        packet.forwarded(self.sent.put(sent))
    }

    /// Returns a packet without its slot, and its sending time. It reached this hop at `enqueued`.
    pub fn take_forwarded(&mut self, packet: &Packet, enqueued: Time) -> (Packet, Time) {
        if packet.is_forwarded() {
            (packet.without_slot(), self.sent.take(packet.slot()))
        } else {
            (packet.without_slot(), packet.sent(enqueued))
        }
    }

    /// Frees the slot of a dropped packet.
    pub fn release(&mut self, packet: &Packet) {
        if packet.is_ack() {
            self.acks.take(packet.slot());
        } else if packet.is_forwarded() {
            self.sent.take(packet.slot());
        }
    }

    /// Returns the size of the memory in bytes.
    pub fn bytes(&self) -> usize {
        self.acks.bytes() + self.sent.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Ecn;

    #[test]
    fn slots_are_used_again() {
        let mut transit = Transit::new(HopIndex::LANE);
        for next in 0..1000 {
            let ack = Ack { next, ece: next % 2 == 0, ..Ack::default() };
            let first = Packet::ack(3, transit.put_ack(&ack), &ack);
            let second = Packet::ack(3, transit.put_ack(&ack), &ack);
            assert_eq!(transit.take_ack(&first), ack);
            transit.release(&second);
        }
        assert_eq!(transit.acks.values.len(), 2);
    }

    #[test]
    fn a_forwarded_packet_keeps_its_sending_time() {
        let mut transit = Transit::new(HopIndex::LANE);
        let packet = Packet::new(3, 7, 1500, Ecn::Ect0);
        let sent = Time::from_seconds(1.0);
        for _ in 0..3 {
            let forwarded = transit.put_forwarded(&packet, sent);
            assert_eq!((forwarded.number(), forwarded.is_unmarked_data()), (7, false));
            let later = Time::from_seconds(9.0);
            assert_eq!(transit.take_forwarded(&forwarded, later), (packet, sent));
        }
        assert_eq!(transit.take_forwarded(&packet, sent), (packet, sent), "from its sender");
        assert_eq!(transit.sent.values.len(), 1);
    }
}
