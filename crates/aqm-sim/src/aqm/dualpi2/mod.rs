//! DualPI2 (RFC 9332): an L4S queue with a low delay and a Classic queue, under one PI controller. Its
//! probability p' is squared for Classic packets and multiplied by k for L4S packets, so that flows of both
//! kinds share the link about equally.
//!
//! Two controls, to be read beside their sources: [`linux`] in the kernel's integer arithmetic and
//! [`rfc9332`] after the RFC's pseudo-code. The queues and their scheduler are the kernel's in both.

pub mod linux;
pub mod params;
mod report;
pub mod rfc9332;
#[cfg(test)]
mod tests;
mod twins;

pub use params::{DualPi2Params, DualPi2Variant};
pub use report::{Probe, Reason};

use super::fair_queue::memory_of;
use super::{Algorithm, AnyProbe, Context, Discipline, DropReason, Environment, MarkReason};
use crate::buffer::{Fifo, Limit, Queued};
use crate::packet::{Ecn, Priority, Queueable};
use crate::time::{Span, Time};

/// Names of the classes, in the order of [`Discipline::served_class`].
pub const CLASSES: &[&str] = &["classic", "l4s"];

/// DualPI2 after Linux.
pub type DualPi2Linux<P> = DualPi2<P, linux::Control>;
/// DualPI2 after RFC 9332.
pub type DualPi2Rfc9332<P> = DualPi2<P, rfc9332::Control>;

/// How a packet is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Class {
    /// In the Classic queue.
    #[default]
    Classic,
    /// In the L4S queue.
    L4s,
    /// In the L4S queue, without drops and marks: a sender's priority asks for it.
    Unmanaged,
}

/// What a control sees of a packet. Backlogs exclude the packet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Seen {
    /// Class of the packet.
    pub class: Class,
    /// It can be marked.
    pub markable: bool,
    /// Sojourn time.
    pub waited: Span,
    /// Bytes in both queues.
    pub backlog: u64,
    /// Packets in the L4S queue.
    pub left: u64,
    /// The L4S queue's own threshold applies to it.
    pub step_applies: bool,
}

/// A control's decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Decision {
    /// No signal.
    Pass,
    /// Mark; only for packets that can be marked.
    Mark(Reason),
    /// Drop.
    Drop(Reason),
}

/// The parts in which the variants differ.
pub trait Control {
    /// The variant that this control runs.
    const VARIANT: DualPi2Variant;
    /// The initial state.
    fn new(params: &DualPi2Params, env: &Environment) -> Self;
    /// Adopts new parameters or surroundings; the state stays.
    fn retune(&mut self, params: &DualPi2Params, env: &Environment);
    /// Time between updates.
    fn period(&self) -> Span;
    /// Share of the Classic queue while both queues hold packets, in percent.
    fn classic_percent(&self) -> u32;
    /// A packet is L4S if its ECN field (ECT(1) is 1, ECT(0) 2, CE 3) has one of these bits.
    fn l4s_mask(&self) -> u8;
    /// Whether ECN-capable packets are marked. Otherwise they are dropped.
    fn marks(&self) -> bool;
    /// Whether the own threshold of the L4S queue applies to a packet that finds this many in it.
    fn step_applies(&self, found: u64) -> bool;
    /// Decides on an arriving packet that the buffer admits.
    fn arriving(&mut self, seen: &Seen, draw: impl FnMut() -> u64) -> Decision;
    /// Decides on a packet that was taken from its queue.
    fn leaving(&mut self, seen: &Seen, draw: impl FnMut() -> u64) -> Decision;
    /// Updates the base probability. The arguments are the times for which the heads of the queues have
    /// waited; zero for an empty one.
    fn update(&mut self, classic: Span, l4s: Span);
    /// Base probability p', 0..1.
    fn base(&self) -> f64;
    /// Coupled probability k p', 0..1.
    fn coupled(&self) -> f64;
    /// Delay at the last update.
    fn delay(&self) -> Span;
}

