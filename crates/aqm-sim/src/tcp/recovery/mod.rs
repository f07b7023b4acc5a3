//! Loss recovery: which segments are missing, and the phases from the first sign of a loss to the last repair.
//!
//! [`Recovery`] owns the scoreboard and all rules that infer losses. What it steers is passed to it as [`Means`].

mod choice;
mod linux_3_10;
mod loss;
mod report;
#[cfg(test)]
mod testing;
mod timing;
mod undo;

use super::Phase;
use super::control::Control;
use super::journal::{Action, Journal, Standing};
use super::mechanisms::{Choices, LossRule, Mechanisms};
use super::news::News;
use super::prr::{Prr, Step};
use super::rack::Rack;
use super::reordering::Reordering;
use super::scoreboard::Scoreboard;
use super::supply::Supply;
use super::tail_probe::Prober;
use super::timers::Timers;
use super::undo::Episode;
use super::usage::Usage;
use crate::cc::{Congestion, Context, Decisions, Dialect, LossRecovery, Needs, Why};
use crate::time::Time;

pub(super) use choice::Choice;

/// Loss recovery of one sender.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Recovery {
    board: Scoreboard,
    rack: Rack,
    phase: Phase,
    /// The window does not limit the next repair.
    force_repair: bool,
    /// F-RTO sends new data before it repairs (RFC 5682, section 3.1).
    hold_repairs: bool,
    /// RFC 6675's rescue retransmission was used in this recovery.
    rescued: bool,
    /// The congestion control was switched to one with another loss recovery.
    is_switch_due: bool,
    sack: bool,
    timestamps: bool,
    mechanisms: Mechanisms,
    choices: Choices,
    prober: Prober,
    /// Recovery, reduction or loss lasts until all segments below this are acknowledged.
    high: u64,
    reordering: Reordering,
    prr: Prr,
    episode: Episode,
    retransmissions: u64,
    timeouts: u64,
    journal: Journal,
}

/// The other parts of a sender that recovery reads and steers.
pub(super) struct Means<'a> {
    pub(super) control: &'a mut Control,
    pub(super) timers: &'a mut Timers,
    pub(super) supply: &'a Supply,
}

impl Recovery {
    pub(super) fn new(choices: Choices, recovery: LossRecovery, timestamps: bool) -> Self {
        let mechanisms = Mechanisms::new(choices, recovery);
        Recovery {
            board: Scoreboard::new(mechanisms.watch()),
            rack: Rack::default(),
            phase: Phase::Open,
            force_repair: false,
            hold_repairs: false,
            rescued: false,
            is_switch_due: false,
            sack: choices.uses_sack(recovery),
            timestamps,
            mechanisms,
            choices,
            prober: Prober::default(),
            high: 0,
            reordering: Reordering::new(),
            prr: Prr::default(),
            episode: Episode::default(),
            retransmissions: 0,
            timeouts: 0,
            journal: Journal::default(),
        }
    }

    #[inline(always)]
    pub(super) fn board(&self) -> &Scoreboard {
        &self.board
    }

    #[inline(always)]
    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    pub(super) fn mechanisms(&self) -> &Mechanisms {
        &self.mechanisms
    }

    pub(super) fn has_timestamps(&self) -> bool {
        self.timestamps
    }

    /// Returns what the configuration chose.
    pub(super) fn choices(&self) -> Choices {
        self.choices
    }

    pub(super) fn reordering(&self) -> &Reordering {
        &self.reordering
    }

    pub(super) fn retransmissions(&self) -> u64 {
        self.retransmissions
    }

    pub(super) fn timeouts(&self) -> u64 {
        self.timeouts
    }

    pub(super) fn journal(&self) -> &Journal {
        &self.journal
    }

    pub(super) fn journal_mut(&mut self) -> &mut Journal {
        &mut self.journal
    }

    /// Returns window and flight for the journal, if there is one.
    #[inline(always)]
    fn standing(&self, means: &Means) -> Option<Standing> {
        self.journal.standing(&self.board, means.control.window())
    }

