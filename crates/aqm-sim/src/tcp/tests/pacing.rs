//! Pacing: the gaps between segments.

use super::harness::{Fate, Harness, Path};
use crate::cc::toy::ToyParams;
use crate::cc::{CcConfig, CcKind, EcnEcho};
use crate::tcp::{Phase, ReceiverConfig, SenderConfig, Stack};
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

/// 40 segments per 100 ms: Linux' ratios give one segment per 1.25 ms in slow start, and one per
/// 2.08 ms after it.
#[test]
fn without_a_rate_the_gap_is_a_share_of_the_round_trip_time() {
    for (ssthresh, expected) in [(1000.0, 1_250_000), (10.0, 2_083_333)] {
        let config = SenderConfig {
            pacing: true,
            initial_window: 40,
            segments: Some(0),
            ..SenderConfig::default()
        };
        let mut sender = crate::tcp::Sender::new(&config);
        let at = |ms: u64| Time::ZERO + Span::from_millis(ms);
        while sender.next_segment(at(0)).is_some() {}
        let syn_ack = crate::packet::Ack { window: 1000, ..Default::default() };
        sender.on_ack(&syn_ack, at(100));
        sender.cc.window.set_ssthresh(ssthresh);
        sender.write(100, at(100));
        assert!(sender.next_segment(at(100)).is_some());
        assert_eq!(sender.next_segment(at(100)), None);
        assert_eq!(sender.next_timer(), at(100) + Span::from_nanos(expected));
        sender.on_timer(sender.next_timer());
        assert!(sender.next_segment(at(100) + Span::from_nanos(expected)).is_some());
    }
}

#[test]
fn paced_flows_send_no_bursts_and_still_fill_the_link() {
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
            let bursts = gaps(&done).iter().filter(|gap| **gap == Span::ZERO).count();
            assert_eq!(bursts, 0, "{kind:?}, {stack:?}");
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
    assert!(gaps(&done).iter().all(|&gap| gap > Span::ZERO));
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
