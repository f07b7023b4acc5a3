//! Drives a discipline with recorded arrivals, behind a link that sends one packet at a time.

use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::{Context, Discipline, DropReason, MarkReason};
use aqm_sim::packet::{Ecn, Priority, Queueable};
use aqm_sim::rng::SplitMix64;
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;
use std::fmt;

/// Most firings of a discipline's timer: two days at PIE's default of 15 ms.
const MAX_UPDATES: u64 = 12_000_000;

/// A packet that arrives at the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Time of arrival.
    pub at: Time,
    /// Size in bytes.
    pub bytes: u32,
    /// ECN field on arrival.
    pub ecn: Ecn,
    /// Number of its flow.
    pub flow: u64,
    /// The service that it asks for.
    pub priority: Priority,
}

/// The outcome of a packet, its time, and the draw it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate {
    /// The outcome.
    pub outcome: Outcome,
    /// Start of its transmission, or time of its drop.
    pub out: Time,
    /// The draw made for it at its enqueue or, under COBALT, at its dequeue; if any. Under DualPI2, which may
    /// draw twice, the draws are values of the decision instead.
    pub draw: Option<u64>,
}

/// Source of draws.
#[derive(Clone, Debug)]
pub enum Draws {
    /// A generator.
    SplitMix64(SplitMix64),
    /// Always the same bits.
    Constant(u64),
}

impl Draws {
    fn next(&mut self) -> u64 {
        match self {
            Draws::SplitMix64(generator) => generator.next_u64(),
            Draws::Constant(bits) => *bits,
        }
    }
}

/// The surroundings of a replay.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Time at which the queue is set up, empty, with an idle link.
    pub start: Time,
    /// Link rates with their start times, ascending.
    pub rates: Vec<(Time, BitRate)>,
    /// The discipline's random stream.
    pub draws: Draws,
}

/// A packet of a replay.
#[derive(Clone, Copy, Debug, Default)]
pub struct TracePacket {
    pub(crate) index: usize,
    bytes: u32,
    ecn: Ecn,
    flow: u64,
    priority: Priority,
}

impl Queueable for TracePacket {
    fn bytes(&self) -> u32 {
        self.bytes
    }
    fn ecn(&self) -> Ecn {
        self.ecn
    }
    fn flow_key(&self) -> u64 {
        self.flow
    }
    fn priority(&self) -> Priority {
        self.priority
    }
    fn set_ce(&mut self) {
        self.ecn = Ecn::Ce;
    }
}

/// Observes a driven discipline. Every method is called after the discipline's.
pub trait Observer<D> {
    /// A packet was offered.
    fn enqueued(&mut self, _now: Time, _discipline: &D) {}
    /// The packet with number `index` was handed to the link.
    fn forwarded(&mut self, _index: usize, _discipline: &D) {}
    /// The link asked for a packet.
    fn dequeued(&mut self, _now: Time, _discipline: &D) {}
    /// The discipline's timer fired.
    fn timer_fired(&mut self, _now: Time, _discipline: &D) {}
}

/// Observes nothing.
impl<D> Observer<D> for () {}

/// Result of [`drive`].
#[derive(Clone, Debug)]
pub struct Run {
    /// One for every arrival.
    pub fates: Vec<Fate>,
    /// For every arrival, its rank among all packets in the order in which they were forwarded or dropped.
    pub ranks: Vec<u64>,
    /// Draws made.
    pub draws: u64,
    /// Last arrival or end of transmission.
    pub end: Time,
}

impl Run {
    /// Number of congestion signals of the algorithm.
    pub fn signals(&self) -> usize {
        self.fates.iter().filter(|fate| fate.outcome.is_signal()).count()
    }

    /// Mean sojourn time of the forwarded packets.
    pub fn mean_sojourn(&self, arrivals: &[Arrival]) -> Span {
        let sojourns = self.fates.iter().zip(arrivals);
        let sojourns = sojourns
            .filter(|(fate, _)| fate.outcome.is_forwarded())
            .map(|(fate, arrival)| fate.out.saturating_since(arrival.at).nanos());
        let (count, sum) = sojourns.fold((0u64, 0), |(count, sum), nanos| (count + 1, sum + nanos));
        Span::from_nanos(sum.checked_div(count).unwrap_or(0))
    }
}

/// The replay was given up because it would take too long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the replay takes more than {} million updates of the discipline: the packets are too \
             far apart, or the link is too slow",
            MAX_UPDATES / 1_000_000
        )
    }
}

impl std::error::Error for TooLong {}

