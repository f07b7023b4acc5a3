//! The application's side of a sender: it writes data in pieces. During a pause the window becomes
//! outdated.

use crate::cc::Dialect;
use crate::time::{Span, Time};

use super::sender::Sender;

impl Sender {
    /// Adds `segments` to send. Valid for a sender with a limited
    /// [`SenderConfig::segments`](super::SenderConfig::segments).
    pub fn write(&mut self, segments: u64, now: Time) {
        self.end = self.end.saturating_add(segments);
        if self.board.outstanding() > 0 {
            return;
        }
        if self.restart_after_idle && !self.cc.needs().control {
            self.age_window(now);
        }
        if self.mechanisms.dialect == Dialect::Rfc {
            self.resume(now);
        }
    }

    fn resume(&mut self, now: Time) {
        let context = self.context(now);
        self.cc.on_resume(&context, self.last_sent);
    }

    /// Shrinks the window after more than one timeout without a transmission. It halves for each
    /// timeout that has passed (RFC 2861, section 3.2), down to the restart window (RFC 5681,
    /// section 4.1). The threshold keeps three quarters of it.
    fn age_window(&mut self, now: Time) {
        // `idle` is zero before the first data.
        let mut idle = now.saturating_since(self.last_sent);
        let rto = self.rtt.rto();
        if idle <= rto {
            return;
        }
        self.cc.window.set_ssthresh(self.current_ssthresh());
        let mut cwnd = self.cc.window.segments();
        let floor = cwnd.min(u64::from(self.initial_window));
        loop {
            idle = idle.saturating_sub(rto);
            if idle == Span::ZERO || cwnd <= floor {
                break;
            }
            cwnd /= 2;
        }
        self.cc.window.set_cwnd(cwnd.max(floor) as f64);
        let context = self.context(now);
        self.cc.on_restart(&context);
    }

    /// Runs before every transmission of data. For Linux an empty network is a pause, even if a
    /// single ACK emptied it.
    pub(super) fn end_idle(&mut self, now: Time) {
        if self.mechanisms.dialect != Dialect::Rfc && self.board.in_flight() == 0 {
            self.resume(now);
        }
        self.last_sent = now;
    }
}

#[cfg(test)]
mod tests {
    use crate::packet::Ack;
    use crate::tcp::SenderConfig;

    use super::*;

    fn at(ms: u64) -> Time {
        Time::ZERO + Span::from_millis(ms)
    }

    fn flush(sender: &mut Sender, now: Time) -> u64 {
        std::iter::from_fn(|| sender.next_segment(now)).count() as u64
    }

    fn acknowledge(sender: &mut Sender, next: u64, echo: Time, now: Time) {
        sender.on_ack(&Ack { next, echo, window: 1000, ..Ack::default() }, now);
    }

    /// Returns a connection with 10 + 20 segments acknowledged by 300 ms. Its window is 40.
    fn used(restart_after_idle: bool) -> Sender {
        let mut sender = Sender::new(&SenderConfig {
            segments: Some(0),
            restart_after_idle,
            ..SenderConfig::default()
        });
        assert_eq!(flush(&mut sender, at(0)), 1, "the SYN");
        acknowledge(&mut sender, 0, at(0), at(100));
        assert_eq!(flush(&mut sender, at(100)), 0, "nothing was written");
        sender.write(30, at(100));
        assert_eq!(flush(&mut sender, at(100)), 10);
        acknowledge(&mut sender, 10, at(100), at(200));
        assert_eq!(flush(&mut sender, at(200)), 20);
        acknowledge(&mut sender, 30, at(200), at(300));
        assert_eq!(sender.probe().cwnd, 40.0);
        assert!(sender.finished());
        sender
    }

    #[test]
    fn the_window_halves_with_every_timeout_without_data() {
        // The timeout is SRTT + 200 ms = 300 ms, counted from the last segment at 200 ms.
        for (ms, expected) in [(500, 40.0), (501, 20.0), (800, 20.0), (801, 10.0), (9000, 10.0)] {
            let mut sender = used(true);
            sender.write(100, at(ms));
            assert_eq!(sender.probe().cwnd, expected, "at {ms} ms");
            assert_eq!(flush(&mut sender, at(ms)), expected as u64);
        }
    }

    #[test]
    fn the_threshold_keeps_three_quarters_of_the_window() {
        let mut sender = used(true);
        sender.cc.window.set_ssthresh(10.0);
        sender.write(1, at(2000));
        assert_eq!(sender.probe().ssthresh, Some(30.0));
    }

    #[test]
    fn the_restart_can_be_switched_off() {
        let mut sender = used(false);
        sender.write(100, at(9000));
        assert_eq!(flush(&mut sender, at(9000)), 40);
    }

    #[test]
    fn a_write_in_the_middle_of_a_flight_does_not_restart() {
        let mut sender = used(true);
        sender.write(1, at(300));
        assert_eq!(flush(&mut sender, at(300)), 1);
        sender.write(100, at(350));
        assert_eq!(flush(&mut sender, at(350)), 39);
    }

    #[test]
    fn a_sender_stopped_before_it_opens_sends_nothing() {
        let mut sender = Sender::new(&SenderConfig { segments: Some(0), ..Default::default() });
        sender.stop();
        assert_eq!(flush(&mut sender, at(0)), 0);
    }
}
