//! What a sender knows of every segment between the cumulative acknowledgement and the highest
//! one sent (RFC 6675, section 4).

use std::mem::offset_of;

use crate::packet::SackBlock;
use crate::ring::Ring;
use crate::time::Time;

use super::ranges::RangeSet;

const SACKED: u8 = 1;
const LOST: u8 = 2;
/// A retransmission is believed to be in the network.
const REPAIRED: u8 = 4;
const EVER_RETRANSMITTED: u8 = 8;

/// One outstanding segment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Slot {
    /// When it was sent last.
    sent: Time,
    flags: u8,
}

/// How many segments carry marks.
#[derive(Clone, Copy, Debug)]
struct Marks {
    lost: u64,
    repaired: u64,
    to_repair: u64,
}

impl Marks {
    /// One that had these flags has arrived.
    #[inline(always)]
    fn forget(&mut self, flags: u8) {
        self.lost -= u64::from(flags & LOST != 0);
        self.repaired -= u64::from(flags & REPAIRED != 0);
        self.to_repair -= u64::from(flags & (LOST | REPAIRED) == LOST);
    }
}

/// A segment that an ACK reports delivered for the first time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Delivered {
    pub(super) seq: u64,
    /// When it was sent last.
    pub(super) sent: Time,
    /// It is not known which of its transmissions arrived (Karn).
    pub(super) retransmitted: bool,
}

/// One transmission, for the algorithms that think in sending order.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Transmission {
    pub(super) seq: u64,
    pub(super) sent: Time,
    /// Everything below had been sent before it.
    pub(super) next: u64,
}

/// What is watched in sending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Watch {
    /// Nothing.
    #[default]
    Nothing,
    /// Retransmissions.
    Repairs,
    /// Every transmission.
    Everything,
}

/// The scoreboard.
#[derive(Clone, PartialEq, Debug, Default)]
#[repr(C)]
pub(super) struct Scoreboard {
    /// What the receiver holds above `una`.
    sacked: RangeSet,
    /// Retransmissions in sending order; those overtaken by events are dropped from the front.
    repairs: Ring<Transmission>,
    watch: Watch,
    /// Segments held by the receiver; without SACK, counted duplicate ACKs.
    sacked_out: u64,
    lost_out: u64,
    repaired_out: u64,
    /// Lost and not (or not any more) repaired.
    to_repair: u64,
    /// No segment to repair below.
    repair_hint: u64,
    /// Everything below was judged by [`Self::mark_lost_below`].
    lost_below: u64,
    /// One past the highest segment that anything but its first transmission is known of.
    touched_end: u64,
    /// No first transmission that may still be in the network below. First transmissions are in
    /// sending order as they lie in the slots.
    original_hint: u64,
    // All that new segments and plain ACKs need.
    una: u64,
    /// Outstanding segments from `una` on.
    slots: Ring<Slot>,
}

impl Scoreboard {
    /// Where what new segments and plain ACKs need begins, in bytes; it is at the end.
    pub(super) const PLAIN_FROM: usize = offset_of!(Scoreboard, una);

    pub(super) fn new(watch: Watch) -> Self {
        Scoreboard { watch, ..Scoreboard::default() }
    }

    /// First segment not cumulatively acknowledged.
    pub(super) fn una(&self) -> u64 {
        self.una
    }

    /// Next segment to be sent for the first time.
    pub(super) fn next(&self) -> u64 {
        self.una + self.slots.len() as u64
    }

