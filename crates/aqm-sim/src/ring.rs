//! A queue in a ring whose size is a power of two. Indices are masked instead of compared, which is faster;
//! every packet and every ACK passes such a ring.

use std::fmt;
use std::ops::{Index, IndexMut, Range};

/// The smallest buffer that is not empty.
const LEAST: usize = 16;

/// A first-in first-out queue with access by position.
pub struct Ring<T> {
    /// Its length is 0 or a power of two.
    buffer: Vec<T>,
    head: usize,
    len: usize,
}

impl<T: Clone> Clone for Ring<T> {
    /// Copies only the elements. The buffer keeps the length of its longest queue, so copying the buffer would
    /// make all later snapshots large.
    // Not inlined, because a simulation has a dozen types of rings.
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
    /// Prints the elements, independent of their position in the buffer.
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
    /// Compares the elements, independent of their position in the buffer.
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Copy + Default> Ring<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub fn push_back(&mut self, value: T) {
        self.push_all(1, |_| value);
    }

    /// Appends `value(0)`, `value(1)`, ... `value(count - 1)`. `count` is not 0, and mostly 1 or 2.
    /// `value` should own its captures: references would keep them in memory for the rare loop.
    #[inline(always)]
    pub fn push_all(&mut self, count: usize, value: impl Fn(usize) -> T + Copy) {
        debug_assert!(count > 0);
        let end = self.len + count;
        // One place stays free, so the buffer is never empty and a masked index needs no check.
        while end >= self.buffer.len() {
            self.grow();
        }
        // A slice, because a write to an element cannot change its length.
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

    /// Writes `value(index)` for each of `indices`, counted from `start`.
    #[inline(never)]
    fn fill(buffer: &mut [T], start: usize, indices: Range<usize>, value: impl Fn(usize) -> T) {
        let mask = buffer.len().wrapping_sub(1);
        for index in indices {
            buffer[(start + index) & mask] = value(index);
        }
    }

    pub fn pop_front(&mut self) -> Option<T> {
        let front = *self.front()?;
        self.head = self.position(1);
        self.len -= 1;
        Some(front)
    }

    /// Removes the last element.
    pub fn pop_back(&mut self) -> Option<T> {
        let back = *self.get(self.len.checked_sub(1)?)?;
        self.len -= 1;
        Some(back)
    }

    /// Removes the element at `index`. The shorter part beside it moves by one place.
    pub fn remove(&mut self, index: usize) -> Option<T> {
        let removed = *self.get(index)?;
        if index < self.len / 2 {
            for to in (1..=index).rev() {
                self[to] = self[to - 1];
            }
            self.head = self.position(1);
        } else {
            for to in index..self.len - 1 {
                self[to] = self[to + 1];
            }
        }
        self.len -= 1;
        Some(removed)
    }

    /// Removes `count` elements from the front; the ring must have that many.
    pub fn drop_front(&mut self, count: usize) {
        debug_assert!(count <= self.len);
        self.head = self.position(count);
        self.len -= count;
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn front(&self) -> Option<&T> {
        // The head needs no mask.
        if self.len > 0 { self.buffer.get(self.head) } else { None }
    }

    /// Returns the front; the ring must not be empty.
    #[inline(always)]
    pub fn first(&self) -> &T {
        debug_assert!(self.len > 0);
        &self.buffer[self.head]
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        if index < self.len { self.buffer.get(self.position(index)) } else { None }
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (0..self.len).map(|index| &self[index])
    }

    pub fn for_each_mut(&mut self, mut change: impl FnMut(&mut T)) {
        for index in 0..self.len {
            change(&mut self[index]);
        }
    }

    /// Returns the number of elements that satisfy `is_first`. They must all be at the front.
    pub fn partition_point(&self, is_first: impl Fn(&T) -> bool) -> usize {
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

    /// Replaces the contents by `values`, sorted by `key`. Keys must be unique.
    pub fn refill_sorted<K: Ord>(
        &mut self,
        values: impl Iterator<Item = T>,
        key: impl Fn(&T) -> K,
    ) {
        // Starts at the beginning of the buffer, so that the elements are contiguous.
        (self.head, self.len) = (0, 0);
        values.for_each(|value| self.push_back(value));
        crate::sort::sort_by_key(&mut self.buffer[..self.len], key);
    }

    fn position(&self, index: usize) -> usize {
        (self.head + index) & self.buffer.len().wrapping_sub(1)
    }

    /// Doubles the buffer by appending a copy of itself. Elements that had wrapped round are then in their
    /// right places. Copying the whole buffer needs the least code, and each element type has its own copy of
    /// this function.
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
                // A copy continues like the original.
                if step % 2 == 0 {
                    ring = copy;
                }
                let index = pops * step;
                prop_assert_eq!(ring.remove(index), model.remove(index));
                if pops == 0 {
                    prop_assert_eq!(ring.pop_back(), model.pop_back());
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
