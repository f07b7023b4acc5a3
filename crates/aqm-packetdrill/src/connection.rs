//! One connection: the simulated sender with an interface that counts bytes, as scripts do.
//!
//! The sender counts whole segments. Segment `i` holds the bytes from `1 + i * mss` on. Scripts
//! with other segments are not supported. The simulated sender has no handshake and no FIN, so this
//! module handles them.

use std::collections::VecDeque;

use aqm_sim::packet::{Ack, Ecn, MAX_SACK_BLOCKS, SackBlock};
use aqm_sim::tcp::{Outgoing, Sender, SenderConfig, SenderProbe};
use aqm_sim::time::{Span, Time};

use crate::script::{Flags, Packet};
use crate::settings::Settings;

/// Bytes of an Ethernet packet's IP and TCP headers.
const HEADER_BYTES: u64 = 40;
/// Largest payload of an Ethernet packet.
const MAX_MSS: u64 = 1500 - HEADER_BYTES;
/// MSS without an MSS option (RFC 9293, section 3.7.1).
const DEFAULT_MSS: u64 = 536;
/// Timeout of a SYN (RFC 6298, section 2.1).
const SYN_TIMEOUT: Span = Span::from_millis(1000);

/// A packet that left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Emission {
    pub(crate) at: Time,
    pub(crate) content: Content,
}

/// Kind of a packet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Content {
    /// SYN, FIN, or an ACK of one.
    Control { syn: bool, fin: bool },
    /// Bytes `start..end`.
    Data { start: u64, end: u64, ecn: Ecn, cwr: bool, retransmission: bool },
}

/// A connection from its first SYN.
#[derive(Debug)]
pub(crate) struct Connection {
    settings: Settings,
    state: State,
    /// Packets that left and have not been matched by an event of the script.
    pub(crate) sent: VecDeque<Emission>,
}

#[derive(Debug)]
enum State {
    /// The sender's SYN has left.
    SynSent {
        at: Time,
    },
    /// The SYN-ACK has left.
    SynReceived {
        at: Time,
        peer: Peer,
    },
    Open(Box<Stream>),
}

/// Options of the peer's SYN.
#[derive(Clone, Copy, Debug)]
struct Peer {
    mss: u64,
    window_shift: u32,
    sack: bool,
    ecn: bool,
}

/// An established connection.
#[derive(Debug)]
struct Stream {
    sender: Sender,
    mss: u64,
    window_shift: u32,
    /// Bytes that the application has written.
    written: u64,
    /// One past the highest byte sent, from 1.
    sent_end: u64,
    /// One past the last byte of the peer's receive window.
    window_end: u64,
    closing: Closing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Closing {
    No,
    /// The application has closed; data is left to send.
    Wanted,
    FinSent,
}

/// Reason to stop: the script needs something that the simulator does not have.
pub(crate) type Refusal = String;

fn control(at: Time, syn: bool, fin: bool) -> Emission {
    Emission { at, content: Content::Control { syn, fin } }
}

impl Connection {
    /// Opens the connection for `connect`: the SYN leaves.
    pub(crate) fn connect(settings: &Settings, now: Time) -> Self {
        let sent = VecDeque::from([control(now, true, false)]);
        Connection { settings: settings.clone(), state: State::SynSent { at: now }, sent }
    }

    /// Opens the connection at a listening socket after the peer's SYN, and sends the SYN-ACK.
    pub(crate) fn accept(settings: &Settings, syn: &Packet, now: Time) -> Result<Self, Refusal> {
        let requests_ecn = syn.flags.ece && syn.flags.cwr;
        let peer = Peer::new(settings, syn, settings.ecn > 0 && requests_ecn)?;
        let sent = VecDeque::from([control(now, true, false)]);
        let state = State::SynReceived { at: now, peer };
        Ok(Connection { settings: settings.clone(), state, sent })
    }

    /// Returns the settings of the connection.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the sender's inner state, or `None` before the handshake.
    pub(crate) fn probe(&self) -> Option<(SenderProbe, u64)> {
        match &self.state {
            State::Open(stream) => Some((stream.sender.probe(), stream.mss)),
            State::SynSent { .. } | State::SynReceived { .. } => None,
        }
    }

    /// Returns the time at which [`Self::on_timer`] is due.
    pub(crate) fn next_timer(&self) -> Time {
        match &self.state {
            State::Open(stream) => stream.sender.next_timer(),
            State::SynSent { .. } | State::SynReceived { .. } => Time::NEVER,
        }
    }

