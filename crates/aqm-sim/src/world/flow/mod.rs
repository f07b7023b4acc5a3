//! A flow: both ends of a connection and the path between them.

mod deliver;
mod messages;
mod timers;

use super::attached::Attached;
use super::noise;
use super::route::{HopIndex, Path, Route};
use crate::config::{BulkConfig, Direction, JitterConfig, LinkConfig, SimulationConfig};
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
    pub static CHECKS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A traffic source. It is a TCP connection (both ends and the path), or a datagram source next to
/// a connection that never opens. Both kinds have the fields that packets and ACKs need, so the hot
/// code does not branch on the kind.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Flow {
    pub datagrams: Option<Box<DatagramSource>>,
    /// The application that waits for the packets.
    pub app: Option<Box<Attached>>,
    group: u32,
    packet_bytes: u32,
    /// When it must open. An event of an earlier connection in this slot may still be pending.
    opens_at: Time,
    /// When it opened. [`Time::NEVER`] before that.
    opened: Time,
    /// When it was stopped. [`Time::NEVER`] before that.
    stopped: Time,
    /// Segments delivered by earlier connections in this slot.
    delivered_before: u64,
    /// Earliest pending timer events. Most deadlines are [watched](super::deadlines) instead.
    sender_timer: Time,
    receiver_timer: Time,
    jitter: SplitMix64,
    pub sender: Sender,
    /// Window that the receiver offers with each ACK, in segments.
    receive_window: u64,
    pub receiver: Receiver,
    /// True if later departures cannot arrive earlier, so no check is needed.
    in_order: bool,
    /// The data goes through the reverse bottleneck, and the ACKs through the forward one.
    is_reverse: bool,
    /// Segments enter the queue of the lane at once: it is their first one, and nothing delays them ahead of it.
    is_direct: bool,
    /// Orders equal events of this flow.
    sequence: u32,
    /// Return-path delay of the segment that reached the receiver last.
    ack_delay: Span,
    /// Arrival time of the segment that left the bottleneck last.
    last_arrival: Time,
    /// Arrival time of the ACK sent last.
    last_ack: Time,
    path: Path,
    /// The hops of its packets, unless these are the lane's own and that of the way back.
    route: Option<Arc<Route>>,
}

