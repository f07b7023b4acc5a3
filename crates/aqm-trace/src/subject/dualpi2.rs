//! Traces of DualPI2.

use super::Subject;
use crate::Error;
use crate::drive::TracePacket;
use crate::fields::{DEFAULT_MTU, Fields};
use crate::observed::{Event, Memory, Observed, OwnLog, STATE_WIDTH, row};
use crate::outcome::{Outcome, Outcomes};
use aqm_sim::aqm::dualpi2::linux::{Params, Step};
use aqm_sim::aqm::dualpi2::{Class, Control as _, DualPi2Linux, Reason};
use aqm_sim::aqm::{AnyProbe, Context, Discipline, DropReason, Environment, MarkReason};
use aqm_sim::buffer::{Limit, Queued};
use aqm_sim::time::{Span, Time};
use aqm_sim::units::BitRate;

/// Columns of a state row, after the time.
pub(super) const COLUMNS: &[&str] = &[
    "prob",
    "qdelay_ns",
    "c_head_ts",
    "l_head_ts",
    "c_qlen",
    "l_qlen",
    "backlog",
    "credit",
    "memory",
];
/// Columns of each packet: its queue, the credit after it left, and its draws.
pub(super) const DECISION: &[&str] = &["queue", "credit", "draw1", "draw2"];

/// A longer target is never reached: the kernel's largest one, 2^32 us.
const MOST_NANOS: u64 = 1000 << 32;

/// Outcomes of its drops and of marks in their place.
pub(super) fn outcomes(reason: Reason) -> Outcomes {
    match reason {
        Reason::Native { .. } => (Outcome::DroppedByStep, Outcome::MarkedByStep),
        Reason::CoupledAndNative { .. } => (Outcome::DroppedByStep, Outcome::MarkedTwice),
        Reason::Classic { .. } | Reason::Coupled { .. } | Reason::Overload { .. } => {
            (Outcome::DroppedEarly, Outcome::MarkedEarly)
        }
    }
}

pub(super) fn parse(params: &Fields) -> Result<Subject, Error> {
    let step = if params.flag("step_in_packets")? {
        Step::Packets(params.number("step_thresh")?)
    } else {
        Step::Time(Span::from_nanos(params.number::<u32>("step_thresh")?.into()))
    };
    let at_least_one = |name: &str| match params.number::<u32>(name)? {
        0 => Err(Error::new(format!("params.{name} is 0"))),
        number => Ok(number),
    };
    let nanos = |name: &str| at_least_one(name).map(|nanos| Span::from_nanos(nanos.into()));
    let control = Params {
        target: Span::from_nanos(params.number::<u64>("target_ns")?.min(MOST_NANOS)),
        update: nanos("tupdate_ns")?,
        alpha: params.number("alpha")?,
        beta: params.number("beta")?,
        step,
        min_step_packets: params.optional("min_qlen_step")?.unwrap_or(0),
        coupling: at_least_one("coupling")?,
        drop_overload: params.flag("drop_overload")?,
        drop_early: params.flag("drop_early")?,
        ecn_mask: params.optional("ecn_mask")?.unwrap_or(1),
        classic_percent: params.optional::<u8>("c_protection")?.unwrap_or(10).min(100).into(),
        ecn: true,
        mtu: params.optional("mtu")?.unwrap_or(DEFAULT_MTU),
    };
    let limit = Limit::packets(params.number("limit_pkts")?);
    Ok(Subject::DualPi2(control, limit, params.optional("memory_limit")?))
}

/// A queue that records the draws for each packet, and the credit.
pub(super) struct Watched {
    queue: DualPi2Linux<TracePacket>,
    log: OwnLog,
}

impl Watched {
    pub(super) fn new(
        params: Params,
        limit: Limit,
        memory_limit: Option<u64>,
        start: Time,
    ) -> Self {
        let control = aqm_sim::aqm::dualpi2::linux::Control::with_params(params);
        let env = Environment { limit, rate: BitRate::default(), mtu: params.mtu };
        let queue = DualPi2Linux::with_control(control, &env, memory_limit, start);
        Watched { queue, log: OwnLog::default() }
    }

