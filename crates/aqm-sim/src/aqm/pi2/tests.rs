use super::{Pi2, Probe, Reason, State};
use crate::aqm::tests::*;

fn params() -> Pi2Params {
    Pi2Params::default()
}

/// One update from the base probability `base`, with the delay going from `old` to `new` ms.
fn step(base: f64, old: f64, new: f64) -> f64 {
    let delay = |ms: f64| Span::from_seconds(ms / 1e3);
    let mut state = State { base, delay: delay(old) };
    state.update(&params(), delay(new));
    assert_eq!(state.delay, delay(new));
    state.base
}

/// A queue with a base probability, and `waiting` packets in it.
fn queue(params: Pi2Params, base: f64, waiting: usize) -> (Pi2<Numbered>, Host) {
    let mut queue = Pi2::new(&params, &environment(), Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, waiting);
    queue.state.base = base;
    (queue, host)
}

#[test]
fn the_update_is_linear_at_every_probability() {
    // 0.3125 (30 - 20 ms) + 3.125 (30 - 25 ms) = 0.003125 + 0.015625.
    for base in [0.0, 0.001, 0.1, 0.4] {
        assert_near(step(base, 25.0, 30.0), base + 0.018_75, 1e-12);
    }
    // At the target, only the trend counts.
    assert_near(step(0.2, 24.0, 20.0), 0.2 - 0.012_5, 1e-12);
    // A constant delay integrates the error.
    assert_near(step(0.2, 10.0, 10.0), 0.2 - 0.003_125, 1e-12);
}

#[test]
fn the_base_probability_stays_between_zero_and_one_over_k() {
    assert_eq!(step(0.01, 40.0, 0.0), 0.0);
    assert_eq!(step(0.45, 20.0, 200.0), 0.5);
    let (queue, _) = queue(params(), 0.5, 0);
    // Scalable packets are all marked where a quarter of the Classic ones is dropped.
    assert_eq!((queue.state().scalable(&params()), queue.state().classic()), (1.0, 0.25));
    // A larger coupling factor lowers the limit of a running queue.
    let mut queue = queue;
    queue.retune(&Pi2Params { coupling: 4.0, ..params() }, &environment(), Time::ZERO);
    assert_eq!(queue.state().base, 0.25);
}

/// Share of 40,000 packets with this ECN field that are hit at the base probability `base`.
fn share_hit(params: Pi2Params, base: f64, ecn: Ecn) -> f64 {
    let (mut queue, mut host) = queue(params, base, 2);
    for _ in 0..40_000 {
        host.offer(&mut queue, MTU, ecn);
    }
    (host.drops.len() + host.marks.len()) as f64 / 40_000.0
}

/// The paper's square-root relation: p_scalable = k sqrt(p_classic) (section 4).
#[test]
fn scalable_packets_are_marked_k_times_the_root_of_the_classic_probability() {
    for (coupling, base) in [(2.0, 0.05), (2.0, 0.2), (2.0, 0.45), (1.0, 0.3), (4.0, 0.2)] {
        let params = Pi2Params { coupling, ..params() };
        let classic = share_hit(params, base, Ecn::NotEct);
        let scalable = share_hit(params, base, Ecn::Ect1);
        assert_near(classic, base * base, 0.01 * base + 0.002);
        assert_near(scalable, coupling * base, 0.01);
        assert_near(scalable / classic.sqrt(), coupling, 0.05 * coupling);
    }
}

#[test]
fn the_ecn_field_selects_the_class() {
    let base = 0.4;
    let both = Pi2Params { ect0_scalable: true, ..params() };
    for (params, ecn, expected) in [
        (params(), Ecn::NotEct, 0.16),
        (params(), Ecn::Ect0, 0.16),
        (params(), Ecn::Ect1, 0.8),
        (params(), Ecn::Ce, 0.8),
        (both, Ecn::NotEct, 0.16),
        (both, Ecn::Ect0, 0.8),
        (both.with_ecn(false), Ecn::Ect0, 0.16),
        (both.with_ecn(false), Ecn::Ect1, 0.16),
    ] {
        assert_near(share_hit(params, base, ecn), expected, 0.01);
    }
}

#[test]
fn ecn_capable_packets_are_marked_and_others_dropped() {
    let (mut queue, mut host) = queue(params(), 0.5, 2);
    host.fixed = Some(0);
    for ecn in [Ecn::Ect0, Ecn::Ect1, Ecn::NotEct] {
        host.offer(&mut queue, MTU, ecn);
    }
    let reason = |scalable, probability| {
        DropReason::Pi2(Reason { scalable, probability, base: 0.5, delay: Span::ZERO })
    };
    let marks: Vec<MarkReason> = host.marks.iter().map(|(_, _, reason)| *reason).collect();
    let expected = [reason(false, 0.25), reason(true, 1.0)].map(MarkReason::InsteadOf);
    assert_eq!(marks, expected);
    let drops: Vec<DropReason> = host.drops.iter().map(|(_, _, reason)| *reason).collect();
    assert_eq!(drops, [reason(false, 0.25)]);
    let codes: Vec<&str> = marks.iter().map(Explain::code).collect();
    assert_eq!(codes, ["pi2.classic", "pi2.scalable"]);
    assert_eq!(
        marks[1].to_string(),
        "PI2: this scalable packet was drawn at a probability of 100 %, k times the base probability of \
         50 %; the delay was 0 ms at the last update. Marked instead of dropped."
    );
}

#[test]
fn no_packet_is_hit_while_fewer_than_two_wait() {
    let (mut queue, mut host) = queue(params(), 0.5, 0);
    host.fixed = Some(0);
    host.fill(&mut queue, 3);
    assert_eq!((queue.packets(), host.drops.len()), (2, 1));
}

#[test]
fn the_delay_is_the_age_of_the_head() {
    let mut queue = Pi2::new(&params(), &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.wait(&mut queue, Span::from_millis(10));
    host.fill(&mut queue, 2);
    host.wait(&mut queue, Span::from_millis(22));
    assert_eq!(queue.state().delay, Span::from_millis(22));
    // 0.3125 (22 - 20 ms) + 3.125 * 22 ms.
    assert_near(queue.state().base, 0.000_625 + 0.068_75, 1e-12);
    host.drain(&mut queue);
    host.wait(&mut queue, Span::from_millis(32));
    assert_eq!(queue.state().delay, Span::ZERO);
}

#[test]
fn a_shorter_update_interval_applies_at_once() {
    let mut queue = Pi2::<Numbered>::new(&params(), &environment(), Time::ZERO);
    let update = Span::from_millis(5);
    queue.retune(&Pi2Params { update, ..params() }, &environment(), Time::ZERO);
    assert_eq!(queue.next_timer(), Time::ZERO + update);
}

#[test]
fn the_probe_shows_all_three_probabilities() {
    let (queue, host) = queue(params(), 0.3, 0);
    let AnyProbe::Pi2(Probe { base, classic, scalable, .. }) = queue.probe(host.now) else {
        panic!("another probe")
    };
    assert_near(classic, 0.09, 1e-12);
    assert_near(scalable, 0.6, 1e-12);
    assert_eq!(base, 0.3);
    assert_eq!(queue.probe(host.now).probability(), Some(classic));
}
