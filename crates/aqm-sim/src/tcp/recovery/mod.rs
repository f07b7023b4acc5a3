//! Loss recovery: which segments are missing, and the phases from the first sign of a loss to the last repair.
//!
//! [`Recovery`] owns the scoreboard and all rules that infer losses. What it steers is passed to it as [`Tcb`].

mod choice;
mod linux_3_10;
mod loss;
mod report;
#[cfg(test)]
mod testing;
mod timing;
mod undo;

use super::Phase;
use super::ack_info::AckInfo;
use super::control::Control;
use super::journal::{Action, Journal, Standing};
use super::mechanisms::{Choices, LossRule, Mechanisms};
use super::prr::{Prr, Step};
use super::rack::Rack;
use super::reordering::Reordering;
use super::scoreboard::Scoreboard;
use super::send_buffer::SendBuffer;
use super::tail_probe::Prober;
use super::timers::Timers;
use super::undo::Episode;
use super::usage::Usage;
use crate::cc::{Congestion, Context, Decisions, Dialect, LossRecovery, Needs, Why};
use crate::time::Time;

pub(super) use choice::Choice;

/// Loss recovery of one sender.
#[derive(Clone, PartialEq, Debug)]
pub struct Recovery {
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

/// The other parts of the transmission control block (RFC 9293, section 3.3.1), which recovery reads and steers.
pub struct Tcb<'a> {
    pub control: &'a mut Control,
    pub timers: &'a mut Timers,
    pub send_buffer: &'a SendBuffer,
}

impl Recovery {
    pub fn new(choices: Choices, recovery: LossRecovery, timestamps: bool) -> Self {
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
    pub fn board(&self) -> &Scoreboard {
        &self.board
    }

    #[inline(always)]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    pub fn mechanisms(&self) -> &Mechanisms {
        &self.mechanisms
    }

    pub fn has_timestamps(&self) -> bool {
        self.timestamps
    }

    /// Returns what the configuration chose.
    pub fn choices(&self) -> Choices {
        self.choices
    }

    pub fn reordering(&self) -> &Reordering {
        &self.reordering
    }

    pub fn retransmissions(&self) -> u64 {
        self.retransmissions
    }

    pub fn timeouts(&self) -> u64 {
        self.timeouts
    }

    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    pub fn journal_mut(&mut self) -> &mut Journal {
        &mut self.journal
    }

    /// Returns window and flight for the journal, if there is one.
    #[inline(always)]
    fn standing(&self, tcb: &Tcb) -> Option<Standing> {
        self.journal.standing(&self.board, tcb.control.window())
    }

    /// Notes that the phase becomes `phase`, before it does, if that starts or ends a reduction, a recovery or the time after a
    /// timeout.
    #[inline(always)]
    fn note_phase(&mut self, phase: Phase, why: impl FnOnce() -> Why, tcb: &Tcb, now: Time) {
        let action = match phase {
            Phase::Cwr | Phase::Recovery | Phase::Loss if phase != self.phase => {
                Action::Entered(phase)
            }
            Phase::Open | Phase::Disorder if self.phase >= Phase::Cwr => Action::Left(self.phase),
            _ => return,
        };
        let window = tcb.control.window();
        self.journal.note(now, action, (None, || Standing::of(&self.board, window)), why);
    }

    /// Returns whether the window shrinks until [`Self::high`] is acknowledged.
    pub fn is_reducing(&self) -> bool {
        matches!(self.phase, Phase::Cwr | Phase::Recovery)
    }

    /// Returns whether ACKs in order for segments up to `next` belong to the reduction that is in progress.
    pub fn reduces_until(&self, next: u64) -> bool {
        next <= self.high
    }

