//! What happens to the packets of one hop.

#[cfg(feature = "headers")]
use super::Headers;
use super::Signal;
use crate::buffer::Queued;
use crate::packet::{Ack, Packet};
use crate::time::Time;

/// Collects what happens at one hop, until the records of the run take it.
#[derive(Clone, Debug)]
pub struct Observer {
    /// Whether it also collects what happens to packets that are neither dropped, marked nor lost.
    all: bool,
    seen: Vec<Sighting>,
}

/// Something that happened to a packet.
#[derive(Clone, Copy, Debug)]
pub struct Sighting {
    pub at: Time,
    pub packet: Packet,
    /// When the packet reached the queue.
    pub enqueued: Time,
    pub what: Happening,
    /// What the TCP header carries.
    #[cfg(feature = "headers")]
    pub headers: Headers,
}

/// What happened.
#[derive(Clone, Copy, Debug)]
pub enum Happening {
    /// It waited when the observation began, perhaps in a bucket of its flow.
    Waited { bucket: Option<u32> },
    /// It was offered to the queue.
    Arrived,
    /// It joined the queue, perhaps a bucket of its flow.
    Joined { bucket: Option<u32> },
    /// It was dropped, marked or lost.
    Signal(Signal),
    /// It left the queue of the discipline.
    Dequeued { class: Option<&'static str> },
    /// It left the hop and reaches the next one at this time.
    Forwarded(Time),
    /// It left the hop and reaches its receiver, or as an ACK its sender, at this time.
    Delivered(Time),
    /// An ACK goes back without a hop. It leaves the way back and reaches its sender at these times; `None` if it is dropped.
    Returned(Option<(Time, Time)>),
}

impl Observer {
    /// Creates an observer of drops, marks and losses, or of everything.
    pub fn new(all: bool) -> Self {
        Observer { all, seen: Vec::new() }
    }

    /// Returns whether it collects everything.
    pub fn sees_all(&self) -> bool {
        self.all
    }

    /// Adds a drop, mark or loss.
    pub fn signal(&mut self, queued: Queued<Packet>, at: Time, signal: Signal) {
        self.push(queued, at, Happening::Signal(signal));
    }

    /// Adds something else that happened, if it collects everything.
    pub fn note(&mut self, queued: Queued<Packet>, at: Time, what: Happening) {
        if self.all {
            self.push(queued, at, what);
        }
    }

    /// Adds an ACK that is sent at `at` on a way back without a hop.
    pub fn note_ack(&mut self, flow: u32, ack: &Ack, at: Time, way: Option<(Time, Time)>) {
        let packet = Packet::ack(flow, 0, ack);
        self.note(Queued { packet, enqueued: at }, at, Happening::Returned(way));
        #[cfg(feature = "headers")]
        self.complete(|headers| headers.ack = Some(*ack));
    }

    /// Completes the headers of what was added last, if everything is collected.
    #[cfg(feature = "headers")]
    pub fn complete(&mut self, change: impl FnOnce(&mut Headers)) {
        if let Some(last) = self.seen.last_mut().filter(|_| self.all) {
            change(&mut last.headers);
        }
    }

    /// Adds that a packet joined the queue, unless it was dropped since sighting number `first`.
    pub fn note_joined(&mut self, first: usize, queued: Queued<Packet>, bucket: Option<u32>) {
        let is_drop = |sighting: &Sighting| {
            let is_same = sighting.packet.seq == queued.packet.seq
                && sighting.packet.flow() == queued.packet.flow()
                && sighting.enqueued == queued.enqueued;
            is_same && matches!(sighting.what, Happening::Signal(Signal::Drop(_)))
        };
        if !self.seen[first..].iter().any(is_drop) {
            self.note(queued, queued.enqueued, Happening::Joined { bucket });
        }
    }

    /// Returns the number of sightings that have not been taken.
    pub fn count(&self) -> usize {
        self.seen.len()
    }

    /// Removes and returns all sightings, in their order.
    pub fn take(&mut self) -> impl Iterator<Item = Sighting> {
        self.seen.drain(..)
    }

    fn push(&mut self, Queued { packet, enqueued }: Queued<Packet>, at: Time, what: Happening) {
        self.seen.push(Sighting {
            at,
            packet,
            enqueued,
            what,
            #[cfg(feature = "headers")]
            headers: Headers::of(&packet, enqueued),
        });
    }
}
