//! A flow: both ends of a connection and the path between them.

use super::attached::Attached;
use super::route::{Path, Route};
use crate::config::{BulkConfig, Direction, JitterConfig, SimulationConfig};
use crate::rng::SplitMix64;
use crate::tcp::{Receiver, ReceiverConfig, Sender, SenderConfig};
use crate::time::{Span, Time};
use crate::traffic::DatagramSource;
use std::sync::Arc;

/// Group index of bursts, which belong to no group.
const NO_GROUP: u32 = u32::MAX;
/// IP, TCP and timestamp headers of a data segment in bytes.
const HEADER_BYTES: u32 = 52;

#[cfg(test)]
thread_local! {
    /// Number of calls of [`Flow::is_done`].
    pub(super) static CHECKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A traffic source. It is a TCP connection (both ends and the path), or a datagram source next to
/// a connection that never opens. Both kinds have the fields that packets and ACKs need, so the hot
/// code does not branch on the kind.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Flow {
    pub(super) datagrams: Option<Box<DatagramSource>>,
    /// The application that waits for the packets.
    pub(super) app: Option<Box<Attached>>,
    group: u32,
    packet_bytes: u32,
    /// When it must open. An event of an earlier connection in this slot may still be pending.
    pub(super) opens_at: Time,
    /// When it opened. [`Time::NEVER`] before that.
    pub(super) opened: Time,
    /// When it was stopped. [`Time::NEVER`] before that.
    pub(super) stopped: Time,
    /// Segments delivered by earlier connections in this slot.
    delivered_before: u64,
    /// Earliest pending timer events. Most deadlines are [watched](super::deadlines) instead.
    pub(super) sender_timer: Time,
    pub(super) receiver_timer: Time,
    pub(super) jitter: SplitMix64,
    pub(super) sender: Sender,
    /// Window that the receiver offers with each ACK, in segments.
    pub(super) receive_window: u64,
    pub(super) receiver: Receiver,
    /// True if later departures cannot arrive earlier, so no check is needed.
    pub(super) in_order: bool,
    /// The data goes through the reverse bottleneck, and the ACKs through the forward one.
    pub(super) is_reverse: bool,
    /// Segments enter the queue of the lane at once: it is their first one, and nothing delays them ahead of it.
    pub(super) is_direct: bool,
    /// Orders equal events of this flow.
    sequence: u32,
    /// Return-path delay of the segment that reached the receiver last.
    pub(super) ack_delay: Span,
    /// Arrival time of the segment that left the bottleneck last.
    pub(super) last_arrival: Time,
    /// Arrival time of the ACK sent last.
    pub(super) last_ack: Time,
    pub(super) path: Path,
    /// The hops of its packets, unless these are the lane's own and that of the way back.
    pub(super) route: Option<Arc<Route>>,
}

impl Flow {
    pub(super) fn tcp(
        group: usize,
        config: &BulkConfig,
        path: Path,
        jitter: SplitMix64,
        seed: u64,
        segments: Option<u64>,
    ) -> Self {
        let (sender, receiver) = endpoints(config, seed, segments);
        Flow {
            group: group as u32,
            packet_bytes: config.packet_bytes,
            receive_window: config.receive_window,
            is_reverse: config.direction == Direction::Reverse,
            is_direct: config.direction != Direction::Reverse && !config.jitter.is_ahead(),
            path,
            ..Flow::new(sender, receiver, jitter)
        }
    }

    /// Creates a datagram source of `group`, next to a connection that never opens. `None` is a
    /// burst.
    pub(super) fn datagrams(group: Option<usize>, source: DatagramSource) -> Self {
        let sender = Sender::new(&SenderConfig::default());
        let receiver = Receiver::new(&ReceiverConfig::default());
        let flow = Flow::new(sender, receiver, SplitMix64::new(0));
        let group = group.map_or(NO_GROUP, |group| group as u32);
        let is_reverse = source.direction() == Direction::Reverse;
        Flow {
            group,
            is_reverse,
            is_direct: !is_reverse,
            datagrams: Some(Box::new(source)),
            ..flow
        }
    }

    fn new(sender: Sender, receiver: Receiver, jitter: SplitMix64) -> Self {
        Flow {
            datagrams: None,
            app: None,
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
            is_reverse: false,
            is_direct: true,
            receive_window: 0,
            sequence: 0,
            path: Path::new(Span::ZERO, JitterConfig::default()),
            ack_delay: Span::ZERO,
            last_arrival: Time::ZERO,
            last_ack: Time::ZERO,
            route: None,
            receiver,
        }
    }

    /// Returns the direction of its data.
    pub(super) fn direction(&self, config: &SimulationConfig) -> Direction {
        let group = self.traffic_group().map(|group| config.traffic[group].direction());
        group.unwrap_or(Direction::Forward)
    }

    /// Returns the size of an IP packet with a full segment.
    pub(super) fn packet_bytes(&self) -> u32 {
        self.packet_bytes
    }

    /// Returns whether it is a TCP connection.
    pub(super) fn is_tcp(&self) -> bool {
        self.datagrams.is_none()
    }

    /// Returns the payload delivered in order since the start of the run, in bits.
    pub(super) fn delivered_bits(&self) -> u64 {
        let segments = self.delivered_before + self.receiver.delivered();
        segments * u64::from(self.packet_bytes.saturating_sub(HEADER_BYTES)) * 8
    }

    pub(super) fn group(&self) -> usize {
        self.group as usize
    }

    /// Returns the group, or `None` for a burst.
    pub(super) fn traffic_group(&self) -> Option<usize> {
        (self.group != NO_GROUP).then_some(self.group())
    }

    /// Returns whether the flow always had data and ran from `from` (or earlier) at least until `to`.
    pub(super) fn ran_throughout(&self, from: Time, to: Time) -> bool {
        // Flows of a group start within its spread, so the first second counts as the start.
        let grace = Span::from_millis(1000);
        self.app.is_none() && self.opened <= from + grace && self.stopped >= to
    }

    /// Returns whether it was stopped and all its data is acknowledged.
    pub(super) fn is_done(&self) -> bool {
        #[cfg(test)]
        CHECKS.set(CHECKS.get() + 1);
        self.stopped != Time::NEVER && self.sender.finished()
    }

    /// Puts `next` into the slot of this finished connection.
    pub(super) fn take_over(&mut self, mut next: Flow) {
        next.delivered_before = self.delivered_before + self.receiver.delivered();
        next.sender_timer = self.sender_timer;
        next.receiver_timer = self.receiver_timer;
        next.sequence = self.sequence;
        #[cfg(feature = "journal")]
        next.sender.inherit_journal(&mut self.sender);
        *self = next;
    }

    pub(super) fn next_sequence(&mut self) -> u32 {
        self.sequence = self.sequence.wrapping_add(1);
        self.sequence
    }
}

fn endpoints(config: &BulkConfig, seed: u64, segments: Option<u64>) -> (Sender, Receiver) {
    let sender = Sender::new(&SenderConfig {
        cc: config.cc,
        stack: config.stack,
        ecn: config.ecn,
        sack: config.sack,
        initial_window: config.initial_window,
        initial_rto: config.initial_rto,
        packet_bytes: config.packet_bytes,
        pacing: config.pacing,
        segments,
        seed,
        ..SenderConfig::default()
    });
    let receiver = Receiver::new(&ReceiverConfig {
        stack: config.stack,
        reports: sender.reports(),
        delayed_ack: config.delayed_ack,
        window: config.receive_window,
    });
    (sender, receiver)
}
