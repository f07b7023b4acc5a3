//! Any discipline behind one type: a closed enum, so that every call is a jump and the host's
//! loop stays monomorphic.

use super::ared::Ared;
use super::codel::{CodelLinux, CodelRfc8289};
use super::drop_tail::DropTail;
use super::pie::{PieLinux, PieLinux414, PiePaper2013, PieRfc8033};
use super::red::{RedFloyd, RedLinux};
use super::{
    AqmConfig, CodelVariant, Context, Discipline, Environment, PieVariant, Probe, RedVariant,
};
use crate::buffer::{Fifo, Queued};
use crate::packet::Queueable;
use crate::time::Time;

/// A queue under the discipline that an [`AqmConfig`] describes.
#[derive(Clone, Debug)]
pub struct Aqm<P> {
    config: AqmConfig,
    algorithm: Algorithm<P>,
}

// With a tag of its own, which is faster to look at than one that the compiler finds room for. And all
// of them begin with their queue (`repr(C)`): so it lies in one place, whoever runs, and to look at it
// or to take from it no jump is needed.
#[derive(Clone, Debug)]
#[repr(u8)]
enum Algorithm<P> {
    DropTail(DropTail<P>),
    RedFloyd(RedFloyd<P>),
    RedLinux(RedLinux<P>),
    Ared(Ared<P>),
    CodelLinux(CodelLinux<P>),
    CodelRfc8289(CodelRfc8289<P>),
    PieRfc8033(PieRfc8033<P>),
    PiePaper2013(PiePaper2013<P>),
    PieLinux(PieLinux<P>),
    PieLinux414(PieLinux414<P>),
}

/// Evaluates `$call` with `$queue` bound to whichever discipline runs.
macro_rules! each {
    ($algorithm:expr, $queue:ident => $call:expr) => {
        match $algorithm {
            Algorithm::DropTail($queue) => $call,
            Algorithm::RedFloyd($queue) => $call,
            Algorithm::RedLinux($queue) => $call,
            Algorithm::Ared($queue) => $call,
            Algorithm::CodelLinux($queue) => $call,
            Algorithm::CodelRfc8289($queue) => $call,
            Algorithm::PieRfc8033($queue) => $call,
            Algorithm::PiePaper2013($queue) => $call,
            Algorithm::PieLinux($queue) => $call,
            Algorithm::PieLinux414($queue) => $call,
        }
    };
}

impl<P: Queueable> Aqm<P> {
    /// An empty queue at time `now`.
    pub fn new(config: &AqmConfig, env: Environment, now: Time) -> Self {
        Aqm { config: *config, algorithm: Algorithm::new(config, &env, now) }
    }

    /// What runs here.
    pub fn config(&self) -> &AqmConfig {
        &self.config
    }

    /// Follows a change of the surroundings; the state stays. A limit below the backlog admits
    /// nothing until it has drained.
    pub fn set_environment(&mut self, env: Environment, now: Time) {
        let config = self.config;
        self.reconfigure(&config, env, now);
    }

    /// Adopts a new configuration. Same kind and variant: the state stays. Otherwise a fresh
    /// algorithm takes over the waiting packets with the times at which they entered.
    pub fn reconfigure(&mut self, config: &AqmConfig, env: Environment, now: Time) {
        if self.config.is_same_algorithm(config) {
            self.algorithm.retune(config, &env, now);
        } else {
            let waiting = std::mem::take(self.queue_mut());
            self.algorithm = Algorithm::new(config, &env, now);
            *self.queue_mut() = waiting;
        }
        self.config = *config;
    }
}

impl AqmConfig {
    /// Same kind and variant, whatever the parameters.
    pub fn is_same_algorithm(&self, other: &AqmConfig) -> bool {
        match (self, other) {
            (AqmConfig::DropTail, AqmConfig::DropTail) => true,
            (AqmConfig::Red(a), AqmConfig::Red(b)) => a.variant == b.variant,
            (AqmConfig::Ared(a), AqmConfig::Ared(b)) => a.variant == b.variant,
            (AqmConfig::Codel(a), AqmConfig::Codel(b)) => a.variant == b.variant,
            (AqmConfig::Pie(a), AqmConfig::Pie(b)) => a.variant == b.variant,
            // Named, so that a new kind is asked for here.
            (
                AqmConfig::DropTail
                | AqmConfig::Red(_)
                | AqmConfig::Ared(_)
                | AqmConfig::Codel(_)
                | AqmConfig::Pie(_),
                _,
            ) => false,
        }
    }
}

