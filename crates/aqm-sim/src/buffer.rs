//! The FIFO queue of the disciplines.

use crate::packet::Queueable;
use crate::ring::Ring;
use crate::time::Time;

/// A packet with the time at which it was enqueued.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Queued<P> {
    /// The packet.
    pub packet: P,
    /// Time at which it entered the queue.
    pub enqueued: Time,
}

impl<P> Queued<P> {
    /// Returns the same packet, for the result of a function that is not inlined.
    ///
    /// Such a result is in memory, and the compiler keeps a variable there that may hold it. The copy
    /// lets the host's loop keep its packet in registers, which saves six instructions per packet.
    #[inline(always)]
    pub(crate) fn copied(self) -> Self {
        // Without `max`, which changes nothing, the compiler would remove the copy.
        Queued { packet: self.packet, enqueued: self.enqueued.max(Time::ZERO) }
    }
}

/// A first-in first-out queue that counts its backlog. The packet on the wire is not part of it.
#[derive(Clone, Debug)]
pub struct Fifo<P> {
    packets: Ring<Queued<P>>,
    bytes: u64,
}

impl<P> Default for Fifo<P> {
    fn default() -> Self {
        Fifo { packets: Ring::default(), bytes: 0 }
    }
}

impl<P: Queueable> Fifo<P> {
    /// Appends a packet.
    pub fn push(&mut self, packet: P, now: Time) {
        self.bytes += u64::from(packet.bytes());
        self.packets.push_back(Queued { packet, enqueued: now });
    }

    /// Removes the head.
    pub fn pop(&mut self) -> Option<Queued<P>> {
        let head = self.packets.pop_front()?;
        self.bytes -= u64::from(head.packet.bytes());
        Some(head)
    }

    /// Removes the packet that came last.
    pub fn pop_last(&mut self) -> Option<Queued<P>> {
        let last = self.packets.pop_back()?;
        self.bytes -= u64::from(last.packet.bytes());
        Some(last)
    }

    /// Removes the packet at `index`, counted from the head.
    pub fn remove(&mut self, index: usize) -> Option<Queued<P>> {
        let removed = self.packets.remove(index)?;
        self.bytes -= u64::from(removed.packet.bytes());
        Some(removed)
    }

    /// Returns the packet at `index`, counted from the head.
    pub fn get(&self, index: usize) -> Option<&Queued<P>> {
        self.packets.get(index)
    }

    /// Returns the packet that leaves next.
    pub fn head(&self) -> Option<&Queued<P>> {
        self.packets.front()
    }

    /// Returns all packets, the head first.
    pub fn iter(&self) -> impl Iterator<Item = &Queued<P>> {
        self.packets.iter()
    }

    /// Returns the backlog in packets.
    pub fn len(&self) -> usize {
        self.packets.len()
    }

    /// Returns whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// Returns the backlog in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The largest backlog of a queue. Both limits apply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// In packets.
    pub packets: u64,
    /// In bytes.
    pub bytes: u64,
}

impl Limit {
    /// No limit.
    pub const NONE: Limit = Limit { packets: u64::MAX, bytes: u64::MAX };

    /// Returns a limit of `packets` packets of any size.
    pub const fn packets(packets: u64) -> Self {
        Limit { packets, bytes: u64::MAX }
    }

    /// Returns a limit of `bytes` bytes in any number of packets.
    pub const fn bytes(bytes: u64) -> Self {
        Limit { packets: u64::MAX, bytes }
    }

    /// Returns whether one more packet of `bytes` bytes fits into `queue`.
    pub fn admits<P: Queueable>(&self, queue: &Fifo<P>, bytes: u32) -> bool {
        self.admits_beside(queue.len() as u64, queue.bytes(), bytes)
    }

    /// Returns whether one more packet of `bytes` bytes fits next to a backlog of `packets` and
    /// `backlog` bytes. For disciplines with several queues.
    pub fn admits_beside(&self, packets: u64, backlog: u64, bytes: u32) -> bool {
        packets < self.packets && backlog + u64::from(bytes) <= self.bytes
    }
}