    /// Notes that the phase becomes `phase`, before it does, if that starts or ends a reduction, a recovery or the time after a
    /// timeout.
    #[inline(always)]
    fn note_phase(&mut self, phase: Phase, why: impl FnOnce() -> Why, means: &Means, now: Time) {
        let action = match phase {
            Phase::Cwr | Phase::Recovery | Phase::Loss if phase != self.phase => {
                Action::Entered(phase)
            }
            Phase::Open | Phase::Disorder if self.phase >= Phase::Cwr => Action::Left(self.phase),
            _ => return,
        };
        let window = means.control.window();
        self.journal.note(now, action, (None, || Standing::of(&self.board, window)), why);
    }

    /// Returns whether the window shrinks until [`Self::high`] is acknowledged.
    pub(super) fn is_reducing(&self) -> bool {
        matches!(self.phase, Phase::Cwr | Phase::Recovery)
    }

    /// Returns whether ACKs in order for segments up to `next` belong to the reduction that is in progress.
    pub(super) fn reduces_until(&self, next: u64) -> bool {
        next <= self.high
    }

    /// Returns whether ACKs for new data in order, and new segments, change nothing but the scoreboard. Such ACKs and
    /// segments do not change this.
    pub(super) fn is_plain(&self, needs: &Needs) -> bool {
        let is_calm = self.phase == Phase::Open || self.is_reduction_plain(needs);
        is_calm
            && self.board.is_in_order()
            && self.prober.outstanding().is_none()
            && !self.hold_repairs
            && !self.force_repair
            && self.episode.timeouts_in_row() == 0
    }

    /// Returns whether the window shrinks after a mark, and ACKs in order do not concern that. The congestion
    /// control then sets the window itself.
    fn is_reduction_plain(&self, needs: &Needs) -> bool {
        self.phase == Phase::Cwr
            && needs.control
            && self.mechanisms.loss == LossRule::Rack
            && !self.is_switch_due
    }

    /// Acknowledges all segments below `next`, while [`Self::is_plain`] holds. Returns the sending times of the first
    /// and the last one.
    #[inline(always)]
    pub(super) fn acknowledge_in_order(&mut self, next: u64, now: Time) -> (Time, Time) {
        let times = self.board.acknowledge_in_order(next);
        self.rack.postpone(times.1, now);
        times
    }

    /// Returns the time that an ACK gives of an RTT: that of its timestamp, or of its `oldest` segment.
    #[inline(always)]
    pub(super) fn stamp(&self, echo: Time, oldest: Time) -> Time {
        if self.timestamps { echo } else { oldest }
    }

    /// Returns the state that congestion control reads.
    fn context(&self, means: &Means, now: Time) -> Context {
        means.control.context(&self.board, means.timers.rtt(), self.phase, now)
    }

    /// Returns whether the segments in flight fill the window.
    #[inline(always)]
    pub(super) fn is_limited(&self, control: &Control) -> bool {
        self.board.in_flight() >= control.window().segments()
    }

    /// Returns whether there is new data that fits the receive window.
    #[inline(always)]
    pub(super) fn can_send_new(&self, supply: &Supply) -> bool {
        self.board.next() < supply.limit()
    }

    /// Returns whether an ACK gives more signs of loss, marks or reordering than the fast path takes.
    pub(super) fn needs_assessment(&self, news: &News) -> bool {
        let exceptional = self.phase != Phase::Open || news.ece || news.sacked > 0 || news.dsack;
        exceptional || self.is_duplicate(news)
    }

    /// Returns whether the ACK repeats an earlier one while segments are outstanding.
    pub(super) fn is_duplicate(&self, news: &News) -> bool {
        let nothing_new = !news.old && news.advanced == 0 && !news.dsack;
        nothing_new && self.board.outstanding() > 0
    }

