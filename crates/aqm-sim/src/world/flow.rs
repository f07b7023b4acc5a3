//! A flow: both ends of a connection and the path between them.

use super::path::Path;
use crate::config::BulkConfig;
use crate::rng::SplitMix64;
use crate::tcp::{Receiver, ReceiverConfig, Sender, SenderConfig};
use crate::time::{Span, Time};
use crate::traffic::DatagramSource;

/// The group of bursts.
const NO_GROUP: u32 = u32::MAX;
/// IP, TCP and timestamp headers of a data segment in bytes.
const HEADER_BYTES: u32 = 52;

/// A traffic source: both ends of a TCP connection and the path between them; or a source of
/// datagrams, beside a connection that never opens. So the fields that packets and acknowledgements need
/// is there for either, and they do not ask which of the two it is.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Flow {
    pub(super) datagrams: Option<Box<DatagramSource>>,
    group: u32,
    packet_bytes: u32,
    /// When it is to open: a former connection in this place may have left such an event behind, too.
    pub(super) opens_at: Time,
    /// When it opened; [`Time::NEVER`] before.
    pub(super) opened: Time,
    /// When it was told to stop; [`Time::NEVER`] before.
    pub(super) stopped: Time,
    /// Delivered by former connections in this place.
    delivered_before: u64,
    /// Earliest pending events of timers; most deadlines are [watched](super::deadlines) instead.
    pub(super) sender_timer: Time,
    pub(super) receiver_timer: Time,
    pub(super) jitter: SplitMix64,
    pub(super) sender: Sender,
    /// What the receiver offers with each acknowledgement, in segments.
    pub(super) receive_window: u64,
    pub(super) receiver: Receiver,
    /// Whatever leaves the bottleneck arrives after that on its own.
    pub(super) in_order: bool,
    /// Orders equal events of this flow.
    sequence: u32,
    /// Delay of the receiver's answers: that of the segment which reached it last.
    pub(super) answer_delay: Span,
    /// Arrival of the segment that left the bottleneck last.
    pub(super) last_arrival: Time,
    /// Arrival of the acknowledgement sent last.
    pub(super) last_ack: Time,
    pub(super) path: Path,
}

impl Flow {
    pub(super) fn tcp(
        group: usize,
        config: &BulkConfig,
        path: Path,
        jitter: SplitMix64,
        seed: u64,
    ) -> Self {
        let (sender, receiver) = endpoints(config, seed);
        Flow {
            group: group as u32,
            packet_bytes: config.packet_bytes,
            receive_window: config.receive_window,
            path,
            ..Flow::new(sender, receiver, jitter)
        }
    }

    /// A source of datagrams of this group, beside a connection that never opens. Bursts belong to no group.
    pub(super) fn datagrams(group: Option<usize>, source: DatagramSource) -> Self {
        let sender = Sender::new(&SenderConfig::default());
        let receiver = Receiver::new(&ReceiverConfig::default());
        let flow = Flow::new(sender, receiver, SplitMix64::new(0));
        let group = group.map_or(NO_GROUP, |group| group as u32);
        Flow { group, datagrams: Some(Box::new(source)), ..flow }
    }

    fn new(sender: Sender, receiver: Receiver, jitter: SplitMix64) -> Self {
        Flow {
            datagrams: None,
            group: NO_GROUP,
            packet_bytes: 0,
            opens_at: Time::NEVER,
            opened: Time::NEVER,
            stopped: Time::NEVER,
            delivered_before: 0,
            sender_timer: Time::NEVER,
            receiver_timer: Time::NEVER,
            jitter,
            sender,
            in_order: false,
            receive_window: 0,
            sequence: 0,
            path: Path::new(Span::ZERO, Span::ZERO),
            answer_delay: Span::ZERO,
            last_arrival: Time::ZERO,
            last_ack: Time::ZERO,
            receiver,
        }
    }

    /// It is a TCP connection.
    pub(super) fn is_tcp(&self) -> bool {
        self.datagrams.is_none()
    }

    /// Payload delivered in order since the start of the run, in bits.
    pub(super) fn delivered_bits(&self) -> u64 {
        let segments = self.delivered_before + self.receiver.delivered();
        segments * u64::from(self.packet_bytes.saturating_sub(HEADER_BYTES)) * 8
    }

    pub(super) fn group(&self) -> usize {
        self.group as usize
    }

    /// The group, unless it is a burst.
    pub(super) fn known_group(&self) -> Option<usize> {
        (self.group != NO_GROUP).then_some(self.group())
    }

    /// The flow ran from `from` or before until `to` at least.
    pub(super) fn ran_throughout(&self, from: Time, to: Time) -> bool {
        // Groups open within their spread; the first second of the stretch counts as its start.
        let grace = Span::from_millis(1000);
        self.opened <= from + grace && self.stopped >= to
    }

    /// It was stopped, and all that it sent is acknowledged.
    pub(super) fn is_done(&self) -> bool {
        #[cfg(test)]
        super::flows::tests::LOOKS.set(super::flows::tests::LOOKS.get() + 1);
        self.stopped != Time::NEVER && self.sender.finished()
    }

    /// `next` gets the place of this connection, which has gone.
    #[inline(never)]
    pub(super) fn take_over(&mut self, mut next: Flow) {
        next.delivered_before = self.delivered_before + self.receiver.delivered();
        next.sender_timer = self.sender_timer;
        next.receiver_timer = self.receiver_timer;
        next.sequence = self.sequence;
        *self = next;
    }

    pub(super) fn next_sequence(&mut self) -> u32 {
        self.sequence = self.sequence.wrapping_add(1);
        self.sequence
    }
}

fn endpoints(config: &BulkConfig, seed: u64) -> (Sender, Receiver) {
    let sender = Sender::new(&SenderConfig {
        cc: config.cc,
        stack: config.stack,
        ecn: config.ecn,
        sack: config.sack,
        initial_window: config.initial_window,
        packet_bytes: config.packet_bytes,
        pacing: config.pacing,
        seed,
        ..SenderConfig::default()
    });
    let receiver = Receiver::new(&ReceiverConfig {
        stack: config.stack,
        sack: config.sack,
        delayed_ack: config.delayed_ack,
        window: config.receive_window,
        ecn_echo: sender.ecn_echo(),
    });
    (sender, receiver)
}