    fn record(&mut self, packet: &TracePacket, outcome: Option<Outcome>, l4s: bool, draws: Draws) {
        let letter = if l4s { b'L' } else { b'C' };
        // A packet is drawn for on arrival or on departure. The credit of a departure is known later.
        let before = self.log.decisions.iter().rev().find(|(index, ..)| *index == packet.index);
        let [.., first, second] = before.map_or([None; 4], |(.., decision)| *decision);
        let [first, second] = if draws[0].is_some() { draws } else { [first, second] };
        self.log.decisions.push((
            packet.index,
            outcome,
            [Some(letter.into()), None, first, second],
        ));
    }
}

/// Up to two draws.
type Draws = [Option<i128>; 2];

/// Passes calls on, and records the draws since the last packet that was dropped.
struct Drawing<'a, C> {
    host: &'a mut C,
    draws: Draws,
    dropped: Vec<(TracePacket, Draws)>,
}

impl<'a, C> Drawing<'a, C> {
    fn new(host: &'a mut C) -> Self {
        Drawing { host, draws: [None; 2], dropped: Vec::new() }
    }
}

impl<C: Context<TracePacket>> Context<TracePacket> for Drawing<'_, C> {
    fn now(&self) -> Time {
        self.host.now()
    }

    fn draw(&mut self) -> u64 {
        let bits = self.host.draw();
        if let Some(free) = self.draws.iter_mut().find(|draw| draw.is_none()) {
            *free = Some((bits >> 32).into());
        }
        bits
    }

    fn dropped(&mut self, packet: &TracePacket, waited: Span, reason: DropReason) {
        self.dropped.push((*packet, std::mem::take(&mut self.draws)));
        self.host.dropped(packet, waited, reason);
    }

    fn marked(&mut self, packet: &TracePacket, waited: Span, reason: MarkReason) {
        self.host.marked(packet, waited, reason);
    }
}

impl Discipline<TracePacket> for Watched {
    fn enqueue(&mut self, packet: TracePacket, ctx: &mut impl Context<TracePacket>) {
        let l4s = self.queue.class_of(&packet) != Class::Classic;
        let mut drawing = Drawing::new(ctx);
        self.queue.enqueue(packet, &mut drawing);
        let dropped = drawing.dropped.pop().map(|(_, draws)| draws);
        let draws = dropped.unwrap_or(drawing.draws);
        self.record(&packet, None, l4s, draws);
    }

    fn dequeue(&mut self, ctx: &mut impl Context<TracePacket>) -> Option<Queued<TracePacket>> {
        let mut drawing = Drawing::new(ctx);
        let head = self.queue.dequeue(&mut drawing);
        let Drawing { draws, dropped, .. } = drawing;
        for (packet, draws) in dropped {
            let l4s = self.queue.class_of(&packet) != Class::Classic;
            self.record(&packet, None, l4s, draws);
        }
        let head = head?;
        let served = self.queue.served();
        let outcome = served.marked_twice.then_some(Outcome::MarkedTwice);
        self.record(&head.packet, outcome, served.l4s, draws);
        if let Some((.., decision)) = self.log.decisions.last_mut() {
            decision[1] = Some(self.queue.credit().into());
        }
        Some(head)
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

    fn next_timer(&self) -> Time {
        self.queue.next_timer()
    }

    fn on_timer(&mut self, ctx: &mut impl Context<TracePacket>) {
        self.queue.on_timer(ctx);
    }

    fn probe(&self, now: Time) -> AnyProbe {
        self.queue.probe(now)
    }
}

impl Observed for Watched {
    fn rows(&self, event: Event, _: &mut Memory, write: &mut dyn FnMut([i128; STATE_WIDTH])) {
        if event != Event::Timer {
            return;
        }
        let [(classic, classic_head), (l4s, l4s_head)] = self.queue.heads();
        let control = self.queue.control();
        let time = |time: Option<Time>| time.map_or(0, |time| i128::from(time.nanos()));
        write(row([
            control.prob().into(),
            control.delay().nanos().into(),
            time(classic_head),
            time(l4s_head),
            classic as i128,
            l4s as i128,
            self.queue.bytes().into(),
            self.queue.credit().into(),
            self.queue.memory().into(),
        ]));
    }

    fn own_log(&mut self) -> OwnLog {
        std::mem::take(&mut self.log)
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        let stats = self.queue.stats();
        vec![
            ("drops", stats.drops),
            ("packets_in_c", stats.classic),
            ("packets_in_l", stats.l4s),
            ("maxq", stats.longest),
            ("ecn_mark", stats.marks + stats.native_marks),
            ("step_marks", stats.native_marks),
            ("max_memory_used", stats.most_memory),
        ]
    }
}