    /// Processes an ACK with signs of loss, marks or reordering.
    pub(super) fn assess(&mut self, news: &mut News, means: &mut Means, now: Time) {
        if news.ece {
            self.episode.forget_threshold();
        }
        if self.phase == Phase::Open {
            self.episode.forget_repairs();
        } else if (self.board.una() >= self.high || self.is_reno_done(news))
            && self.end_phase(news, means)
        {
            return;
        }
        match self.phase {
            Phase::Recovery if self.mechanisms.linux_3_10 => {
                self.continue_recovery_3_10(news, means, now);
            }
            Phase::Recovery => self.continue_recovery(news, means, now),
            Phase::Loss => self.continue_loss(news, means, now),
            Phase::Open | Phase::Disorder | Phase::Cwr => {
                if !self.sack {
                    self.count_duplicate(news);
                }
                if self.phase <= Phase::Disorder {
                    self.undo_if_all_unneeded(means, now);
                }
                self.find_losses(news, means, now);
                if self.mechanisms.linux_3_10 {
                    self.find_early_loss(news, means, now);
                }
                self.recover_or_open(news, means);
            }
        }
    }

    /// Does the same for an ACK for data in order, of which `marked` segments were marked, while the window
    /// shrinks, nothing is missing and losses are found by RACK.
    #[cold]
    #[inline(never)]
    pub(super) fn assess_reduction(&mut self, marked: u64) {
        if marked > 0 {
            self.episode.forget_threshold();
        }
        self.episode.forget_repairs();
        self.board.skip_acknowledged();
    }

    /// Returns whether the ACK ends a recovery of RFC 5681, which repairs one segment.
    fn is_reno_done(&self, news: &News) -> bool {
        self.mechanisms.loss == LossRule::Reno && self.phase == Phase::Recovery && news.advanced > 0
    }

    /// Ends a phase when everything below `high` has arrived. Returns whether the phase must
    /// continue.
    fn end_phase(&mut self, news: &News, means: &mut Means) -> bool {
        match self.phase {
            Phase::Cwr if self.board.una() > self.high => {
                self.end_reduction(means, news.now);
                self.note_phase(Phase::Open, || Why::new("ecn.done"), means, news.now);
                self.set_phase(Phase::Open, means, news.now);
            }
            Phase::Recovery => {
                if !self.sack {
                    self.board.clear_duplicates();
                }
                if self.try_leave(news, means) {
                    return true;
                }
                self.end_reduction(means, news.now);
            }
            Phase::Open | Phase::Disorder | Phase::Cwr | Phase::Loss => {}
        }
        false
    }

    fn continue_recovery(&mut self, news: &mut News, means: &mut Means, now: Time) {
        if news.advanced == 0 {
            if !self.sack {
                self.count_duplicate(news);
            }
        } else {
            self.episode.count_partial_ack();
            if self.try_undo_partial(news, means) {
                return;
            }
        }
        if self.undo_if_all_unneeded(means, now) {
            self.try_open(news, || Why::new("undo.dsack"), means);
        }
        self.find_losses(news, means, now);
        if self.phase != Phase::Recovery && self.board.lost_out() > 0 {
            self.enter_recovery(news.ece, means, now);
        }
    }

    fn continue_loss(&mut self, news: &mut News, means: &mut Means, now: Time) {
        self.test_timeout(news, means);
        if self.phase == Phase::Open || self.mechanisms.loss == LossRule::Rack {
            self.find_losses(news, means, now);
        }
        if self.phase == Phase::Open || news.repair_lost {
            self.recover_or_open(news, means);
        }
    }

    /// Tests whether the timeout was spurious (RFC 5682, section 3.1, with SACK), and whether its
    /// repair is complete.
    fn test_timeout(&mut self, news: &mut News, means: &mut Means) {
        let recovered = self.board.una() >= self.high;
        if news.advanced > 0 && self.may_undo(news) {
            return self.undo_timeout(self.undo_sign(), means, news.now);
        }
        if self.episode.is_testing() {
            if news.lowest_original < self.high {
                // Step 3b: data sent once arrived, so the timeout was spurious.
                return self.undo_timeout("undo.frto", means, news.now);
            }
            if self.board.next() > self.high {
                // Step 3a: a duplicate ACK after new data, so segments were really lost.
                if news.sacked > 0 || self.is_duplicate(news) {
                    self.episode.set_testing(false);
                }
            } else if news.advanced > 0 && !recovered {
                // Step 2b: sends new data instead of repairs. The next ACK then decides.
                self.high = self.board.next();
                self.hold_repairs = self.can_send_new(means.supply);
                self.episode.set_testing(self.hold_repairs);
            }
        }
        if recovered {
            self.try_leave(news, means);
        } else if !self.sack {
            if news.advanced > 0 {
                self.board.clear_duplicates();
            } else if self.board.next() > self.high {
                self.count_duplicate(news);
            }
        }
    }

