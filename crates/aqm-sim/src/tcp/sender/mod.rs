//! The sending endpoint. It consists of parts, each with a type of its own, and passes events on to them: `recovery`
//! knows which segments are missing, `timers` the deadlines, `control` the window and the pacer, `supply` the data, and
//! `opening` the state of the connection. Here `intake` processes ACKs, `transmit` sends segments, and `in_order` and
//! `paced` are the fast paths of both.

mod in_order;
mod intake;
#[cfg(feature = "journal")]
mod journal;
mod paced;
#[cfg(test)]
mod testing;
mod transmit;

use super::control::Control;
use super::journal::{Action, Standing};
use super::mechanisms::{Choices, LossRule, Mechanisms};
use super::opening::Opening;
use super::pacing::Pacer;
use super::recovery::{Recovery, Tcb};
use super::rtt::Rules;
use super::send_buffer::SendBuffer;
use super::timers::Timers;
use super::{Reports, SenderConfig, SenderProbe};
use crate::cc::{
    CcConfig, CongestionControl, Context, Dialect, LossRecovery, Setup, Variable, Why, Window,
};
use crate::packet::{Ack, Ecn, Packet, Segment};
use crate::time::Time;

pub(crate) use paced::PacedAck;

/// Linux 6.5 repeats this many SYNs without backoff.
const LINEAR_SYN_RETRIES: u32 = 4;

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

/// The path that an ACK for new data takes if nothing is lost, reordered or marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AckPath {
    /// That of `intake`.
    General,
    /// That of `in_order`.
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
    /// The path of the next ACK. See [`Self::find_ack_path`].
    ack_path: AckPath,
    restart_after_idle: bool,
    initial_window: u32,
    packet_bytes: u32,
    opening: Opening,
    /// Packet template for new data, without flow and number.
    new_packet: Packet,
    send_buffer: SendBuffer,
    timers: Timers,
    control: Control,
    recovery: Recovery,
}

impl Sender {
    /// Creates a closed connection. Its first segment is the SYN.
    pub fn new(config: &SenderConfig) -> Self {
        let SenderConfig { stack, sack, tail_loss_probe, packet_bytes, .. } = *config;
        let choices = Choices { stack, sack, tail_loss_probe };
        let setup = Setup {
            dialect: Mechanisms::new(choices, LossRecovery::Stack).dialect,
            seed: config.seed,
            packet_bytes,
        };
        let cc = CongestionControl::new(&config.cc, &setup, config.initial_window);
        let recovery = Recovery::new(choices, cc.needs().recovery, config.timestamps);
        Sender {
            ack_path: AckPath::General,
            restart_after_idle: config.restart_after_idle,
            initial_window: config.initial_window,
            packet_bytes,
            opening: Opening::new(),
            new_packet: Packet::new(0, 0, packet_bytes, codepoint(config.ecn, &cc)),
            send_buffer: SendBuffer::new(config.segments),
            timers: Timers::new(recovery.mechanisms(), config.initial_rto),
            control: Control::new(cc, Pacer::new(config.pacing, stack, packet_bytes), config.ecn),
            recovery,
        }
    }

    /// Returns recovery and what it steers.
    #[inline(always)]
    fn parts(&mut self) -> (&mut Recovery, Tcb<'_>) {
        let Sender { recovery, control, timers, send_buffer, .. } = self;
        (recovery, Tcb { control, timers, send_buffer })
    }

    /// Processes an arriving ACK.
    pub fn on_ack(&mut self, ack: &Ack, now: Time) {
        if self.opening.is_established() {
            self.process_ack(ack, now);
        } else {
            self.establish(ack, now);
        }
    }

    /// Returns the next segment that may be sent now.
    pub fn next_segment(&mut self, now: Time) -> Option<Outgoing> {
        if self.opening.is_established() { self.next_data(now) } else { self.next_syn(now) }
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
        self.control.pacer().timer()
    }