/// A packet in a queue.
#[derive(Clone, Copy, Debug, Default)]
struct Tagged<P> {
    packet: P,
    /// Its number in the order of arrival, modulo 2^32.
    number: u32,
    class: Class,
    /// The threshold of the queue applies to it.
    step_applies: bool,
    /// It was marked on arrival.
    marked: bool,
}

impl<P: Queueable> Queueable for Tagged<P> {
    fn bytes(&self) -> u32 {
        self.packet.bytes()
    }
    fn ecn(&self) -> Ecn {
        self.packet.ecn()
    }
    fn flow_key(&self) -> u64 {
        self.packet.flow_key()
    }
    fn set_ce(&mut self) {
        self.packet.set_ce();
    }
}

/// Counters of a DualPI2 queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Packets dropped for any reason.
    pub drops: u64,
    /// Packets that entered the Classic queue.
    pub classic: u64,
    /// Packets that entered the L4S queue.
    pub l4s: u64,
    /// Marks by the probabilities. A packet with CE counts.
    pub marks: u64,
    /// Marks by the own threshold of the L4S queue. A packet with CE counts.
    pub native_marks: u64,
    /// Largest backlog that an accepted packet found, in packets.
    pub longest: u64,
    /// Largest backlog in bytes of [`memory_of`].
    pub most_memory: u64,
}

/// The packet that left last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Served {
    /// It came from the L4S queue.
    pub l4s: bool,
    /// It was marked by the probability on arrival and by the threshold on departure.
    pub marked_twice: bool,
}

/// A DualPI2 queue.
#[derive(Clone, Debug)]
pub struct DualPi2<P, C> {
    classic: Fifo<Tagged<P>>,
    l4s: Fifo<Tagged<P>>,
    /// Packets that entered a queue, modulo 2^32.
    admitted: u32,
    control: C,
    /// At 0 and below the L4S queue is served first. In bytes times percent.
    credit: i64,
    initial_credit: i64,
    memory: u64,
    limit: Limit,
    memory_limit: Option<u64>,
    next_update: Time,
    served: Served,
    stats: Stats,
}

/// The credit of empty queues, as the kernel sets it: negative, so that the L4S queue is served first.
fn initial_credit(mtu: u32, classic_percent: u32) -> i64 {
    i64::from(mtu) * (2 * i64::from(classic_percent) - 100)
}

impl<P: Queueable, C: Control> Algorithm<P> for DualPi2<P, C> {
    type Params = DualPi2Params;

    fn runs(params: &DualPi2Params) -> bool {
        params.variant == C::VARIANT
    }

    fn new(params: &DualPi2Params, env: &Environment, now: Time) -> Self {
        DualPi2::with_control(C::new(params, env), env, None, now)
    }

    fn retune(&mut self, params: &DualPi2Params, env: &Environment, now: Time) {
        let period = self.control.period();
        self.control.retune(params, env);
        self.initial_credit = initial_credit(env.mtu, self.control.classic_percent());
        self.limit = env.limit;
        if self.control.period() < period {
            self.next_update = self.next_update.min(now + self.control.period());
        }
    }
}

impl<P: Queueable, C: Control> DualPi2<P, C> {
    /// Empty queues at time `now` around a control.
    pub fn with_control(
        control: C,
        env: &Environment,
        memory_limit: Option<u64>,
        now: Time,
    ) -> Self {
        let initial_credit = initial_credit(env.mtu, control.classic_percent());
        DualPi2 {
            classic: Fifo::default(),
            l4s: Fifo::default(),
            admitted: 0,
            credit: initial_credit,
            initial_credit,
            memory: 0,
            limit: env.limit,
            memory_limit,
            next_update: now + control.period(),
            control,
            served: Served::default(),
            stats: Stats::default(),
        }
    }

    /// The control.
    pub fn control(&self) -> &C {
        &self.control
    }

    /// Counters since the start.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// The credit of the scheduler.
    pub fn credit(&self) -> i64 {
        self.credit
    }

