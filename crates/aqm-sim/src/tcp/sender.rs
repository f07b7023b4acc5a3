//! The sending endpoint: its state and interface. `intake` and `recovery` process ACKs, `timers`
//! runs the timers, and `transmit` selects the next segment.

use crate::cc::{CcConfig, CongestionControl, LossRecovery, Reading, Setup, Window};
use crate::packet::{Ack, Ecn, Packet, Segment};
use crate::time::{Span, Time};

use super::delivery::Delivery;
use super::mechanisms::{Choices, Mechanisms};
use super::pacing::Pacer;
use super::prr::Prr;
use super::rack::{Postponed, Rack};
use super::rtt::RttEstimator;
use super::scoreboard::Scoreboard;
use super::timers::Timers;
use super::undo::Episode;
use super::usage::Usage;
use super::{Phase, Reports, SenderConfig, SenderProbe};

/// Number of duplicate ACKs that indicate a loss (RFC 5681, section 3.2).
pub(super) const DUP_THRESH: u64 = 3;

/// A segment to send.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outgoing {
    /// The segment.
    pub segment: Segment,
    /// Size of its IP packet in bytes.
    pub bytes: u32,
    /// Its ECN codepoint.
    pub ecn: Ecn,
}

/// State of connection setup.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Opening {
    pub(super) established: bool,
    /// A SYN must be sent.
    pub(super) syn_due: bool,
    pub(super) syn_retries: u32,
}

/// State of a tail loss probe (RFC 8985, section 7).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TailLossProbe {
    /// TLP.end_seq: an ACK for this segment ends the probe.
    pub(super) end: u64,
    /// TLP.is_retrans.
    pub(super) repair: bool,
}

/// The path that an ACK for new data takes if nothing is lost, reordered or marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AckPath {
    /// That of `intake`.
    General,
    /// That of `fast_path`.
    InOrder,
    /// That of `paced`.
    Paced,
}

/// The sending endpoint of one connection.
///
/// The host calls [`Self::next_segment`] until it returns `None`. It does so after creating a
/// sender, and after every other call with `&mut self`. It calls [`Self::on_timer`] when
/// [`Self::next_timer`] is due.
#[derive(Clone, PartialEq, Debug)]
pub struct Sender {
    pub(super) initial_window: u32,
    pub(super) packet_bytes: u32,
    pub(super) ecn: bool,
    /// No new data and no SYN may be sent.
    pub(super) stopped: bool,
    pub(super) restart_after_idle: bool,
    /// The probe timer has expired.
    pub(super) probe_due: bool,
    /// RFC 6675's rescue retransmission was used in this recovery.
    pub(super) rescued: bool,
    /// The window was reduced; the next new segment must carry CWR.
    pub(super) cwr_due: bool,
    /// ECN was negotiated at some time. The receiver may still echo marks after ECN is switched
    /// off.
    pub(super) ecn_negotiated: bool,
    pub(super) opening: Opening,
    pub(super) probe: Option<TailLossProbe>,
    pub(super) retransmissions: u64,
    pub(super) timeouts: u64,
    /// Recovery, reduction or loss lasts until all segments below this are acknowledged.
    pub(super) high: u64,
    /// Number of arrivals above a segment that indicate its loss. It grows with observed
    /// reordering.
    pub(super) reordering: u64,
    /// ACKs that showed reordering.
    pub(super) reorderings: u64,
    /// Reordering of more than [`Self::reordering`] segments was seen, which ends [`LossRule::Fack`].
    ///
    /// [`LossRule::Fack`]: super::mechanisms::LossRule::Fack
    pub(super) fack_off: bool,
    pub(super) prr: Prr,
    pub(super) episode: Episode,
    pub(super) rack: Rack,
    pub(super) board: Scoreboard,
    /// The path of the next ACK. See [`Self::find_ack_path`].
    pub(super) ack_path: AckPath,
    /// The window does not limit the next repair.
    pub(super) force_repair: bool,
    /// F-RTO sends new data before it repairs (RFC 5682, section 3.1).
    pub(super) hold_repairs: bool,
    pub(super) phase: Phase,
    pub(super) sack: bool,
    pub(super) timestamps: bool,
    pub(super) choices: Choices,
    pub(super) mechanisms: Mechanisms,
    /// The congestion control was switched to one with another loss recovery.
    pub(super) recovery_due: bool,
    /// Packet template for new data, without flow and number.
    pub(super) new_packet: Packet,
    /// One past the last segment that fits the receive window.
    pub(super) window_end: u64,
    /// One past the last segment to send.
    pub(super) end: u64,
    /// Time of the last data transmission. [`Time::NEVER`] before the first.
    pub(super) last_sent: Time,
    pub(super) usage: Usage,
    pub(super) rtt: RttEstimator,
    pub(super) timers: Timers,
    /// RACK's update, postponed by the fast path.
    pub(super) postponed: Postponed,
    pub(super) cc: CongestionControl,
    pub(super) pacer: Pacer,
    /// Present only if the congestion control needs it.
    pub(super) delivery: Option<Box<Delivery>>,
    /// Number of CE-marked packets that the receiver has reported, if it counts them.
    pub(super) ce_packets: u64,
    /// One-way delay in the last ACK, if the congestion control needs it.
    pub(super) forward_delay: Option<Span>,
}

