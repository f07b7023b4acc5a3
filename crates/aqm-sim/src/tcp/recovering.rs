//! The usual case in fast recovery, which most acknowledgements of many flows are: a repair has
//! filled a hole, or something above it has arrived, and recovery goes on. It does what `intake`,
//! `recovery` and `timers` do in their order, less what cannot be in this case. Like that of
//! [`plain`](super::plain), the reference engine of the tests does not know this way.

use crate::packet::Ack;
use crate::time::Time;

use super::Phase;
use super::intake::{News, Sent, used};
use super::mechanisms::LossRule;
use super::sender::Sender;

impl Sender {
    /// Processes an ACK, if it is a usual one in fast recovery. Otherwise does nothing and returns
    /// false: it is for [`Sender::on_ack`].
    #[inline(always)]
    pub(crate) fn on_usual_ack(&mut self, ack: &Ack, now: Time) -> bool {
        let is_usual = self.phase == Phase::Recovery && self.is_usual(ack);
        if is_usual {
            self.take_in_usual(ack, now);
        }
        is_usual
    }

    /// Recovery goes on after this ACK, and is not a mistake.
    #[inline(always)]
    fn is_usual(&self, ack: &Ack) -> bool {
        let una = self.board.una();
        // RACK comes with SACK, with undo, with rate reduction, and with the timer of Linux.
        self.mechanisms.loss == LossRule::Rack
            && self.timestamps
            && self.probe.is_none()
            && !ack.ece
            && (una..self.high).contains(&ack.next)
            && !self.episode.is_mistaken(ack, ack.next > una)
    }

    #[inline(always)]
    fn take_in_usual(&mut self, ack: &Ack, now: Time) {
        debug_assert!(self.sack && self.mechanisms.undo && !self.rfc_timer());
        self.window_end = self.window_end.max(ack.next + ack.window);
        self.hold_repairs = false;
        let prior_highest = self.board.highest_sacked();
        let (una, known) = (self.board.una(), self.board.sacked_out());
        let progress = ack.next > una;
        let mut sacked = Sent::NONE;
        for &block in used(ack) {
            // Blocks are repeated three times and more.
            if !self.board.knows(block) {
                self.take_block(block, &mut sacked, now);
            }
        }
        let acked = if progress { self.take_cumulative(ack, now) } else { Sent::NONE };
        let delivered = ack.next - una + self.board.sacked_out() - known;
        let rtt = self.sample_rtt(progress, &acked, &sacked, ack.echo, now);
        if ack.dsack {
            self.episode.prove_unneeded(&ack.sacks[0]);
        }
        self.adapt_rack(ack.dsack);
        self.notice_reordering(acked.lowest.min(sacked.lowest), prior_highest);
        if progress {
            self.episode.timeouts_in_row = 0;
            self.episode.partial_acks += 1;
        }

        let mut news = News::default();
        self.find_losses_by_rack(&mut news, now);
        if progress || (delivered > 0 && self.is_head_overtaken(rtt, now)) {
            if self.timers.reorder == Time::NEVER {
                self.arm_retransmit(now);
            } else {
                self.timers.retransmit = now + self.rtt.rto();
            }
        }
        self.reduce_window(delivered, progress && news.lost == 0);
    }
}
