//! Applications over TCP: users who open connections, write data and wait for it.
//!
//! [`App`] is a state machine for all users of a traffic group. It depends on no engine: it reads the
//! time from [`Turn`] and returns [`Action`]s. The host opens connections, passes data to
//! their senders, and reports when a message has arrived completely. TCP does not know of applications.
//!
//! One module for each kind holds the rules of one user. docs/traffic.md describes the models.

mod arrivals;
mod limited;
mod meter;
mod short;
mod sizes;
mod video;
mod web;

pub use meter::Meter;

use arrivals::Arrivals;

use crate::config::{AppConfig, AppKind, TrafficConfig};
use crate::metrics::{ResultKind, Results};
use crate::packet::FlowId;
use crate::rng::SplitMix64;
use crate::time::{Span, Time};

/// IP, TCP and timestamp headers of a data segment in bytes.
const HEADER_BYTES: u32 = 52;

/// An action of a user, which the host executes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Action {
    /// Open a connection and send a message of `segments` on it. The host calls [`App::opened`] at
    /// once.
    Open {
        /// The user.
        user: u32,
        /// Number of the connection for this user.
        channel: u32,
        /// Size of the message.
        segments: u64,
        /// The receiver asks for it: the connection opens after the one-way delay of the return path.
        asked: bool,
    },
    /// Send another message on an open connection.
    Write {
        /// The connection.
        flow: FlowId,
        /// Size of the message.
        segments: u64,
        /// The receiver asks for it: the message is sent after the one-way delay of the return path.
        asked: bool,
    },
    /// Close a connection. Its losses are still repaired.
    Close {
        /// The connection.
        flow: FlowId,
    },
}

/// The moment at which an application acts.
pub struct Turn<'a> {
    /// The time.
    pub now: Time,
    /// Results of the group.
    pub results: &'a mut Results,
    /// Wishes, in order.
    pub actions: &'a mut Vec<Action>,
}

/// A connection as its user sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Channel {
    Closed,
    Open(FlowId),
}

/// One user.
#[derive(Clone, Debug)]
struct User {
    /// Next action by time; [`Time::NEVER`] if none.
    timer: Time,
    /// Start of the current flow, page or playback.
    began: Time,
    rng: SplitMix64,
    channels: Vec<Channel>,
    state: State,
}

/// Size of a user in bytes.
pub(crate) const USER_BYTES: usize = size_of::<User>();

/// What differs between the kinds.
#[derive(Clone, Debug)]
enum State {
    Short,
    Web(web::Load),
    Limited(limited::Writer),
    Video(video::Player),
}

/// All users of a group.
#[derive(Clone, Debug)]
pub struct App {
    config: AppConfig,
    seed: u64,
    group: usize,
    users: Vec<User>,
    /// Users without a flow, in an open loop. The last one gets the next flow.
    idle: Vec<u32>,
    arrivals: Arrivals,
    /// Number of users ever created. It labels the random streams.
    created: u32,
    /// Number of sizes drawn from a list.
    listed: u32,
}

/// Returns empty results for a group that measures any. `start` is the start of the statistics of the
/// whole run.
pub fn results_of(traffic: &TrafficConfig, start: Time) -> Option<Results> {
    let kind = match traffic {
        TrafficConfig::Bulk(_) => return None,
        TrafficConfig::Datagrams(datagrams) => ResultKind::Datagrams(datagrams.meter?.voice),
        TrafficConfig::App(app) => match app.kind {
            AppKind::Short(_) => ResultKind::Flows,
            AppKind::Web(_) => ResultKind::Pages,
            AppKind::Limited(_) => ResultKind::Chunks,
            AppKind::Video(_) => ResultKind::Video,
        },
    };
    Some(Results::new(kind, start))
}

impl App {
    /// Creates the application of group `group` without users.
    pub fn new(config: &AppConfig, seed: u64, group: usize) -> Self {
        App {
            config: *config,
            seed,
            group,
            users: Vec::new(),
            idle: Vec::new(),
            arrivals: Arrivals::new(seed, group),
            created: 0,
            listed: 0,
        }
    }

    /// Returns the number of users.
    pub fn users(&self) -> u64 {
        self.users.len() as u64
    }

    /// Returns when [`App::on_timer`] is due.
    pub fn next_timer(&self) -> Time {
        self.users.iter().map(|user| user.timer).fold(self.arrivals.next(), Ord::min)
    }

