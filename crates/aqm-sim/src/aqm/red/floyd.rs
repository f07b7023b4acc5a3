//! RED after Floyd and Jacobson (1993) with Floyd's gentle slope (2000), in real arithmetic.

use super::{Probe, Reason, RedParams, RedVariant, Stats};
use crate::aqm::{
    Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason,
    backlog_in_one_queue,
};
use crate::buffer::{Fifo, Limit, Queued};
use crate::math;
use crate::packet::Queueable;
use crate::rng::unit_interval;
use crate::time::{Span, Time};

/// The parameters in the unit of the average: packets, or bytes in byte mode.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Setup {
    /// Lower threshold.
    min: f64,
    /// Upper threshold.
    max: f64,
    /// Weight of a new sample.
    weight: f64,
    /// One packet in the unit of the average.
    packet: f64,
    /// Time to send a packet of the largest size, in seconds.
    packet_seconds: f64,
}

impl Setup {
    fn new(params: &RedParams, env: &Environment) -> Self {
        let mtu = f64::from(env.mtu);
        let unit = if params.byte_mode { 1.0 } else { mtu };
        let packet_seconds = mtu * 8.0 / env.rate.bps() as f64;
        Setup {
            min: params.min.in_bytes(env) / unit,
            max: params.max.in_bytes(env) / unit,
            weight: params.weight.unwrap_or_else(|| automatic_weight(1.0 / packet_seconds)),
            packet: if params.byte_mode { mtu } else { 1.0 },
            packet_seconds,
        }
    }
}

/// w = 1 - exp(-1/C) with C packets per second: the average follows the queue with a time
/// constant of one second (Floyd, Gummadi, Shenker 2001).
pub fn automatic_weight(packets_per_second: f64) -> f64 {
    1.0 - math::exp(-1.0 / packets_per_second)
}

/// State of RED.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    /// Average queue in packets, or bytes in byte mode.
    pub average: f64,
    /// Packets since the last hit; -1 below the lower threshold.
    pub count: i64,
    /// `count` in packets; in byte mode, in bytes divided by the largest packet size.
    pub since_hit: f64,
    /// Start of the idle period: the queue is empty and the link idle.
    pub idle_since: Option<Time>,
}

/// A RED queue after Floyd and Jacobson.
#[derive(Clone, Debug)]
pub struct RedFloyd<P> {
    pub(in crate::aqm) queue: Fifo<P>,
    params: RedParams,
    setup: Setup,
    limit: Limit,
    /// The average starts from zero whenever a packet finds the queue empty.
    forgets: bool,
    /// Turns reasons into RED's own or into those of Adaptive RED.
    report: fn(Reason) -> DropReason,
    state: State,
    stats: Stats,
}

impl<P: Queueable> Algorithm<P> for RedFloyd<P> {
    type Params = RedParams;

    fn runs(params: &RedParams) -> bool {
        params.variant == RedVariant::Floyd
    }

    fn new(params: &RedParams, env: &Environment, now: Time) -> Self {
        RedFloyd {
            params: *params,
            setup: Setup::new(params, env),
            limit: env.limit,
            forgets: false,
            report: DropReason::Red,
            state: State { average: 0.0, count: -1, since_hit: 0.0, idle_since: Some(now) },
            stats: Stats::default(),
            queue: Fifo::default(),
        }
    }

    fn retune(&mut self, params: &RedParams, env: &Environment, now: Time) {
        if self.state.idle_since.is_some() {
            // The idle time so far decays with the former parameters.
            self.state.average = self.average_at(now);
            self.state.idle_since = Some(now);
        }
        let before = self.setup.packet;
        self.params = *params;
        self.setup = Setup::new(params, env);
        self.state.average *= self.setup.packet / before;
        self.limit = env.limit;
    }
}

impl<P: Queueable> RedFloyd<P> {
    /// Makes the average start from zero whenever a packet finds the queue empty, if `forgets`.
    pub(in crate::aqm) fn forgetting(mut self, forgets: bool) -> Self {
        self.forgets = forgets;
        self
    }

    /// Reports drops and marks through `report`: for a discipline with a RED inside.
    pub(in crate::aqm) fn reporting(mut self, report: fn(Reason) -> DropReason) -> Self {
        self.report = report;
        self
    }

    /// Parameters in force.
    pub fn params(&self) -> &RedParams {
        &self.params
    }

    /// Changes the probability at the upper threshold and nothing else.
    pub(in crate::aqm) fn set_max_p(&mut self, max_p: f64) {
        self.params.max_p = max_p;
    }

    /// The state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Position of the average between the thresholds: 0 at the lower, 1 at the upper.
    pub(in crate::aqm) fn position(&self, now: Time) -> f64 {
        (self.average_at(now) - self.setup.min) / (self.setup.max - self.setup.min)
    }

    /// The average as of `now`: while the link is idle, as if m packets had found an empty queue,
    /// with m = idle time / transmission time of a typical packet: (1 - w)^m avg
    /// (Floyd and Jacobson 1993, figure 2).
    fn average_at(&self, now: Time) -> f64 {
        match self.state.idle_since {
            Some(since) => {
                let m = now.saturating_since(since).seconds() / self.setup.packet_seconds;
                self.state.average * math::pow(1.0 - self.setup.weight, m)
            }
            None => self.state.average,
        }
    }

