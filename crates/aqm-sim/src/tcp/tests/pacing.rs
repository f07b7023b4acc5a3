//! Pacing: bursts, and the gaps between them.

use super::harness::{Fate, Harness, Path};
use crate::cc::toy::ToyParams;
use crate::cc::{CcConfig, CcKind, EcnEcho};
use crate::tcp::{Phase, ReceiverConfig, Sender, SenderConfig, Stack};
use crate::time::{Span, Time};
use crate::units::BitRate;

fn run(config: &SenderConfig) -> Harness {
    let mut harness = Harness::new(config, &ReceiverConfig::default(), |_| Fate::Deliver)
        .with_path(Path { buffer: 10_000, ..Path::default() });
    harness.complete();
    harness
}

/// Returns the gaps between transmissions.
fn gaps(harness: &Harness) -> Vec<Span> {
    harness.sent.windows(2).map(|pair| pair[1].at - pair[0].at).collect()
}

#[test]
fn a_pacing_rate_spaces_every_segment() {
    // 1500 bytes at 6 Mbit/s take 2 ms. The link is twice as fast.
    let fixed_rate = Some(BitRate::from_mbps(6.0));
    let params = ToyParams { fixed_rate, ecn_echo: EcnEcho::default() };
    let cc = CcConfig::Toy(params);
    let done = run(&SenderConfig { cc, segments: Some(500), ..SenderConfig::default() });
    let gaps = gaps(&done);
    let gap = Span::from_millis(2);
    assert!(gaps.iter().all(|&g| g >= gap), "a segment left early: {gaps:?}");
    let exact = gaps.iter().filter(|&&g| g == gap).count();
    assert!(exact > 480, "only {exact} of {} gaps are 2 ms", gaps.len());
}

#[test]
fn a_rate_from_delivery_samples_reaches_the_link_rate() {
    let cc = CcKind::Toy.into();
    let done = run(&SenderConfig { cc, segments: Some(5000), ..SenderConfig::default() });
    let seconds = (done.now - Time::ZERO).seconds();
    // 5000 segments take 1 ms each.
    assert!((5.0..5.6).contains(&seconds), "{seconds} s");
    assert_eq!(done.overflows, 0);
}

/// Returns a connection of CUBIC or `cc` after the handshake, with a window of 40 segments.
fn opened(stack: Stack, cc: CcConfig, rtt: Span) -> Sender {
    let config = SenderConfig {
        stack,
        cc,
        pacing: true,
        initial_window: 40,
        segments: Some(0),
        ..SenderConfig::default()
    };
    let mut sender = Sender::new(&config);
    while sender.next_segment(Time::ZERO).is_some() {}
    let syn_ack = crate::packet::Ack { window: 1000, ..Default::default() };
    sender.on_ack(&syn_ack, Time::ZERO + rtt);
    sender
}

/// Returns the number of segments that leave at once.
fn flush(sender: &mut Sender, now: Time) -> u64 {
    std::iter::from_fn(|| sender.next_segment(now)).count() as u64
}

/// 40 segments per 100 ms: Linux' ratios give one segment per 1.25 ms in slow start, and one per
/// 2.08 ms after it. Linux 6 sends two at a time.
#[test]
fn without_a_rate_the_gap_is_a_share_of_the_round_trip_time() {
    for (stack, burst) in [(Stack::Linux6, 2), (Stack::Linux310, 1), (Stack::Rfc, 1)] {
        for (ssthresh, gap) in [(1000.0, 1_250_000), (10.0, 2_083_333)] {
            let mut sender = opened(stack, CcKind::Cubic.into(), Span::from_millis(100));
            let now = Time::ZERO + Span::from_millis(100);
            sender.window_mut().set_ssthresh(ssthresh);
            sender.write(100, now);
            assert_eq!(flush(&mut sender, now), burst);
            let due = now + Span::from_nanos(gap) * burst;
            assert_eq!(sender.next_timer(), due, "{stack:?}");
            sender.on_timer(due);
            assert_eq!(flush(&mut sender, due), burst);
        }
    }
}

/// Linux, tcp_tso_autosize: pacing rate / 1024 + 65215 / 2^(smallest RTT / 512 us) bytes, at least two
/// segments and at most 65215 bytes.
#[test]
fn a_burst_is_a_millisecond_of_data_and_larger_on_short_paths() {
    for (mbps, rtt_ms, expected) in [
        // 977 bytes.
        (8.0, 100, 2),
        // 40 Mbit/s: 4882 bytes. 120 Mbit/s: 14,648 bytes.
        (40.0, 100, 3),
        (120.0, 100, 9),
        (10_000.0, 100, 43),
        // 5 ms / 512 us = 9: 127 bytes more than 14,648. 2 ms: 8151 bytes more. 1 ms: 32,607 more.
        (120.0, 5, 9),
        (120.0, 2, 15),
        (120.0, 1, 31),
    ] {
        let mut sender = opened(Stack::Linux6, CcKind::Bbr.into(), Span::from_millis(rtt_ms));
        sender.window_mut().set_segments(400);
        sender.window_mut().set_pacing_rate(Some(BitRate::from_mbps(mbps)));
        sender.write(1000, Time::from_seconds(1.0));
        let count = flush(&mut sender, Time::from_seconds(1.0));
        assert_eq!(count, expected, "{mbps} Mbit/s, {rtt_ms} ms");
        let gap = BitRate::from_mbps(mbps).transmission_time(1500);
        assert_eq!(sender.next_timer(), Time::from_seconds(1.0) + gap * count);
    }
}

