//! A set of segment numbers as sorted ranges: what a receiver holds out of order, and what a
//! sender knows of it.

use crate::packet::SackBlock;

/// Disjoint ranges in rising order, never adjacent.
#[derive(Clone, Debug, Default)]
pub(super) struct RangeSet {
    /// A handful, mostly: moving them up costs less than a ring would.
    ranges: Vec<SackBlock>,
}

impl RangeSet {
    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.ranges.clear();
    }

    /// The lowest range.
    pub(super) fn first(&self) -> Option<SackBlock> {
        self.ranges.first().copied()
    }

    /// One past the highest number.
    pub(super) fn end(&self) -> Option<u64> {
        self.ranges.last().map(|range| range.end)
    }

    /// The range that holds `seq`.
    #[inline]
    pub(super) fn find(&self, seq: u64) -> Option<SackBlock> {
        // Nearly always.
        if self.ranges.is_empty() {
            return None;
        }
        self.search(seq)
    }

    fn search(&self, seq: u64) -> Option<SackBlock> {
        // What is asked for is mostly new.
        let range = *self.ranges.iter().rev().find(|range| range.start <= seq)?;
        (seq < range.end).then_some(range)
    }

    /// Adds `seq`. Returns the range that it is in now; `None` if it was there before.
    pub(super) fn add(&mut self, seq: u64) -> Option<SackBlock> {
        match self.ranges.last_mut() {
            // What arrives mostly follows what arrived last.
            Some(last) if seq == last.end => {
                last.end += 1;
                Some(*last)
            }
            Some(last) if seq < last.end => self.add_below(seq),
            _ => {
                let block = SackBlock { start: seq, end: seq + 1 };
                self.ranges.push(block);
                Some(block)
            }
        }
    }

    fn add_below(&mut self, seq: u64) -> Option<SackBlock> {
        match self.search(seq) {
            Some(_) => None,
            None => Some(self.insert(SackBlock { start: seq, end: seq + 1 })),
        }
    }

    /// Adds `block`, joining what it touches. Returns the range that it is in now.
    pub(super) fn insert(&mut self, block: SackBlock) -> SackBlock {
        debug_assert!(block.start < block.end);
        // What arrives mostly follows what arrived last.
        match self.ranges.last_mut() {
            Some(last) if block.start < last.start => self.insert_below(block),
            Some(last) if block.start <= last.end => {
                last.end = last.end.max(block.end);
                *last
            }
            _ => {
                self.ranges.push(block);
                block
            }
        }
    }

    fn insert_below(&mut self, block: SackBlock) -> SackBlock {
        let first = self.ranges.partition_point(|range| range.end < block.start);
        let behind = self.ranges.partition_point(|range| range.start <= block.end);
        if first == behind {
            self.ranges.insert(first, block);
            return block;
        }
        let joined = SackBlock {
            start: self.ranges[first].start.min(block.start),
            end: self.ranges[behind - 1].end.max(block.end),
        };
        self.ranges[first] = joined;
        if behind - first > 1 {
            self.ranges.drain(first + 1..behind);
        }
        joined
    }

    /// Forgets everything below `seq`.
    #[inline]
    pub(super) fn remove_below(&mut self, seq: u64) {
        if self.ranges.first().is_some_and(|range| range.start < seq) {
            let gone = self.ranges.iter().take_while(|range| range.end <= seq).count();
            self.ranges.drain(..gone);
            if let Some(range) = self.ranges.first_mut() {
                range.start = range.start.max(seq);
            }
        }
    }

    /// The first part of `block` that is not in the set.
    pub(super) fn first_gap(&self, block: SackBlock) -> Option<SackBlock> {
        let mut gap = block;
        let Some(last) = self.ranges.last() else { return Some(gap) };
        if block.start >= last.start {
            gap.start = gap.start.max(last.end);
            return (gap.start < gap.end).then_some(gap);
        }
        let next = self.ranges.partition_point(|range| range.end <= block.start);
        if let Some(range) = self.ranges.get(next) {
            if range.start <= gap.start {
                gap.start = range.end;
                if let Some(range) = self.ranges.get(next + 1) {
                    gap.end = gap.end.min(range.start);
                }
            } else {
                gap.end = gap.end.min(range.start);
            }
        }
        (gap.start < gap.end).then_some(gap)
    }

    /// The `n`-th highest number of the set, counted from 1.
    pub(super) fn nth_highest(&self, n: u64) -> Option<u64> {
        let mut left = n;
        for range in self.ranges.iter().rev() {
            let length = range.end - range.start;
            if length >= left {
                return Some(range.end - left);
            }
            left -= length;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(start: u64, end: u64) -> SackBlock {
        SackBlock { start, end }
    }

    fn set(blocks: &[(u64, u64)]) -> RangeSet {
        let mut set = RangeSet::default();
        for &(start, end) in blocks {
            set.insert(block(start, end));
        }
        set
    }

    #[test]
    fn neighbours_join() {
        let joined = set(&[(1, 3), (7, 9), (5, 6), (3, 5)]);
        assert_eq!(joined.ranges, [block(1, 6), block(7, 9)]);
        assert_eq!(joined.find(5), Some(block(1, 6)));
        assert_eq!(joined.find(6), None);
    }

    #[test]
    fn the_third_highest_may_lie_in_a_lower_range() {
        let ranges = set(&[(1, 4), (10, 12)]);
        let found: Vec<_> = (1..=6).map(|n| ranges.nth_highest(n)).collect();
        assert_eq!(found, [Some(11), Some(10), Some(3), Some(2), Some(1), None]);
    }

    proptest! {
        #[test]
        fn behaves_like_a_set_of_numbers(
            inserts in prop::collection::vec((0u64..60, 1u64..8), 1..40),
            floor in 0u64..60,
            (from, length) in (0u64..60, 1u64..20),
        ) {
            let mut model = [false; 80];
            let mut ranges = RangeSet::default();
            for (start, length) in inserts {
                ranges.insert(block(start, start + length));
                model[start as usize..(start + length) as usize].fill(true);
            }
            ranges.remove_below(floor);
            model[..floor as usize].fill(false);
            for seq in 0..80 {
                prop_assert_eq!(ranges.find(seq).is_some(), model[seq as usize]);
            }
            for pair in ranges.ranges.iter().zip(ranges.ranges.iter().skip(1)) {
                prop_assert!(pair.0.end < pair.1.start);
            }
            let asked = from..from + length;
            let gap_start = asked.clone().find(|&seq| !model[seq as usize]);
            let gap_end = gap_start.map(|start| {
                (start..from + length).find(|&s| model[s as usize]).unwrap_or(from + length)
            });
            let expected = gap_start.zip(gap_end).map(|(start, end)| block(start, end));
            prop_assert_eq!(ranges.first_gap(block(from, from + length)), expected);
        }
    }
}