    /// A packet arrives: samples the queue length.
    pub(in crate::aqm) fn update_average(&mut self, now: Time) {
        if self.forgets && self.queue.is_empty() {
            self.state.average = 0.0;
            self.state.idle_since = None;
            return;
        }
        if self.state.idle_since.is_some() {
            self.state.average = self.average_at(now);
            self.state.idle_since = None;
            return;
        }
        let length =
            if self.params.byte_mode { self.queue.bytes() } else { self.queue.len() as u64 };
        // Converted by way of i64, which takes one instruction instead of six.
        self.state.average += self.setup.weight * (length as i64 as f64 - self.state.average);
    }

    /// Probability before spacing at `average`: max_p (avg - min) / (max - min) up to `max`; with
    /// the gentle slope on to 1 at 2 `max`, otherwise 1 from `max` on.
    fn probability(&self, average: f64) -> f64 {
        let Setup { min, max, .. } = self.setup;
        let max_p = self.params.max_p;
        if average < min {
            0.0
        } else if average < max {
            max_p * (average - min) / (max - min)
        } else if self.params.gentle && average < 2.0 * max {
            max_p + (1.0 - max_p) * (average - max) / max
        } else {
            1.0
        }
    }

    /// Decides on an arriving packet of `bytes` bytes. Returns `None` if it is not hit.
    fn decide(&mut self, bytes: u32, ctx: &mut impl Context<P>) -> Option<Reason> {
        let average = self.state.average;
        if average < self.setup.min {
            self.state.count = -1;
            return None;
        }
        let packets = average / self.setup.packet;
        let certain = self.setup.max * if self.params.gentle { 2.0 } else { 1.0 };
        if average >= certain {
            self.state.count = 0;
            self.state.since_hit = 0.0;
            let certain = certain / self.setup.packet;
            return Some(Reason::Forced { average: packets, certain });
        }
        let probability = self.probability(average);
        let size_share =
            if self.params.byte_mode { f64::from(bytes) / self.setup.packet } else { 1.0 };
        // The first packet in the band does not count.
        self.state.since_hit =
            if self.state.count < 0 { 0.0 } else { self.state.since_hit + size_share };
        self.state.count += 1;
        let since_hit = self.state.since_hit;
        let spaced = spaced(probability, size_share, since_hit, self.params.wait);
        if unit_interval(ctx.draw()) >= spaced {
            return None;
        }
        self.state.count = 0;
        self.state.since_hit = 0.0;
        let min = self.setup.min / self.setup.packet;
        Some(Reason::Early { average: packets, min, probability, spaced })
    }
}

/// pa = pb / (1 - count pb): makes the gaps between hits uniform instead of geometric (Floyd and
/// Jacobson 1993, section 7, method 2). Byte mode counts bytes, and applies the packet's size
/// after the spacing, as the authors' simulator does. Hits are then uniform over bytes, and a packet
/// is hit (nearly) in proportion to its size.
///
/// With `wait` no packet is hit before count pb reaches 1, and pa = pb / (2 - count pb) from then on.
pub(super) fn spaced(probability: f64, size_share: f64, since_hit: f64, wait: bool) -> f64 {
    let elapsed = since_hit * probability;
    if wait && elapsed < 1.0 {
        return 0.0;
    }
    let probability_left = if wait { 2.0 } else { 1.0 } - elapsed;
    let hit = probability * size_share;
    if probability_left <= hit { 1.0 } else { hit / probability_left }
}

impl<P: Queueable> Discipline<P> for RedFloyd<P> {
    #[inline(always)]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.update_average(ctx.now());
        self.offer(packet, ctx);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        let head = self.queue.pop();
        if head.is_none() {
            self.state.idle_since.get_or_insert(ctx.now());
        }
        head
    }

    backlog_in_one_queue!(P);

    fn probe(&self, now: Time) -> AnyProbe {
        AnyProbe::Red(self.inspect(now))
    }
}

impl<P: Queueable> RedFloyd<P> {
    /// Decides on a packet after [`RedFloyd::update_average`], and queues it unless it is dropped.
    #[inline(always)]
    pub(in crate::aqm) fn offer(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        // The decision comes before the limit, so that the average includes every arrival; the report
        // comes after, so that no packet is both marked and dropped.
        let hit = self.decide(packet.bytes(), ctx);
        let fits = self.limit.admits(&self.queue, packet.bytes());
        match hit {
            Some(reason @ Reason::Forced { .. }) => {
                // RFC 3168, section 7: ECN-capable packets are dropped too.
                self.stats.forced_drops += 1;
                return ctx.dropped(&packet, Span::ZERO, (self.report)(reason));
            }
            Some(reason) if !(self.params.ecn && fits && packet.try_mark()) => {
                self.stats.early_drops += 1;
                return ctx.dropped(&packet, Span::ZERO, (self.report)(reason));
            }
            Some(reason) => {
                self.stats.early_marks += 1;
                ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf((self.report)(reason)));
            }
            None if !fits => {
                self.stats.overflows += 1;
                return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
            }
            None => {}
        }
        self.queue.push(packet, ctx.now());
    }

    /// The state for plots and explanations.
    pub(in crate::aqm) fn inspect(&self, now: Time) -> Probe {
        let average = self.average_at(now);
        Probe {
            average: average / self.setup.packet,
            min: self.setup.min / self.setup.packet,
            max: self.setup.max / self.setup.packet,
            probability: self.probability(average),
            max_p: self.params.max_p,
            count: self.state.count,
        }
    }
}
