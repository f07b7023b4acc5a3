//! The formulas of the draft.

use super::model::{Bounds, ExtraAcked, FullPipe, Latest, MaxBandwidth, MinRtt};
use super::*;
use crate::cc::Dialect;

fn bbr3() -> Bbr3 {
    let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
    Bbr3::new(&Bbr3Params::default(), &setup)
}

fn at(ms: u64) -> Time {
    Time::ZERO + Span::from_millis(ms)
}

fn ms(span: u64) -> Span {
    Span::from_millis(span)
}

/// A sample of a flight of 100 segments.
fn losses(lost: f64, newly_lost: f64) -> Sample {
    Sample {
        rate: Some(1000.0),
        delivered: 100.0,
        prior_delivered: 0,
        newly: 1.0,
        app_limited: false,
        lost,
        newly_lost,
        tx_in_flight: 100.0,
    }
}

#[test]
fn the_flight_at_a_loss_is_where_the_rate_passes_two_percent() {
    let bbr3 = bbr3();
    assert!(!bbr3.is_too_high(&losses(2.0, 1.0)) && bbr3.is_too_high(&losses(3.0, 1.0)));
    // (0.02 * 96 - 1) / 0.98 = 0.94 of the four are within the rate.
    let flight = bbr3.inflight_at_loss(&losses(5.0, 4.0));
    assert!((flight - 96.0 - 0.92 / 0.98).abs() < 1e-9, "{flight}");
    assert_eq!(bbr3.inflight_at_loss(&losses(9.0, 4.0)), 96.0, "passed before");
}

#[test]
fn losses_while_probing_set_the_long_term_bound_and_end_the_probe() {
    let (mut bbr3, mut window) = (bbr3(), Window::new(200));
    let context = Context::of(at(1000), ms(100));
    (bbr3.state, bbr3.is_pipe_known, bbr3.is_probe_sample) = (State::Up, true, true);
    (bbr3.bw, bbr3.min_rtt) = (1000.0, MinRtt::new(ms(100), at(1000)));
    bbr3.take_losses(&mut window, &context, &losses(2.0, 2.0));
    assert_eq!((bbr3.state, bbr3.bounds), (State::Up, Bounds::NONE), "2 % are allowed");
    bbr3.take_losses(&mut window, &context, &losses(4.0, 4.0));
    assert_eq!(bbr3.state, State::Down);
    // (0.02 * 96) / 0.98 = 1.96 segments of the burst.
    assert!((bbr3.bounds.inflight_longterm - 97.96).abs() < 0.01, "{:?}", bbr3.bounds);
    // Not less than 0.7 of the BDP of 100.
    (bbr3.state, bbr3.is_probe_sample) = (State::Up, true);
    let early = Sample { tx_in_flight: 20.0, ..losses(4.0, 4.0) };
    bbr3.take_losses(&mut window, &context, &early);
    assert_eq!(bbr3.bounds.inflight_longterm, 70.0);
}

#[test]
fn the_cap_leaves_headroom_while_cruising_only() {
    let mut bbr3 = bbr3();
    bbr3.bounds.inflight_longterm = 100.0;
    let mut cap = |state| {
        bbr3.state = state;
        bbr3.volume_cap()
    };
    let states = [State::Down, State::Cruise, State::Refill, State::Up, State::ProbeRtt];
    assert_eq!(states.map(&mut cap), [100.0, 85.0, 100.0, 100.0, 85.0]);
    assert!(cap(State::Startup).is_infinite());
    bbr3.bounds.inflight_shortterm = 60.0;
    assert_eq!(bbr3.volume_cap(), 60.0);
}

#[test]
fn short_term_bounds_fall_to_the_latest_delivery_and_by_beta_at_most() {
    let mut bounds = Bounds::NONE;
    bounds.lower(Latest { bw: 900.0, inflight: 50.0 }, 1000.0, 100.0, 0.7);
    assert_eq!((bounds.bw_shortterm, bounds.inflight_shortterm), (900.0, 70.0));
    bounds.lower(Latest::default(), 1000.0, 100.0, 0.7);
    assert!((bounds.bw_shortterm - 630.0).abs() < 1e-9);
    bounds.raise_to(Bounds { bw_shortterm: 800.0, ..bounds });
    assert_eq!(bounds.bw_shortterm, 800.0);
    bounds.reset_shortterm();
    assert_eq!(bounds, Bounds::NONE);
}

