//! The thread of both end systems: opens connections, writes and reads data, sends datagrams, and lets the simulator's applications act.

use super::Error;
use super::flows::{Flow, Group, Planned, Work, sender_side};
use super::network::Network;
use super::shared::Shared;
use super::sys::{self, Clock, timespec};

use crate::store::Side;
use aqm_sim::app::{Action, App, Turn};
use aqm_sim::config::{Change, SimulationConfig, TrafficConfig};
use aqm_sim::packet::FlowId;
use aqm_sim::time::{Span, Time};
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fd::OwnedFd;
use rustix::net::{RecvFlags, SendFlags, Shutdown, SocketAddrV4, SocketFlags};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Real-time priority of this thread.
const PRIORITY: i32 = 10;
/// Longest sleep, after which losses are reported.
const SLEEP: Span = Span::from_millis(20);
/// Bytes that are written or read at once.
const CHUNK: usize = 256 * 1024;
/// Chunks that a socket reads or writes before the others have their turn.
const TURNS: usize = 4;
/// IP and UDP headers in bytes.
const UDP_HEADERS: u32 = 28;
/// Bytes of a datagram's own data: its number and its sending time.
const STAMP: usize = 16;

/// What a socket of the event queue is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Sender(FlowId),
    Receiver(FlowId),
    Listener(Side),
    Datagrams(Side),
}

impl Role {
    fn data(self) -> EventData {
        let (kind, number) = match self {
            Role::Sender(flow) => (0, flow),
            Role::Receiver(flow) => (1, flow),
            Role::Listener(side) => (2, side as u32),
            Role::Datagrams(side) => (3, side as u32),
        };
        EventData::new_u64(kind << 32 | u64::from(number))
    }

    fn of(data: EventData) -> Self {
        let (kind, number) = (data.u64() >> 32, data.u64() as u32);
        let side = if number == 0 { Side::Near } else { Side::Far };
        match kind {
            0 => Role::Sender(number),
            1 => Role::Receiver(number),
            2 => Role::Listener(side),
            _ => Role::Datagrams(side),
        }
    }
}

/// Both end systems.
pub(super) struct Ends {
    pub(super) config: SimulationConfig,
    pub(super) network: Network,
    pub(super) clock: Clock,
    shared: Arc<Shared>,
    lost: Receiver<(FlowId, Time)>,
    epoll: OwnedFd,
    /// The sockets at which connections and datagrams arrive, by side.
    doors: Vec<(OwnedFd, OwnedFd)>,
    pub(super) flows: Vec<Flow>,
    /// The datagram sources among the flows.
    sources: Vec<usize>,
    pub(super) groups: Vec<Group>,
    plan: BinaryHeap<Reverse<(Time, u64, Planned)>>,
    sequence: u64,
    /// Start of the statistics.
    pub(super) since: Time,
    /// Lateness of what was planned, since then, in ns.
    pub(super) late: Vec<u32>,
    buffer: Vec<u8>,
    zeros: Vec<u8>,
}

/// What the thread has noted.
pub(super) struct Ended {
    pub(super) ends: Ends,
    pub(super) switches: u64,
    pub(super) has_priority: bool,
}

