//! Page loads: the main object, then the other objects over several parallel connections.
//!
//! As with HTTP/1.1 without pipelining, a connection carries one object at a time, and the browser
//! keeps it open until the page is complete.

use super::{Action, App, Channel, State, Turn, sizes};
use crate::config::WebConfig;

/// Progress of a page load.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    /// Objects that the browser has not asked for.
    left: u32,
    /// Objects on their way.
    pending: u32,
    /// The main object has arrived.
    has_main: bool,
}

impl App {
    pub(super) fn start_page(&mut self, index: usize, web: &WebConfig, turn: &mut Turn) {
        let segments = self.segments(web.page_bytes);
        let user = &mut self.users[index];
        user.began = turn.now;
        user.state = State::Web(Load { left: web.objects, pending: 1, has_main: false });
        turn.actions.push(Action::Open { user: index as u32, channel: 0, segments, asked: true });
    }

    pub(super) fn end_object(
        &mut self,
        index: usize,
        channel: usize,
        web: &WebConfig,
        turn: &mut Turn,
    ) {
        let State::Web(mut load) = self.users[index].state else { return };
        load.pending -= 1;
        if load.has_main {
            self.ask(index, channel, web, &mut load, turn);
        } else {
            load.has_main = true;
            for channel in 0..web.connections as usize {
                self.ask(index, channel, web, &mut load, turn);
            }
        }
        self.users[index].state = State::Web(load);
        if load.pending == 0 {
            turn.results.completed(turn.now, turn.now - self.users[index].began);
            self.close_all(index, turn);
            self.pause(index, turn.now);
        }
    }

    /// Asks for the next object on a connection, if an object is left.
    fn ask(
        &mut self,
        index: usize,
        channel: usize,
        web: &WebConfig,
        load: &mut Load,
        turn: &mut Turn,
    ) {
        if load.left == 0 {
            return;
        }
        load.left -= 1;
        load.pending += 1;
        let user = &mut self.users[index];
        let bytes = sizes::draw(&web.sizes, &mut user.rng, &mut self.listed);
        let open = self.users[index].channels.get(channel).copied();
        let segments = self.segments(bytes);
        turn.actions.push(match open {
            Some(Channel::Open(flow)) => Action::Write { flow, segments, asked: true },
            _ => {
                Action::Open { user: index as u32, channel: channel as u32, segments, asked: true }
            }
        });
    }
}
