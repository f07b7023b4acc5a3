//! State of every segment between the cumulative acknowledgement and the highest one sent (RFC
//! 6675, section 4).

mod losses;
mod order;

use crate::packet::SackBlock;
use crate::ring::Ring;
use crate::tcp::ranges::RangeSet;
use crate::time::Time;

const SACKED: u64 = 1 << 60;
const LOST: u64 = 1 << 61;
/// A retransmission may be in the network.
const REPAIRED: u64 = 1 << 62;
const EVER_RETRANSMITTED: u64 = 1 << 63;
const FLAGS: u64 = SACKED | LOST | REPAIRED | EVER_RETRANSMITTED;

/// One outstanding segment. One word holds its last sending time and its flags.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Slot {
    word: u64,
}

/// Largest size of an outstanding segment in bytes: its state and a watched retransmission.
pub const SEGMENT_BYTES: usize = size_of::<Slot>() + size_of::<Transmission>();

/// Numbers of segments with each state.
#[derive(Clone, Copy, Debug)]
struct Counts {
    lost: u64,
    repaired: u64,
    to_repair: u64,
}

impl Counts {
    /// Removes a segment with these flags.
    fn remove(&mut self, flags: u64) {
        self.lost -= u64::from(flags & LOST != 0);
        self.repaired -= u64::from(flags & REPAIRED != 0);
        self.to_repair -= u64::from(flags & (LOST | REPAIRED) == LOST);
    }
}

/// A segment that an ACK newly reports as delivered.
#[derive(Clone, Copy, Debug)]
pub struct Delivered {
    pub seq: u64,
    /// Time of its last transmission.
    pub sent: Time,
    /// True if it was sent more than once, so the ACK is ambiguous (Karn).
    pub retransmitted: bool,
}

/// One transmission, for algorithms that work in sending order.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Transmission {
    pub seq: u64,
    pub sent: Time,
    /// All lower segments had been sent before it.
    pub next: u64,
}

/// Transmissions to watch in sending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Watch {
    /// Nothing.
    #[default]
    Nothing,
    /// Retransmissions.
    Repairs,
    /// Every transmission.
    Everything,
}

/// The scoreboard of a sender.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scoreboard {
    /// Segments above `una` that the receiver holds.
    sacked: RangeSet,
    /// Retransmissions in sending order. Outdated entries are removed when they reach the front.
    repairs: Ring<Transmission>,
    watch: Watch,
    /// Segments held by the receiver. Without SACK: the number of duplicate ACKs.
    sacked_out: u64,
    lost_out: u64,
    repaired_out: u64,
    /// Lost segments that wait for a retransmission.
    to_repair: u64,
    /// No segment below this waits for a repair.
    repair_hint: u64,
    /// [`Self::mark_lost_below`] has checked all segments below this.
    lost_below: u64,
    /// One past the highest segment that was SACKed, marked lost or retransmitted.
    touched_end: u64,
    /// Below this no first transmission may still be in the network. The slots hold first
    /// transmissions in sending order.
    original_hint: u64,
    una: u64,
    /// Outstanding segments from `una` on.
    slots: Ring<Slot>,
}

impl Scoreboard {
    pub fn new(watch: Watch) -> Self {
        Scoreboard { watch, ..Scoreboard::default() }
    }

    /// Watches other transmissions. No segment may be missing.
    pub fn set_watch(&mut self, watch: Watch) {
        debug_assert!(self.is_in_order());
        self.watch = watch;
        self.watch_again();
    }

    /// Returns the first segment not cumulatively acknowledged.
    pub fn una(&self) -> u64 {
        self.una
    }

    /// Returns the next segment to send for the first time.
    pub fn next(&self) -> u64 {
        self.una + self.slots.len() as u64
    }

