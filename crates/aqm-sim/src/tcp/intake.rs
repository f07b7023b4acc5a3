//! Processing of an ACK: scoreboard, RTT samples, loss recovery, timers, and window, in this order.

use crate::cc::{AckEvent, Context, EcnEcho, Growth, RateSample, Totals};
use crate::packet::{Ack, SackBlock};
use crate::time::{Span, Time};

use super::Phase;
use super::delivery::{Delivery, Outcome};
use super::mechanisms::LossRule;
use super::prr::Step;
use super::rtt::Sample;
use super::scoreboard::Delivered;
use super::sender::Sender;

/// Largest reordering estimate in segments (Linux: 300).
const MAX_REORDERING: u64 = 300;

/// New information in one ACK.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// When it arrived.
    pub(super) now: Time,
    /// Segments newly acknowledged cumulatively.
    pub(super) advanced: u64,
    /// Segments newly reported in SACK blocks.
    pub(super) sacked: u64,
    /// Segments reported as delivered for the first time, in total.
    pub(super) delivered: u64,
    /// CE-marked segments among these. If the echo is a flag and it is set, all of them count.
    pub(super) marked: u64,
    /// Segments newly marked lost.
    pub(super) lost: u64,
    /// Whether a retransmission was marked lost.
    pub(super) repair_lost: bool,
    /// Lowest segment that is newly reported and was sent only once. `u64::MAX` if there is none.
    pub(super) lowest_original: u64,
    /// The receiver echoes congestion, and ECN is in use.
    pub(super) ece: bool,
    /// The receiver got the segment of the first block twice.
    pub(super) dsack: bool,
    /// It acknowledges less than an earlier ACK.
    pub(super) old: bool,
    /// Sending time of the segment that it acknowledges.
    pub(super) echo: Time,
}

/// Sending times of the segments that were sent once, in the order of the reports.
#[derive(Clone, Copy)]
pub(super) struct Sent {
    /// [`Time::NEVER`] if there is none.
    first: Time,
    last: Time,
    /// Lowest of these segments. `u64::MAX` if there is none.
    pub(super) lowest: u64,
    /// The ACK also reports segments that were sent more than once.
    pub(super) retransmitted: bool,
}

impl Sent {
    pub(super) const NONE: Sent =
        Sent { first: Time::NEVER, last: Time::NEVER, lowest: u64::MAX, retransmitted: false };

