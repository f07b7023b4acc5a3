//! The link's schedule and random delays of the reference engine.

use super::{Class, Entry, PER_BYTE, Reference, What};
use aqm_sim::config::{Distribution, JitterConfig, NoiseConfig};
use aqm_sim::rng::SplitMix64;
use aqm_sim::schedule::RateSchedule;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// Returns a random delay in s. Without jitter it draws nothing.
pub(super) fn draw(jitter: &JitterConfig, rng: &mut SplitMix64) -> f64 {
    let size = jitter.size.seconds();
    match jitter.distribution {
        _ if jitter.size == Span::ZERO => 0.0,
        Distribution::Uniform => size * rng.uniform(),
        Distribution::Normal => size * rng.normal().clamp(-4.0, 4.0),
    }
}

/// Returns whether a packet is lost, and its extra delay in s, from streams of losses and delays.
pub(super) fn disturb(noise: &NoiseConfig, [losses, delays]: &mut [SplitMix64; 2]) -> (bool, f64) {
    let lost = noise.loss > 0.0 && losses.uniform() < noise.loss;
    (lost, if lost { 0.0 } else { draw(&noise.jitter, delays) })
}

/// Returns the first step of the schedule after `last`, found by trying all steps of a few rounds.
fn next_step(schedule: &RateSchedule, last: Option<Time>) -> Option<(Time, BitRate)> {
    let period = schedule.period();
    let round = period.map_or(0, |period| last.unwrap_or_default().nanos() / period.nanos());
    let starts = match period {
        Some(period) => vec![period * round, period * (round + 1)],
        None => vec![Span::ZERO],
    };
    let steps = starts.into_iter().flat_map(|start| {
        schedule.steps().iter().map(move |step| (Time::ZERO + start + step.at, step.rate))
    });
    steps.filter(|&(at, _)| last.is_none_or(|last| at > last)).min()
}

impl Reference {
    pub(super) fn plan_rate(&mut self) {
        if let Some((schedule, last)) = &self.schedule
            && let Some((at, _)) = next_step(schedule, *last)
        {
            self.plan(at, Class::Rate, 0, What::Nothing);
        }
    }

    pub(super) fn follow_schedule(&mut self) {
        let Some((schedule, last)) = &mut self.schedule else { return };
        let (at, rate) = next_step(schedule, *last).expect("a step is due");
        *last = Some(at);
        self.count_tokens();
        self.rate = rate;
        self.log(Entry::Capacity { rate });
        if self.wire.is_some() {
            self.log(Entry::Continued { rate });
        }
        self.plan_rate();
    }

    /// Adds the tokens that have come at the present rate.
    pub(super) fn count_tokens(&mut self) {
        let (tokens, until) = self.tokens;
        let size = u128::from(self.config.link.token_bucket) * PER_BYTE;
        let gained =
            u128::from(self.rate.bps()) * u128::from(self.now.saturating_since(until).nanos());
        self.tokens = ((tokens + gained).min(size), until.max(self.now));
    }

    /// Returns the end of a transmission of `work` bits times nanoseconds per second that starts now: the schedule as planned is
    /// followed to the last bit, even if a change ends it before.
    pub(super) fn end_of(&self, mut work: u128) -> Time {
        if work == 0 {
            return self.now;
        }
        let (mut now, mut rate) = (self.now, self.rate);
        let mut last = self.schedule.as_ref().and_then(|&(_, last)| last);
        loop {
            let next = self.schedule.as_ref().and_then(|(schedule, _)| next_step(schedule, last));
            let (until, next_rate) = next.unwrap_or((Time::NEVER, rate));
            let can_send = u128::from(rate.bps()) * u128::from((until - now).nanos());
            if work <= can_send {
                return now + Span::from_nanos((work / u128::from(rate.bps())) as u64);
            }
            work -= can_send;
            (now, rate, last) = (until, next_rate, Some(until));
        }
    }
}