    /// Returns the number of segments sent and not cumulatively acknowledged: RFC 5681's flight.
    pub fn outstanding(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Returns the estimated number of segments in the network: RFC 6675's pipe.
    pub fn in_flight(&self) -> u64 {
        self.outstanding() + self.repaired_out - self.sacked_out - self.lost_out
    }

    pub fn sacked_out(&self) -> u64 {
        self.sacked_out
    }

    pub fn lost_out(&self) -> u64 {
        self.lost_out
    }

    /// Returns the number of lost segments that wait for a retransmission.
    pub fn to_repair(&self) -> u64 {
        self.to_repair
    }

    pub fn repaired_out(&self) -> u64 {
        self.repaired_out
    }

    /// Returns one past the highest segment that has arrived.
    pub fn highest_sacked(&self) -> u64 {
        self.sacked.end().unwrap_or(self.una)
    }

    /// Returns the `n`-th highest segment that the receiver holds out of order.
    pub fn nth_highest_sacked(&self, n: u64) -> Option<u64> {
        self.sacked.nth_highest(n)
    }

    /// Returns when segment `una` was sent last.
    pub fn head_sent(&self) -> Option<Time> {
        self.slots.front().map(|slot| slot.sent())
    }

    /// The same while [`Self::is_in_order`] holds and a segment is outstanding.
    pub fn oldest_sent(&self) -> Time {
        self.slots.first().first_sent()
    }

    /// Returns whether a retransmission is in the network, or the oldest segment was retransmitted.
    pub fn any_repair(&self) -> bool {
        self.repaired_out > 0
            || self.slots.front().is_some_and(|slot| slot.word & EVER_RETRANSMITTED != 0)
    }

    /// Returns whether any outstanding segment was retransmitted at some time.
    pub fn is_any_retransmitted(&self) -> bool {
        self.una < self.touched_end
            && self.slots.iter().any(|slot| slot.word & EVER_RETRANSMITTED != 0)
    }

    /// Records the first transmission of segment [`Self::next`].
    #[inline(always)]
    pub fn send_new(&mut self, now: Time) -> u64 {
        let seq = self.next();
        self.slots.push_back(Slot::sent_once(now));
        seq
    }

    /// Returns whether every outstanding segment was sent once, without SACKs and losses.
    pub fn is_in_order(&self) -> bool {
        self.una >= self.touched_end && self.sacked_out == 0
    }

    /// Returns whether no lost segment waits for a retransmission.
    pub fn is_repaired(&self) -> bool {
        self.to_repair == 0
    }

    /// Records the first transmission of the next `count` segments.
    #[inline(always)]
    pub fn send_many(&mut self, count: u64, now: Time) {
        self.slots.push_all(count as usize, move |_| Slot::sent_once(now));
    }

    /// Moves the cumulative acknowledgement to `next`, while [`Self::is_in_order`] holds. Returns
    /// the sending times of the first and the last segment that it covers.
    pub fn acknowledge_in_order(&mut self, next: u64) -> (Time, Time) {
        let count = (next - self.una) as usize;
        let times = (self.slots.first().first_sent(), self.slots[count - 1].first_sent());
        self.slots.drop_front(count);
        self.una = next;
        times
    }

    /// Records a retransmission.
    pub fn resend(&mut self, seq: u64, now: Time) {
        self.touched_end = self.touched_end.max(seq + 1);
        if self.repair_hint == seq {
            self.repair_hint += 1;
        }
        let slot = &mut self.slots[(seq - self.una) as usize];
        if slot.word & (LOST | REPAIRED) == LOST {
            self.to_repair -= 1;
        }
        if slot.word & REPAIRED == 0 {
            self.repaired_out += 1;
        }
        slot.word |= REPAIRED | EVER_RETRANSMITTED;
        slot.set_sent(now);
        if self.watch != Watch::Nothing {
            self.repairs.push_back(Transmission { seq, sent: now, next: self.next() });
        }
    }

    /// Moves the cumulative acknowledgement to `next`.
    pub fn acknowledge(&mut self, next: u64, mut report: impl FnMut(Delivered)) {
        if next <= self.una {
            return;
        }
        let count = ((next - self.una) as usize).min(self.slots.len());
        let mut counts = self.counts();
        let mut sacked = 0;
        for index in 0..count {
            let slot = self.slots[index];
            if slot.word & (LOST | REPAIRED) != 0 {
                counts.remove(slot.word);
            }
            if slot.word & SACKED != 0 {
                sacked += 1;
            } else {
                report(slot.delivered(self.una + index as u64));
            }
        }
        self.set_counts(counts);
        self.sacked_out -= sacked;
        self.slots.drop_front(count);
        self.una += count as u64;
        self.sacked.remove_below(self.una);
        if self.una >= self.touched_end {
            self.repairs.clear();
        }
    }

    /// Returns copies that a loop can keep in registers.
    fn counts(&self) -> Counts {
        Counts { lost: self.lost_out, repaired: self.repaired_out, to_repair: self.to_repair }
    }

    fn set_counts(&mut self, counts: Counts) {
        self.lost_out = counts.lost;
        self.repaired_out = counts.repaired;
        self.to_repair = counts.to_repair;
    }

    /// Returns whether earlier ACKs reported the whole `block`.
    pub fn holds(&self, block: SackBlock) -> bool {
        let known = self.sacked.at_or_below(block.start);
        block.end <= known.map_or(self.una, |known| known.end)
    }

    /// Records that the receiver holds `block`. The cost grows with the newly reported part.
    pub fn sack(&mut self, block: SackBlock, mut report: impl FnMut(Delivered)) {
        let mut rest =
            SackBlock { start: block.start.max(self.una), end: block.end.min(self.next()) };
        if rest.start >= rest.end {
            return;
        }
        self.touched_end = self.touched_end.max(rest.end);
        let known = rest;
        let lengthened = self.sacked.lengthen(rest);
        let mut gap = lengthened.or_else(|| self.sacked.first_gap(rest));
        while let Some(info) = gap {
            self.mark_sacked(info, &mut report);
            rest.start = info.end;
            if rest.start >= rest.end {
                break;
            }
            gap = self.sacked.first_gap(rest);
        }
        if lengthened.is_none() {
            self.sacked.insert(known);
        }
    }

    /// Counts `block` as held. No part of it was held before.
    fn mark_sacked(&mut self, block: SackBlock, report: &mut impl FnMut(Delivered)) {
        let mut counts = self.counts();
        for seq in block.start..block.end {
            let slot = &mut self.slots[(seq - self.una) as usize];
            report(slot.delivered(seq));
            // A segment never marked lost may have a retransmission that is still on its way.
            if slot.word & LOST != 0 {
                counts.remove(slot.word);
                slot.word &= !(LOST | REPAIRED);
            }
            slot.word |= SACKED;
        }
        self.set_counts(counts);
        self.sacked_out += block.end - block.start;
    }

    /// Returns the highest segment that the receiver does not hold.
    pub fn highest_unsacked(&self) -> Option<u64> {
        let index = self.slots.iter().rposition(|slot| slot.word & SACKED == 0)?;
        Some(self.una + index as u64)
    }

    /// Counts a duplicate ACK as an arrival (RFC 5681, section 3.2). Used only without SACK.
    pub fn count_duplicate(&mut self) -> bool {
        // The oldest segment and lost segments have not arrived.
        let missing = self.lost_out.max(1);
        let counted = self.sacked_out + missing < self.outstanding();
        self.sacked_out += u64::from(counted);
        counted
    }

    /// Settles the duplicate ACKs when `acked` segments are acknowledged. Used only without SACK. The
    /// first segment was a hole; duplicate ACKs had counted the others. Returns how many had not been
    /// counted.
    pub fn settle_duplicates(&mut self, acked: u64) -> u64 {
        let delivered = acked.saturating_sub(self.sacked_out).max(1);
        self.sacked_out = self.sacked_out.saturating_sub(acked.saturating_sub(1));
        let most = self.outstanding().saturating_sub(self.lost_out.max(1));
        self.sacked_out = self.sacked_out.min(most);
        delivered
    }

    /// Resets the number of duplicate ACKs. Used only without SACK.
    pub fn clear_duplicates(&mut self) {
        self.sacked_out = 0;
    }
}

impl Slot {
    /// Creates the slot of a first transmission.
    fn sent_once(now: Time) -> Self {
        debug_assert!(now.nanos() & FLAGS == 0, "times fit in 60 bits: 36 years");
        Slot { word: now.nanos() }
    }

