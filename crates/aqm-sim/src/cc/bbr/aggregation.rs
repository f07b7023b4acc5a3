//! BBR's measure of bunched ACKs: how many more segments ACKs report than the bandwidth explains. The
//! window has room for them, so that the flow does not stall between two bunches.

use super::{BW_SCALE, micros};
use crate::time::Time;

/// Round trips that one of the two maxima covers.
const SLOT_ROUNDS: u32 = 5;
/// An epoch of ACKs ends at so many segments.
const MAX_ACKED: u64 = 1 << 20;
/// The most that the window allows: what the bandwidth delivers in 100 ms, in microseconds.
const MAX_ALLOWANCE_US: u64 = 100_000;

/// The measure.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Aggregation {
    epoch_from: Time,
    /// Segments acknowledged in this epoch.
    pub acked: u64,
    /// Maxima of the present slot and the one before.
    pub extra: [u16; 2],
    pub slot: usize,
    rounds: u32,
}

impl Aggregation {
    pub fn restart(&mut self, now: Time) {
        self.epoch_from = now;
        self.acked = 0;
    }

    /// An ACK reports `newly` segments, at a window of `cwnd`.
    pub fn on_ack(
        &mut self,
        bw: u64,
        (newly, cwnd): (u64, u64),
        round_started: bool,
        delivered_at: Time,
    ) {
        if round_started {
            self.rounds = (self.rounds + 1).min(31);
            if self.rounds >= SLOT_ROUNDS {
                self.rounds = 0;
                self.slot = 1 - self.slot;
                self.extra[self.slot] = 0;
            }
        }
        let elapsed = micros(delivered_at.saturating_since(self.epoch_from));
        let mut expected = ((u128::from(bw) * u128::from(elapsed)) >> BW_SCALE) as u64;
        if self.acked <= expected || self.acked + newly >= MAX_ACKED {
            self.restart(delivered_at);
            expected = 0;
        }
        self.acked = (self.acked + newly).min(MAX_ACKED - 1);
        let extra = (self.acked - expected).min(cwnd);
        self.extra[self.slot] = self.extra[self.slot].max(extra.min(u16::MAX.into()) as u16);
    }

    /// Segments that the window may hold for bunched ACKs.
    pub fn allowance(&self, bw: u64) -> u64 {
        let limit = (u128::from(bw) * u128::from(MAX_ALLOWANCE_US)) >> BW_SCALE;
        u64::from(self.extra[0].max(self.extra[1])).min(limit as u64)
    }
}