    /// The packet that left last.
    pub fn served(&self) -> Served {
        self.served
    }

    /// Bytes of [`memory_of`] in both queues.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Packets in the queues, Classic first, and the times at which their heads arrived.
    pub fn heads(&self) -> [(usize, Option<Time>); 2] {
        let classic = self.classic.head().map(|head| head.enqueued);
        let l4s = self.l4s.head().map(|head| head.enqueued);
        [(self.classic.len(), classic), (self.l4s.len(), l4s)]
    }

    /// The class of an arriving packet.
    pub fn class_of(&self, packet: &P) -> Class {
        let field = match packet.ecn() {
            Ecn::NotEct => 0,
            Ecn::Ect1 => 1,
            Ecn::Ect0 => 2,
            Ecn::Ce => 3,
        };
        match packet.priority() {
            _ if field & self.control.l4s_mask() != 0 => Class::L4s,
            Priority::None => Class::Classic,
            Priority::L4s => Class::L4s,
            Priority::LowLatency => Class::Unmanaged,
        }
    }

    fn is_markable(&self, packet: &P) -> bool {
        self.control.marks() && packet.ecn() != Ecn::NotEct
    }

    fn append(&mut self, packet: P, class: Class, marked: bool, now: Time) {
        self.memory += memory_of(packet.bytes());
        let found = self.l4s.len() as u64;
        let step_applies = class == Class::L4s && self.control.step_applies(found);
        let tagged = Tagged { packet, number: self.admitted, class, step_applies, marked };
        self.admitted = self.admitted.wrapping_add(1);
        let is_classic = class == Class::Classic;
        let queue = if is_classic { &mut self.classic } else { &mut self.l4s };
        queue.push(tagged, now);
    }

    /// Takes a packet from the queue whose turn it is. Returns it, with the change of the credit that it
    /// causes if it is sent.
    fn take(&mut self) -> Option<(Queued<Tagged<P>>, i64)> {
        let percent = i64::from(self.control.classic_percent());
        let serves_l4s = !self.l4s.is_empty() && (self.classic.is_empty() || self.credit <= 0);
        let (queue, other, share) = if serves_l4s {
            (&mut self.l4s, &self.classic, percent)
        } else {
            (&mut self.classic, &self.l4s, percent - 100)
        };
        let change = if other.is_empty() { 0 } else { share };
        let Some(head) = queue.pop() else {
            self.credit = self.initial_credit;
            return None;
        };
        self.memory -= memory_of(head.packet.bytes());
        Some((head, change * i64::from(head.packet.bytes())))
    }

    /// Times for which the heads have waited: Classic, L4S.
    fn ages(&self, now: Time) -> (Span, Span) {
        let [(_, classic), (_, l4s)] = self.heads();
        let age =
            |since: Option<Time>| since.map_or(Span::ZERO, |since| now.saturating_since(since));
        (age(classic), age(l4s))
    }
}

impl<P: Queueable, C: Control> Discipline<P> for DualPi2<P, C> {
    #[inline(never)]
    fn enqueue(&mut self, mut packet: P, ctx: &mut impl Context<P>) {
        let bytes = packet.bytes();
        let class = self.class_of(&packet);
        let over_memory =
            self.memory_limit.is_some_and(|most| self.memory + memory_of(bytes) > most);
        if over_memory || !self.limit.admits_beside(self.packets(), self.bytes(), bytes) {
            self.stats.drops += 1;
            return ctx.dropped(&packet, Span::ZERO, DropReason::Overflow);
        }
        let seen = Seen {
            class,
            markable: self.is_markable(&packet),
            waited: Span::ZERO,
            backlog: self.bytes(),
            left: self.l4s.len() as u64,
            step_applies: false,
        };
        let mut marked = false;
        match self.control.arriving(&seen, || ctx.draw()) {
            Decision::Pass => {}
            Decision::Mark(reason) => {
                packet.set_ce();
                marked = true;
                self.stats.marks += 1;
                ctx.marked(&packet, Span::ZERO, MarkReason::InsteadOf(reason.into()));
            }
            Decision::Drop(reason) => {
                self.stats.drops += 1;
                return ctx.dropped(&packet, Span::ZERO, reason.into());
            }
        }
        self.stats.longest = self.stats.longest.max(self.packets());
        self.append(packet, class, marked, ctx.now());
        if class == Class::Classic {
            self.stats.classic += 1;
        } else {
            self.stats.l4s += 1;
        }
        self.stats.most_memory = self.stats.most_memory.max(self.memory);
    }

