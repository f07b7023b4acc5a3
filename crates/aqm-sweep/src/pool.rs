//! Distributes work over threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

/// Calls `work` for each of `items` on `threads` threads, the heaviest first, so that the threads end at
/// about the same time. Calls `progress` with the completed share of the weight, 0..1. Returns the
/// results in the order of `items`.
pub fn run<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    weight: impl Fn(&T) -> f64 + Sync,
    work: impl Fn(&T) -> R + Sync,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<R> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|&a, &b| weight(&items[b]).total_cmp(&weight(&items[a])).then(a.cmp(&b)));
    let total: f64 = items.iter().map(&weight).sum();
    let next = AtomicUsize::new(0);
    let mut results: Vec<Option<R>> = Vec::new();
    results.resize_with(items.len(), || None);
    let state = Mutex::new((0.0, results));
    let take = || {
        while let Some(&index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(&items[index]);
            let mut state = state.lock().expect("no thread panics while it holds this");
            state.0 += weight(&items[index]);
            state.1[index] = Some(result);
            progress(state.0 / total);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len()) {
            // If the machine has no more threads, the existing ones do the work.
            if Builder::new().spawn_scoped(scope, take).is_err() {
                break;
            }
        }
        // The current thread works too.
        take();
    });
    let results = state.into_inner().expect("all threads have ended well").1;
    results.into_iter().map(|result| result.expect("all work is done")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: [f64; 5] = [1.0, 8.0, 2.0, 4.0, 2.0];

    #[test]
    fn results_are_in_order_and_do_not_depend_on_the_number_of_threads() {
        for threads in [0, 1, 3, 9] {
            let results = run(&ITEMS, threads, |&item| item, |&item| item * 2.0, &|_| {});
            assert_eq!(results, [2.0, 16.0, 4.0, 8.0, 4.0]);
        }
        assert!(run(&[], 2, |&(): &()| 1.0, |()| 0, &|_| {}).is_empty());
    }

    #[test]
    fn the_heaviest_goes_first() {
        let begun = Mutex::new(Vec::new());
        run(&ITEMS, 1, |&item| item, |&item| begun.lock().unwrap().push(item), &|_| {});
        assert_eq!(begun.into_inner().unwrap(), [8.0, 4.0, 2.0, 2.0, 1.0]);
    }

    #[test]
    fn progress_ends_at_one() {
        let shares = Mutex::new(Vec::new());
        run(&ITEMS, 2, |&item| item, |_| (), &|share| shares.lock().unwrap().push(share));
        let shares = shares.into_inner().unwrap();
        assert_eq!(shares.len(), 5);
        assert!(shares.is_sorted() && (shares[4] - 1.0).abs() < 1e-9, "{shares:?}");
    }
}