impl Ends {
    pub(super) fn new(
        config: &SimulationConfig,
        mut network: Network,
        clock: Clock,
        since: Time,
        shared: Arc<Shared>,
        lost: Receiver<(FlowId, Time)>,
    ) -> Result<Self, Error> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).map_err(std::io::Error::from)?;
        let mut doors = Vec::new();
        for side in [Side::Near, Side::Far] {
            let (listener, receiver) = (network.listener(side)?, network.receiver(side)?);
            let add =
                |fd: &OwnedFd, role: Role| epoll::add(&epoll, fd, role.data(), EventFlags::IN);
            add(&listener, Role::Listener(side)).map_err(std::io::Error::from)?;
            add(&receiver, Role::Datagrams(side)).map_err(std::io::Error::from)?;
            doors.push((listener, receiver));
        }
        let groups = config.traffic.iter().enumerate();
        let groups = groups.map(|(index, traffic)| Group::new(index, traffic, config.seed, since));
        let mut ends = Ends {
            groups: groups.collect(),
            config: config.clone(),
            network,
            clock,
            shared,
            lost,
            epoll,
            doors,
            flows: Vec::new(),
            sources: Vec::new(),
            plan: BinaryHeap::new(),
            sequence: 0,
            since,
            late: Vec::with_capacity(1 << 16),
            buffer: vec![0; CHUNK],
            zeros: vec![0; CHUNK],
        };
        ends.plan_start()?;
        Ok(ends)
    }

    /// Runs both ends until `end`.
    pub(super) fn run(mut self, end: Time) -> Result<Ended, Error> {
        let has_priority = sys::set_priority(PRIORITY);
        let switches = sys::involuntary_switches();
        while !self.clock.has_started() {
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        loop {
            let now = self.clock.now();
            if now >= end {
                break;
            }
            self.act(now)?;
            self.take_losses();
            self.serve_sockets(end)?;
        }
        let switches = sys::involuntary_switches() - switches;
        Ok(Ended { ends: self, switches, has_priority })
    }

    /// Adds an action at a time.
    pub(super) fn plan(&mut self, at: Time, what: Planned) {
        self.sequence += 1;
        self.plan.push(Reverse((at, self.sequence, what)));
    }

    /// Does everything that is due by `now`.
    fn act(&mut self, now: Time) -> Result<(), Error> {
        while let Some(Reverse((at, ..))) = self.plan.peek()
            && *at <= now
        {
            let Some(Reverse((at, _, what))) = self.plan.pop() else { break };
            self.carry_out(what, now.max(at))?;
            self.note_lateness(at);
        }
        for group in 0..self.groups.len() {
            let due = self.groups[group].app.as_ref().map_or(Time::NEVER, App::next_timer);
            if due <= now {
                self.app_acts(group, |app, turn| app.on_timer(turn))?;
                self.note_lateness(due);
            }
        }
        for index in 0..self.sources.len() {
            self.send_datagrams(self.sources[index], now);
        }
        Ok(())
    }

    fn note_lateness(&mut self, due: Time) {
        if due >= self.since {
            let late = self.clock.now().saturating_since(due).nanos();
            self.late.push(u32::try_from(late).unwrap_or(u32::MAX));
        }
    }

    /// Sends the datagrams of a source that are due.
    fn send_datagrams(&mut self, flow: usize, now: Time) {
        let Flow { work: Work::Datagrams(source, _), sender: Some(socket), .. } =
            &mut self.flows[flow]
        else {
            return;
        };
        let mut due = Vec::new();
        while source.next() <= now {
            let at = source.next();
            due.push(at);
            let packet = source.send(flow as FlowId, at);
            let bytes = aqm_sim::packet::Queueable::bytes(&packet).saturating_sub(UDP_HEADERS);
            let payload = &mut self.zeros[..(bytes as usize).clamp(STAMP, CHUNK)];
            payload[..8].copy_from_slice(&packet.number().to_be_bytes());
            payload[8..STAMP].copy_from_slice(&self.clock.now().nanos().to_be_bytes());
            // A datagram that the device has no room for is lost there, and counted.
            let _ = rustix::net::send(&*socket, payload, SendFlags::empty());
            payload[..STAMP].fill(0);
        }
        due.into_iter().for_each(|at| self.note_lateness(at));
    }

    /// Passes the losses of datagrams to the results of their groups.
    fn take_losses(&mut self) {
        while let Ok((flow, at)) = self.lost.try_recv() {
            let Some(Flow { group: Some(group), work: Work::Datagrams(..), .. }) =
                self.flows.get(flow as usize)
            else {
                continue;
            };
            if let Some(results) = &mut self.groups[*group].results {
                results.lost(at);
            }
        }
    }

    /// Waits for sockets, and serves those that are ready. Returns before the next action is due.
    fn serve_sockets(&mut self, end: Time) -> Result<(), Error> {
        let due = self.next_due().min(end);
        let pause = due.saturating_since(self.clock.now()).min(SLEEP);
        let _ = poll(&mut [PollFd::new(&self.epoll, PollFlags::IN)], Some(&timespec(pause)));
        let mut ready = [const { MaybeUninit::uninit() }; 64];
        let at_once = timespec(Span::ZERO);
        let Ok((events, _)) = epoll::wait(&self.epoll, &mut ready, Some(&at_once)) else {
            return Ok(());
        };
        let roles: Vec<Role> = events.iter().map(|event| Role::of(event.data)).collect();
        for role in roles {
            match role {
                Role::Listener(side) => self.accept(side)?,
                Role::Datagrams(side) => self.receive_datagrams(side),
                Role::Sender(flow) => self.write(flow),
                Role::Receiver(flow) => self.read(flow)?,
            }
        }
        Ok(())
    }

    fn next_due(&self) -> Time {
        let planned = self.plan.peek().map_or(Time::NEVER, |Reverse((at, ..))| *at);
        let apps = self.groups.iter().filter_map(|group| group.app.as_ref());
        let sources = self.sources.iter().filter_map(|&flow| match &self.flows[flow].work {
            Work::Datagrams(source, _) => Some(source.next()),
            _ => None,
        });
        apps.map(App::next_timer).chain(sources).fold(planned, Ord::min)
    }

    /// Accepts the connections that have been opened.
    fn accept(&mut self, side: Side) -> Result<(), Error> {
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        while let Ok((socket, peer)) =
            rustix::net::acceptfrom_with(&self.doors[side as usize].0, flags)
        {
            let peer = peer.and_then(|peer| SocketAddrV4::try_from(peer).ok());
            let Some(flow) = peer.and_then(|peer| self.shared.flow(peer.port())) else { continue };
            self.add(&socket, Role::Receiver(flow), EventFlags::IN)?;
            self.flows[flow as usize].receiver = Some(socket);
        }
        Ok(())
    }

    fn add(&self, socket: &OwnedFd, role: Role, flags: EventFlags) -> Result<(), Error> {
        Ok(epoll::add(&self.epoll, socket, role.data(), flags).map_err(std::io::Error::from)?)
    }

    /// Creates a connection that opens at `at`. It has `bytes` to send; `None`: no end.
    pub(super) fn open(
        &mut self,
        group: usize,
        bytes: Option<u64>,
        work: Work,
        at: Time,
    ) -> Result<FlowId, Error> {
        let Some(&tcp) = self.config.traffic[group].tcp() else {
            return Err(Error::new("datagrams open no connection".to_owned()));
        };
        let (flow, socket) = self.network.sender(sender_side(tcp.direction), group, &tcp)?;
        debug_assert_eq!(flow as usize, self.flows.len());
        let mut opened = Flow::new(Some(group), socket, at, work);
        opened.left = bytes;
        self.flows.push(opened);
        if at <= self.clock.now() {
            self.connect(flow)?;
        } else {
            self.plan(at, Planned::Connect { flow });
        }
        Ok(flow)
    }

    /// Sends the SYN of a connection, unless it has been closed before.
    pub(super) fn connect(&mut self, id: FlowId) -> Result<(), Error> {
        let flow = &self.flows[id as usize];
        let (Some(socket), Some(group)) = (&flow.sender, flow.group) else { return Ok(()) };
        if flow.stopped != Time::NEVER {
            return Ok(());
        }
        let Some(&tcp) = self.config.traffic[group].tcp() else { return Ok(()) };
        self.network.connect(sender_side(tcp.direction), socket, &tcp)?;
        let flags = if flow.waits { EventFlags::OUT } else { EventFlags::empty() };
        let data = Role::Sender(id).data();
        Ok(epoll::add(&self.epoll, socket, data, flags).map_err(std::io::Error::from)?)
    }

    /// Adds a datagram source with its socket.
    pub(super) fn push_source(&mut self, group: Option<usize>, socket: OwnedFd, work: Work) {
        self.sources.push(self.flows.len());
        self.flows.push(Flow::new(group, socket, Time::NEVER, work));
    }

    /// Writes as much as the socket of a flow takes.
    fn write(&mut self, id: FlowId) {
        let flow = &mut self.flows[id as usize];
        let Some(socket) = &flow.sender else { return };
        for _ in 0..TURNS {
            let size = flow.left.map_or(CHUNK, |left| left.min(CHUNK as u64) as usize);
            if size == 0 {
                break;
            }
            match rustix::net::send(socket, &self.zeros[..size], SendFlags::NOSIGNAL) {
                Ok(written) => {
                    flow.left = flow.left.map(|left| left - written as u64);
                }
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => return,
                Err(_) => {
                    // The connection was refused or reset.
                    flow.sender = None;
                    return;
                }
            }
        }
        if flow.left == Some(0) {
            self.set_waits(id, false);
        }
    }

    /// Starts or ends the wait of a sender for room to write.
    fn set_waits(&mut self, id: FlowId, waits: bool) {
        let flow = &mut self.flows[id as usize];
        if let (Some(socket), true) = (&flow.sender, flow.waits != waits) {
            let flags = if waits { EventFlags::OUT } else { EventFlags::empty() };
            let _ = epoll::modify(&self.epoll, socket, Role::Sender(id).data(), flags);
            flow.waits = waits;
        }
    }

    /// Passes a message to the sender of a connection.
    pub(super) fn send_message(&mut self, id: FlowId, bytes: u64) {
        let flow = &mut self.flows[id as usize];
        if let Work::Messages { bytes: all, ends, .. } = &mut flow.work {
            *all += bytes;
            ends.push_back(*all);
            flow.left = Some(flow.left.unwrap_or(0) + bytes);
            self.set_waits(id, true);
        }
    }

    /// Ends a flow: no new data. What the socket holds is still sent.
    pub(super) fn stop(&mut self, id: FlowId, now: Time) {
        let flow = &mut self.flows[id as usize];
        flow.stopped = flow.stopped.min(now);
        match &mut flow.work {
            Work::Datagrams(source, _) => source.stop(),
            Work::Bulk | Work::Messages { .. } => {
                flow.left = Some(0);
                if let Some(socket) = &flow.sender {
                    let _ = rustix::net::shutdown(socket, Shutdown::Write);
                }
                self.set_waits(id, false);
            }
        }
    }

    /// Reads the data that a receiver has, and reports complete messages.
    fn read(&mut self, id: FlowId) -> Result<(), Error> {
        for _ in 0..TURNS {
            let flow = &mut self.flows[id as usize];
            let Some(socket) = &flow.receiver else { break };
            match rustix::net::recv(socket, &mut self.buffer[..], RecvFlags::empty()) {
                Ok((length, _)) if length > 0 => flow.received += length as u64,
                Err(rustix::io::Errno::AGAIN | rustix::io::Errno::INTR) => break,
                _ => {
                    // The sender has closed: so does the receiver, and the flow is over.
                    flow.receiver = None;
                    flow.sender = None;
                }
            }
        }
        loop {
            let flow = &mut self.flows[id as usize];
            let Work::Messages { user, channel, ends, .. } = &mut flow.work else { return Ok(()) };
            let (user, channel) = (*user, *channel);
            if ends.front().is_none_or(|&end| end > flow.received) || flow.stopped != Time::NEVER {
                return Ok(());
            }
            ends.pop_front();
            if let Some(group) = flow.group {
                self.app_acts(group, |app, turn| app.on_message(user, channel, turn))?;
            }
        }
    }

    /// Reads the datagrams that have arrived, and measures them.
    fn receive_datagrams(&mut self, side: Side) {
        let socket = &self.doors[side as usize].1;
        while let Ok((_, length, peer)) =
            rustix::net::recvfrom(socket, &mut self.buffer[..], RecvFlags::empty())
        {
            let peer = peer.and_then(|peer| SocketAddrV4::try_from(peer).ok());
            let Some(flow) = peer.and_then(|peer| self.shared.flow(peer.port())) else { continue };
            let flow = &mut self.flows[flow as usize];
            flow.received += length as u64;
            let (Some(group), Work::Datagrams(_, Some(meter))) = (flow.group, &mut flow.work)
            else {
                continue;
            };
            let word = |at: usize| {
                let bytes = self.buffer[at..at + 8].try_into().unwrap_or_default();
                u64::from_be_bytes(bytes)
            };
            if let Some(results) = self.groups[group].results.as_mut().filter(|_| length >= STAMP) {
                let now = self.clock.now();
                let delay = now.saturating_since(Time::from_nanos(word(8)));
                meter.receive(word(0), delay, now, results);
            }
        }
    }

    /// Lets the application of a group act, and carries out its actions.
    pub(super) fn app_acts(
        &mut self,
        group: usize,
        act: impl FnOnce(&mut App, &mut Turn<'_>),
    ) -> Result<(), Error> {
        let place = &mut self.groups[group];
        let (Some(mut app), Some(mut results)) = (place.app.take(), place.results.take()) else {
            return Ok(());
        };
        let now = self.clock.now();
        let mut actions = Vec::new();
        act(&mut app, &mut Turn { now, results: &mut results, actions: &mut actions });
        let payload = self.payload(group);
        let back = self.config.traffic[group].rtt().unwrap_or(self.config.link.rtt).half();
        for action in actions {
            match action {
                Action::Open { user, channel, segments, asked } => {
                    let work = Work::Messages { user, channel, bytes: 0, ends: VecDeque::new() };
                    let at = if asked { now + back } else { now };
                    let flow = self.open(group, Some(0), work, at)?;
                    self.send_message(flow, segments * payload);
                    app.opened(user, channel, flow);
                }
                Action::Write { flow, segments, asked: false } => {
                    self.send_message(flow, segments * payload);
                }
                Action::Write { flow, segments, asked: true } => {
                    self.plan(now + back, Planned::Write { flow, bytes: segments * payload });
                }
                Action::Close { flow } => self.stop(flow, now),
            }
        }
        let place = &mut self.groups[group];
        (place.app, place.results) = (Some(app), Some(results));
        Ok(())
    }

    /// Returns the payload of a full segment of a group in bytes, with the timestamps of the TCP header.
    fn payload(&self, group: usize) -> u64 {
        let bytes = self.config.traffic[group].tcp().map_or(0, |tcp| tcp.packet_bytes);
        u64::from(bytes.saturating_sub(52).max(1))
    }

    /// Returns the traffic that a change concerns now.
    pub(super) fn traffic(&mut self, group: usize) -> &mut TrafficConfig {
        &mut self.config.traffic[group]
    }

    /// Returns a change by its index.
    pub(super) fn change(&self, index: usize) -> Option<(Time, Change)> {
        self.config.changes.get(index).copied()
    }
}
