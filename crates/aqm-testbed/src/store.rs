//! The packets on the path: their bytes, and the handle that a discipline sees.

use aqm_sim::packet::{Ecn, FlowId, Queueable};

/// End of the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// Where the senders of the forward direction are.
    #[default]
    Near,
    /// Where their receivers are.
    Far,
}

impl Side {
    /// Returns the other end.
    pub fn opposite(self) -> Side {
        match self {
            Side::Near => Side::Far,
            Side::Far => Side::Near,
        }
    }
}

/// A packet on the path, as a discipline sees it. Its bytes are in a [`Store`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Carried {
    /// Place in the store.
    pub slot: u32,
    /// The flow. Both directions of a connection have the same.
    pub flow: FlowId,
    /// Size of the IP packet in bytes.
    bytes: u32,
    ecn: Ecn,
}

impl Carried {
    /// Returns the handle of a packet.
    pub fn new(slot: u32, flow: FlowId, bytes: u32, ecn: Ecn) -> Self {
        Carried { slot, flow, bytes, ecn }
    }
}

impl Queueable for Carried {
    fn bytes(&self) -> u32 {
        self.bytes
    }

    fn ecn(&self) -> Ecn {
        self.ecn
    }

    fn flow_key(&self) -> u64 {
        self.flow.into()
    }

    fn set_ce(&mut self) {
        self.ecn = Ecn::Ce;
    }
}

/// What the path notes about a packet.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Note {
    /// Where it came from.
    pub from: Side,
    /// It belongs to the sender of the flow; otherwise to its receiver: an ACK.
    pub is_data: bool,
    /// Its last hop.
    pub last: usize,
    /// It had its propagation delay ahead of the first hop.
    pub is_ahead: bool,
}

/// The bytes of all packets on the path, in slots that are used again.
#[derive(Debug, Default)]
pub struct Store {
    slots: Vec<(Vec<u8>, Note)>,
    free: Vec<u32>,
}

impl Store {
    /// Creates a store with room for `packets` packets of `bytes` each before it allocates memory.
    pub fn new(packets: usize, bytes: usize) -> Self {
        let slot = || (Vec::with_capacity(bytes), Note::default());
        let slots: Vec<_> = std::iter::repeat_with(slot).take(packets).collect();
        Store { slots, free: (0..packets as u32).rev().collect() }
    }

    /// Copies a packet into a free slot, and returns its number.
    pub fn put(&mut self, packet: &[u8], note: Note) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push((Vec::new(), note));
            self.slots.len() as u32 - 1
        });
        let (bytes, kept) = &mut self.slots[slot as usize];
        bytes.clear();
        bytes.extend_from_slice(packet);
        *kept = note;
        slot
    }

    /// Returns what is noted about a packet.
    pub fn note(&self, slot: u32) -> Note {
        self.slots[slot as usize].1
    }

    /// Returns the bytes of a packet.
    pub fn bytes(&mut self, slot: u32) -> &mut [u8] {
        &mut self.slots[slot as usize].0
    }

    /// Frees the slot of a packet that has left the path.
    pub fn release(&mut self, slot: u32) {
        debug_assert!(!self.free.contains(&slot), "a slot is freed once");
        self.free.push(slot);
    }

    /// Returns the number of packets on the path.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Returns whether the path is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_used_again() {
        let mut store = Store::new(1, 100);
        let note = Note { is_data: true, ..Note::default() };
        let (a, b) = (store.put(&[1; 100], note), store.put(&[2; 50], Note::default()));
        assert_ne!(a, b);
        assert_eq!((store.bytes(a).len(), store.bytes(b)[0], store.len()), (100, 2, 2));
        assert!(store.note(a).is_data);
        store.release(a);
        assert_eq!(store.put(&[3; 10], Note::default()), a);
        assert_eq!((store.bytes(a).len(), store.note(a)), (10, Note::default()));
        store.release(a);
        store.release(b);
        assert!(store.is_empty());
    }
}
