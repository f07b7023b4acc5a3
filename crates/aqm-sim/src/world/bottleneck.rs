//! Queue, link, and everything that is measured there.

use crate::aqm::{Aqm, Context, Discipline, DropReason, Environment, MarkReason};
use crate::buffer::Queued;
use crate::config::SimulationConfig;
use crate::digest::{Digest, Outcome};
use crate::link::Link;
use crate::metrics::Recorder;
use crate::packet::{FlowId, Packet, Queueable};
use crate::rng::SplitMix64;
use crate::tcp::Burst;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// The bottleneck.
#[derive(Clone, Debug)]
pub(super) struct Bottleneck {
    pub(super) aqm: Aqm<Packet>,
    pub(super) environment: Environment,
    pub(super) link: Link,
    pub(super) host: Host,
}

/// What the discipline talks to during a call.
#[derive(Clone, Debug)]
pub(super) struct Host {
    now: Time,
    rng: SplitMix64,
    pub(super) digest: Digest,
    pub(super) recorder: Recorder,
}

impl Context<Packet> for Host {
    fn now(&self) -> Time {
        self.now
    }

    fn draw(&mut self) -> u64 {
        self.rng.next_u64()
    }

    #[inline(never)]
    fn dropped(&mut self, packet: &Packet, _: Span, reason: DropReason) {
        let early = reason.is_early();
        let outcome = if early { Outcome::EarlyDrop } else { Outcome::Overflow };
        self.digest.record(self.now, packet.flow(), packet.seq, outcome);
        self.recorder.dropped(self.now, packet.bytes(), early);
    }

    #[inline(never)]
    fn marked(&mut self, packet: &Packet, _: Span, _: MarkReason) {
        self.digest.record(self.now, packet.flow(), packet.seq, Outcome::Mark);
        self.recorder.marked();
    }
}

impl Bottleneck {
    pub(super) fn new(config: &SimulationConfig, environment: Environment) -> Self {
        let mut recorder = Recorder::new(config.warmup, environment.limit);
        recorder.set_capacity(Time::ZERO, config.link.rate);
        let host = Host {
            now: Time::ZERO,
            rng: SplitMix64::stream(config.seed, "aqm", 0),
            digest: Digest::default(),
            recorder,
        };
        Bottleneck {
            aqm: Aqm::new(&config.queue, environment, Time::ZERO),
            environment,
            link: Link::new(config.link.rate),
            host,
        }
    }

    /// Offers a packet to the queue, and the queue to an idle link.
    pub(super) fn offer(&mut self, packet: Packet, now: Time) {
        self.offer_all(packet, 1, now);
    }

    /// Offers `count` packets that are numbered from `first` on. While the link is busy nobody asks for
    /// one in between, so the discipline gets them all in one call.
    #[inline(never)]
    fn offer_all(&mut self, first: Packet, count: u64, now: Time) {
        self.host.now = now;
        self.host.recorder.offered(now, first.bytes(), count);
        let mut offered = 0;
        while offered < count {
            let next = if self.link.is_idle() { 1 } else { count - offered };
            self.aqm.enqueue_all(next, |index| first.later(offered + index), &mut self.host);
            offered += next;
            if self.link.is_idle() {
                self.begin(now);
            }
        }
    }

    /// The same, and short if the link is busy and the discipline has nothing to say.
    #[inline(always)]
    pub(super) fn offer_plain(&mut self, packet: Packet, now: Time) {
        let bytes = packet.bytes();
        if !self.link.is_idle()
            && let Some(queue) = self.aqm.takes_all(1, bytes)
        {
            self.host.recorder.offered(now, bytes, 1);
            queue.push(packet, now);
        } else {
            self.offer(packet, now);
        }
    }

    /// Offers what a sender sends at once.
    #[inline(always)]
    pub(super) fn offer_burst(&mut self, flow: FlowId, burst: &Burst, now: Time) {
        let Burst { first, mut count } = *burst;
        if count == 0 {
            return;
        }
        let bytes = first.bytes();
        let mut packet = first.of_flow(flow);
        let mut is_plain = true;
        if self.link.is_idle() {
            is_plain = self.pass(packet, now);
            if is_plain {
                count -= 1;
                if count == 0 {
                    return;
                }
                packet = packet.later(1);
            }
        }
        if is_plain && let Some(queue) = self.aqm.takes_all(count, bytes) {
            self.host.recorder.offered(now, bytes, count);
            return queue.push_all(count, bytes, move |index| packet.later(index), now);
        }
        self.offer_all(packet, count, now);
    }

