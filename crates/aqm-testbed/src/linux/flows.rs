//! The flows of the end systems, their groups, and what is planned for them.

use crate::store::Side;
use aqm_sim::app::{App, Meter, results_of};
use aqm_sim::config::{Direction, TrafficConfig};
use aqm_sim::metrics::Results;
use aqm_sim::packet::FlowId;
use aqm_sim::time::Time;
use aqm_sim::traffic::DatagramSource;
use rustix::fd::OwnedFd;
use std::collections::VecDeque;

/// A TCP flow, or a datagram source.
pub(super) struct Flow {
    pub(super) group: Option<usize>,
    pub(super) sender: Option<OwnedFd>,
    pub(super) receiver: Option<OwnedFd>,
    /// Bytes that are to be sent; `None`: no end.
    pub(super) left: Option<u64>,
    /// Payload that its receiver has read.
    pub(super) received: u64,
    /// The same at the start of the statistics.
    pub(super) received_before: u64,
    pub(super) opened: Time,
    pub(super) stopped: Time,
    /// Its sender waits until it can write.
    pub(super) waits: bool,
    pub(super) work: Work,
}

impl Flow {
    /// Creates a flow whose sender has this socket.
    pub(super) fn new(group: Option<usize>, sender: OwnedFd, opened: Time, work: Work) -> Self {
        Flow {
            group,
            sender: Some(sender),
            receiver: None,
            left: None,
            received: 0,
            received_before: 0,
            opened,
            stopped: Time::NEVER,
            waits: true,
            work,
        }
    }
}

/// What a flow is for.
pub(super) enum Work {
    Bulk,
    /// The connection of a user: user, channel, bytes of all messages, and the end of each message that has not arrived.
    Messages {
        user: u32,
        channel: u32,
        bytes: u64,
        ends: VecDeque<u64>,
    },
    Datagrams(Box<DatagramSource>, Option<Meter>),
}

/// An action at a time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Planned {
    /// A bulk flow of a group starts, if the group still wants it.
    Start { group: usize },
    /// A group stops.
    Stop { group: usize },
    /// A connection opens.
    Connect { flow: FlowId },
    /// A message is sent.
    Write { flow: FlowId, bytes: u64 },
    /// A timed change, by its index.
    Change { index: usize },
    /// The statistics start.
    Statistics,
}

/// A traffic group.
pub(super) struct Group {
    /// The application of its users.
    pub(super) app: Option<App>,
    pub(super) results: Option<Results>,
    /// Its bulk flows and datagram sources, the youngest last.
    pub(super) active: Vec<FlowId>,
    /// Number of sources ever started. It labels the random streams.
    pub(super) started: u64,
    /// Number of bulk flows that it should have, those included that start later.
    pub(super) target: usize,
}

/// Returns the side of a group's senders.
pub(super) fn sender_side(direction: Direction) -> Side {
    if direction == Direction::Reverse { Side::Far } else { Side::Near }
}

impl Group {
    pub(super) fn new(index: usize, traffic: &TrafficConfig, seed: u64, since: Time) -> Self {
        let app = match traffic {
            TrafficConfig::App(app) => Some(App::new(app, seed, index)),
            _ => None,
        };
        let results = results_of(traffic, since);
        Group { app, results, active: Vec::new(), started: 0, target: 0 }
    }

    /// Returns the label of the random streams of its next source.
    pub(super) fn label(&mut self, group: usize) -> u64 {
        self.started += 1;
        (group as u64) << 32 | (self.started - 1)
    }
}
