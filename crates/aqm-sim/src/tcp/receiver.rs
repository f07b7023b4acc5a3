//! The receiving endpoint.

use crate::packet::{Ack, Segment};
use crate::time::Time;

use super::ReceiverConfig;

/// The receiving endpoint of one connection.
#[derive(Clone, Debug)]
pub struct Receiver {
    config: ReceiverConfig,
    next: u64,
    echo: Time,
    ece: bool,
}

impl Receiver {
    /// Waits for the SYN.
    pub fn new(config: &ReceiverConfig) -> Self {
        Receiver { config: *config, next: 0, echo: Time::ZERO, ece: false }
    }

    /// Processes one arriving segment, `ce` being its IP packet's mark.
    pub fn on_segment(&mut self, segment: &Segment, ce: bool, _now: Time) -> Option<Ack> {
        if segment.seq <= self.next {
            self.echo = segment.sent;
        }
        self.ece = ce || (self.ece && !segment.cwr);
        if !segment.syn && segment.seq == self.next {
            self.next += 1;
        }
        Some(Ack {
            next: self.next,
            echo: self.echo,
            ece: self.ece,
            window: self.config.window,
            ..Ack::default()
        })
    }

    /// When [`Self::on_timer`] is due.
    pub fn next_timer(&self) -> Time {
        Time::NEVER
    }

    /// The timer went off.
    pub fn on_timer(&mut self, _now: Time) -> Option<Ack> {
        None
    }

    /// In-order segments delivered so far.
    pub fn delivered(&self) -> u64 {
        self.next
    }
}
