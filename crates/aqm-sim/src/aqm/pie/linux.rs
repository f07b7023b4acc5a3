//! PIE in the integer arithmetic of Linux since 5.6: RFC 8033 with timestamps (or, on request, the
//! departure-rate estimator), derandomised drops, and a 64-bit probability.
//!
//! The probability can exceed 1, because the kernel's overflow test detects only 2^64. After a stall it
//! may reach several hundred percent, and it takes seconds to decrease.

use super::kernel::{
    self, Generation, KernelParams, LONG_DELAY, RATE_SHIFT, TICKS_PER_SECOND, ticks,
};
use super::{Departure, PieVariant};

/// The controller of Linux since 5.6.
pub type Controller = kernel::Controller<State>;

/// Probability 1.
pub const MAX_PROB: u64 = (1 << 56) - 1;
/// A departure-rate cycle measures at least this many bytes.
const CYCLE_BYTES: u64 = 16_384;

/// State of the controller. Times are in ticks of 64 ns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Drop probability, [`MAX_PROB`] is 1; may exceed it.
    pub prob: u64,
    /// Latest sample of the queue delay.
    pub delay: u64,
    /// The sample before.
    pub old_delay: u64,
    /// Burst allowance left.
    pub burst: u64,
    /// Probabilities of the packets passed since the last drop, summed.
    pub accumulated: u64,
    /// Bytes that left in the measuring cycle, if one is open.
    pub cycle_bytes: Option<u64>,
    /// Start of the measuring cycle; with timestamps, the last departure.
    pub cycle_start: Option<u64>,
    /// Average departure rate in bytes per tick times 256; 0: unknown.
    pub rate: u32,
}

impl State {
    /// Measures the departure rate over cycles of [`CYCLE_BYTES`]; returns a finished cycle's
    /// length.
    fn measure_rate(&mut self, bytes: u32, backlog: u64, now: u64) -> Option<u32> {
        if self.cycle_bytes.is_none() && backlog >= CYCLE_BYTES {
            self.cycle_start = Some(now);
            self.cycle_bytes = Some(0);
        }
        let counted = self.cycle_bytes.as_mut()?;
        *counted += u64::from(bytes);
        if *counted < CYCLE_BYTES {
            return None;
        }
        let length = now.wrapping_sub(self.cycle_start.unwrap_or(0)) as u32;
        let sample = ((*counted as u32) << RATE_SHIFT).checked_div(length)?;
        self.rate =
            if self.rate == 0 { sample } else { self.rate - (self.rate >> 3) + (sample >> 3) };
        if backlog < CYCLE_BYTES {
            self.cycle_bytes = None;
        } else {
            self.cycle_bytes = Some(0);
            self.cycle_start = Some(now);
        }
        Some(length)
    }
}

impl Generation for State {
    const VARIANT: PieVariant = PieVariant::Linux;

    fn new(params: &KernelParams) -> Self {
        State {
            prob: 0,
            delay: 0,
            old_delay: 0,
            burst: params.max_burst,
            accumulated: 0,
            cycle_bytes: None,
            cycle_start: None,
            rate: 0,
        }
    }

    fn update(&mut self, params: &KernelParams, backlog: u64) {
        let (delay, old_delay) = if params.rate_estimator {
            self.old_delay = self.delay;
            // 32-bit shift, as in the kernel: wraps at 16 MiB.
            let scaled = (backlog as u32) << RATE_SHIFT;
            (u64::from(scaled.checked_div(self.rate).unwrap_or(0)), self.delay)
        } else {
            (self.delay, self.old_delay)
        };
        // Without a sample, a queue with packets does not count as idle.
        let mut quiet = delay != 0 || backlog == 0;

        let (alpha, beta) = gains(params, self.prob);
        let error = alpha.wrapping_mul(delay.wrapping_sub(params.target));
        let trend = beta.wrapping_mul(delay.wrapping_sub(old_delay));
        let mut delta = error.wrapping_add(trend) as i64;
        if delta > (MAX_PROB / 50) as i64 && self.prob >= MAX_PROB / 10 {
            delta = (MAX_PROB / 100 * 2) as i64;
        }
        if delay > LONG_DELAY {
            delta = delta.wrapping_add((MAX_PROB / 50) as i64);
        }
        let (prob, overflow) = self.prob.overflowing_add_signed(delta);
        self.prob = match (overflow, delta > 0) {
            (false, _) => prob,
            (true, false) => 0,
            (true, true) => {
                quiet = false;
                MAX_PROB
            }
        };
        if delay == 0 && old_delay == 0 && quiet {
            self.prob -= self.prob / 64;
        }

        self.delay = delay;
        let half = params.target / 2;
        let low = self.delay < half && self.old_delay < half && self.prob == 0;
        if low && (!params.rate_estimator || self.rate > 0) {
            self.burst = params.max_burst;
            self.accumulated = 0;
            self.cycle_bytes = None;
            self.cycle_start = None;
            self.rate = 0;
        }
        if !params.rate_estimator {
            self.old_delay = delay;
        }
    }