#[test]
fn the_maximum_covers_two_cycles() {
    let mut filter = MaxBandwidth::default();
    filter.add(100.0);
    filter.advance();
    filter.add(50.0);
    assert_eq!(filter.max(), 100.0);
    filter.advance();
    assert_eq!(filter.max(), 50.0);
    filter.advance();
    assert_eq!(filter.max(), 50.0, "a cycle without samples does not count");
}

#[test]
fn the_pipe_is_full_after_three_rounds_without_a_quarter_more() {
    let mut pipe = FullPipe::default();
    let results = [100.0, 126.0, 150.0, 151.0, 152.0].map(|rate| pipe.add_round(rate));
    assert_eq!(results, [false, false, false, false, true]);
    assert!(pipe.is_full);
}

#[test]
fn the_rtt_is_probed_after_5_s_and_forgotten_after_10_s() {
    let mut rtt = MinRtt::new(ms(40), at(0));
    assert!(!rtt.update(Some(ms(50)), at(4999)));
    assert!(rtt.update(Some(ms(50)), at(5001)), "no smaller one for 5 s");
    assert_eq!(rtt.min, ms(40), "still remembered");
    assert!(!rtt.update(Some(ms(60)), at(9000)));
    rtt.update(Some(ms(60)), at(10_001));
    assert_eq!(rtt.min, ms(50), "the sample of the last probe");
    rtt.update(Some(ms(30)), at(11_000));
    assert_eq!(rtt.min, ms(30));
}

#[test]
fn bunched_acks_add_what_the_bandwidth_does_not_explain() {
    let mut extra = ExtraAcked::new(at(0));
    // 1000 segments/s: 20 at once, after 10 ms 20 more.
    extra.add(20.0, 1000.0, 100.0, at(0));
    assert_eq!(extra.max(), 20.0);
    extra.add(20.0, 1000.0, 100.0, at(10));
    assert_eq!(extra.max(), 30.0);
    for _ in 0..10 {
        extra.start_round(false);
    }
    assert_eq!(extra.max(), 0.0, "ten round trips later");
}

#[test]
fn the_wait_for_a_probe_is_two_to_three_seconds_or_as_many_rounds_as_reno_needs() {
    let (mut bbr3, mut window) = (bbr3(), Window::new(200));
    let context = Context::of(at(1000), ms(100));
    (bbr3.bw, bbr3.min_rtt) = (300.0, MinRtt::new(ms(100), at(1000)));
    for _ in 0..20 {
        bbr3.start_down(&context);
        assert!((2.0..3.0).contains(&bbr3.probe_wait.seconds()));
        assert!(!bbr3.probe_if_due(&window, &context));
        // The BDP is 30 segments.
        bbr3.rounds_since_probe = 30;
        assert!(bbr3.probe_if_due(&window, &context));
        bbr3.start_down(&context);
        assert!(bbr3.probe_if_due(&window, &Context { now: at(4001), ..context }));
    }
    window.set_cwnd(10.0);
    bbr3.start_down(&context);
    bbr3.rounds_since_probe = 10;
    assert!(bbr3.probe_if_due(&window, &context), "a smaller window counts");
}

#[test]
fn an_undo_returns_to_startup_and_to_the_window_before() {
    let (mut bbr3, mut window) = (bbr3(), Window::new(100));
    let context = Context::of(at(1000), ms(100));
    bbr3.on_congestion(&mut window, &context, Congestion::Loss, 100);
    (bbr3.state, bbr3.is_pipe_known) = (State::Drain, true);
    bbr3.undo.state = Some(State::Startup);
    bbr3.bounds.inflight_longterm = 50.0;
    window.set_cwnd(40.0);
    assert_eq!(bbr3.on_undo(&mut window, &context, 0.0), 100.0);
    assert_eq!((bbr3.state, bbr3.is_pipe_known), (State::Startup, false));
    assert_eq!(bbr3.bounds, Bounds::NONE);
}
