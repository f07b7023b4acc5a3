use super::*;
use crate::cc::Dialect;

const RTT: Span = Span::from_millis(40);

/// A path of a fixed rate without a queue of its own: each ACK reports one segment.
struct Path {
    bbr: Bbr,
    window: Window,
    context: Context,
    /// Time between two ACKs.
    spacing: Span,
    in_flight: u64,
    rtt: Span,
}

impl Path {
    fn new(spacing: Span) -> Self {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        let mut window = Window::new(10);
        let mut context = Context::of(Time::ZERO, RTT);
        let mut bbr = Bbr::new(&BbrParams, &setup);
        bbr.on_start(&mut window, &context);
        context.now = Time::ZERO + RTT;
        Path { bbr, window, context, spacing, in_flight: 10, rtt: RTT }
    }

    /// Feeds one round trip of ACKs. Returns the window after it.
    fn round(&mut self) -> u64 {
        let prior = self.context.totals.delivered;
        let segments = self.window.segments();
        for _ in 0..segments {
            self.context.now += self.spacing;
            self.context.totals.delivered += 1;
            self.context.totals.delivered_at = self.context.now;
            self.context.in_flight = self.in_flight.min(self.window.segments());
            let sample = RateSample {
                prior_delivered: prior,
                delivered: 1,
                interval: Some(self.spacing),
                rtt: Some(self.rtt),
                newly_delivered: 1,
                prior_in_flight: self.context.in_flight,
                ..RateSample::default()
            };
            self.bbr.control(&mut self.window, &self.context, &sample);
        }
        self.window.segments()
    }

    fn run_for(&mut self, seconds: f64) {
        let end = self.context.now + Span::from_seconds(seconds);
        while self.context.now < end {
            self.round();
        }
    }
}

#[test]
fn startup_doubles_the_window_and_ends_when_the_rate_stays() {
    let mut path = Path::new(Span::from_millis(1));
    assert_eq!(path.bbr.mode, Mode::Startup);
    assert_eq!(path.round(), 20);
    for _ in 0..4 {
        path.round();
    }
    assert!(path.bbr.is_full);
    assert_ne!(path.bbr.mode, Mode::Startup);
}

#[test]
fn the_window_is_two_bandwidth_delay_products_and_the_rate_99_percent_of_the_path() {
    let mut path = Path::new(Span::from_millis(1));
    path.run_for(2.0);
    assert_eq!(path.bbr.mode, Mode::ProbeBw);
    // 1 segment/ms for 40 ms is 40 segments; bursts and ACKs add a few.
    let allowance = path.bbr.aggregation.allowance(path.bbr.bw());
    let expected = 2 * 40 + allowance + 3 * path.bbr.burst();
    let cwnd = path.window.segments();
    assert!((expected..=expected + 4).contains(&cwnd), "{cwnd}, {expected}");
    // 1500 bytes per millisecond.
    let cruise = rate(path.bbr.bw(), 1500, GAIN);
    assert!((cruise as f64 / 1_500_000.0 - 0.99).abs() < 0.001, "{cruise}");
}

#[test]
fn the_cycle_probes_drains_and_cruises() {
    let mut path = Path::new(Span::from_millis(1));
    path.run_for(2.0);
    let mut seen = Vec::new();
    for _ in 0..40 {
        path.in_flight = 200;
        path.round();
        if seen.last() != Some(&path.bbr.pacing_gain) {
            seen.push(path.bbr.pacing_gain);
        }
    }
    assert!(seen.contains(&320) && seen.contains(&256), "{seen:?}");
}

#[test]
fn after_ten_seconds_without_a_smaller_rtt_the_window_falls_to_four() {
    let mut path = Path::new(Span::from_millis(1));
    path.run_for(9.0);
    assert_ne!(path.bbr.mode, Mode::ProbeRtt);
    path.in_flight = 4;
    let mut least = u64::MAX;
    for _ in 0..400 {
        least = least.min(path.round());
    }
    assert_eq!(least, 4);
    assert_eq!(path.bbr.mode, Mode::ProbeBw, "the measurement is over");
    assert!(path.window.segments() > 40, "the window returned");
}

#[test]
fn a_reduction_keeps_the_threshold_and_the_window_returns_after_the_recovery() {
    let mut path = Path::new(Span::from_millis(1));
    path.run_for(2.0);
    let before = path.window.segments();
    let ssthresh = path.window.ssthresh();
    let context = path.context;
    assert_eq!(
        path.bbr.on_congestion(&mut path.window, &context, Congestion::Loss, before).ssthresh,
        ssthresh
    );
    let sample = RateSample { newly_delivered: 1, losses: 3, rtt: None, ..RateSample::default() };
    let recovery = Context { phase: Phase::Recovery, in_flight: 20, ..context };
    path.bbr.control(&mut path.window, &recovery, &sample);
    assert_eq!(path.window.segments(), 21, "packet conservation");
    path.bbr.control(&mut path.window, &context, &RateSample { losses: 0, ..sample });
    // The window target may be one burst smaller in the present phase of the cycle.
    assert!(path.window.segments().abs_diff(before) <= 2, "{}", path.window.segments());
}

#[test]
fn equal_throughput_in_two_lossy_intervals_reveals_a_policer() {
    let mut policer = Policer::default();
    let mut totals = Totals::default();
    policer.reset(&totals);
    let mut advice = Advice::Continue;
    for _ in 0..10 {
        // A round trip of 100 ms: 100 segments pass, and 40 are lost.
        totals.delivered += 100;
        totals.lost += 40;
        totals.delivered_at += Span::from_millis(100);
        let round = Round {
            started: true,
            losses: 40,
            app_limited: false,
            probing: true,
            packet_bytes: 1500,
        };
        advice = policer.on_ack(&totals, &round);
        if advice != Advice::Continue {
            break;
        }
    }
    assert_eq!(advice, Advice::Use);
    // One segment per millisecond.
    assert_eq!(policer.bw, (1 << BW_SCALE) / 1000);
}

/// 1906 segments in 7 us are more than 2^32 in units of 2^-24 segments/us.
#[test]
fn a_bandwidth_has_32_bits() {
    let mut path = Path::new(Span::from_micros(100));
    let interval = Some(Span::from_micros(7));
    let sample = RateSample { delivered: 1906, interval, ..RateSample::default() };
    path.bbr.sample_bandwidth(&path.context, &sample);
    assert_eq!(path.bbr.bandwidth.max(), ((1906 << 24) / 7) % (1 << 32));
}

/// 147 segments of 8948 bytes a microsecond: the product exceeds 2^64.
#[test]
fn a_rate_wraps_at_64_bits_as_in_linux() {
    let bytes = (2_466_250_752_u128 * 8948 * 739) >> 8;
    let expected = ((bytes * 990_000) % (1 << 64)) >> 24;
    assert_eq!(u128::from(rate(2_466_250_752, 8948, 739)), expected);
    assert!(expected < (bytes * 990_000) >> 24);
}
