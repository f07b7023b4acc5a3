//! RACK (RFC 8985): a segment is lost when a segment sent sufficiently later has arrived.

use crate::time::{Span, Time};

use super::scoreboard::{Delivered, Scoreboard};

/// Number of recoveries that keep a widened reordering window (RFC 8985, section 6.2, step 4).
const PERSISTENCE: u32 = 16;
/// Upper bound of the reordering window's multiplier.
const MAX_STEPS: u32 = 255;

/// RACK's variables (RFC 8985, section 5.2).
#[derive(Clone, PartialEq, Debug)]
pub struct Rack {
    /// RACK.xmit_ts and RACK.segment: the latest transmission that has arrived.
    latest: (Time, u64),
    /// RACK.rtt: the round-trip time of that transmission.
    rtt: Span,
    /// RACK.reo_wnd_mult - 1.
    extra_steps: u32,
    /// RACK.reo_wnd_persist.
    persist: u32,
    /// RACK.dsack_round: the window widens again only after this segment is acknowledged.
    dsack_round: Option<u64>,
    postponed: Postponed,
}

/// Update for the last ACK on the fast path. Of several ACKs in a row only the last one matters. So
/// the fast path stores it, and the general path applies it when it needs RACK.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Postponed {
    /// Sending time of the last segment that the ACK covers. [`Time::NEVER`] if there is no such
    /// ACK.
    sent: Time,
    /// Arrival time of the ACK.
    came: Time,
}

impl Default for Postponed {
    fn default() -> Self {
        Postponed { sent: Time::NEVER, came: Time::NEVER }
    }
}

/// Step 2 for the segments of one ACK, as a separate value that a loop can keep in registers.
#[derive(Clone, Copy, Debug)]
pub struct Arrivals {
    /// The ACK cannot be for a retransmission that was sent later than this.
    trusted: Time,
    latest: (Time, u64),
    /// Sending time of the last segment added. [`Time::NEVER`] before the first.
    last: Time,
}

impl Arrivals {
    /// Adds a delivered segment.
    pub fn add(&mut self, delivered: &Delivered) {
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

/// Inputs of the reordering window (RFC 8985, section 6.2, step 4).
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    pub reordering_seen: bool,
    /// In fast recovery or after a timeout.
    pub recovering: bool,
    /// At least as many segments arrived out of order as the duplicate ACKs that Reno needs.
    pub enough_duplicates: bool,
    pub min_rtt: Span,
    pub srtt: Span,
}

/// Result of a search for losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Segments marked lost.
    pub lost: u64,
    /// Time after which more segments are lost unless they arrive.
    pub wait: Option<Span>,
}

impl Default for Rack {
    fn default() -> Self {
        Rack {
            latest: (Time::ZERO, 0),
            rtt: Span::ZERO,
            extra_steps: 0,
            persist: 0,
            dsack_round: None,
            postponed: Postponed::default(),
        }
    }
}

impl Rack {
    /// Returns RACK.rtt.
    pub fn rtt(&self) -> Span {
        self.rtt
    }

    /// Starts step 2 for an ACK that arrives `now`. A retransmission counts as delivered only if it
    /// was sent at least `min_rtt` ago and not after `echo` (RFC 8985, section 6.2, step 2).
    pub fn arrivals(&self, now: Time, min_rtt: Span, echo: Time) -> Arrivals {
        let arrivable = Time::from_nanos(now.nanos().saturating_sub(min_rtt.nanos()));
        Arrivals { trusted: arrivable.min(echo), latest: self.latest, last: Time::NEVER }
    }

    /// Ends step 2 for the segments of one ACK.
    pub fn update(&mut self, arrivals: &Arrivals, now: Time) {
        if arrivals.last != Time::NEVER {
            self.rtt = now - arrivals.last;
            self.latest = arrivals.latest;
        }
    }

    /// Postpones the update for an ACK that came `now`. The last segment that it covers left at `sent`.
    #[inline(always)]
    pub fn postpone(&mut self, sent: Time, now: Time) {
        self.postponed = Postponed { sent, came: now };
    }

    /// Applies steps 2 and 4 for a postponed update. `una` is the first unacknowledged segment.
    pub fn catch_up(&mut self, una: u64) {
        let Postponed { sent, came } = std::mem::take(&mut self.postponed);
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

    /// Step 4: widens the reordering window at most once per round trip, after a DSACK shows that
    /// it was too narrow.
    pub fn adapt(&mut self, dsack: bool, una: u64, next: u64) {
        if self.dsack_round.is_some_and(|round| una >= round) {
            self.dsack_round = None;
        }
        if dsack && self.dsack_round.is_none() {
            self.dsack_round = Some(next);
            self.extra_steps = (self.extra_steps + 1).min(MAX_STEPS - 1);
            self.persist = PERSISTENCE;
        }
    }

    /// Forgets the DSACKs: the reordering window is narrow again.
    pub fn forget_dsacks(&mut self) {
        self.extra_steps = 0;
        self.persist = 0;
        self.dsack_round = None;
    }

    /// Counts the end of a recovery. After 16 recoveries without a DSACK the window is narrow
    /// again.
    pub fn on_recovered(&mut self) {
        self.persist = self.persist.saturating_sub(1);
        if self.persist == 0 {
            self.extra_steps = 0;
        }
    }

    /// Returns the reordering window: how much later a segment may arrive than one sent after it.
    pub fn reordering_window(&self, conditions: &Conditions) -> Span {
        if !conditions.reordering_seen && (conditions.recovering || conditions.enough_duplicates) {
            return Span::ZERO;
        }
        let quarter = Span::from_nanos(conditions.min_rtt.nanos() / 4);
        (quarter * u64::from(self.extra_steps + 1)).min(conditions.srtt)
    }

    /// Returns true only if [`Self::detect`] would find nothing. False has no meaning.
    pub fn finds_nothing(&self, board: &mut Scoreboard) -> bool {
        board.is_all_later_than(self.latest)
    }

    /// Step 5: marks overdue segments lost that were sent before the latest arrival.
    pub fn detect(&self, board: &mut Scoreboard, now: Time, window: Span) -> Found {
        let mut found = Found::default();
        let due_after = self.rtt + window;
        while let Some(oldest) = board.oldest_transmission() {
            if (oldest.sent, oldest.seq) >= self.latest {
                break;
            }
            if oldest.sent + due_after > now {
                // Wait for the last segment that is overtaken but not yet overdue.
                let last = board.latest_sent(self.latest.0).unwrap_or(oldest.sent);
                found.wait = Some((last + due_after).saturating_since(now));
                break;
            }
            found.lost += u64::from(board.mark_lost(oldest.seq));
        }
        found
    }
}
