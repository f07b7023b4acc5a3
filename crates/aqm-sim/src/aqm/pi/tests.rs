use super::design::Network;
use super::{Gains, Pi, Probe, Reason, State};
use crate::aqm::tests::*;
use crate::math;

/// The paper's gains (section 5) and the sampling period for which they were calculated.
const PAPER: Gains = Gains { a: 1.822e-5, b: 1.816e-5 };

/// The paper's operating point: 60 flows, 3750 packets/s, 200 ms of propagation and 175 packets.
fn paper() -> Network {
    Network { flows: 60.0, rtt: 0.2 + 175.0 / 3750.0, capacity: 3750.0 }
}

/// Phase margin in degrees of the loop of `network` with the controller that was designed for
/// `designed`, at the frequency where the loop's gain is 1.
fn phase_margin(designed: &Network, network: &Network) -> f64 {
    let (design, Network { rtt, .. }) = (designed.design(), *network);
    let part = |w: f64, corner: f64| (1.0 + (w / corner) * (w / corner)).sqrt();
    let gain = |w: f64| {
        network.gain() * design.k * part(w, design.zero)
            / (w * part(w, network.tcp_pole()) * part(w, 1.0 / rtt))
    };
    // The gain falls with the frequency.
    let (mut low, mut high) = (1e-4_f64, 1e4_f64);
    for _ in 0..100 {
        let middle = (low * high).sqrt();
        if gain(middle) > 1.0 { low = middle } else { high = middle }
    }
    let w = low;
    let degrees = 180.0 / std::f64::consts::PI;
    90.0 + degrees
        * (math::atan(w / design.zero)
            - math::atan(w / network.tcp_pole())
            - math::atan(w * rtt)
            - w * rtt)
}

#[test]
fn the_design_rule_gives_the_papers_controller() {
    let design = paper().design();
    // Section 5: zero and crossover at 0.53 rad/s, K = 9.64e-6.
    assert_near(design.zero, 0.53, 0.005);
    assert_eq!(design.crossover, design.zero);
    assert_near(design.k, 9.64e-6, 0.02e-6);
    // a = 1.822e-5 and b = 1.816e-5, after rounding the zero to 0.53.
    let Gains { a, b } = design.gains(1.0 / 160.0);
    assert_near(a / PAPER.a, 1.0, 0.01);
    assert_near(b / PAPER.b, 1.0, 0.01);
    // a - b = K T to the digits printed.
    assert_near((a - b) * 160.0, 9.64e-6, 0.02e-6);
    let rounded = super::design::Design { zero: 0.53, k: 9.64e-6, ..design };
    let Gains { a, b } = rounded.gains(1.0 / 160.0);
    assert_near(a, PAPER.a, 0.000_5e-5);
    assert_near(b, PAPER.b, 0.000_5e-5);
}

#[test]
fn the_design_keeps_its_phase_margin_for_more_flows_and_shorter_round_trips() {
    // Section 4: about 75 degrees at the operating point.
    assert_near(phase_margin(&paper(), &paper()), 75.0, 1.0);
    for flows in [60.0, 120.0, 1000.0] {
        for rtt in [0.05, 0.15, paper().rtt] {
            let network = Network { flows, rtt, ..paper() };
            assert!(phase_margin(&paper(), &network) > 70.0, "{flows} flows, {rtt} s");
        }
    }
    // For fewer flows or longer round trips it shrinks, and the loop becomes unstable.
    let few = |flows| phase_margin(&paper(), &Network { flows, ..paper() });
    assert!(few(40.0) < 75.0 && few(15.0) < 30.0 && few(5.0) < 0.0);
    assert!(phase_margin(&paper(), &Network { rtt: 1.0, ..paper() }) < 0.0);
}

#[test]
fn the_crossover_stays_below_the_round_trips_own_limit() {
    // Two packets a flow and round trip: TCP's pole is at 1/R, where the loop has no margin left.
    let network = Network { flows: 100.0, rtt: 0.1, capacity: 2000.0 };
    assert_near(network.tcp_pole(), 10.0, 1e-9);
    assert_near(network.design().crossover, 5.0, 1e-9);
    assert_near(phase_margin(&network, &network), 35.0, 1.0);
}