    fn add(&mut self, delivered: &Delivered) {
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

impl Sender {
    pub(super) fn process_ack(&mut self, ack: &Ack, now: Time) {
        debug_assert!(ack.next <= self.board.next(), "acknowledges what was not sent");
        self.rack.catch_up(&mut self.postponed, self.board.una());
        let linux_3_10 = self.mechanisms.linux_3_10;
        if linux_3_10 {
            self.replace_short_timers(now);
        }
        let prior_in_flight = self.board.in_flight();
        self.window_end = self.window_end.max(ack.next + ack.window);
        self.hold_repairs = false;

        let prior_highest = self.board.highest_sacked();
        let (una, known) = (self.board.una(), self.board.sacked_out());
        let mut sacked = Sent::NONE;
        if self.sack {
            for &block in &ack.sacks {
                // The blocks in use come first.
                if block.start >= block.end {
                    break;
                }
                // Most blocks repeat earlier reports.
                if !self.board.holds(block) {
                    self.take_block(block, &mut sacked, now);
                }
            }
        }
        let held = self.board.sacked_out();
        let acked = if ack.next > una { self.take_cumulative(ack, now) } else { Sent::NONE };
        let advanced = self.board.una() - una;
        let newly_acked = match (self.sack, advanced) {
            (true, _) => advanced - (held - self.board.sacked_out()),
            (false, 0) => 0,
            (false, _) => self.board.settle_duplicates(advanced),
        };
        let delivered = newly_acked + (held - known);
        let (marked, ece) = self.take_echo(ack, delivered);
        let mut news = News {
            now,
            advanced,
            sacked: held - known,
            delivered,
            marked,
            lowest_original: acked.lowest.min(sacked.lowest),
            ece,
            dsack: self.sack && ack.dsack,
            old: ack.next < una,
            echo: ack.echo,
            ..News::default()
        };
        self.forward_delay = ack.delay.filter(|_| self.cc.needs().forward_delay);
        let sample = if linux_3_10 {
            let sample = self.sample_rtt(advanced > 0, &acked, &Sent::NONE, ack.echo, now);
            sample.filter(|_| !acked.retransmitted)
        } else {
            self.sample_rtt(advanced > 0, &acked, &sacked, ack.echo, now)
        };
        if !self.cc.needs().control {
            // A flow with AccECN stays on the fast path; a flag in the header does not.
            let has_blocks = ack.sacks[0].start < ack.sacks[0].end || ack.dsack;
            let in_order = self.phase == Phase::Open && advanced > 0 && !has_blocks && !ack.ece;
            let event = AckEvent { rtt: sample, acked: advanced, delivered, marked, in_order };
            let context = self.context(now);
            self.cc.on_ack(&context, &event);
        }
        let rtt = sample.unwrap_or_default();
        self.note_dsack(ack, &news);
        self.detect_reordering(news.lowest_original, prior_highest);
        if news.advanced > 0 {
            self.episode.timeouts_in_row = 0;
        }
        if linux_3_10 {
            self.follow_linux_3_10(ack, &mut news, now);
        } else {
            self.end_probe(ack, &news);
            if self.needs_assessment(&news) {
                self.assess(&mut news, now);
            }
            self.adjust_timers(&news, rtt, now);
            self.move_window(&news, now);
        }
        if self.delivery.is_some() {
            self.report_delivery(&news, sample, prior_in_flight);
        }
        if self.recovery_due {
            self.adopt_recovery(now);
        }
    }

    /// Returns the state of the connection that congestion control reads.
    pub(super) fn context(&self, now: Time) -> Context {
        Context {
            now,
            una: self.board.una(),
            next: self.board.next(),
            in_flight: self.board.in_flight(),
            srtt: self.srtt(),
            min_rtt: self.rtt.min_rtt_or_max(),
            forward_delay: self.forward_delay,
            phase: self.phase,
            paced: self.is_paced(),
            totals: self
                .delivery
                .as_ref()
                .map(|delivery| self.totals(delivery, now))
                .unwrap_or_default(),
        }
    }

    fn totals(&self, delivery: &Delivery, now: Time) -> Totals {
        Totals { departure_in: self.departure_in(now), ..delivery.totals() }
    }

    /// Returns how many of the newly `delivered` segments were CE-marked, and whether the ACK echoes
    /// congestion while ECN is in use.
    fn take_echo(&mut self, ack: &Ack, delivered: u64) -> (u64, bool) {
        match self.cc.needs().ecn_echo {
            EcnEcho::Counters => {
                let marked = ack.ce_packets.saturating_sub(self.ce_packets);
                self.ce_packets += marked;
                let marked = marked.min(delivered);
                (marked, marked > 0 && self.ecn_negotiated)
            }
            EcnEcho::Rfc3168 | EcnEcho::Rfc8257 if ack.ece => (delivered, self.ecn_negotiated),
            EcnEcho::Rfc3168 | EcnEcho::Rfc8257 => (0, false),
        }
    }

    fn report_delivery(&mut self, news: &News, rtt: Option<Span>, prior_in_flight: u64) {
        let Some(delivery) = &mut self.delivery else { return };
        let outcome = Outcome {
            delivered: news.delivered,
            marked: news.marked,
            lost: news.lost,
            rtt,
            min_rtt: self.rtt.min_rtt().unwrap_or_default(),
            prior_in_flight,
            una: self.board.una(),
        };
        let sample = delivery.finish(&outcome, news.now);
        if self.cc.needs().control {
            let context = self.context(news.now);
            self.control(&context, &sample);
        }
    }

    /// Lets the congestion control set its window, after an ACK that gave `sample`.
    pub(super) fn control(&mut self, context: &Context, sample: &RateSample) {
        self.cc.control(context, sample);
        if self.cc.window.is_held_back()
            && let Some(delivery) = &mut self.delivery
        {
            delivery.on_app_limited(context.in_flight);
        }
    }

    /// Updates the scoreboard and RACK for a SACK block.
    pub(super) fn take_block(&mut self, block: SackBlock, sacked: &mut Sent, now: Time) {
        // The timestamp echoes a segment that arrived in order. Like Linux, RACK does not use it
        // for segments out of order.
        let min_rtt = self.rtt.min_rtt().unwrap_or_default();
        let mut arrivals = self.rack.arrivals(now, min_rtt, Time::NEVER);
        let mut sent = *sacked;
        let mut delivery = self.delivery.as_deref_mut();
        self.board.sack(block, |delivered| {
            if let Some(delivery) = &mut delivery {
                delivery.on_delivered(&delivered);
            }
            arrivals.add(&delivered);
            sent.add(&delivered);
        });
        *sacked = sent;
        self.rack.update(&arrivals, now);
    }

    /// Advances the cumulative acknowledgement.
    pub(super) fn take_cumulative(&mut self, ack: &Ack, now: Time) -> Sent {
        let echo = if self.timestamps { ack.echo } else { Time::NEVER };
        let min_rtt = self.rtt.min_rtt().unwrap_or_default();
        let mut arrivals = self.rack.arrivals(now, min_rtt, echo);
        let mut acked = Sent::NONE;
        let mut delivery = self.delivery.as_deref_mut();
        self.board.acknowledge(ack.next, |delivered| {
            if let Some(delivery) = &mut delivery {
                delivery.on_delivered(&delivered);
            }
            arrivals.add(&delivered);
            acked.add(&delivered);
        });
        self.rack.update(&arrivals, now);
        acked
    }

    /// Takes RTT samples from the newly reported segments. The oldest segment sets the timeout; the
    /// newest is for congestion control. A retransmitted segment gives a sample only through the
    /// timestamp (Karn; RFC 7323, section 4). Returns the newest RTT.
    pub(super) fn sample_rtt(
        &mut self,
        progress: bool,
        acked: &Sent,
        sacked: &Sent,
        echo: Time,
        now: Time,
    ) -> Option<Span> {
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
            return None;
        };
        let newest = if sacked.last != Time::NEVER {
            sacked.last
        } else if acked_first != Time::NEVER {
            acked.last
        } else {
            oldest
        };
        let rtt = now.saturating_since(newest);
        self.update_rtt(now.saturating_since(oldest), rtt, now);
        Some(rtt)
    }

    pub(super) fn update_rtt(&mut self, oldest: Span, newest: Span, now: Time) {
        self.rtt.update_min(newest, now);
        let (una, next) = (self.board.una(), self.board.next());
        self.rtt.sample(&Sample { rtt: oldest, una, next });
    }

    /// Detects reordering. `lowest` is the lowest arrived segment that was sent once. `highest` is
    /// one past the highest segment that had arrived before.
    pub(super) fn detect_reordering(&mut self, lowest: u64, highest: u64) {
        if lowest < highest {
            self.note_reordering(lowest);
        }
    }

    /// Records that segment `late`, sent once, arrived after a segment sent later.
    pub(super) fn note_reordering(&mut self, late: u64) {
        let Some(distance) = self.board.highest_sacked().checked_sub(late) else { return };
        self.reorderings += 1;
        if self.mechanisms.linux_3_10 {
            self.adapt_reordering(distance);
        } else if self.mechanisms.undo {
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

    /// Adapts the reordering window. `dsack`: a retransmission other than a probe was unnecessary.
    /// Like Linux, and unlike RFC 8985 (section 6.2, step 4), it widens the window only after
    /// reordering was seen.
    pub(super) fn adapt_rack(&mut self, dsack: bool) {
        let widen = dsack && self.reorderings > 0;
        self.rack.adapt(widen, self.board.una(), self.board.next());
    }

    /// Ends a tail loss probe (RFC 8985, section 7.4).
    pub(super) fn end_probe(&mut self, ack: &Ack, news: &News) {
        let Some(probe) = self.probe else { return };
        if ack.next < probe.end {
            return;
        }
        let repeated = news.dsack && ack.sacks[0].end == probe.end;
        if !probe.repair || repeated {
            // Nothing was lost.
            self.probe = None;
        } else if ack.next > probe.end {
            // The probe repaired a loss that no ACK had reported.
            self.reduce_after_probe(news.now);
        } else if self.is_duplicate(news) && news.sacked == 0 {
            self.probe = None;
        }
    }

    pub(super) fn needs_assessment(&self, news: &News) -> bool {
        let exceptional = self.phase != Phase::Open || news.ece || news.sacked > 0 || news.dsack;
        exceptional || self.is_duplicate(news)
    }

    /// Returns whether the ACK repeats an earlier one while segments are outstanding.
    pub(super) fn is_duplicate(&self, news: &News) -> bool {
        let nothing_new = !news.old && news.advanced == 0 && !news.dsack;
        nothing_new && self.board.outstanding() > 0
    }

    /// Restarts the timers. `rtt` is the RTT of the newest arrival.
    fn adjust_timers(&mut self, news: &News, rtt: Span, now: Time) {
        if self.board.outstanding() == 0 {
            return self.rearm(now);
        }
        let progress = news.advanced > 0 || self.is_earlier(news, rtt, now);
        // RFC 6582, section 3.2, step 3: only the first partial ACK restarts the timer.
        let repeated_partial = self.rfc_timer()
            && !self.sack
            && self.phase == Phase::Recovery
            && self.episode.partial_acks > 1;
        if !progress || repeated_partial {
            return;
        }
        if self.timers.reorder == Time::NEVER {
            self.rearm(now);
        } else {
            self.timers.retransmit = now + self.rtt.rto();
        }
    }

    /// Returns whether data arrived that was sent before the last transmission of the oldest
    /// segment. Such arrivals end, so the timer cannot be postponed forever.
    fn is_earlier(&self, news: &News, rtt: Span, now: Time) -> bool {
        news.sacked > 0 && !self.rfc_timer() && self.is_head_overtaken(rtt, now)
    }

    /// Returns whether the newest arrival, with round-trip time `rtt`, was sent before the oldest
    /// segment.
    pub(super) fn is_head_overtaken(&self, rtt: Span, now: Time) -> bool {
        self.board.head_sent().is_some_and(|sent| rtt > now.saturating_since(sent))
    }

    /// Updates the window: a reduction follows the deliveries, otherwise the window may grow.
    fn move_window(&mut self, news: &News, now: Time) {
        if self.cc.needs().control {
            return;
        }
        if matches!(self.phase, Phase::Cwr | Phase::Recovery) {
            let safe = news.advanced > 0 && news.lost == 0;
            self.reduce_window(news.delivered, safe);
            return;
        }
        // With frequent reordering, arrivals above a hole count as progress.
        let progress = news.advanced > 0 || (self.reordering > 3 && news.sacked > 0);
        if progress {
            self.grow(news, now);
        }
    }

    /// Lets the window grow if it is used, after an ACK that shows progress.
    pub(super) fn grow(&mut self, news: &News, now: Time) {
        let slow_start = self.cc.window.in_slow_start();
        let window_used = self.usage.may_grow(self.cc.window.segments(), slow_start);
        if window_used || self.cc.needs().grow_unused {
            let segments = if self.rfc_timer() { news.advanced } else { news.delivered };
            if segments > 0 {
                let context = self.context(now);
                self.cc.grow(&context, &Growth { segments, window_used });
            }
        }
    }

    /// Applies proportional rate reduction.
    pub(super) fn reduce_window(&mut self, delivered: u64, safe: bool) {
        if self.cc.needs().control {
            return;
        }
        let Some(bound) = self.mechanisms.reduction else { return };
        let step = Step {
            delivered,
            safe,
            in_flight: self.board.in_flight(),
            ssthresh: self.cc.window.threshold(),
            // Linux before 4.3 gave this segment to the retransmission only, not to new data after a mark.
            fast_retransmit: self.phase != Phase::Cwr || !self.mechanisms.linux_3_10,
        };
        if let Some(cwnd) = self.prr.window(&step, bound) {
            self.cc.window.set_segments(cwnd);
        }
    }
}
