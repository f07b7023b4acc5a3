//! PIE in the integer arithmetic of Linux since 5.6: RFC 8033 with timestamps (or, on request, the
//! departure-rate estimator), derandomised drops, and a 64-bit probability.
//!
//! The probability is not bounded by 1, because the kernel's overflow test only sees 2^64: after a
//! stall it may stand at several hundred percent, and takes seconds to come down.

use super::{
    FIRST_KERNEL_UPDATE, KernelParams, LONG_DELAY, Stats, TICKS_PER_SECOND, ticks, ticks_span,
};
use crate::aqm::{Context, Discipline, DropReason, Environment, MarkReason, PieParams, Probe};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// Probability 1.
pub const MAX_PROB: u64 = (1 << 56) - 1;
/// A departure-rate cycle measures at least this many bytes.
const CYCLE_BYTES: u64 = 16_384;
/// Rates are bytes per tick times 2^8.
const RATE_SHIFT: u32 = 8;

/// What the controller remembers. Times are in ticks of 64 ns.
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
    /// At the start.
    pub fn new(params: &KernelParams) -> Self {
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

    /// One update of the probability with `backlog` bytes waiting.
    pub fn update(&mut self, params: &KernelParams, backlog: u64) {
        let (delay, old_delay) = if params.rate_estimator {
            self.old_delay = self.delay;
            // 32-bit shift, as in the kernel: wraps at 16 MiB.
            let scaled = (backlog as u32) << RATE_SHIFT;
            (u64::from(scaled.checked_div(self.rate).unwrap_or(0)), self.delay)
        } else {
            (self.delay, self.old_delay)
        };
        // No sample although packets wait: says nothing of an idle queue.
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

    /// Takes note of a departure at tick `now`, with `backlog` bytes left behind.
    fn departed(&mut self, params: &KernelParams, waited: u64, bytes: u32, backlog: u64, now: u64) {
        let elapsed = if params.rate_estimator {
            match self.measure_rate(bytes, backlog, now) {
                Some(cycle) => cycle,
                None => return,
            }
        } else {
            self.delay = if backlog > 0 { waited } else { 0 };
            let since = self.cycle_start.replace(now);
            since.map_or(0, |since| now.wrapping_sub(since))
        };
        self.burst = self.burst.saturating_sub(elapsed);
    }

    /// Measures the departure rate over cycles of [`CYCLE_BYTES`]; returns a finished cycle's
    /// length.
    fn measure_rate(&mut self, bytes: u32, backlog: u64, now: u64) -> Option<u64> {
        if self.cycle_bytes.is_none() && backlog >= CYCLE_BYTES {
            self.cycle_start = Some(now);
            self.cycle_bytes = Some(0);
        }
        let counted = self.cycle_bytes.as_mut()?;
        *counted += u64::from(bytes);
        if *counted < CYCLE_BYTES {
            return None;
        }
        let length = now.wrapping_sub(self.cycle_start.unwrap_or(0));
        let sample = ((*counted as u32) << RATE_SHIFT).checked_div(length as u32)?;
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

    /// Whether an arriving packet is hit, with `backlog` bytes waiting.
    fn hits(
        &mut self,
        params: &KernelParams,
        bytes: u32,
        backlog: u64,
        draw: impl FnOnce() -> u64,
    ) -> bool {
        let calm = self.delay < params.target / 2 && self.prob < MAX_PROB / 5;
        if self.burst > 0 || calm || backlog < 2 * u64::from(params.mtu) {
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
}

/// Probability per tick of delay: the configured gains, scaled down while the probability is
/// small (RFC 8033, section 4.2).
fn gains(params: &KernelParams, prob: u64) -> (u64, u64) {
    let gain = |sixteenths: u32| u64::from(sixteenths) * (MAX_PROB / TICKS_PER_SECOND) / 16;
    let mut shift = 0;
    if prob < MAX_PROB / 10 {
        shift = 1;
        let mut power = 100;
        while power <= 1_000_000 && prob < MAX_PROB / power {
            shift += 2;
            power *= 10;
        }
    }
    (gain(params.alpha) >> shift, gain(params.beta) >> shift)
}

/// A PIE queue after Linux.
#[derive(Clone, Debug)]
pub struct PieLinux<P> {
    params: KernelParams,
    limit: Limit,
    next_update: Time,
    state: State,
    stats: Stats,
    queue: Fifo<P>,
}

impl<P: Queueable> PieLinux<P> {
    /// An empty queue at time `now`.
    pub fn new(params: &PieParams, env: &Environment, now: Time) -> Self {
        PieLinux::with_params(KernelParams::new(params, env), env.limit, now)
    }

    /// An empty queue at time `now` with the kernel's own parameters.
    pub fn with_params(params: KernelParams, limit: Limit, now: Time) -> Self {
        PieLinux {
            params,
            limit,
            next_update: now + FIRST_KERNEL_UPDATE,
            state: State::new(&params),
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    /// Adopts new parameters or surroundings; the state stays.
    pub fn retune(&mut self, params: &PieParams, env: &Environment, now: Time) {
        let period = self.params.period();
        self.params = KernelParams::new(params, env);
        self.limit = env.limit;
        if self.params.period() < period {
            self.next_update = self.next_update.min(now + self.params.period());
        }
    }

    /// What the controller remembers.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    pub(in crate::aqm) fn queue_mut(&mut self) -> &mut Fifo<P> {
        &mut self.queue
    }

    fn probability(&self) -> f64 {
        self.state.prob as f64 / MAX_PROB as f64
    }
}

impl<P: Queueable> Discipline<P> for PieLinux<P> {
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let bytes = packet.bytes();
        if !self.limit.admits(&self.queue, bytes) {
            self.stats.overflows += 1;
            self.state.accumulated = 0;
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if self.state.hits(&self.params, bytes, self.queue.bytes(), || ctx.draw()) {
            let reason = DropReason::PieEarly {
                probability: self.probability(),
                delay: ticks_span(self.state.delay),
            };
            let markable = self.params.ecn && self.state.prob <= MAX_PROB / 10;
            if !(markable && packet.try_mark()) {
                self.stats.drops += 1;
                self.state.accumulated = 0;
                return ctx.dropped(&packet, Span::ZERO, reason);
            }
            self.stats.marks += 1;
            ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(reason));
        }
        self.queue.push(packet, ctx.now());
        self.stats.accepted += 1;
        self.stats.longest = self.stats.longest.max(self.queue.len() as u64);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let head = self.queue.pop()?;
        let now = ticks(ctx.now());
        let waited = now.wrapping_sub(ticks(head.enqueued));
        let (bytes, backlog) = (head.packet.bytes(), self.queue.bytes());
        self.state.departed(&self.params, waited, bytes, backlog, now);
        Some(head)
    }

    fn next_timer(&self) -> Time {
        self.next_update
    }

    fn on_timer(&mut self, now: Time) {
        self.state.update(&self.params, self.queue.bytes());
        self.next_update = now + self.params.period();
    }

    fn queue(&self) -> &Fifo<P> {
        &self.queue
    }

    fn probe(&self, _now: Time) -> Probe {
        let rate =
            f64::from(self.state.rate) / f64::from(1 << RATE_SHIFT) * TICKS_PER_SECOND as f64;
        Probe::Pie {
            probability: self.probability(),
            delay: ticks_span(self.state.delay),
            burst: ticks_span(self.state.burst),
            rate: self.params.rate_estimator.then_some(rate),
        }
    }
}
