//! Losses and random delays of the packets that leave a bottleneck.

use crate::buffer::Limit;
use crate::config::{Distribution, JitterConfig, MAX_DEVIATIONS, NoiseConfig};
use crate::metrics::Recorder;
use crate::rng::SplitMix64;
use crate::time::{Span, Time};

/// The noise behind one bottleneck, with a random stream for losses and one for delays.
#[derive(Clone, Debug)]
pub struct Noise {
    pub config: NoiseConfig,
    losses: SplitMix64,
    delays: SplitMix64,
    /// Counts the packets that left the bottleneck, and of these the lost ones as drops.
    pub recorder: Recorder,
}

impl Noise {
    /// Creates the noise behind bottleneck number `direction`. Its statistics start like those of
    /// the queue's recorder.
    pub fn new(config: NoiseConfig, seed: u64, direction: u64, warmup: Time, now: Time) -> Self {
        Noise {
            config,
            losses: SplitMix64::stream(seed, "link loss", direction),
            delays: SplitMix64::stream(seed, "link jitter", direction),
            recorder: Recorder::beside(warmup, Limit::NONE, now),
        }
    }

    /// Returns whether a packet of `bytes` that leaves the bottleneck now is lost.
    pub fn loses(&mut self, bytes: u32, now: Time) -> bool {
        let is_lost = self.config.loss > 0.0 && self.losses.uniform() < self.config.loss;
        if is_lost {
            self.recorder.offered(now, bytes, 1);
            self.recorder.dropped(now, bytes, false);
        } else {
            self.recorder.passed();
        }
        is_lost
    }

    /// Returns the extra delay of the next packet in s. It can be negative.
    pub fn delay(&mut self) -> f64 {
        draw(&self.config.jitter, &mut self.delays)
    }
}

/// Returns a random delay in s. Without jitter it is zero, and draws nothing.
pub fn draw(jitter: &JitterConfig, rng: &mut SplitMix64) -> f64 {
    if jitter.size == Span::ZERO {
        return 0.0;
    }
    let size = jitter.size.seconds();
    match jitter.distribution {
        Distribution::Uniform => size * rng.uniform(),
        Distribution::Normal => size * rng.normal().clamp(-MAX_DEVIATIONS, MAX_DEVIATIONS),
    }
}

/// Returns `delay` plus `extra` s, at least zero.
pub fn extended(delay: Span, extra: f64) -> Span {
    if extra == 0.0 {
        // Without jitter there is nothing to round.
        delay
    } else if extra < 0.0 {
        delay.saturating_sub(Span::from_seconds(-extra))
    } else {
        delay + Span::from_seconds(extra)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delays_ms(distribution: Distribution) -> Vec<f64> {
        let jitter =
            JitterConfig { size: Span::from_millis(10), distribution, ..JitterConfig::default() };
        let mut rng = SplitMix64::new(3);
        (0..100_000).map(|_| draw(&jitter, &mut rng) * 1e3).collect()
    }

    fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
        let count = values.len() as f64;
        values.sum::<f64>() / count
    }

    #[test]
    fn jitter_has_the_chosen_distribution() {
        let uniform = delays_ms(Distribution::Uniform);
        assert!(uniform.iter().all(|delay| (0.0..10.0).contains(delay)));
        assert!((mean(uniform.iter().copied()) - 5.0).abs() < 0.05);
        let normal = delays_ms(Distribution::Normal);
        let average = mean(normal.iter().copied());
        let deviation = mean(normal.iter().map(|delay| delay * delay)).sqrt();
        assert!(average.abs() < 0.1, "mean {average} ms");
        assert!((deviation - 10.0).abs() < 0.1, "standard deviation {deviation} ms");
        // A normal variable is within one, two and three deviations with these probabilities.
        for (deviations, expected) in [(1.0, 0.6827), (2.0, 0.9545), (3.0, 0.9973)] {
            let within = normal.iter().filter(|delay| delay.abs() < deviations * 10.0).count();
            let share = within as f64 / normal.len() as f64;
            assert!((share - expected).abs() < 0.005, "{share} within {deviations}");
        }
        assert!(normal.iter().all(|delay| delay.abs() <= 40.0));
    }

    #[test]
    fn a_delay_never_becomes_negative() {
        let delay = Span::from_millis(5);
        assert_eq!(extended(delay, 0.002), Span::from_millis(7));
        assert_eq!(extended(delay, -0.002), Span::from_millis(3));
        assert_eq!(extended(delay, -0.020), Span::ZERO);
    }
}
