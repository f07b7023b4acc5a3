//! The queue of the device, like the ring of a network card. It holds packets that have left the queue of the discipline and wait for the
//! link. The discipline does not see them.

use crate::store::Carried;
use aqm_sim::buffer::{Limit, Queued};
use aqm_sim::metrics::{DelaySummary, History, Recorder};
use aqm_sim::packet::Queueable as _;
use aqm_sim::time::Time;
use std::collections::VecDeque;

/// A FIFO queue with its own records.
#[derive(Debug)]
pub(crate) struct Device {
    /// Largest number of waiting packets.
    room: u64,
    /// The packets, and when each left the queue of the discipline.
    waiting: VecDeque<(Queued<Carried>, Time)>,
    recorder: Recorder,
    history: History,
}

impl Device {
    /// Creates an empty queue without room. Its statistics start after the warm-up.
    pub(crate) fn new(warmup: Time, now: Time) -> Self {
        let recorder = Recorder::beside(warmup, Limit::NONE, now);
        Device { room: 0, waiting: VecDeque::new(), recorder, history: History::without_series() }
    }

    /// Changes the size. Surplus packets stay until the link has sent them.
    pub(crate) fn set_room(&mut self, room: u64) {
        self.room = room;
    }

    /// Returns whether the device can take another packet.
    pub(crate) fn has_room(&self) -> bool {
        self.packets() < self.room
    }

    /// Returns the number of waiting packets.
    pub(crate) fn packets(&self) -> u64 {
        self.waiting.len() as u64
    }

    /// Appends a packet that leaves the queue of the discipline now.
    pub(crate) fn push(&mut self, queued: Queued<Carried>, now: Time) {
        self.recorder.offered(now, queued.packet.bytes(), 1);
        self.waiting.push_back((queued, now));
    }

    /// Removes the head, whose transmission starts now.
    pub(crate) fn pop(&mut self, now: Time) -> Option<Queued<Carried>> {
        let (queued, since) = self.waiting.pop_front()?;
        self.recorder.sent(now, queued.packet.bytes(), now.saturating_since(since));
        Some(queued)
    }

    /// Records a packet that goes from the discipline to an idle link without waiting.
    pub(crate) fn pass(&mut self) {
        if self.room > 0 {
            self.recorder.passed();
        }
    }

    /// Ends the open bin of the records.
    pub(crate) fn close_bin(&mut self) {
        self.recorder.close(f64::NAN, &mut self.history);
    }

    /// Returns the delays between discipline and link since the warm-up; `None` without packets.
    pub(crate) fn delay(&self, now: Time) -> Option<DelaySummary> {
        self.recorder.whole(now).delay
    }
}