    fn departed(&mut self, params: &KernelParams, departure: Departure) {
        let now = ticks(departure.now);
        let elapsed = if params.rate_estimator {
            match self.measure_rate(departure.bytes, departure.backlog, now) {
                Some(cycle) => cycle,
                None => return,
            }
        } else {
            let waited = now.wrapping_sub(ticks(departure.enqueued));
            self.delay = if departure.backlog > 0 { waited } else { 0 };
            let since = self.cycle_start.replace(now);
            // Differences of times have 32 bits, as in the kernel: they wrap after 275 s.
            since.map_or(0, |since| now.wrapping_sub(since) as u32)
        };
        self.burst = self.burst.saturating_sub(elapsed.into());
    }

    fn hits(
        &mut self,
        params: &KernelParams,
        bytes: u32,
        backlog: u64,
        draw: impl FnOnce() -> u64,
    ) -> bool {
        let is_low = self.delay < params.target / 2 && self.prob < MAX_PROB / 5;
        if self.burst > 0 || is_low || backlog < 2 * u64::from(params.mtu) {
            return false;
        }
        let prob = if params.byte_mode && bytes <= params.mtu {
            u64::from(bytes) * (self.prob / u64::from(params.mtu))
        } else {
            self.prob
        };
        self.accumulated = if prob == 0 { 0 } else { self.accumulated.wrapping_add(prob) };
        // Derandomised (RFC 8033, section 5.4): not before 0.85 expected drops, at the latest
        // after 8.5.
        if self.accumulated < MAX_PROB / 100 * 85 {
            return false;
        }
        if self.accumulated >= MAX_PROB / 2 * 17 {
            return true;
        }
        let hit = draw() >> 8 < prob;
        if hit {
            self.accumulated = 0;
        }
        hit
    }

    fn may_mark(&self) -> bool {
        self.prob <= MAX_PROB / 10
    }

    fn dropped(&mut self) {
        self.accumulated = 0;
    }

    fn probability(&self) -> f64 {
        self.prob as f64 / MAX_PROB as f64
    }

    fn tuning(&self) -> f64 {
        1.0 / f64::from(1_u32 << shift(self.prob))
    }

    fn delay(&self) -> u64 {
        self.delay
    }

    fn burst(&self) -> u64 {
        self.burst
    }

    fn rate(&self) -> u32 {
        self.rate
    }
}

/// Probability per tick of delay: the configured gains, scaled down while the probability is
/// small (RFC 8033, section 4.2).
fn gains(params: &KernelParams, prob: u64) -> (u64, u64) {
    let gain = |sixteenths: u32| u64::from(sixteenths) * (MAX_PROB / TICKS_PER_SECOND) / 16;
    let shift = shift(prob);
    (gain(params.alpha) >> shift, gain(params.beta) >> shift)
}

/// Powers of two by which the gains are scaled down at this probability.
pub(super) fn shift(prob: u64) -> u32 {
    let mut shift = 0;
    if prob < MAX_PROB / 10 {
        shift = 1;
        let mut power = 100;
        while power <= 1_000_000 && prob < MAX_PROB / power {
            shift += 2;
            power *= 10;
        }
    }
    shift
}
