//! Replays a recorded list of arrivals through a discipline, behind a link that sends one packet
//! at a time, and compares every decision with the record.
//!
//! No files here: `aqm-trace` reads them.

mod subject;

pub use subject::{Observed, STATE_WIDTH, Subject};

use crate::aqm::{Context, Discipline, DropReason, MarkReason, red};
use crate::packet::{Ecn, Queueable};
use crate::rng::SplitMix64;
use crate::time::{Span, Time};
use crate::units::BitRate;
use std::fmt;

/// How many differences a [`Report`] lists.
const LISTED: usize = 10;
/// How often a discipline's timer may fire: for two days at PIE's default of 15 ms.
const MAX_UPDATES: u64 = 12_000_000;

/// A packet that arrives at the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// When.
    pub at: Time,
    /// Size in bytes.
    pub bytes: u32,
    /// ECN field on arrival.
    pub ecn: Ecn,
}

/// What became of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Forwarded without a signal from this queue.
    Forwarded,
    /// Marked at enqueue by a probabilistic decision, forwarded.
    MarkedEarly,
    /// Marked at enqueue by RED beyond the upper threshold, forwarded.
    MarkedForced,
    /// Marked at dequeue by CoDel's control law.
    MarkedByLaw,
    /// Marked at dequeue because it waited longer than `ce_threshold`.
    MarkedByThreshold,
    /// Both of the above.
    MarkedByBoth,
    /// Dropped at enqueue by a probabilistic decision.
    DroppedEarly,
    /// Dropped at enqueue by RED beyond the upper threshold.
    DroppedForced,
    /// Dropped at enqueue because the buffer was full.
    Overflowed,
    /// Marked by RED, and then the buffer was full.
    MarkedAndOverflowed,
    /// Dropped at dequeue by CoDel.
    DroppedAtHead,
}

impl Outcome {
    const ALL: [(Outcome, &'static str); 11] = [
        (Outcome::Forwarded, "FW"),
        (Outcome::MarkedEarly, "MP"),
        (Outcome::MarkedForced, "MF"),
        (Outcome::MarkedByLaw, "MD"),
        (Outcome::MarkedByThreshold, "MT"),
        (Outcome::MarkedByBoth, "MB"),
        (Outcome::DroppedEarly, "DP"),
        (Outcome::DroppedForced, "DF"),
        (Outcome::Overflowed, "DL"),
        (Outcome::MarkedAndOverflowed, "ML"),
        (Outcome::DroppedAtHead, "DD"),
    ];

    /// The two letters that stand for it in trace files.
    pub fn code(self) -> &'static str {
        Outcome::ALL.iter().find(|(outcome, _)| *outcome == self).map_or("??", |(_, code)| code)
    }

    /// The outcome that `code` stands for.
    pub fn from_code(code: &str) -> Option<Self> {
        Outcome::ALL.iter().find(|(_, known)| *known == code).map(|(outcome, _)| *outcome)
    }

    /// The packet reached the link.
    pub fn is_forwarded(self) -> bool {
        use Outcome::*;
        match self {
            Forwarded | MarkedEarly | MarkedForced | MarkedByLaw | MarkedByThreshold
            | MarkedByBoth => true,
            DroppedEarly | DroppedForced | Overflowed | MarkedAndOverflowed | DroppedAtHead => {
                false
            }
        }
    }

    /// The algorithm signalled congestion with it.
    pub fn is_signal(self) -> bool {
        !matches!(self, Outcome::Forwarded | Outcome::Overflowed)
    }

    fn of_drop(reason: DropReason, marked: Option<Outcome>) -> Self {
        match reason {
            DropReason::Overflow if marked.is_some() => Outcome::MarkedAndOverflowed,
            DropReason::Overflow => Outcome::Overflowed,
            DropReason::Red(red::Reason::Forced { .. }) => Outcome::DroppedForced,
            DropReason::Codel(_) => Outcome::DroppedAtHead,
            _ => Outcome::DroppedEarly,
        }
    }

    fn of_mark(reason: MarkReason) -> Self {
        match reason {
            MarkReason::CeThreshold(_) => Outcome::MarkedByThreshold,
            MarkReason::InsteadOfAndCeThreshold(..) => Outcome::MarkedByBoth,
            MarkReason::InsteadOf(reason) => match reason {
                DropReason::Red(red::Reason::Forced { .. }) => Outcome::MarkedForced,
                DropReason::Codel(_) => Outcome::MarkedByLaw,
                _ => Outcome::MarkedEarly,
            },
        }
    }
}

