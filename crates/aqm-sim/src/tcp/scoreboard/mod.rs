//! The state of every segment between the cumulative acknowledgement and the highest one sent (RFC 6675,
//! section 4).

mod losses;
mod order;

use crate::packet::SackBlock;
use crate::ring::Ring;
use crate::tcp::ranges::RangeSet;
use crate::time::Time;

const SACKED: u64 = 1 << 60;
const LOST: u64 = 1 << 61;
/// A retransmission is believed to be in the network.
const REPAIRED: u64 = 1 << 62;
const EVER_RETRANSMITTED: u64 = 1 << 63;
const FLAGS: u64 = SACKED | LOST | REPAIRED | EVER_RETRANSMITTED;

/// One outstanding segment: when it was sent last, and flags, in one word.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Slot {
    word: u64,
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
    fn forget(&mut self, flags: u64) {
        self.lost -= u64::from(flags & LOST != 0);
        self.repaired -= u64::from(flags & REPAIRED != 0);
        self.to_repair -= u64::from(flags & (LOST | REPAIRED) == LOST);
    }
}

/// A segment that an ACK reports delivered for the first time.
#[derive(Clone, Copy, Debug)]
pub(in crate::tcp) struct Delivered {
    pub(in crate::tcp) seq: u64,
    /// When it was sent last.
    pub(in crate::tcp) sent: Time,
    /// It is not known which of its transmissions arrived (Karn).
    pub(in crate::tcp) retransmitted: bool,
}

/// One transmission, for the algorithms that think in sending order.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::tcp) struct Transmission {
    pub(in crate::tcp) seq: u64,
    pub(in crate::tcp) sent: Time,
    /// Everything below had been sent before it.
    pub(in crate::tcp) next: u64,
}

/// What is watched in sending order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::tcp) enum Watch {
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
pub(in crate::tcp) struct Scoreboard {
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
    /// [`Self::mark_lost_below`] has checked everything below.
    lost_below: u64,
    /// One past the highest segment that anything but its first transmission is known of.
    touched_end: u64,
    /// No first transmission that may still be in the network below. First transmissions are in
    /// sending order as they lie in the slots.
    original_hint: u64,
    una: u64,
    /// Outstanding segments from `una` on.
    slots: Ring<Slot>,
}

impl Scoreboard {
    pub(in crate::tcp) fn new(watch: Watch) -> Self {
        Scoreboard { watch, ..Scoreboard::default() }
    }

    /// First segment not cumulatively acknowledged.
    pub(in crate::tcp) fn una(&self) -> u64 {
        self.una
    }

    /// Next segment to be sent for the first time.
    pub(in crate::tcp) fn next(&self) -> u64 {
        self.una + self.slots.len() as u64
    }

