//! ACKs that wait in a queue. Their packets have two words like all others, so this table holds their
//! content.

use crate::packet::{Ack, Packet};

/// The ACKs in one bottleneck. A packet holds the slot of its ACK.
#[derive(Clone, Debug, Default)]
pub(super) struct AckPackets {
    slots: Vec<Ack>,
    /// Free slots; the last one is used first.
    free: Vec<u32>,
}

impl AckPackets {
    /// Stores `ack` and returns its slot.
    pub(super) fn put(&mut self, ack: &Ack) -> u32 {
        match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = *ack;
                slot
            }
            None => {
                self.slots.push(*ack);
                (self.slots.len() - 1) as u32
            }
        }
    }

    /// Returns the ACK of a packet that has left the bottleneck, and frees its slot.
    pub(super) fn take(&mut self, packet: &Packet) -> Ack {
        let slot = packet.ack_slot();
        self.free.push(slot);
        self.slots[slot as usize]
    }

    /// Returns the size of the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * (size_of::<Ack>() + size_of::<u32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_used_again() {
        let mut acks = AckPackets::default();
        for next in 0..1000 {
            let ack = Ack { next, ece: next % 2 == 0, ..Ack::default() };
            let first = Packet::ack(3, acks.put(&ack), &ack);
            let second = Packet::ack(3, acks.put(&ack), &ack);
            assert_eq!(acks.take(&first), ack);
            assert_eq!(acks.take(&second), ack);
        }
        assert_eq!(acks.slots.len(), 2);
    }
}