    fn recover_or_open(&mut self, news: &News, means: &mut Means) {
        if self.board.lost_out() > 0 {
            self.enter_recovery(news.ece, means, news.now);
        } else {
            self.try_open(news, || Why::new("rto.recovered"), means);
        }
    }

    fn enter_recovery(&mut self, ece: bool, means: &mut Means, now: Time) {
        if !self.board.any_repair() {
            self.episode.forget_repairs();
        }
        self.episode.forget_threshold();
        if self.journal.is_on() {
            let why = self.journal.loss();
            self.note_phase(Phase::Recovery, || why, means, now);
        }
        self.start_undo();
        // A reduction already in progress is not repeated. In Linux its end also stays the same.
        if !self.is_reducing() {
            if !ece {
                self.episode.keep_threshold(self.current_ssthresh(means.control));
            }
            self.begin_reduction(Congestion::Loss, ece, means, now);
        }
        self.episode.clear_partial_acks();
        self.rescued = false;
        self.set_phase(Phase::Recovery, means, now);
        if self.mechanisms.dialect == Dialect::Rfc {
            // RFC 6675, section 5, step 4.1: RecoveryPoint; RFC 6582, section 3.2, step 2: recover.
            self.high = self.board.next();
        }
        // RFC 5681, section 3.2, step 3: the window does not limit the first repair.
        self.force_repair = self.mechanisms.reduction.is_none();
    }

    fn enter_cwr(&mut self, marked: u64, means: &mut Means, now: Time) {
        self.episode.forget_threshold();
        if self.phase < Phase::Cwr {
            let why = || Why::new("ecn.echo").with("marked", "segments", marked as f64);
            self.note_phase(Phase::Cwr, why, means, now);
            self.episode.end();
            self.begin_reduction(Congestion::Ecn, true, means, now);
            self.set_phase(Phase::Cwr, means, now);
        }
    }

    /// Ends a tail loss probe (RFC 8985, section 7.4). `next` is the segment that the ACK expects, and `block_end` the
    /// end of its first block.
    pub(super) fn end_probe(&mut self, next: u64, block_end: u64, news: &News, means: &mut Means) {
        let Some(probe) = self.prober.outstanding() else { return };
        if next < probe.end {
            return;
        }
        let repeated = news.dsack && block_end == probe.end;
        if !probe.repair || repeated {
            // Nothing was lost.
            self.prober.end();
        } else if next > probe.end {
            // The probe repaired a loss that no ACK had reported.
            self.reduce_after_probe(means, news.now);
        } else if self.is_duplicate(news) && news.sacked == 0 {
            self.prober.end();
        }
    }

    /// Reduces the window once after a probe repaired a loss (RFC 8985, section 7.4.2).
    fn reduce_after_probe(&mut self, means: &mut Means, now: Time) {
        if self.is_reducing() {
            self.prober.end();
            return;
        }
        let why = || Why::new("tlp.repaired");
        self.note_phase(Phase::Cwr, why, means, now);
        self.begin_reduction(Congestion::Loss, false, means, now);
        self.set_phase(Phase::Cwr, means, now);
        self.end_reduction(means, now);
        self.keep_open(why, means, now);
    }

