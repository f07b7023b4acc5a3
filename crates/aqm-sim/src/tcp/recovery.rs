//! Loss recovery, from the first sign of a loss to the last repair.

use crate::cc::{Congestion, Dialect, EcnEcho};
use crate::time::Time;

use super::Phase;
use super::intake::News;
use super::mechanisms::{LossRule, Mechanisms};
use super::rack::Conditions;
use super::sender::{AckPath, DUP_THRESH, Sender};

impl Sender {
    /// Processes an ACK with signs of loss, marks or reordering.
    pub(super) fn assess(&mut self, news: &mut News, now: Time) {
        if news.ece {
            self.episode.prior_ssthresh = None;
        }
        if self.phase == Phase::Open {
            self.episode.first_repair = None;
        } else if (self.board.una() >= self.high || self.is_reno_done(news)) && self.end_phase(news)
        {
            return;
        }
        match self.phase {
            Phase::Recovery if self.mechanisms.linux_3_10 => {
                self.continue_recovery_3_10(news, now);
            }
            Phase::Recovery => self.continue_recovery(news, now),
            Phase::Loss => self.continue_loss(news, now),
            Phase::Open | Phase::Disorder | Phase::Cwr => {
                if !self.sack {
                    self.count_duplicate(news);
                }
                if self.phase <= Phase::Disorder {
                    self.undo_if_all_unneeded(now);
                }
                self.find_losses(news, now);
                if self.mechanisms.linux_3_10 {
                    self.find_early_loss(news, now);
                }
                self.recover_or_open(news);
            }
        }
    }

    /// Does the same for an ACK for data in order, of which `marked` segments were marked, while the window
    /// shrinks, nothing is missing and losses are found by RACK.
    #[cold]
    #[inline(never)]
    pub(super) fn assess_reduction(&mut self, marked: u64) {
        if marked > 0 {
            self.episode.prior_ssthresh = None;
        }
        self.episode.first_repair = None;
        self.board.skip_acknowledged();
    }

    /// Returns whether the ACK ends a recovery of RFC 5681, which repairs one segment.
    fn is_reno_done(&self, news: &News) -> bool {
        self.mechanisms.loss == LossRule::Reno && self.phase == Phase::Recovery && news.advanced > 0
    }

    /// Ends a phase when everything below `high` has arrived. Returns whether the phase must
    /// continue.
    fn end_phase(&mut self, news: &News) -> bool {
        match self.phase {
            Phase::Cwr if self.board.una() > self.high => {
                self.end_reduction(news.now);
                self.set_phase(Phase::Open, news.now);
            }
            Phase::Recovery => {
                if !self.sack {
                    self.board.clear_duplicates();
                }
                if self.try_leave(news) {
                    return true;
                }
                self.end_reduction(news.now);
            }
            Phase::Open | Phase::Disorder | Phase::Cwr | Phase::Loss => {}
        }
        false
    }

    fn continue_recovery(&mut self, news: &mut News, now: Time) {
        if news.advanced == 0 {
            if !self.sack {
                self.count_duplicate(news);
            }
        } else {
            self.episode.partial_acks += 1;
            if self.try_undo_partial(news) {
                return;
            }
        }
        if self.undo_if_all_unneeded(now) {
            self.try_open(news);
        }
        self.find_losses(news, now);
        if self.phase != Phase::Recovery && self.board.lost_out() > 0 {
            self.enter_recovery(news.ece, now);
        }
    }

    fn continue_loss(&mut self, news: &mut News, now: Time) {
        self.test_timeout(news);
        if self.phase == Phase::Open || self.mechanisms.loss == LossRule::Rack {
            self.find_losses(news, now);
        }
        if self.phase == Phase::Open || news.repair_lost {
            self.recover_or_open(news);
        }
    }

    /// Tests whether the timeout was spurious (RFC 5682, section 3.1, with SACK), and whether its
    /// repair is complete.
    fn test_timeout(&mut self, news: &mut News) {
        let recovered = self.board.una() >= self.high;
        if news.advanced > 0 && self.may_undo(news) {
            return self.undo_timeout(news.now);
        }
        if self.episode.forward_test {
            if news.lowest_original < self.high {
                // Step 3b: data sent once arrived, so the timeout was spurious.
                return self.undo_timeout(news.now);
            }
            if self.board.next() > self.high {
                // Step 3a: a duplicate ACK after new data, so segments were really lost.
                if news.sacked > 0 || self.is_duplicate(news) {
                    self.episode.forward_test = false;
                }
            } else if news.advanced > 0 && !recovered {
                // Step 2b: sends new data instead of repairs. The next ACK then decides.
                self.high = self.board.next();
                self.hold_repairs = self.can_send_new();
                self.episode.forward_test = self.hold_repairs;
            }
        }
        if recovered {
            self.try_leave(news);
        } else if !self.sack {
            if news.advanced > 0 {
                self.board.clear_duplicates();
            } else if self.board.next() > self.high {
                self.count_duplicate(news);
            }
        }
    }

