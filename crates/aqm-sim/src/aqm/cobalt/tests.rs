use super::{Cobalt, Params, Probe, Reason, reciprocal_root};
use crate::aqm::tests::*;

const TARGET: Span = Span::from_millis(5);

fn cobalt(params: CobaltParams, limit: Limit) -> Cobalt<Numbered> {
    Cobalt::new(&params, &Environment { limit, ..environment() }, Time::ZERO)
}

/// BLUE's increment and decrement are large enough to see.
fn with_blue(limit: u64) -> Cobalt<Numbered> {
    let params = CobaltParams { increment: 0.25, decrement: 0.125, ..CobaltParams::default() };
    cobalt(params, Limit::packets(limit))
}

fn probe(queue: &Cobalt<Numbered>, now: Time) -> Probe {
    match queue.probe(now) {
        AnyProbe::Cobalt(probe) => probe,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reciprocal_roots_are_exact_in_the_table_and_close_beyond() {
    let mut root = 0;
    for count in 1..2_000_u32 {
        root = reciprocal_root(count, root);
        let exact = 4_294_967_296.0 / f64::from(count).sqrt();
        let tolerance = if count < 16 { 2.0 } else { exact * 0.002 };
        assert_near(f64::from(root), exact, tolerance);
    }
}

#[test]
fn slow_links_raise_target_and_interval() {
    let (ms, rtt) = (1_000_000, 100_000_000);
    let params = |mbps: u64| Params::for_rate(5 * ms, rtt, mbps * 125_000, MTU);
    // 1500 bytes take 12 ms at 1 Mbit/s and 1.2 ms at 10 Mbit/s.
    let slow = params(1);
    assert_near(slow.mtu_time as f64 / 1e6, 12.0, 1e-5);
    assert_near(slow.target as f64 / 1e6, 18.0, 2e-5);
    assert_near(slow.interval as f64 / 1e6, 113.0, 2e-5);
    assert_eq!((params(10).target, params(10).interval), (5 * ms, rtt));
    // The interval is at least two targets.
    assert_eq!(Params::for_rate(80 * ms, rtt, 0, MTU).interval, 160 * ms);
    assert_eq!(Params::for_rate(5 * ms, rtt, 0, MTU).mtu_time, 0);
}

#[test]
fn gaps_between_drops_are_the_interval_over_the_root_of_the_count() {
    let mut queue = cobalt(CobaltParams::default(), Limit::NONE);
    let mut host = Host::new();
    host.fill(&mut queue, 2_000);
    while host.drops.len() < 6 {
        host.wait(&mut queue, Span::from_micros(100));
        queue.dequeue(&mut host);
        host.fill_to(&mut queue, 2_000);
    }
    let times: Vec<f64> = host.drops.iter().map(|(at, ..)| at.seconds() * 1e3).collect();
    // A new queue has no grace interval: the second packet above target is dropped.
    assert_near(times[0], 5.2, 0.11);
    for (pair, gap) in times.windows(2).zip([70.71, 57.74, 50.0, 44.72, 40.82]) {
        assert_near(pair[1] - pair[0], gap, 0.16);
    }
}

#[test]
fn codel_marks_what_it_can_unless_ecn_is_off() {
    for (ecn, field, drops, marks) in
        [(true, Ecn::Ect0, 0, 1), (true, Ecn::NotEct, 1, 0), (false, Ecn::Ect0, 1, 0)]
    {
        let mut queue = cobalt(CobaltParams { ecn, ..CobaltParams::default() }, Limit::NONE);
        let mut host = Host::new();
        for _ in 0..4 {
            host.offer(&mut queue, MTU, field);
        }
        host.wait(&mut queue, TARGET + TARGET);
        queue.dequeue(&mut host);
        queue.dequeue(&mut host);
        assert_eq!((host.drops.len(), host.marks.len()), (drops, marks), "{ecn} {field:?}");
    }
}

#[test]
fn an_overflow_drops_the_head_and_raises_blue_once_per_target() {
    let mut queue = with_blue(3);
    let mut host = Host::new();
    host.wait(&mut queue, TARGET + TARGET);
    host.fill(&mut queue, 5);
    let dropped: Vec<u64> = host.drops.iter().map(|(_, packet, _)| packet.id).collect();
    assert_eq!(dropped, [0, 1]);
    assert!(host.drops.iter().all(|(.., reason)| *reason == DropReason::Overflow));
    assert_eq!(probe(&queue, host.now).probability, 0.25);
    host.wait(&mut queue, TARGET);
    host.fill(&mut queue, 1);
    assert_eq!(probe(&queue, host.now).probability, 0.25, "not before a target has passed");
    host.wait(&mut queue, Span::from_micros(1));
    host.fill(&mut queue, 1);
    assert_eq!(probe(&queue, host.now).probability, 0.5);
}

#[test]
fn an_empty_queue_lowers_blue_once_per_target() {
    let mut queue = with_blue(1);
    let mut host = Host::merciful();
    host.wait(&mut queue, TARGET + TARGET);
    host.fill(&mut queue, 2);
    let mut probabilities = Vec::new();
    for _ in 0..4 {
        host.drain(&mut queue);
        host.drain(&mut queue);
        probabilities.push(probe(&queue, host.now).probability);
        host.wait(&mut queue, TARGET + Span::from_micros(1));
    }
    assert_eq!(probabilities, [0.25, 0.125, 0.0, 0.0]);
}

#[test]
fn blue_drops_packets_that_could_be_marked_but_never_the_last_one() {
    let mut queue = with_blue(4);
    // The smallest draw hits every packet.
    let mut host = Host { fixed: Some(0), ..Host::new() };
    host.wait(&mut queue, TARGET + TARGET);
    for _ in 0..5 {
        host.offer(&mut queue, MTU, Ecn::Ect0);
    }
    host.drops.clear();
    let last = queue.dequeue(&mut host).expect("the last packet leaves");
    assert_eq!((last.packet.id, last.packet.ecn), (4, Ecn::Ect0));
    let reasons: Vec<DropReason> = host.drops.iter().map(|(.., reason)| *reason).collect();
    assert_eq!(reasons, [DropReason::Cobalt(Reason::Blue { probability: 0.25 }); 3]);
}

#[test]
fn the_count_expires_below_target() {
    let mut queue = cobalt(CobaltParams::default(), Limit::NONE);
    let mut host = Host::new();
    host.fill(&mut queue, 1_000);
    for _ in 0..600 {
        host.wait(&mut queue, Span::from_millis(1));
        queue.dequeue(&mut host);
    }
    let count = probe(&queue, host.now).count;
    assert!(count > 8, "{count}");
    host.drain(&mut queue);
    // Each count lasts interval / sqrt(count): in a second all of them expire.
    host.wait(&mut queue, Span::from_millis(1_000));
    host.fill(&mut queue, 1);
    queue.dequeue(&mut host);
    assert!(probe(&queue, host.now).count < 2);
}

#[test]
fn reasons_are_sentences_with_numbers() {
    let codel = Reason::Codel { count: 3, target: TARGET };
    assert_eq!(
        (codel.code(), codel.to_string().as_str()),
        (
            "cobalt.codel",
            "COBALT's CoDel: the delay is above 5 ms, and the next signal was due; count 3."
        )
    );
    let blue = Reason::Blue { probability: 1.0 / 256.0 };
    assert_eq!(
        (blue.code(), blue.to_string().as_str()),
        (
            "cobalt.blue",
            "COBALT's BLUE: this packet was drawn at a probability of 0.39 %, which rises when the \
             buffer overflows."
        )
    );
    assert_eq!(blue.numbers()[0].value, 1.0 / 256.0);
}
