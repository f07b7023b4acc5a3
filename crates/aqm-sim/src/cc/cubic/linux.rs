//! CUBIC as Linux runs it: the curve of RFC 9438 in whole segments and milliseconds, evaluated at most
//! every 31 ms, and turned into a count of acknowledged segments for one segment more.

use crate::cc::window::Credit;
use crate::cc::{AckEvent, Congestion, Context, Dialect, Growth, Reduction, Variable, Window};
use crate::math;
use crate::time::{Span, Time};

use super::CubicParams;
use super::hystart::HyStart;
use super::root;

/// Parameters are fractions of this: C = 0.4 is 410/1024, and beta = 0.7 is 717/1024.
const UNIT: u64 = 1024;
/// As long as the window does not change, the curve is evaluated this often (1/32 s in milliseconds).
const UPDATE_INTERVAL_MS: u64 = 31;
/// Above the target: one segment for this many windows.
const STANDSTILL_WINDOWS: u64 = 100;
/// Without a known peak: at least one segment for this many acknowledged (5 % a round trip).
const FIRST_COUNT: u64 = 20;
/// Never faster than one segment for two acknowledged (1.5 windows a round trip).
const MIN_COUNT: u64 = 2;
/// Unit and weight of the average of segments per ACK (Linux before 4.0), and its bound.
const SIXTEENTHS: u64 = 16;
const MAX_RATIO: u64 = 32 * SIXTEENTHS;
/// Delays this soon after a reduction are ignored: the queue is still draining.
const SETTLING_MS: u64 = 1000;

/// In the kernel, 0 us means that no delay was measured yet.
const MIN_DELAY: Span = Span::from_micros(1);

const NANOS_PER_MS: u64 = 1_000_000;

/// [`CubicParams`] as Linux has them.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Scaled {
    /// C in 1/1024 segments/s^3.
    c: u64,
    /// The decrease factor in 1/1024.
    beta: u64,
    /// Acknowledged segments for one more of the Reno-friendly estimate, in eighths of a window:
    /// 8 (1 + beta) / (3 (1 - beta)), rounded down; 15 at the default.
    friendly_eighths: u64,
    fast_convergence: bool,
    tcp_friendliness: bool,
    hystart: bool,
}

impl Scaled {
    fn new(params: &CubicParams) -> Self {
        let scale = |value: f64| (value * UNIT as f64).round() as u64;
        let beta = scale(params.beta).clamp(1, UNIT - 1);
        Scaled {
            c: scale(params.c).max(1),
            beta,
            friendly_eighths: 8 * (UNIT + beta) / 3 / (UNIT - beta),
            fast_convergence: params.fast_convergence,
            tcp_friendliness: params.tcp_friendliness,
            hystart: params.hystart,
        }
    }
}

/// One stage of congestion avoidance.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Epoch {
    start_ms: u64,
    /// Height of the curve's plateau, in segments.
    origin: u64,
    /// Time of the plateau, in 1/1024 s after the start.
    k: u64,
    /// The window that Reno would have, in segments.
    friendly: u64,
}

/// The unit that growth counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counting {
    /// Acknowledged segments (RFC 9438; Linux since 4.0).
    Segments,
    /// ACKs, as Linux did before. On the curve a running average of the segments that an ACK covers,
    /// in sixteenths, makes up for it. The Reno-friendly estimate has no such correction, so behind
    /// delayed ACKs it grows half as fast.
    Acks { ratio: u64 },
}

impl Counting {
    /// Starts from the two segments of a delayed ACK.
    fn acks() -> Self {
        Counting::Acks { ratio: 2 * SIXTEENTHS }
    }
}

/// CUBIC.
#[derive(Clone, PartialEq, Debug)]
pub struct CubicLinux {
    credit: Credit,
    /// Acknowledged segments for one more.
    count: u64,
    read_window: u64,
    /// The curve is evaluated again from here on, whatever the window.
    read_until: Time,
    counting: Counting,
    /// Acknowledged segments not yet turned into the epoch's `friendly`.
    friendly_credit: u64,
    /// Smallest delay seen; [`Span::MAX`] before the first one.
    min_rtt: Span,
    epoch: Option<Epoch>,
    /// Peak before the last reduction, after fast convergence, in segments; 0: unknown.
    last_max: u64,
    read_ms: u64,
    params: Scaled,
    hystart: HyStart,
}

