//! Selects the next segment to send: repairs before new data, while the window has room.

use crate::packet::{Ecn, Queueable as _, Segment};
use crate::time::Time;

use super::Phase;
use super::fast_path::Burst;
use super::mechanisms::LossRule;
use super::sender::{Outgoing, Sender, TailLossProbe};

/// Size of a SYN's IP packet: 20 bytes of IP, 20 of TCP, 20 of options.
const SYN_BYTES: u32 = 60;

enum Choice {
    New,
    Repair(u64),
}

impl Sender {
    pub(super) fn next_syn(&mut self, now: Time) -> Option<Outgoing> {
        if !self.opening.syn_due || self.stopped {
            return None;
        }
        self.opening.syn_due = false;
        self.timers.retransmit = now + self.rtt.rto();
        let segment = Segment {
            sent: now,
            retransmission: self.opening.syn_retries > 0,
            syn: true,
            ..Segment::default()
        };
        Some(Outgoing { segment, bytes: SYN_BYTES, ecn: Ecn::NotEct })
    }

    /// Sends all new data that may be sent now, at once. Returns the segments, possibly none, or
    /// `None` if the general case applies: repairs, flags or probes. [`Self::next_segment`]
    /// would send the same segments one by one, as the tests' reference engine does.
    pub(crate) fn next_burst(&mut self, now: Time) -> Option<Burst> {
        if self.is_paced() && self.opening.established {
            if self.must_wait(now) {
                self.end_turn(self.is_limited_while_waiting());
                return Some(Burst { first: self.new_packet, count: 0 });
            }
            let sent = self.send_paced(now);
            if sent.is_some() {
                self.ack_path = self.find_ack_path();
            }
            return sent;
        }
        let only_new = self.opening.established
            && (self.board.is_repaired() || (self.is_limited() && !self.force_repair))
            && !self.probe_due
            && !self.hold_repairs
            && !self.repairs_probable_arrivals();
        if !only_new || self.cwr_due || self.delivery.is_some() {
            return None;
        }
        self.force_repair = false;
        let first = self.board.next();
        let by_window = self.cc.window.segments().saturating_sub(self.board.in_flight());
        let count = by_window.min(self.end.min(self.window_end).saturating_sub(first));
        if count > 0 {
            self.end_idle(now);
            let idle = self.board.outstanding() == 0;
            self.board.send_many(count, now);
            self.count_sent(count);
            self.arm_after_sending(now, idle);
        }
        self.end_turn(count == by_window);
        Some(Burst { first: self.new_packet.numbered(first), count })
    }

    pub(super) fn next_data(&mut self, now: Time) -> Option<Outgoing> {
        if self.must_wait(now) {
            self.end_turn(self.is_limited_while_waiting());
            return None;
        }
        if std::mem::take(&mut self.probe_due)
            && let Some(choice) = self.choose_probe()
        {
            let outgoing = self.transmit(choice, now);
            self.timers.probe = Time::NEVER;
            self.timers.retransmit = now + self.rtt.rto();
            return Some(outgoing);
        }
        let Some(choice) = self.choose() else {
            self.check_app_limited();
            self.end_turn(self.is_limited());
            return None;
        };
        Some(self.transmit(choice, now))
    }

    fn transmit(&mut self, choice: Choice, now: Time) -> Outgoing {
        self.end_idle(now);
        match choice {
            Choice::New => self.send_new(now),
            Choice::Repair(seq) => self.repair(seq, now),
        }
    }

    fn choose(&mut self) -> Option<Choice> {
        if std::mem::take(&mut self.force_repair)
            && let Some(repair) = self.choose_repair()
        {
            return Some(repair);
        }
        if self.is_limited() {
            return None;
        }
        if !self.hold_repairs
            && let Some(repair) = self.choose_repair()
        {
            return Some(repair);
        }
        if self.can_send_new() {
            return Some(Choice::New);
        }
        if self.hold_repairs && self.board.next() == self.high {
            // Without new data a spurious timeout cannot be detected, so repairs start.
            self.hold_repairs = false;
            self.episode.forward_test = false;
            return self.choose_repair();
        }
        self.choose_probably_arrived()
    }

    fn choose_repair(&mut self) -> Option<Choice> {
        self.board.next_repair().map(Choice::Repair)
    }

