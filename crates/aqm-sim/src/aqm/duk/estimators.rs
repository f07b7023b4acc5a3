//! Estimators of one interval. The paper measures all inputs of equation 9 but leaves open how.

use crate::time::{Span, Time};

/// The capacity of the link, from the calls of the host alone.
///
/// A transmission starts when a packet leaves the queue. It ends when the host asks for the next
/// one, since the host asks as soon as the link is free.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Capacity {
    /// Start and size of the transmission in progress.
    current: Option<(Time, u32)>,
    /// Bytes of the transmissions that ended in this interval.
    bytes: u64,
    /// The time that they took.
    busy: Span,
    /// The latest estimate; 0 before the first one.
    rate: f64,
}

impl Capacity {
    /// A packet of `bytes` starts to be transmitted.
    pub fn start(&mut self, bytes: u32, now: Time) {
        self.current = Some((now, bytes));
    }

    /// The link is free.
    ///
    /// A device with a queue of its own may take several packets at once. The time of these
    /// transmissions is unknown, so they do not count.
    pub fn end(&mut self, now: Time) {
        let Some((start, bytes)) = self.current.take() else { return };
        if now > start {
            self.bytes += u64::from(bytes);
            self.busy += now - start;
        }
    }

    /// Ends the interval: the estimate is the bytes of its transmissions over their time. An interval without
    /// a transmission leaves the estimate unchanged. Earlier intervals have no other effect.
    pub fn close(&mut self) {
        if self.busy > Span::ZERO {
            self.rate = self.bytes as f64 / self.busy.seconds();
        }
        (self.bytes, self.busy) = (0, Span::ZERO);
    }

    /// The estimate in bytes per second; `None` before the first transmission has ended.
    pub fn rate(&self) -> Option<f64> {
        (self.rate > 0.0).then_some(self.rate)
    }
}

/// Counters of one interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counters {
    /// Bytes of all packets offered, dropped or not.
    pub arrived: u64,
    /// Bytes of the packets whose transmission started, whole packets.
    pub departed: u64,
    /// The queue was empty at some time: a packet left none behind, or none waited at the start.
    pub emptied: bool,
}

/// All measurements at the end of one interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measured {
    /// Counters of the interval.
    pub counters: Counters,
    /// Its length.
    pub length: Span,
    /// Packets that wait at its end.
    pub waiting: u64,
    /// Estimated capacity in bytes per second, more than 0.
    pub capacity: f64,
    /// U_i: bytes departed over the bytes that the link can carry. A whole packet counts when its
    /// transmission starts, so U_i may exceed 1 by one packet.
    pub utilization: f64,
    /// y = U_i - U_(i-1).
    pub utilization_change: f64,
    /// D_i - D_(i-1) in seconds; D is the sojourn time of the packet that left last.
    pub delay_change: f64,
    /// Size of the largest packet offered so far in bytes, more than 0.
    pub largest: u32,
}

/// A decision for the next interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Decision {
    /// Probability that an arriving packet is hit, 0..1.
    pub probability: f64,
    /// Length of the interval.
    pub length: Span,
}
