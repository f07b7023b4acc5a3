//! The sending endpoint.

use crate::cc::CcKind;
use crate::packet::{Ack, Ecn, Segment};
use crate::time::{Span, Time};

use super::{SenderConfig, SenderProbe};

const SYN_BYTES: u32 = 60;

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

/// The sending endpoint of one connection.
#[derive(Clone, Debug)]
pub struct Sender {
    config: SenderConfig,
    established: bool,
    syn_sent: bool,
    una: u64,
    next: u64,
    highest: u64,
    window_end: u64,
    cwnd: f64,
    ssthresh: Option<f64>,
    rto_at: Time,
    stopped: bool,
    probe: SenderProbe,
}

impl Sender {
    /// A closed connection: the first segment is the SYN.
    pub fn new(config: &SenderConfig) -> Self {
        Sender {
            config: *config,
            established: false,
            syn_sent: false,
            una: 0,
            next: 0,
            highest: 0,
            window_end: 0,
            cwnd: f64::from(config.initial_window),
            ssthresh: None,
            rto_at: Time::NEVER,
            stopped: false,
            probe: SenderProbe { rto: Span::from_millis(1000), ..SenderProbe::default() },
        }
    }

    /// Processes one arriving ACK.
    pub fn on_ack(&mut self, ack: &Ack, now: Time) {
        self.established = true;
        self.window_end = self.window_end.max(ack.next + ack.window);
        self.probe.srtt = Some(now - ack.echo);
        if ack.next > self.una {
            let acked = (ack.next - self.una) as f64;
            let slow_start = self.ssthresh.is_none_or(|threshold| self.cwnd < threshold);
            self.cwnd += if slow_start { acked } else { acked / self.cwnd };
            self.una = ack.next;
            self.next = self.next.max(self.una);
            self.probe.rto = Span::from_millis(200) + (now - ack.echo);
        }
        self.rto_at = if self.next > self.una { now + self.probe.rto } else { Time::NEVER };
    }

    /// The next segment that may be sent now.
    pub fn next_segment(&mut self, now: Time) -> Option<Outgoing> {
        if !self.established {
            if self.syn_sent {
                return None;
            }
            self.syn_sent = true;
            self.rto_at = now + self.probe.rto;
            let segment = Segment { sent: now, syn: true, ..Segment::default() };
            return Some(Outgoing { segment, bytes: SYN_BYTES, ecn: Ecn::NotEct });
        }
        let end = self.config.segments.unwrap_or(u64::MAX).min(self.window_end);
        let repair = self.next < self.highest;
        let cwnd_full = (self.next - self.una) as f64 >= self.cwnd.floor();
        if cwnd_full || self.next >= end || (self.stopped && !repair) {
            return None;
        }
        let segment =
            Segment { seq: self.next, sent: now, retransmission: repair, ..Segment::default() };
        self.next += 1;
        self.highest = self.highest.max(self.next);
        self.probe.retransmissions += u64::from(repair);
        if self.rto_at == Time::NEVER {
            self.rto_at = now + self.probe.rto;
        }
        let ecn = if self.config.ecn && !repair { Ecn::Ect0 } else { Ecn::NotEct };
        Some(Outgoing { segment, bytes: self.config.packet_bytes, ecn })
    }

    /// When [`Self::on_timer`] is due.
    pub fn next_timer(&self) -> Time {
        self.rto_at
    }

    /// The timer went off.
    pub fn on_timer(&mut self, now: Time) {
        if now < self.rto_at {
            return;
        }
        self.syn_sent = false;
        self.probe.timeouts += 1;
        self.probe.rto = self.probe.rto * 2;
        self.ssthresh = Some((self.cwnd / 2.0).max(2.0));
        self.cwnd = 1.0;
        self.next = self.una;
        self.rto_at = Time::NEVER;
    }

    /// No new data from here on; what is outstanding is still repaired.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Nothing more to send and everything acknowledged.
    pub fn finished(&self) -> bool {
        let all_sent = self.stopped || self.config.segments.is_some_and(|n| self.highest >= n);
        all_sent && self.una == self.highest
    }

    /// Switches the congestion control; the window stays.
    pub fn set_congestion_control(&mut self, cc: CcKind, _now: Time) {
        self.config.cc = cc;
    }

    /// Switches ECN capability.
    pub fn set_ecn(&mut self, ecn: bool) {
        self.config.ecn = ecn;
    }

    /// The sender's inner state.
    pub fn probe(&self) -> SenderProbe {
        SenderProbe {
            cwnd: self.cwnd,
            ssthresh: self.ssthresh,
            in_flight: self.next - self.una,
            ..self.probe
        }
    }
}
