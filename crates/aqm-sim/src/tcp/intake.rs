//! What happens when an ACK arrives: the scoreboard learns, the clocks learn, recovery judges,
//! the window moves, the timers start afresh. In this order.

use crate::cc::{Growth, RttSample};
use crate::packet::{Ack, SackBlock};
use crate::time::{Span, Time};

use super::Phase;
use super::mechanisms::LossRule;
use super::prr::Step;
use super::rack::Rack;
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
    /// Data below the recovery point arrived that had been sent once: its first transmission.
    pub(super) original_arrived: bool,
    /// The receiver echoes congestion, and the sender listens.
    pub(super) ece: bool,
    /// The receiver got a segment twice.
    pub(super) dsack: Option<SackBlock>,
    /// It acknowledges what was acknowledged before, while something is outstanding.
    pub(super) duplicate: bool,
    /// Sent before the first retransmission of this recovery was (RFC 3522): it answers the
    /// original.
    pub(super) precedes_repair: bool,
}

/// Gathers what the scoreboard reports.
struct Collector {
    now: Time,
    high: u64,
    /// One past the highest arrival known before this ACK.
    prior_highest: u64,
    min_rtt: Span,
    /// The lowest segment to arrive late, in its first transmission; `u64::MAX`: none did.
    late: u64,
    original_arrived: bool,
    acked: Sent,
    sacked: Sent,
}

/// Sending times of segments sent once, in the order they were reported.
struct Sent {
    count: u64,
    /// [`Time::NEVER`] if there is none.
    first: Time,
    last: Time,
    retransmitted: bool,
}

impl Sent {
    const NONE: Sent =
        Sent { count: 0, first: Time::NEVER, last: Time::NEVER, retransmitted: false };

    fn note(&mut self, delivered: &Delivered) {
        self.count += 1;
        if delivered.retransmitted {
            self.retransmitted = true;
        } else {
            self.first = if self.first == Time::NEVER { delivered.sent } else { self.first };
            self.last = delivered.sent;
        }
    }
}

impl Collector {
    fn collect(&mut self, delivered: &Delivered, rack: Option<&mut Rack>) {
        if let Some(rack) = rack {
            rack.learn(delivered, self.now, self.min_rtt);
        }
        if delivered.retransmitted {
            return;
        }
        self.original_arrived |= delivered.seq < self.high;
        if delivered.seq < self.prior_highest {
            self.late = self.late.min(delivered.seq);
        }
    }
}

impl Sender {
    pub(super) fn take_in(&mut self, ack: &Ack, now: Time) {
        debug_assert!(ack.next <= self.board.next(), "acknowledges what was not sent");
        self.window_end = self.window_end.max(ack.next + ack.window);
        self.hold_repairs = false;
        let old = ack.next < self.board.una();

        let mut collector = self.collector(now);
        let mut news = self.update_board(ack, &mut collector);
        let acked_or_sacked_before = !old && news.advanced == 0 && news.dsack.is_none();
        news.duplicate = acked_or_sacked_before && self.board.outstanding() > 0;
        let rtt = self.sample_rtt(&news, &collector, ack, now);
        self.note_reordering(collector.late);
        if news.advanced > 0 {
            self.episode.timeouts_in_row = 0;
        }
        self.note_dsack(&news);
        self.end_probe(ack, &news);

        if self.is_dubious(&news, old) {
            self.assess(&mut news, now);
        }
        self.adjust_timers(&news, rtt, now);
        self.move_window(&news, now);
        assert!(self.window.cwnd() >= 1.0);
    }

    fn collector(&self, now: Time) -> Collector {
        Collector {
            now,
            high: self.high,
            prior_highest: self.board.highest_sacked(),
            min_rtt: self.rtt.min_rtt().unwrap_or_default(),
            late: u64::MAX,
            original_arrived: false,
            acked: Sent::NONE,
            sacked: Sent::NONE,
        }
    }