/// What became of a packet, when, and the draw it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate {
    /// What.
    pub outcome: Outcome,
    /// Start of its transmission, or time of its drop.
    pub out: Time,
    /// The draw made while it was enqueued, if any.
    pub draw: Option<u64>,
}

/// Where draws come from.
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
    /// When the queue is set up, empty, with an idle link.
    pub start: Time,
    /// Link rates, each from a time on; ascending.
    pub rates: Vec<(Time, BitRate)>,
    /// The discipline's random stream.
    pub draws: Draws,
}

/// A packet of a replay.
#[derive(Clone, Copy, Debug, Default)]
pub struct TracePacket {
    index: usize,
    bytes: u32,
    ecn: Ecn,
}

impl Queueable for TracePacket {
    fn bytes(&self) -> u32 {
        self.bytes
    }
    fn ecn(&self) -> Ecn {
        self.ecn
    }
    fn flow_key(&self) -> u64 {
        0
    }
    fn set_ce(&mut self) {
        self.ecn = Ecn::Ce;
    }
}

/// Watches a discipline while it is driven. Every method is called after the discipline's.
pub trait Observer<D> {
    /// A packet was offered.
    fn enqueued(&mut self, _now: Time, _discipline: &D) {}
    /// The link asked for a packet.
    fn dequeued(&mut self, _now: Time, _discipline: &D) {}
    /// The discipline's timer fired.
    fn timer_fired(&mut self, _now: Time, _discipline: &D) {}
}

/// Watches nothing.
impl<D> Observer<D> for () {}

/// Result of [`drive`].
#[derive(Clone, Debug)]
pub struct Run {
    /// One for every arrival.
    pub fates: Vec<Fate>,
    /// Draws made.
    pub draws: u64,
    /// Last arrival or end of transmission.
    pub end: Time,
}

impl Run {
    /// Congestion signals that the algorithm gave.
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

/// Why a replay was given up: it would go on for longer than anybody waits.
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

/// The context of one call, and the record of all.
struct Recorder {
    now: Time,
    source: Draws,
    draws: u64,
    /// The draw of the call that is under way.
    draw: Option<u64>,
    fates: Vec<Option<Fate>>,
    /// Marks on packets that have not left yet.
    marks: Vec<Option<Outcome>>,
}

impl Recorder {
    fn settle(&mut self, index: usize, outcome: Outcome) {
        let draw = self.fates[index].and_then(|fate| fate.draw);
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
        self.settle(packet.index, Outcome::of_drop(reason, self.marks[packet.index]));
    }

