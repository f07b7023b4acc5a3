//! Sending: the SYN, the segments that recovery chooses, and bursts of new ones.

use super::{Outgoing, Sender};
use crate::cc::{Dialect, Why};
use crate::packet::{Ecn, Queueable as _, Segment};
use crate::tcp::fast_path::Burst;
use crate::tcp::journal::{Action, Standing};
use crate::tcp::recovery::Choice;
use crate::time::Time;

/// Size of a SYN's IP packet: 20 bytes of IP, 20 of TCP, 20 of options.
const SYN_BYTES: u32 = 60;

impl Sender {
    pub(super) fn next_syn(&mut self, now: Time) -> Option<Outgoing> {
        if self.send_buffer.is_stopped() {
            return None;
        }
        let retransmission = self.opening.take_syn()?;
        let rto = self.timers.rtt().rto();
        self.timers.start_timeout(now);
        if retransmission && self.recovery.journal().is_on() {
            let standing = Standing::of(self.recovery.board(), self.control.window());
            let retries = f64::from(self.opening.retries());
            self.recovery.journal_mut().note(now, Action::Syn, (None, || standing), || {
                Why::new("rto.syn").with("inRow", "", retries).with("rto", "ms", rto.millis())
            });
        }
        let segment = Segment { sent: now, retransmission, syn: true, ..Segment::default() };
        Some(Outgoing { segment, bytes: SYN_BYTES, ecn: Ecn::NotEct })
    }

    /// Sends all new data that may be sent now, at once. Returns the segments, possibly none, or
    /// `None` if the general case applies: repairs, flags or probes. [`Self::next_segment`]
    /// would send the same segments one by one, as the tests' reference engine does.
    pub(crate) fn next_burst(&mut self, now: Time) -> Option<Burst> {
        if self.control.is_paced() && self.opening.is_established() {
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
        let only_new = self.opening.is_established() && self.recovery.sends_only_new(&self.control);
        if !only_new || self.control.ecn().is_cwr_due() || self.control.measures_delivery() {
            return None;
        }
        self.recovery.unforce();
        let board = self.recovery.board();
        let (first, idle) = (board.next(), board.outstanding() == 0);
        let by_window = self.control.window().segments().saturating_sub(board.in_flight());
        let count = by_window.min(self.send_buffer.limit().saturating_sub(first));
        if count > 0 {
            self.end_idle(now);
            self.recovery.send_many(count, now);
            self.recovery.count_sent(count, self.control.usage_mut());
            let (recovery, mut tcb) = self.parts();
            recovery.arm_after_sending(&mut tcb, now, idle);
        }
        self.end_turn(count == by_window);
        Some(Burst { first: self.new_packet.numbered(first), count })
    }

    pub(super) fn next_data(&mut self, now: Time) -> Option<Outgoing> {
        if self.must_wait(now) {
            self.end_turn(self.is_limited_while_waiting());
            return None;
        }
        if let Some(choice) =
            self.recovery.choose_probe(&self.control, &self.timers, &self.send_buffer, now)
        {
            let outgoing = self.transmit(choice, now);
            self.timers.replace_probe(now);
            return Some(outgoing);
        }
        let Some(choice) = self.recovery.choose(&self.control, &self.send_buffer) else {
            self.check_app_limited();
            self.end_turn(self.recovery.is_limited(&self.control));
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

    /// Runs before every transmission of data. For Linux an empty network is a pause, even if a
    /// single ACK emptied it.
    pub(super) fn end_idle(&mut self, now: Time) {
        if self.dialect() != Dialect::Rfc && self.recovery.board().in_flight() == 0 {
            self.resume(now);
        }
        self.send_buffer.note_sent(now);
    }

    fn send_new(&mut self, now: Time) -> Outgoing {
        let board = self.recovery.board();
        let (outstanding, in_flight) = (board.outstanding(), board.in_flight());
        let seq = self.recovery.send_new(now);
        if let Some(delivery) = self.control.delivery_mut() {
            delivery.on_sent(seq, outstanding, in_flight, now);
        }
        self.control.pace(self.timers.rtt(), now);
        self.recovery.count_sent(1, self.control.usage_mut());
        let (recovery, mut tcb) = self.parts();
        recovery.arm_after_sending(&mut tcb, now, outstanding == 0);
        let cwr = self.control.ecn_mut().take_cwr();
        let segment = Segment { seq, sent: now, cwr, ..Segment::default() };
        Outgoing { segment, bytes: self.packet_bytes, ecn: self.new_packet.ecn() }
    }

    /// Resends segment `seq`. Retransmissions are not ECN-capable (RFC 3168, section 6.1.5).
    fn repair(&mut self, seq: u64, now: Time) -> Outgoing {
        let (recovery, mut tcb) = self.parts();
        recovery.resend(seq, &mut tcb, now);
        let segment = Segment { seq, sent: now, retransmission: true, ..Segment::default() };
        Outgoing { segment, bytes: self.packet_bytes, ecn: Ecn::NotEct }
    }

    /// Reports that the application limits the delivery rate, if it has no data for the open
    /// window.
    pub(super) fn check_app_limited(&mut self) {
        if !self.control.measures_delivery() {
            return;
        }
        let starves = self.recovery.starves(&self.control, &self.send_buffer);
        if let Some(delivery) = self.control.delivery_mut()
            && starves
        {
            delivery.on_app_limited(self.recovery.board().in_flight());
        }
    }

    /// Returns whether pacing delays a segment that could be sent. If so, the pacer's timer runs.
    pub(super) fn must_wait(&mut self, now: Time) -> bool {
        let is_closed =
            self.control.is_paced() && self.control.pacer().is_closed(now) && !self.is_in_burst();
        let waits = is_closed && self.has_something_to_send();
        self.control.pacer_mut().set_waiting(waits);
        waits
    }

    /// Returns whether the next segment belongs to the current burst. Bursts have new segments only.
    fn is_in_burst(&self) -> bool {
        self.control.pacer().is_in_burst() && self.recovery.can_send_new(&self.send_buffer)
    }

    /// Returns whether the window is full, while [`Self::must_wait`].
    pub(super) fn is_limited_while_waiting(&self) -> bool {
        // Otherwise the wait is for a segment that the window allows.
        self.recovery.is_forced() && self.recovery.is_limited(&self.control)
    }

    fn has_something_to_send(&self) -> bool {
        if self.recovery.is_forced() {
            return true;
        }
        !self.recovery.is_limited(&self.control) && self.recovery.has_segment(&self.send_buffer)
    }

    /// Ends a series of segments. `limited`: it ended because the window is full.
    #[inline(always)]
    fn end_turn(&mut self, limited: bool) {
        self.control.pacer_mut().end_burst();
        self.observe_usage(limited);
        self.ack_path = self.find_ack_path();
    }

    /// Records the use of the window at the end of a burst.
    #[inline(always)]
    pub(super) fn observe_usage(&mut self, limited: bool) {
        let board = self.recovery.board();
        self.control.usage_mut().observe(limited, board.una(), board.next());
    }
}