    /// Returns whether ACKs for new data in order, and new segments, change nothing but the scoreboard. Such ACKs and
    /// segments do not change this.
    pub fn is_plain(&self, needs: &Needs) -> bool {
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
    pub fn acknowledge_in_order(&mut self, next: u64, now: Time) -> (Time, Time) {
        let times = self.board.acknowledge_in_order(next);
        self.rack.postpone(times.1, now);
        times
    }

    /// Returns the time that an ACK gives of an RTT: that of its timestamp, or of its `oldest` segment.
    #[inline(always)]
    pub fn stamp(&self, echo: Time, oldest: Time) -> Time {
        if self.timestamps { echo } else { oldest }
    }

    /// Returns the state that congestion control reads.
    fn context(&self, tcb: &Tcb, now: Time) -> Context {
        tcb.control.context(&self.board, tcb.timers.rtt(), self.phase, now)
    }

    /// Returns whether the segments in flight fill the window.
    #[inline(always)]
    pub fn is_limited(&self, control: &Control) -> bool {
        self.board.in_flight() >= control.window().segments()
    }

    /// Returns whether there is new data that fits the receive window.
    #[inline(always)]
    pub fn can_send_new(&self, send_buffer: &SendBuffer) -> bool {
        self.board.next() < send_buffer.limit()
    }

    /// Returns whether an ACK gives more signs of loss, marks or reordering than the fast path takes.
    pub fn needs_assessment(&self, info: &AckInfo) -> bool {
        let exceptional = self.phase != Phase::Open || info.ece || info.sacked > 0 || info.dsack;
        exceptional || self.is_duplicate(info)
    }

    /// Returns whether the ACK repeats an earlier one while segments are outstanding.
    pub fn is_duplicate(&self, info: &AckInfo) -> bool {
        let nothing_new = !info.old && info.advanced == 0 && !info.dsack;
        nothing_new && self.board.outstanding() > 0
    }

    /// Processes an ACK with signs of loss, marks or reordering.
    pub fn assess(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        if info.ece {
            self.episode.forget_threshold();
        }
        if self.phase == Phase::Open {
            self.episode.forget_repairs();
        } else if (self.board.una() >= self.high || self.is_reno_done(info))
            && self.end_phase(info, tcb)
        {
            return;
        }
        match self.phase {
            Phase::Recovery if self.mechanisms.linux_3_10 => {
                self.continue_recovery_3_10(info, tcb, now);
            }
            Phase::Recovery => self.continue_recovery(info, tcb, now),
            Phase::Loss => self.continue_loss(info, tcb, now),
            Phase::Open | Phase::Disorder | Phase::Cwr => {
                if !self.sack {
                    self.count_duplicate(info);
                }
                if self.phase <= Phase::Disorder {
                    self.undo_if_all_unneeded(tcb, now);
                }
                self.find_losses(info, tcb, now);
                if self.mechanisms.linux_3_10 {
                    self.find_early_loss(info, tcb, now);
                }
                self.recover_or_open(info, tcb);
            }
        }
    }

    /// Does the same for an ACK for data in order, of which `marked` segments were marked, while the window
    /// shrinks, nothing is missing and losses are found by RACK.
    #[cold]
    #[inline(never)]
    pub fn assess_reduction(&mut self, marked: u64) {
        if marked > 0 {
            self.episode.forget_threshold();
        }
        self.episode.forget_repairs();
        self.board.skip_acknowledged();
    }

    /// Returns whether the ACK ends a recovery of RFC 5681, which repairs one segment.
    fn is_reno_done(&self, info: &AckInfo) -> bool {
        self.mechanisms.loss == LossRule::Reno && self.phase == Phase::Recovery && info.advanced > 0
    }

    /// Ends a phase when everything below `high` has arrived. Returns whether the phase must
    /// continue.
    fn end_phase(&mut self, info: &AckInfo, tcb: &mut Tcb) -> bool {
        match self.phase {
            Phase::Cwr if self.board.una() > self.high => {
                self.end_reduction(tcb, info.now);
                self.note_phase(Phase::Open, || Why::new("ecn.done"), tcb, info.now);
                self.set_phase(Phase::Open, tcb, info.now);
            }
            Phase::Recovery => {
                if !self.sack {
                    self.board.clear_duplicates();
                }
                if self.try_leave(info, tcb) {
                    return true;
                }
                self.end_reduction(tcb, info.now);
            }
            Phase::Open | Phase::Disorder | Phase::Cwr | Phase::Loss => {}
        }
        false
    }

    fn continue_recovery(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        if info.advanced == 0 {
            if !self.sack {
                self.count_duplicate(info);
            }
        } else {
            self.episode.count_partial_ack();
            if self.try_undo_partial(info, tcb) {
                return;
            }
        }
        if self.undo_if_all_unneeded(tcb, now) {
            self.try_open(info, || Why::new("undo.dsack"), tcb);
        }
        self.find_losses(info, tcb, now);
        if self.phase != Phase::Recovery && self.board.lost_out() > 0 {
            self.enter_recovery(info.ece, tcb, now);
        }
    }

    fn continue_loss(&mut self, info: &mut AckInfo, tcb: &mut Tcb, now: Time) {
        self.test_timeout(info, tcb);
        if self.phase == Phase::Open || self.mechanisms.loss == LossRule::Rack {
            self.find_losses(info, tcb, now);
        }
        if self.phase == Phase::Open || info.repair_lost {
            self.recover_or_open(info, tcb);
        }
    }

    /// Tests whether the timeout was spurious (RFC 5682, section 3.1, with SACK), and whether its
    /// repair is complete.
    fn test_timeout(&mut self, info: &mut AckInfo, tcb: &mut Tcb) {
        let recovered = self.board.una() >= self.high;
        if info.advanced > 0 && self.may_undo(info) {
            return self.undo_timeout(self.undo_sign(), tcb, info.now);
        }
        if self.episode.is_testing() {
            if info.lowest_original < self.high {
                // Step 3b: data sent once arrived, so the timeout was spurious.
                return self.undo_timeout("undo.frto", tcb, info.now);
            }
            if self.board.next() > self.high {
                // Step 3a: a duplicate ACK after new data, so segments were really lost.
                if info.sacked > 0 || self.is_duplicate(info) {
                    self.episode.set_testing(false);
                }
            } else if info.advanced > 0 && !recovered {
                // Step 2b: sends new data instead of repairs. The next ACK then decides.
                self.high = self.board.next();
                self.hold_repairs = self.can_send_new(tcb.send_buffer);
                self.episode.set_testing(self.hold_repairs);
            }
        }
        if recovered {
            self.try_leave(info, tcb);
        } else if !self.sack {
            if info.advanced > 0 {
                self.board.clear_duplicates();
            } else if self.board.next() > self.high {
                self.count_duplicate(info);
            }
        }
    }

    fn recover_or_open(&mut self, info: &AckInfo, tcb: &mut Tcb) {
        if self.board.lost_out() > 0 {
            self.enter_recovery(info.ece, tcb, info.now);
        } else {
            self.try_open(info, || Why::new("rto.recovered"), tcb);
        }
    }

    fn enter_recovery(&mut self, ece: bool, tcb: &mut Tcb, now: Time) {
        if !self.board.any_repair() {
            self.episode.forget_repairs();
        }
        self.episode.forget_threshold();
        if self.journal.is_on() {
            let why = self.journal.loss();
            self.note_phase(Phase::Recovery, || why, tcb, now);
        }
        self.start_undo();
        // A reduction already in progress is not repeated. In Linux its end also stays the same.
        if !self.is_reducing() {
            if !ece {
                self.episode.keep_threshold(self.current_ssthresh(tcb.control));
            }
            self.begin_reduction(Congestion::Loss, ece, tcb, now);
        }
        self.episode.clear_partial_acks();
        self.rescued = false;
        self.set_phase(Phase::Recovery, tcb, now);
        if self.mechanisms.dialect == Dialect::Rfc {
            // RFC 6675, section 5, step 4.1: RecoveryPoint; RFC 6582, section 3.2, step 2: recover.
            self.high = self.board.next();
        }
        // RFC 5681, section 3.2, step 3: the window does not limit the first repair.
        self.force_repair = self.mechanisms.reduction.is_none();
    }

    fn enter_cwr(&mut self, marked: u64, tcb: &mut Tcb, now: Time) {
        self.episode.forget_threshold();
        if self.phase < Phase::Cwr {
            let why = || Why::new("ecn.echo").with("marked", "segments", marked as f64);
            self.note_phase(Phase::Cwr, why, tcb, now);
            self.episode.end();
            self.begin_reduction(Congestion::Ecn, true, tcb, now);
            self.set_phase(Phase::Cwr, tcb, now);
        }
    }

    /// Ends a tail loss probe (RFC 8985, section 7.4). `next` is the segment that the ACK expects, and `block_end` the
    /// end of its first block.
    pub fn end_probe(&mut self, next: u64, block_end: u64, info: &AckInfo, tcb: &mut Tcb) {
        let Some(probe) = self.prober.outstanding() else { return };
        if next < probe.end {
            return;
        }
        let repeated = info.dsack && block_end == probe.end;
        if !probe.repair || repeated {
            // Nothing was lost.
            self.prober.end();
        } else if next > probe.end {
            // The probe repaired a loss that no ACK had reported.
            self.reduce_after_probe(tcb, info.now);
        } else if self.is_duplicate(info) && info.sacked == 0 {
            self.prober.end();
        }
    }

    /// Reduces the window once after a probe repaired a loss (RFC 8985, section 7.4.2).
    fn reduce_after_probe(&mut self, tcb: &mut Tcb, now: Time) {
        if self.is_reducing() {
            self.prober.end();
            return;
        }
        let why = || Why::new("tlp.repaired");
        self.note_phase(Phase::Cwr, why, tcb, now);
        self.begin_reduction(Congestion::Loss, false, tcb, now);
        self.set_phase(Phase::Cwr, tcb, now);
        self.end_reduction(tcb, now);
        self.keep_open(why, tcb, now);
    }

    fn begin_reduction(&mut self, cause: Congestion, ece: bool, tcb: &mut Tcb, now: Time) {
        self.high = self.board.next();
        self.prober.end();
        let window = tcb.control.window();
        self.episode.keep_window(window.cwnd());
        self.prr.begin(window.segments());
        // Segments sent beyond the window by limited transmit do not count (RFC 5681, 3.2).
        let flight = self.board.outstanding().min(window.segments());
        let before = self.standing(tcb);
        let context = self.context(tcb, now);
        let why = tcb.control.cc_mut().on_congestion(&context, cause, flight);
        self.announce_reduction(ece, tcb.control);
        if self.mechanisms.reduction.is_none() && !tcb.control.needs().control {
            let window = tcb.control.window_mut();
            window.set_cwnd(window.ssthresh());
        }
        self.note_reduction(why, before, tcb, now);
    }

    /// Notes what the congestion control has decided by rules of its own.
    #[inline(always)]
    pub fn note_decisions(&mut self, before: Option<Standing>, control: &mut Control, now: Time) {
        if self.journal.is_on() {
            let after = Standing::of(&self.board, control.window());
            let decisions = control.cc_mut().decisions();
            for why in decisions.into_iter().flat_map(Decisions::take) {
                self.journal.note(now, Action::Adjustment, (before, || after), || why);
            }
        }
    }

    /// Notes that the congestion control has set another threshold.
    #[inline(always)]
    fn note_reduction(&mut self, why: Option<Why>, before: Option<Standing>, tcb: &Tcb, now: Time) {
        if let Some(why) = why {
            let after = || Standing::of(&self.board, tcb.control.window());
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

    fn end_reduction(&mut self, tcb: &mut Tcb, now: Time) {
        let ssthresh = tcb.control.window().ssthresh();
        // An undone reduction leaves the window as it is. Without proportional rate reduction the window fell to the
        // threshold at the start (RFC 6582, section 3.2, step 3, full acknowledgements, option 2).
        let reduced = self.phase == Phase::Cwr || self.episode.is_open();
        let follows = self.mechanisms.reduction.is_some() && !tcb.control.needs().control;
        if follows && reduced && ssthresh.is_finite() {
            tcb.control.window_mut().set_cwnd(ssthresh);
        }
        let before = self.standing(tcb);
        let context = self.context(tcb, now);
        tcb.control.cc_mut().on_reduction_end(&context);
        self.note_decisions(before, tcb.control, now);
    }

    /// `why`: why a phase ends with it.
    fn try_open(&mut self, info: &AckInfo, why: impl FnOnce() -> Why, tcb: &mut Tcb) {
        if !self.board.any_repair() {
            self.episode.forget_repairs();
        }
        if info.ece {
            self.enter_cwr(info.marked, tcb, info.now);
        }
        if self.phase != Phase::Cwr {
            self.keep_open(why, tcb, info.now);
            if self.mechanisms.linux_3_10 && self.phase == Phase::Disorder {
                self.moderate_window(tcb.control);
            }
        }
    }

    fn keep_open(&mut self, why: impl FnOnce() -> Why, tcb: &mut Tcb, now: Time) {
        let has_holes =
            self.board.sacked_out() > 0 || self.board.lost_out() > 0 || self.board.any_repair();
        let phase = if has_holes { Phase::Disorder } else { Phase::Open };
        if phase != self.phase {
            self.note_phase(phase, why, tcb, now);
            self.set_phase(phase, tcb, now);
            self.high = self.board.next();
        }
    }

    fn set_phase(&mut self, phase: Phase, tcb: &mut Tcb, now: Time) {
        let before = self.standing(tcb);
        let context = self.context(tcb, now);
        tcb.control.cc_mut().on_phase(&context, phase);
        self.phase = phase;
        self.note_decisions(before, tcb.control, now);
    }

    /// Leaves recovery or loss. Returns whether the phase must continue. Without SACK it continues
    /// until a higher segment is acknowledged. Otherwise its last duplicate ACKs would start
    /// another recovery (RFC 6582, section 4.1), as they do in RFC 5681.
    fn try_leave(&mut self, info: &AckInfo, tcb: &mut Tcb) -> bool {
        let mut code = if self.phase == Phase::Loss { "rto.recovered" } else { "recovery.done" };
        if self.may_undo(info) {
            code = self.undo_sign();
            self.undo(false, code, tcb, info.now);
        }
        let may_repeat = !self.sack && self.mechanisms.loss != LossRule::Reno;
        if may_repeat && self.board.una() == self.high && self.board.outstanding() > 0 {
            return true;
        }
        self.rack.on_recovered();
        self.note_phase(Phase::Open, || Why::new(code), tcb, info.now);
        self.set_phase(Phase::Open, tcb, info.now);
        self.force_repair = false;
        false
    }

    /// Applies proportional rate reduction.
    pub fn reduce_window(&mut self, delivered: u64, safe: bool, control: &mut Control) {
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
    pub fn move_window(&mut self, info: &AckInfo, tcb: &mut Tcb, now: Time) {
        if tcb.control.needs().control {
            return;
        }
        if self.is_reducing() {
            let safe = info.advanced > 0 && info.lost == 0;
            self.reduce_window(info.delivered, safe, tcb.control);
            return;
        }
        // With frequent reordering, arrivals above a hole count as progress.
        let is_reordered = self.reordering.extent() > super::reordering::DUP_THRESH;
        if info.advanced > 0 || (is_reordered && info.sacked > 0) {
            self.grow(info, tcb, now);
        }
    }

    /// Lets the window grow if it is used, after an ACK that shows progress.
    fn grow(&self, info: &AckInfo, tcb: &mut Tcb, now: Time) {
        let segments = if self.has_rfc_timer() { info.advanced } else { info.delivered };
        if let Some(growth) = tcb.control.growth(segments) {
            let context = self.context(tcb, now);
            tcb.control.cc_mut().grow(&context, &growth);
        }
    }

    /// Returns the threshold that an undo restores.
    pub fn current_ssthresh(&self, control: &Control) -> f64 {
        let window = control.window();
        if self.is_reducing() {
            return window.ssthresh();
        }
        window.ssthresh().max((window.cwnd() * 0.75).floor())
    }

    /// Uses the loss recovery of the congestion control, or does so once no segment is missing.
    pub fn adopt(&mut self, is_established: bool, tcb: &mut Tcb, now: Time) {
        let recovery = tcb.control.needs().recovery;
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
        tcb.timers.adopt(&mechanisms, is_established);
        if is_established {
            self.rearm(tcb, now);
        }
    }

    /// Returns whether the congestion control waits for another loss recovery.
    pub fn is_switch_due(&self) -> bool {
        self.is_switch_due
    }

    /// Counts segments that leave now.
    #[inline(always)]
    pub fn count_sent(&mut self, segments: u64, usage: &mut Usage) {
        usage.sent();
        if self.is_reducing() {
            self.prr.sent(segments);
        }
    }
}
