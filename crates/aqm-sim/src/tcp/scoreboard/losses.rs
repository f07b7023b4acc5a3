//! Marking segments as lost, and selecting lost segments for retransmission.

use super::{LOST, REPAIRED, SACKED, Scoreboard};
use crate::time::Time;

impl Scoreboard {
    /// Marks the first transmission of a segment lost. Returns whether it was not marked before.
    pub fn mark_original_lost(&mut self, seq: u64) -> bool {
        self.touched_end = self.touched_end.max(seq + 1);
        let slot = &mut self.slots[(seq - self.una) as usize];
        if slot.word & (SACKED | LOST) != 0 {
            return false;
        }
        slot.word |= LOST;
        self.lost_out += 1;
        if slot.word & REPAIRED == 0 {
            self.to_repair += 1;
            self.repair_hint = self.repair_hint.min(seq);
        }
        true
    }

    /// Marks the last transmission of a segment lost. Returns whether it was not marked before.
    pub fn mark_lost(&mut self, seq: u64) -> bool {
        self.touched_end = self.touched_end.max(seq + 1);
        let slot = &mut self.slots[(seq - self.una) as usize];
        if slot.word & SACKED != 0 || slot.word & (LOST | REPAIRED) == LOST {
            return false;
        }
        if slot.word & LOST == 0 {
            self.lost_out += 1;
        }
        if slot.word & REPAIRED != 0 {
            self.repaired_out -= 1;
        }
        slot.word = (slot.word | LOST) & !REPAIRED;
        self.to_repair += 1;
        self.repair_hint = self.repair_hint.min(seq);
        true
    }

    /// Marks all segments below `end` lost that the receiver does not hold. Returns how many were
    /// not marked before.
    pub fn mark_lost_below(&mut self, end: u64) -> u64 {
        let mut found = 0;
        let start = self.lost_below.max(self.una);
        for seq in start..end.min(self.next()) {
            found += u64::from(self.mark_original_lost(seq));
        }
        self.lost_below = self.lost_below.max(end);
        found
    }

    /// Marks all segments lost after a timeout, except those that the receiver holds or that
    /// `spare` selects. If the oldest segment was SACKed, the receiver has discarded it. All SACKs
    /// are then ignored (RFC 2018, section 8).
    pub fn mark_all_lost(&mut self, spare: impl Fn(Time) -> bool) {
        if self.slots.front().is_some_and(|slot| slot.word & SACKED != 0) {
            self.sacked.clear();
            self.sacked_out = 0;
            self.slots.for_each_mut(|slot| slot.word &= !SACKED);
            self.watch_again();
        }
        for index in 0..self.slots.len() {
            if index == 0 || !spare(self.slots[index].sent()) {
                self.mark_lost(self.una + index as u64);
            }
        }
    }

    /// Removes the lost mark from every segment.
    pub fn unmark_all_lost(&mut self) {
        self.slots.for_each_mut(|slot| slot.word &= !LOST);
        self.lost_out = 0;
        self.to_repair = 0;
        self.lost_below = self.una;
        self.watch_again();
    }

    /// Returns the lowest segment that is lost and not retransmitted.
    pub fn next_repair(&mut self) -> Option<u64> {
        if self.to_repair == 0 {
            return None;
        }
        let start = self.repair_hint.max(self.una);
        let found = (start..self.next())
            .find(|seq| self.slots[(seq - self.una) as usize].word & (LOST | REPAIRED) == LOST);
        self.repair_hint = found.unwrap_or_else(|| self.next());
        found
    }

    /// Returns the segments that are lost and not retransmitted, each with the time of its last transmission.
    pub fn waiting(&self) -> impl Iterator<Item = (u64, Time)> {
        let numbered = self.slots.iter().enumerate();
        numbered
            .filter(|(_, slot)| slot.word & (LOST | REPAIRED) == LOST)
            .map(|(index, slot)| (self.una + index as u64, slot.sent()))
    }

    /// Returns the lowest segment below `end` that has neither arrived nor been retransmitted.
    pub fn next_unrepaired(&self, end: u64) -> Option<u64> {
        (self.una..end.min(self.next()))
            .find(|seq| self.slots[(seq - self.una) as usize].word & (SACKED | REPAIRED) == 0)
    }
}
