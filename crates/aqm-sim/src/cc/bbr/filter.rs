//! The windowed maximum of BBR's bandwidth samples.

/// Length of the window in round trips.
const WINDOW: u32 = 10;

/// The largest of the samples of the last ten round trips. Keeps the best three, oldest first.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MaxFilter {
    best: [(u32, u64); 3],
}

impl MaxFilter {
    /// Returns the maximum.
    pub fn max(&self) -> u64 {
        self.best[0].1
    }

    /// Adds a sample of round trip number `round`.
    pub fn add(&mut self, round: u32, value: u64) {
        let sample = (round, value);
        let age = |kept: (u32, u64)| round.wrapping_sub(kept.0);
        let [first, second, third] = &mut self.best;
        if value >= first.1 || age(*third) > WINDOW {
            self.best = [sample; 3];
            return;
        }
        if value >= second.1 {
            *second = sample;
            *third = sample;
        } else if value >= third.1 {
            *third = sample;
        }
        if age(*first) > WINDOW {
            (*first, *second, *third) = (*second, *third, sample);
            if age(*first) > WINDOW {
                (*first, *second) = (*second, *third);
            }
        } else if second.0 == first.0 && age(*first) > WINDOW / 4 {
            // A quarter of the window passed without a better second: it must be from later.
            *second = sample;
            *third = sample;
        } else if third.0 == second.0 && age(*first) > WINDOW / 2 {
            *third = sample;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maximum_lasts_for_ten_round_trips() {
        let mut filter = MaxFilter::default();
        filter.add(0, 100);
        for round in 1..=10 {
            filter.add(round, 60);
            assert_eq!(filter.max(), 100);
        }
        filter.add(11, 60);
        assert_eq!(filter.max(), 60);
    }

    #[test]
    fn a_larger_sample_replaces_the_maximum_at_once() {
        let mut filter = MaxFilter::default();
        filter.add(0, 100);
        filter.add(3, 130);
        assert_eq!(filter.max(), 130);
    }
}
