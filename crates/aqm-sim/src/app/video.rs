//! A video player: it downloads segments, plays from a buffer, and selects the bit rate by the
//! throughput of earlier downloads.

use super::{Action, App, Channel, State, Turn};
use crate::config::VideoConfig;
use crate::time::{Span, Time};

/// Weight of a new download in the smoothed throughput.
const GAIN: f64 = 0.3;
/// Share of the estimated throughput that the selected bit rate may take.
const SAFETY: f64 = 0.8;

/// The state of one player.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    phase: Phase,
    /// Start of the current download, or of the pause before the next one.
    asked: Time,
    /// Time of the next download, if the buffer is full.
    resumes: Time,
    /// Bits of the current segment.
    bits: f64,
    /// Throughput of the last download, and smoothed, in bit/s; 0 before the first.
    last: f64,
    smoothed: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Phase {
    /// No download has started.
    New,
    /// The player fills its buffer before it starts.
    Starting { buffered: Span },
    /// It plays; without further segments the buffer is empty at this time.
    Playing { empty: Time },
    /// The buffer was empty, and fills again.
    Stalled { buffered: Span },
}

impl Default for Player {
    fn default() -> Self {
        Player {
            phase: Phase::New,
            asked: Time::NEVER,
            resumes: Time::NEVER,
            bits: 0.0,
            last: 0.0,
            smoothed: 0.0,
        }
    }
}

impl Player {
    /// Ends the playback.
    pub fn leave(&self, turn: &mut Turn) {
        if let Phase::Stalled { .. } = self.phase {
            turn.results.end_stall(turn.now);
        }
    }

    /// Returns the next time at which something happens without a download.
    fn timer(&self) -> Time {
        let empty = if let Phase::Playing { empty } = self.phase { empty } else { Time::NEVER };
        empty.min(self.resumes)
    }

    fn stall_if_empty(&mut self, turn: &mut Turn) {
        if let Phase::Playing { empty } = self.phase
            && empty <= turn.now
        {
            self.phase = Phase::Stalled { buffered: Span::ZERO };
            turn.results.start_stall(turn.now);
        }
    }

    /// Adds a segment to the buffer.
    fn buffer(&mut self, began: Time, video: &VideoConfig, turn: &mut Turn) {
        let starts = |buffered: Span| buffered >= video.startup;
        match &mut self.phase {
            Phase::New => {}
            Phase::Playing { empty } => *empty += video.segment,
            Phase::Starting { buffered } => {
                *buffered += video.segment;
                if starts(*buffered) {
                    turn.results.started(turn.now, turn.now - began);
                    self.phase = Phase::Playing { empty: turn.now + *buffered };
                }
            }
            Phase::Stalled { buffered } => {
                *buffered += video.segment;
                if starts(*buffered) {
                    turn.results.end_stall(turn.now);
                    self.phase = Phase::Playing { empty: turn.now + *buffered };
                }
            }
        }
    }

    /// Returns the time at which the next segment fits into the buffer.
    fn next_download(&self, video: &VideoConfig, now: Time) -> Time {
        let Phase::Playing { empty } = self.phase else { return now };
        let room = video.buffer.saturating_sub(video.segment);
        if empty.saturating_since(now) <= room {
            now
        } else {
            Time::ZERO + (empty - Time::ZERO).saturating_sub(room)
        }
    }

    /// Updates the estimated throughput with a download of `took`.
    fn measure(&mut self, took: Span) {
        self.last = self.bits / took.seconds().max(1e-9);
        self.smoothed = if self.smoothed == 0.0 {
            self.last
        } else {
            self.smoothed + GAIN * (self.last - self.smoothed)
        };
    }

    /// Returns the highest bit rate in bit/s that the throughput allows: at most 0.8 of the last and
    /// of the smoothed throughput. The first segment has the lowest rate.
    fn select(&self, video: &VideoConfig) -> u64 {
        let most = SAFETY * self.last.min(self.smoothed);
        let rates = video.ladder.rates();
        let fits = rates.iter().rev().find(|rate| rate.bps() as f64 <= most);
        fits.unwrap_or(&rates[0]).bps()
    }
}

impl App {
    /// Handles the player's timer: the start, an empty buffer, or room for another segment.
    pub(super) fn continue_video(&mut self, index: usize, video: &VideoConfig, turn: &mut Turn) {
        let State::Video(mut player) = self.users[index].state else { return };
        if player.phase == Phase::New {
            player.phase = Phase::Starting { buffered: Span::ZERO };
            self.users[index].began = turn.now;
            player.resumes = turn.now;
        }
        player.stall_if_empty(turn);
        if player.resumes <= turn.now {
            self.download(index, &mut player, video, turn);
        }
        self.users[index].timer = player.timer();
        self.users[index].state = State::Video(player);
    }

    pub(super) fn end_segment(&mut self, index: usize, video: &VideoConfig, turn: &mut Turn) {
        let State::Video(mut player) = self.users[index].state else { return };
        player.stall_if_empty(turn);
        let took = turn.now - player.asked;
        turn.results.completed(turn.now, took);
        turn.results.rate(turn.now, player.bits / video.segment.seconds());
        player.measure(took);
        player.buffer(self.users[index].began, video, turn);
        player.resumes = player.next_download(video, turn.now);
        if player.resumes <= turn.now {
            self.download(index, &mut player, video, turn);
        }
        self.users[index].timer = player.timer();
        self.users[index].state = State::Video(player);
    }

    /// Asks for the next segment.
    fn download(
        &mut self,
        index: usize,
        player: &mut Player,
        video: &VideoConfig,
        turn: &mut Turn,
    ) {
        player.resumes = Time::NEVER;
        if turn.now >= self.config.tcp.stop {
            return;
        }
        player.asked = turn.now;
        player.bits = player.select(video) as f64 * video.segment.seconds();
        let segments = self.segments((player.bits / 8.0).ceil() as u64);
        turn.actions.push(match self.users[index].channels.first() {
            Some(&Channel::Open(flow)) => Action::Write { flow, segments, asked: true },
            _ => Action::Open { user: index as u32, channel: 0, segments, asked: true },
        });
    }
}
