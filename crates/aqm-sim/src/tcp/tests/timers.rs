//! Timeouts.

use crate::packet::{Ack, SackBlock};
use crate::tcp::{Phase, Sender, SenderConfig, Stack};
use crate::time::{Span, Time};

fn at(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

fn flush(sender: &mut Sender, now: Time) -> Vec<u64> {
    std::iter::from_fn(|| sender.next_segment(now)).map(|sent| sent.segment.seq).collect()
}

/// Returns a connection with an RTT of 100 ms. Four segments, sent at 100 ms, are acknowledged.
fn opened(stack: Stack) -> Sender {
    let config = SenderConfig { stack, segments: Some(0), ..SenderConfig::default() };
    let mut sender = Sender::new(&SenderConfig { tail_loss_probe: false, ..config });
    flush(&mut sender, at(0));
    acknowledge(&mut sender, 0, &[], 100);
    sender.write(4, at(100));
    assert_eq!(flush(&mut sender, at(100)), [0, 1, 2, 3]);
    acknowledge(&mut sender, 4, &[], 200);
    sender
}

/// Acknowledges at `ms` a segment that was sent 100 ms earlier.
fn acknowledge(sender: &mut Sender, next: u64, held: &[SackBlock], ms: u64) {
    let mut ack = Ack { next, echo: at(ms - 100), window: 1000, ..Ack::default() };
    ack.sacks[..held.len()].copy_from_slice(held);
    sender.on_ack(&ack, at(ms));
}

#[test]
fn a_timeout_keeps_segments_sent_less_than_one_rtt_ago() {
    for (stack, lost, window) in [(Stack::Linux6, 4, 4.0), (Stack::Rfc, 7, 1.0)] {
        let mut sender = opened(stack);
        sender.write(4, at(210));
        assert_eq!(flush(&mut sender, at(210)), [4, 5, 6, 7]);
        let due = sender.next_timer();
        let late = Time::from_nanos(due.nanos() - 50_000_000);
        sender.write(3, late);
        assert_eq!(flush(&mut sender, late), [8, 9, 10]);
        assert_eq!(sender.next_timer(), due, "{stack:?}");
        sender.on_timer(due);
        let probe = sender.probe();
        assert_eq!((probe.timeouts, probe.lost, probe.cwnd), (1, lost, window), "{stack:?}");
        assert_eq!(flush(&mut sender, due), [4], "{stack:?}");
    }
}

#[test]
fn late_originals_after_a_spurious_timeout_mark_no_losses() {
    let mut sender = opened(Stack::Linux6);
    sender.window_mut().set_cwnd(20.0);
    sender.write(30, at(200));
    assert_eq!(flush(&mut sender, at(200)).len(), 20);
    // The path's RTT has grown by 500 ms.
    sender.on_timer(at(500));
    assert_eq!((sender.probe().timeouts, flush(&mut sender, at(500))), (1, vec![4]));
    for i in 0..5 {
        let ack = Ack { next: 5 + i, echo: at(200), window: 1000, ..Ack::default() };
        sender.on_ack(&ack, at(800 + i));
        let probe = sender.probe();
        assert_eq!((probe.phase, probe.lost, probe.reorderings), (Phase::Open, 0, 0), "{i}");
        assert_eq!(probe.cwnd, 21.0 + i as f64, "back in slow start");
        assert_eq!(flush(&mut sender, at(800 + i)).len(), 2, "{i}");
    }
    assert_eq!(sender.probe().retransmissions, 1);
}

#[test]
fn a_timeout_with_three_arrivals_resets_the_reordering_estimate() {
    for (stack, held, reordering) in [
        (Stack::Linux6, 3, 3),
        (Stack::Linux6, 2, 100),
        (Stack::Linux310, 3, 3),
        (Stack::Linux310, 2, 3),
    ] {
        let mut sender = opened(stack);
        sender.write(8, at(210));
        flush(&mut sender, at(210));
        sender.set_reordering(100, 1, false);
        acknowledge(&mut sender, 4, &[SackBlock { start: 5, end: 5 + held }], 310);
        assert_eq!(sender.probe().phase, Phase::Disorder);
        // Called directly, because RACK's timer would begin a recovery first.
        sender.time_out(at(320));
        assert_eq!(sender.probe().reordering, reordering, "{stack:?}, {held} arrived");
    }
}