/// BBR sends single segments below 1.2 Mbit/s. Prague sends those of 2^-12 s: 8192 segments/s, at 98.3
/// Mbit/s, make two.
#[test]
fn a_congestion_control_may_ask_for_smaller_bursts() {
    for (kind, mbps, expected) in [
        (CcKind::Bbr, 1.19, 1),
        (CcKind::Bbr, 1.21, 2),
        (CcKind::Cubic, 1.19, 2),
        (CcKind::Prague, 10.0, 1),
        (CcKind::Prague, 98.0, 1),
        (CcKind::Prague, 98.5, 2),
        (CcKind::Prague, 440.0, 8),
    ] {
        let mut sender = opened(Stack::Linux6, kind.into(), Span::from_millis(100));
        sender.window_mut().set_pacing_rate(Some(BitRate::from_mbps(mbps)));
        sender.write(1000, Time::from_seconds(1.0));
        let count = flush(&mut sender, Time::from_seconds(1.0));
        assert_eq!(count, expected, "{kind:?}, {mbps} Mbit/s");
    }
}

#[test]
fn the_window_and_the_data_end_a_burst() {
    let mut sender = opened(Stack::Linux6, CcKind::Bbr.into(), Span::from_millis(100));
    let rate = BitRate::from_mbps(120.0);
    sender.window_mut().set_segments(4);
    sender.window_mut().set_pacing_rate(Some(rate));
    let now = Time::from_seconds(1.0);
    sender.write(3, now);
    assert_eq!(flush(&mut sender, now), 3);
    sender.write(3, now);
    assert_eq!(flush(&mut sender, now), 0, "the next burst has its own time");
    let next = now + rate.transmission_time(1500) * 3;
    assert_eq!(sender.next_timer(), next);
    sender.on_timer(next);
    assert_eq!(flush(&mut sender, next), 1);
    assert_eq!(sender.probe().in_flight, 4);
}

#[test]
fn paced_flows_send_small_bursts_and_still_fill_the_link() {
    for kind in [CcKind::NewReno, CcKind::Cubic] {
        for stack in [Stack::Linux6, Stack::Linux310, Stack::Rfc] {
            let config = SenderConfig {
                stack,
                cc: kind.into(),
                pacing: true,
                segments: Some(3000),
                ..SenderConfig::default()
            };
            let done = run(&config);
            let gaps = gaps(&done);
            let largest = gaps.split(|gap| *gap > Span::ZERO).map(|burst| burst.len() + 1).max();
            // Slow start paces at twice the window per round trip.
            let expected = if stack == Stack::Linux6 { 2..=4 } else { 1..=1 };
            let largest = largest.expect("segments");
            assert!(expected.contains(&largest), "{kind:?}, {stack:?}: {largest}");
            let seconds = (done.now - Time::ZERO).seconds();
            assert!(seconds < 3.6, "{kind:?}, {stack:?}: {seconds} s for 3 s of data");
        }
    }
}

#[test]
fn repairs_are_paced_too() {
    let config = SenderConfig {
        pacing: true,
        cc: CcKind::NewReno.into(),
        segments: Some(1000),
        ..SenderConfig::default()
    };
    let lose = |a: &super::harness::Attempt| {
        if !a.retransmission && (300..320).contains(&a.seq) { Fate::Drop } else { Fate::Deliver }
    };
    let mut done = Harness::new(&config, &ReceiverConfig::default(), lose)
        .with_path(Path { buffer: 10_000, ..Path::default() });
    done.complete();
    assert_eq!(done.entered(Phase::Recovery), 1);
    assert_eq!(done.retransmissions().len(), 20);
    let is_alone = |pair: &[super::harness::Attempt]| {
        pair[0].at < pair[1].at || !(pair[0].retransmission || pair[1].retransmission)
    };
    assert!(done.sent.windows(2).all(is_alone));
}

#[test]
fn a_switch_to_an_algorithm_without_pacing_ends_the_wait() {
    let params = ToyParams { fixed_rate: Some(BitRate::from_mbps(1.0)), ..ToyParams::default() };
    let config =
        SenderConfig { cc: CcConfig::Toy(params), segments: Some(300), ..SenderConfig::default() };
    let mut harness = Harness::new(&config, &ReceiverConfig::default(), |_| Fate::Deliver);
    harness.run(0.1);
    let before = harness.sent.len();
    harness.sender.set_congestion_control(&CcKind::Cubic.into(), harness.now);
    harness.complete();
    assert!(before < 20, "{before}");
    assert!(harness.now < Time::from_seconds(1.0), "{:?}", harness.now);
}
