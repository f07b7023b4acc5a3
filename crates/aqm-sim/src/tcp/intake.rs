//! What happens when an ACK arrives: the scoreboard learns, the clocks learn, recovery judges,
//! the window moves, the timers start afresh. In this order.

use crate::cc::{Growth, RttSample};
use crate::packet::{Ack, SackBlock};
use crate::time::{Span, Time};

use super::Phase;
use super::mechanisms::LossRule;
use super::prr::Step;
use super::rtt::Sample;
use super::scoreboard::Delivered;
use super::sender::Sender;

/// Most segments that reordering may let pass (Linux: 300).
const MAX_REORDERING: u64 = 300;

/// The news in one ACK.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// Segments newly acknowledged cumulatively.
    pub(super) advanced: u64,
    /// Segments newly reported in SACK blocks.
    pub(super) sacked: u64,
    /// Segments delivered for the first time in all.
    pub(super) delivered: u64,
    /// Segments newly called lost.
    pub(super) lost: u64,
    /// A retransmission was called lost.
    pub(super) repair_lost: bool,
    /// The lowest segment that it reports for the first time and that had been sent once;
    /// `u64::MAX` if there is none.
    pub(super) lowest_original: u64,
    /// The receiver echoes congestion, and the sender listens.
    pub(super) ece: bool,
    /// The receiver got a segment twice: that in the first block.
    pub(super) dsack: bool,
    /// It acknowledges less than a former one did.
    pub(super) old: bool,
    /// When the segment was sent that it answers.
    pub(super) echo: Time,
}

/// Sending times of segments sent once, in the order they were reported.
#[derive(Clone, Copy)]
pub(super) struct Sent {
    /// [`Time::NEVER`] if there is none.
    first: Time,
    last: Time,
    /// The lowest of these segments; `u64::MAX` if there is none.
    pub(super) lowest: u64,
    /// Others were sent more than once.
    retransmitted: bool,
}

impl Sent {
    pub(super) const NONE: Sent =
        Sent { first: Time::NEVER, last: Time::NEVER, lowest: u64::MAX, retransmitted: false };

    #[inline(always)]
    fn note(&mut self, delivered: &Delivered) {
        if delivered.retransmitted {
            self.retransmitted = true;
            return;
        }
        if self.first == Time::NEVER {
            self.first = delivered.sent;
        }
        self.last = delivered.sent;
        self.lowest = self.lowest.min(delivered.seq);
    }
}

/// The SACK blocks that are used: they come first.
#[inline(always)]
pub(super) fn used(ack: &Ack) -> impl Iterator<Item = &SackBlock> {
    ack.sacks.iter().take_while(|block| block.start < block.end)
}

impl Sender {
    #[inline(never)]
    pub(super) fn take_in(&mut self, ack: &Ack, now: Time) {
        debug_assert!(ack.next <= self.board.next(), "acknowledges what was not sent");
        self.rack.catch_up(&mut self.noted, self.board.una());
        self.window_end = self.window_end.max(ack.next + ack.window);
        self.hold_repairs = false;

        let prior_highest = self.board.highest_sacked();
        let (una, known) = (self.board.una(), self.board.sacked_out());
        let mut sacked = Sent::NONE;
        if self.sack {
            used(ack).for_each(|&block| self.take_block(block, &mut sacked, now));
        }
        let held = self.board.sacked_out();
        let acked = if ack.next > una { self.take_cumulative(ack, now) } else { Sent::NONE };
        let advanced = self.board.una() - una;
        let newly_acked = match (self.sack, advanced) {
            (true, _) => advanced - (held - self.board.sacked_out()),
            (false, 0) => 0,
            (false, _) => self.board.settle_duplicates(advanced),
        };
        let mut news = News {
            advanced,
            sacked: held - known,
            delivered: newly_acked + (held - known),
            lowest_original: acked.lowest.min(sacked.lowest),
            ece: ack.ece && self.hears_echoes,
            dsack: self.sack && ack.dsack,
            old: ack.next < una,
            echo: ack.echo,
            ..News::default()
        };
        let rtt = self.sample_rtt(advanced > 0, &acked, &sacked, ack.echo, now);
        self.note_dsack(ack, &news);
        self.notice_reordering(news.lowest_original, prior_highest);
        if news.advanced > 0 {
            self.episode.timeouts_in_row = 0;
        }
        self.end_probe(ack, &news);

        if self.is_dubious(&news) {
            self.assess(&mut news, now);
        }
        self.adjust_timers(&news, rtt, now);
        self.move_window(&news, now);
    }

