//! Application-limited flows: a user writes chunks at a constant rate into one connection.

use super::{Action, App, Channel, State, Turn};
use crate::config::{AppKind, LimitedConfig};
use crate::ring::Ring;
use crate::time::{Span, Time};

/// Chunks on their way at most. Like an application whose socket buffer is full, the user then skips
/// chunks.
const MAX_PENDING: usize = 64;

/// The chunks of one user.
#[derive(Clone, Debug, Default)]
pub struct Writer {
    /// Times at which the chunks on their way were written, oldest first.
    written: Ring<Time>,
    /// Time of the last write; [`Time::ZERO`] before it.
    last: Time,
    has_started: bool,
}

impl App {
    pub(super) fn write_chunk(&mut self, index: usize, limited: &LimitedConfig, turn: &mut Turn) {
        let segments = self.segments(limited.chunk_bytes);
        let interval = self.interval(limited);
        let stop = self.config.tcp.stop;
        let user = &mut self.users[index];
        let State::Limited(writer) = &mut user.state else { return };
        writer.last = turn.now;
        writer.has_started = true;
        let next = interval.map_or(Time::NEVER, |interval| turn.now + interval);
        user.timer = if next < stop { next } else { Time::NEVER };
        if interval.is_none() {
            return;
        }
        if writer.written.len() >= MAX_PENDING {
            return turn.results.refused(turn.now);
        }
        writer.written.push_back(turn.now);
        turn.actions.push(match user.channels.first() {
            Some(&Channel::Open(flow)) => Action::Write { flow, segments, asked: false },
            _ => Action::Open { user: index as u32, channel: 0, segments, asked: false },
        });
    }

    pub(super) fn end_chunk(&mut self, index: usize, turn: &mut Turn) {
        let State::Limited(writer) = &mut self.users[index].state else { return };
        if let Some(written) = writer.written.pop_front() {
            turn.results.completed(turn.now, turn.now - written);
        }
    }

    /// After a change of the rate, the new interval counts from the last chunk. Other kinds ignore
    /// this.
    pub(super) fn adapt_writer(&mut self, index: usize, now: Time) {
        let AppKind::Limited(limited) = self.config.kind else { return };
        let next = self.interval(&limited);
        let user = &mut self.users[index];
        if let State::Limited(writer) = &user.state
            && writer.has_started
        {
            let next = next.map_or(Time::NEVER, |interval| (writer.last + interval).max(now));
            user.timer = if next < self.config.tcp.stop { next } else { Time::NEVER };
        }
    }

    /// Returns the time between two chunks; `None` for a silent user.
    fn interval(&self, limited: &LimitedConfig) -> Option<Span> {
        let bytes = self.payload(self.segments(limited.chunk_bytes));
        let rate = limited.rate.bps();
        (rate > 0).then(|| Span::from_seconds(bytes as f64 * 8.0 / rate as f64))
    }
}
