//! RED in the integer arithmetic of Linux. It averages bytes, draws a random threshold once per hit
//! instead of once per packet, decays by a shift table in idle periods, and has no gentle slope.

use super::floyd::spaced;
use super::{Probe, Reason, RedParams, RedVariant, Stats, tc};
use crate::aqm::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::math;
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// Time between adaptations of the maximum probability.
const ADAPT_INTERVAL: Span = Span::from_millis(500);
/// 1 % in Q0.32.
const ONE_PERCENT: u32 = 42_949_673;
/// 1 in Q0.32.
const ONE: f64 = 4_294_967_296.0;

/// Parameters in the kernel's units.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// Lower threshold in bytes.
    pub min: u32,
    /// Upper threshold in bytes.
    pub max: u32,
    /// The weight of a new sample is 2^-`weight_log`.
    pub weight_log: u32,
    /// Decay during idle periods.
    pub idle: tc::IdleTable,
    /// (Initial) probability at the upper threshold, Q0.32.
    pub max_p: u32,
    /// Mark instead of dropping, beyond the upper threshold too.
    pub ecn: bool,
    /// Drop beyond the upper threshold even with `ecn`.
    pub hard_drop: bool,
    /// With `ecn`, accept packets that cannot be marked instead of dropping them.
    pub no_drop: bool,
    /// Adapt the maximum probability.
    pub adaptive: bool,
    /// Division of draws.
    pub division: Division,
}

/// Division of a draw by the slope.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// Exactly, rounded down.
    Exact,
    /// Multiplied by ceil(2^32 / divisor): sometimes one more (before Linux 3.14).
    Reciprocal,
}

impl Params {
    /// The values that `tc` would send to the kernel.
    fn new(params: &RedParams, env: &Environment) -> Self {
        let packet = f64::from(params.average_packet);
        let min = params.min.in_bytes(env).min(f64::from(u32::MAX / 4));
        let max = params.max.in_bytes(env).max(min).min(f64::from(u32::MAX / 4));
        let weight_log = match params.weight {
            Some(weight) => (-math::ln(weight) / math::ln(2.0)).round().clamp(1.0, 31.0) as u32,
            None => tc::weight_log(((2.0 * min + max) / (3.0 * packet)) as u32, min / packet),
        };
        let bytes_per_second = env.rate.bps() as f64 / 8.0;
        Params {
            min: min as u32,
            max: max as u32,
            weight_log,
            idle: tc::IdleTable::new(
                weight_log,
                params.average_packet,
                bytes_per_second,
                tc::TICKS_PER_MICROSECOND,
            ),
            max_p: (params.max_p * ONE) as u32,
            ecn: params.ecn,
            hard_drop: false,
            no_drop: false,
            adaptive: params.adaptive,
            division: Division::Exact,
        }
    }

    /// Distance of the thresholds in bytes.
    fn delta(&self) -> u32 {
        self.max.saturating_sub(self.min).max(1)
    }

    /// Divisor that turns a 32-bit draw into a threshold: `max_p` over the distance of the thresholds.
    fn initial_divisor(&self) -> u32 {
        (self.max_p / self.delta()).max(1)
    }
}

/// State of RED.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    /// Average backlog in bytes, times 2^`weight_log`.
    pub average: u64,
    /// Packets since the last hit; -1 outside the band.
    pub count: i32,
    /// The next hit comes when excess bytes times count reach this.
    pub threshold: u32,
    /// Start of the idle period: the queue is empty and the link idle.
    pub idle_since: Option<Time>,
    /// Probability at the upper threshold, Q0.32; changes if adaptive.
    pub max_p: u32,
    /// Divisor for draws.
    pub divisor: u32,
}

/// The decision that the average makes on an arriving packet.
enum Verdict {
    Pass,
    /// With the packets that passed since the last hit.
    Early {
        passed: i32,
    },
    Forced,
}

/// A RED queue after Linux.
#[derive(Clone, Debug)]
pub struct RedLinux<P> {
    queue: Fifo<P>,
    params: Params,
    limit: Limit,
    mtu: u32,
    next_adaptation: Time,
    state: State,
    stats: Stats,
}

