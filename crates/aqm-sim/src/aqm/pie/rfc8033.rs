//! PIE as in RFC 8033, in real arithmetic, with the optional elements of its section 5 except the
//! switching on and off (5.3).

use super::Departure;
use super::{PieParams, PieVariant};
use crate::aqm::Environment;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// A departure-rate cycle measures at least this many bytes (section 5.2: DQ_THRESHOLD).
const CYCLE_BYTES: u64 = 16_384;
/// Weight of a new cycle in the average (section 5.2: DQ_THRESHOLD / 2^16).
const CYCLE_WEIGHT: f64 = 0.25;
/// ECN-capable packets are dropped, too, from this probability on (section 5.1: mark_ecnth).
const MARK_THRESHOLD: f64 = 0.1;
/// Below this probability no packet is hit if the last delay was below half the target (section 4.1).
const LOW_PROBABILITY: f64 = 0.2;
/// No packet is hit while at most this many packets of the largest size wait (section 4.1 leaves
/// MEAN_PKTSIZE open).
const SMALL_QUEUE: u64 = 2;
/// Sums of probabilities since the last hit: no packet is hit below the first, every packet is hit
/// above the second (section 5.4).
const DERANDOMISE: (f64, f64) = (0.85, 8.5);
/// From this probability on an update adds at most [`LARGEST_INCREASE`] (section 5.5).
const CAP_FROM: f64 = 0.1;
/// See [`CAP_FROM`].
const LARGEST_INCREASE: f64 = 0.02;
/// Factor of the probability at an update without any delay (section 4.2).
const DECAY: f64 = 0.98;

/// State of the controller. Delays as `f64` are in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// Drop probability, 0..1.
    pub prob: f64,
    /// Sojourn time of the packet that left last.
    pub sojourn: Span,
    /// Delay at the last update.
    pub delay: f64,
    /// Burst allowance left.
    pub burst: Span,
    /// Probabilities of the packets passed since the last hit, summed.
    pub accumulated: f64,
    /// Bytes that left in the measuring cycle, if one is open.
    pub cycle_bytes: Option<u64>,
    /// Start of the measuring cycle.
    pub cycle_start: Time,
    /// Average length of a cycle; 0: none measured yet.
    pub cycle_seconds: f64,
}

impl State {
    /// The initial state.
    pub fn new(params: &PieParams) -> Self {
        State {
            prob: 0.0,
            sojourn: Span::ZERO,
            delay: 0.0,
            burst: params.max_burst,
            accumulated: 0.0,
            cycle_bytes: None,
            cycle_start: Time::ZERO,
            cycle_seconds: 0.0,
        }
    }

    /// One update of the probability (section 4.2) with the delay now at `delay` seconds.
    pub fn update(&mut self, params: &PieParams, delay: f64) {
        let error = params.alpha * (delay - params.target.seconds());
        let trend = params.beta * (delay - self.delay);
        let mut step = (error + trend) * autotune(self.prob);
        if self.prob >= CAP_FROM {
            step = step.min(LARGEST_INCREASE);
        }
        self.prob += step;
        if delay == 0.0 && self.delay == 0.0 {
            self.prob *= DECAY;
        }
        self.prob = self.prob.clamp(0.0, 1.0);
        self.delay = delay;
        self.burst = self.burst.saturating_sub(params.update);
    }

    /// Measures the time that [`CYCLE_BYTES`] take to leave a larger backlog (section 5.2). Not inlined,
    /// because it is optional.
    #[inline(never)]
    fn measure_rate(&mut self, now: Time, bytes: u32, backlog: u64) {
        if self.cycle_bytes.is_none() && backlog >= CYCLE_BYTES {
            self.cycle_start = now;
            self.cycle_bytes = Some(0);
        }
        let Some(counted) = self.cycle_bytes.as_mut() else { return };
        *counted += u64::from(bytes);
        if *counted < CYCLE_BYTES {
            return;
        }
        let length = now.saturating_since(self.cycle_start).seconds();
        self.cycle_seconds = if self.cycle_seconds == 0.0 {
            length
        } else {
            length * CYCLE_WEIGHT + self.cycle_seconds * (1.0 - CYCLE_WEIGHT)
        };
        self.cycle_bytes = None;
    }
}

