//! The sending endpoint: its state and its interface. `intake` and `recovery` process ACKs, `timers`
//! processes timers, `transmit` selects the next segment.

use crate::cc::{CcConfig, CongestionControl, EcnEcho, Reading, Setup, Window};
use crate::packet::{Ack, Ecn, Packet, Segment};
use crate::time::{Span, Time};

use super::delivery::Delivery;
use super::mechanisms::Mechanisms;
use super::pacing::Pacer;
use super::prr::Prr;
use super::rack::{Postponed, Rack};
use super::rtt::RttEstimator;
use super::scoreboard::Scoreboard;
use super::timers::Timers;
use super::undo::Episode;
use super::usage::Usage;
use super::{Phase, SenderConfig, SenderProbe};

/// Duplicate ACKs that mean a loss (RFC 5681, section 3.2).
pub(super) const DUP_THRESH: u64 = 3;

/// A segment to put on the wire.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outgoing {
    /// The segment.
    pub segment: Segment,
    /// Size of its IP packet in bytes.
    pub bytes: u32,
    /// Its ECN codepoint.
    pub ecn: Ecn,
}

/// How the connection opens.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Opening {
    pub(super) established: bool,
    /// A SYN is to be sent.
    pub(super) syn_due: bool,
    pub(super) syn_retries: u32,
}

/// A tail loss probe (RFC 8985, section 7).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TailLossProbe {
    /// TLP.end_seq: an ACK for this ends the episode.
    pub(super) end: u64,
    /// TLP.is_retrans.
    pub(super) repair: bool,
}

/// The sending endpoint of one connection.
///
/// The host calls [`Self::next_segment`] until it returns `None` after creating a sender and
/// after every other call that takes `&mut self`, and [`Self::on_timer`] when
/// [`Self::next_timer`] is due.
#[derive(Clone, PartialEq, Debug)]
pub struct Sender {
    pub(super) initial_window: u32,
    pub(super) packet_bytes: u32,
    pub(super) ecn: bool,
    /// No SYN any more.
    pub(super) stopped: bool,
    pub(super) restart_after_idle: bool,
    /// The probe timer went off.
    pub(super) probe_due: bool,
    /// RFC 6675's rescue retransmission has been used in this recovery.
    pub(super) rescued: bool,
    /// The window was reduced, and CWR has to tell the receiver.
    pub(super) cwr_due: bool,
    /// ECN was negotiated, so that the receiver may echo marks, also while nothing new can be marked.
    pub(super) ecn_negotiated: bool,
    pub(super) opening: Opening,
    pub(super) probe: Option<TailLossProbe>,
    pub(super) retransmissions: u64,
    pub(super) timeouts: u64,
    /// Recovery, reduction or loss last until everything below is acknowledged.
    pub(super) high: u64,
    /// Arrivals above a segment that mean its loss; grows with the reordering seen.
    pub(super) reordering: u64,
    /// ACKs that showed reordering.
    pub(super) reorderings: u64,
    pub(super) prr: Prr,
    pub(super) episode: Episode,
    pub(super) rack: Rack,
    pub(super) board: Scoreboard,
    /// The next ACK may take the fast path: see [`Self::may_take_fast_path`].
    pub(super) fast_path: bool,
    /// The next repair does not wait for the window.
    pub(super) force_repair: bool,
    /// F-RTO tries new data before it repairs (RFC 5682, section 3.1).
    pub(super) hold_repairs: bool,
    pub(super) phase: Phase,
    pub(super) sack: bool,
    pub(super) timestamps: bool,
    pub(super) mechanisms: Mechanisms,
    /// The packet of new data, without its flow and its number.
    pub(super) new_packet: Packet,
    /// One past the last segment that the receiver has room for.
    pub(super) window_end: u64,
    /// One past the last segment to send.
    pub(super) end: u64,
    /// When data was sent last; [`Time::NEVER`] before the first.
    pub(super) last_sent: Time,
    pub(super) usage: Usage,
    pub(super) rtt: RttEstimator,
    pub(super) timers: Timers,
    /// RACK's update, postponed by the fast path.
    pub(super) postponed: Postponed,
    pub(super) cc: CongestionControl,
    pub(super) pacer: Pacer,
    /// Kept only for congestion controls that ask for it.
    pub(super) delivery: Option<Box<Delivery>>,
    /// CE-marked packets that the receiver has reported, if it counts them.
    pub(super) ce_packets: u64,
}

impl Sender {
    /// A closed connection: the first segment is the SYN.
    pub fn new(config: &SenderConfig) -> Self {
        let mut mechanisms = Mechanisms::new(config.stack, config.sack);
        if !config.tail_loss_probe {
            mechanisms.tail_probe = None;
        }
        let setup = Setup {
            dialect: mechanisms.dialect,
            seed: config.seed,
            packet_bytes: config.packet_bytes,
        };
        let cc = CongestionControl::new(&config.cc, &setup, config.initial_window);
        Sender {
            mechanisms,
            sack: config.sack,
            ecn: config.ecn,
            new_packet: Packet::new(0, 0, config.packet_bytes, codepoint(config.ecn, &cc)),
            ecn_negotiated: config.ecn,
            timestamps: config.timestamps,
            restart_after_idle: config.restart_after_idle,
            initial_window: config.initial_window,
            packet_bytes: config.packet_bytes,
            end: config.segments.unwrap_or(u64::MAX),
            stopped: false,
            last_sent: Time::NEVER,
            window_end: 0,
            opening: Opening { established: false, syn_due: true, syn_retries: 0 },
            board: Scoreboard::new(mechanisms.watch()),
            rtt: RttEstimator::new(mechanisms.rto),
            delivery: cc.needs().delivery.then(|| Box::new(Delivery::new(0, 0, Time::ZERO))),
            pacer: Pacer::new(config.pacing),
            ce_packets: 0,
            cc,
            usage: Usage::default(),
            phase: Phase::Open,
            fast_path: false,
            high: 0,
            episode: Episode::default(),
            prr: Prr::default(),
            rack: Rack::default(),
            postponed: Postponed::default(),
            reordering: DUP_THRESH,
            reorderings: 0,
            timers: Timers::default(),
            probe: None,
            probe_due: false,
            force_repair: false,
            hold_repairs: false,
            rescued: false,
            cwr_due: false,
            retransmissions: 0,
            timeouts: 0,
        }
    }