/// The context of a call, and the record of all calls.
struct Recorder {
    now: Time,
    source: Draws,
    draws: u64,
    /// The last draw of the current call that no packet took yet.
    draw: Option<u64>,
    /// Packets forwarded or dropped so far.
    settled: u64,
    ranks: Vec<u64>,
    fates: Vec<Option<Fate>>,
    /// Marks on packets that have not left yet.
    marks: Vec<Option<Outcome>>,
    outcomes: fn(DropReason) -> Outcomes,
}

impl Recorder {
    fn settle(&mut self, index: usize, outcome: Outcome) {
        let draw = self.fates[index].and_then(|fate| fate.draw).or_else(|| self.draw.take());
        self.ranks[index] = self.settled;
        self.settled += 1;
        self.fates[index] = Some(Fate { outcome, out: self.now, draw });
    }
}

impl Context<TracePacket> for Recorder {
    fn now(&self) -> Time {
        self.now
    }

    fn draw(&mut self) -> u64 {
        let bits = self.source.next();
        self.draws += 1;
        self.draw = Some(bits);
        bits
    }

    fn dropped(&mut self, packet: &TracePacket, _waited: Span, reason: DropReason) {
        self.settle(
            packet.index,
            Outcome::of_drop(reason, self.marks[packet.index], self.outcomes),
        );
    }

    fn marked(&mut self, packet: &TracePacket, _waited: Span, reason: MarkReason) {
        self.marks[packet.index] = Some(Outcome::of_mark(reason, self.outcomes));
    }
}

/// Does what [`crate::drive`] documents. `outcomes` returns the outcomes of a drop for a reason that is not an overflow, and of a
/// mark in its place.
pub(crate) fn drive<D: Discipline<TracePacket>>(
    discipline: &mut D,
    setting: &Setting,
    arrivals: &[Arrival],
    outcomes: fn(DropReason) -> Outcomes,
    observer: &mut impl Observer<D>,
) -> Result<Run, TooLong> {
    let mut recorder = Recorder {
        now: setting.start,
        source: setting.draws.clone(),
        draws: 0,
        draw: None,
        settled: 0,
        ranks: vec![0; arrivals.len()],
        fates: vec![None; arrivals.len()],
        marks: vec![None; arrivals.len()],
        outcomes,
    };
    let mut waiting = arrivals.iter().enumerate().peekable();
    let mut link_free = Time::NEVER;
    let mut updates = 0;
    loop {
        let arrival = waiting.peek().map_or(Time::NEVER, |(_, arrival)| arrival.at);
        let now = arrival.min(link_free);
        if now == Time::NEVER {
            break;
        }
        while discipline.next_timer() <= now {
            updates += 1;
            if updates > MAX_UPDATES {
                return Err(TooLong);
            }
            let due = discipline.next_timer();
            recorder.now = due;
            discipline.on_timer(&mut recorder);
            observer.timer_fired(due, discipline);
        }
        recorder.now = now;
        if link_free <= arrival {
            link_free = Time::NEVER;
        } else if let Some((index, arrival)) = waiting.next() {
            recorder.draw = None;
            let Arrival { bytes, ecn, flow, priority, .. } = *arrival;
            let packet = TracePacket { index, bytes, ecn, flow, priority };
            discipline.enqueue(packet, &mut recorder);
            if recorder.fates[index].is_none() {
                let (outcome, draw) = (Outcome::Forwarded, recorder.draw.take());
                recorder.fates[index] = Some(Fate { outcome, out: Time::NEVER, draw });
            }
            observer.enqueued(now, discipline);
        }
        if link_free == Time::NEVER {
            if let Some(head) = discipline.dequeue(&mut recorder) {
                let index = head.packet.index;
                recorder.settle(index, recorder.marks[index].unwrap_or(Outcome::Forwarded));
                observer.forwarded(index, discipline);
                link_free = now + setting.rate(now).transmission_time(head.packet.bytes);
            }
            observer.dequeued(now, discipline);
        }
    }
    let lost = Fate { outcome: Outcome::Overflowed, out: Time::NEVER, draw: None };
    Ok(Run {
        fates: recorder.fates.into_iter().map(|fate| fate.unwrap_or(lost)).collect(),
        ranks: recorder.ranks,
        draws: recorder.draws,
        end: recorder.now,
    })
}

impl Setting {
    fn rate(&self, now: Time) -> BitRate {
        let known = self.rates.partition_point(|(from, _)| *from <= now);
        self.rates[known.saturating_sub(1)].1
    }
}
