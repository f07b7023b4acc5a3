//! PIE as published by Pan et al. (2013), in real arithmetic, with the three additions of the
//! kernel code of that year that Schwardmann, Wagner and Kuehlewind (2014, section 3.3) list.

use super::Departure;
use super::{PieParams, PieVariant};
use crate::aqm::Environment;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// A departure-rate cycle measures more than this many bytes (section III.C: dq_threshold).
const CYCLE_BYTES: u64 = 10_000;
/// Weight of a new sample in the average rate. The paper leaves its epsilon open; the kernel has this
/// value.
const RATE_WEIGHT: f64 = 0.125;
/// ECN-capable packets are dropped, too, beyond this probability; the kernel's choice.
const MARK_THRESHOLD: f64 = 0.1;
/// Schwardmann's first addition: no drops while fewer than this many packets of the largest size wait
/// ("less than 3000 bytes").
const SMALL_QUEUE: u64 = 2;
/// Second addition: an update adds at most two points ...
const LARGEST_INCREASE: f64 = 0.02;
/// ... except that it adds two more beyond this delay in seconds.
const LONG_DELAY: f64 = 0.25;
/// Third addition: factor of the probability at an update without any delay.
const DECAY: f64 = 0.98;

/// State of the controller. Delays are in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// Drop probability, 0..1.
    pub prob: f64,
    /// Delay at the last update.
    pub delay: f64,
    /// Burst allowance left.
    pub burst: Span,
    /// Bytes that left in the measuring cycle, if one is open.
    pub cycle_bytes: Option<u64>,
    /// Start of the measuring cycle.
    pub cycle_start: Time,
    /// Average departure rate in bytes per second; 0: unknown.
    pub rate: f64,
}

impl State {
    /// The initial state.
    pub fn new(params: &PieParams) -> Self {
        State {
            prob: 0.0,
            delay: 0.0,
            burst: params.max_burst,
            cycle_bytes: None,
            cycle_start: Time::ZERO,
            rate: 0.0,
        }
    }

    /// One update of the probability (section III.B) with `backlog` bytes waiting.
    pub fn update(&mut self, params: &PieParams, backlog: u64) {
        // Little's law. An unmeasured rate counts as no delay.
        let delay = if self.rate > 0.0 { backlog as f64 / self.rate } else { 0.0 };
        let error = params.alpha * (delay - params.target.seconds());
        let trend = params.beta * (delay - self.delay);
        let mut step = ((error + trend) * autotune(self.prob)).min(LARGEST_INCREASE);
        if delay > LONG_DELAY {
            step += LARGEST_INCREASE;
        }
        self.prob += step;
        if backlog == 0 && self.delay == 0.0 {
            self.prob *= DECAY;
        }
        self.prob = self.prob.clamp(0.0, 1.0);
        let half = params.target.seconds() / 2.0;
        if self.prob == 0.0 && delay < half && self.delay < half {
            self.burst = params.max_burst;
        }
        self.delay = delay;
    }

    /// Measures the departure rate and consumes the burst allowance (sections III.C and III.D).
    fn departed(&mut self, departure: Departure) {
        let Departure { now, bytes, backlog, .. } = departure;
        if self.cycle_bytes.is_none() && backlog > CYCLE_BYTES {
            self.cycle_start = now;
            self.cycle_bytes = Some(0);
        }
        let Some(counted) = self.cycle_bytes.as_mut() else { return };
        *counted += u64::from(bytes);
        let length = now.saturating_since(self.cycle_start);
        if *counted <= CYCLE_BYTES || length == Span::ZERO {
            return;
        }
        let sample = *counted as f64 / length.seconds();
        self.rate = if self.rate == 0.0 {
            sample
        } else {
            (1.0 - RATE_WEIGHT) * self.rate + RATE_WEIGHT * sample
        };
        self.burst = self.burst.saturating_sub(length);
        self.cycle_bytes = (backlog > CYCLE_BYTES).then_some(0);
        self.cycle_start = now;
    }
}

/// Factor of both gains: smaller steps while the probability is small (section III.B).
pub fn autotune(prob: f64) -> f64 {
    match prob {
        p if p < 0.01 => 1.0 / 8.0,
        p if p < 0.1 => 1.0 / 2.0,
        _ => 1.0,
    }
}

/// The controller of Pan et al. 2013.
#[derive(Clone, Debug)]
pub struct Controller {
    params: PieParams,
    mtu: u32,
    state: State,
}

impl Controller {
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }
}

impl super::Controller for Controller {
    const VARIANT: PieVariant = PieVariant::Paper2013;

    fn new(params: &PieParams, env: &Environment) -> Self {
        Controller { params: *params, mtu: env.mtu, state: State::new(params) }
    }

    fn retune(&mut self, params: &PieParams, env: &Environment) {
        self.params = *params;
        self.mtu = env.mtu;
    }

    fn period(&self) -> Span {
        self.params.update
    }

    fn hits(&mut self, bytes: u32, backlog: u64, draw: impl FnOnce() -> u64) -> bool {
        let small = SMALL_QUEUE * u64::from(self.mtu);
        if self.state.burst > Span::ZERO || backlog < small || self.state.prob == 0.0 {
            return false;
        }
        let size_share =
            if self.params.byte_mode { f64::from(bytes) / f64::from(self.mtu) } else { 1.0 };
        unit_interval(draw()) < self.state.prob * size_share
    }

    fn may_mark(&self) -> bool {
        self.params.ecn && self.state.prob <= MARK_THRESHOLD
    }

    fn departed(&mut self, departure: Departure) {
        self.state.departed(departure);
    }

    fn update(&mut self, backlog: u64) {
        self.state.update(&self.params, backlog);
    }

    fn probability(&self) -> f64 {
        self.state.prob
    }

    fn tuning(&self) -> f64 {
        autotune(self.state.prob)
    }

    fn delay(&self) -> Span {
        Span::from_seconds(self.state.delay)
    }

    fn burst(&self) -> Span {
        self.state.burst
    }

    fn rate(&self) -> Option<f64> {
        Some(self.state.rate)
    }
}
