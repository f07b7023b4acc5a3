//! Queue disciplines: drop-tail and active queue management (AQM).
//!
//! A discipline owns its queues. It sees packets through [`Queueable`] and its host through
//! [`Context`]: the time, a random stream, and a sink for each drop and mark with its reason. The
//! same code can run on real packets. A packet is *hit* if the algorithm drops or marks it.
//!
//! One folder per discipline, one line in the table below. The table generates [`AqmConfig`],
//! [`Aqm`], [`DropReason`] and [`AnyProbe`]; see [`registry`](mod@registry).

mod amount;
mod buckets;
mod probe_numbers;
#[macro_use]
pub mod registry;
mod report;
pub mod twins;

pub use amount::Amount;
pub use buckets::{BucketView, FlowBacklog, List};
pub use registry::{Algorithm, Parameters};
pub use report::{Explain, Inspect, MarkReason, Number, ProbeNumber};
pub use twins::{Ns3Twin, Place, TcTwin, Twins};

use crate::buffer::{Limit, Queued};
use crate::packet::Queueable;
use crate::time::{Span, Time};
use crate::units::BitRate;

/// Passes the table of disciplines to a macro: `aqm_sim::disciplines!(my_macro);` expands to
/// `my_macro! { table }`. A line of the table is
/// `/// description` `Kind = folder::Parameters [Algorithm, ...];`.
///
/// Algorithms of a line that ends in `hot` are compiled into the host's loop. The others are behind a
/// call, so that their number and size cost the loop nothing.
///
/// The folder defines the parameters, one type for each algorithm ([`Algorithm`](crate::aqm::Algorithm)),
/// and the types `Reason` and `Probe`.
#[macro_export]
macro_rules! disciplines {
    ($($then:tt)+) => {
        $($then)+! {
            /// First in, first out, until the buffer is full.
            DropTail = droptail::DropTailParams [DropTail] hot;
            /// Random Early Detection.
            Red = red::RedParams [RedFloyd, RedLinux] hot;
            /// Adaptive RED (Floyd, Gummadi, Shenker 2001), set up from link rate and target delay.
            Ared = ared::AredParams [Ared] hot;
            /// Controlled Delay.
            Codel = codel::CodelParams [CodelLinux, CodelRfc8289] hot;
            /// Proportional Integral controller Enhanced.
            Pie = pie::PieParams [PieRfc8033, PiePaper2013, PieLinux, PieLinux414] hot;
            /// Delay Utilization Knee (Novak and Kasera).
            Duk = duk::DukParams [Duk] hot;
            /// PI with a squared output (De Schepper et al. 2016).
            Pi2 = pi2::Pi2Params [Pi2];
            /// Proportional-integral controller of the queue length (Hollot et al. 2001).
            Pi = pi::PiParams [Pi];
            /// BLUE: a probability that follows overflows and idle time.
            Blue = blue::BlueParams [Blue];
            /// Adaptive virtual queue.
            Avq = avq::AvqParams [Avq];
            /// RED that compares arriving packets with waiting ones.
            Choke = choke::ChokeParams [Choke];
            /// Stochastic fairness queueing: a queue for each flow, served in turns.
            Sfq = sfq::SfqParams [Sfq];
            /// CoDel and BLUE Alternate, as CAKE uses it for each flow.
            Cobalt = cobalt::CobaltParams [Cobalt];
            /// A queue with CoDel for each flow, served in turns.
            FqCodel = fq_codel::FqCodelParams [FqCodelLinux, FqCodelRfc8290];
            /// A queue with PIE for each flow, served in turns.
            FqPie = fq_pie::FqPieParams [FqPieLinux, FqPieDraft];
            /// Dual queue with coupled PI2: an L4S queue beside a Classic one.
            DualPi2 = dualpi2::DualPi2Params [DualPi2Linux, DualPi2Rfc9332];
            /// First in, first out, and the user orders which packets are dropped.
            Manual = manual::ManualParams [Manual];
        }
    };
}

// One line for each folder. They stand outside of the table because `cargo fmt` does not look for
// files in macros.
pub mod ared;
pub mod avq;
pub mod blue;
pub mod choke;
pub mod cobalt;
pub mod codel;
pub mod droptail;
pub mod dualpi2;
pub mod duk;
pub mod fair_queue;
pub mod fq_codel;
pub mod fq_pie;
pub mod manual;
pub mod pi;
pub mod pi2;
pub mod pie;
pub mod red;
pub mod sfq;

disciplines!(generate);

