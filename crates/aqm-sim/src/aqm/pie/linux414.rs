//! PIE in the integer arithmetic of Linux 3.14 to 4.20, the generation of the 2013 paper:
//! departure-rate estimator, three-step autotune, 32-bit probability, one draw for every packet.

use super::kernel::{
    self, Generation, KernelParams, LONG_DELAY, RATE_SHIFT, TICKS_PER_SECOND, ticks,
};
use super::{Departure, PieVariant};

/// The controller of Linux 4.14.
pub type Controller = kernel::Controller<State>;

/// Probability 1.
pub const MAX_PROB: u32 = u32::MAX;
/// A departure-rate cycle measures at least this many bytes.
const CYCLE_BYTES: u64 = 10_000;

/// State of the controller. Times are in ticks of 64 ns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Drop probability; [`MAX_PROB`] is 1.
    pub prob: u32,
    /// Latest estimate of the queue delay.
    pub delay: u64,
    /// The estimate before.
    pub old_delay: u64,
    /// Burst allowance left.
    pub burst: u64,
    /// Bytes that left in the measuring cycle, if one is open.
    pub cycle_bytes: Option<u64>,
    /// Start of the measuring cycle.
    pub cycle_start: u64,
    /// Average departure rate in bytes per tick times 256; 0: unknown.
    pub rate: u32,
}

impl Generation for State {
    const VARIANT: PieVariant = PieVariant::Linux414;
    const ESTIMATES: bool = true;

    fn new(params: &KernelParams) -> Self {
        State {
            prob: 0,
            delay: 0,
            old_delay: 0,
            burst: params.max_burst,
            cycle_bytes: None,
            cycle_start: 0,
            rate: 0,
        }
    }

    fn update(&mut self, params: &KernelParams, backlog: u64) {
        let scaled = (backlog as u32) << RATE_SHIFT;
        let delay = u64::from(scaled.checked_div(self.rate).unwrap_or(0));
        self.old_delay = self.delay;
        let mut quiet = delay != 0 || backlog == 0;

        let shift = shift(self.prob);
        let gain =
            |sixteenths: u32| sixteenths.wrapping_mul(MAX_PROB / TICKS_PER_SECOND as u32) >> shift;
        // The products are cut to 32 bits, so that jumps of more than about 0.4 s change sign.
        let error = gain(params.alpha).wrapping_mul(delay.wrapping_sub(params.target) as u32);
        let trend = gain(params.beta).wrapping_mul(delay.wrapping_sub(self.old_delay) as u32);
        let mut delta = error.wrapping_add(trend) as i32;
        if delta > (MAX_PROB / 50) as i32 && self.prob >= MAX_PROB / 10 {
            delta = (MAX_PROB / 100 * 2) as i32;
        }
        if delay > LONG_DELAY {
            delta = delta.wrapping_add((MAX_PROB / 50) as i32);
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
        if delay == 0 && self.old_delay == 0 && quiet {
            // The product wraps above 1.02 %: the probability collapses instead of decaying.
            self.prob = self.prob.wrapping_mul(98) / 100;
        }

        self.delay = delay;
        let half = params.target / 2;
        if self.delay < half && self.old_delay < half && self.prob == 0 && self.rate > 0 {
            self.burst = params.max_burst;
            self.cycle_bytes = None;
            self.rate = 0;
        }
    }

    /// Measures the departure rate over cycles of [`CYCLE_BYTES`].
    fn departed(&mut self, _: &KernelParams, departure: Departure) {
        let Departure { bytes, backlog, .. } = departure;
        let now = ticks(departure.now);
        if self.cycle_bytes.is_none() && backlog >= CYCLE_BYTES {
            self.cycle_start = now;
            self.cycle_bytes = Some(0);
        }
        let Some(counted) = self.cycle_bytes.as_mut() else { return };
        *counted += u64::from(bytes);
        if *counted < CYCLE_BYTES {
            return;
        }
        // 32 bits, as in the kernel: wraps after 275 s.
        let length = now.wrapping_sub(self.cycle_start) as u32;
        let Some(sample) = ((*counted as u32) << RATE_SHIFT).checked_div(length) else {
            return;
        };
        self.rate =
            if self.rate == 0 { sample } else { self.rate - (self.rate >> 3) + (sample >> 3) };
        if backlog < CYCLE_BYTES {
            self.cycle_bytes = None;
        } else {
            self.cycle_bytes = Some(0);
            self.cycle_start = now;
        }
        self.burst = self.burst.saturating_sub(length.into());
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
            self.prob / params.mtu * bytes
        } else {
            self.prob
        };
        ((draw() >> 32) as u32) < prob
    }

    fn may_mark(&self) -> bool {
        self.prob <= MAX_PROB / 10
    }

    fn probability(&self) -> f64 {
        f64::from(self.prob) / f64::from(MAX_PROB)
    }

    fn tuning(&self) -> f64 {
        1.0 / f64::from(1_u32 << (shift(self.prob) - SIXTEENTHS))
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

/// Gains are in sixteenths: a shift of four.
const SIXTEENTHS: u32 = 4;

/// The shift of the gains at this probability: smaller steps while it is small.
pub(super) fn shift(prob: u32) -> u32 {
    match prob {
        prob if prob < MAX_PROB / 100 => SIXTEENTHS + 3,
        prob if prob < MAX_PROB / 10 => SIXTEENTHS + 1,
        _ => SIXTEENTHS,
    }
}
