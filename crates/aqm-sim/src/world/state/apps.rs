//! The host of applications: opens and closes their connections, passes messages to senders, and reports
//! arrivals.
//!
//! The receiver of a packet runs when the packet leaves the bottleneck, with the later time of its
//! arrival. So a message that is complete becomes an event at that time, and only then the application
//! acts.

use super::State;
use crate::app::{self, Action, App, Turn};
use crate::config::{AppKind, TrafficConfig};
use crate::event::Class;
use crate::packet::FlowId;
use crate::time::Time;
use crate::world::attached::{Attached, Connection};
use crate::world::flow::Flow;

/// Opening a connection costs about as much effort as this many packets.
const EFFORT_PER_OPENING: u64 = 10;
/// Checking the timers of so many users costs as much effort as one packet.
const USERS_PER_EFFORT: u64 = 50;
/// Fewest closed connections of a group whose slots are checked.
const LEAST_CLOSED: usize = 16;

impl State {
    /// Creates the application of a group, if it is one, and its results.
    pub(super) fn add_app(&mut self, index: usize, traffic: &TrafficConfig) {
        let start = self.goodput.start();
        self.groups[index].results = app::results_of(traffic, start).map(Box::new);
        if let TrafficConfig::App(config) = traffic {
            self.groups[index].app = Some(Box::new(App::new(config, self.config.seed, index)));
        }
    }

    pub(super) fn resize_app(&mut self, group: usize, users: u32) {
        self.effort.add(u64::from(users));
        self.act(group, &mut |app, turn| app.resize(users, turn));
    }

    pub(super) fn reconfigure_app(&mut self, group: usize, kind: &AppKind) {
        if let TrafficConfig::App(config) = &mut self.config.traffic[group] {
            config.kind = *kind;
        }
        self.act(group, &mut |app, turn| app.reconfigure(kind, turn.now));
    }

    /// Handles the event of a group's timer.
    pub(super) fn app_timer(&mut self, group: usize) {
        self.effort.add(1);
        // After a change, the event of an earlier plan is still pending.
        if self.groups[group].app_timer == self.calendar.now() {
            self.groups[group].app_timer = Time::NEVER;
            self.act(group, &mut App::on_timer);
        }
    }

    /// Handles the complete arrival of a message or of a measured datagram.
    pub(super) fn message(&mut self, id: FlowId) {
        self.effort.add(1);
        self.report_losses();
        let now = self.calendar.now();
        let flow = &mut self.flows[id as usize];
        let group = flow.group();
        match flow.app.as_deref_mut() {
            // The event of an earlier connection in this slot may still be pending.
            Some(Attached::Connection(connection)) if connection.complete.front() == Some(&now) => {
                connection.complete.pop_front();
                let (user, channel) = (connection.user, connection.channel);
                self.act(group, &mut |app, turn| app.on_message(user, channel, turn));
            }
            Some(Attached::Receiver(meter, way)) => {
                let Some(results) = &mut self.groups[group].results else { return };
                if way.losses.front() == Some(&now) {
                    way.losses.pop_front();
                    results.lost(now);
                } else if let Some(&arrival) = way.arrivals.front()
                    && arrival.at == now
                {
                    way.arrivals.pop_front();
                    meter.receive(arrival.seq, arrival.delay, now, results);
                }
            }
            _ => {}
        }
    }

    /// Reports the losses of measured datagrams to their groups. It runs before all other results, so the
    /// times of the results ascend.
    pub(super) fn report_losses(&mut self) {
        let State { hops, flows, groups, .. } = self;
        hops.drain_lost(|id, at| {
            if let Some(group) = flows[id as usize].traffic_group()
                && let Some(results) = &mut groups[group].results
            {
                results.lost(at);
            }
        });
    }

    /// Handles the arrival of a request at the sender.
    pub(super) fn request(&mut self, id: FlowId) {
        self.effort.add(1);
        if let Some(Attached::Connection(connection)) = self.flows[id as usize].app.as_deref_mut()
            && connection.request.0 == self.calendar.now()
        {
            let (_, segments) = connection.request;
            connection.request.0 = Time::NEVER;
            self.write(id, segments);
        }
    }