    fn recover_or_open(&mut self, news: &News) {
        if self.board.lost_out() > 0 {
            self.enter_recovery(news.ece, news.now);
        } else {
            self.try_open(news);
        }
    }

    /// Counts a duplicate ACK as an arrival. Used only without SACK.
    pub(super) fn count_duplicate(&mut self, news: &mut News) {
        if self.phase < Phase::Recovery && news.advanced > 0 {
            self.board.clear_duplicates();
        }
        if self.is_duplicate(news) && self.board.count_duplicate() {
            news.delivered += 1;
        }
    }

    pub(super) fn find_losses(&mut self, news: &mut News, now: Time) {
        if self.board.outstanding() == 0 {
            return;
        }
        match self.mechanisms.loss {
            LossRule::Reno | LossRule::NewReno => self.find_losses_by_duplicates(news),
            LossRule::Sack => self.find_losses_below_arrivals(news),
            LossRule::Fack if self.fack_off => self.find_losses_below_arrivals(news),
            LossRule::Fack => {
                let end = self.board.highest_sacked().saturating_sub(self.reordering);
                news.lost += self.board.mark_lost_below(end);
                self.find_lost_repairs(news);
            }
            LossRule::Rack => self.find_losses_by_rack(news, now),
        }
    }

    pub(super) fn find_losses_by_rack(&mut self, news: &mut News, now: Time) {
        self.timers.reorder = Time::NEVER;
        if !self.rack.finds_nothing(&mut self.board) {
            self.find_losses_by_time(news, now);
        }
    }

    /// RFC 6582: marks the oldest segment lost after three duplicate ACKs or a partial ACK.
    fn find_losses_by_duplicates(&mut self, news: &mut News) {
        let by_count = self.phase < Phase::Recovery && self.board.sacked_out() >= self.reordering;
        let partial = self.phase == Phase::Recovery && news.advanced > 0;
        if by_count || partial {
            let lost = self.board.mark_original_lost(self.board.una());
            news.lost += u64::from(lost);
            // Step 3: the window does not limit the retransmission for a partial ACK.
            self.force_repair |= partial && lost;
        }
    }

