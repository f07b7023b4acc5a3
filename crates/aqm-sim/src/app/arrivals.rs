//! When users begin: after a pause, or as flows of an open loop arrive.

use super::{App, Turn};
use crate::config::{AppKind, FlowArrivals, Think};
use crate::rng::SplitMix64;
use crate::time::{Span, Time};

/// The Poisson process of flows that start in an open loop.
#[derive(Clone, Debug)]
pub struct Arrivals {
    next: Time,
    rng: SplitMix64,
}

impl Arrivals {
    pub fn new(seed: u64, group: usize) -> Self {
        Arrivals { next: Time::NEVER, rng: SplitMix64::stream(seed, "arrivals", group as u64) }
    }

    pub fn next(&self) -> Time {
        self.next
    }

    pub fn stop(&mut self) {
        self.next = Time::NEVER;
    }
}

impl App {
    /// Plans the next flow or page of a user who has ended one. In an open loop the user becomes free.
    pub(super) fn pause(&mut self, index: usize, now: Time) {
        let think = match &self.config.kind {
            AppKind::Short(short) => match short.arrivals {
                FlowArrivals::Closed(think) => think,
                FlowArrivals::Open(_) => return self.idle.push(index as u32),
            },
            AppKind::Web(web) => web.think,
            AppKind::Limited(_) | AppKind::Video(_) => return,
        };
        let user = &mut self.users[index];
        let at = now.max(self.config.tcp.start) + length(&think, &mut user.rng);
        user.timer = if at < self.config.tcp.stop { at } else { Time::NEVER };
    }

    /// Starts the flow that arrives now in an open loop, if a user is free.
    pub(super) fn admit(&mut self, turn: &mut Turn) {
        let AppKind::Short(short) = self.config.kind else { return };
        match self.idle.pop() {
            Some(user) => self.start_short(user as usize, &short, turn),
            None => turn.results.refused(turn.now),
        }
    }

    /// Makes all users without a connection free for the flows of an open loop.
    pub(super) fn free_all(&mut self) {
        for (index, user) in self.users.iter_mut().enumerate() {
            user.timer = Time::NEVER;
            if user.channels.is_empty() {
                self.idle.push(index as u32);
            }
        }
    }

    pub(super) fn open_rate(&self) -> Option<f64> {
        match &self.config.kind {
            AppKind::Short(short) => match short.arrivals {
                FlowArrivals::Open(per_s) => Some(per_s),
                FlowArrivals::Closed(_) => None,
            },
            _ => None,
        }
    }

    /// Plans the next flow of an open loop. A Poisson process has no memory, so a change may plan
    /// anew.
    pub(super) fn plan_arrival(&mut self, from: Time) {
        let rate = self.open_rate().filter(|&rate| rate > 0.0 && !self.users.is_empty());
        let next =
            rate.map(|rate| from + Span::from_seconds(self.arrivals.rng.exponential() / rate));
        let next = next.filter(|&next| next < self.config.tcp.stop);
        self.arrivals.next = next.unwrap_or(Time::NEVER);
    }
}

/// Returns the length of a pause.
fn length(think: &Think, rng: &mut SplitMix64) -> Span {
    if think.exponential {
        Span::from_seconds(think.mean.seconds() * rng.exponential())
    } else {
        think.mean
    }
}
