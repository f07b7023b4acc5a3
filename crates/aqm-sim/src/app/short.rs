//! Short flows: each connection carries one message.

use super::{Action, App, Turn, sizes};
use crate::config::ShortConfig;

impl App {
    /// Starts a flow of a free user. The time of completion counts from here, the first SYN included.
    pub(super) fn start_short(&mut self, index: usize, short: &ShortConfig, turn: &mut Turn) {
        let user = &mut self.users[index];
        user.began = turn.now;
        let bytes = sizes::draw(&short.sizes, &mut user.rng, &mut self.listed);
        let segments = self.segments(bytes);
        turn.actions.push(Action::Open { user: index as u32, channel: 0, segments, asked: false });
    }

    pub(super) fn end_short(&mut self, index: usize, turn: &mut Turn) {
        turn.results.completed(turn.now, turn.now - self.users[index].began);
        self.close_all(index, turn);
        self.pause(index, turn.now);
    }
}