    /// Lets an application act, executes its actions, and plans its timer.
    fn act(&mut self, group: usize, act: &mut dyn FnMut(&mut App, &mut Turn)) {
        let host = &mut self.groups[group];
        let (Some(mut app), Some(mut results)) = (host.app.take(), host.results.take()) else {
            return;
        };
        // The application looks at the timers of all users.
        self.effort.add(app.users() / USERS_PER_EFFORT);
        let mut actions = std::mem::take(&mut self.actions);
        act(
            &mut app,
            &mut Turn { now: self.calendar.now(), results: &mut results, actions: &mut actions },
        );
        for action in actions.drain(..) {
            match action {
                Action::Open { user, channel, segments, asked } => {
                    let connection = Connection::new(user, channel, segments);
                    let id = self.open_connection(group, connection, asked);
                    app.opened(user, channel, id);
                }
                Action::Write { flow, segments, asked: false } => self.write(flow, segments),
                Action::Write { flow, segments, asked: true } => self.ask(flow, segments),
                Action::Close { flow } => self.close_connection(group, flow),
            }
        }
        self.actions = actions;
        let due = app.next_timer();
        let host = &mut self.groups[group];
        (host.app, host.results) = (Some(app), Some(results));
        if due < host.app_timer {
            host.app_timer = due;
            self.calendar.plan(due, Class::App, group as FlowId, 0);
        }
    }

    fn open_connection(&mut self, group: usize, connection: Connection, asked: bool) -> FlowId {
        self.effort.add(EFFORT_PER_OPENING);
        let Some(&tcp) = self.group_config(group).tcp() else {
            unreachable!("applications have TCP options");
        };
        let label = self.next_label(group);
        let (jitter, seed) = self.streams(label);
        let path = self.path_of(&tcp);
        let segments = connection.end;
        let mut flow = Flow::tcp(group, &tcp, path, jitter, seed, Some(segments));
        flow.app = Some(Box::new(Attached::Connection(connection)));
        flow.watch();
        let at = if asked { self.calendar.now() + path.back } else { self.calendar.now() };
        flow.plan_opening(at);
        let slot = self.free_slot(group);
        let id = self.place_connection(group, flow, slot);
        self.calendar.plan(at, Class::Open, id, 0);
        id
    }

    fn close_connection(&mut self, group: usize, id: FlowId) {
        let active = &mut self.groups[group].active;
        if let Some(position) = active.iter().position(|&other| other == id) {
            active.remove(position);
        }
        self.flows[id as usize].app = None;
        self.stop_flow(group, id);
    }

    /// Returns the slot of a closed connection of which no packet is left. Slots are checked when twice
    /// as many connections have been closed as were left at the last check, because a check takes time
    /// in proportion to all packets in the network.
    fn free_slot(&mut self, group: usize) -> Option<FlowId> {
        let members = &mut self.groups[group];
        let is_due = members.leaving.len() >= members.check_at.max(LEAST_CLOSED);
        if members.vacant.is_empty() && is_due {
            let mut leaving = std::mem::take(&mut members.leaving);
            let in_network = self.find_in_network();
            let vacant = &mut self.groups[group].vacant;
            leaving.retain(|&id| {
                let is_left = in_network[id as usize] || !self.flows[id as usize].is_done();
                if !is_left {
                    vacant.push(id);
                }
                is_left
            });
            self.groups[group].check_at = 2 * leaving.len();
            self.groups[group].leaving = leaving;
        }
        self.groups[group].vacant.pop()
    }

    /// Sends a request to the sender. It arrives after the one-way delay of the return path.
    fn ask(&mut self, id: FlowId, segments: u64) {
        let flow = &mut self.flows[id as usize];
        let at = self.calendar.now() + flow.path().back;
        if let Some(Attached::Connection(connection)) = flow.app.as_deref_mut() {
            connection.request = (at, segments);
            let sequence = flow.next_sequence();
            self.calendar.plan(at, Class::Request, id, sequence);
        }
    }

    /// Passes a message to the sender.
    fn write(&mut self, id: FlowId, segments: u64) {
        let flow = &mut self.flows[id as usize];
        if let Some(Attached::Connection(connection)) = flow.app.as_deref_mut() {
            connection.end += segments;
            connection.ends.push_back(connection.end);
            flow.watch();
            flow.sender.write(segments, self.calendar.now());
            if flow.has_opened(self.calendar.now()) {
                self.pump(id);
            }
        }
    }
}
