use super::*;
use crate::cc::Dialect;

const RTT: Span = Span::from_millis(50);

fn prague(params: PragueParams) -> Prague {
    let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
    Prague::new(&params, &setup)
}

/// A flow without RTT independence.
fn plain() -> Prague {
    prague(PragueParams { virtual_rtt: Span::ZERO, ..PragueParams::default() })
}

fn context(now: Time, rtt: Span) -> Context {
    Context::of(now, rtt)
}

/// An ACK that finds the window of at most 1000 segments in use.
fn sample(newly_delivered: u64, newly_marked: u64) -> RateSample {
    let prior_in_flight = newly_delivered.max(1_000);
    RateSample { newly_delivered, newly_marked, prior_in_flight, ..RateSample::default() }
}

fn window(cwnd: f64) -> Window {
    let mut window = Window::new(10);
    window.set_cwnd(cwnd);
    window.set_ssthresh(cwnd);
    window
}

/// Feeds a round-trip time's ACKs as one, with a fraction `p` of marks. Returns the time after it.
struct Path {
    now: Time,
    rtt: Span,
    /// Fractions of marks that are still to come.
    owed: f64,
}

impl Path {
    fn new(rtt: Span) -> Self {
        Path { now: Time::ZERO, rtt, owed: 0.0 }
    }

    fn round(&mut self, prague: &mut Prague, window: &mut Window, p: f64) {
        self.now += self.rtt;
        let delivered = window.segments();
        self.owed += p * delivered as f64;
        let marked = self.owed as u64;
        self.owed -= marked as f64;
        prague.control(window, &context(self.now, self.rtt), &sample(delivered, marked));
    }
}

#[test]
fn alpha_is_one_at_the_first_mark_and_follows_the_fraction_of_marks() {
    let mut prague = plain();
    let (mut path, mut window) = (Path::new(RTT), window(100.0));
    path.round(&mut prague, &mut window, 0.0);
    assert_eq!(prague.alpha, None);
    path.round(&mut prague, &mut window, 0.25);
    assert_eq!(prague.alpha, Some(1.0));
    // g = 1/16.
    set(&mut window, 100.0);
    path.round(&mut prague, &mut window, 0.25);
    assert_eq!(prague.alpha, Some(1.0 - 0.75 / 16.0));
    for _ in 0..200 {
        set(&mut window, 100.0);
        path.round(&mut prague, &mut window, 0.25);
    }
    assert!((prague.alpha.unwrap() - 0.25).abs() < 0.001, "{:?}", prague.alpha);
}

#[test]
fn a_mark_takes_half_of_alpha_once_in_a_virtual_round_trip() {
    let mut prague = prague(PragueParams::default());
    prague.alpha = Some(0.2);
    let mut window = window(100.0);
    let millis = |ms| Time::ZERO + Span::from_millis(ms);
    prague.update_at = millis(1_000);
    let rtt = Span::from_millis(10);
    for (at, expected) in [(100, 90.0), (110, 90.0), (124, 90.0), (125, 81.0)] {
        prague.control(&mut window, &context(millis(at), rtt), &sample(1, 1));
        assert!((window.cwnd() - expected).abs() < 1e-9, "{} at {at} ms", window.cwnd());
    }
}

#[test]
fn unmarked_segments_open_the_window_also_during_a_reduction() {
    let mut prague = plain();
    prague.alpha = Some(0.1);
    prague.reduced_until = Time::from_seconds(9.0);
    let mut window = window(100.0);
    let context = Context { phase: Phase::Cwr, ..context(Time::from_seconds(1.0), RTT) };
    prague.control(&mut window, &context, &sample(100, 40));
    assert!((window.cwnd() - 100.6).abs() < 1e-9, "{}", window.cwnd());
    // Not while losses are repaired, and not without data to send or with a window that is not used.
    let recovery = Context { phase: Phase::Recovery, ..context };
    prague.control(&mut window, &recovery, &sample(100, 0));
    for (app_limited, prior_in_flight) in [(true, 100), (false, 49)] {
        let limited = RateSample { app_limited, prior_in_flight, ..sample(1, 0) };
        prague.control(&mut window, &context, &limited);
    }
    assert!((window.cwnd() - 100.6).abs() < 1e-9, "{}", window.cwnd());
}

/// A flow at 5 ms gains (5 / 25)^2 segments a round trip, but only on paths with marks.
#[test]
fn short_round_trips_grow_as_25_ms_do() {
    for (rtt, alpha, expected) in [
        (5, Some(0.0), 0.04),
        (10, Some(0.0), 0.16),
        (25, Some(0.0), 1.0),
        (80, Some(0.0), 1.0),
        (5, None, 1.0),
    ] {
        let mut prague = prague(PragueParams::default());
        prague.alpha = alpha;
        let mut window = window(50.0);
        let context = context(Time::from_seconds(1.0), Span::from_millis(rtt));
        prague.control(&mut window, &context, &sample(50, 0));
        assert!((window.cwnd() - 50.0 - expected).abs() < 1e-9, "{} at {rtt} ms", window.cwnd());
    }
}

