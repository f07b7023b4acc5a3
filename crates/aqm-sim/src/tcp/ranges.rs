//! A set of segment numbers as sorted ranges. A receiver stores the segments that it holds out of
//! order; a sender stores the SACKed ones.

use crate::packet::SackBlock;

/// Disjoint ranges, never adjacent, highest first. The lowest range is at the end, where removal is
/// cheap. Removing it is more frequent than adding a new range.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RangeSet {
    /// Most sets have fewer than ten ranges. Moving them costs less than a ring buffer would.
    ranges: Vec<SackBlock>,
}

impl RangeSet {
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// Removes and returns the lowest range, if it starts at `seq`.
    pub fn take_first(&mut self, seq: u64) -> Option<SackBlock> {
        self.ranges.pop_if(|range| range.start == seq)
    }

    /// Returns one past the highest number.
    pub fn end(&self) -> Option<u64> {
        self.ranges.first().map(|range| range.end)
    }

    /// Returns the range that contains `seq`.
    pub fn find(&self, seq: u64) -> Option<SackBlock> {
        self.at_or_below(seq).filter(|range| seq < range.end)
    }

    /// Returns the highest range that does not start above `seq`. Most queries are for new data,
    /// whose range is one of the first.
    pub fn at_or_below(&self, seq: u64) -> Option<SackBlock> {
        // A loop, because `find` takes nearly twice the instructions.
        for range in &self.ranges {
            if range.start <= seq {
                return Some(*range);
            }
        }
        None
    }

    /// Adds `block` if it only extends the highest range, as most arrivals do. Returns the new
    /// part.
    pub fn lengthen(&mut self, block: SackBlock) -> Option<SackBlock> {
        let highest = self.ranges.first_mut()?;
        if block.start < highest.start || block.start > highest.end || block.end <= highest.end {
            return None;
        }
        let start = std::mem::replace(&mut highest.end, block.end);
        Some(SackBlock { start, end: block.end })
    }

    /// Returns the highest range.
    pub fn highest(&self) -> Option<SackBlock> {
        self.ranges.first().copied()
    }

    /// Adds the number above the highest range.
    pub fn add_above(&mut self) {
        if let Some(highest) = self.ranges.first_mut() {
            highest.end += 1;
        }
    }

    /// Adds `seq`. Returns its range, or `None` if the set already contained it.
    pub fn add(&mut self, seq: u64) -> Option<SackBlock> {
        match self.ranges.first_mut() {
            // Most arrivals directly follow the previous one.
            Some(highest) if seq == highest.end => {
                highest.end += 1;
                Some(*highest)
            }
            _ => self.add_elsewhere(seq),
        }
    }

    fn add_elsewhere(&mut self, seq: u64) -> Option<SackBlock> {
        match self.find(seq) {
            Some(_) => None,
            None => Some(self.insert(SackBlock { start: seq, end: seq + 1 })),
        }
    }

    /// Adds `block` and joins ranges that it touches. Returns its range.
    pub fn insert(&mut self, block: SackBlock) -> SackBlock {
        debug_assert!(block.start < block.end);
        let first = self.ranges.partition_point(|range| range.start > block.end);
        let touched = self.ranges[first..].iter().take_while(|range| range.end >= block.start);
        match touched.count() {
            0 => {
                self.ranges.insert(first, block);
                block
            }
            count => {
                let joined = SackBlock {
                    start: self.ranges[first + count - 1].start.min(block.start),
                    end: self.ranges[first].end.max(block.end),
                };
                self.ranges[first] = joined;
                if count > 1 {
                    self.ranges.drain(first + 1..first + count);
                }
                joined
            }
        }
    }

    /// Removes all numbers below `seq`.
    pub fn remove_below(&mut self, seq: u64) {
        while let Some(lowest) = self.ranges.last_mut() {
            if lowest.start >= seq {
                return;
            }
            if lowest.end > seq {
                lowest.start = seq;
                return;
            }
            self.ranges.pop();
        }
    }

    /// Returns the first part of `block` that is not in the set.
    pub fn first_gap(&self, block: SackBlock) -> Option<SackBlock> {
        let mut gap = block;
        // The lowest range that ends above the start, and the next higher range.
        let above = self.ranges.partition_point(|range| range.end > block.start);
        let mut ranges = self.ranges[..above].iter().rev().peekable();
        if let Some(range) = ranges.next_if(|range| range.start <= block.start) {
            gap.start = range.end;
        }
        if let Some(range) = ranges.peek() {
            gap.end = gap.end.min(range.start);
        }
        (gap.start < gap.end).then_some(gap)
    }

    /// Returns the `n`-th highest number of the set, counted from 1.
    pub fn nth_highest(&self, n: u64) -> Option<u64> {
        let mut left = n;
        for range in &self.ranges {
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
    fn adjacent_ranges_join() {
        let joined = set(&[(1, 3), (7, 9), (5, 6), (3, 5)]);
        assert_eq!(joined.ranges, [block(7, 9), block(1, 6)]);
        assert_eq!(joined.find(5), Some(block(1, 6)));
        assert_eq!(joined.find(6), None);
    }

    #[test]
    fn the_third_highest_may_be_in_a_lower_range() {
        let ranges = set(&[(1, 4), (10, 12)]);
        let found: Vec<_> = (1..=6).map(|n| ranges.nth_highest(n)).collect();
        assert_eq!(found, [Some(11), Some(10), Some(3), Some(2), Some(1), None]);
    }

    proptest! {
        #[test]
        fn equals_a_set_of_numbers(
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
                prop_assert!(pair.1.end < pair.0.start);
            }
            let wanted = from..from + length;
            let gap_start = wanted.clone().find(|&seq| !model[seq as usize]);
            let gap_end = gap_start.map(|start| {
                (start..from + length).find(|&s| model[s as usize]).unwrap_or(from + length)
            });
            let expected = gap_start.zip(gap_end).map(|(start, end)| block(start, end));
            prop_assert_eq!(ranges.first_gap(block(from, from + length)), expected);
        }
    }
}
