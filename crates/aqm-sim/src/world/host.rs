//! The host of a discipline: what it reads of its surroundings, and the records of its decisions.

use super::noise::Noise;
use super::transit::Transit;
use crate::aqm::{Context, DropReason, MarkReason};
use crate::buffer::Queued;
use crate::digest::{Digest, Outcome};
use crate::log::{Happening, Observer, Signal};
use crate::metrics::{Parts, Recorder};
use crate::packet::{Ack, FlowId, Packet, Queueable};
use crate::rng::SplitMix64;
use crate::time::{Span, Time};

/// The discipline's context during a call.
#[derive(Clone, Debug)]
pub struct Host {
    now: Time,
    rng: SplitMix64,
    pub digest: Digest,
    pub recorder: Recorder,
    /// Queue delay of groups, classes and flows; off by default.
    pub parts: Option<Box<Parts>>,
    pub wants_parts: bool,
    /// Off by default.
    pub observer: Option<Box<Observer>>,
    /// Only if packets behind the hop are, or were, lost or delayed.
    pub noise: Option<Box<Noise>>,
    /// Only if the path has several hops.
    pub transit: Option<Box<Transit>>,
    /// Losses of measured datagrams that have not been reported to their groups yet.
    pub lost: Vec<(FlowId, Time)>,
}

impl Context<Packet> for Host {
    #[inline(always)]
    fn now(&self) -> Time {
        self.now
    }

    fn draw(&mut self) -> u64 {
        self.rng.next_u64()
    }

    #[inline(never)]
    fn dropped(&mut self, packet: &Packet, waited: Span, reason: DropReason) {
        let early = reason.is_early();
        let outcome = if early { Outcome::EarlyDrop } else { Outcome::Overflow };
        self.digest.record(self.now, packet.flow(), packet.seq, outcome);
        self.recorder.dropped(self.now, packet.bytes(), early);
        if let Some(parts) = &mut self.parts {
            parts.dropped(packet.flow());
        }
        self.signal(packet, waited, Signal::Drop(reason));
        if let Some(transit) = &mut self.transit {
            transit.release(packet);
        }
        if packet.is_measured() {
            self.lost.push((packet.flow(), self.now));
        }
    }

    #[inline(never)]
    fn marked(&mut self, packet: &Packet, waited: Span, reason: MarkReason) {
        self.digest.record(self.now, packet.flow(), packet.seq, Outcome::Mark);
        self.recorder.marked();
        self.signal(packet, waited, Signal::Mark(reason));
    }
}

impl Host {
    pub fn new(rng: SplitMix64, recorder: Recorder) -> Self {
        Host {
            now: Time::ZERO,
            rng,
            digest: Digest::default(),
            recorder,
            parts: None,
            wants_parts: false,
            observer: None,
            noise: None,
            transit: None,
            lost: Vec::new(),
        }
    }

    /// Sets the time of the next call of the discipline.
    #[inline(always)]
    pub fn set_now(&mut self, now: Time) {
        self.now = now;
    }

    fn signal(&mut self, packet: &Packet, waited: Span, signal: Signal) {
        if let Some(observer) = &mut self.observer {
            let enqueued = Time::from_nanos(self.now.nanos().saturating_sub(waited.nanos()));
            observer.signal(Queued { packet: *packet, enqueued }, self.now, signal);
        }
    }

    /// Returns whether everything is observed.
    #[inline(always)]
    pub fn is_watched(&self) -> bool {
        self.observer.as_ref().is_some_and(|observer| observer.sees_all())
    }

    /// Passes what happens to a packet to the observer, if there is one.
    #[inline(never)]
    pub fn note(&mut self, queued: &Queued<Packet>, at: Time, what: Happening) {
        if let Some(observer) = &mut self.observer {
            observer.note(*queued, at, what);
            #[cfg(feature = "headers")]
            if let Some(transit) = &self.transit {
                observer.complete(|headers| transit.complete(&queued.packet, headers));
            }
        }
    }

    /// Passes an ACK that goes back without a hop to the observer. `way` has the times at which it leaves the way back and reaches
    /// its sender; `None` if it is dropped.
    #[cold]
    #[inline(never)]
    pub fn note_ack(&mut self, flow: FlowId, ack: &Ack, at: Time, way: Option<(Time, Time)>) {
        if let Some(observer) = &mut self.observer {
            observer.note_ack(flow, ack, at, way);
        }
    }

    /// Draws whether a packet that leaves the hop now is lost, and otherwise its extra delay in s.
    #[inline(always)]
    pub fn pass_noise(&mut self, queued: &Queued<Packet>, now: Time) -> Option<f64> {
        let Some(noise) = &mut self.noise else { return Some(0.0) };
        if !noise.loses(queued.packet.bytes(), now) {
            return Some(noise.delay());
        }
        self.lose(queued, now);
        None
    }

    #[cold]
    #[inline(never)]
    fn lose(&mut self, queued: &Queued<Packet>, now: Time) {
        if let Some(observer) = &mut self.observer {
            observer.signal(*queued, now, Signal::Loss);
        }
        if let Some(transit) = &mut self.transit {
            transit.release(&queued.packet);
        }
    }
}
