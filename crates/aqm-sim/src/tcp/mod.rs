//! TCP endpoints, packet by packet.

mod ack_info;
mod control;
mod delack;
mod delivery;
mod ecn;
mod fast_path;
mod journal;
mod mechanisms;
mod opening;
mod pacing;
mod probe;
mod prr;
mod rack;
mod ranges;
mod receiver;
mod recovery;
mod reordering;
mod rtt;
mod scoreboard;
mod send_buffer;
mod sender;
mod tail_probe;
mod timers;
mod undo;
mod usage;

#[cfg(test)]
mod tests;

pub use crate::cc::Phase;
pub(crate) use fast_path::{Burst, InOrderAck, Reaction};
pub use journal::{Action, SenderEvent, Standing};
pub use probe::{SENDER_NUMBERS, SenderNumber, SenderProbe};
pub use receiver::Receiver;
pub(crate) use scoreboard::SEGMENT_BYTES;
pub(crate) use sender::PacedAck;
pub use sender::{Outgoing, Sender};

use crate::cc::{CcConfig, EcnEcho};
use crate::time::Span;

/// Stack generation: the set of mechanisms that an endpoint uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stack {
    /// Linux 6: RACK-TLP, proportional rate reduction, undo, HyStart.
    #[default]
    Linux6,
    /// Linux 3.10: SACK recovery with proportional rate reduction, no RACK.
    Linux310,
    /// The RFCs (5681, 6675, 6582, 6298, 9438), with Linux' minimum timeout.
    Rfc,
}

/// Configuration of a sender.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SenderConfig {
    /// Congestion control.
    pub cc: CcConfig,
    /// Stack generation.
    pub stack: Stack,
    /// Negotiate ECN (RFC 3168).
    pub ecn: bool,
    /// Negotiate SACK (RFC 2018). Without it loss recovery is NewReno (RFC 6582).
    pub sack: bool,
    /// Negotiate timestamps (RFC 7323). Without them only the SYN-ACK's
    /// [`crate::packet::Ack::echo`] is valid.
    pub timestamps: bool,
    /// Send tail loss probes (RFC 8985, section 7), if the stack supports them.
    pub tail_loss_probe: bool,
    /// Pace segments even if the congestion control sets no rate. The rate is then 2 windows per
    /// round-trip time in slow start, and 1.2 after it.
    pub pacing: bool,
    /// Shrink a window that was idle for a retransmission timeout (RFC 5681, section 4.1).
    pub restart_after_idle: bool,
    /// Initial window in segments (RFC 6928: 10).
    pub initial_window: u32,
    /// Timeout before the first RTT sample (RFC 6298, section 2.1: 1 s; RFC 2988: 3 s).
    pub initial_rto: Span,
    /// Size of an IP packet with a full segment, in bytes (1500).
    pub packet_bytes: u32,
    /// Number of segments to send at first; [`Sender::write`] adds more. `None`: no end.
    pub segments: Option<u64>,
    /// Seed of the congestion control's random numbers.
    pub seed: u64,
}

impl Default for SenderConfig {
    fn default() -> Self {
        SenderConfig {
            cc: CcConfig::default(),
            stack: Stack::default(),
            ecn: false,
            sack: true,
            timestamps: true,
            tail_loss_probe: true,
            pacing: false,
            restart_after_idle: true,
            seed: 0,
            initial_window: 10,
            initial_rto: Span::from_millis(1000),
            packet_bytes: 1500,
            segments: None,
        }
    }
}

/// Configuration of a receiver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReceiverConfig {
    /// Stack generation: its delayed-ACK and quick-ACK rules.
    pub stack: Stack,
    /// What ACKs report.
    pub reports: Reports,
    /// Acknowledge every second segment (RFC 5681, section 4.2). Otherwise every segment.
    pub delayed_ack: bool,
    /// Receive window in segments.
    pub window: u64,
}

/// What a receiver reports in its ACKs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reports {
    /// Segments out of order, in SACK blocks.
    pub sack: bool,
    /// How it reports CE marks.
    pub ecn_echo: EcnEcho,
    /// The one-way delay of data ([`crate::packet::Ack::delay`]).
    pub forward_delay: bool,
}

impl Default for Reports {
    fn default() -> Self {
        Reports { sack: true, ecn_echo: EcnEcho::default(), forward_delay: false }
    }
}

impl Default for ReceiverConfig {
    /// The default window is larger than any path here needs.
    fn default() -> Self {
        ReceiverConfig {
            stack: Stack::default(),
            reports: Reports::default(),
            delayed_ack: true,
            window: 1 << 20,
        }
    }
}