impl<P: Queueable> RedLinux<P> {
    /// An empty queue at time `now` with the kernel's own parameters.
    pub fn with_params(params: Params, limit: Limit, mtu: u32, now: Time) -> Self {
        RedLinux {
            params,
            limit,
            mtu,
            next_adaptation: now + ADAPT_INTERVAL,
            state: State {
                average: 0,
                count: -1,
                threshold: 0,
                idle_since: Some(now),
                max_p: params.max_p,
                divisor: params.initial_divisor(),
            },
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}

impl<P: Queueable> Algorithm<P> for RedLinux<P> {
    type Params = RedParams;

    fn runs(params: &RedParams) -> bool {
        params.variant == RedVariant::Linux
    }

    fn new(params: &RedParams, env: &Environment, now: Time) -> Self {
        RedLinux::with_params(Params::new(params, env), env.limit, env.mtu, now)
    }

    /// The maximum probability starts again only if its parameter changed.
    fn retune(&mut self, params: &RedParams, env: &Environment, now: Time) {
        let params = Params::new(params, env);
        if params.idle != self.params.idle
            && let Some(since) = &mut self.state.idle_since
        {
            // The idle time so far decays by the former table.
            let idle = now.saturating_since(*since);
            self.state.average = decay(&self.params.idle, self.state.average, idle);
            *since = now;
        }
        if params.adaptive && !self.params.adaptive {
            self.next_adaptation = now + ADAPT_INTERVAL;
        }
        if params.max_p != self.params.max_p || !params.adaptive {
            self.state.max_p = params.max_p;
        }
        if params.weight_log != self.params.weight_log {
            let bytes = self.state.average >> self.params.weight_log;
            self.state.average = bytes << params.weight_log;
        }
        self.params = params;
        self.state.divisor = (self.state.max_p / params.delta()).max(1);
        self.limit = env.limit;
        self.mtu = env.mtu;
    }
}

impl<P: Queueable> RedLinux<P> {
    /// Average backlog in packets.
    fn average_packets(&self) -> f64 {
        (self.state.average >> self.params.weight_log) as f64 / f64::from(self.mtu)
    }

    /// Probability before spacing, 0..1.
    fn probability(&self) -> f64 {
        let average = self.state.average as f64 / (1u64 << self.params.weight_log) as f64;
        let (min, max) = (f64::from(self.params.min), f64::from(self.params.max));
        if average >= max {
            1.0
        } else {
            let share = (average - min).max(0.0) / f64::from(self.params.delta());
            share * f64::from(self.state.max_p) / ONE
        }
    }

    fn update_average(&mut self, now: Time) {
        let average = self.state.average;
        self.state.average = match self.state.idle_since.take() {
            Some(since) => decay(&self.params.idle, average, now.saturating_since(since)),
            None => average + self.queue.bytes() - (average >> self.params.weight_log),
        };
    }

    fn classify(&mut self, ctx: &mut impl Context<P>) -> Verdict {
        let params = &self.params;
        let state = &mut self.state;
        let min = u64::from(params.min) << params.weight_log;
        if state.average < min {
            state.count = -1;
            return Verdict::Pass;
        }
        if state.average >= u64::from(params.max) << params.weight_log {
            state.count = -1;
            return Verdict::Forced;
        }
        state.count += 1;
        if state.count == 0 {
            state.threshold = threshold(ctx.draw(), state.divisor, params.division);
            return Verdict::Pass;
        }
        let excess = (state.average - min) >> params.weight_log;
        if excess * (state.count as u64) < u64::from(state.threshold) {
            return Verdict::Pass;
        }
        let passed = state.count - 1;
        state.count = 0;
        state.threshold = threshold(ctx.draw(), state.divisor, params.division);
        Verdict::Early { passed }
    }

    /// Marks or drops a packet that was hit, or accepts it unmarked. Returns it if it is not dropped. `passed`: packets that passed since the
    /// last hit; `None` beyond the upper threshold.
    fn hit(&mut self, mut packet: P, passed: Option<i32>, ctx: &mut impl Context<P>) -> Option<P> {
        let average = self.average_packets();
        let (reason, drops, marks) = if let Some(passed) = passed {
            let state = &self.state;
            let excess =
                (state.average >> self.params.weight_log) as f64 - f64::from(self.params.min);
            let share = excess.max(0.0) / f64::from(self.params.delta());
            let probability = share * f64::from(state.max_p) / ONE;
            let min = f64::from(self.params.min) / f64::from(self.mtu);
            // The kernel draws once a hit. At a steady average each packet then has this probability, given that the former ones passed.
            let spaced = spaced(probability, 1.0, f64::from(passed), false);
            let reason = Reason::Early { average, min, probability, spaced };
            (reason, &mut self.stats.early_drops, &mut self.stats.early_marks)
        } else {
            let certain = f64::from(self.params.max) / f64::from(self.mtu);
            let reason = Reason::Forced { average, certain };
            (reason, &mut self.stats.forced_drops, &mut self.stats.forced_marks)
        };
        let reason = DropReason::Red(reason);
        if self.params.ecn && !(passed.is_none() && self.params.hard_drop) {
            if packet.try_mark() {
                *marks += 1;
                ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(reason));
                return Some(packet);
            }
            if self.params.no_drop {
                return Some(packet);
            }
        }
        *drops += 1;
        ctx.dropped(&packet, Span::ZERO, reason);
        None
    }
}

impl<P: Queueable> Discipline<P> for RedLinux<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.update_average(ctx.now());
        let survivor = match self.classify(ctx) {
            Verdict::Pass => Some(packet),
            Verdict::Early { passed } => self.hit(packet, Some(passed), ctx),
            Verdict::Forced => self.hit(packet, None, ctx),
        };
        let Some(packet) = survivor else { return };
        if self.limit.admits(&self.queue, packet.bytes()) {
            self.queue.push(packet, ctx.now());
        } else {
            // The kernel marks before it checks the buffer, so a marked packet may be dropped here.
            self.stats.overflows += 1;
            ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let head = self.queue.pop();
        if head.is_none() {
            self.state.idle_since.get_or_insert(ctx.now());
        }
        head
    }