    /// Takes the ACK's numbers into the scoreboard.
    fn update_board(&mut self, ack: &Ack, collector: &mut Collector) -> News {
        let mut rack = (self.mechanisms.loss == LossRule::Rack).then_some(&mut self.rack);
        let una = self.board.una();
        // Blocks that are used come first, and mostly none is.
        if self.sack && ack.sacks[0].start < ack.sacks[0].end {
            for &block in &ack.sacks {
                self.board.sack(block, |delivered| {
                    collector.sacked.note(&delivered);
                    collector.collect(&delivered, rack.as_deref_mut());
                });
            }
        }
        self.board.acknowledge(ack.next, |delivered| {
            collector.acked.note(&delivered);
            collector.collect(&delivered, rack.as_deref_mut());
        });
        let advanced = self.board.una() - una;
        let acked = match (self.sack, advanced) {
            (true, _) => collector.acked.count,
            (false, 0) => 0,
            (false, _) => self.board.settle_duplicates(advanced),
        };
        News {
            advanced,
            sacked: collector.sacked.count,
            delivered: acked + collector.sacked.count,
            original_arrived: collector.original_arrived,
            ece: ack.ece && self.ecn,
            dsack: (self.sack && ack.dsack).then_some(ack.sacks[0]),
            precedes_repair: self.timestamps
                && self.episode.first_repair.is_some_and(|repair| ack.echo < repair),
            ..News::default()
        }
    }

    /// Takes a round-trip time from the segments that the ACK reports for the first time: of the
    /// oldest for the timeout, of the newest for congestion control. Segments sent twice count
    /// only through the timestamp (Karn; RFC 7323, section 4). Returns the newest; zero if there
    /// is none.
    fn sample_rtt(&mut self, news: &News, collector: &Collector, ack: &Ack, now: Time) -> Span {
        let Collector { acked, sacked, .. } = collector;
        let acked_first = if acked.retransmitted { Time::NEVER } else { acked.first };
        let stamped = self.timestamps && news.advanced > 0;
        let oldest = if stamped && self.rfc_timer() {
            ack.echo
        } else if acked_first != Time::NEVER {
            acked_first
        } else if sacked.first != Time::NEVER {
            sacked.first
        } else if stamped {
            ack.echo
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

    pub(super) fn learn_rtt(&mut self, oldest: Span, newest: Span, now: Time) {
        self.rtt.learn_min(newest, now);
        let (una, next) = (self.board.una(), self.board.next());
        self.rtt.sample(&Sample { rtt: oldest, una, next });
    }

    /// Segment `late`, sent once, arrived after one sent later. No segment is above all.
    pub(super) fn note_reordering(&mut self, late: u64) {
        let Some(distance) = self.board.highest_sacked().checked_sub(late) else { return };
        self.reorderings += 1;
        if self.mechanisms.undo {
            self.reordering = self.reordering.max(distance.min(MAX_REORDERING));
        }
    }

    fn note_dsack(&mut self, news: &News) {
        if let Some(block) = news.dsack {
            self.episode.prove_unneeded(&block);
        }
        if self.mechanisms.loss == LossRule::Rack {
            self.rack.adapt(news.dsack.is_some(), self.board.una(), self.board.next());
        }
    }

    /// RFC 8985, section 7.4.
    fn end_probe(&mut self, ack: &Ack, news: &News) {
        let Some(probe) = self.probe else { return };
        if ack.next < probe.end {
            return;
        }
        let repeated = news.dsack.is_some_and(|block| block.end == probe.end);
        if !probe.repair || repeated {
            // Nothing was lost.
            self.probe = None;
        } else if ack.next > probe.end {
            // The probe repaired a loss that nobody reported.
            self.reduce_after_probe();
        } else if news.duplicate && news.sacked == 0 {
            self.probe = None;
        }
    }

    fn is_dubious(&self, news: &News, old: bool) -> bool {
        let plain = old || news.advanced > 0 || self.board.outstanding() == 0;
        self.phase != Phase::Open || news.ece || news.sacked > 0 || news.dsack.is_some() || !plain
    }

    /// `rtt` is the round-trip time of the newest arrival.
    fn adjust_timers(&mut self, news: &News, rtt: Span, now: Time) {
        let Some(head_sent) = self.board.head_sent() else { return self.rearm(now) };
        // Data sent before the oldest segment was sent (again) arrived: the timer may start afresh
        // without being put off for ever.
        let earlier_arrived =
            news.sacked > 0 && !self.rfc_timer() && rtt > now.saturating_since(head_sent);
        let progress = news.advanced > 0 || earlier_arrived;
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
            ssthresh: self.window.ssthresh() as u64,
        };
        if let Some(cwnd) = self.prr.window(&step, bound) {
            self.window.set_cwnd(cwnd as f64);
        }
    }
}