    #[inline(never)]
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>> {
        loop {
            let (Queued { packet: tagged, enqueued }, change) = self.take()?;
            let Tagged { mut packet, class, step_applies, marked, .. } = tagged;
            let waited = ctx.now().saturating_since(enqueued);
            let seen = Seen {
                class,
                markable: self.is_markable(&packet),
                waited,
                backlog: self.bytes(),
                left: self.l4s.len() as u64,
                step_applies,
            };
            let mut marked_twice = false;
            match self.control.leaving(&seen, || ctx.draw()) {
                Decision::Pass => {}
                Decision::Drop(reason) => {
                    self.stats.drops += 1;
                    ctx.dropped(&packet, waited, reason.into());
                    continue;
                }
                Decision::Mark(reason) => {
                    packet.set_ce();
                    marked_twice = marked;
                    let both = matches!(reason, Reason::CoupledAndNative { .. });
                    let native = both || matches!(reason, Reason::Native { .. });
                    self.stats.native_marks += u64::from(native);
                    self.stats.marks += u64::from(both || !native);
                    if !marked {
                        ctx.marked(&packet, waited, MarkReason::InsteadOf(reason.into()));
                    }
                }
            }
            self.credit += change;
            self.served = Served { l4s: class != Class::Classic, marked_twice };
            return Some(Queued { packet, enqueued });
        }
    }

    fn packets(&self) -> u64 {
        (self.classic.len() + self.l4s.len()) as u64
    }

    fn bytes(&self) -> u64 {
        self.classic.bytes() + self.l4s.bytes()
    }

    /// In the order of arrival, so that another discipline can take the packets over.
    fn for_each_waiting(&self, mut visit: impl FnMut(&Queued<P>)) {
        let mut queues = [self.classic.iter().peekable(), self.l4s.iter().peekable()];
        loop {
            let numbers =
                queues.each_mut().map(|queue| queue.peek().map(|head| head.packet.number));
            let next = match numbers {
                [None, None] => return,
                [Some(classic), Some(l4s)] => usize::from((l4s.wrapping_sub(classic) as i32) < 0),
                [classic, _] => usize::from(classic.is_none()),
            };
            if let Some(&Queued { packet, enqueued }) = queues[next].next() {
                visit(&Queued { packet: packet.packet, enqueued });
            }
        }
    }

    fn take_over(&mut self, waiting: Queued<P>) {
        let class = self.class_of(&waiting.packet);
        self.append(waiting.packet, class, false, waiting.enqueued);
    }

    fn served_class(&self) -> usize {
        usize::from(self.served.l4s)
    }

    fn next_timer(&self) -> Time {
        self.next_update
    }

    fn on_timer(&mut self, ctx: &mut impl Context<P>) {
        let (classic, l4s) = self.ages(ctx.now());
        self.control.update(classic, l4s);
        self.next_update = ctx.now() + self.control.period();
    }

    fn probe(&self, now: Time) -> AnyProbe {
        let (classic_head, l4s_head) = self.ages(now);
        AnyProbe::DualPi2(Probe {
            base: self.control.base(),
            coupled: self.control.coupled(),
            delay: self.control.delay(),
            classic: self.classic.len(),
            l4s: self.l4s.len(),
            classic_head,
            l4s_head,
            credit: self.credit,
        })
    }
}