    pub(crate) fn on_timer(&mut self, now: Time) -> Result<(), Refusal> {
        let State::Open(stream) = &mut self.state else { return Ok(()) };
        stream.sender.on_timer(now);
        stream.flush(&mut self.sent, now)
    }

    /// Writes `bytes` of application data.
    pub(crate) fn write(&mut self, bytes: u64, now: Time) -> Result<(), Refusal> {
        let State::Open(stream) = &mut self.state else {
            return Err("a write before the handshake".to_owned());
        };
        let before = stream.written / stream.mss;
        stream.written += bytes;
        stream.sender.write(stream.written / stream.mss - before, now);
        stream.flush(&mut self.sent, now)
    }

    /// Closes the application's side.
    pub(crate) fn close(&mut self, now: Time) -> Result<(), Refusal> {
        let State::Open(stream) = &mut self.state else {
            return Err("a close before the handshake".to_owned());
        };
        if stream.closing == Closing::No {
            stream.closing = Closing::Wanted;
        }
        stream.flush(&mut self.sent, now)
    }

    /// Processes an arriving packet.
    pub(crate) fn receive(&mut self, packet: &Packet, now: Time) -> Result<(), Refusal> {
        if packet.flags.reset {
            return Err("resets".to_owned());
        }
        if packet.end > packet.start {
            return Err("data from the peer".to_owned());
        }
        match &mut self.state {
            State::SynSent { at } => {
                if !(packet.flags.syn && packet.flags.ack) {
                    return Err("an answer to a SYN other than a SYN-ACK".to_owned());
                }
                let agreed = self.settings.ecn == 1 && packet.flags.ece && !packet.flags.cwr;
                let peer = Peer::new(&self.settings, packet, agreed)?;
                // The window of a SYN is not scaled (RFC 7323, section 2.2).
                let window = packet.window.unwrap_or(0);
                let stream = Stream::open(&self.settings, &peer, *at, now, window)?;
                self.state = State::Open(Box::new(stream));
                self.sent.push_back(control(now, false, false));
                Ok(())
            }
            State::SynReceived { at, peer } => {
                if packet.flags.syn || packet.ack != Some(1) {
                    return Err("an answer to a SYN-ACK other than an ACK".to_owned());
                }
                let window = packet.window.unwrap_or(0) << peer.window_shift;
                let stream = Stream::open(&self.settings, peer, *at, now, window)?;
                self.state = State::Open(Box::new(stream));
                Ok(())
            }
            State::Open(stream) => stream.receive(packet, &mut self.sent, now),
        }
    }
}

impl Peer {
    fn new(settings: &Settings, syn: &Packet, ecn: bool) -> Result<Self, Refusal> {
        if settings.timestamps && syn.options.timestamps {
            return Err("timestamps".to_owned());
        }
        let mss = syn.options.mss.unwrap_or(DEFAULT_MSS).min(MAX_MSS);
        if mss == 0 {
            return Err("a segment size of zero".to_owned());
        }
        Ok(Peer {
            mss,
            window_shift: syn.options.window_scale.unwrap_or(0),
            sack: settings.sack && syn.options.sack_permitted,
            ecn,
        })
    }
}

impl Stream {
    fn open(
        settings: &Settings,
        peer: &Peer,
        syn_at: Time,
        now: Time,
        window: u64,
    ) -> Result<Self, Refusal> {
        if now.saturating_since(syn_at) >= SYN_TIMEOUT {
            return Err("a retransmitted SYN".to_owned());
        }
        let mut sender = Sender::new(&SenderConfig {
            cc: settings.cc.into(),
            ecn: peer.ecn,
            sack: peer.sack,
            timestamps: false,
            tail_loss_probe: settings.tail_loss_probe,
            restart_after_idle: settings.restart_after_idle,
            packet_bytes: (peer.mss + HEADER_BYTES) as u32,
            segments: Some(0),
            ..SenderConfig::default()
        });
        // The handshake is complete. The sender sees it as one event.
        sender.next_segment(syn_at);
        let window_segments = window / peer.mss;
        sender.on_ack(&Ack { echo: syn_at, window: window_segments, ..Ack::default() }, now);
        Ok(Stream {
            sender,
            mss: peer.mss,
            window_shift: peer.window_shift,
            written: 0,
            sent_end: 1,
            window_end: 1 + window,
            closing: Closing::No,
        })
    }