impl Sender {
    /// Creates a closed connection. Its first segment is the SYN.
    pub fn new(config: &SenderConfig) -> Self {
        let SenderConfig { stack, sack, tail_loss_probe, .. } = *config;
        let choices = Choices { stack, sack, tail_loss_probe };
        let setup = Setup {
            dialect: Mechanisms::new(choices, LossRecovery::Stack).dialect,
            seed: config.seed,
            packet_bytes: config.packet_bytes,
        };
        let cc = CongestionControl::new(&config.cc, &setup, config.initial_window);
        let recovery = cc.needs().recovery;
        let mechanisms = Mechanisms::new(choices, recovery);
        Sender {
            choices,
            mechanisms,
            recovery_due: false,
            sack: choices.uses_sack(recovery),
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
            rtt: RttEstimator::new(mechanisms.rto, config.initial_rto),
            delivery: cc.needs().delivery.then(|| Box::new(Delivery::new(0, 0, Time::ZERO))),
            pacer: Pacer::new(config.pacing, stack),
            ce_packets: 0,
            forward_delay: None,
            cc,
            usage: Usage::default(),
            phase: Phase::Open,
            ack_path: AckPath::General,
            high: 0,
            episode: Episode::default(),
            prr: Prr::default(),
            rack: Rack::default(),
            postponed: Postponed::default(),
            reordering: DUP_THRESH,
            reorderings: 0,
            fack_off: false,
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

    /// Processes an arriving ACK.
    pub fn on_ack(&mut self, ack: &Ack, now: Time) {
        if self.opening.established {
            self.process_ack(ack, now);
        } else {
            self.establish(ack, now);
        }
    }

    /// Returns the next segment that may be sent now.
    pub fn next_segment(&mut self, now: Time) -> Option<Outgoing> {
        if self.opening.established { self.next_data(now) } else { self.next_syn(now) }
    }

    /// Returns when [`Self::on_timer`] is due. [`Time::NEVER`] if no timer runs.
    pub fn next_timer(&self) -> Time {
        self.next_timeout().min(self.next_release())
    }

    /// Returns when a timer other than that of pacing is due.
    pub(crate) fn next_timeout(&self) -> Time {
        self.timers.next()
    }

    /// Returns when the pacer lets a waiting segment leave. [`Time::NEVER`] if none waits.
    pub(crate) fn next_release(&self) -> Time {
        self.pacer.timer()
    }

    /// Handles all expired timers.
    pub fn on_timer(&mut self, now: Time) {
        self.run_timers(now);
    }

    /// Stops new data. Outstanding segments are still repaired.
    pub fn stop(&mut self) {
        self.end = self.end.min(self.board.next());
        self.stopped = true;
    }

    /// Returns whether all data is sent and acknowledged.
    pub fn finished(&self) -> bool {
        self.board.una() >= self.end
    }

    /// Switches the congestion control. The window stays; the algorithm starts with fresh state. If it
    /// prescribes another loss recovery, that starts as soon as no segment is missing.
    pub fn set_congestion_control(&mut self, cc: &CcConfig, now: Time) {
        self.cc.switch(cc);
        self.forward_delay = None;
        self.adopt_recovery(now);
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

    /// Switches the ECN capability of new data. Marks of earlier data still count, and the sender
    /// still confirms them with CWR. Otherwise the receiver would repeat the echo.
    pub fn set_ecn(&mut self, ecn: bool) {
        self.ecn = ecn;
        self.new_packet = Packet::new(0, 0, self.packet_bytes, codepoint(ecn, &self.cc));
        self.ecn_negotiated |= ecn;
    }

    /// Returns what the receiver must report.
    pub fn reports(&self) -> Reports {
        let needs = self.cc.needs();
        Reports {
            sack: self.choices.uses_sack(needs.recovery),
            ecn_echo: needs.ecn_echo,
            forward_delay: needs.forward_delay,
        }
    }

    /// Returns the next segment to be sent for the first time.
    pub fn next_seq(&self) -> u64 {
        self.board.next()
    }

    /// Reports the inner state of the congestion control.
    pub fn probe_congestion_control(&self, report: &mut dyn FnMut(Reading)) {
        self.cc.probe(report);
    }

    /// Returns the congestion window in segments, at least 1.
    pub fn cwnd(&self) -> f64 {
        self.cc.window.cwnd()
    }

    /// Returns the sender's inner state.
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

    /// Processes the SYN-ACK.
    fn establish(&mut self, ack: &Ack, now: Time) {
        self.opening.established = true;
        self.window_end = ack.next + ack.window;
        self.timers = Timers::default();
        // The timestamp identifies the acknowledged SYN.
        if self.timestamps || self.opening.syn_retries == 0 {
            let rtt = now.saturating_since(ack.echo);
            self.update_rtt(rtt, rtt, now);
        }
        self.rtt.clear_backoff();
        // RFC 5681, section 3.1: one segment after a lost SYN. Linux allows one loss.
        let forgiven = u32::from(self.mechanisms.rto == super::rtt::Rules::Linux);
        if self.opening.syn_retries > forgiven {
            self.cc.window = Window::new(1);
        }
        let context = self.context(now);
        self.cc.on_start(&context);
    }

    /// Returns the smoothed round-trip time, or zero before the first sample.
    pub(super) fn srtt(&self) -> Span {
        self.rtt.srtt_or_zero()
    }
}

/// Returns the ECN codepoint of new data.
fn codepoint(ecn: bool, cc: &CongestionControl) -> Ecn {
    match (ecn, cc.needs().ect1) {
        (false, _) => Ecn::NotEct,
        (true, false) => Ecn::Ect0,
        (true, true) => Ecn::Ect1,
    }
}
