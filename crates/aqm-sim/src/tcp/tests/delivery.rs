//! Delivery-rate samples of a whole sender.

use super::harness::{Attempt, Fate, Harness, Path};
use crate::cc::toy::{Toy, ToyParams};
use crate::cc::{CcConfig, CcKind, Phase, RateSample};
use crate::tcp::{ReceiverConfig, SenderConfig};
use crate::time::Span;
use crate::units::BitRate;

fn toy(harness: &Harness) -> Toy {
    harness.sender.algorithm().toy().clone()
}

/// Runs a transfer of `segments`, paced at `mbps`, over a link of 12 Mbit/s.
fn transfer(mbps: f64, segments: u64, script: impl FnMut(&Attempt) -> Fate + 'static) -> Harness {
    let fixed_rate = Some(BitRate::from_mbps(mbps));
    let cc = CcConfig::Toy(ToyParams { fixed_rate, ..ToyParams::default() });
    let config = SenderConfig { cc, segments: Some(segments), ..SenderConfig::default() };
    let mut harness = Harness::new(&config, &ReceiverConfig::default(), script)
        .with_path(Path { buffer: 10_000, ..Path::default() });
    harness.complete();
    harness
}

fn rate_mbps(sample: &RateSample) -> f64 {
    let seconds = sample.interval.expect("a valid sample").seconds();
    sample.delivered as f64 * 1500.0 * 8.0 / 1e6 / seconds
}

#[test]
fn samples_show_the_lower_rate_of_sender_and_link() {
    for (paced, expected) in [(4.0, 4.0), (9.0, 9.0), (30.0, 12.0)] {
        let done = transfer(paced, 2000, |_| Fate::Deliver);
        let toy = toy(&done);
        let measured = rate_mbps(&toy.last);
        assert!((measured / expected - 1.0).abs() < 0.06, "{paced}: {measured}");
        assert!(toy.count > 900);
    }
}

#[test]
fn losses_and_phases_are_reported() {
    let done = transfer(6.0, 1500, |a| {
        if !a.retransmission && [700, 701].contains(&a.seq) { Fate::Drop } else { Fate::Deliver }
    });
    let totals = done.sender.context_at(done.now).totals;
    assert_eq!((totals.delivered, totals.lost), (1500, 2));
    let phases = toy(&done).phases;
    assert!(phases.contains(&Phase::Recovery), "{phases:?}");
    assert_eq!(phases.last(), Some(&Phase::Open));
}

#[test]
fn the_last_flight_of_a_transfer_is_app_limited() {
    let done = transfer(6.0, 500, |_| Fate::Deliver);
    assert!(done.sender.context_at(done.now).totals.app_limited || toy(&done).last.app_limited);
}

#[test]
fn algorithms_without_rate_samples_have_no_records() {
    let config = SenderConfig::default();
    assert_eq!(config.cc.kind(), CcKind::Cubic);
    assert!(!crate::tcp::Sender::new(&config).measures_delivery());
}

#[test]
fn a_switch_in_mid_flight_starts_without_records() {
    let config = SenderConfig { segments: Some(2000), ..SenderConfig::default() };
    let mut harness = Harness::new(&config, &ReceiverConfig::default(), |_| Fate::Deliver);
    harness.run(0.5);
    let before = harness.sender.probe();
    assert!(before.outstanding > 10, "{before:?}");
    let acknowledged = harness.sender.next_seq() - before.outstanding;
    harness.sender.set_congestion_control(&CcKind::Toy.into(), harness.now);
    harness.complete();
    let toy = toy(&harness);
    assert!(toy.last.interval.is_some_and(|interval| interval > Span::ZERO));
    let totals = harness.sender.context_at(harness.now).totals;
    assert_eq!(totals.delivered, 2000 - acknowledged);
}