    /// The receiver reports that it holds `block`.
    #[inline(never)]
    pub(super) fn take_block(&mut self, block: SackBlock, sacked: &mut Sent, now: Time) {
        // The echo is of what came in order. Like Linux we do not ask it about what did not.
        let min_rtt = self.rtt.min_rtt().unwrap_or_default();
        let mut lesson = self.rack.lesson(now, min_rtt, Time::NEVER);
        let mut sent = *sacked;
        self.board.sack(block, |delivered| {
            lesson.note(&delivered);
            sent.note(&delivered);
        });
        *sacked = sent;
        self.rack.learn(&lesson, now);
    }

    /// `ack` moves the cumulative acknowledgement.
    #[inline(never)]
    pub(super) fn take_cumulative(&mut self, ack: &Ack, now: Time) -> Sent {
        let echo = if self.timestamps { ack.echo } else { Time::NEVER };
        let min_rtt = self.rtt.min_rtt().unwrap_or_default();
        let mut lesson = self.rack.lesson(now, min_rtt, echo);
        let mut acked = Sent::NONE;
        self.board.acknowledge(ack.next, |delivered| {
            lesson.note(&delivered);
            acked.note(&delivered);
        });
        self.rack.learn(&lesson, now);
        acked
    }

    /// Takes a round-trip time from the segments that the ACK reports for the first time: of the
    /// oldest for the timeout, of the newest for congestion control. Segments sent twice count
    /// only through the timestamp (Karn; RFC 7323, section 4). Returns the newest; zero if there
    /// is none.
    #[inline(never)]
    pub(super) fn sample_rtt(
        &mut self,
        progress: bool,
        acked: &Sent,
        sacked: &Sent,
        echo: Time,
        now: Time,
    ) -> Span {
        let acked_first = if acked.retransmitted { Time::NEVER } else { acked.first };
        let stamped = self.timestamps && progress;
        let oldest = if stamped && self.rfc_timer() {
            echo
        } else if acked_first != Time::NEVER {
            acked_first
        } else if sacked.first != Time::NEVER {
            sacked.first
        } else if stamped {
            echo
        } else {
            return Span::ZERO;
        };
        let newest = if sacked.last != Time::NEVER {
            sacked.last
        } else if acked_first != Time::NEVER {
            acked.last
        } else {
            oldest
        };
        let rtt = now.saturating_since(newest);
        self.learn_rtt(now.saturating_since(oldest), rtt, now);
        let sample = RttSample { now, rtt, una: self.board.una(), next: self.board.next() };
        self.cc.on_rtt(&mut self.window, &sample);
        rtt
    }

    #[inline(never)]
    pub(super) fn learn_rtt(&mut self, oldest: Span, newest: Span, now: Time) {
        self.rtt.learn_min(newest, now);
        let (una, next) = (self.board.una(), self.board.next());
        self.rtt.sample(&Sample { rtt: oldest, una, next });
    }

    /// `lowest` is the lowest segment that was sent once and has arrived; `highest` is one past the
    /// highest that had arrived before.
    pub(super) fn notice_reordering(&mut self, lowest: u64, highest: u64) {
        if lowest < highest {
            self.note_reordering(lowest);
        }
    }

    /// Segment `late`, sent once, arrived after one sent later.
    #[inline(never)]
    pub(super) fn note_reordering(&mut self, late: u64) {
        let Some(distance) = self.board.highest_sacked().checked_sub(late) else { return };
        self.reorderings += 1;
        if self.mechanisms.undo {
            self.reordering = self.reordering.max(distance.min(MAX_REORDERING));
        }
    }

    fn note_dsack(&mut self, ack: &Ack, news: &News) {
        if news.dsack {
            self.episode.prove_unneeded(&ack.sacks[0]);
        }
        if self.mechanisms.loss == LossRule::Rack {
            let of_probe = self.probe.is_some_and(|probe| probe.end == ack.sacks[0].end);
            self.adapt_rack(news.dsack && !of_probe);
        }
    }