    /// Handles all expired timers.
    pub fn on_timer(&mut self, now: Time) {
        self.recovery.catch_up();
        if self.next_release() <= now {
            self.control.pacer_mut().release();
        }
        if self.timers.take_reordering(now) {
            let (recovery, mut tcb) = self.parts();
            recovery.on_reordering_timer(&mut tcb, now);
        }
        if self.timers.take_probe(now) {
            self.recovery.on_probe_timer(&mut self.timers, now);
        }
        if self.timers.take_timeout(now) {
            if self.opening.is_established() {
                let (recovery, mut tcb) = self.parts();
                recovery.on_timeout(&mut tcb, now);
            } else {
                self.on_syn_timeout();
            }
        }
    }

    fn on_syn_timeout(&mut self) {
        let retries = self.opening.repeat_syn();
        let linear =
            self.recovery.mechanisms().loss == LossRule::Rack && retries <= LINEAR_SYN_RETRIES;
        if !linear {
            self.timers.rtt_mut().back_off();
        }
    }

    /// Adds `segments` to send. Valid for a sender with a limited
    /// [`SenderConfig::segments`](super::SenderConfig::segments). After a pause the window may be outdated.
    pub fn write(&mut self, segments: u64, now: Time) {
        self.send_buffer.write(segments);
        if self.recovery.board().outstanding() > 0 {
            return;
        }
        if self.restart_after_idle && !self.control.needs().control {
            self.age_window(now);
        }
        if self.dialect() == Dialect::Rfc {
            self.resume(now);
        }
    }

    /// Shrinks the window after more than one timeout without a transmission.
    fn age_window(&mut self, now: Time) {
        // Zero before the first data.
        let idle = self.send_buffer.idle(now);
        let rto = self.timers.rtt().rto();
        if idle <= rto {
            return;
        }
        let ssthresh = self.recovery.current_ssthresh(&self.control);
        let before = self.standing();
        self.control.age_window(idle, rto, self.initial_window, ssthresh);
        let context = self.context(now);
        self.control.cc_mut().on_restart(&context);
        if before.is_some() {
            let after = Standing::of(self.recovery.board(), self.control.window());
            self.recovery.journal_mut().note(now, Action::Reduction, (before, || after), || {
                Why::new("idle.aged").with("idle", "ms", idle.millis()).with(
                    "rto",
                    "ms",
                    rto.millis(),
                )
            });
        }
    }

    /// Returns window and flight for the journal, if there is one.
    fn standing(&self) -> Option<Standing> {
        self.recovery.journal().standing(self.recovery.board(), self.control.window())
    }

    fn dialect(&self) -> Dialect {
        self.recovery.mechanisms().dialect
    }

    fn resume(&mut self, now: Time) {
        let context = self.context(now);
        let last_sent = self.send_buffer.last_sent();
        self.control.cc_mut().on_resume(&context, last_sent);
    }

    /// Returns the state of the connection that congestion control reads.
    fn context(&self, now: Time) -> Context {
        let Sender { recovery, timers, control, .. } = self;
        control.context(recovery.board(), timers.rtt(), recovery.phase(), now)
    }

    /// Stops new data. Outstanding segments are still repaired.
    pub fn stop(&mut self) {
        self.send_buffer.stop(self.recovery.board().next());
    }

    /// Returns whether all data is sent and acknowledged.
    pub fn finished(&self) -> bool {
        self.recovery.board().una() >= self.send_buffer.end()
    }

    /// Switches the congestion control. The window stays; the algorithm starts with fresh state. If it
    /// prescribes another loss recovery, that starts as soon as no segment is missing.
    pub fn set_congestion_control(&mut self, cc: &CcConfig, now: Time) {
        self.control.switch(cc, self.recovery.board(), now);
        #[cfg(feature = "journal")]
        self.keep_decisions();
        self.adopt_recovery(now);
        self.set_ecn(self.control.ecn().is_enabled());
        if self.opening.is_established() {
            let context = self.context(now);
            self.control.cc_mut().on_start(&context);
        }
        self.control.pacer_mut().release();
    }

    /// Uses the loss recovery of the congestion control, or does so once no segment is missing.
    fn adopt_recovery(&mut self, now: Time) {
        let is_established = self.opening.is_established();
        let (recovery, mut tcb) = self.parts();
        recovery.adopt(is_established, &mut tcb, now);
        if self.recovery.is_switch_due() {
            self.ack_path = AckPath::General;
        }
    }