fn millis(now: Time) -> u64 {
    now.nanos() / NANOS_PER_MS
}

impl CubicLinux {
    pub fn new(params: &CubicParams, dialect: Dialect, packet_bytes: u32) -> Self {
        CubicLinux::fresh(Scaled::new(params), HyStart::new(dialect, packet_bytes))
    }

    fn fresh(params: Scaled, hystart: HyStart) -> Self {
        let counts_acks = hystart.dialect() == Dialect::Linux310;
        CubicLinux {
            counting: if counts_acks { Counting::acks() } else { Counting::Segments },
            hystart,
            params,
            credit: Credit::default(),
            epoch: None,
            friendly_credit: 0,
            last_max: 0,
            min_rtt: Span::MAX,
            count: 0,
            read_window: 0,
            read_ms: 0,
            read_until: Time::ZERO,
        }
    }

    pub fn on_start(&mut self, context: &Context) {
        self.hystart.start_round(context);
    }

    #[inline(always)]
    pub fn on_ack(&mut self, window: &mut Window, context: &Context, ack: &AckEvent) {
        // Most samples in congestion avoidance change nothing.
        if let Some(rtt) = ack.rtt
            && (window.in_slow_start() || rtt < self.min_rtt)
        {
            self.take_delay(window, &Context { ..*context }, rtt);
        }
    }

    #[inline(never)]
    fn take_delay(&mut self, window: &mut Window, context: &Context, rtt: Span) {
        if self.epoch.is_some_and(|epoch| millis(context.now) - epoch.start_ms < SETTLING_MS) {
            return;
        }
        let rtt = rtt.max(MIN_DELAY);
        self.min_rtt = self.min_rtt.min(rtt);
        if self.params.hystart && window.in_slow_start() {
            self.hystart.on_rtt(window, context, rtt, self.min_rtt);
        }
    }