// After the table, which defines the macro that it uses.
mod queue;
#[cfg(test)]
mod tests;

pub use queue::Aqm;

/// What a host offers to a discipline during a call.
pub trait Context<P> {
    /// The current time.
    fn now(&self) -> Time;
    /// 64 random bits from the discipline's own stream; consumers of 32 bits take the upper half.
    fn draw(&mut self) -> u64;
    /// `packet` was dropped. `waited` is its sojourn time: zero for drops at enqueue.
    fn dropped(&mut self, packet: &P, waited: Span, reason: DropReason);
    /// `packet` was CE-marked and stays in (or leaves) the queue. Linux's RED marks before its
    /// buffer admits: there a marked packet may still be dropped at once, for `Overflow`.
    fn marked(&mut self, packet: &P, waited: Span, reason: MarkReason);
}

/// A queue discipline with the queues that it manages.
///
/// The host calls `dequeue` when the link becomes free, and once after every `enqueue`, accepted
/// or not, while the link is idle.
pub trait Discipline<P: Queueable> {
    /// Offers an arriving packet. The discipline queues it, or drops it or packets that wait.
    fn enqueue(&mut self, packet: P, ctx: &mut impl Context<P>);
    /// Takes the packet to transmit next. Returns `None` only if no packet waits.
    fn dequeue(&mut self, ctx: &mut impl Context<P>) -> Option<Queued<P>>;
    /// A shortcut for a packet that arrives at an idle link: if the queues are empty, and `enqueue`
    /// followed by `dequeue` would return the packet unchanged without a drop, mark or draw, does
    /// what both would do to the state and returns true; the host then transmits the packet.
    /// Otherwise does nothing and returns false, and the host calls `enqueue` and `dequeue`. The
    /// default returns false: a discipline that ignores the shortcut loses nothing but speed.
    #[inline(always)]
    fn passes(&mut self, _packet: &P, _now: Time) -> bool {
        false
    }
    /// The class of the packet that `dequeue` returned last: its place in [`Parameters::classes`]; 0 without
    /// classes.
    fn served_class(&self) -> usize {
        0
    }
    /// The number of the bucket in which a packet waits; `None` without buckets.
    fn bucket_of(&self, _packet: &P) -> Option<u32> {
        None
    }
    /// The buckets that are served in turns, in the order of service; empty without buckets.
    fn buckets(&self, _now: Time) -> Vec<BucketView> {
        Vec::new()
    }
    /// When [`Discipline::on_timer`] must be called next; [`Time::NEVER`] without a timer.
    fn next_timer(&self) -> Time {
        Time::NEVER
    }
    /// The timer fired, at `ctx.now()`. `next_timer` must be later afterwards.
    fn on_timer(&mut self, _ctx: &mut impl Context<P>) {}
    /// The user orders to drop the next `count` packets. Only [`Manual`](manual::Manual) obeys.
    fn drop_next(&mut self, _count: u64, _now: Time) {}
    /// Backlog in packets. The packet on the wire is not part of it.
    fn packets(&self) -> u64;
    /// Backlog in bytes.
    fn bytes(&self) -> u64;
    /// Calls `visit` for each waiting packet; the packets of a flow and class come in the order of arrival.
    fn for_each_waiting(&self, visit: impl FnMut(&Queued<P>));
    /// Adds a packet that has waited under another discipline. No test applies to it, and it keeps
    /// the time at which it was enqueued.
    fn take_over(&mut self, waiting: Queued<P>);
    /// Inner state for plots and explanations.
    fn probe(&self, now: Time) -> AnyProbe;
}

/// Implements the backlog of a [`Discipline`] whose one queue is the field `queue`.
macro_rules! backlog_in_one_queue {
    ($packet:ty) => {
        fn packets(&self) -> u64 {
            self.queue.len() as u64
        }

        fn bytes(&self) -> u64 {
            self.queue.bytes()
        }

        fn for_each_waiting(&self, visit: impl FnMut(&Queued<$packet>)) {
            self.queue.iter().for_each(visit);
        }

        fn take_over(&mut self, waiting: Queued<$packet>) {
            self.queue.push(waiting.packet, waiting.enqueued);
        }
    };
}
use backlog_in_one_queue;

/// What a discipline can read of its surroundings. It may change at any time during a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Environment {
    /// The most the buffer may hold.
    pub limit: Limit,
    /// Link rate, for disciplines that set themselves up from it (Adaptive RED).
    pub rate: BitRate,
    /// Largest IP packet in bytes.
    pub mtu: u32,
}
