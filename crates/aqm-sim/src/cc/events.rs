//! The events that TCP reports to a congestion control, and what an algorithm declares.

use super::window::Credit;
use super::{Decisions, Reduction, Variable, Window};
use crate::time::{Span, Time};

/// Whose reading of the algorithms a flow follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Linux 6: windows are whole segments, and every acknowledged segment counts.
    Linux6,
    /// Linux 3.10: windows are whole segments, and growth counts ACKs, however many segments an ACK
    /// covers. A window at its threshold is still in slow start.
    Linux310,
    /// The RFCs: windows have fractions, and reductions start from the flight size.
    Rfc,
}

impl Dialect {
    /// Slow start after an ACK for `segments`. Returns how many of them are left for congestion
    /// avoidance: all, if the window is not in slow start.
    pub(super) fn slow_start(self, window: &mut Window, segments: u64) -> u64 {
        match self {
            // RFC 5681 allows both when window and threshold are equal. Linux before 4.3 chose slow
            // start: the first ACK after a reduction adds one segment.
            Dialect::Linux310 if window.cwnd() <= window.ssthresh() => {
                window.set_cwnd(window.cwnd() + 1.0);
                0
            }
            _ if !window.in_slow_start() => segments,
            Dialect::Linux6 => window.slow_start(segments),
            // RFC 5681, equation 2: at most one segment per ACK. Linux did so until 3.13.
            Dialect::Linux310 | Dialect::Rfc => {
                window.slow_start(1);
                0
            }
        }
    }

    /// Slow start, then one segment a window, as Linux' `tcp_reno_cong_avoid`.
    pub(super) fn grow_like_reno(self, window: &mut Window, credit: &mut Credit, segments: u64) {
        let left = self.slow_start(window, segments);
        if left > 0 {
            credit.add(window, left, window.segments());
        }
    }
}

/// The sender's state of loss recovery, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Phase {
    /// Every ACK arrives in order.
    #[default]
    Open,
    /// Duplicate ACKs or SACK blocks arrive, not yet enough to mean a loss.
    Disorder,
    /// The window shrinks after an ECN echo (RFC 3168, section 6.1.2) or a repaired tail loss.
    Cwr,
    /// Fast recovery (RFC 6675, RFC 6582).
    Recovery,
    /// After a retransmission timeout (RFC 5681, section 3.1).
    Loss,
}

/// How the receiver reports CE marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EcnEcho {
    /// ECE on every ACK from the first mark until the sender answers with CWR (RFC 3168, section
    /// 6.1.3).
    #[default]
    Rfc3168,
    /// ECE on the ACKs of marked segments only. An ACK goes out at once whenever marks begin or end
    /// (RFC 8257, section 3.2).
    Rfc8257,
    /// A counter of CE-marked packets on every ACK, as AccECN has it. All segments of a flow have the
    /// same size, so the counter of bytes is a multiple of it.
    Counters,
}

/// The rules by which lost segments are found and repaired.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LossRecovery {
    /// Those of the stack, with SACK if the connection has it.
    #[default]
    Stack,
    /// Fast retransmit and fast recovery of RFC 5681, section 3.2, without SACK. The first ACK for new
    /// data ends the recovery.
    Reno,
    /// RFC 6675, with SACK in any case.
    Sack,
}

/// How many paced segments leave at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bursts {
    /// One.
    Single,
    /// As many as Linux' automatic size of buffers holds, at least two; one below this pacing rate in
    /// bytes/s.
    Buffers {
        /// The rate.
        single_below: u64,
    },
    /// Those of 2^-`log` s at the pacing rate, at least one.
    Within {
        /// The negative binary logarithm of the time in s.
        log: u32,
    },
}

impl Default for Bursts {
    fn default() -> Self {
        Bursts::Buffers { single_below: 0 }
    }
}

/// The needs of an algorithm. Sender and receiver keep only the records that it declares here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// Delivery-rate samples and the totals of [`Context::delivery`]. The sender then keeps a record
    /// for each segment in flight.
    pub delivery: bool,
    /// The algorithm sets a pacing rate.
    pub pacing: bool,
    /// How many paced segments the Linux 6 stack releases at once. The other stacks release one.
    pub bursts: Bursts,
    /// The algorithm sets the window on every ACK ([`Events::control`]); it also needs
    /// [`Self::delivery`]. The sender then does not call [`Events::on_ack`], does not
    /// apply proportional rate reduction, does not lower the window at the end of a recovery, and
    /// does not age it while idle. After a timeout the window is still set to one segment.
    pub control: bool,
    /// [`Events::grow`] is also called for ACKs that find the window not fully used.
    pub grow_unused: bool,
    /// How lost segments are found and repaired.
    pub recovery: LossRecovery,
    /// The receiver reports the one-way delay of data, as [`Context::forward_delay`].
    pub forward_delay: bool,
    /// How the receiver reports marks.
    pub ecn_echo: EcnEcho,
    /// ECN-capable packets carry ECT(1), which classifies them as L4S (RFC 9331), not ECT(0).
    pub ect1: bool,
}

