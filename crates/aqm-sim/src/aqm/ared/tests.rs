use super::{Ared, adapt, derive, lower_bound};
use crate::aqm::tests::*;

fn at(mbps: f64) -> Environment {
    Environment { rate: BitRate::from_mbps(mbps), ..environment() }
}

fn packets(amount: Amount) -> f64 {
    match amount {
        Amount::Packets(packets) => packets,
        other => panic!("{other:?}"),
    }
}

#[test]
fn parameters_follow_from_rate_and_target() {
    let params = AredParams::default();
    for (mbps, min) in [
        // 25 Mbit/s: C = 2083.3 packets/s, 5 ms C / 2 = 5.208 packets.
        (25.0, 5.208_333),
        (100.0, 20.833_333),
        // At least five packets, however slow the link.
        (10.0, 5.0),
        (0.1, 5.0),
    ] {
        let red = derive(&params, &at(mbps), 0.1);
        assert_near(packets(red.min), min, 1e-6);
        assert_near(packets(red.max), 3.0 * min, 3e-6);
        assert!(red.gentle && !red.byte_mode && red.weight.is_none());
    }
    let slower = AredParams { target: Span::from_millis(20), ..params };
    assert_near(packets(derive(&slower, &at(25.0), 0.1).min), 20.833_333, 1e-6);
}

#[test]
fn thresholds_and_weight_can_be_given() {
    let params =
        AredParams { thresholds: Some([0.6, 0.8]), weight: Some(0.001), ..AredParams::default() };
    let red = derive(&params, &at(10.0), 0.1);
    assert_eq!((red.min, red.max), (Amount::BufferShare(0.6), Amount::BufferShare(0.8)));
    assert_eq!(red.weight, Some(0.001));
}

#[test]
fn max_p_moves_towards_the_middle_of_the_band() {
    for (max_p, position, expected) in [
        (0.1, 0.7, 0.11),   // + 0.01
        (0.02, 0.7, 0.025), // + max_p / 4
        (0.1, 0.3, 0.09),   // * 0.9
        (0.1, 0.4, 0.1),
        (0.1, 0.5, 0.1),
        (0.1, 0.6, 0.1),
        (0.1, -0.5, 0.09), // below the lower threshold
        (0.1, 2.0, 0.11),  // on the gentle slope
        (0.495, 0.7, 0.5),
        (0.5, 0.7, 0.5),
        (0.0105, 0.3, 0.01),
        (0.01, 0.3, 0.01),
    ] {
        assert_near(adapt(max_p, 0.01, position), expected, 1e-12);
    }
    assert_near(adapt(0.0105, 0.005, 0.3), 0.00945, 1e-12);
}

#[test]
fn the_lower_bound_is_the_papers_or_one_packet_in_a_window_of_100_ms() {
    let as_in_ns2 = AredParams { min_max_p: None, ..AredParams::default() };
    for (mbps, expected) in [
        // 833.3 packets.
        (100.0, 0.0012),
        (25.0, 0.0048),
        // 83.3 packets: one in them would be more than 0.01.
        (10.0, 0.01),
    ] {
        assert_near(lower_bound(&as_in_ns2, &at(mbps)), expected, 1e-12);
        assert_eq!(lower_bound(&AredParams::default(), &at(mbps)), 0.01);
    }
}

#[test]
fn max_p_is_adapted_every_half_second() {
    let mut queue = Ared::new(&AredParams::default(), &environment(), Time::ZERO);
    let mut host = Host::merciful();
    assert_eq!(queue.next_timer(), Time::from_seconds(0.5));
    host.wait(&mut queue, Span::from_millis(1_600));
    // Three times, with an empty queue.
    assert_near(queue.red().params().max_p, 0.1 * 0.9 * 0.9 * 0.9, 1e-12);
    assert_eq!(queue.next_timer(), Time::from_seconds(2.0));
}

#[test]
fn a_rate_change_moves_the_thresholds_and_keeps_average_and_max_p() {
    let mut queue = Ared::new(&AredParams::default(), &at(100.0), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 30);
    host.wait(&mut queue, Span::from_millis(500));
    let (average, max_p) = (queue.red().state().average, queue.red().params().max_p);
    assert!(average > 0.0 && max_p < 0.1);
    queue.retune(&AredParams::default(), &at(25.0), host.now);
    assert_eq!(queue.red().state().average, average);
    let crate::aqm::red::Probe { min, max, max_p: probed, .. } = queue.red().inspect(host.now);
    assert_near(min, 5.208_333, 1e-6);
    assert_near(max, 15.625, 1e-6);
    assert_eq!(probed, max_p);
}

#[test]
fn max_p_falls_while_the_link_is_idle() {
    // Adaptation uses the average now, not at the last arrival.
    let mut queue = Ared::new(&AredParams::default(), &at(1000.0), Time::ZERO);
    let mut host = Host::merciful();
    for _ in 0..200_000 {
        host.fill(&mut queue, 1);
        if queue.packets() > 500 {
            queue.dequeue(&mut host);
        }
    }
    let stale = queue.red().state().average;
    assert!(stale > 450.0, "above the band, which ends at 2.2 * 208 packets: {stale}");
    host.drain(&mut queue);
    host.wait(&mut queue, Span::from_seconds(3.0));
    assert!(queue.red().params().max_p < 0.1);
}

#[test]
fn schwardmanns_variant_does_not_wait_and_resets_the_average_at_an_empty_queue() {
    let ours = AredParams::default();
    let theirs = AredParams { variant: AredVariant::Schwardmann2014, ..ours };
    assert!(derive(&ours, &at(25.0), 0.1).wait && !derive(&theirs, &at(25.0), 0.1).wait);
    for (params, forgets) in [(ours, false), (theirs, true)] {
        let mut queue = Ared::new(&params, &environment(), Time::ZERO);
        let mut host = Host::merciful();
        host.fill(&mut queue, 40);
        // The last packet is on the wire: the queue is empty, the link is not idle.
        while queue.packets() > 0 {
            queue.dequeue(&mut host);
        }
        let before = queue.red().state().average;
        host.fill(&mut queue, 1);
        let after = queue.red().state().average;
        assert!(before > 0.0);
        assert_eq!(after == 0.0, forgets, "{params:?}: {after}");
        // With packets in the queue both variants average alike.
        host.fill(&mut queue, 1);
        assert!(queue.red().state().average != after);
    }
}
