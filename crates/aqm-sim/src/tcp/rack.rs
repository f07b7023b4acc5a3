//! RACK (RFC 8985): a segment is lost when one sent sufficiently later has arrived.

use crate::time::{Span, Time};

use super::scoreboard::{Delivered, Scoreboard};

/// Recoveries that a widened reordering window outlives (RFC 8985, section 6.2, step 4).
const PERSISTENCE: u32 = 16;
/// Bound of the reordering window's multiplier.
const MAX_STEPS: u32 = 255;

/// RACK's variables (RFC 8985, section 5.2).
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Rack {
    /// RACK.xmit_ts and RACK.segment: the latest transmission known to have arrived. Before the
    /// first one nothing can be earlier.
    latest: (Time, u64),
    /// RACK.rtt: its round-trip time.
    rtt: Span,
    /// RACK.reo_wnd_mult - 1.
    extra_steps: u32,
    /// RACK.reo_wnd_persist.
    persist: u32,
    /// RACK.dsack_round: no further widening before this segment is acknowledged.
    dsack_round: Option<u64>,
}

/// The update for the last ACK of the fast path. Of several in a row only the last one matters, so the
/// fast path stores it, and the general path applies it when RACK is needed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Postponed {
    /// When the last segment that it covers was sent; [`Time::NEVER`] if there is no such ACK.
    pub(super) sent: Time,
    /// When it came.
    pub(super) came: Time,
}

impl Default for Postponed {
    fn default() -> Self {
        Postponed { sent: Time::NEVER, came: Time::NEVER }
    }
}

/// Step 2 for the segments of one ACK, so that a loop can keep it in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrivals {
    /// A retransmission that was sent later is not what the ACK answers.
    trusted: Time,
    latest: (Time, u64),
    /// When the one that was postponed last was sent; [`Time::NEVER`] before the first one.
    last: Time,
}

impl Arrivals {
    /// A segment was delivered.
    #[inline(always)]
    pub(super) fn add(&mut self, delivered: &Delivered) {
        let Delivered { seq, sent, retransmitted } = *delivered;
        if retransmitted && sent > self.trusted {
            return;
        }
        self.last = sent;
        if sent > self.latest.0 || (sent == self.latest.0 && seq > self.latest.1) {
            self.latest = (sent, seq);
        }
    }
}

/// What the reordering window depends on (RFC 8985, section 6.2, step 4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    pub(super) reordering_seen: bool,
    /// In fast recovery or after a timeout.
    pub(super) recovering: bool,
    /// As many segments arrived out of order as Reno would wait for.
    pub(super) enough_duplicates: bool,
    pub(super) min_rtt: Span,
    pub(super) srtt: Span,
}

/// Outcome of a look at the scoreboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Found {
    /// Segments called lost.
    pub(super) lost: u64,
    /// Others will be if they do not arrive within this.
    pub(super) wait: Option<Span>,
}

impl Default for Rack {
    fn default() -> Self {
        Rack {
            latest: (Time::ZERO, 0),
            rtt: Span::ZERO,
            extra_steps: 0,
            persist: 0,
            dsack_round: None,
        }
    }
}

impl Rack {
    /// RACK.rtt.
    pub(super) fn rtt(&self) -> Span {
        self.rtt
    }

    /// What an ACK that comes `now` is to add to. No round trip takes less than `min_rtt`, and what it
    /// answers was sent no later than `echo`: the two ways in which section 6.2, step 2, tells the
    /// answer to a former transmission.
    pub(super) fn arrivals(&self, now: Time, min_rtt: Span, echo: Time) -> Arrivals {
        let arrivable = Time::from_nanos(now.nanos().saturating_sub(min_rtt.nanos()));
        Arrivals { trusted: arrivable.min(echo), latest: self.latest, last: Time::NEVER }
    }

    /// Step 2 for the segments of one ACK.
    pub(super) fn update(&mut self, arrivals: &Arrivals, now: Time) {
        if arrivals.last != Time::NEVER {
            self.rtt = now - arrivals.last;
            self.latest = arrivals.latest;
        }
    }

    /// Steps 2 and 4 for what was postponed; `una` is the first segment not acknowledged.
    pub(super) fn catch_up(&mut self, postponed: &mut Postponed, una: u64) {
        let Postponed { sent, came } = std::mem::take(postponed);
        if sent != Time::NEVER {
            self.update_latest(sent, una - 1, came);
            self.adapt(false, una, una);
        }
    }

    fn update_latest(&mut self, sent: Time, seq: u64, now: Time) {
        self.rtt = now.saturating_since(sent);
        if (sent, seq) > self.latest {
            self.latest = (sent, seq);
        }
    }

    /// Step 4: widens the reordering window once for every round trip with a DSACK that says that it
    /// was too narrow.
    pub(super) fn adapt(&mut self, dsack: bool, una: u64, next: u64) {
        if self.dsack_round.is_some_and(|round| una >= round) {
            self.dsack_round = None;
        }
        if dsack && self.dsack_round.is_none() {
            self.dsack_round = Some(next);
            self.extra_steps = (self.extra_steps + 1).min(MAX_STEPS - 1);
            self.persist = PERSISTENCE;
        }
    }

    /// A recovery ended: the sixteenth without a DSACK takes the widening back.
    pub(super) fn on_recovered(&mut self) {
        self.persist = self.persist.saturating_sub(1);
        if self.persist == 0 {
            self.extra_steps = 0;
        }
    }

    /// The reordering window: how much later a segment may arrive than one sent after it.
    pub(super) fn reordering_window(&self, conditions: &Conditions) -> Span {
        if !conditions.reordering_seen && (conditions.recovering || conditions.enough_duplicates) {
            return Span::ZERO;
        }
        let quarter = Span::from_nanos(conditions.min_rtt.nanos() / 4);
        (quarter * u64::from(self.extra_steps + 1)).min(conditions.srtt)
    }

    /// Nothing was sent before the latest arrival that may still arrive: [`Self::detect`] would find
    /// nothing. May say no where it is so.
    #[inline(always)]
    pub(super) fn finds_nothing(&self, board: &mut Scoreboard) -> bool {
        board.is_all_later_than(self.latest)
    }

    /// Step 5: calls lost what was sent before the latest arrival and is overdue.
    pub(super) fn detect(&self, board: &mut Scoreboard, now: Time, window: Span) -> Found {
        let mut found = Found::default();
        let patience = self.rtt + window;
        while let Some(oldest) = board.oldest_transmission() {
            if (oldest.sent, oldest.seq) >= self.latest {
                break;
            }
            if oldest.sent + patience > now {
                // Wait for the last of those that are overtaken but not overdue.
                let last = board.latest_sent(self.latest.0).unwrap_or(oldest.sent);
                found.wait = Some((last + patience).saturating_since(now));
                break;
            }
            found.lost += u64::from(board.mark_lost(oldest.seq));
        }
        found
    }
}
