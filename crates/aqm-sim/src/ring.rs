//! A queue in a ring whose size is a power of two: an index is masked instead of compared, which
//! counts where every packet and every acknowledgement passes.

use std::fmt;
use std::ops::{Index, IndexMut, Range};

/// The smallest buffer that is not empty.
const LEAST: usize = 16;

/// First in, first out, with access by position.
pub(crate) struct Ring<T> {
    /// Empty, or as long as a power of two.
    buffer: Vec<T>,
    head: usize,
    len: usize,
}

impl<T: Clone> Clone for Ring<T> {
    /// Copies the elements alone. A buffer keeps the length of its longest queue, so copies of it would
    /// make snapshots large for the rest of the run.
    // Not inlined: a simulation has a dozen kinds of rings.
    #[inline(never)]
    fn clone(&self) -> Self {
        let mut buffer = Vec::new();
        if let Some(front) = self.buffer.get(self.head).filter(|_| self.len > 0) {
            let size = (self.len + 1).next_power_of_two().max(LEAST);
            buffer.reserve_exact(size);
            let end = (self.head + self.len).min(self.buffer.len());
            buffer.extend_from_slice(&self.buffer[self.head..end]);
            buffer.extend_from_slice(&self.buffer[..self.head + self.len - end]);
            buffer.resize(size, front.clone());
        }
        Ring { buffer, head: 0, len: self.len }
    }
}

impl<T: fmt::Debug> fmt::Debug for Ring<T> {
    /// Prints the elements, wherever they lie.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mask = self.buffer.len().wrapping_sub(1);
        let indices = self.head..self.head + self.len;
        f.debug_list().entries(indices.map(|index| &self.buffer[index & mask])).finish()
    }
}

impl<T> Default for Ring<T> {
    fn default() -> Self {
        Ring { buffer: Vec::new(), head: 0, len: 0 }
    }
}

impl<T: Copy + Default + PartialEq> PartialEq for Ring<T> {
    /// The same elements, wherever they lie.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Copy + Default> Ring<T> {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(crate) fn push_back(&mut self, value: T) {
        self.push_all(1, |_| value);
    }

    /// Appends what `value` returns for 0, 1, ... `count` - 1. `count` is not 0, and mostly 1 or 2.
    /// What `value` knows should be its own: references would keep it in memory for the rare loop.
    #[inline(always)]
    pub(crate) fn push_all(&mut self, count: usize, value: impl Fn(usize) -> T + Copy) {
        debug_assert!(count > 0);
        let end = self.len + count;
        // One place stays free. So there is one at all, and a masked index needs no check.
        while end >= self.buffer.len() {
            self.grow();
        }
        // As a slice, whose length no write to what it holds can change.
        let buffer = self.buffer.as_mut_slice();
        let start = self.head + self.len;
        self.len = end;
        let mask = buffer.len() - 1;
        buffer[start & mask] = value(0);
        if count > 1 {
            buffer[(start + 1) & mask] = value(1);
            if count > 2 {
                Self::fill(buffer, start, 2..count, value);
            }
        }
    }

    /// Writes what `value` returns for each of `indices`, counted from `start` on.
    #[inline(never)]
    fn fill(buffer: &mut [T], start: usize, indices: Range<usize>, value: impl Fn(usize) -> T) {
        let mask = buffer.len().wrapping_sub(1);
        for index in indices {
            buffer[(start + index) & mask] = value(index);
        }
    }

    pub(crate) fn pop_front(&mut self) -> Option<T> {
        let front = *self.front()?;
        self.head = self.position(1);
        self.len -= 1;
        Some(front)
    }

    /// Takes `count` elements off the front, which has that many.
    pub(crate) fn drop_front(&mut self, count: usize) {
        debug_assert!(count <= self.len);
        self.head = self.position(count);
        self.len -= count;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub(crate) fn front(&self) -> Option<&T> {
        // The head needs no mask.
        if self.len > 0 { self.buffer.get(self.head) } else { None }
    }

    /// The front of a ring that is not empty.
    #[inline(always)]
    pub(crate) fn first(&self) -> &T {
        debug_assert!(self.len > 0);
        &self.buffer[self.head]
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { self.buffer.get(self.position(index)) } else { None }
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (0..self.len).map(|index| &self[index])
    }

    pub(crate) fn for_each_mut(&mut self, mut change: impl FnMut(&mut T)) {
        for index in 0..self.len {
            change(&mut self[index]);
        }
    }

    /// How many elements at the front satisfy `is_first`, which none does behind one that does not.
    pub(crate) fn partition_point(&self, is_first: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_first(&self[middle]) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// Holds `values` from now on, sorted by `key`, which must be unique.
    pub(crate) fn refill_sorted<K: Ord>(
        &mut self,
        values: impl Iterator<Item = T>,
        key: impl Fn(&T) -> K,
    ) {
        // From the start of the buffer on, so that they lie there in one piece.
        (self.head, self.len) = (0, 0);
        values.for_each(|value| self.push_back(value));
        crate::sort::sort_by_key(&mut self.buffer[..self.len], key);
    }

    fn position(&self, index: usize) -> usize {
        (self.head + index) & self.buffer.len().wrapping_sub(1)
    }

    /// Appends to the buffer what it holds: there, what had gone round its end is where it belongs.
    /// Copying all of it is the least code, of which each type of element has its own.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        if self.buffer.is_empty() {
            self.buffer.push(T::default());
        }
        loop {
            self.buffer.extend_from_within(..);
            if self.buffer.len() >= LEAST {
                return;
            }
        }
    }
}

impl<T: Copy + Default> Index<usize> for Ring<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        debug_assert!(index < self.len);
        &self.buffer[self.position(index)]
    }
}

impl<T: Copy + Default> IndexMut<usize> for Ring<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        debug_assert!(index < self.len);
        let position = self.position(index);
        &mut self.buffer[position]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn behaves_like_the_standard_queue(pushes in prop::collection::vec(0usize..9, 1..60)) {
            let mut ring = Ring::default();
            let mut model = VecDeque::new();
            for (step, &pops) in pushes.iter().enumerate() {
                for value in step * 10..step * 10 + 5 {
                    ring.push_back(value);
                    model.push_back(value);
                }
                for _ in 0..pops {
                    prop_assert_eq!(ring.pop_front(), model.pop_front());
                }
                prop_assert!(ring.iter().eq(model.iter()));
                prop_assert_eq!(ring.get(model.len()), None);
                let copy = ring.clone();
                prop_assert!(copy == ring && copy.buffer.len() <= ring.buffer.len());
                prop_assert_eq!(format!("{copy:?}"), format!("{model:?}"));
                // A copy goes on like the original.
                if step % 2 == 0 {
                    ring = copy;
                }
                let limit = step * 10 - 3 * step;
                prop_assert_eq!(
                    ring.partition_point(|&value| value < limit),
                    model.partition_point(|&value| value < limit)
                );
            }
        }
    }
}
