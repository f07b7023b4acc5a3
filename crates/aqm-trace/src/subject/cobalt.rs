//! Traces of COBALT.

use super::{Kernel, Subject};
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::Fields;
use crate::observed::{Decision, Event, Memory, Observed, OwnLog, STATE_WIDTH, row};
use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::cobalt::{self, Cobalt, Event as Inner, Reason};
use aqm_sim::aqm::{AnyProbe, Context, Discipline};
use aqm_sim::buffer::{Limit, Queued};
use aqm_sim::time::Time;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &[
    "ev",
    "count",
    "rec_inv_sqrt",
    "drop_next",
    "dropping",
    "blue_timer",
    "p_drop",
    "backlog",
    "qlen",
];
/// Columns of the state after the decision on a packet.
pub(super) const DECISION: &[&str] = &["count", "drop_next", "p_drop", "dropping"];
/// A byte limit that means none.
const NO_LIMIT: u64 = u32::MAX as u64;
/// Ten hours in ns. Twice of it times a number of flows stays below 2^63.
const MOST_NANOS: u64 = 1 << 45;
/// BLUE draws no more for packets that CoDel drops.
const DRAWS_ONCE_SINCE: (u32, u32) = (6, 18);

/// Outcomes of its drops and of marks in their place.
pub(super) fn outcomes(reason: Reason) -> Outcomes {
    match reason {
        Reason::Codel { .. } => (Outcome::DroppedAtHead, Outcome::MarkedByLaw),
        // BLUE does not mark.
        Reason::Blue { .. } => (Outcome::DroppedByBlue, Outcome::MarkedByLaw),
    }
}

pub(super) fn parse(params: &Fields, kernel: Kernel) -> Result<Subject, Error> {
    let limit = params.optional::<u64>("limit_bytes")?.filter(|bytes| *bytes != NO_LIMIT);
    // At 64 B/s, the slowest rate of the kernel, a packet takes more than 2^32 ns.
    let time = |name: &str| params.number::<u64>(name).map(|nanos| nanos.min(MOST_NANOS) as i64);
    let parsed = cobalt::Params {
        target: time("target_ns")?,
        interval: time("interval_ns")?,
        mtu_time: time("mtu_time_ns")?,
        increment: params.number("p_inc")?,
        decrement: params.number("p_dec")?,
        bulk_flows: params.optional::<u16>("bulk_flows")?.unwrap_or(0).into(),
        ecn: true,
        sees_empty_queue: params.flag("empty_call")?,
        always_draws: kernel.is_some_and(|version| version < DRAWS_ONCE_SINCE),
    };
    Ok(Subject::Cobalt(parsed, limit.map_or(Limit::NONE, Limit::bytes)))
}

/// A queue that records its state after each packet. One call of the host may test several.
pub(super) struct Watched {
    queue: Cobalt<TracePacket>,
    log: OwnLog,
    last: cobalt::State,
}

impl Watched {
    pub(super) fn new(queue: Cobalt<TracePacket>) -> Self {
        Watched { queue, log: OwnLog::default(), last: cobalt::State::default() }
    }
}

fn decision(state: &cobalt::State) -> Decision {
    [state.count.into(), state.drop_next.into(), state.probability.into(), state.dropping.into()]
        .map(Some)
}

/// Adds a state row if one of the watched values differs from the last row.
fn write_state(
    log: &mut OwnLog,
    last: &mut cobalt::State,
    now: Time,
    event: u8,
    queue: &Cobalt<TracePacket>,
) {
    let state = *queue.state();
    let watched = |state: &cobalt::State| {
        let cobalt::State { count, reciprocal_root, dropping, blue_changed, probability, .. } =
            *state;
        (count, reciprocal_root, dropping, blue_changed, probability)
    };
    if watched(last) == watched(&state) {
        return;
    }
    *last = state;
    let values = [
        event.into(),
        state.count.into(),
        state.reciprocal_root.into(),
        state.drop_next.into(),
        state.dropping.into(),
        state.blue_changed.into(),
        state.probability.into(),
        queue.bytes().into(),
        queue.packets().into(),
    ];
    log.states.push((now, row(values)));
}

/// The outcome of a tested packet, if the host sees another one.
fn outcome(tested: cobalt::Decision, forwarded: bool) -> Option<Outcome> {
    match (tested.drop?, tested.marked, forwarded) {
        (Reason::Codel { .. }, _, true) => Some(Outcome::SparedByCodel),
        (Reason::Blue { .. }, None, true) => Some(Outcome::SparedByBlue),
        (Reason::Blue { .. }, Some(_), true) => Some(Outcome::MarkedAndSpared),
        (Reason::Blue { .. }, Some(_), false) => Some(Outcome::MarkedAndDroppedByBlue),
        _ => None,
    }
}

impl Discipline<TracePacket> for Watched {
    fn enqueue(&mut self, packet: TracePacket, ctx: &mut impl Context<TracePacket>) {
        let Watched { queue, log, last } = self;
        queue.enqueue_watched(packet, ctx, |queue, event| {
            if let Inner::Overflow(packet) = event {
                log.decisions.push((packet.index, None, decision(queue.state())));
            }
        });
        write_state(log, last, ctx.now(), b'E', queue);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<TracePacket>) -> Option<Queued<TracePacket>> {
        let Watched { queue, log, last } = self;
        let now = ctx.now();
        queue.dequeue_watched(ctx, |queue, event| match event {
            Inner::Tested(packet, tested, forwarded) => {
                let outcome = outcome(tested, forwarded);
                log.decisions.push((packet.index, outcome, decision(queue.state())));
                write_state(log, last, now, b'D', queue);
            }
            Inner::Empty => write_state(log, last, now, b'Z', queue),
            Inner::Overflow(_) => {}
        })
    }

    fn packets(&self) -> u64 {
        self.queue.packets()
    }

    fn bytes(&self) -> u64 {
        self.queue.bytes()
    }

    fn for_each_waiting(&self, visit: impl FnMut(&Queued<TracePacket>)) {
        self.queue.for_each_waiting(visit);
    }

    fn take_over(&mut self, waiting: Queued<TracePacket>) {
        self.queue.take_over(waiting);
    }

    fn probe(&self, now: Time) -> AnyProbe {
        self.queue.probe(now)
    }
}

impl Observed for Watched {
    const OVERFLOW: Outcome = Outcome::OverflowedAtHead;

    fn rows(&self, _: Event, _: &mut Memory, _: &mut dyn FnMut([i128; STATE_WIDTH])) {}

    fn own_log(&mut self) -> OwnLog {
        std::mem::take(&mut self.log)
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.queue.stats();
        vec![("drop_overlimit", stats.overflows), ("ecn_mark", stats.marks)]
    }
}