    /// Processes one arriving ACK.
    pub fn on_ack(&mut self, ack: &Ack, now: Time) {
        if self.opening.established {
            self.process_ack(ack, now);
        } else {
            self.establish(ack, now);
        }
    }

    /// The next segment that may be sent now.
    pub fn next_segment(&mut self, now: Time) -> Option<Outgoing> {
        if self.opening.established { self.next_data(now) } else { self.next_syn(now) }
    }

    /// When [`Self::on_timer`] is due; [`Time::NEVER`] if not at all.
    pub fn next_timer(&self) -> Time {
        self.timers.next().min(self.pacer.timer())
    }

    /// A timer went off.
    pub fn on_timer(&mut self, now: Time) {
        self.run_timers(now);
    }

    /// No new data from here on; what is outstanding is still repaired.
    pub fn stop(&mut self) {
        self.end = self.end.min(self.board.next());
        self.stopped = true;
    }

    /// Nothing more to send and everything acknowledged.
    pub fn finished(&self) -> bool {
        self.board.una() >= self.end
    }

    /// Switches the congestion control; the window stays, the algorithm starts afresh.
    pub fn set_congestion_control(&mut self, cc: &CcConfig, now: Time) {
        self.cc.switch(cc);
        self.set_ecn(self.ecn);
        let (una, outstanding) = (self.board.una(), self.board.outstanding());
        let keeps = self.cc.needs().delivery;
        self.delivery = keeps.then(|| Box::new(Delivery::new(una, outstanding, now)));
        if self.opening.established {
            let context = self.context(now);
            self.cc.on_start(&context);
        }
        self.pacer.release();
    }

    /// Switches ECN capability of the data sent from here on. Marks of what was sent before still
    /// count, and are answered with CWR: otherwise the receiver would echo them until it is switched on
    /// again.
    pub fn set_ecn(&mut self, ecn: bool) {
        self.ecn = ecn;
        self.new_packet = Packet::new(0, 0, self.packet_bytes, codepoint(ecn, &self.cc));
        self.ecn_negotiated |= ecn;
    }

    /// Returns how the receiver has to report marks.
    pub fn ecn_echo(&self) -> EcnEcho {
        self.cc.needs().ecn_echo
    }

    /// Returns the next segment to be sent for the first time.
    pub fn next_seq(&self) -> u64 {
        self.board.next()
    }

    /// Reports the inner state of the congestion control.
    pub fn probe_congestion_control(&self, report: &mut dyn FnMut(Reading)) {
        self.cc.probe(report);
    }

    /// The sender's inner state.
    pub fn probe(&self) -> SenderProbe {
        let ssthresh = self.cc.window.ssthresh();
        SenderProbe {
            cwnd: self.cc.window.cwnd(),
            ssthresh: ssthresh.is_finite().then_some(ssthresh),
            srtt: self.rtt.srtt(),
            min_rtt: self.rtt.min_rtt(),
            rto: self.rtt.rto(),
            in_flight: self.board.in_flight(),
            outstanding: self.board.outstanding(),
            sacked: self.board.sacked_out(),
            lost: self.board.lost_out(),
            repaired: self.board.repaired_out(),
            reordering: self.reordering,
            reorderings: self.reorderings,
            phase: self.phase,
            retransmissions: self.retransmissions,
            timeouts: self.timeouts,
        }
    }

    /// The SYN was answered.
    #[cold]
    #[inline(never)]
    fn establish(&mut self, ack: &Ack, now: Time) {
        self.opening.established = true;
        self.window_end = ack.next + ack.window;
        self.timers = Timers::default();
        // The timestamp tells which SYN was answered.
        if self.timestamps || self.opening.syn_retries == 0 {
            let rtt = now.saturating_since(ack.echo);
            self.update_rtt(rtt, rtt, now);
        }
        self.rtt.clear_backoff();
        // RFC 5681, section 3.1: one segment after a lost SYN. Linux forgives one loss.
        let forgiven = u32::from(self.mechanisms.rto == super::rtt::Rules::Linux);
        if self.opening.syn_retries > forgiven {
            self.cc.window = Window::new(1);
        }
        let context = self.context(now);
        self.cc.on_start(&context);
    }

    /// Smoothed round-trip time, zero before the first sample.
    pub(super) fn srtt(&self) -> Span {
        self.rtt.srtt_or_zero()
    }
}

/// The ECN codepoint of new data.
fn codepoint(ecn: bool, cc: &CongestionControl) -> Ecn {
    match (ecn, cc.needs().ect1) {
        (false, _) => Ecn::NotEct,
        (true, false) => Ecn::Ect0,
        (true, true) => Ecn::Ect1,
    }
}
