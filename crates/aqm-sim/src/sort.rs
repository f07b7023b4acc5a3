//! A small sort for lists that are mostly in order already.
//!
//! The standard library's sorts add 3 to 5 kB of code for each element type, and the page loads this
//! code.

/// Insertion steps per element before the sort switches to a heapsort.
const STEPS: usize = 8;

/// Sorts by `key`. The sort is not stable, so keys should be unique.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let mut steps = STEPS * list.len();
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            if steps == 0 {
                return heapsort(list, &key);
            }
            list.swap(at, at - 1);
            at -= 1;
            steps -= 1;
        }
    }
}

#[cold]
fn heapsort<T, K: Ord>(list: &mut [T], key: &impl Fn(&T) -> K) {
    for root in (0..list.len() / 2).rev() {
        sift_down(list, root, key);
    }
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sift_down(&mut list[..end], 0, key);
    }
}

/// Restores the heap at `root`; both branches must be heaps already.
#[inline(never)]
fn sift_down<T, K: Ord>(heap: &mut [T], mut root: usize, key: &impl Fn(&T) -> K) {
    loop {
        let mut child = 2 * root + 1;
        if child + 1 < heap.len() && key(&heap[child]) < key(&heap[child + 1]) {
            child += 1;
        }
        if child >= heap.len() || key(&heap[child]) <= key(&heap[root]) {
            return;
        }
        heap.swap(root, child);
        root = child;
    }
}

#[cfg(test)]
mod tests {
    use super::sort_by_key;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sorts_like_the_standard_library(mut list in prop::collection::vec(any::<u16>(), 0..200)) {
            let mut expected = list.clone();
            expected.sort_unstable();
            sort_by_key(&mut list, |&value| value);
            prop_assert_eq!(list, expected);
        }
    }
}
