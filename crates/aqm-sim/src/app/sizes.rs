//! Random sizes.

use crate::config::Sizes;
use crate::math;
use crate::rng::SplitMix64;

/// Returns a size in bytes. `listed` counts the sizes drawn from a list.
pub fn draw(sizes: &Sizes, rng: &mut SplitMix64, listed: &mut u32) -> u64 {
    match sizes {
        Sizes::Fixed(bytes) => *bytes,
        Sizes::List(list) => {
            let size = list.sizes()[*listed as usize % list.sizes().len()];
            *listed = listed.wrapping_add(1);
            u64::from(size)
        }
        &Sizes::Pareto { min, max, shape } => pareto(min as f64, max as f64, shape, rng.uniform()),
        &Sizes::Lognormal { median, max, sigma } => {
            let bytes = median as f64 * math::exp(sigma * rng.normal());
            math::clamp(bytes.round(), 1.0, max as f64) as u64
        }
    }
}

/// Returns the bounded Pareto number whose distribution function is `u`: the inverse of
/// F(x) = (1 - (min/x)^shape) / (1 - (min/max)^shape).
fn pareto(min: f64, max: f64, shape: f64, u: f64) -> u64 {
    let ratio = math::pow(min / max, shape);
    let bytes = min / math::pow(1.0 - u * (1.0 - ratio), 1.0 / shape);
    math::clamp(bytes.round(), min, max) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SizeList;

    const COUNT: usize = 20_000;

    fn draws(sizes: &Sizes) -> Vec<u64> {
        let (mut rng, mut listed) = (SplitMix64::new(5), 0);
        (0..COUNT).map(|_| draw(sizes, &mut rng, &mut listed)).collect()
    }

    #[test]
    fn listed_sizes_come_in_turn() {
        let sizes = Sizes::List(SizeList::new(&[10, 20, 30]));
        assert_eq!(draws(&sizes)[..5], [10, 20, 30, 10, 20]);
    }

    /// Mean of the bounded Pareto distribution: L^a / (1 - (L/H)^a) * a / (a - 1) *
    /// (1 / L^(a-1) - 1 / H^(a-1)).
    #[test]
    fn pareto_sizes_have_their_mean_and_stay_within_bounds() {
        let (low, high, a) = (1e4f64, 1e6f64, 1.2f64);
        let sizes = draws(&Sizes::Pareto { min: 10_000, max: 1_000_000, shape: a });
        assert!(sizes.iter().all(|size| (10_000..=1_000_000).contains(size)));
        let power = |x: f64, a| math::pow(x, a);
        let expected = power(low, a) / (1.0 - power(low / high, a)) * a / (a - 1.0)
            * (power(low, 1.0 - a) - power(high, 1.0 - a));
        let mean = sizes.iter().sum::<u64>() as f64 / COUNT as f64;
        assert!((mean / expected - 1.0).abs() < 0.04, "{mean} instead of {expected}");
        // The median is L / (1 - (1 - (L/H)^a) / 2)^(1/a).
        let median = low / power(1.0 - (1.0 - power(low / high, a)) / 2.0, 1.0 / a);
        let below = sizes.iter().filter(|&&size| (size as f64) < median).count();
        assert!((below as f64 / COUNT as f64 - 0.5).abs() < 0.01, "{below} below the median");
    }

    #[test]
    fn lognormal_sizes_have_their_median_and_quartiles() {
        let sizes = draws(&Sizes::Lognormal { median: 8000, max: 1_000_000_000, sigma: 1.0 });
        let share = |limit: f64| {
            sizes.iter().filter(|&&size| (size as f64) < limit).count() as f64 / COUNT as f64
        };
        assert!((share(8000.0) - 0.5).abs() < 0.01);
        // The upper quartile of a normal number is 0.6745.
        assert!((share(8000.0 * 1.963) - 0.75).abs() < 0.01);
        let capped = draws(&Sizes::Lognormal { median: 8000, max: 9000, sigma: 1.0 });
        assert_eq!(capped.iter().max(), Some(&9000));
    }
}
