//! The queue of the device, like the ring of a network card, and its token bucket. The queue holds packets that have left the
//! discipline's queue and wait for the link. The discipline does not see them.

use crate::buffer::{Limit, Queued};
use crate::metrics::{DelaySummary, Recorder};
use crate::packet::{Packet, Queueable};
use crate::ring::Ring;
use crate::time::Time;
use crate::token_bucket::TokenBucket;

/// A FIFO queue with its own recorder, and a token bucket if the link has one.
#[derive(Clone, Debug)]
pub struct Device {
    /// Largest number of waiting packets.
    room: u64,
    waiting: Ring<Taken>,
    pub recorder: Recorder,
    pub bucket: Option<TokenBucket>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Taken {
    queued: Queued<Packet>,
    /// Time at which it left the discipline's queue.
    at: Time,
}

impl Device {
    /// Creates an empty queue for `room` packets. Its statistics start like those of the queue's
    /// recorder.
    pub fn new(room: u64, warmup: Time, now: Time) -> Self {
        let recorder = Recorder::beside(warmup, Limit::NONE, now);
        Device { room, waiting: Ring::default(), recorder, bucket: None }
    }

    /// Returns the same device with a full token bucket of `bytes`; 0: none.
    pub fn with_bucket(self, bytes: u64, now: Time) -> Self {
        let bucket = (bytes > 0).then(|| TokenBucket::full(bytes, now));
        Device { bucket, ..self }
    }

    /// Changes the size. Surplus packets stay until the link has sent them.
    pub fn set_room(&mut self, room: u64) {
        self.room = room;
    }

    /// Returns whether the device can take another packet.
    pub fn has_room(&self) -> bool {
        (self.waiting.len() as u64) < self.room
    }

    /// Appends a packet that has just left the discipline's queue.
    pub fn push(&mut self, queued: Queued<Packet>, now: Time) {
        self.recorder.offered(now, queued.packet.bytes(), 1);
        self.waiting.push_back(Taken { queued, at: now });
    }

    /// Removes the head, whose transmission starts now.
    pub fn pop(&mut self, now: Time) -> Option<Queued<Packet>> {
        let Taken { queued, at } = self.waiting.pop_front()?;
        self.recorder.sent(now, queued.packet.bytes(), now - at);
        Some(queued)
    }

    /// Records a packet that goes from the discipline's queue to an idle link without waiting.
    pub fn pass(&mut self) {
        if self.room > 0 {
            self.recorder.passed();
        }
    }

    /// Returns the waiting packets, the head first.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.waiting.iter().map(|taken| &taken.queued.packet)
    }

    /// Returns the delays between discipline and link since the warm-up. `None` without packets.
    pub fn delay(&self, now: Time) -> Option<DelaySummary> {
        self.recorder.whole(now).delay
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Ecn;
    use crate::time::Span;

    #[test]
    fn device_measures_the_time_between_discipline_and_link() {
        let at = |millis| Time::ZERO + Span::from_millis(millis);
        let mut device = Device::new(2, Time::ZERO, at(300));
        let queued =
            |seq| Queued { packet: Packet::new(0, seq, 1500, Ecn::NotEct), enqueued: at(1) };
        device.pass();
        device.push(queued(1), at(301));
        assert!(device.has_room());
        device.push(queued(2), at(302));
        assert!(!device.has_room());
        assert_eq!(device.pop(at(303)), Some(queued(1)));
        assert_eq!(device.pop(at(306)), Some(queued(2)));
        assert_eq!(device.pop(at(307)), None);
        let delay = device.delay(at(308)).expect("three packets");
        assert_eq!((delay.mean, delay.max), (2.0, 4.0));
        device.set_room(0);
        device.pass();
        assert_eq!(device.recorder.whole(at(308)).packets.sent, 3, "no device queue, no measure");
    }
}
