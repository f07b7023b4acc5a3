//! What an ACK reports as arrived: scoreboard, RACK, RTT samples, and signs of reordering.

use super::{Recovery, Tcb};
use crate::packet::{Ack, SackBlock};
use crate::tcp::ack_info::{AckInfo, Originals};
use crate::tcp::delivery::Delivery;
use crate::tcp::mechanisms::LossRule;
use crate::time::{Span, Time};

/// Segments that an ACK newly reports.
#[derive(Clone, Copy)]
pub struct Arrivals {
    /// Acknowledged cumulatively.
    acked: Originals,
    /// Reported in SACK blocks.
    sacked: Originals,
    /// Information with only the numbers of arrivals.
    pub info: AckInfo,
    /// One past the highest segment that had arrived before.
    prior_highest: u64,
}

impl Recovery {
    /// Prepares for an ACK on the general path.
    pub fn begin_ack(&mut self, tcb: &mut Tcb, now: Time) {
        self.catch_up();
        if self.mechanisms.linux_3_10 {
            self.replace_short_timers(tcb, now);
        }
        self.hold_repairs = false;
    }

    /// Applies what the fast path postponed.
    pub fn catch_up(&mut self) {
        self.rack.catch_up(self.board.una());
    }

    /// Updates the scoreboard and RACK.
    pub fn take_arrivals(&mut self, ack: &Ack, tcb: &mut Tcb, now: Time) -> Arrivals {
        let prior_highest = self.board.highest_sacked();
        let (una, known) = (self.board.una(), self.board.sacked_out());
        // The timestamp echoes a segment that arrived in order. Like Linux, RACK does not use it
        // for segments out of order.
        let min_rtt = tcb.timers.rtt().min_rtt().unwrap_or_default();
        let mut delivery = tcb.control.delivery_mut();
        let mut sacked = Originals::NONE;
        if self.sack {
            for &block in &ack.sacks {
                // The blocks in use come first.
                if block.start >= block.end {
                    break;
                }
                // Most blocks repeat earlier reports.
                if !self.board.holds(block) {
                    self.take_block(block, &mut sacked, delivery.as_deref_mut(), min_rtt, now);
                }
            }
        }
        let held = self.board.sacked_out();
        let acked = if ack.next > una {
            self.take_cumulative(ack, delivery, min_rtt, now)
        } else {
            Originals::NONE
        };
        let advanced = self.board.una() - una;
        let newly_acked = match (self.sack, advanced) {
            (true, _) => advanced - (held - self.board.sacked_out()),
            (false, 0) => 0,
            (false, _) => self.board.settle_duplicates(advanced),
        };
        let info = AckInfo {
            now,
            advanced,
            sacked: held - known,
            delivered: newly_acked + (held - known),
            lowest_original: acked.lowest.min(sacked.lowest),
            dsack: self.sack && ack.dsack,
            old: ack.next < una,
            echo: ack.echo,
            ..AckInfo::default()
        };
        Arrivals { acked, sacked, info, prior_highest }
    }

    /// Updates the scoreboard and RACK for a SACK block.
    fn take_block(
        &mut self,
        block: SackBlock,
        sacked: &mut Originals,
        mut delivery: Option<&mut Delivery>,
        min_rtt: Span,
        now: Time,
    ) {
        let mut arrivals = self.rack.arrivals(now, min_rtt, Time::NEVER);
        let mut sent = *sacked;
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
    fn take_cumulative(
        &mut self,
        ack: &Ack,
        mut delivery: Option<&mut Delivery>,
        min_rtt: Span,
        now: Time,
    ) -> Originals {
        let echo = if self.timestamps { ack.echo } else { Time::NEVER };
        let mut arrivals = self.rack.arrivals(now, min_rtt, echo);
        let mut acked = Originals::NONE;
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

    /// Takes RTT samples from the newly reported segments, and returns the newest RTT. Linux 3.10 used only the
    /// acknowledged ones.
    pub fn sample_rtt(&self, arrivals: &Arrivals, tcb: &mut Tcb, now: Time) -> Option<Span> {
        let Arrivals { acked, sacked, .. } = arrivals;
        if self.mechanisms.linux_3_10 {
            let sample = self.sample_segments(arrivals, &Originals::NONE, tcb, now);
            return sample.filter(|_| !acked.retransmitted);
        }
        self.sample_segments(arrivals, sacked, tcb, now)
    }

    /// The oldest segment sets the timeout; the newest is for congestion control. A retransmitted segment gives a
    /// sample only through the timestamp (Karn; RFC 7323, section 4).
    fn sample_segments(
        &self,
        arrivals: &Arrivals,
        sacked: &Originals,
        tcb: &mut Tcb,
        now: Time,
    ) -> Option<Span> {
        let Arrivals { acked, info, .. } = arrivals;
        let acked_first = if acked.retransmitted { Time::NEVER } else { acked.first };
        let stamped = self.timestamps && info.advanced > 0;
        let oldest = if stamped && self.has_rfc_timer() {
            info.echo
        } else if acked_first != Time::NEVER {
            acked_first
        } else if sacked.first != Time::NEVER {
            sacked.first
        } else if stamped {
            info.echo
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
        tcb.timers.sample_rtt(now.saturating_since(oldest), rtt, &self.board, now);
        Some(rtt)
    }

    /// Notes duplicates and reordering that the ACK reports.
    pub fn note_signs(&mut self, ack: &Ack, arrivals: &Arrivals) {
        let Arrivals { info, prior_highest, .. } = arrivals;
        if info.dsack {
            self.episode.prove_unneeded(&ack.sacks[0]);
        }
        if self.mechanisms.loss == LossRule::Rack {
            let probe = self.prober.outstanding();
            let of_probe = probe.is_some_and(|probe| probe.end == ack.sacks[0].end);
            self.adapt_rack(info.dsack && !of_probe);
        }
        // A segment that was sent once arrived after a segment sent later.
        if info.lowest_original < *prior_highest {
            self.note_reordering(info.lowest_original);
        }
        if info.advanced > 0 {
            self.episode.note_progress();
        }
    }

    /// Records that segment `late`, sent once, arrived after a segment sent later.
    pub(super) fn note_reordering(&mut self, late: u64) {
        let Some(distance) = self.board.highest_sacked().checked_sub(late) else { return };
        self.reordering.count();
        if self.mechanisms.linux_3_10 {
            self.reordering.widen_3_10(distance);
        } else if self.mechanisms.undo {
            self.reordering.widen(distance);
        }
    }

    /// Adapts the reordering window. `dsack`: a retransmission other than a probe was unnecessary.
    /// Like Linux, and unlike RFC 8985 (section 6.2, step 4), it widens the window only after
    /// reordering was seen.
    fn adapt_rack(&mut self, dsack: bool) {
        let widen = dsack && self.reordering.seen() > 0;
        self.rack.adapt(widen, self.board.una(), self.board.next());
    }
}