    /// Switches the ECN capability of new data. Marks of earlier data still count, and the sender
    /// still confirms them with CWR. Otherwise the receiver would repeat the echo.
    pub fn set_ecn(&mut self, ecn: bool) {
        self.control.ecn_mut().enable(ecn);
        self.new_packet = Packet::new(0, 0, self.packet_bytes, codepoint(ecn, self.control.cc()));
    }

    /// Returns what the receiver must report.
    pub fn reports(&self) -> Reports {
        let needs = self.control.needs();
        Reports {
            sack: self.recovery.choices().uses_sack(needs.recovery),
            ecn_echo: needs.ecn_echo,
            forward_delay: needs.forward_delay,
        }
    }

    /// Returns the next segment to be sent for the first time.
    pub fn next_seq(&self) -> u64 {
        self.recovery.board().next()
    }

    /// Reports the inner state of the congestion control.
    pub fn probe_congestion_control(&self, report: &mut dyn FnMut(Variable)) {
        self.control.cc().probe(report);
    }

    /// Returns the congestion window in segments, at least 1.
    pub fn cwnd(&self) -> f64 {
        self.control.window().cwnd()
    }

    /// Returns the pacing rate in Mbit/s; `None` if segments are not paced.
    pub fn pacing_mbps(&self) -> Option<f64> {
        let gap = self.control.pacing_gap(self.timers.rtt()).seconds();
        let is_paced = self.control.is_paced() && gap > 0.0;
        is_paced.then(|| f64::from(self.packet_bytes) * 8.0 / gap / 1e6)
    }

    /// Returns the sender's inner state.
    pub fn probe(&self) -> SenderProbe {
        let Sender { recovery, timers, control, .. } = self;
        let (board, rtt, window) = (recovery.board(), timers.rtt(), control.window());
        let ssthresh = window.ssthresh();
        SenderProbe {
            cwnd: window.cwnd(),
            ssthresh: ssthresh.is_finite().then_some(ssthresh),
            srtt: rtt.srtt(),
            min_rtt: rtt.min_rtt(),
            rto: rtt.rto(),
            in_flight: board.in_flight(),
            outstanding: board.outstanding(),
            sacked: board.sacked_out(),
            lost: board.lost_out(),
            repaired: board.repaired_out(),
            reordering: recovery.reordering().extent(),
            reorderings: recovery.reordering().seen(),
            phase: recovery.phase(),
            retransmissions: recovery.retransmissions(),
            timeouts: recovery.timeouts(),
        }
    }

    /// Processes the SYN-ACK.
    fn establish(&mut self, ack: &Ack, now: Time) {
        let retries = self.opening.retries();
        self.opening.establish();
        self.send_buffer.open_window(ack.next + ack.window);
        self.timers.stop();
        // The timestamp identifies the acknowledged SYN.
        if self.recovery.has_timestamps() || retries == 0 {
            let rtt = now.saturating_since(ack.echo);
            self.timers.sample_rtt(rtt, rtt, self.recovery.board(), now);
        }
        self.timers.rtt_mut().clear_backoff();
        // RFC 5681, section 3.1: one segment after a lost SYN. Linux allows one loss.
        let forgiven = u32::from(self.recovery.mechanisms().rto == Rules::Linux);
        if retries > forgiven {
            *self.control.window_mut() = Window::new(1);
        }
        let context = self.context(now);
        self.control.cc_mut().on_start(&context);
    }

    /// Returns the path that an ACK for new data may take. Such ACKs do not change the result, and
    /// neither do paced new segments. So the general path computes it once at its end.
    fn find_ack_path(&self) -> AckPath {
        let needs = self.control.needs();
        let is_in_order = self.recovery.is_plain(&needs)
            && !self.recovery.journal().is_on()
            && self.opening.is_established()
            && !self.timers.waits_for_reordering()
            && !self.control.ecn().is_cwr_due()
            && self.timers.rtt().is_settled()
            && !needs.forward_delay;
        if !is_in_order {
            AckPath::General
        } else if self.control.measures_delivery() || self.control.is_paced() {
            AckPath::Paced
        } else {
            AckPath::InOrder
        }
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