    fn begin_reduction(&mut self, cause: Congestion, ece: bool, means: &mut Means, now: Time) {
        self.high = self.board.next();
        self.prober.end();
        let window = means.control.window();
        self.episode.keep_window(window.cwnd());
        self.prr.begin(window.segments());
        // Segments sent beyond the window by limited transmit do not count (RFC 5681, 3.2).
        let flight = self.board.outstanding().min(window.segments());
        let before = self.standing(means);
        let context = self.context(means, now);
        let why = means.control.cc_mut().on_congestion(&context, cause, flight);
        self.announce_reduction(ece, means.control);
        if self.mechanisms.reduction.is_none() && !means.control.needs().control {
            let window = means.control.window_mut();
            window.set_cwnd(window.ssthresh());
        }
        self.note_reduction(why, before, means, now);
    }

    /// Notes what the congestion control has decided by rules of its own.
    #[inline(always)]
    pub(super) fn note_decisions(
        &mut self,
        before: Option<Standing>,
        control: &mut Control,
        now: Time,
    ) {
        if self.journal.is_on() {
            let after = Standing::of(&self.board, control.window());
            let decisions = control.cc_mut().decisions();
            for why in decisions.into_iter().flat_map(Decisions::take) {
                self.journal.note(now, Action::Own, (before, || after), || why);
            }
        }
    }

    /// Notes that the congestion control has set another threshold.
    #[inline(always)]
    fn note_reduction(
        &mut self,
        why: Option<Why>,
        before: Option<Standing>,
        means: &Means,
        now: Time,
    ) {
        if let Some(why) = why {
            let after = || Standing::of(&self.board, means.control.window());
            self.journal.note(now, Action::Reduction, (before, after), || why);
        }
    }

    /// Lets the next new segment carry CWR, if ECN is enabled or the ACK echoed a mark.
    fn announce_reduction(&self, ece: bool, control: &mut Control) {
        if ece || control.ecn().is_enabled() {
            let echo = control.needs().ecn_echo;
            control.ecn_mut().announce_reduction(echo);
        }
    }

    fn end_reduction(&mut self, means: &mut Means, now: Time) {
        let ssthresh = means.control.window().ssthresh();
        // An undone reduction leaves the window as it is. Without proportional rate reduction the window fell to the
        // threshold at the start (RFC 6582, section 3.2, step 3, full acknowledgements, option 2).
        let reduced = self.phase == Phase::Cwr || self.episode.is_open();
        let follows = self.mechanisms.reduction.is_some() && !means.control.needs().control;
        if follows && reduced && ssthresh.is_finite() {
            means.control.window_mut().set_cwnd(ssthresh);
        }
        let before = self.standing(means);
        let context = self.context(means, now);
        means.control.cc_mut().on_reduction_end(&context);
        self.note_decisions(before, means.control, now);
    }

    /// `why`: why a phase ends with it.
    fn try_open(&mut self, news: &News, why: impl FnOnce() -> Why, means: &mut Means) {
        if !self.board.any_repair() {
            self.episode.forget_repairs();
        }
        if news.ece {
            self.enter_cwr(news.marked, means, news.now);
        }
        if self.phase != Phase::Cwr {
            self.keep_open(why, means, news.now);
            if self.mechanisms.linux_3_10 && self.phase == Phase::Disorder {
                self.moderate_window(means.control);
            }
        }
    }

    fn keep_open(&mut self, why: impl FnOnce() -> Why, means: &mut Means, now: Time) {
        let has_holes =
            self.board.sacked_out() > 0 || self.board.lost_out() > 0 || self.board.any_repair();
        let phase = if has_holes { Phase::Disorder } else { Phase::Open };
        if phase != self.phase {
            self.note_phase(phase, why, means, now);
            self.set_phase(phase, means, now);
            self.high = self.board.next();
        }
    }

    fn set_phase(&mut self, phase: Phase, means: &mut Means, now: Time) {
        let before = self.standing(means);
        let context = self.context(means, now);
        means.control.cc_mut().on_phase(&context, phase);
        self.phase = phase;
        self.note_decisions(before, means.control, now);
    }