/// Values that stay the same for the life of a connection.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setup {
    /// Whose reading of the algorithm to follow.
    pub dialect: Dialect,
    /// Seeds the algorithm's random numbers, if it draws any.
    pub seed: u64,
    /// Size of an IP packet with a full segment, in bytes.
    pub packet_bytes: u32,
}

/// Totals of a connection, counted for algorithms with [`Needs::delivery`]; otherwise zero.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Totals {
    /// Segments delivered.
    pub delivered: u64,
    /// Of these, segments that the receiver reported as CE-marked.
    pub delivered_ce: u64,
    /// Segments marked lost.
    pub lost: u64,
    /// The sender has too little data to fill the window.
    pub app_limited: bool,
    /// When a segment was delivered last.
    pub delivered_at: Time,
    /// Time until pacing lets the next segment leave; zero without pacing.
    pub departure_in: Span,
}

/// The connection at the time of an event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Context {
    /// Simulated time.
    pub now: Time,
    /// First segment not yet acknowledged.
    pub una: u64,
    /// Next segment to be sent for the first time.
    pub next: u64,
    /// Segments believed to be in the network (RFC 6675's pipe).
    pub in_flight: u64,
    /// Smoothed round-trip time; zero before the first sample.
    pub srtt: Span,
    /// Smallest round-trip time of the last 300 s; [`Span::MAX`] before the first sample.
    pub min_rtt: Span,
    /// One-way delay of the segment that arrived last before the ACK, measured by the receiver. [`None`]
    /// without [`Needs::forward_delay`].
    pub forward_delay: Option<Span>,
    /// State of loss recovery. In [`Events::on_phase`] still the old one.
    pub phase: Phase,
    /// The sender spaces its segments, whether the algorithm asks for it or not.
    pub paced: bool,
    /// Totals, for algorithms with [`Needs::delivery`].
    pub totals: Totals,
}

/// One arriving ACK, before loss recovery has judged it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AckEvent {
    /// Round-trip time of the newest segment that it reports and that was sent once; [`None`] if
    /// there is no such segment.
    pub rtt: Option<Span>,
    /// Segments that it acknowledges cumulatively.
    pub acked: u64,
    /// Segments that it reports delivered for the first time, cumulatively or by SACK.
    pub delivered: u64,
    /// Of these, CE-marked ones: all of them if the echo is a flag and it is set.
    pub marked: u64,
    /// Linux' fast path takes it: it acknowledges new data in phase Open, without SACK blocks and without
    /// an ECN echo.
    pub in_order: bool,
}

/// An ACK that may open the window.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// Segments that it reports delivered for the first time, at least 1.
    pub segments: u64,
    /// The flow uses the window that it has (RFC 7661). Always true without
    /// [`Needs::grow_unused`].
    pub window_used: bool,
}

/// Why the window has to shrink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Congestion {
    /// A segment was lost.
    Loss,
    /// The receiver reported a mark. RFC 3168, section 5: same as a loss, if the algorithm has no
    /// better reading.
    Ecn,
    /// A retransmission timeout.
    Timeout,
}

/// A delivery-rate sample (draft-cheng-iccrg-delivery-rate-estimation), and the news of the ACK that
/// brought it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RateSample {
    /// Total delivered when the newest acknowledged segment was sent.
    pub prior_delivered: u64,
    /// Segments delivered over [`Self::interval`].
    pub delivered: u64,
    /// Length of the sample: the longer one of the sending and the acknowledging stretch. `None`
    /// without a valid sample.
    pub interval: Option<Span>,
    /// The sample was taken while the application limited the flow.
    pub app_limited: bool,
    /// The newest acknowledged segment had been retransmitted.
    pub is_retransmission: bool,
    /// The receiver may have delayed this ACK: it covers a single segment that was alone in flight.
    pub maybe_delayed: bool,
    /// Round-trip time, as in [`AckEvent::rtt`].
    pub rtt: Option<Span>,
    /// Segments that this ACK reports delivered for the first time.
    pub newly_delivered: u64,
    /// Of these, CE-marked ones.
    pub newly_marked: u64,
    /// Segments that were found lost with this ACK.
    pub losses: u64,
    /// In flight before this ACK.
    pub prior_in_flight: u64,
    /// In flight when the newest delivered segment was sent, that segment included.
    pub sent_in_flight: u64,
    /// Segments found lost since then, with this ACK too.
    pub lost: u64,
}