impl Flow {
    pub fn tcp(
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
    pub fn datagrams(group: Option<usize>, source: DatagramSource) -> Self {
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

    /// Sets the route of a flow that is about to start.
    pub fn set_route(&mut self, link: &LinkConfig, direction: Direction) {
        let route = Route::of(link, direction);
        // Segments enter the lane's hop at once.
        self.is_direct &=
            route.as_ref().is_none_or(|route| route.first(false) == Some(HopIndex::LANE));
        self.route = route.filter(|route| !route.is_lane_only());
    }

    /// Adopts a change of the hops of its route.
    pub fn refresh_route(&mut self, config: &SimulationConfig) {
        if self.route.is_some() {
            let group = self.traffic_group().map(|group| config.traffic[group].direction());
            self.route = Route::of(&config.link, group.unwrap_or(Direction::Forward));
        }
    }

    /// Returns the hop that its packets pass first. `None`: ACKs on a way back without a hop.
    pub fn first_hop(&self, is_ack: bool, has_reverse: bool) -> Option<HopIndex> {
        match self.route.as_deref() {
            Some(route) => route.first(is_ack),
            None if self.is_reverse == is_ack => Some(HopIndex::LANE),
            None => has_reverse.then_some(HopIndex::other(0)),
        }
    }

    /// Returns whether its segments enter the queue of the lane at once.
    #[inline(always)]
    pub fn is_direct(&self) -> bool {
        self.is_direct
    }

    /// Returns whether its data goes through the hop of the way back.
    pub fn is_reverse(&self) -> bool {
        self.is_reverse
    }

    /// Returns the window that the receiver offers with each ACK, in segments.
    #[inline(always)]
    pub fn receive_window(&self) -> u64 {
        self.receive_window
    }

    /// Returns the delay of an ACK of the segment that reached the receiver last.
    #[inline(always)]
    pub fn ack_delay(&self) -> Span {
        self.ack_delay
    }

    #[inline(always)]
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn set_path(&mut self, path: Path) {
        self.path = path;
    }

    /// From now on the order of arrivals is checked, until it is sure again.
    pub fn check_order(&mut self) {
        self.in_order = false;
    }

    /// Draws the delay of a packet that is delayed ahead of its queue.
    pub fn draw_delay_ahead(&mut self) -> Span {
        let extra = noise::draw(&self.path.jitter, &mut self.jitter);
        noise::extended(self.path.forward, extra)
    }

    /// Returns when an ACK that would arrive at `arrival` does: not before the one sent before it, also on a shortened path.
    #[inline(always)]
    pub fn in_order_of_acks(&mut self, arrival: Time) -> Time {
        self.last_ack = self.last_ack.max(arrival);
        self.last_ack
    }

    /// Returns the size of an IP packet with a full segment.
    pub fn packet_bytes(&self) -> u32 {
        self.packet_bytes
    }

    /// Plans when the connection opens.
    pub fn plan_opening(&mut self, at: Time) {
        self.opens_at = at;
    }

    /// Opens the connection, if the event at `now` is its own. Returns whether it does.
    pub fn open(&mut self, now: Time) -> bool {
        let never = Time::NEVER;
        let opens = self.opens_at == now && self.stopped == never && self.opened == never;
        if opens {
            self.opened = now;
        }
        opens
    }

    /// Stops the connection. Its losses are still repaired.
    pub fn stop(&mut self, now: Time) {
        self.stopped = now;
        self.sender.stop();
    }

    /// Returns whether the connection has opened; it may be stopped again.
    pub fn has_opened(&self, now: Time) -> bool {
        self.opened <= now
    }

    /// Returns whether it is a TCP connection that is open at `now`.
    pub fn is_open(&self, now: Time) -> bool {
        self.is_tcp() && self.opened <= now && self.stopped > now
    }

    /// Returns whether it is an open connection, or a datagram source that will send.
    pub fn is_active(&self, now: Time) -> bool {
        match &self.datagrams {
            Some(source) => source.next() != Time::NEVER,
            None => self.is_open(now),
        }
    }

    /// Returns whether it is a TCP connection that was open from `from` to `to`.
    pub fn was_open(&self, from: Time, to: Time) -> bool {
        self.is_tcp() && self.opened <= from && self.stopped >= to
    }

    /// Returns whether it is a TCP connection.
    pub fn is_tcp(&self) -> bool {
        self.datagrams.is_none()
    }

    /// Returns the payload delivered in order since the start of the run, in bits.
    pub fn delivered_bits(&self) -> u64 {
        let segments = self.delivered_before + self.receiver.delivered();
        segments * u64::from(self.packet_bytes.saturating_sub(HEADER_BYTES)) * 8
    }

    pub fn group(&self) -> usize {
        self.group as usize
    }

    /// Returns the group, or `None` for a burst.
    pub fn traffic_group(&self) -> Option<usize> {
        (self.group != NO_GROUP).then_some(self.group())
    }

    /// Returns whether the flow always had data and ran from `from` (or earlier) at least until `to`.
    pub fn ran_throughout(&self, from: Time, to: Time) -> bool {
        // Flows of a group start within its spread, so the first second counts as the start.
        let grace = Span::from_millis(1000);
        self.app.is_none() && self.opened <= from + grace && self.stopped >= to
    }

    /// Returns whether it was stopped and all its data is acknowledged.
    pub fn is_done(&self) -> bool {
        #[cfg(test)]
        CHECKS.set(CHECKS.get() + 1);
        self.stopped != Time::NEVER && self.sender.finished()
    }

    /// Returns whether the receiver has all segments of a stopped connection whose data is acknowledged, as far as it is sure.
    #[cfg(debug_assertions)]
    pub fn is_settled(&self, now: Time) -> bool {
        self.stopped == Time::NEVER || !self.sender.finished() || self.last_arrival <= now
    }

    /// Returns when it must open and when it did.
    #[cfg(test)]
    pub fn opening(&self) -> (Time, Time) {
        (self.opens_at, self.opened)
    }

    /// Puts `next` into the slot of this finished connection.
    pub fn take_over(&mut self, mut next: Flow) {
        next.delivered_before = self.delivered_before + self.receiver.delivered();
        next.sender_timer = self.sender_timer;
        next.receiver_timer = self.receiver_timer;
        next.sequence = self.sequence;
        #[cfg(feature = "journal")]
        next.sender.inherit_journal(&mut self.sender);
        *self = next;
    }

    pub fn next_sequence(&mut self) -> u32 {
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
