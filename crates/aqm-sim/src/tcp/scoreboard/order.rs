//! Transmissions that may still arrive, in sending order.

use super::{EVER_RETRANSMITTED, REPAIRED, SACKED, Scoreboard, Transmission, Watch};
use crate::time::Time;

impl Scoreboard {
    /// Returns the oldest transmission that may still be in the network.
    pub fn oldest_transmission(&mut self) -> Option<Transmission> {
        let Some(original) = self.oldest_original() else { return self.oldest_repair() };
        match self.oldest_repair() {
            // Transmissions at the same instant keep the order in which they were sent.
            Some(repair) if (repair.sent, repair.next) <= (original.sent, original.seq) => {
                Some(repair)
            }
            _ => Some(original),
        }
    }

    /// Returns true only if all transmissions that may arrive were sent after `limit` (time and
    /// segment). A cheap test: false has no meaning.
    pub fn is_all_later_than(&mut self, limit: (Time, u64)) -> bool {
        while let Some(repair) = self.repairs.front() {
            if repair.sent > limit.0 {
                break;
            }
            if self.is_current(repair) {
                if (repair.sent, repair.seq) < limit {
                    return false;
                }
                break;
            }
            self.repairs.drop_front(1);
        }
        self.oldest_original().is_none_or(|original| (original.sent, original.seq) >= limit)
    }

    /// Returns the oldest retransmission that may still be in the network.
    pub fn oldest_repair(&mut self) -> Option<Transmission> {
        while let Some(&repair) = self.repairs.front() {
            if self.is_current(&repair) {
                return Some(repair);
            }
            self.repairs.pop_front();
        }
        None
    }

    fn oldest_original(&mut self) -> Option<Transmission> {
        let mut seq = self.original_hint.max(self.una);
        let slot = loop {
            let slot = self.slots.get((seq - self.una) as usize);
            if slot.is_none_or(|slot| slot.flags() == 0) {
                break slot;
            }
            seq += 1;
        };
        self.original_hint = seq;
        slot.map(|slot| Transmission { seq, sent: slot.sent(), next: seq + 1 })
    }

    /// Does what the search for the oldest transmission does while [`Self::is_in_order`] holds.
    pub fn skip_acknowledged(&mut self) {
        if self.outstanding() > 0 {
            self.original_hint = self.original_hint.max(self.una);
        }
    }

    /// Returns the latest sending time, at most `limit`, of a transmission that may still arrive.
    pub fn latest_sent(&self, limit: Time) -> Option<Time> {
        let end = self.originals_sent_until(limit);
        let mut originals = self.slots.iter().take(end).rev();
        let original = originals.find(|slot| slot.flags() == 0).map(|slot| slot.sent());
        let end = self.repairs.partition_point(|entry| entry.sent <= limit);
        let mut repairs = self.repairs.iter().take(end).rev();
        let repair = repairs.find(|entry| self.is_current(entry)).map(|entry| entry.sent);
        original.max(repair)
    }

    /// Returns how many segments at the front include all that were sent once, until `limit`. A
    /// binary search that skips retransmitted segments.
    fn originals_sent_until(&self, limit: Time) -> usize {
        let (mut low, mut high) = (0, self.slots.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let sent_once = |&index: &usize| self.slots[index].word & EVER_RETRANSMITTED == 0;
            match (middle..high).find(sent_once) {
                Some(index) if self.slots[index].sent() <= limit => low = index + 1,
                _ => high = middle,
            }
        }
        low
    }

    fn is_current(&self, entry: &Transmission) -> bool {
        if entry.seq < self.una {
            return false;
        }
        let slot = &self.slots[(entry.seq - self.una) as usize];
        slot.sent() == entry.sent && slot.may_arrive()
    }

    /// Watches segments that were marked lost or arrived and may still be in the network.
    pub(super) fn watch_again(&mut self) {
        self.original_hint = self.una;
        self.repairs.clear();
        let wanted = match self.watch {
            Watch::Nothing => return,
            Watch::Repairs => REPAIRED,
            Watch::Everything => EVER_RETRANSMITTED,
        };
        let next = self.next();
        let watched = (self.una..).zip(self.slots.iter()).filter_map(|(seq, slot)| {
            let is_watched = slot.word & wanted != 0 && slot.word & SACKED == 0;
            is_watched.then_some(Transmission { seq, sent: slot.sent(), next })
        });
        self.repairs.refill_sorted(watched, |entry| (entry.sent, entry.seq));
    }
}

#[cfg(test)]
impl Scoreboard {
    /// Checks that all transmissions that may arrive are watched in sending order.
    pub(super) fn audit_order(&self) {
        let slots = (self.una..).zip(self.slots.iter()).filter(|(_, slot)| slot.may_arrive());
        let mut expected: Vec<_> = slots.map(|(seq, slot)| (slot.sent(), seq)).collect();
        expected.sort();
        for &(sent, _) in &expected {
            assert_eq!(self.latest_sent(sent), Some(sent));
        }
        for &limit in &expected {
            assert_eq!(self.clone().is_all_later_than(limit), expected[0] >= limit);
        }
        let mut emptied = self.clone();
        let mut found = Vec::new();
        while let Some(oldest) = emptied.oldest_transmission() {
            found.push((oldest.sent, oldest.seq));
            emptied.mark_lost(oldest.seq);
        }
        assert_eq!(found, expected);
    }
}