    /// Returns the time of the only transmission.
    fn first_sent(&self) -> Time {
        debug_assert!(self.flags() == 0);
        Time::from_nanos(self.word)
    }

    /// Returns the time of the last transmission.
    fn sent(&self) -> Time {
        Time::from_nanos(self.word & !FLAGS)
    }

    fn set_sent(&mut self, now: Time) {
        self.word = self.flags() | now.nanos();
    }

    fn flags(&self) -> u64 {
        self.word & FLAGS
    }

    /// Returns whether the last transmission has neither arrived nor been marked lost.
    fn may_arrive(&self) -> bool {
        self.word & SACKED == 0 && self.word & (LOST | REPAIRED) != LOST
    }

    fn delivered(&self, seq: u64) -> Delivered {
        let retransmitted = self.word & EVER_RETRANSMITTED != 0;
        Delivered { seq, sent: self.sent(), retransmitted }
    }
}

#[cfg(test)]
impl Scoreboard {
    /// Compares all counters with a new count.
    pub fn audit(&mut self) {
        let count = |mask: u64, value: u64| {
            self.slots.iter().filter(|slot| slot.word & mask == value).count() as u64
        };
        assert_eq!(self.sacked_out, count(SACKED, SACKED));
        assert_eq!(self.lost_out, count(LOST, LOST));
        assert_eq!(self.repaired_out, count(REPAIRED, REPAIRED));
        assert_eq!(self.to_repair, count(LOST | REPAIRED, LOST));
        assert_eq!(count(SACKED | LOST, SACKED | LOST), 0);
        assert!(self.in_flight() <= self.outstanding() + self.repaired_out);
        let held = |seq| self.sacked.find(seq).is_some();
        for (i, slot) in self.slots.iter().enumerate() {
            assert_eq!(slot.word & SACKED != 0, held(self.una + i as u64));
        }
        let first = self.slots.iter().position(|slot| slot.word & (LOST | REPAIRED) == LOST);
        assert_eq!(self.next_repair(), first.map(|i| self.una + i as u64));
        self.audit_order();
    }
}