    /// Selects the tail loss probe (RFC 8985, section 7.3): new data, or else the highest segment
    /// again. The window does not limit it.
    fn choose_probe(&mut self) -> Option<Choice> {
        let new = self.can_send_new();
        let choice = if new { Choice::New } else { Choice::Repair(self.board.highest_unsacked()?) };
        let end = self.board.next() + u64::from(new);
        self.probe = Some(TailLossProbe { end, repair: !new });
        Some(choice)
    }

    /// Returns whether [`Self::choose_probably_arrived`] may find a segment. Linux called its rule 3
    /// forward retransmission.
    pub(super) fn repairs_probable_arrivals(&self) -> bool {
        self.mechanisms.loss == LossRule::Sack
            || (self.mechanisms.linux_3_10 && self.sack && self.phase == Phase::Recovery)
    }

    /// RFC 6675, NextSeg, rules 3 and 4: repairs a segment that is probably not lost, because
    /// nothing else may be sent. Linux had no rule 4.
    fn choose_probably_arrived(&mut self) -> Option<Choice> {
        if !self.repairs_probable_arrivals() || self.phase != Phase::Recovery {
            return None;
        }
        if let Some(seq) = self.board.next_unrepaired(self.board.highest_sacked()) {
            return Some(Choice::Repair(seq));
        }
        if self.rescued || self.mechanisms.linux_3_10 {
            return None;
        }
        self.rescued = true;
        self.board.highest_unsacked().map(Choice::Repair)
    }

    /// Returns whether the segments in flight fill the window.
    pub(super) fn is_limited(&self) -> bool {
        self.board.in_flight() >= self.cc.window.segments()
    }

    /// Returns whether there is new data that fits the receive window.
    pub(super) fn can_send_new(&self) -> bool {
        self.board.next() < self.end.min(self.window_end)
    }

    fn send_new(&mut self, now: Time) -> Outgoing {
        let (outstanding, in_flight) = (self.board.outstanding(), self.board.in_flight());
        let idle = outstanding == 0;
        let seq = self.board.send_new(now);
        if let Some(delivery) = &mut self.delivery {
            delivery.on_sent(seq, outstanding, in_flight, now);
        }
        self.pace(now);
        self.count_sent(1);
        self.arm_after_sending(now, idle);
        // RFC 3168, section 6.1.2: the first new segment after a reduction.
        let cwr = std::mem::take(&mut self.cwr_due);
        let segment = Segment { seq, sent: now, cwr, ..Segment::default() };
        Outgoing { segment, bytes: self.packet_bytes, ecn: self.new_packet.ecn() }
    }

    /// Resends segment `seq`. Retransmissions are not ECN-capable (RFC 3168, section 6.1.5).
    fn repair(&mut self, seq: u64, now: Time) -> Outgoing {
        self.note_repair(seq, now);
        let segment = Segment { seq, sent: now, retransmission: true, ..Segment::default() };
        Outgoing { segment, bytes: self.packet_bytes, ecn: Ecn::NotEct }
    }

    /// Updates all state for a retransmission of `seq`.
    fn note_repair(&mut self, seq: u64, now: Time) {
        if let Some(delivery) = &mut self.delivery {
            delivery.on_sent(seq, self.board.outstanding(), self.board.in_flight(), now);
        }
        self.board.resend(seq, now);
        self.pace_repair(now);
        self.count_sent(1);
        self.retransmissions += 1;
        self.episode.repaired(now);
        self.arm_after_repair(seq, now);
    }

    pub(super) fn count_sent(&mut self, segments: u64) {
        self.usage.sent();
        if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            self.prr.sent(segments);
        }
    }

    /// Reports that the application limits the delivery rate, if it has no data for the open
    /// window.
    pub(super) fn check_app_limited(&mut self) {
        let in_flight = self.board.in_flight();
        let starves = self.board.next() >= self.end
            && in_flight < self.cc.window.segments()
            && self.board.is_repaired();
        if let Some(delivery) = &mut self.delivery
            && starves
        {
            delivery.on_app_limited(in_flight);
        }
    }

    /// Ends a series of segments. `limited`: it ended because the window is full.
    #[inline(always)]
    fn end_turn(&mut self, limited: bool) {
        self.pacer.end_burst();
        self.usage.observe(limited, self.board.una(), self.board.next());
        self.ack_path = self.find_ack_path();
    }
}