    /// `dsack`: a retransmission, not a probe, was needless. Perhaps because RACK was too hasty;
    /// Linux, unlike RFC 8985 (section 6.2, step 4), says so only where reordering was seen before.
    pub(super) fn adapt_rack(&mut self, dsack: bool) {
        let hasty = dsack && self.reorderings > 0;
        self.rack.adapt(hasty, self.board.una(), self.board.next());
    }

    /// RFC 8985, section 7.4.
    fn end_probe(&mut self, ack: &Ack, news: &News) {
        let Some(probe) = self.probe else { return };
        if ack.next < probe.end {
            return;
        }
        let repeated = news.dsack && ack.sacks[0].end == probe.end;
        if !probe.repair || repeated {
            // Nothing was lost.
            self.probe = None;
        } else if ack.next > probe.end {
            // The probe repaired a loss that nobody reported.
            self.reduce_after_probe();
        } else if self.is_duplicate(news) && news.sacked == 0 {
            self.probe = None;
        }
    }

    fn is_dubious(&self, news: &News) -> bool {
        let doubted = self.phase != Phase::Open || news.ece || news.sacked > 0 || news.dsack;
        doubted || self.is_duplicate(news)
    }

    /// It acknowledges what was acknowledged before, while something is outstanding.
    pub(super) fn is_duplicate(&self, news: &News) -> bool {
        let nothing_new = !news.old && news.advanced == 0 && !news.dsack;
        nothing_new && self.board.outstanding() > 0
    }

    /// `rtt` is the round-trip time of the newest arrival.
    fn adjust_timers(&mut self, news: &News, rtt: Span, now: Time) {
        if self.board.outstanding() == 0 {
            return self.rearm(now);
        }
        let progress = news.advanced > 0 || self.is_earlier(news, rtt, now);
        // RFC 6582, section 3.2, step 3: of the partial ACKs only the first.
        let impatient = self.rfc_timer()
            && !self.sack
            && self.phase == Phase::Recovery
            && self.episode.partial_acks > 1;
        if !progress || impatient {
            return;
        }
        if self.timers.reorder == Time::NEVER {
            self.rearm(now);
        } else {
            self.timers.retransmit = now + self.rtt.rto();
        }
    }

    /// Data sent before the oldest segment was sent (again) arrived: the timer may start afresh
    /// without being put off for ever.
    fn is_earlier(&self, news: &News, rtt: Span, now: Time) -> bool {
        news.sacked > 0 && !self.rfc_timer() && self.is_head_overtaken(rtt, now)
    }

    /// `rtt` is the round-trip time of the newest arrival.
    pub(super) fn is_head_overtaken(&self, rtt: Span, now: Time) -> bool {
        self.board.head_sent().is_some_and(|sent| rtt > now.saturating_since(sent))
    }

    /// Reductions follow what is delivered; otherwise the window may grow.
    fn move_window(&mut self, news: &News, now: Time) {
        if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            let safe = news.advanced > 0 && news.lost == 0;
            self.reduce_window(news.delivered, safe);
            return;
        }
        // Where reordering is common, arrivals above a hole count as progress.
        let progress = news.advanced > 0 || (self.reordering > 3 && news.sacked > 0);
        let slow_start = self.window.in_slow_start();
        if progress && self.usage.may_grow(self.window.segments(), slow_start) {
            let segments = if self.rfc_timer() { news.advanced } else { news.delivered };
            let growth = Growth { now, segments, srtt: self.srtt() };
            if segments > 0 {
                self.cc.grow(&mut self.window, &growth);
            }
        }
    }

    /// Proportional rate reduction.
    pub(super) fn reduce_window(&mut self, delivered: u64, safe: bool) {
        let Some(bound) = self.mechanisms.reduction else { return };
        let step = Step {
            delivered,
            safe,
            in_flight: self.board.in_flight(),
            ssthresh: self.window.threshold(),
        };
        if let Some(cwnd) = self.prr.window(&step, bound) {
            self.window.set_segments(cwnd);
        }
    }
}