    fn marked(&mut self, packet: &TracePacket, _waited: Span, reason: MarkReason) {
        self.marks[packet.index] = Some(Outcome::of_mark(reason));
    }
}

/// Offers `arrivals` (in order of time) to `discipline` until the last packet has left the link.
///
/// Fails if its timer fires too often until then.
///
/// At equal times a rate change comes first, then the discipline's timer, the end of a
/// transmission, and the arrival. A packet keeps the rate that held when its transmission started.
pub fn drive<D: Discipline<TracePacket>>(
    discipline: &mut D,
    setting: &Setting,
    arrivals: &[Arrival],
    observer: &mut impl Observer<D>,
) -> Result<Run, TooLong> {
    let mut recorder = Recorder {
        now: setting.start,
        source: setting.draws.clone(),
        draws: 0,
        draw: None,
        fates: vec![None; arrivals.len()],
        marks: vec![None; arrivals.len()],
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
            let packet = TracePacket { index, bytes: arrival.bytes, ecn: arrival.ecn };
            discipline.enqueue(packet, &mut recorder);
            match &mut recorder.fates[index] {
                Some(fate) => fate.draw = recorder.draw,
                None => {
                    let (outcome, draw) = (Outcome::Forwarded, recorder.draw);
                    recorder.fates[index] = Some(Fate { outcome, out: Time::NEVER, draw });
                }
            }
            observer.enqueued(now, discipline);
        }
        if link_free == Time::NEVER {
            if let Some(head) = discipline.dequeue(&mut recorder) {
                let index = head.packet.index;
                recorder.settle(index, recorder.marks[index].unwrap_or(Outcome::Forwarded));
                link_free = now + setting.rate(now).transmission_time(head.packet.bytes);
            }
            observer.dequeued(now, discipline);
        }
    }
    let lost = Fate { outcome: Outcome::Overflowed, out: Time::NEVER, draw: None };
    Ok(Run {
        fates: recorder.fates.into_iter().map(|fate| fate.unwrap_or(lost)).collect(),
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

/// A recorded packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its arrival.
    pub arrival: Arrival,
    /// What became of it.
    pub fate: Fate,
    /// Its sojourn time; zero for drops at enqueue.
    pub sojourn: Span,
    /// RED's average, count and threshold after the decision.
    pub red: Option<[i128; 3]>,
}

/// The discipline's recorded state at a time: as many values as its [`Subject::columns`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateRow {
    /// When.
    pub at: Time,
    /// Values in the order of the columns; `None` where nothing was recorded.
    pub values: [Option<i128>; STATE_WIDTH],
}

/// What a trace says of itself.
#[derive(Clone, Debug)]
pub struct TraceHeader {
    /// Name of the trace.
    pub name: String,
    /// Packets in it, if recorded.
    pub packets: Option<u64>,
    /// The discipline and its parameters.
    pub subject: Subject,
    /// Start, link and random stream.
    pub setting: Setting,
    /// Draws made, if recorded.
    pub draws: Option<u64>,
    /// Last arrival or end of transmission, if recorded.
    pub end: Option<Time>,
    /// The discipline's own counters at the end, by the kernel's names.
    pub counters: Vec<(String, u64)>,
}

/// A value in a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(i128),
    /// A number better read in hexadecimal: a draw.
    Bits(u64),
    /// An outcome.
    Outcome(Outcome),
    /// Nothing there.
    Nothing,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Bits(bits) => write!(f, "{bits:x}"),
            Value::Outcome(outcome) => f.write_str(outcome.code()),
            Value::Nothing => f.write_str("nothing"),
        }
    }
}

/// Where a difference was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Packet of this number, from 0.
    Packet(usize),
    /// State row of this number, from 0.
    State(usize),
    /// The totals in the header.
    Total,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Packet(index) => write!(f, "packet {index}"),
            Place::State(index) => write!(f, "state {index}"),
            Place::Total => f.write_str("total"),
        }
    }
}

/// A difference between a record and its replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// Where.
    pub place: Place,
    /// In which column.
    pub column: String,
    /// What was recorded.
    pub expected: Value,
    /// What the replay gave.
    pub actual: Value,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { place, column, expected, actual } = self;
        write!(f, "{place}: {column} is {actual}, recorded {expected}")
    }
}

/// Result of [`replay`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Packets compared.
    pub rows: usize,
    /// State rows compared.
    pub states: usize,
    /// State columns that were not recorded, and so not compared.
    pub unrecorded: Vec<&'static str>,
    /// Packets, state rows and totals that differ.
    pub mismatches: usize,
    /// The first few differences, column by column.
    pub first: Vec<Mismatch>,
}

impl Report {
    /// Notes the columns that differ in one place.
    fn compare(&mut self, place: Place, columns: impl IntoIterator<Item = (String, Value, Value)>) {
        let mut differs = false;
        for (column, expected, actual) in columns {
            if expected != actual {
                differs = true;
                if self.first.len() < LISTED {
                    self.first.push(Mismatch { place, column, expected, actual });
                }
            }
        }
        self.mismatches += usize::from(differs);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows {}, mismatches {}", self.rows, self.mismatches)?;
        for mismatch in &self.first {
            write!(f, "\n  {mismatch}")?;
        }
        if self.states > 0 {
            write!(f, "\nstate rows {} compared as well", self.states)?;
            if !self.unrecorded.is_empty() {
                write!(f, ", without {}", self.unrecorded.join(", "))?;
            }
        }
        Ok(())
    }
}

/// Runs the discipline of `header` over the recorded arrivals and compares every decision with
/// the record; with `states`, its inner state too.
pub fn replay(
    header: &TraceHeader,
    rows: &[Row],
    states: Option<&[StateRow]>,
) -> Result<Report, TooLong> {
    subject::replay(header, rows, states)
}
