//! Adaptive RED (Floyd, Gummadi, Shenker 2001): RED with a gentle slope. Its thresholds follow from
//! the link rate and a target delay. It adapts the maximum probability so that the average queue stays
//! in the middle between the thresholds.

pub mod params;
mod report;
#[cfg(test)]
mod tests;
mod twins;

pub use params::{AredParams, AredVariant};
pub use report::{Probe, Reason};

use super::red::{RedFloyd, RedParams, RedVariant, Stats};
use super::{Algorithm, Amount, AnyProbe, Context, Discipline, DropReason, Environment};
use crate::buffer::Queued;
use crate::packet::Queueable;
use crate::time::{Span, Time};

/// Lower bound of the lower threshold in packets.
const LEAST_MIN: f64 = 5.0;
/// Upper threshold / lower threshold.
const MAX_TO_MIN: f64 = 3.0;
/// The target band, as shares of the distance between the thresholds.
const BAND: (f64, f64) = (0.4, 0.6);
/// Upper bound of `max_p`.
const LARGEST_MAX_P: f64 = 0.5;
/// The lower bound of `max_p` in the authors' simulator (ns-2, RED with `bottom_` at zero): one packet
/// in the window of a connection that has the link to itself and this round-trip time, but at most
/// `LARGEST_BOUND`.
const WINDOW_RTT: Span = Span::from_millis(100);
const LARGEST_BOUND: f64 = 0.01;
/// Initial `max_p`. The paper leaves it open; the authors' simulator has this value.
const FIRST_MAX_P: f64 = 0.1;
/// Largest increase of `max_p`; the other limit is a quarter of it (alpha).
const LARGEST_INCREASE: f64 = 0.01;
/// `max_p` shrinks by this factor (beta).
const DECREASE: f64 = 0.9;

/// An Adaptive RED queue. Its state beyond RED's own is the maximum probability in force and the
/// time of the next adaptation.
#[derive(Clone, Debug)]
pub struct Ared<P> {
    red: RedFloyd<P>,
    params: AredParams,
    /// Lower bound of the maximum probability.
    bound: f64,
    next_adaptation: Time,
}

impl<P: Queueable> Algorithm<P> for Ared<P> {
    type Params = AredParams;

    fn new(params: &AredParams, env: &Environment, now: Time) -> Self {
        Ared {
            params: *params,
            bound: lower_bound(params, env),
            next_adaptation: now + params.interval,
            red: RedFloyd::new(&derive(params, env, FIRST_MAX_P), env, now)
                .forgetting(params.variant == AredVariant::Schwardmann2014)
                .reporting(|reason| DropReason::Ared(Reason(reason))),
        }
    }

    /// The thresholds are derived again; the average and the maximum probability stay.
    fn retune(&mut self, params: &AredParams, env: &Environment, now: Time) {
        self.params = *params;
        self.bound = lower_bound(params, env);
        self.next_adaptation = self.next_adaptation.min(now + params.interval);
        self.red.retune(&derive(params, env, self.red.params().max_p), env, now);
    }
}

impl<P: Queueable> Ared<P> {
    /// The RED inside.
    pub fn red(&self) -> &RedFloyd<P> {
        &self.red
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        self.red.stats()
    }
}

/// RED's parameters for a target delay on a link, in packets of the largest size.
pub fn derive(params: &AredParams, env: &Environment, max_p: f64) -> RedParams {
    let min = (params.target.seconds() * packets_per_second(env) / 2.0).max(LEAST_MIN);
    let [min, max] = params.thresholds.map_or_else(
        || [Amount::Packets(min), Amount::Packets(MAX_TO_MIN * min)],
        |shares| shares.map(Amount::BufferShare),
    );
    RedParams {
        variant: RedVariant::Floyd,
        min,
        max,
        max_p,
        weight: params.weight,
        gentle: true,
        // The default of ns-2, in which the paper's simulations ran.
        wait: params.variant == AredVariant::Floyd2001,
        byte_mode: false,
        adaptive: false,
        ecn: params.ecn,
        ..RedParams::default()
    }
}

/// Lower bound of `max_p`.
pub fn lower_bound(params: &AredParams, env: &Environment) -> f64 {
    params.min_max_p.unwrap_or_else(|| {
        let window = packets_per_second(env) * WINDOW_RTT.seconds();
        LARGEST_BOUND.min(1.0 / window)
    })
}

fn packets_per_second(env: &Environment) -> f64 {
    env.rate.bps() as f64 / (8.0 * f64::from(env.mtu))
}

/// One adaptation of `max_p`: additive increase, multiplicative decrease, not below `bound`. `position`
/// is that of the average between the thresholds (0: lower, 1: upper).
pub fn adapt(max_p: f64, bound: f64, position: f64) -> f64 {
    let adapted = if position > BAND.1 {
        max_p + LARGEST_INCREASE.min(max_p / 4.0)
    } else if position < BAND.0 {
        max_p * DECREASE
    } else {
        max_p
    };
    adapted.max(bound).min(LARGEST_MAX_P)
}

impl<P: Queueable> Discipline<P> for Ared<P> {
    #[inline(always)]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.red.enqueue(packet, ctx);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        self.red.dequeue(ctx)
    }

    fn next_timer(&self) -> Time {
        self.next_adaptation
    }

    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        let now = ctx.now();
        let position = self.red.position(now);
        self.red.set_max_p(adapt(self.red.params().max_p, self.bound, position));
        self.next_adaptation = now + self.params.interval;
    }

    fn packets(&self) -> u64 {
        self.red.packets()
    }

    fn bytes(&self) -> u64 {
        self.red.bytes()
    }

    fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>)) {
        self.red.for_each_waiting(visit);
    }

    fn take_over(&mut self, waiting: Queued<P>) {
        self.red.take_over(waiting);
    }

    fn probe(&self, now: Time) -> AnyProbe {
        AnyProbe::Ared(Probe(self.red.inspect(now)))
    }
}
