//! Which segments are lost, by each rule.

use super::{Means, Recovery};
use crate::cc::Why;
use crate::tcp::Phase;
use crate::tcp::mechanisms::LossRule;
use crate::tcp::news::News;
use crate::tcp::rack::Conditions;
use crate::time::Time;

impl Recovery {
    /// Counts a duplicate ACK as an arrival. Used only without SACK.
    pub(super) fn count_duplicate(&mut self, news: &mut News) {
        if self.phase < Phase::Recovery && news.advanced > 0 {
            self.board.clear_duplicates();
        }
        if self.is_duplicate(news) && self.board.count_duplicate() {
            news.delivered += 1;
        }
    }

    pub(super) fn find_losses(&mut self, news: &mut News, means: &mut Means, now: Time) {
        if self.board.outstanding() == 0 {
            return;
        }
        match self.mechanisms.loss {
            LossRule::Reno | LossRule::NewReno => self.find_losses_by_duplicates(news),
            LossRule::Sack => self.find_losses_below_arrivals(news),
            LossRule::Fack if self.reordering.ends_fack() => self.find_losses_below_arrivals(news),
            LossRule::Fack => {
                let end = self.board.highest_sacked().saturating_sub(self.reordering.extent());
                let lost = self.board.mark_lost_below(end);
                news.lost += lost;
                self.note_lost_by_count("fack.below", lost);
                self.find_lost_repairs(news);
            }
            LossRule::Rack => self.find_losses_by_rack(news, means, now),
        }
    }

    fn find_losses_by_rack(&mut self, news: &mut News, means: &mut Means, now: Time) {
        means.timers.stop_reordering();
        if !self.rack.finds_nothing(&mut self.board) {
            self.find_losses_by_time(news, "rack.overtaken", means, now);
        }
    }

    /// RFC 6582: marks the oldest segment lost after three duplicate ACKs or a partial ACK.
    fn find_losses_by_duplicates(&mut self, news: &mut News) {
        let by_count =
            self.phase < Phase::Recovery && self.board.sacked_out() >= self.reordering.extent();
        let partial = self.phase == Phase::Recovery && news.advanced > 0;
        if by_count || partial {
            let lost = self.board.mark_original_lost(self.board.una());
            news.lost += u64::from(lost);
            let code = if partial { "newreno.partial" } else { "newreno.dupAcks" };
            self.note_lost_by_count(code, lost.into());
            // Step 3: the window does not limit the retransmission for a partial ACK.
            self.force_repair |= partial && lost;
        }
    }

    /// Marks segments lost by RFC 6675, IsLost.
    fn find_losses_below_arrivals(&mut self, news: &mut News) {
        if let Some(end) = self.board.nth_highest_sacked(self.reordering.extent()) {
            let lost = self.board.mark_lost_below(end);
            news.lost += lost;
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
    fn find_lost_repairs(&mut self, news: &mut News) {
        if self.phase != Phase::Recovery {
            return;
        }
        while let Some(repair) = self.board.oldest_repair() {
            if self.board.highest_sacked() <= repair.next {
                break;
            }
            let lost = u64::from(self.board.mark_lost(repair.seq));
            news.lost += lost;
            news.repair_lost = true;
            self.note_lost_by_count("fack.repairLost", lost);
        }
    }

    /// Marks losses by RACK, and sets its timer for segments that may still arrive. `code` is the reason of a loss.
    pub(super) fn find_losses_by_time(
        &mut self,
        news: &mut News,
        code: &'static str,
        means: &mut Means,
        now: Time,
    ) {
        let rtt = means.timers.rtt();
        let window = self.rack.reordering_window(&Conditions {
            reordering_seen: self.reordering.seen() > 0,
            recovering: self.phase >= Phase::Recovery,
            enough_duplicates: self.board.sacked_out() >= self.reordering.extent(),
            min_rtt: rtt.min_rtt().unwrap_or_default(),
            srtt: rtt.srtt_or_zero(),
        });
        let repaired = self.board.repaired_out();
        let found = self.rack.detect(&mut self.board, now, window);
        news.lost += found.lost;
        let rtt = self.rack.rtt();
        self.journal.note_lost(&self.board, found.lost, |sent| {
            Why::new(code)
                .with("sinceSent", "ms", now.saturating_since(sent).millis())
                .with("rackRtt", "ms", rtt.millis())
                .with("reorderingWindow", "ms", window.millis())
        });
        news.repair_lost |= self.board.repaired_out() < repaired;
        if let Some(wait) = found.wait {
            means.timers.arm_reordering(now, wait);
        }
    }
}