    #[inline(always)]
    pub fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        if self.counting == Counting::Segments && !window.in_slow_start() {
            self.avoid_segments(window, growth.segments, context.now);
        } else {
            self.grow_in_general(window, growth.segments, context.now);
        }
    }

    #[inline(never)]
    fn grow_in_general(&mut self, window: &mut Window, segments: u64, now: Time) {
        self.average_ratio(segments);
        let left = self.hystart.dialect().slow_start(window, segments);
        if left > 0 {
            self.avoid(window, left, now);
        }
    }

    /// Averages the segments that an ACK covers, in slow start too.
    fn average_ratio(&mut self, segments: u64) {
        if let Counting::Acks { ratio } = &mut self.counting {
            // Rounded down, so that it rests anywhere between 2 and 2.94 for two segments an ACK.
            *ratio = (*ratio - *ratio / SIXTEENTHS + segments).min(MAX_RATIO);
        }
    }

    fn avoid(&mut self, window: &mut Window, segments: u64, now: Time) {
        match self.counting {
            Counting::Segments => self.avoid_segments(window, segments, now),
            Counting::Acks { .. } => {
                self.update(window.segments(), 1, now);
                self.credit.add_ack(window, self.count);
            }
        }
    }

    #[inline(always)]
    fn avoid_segments(&mut self, window: &mut Window, segments: u64, now: Time) {
        self.update(window.segments(), segments, now);
        self.credit.add(window, segments, self.count);
    }

    /// Sets `count` from the curve and Reno's estimate, for which `acked` more count.
    #[inline(always)]
    fn update(&mut self, cwnd: u64, acked: u64, now: Time) {
        self.friendly_credit += acked;
        if cwnd != self.read_window || now >= self.read_until {
            self.evaluate(cwnd, acked, millis(now));
        }
    }

    #[inline(never)]
    fn evaluate(&mut self, cwnd: u64, acked: u64, now_ms: u64) {
        let epoch = match self.epoch {
            // Within one millisecond only the Reno-friendly estimate can have changed. Before 4.0 both
            // were computed again, which matters because `count` ends up in another unit.
            Some(epoch) if now_ms == self.read_ms && self.counting == Counting::Segments => epoch,
            known => {
                self.read_window = cwnd;
                self.read_ms = now_ms;
                let again_ms = now_ms + UPDATE_INTERVAL_MS + 1;
                self.read_until = Time::from_nanos(again_ms * NANOS_PER_MS);
                let epoch = known.unwrap_or_else(|| {
                    self.friendly_credit = acked;
                    let rise = self.last_max.saturating_sub(cwnd);
                    Epoch::new(self.plateau_time(rise), cwnd, self.last_max, now_ms)
                });
                self.count = self.cubic_count(&epoch, cwnd, now_ms);
                epoch
            }
        };
        self.follow_reno(epoch, cwnd);
    }

    /// The count for the curve one round trip ahead.
    fn cubic_count(&self, epoch: &Epoch, cwnd: u64, now_ms: u64) -> u64 {
        let known = self.min_rtt < Span::MAX;
        let ahead_ms = if known { self.ticks_of(self.min_rtt) } else { 0 };
        let t = (now_ms - epoch.start_ms + ahead_ms) * UNIT / 1000;
        let target = epoch.curve(self.params.c, t);
        let count = if target > cwnd { cwnd / (target - cwnd) } else { STANDSTILL_WINDOWS * cwnd };
        if self.last_max == 0 { count.min(FIRST_COUNT) } else { count }
    }

    /// K = cbrt(rise / C) in 1/1024 s: the time from the start of the epoch to its plateau, `rise`
    /// segments above.
    fn plateau_time(&self, rise: u64) -> u64 {
        let c = self.params.c;
        if !self.is_linux_3_10() {
            return root::cube_root(((1 << 40) / c).saturating_mul(rise));
        }
        (math::cbrt(rise as f64 * UNIT as f64 / c as f64) * UNIT as f64) as u64
    }

    /// A delay in the ticks of the curve, of 1 ms. Linux 3.10 stored delays in whole milliseconds. Today
    /// they are whole microseconds, and a begun millisecond counts as a tick.
    fn ticks_of(&self, delay: Span) -> u64 {
        match self.counting {
            Counting::Segments => (delay.nanos() / 1000).div_ceil(1000),
            Counting::Acks { .. } => delay.nanos() / NANOS_PER_MS,
        }
    }

    /// The Reno-friendly region (RFC 9438, section 4.3): not slower than Reno would be.
    fn follow_reno(&mut self, mut epoch: Epoch, cwnd: u64) {
        if self.params.tcp_friendliness {
            let per_segment = (cwnd * self.params.friendly_eighths / 8).max(1);
            // Strictly more than `per_segment`: the last one is kept.
            if self.friendly_credit > per_segment {
                let grown = (self.friendly_credit - 1) / per_segment;
                epoch.friendly += grown;
                self.friendly_credit -= grown * per_segment;
            }
            if epoch.friendly > cwnd {
                self.count = self.count.min(cwnd / (epoch.friendly - cwnd));
            }
        }
        self.count = match self.counting {
            Counting::Segments => self.count.max(MIN_COUNT),
            Counting::Acks { ratio } => (self.count * SIXTEENTHS / ratio).max(1),
        };
        self.epoch = Some(epoch);
    }

    /// RFC 9438, section 5.8: idle time does not count.
    pub fn on_resume(&mut self, last_sent: Time, now: Time) {
        if let Some(epoch) = &mut self.epoch {
            let idle_ms = millis(now).saturating_sub(millis(last_sent));
            epoch.start_ms = (epoch.start_ms + idle_ms).min(millis(now));
        }
    }

    pub fn on_congestion(&mut self, window: &Window, cause: Congestion) -> Reduction {
        let cwnd = window.segments();
        let Scaled { beta, fast_convergence, .. } = self.params;
        self.credit.clear();
        self.epoch = None;
        // A smaller peak than last time makes room for other flows.
        let converge = fast_convergence && cwnd < self.last_max;
        self.last_max = if converge { cwnd * (UNIT + beta) / (2 * UNIT) } else { cwnd };
        let last_max = self.last_max as f64;
        // In Linux 6 `read_until` stays: a window that an undo restores soon keeps its old count.
        if self.is_linux_3_10() {
            self.read_until = Time::ZERO;
            if cause == Congestion::Timeout {
                *self = CubicLinux::fresh(self.params, self.hystart.unstarted());
            }
        }
        Reduction::new((cwnd * beta / UNIT) as f64, || {
            let beta = beta as f64 / UNIT as f64;
            super::why(converge, cwnd as f64, beta, last_max)
        })
    }

    /// A timeout, perhaps a repeated one: resets everything. HyStart starts a round, and may end the
    /// next slow start too.
    pub fn on_timeout(&mut self, context: &Context) {
        self.credit.clear();
        if !self.is_linux_3_10() {
            *self = CubicLinux::fresh(self.params, self.hystart);
            self.hystart.start_round(context);
        }
    }

    fn is_linux_3_10(&self) -> bool {
        self.hystart.dialect() == Dialect::Linux310
    }

    /// Height and time of the plateau: segments, and seconds after the start of the stage.
    pub fn plateau(&self) -> Option<(f64, f64)> {
        self.epoch.map(|epoch| (epoch.origin as f64, epoch.k as f64 / UNIT as f64))
    }
}

