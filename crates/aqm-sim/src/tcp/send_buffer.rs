//! Segments that may be sent: the application's data, within the receive window.

use crate::time::{Span, Time};

/// What the application and the receiver let the sender send.
#[derive(Clone, PartialEq, Debug)]
pub struct SendBuffer {
    /// One past the last segment that fits the receive window.
    window_end: u64,
    /// One past the last segment to send.
    end: u64,
    /// Time of the last data transmission. [`Time::NEVER`] before the first.
    last_sent: Time,
    /// No new data and no SYN may be sent.
    stopped: bool,
}

impl SendBuffer {
    /// `segments` are there at first. `None`: no end.
    pub fn new(segments: Option<u64>) -> Self {
        let end = segments.unwrap_or(u64::MAX);
        SendBuffer { window_end: 0, end, last_sent: Time::NEVER, stopped: false }
    }

    /// The application adds segments.
    pub fn write(&mut self, segments: u64) {
        self.end = self.end.saturating_add(segments);
    }

    /// Stops before `next`, the first segment that was not sent.
    pub fn stop(&mut self, next: u64) {
        self.end = self.end.min(next);
        self.stopped = true;
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns one past the last segment that the application has written.
    #[inline(always)]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns one past the last segment that may be sent.
    #[inline(always)]
    pub fn limit(&self) -> u64 {
        self.window_end.min(self.end)
    }

    /// Sets the end of the receive window when the connection opens.
    pub fn open_window(&mut self, end: u64) {
        self.window_end = end;
    }

    /// An ACK reports the end of the receive window, which never moves back.
    pub fn extend_window(&mut self, end: u64) {
        self.window_end = self.window_end.max(end);
    }

    /// The receive window moves by `segments`, because it is constant and an ACK advances.
    #[inline(always)]
    pub fn move_window(&mut self, segments: u64) {
        self.window_end += segments;
    }

    /// Returns when data was sent last.
    pub fn last_sent(&self) -> Time {
        self.last_sent
    }

    #[inline(always)]
    pub fn note_sent(&mut self, now: Time) {
        self.last_sent = now;
    }

    /// Returns the time since the last transmission; zero before the first.
    pub fn idle(&self, now: Time) -> Span {
        now.saturating_since(self.last_sent)
    }
}