    backlog_in_one_queue!(P);

    fn next_timer(&self) -> Time {
        if self.params.adaptive { self.next_adaptation } else { Time::NEVER }
    }

    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        let now = ctx.now();
        let average = match self.state.idle_since {
            Some(since) => {
                decay(&self.params.idle, self.state.average, now.saturating_since(since))
            }
            None => self.state.average,
        };
        let bytes = average >> self.params.weight_log;
        self.state.max_p = adapt(self.state.max_p, bytes, self.params.min, self.params.max);
        self.state.divisor = adapted_divisor(self.state.max_p, self.params.min, self.params.max);
        self.next_adaptation = now + ADAPT_INTERVAL;
    }

    fn probe(&self, _now: Time) -> AnyProbe {
        let mtu = f64::from(self.mtu);
        AnyProbe::Red(Probe {
            average: self.average_packets(),
            min: f64::from(self.params.min) / mtu,
            max: f64::from(self.params.max) / mtu,
            probability: self.probability(),
            max_p: f64::from(self.state.max_p) / ONE,
            count: i64::from(self.state.count),
        })
    }
}

/// Turns a draw into the distance of the next hit: uniform up to (thresholds' distance) / max_p bytes.
fn threshold(draw: u64, divisor: u32, division: Division) -> u32 {
    let draw = (draw >> 32) as u32;
    match division {
        Division::Exact => draw / divisor,
        Division::Reciprocal => {
            // The reciprocal of 1 overflows to 0, as in the old kernel.
            let reciprocal = (1u64 << 32).div_ceil(u64::from(divisor)) as u32;
            ((u64::from(draw) * u64::from(reciprocal)) >> 32) as u32
        }
    }
}

/// `average` after an idle period.
pub fn decay(table: &tc::IdleTable, average: u64, idle: Span) -> u64 {
    let micros = (idle.nanos() / 1_000).min(255 << table.cell_log);
    let shift = table.shifts[(micros >> table.cell_log) as usize & (tc::CELLS - 1)];
    if shift > 0 {
        return average >> shift;
    }
    // Within the first cells: linear, but never below half.
    let loss = average.wrapping_mul(micros) >> table.cell_log;
    if loss < average >> 1 { average - loss } else { average >> 1 }
}

/// One adaptation of the maximum probability (Q0.32) towards an average of `bytes` in the middle
/// fifth between the thresholds: up by at most 1 % or a quarter, down by a tenth.
pub fn adapt(max_p: u32, bytes: u64, min: u32, max: u32) -> u32 {
    let fifth = max.saturating_sub(min).max(1) / 5;
    if bytes > u64::from(min + 3 * fifth) && max_p <= 50 * ONE_PERCENT {
        max_p + ONE_PERCENT.min(max_p / 4)
    } else if bytes < u64::from(min + 2 * fifth) && max_p >= ONE_PERCENT {
        max_p / 10 * 9
    } else {
        max_p
    }
}

/// The divisor for draws after an adaptation: rounded to nearest, unlike the first one.
pub fn adapted_divisor(max_p: u32, min: u32, max: u32) -> u32 {
    let delta = u64::from(max.saturating_sub(min).max(1));
    ((u64::from(max_p) + delta / 2) / delta).max(1) as u32
}
