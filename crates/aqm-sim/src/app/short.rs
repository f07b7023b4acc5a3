//! Short flows: each connection carries one message.

use super::{Action, App, Turn, sizes};
use crate::config::{AppKind, FlowArrivals, ShortConfig};
use crate::time::Time;

impl App {
    /// Starts a flow of a free user. The time of completion counts from here, the first SYN included.
    pub(super) fn start_short(&mut self, index: usize, short: &ShortConfig, turn: &mut Turn) {
        let user = &mut self.users[index];
        user.began = turn.now;
        let bytes = sizes::draw(&short.sizes, &mut user.rng, &mut self.listed);
        let segments = self.segments(bytes);
        turn.actions.push(Action::Open { user: index as u32, channel: 0, segments, asked: false });
    }

    /// Starts the flow that arrives now in an open loop, if a user is free.
    pub(super) fn admit(&mut self, turn: &mut Turn) {
        let AppKind::Short(short) = self.config.kind else { return };
        match self.idle.pop() {
            Some(user) => self.start_short(user as usize, &short, turn),
            None => turn.results.refused(turn.now),
        }
    }

    pub(super) fn end_short(&mut self, index: usize, turn: &mut Turn) {
        turn.results.completed(turn.now, turn.now - self.users[index].began);
        self.close_all(index, turn);
        self.pause(index, turn.now);
    }

    /// Plans the next flow or page of a user who has ended one. In an open loop the user becomes free.
    pub(super) fn pause(&mut self, index: usize, now: Time) {
        let think = match &self.config.kind {
            AppKind::Short(short) => match short.arrivals {
                FlowArrivals::Closed(think) => think,
                FlowArrivals::Open(_) => return self.idle.push(index as u32),
            },
            AppKind::Web(web) => web.think,
            AppKind::Limited(_) | AppKind::Video(_) => return,
        };
        let user = &mut self.users[index];
        let at = now.max(self.config.tcp.start) + sizes::pause(&think, &mut user.rng);
        user.timer = if at < self.config.tcp.stop { at } else { Time::NEVER };
    }
}
