//! Which segments are lost, by each rule.

use super::{Recovery, Tcb};
use crate::cc::Why;
use crate::tcp::Phase;
use crate::tcp::ack_info::AckInfo;
use crate::tcp::mechanisms::LossRule;
use crate::tcp::rack::Conditions;
use crate::time::Time;

impl Recovery {
    /// Counts a duplicate ACK as an arrival. Used only without SACK.
    pub(super) fn count_duplicate(&mut self, info: &mut AckInfo) {
        if self.phase < Phase::Recovery && info.advanced > 0 {
            self.board.clear_duplicates();
        }
        if self.is_duplicate(info) && self.board.count_duplicate() {
            info.delivered += 1;
        }
    }

    pub(super) fn find_losses(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        if self.board.outstanding() == 0 {
            return;
        }
        match self.mechanisms.loss {
            LossRule::Reno | LossRule::NewReno => self.find_losses_by_duplicates(info),
            LossRule::Sack => self.find_losses_below_arrivals(info),
            LossRule::Fack if self.reordering.ends_fack() => self.find_losses_below_arrivals(info),
            LossRule::Fack => {
                let end = self.board.highest_sacked().saturating_sub(self.reordering.extent());
                let lost = self.board.mark_lost_below(end);
                info.lost += lost;
                self.note_lost_by_count("fack.below", lost);
                self.find_lost_repairs(info);
            }
            LossRule::Rack => self.find_losses_by_rack(info, tcb, now),
        }
    }

    fn find_losses_by_rack(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        tcb.timers.stop_reordering();
        if !self.rack.finds_nothing(&mut self.board) {
            self.find_losses_by_time(info, "rack.overtaken", tcb, now);
        }
    }

    /// RFC 6582: marks the oldest segment lost after three duplicate ACKs or a partial ACK.
    fn find_losses_by_duplicates(&mut self, info: &mut AckInfo) {
        let by_count =
            self.phase < Phase::Recovery && self.board.sacked_out() >= self.reordering.extent();
        let partial = self.phase == Phase::Recovery && info.advanced > 0;
        if by_count || partial {
            let lost = self.board.mark_original_lost(self.board.una());
            info.lost += u64::from(lost);
            let code = if partial { "newreno.partial" } else { "newreno.dupAcks" };
            self.note_lost_by_count(code, lost.into());
            // Step 3: the window does not limit the retransmission for a partial ACK.
            self.force_repair |= partial && lost;
        }
    }

    /// Marks segments lost by RFC 6675, IsLost.
    fn find_losses_below_arrivals(&mut self, info: &mut AckInfo) {
        if let Some(end) = self.board.nth_highest_sacked(self.reordering.extent()) {
            let lost = self.board.mark_lost_below(end);
            info.lost += lost;
            self.note_lost_by_count("sack.dupThresh", lost);
        }
    }

    /// Notes that `lost` segments were marked lost because of the number of arrivals above them.
    #[inline(always)]
    pub(super) fn note_lost_by_count(&mut self, code: &'static str, lost: u64) {
        let (sacked, extent) = (self.board.sacked_out(), self.reordering.extent());
        self.journal.note_lost(&self.board, lost, |_| {
            Why::new(code).with("sacked", "segments", sacked as f64).with(
                "dupThresh",
                "segments",
                extent as f64,
            )
        });
    }

    /// FACK: marks a retransmission lost when data first sent after it has arrived.
    fn find_lost_repairs(&mut self, info: &mut AckInfo) {
        if self.phase != Phase::Recovery {
            return;
        }
        while let Some(repair) = self.board.oldest_repair() {
            if self.board.highest_sacked() <= repair.next {
                break;
            }
            let lost = u64::from(self.board.mark_lost(repair.seq));
            info.lost += lost;
            info.repair_lost = true;
            self.note_lost_by_count("fack.repairLost", lost);
        }
    }

    /// Marks losses by RACK, and sets its timer for segments that may still arrive. `code` is the reason of a loss.
    pub(super) fn find_losses_by_time(
        &mut self,
        info: &mut AckInfo,
        code: &'static str,
        tcb: &mut Tcb,
        now: Time,
    ) {
        let rtt = tcb.timers.rtt();
        let window = self.rack.reordering_window(&Conditions {
            reordering_seen: self.reordering.seen() > 0,
            recovering: self.phase >= Phase::Recovery,
            enough_duplicates: self.board.sacked_out() >= self.reordering.extent(),
            min_rtt: rtt.min_rtt().unwrap_or_default(),
            srtt: rtt.srtt_or_zero(),
        });
        let repaired = self.board.repaired_out();
        let found = self.rack.detect(&mut self.board, now, window);
        info.lost += found.lost;
        let rtt = self.rack.rtt();
        self.journal.note_lost(&self.board, found.lost, |sent| {
            Why::new(code)
                .with("sinceSent", "ms", now.saturating_since(sent).millis())
                .with("rackRtt", "ms", rtt.millis())
                .with("reorderingWindow", "ms", window.millis())
        });
        info.repair_lost |= self.board.repaired_out() < repaired;
        if let Some(wait) = found.wait {
            tcb.timers.arm_reordering(now, wait);
        }
    }
}