/// Factor of both gains: smaller steps while the probability is small (section 4.2).
pub fn autotune(prob: f64) -> f64 {
    match prob {
        p if p < 0.000_001 => 1.0 / 2048.0,
        p if p < 0.000_01 => 1.0 / 512.0,
        p if p < 0.000_1 => 1.0 / 128.0,
        p if p < 0.001 => 1.0 / 32.0,
        p if p < 0.01 => 1.0 / 8.0,
        p if p < 0.1 => 1.0 / 2.0,
        _ => 1.0,
    }
}

/// The controller of RFC 8033.
#[derive(Clone, Debug)]
pub struct Controller {
    params: PieParams,
    /// Half of the target in seconds; each arrival needs it.
    half_target: f64,
    mtu: u32,
    state: State,
}

impl Controller {
    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The queue delay now (section 4.3): the latest departure's sojourn time, or backlog /
    /// departure rate. The delay of an empty queue is zero.
    fn current_delay(&self, backlog: u64) -> f64 {
        if backlog == 0 {
            0.0
        } else if self.params.rate_estimator {
            backlog as f64 * self.state.cycle_seconds / CYCLE_BYTES as f64
        } else {
            self.state.sojourn.seconds()
        }
    }
}

impl super::Controller for Controller {
    const VARIANT: PieVariant = PieVariant::Rfc8033;

    fn new(params: &PieParams, env: &Environment) -> Self {
        let half_target = params.target.seconds() / 2.0;
        Controller { params: *params, half_target, mtu: env.mtu, state: State::new(params) }
    }

    fn retune(&mut self, params: &PieParams, env: &Environment) {
        if params.rate_estimator && !self.params.rate_estimator {
            // The open cycle lacks the packets that left while the estimator was off.
            self.state.cycle_bytes = None;
        }
        let state = self.state;
        *self = Controller { state, ..Self::new(params, env) };
    }

    fn period(&self) -> Span {
        self.params.update
    }

    fn arriving(&mut self, backlog: u64) {
        // Section 4.4.
        let half = self.half_target;
        let is_idle = self.state.prob == 0.0 && self.state.delay < half;
        if is_idle && self.current_delay(backlog) < half {
            self.state.burst = self.params.max_burst;
        }
    }

    fn hits(&mut self, bytes: u32, backlog: u64, draw: impl FnOnce() -> u64) -> bool {
        let half = self.half_target;
        let state = &mut self.state;
        // Sections 4.1 and 4.4.
        if state.burst > Span::ZERO
            || (state.delay < half && state.prob < LOW_PROBABILITY)
            || backlog <= SMALL_QUEUE * u64::from(self.mtu)
        {
            return false;
        }
        // Section 5.4.
        if state.prob == 0.0 {
            state.accumulated = 0.0;
        }
        let size_share =
            if self.params.byte_mode { f64::from(bytes) / f64::from(self.mtu) } else { 1.0 };
        let prob = state.prob * size_share;
        state.accumulated += prob;
        if state.accumulated < DERANDOMISE.0 {
            return false;
        }
        let hit = state.accumulated >= DERANDOMISE.1 || unit_interval(draw()) < prob;
        if hit {
            state.accumulated = 0.0;
        }
        hit
    }

    fn may_mark(&self) -> bool {
        self.params.ecn && self.state.prob < MARK_THRESHOLD
    }

    fn dropped(&mut self) {
        self.state.accumulated = 0.0;
    }

    #[inline(always)]
    fn departed(&mut self, departure: Departure) {
        self.state.sojourn = departure.now.saturating_since(departure.enqueued);
        if self.params.rate_estimator {
            let Departure { now, bytes, backlog, .. } = departure;
            self.state.measure_rate(now, bytes, backlog);
        }
    }

    fn update(&mut self, backlog: u64) {
        let delay = self.current_delay(backlog);
        self.state.update(&self.params, delay);
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
        let cycle = self.state.cycle_seconds;
        let rate = if cycle > 0.0 { CYCLE_BYTES as f64 / cycle } else { 0.0 };
        self.params.rate_estimator.then_some(rate)
    }
}
