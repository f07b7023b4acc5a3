//! Converts the numbers of the format to quantities of the simulator.

use aqm_sim::config::{Distribution, JitterConfig};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// Returns a duration from milliseconds.
pub fn millis(ms: f64) -> Span {
    Span::from_seconds(ms / 1e3)
}

pub(crate) fn small(count: u64) -> u32 {
    // `expect` would add the code that prints the error to the page.
    let Ok(count) = u32::try_from(count) else { unreachable!("limited by the format") };
    count
}

/// Returns a bit rate from Mbit/s.
pub fn rate(mbps: f64) -> BitRate {
    BitRate::from_mbps(mbps)
}

pub(crate) fn jitter(ms: f64, distribution: Distribution) -> JitterConfig {
    JitterConfig { size: millis(ms), distribution, ..JitterConfig::default() }
}

/// Returns the time at which a group stops; without one, never.
pub(crate) fn stop(stop_s: Option<f64>) -> Time {
    stop_s.map_or(Time::NEVER, Time::from_seconds)
}