    /// Leaves recovery or loss. Returns whether the phase must continue. Without SACK it continues
    /// until a higher segment is acknowledged. Otherwise its last duplicate ACKs would start
    /// another recovery (RFC 6582, section 4.1), as they do in RFC 5681.
    fn try_leave(&mut self, news: &News, means: &mut Means) -> bool {
        let mut code = if self.phase == Phase::Loss { "rto.recovered" } else { "recovery.done" };
        if self.may_undo(news) {
            code = self.undo_sign();
            self.undo(false, code, means, news.now);
        }
        let may_repeat = !self.sack && self.mechanisms.loss != LossRule::Reno;
        if may_repeat && self.board.una() == self.high && self.board.outstanding() > 0 {
            return true;
        }
        self.rack.on_recovered();
        self.note_phase(Phase::Open, || Why::new(code), means, news.now);
        self.set_phase(Phase::Open, means, news.now);
        self.force_repair = false;
        false
    }

    /// Applies proportional rate reduction.
    pub(super) fn reduce_window(&mut self, delivered: u64, safe: bool, control: &mut Control) {
        if control.needs().control {
            return;
        }
        let Some(bound) = self.mechanisms.reduction else { return };
        let step = Step {
            delivered,
            safe,
            in_flight: self.board.in_flight(),
            ssthresh: control.window().threshold(),
            // Linux before 4.3 gave this segment to the retransmission only, not to new data after a mark.
            fast_retransmit: self.phase != Phase::Cwr || !self.mechanisms.linux_3_10,
        };
        if let Some(cwnd) = self.prr.window(&step, bound) {
            control.window_mut().set_segments(cwnd);
        }
    }

    /// Updates the window: a reduction follows the deliveries, otherwise the window may grow.
    pub(super) fn move_window(&mut self, news: &News, means: &mut Means, now: Time) {
        if means.control.needs().control {
            return;
        }
        if self.is_reducing() {
            let safe = news.advanced > 0 && news.lost == 0;
            self.reduce_window(news.delivered, safe, means.control);
            return;
        }
        // With frequent reordering, arrivals above a hole count as progress.
        let is_reordered = self.reordering.extent() > super::reordering::DUP_THRESH;
        if news.advanced > 0 || (is_reordered && news.sacked > 0) {
            self.grow(news, means, now);
        }
    }

    /// Lets the window grow if it is used, after an ACK that shows progress.
    fn grow(&self, news: &News, means: &mut Means, now: Time) {
        let segments = if self.has_rfc_timer() { news.advanced } else { news.delivered };
        if let Some(growth) = means.control.growth(segments) {
            let context = self.context(means, now);
            means.control.cc_mut().grow(&context, &growth);
        }
    }

    /// Returns the threshold that an undo restores.
    pub(super) fn current_ssthresh(&self, control: &Control) -> f64 {
        let window = control.window();
        if self.is_reducing() {
            return window.ssthresh();
        }
        window.ssthresh().max((window.cwnd() * 0.75).floor())
    }

    /// Uses the loss recovery of the congestion control, or does so once no segment is missing.
    pub(super) fn adopt(&mut self, is_established: bool, means: &mut Means, now: Time) {
        let recovery = means.control.needs().recovery;
        let mechanisms = Mechanisms::new(self.choices, recovery);
        if mechanisms == self.mechanisms {
            self.is_switch_due = false;
            return;
        }
        self.is_switch_due =
            self.phase != Phase::Open || !self.board.is_in_order() || !self.prober.is_idle();
        if self.is_switch_due {
            return;
        }
        self.mechanisms = mechanisms;
        self.sack = self.choices.uses_sack(recovery);
        self.reordering.restart();
        self.rack.forget_dsacks();
        self.board.set_watch(mechanisms.watch());
        means.timers.adopt(&mechanisms, is_established);
        if is_established {
            self.rearm(means, now);
        }
    }

    /// Returns whether the congestion control waits for another loss recovery.
    pub(super) fn is_switch_due(&self) -> bool {
        self.is_switch_due
    }

    /// Counts segments that leave now.
    #[inline(always)]
    pub(super) fn count_sent(&mut self, segments: u64, usage: &mut Usage) {
        usage.sent();
        if self.is_reducing() {
            self.prr.sent(segments);
        }
    }
}
