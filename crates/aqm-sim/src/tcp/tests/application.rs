//! Senders whose application pauses.

use crate::packet::Ack;
use crate::tcp::{Sender, SenderConfig};
use crate::time::{Span, Time};

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
    sender.window_mut().set_ssthresh(10.0);
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