impl<P: Queueable> Algorithm<P> {
    fn new(config: &AqmConfig, env: &Environment, now: Time) -> Self {
        match config {
            AqmConfig::DropTail => Algorithm::DropTail(DropTail::new(env)),
            AqmConfig::Red(params) => match params.variant {
                RedVariant::Floyd => Algorithm::RedFloyd(RedFloyd::new(params, env, now)),
                RedVariant::Linux => Algorithm::RedLinux(RedLinux::new(params, env, now)),
            },
            AqmConfig::Ared(params) => Algorithm::Ared(Ared::new(params, env, now)),
            AqmConfig::Codel(params) => match params.variant {
                CodelVariant::Linux | CodelVariant::Linux310 => {
                    Algorithm::CodelLinux(CodelLinux::new(params, env))
                }
                CodelVariant::Rfc8289 | CodelVariant::Schwardmann2014 => {
                    Algorithm::CodelRfc8289(CodelRfc8289::new(params, env))
                }
            },
            AqmConfig::Pie(params) => match params.variant {
                PieVariant::Rfc8033 => Algorithm::PieRfc8033(PieRfc8033::new(params, env, now)),
                PieVariant::Paper2013 => {
                    Algorithm::PiePaper2013(PiePaper2013::new(params, env, now))
                }
                PieVariant::Linux => Algorithm::PieLinux(PieLinux::new(params, env, now)),
                PieVariant::Linux414 => Algorithm::PieLinux414(PieLinux414::new(params, env, now)),
            },
        }
    }

    /// Adopts parameters of the algorithm that runs.
    fn retune(&mut self, config: &AqmConfig, env: &Environment, now: Time) {
        match (self, config) {
            (Algorithm::DropTail(queue), AqmConfig::DropTail) => queue.set_environment(env),
            (Algorithm::RedFloyd(queue), AqmConfig::Red(params)) => queue.retune(params, env, now),
            (Algorithm::RedLinux(queue), AqmConfig::Red(params)) => queue.retune(params, env, now),
            (Algorithm::Ared(queue), AqmConfig::Ared(params)) => queue.retune(params, env, now),
            (Algorithm::CodelLinux(queue), AqmConfig::Codel(params)) => queue.retune(params, env),
            (Algorithm::CodelRfc8289(queue), AqmConfig::Codel(params)) => queue.retune(params, env),
            (Algorithm::PieRfc8033(queue), AqmConfig::Pie(params)) => {
                queue.retune(params, env, now);
            }
            (Algorithm::PiePaper2013(queue), AqmConfig::Pie(params)) => {
                queue.retune(params, env, now);
            }
            (Algorithm::PieLinux(queue), AqmConfig::Pie(params)) => queue.retune(params, env, now),
            (Algorithm::PieLinux414(queue), AqmConfig::Pie(params)) => {
                queue.retune(params, env, now);
            }
            _ => unreachable!("retuned with another algorithm's parameters"),
        }
    }
}

impl<P: Queueable> Aqm<P> {
    /// The waiting packets, for the host to take one out that was released.
    #[inline(always)]
    pub(crate) fn queue_mut(&mut self) -> &mut Fifo<P> {
        each!(&mut self.algorithm, queue => queue.queue_mut())
    }

    /// The probe's probability alone, for which the rest of it need not be computed.
    pub fn probability(&self, now: Time) -> Option<f64> {
        each!(&self.algorithm, queue => queue.probe(now).probability())
    }
}

impl<P: Queueable> Discipline<P> for Aqm<P> {
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        self.enqueue_all(1, |_| packet, ctx);
    }

    #[inline(always)]
    fn enqueue_all(&mut self, count: u64, packet: impl Fn(u64) -> P, ctx: &mut impl Context<P>) {
        each!(&mut self.algorithm, queue => queue.enqueue_all(count, packet, ctx));
    }

    #[inline(always)]
    fn takes_all(&mut self, count: u64, bytes: u32) -> Option<&mut Fifo<P>> {
        match &mut self.algorithm {
            Algorithm::CodelLinux(queue) => queue.takes_all(count, bytes),
            Algorithm::CodelRfc8289(queue) => queue.takes_all(count, bytes),
            Algorithm::DropTail(queue) => queue.takes_all(count, bytes),
            _ => None,
        }
    }

    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        each!(&mut self.algorithm, queue => queue.dequeue(ctx))
    }

    #[inline(always)]
    fn releases(&mut self, head: &Queued<P>, now: Time) -> bool {
        match &mut self.algorithm {
            Algorithm::CodelLinux(queue) => queue.releases(head, now),
            Algorithm::DropTail(queue) => queue.releases(head, now),
            Algorithm::RedFloyd(queue) => queue.releases(head, now),
            Algorithm::RedLinux(queue) => queue.releases(head, now),
            Algorithm::Ared(queue) => queue.releases(head, now),
            Algorithm::PieRfc8033(queue) => queue.releases(head, now),
            // What else there is runs seldom, and the host's loop, which this is part of, stays small.
            _ => false,
        }
    }

    #[inline(always)]
    fn runs_dry(&mut self, now: Time) {
        each!(&mut self.algorithm, queue => queue.runs_dry(now));
    }

    #[inline(always)]
    fn passes(&mut self, packet: &P, now: Time) -> bool {
        match &mut self.algorithm {
            Algorithm::CodelLinux(queue) => queue.passes(packet, now),
            Algorithm::DropTail(queue) => queue.passes(packet, now),
            _ => false,
        }
    }

    #[inline]
    fn next_timer(&self) -> Time {
        each!(&self.algorithm, queue => queue.next_timer())
    }

    fn on_timer(&mut self, now: Time) {
        each!(&mut self.algorithm, queue => queue.on_timer(now));
    }

    #[inline]
    fn queue(&self) -> &Fifo<P> {
        each!(&self.algorithm, queue => queue.queue())
    }

    fn probe(&self, now: Time) -> Probe {
        each!(&self.algorithm, queue => queue.probe(now))
    }
}
