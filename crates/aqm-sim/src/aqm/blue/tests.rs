use super::{Blue, Probe, State};
use crate::aqm::tests::*;

/// d1 = 0.02, d2 = 0.002, 100 ms.
fn params() -> BlueParams {
    let (increase, decrease) = (0.02, 0.002);
    BlueParams { increase, decrease, freeze: Span::from_millis(100), ..BlueParams::default() }
}

fn at_ms(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

/// A link that is busy since time zero.
fn busy() -> State {
    State { idle_since: None, ..State::new(Time::ZERO) }
}

#[test]
fn overflows_raise_the_probability_once_in_a_freeze_time() {
    let mut state = busy();
    for (ms, expected) in [
        (0, 0.02),
        (1, 0.02),
        // "now - last_update > freeze_time"
        (100, 0.02),
        (101, 0.04),
        (150, 0.04),
        (300, 0.06),
    ] {
        state.congested(&params(), at_ms(ms));
        assert_near(state.probability, expected, 1e-12);
    }
    assert_eq!((state.increases, state.decreases), (3, 0));
    state.probability = 0.99;
    state.congested(&params(), at_ms(1000));
    assert_eq!(state.probability, 1.0);
}

#[test]
fn idle_time_lowers_the_probability_once_in_a_freeze_time() {
    let mut state = State { probability: 0.1, ..busy() };
    state.congested(&params(), at_ms(0));
    assert_near(state.probability, 0.12, 1e-12);
    // The link is idle from 50 ms on, but the probability is frozen until 100 ms.
    state.idle_since = Some(at_ms(50));
    for (ms, expected) in [(100, 0.12), (101, 0.118), (200, 0.118), (202, 0.116), (450, 0.112)] {
        state.settle(&params(), at_ms(ms));
        assert_near(state.probability, expected, 1e-12);
    }
    // In one go it is the same.
    let mut at_once = State { probability: 0.1, ..busy() };
    at_once.congested(&params(), at_ms(0));
    at_once.idle_since = Some(at_ms(50));
    at_once.settle(&params(), at_ms(450));
    assert_eq!((at_once.decreases, at_once.frozen_until), (state.decreases, state.frozen_until));
    assert_near(at_once.probability, state.probability, 1e-12);
    // Not below zero, and nothing happens while the link is busy.
    at_once.settle(&params(), at_ms(100_000));
    assert_eq!(at_once.probability, 0.0);
    let mut working = State { probability: 0.1, ..busy() };
    working.settle(&params(), at_ms(100_000));
    assert_eq!(working.probability, 0.1);
}

#[test]
fn a_short_idle_period_counts_if_the_last_change_is_long_ago() {
    let mut state = State { probability: 0.1, idle_since: Some(at_ms(500)), ..busy() };
    state.settle(&params(), at_ms(500));
    assert_near(state.probability, 0.098, 1e-12);
}

#[test]
fn a_full_buffer_drops_and_an_idle_link_forgives() {
    let env = Environment { limit: Limit::packets(3), ..environment() };
    let mut queue = Blue::new(&params(), &env, Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 5);
    assert_eq!(host.drops.len(), 2);
    assert!(host.drops.iter().all(|(_, _, reason)| *reason == DropReason::Overflow));
    assert_near(queue.state().probability, 0.02, 1e-12);
    host.wait(&mut queue, Span::from_millis(150));
    host.drain(&mut queue);
    let probed = |queue: &Blue<Numbered>, now| match queue.probe(now) {
        AnyProbe::Blue(probe) => probe,
        other => panic!("{other:?}"),
    };
    // The drain found the queue empty at 150 ms; the probe shows the next decreases before they are due.
    let Probe { probability, increases, decreases, frozen_until } = probed(&queue, at_ms(260));
    assert_near(probability, 0.016, 1e-12);
    assert_eq!((increases, decreases), (1, 2));
    // 100 ms after the decrease at 250 ms; each freeze time lasts a nanosecond longer.
    assert_eq!(frozen_until, at_ms(350) + Span::from_nanos(2));
    assert_near(queue.state().probability, 0.02, 1e-12);
    host.wait(&mut queue, Span::from_millis(110));
    host.fill(&mut queue, 1);
    assert_near(queue.state().probability, 0.016, 1e-12);
    // The link is busy: no more decreases.
    assert_near(probed(&queue, at_ms(5000)).probability, 0.016, 1e-12);
}

#[test]
fn a_long_queue_raises_the_probability_if_there_is_a_threshold() {
    let params = BlueParams { threshold: Some(3), ..params() };
    let mut queue = Blue::new(&params, &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.fill(&mut queue, 4);
    assert_eq!(queue.state().increases, 0);
    host.fill(&mut queue, 1);
    assert_eq!((queue.state().increases, host.drops.len()), (1, 0));
}

#[test]
fn packets_are_hit_at_random_and_marked_with_ecn() {
    for ecn in [false, true] {
        let mut queue = Blue::new(&params().with_ecn(ecn), &environment(), Time::ZERO);
        queue.state.probability = 0.3;
        queue.state.idle_since = None;
        let mut host = Host::new();
        for _ in 0..20_000 {
            host.offer(&mut queue, MTU, Ecn::Ect0);
        }
        let (drops, marks) = (host.drops.len() as f64, host.marks.len() as f64);
        assert_near((drops + marks) / 20_000.0, 0.3, 0.01);
        assert_eq!((drops > 0.0, marks > 0.0), (!ecn, ecn));
    }
}

#[test]
fn a_shorter_freeze_time_applies_at_once() {
    let mut queue = Blue::<Numbered>::new(&params(), &environment(), Time::ZERO);
    queue.state = busy();
    queue.state.congested(&params(), at_ms(0));
    let freeze = Span::from_millis(10);
    queue.retune(&BlueParams { freeze, ..params() }, &environment(), at_ms(5));
    queue.state.congested(&params(), at_ms(16));
    assert_near(queue.state().probability, 0.04, 1e-12);
}