    /// Transmits `packet` at once, if the discipline has nothing to say about it. The link is idle.
    #[inline(always)]
    fn pass(&mut self, packet: Packet, now: Time) -> bool {
        let passes = self.aqm.passes(&packet, now);
        if passes {
            self.host.recorder.passed();
            self.host.digest.record(now, packet.flow(), packet.seq, Outcome::Sent);
            self.start_link(Queued { packet, enqueued: now }, now);
        }
        passes
    }

    /// The packet on the wire has left the link, and the next one starts.
    #[inline(always)]
    pub(super) fn finish(&mut self, now: Time) {
        let Some(&queued) = self.aqm.queue().head() else {
            self.aqm.runs_dry(now);
            return self.rest(now);
        };
        if !self.aqm.releases(&queued, now) {
            return self.serve(now);
        }
        self.take_released(&queued, now);
        if !self.link.go_on(queued, now) {
            self.change_pace(queued, now);
        }
    }

    /// The link is idle, and perhaps a packet has just joined the queue.
    #[inline(always)]
    fn begin(&mut self, now: Time) {
        let Some(&queued) = self.aqm.queue().head() else { return self.aqm.runs_dry(now) };
        if !self.aqm.releases(&queued, now) {
            return self.serve(now);
        }
        self.take_released(&queued, now);
        self.start_link(queued, now);
    }

    /// Takes out the head, of which `queued` is a copy, after the discipline has released it.
    #[inline(always)]
    fn take_released(&mut self, queued: &Queued<Packet>, now: Time) {
        self.aqm.queue_mut().drop_head(queued);
        self.record_start(queued, now);
    }

    /// The link is free, and the discipline may have something to say.
    #[inline(never)]
    fn serve(&mut self, now: Time) {
        self.host.now = now;
        match self.aqm.dequeue(&mut self.host) {
            Some(queued) => {
                self.record_start(&queued, now);
                if self.link.is_idle() || !self.link.go_on(queued, now) {
                    self.change_pace(queued, now);
                }
            }
            None => self.rest(now),
        }
    }

    #[inline(always)]
    fn rest(&mut self, now: Time) {
        self.link.rest();
        self.host.recorder.set_sending(now, BitRate::default());
    }

    #[inline(always)]
    fn record_start(&mut self, queued: &Queued<Packet>, now: Time) {
        let Queued { packet, enqueued } = queued;
        self.host.digest.record(now, packet.flow(), packet.seq, Outcome::Sent);
        self.host.recorder.sent(now, packet.bytes(), now - *enqueued);
    }

    /// Goes on with another size or at another rate.
    #[cold]
    #[inline(never)]
    fn change_pace(&mut self, queued: Queued<Packet>, now: Time) {
        self.start_link(queued, now);
    }

    #[inline(always)]
    fn start_link(&mut self, queued: Queued<Packet>, now: Time) {
        self.link.start(queued, now);
        self.host.recorder.set_sending(now, self.link.rate());
    }

    /// The link's rate or the buffer has changed.
    pub(super) fn set_environment(&mut self, environment: Environment, now: Time) {
        self.environment = environment;
        self.link.set_rate(environment.rate);
        self.aqm.set_environment(environment, now);
        self.host.recorder.set_limit(environment.limit);
        self.host.recorder.set_capacity(now, environment.rate);
    }

    /// Packets in the queue and on the link.
    pub(super) fn packets(&self) -> impl Iterator<Item = &Packet> {
        let on_link = Some(self.link.packet()).filter(|_| !self.link.is_idle());
        self.aqm.queue().iter().chain(on_link).map(|queued| &queued.packet)
    }

    /// The algorithm's probability, NaN where it has none.
    pub(super) fn probability(&self, now: Time) -> f64 {
        self.aqm.probability(now).unwrap_or(f64::NAN)
    }
}
