//! Selects the next segment to send: repairs before new data, while the window has room.

use super::{Recovery, Tcb};
use crate::cc::Why;
use crate::tcp::Phase;
use crate::tcp::control::Control;
use crate::tcp::journal::{Action, Standing};
use crate::tcp::mechanisms::LossRule;
use crate::tcp::send_buffer::SendBuffer;
use crate::tcp::tail_probe;
use crate::tcp::timers::Timers;
use crate::time::Time;

/// A segment to send.
#[derive(Clone, Copy)]
pub enum Choice {
    /// The next one that was not sent.
    New,
    /// This one again.
    Repair(u64),
}

impl Recovery {
    /// Selects a segment that may be sent now.
    pub fn choose(&mut self, control: &Control, send_buffer: &SendBuffer) -> Option<Choice> {
        if std::mem::take(&mut self.force_repair)
            && let Some(repair) = self.choose_repair()
        {
            return Some(repair);
        }
        if self.is_limited(control) {
            return None;
        }
        if !self.hold_repairs
            && let Some(repair) = self.choose_repair()
        {
            return Some(repair);
        }
        if self.can_send_new(send_buffer) {
            return Some(Choice::New);
        }
        if self.hold_repairs && self.board.next() == self.high {
            // Without new data a spurious timeout cannot be detected, so repairs start.
            self.hold_repairs = false;
            self.episode.set_testing(false);
            return self.choose_repair();
        }
        self.choose_probably_arrived()
    }

    fn choose_repair(&mut self) -> Option<Choice> {
        self.board.next_repair().map(Choice::Repair)
    }

    /// Selects the tail loss probe if one is due (RFC 8985, section 7.3): new data, or else the highest segment
    /// again. The window does not limit it.
    pub fn choose_probe(
        &mut self,
        control: &Control,
        timers: &Timers,
        send_buffer: &SendBuffer,
        now: Time,
    ) -> Option<Choice> {
        if !self.prober.take_due() {
            return None;
        }
        let new = self.can_send_new(send_buffer);
        let choice = if new { Choice::New } else { Choice::Repair(self.board.highest_unsacked()?) };
        let end = self.board.next() + u64::from(new);
        self.prober.start(tail_probe::Sent { end, repair: !new });
        let (srtt, outstanding) = (timers.rtt().srtt_or_zero(), self.board.outstanding());
        let why = || {
            Why::new(if new { "tlp.newData" } else { "tlp.repeat" })
                .with("srtt", "ms", srtt.millis())
                .with("outstanding", "segments", outstanding as f64)
        };
        let standing = || Standing::of(&self.board, control.window());
        self.journal.note(now, Action::Probe, (None, standing), why);
        if !new {
            self.journal.note_repair(why);
        }
        Some(choice)
    }

    /// Returns whether [`Self::choose_probably_arrived`] may find a segment. Linux called its rule 3
    /// forward retransmission.
    fn repairs_probable_arrivals(&self) -> bool {
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
            let code = if self.mechanisms.linux_3_10 { "fack.forward" } else { "sack.nextSegment" };
            self.journal.note_repair(|| Why::new(code));
            return Some(Choice::Repair(seq));
        }
        if self.rescued || self.mechanisms.linux_3_10 {
            return None;
        }
        self.rescued = true;
        self.journal.note_repair(|| Why::new("sack.rescue"));
        self.board.highest_unsacked().map(Choice::Repair)
    }

    /// Returns whether a segment leaves next whatever the window: a probe or the first repair.
    #[inline(always)]
    pub fn is_forced(&self) -> bool {
        self.prober.is_due() || self.force_repair
    }

    /// Returns whether there is a segment to send, if the window allows it.
    #[inline(always)]
    pub fn has_segment(&self, send_buffer: &SendBuffer) -> bool {
        let may_rescue = self.phase == Phase::Recovery && self.repairs_probable_arrivals();
        self.can_send_new(send_buffer) || !self.board.is_repaired() || may_rescue
    }

    /// Returns whether the next segments can only be new data, as long as the window allows any.
    #[inline(always)]
    pub fn sends_only_new(&self, control: &Control) -> bool {
        (self.board.is_repaired() || (self.is_limited(control) && !self.force_repair))
            && !self.prober.is_due()
            && !self.hold_repairs
            && !self.repairs_probable_arrivals()
    }

    /// Returns whether nothing waits but new data.
    #[inline(always)]
    pub fn waits_for_nothing(&self) -> bool {
        self.board.is_repaired()
            && !self.prober.is_due()
            && !self.force_repair
            && !self.hold_repairs
    }

    /// Takes back that the window does not limit the next repair: there is none.
    pub fn unforce(&mut self) {
        self.force_repair = false;
    }

    /// Records the first transmission of a segment, and returns its number.
    #[inline(always)]
    pub fn send_new(&mut self, now: Time) -> u64 {
        self.board.send_new(now)
    }

    /// Records the first transmission of the next `count` segments.
    #[inline(always)]
    pub fn send_many(&mut self, count: u64, now: Time) {
        self.board.send_many(count, now);
    }

    /// Records a retransmission of `seq`.
    pub fn resend(&mut self, seq: u64, tcb: &mut Tcb, now: Time) {
        let (outstanding, in_flight) = (self.board.outstanding(), self.board.in_flight());
        if let Some(delivery) = tcb.control.delivery_mut() {
            delivery.on_sent(seq, outstanding, in_flight, now);
        }
        self.board.resend(seq, now);
        tcb.control.pace(tcb.timers.rtt(), now);
        // It leaves alone: SACKs split Linux' buffers at the holes.
        tcb.control.pacer_mut().end_burst();
        self.count_sent(1, tcb.control.usage_mut());
        self.retransmissions += 1;
        if self.journal.is_on() {
            let why = self.journal.take_repair(seq);
            let standing = || Standing::of(&self.board, tcb.control.window());
            let action = Action::Retransmission { segment: seq };
            self.journal.note(now, action, (None, standing), || why);
        }
        self.episode.repaired(now);
        self.arm_after_repair(seq, tcb.timers, now);
    }
}