#[test]
fn the_update_is_the_papers_difference_equation() {
    let mut state = State { probability: 0.01, queue: 190.0 };
    // 1.822e-5 (230 - 200) - 1.816e-5 (190 - 200).
    state.update(PAPER, 200.0, 230.0);
    assert_near(state.probability, 0.01 + 5.466e-4 + 1.816e-4, 1e-12);
    assert_eq!(state.queue, 230.0);
    // At the reference nothing changes.
    let mut state = State { probability: 0.01, queue: 200.0 };
    state.update(PAPER, 200.0, 200.0);
    assert_eq!(state.probability, 0.01);
    // A constant error e integrates to K e per second.
    let mut state = State { probability: 0.01, queue: 300.0 };
    for _ in 0..160 {
        state.update(PAPER, 200.0, 300.0);
    }
    assert_near(state.probability, 0.01 + 9.6e-6 * 100.0, 1e-9);
    // Bounded.
    let mut state = State { probability: 0.999, queue: 0.0 };
    state.update(Gains { a: 1.0, b: 0.9 }, 0.0, 100.0);
    assert_eq!(state.probability, 1.0);
    state.update(Gains { a: 1.0, b: 0.9 }, 1000.0, 0.0);
    assert_eq!(state.probability, 0.0);
}

/// A queue with the paper's gains, a reference of two packets and 160 samples a second.
fn small() -> PiParams {
    let reference = Amount::Packets(2.0);
    PiParams { reference, a: Some(0.2), b: Some(0.1), ..PiParams::default() }
}

#[test]
fn the_queue_is_sampled_160_times_a_second() {
    let mut queue = Pi::new(&small(), &environment(), Time::ZERO);
    let mut host = Host::merciful();
    host.wait(&mut queue, Span::from_millis(6));
    host.fill(&mut queue, 4);
    assert_eq!(queue.state().probability, 0.0);
    host.wait(&mut queue, Span::from_micros(250));
    // 0.2 (4 - 2) - 0.1 (0 - 2).
    assert_near(queue.state().probability, 0.6, 1e-12);
    assert_eq!(queue.next_timer(), Time::from_seconds(0.0125));
    host.wait(&mut queue, Span::from_micros(6_250));
    assert_near(queue.state().probability, 0.6 + 0.2 * 2.0 - 0.1 * 2.0, 1e-12);
}

#[test]
fn packets_are_hit_with_the_probability_of_the_last_update() {
    let mut queue = Pi::new(&small().with_ecn(true), &environment(), Time::ZERO);
    let mut host = Host::new();
    host.fill(&mut queue, 4);
    host.wait(&mut queue, Span::from_micros(6_250));
    for _ in 0..20_000 {
        host.offer(&mut queue, MTU, Ecn::NotEct);
        host.offer(&mut queue, MTU, Ecn::Ect0);
    }
    assert_near(host.drops.len() as f64 / 20_000.0, 0.6, 0.01);
    assert_near(host.marks.len() as f64 / 20_000.0, 0.6, 0.01);
    let (_, _, reason) = host.drops[0];
    assert!(matches!(reason, DropReason::Pi(Reason { queue: 4.0, reference: 2.0, .. })));
    assert_eq!(
        reason.to_string(),
        "PI: this packet was drawn at a probability of 60 %; 4 packets waited at the last update, the \
         reference is 2."
    );
}

#[test]
fn empty_gains_follow_the_rate() {
    let params = PiParams::default();
    let at = |mbps| Environment { rate: BitRate::from_mbps(mbps), ..environment() };
    // 45 Mbit/s are 3750 packets of 1500 bytes a second.
    let mut queue = Pi::<Numbered>::new(&params, &at(45.0), Time::ZERO);
    assert_near(queue.gains().a / PAPER.a, 1.0, 0.01);
    queue.state = State { probability: 0.1, queue: 20.0 };
    queue.retune(&params, &at(90.0), Time::ZERO);
    assert!(queue.gains().a < 0.5 * PAPER.a, "{:?}", queue.gains());
    assert_eq!(*queue.state(), State { probability: 0.1, queue: 20.0 });
}

#[test]
fn a_single_given_gain_keeps_the_designed_proportion() {
    let designed = PiParams::default().gains_on(&environment());
    let only_a = PiParams { a: Some(0.2), ..PiParams::default() }.gains_on(&environment());
    let only_b = PiParams { b: Some(0.2), ..PiParams::default() }.gains_on(&environment());
    assert_eq!(only_a.a, 0.2);
    assert_eq!(only_b.b, 0.2);
    for gains in [only_a, only_b] {
        assert_near(gains.b / gains.a, designed.b / designed.a, 1e-12);
    }
}

#[test]
fn the_reference_may_be_a_share_of_the_buffer() {
    let with = |limit| Environment { limit, ..environment() };
    let mut queue =
        Pi::<Numbered>::new(&PiParams::default(), &with(Limit::packets(800)), Time::ZERO);
    let reference = |queue: &Pi<Numbered>| match queue.probe(Time::ZERO) {
        AnyProbe::Pi(Probe { reference, .. }) => reference,
        other => panic!("{other:?}"),
    };
    assert_eq!(reference(&queue), 200.0);
    queue.retune(&PiParams::default(), &with(Limit::bytes(150_000)), Time::ZERO);
    assert_eq!(reference(&queue), 25.0);
}
