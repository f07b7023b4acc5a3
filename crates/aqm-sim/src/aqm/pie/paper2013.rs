//! PIE as published by Pan et al. (2013), in real arithmetic, with the three additions of the
//! kernel code of that year that Schwardmann, Wagner and Kuehlewind (2014, section 3.3) list.

use super::Stats;
use crate::aqm::{Context, Discipline, DropReason, Environment, MarkReason, PieParams, Probe};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::Queueable;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// A departure-rate cycle measures more than this many bytes (section III.C: dq_threshold).
const CYCLE_BYTES: u64 = 10_000;
/// Weight of a new sample in the average rate: the paper's epsilon is open, this is the kernel's.
const RATE_WEIGHT: f64 = 0.125;
/// ECN-capable packets are dropped, too, beyond this probability; the kernel's choice.
const MARK_THRESHOLD: f64 = 0.1;
/// Schwardmann's first addition: nothing is dropped while fewer packets than this are waiting, in
/// packets of the largest size ("less than 3000 bytes").
const SMALL_QUEUE: u64 = 2;
/// Second addition: an update adds at most two points ...
const LARGEST_INCREASE: f64 = 0.02;
/// ... except that it adds two more beyond this delay in seconds.
const LONG_DELAY: f64 = 0.25;
/// Third addition: factor of the probability at an update without any delay.
const DECAY: f64 = 0.98;

/// What the controller remembers. Delays are in seconds.
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
    /// At the start.
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

    /// Takes note of a departure, with `backlog` bytes left behind: measures the departure rate
    /// and consumes the burst allowance (sections III.C and III.D).
    fn departed(&mut self, bytes: u32, backlog: u64, now: Time) {
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

/// A PIE queue after Pan et al.
#[derive(Clone, Debug)]
pub struct PiePaper2013<P> {
    params: PieParams,
    limit: Limit,
    mtu: u32,
    next_update: Time,
    state: State,
    stats: Stats,
    queue: Fifo<P>,
}

impl<P: Queueable> PiePaper2013<P> {
    /// An empty queue at time `now`.
    pub fn new(params: &PieParams, env: &Environment, now: Time) -> Self {
        PiePaper2013 {
            params: *params,
            limit: env.limit,
            mtu: env.mtu,
            next_update: now + params.update,
            state: State::new(params),
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    /// Adopts new parameters or surroundings; the state stays.
    pub fn retune(&mut self, params: &PieParams, env: &Environment, now: Time) {
        self.params = *params;
        self.limit = env.limit;
        self.mtu = env.mtu;
        self.next_update = self.next_update.min(now + params.update);
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

    /// Whether an arriving packet is hit.
    fn hits(&self, bytes: u32, ctx: &mut impl Context<P>) -> bool {
        let small = SMALL_QUEUE * u64::from(self.mtu);
        if self.state.burst > Span::ZERO || self.queue.bytes() < small || self.state.prob == 0.0 {
            return false;
        }
        let size_share =
            if self.params.byte_mode { f64::from(bytes) / f64::from(self.mtu) } else { 1.0 };
        unit_interval(ctx.draw()) < self.state.prob * size_share
    }
}

impl<P: Queueable> Discipline<P> for PiePaper2013<P> {
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let bytes = packet.bytes();
        if !self.limit.admits(&self.queue, bytes) {
            self.stats.overflows += 1;
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        if self.hits(bytes, ctx) {
            let reason = DropReason::PieEarly {
                probability: self.state.prob,
                delay: Span::from_seconds(self.state.delay),
            };
            let markable = self.params.ecn && self.state.prob <= MARK_THRESHOLD;
            if !(markable && packet.try_mark()) {
                self.stats.drops += 1;
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
        self.state.departed(head.packet.bytes(), self.queue.bytes(), ctx.now());
        Some(head)
    }

    fn next_timer(&self) -> Time {
        self.next_update
    }

    fn on_timer(&mut self, now: Time) {
        self.state.update(&self.params, self.queue.bytes());
        self.next_update = now + self.params.update;
    }

    fn queue(&self) -> &Fifo<P> {
        &self.queue
    }

    fn probe(&self, _now: Time) -> Probe {
        Probe::Pie {
            probability: self.state.prob,
            delay: Span::from_seconds(self.state.delay),
            burst: self.state.burst,
            rate: Some(self.state.rate),
        }
    }
}