    /// Segments sent and not cumulatively acknowledged: RFC 5681's flight.
    pub(in crate::tcp) fn outstanding(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Segments believed to be in the network: RFC 6675's pipe.
    pub(in crate::tcp) fn in_flight(&self) -> u64 {
        self.outstanding() + self.repaired_out - self.sacked_out - self.lost_out
    }

    pub(in crate::tcp) fn sacked_out(&self) -> u64 {
        self.sacked_out
    }

    pub(in crate::tcp) fn lost_out(&self) -> u64 {
        self.lost_out
    }

    /// Segments that are lost and not (or no longer) repaired.
    pub(in crate::tcp) fn to_repair(&self) -> u64 {
        self.to_repair
    }

    pub(in crate::tcp) fn repaired_out(&self) -> u64 {
        self.repaired_out
    }

    /// One past the highest segment known to have arrived.
    pub(in crate::tcp) fn highest_sacked(&self) -> u64 {
        self.sacked.end().unwrap_or(self.una)
    }

    /// The `n`-th highest segment that the receiver holds out of order.
    pub(in crate::tcp) fn nth_highest_sacked(&self, n: u64) -> Option<u64> {
        self.sacked.nth_highest(n)
    }

    /// When segment `una` was sent last.
    pub(in crate::tcp) fn head_sent(&self) -> Option<Time> {
        self.slots.front().map(|slot| slot.sent())
    }

    /// The same while the scoreboard [is in order](Self::is_in_order), and something is outstanding.
    pub(in crate::tcp) fn oldest_sent(&self) -> Time {
        self.slots.first().first_sent()
    }

    /// A retransmission is in the network, or has been of the oldest segment.
    pub(in crate::tcp) fn any_repair(&self) -> bool {
        self.repaired_out > 0
            || self.slots.front().is_some_and(|slot| slot.word & EVER_RETRANSMITTED != 0)
    }

    /// Records the first transmission of segment [`Self::next`].
    pub(in crate::tcp) fn send_new(&mut self, now: Time) -> u64 {
        let seq = self.next();
        self.slots.push_back(Slot::sent_once(now));
        seq
    }

    /// Every outstanding segment was sent once, and nothing has been heard of any.
    pub(in crate::tcp) fn is_in_order(&self) -> bool {
        self.una >= self.touched_end && self.sacked_out == 0
    }

    /// Nothing that is lost waits for its repair.
    pub(in crate::tcp) fn is_repaired(&self) -> bool {
        self.to_repair == 0
    }

    /// Records the first transmission of the next `count` segments.
    pub(in crate::tcp) fn send_many(&mut self, count: u64, now: Time) {
        self.slots.push_all(count as usize, move |_| Slot::sent_once(now));
    }

    /// While the scoreboard [is in order](Self::is_in_order): moves the cumulative acknowledgement on to
    /// `next`, and returns when the first and the last segment were sent that it covers.
    #[inline]
    pub(in crate::tcp) fn acknowledge_in_order(&mut self, next: u64) -> (Time, Time) {
        let count = (next - self.una) as usize;
        let times = (self.slots.first().first_sent(), self.slots[count - 1].first_sent());
        self.slots.drop_front(count);
        self.una = next;
        times
    }

    /// Records another transmission.
    pub(in crate::tcp) fn resend(&mut self, seq: u64, now: Time) {
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

    /// The cumulative acknowledgement moves to `next`.
    pub(in crate::tcp) fn acknowledge(&mut self, next: u64, mut report: impl FnMut(Delivered)) {
        if next <= self.una {
            return;
        }
        let count = ((next - self.una) as usize).min(self.slots.len());
        let mut marks = self.marks();
        let mut sacked = 0;
        for index in 0..count {
            let slot = self.slots[index];
            if slot.word & (LOST | REPAIRED) != 0 {
                marks.forget(slot.word);
            }
            if slot.word & SACKED != 0 {
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

    /// Returns whether earlier ACKs reported all of `block`.
    #[inline(always)]
    pub(in crate::tcp) fn holds(&self, block: SackBlock) -> bool {
        let known = self.sacked.at_or_below(block.start);
        block.end <= known.map_or(self.una, |known| known.end)
    }

    /// The receiver reports that it holds `block`. Costs as much as there is news in it.
    #[inline(always)]
    pub(in crate::tcp) fn sack(&mut self, block: SackBlock, mut report: impl FnMut(Delivered)) {
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
            if slot.word & LOST != 0 {
                marks.forget(slot.word);
                slot.word &= !(LOST | REPAIRED);
            }
            slot.word |= SACKED;
        }
        self.set_marks(marks);
        self.sacked_out += block.end - block.start;
    }

    /// The highest segment that the receiver does not hold.
    pub(in crate::tcp) fn highest_unsacked(&self) -> Option<u64> {
        let index = self.slots.iter().rposition(|slot| slot.word & SACKED == 0)?;
        Some(self.una + index as u64)
    }

    /// Without SACK: a duplicate ACK says that something has arrived (RFC 5681, section 3.2).
    pub(in crate::tcp) fn count_duplicate(&mut self) -> bool {
        // The oldest segment, and whatever is called lost, has not.
        let missing = self.lost_out.max(1);
        let counted = self.sacked_out + missing < self.outstanding();
        self.sacked_out += u64::from(counted);
        counted
    }

    /// Without SACK: `acked` segments were acknowledged, the first of them a hole, the others
    /// counted as duplicates before. Returns how many had not been counted.
    pub(in crate::tcp) fn settle_duplicates(&mut self, acked: u64) -> u64 {
        let delivered = acked.saturating_sub(self.sacked_out).max(1);
        self.sacked_out = self.sacked_out.saturating_sub(acked.saturating_sub(1));
        let most = self.outstanding().saturating_sub(self.lost_out.max(1));
        self.sacked_out = self.sacked_out.min(most);
        delivered
    }

    /// Without SACK: forgets the duplicate ACKs.
    pub(in crate::tcp) fn clear_duplicates(&mut self) {
        self.sacked_out = 0;
    }
}

impl Slot {
    /// A first transmission.
    fn sent_once(now: Time) -> Self {
        debug_assert!(now.nanos() & FLAGS == 0, "36 years");
        Slot { word: now.nanos() }
    }

    /// When that was.
    fn first_sent(&self) -> Time {
        debug_assert!(self.flags() == 0);
        Time::from_nanos(self.word)
    }

    /// When it was sent last.
    fn sent(&self) -> Time {
        Time::from_nanos(self.word & !FLAGS)
    }

    fn set_sent(&mut self, now: Time) {
        self.word = self.flags() | now.nanos();
    }

    fn flags(&self) -> u64 {
        self.word & FLAGS
    }

    /// Its latest transmission is neither known to have arrived nor called lost.
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
    /// Counts everything anew.
    pub(in crate::tcp) fn audit(&mut self) {
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