impl CubicLinux {
    /// Reports the inner state by the kernel's names. Values of the curve only while it is in use.
    pub fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
        report(Variable::whole("last_max", "segments", self.last_max));
        if self.min_rtt < Span::MAX {
            report(Variable::whole("delay_min", "us", self.min_rtt.nanos() / 1000));
        }
        if let Some(epoch) = self.epoch {
            report(Variable::whole("inc_every", "segments", self.count));
            report(Variable::whole("last_cwnd", "segments", self.read_window));
            report(Variable::whole("last_time", "ms", self.read_ms));
            report(Variable::whole("epoch_start", "ms", epoch.start_ms));
            report(Variable::whole("origin", "segments", epoch.origin));
            report(Variable::whole("K", "1/1024 s", epoch.k));
            report(Variable::whole("tcp_cwnd", "segments", epoch.friendly));
            report(Variable::whole("ack_cnt", "segments", self.friendly_credit));
        }
        self.hystart.probe(report);
    }
}

impl Epoch {
    fn new(k: u64, cwnd: u64, last_max: u64, now_ms: u64) -> Self {
        Epoch { start_ms: now_ms, origin: last_max.max(cwnd), k, friendly: cwnd }
    }

    /// W(t) = origin + C (t - K)^3 for t in 1/1024 s; the distance is rounded down.
    fn curve(&self, c: u64, t: u64) -> u64 {
        let offset = u128::from(t.abs_diff(self.k));
        let distance = ((u128::from(c) * offset * offset * offset) >> 40) as u64;
        if t < self.k { self.origin.saturating_sub(distance) } else { self.origin + distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTT: Span = Span::from_millis(100);
    const C: u64 = 410;

    fn cubic(dialect: Dialect) -> CubicLinux {
        CubicLinux::new(&CubicParams::default(), dialect, 1500)
    }

    fn sample(cubic: &mut CubicLinux, window: &mut Window, now: Time, rtt: Span) {
        let ack = AckEvent { rtt: Some(rtt), acked: 1, delivered: 1, marked: 0, in_order: true };
        cubic.on_ack(window, &Context::of(now, rtt), &ack);
    }

    #[test]
    fn a_delay_of_nothing_counts_as_a_microsecond() {
        let (mut cubic, mut window) = (cubic(Dialect::Linux6), Window::new(10));
        sample(&mut cubic, &mut window, Time::ZERO, Span::ZERO);
        assert_eq!(cubic.min_rtt, Span::from_micros(1));
    }

    fn reduced(peak: u32) -> (CubicLinux, Window) {
        let mut cubic = cubic(Dialect::Linux6);
        let mut window = Window::new(peak);
        window.set_ssthresh(f64::from(peak));
        sample(&mut cubic, &mut window, Time::ZERO, RTT);
        let ssthresh = cubic.on_congestion(&window, Congestion::Loss).ssthresh;
        window.set_ssthresh(ssthresh);
        window.set_cwnd(ssthresh);
        (cubic, window)
    }

    /// A full window of ACKs, evenly spread over each round trip.
    fn run(cubic: &mut CubicLinux, window: &mut Window, from: f64, seconds: f64) {
        let mut now = Time::from_seconds(from);
        let end = now + Span::from_seconds(seconds);
        while now < end {
            cubic.avoid(window, 1, now);
            now += Span::from_nanos(RTT.nanos() / window.segments());
        }
    }

    #[test]
    fn reduces_to_717_of_1024() {
        for (peak, expected) in [(1000, 700.0), (208, 145.0), (10, 7.0), (3, 2.0)] {
            assert_eq!(reduced(peak).1.cwnd(), expected);
        }
    }

    #[test]
    fn the_curve_follows_rfc_9438() {
        // K = cbrt(300 / 0.4004) = 9.0826 s.
        assert_eq!(cubic(Dialect::Linux310).plateau_time(300), 9300);
        assert_eq!(cubic(Dialect::Linux6).plateau_time(300), 9294, "an approximate root");
        let epoch = Epoch::new(9300, 700, 1000, 0);
        assert_eq!(epoch.curve(C, 0), 700 + 1, "K is rounded down");
        assert_eq!(epoch.curve(C, 9300), 1000);
        assert_eq!(epoch.curve(C, 9300 + 10 * 1024), 1400);
    }

    #[test]
    fn the_lookahead_rounds_the_delay_up_to_milliseconds_in_linux_6() {
        let ticks = |counting, micros: u64, nanos: u64| {
            let cubic = CubicLinux { counting, ..cubic(Dialect::Linux6) };
            cubic.ticks_of(Span::from_nanos(micros * 1000 + nanos))
        };
        for (micros, linux_6, linux_3_10) in [(50_000, 50, 50), (50_001, 51, 50), (50_999, 51, 50)]
        {
            assert_eq!(ticks(Counting::Segments, micros, 999), linux_6);
            assert_eq!(ticks(Counting::acks(), micros, 999), linux_3_10);
        }
        // 410/1024 t^3 is one segment from 1390/1024 s on, which is the 1358th millisecond.
        let count = |dialect| {
            let mut cubic = cubic(dialect);
            cubic.min_rtt = Span::from_micros(1_357_001);
            cubic.last_max = 1000;
            cubic.cubic_count(&Epoch::new(0, 1000, 1000, 0), 1000, 0)
        };
        assert_eq!([Dialect::Linux6, Dialect::Linux310].map(count), [1000, 100_000]);
    }

    #[test]
    fn the_window_returns_to_the_peak_after_k_seconds() {
        let (mut cubic, mut window) = reduced(1000);
        run(&mut cubic, &mut window, 0.0, 5.0);
        // W(5.1) = 1000 - 0.4 (9.08 - 5.1)^3 = 974.8.
        assert!((window.cwnd() - 974.0).abs() <= 2.0, "{}", window.cwnd());
        run(&mut cubic, &mut window, 5.0, 4.1);
        assert!((window.cwnd() - 999.0).abs() <= 2.0, "{}", window.cwnd());
        run(&mut cubic, &mut window, 9.1, 8.0);
        assert!((window.cwnd() - 1205.0).abs() <= 8.0, "{}", window.cwnd());
    }

    #[test]
    fn small_windows_grow_like_reno() {
        let (mut cubic, mut window) = reduced(10);
        // 0.53 segments a round trip.
        run(&mut cubic, &mut window, 0.0, 2.0);
        assert!((16.0..=18.0).contains(&window.cwnd()), "{}", window.cwnd());
    }

    /// Growth within 4 s after a reduction from 10 to 7, with ACKs for two segments each.
    #[test]
    fn counting_acks_halves_the_growth_of_the_reno_estimate() {
        let grown = |counting| {
            let (mut cubic, mut window) = reduced(10);
            cubic.counting = counting;
            let mut now = Time::ZERO;
            while now < Time::from_seconds(4.0) {
                cubic.avoid(&mut window, 2, now);
                now += Span::from_nanos(2 * RTT.nanos() / window.segments());
            }
            window.cwnd() - 7.0
        };
        let (segments, acks) = (grown(Counting::Segments), grown(Counting::acks()));
        assert!((19.0..=23.0).contains(&segments), "0.53 a round trip, 40 of them: {segments}");
        assert!((9.0..=13.0).contains(&acks), "{acks}");
    }

    #[test]
    fn counting_acks_makes_up_for_the_segments_they_cover() {
        let mut cubic = cubic(Dialect::Linux310);
        let mut window = Window::new(100);
        let acks_for_one = |cubic: &mut CubicLinux, window: &mut Window, segments| {
            let (before, mut acks) = (window.cwnd(), 0);
            while window.cwnd() == before {
                cubic.average_ratio(segments);
                cubic.avoid(window, segments, Time::ZERO);
                acks += 1;
            }
            acks
        };
        // 20 segments without a peak: 20 / 2 ACKs, and one that adds the segment.
        assert_eq!(acks_for_one(&mut cubic, &mut window, 2), 11);
        // An ACK for 50: the average rises to 32 - 2 + 50 sixteenths, and rests at 47.
        cubic.average_ratio(50);
        assert_eq!(cubic.counting, Counting::Acks { ratio: 80 });
        for _ in 0..100 {
            acks_for_one(&mut cubic, &mut window, 2);
        }
        assert_eq!(cubic.counting, Counting::Acks { ratio: 47 });
        assert_eq!(acks_for_one(&mut cubic, &mut window, 2), 20 * 16 / 47 + 1);
    }

    #[test]
    fn a_falling_peak_converges_fast() {
        let (mut cubic, _) = reduced(100);
        cubic.on_congestion(&Window::new(80), Congestion::Loss);
        assert_eq!(cubic.last_max, 80 * 1741 / 2048);
        cubic.on_congestion(&Window::new(80), Congestion::Loss);
        assert_eq!(cubic.last_max, 80);
    }

    #[test]
    fn without_a_peak_five_percent_a_round_trip() {
        let mut cubic = cubic(Dialect::Linux6);
        let mut window = Window::new(100);
        run(&mut cubic, &mut window, 0.0, 0.1);
        assert_eq!(window.cwnd(), 105.0);
    }

    #[test]
    fn a_timeout_resets_the_peak_and_the_delay() {
        let (mut cubic, window) = reduced(100);
        assert_eq!(cubic.on_congestion(&window, Congestion::Timeout).ssthresh, 49.0);
        let context = Context { next: 7, ..Context::of(Time::from_seconds(3.0), RTT) };
        cubic.on_timeout(&context);
        assert_eq!((cubic.last_max, cubic.min_rtt), (0, Span::MAX));
        let mut round_end = 0.0;
        cubic.probe(&mut |variable| {
            if variable.name == "end_seg" {
                round_end = variable.value;
            }
        });
        assert_eq!(round_end, 7.0, "HyStart's round starts too");
    }

    #[test]
    fn the_default_parameters_are_those_of_linux() {
        let scaled = Scaled::new(&CubicParams::default());
        assert_eq!((scaled.c, scaled.beta, scaled.friendly_eighths), (410, 717, 15));
    }

    #[test]
    fn parameters_change_the_decrease_and_the_convergence() {
        let params = CubicParams { beta: 0.5, fast_convergence: false, ..CubicParams::default() };
        let mut cubic = CubicLinux::new(&params, Dialect::Linux6, 1500);
        assert_eq!(cubic.on_congestion(&Window::new(100), Congestion::Loss).ssthresh, 50.0);
        cubic.on_congestion(&Window::new(80), Congestion::Loss);
        assert_eq!(cubic.last_max, 80);
    }

    #[test]
    fn without_the_friendly_region_a_small_window_stays_on_the_curve() {
        let grown = |tcp_friendliness| {
            let params = CubicParams { tcp_friendliness, ..CubicParams::default() };
            let mut cubic = CubicLinux::new(&params, Dialect::Linux6, 1500);
            let mut window = Window::new(10);
            window.set_ssthresh(cubic.on_congestion(&window, Congestion::Loss).ssthresh);
            window.set_cwnd(window.ssthresh());
            run(&mut cubic, &mut window, 0.0, 2.0);
            window.cwnd()
        };
        assert!(grown(true) > grown(false) + 4.0, "{} {}", grown(true), grown(false));
    }

    #[test]
    fn idle_time_does_not_move_the_curve() {
        let growth_after = |resumed: bool| {
            let (mut cubic, mut window) = reduced(100);
            run(&mut cubic, &mut window, 0.0, 1.0);
            let before = window.cwnd();
            if resumed {
                cubic.on_resume(Time::from_seconds(1.0), Time::from_seconds(9.0));
            }
            run(&mut cubic, &mut window, 9.0, 0.3);
            window.cwnd() - before
        };
        assert!(growth_after(true) < 5.0, "{}", growth_after(true));
        assert!(growth_after(false) > 30.0, "{}", growth_after(false));
    }

    #[test]
    fn delays_within_a_second_after_a_reduction_are_ignored() {
        let (mut cubic, mut window) = reduced(100);
        run(&mut cubic, &mut window, 1.0, 0.1);
        for (seconds, expected) in [(1.9, RTT), (2.1, Span::from_millis(50))] {
            let now = Time::from_seconds(seconds);
            sample(&mut cubic, &mut window, now, Span::from_millis(50));
            assert_eq!(cubic.min_rtt, expected);
        }
    }
}