    /// Segments sent and not cumulatively acknowledged: RFC 5681's flight.
    pub(super) fn outstanding(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Segments believed to be in the network: RFC 6675's pipe.
    pub(super) fn in_flight(&self) -> u64 {
        self.outstanding() + self.repaired_out - self.sacked_out - self.lost_out
    }

    pub(super) fn sacked_out(&self) -> u64 {
        self.sacked_out
    }

    pub(super) fn lost_out(&self) -> u64 {
        self.lost_out
    }

    pub(super) fn repaired_out(&self) -> u64 {
        self.repaired_out
    }

    /// One past the highest segment known to have arrived.
    pub(super) fn highest_sacked(&self) -> u64 {
        self.sacked.end().unwrap_or(self.una)
    }

    /// The `n`-th highest segment that the receiver holds out of order.
    pub(super) fn nth_highest_sacked(&self, n: u64) -> Option<u64> {
        self.sacked.nth_highest(n)
    }

    /// When segment `una` was sent last.
    pub(super) fn head_sent(&self) -> Option<Time> {
        self.slots.front().map(|slot| slot.sent)
    }

    /// A retransmission is in the network, or has been of the oldest segment.
    pub(super) fn any_repair(&self) -> bool {
        self.repaired_out > 0
            || self.slots.front().is_some_and(|slot| slot.flags & EVER_RETRANSMITTED != 0)
    }

    /// Records the first transmission of segment [`Self::next`].
    pub(super) fn send_new(&mut self, now: Time) -> u64 {
        let seq = self.next();
        self.slots.push_back(Slot { sent: now, flags: 0 });
        seq
    }

    /// Every outstanding segment was sent once, and nothing has been heard of any.
    pub(super) fn is_plain(&self) -> bool {
        self.una >= self.touched_end && self.sacked_out == 0
    }

    /// Nothing that is lost waits for its repair.
    pub(super) fn is_repaired(&self) -> bool {
        self.to_repair == 0
    }

    /// Records the first transmission of the next `count` segments.
    pub(super) fn send_plain(&mut self, count: u64, now: Time) {
        self.slots.push_all(count as usize, |_| Slot { sent: now, flags: 0 });
    }

    /// While the scoreboard [is plain](Self::is_plain): moves the cumulative acknowledgement on to
    /// `next`, and returns when the first and the last segment were sent that it covers.
    #[inline]
    pub(super) fn acknowledge_plain(&mut self, next: u64) -> (Time, Time) {
        let count = (next - self.una) as usize;
        let times = (self.slots[0].sent, self.slots[count - 1].sent);
        self.slots.drop_front(count);
        self.una = next;
        times
    }

    /// Records another transmission.
    pub(super) fn resend(&mut self, seq: u64, now: Time) {
        self.touched_end = self.touched_end.max(seq + 1);
        if self.repair_hint == seq {
            self.repair_hint += 1;
        }
        let slot = &mut self.slots[(seq - self.una) as usize];
        if slot.flags & (LOST | REPAIRED) == LOST {
            self.to_repair -= 1;
        }
        if slot.flags & REPAIRED == 0 {
            self.repaired_out += 1;
        }
        slot.flags |= REPAIRED | EVER_RETRANSMITTED;
        slot.sent = now;
        if self.watch != Watch::Nothing {
            self.repairs.push_back(Transmission { seq, sent: now, next: self.next() });
        }
    }

    /// The cumulative acknowledgement moves to `next`.
    pub(super) fn acknowledge(&mut self, next: u64, mut report: impl FnMut(Delivered)) {
        if next <= self.una {
            return;
        }
        let count = ((next - self.una) as usize).min(self.slots.len());
        let mut marks = self.marks();
        let mut sacked = 0;
        for index in 0..count {
            let slot = self.slots[index];
            if slot.flags & (LOST | REPAIRED) != 0 {
                marks.forget(slot.flags);
            }
            if slot.flags & SACKED != 0 {
                sacked += 1;
            } else {
                report(slot.delivered(self.una + index as u64));
            }
        }
        self.set_marks(marks);
        self.sacked_out -= sacked;
        self.slots.drop_front(count);
        self.una += count as u64;
        self.sacked.remove_below(self.una);
        if self.una >= self.touched_end {
            self.repairs.clear();
        }
    }

    /// Copies, so that a loop can keep them in registers.
    fn marks(&self) -> Marks {
        Marks { lost: self.lost_out, repaired: self.repaired_out, to_repair: self.to_repair }
    }

    fn set_marks(&mut self, marks: Marks) {
        self.lost_out = marks.lost;
        self.repaired_out = marks.repaired;
        self.to_repair = marks.to_repair;
    }

    /// It is known that the receiver has `block`, so that it would be no news.
    #[inline(always)]
    pub(super) fn knows(&self, block: SackBlock) -> bool {
        let known = self.sacked.at_or_below(block.start);
        block.end <= known.map_or(self.una, |known| known.end)
    }

    /// The receiver reports that it holds `block`. Costs as much as there is news in it.
    #[inline(always)]
    pub(super) fn sack(&mut self, block: SackBlock, mut report: impl FnMut(Delivered)) {
        let mut rest =
            SackBlock { start: block.start.max(self.una), end: block.end.min(self.next()) };
        if rest.start >= rest.end {
            return;
        }
        self.touched_end = self.touched_end.max(rest.end);
        if let Some(news) = self.sacked.lengthen(rest) {
            return self.mark_sacked(news, &mut report);
        }
        let known = rest;
        while let Some(gap) = self.sacked.first_gap(rest) {
            self.mark_sacked(gap, &mut report);
            rest.start = gap.end;
            if rest.start >= rest.end {
                break;
            }
        }
        self.sacked.insert(known);
    }

    /// None of `block` was held before.
    #[inline(always)]
    fn mark_sacked(&mut self, block: SackBlock, report: &mut impl FnMut(Delivered)) {
        let mut marks = self.marks();
        for seq in block.start..block.end {
            let slot = &mut self.slots[(seq - self.una) as usize];
            report(slot.delivered(seq));
            // A retransmission of what was never called lost may still be on its way.
            if slot.flags & LOST != 0 {
                marks.forget(slot.flags);
                slot.flags &= !(LOST | REPAIRED);
            }
            slot.flags |= SACKED;
        }
        self.set_marks(marks);
        self.sacked_out += block.end - block.start;
    }

    /// Calls the first transmission of a segment lost. Returns whether that is news.
    pub(super) fn mark_original_lost(&mut self, seq: u64) -> bool {
        self.touched_end = self.touched_end.max(seq + 1);
        let slot = &mut self.slots[(seq - self.una) as usize];
        if slot.flags & (SACKED | LOST) != 0 {
            return false;
        }
        slot.flags |= LOST;
        self.lost_out += 1;
        if slot.flags & REPAIRED == 0 {
            self.to_repair += 1;
            self.repair_hint = self.repair_hint.min(seq);
        }
        true
    }

    /// Calls the latest transmission of a segment lost. Returns whether that is news.
    pub(super) fn mark_lost(&mut self, seq: u64) -> bool {
        self.touched_end = self.touched_end.max(seq + 1);
        let slot = &mut self.slots[(seq - self.una) as usize];
        if slot.flags & SACKED != 0 || slot.flags & (LOST | REPAIRED) == LOST {
            return false;
        }
        if slot.flags & LOST == 0 {
            self.lost_out += 1;
        }
        if slot.flags & REPAIRED != 0 {
            self.repaired_out -= 1;
        }
        slot.flags = (slot.flags | LOST) & !REPAIRED;
        self.to_repair += 1;
        self.repair_hint = self.repair_hint.min(seq);
        true
    }

    /// Calls everything below `end` lost that the receiver does not hold and that has not been
    /// called so before. Returns how many that are.
    pub(super) fn mark_lost_below(&mut self, end: u64) -> u64 {
        let mut found = 0;
        let start = self.lost_below.max(self.una);
        for seq in start..end.min(self.next()) {
            found += u64::from(self.mark_original_lost(seq));
        }
        self.lost_below = self.lost_below.max(end);
        found
    }

    /// After a timeout: calls everything lost that the receiver does not hold, except what
    /// `spare` holds back. A head that the receiver claimed to hold proves that it forgot
    /// (RFC 2018, section 8): then its claims are void.
    pub(super) fn mark_all_lost(&mut self, spare: impl Fn(Time) -> bool) {
        if self.slots.front().is_some_and(|slot| slot.flags & SACKED != 0) {
            self.sacked.clear();
            self.sacked_out = 0;
            self.slots.for_each_mut(|slot| slot.flags &= !SACKED);
            self.watch_again();
        }
        for index in 0..self.slots.len() {
            if index == 0 || !spare(self.slots[index].sent) {
                self.mark_lost(self.una + index as u64);
            }
        }
    }

    /// Takes back every loss that has not been repaired.
    pub(super) fn unmark_all_lost(&mut self) {
        self.slots.for_each_mut(|slot| slot.flags &= !LOST);
        self.lost_out = 0;
        self.to_repair = 0;
        self.lost_below = self.una;
        self.watch_again();
    }

    /// Segments that had been called lost or arrived may still be in the network after all.
    fn watch_again(&mut self) {
        self.original_hint = self.una;
        self.repairs.clear();
        let wanted = match self.watch {
            Watch::Nothing => return,
            Watch::Repairs => REPAIRED,
            Watch::Everything => EVER_RETRANSMITTED,
        };
        for index in 0..self.slots.len() {
            let slot = self.slots[index];
            if slot.flags & wanted != 0 && slot.flags & SACKED == 0 {
                let seq = self.una + index as u64;
                let next = self.next();
                self.repairs.push_back(Transmission { seq, sent: slot.sent, next });
            }
        }
        self.repairs.sort_by_key(|entry| (entry.sent, entry.seq));
    }

    /// The lowest segment that is lost and not repaired.
    pub(super) fn next_repair(&mut self) -> Option<u64> {
        if self.to_repair == 0 {
            return None;
        }
        let start = self.repair_hint.max(self.una);
        let found = (start..self.next())
            .find(|seq| self.slots[(seq - self.una) as usize].flags & (LOST | REPAIRED) == LOST);
        self.repair_hint = found.unwrap_or_else(|| self.next());
        found
    }

    /// The lowest segment below `end` that has neither arrived nor been retransmitted.
    pub(super) fn next_unrepaired(&self, end: u64) -> Option<u64> {
        (self.una..end.min(self.next()))
            .find(|seq| self.slots[(seq - self.una) as usize].flags & (SACKED | REPAIRED) == 0)
    }

    /// The highest segment that the receiver does not hold.
    pub(super) fn highest_unsacked(&self) -> Option<u64> {
        let index = self.slots.iter().rposition(|slot| slot.flags & SACKED == 0)?;
        Some(self.una + index as u64)
    }

    /// The oldest transmission that may still be in the network.
    pub(super) fn oldest_transmission(&mut self) -> Option<Transmission> {
        let Some(original) = self.oldest_original() else { return self.oldest_repair() };
        match self.oldest_repair() {
            // In one instant, too, what was sent first goes first.
            Some(repair) if (repair.sent, repair.next) <= (original.sent, original.seq) => {
                Some(repair)
            }
            _ => Some(original),
        }
    }

    /// Whether all that may still be in the network was sent after transmission `limit` (its time
    /// and its segment). Costs little, and may say no where it is so.
    #[inline(always)]
    pub(super) fn is_all_later_than(&mut self, limit: (Time, u64)) -> bool {
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

    /// The oldest retransmission that may still be in the network.
    #[inline]
    pub(super) fn oldest_repair(&mut self) -> Option<Transmission> {
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
            if slot.is_none_or(|slot| slot.flags == 0) {
                break slot;
            }
            seq += 1;
        };
        self.original_hint = seq;
        slot.map(|slot| Transmission { seq, sent: slot.sent, next: seq + 1 })
    }

    /// When the latest of all transmissions until `limit` was sent that may still be in the
    /// network.
    pub(super) fn latest_sent(&self, limit: Time) -> Option<Time> {
        let end = self.originals_sent_until(limit);
        let mut originals = self.slots.iter().take(end).rev();
        let original = originals.find(|slot| slot.flags == 0).map(|slot| slot.sent);
        let end = self.repairs.partition_point(|entry| entry.sent <= limit);
        let mut repairs = self.repairs.iter().take(end).rev();
        let repair = repairs.find(|entry| self.is_current(entry)).map(|entry| entry.sent);
        original.max(repair)
    }

    /// How many segments at the front include all that were sent once, until `limit`. A binary
    /// search that steps over what was sent again.
    fn originals_sent_until(&self, limit: Time) -> usize {
        let (mut low, mut high) = (0, self.slots.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let sent_once = |&index: &usize| self.slots[index].flags & EVER_RETRANSMITTED == 0;
            match (middle..high).find(sent_once) {
                Some(index) if self.slots[index].sent <= limit => low = index + 1,
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
        slot.sent == entry.sent && slot.may_arrive()
    }

    /// Without SACK: a duplicate ACK says that something has arrived (RFC 5681, section 3.2).
    pub(super) fn count_duplicate(&mut self) -> bool {
        // The oldest segment, and whatever is called lost, has not.
        let missing = self.lost_out.max(1);
        let counted = self.sacked_out + missing < self.outstanding();
        self.sacked_out += u64::from(counted);
        counted
    }

    /// Without SACK: `acked` segments were acknowledged, the first of them a hole, the others
    /// counted as duplicates before. Returns how many had not been counted.
    pub(super) fn settle_duplicates(&mut self, acked: u64) -> u64 {
        let delivered = acked.saturating_sub(self.sacked_out).max(1);
        self.sacked_out = self.sacked_out.saturating_sub(acked.saturating_sub(1));
        let most = self.outstanding().saturating_sub(self.lost_out.max(1));
        self.sacked_out = self.sacked_out.min(most);
        delivered
    }

    /// Without SACK: forgets the duplicate ACKs.
    pub(super) fn clear_duplicates(&mut self) {
        self.sacked_out = 0;
    }
}

impl Slot {
    /// Its latest transmission is neither known to have arrived nor called lost.
    fn may_arrive(&self) -> bool {
        self.flags & SACKED == 0 && self.flags & (LOST | REPAIRED) != LOST
    }

    fn delivered(&self, seq: u64) -> Delivered {
        let retransmitted = self.flags & EVER_RETRANSMITTED != 0;
        Delivered { seq, sent: self.sent, retransmitted }
    }
}

#[cfg(test)]
impl Scoreboard {
    /// Counts everything anew.
    pub(super) fn audit(&mut self) {
        let count = |mask: u8, value: u8| {
            self.slots.iter().filter(|slot| slot.flags & mask == value).count() as u64
        };
        assert_eq!(self.sacked_out, count(SACKED, SACKED));
        assert_eq!(self.lost_out, count(LOST, LOST));
        assert_eq!(self.repaired_out, count(REPAIRED, REPAIRED));
        assert_eq!(self.to_repair, count(LOST | REPAIRED, LOST));
        assert_eq!(count(SACKED | LOST, SACKED | LOST), 0);
        assert!(self.in_flight() <= self.outstanding() + self.repaired_out);
        let held = |seq| self.sacked.find(seq).is_some();
        for (i, slot) in self.slots.iter().enumerate() {
            assert_eq!(slot.flags & SACKED != 0, held(self.una + i as u64));
        }
        let first = self.slots.iter().position(|slot| slot.flags & (LOST | REPAIRED) == LOST);
        assert_eq!(self.next_repair(), first.map(|i| self.una + i as u64));
        self.audit_order();
    }

    /// Whatever may still arrive is watched, in sending order.
    fn audit_order(&self) {
        let slots = (self.una..).zip(self.slots.iter()).filter(|(_, slot)| slot.may_arrive());
        let mut expected: Vec<_> = slots.map(|(seq, slot)| (slot.sent, seq)).collect();
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