/// What happens to a flow. An algorithm overrides the events that it needs; the defaults do nothing,
/// except [`Self::on_undo`].
pub trait Events {
    /// Declares what the algorithm needs. Constant for the life of the instance.
    fn needs(&self) -> Needs {
        Needs::default()
    }

    /// The connection opened, or the flow was switched to this algorithm.
    fn on_start(&mut self, _window: &mut Window, _context: &Context) {}

    /// An ACK arrived. Called for every ACK, before loss recovery judges it, but not with
    /// [`Needs::control`].
    fn on_ack(&mut self, _window: &mut Window, _context: &Context, _ack: &AckEvent) {}

    /// An ACK may open the window. Not called during a reduction. Slow start is the algorithm's
    /// own: most use [`Dialect`]'s.
    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth);

    /// The window has to shrink: returns the new slow start threshold, which is raised to
    /// [`MIN_SSTHRESH`](super::MIN_SSTHRESH), and the reason. Loss recovery moves the window there. `flight` is the
    /// number of segments sent and not yet cumulatively acknowledged.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        context: &Context,
        cause: Congestion,
        flight: u64,
    ) -> Reduction;

    /// Loss recovery enters `phase`, perhaps the one that it is in.
    fn on_phase(&mut self, _window: &mut Window, _context: &Context, _phase: Phase) {}

    /// A reduction ended, and the window is at its threshold.
    fn on_reduction_end(&mut self, _window: &mut Window, _context: &Context) {}

    /// A reduction turned out to be a mistake: returns the window to go back to. `prior_cwnd` is the
    /// window before the reduction.
    fn on_undo(&mut self, window: &mut Window, _context: &Context, prior_cwnd: f64) -> f64 {
        window.cwnd().max(prior_cwnd)
    }

    /// A segment is about to be sent into an empty network, or the application writes after a pause.
    /// The last transmission was at `last_sent`; [`Time::NEVER`] if there was none.
    fn on_resume(&mut self, _window: &mut Window, _context: &Context, _last_sent: Time) {}

    /// The window was aged after an idle time of more than a timeout (RFC 5681, section 4.1).
    fn on_restart(&mut self, _window: &mut Window, _context: &Context) {}

    /// Sets window and pacing rate after an ACK was processed. Called with [`Needs::control`] in place
    /// of [`Self::on_ack`], [`Self::grow`] and the sender's rate reduction.
    fn control(&mut self, _window: &mut Window, _context: &Context, _sample: &RateSample) {}

    /// Returns what it decided outside of [`Self::on_congestion`], for the journal of the sender.
    fn decisions(&mut self) -> Option<&mut Decisions> {
        None
    }

    /// Reports the algorithm's inner state.
    fn probe(&self, _report: &mut dyn FnMut(Variable)) {}
}

/// What a script runs in place of an algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Twin {
    /// Name for `TCP_CONGESTION`, or the type in ns-3.
    pub name: &'static str,
    /// What differs, as a sentence.
    pub note: Option<&'static str>,
}

impl Twin {
    /// The same algorithm.
    pub(super) const fn exact(name: &'static str) -> Self {
        Twin { name, note: None }
    }

    /// Another one. `note` says what differs.
    pub(super) const fn other(name: &'static str, note: &'static str) -> Self {
        Twin { name, note: Some(note) }
    }
}

/// A congestion control algorithm: parameters, state and reactions.
pub trait Algorithm: Events + Clone + PartialEq + std::fmt::Debug {
    /// Its parameters, with defaults.
    type Params: Copy + PartialEq + std::fmt::Debug + Default;

    /// The module of the Linux kernel. By default there is none, and Reno takes its place.
    const KERNEL: Twin = Twin::other(
        "reno",
        "This congestion control has no module in the kernel; the script uses reno in its place.",
    );

    /// The type of ns-3. By default there is none, and NewReno takes its place.
    const NS3: Twin = Twin::other(
        "ns3::TcpNewReno",
        "This congestion control is not in ns-3; the program uses TcpNewReno in its place.",
    );

    /// A fresh instance.
    fn new(params: &Self::Params, setup: &Setup) -> Self;
}

#[cfg(test)]
impl Context {
    /// An open connection with a round-trip time of `rtt`.
    pub(crate) fn of(now: Time, rtt: Span) -> Self {
        Context {
            now,
            una: 0,
            next: 0,
            in_flight: 0,
            srtt: rtt,
            min_rtt: rtt,
            forward_delay: None,
            phase: Phase::Open,
            paced: false,
            totals: Totals::default(),
        }
    }
}