/// Mean window over the last thousand rounds.
fn mean_window(prague: &mut Prague, rtt: Span, p: f64) -> f64 {
    let (mut path, mut window) = (Path::new(rtt), window(20.0));
    let mut sum = 0.0;
    for round in 0..3_000 {
        path.round(prague, &mut window, p);
        if round >= 2_000 {
            sum += window.cwnd();
        }
    }
    sum / 1_000.0
}

/// A round gains 1 - p segments and loses p / 2 of the window: W = 2 (1 - p) / p.
#[test]
fn the_window_is_inversely_proportional_to_the_fraction_of_marks() {
    for p in [0.01, 0.02, 0.05, 0.1, 0.2] {
        let actual = mean_window(&mut plain(), RTT, p);
        let expected = 2.0 * (1.0 - p) / p;
        assert!((actual / expected - 1.0).abs() < 0.1, "{actual} at p = {p}, expected {expected}");
    }
}

#[test]
fn the_rate_depends_on_the_round_trip_only_above_25_ms() {
    let rate = |rtt: u64, params| {
        mean_window(&mut prague(params), Span::from_millis(rtt), 0.05) / rtt as f64
    };
    let independent = PragueParams::default();
    let at_25 = rate(25, independent);
    let at_10 = rate(10, independent);
    // A round of 10 ms can reduce only every third time, after 30 ms in place of 25.
    assert!((at_10 / at_25 - 1.2).abs() < 0.15, "{at_10} and {at_25}");
    assert!((rate(50, independent) / at_25 - 0.5).abs() < 0.05);
    let dependent = PragueParams { virtual_rtt: Span::ZERO, ..independent };
    assert!((rate(10, dependent) / rate(25, dependent) - 2.5).abs() < 0.2);
}

#[test]
fn a_loss_halves_the_window_once_and_a_mark_before_it_is_part_of_the_half() {
    let now = Time::from_seconds(1.0);
    let losing = Context { una: 100, next: 200, ..context(now, RTT) };
    let mut prague = plain();
    let mut cut = window(80.0);
    assert_eq!(prague.on_congestion(&mut cut, &losing, Congestion::Loss, 80).ssthresh, 40.0);
    prague.on_phase(&mut cut, &losing, Phase::Recovery);
    assert_eq!((cut.cwnd(), cut.ssthresh()), (40.0, 40.0));
    let later = Context { una: 200, next: 240, ..losing };
    prague.on_phase(&mut cut, &later, Phase::Recovery);
    assert_eq!(cut.cwnd(), 20.0);

    let mut prague = plain();
    (prague.alpha, prague.update_at) = (Some(0.5), now + RTT);
    let mut cut = window(80.0);
    prague.control(&mut cut, &losing, &sample(1, 1));
    assert_eq!(cut.cwnd(), 60.0);
    prague.on_phase(&mut cut, &losing, Phase::Recovery);
    assert_eq!(cut.cwnd(), 40.0, "half of 80, not of 60");
}

#[test]
fn slow_start_ends_with_the_first_mark() {
    let mut prague = plain();
    let mut window = Window::new(10);
    let mut path = Path::new(RTT);
    path.round(&mut prague, &mut window, 0.0);
    path.round(&mut prague, &mut window, 0.0);
    assert_eq!(window.cwnd(), 40.0);
    path.round(&mut prague, &mut window, 0.1);
    assert!(!window.in_slow_start());
    // Half of 40, and 36 unmarked segments.
    assert!((window.cwnd() - (20.0 + 36.0 / 20.0)).abs() < 1e-9, "{}", window.cwnd());
}

#[test]
fn pacing_spreads_a_window_over_a_round_trip_and_two_in_slow_start() {
    let mut prague = plain();
    let mut window = Window::new(10);
    prague.on_start(&mut window, &context(Time::ZERO, RTT));
    // 20 packets of 1500 bytes in 50 ms.
    assert_eq!(window.pacing_rate(), Some(BitRate::from_bps(4_800_000)));
    let mut window = self::window(10.0);
    prague.on_start(&mut window, &context(Time::ZERO, RTT));
    assert_eq!(window.pacing_rate(), Some(BitRate::from_bps(2_400_000)));
}

#[test]
fn it_asks_for_ect1_and_counted_marks() {
    let needs = plain().needs();
    assert!(needs.ect1 && needs.pacing && needs.control && needs.delivery);
    assert_eq!(needs.ecn_echo, EcnEcho::Counters);
}
