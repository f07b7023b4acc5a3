//! The bottleneck link and the return path.

use crate::buffer::Queued;
use crate::packet::{Ecn, Packet, Queueable};
use crate::schedule::{Playback, RateSchedule};
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
    /// size, so this avoids a slow division. With a schedule the size stays 0, which no packet has.
    last: (u32, Span),
    schedule: Option<Box<Playback>>,
}

impl Link {
    /// Returns an idle link. A `schedule` replaces `rate` from its first step on.
    pub fn new(rate: BitRate, schedule: Option<RateSchedule>) -> Self {
        let packet = Queued { packet: Packet::new(0, 0, 0, Ecn::NotEct), enqueued: Time::ZERO };
        let schedule = schedule.map(|schedule| Box::new(Playback::new(schedule)));
        Link { rate, packet, end: Time::NEVER, last: (0, Span::ZERO), schedule }
    }

    /// Returns the present rate.
    pub fn rate(&self) -> BitRate {
        self.rate
    }

    /// Changes the rate and ends the schedule. The packet on the wire keeps the end that was planned
    /// when it started.
    pub fn set_rate(&mut self, rate: BitRate) {
        self.rate = rate;
        self.last = (0, Span::ZERO);
        self.schedule = None;
    }

    /// Returns when the schedule changes the rate next; [`Time::NEVER`] if it does not.
    pub fn next_step(&self) -> Time {
        self.schedule.as_ref().map_or(Time::NEVER, |playback| playback.next_step())
    }

    /// Adopts the rate of the schedule's next step, which is due now.
    pub fn follow_schedule(&mut self) {
        if let Some(playback) = &mut self.schedule {
            self.rate = playback.follow();
        }
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
        self.packet = queued;
        self.end =
            if bytes == self.last.0 { now.plus(self.last.1) } else { self.end_of(bytes, now) };
    }

    /// Returns the end of a transmission of `bytes` that starts now.
    #[inline(never)]
    fn end_of(&mut self, bytes: u32, now: Time) -> Time {
        match &self.schedule {
            Some(playback) => {
                // At most 2^16 * 8e9, so 64 bits suffice.
                playback.end_of(u64::from(bytes) * 8_000_000_000, self.rate, now)
            }
            None => {
                self.last = (bytes, self.rate.transmission_time(bytes));
                now.plus(self.last.1)
            }
        }
    }

    /// Starts a transmission of a packet of which only `amount`, in bits times nanoseconds per second, takes time. Returns its end.
    pub fn start_part(&mut self, queued: Queued<Packet>, amount: u64, now: Time) -> Time {
        self.packet = queued;
        self.end = match &self.schedule {
            _ if amount == 0 => now,
            Some(playback) => playback.end_of(amount, self.rate, now),
            None => now.plus(Span::from_nanos(amount / self.rate.bps())),
        };
        self.end
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
    use crate::schedule::Step;

    #[test]
    fn a_rate_change_spares_the_packet_on_the_wire() {
        let packet = Packet::new(0, 0, 1250, crate::packet::Ecn::NotEct);
        let packet = Queued { packet, enqueued: Time::ZERO };
        let mut link = Link::new(BitRate::from_mbps(10.0), None);
        link.start(packet, Time::ZERO);
        link.set_rate(BitRate::from_mbps(1.0));
        assert_eq!(link.free_at(), Time::ZERO + Span::from_millis(1));
        link.start(packet, Time::ZERO);
        assert_eq!(link.free_at(), Time::ZERO + Span::from_millis(10));
    }

    /// Returns the end of a packet of 1250 bytes, which are 10,000 bits, in us.
    fn end_us(link: &mut Link, at_us: u64) -> u64 {
        let at = Time::ZERO + Span::from_micros(at_us);
        while link.next_step() <= at {
            link.follow_schedule();
        }
        let packet = Packet::new(0, 0, 1250, crate::packet::Ecn::NotEct);
        link.start(Queued { packet, enqueued: Time::ZERO }, at);
        link.free_at().nanos() / 1000
    }

    #[test]
    fn a_transmission_follows_the_schedule() {
        let step = |ms, mbps| Step { at: Span::from_millis(ms), rate: BitRate::from_mbps(mbps) };
        // 10 Mbit/s, an outage from 10 to 20 ms, then 1 Mbit/s, and again.
        let steps = vec![step(10, 0.0), step(20, 1.0), step(50, 10.0)];
        let schedule = RateSchedule::new(steps, Some(Span::from_millis(60)));
        let mut link = Link::new(BitRate::from_mbps(10.0), Some(schedule));
        assert_eq!(end_us(&mut link, 0), 1000);
        assert_eq!(end_us(&mut link, 9_000), 10_000, "just before the outage");
        assert_eq!(end_us(&mut link, 9_400), 24_000, "6000 bits before the outage, 4000 after it");
        assert_eq!(end_us(&mut link, 12_000), 30_000, "all after the outage");
        assert_eq!(end_us(&mut link, 45_000), 50_500, "5000 bits slow, 5000 fast");
        assert_eq!(end_us(&mut link, 69_500), 85_000, "an outage in the second round");
        link.set_rate(BitRate::from_mbps(2.0));
        assert_eq!(link.next_step(), Time::NEVER, "a change ends the schedule");
        assert_eq!(end_us(&mut link, 100_000), 105_000);
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
