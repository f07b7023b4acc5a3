//! The bottleneck link and the return path.

use crate::buffer::Queued;
use crate::packet::{Ecn, Packet, Queueable};
use crate::time::{Span, Time};
use crate::units::BitRate;

/// A link that sends one packet at a time.
#[derive(Clone, Debug)]
pub struct Link {
    rate: BitRate,
    /// The packet in transmission, or the last one.
    packet: Queued<Packet>,
    /// The end of the transmission; [`Time::NEVER`] while idle.
    end: Time,
    /// Size and transmission time of the last packet at the present rate. Most packets have the same
    /// size, so this avoids a slow division.
    last: (u32, Span),
}

impl Link {
    /// Returns an idle link.
    pub fn new(rate: BitRate) -> Self {
        let packet = Queued { packet: Packet::new(0, 0, 0, Ecn::NotEct), enqueued: Time::ZERO };
        Link { rate, packet, end: Time::NEVER, last: (0, Span::ZERO) }
    }

    /// Returns the present rate.
    pub fn rate(&self) -> BitRate {
        self.rate
    }

    /// Changes the rate; the packet on the wire keeps the rate it started with.
    pub fn set_rate(&mut self, rate: BitRate) {
        self.rate = rate;
        self.last = (0, Span::ZERO);
    }

    /// Returns whether no packet is in transmission.
    pub fn is_idle(&self) -> bool {
        self.end == Time::NEVER
    }

    /// Returns the end of the transmission in progress; [`Time::NEVER`] while idle.
    pub fn free_at(&self) -> Time {
        self.end
    }

    /// The packet in transmission, or the last one.
    pub fn packet(&self) -> &Queued<Packet> {
        &self.packet
    }

    /// Starts a transmission; the former one must have ended.
    pub fn start(&mut self, queued: Queued<Packet>, now: Time) {
        let bytes = queued.packet.bytes();
        if bytes != self.last.0 {
            self.last = (bytes, self.rate.transmission_time(bytes));
        }
        self.packet = queued;
        self.end = now.plus(self.last.1);
    }

    /// Does the same as [`Link::start`] and returns true if `queued` has the size and the rate of the last
    /// packet. Otherwise it does nothing and returns false.
    pub fn go_on(&mut self, queued: Queued<Packet>, now: Time) -> bool {
        // A change of the rate empties `last`.
        let goes_on = queued.packet.bytes() == self.last.0;
        if goes_on {
            self.packet = queued;
            self.end = now.plus(self.last.1);
        }
        goes_on
    }

    /// Makes the link idle.
    pub fn rest(&mut self) {
        self.end = Time::NEVER;
    }
}

/// The path of the ACKs: a drop-tail queue before a link, or only a delay.
#[derive(Clone, Debug)]
pub struct ReturnPath {
    rate: Option<BitRate>,
    buffer: u64,
    free_at: Time,
}

impl ReturnPath {
    /// Returns a path. Without a `rate` it has no queue; otherwise its buffer holds `buffer` packets.
    pub fn new(rate: Option<BitRate>, buffer: u64) -> Self {
        ReturnPath { rate, buffer, free_at: Time::ZERO }
    }

    /// Returns whether the path has a rate, so that ACKs wait for each other.
    pub fn is_limited(&self) -> bool {
        self.rate.is_some()
    }

    /// Returns the end of the transmission of a packet of `bytes` that arrives at `now`; `None` if it is
    /// dropped. The backlog counts packets of the same size, because ACKs hardly differ.
    pub fn transmit(&mut self, bytes: u32, now: Time) -> Option<Time> {
        let Some(rate) = self.rate else {
            return Some(now);
        };
        let service = rate.transmission_time(bytes);
        let wait: Span = self.free_at.saturating_since(now);
        if wait.nanos() > service.nanos().saturating_mul(self.buffer) {
            return None;
        }
        self.free_at = now + wait + service;
        Some(self.free_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_change_spares_the_packet_on_the_wire() {
        let packet = Packet::new(0, 0, 1250, crate::packet::Ecn::NotEct);
        let packet = Queued { packet, enqueued: Time::ZERO };
        let mut link = Link::new(BitRate::from_mbps(10.0));
        link.start(packet, Time::ZERO);
        link.set_rate(BitRate::from_mbps(1.0));
        assert_eq!(link.free_at(), Time::ZERO + Span::from_millis(1));
        link.start(packet, Time::ZERO);
        assert_eq!(link.free_at(), Time::ZERO + Span::from_millis(10));
    }

    #[test]
    fn the_return_path_queues_and_drops() {
        let mut path = ReturnPath::new(Some(BitRate::from_bps(8_000)), 2);
        let sent: Vec<_> = (0..4).map(|_| path.transmit(100, Time::ZERO)).collect();
        let after = |millis| Some(Time::ZERO + Span::from_millis(millis));
        assert_eq!(sent, [after(100), after(200), after(300), None]);
        assert_eq!(ReturnPath::new(None, 0).transmit(100, Time::ZERO), Some(Time::ZERO));
    }
}