    fn receive(
        &mut self,
        packet: &Packet,
        sent: &mut VecDeque<Emission>,
        now: Time,
    ) -> Result<(), Refusal> {
        let Some(mut acked) = packet.ack else { return Err("a packet without ACK".to_owned()) };
        if self.closing == Closing::FinSent && acked == self.sent_end + 1 {
            acked -= 1;
        }
        if acked == 0 || acked > self.sent_end {
            return Err(format!("an ACK of byte {acked}, which was not sent"));
        }
        if !(acked - 1).is_multiple_of(self.mss) {
            return Err(format!("an ACK of byte {acked}, in the middle of a segment"));
        }
        let window = packet.window.unwrap_or(0) << self.window_shift;
        if window == 0 {
            return Err("a closed window: the sender has no persist timer".to_owned());
        }
        self.window_end = acked + window;
        let (sacks, dsack) = self.sack_blocks(packet, acked)?;
        let ack = Ack {
            next: (acked - 1) / self.mss,
            sacks,
            dsack,
            echo: now,
            ece: packet.flags.ece,
            window: window / self.mss,
            ..Ack::default()
        };
        self.sender.on_ack(&ack, now);
        self.flush(sent, now)?;
        if packet.flags.fin {
            sent.push_back(control(now, false, false));
        }
        Ok(())
    }

    /// Converts SACK blocks to segments. A partly reported segment counts as missing, as in Linux.
    fn sack_blocks(
        &self,
        packet: &Packet,
        acked: u64,
    ) -> Result<([SackBlock; MAX_SACK_BLOCKS], bool), Refusal> {
        let blocks = &packet.options.sacks;
        // RFC 2883, section 4: a first block below the ACK, or inside the second.
        let dsack = blocks.first().is_some_and(|&(start, end)| {
            start < acked || blocks.get(1).is_some_and(|&(from, to)| from <= start && end <= to)
        });
        let mut sacks = [SackBlock::default(); MAX_SACK_BLOCKS];
        if blocks.len() > sacks.len() {
            return Err(format!("more than {MAX_SACK_BLOCKS} SACK blocks"));
        }
        for (sack, &(start, end)) in sacks.iter_mut().zip(blocks) {
            if end > self.sent_end {
                return Err(format!("a SACK block of byte {end}, which was not sent"));
            }
            let start = start.saturating_sub(1).div_ceil(self.mss);
            let end = (end - 1) / self.mss;
            if start < end {
                *sack = SackBlock { start, end };
            }
        }
        Ok((sacks, dsack))
    }

    /// Takes all segments that the sender may send now.
    fn flush(&mut self, sent: &mut VecDeque<Emission>, now: Time) -> Result<(), Refusal> {
        while let Some(outgoing) = self.sender.next_segment(now) {
            let emission = self.emission(&outgoing, now);
            if let Content::Data { end, .. } = emission.content {
                if end > self.window_end && end > self.sent_end {
                    return Err("a peer that shrinks its window".to_owned());
                }
                self.sent_end = self.sent_end.max(end);
            }
            sent.push_back(emission);
        }
        let tail = self.written % self.mss;
        if tail > 0 && self.sent_end + tail == 1 + self.written {
            return Err(format!("a last segment of {tail} bytes"));
        }
        if self.closing == Closing::Wanted && self.sent_end == 1 + self.written {
            self.closing = Closing::FinSent;
            sent.push_back(control(now, false, true));
        }
        Ok(())
    }

    fn emission(&self, outgoing: &Outgoing, at: Time) -> Emission {
        let segment = outgoing.segment;
        let start = 1 + segment.seq * self.mss;
        let content = Content::Data {
            start,
            end: start + self.mss,
            ecn: outgoing.ecn,
            cwr: segment.cwr,
            retransmission: segment.retransmission,
        };
        Emission { at, content }
    }
}

impl Content {
    /// Returns the packet in the notation of scripts.
    pub(crate) fn describe(&self) -> String {
        match *self {
            Content::Control { syn, fin } => {
                let name = match (syn, fin) {
                    (true, _) => "SYN",
                    (_, true) => "FIN",
                    _ => "pure ACK",
                };
                format!("a {name}")
            }
            Content::Data { start, end, retransmission, .. } => {
                format!("{start}:{end}{}", if retransmission { " again" } else { "" })
            }
        }
    }

    /// Returns whether the packet has these flags, without regard to ACK, PSH and ECN.
    pub(crate) fn is_control(&self, flags: Flags) -> bool {
        *self == Content::Control { syn: flags.syn, fin: flags.fin }
    }
}