    /// Changes the number of users. New users begin within the group's random spread. Users who leave
    /// close their connections.
    pub fn resize(&mut self, users: u32, turn: &mut Turn) {
        while self.users.len() > users as usize {
            self.remove_user(turn);
        }
        let (before, tcp) = (self.users.len(), self.config.tcp);
        while self.users.len() < users as usize {
            let label = (self.group as u64) << 32 | u64::from(self.created);
            self.created += 1;
            let mut rng = SplitMix64::stream(self.seed, "user", label);
            let offset = Span::from_seconds(tcp.spread.seconds() * rng.uniform());
            // A user added to a running group begins without the group's stagger.
            let is_late = turn.now > tcp.start;
            let planned = tcp.start + tcp.stagger * self.users.len() as u64;
            let at = (if is_late { turn.now } else { planned }) + offset;
            let is_open = self.open_rate().is_some();
            let is_planned = !is_open && at < tcp.stop;
            if is_open {
                self.idle.push(self.users.len() as u32);
            }
            self.users.push(User {
                timer: if is_planned { at } else { Time::NEVER },
                began: Time::NEVER,
                rng,
                channels: Vec::new(),
                state: State::new(&self.config.kind),
            });
        }
        if self.users.is_empty() {
            self.arrivals.stop();
        } else if before == 0 {
            self.plan_arrival(turn.now.max(tcp.start));
        }
    }

    /// Changes the behaviour. The actions in progress stay as they are.
    pub fn reconfigure(&mut self, kind: &AppKind, now: Time) {
        let was_open = self.open_rate().is_some();
        self.config.kind = *kind;
        let is_open = self.open_rate().is_some();
        if is_open && !was_open {
            self.free_all();
        }
        if is_open {
            self.plan_arrival(now.max(self.config.tcp.start));
        } else if was_open {
            self.arrivals.stop();
            for user in std::mem::take(&mut self.idle) {
                self.pause(user as usize, now);
            }
        }
        for index in 0..self.users.len() {
            self.adapt_writer(index, now);
        }
    }

    /// Handles everything that is due by the clock.
    pub fn on_timer(&mut self, turn: &mut Turn) {
        if self.arrivals.next() <= turn.now {
            self.admit(turn);
            self.plan_arrival(turn.now);
        }
        for index in 0..self.users.len() {
            if self.users[index].timer <= turn.now {
                self.users[index].timer = Time::NEVER;
                self.on_user_timer(index, turn);
            }
        }
    }

    /// Reports that the host has opened the connection that a user wanted.
    pub fn opened(&mut self, user: u32, channel: u32, flow: FlowId) {
        let channels = &mut self.users[user as usize].channels;
        let channel = channel as usize;
        while channels.len() <= channel {
            channels.push(Channel::Closed);
        }
        channels[channel] = Channel::Open(flow);
    }

    /// Reports that the oldest message of a connection has arrived completely.
    pub fn on_message(&mut self, user: u32, channel: u32, turn: &mut Turn) {
        let (user, channel) = (user as usize, channel as usize);
        match self.config.kind {
            AppKind::Short(_) => self.end_short(user, turn),
            AppKind::Web(web) => self.end_object(user, channel, &web, turn),
            AppKind::Limited(_) => self.end_chunk(user, turn),
            AppKind::Video(video) => self.end_segment(user, &video, turn),
        }
    }

    fn on_user_timer(&mut self, user: usize, turn: &mut Turn) {
        match self.config.kind {
            AppKind::Short(short) => self.start_short(user, &short, turn),
            AppKind::Web(web) => self.start_page(user, &web, turn),
            AppKind::Limited(limited) => self.write_chunk(user, &limited, turn),
            AppKind::Video(video) => self.continue_video(user, &video, turn),
        }
    }

    fn remove_user(&mut self, turn: &mut Turn) {
        let index = self.users.len() - 1;
        self.close_all(index, turn);
        if let Some(user) = self.users.pop()
            && let State::Video(player) = user.state
        {
            player.leave(turn);
        }
        self.idle.retain(|&other| (other as usize) < index);
    }

    /// Closes all connections of a user.
    fn close_all(&mut self, user: usize, turn: &mut Turn) {
        for channel in self.users[user].channels.drain(..) {
            if let Channel::Open(flow) = channel {
                turn.actions.push(Action::Close { flow });
            }
        }
    }

    /// Returns the number of segments that carry `bytes`, at least 1.
    fn segments(&self, bytes: u64) -> u64 {
        let payload = self.config.tcp.packet_bytes.saturating_sub(HEADER_BYTES).max(1);
        bytes.div_ceil(u64::from(payload)).max(1)
    }

    /// Returns the payload of `segments` in bytes.
    fn payload(&self, segments: u64) -> u64 {
        segments * u64::from(self.config.tcp.packet_bytes.saturating_sub(HEADER_BYTES).max(1))
    }
}

impl State {
    fn new(kind: &AppKind) -> Self {
        match kind {
            AppKind::Short(_) => State::Short,
            AppKind::Web(_) => State::Web(web::Load::default()),
            AppKind::Limited(_) => State::Limited(limited::Writer::default()),
            AppKind::Video(_) => State::Video(video::Player::default()),
        }
    }
}

#[cfg(test)]
mod tests;
