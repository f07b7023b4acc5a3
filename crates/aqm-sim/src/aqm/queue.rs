//! Any discipline behind one type: a closed enum, so that every call is a jump and the host's
//! loop stays monomorphic.

use super::codel::{CodelLinux, CodelRfc8289};
use super::drop_tail::DropTail;
use super::{AqmConfig, CodelVariant, Context, Discipline, Environment, Probe};
use crate::buffer::{Fifo, Queued};
use crate::packet::Queueable;
use crate::time::Time;

/// A queue under the discipline that an [`AqmConfig`] describes.
#[derive(Clone, Debug)]
pub struct Aqm<P> {
    config: AqmConfig,
    algorithm: Algorithm<P>,
}

#[derive(Clone, Debug)]
enum Algorithm<P> {
    DropTail(DropTail<P>),
    CodelLinux(CodelLinux<P>),
    CodelRfc8289(CodelRfc8289<P>),
}

/// Evaluates `$call` with `$queue` bound to whichever discipline runs.
macro_rules! each {
    ($algorithm:expr, $queue:ident => $call:expr) => {
        match $algorithm {
            Algorithm::DropTail($queue) => $call,
            Algorithm::CodelLinux($queue) => $call,
            Algorithm::CodelRfc8289($queue) => $call,
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
        self.config = *config;
        if !self.algorithm.retune(config, &env) {
            let waiting = std::mem::take(each!(&mut self.algorithm, queue => queue.queue_mut()));
            self.algorithm = Algorithm::new(config, &env, now);
            each!(&mut self.algorithm, queue => *queue.queue_mut() = waiting);
        }
    }
}

impl<P: Queueable> Algorithm<P> {
    fn new(config: &AqmConfig, env: &Environment, _now: Time) -> Self {
        match config {
            AqmConfig::Codel(params) => match params.variant {
                CodelVariant::Linux | CodelVariant::Linux310 => {
                    Algorithm::CodelLinux(CodelLinux::new(params, env))
                }
                CodelVariant::Rfc8289 => Algorithm::CodelRfc8289(CodelRfc8289::new(params, env)),
            },
            _ => Algorithm::DropTail(DropTail::new(env)),
        }
    }

    /// Adopts new parameters; `false` if they are another algorithm's.
    fn retune(&mut self, config: &AqmConfig, env: &Environment) -> bool {
        match (self, config) {
            (Algorithm::DropTail(queue), AqmConfig::DropTail) => queue.set_environment(env),
            (Algorithm::CodelLinux(queue), AqmConfig::Codel(params))
                if params.variant != CodelVariant::Rfc8289 =>
            {
                queue.retune(params, env);
            }
            (Algorithm::CodelRfc8289(queue), AqmConfig::Codel(params))
                if params.variant == CodelVariant::Rfc8289 =>
            {
                queue.retune(params, env);
            }
            _ => return false,
        }
        true
    }
}

impl<P: Queueable> Discipline<P> for Aqm<P> {
    #[inline]
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>) {
        each!(&mut self.algorithm, queue => queue.enqueue(packet, ctx));
    }

    #[inline]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        each!(&mut self.algorithm, queue => queue.dequeue(ctx))
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
