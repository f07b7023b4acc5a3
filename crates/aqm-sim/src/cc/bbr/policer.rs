//! BBR's detector of token-bucket policers, which Linux calls long-term bandwidth sampling. Two intervals
//! with many losses and nearly the same throughput mean that a policer limits the flow.

use super::{BW_MASK, BW_SCALE, rate};
use crate::cc::Totals;

/// An interval has at least 4 and at most 16 round trips.
const MIN_ROUNDS: u32 = 4;
const MAX_ROUNDS: u32 = 16;
/// An interval counts if this fraction of its segments was lost, in 1/256 (20 %).
const LOSS_RATIO: u64 = 50;
/// Two intervals are the same within 1/8 ...
const SAME_RATIO: u64 = 32;
/// ... or within 500 bytes/s (4 kbit/s).
const SAME_BYTES_PER_SECOND: u64 = 500;
/// The policer's rate is used for so many round trips.
const USE_ROUNDS: u32 = 48;

/// The action of BBR that the detector requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advice {
    Continue,
    /// A policer was found: pace at its rate.
    Use,
    /// Its rate was used for long enough: probe again.
    Probe,
}

/// What an ACK reports.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    pub started: bool,
    pub losses: u64,
    pub app_limited: bool,
    /// BBR probes for bandwidth.
    pub probing: bool,
    pub packet_bytes: u32,
}

/// The detector.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Policer {
    pub is_sampling: bool,
    /// The interval's rate; 0 without one.
    pub bw: u64,
    pub is_used: bool,
    pub rounds: u32,
    from_ms: u64,
    from_delivered: u64,
    from_lost: u64,
}

impl Policer {
    pub fn reset(&mut self, totals: &Totals) {
        self.bw = 0;
        self.is_used = false;
        self.is_sampling = false;
        self.start_interval(totals);
    }

    fn start_interval(&mut self, totals: &Totals) {
        self.from_ms = totals.delivered_at.nanos() / 1_000_000;
        self.from_delivered = totals.delivered;
        self.from_lost = totals.lost;
        self.rounds = 0;
    }

    pub fn on_ack(&mut self, totals: &Totals, round: &Round) -> Advice {
        if self.is_used {
            if round.probing && round.started {
                self.rounds += 1;
                if self.rounds >= USE_ROUNDS {
                    self.reset(totals);
                    return Advice::Probe;
                }
            }
            return Advice::Continue;
        }
        if !self.is_sampling {
            if round.losses == 0 {
                return Advice::Continue;
            }
            self.start_interval(totals);
            self.is_sampling = true;
        }
        if round.app_limited {
            self.reset(totals);
            return Advice::Continue;
        }
        self.rounds += u32::from(round.started);
        if self.rounds < MIN_ROUNDS {
            return Advice::Continue;
        }
        if self.rounds > MAX_ROUNDS {
            self.reset(totals);
            return Advice::Continue;
        }
        // An interval ends with a loss, so that the policer's bucket is empty at both ends.
        if round.losses == 0 {
            return Advice::Continue;
        }
        self.end_interval(totals, round.packet_bytes)
    }

    fn end_interval(&mut self, totals: &Totals, packet_bytes: u32) -> Advice {
        let lost = totals.lost.saturating_sub(self.from_lost);
        let delivered = totals.delivered.saturating_sub(self.from_delivered);
        if delivered == 0 || lost << 8 < LOSS_RATIO * delivered {
            return Advice::Continue;
        }
        let elapsed_ms = (totals.delivered_at.nanos() / 1_000_000).saturating_sub(self.from_ms);
        if elapsed_ms < 1 {
            return Advice::Continue;
        }
        if elapsed_ms >= u64::from(u32::MAX) / 1000 {
            self.reset(totals);
            return Advice::Continue;
        }
        let bw = ((delivered << BW_SCALE) / (elapsed_ms * 1000)) & BW_MASK;
        let difference = bw.abs_diff(self.bw);
        let is_same = self.bw > 0
            && (difference << 8 <= SAME_RATIO * self.bw
                || rate(difference, packet_bytes, 256) <= SAME_BYTES_PER_SECOND);
        if !is_same {
            self.bw = bw;
            self.start_interval(totals);
            return Advice::Continue;
        }
        self.bw = (bw + self.bw) >> 1;
        self.is_used = true;
        self.rounds = 0;
        Advice::Use
    }
}