    /// Marks segments lost by RFC 6675, IsLost.
    fn find_losses_below_arrivals(&mut self, news: &mut News) {
        if let Some(end) = self.board.nth_highest_sacked(self.reordering) {
            news.lost += self.board.mark_lost_below(end);
        }
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
            news.lost += u64::from(self.board.mark_lost(repair.seq));
            news.repair_lost = true;
        }
    }

    /// Marks losses by RACK, and sets its timer for segments that may still arrive.
    pub(super) fn find_losses_by_time(&mut self, news: &mut News, now: Time) {
        let window = self.rack.reordering_window(&Conditions {
            reordering_seen: self.reorderings > 0,
            recovering: self.phase >= Phase::Recovery,
            enough_duplicates: self.board.sacked_out() >= self.reordering,
            min_rtt: self.rtt.min_rtt().unwrap_or_default(),
            srtt: self.srtt(),
        });
        let repaired = self.board.repaired_out();
        let found = self.rack.detect(&mut self.board, now, window);
        news.lost += found.lost;
        news.repair_lost |= self.board.repaired_out() < repaired;
        if let Some(wait) = found.wait {
            self.arm_reorder(now, wait);
        }
    }

    pub(super) fn enter_recovery(&mut self, ece: bool, now: Time) {
        if !self.board.any_repair() {
            self.episode.first_repair = None;
        }
        self.episode.prior_ssthresh = None;
        self.start_undo();
        // A reduction already in progress is not repeated. In Linux its end also stays the same.
        if !matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            if !ece {
                self.episode.prior_ssthresh = Some(self.current_ssthresh());
            }
            self.begin_reduction(Congestion::Loss, ece, now);
        }
        self.episode.partial_acks = 0;
        self.rescued = false;
        self.set_phase(Phase::Recovery, now);
        if self.mechanisms.dialect == Dialect::Rfc {
            // RFC 6675, section 5, step 4.1: RecoveryPoint; RFC 6582, section 3.2, step 2: recover.
            self.high = self.board.next();
        }
        // RFC 5681, section 3.2, step 3: the window does not limit the first repair.
        self.force_repair = self.mechanisms.reduction.is_none();
    }

    fn enter_cwr(&mut self, now: Time) {
        self.episode.prior_ssthresh = None;
        if self.phase < Phase::Cwr {
            self.episode.undo_from = None;
            self.begin_reduction(Congestion::Ecn, true, now);
            self.set_phase(Phase::Cwr, now);
        }
    }

    /// Reduces the window once after a probe repaired a loss (RFC 8985, section 7.4.2).
    pub(super) fn reduce_after_probe(&mut self, now: Time) {
        if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            self.probe = None;
            return;
        }
        self.begin_reduction(Congestion::Loss, false, now);
        self.set_phase(Phase::Cwr, now);
        self.end_reduction(now);
        self.keep_open(now);
    }

    fn begin_reduction(&mut self, cause: Congestion, ece: bool, now: Time) {
        self.high = self.board.next();
        self.probe = None;
        self.episode.prior_cwnd = self.cc.window.cwnd();
        self.prr.begin(self.cc.window.segments());
        // Segments sent beyond the window by limited transmit do not count (RFC 5681, 3.2).
        let flight = self.board.outstanding().min(self.cc.window.segments());
        let context = self.context(now);
        self.cc.on_congestion(&context, cause, flight);
        self.announce_reduction(self.ecn || ece);
        if self.mechanisms.reduction.is_none() && !self.cc.needs().control {
            self.cc.window.set_cwnd(self.cc.window.ssthresh());
        }
    }

    /// Lets the next new segment carry CWR, if `ecn`. With counters of marks there is no such flag: its
    /// bit is a part of the counter (RFC 9768, section 3.1).
    pub(super) fn announce_reduction(&mut self, ecn: bool) {
        self.cwr_due |= ecn && self.cc.needs().ecn_echo != EcnEcho::Counters;
    }

    fn end_reduction(&mut self, now: Time) {
        let ssthresh = self.cc.window.ssthresh();
        // An undone reduction leaves the window as it is. Without proportional rate reduction the window fell to the threshold at
        // the start (RFC 6582, section 3.2, step 3, full acknowledgements, option 2).
        let reduced = self.phase == Phase::Cwr || self.episode.undo_from.is_some();
        let follows = self.mechanisms.reduction.is_some() && !self.cc.needs().control;
        if follows && reduced && ssthresh.is_finite() {
            self.cc.window.set_cwnd(ssthresh);
        }
        let context = self.context(now);
        self.cc.on_reduction_end(&context);
    }

    fn try_open(&mut self, news: &News) {
        if !self.board.any_repair() {
            self.episode.first_repair = None;
        }
        if news.ece {
            self.enter_cwr(news.now);
        }
        if self.phase != Phase::Cwr {
            self.keep_open(news.now);
            if self.mechanisms.linux_3_10 && self.phase == Phase::Disorder {
                self.moderate_window();
            }
        }
    }

    pub(super) fn keep_open(&mut self, now: Time) {
        let has_holes =
            self.board.sacked_out() > 0 || self.board.lost_out() > 0 || self.board.any_repair();
        let phase = if has_holes { Phase::Disorder } else { Phase::Open };
        if phase != self.phase {
            self.set_phase(phase, now);
            self.high = self.board.next();
        }
    }

    pub(super) fn set_phase(&mut self, phase: Phase, now: Time) {
        let context = self.context(now);
        self.cc.on_phase(&context, phase);
        self.phase = phase;
    }

    /// Leaves recovery or loss. Returns whether the phase must continue. Without SACK it continues
    /// until a higher segment is acknowledged. Otherwise its last duplicate ACKs would start
    /// another recovery (RFC 6582, section 4.1), as they do in RFC 5681.
    fn try_leave(&mut self, news: &News) -> bool {
        if self.may_undo(news) {
            self.undo(false, news.now);
        }
        let may_repeat = !self.sack && self.mechanisms.loss != LossRule::Reno;
        if may_repeat && self.board.una() == self.high && self.board.outstanding() > 0 {
            return true;
        }
        self.rack.on_recovered();
        self.set_phase(Phase::Open, news.now);
        self.force_repair = false;
        false
    }

    /// Uses the loss recovery of the congestion control, or does so once no segment is missing.
    pub(super) fn adopt_recovery(&mut self, now: Time) {
        let recovery = self.cc.needs().recovery;
        let mechanisms = Mechanisms::new(self.choices, recovery);
        if mechanisms == self.mechanisms {
            self.recovery_due = false;
            return;
        }
        self.recovery_due = self.phase != Phase::Open
            || !self.board.is_in_order()
            || self.probe.is_some()
            || self.probe_due;
        if self.recovery_due {
            self.ack_path = AckPath::General;
            return;
        }
        self.mechanisms = mechanisms;
        self.sack = self.choices.uses_sack(recovery);
        self.reordering = DUP_THRESH;
        self.fack_off = false;
        self.rack.forget_dsacks();
        self.board.set_watch(mechanisms.watch());
        if self.opening.established {
            self.timers.reorder = Time::NEVER;
            self.rearm(now);
        }
    }
}
