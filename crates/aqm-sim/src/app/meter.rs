//! The receiver of measured datagrams: delay, jitter, and a jitter buffer.

use crate::config::MeterConfig;
use crate::metrics::Results;
use crate::time::{Span, Time};

/// Gain of the smoothed delay and of the jitter (RFC 3550, section 6.4.1).
const GAIN: f64 = 1.0 / 16.0;

/// The receiver of one source.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Delay of the jitter buffer; `None` without one.
    buffer: Option<Span>,
    /// Number of the source's first datagram.
    first: u64,
    /// Delay of the last datagram; `None` before the first.
    last: Option<Span>,
    /// In nanoseconds.
    jitter: f64,
    /// The delay that the jitter buffer follows, in nanoseconds.
    smoothed: f64,
}

impl Meter {
    /// Creates the receiver of a source whose first datagram has the number `first`.
    pub fn new(config: &MeterConfig, first: u64) -> Self {
        Meter {
            buffer: config.voice.map(|voice| voice.jitter_buffer),
            first,
            last: None,
            jitter: 0.0,
            smoothed: 0.0,
        }
    }

    /// Records datagram `seq`, which arrives at `now` after `delay`.
    pub fn receive(&mut self, seq: u64, delay: Span, now: Time, results: &mut Results) {
        if seq < self.first {
            // It belongs to an earlier source in the same place.
            return;
        }
        let nanos = delay.nanos() as f64;
        let Some(last) = self.last.replace(delay) else {
            self.smoothed = nanos;
            return results.received(now, delay, Span::ZERO, false);
        };
        let difference = (nanos - last.nanos() as f64).abs();
        self.jitter += GAIN * (difference - self.jitter);
        let is_late =
            self.buffer.is_some_and(|buffer| nanos > self.smoothed + buffer.nanos() as f64);
        self.smoothed += GAIN * (nanos - self.smoothed);
        let jitter = Span::from_nanos(self.jitter.round() as u64);
        results.received(now, delay, jitter, is_late);
    }
}
