//! CUBIC as Linux runs it: the curve of RFC 9438 in whole segments and milliseconds, read at most
//! every 31 ms, and turned into "one more segment for every so many acknowledged".

use std::mem::offset_of;

use crate::math;
use crate::time::{Span, Time};

use super::hystart::HyStart;
use super::{Congestion, Credit, Dialect, Growth, RttSample, Window};

/// C = 410/1024 segments/s^3 = 0.4.
const C_NUMERATOR: u128 = 410;
/// The decrease factor 717/1024 = 0.7, on whole segments.
const BETA: u64 = 717;
const UNIT: u64 = 1024;
/// Acknowledged segments for one more of the Reno-friendly estimate, in eighths of a window:
/// 8 (1 + beta) / (3 (1 - beta)) = 15, rounded down.
const FRIENDLY_EIGHTHS: u64 = 15;
/// As long as the window does not change, the curve is read this often (1/32 s in milliseconds).
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
/// Delays are not learnt this soon after a reduction: the queue is still draining.
const SETTLING_MS: u64 = 1000;

/// One stage of congestion avoidance.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Epoch {
    start_ms: u64,
    /// Where the curve is flat, in segments.
    origin: u64,
    /// When, in 1/1024 s after the start.
    k: u64,
    /// What Reno would have, in segments.
    friendly: u64,
}

const NANOS_PER_MS: u64 = 1_000_000;

/// What growth counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counting {
    /// Acknowledged segments (RFC 9438; Linux since 4.0).
    Segments,
    /// ACKs, as Linux did before. On the curve a running average of the segments that an ACK covers
    /// makes up for it, in sixteenths; the Reno-friendly estimate does without, so behind delayed
    /// ACKs it grows half as fast.
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
#[repr(C)]
pub(super) struct CubicLinux {
    // What most ACKs need is at the beginning.
    credit: Credit,
    /// Acknowledged segments for one more.
    count: u64,
    read_window: u64,
    /// When it is due to be read again, whatever the window; [`Time::ZERO`] without an epoch.
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
    hystart: HyStart,
}

fn millis(now: Time) -> u64 {
    now.nanos() / NANOS_PER_MS
}

impl CubicLinux {
    /// Where what most ACKs need ends, in bytes.
    pub(super) const PLAIN_TO: usize = offset_of!(CubicLinux, epoch);

    pub(super) fn new(dialect: Dialect) -> Self {
        let counts_acks = dialect == Dialect::Linux310;
        CubicLinux {
            counting: if counts_acks { Counting::acks() } else { Counting::Segments },
            hystart: HyStart::new(dialect),
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

    #[inline(always)]
    pub(super) fn on_rtt(&mut self, window: &mut Window, sample: &RttSample) {
        // Mostly there is nothing to learn.
        if window.in_slow_start() || sample.rtt < self.min_rtt {
            self.learn(window, &RttSample { ..*sample });
        }
    }

    #[inline(never)]
    fn learn(&mut self, window: &mut Window, sample: &RttSample) {
        if self.epoch.is_some_and(|epoch| millis(sample.now) - epoch.start_ms < SETTLING_MS) {
            return;
        }
        self.min_rtt = self.min_rtt.min(sample.rtt);
        if window.in_slow_start() {
            self.hystart.on_rtt(window, sample, self.min_rtt);
        }
    }

    /// Every ACK for new data, in slow start too.
    pub(super) fn on_ack(&mut self, growth: &Growth) {
        if let Counting::Acks { ratio } = &mut self.counting {
            // Rounded down, so that it rests anywhere between 2 and 2.94 for two segments an ACK.
            *ratio = (*ratio - *ratio / SIXTEENTHS + growth.segments).min(MAX_RATIO);
        }
    }

    /// Whether all that counts is [`Self::avoid`].
    pub(super) fn counts_segments(&self) -> bool {
        self.counting == Counting::Segments
    }

    #[inline(always)]
    pub(super) fn avoid(&mut self, window: &mut Window, segments: u64, now: Time) {
        match self.counting {
            Counting::Segments => self.avoid_segments(window, segments, now),
            Counting::Acks { .. } => {
                self.update(window.segments(), 1, now);
                self.credit.add_ack(window, self.count);
            }
        }
    }

    /// The same where it counts segments.
    #[inline(always)]
    pub(super) fn avoid_segments(&mut self, window: &mut Window, segments: u64, now: Time) {
        self.update(window.segments(), segments, now);
        self.credit.add(window, segments, self.count);
    }

    /// Sets `count` from the curve and Reno's estimate, for which `acked` more count.
    #[inline(always)]
    fn update(&mut self, cwnd: u64, acked: u64, now: Time) {
        self.friendly_credit += acked;
        if cwnd != self.read_window || now >= self.read_until {
            self.read(cwnd, acked, millis(now));
        }
    }

    #[inline(never)]
    fn read(&mut self, cwnd: u64, acked: u64, now_ms: u64) {
        let epoch = match self.epoch {
            // Within one millisecond only the Reno-friendly estimate can have changed; before 4.0 both
            // were taken anew, which matters because `count` ends up in another unit.
            Some(epoch) if now_ms == self.read_ms && self.counting == Counting::Segments => epoch,
            known => {
                self.read_window = cwnd;
                self.read_ms = now_ms;
                let again_ms = now_ms + UPDATE_INTERVAL_MS + 1;
                self.read_until = Time::from_nanos(again_ms * NANOS_PER_MS);
                let epoch = known.unwrap_or_else(|| {
                    self.friendly_credit = acked;
                    Epoch::new(cwnd, self.last_max, now_ms)
                });
                self.count = self.cubic_count(&epoch, cwnd, now_ms);
                epoch
            }
        };
        self.follow_reno(epoch, cwnd);
    }

    /// From the curve one round trip ahead.
    fn cubic_count(&self, epoch: &Epoch, cwnd: u64, now_ms: u64) -> u64 {
        let known = self.min_rtt < Span::MAX;
        let ahead_ms = if known { self.ticks_of(self.min_rtt) } else { 0 };
        let target = epoch.curve((now_ms - epoch.start_ms + ahead_ms) * UNIT / 1000);
        let count = if target > cwnd { cwnd / (target - cwnd) } else { STANDSTILL_WINDOWS * cwnd };
        if self.last_max == 0 { count.min(FIRST_COUNT) } else { count }
    }

    /// A delay in the ticks of the curve, of 1 ms. Linux 3.10 kept delays in whole milliseconds; today
    /// they are whole microseconds, and one that is begun counts as a tick.
    fn ticks_of(&self, delay: Span) -> u64 {
        match self.counting {
            Counting::Segments => (delay.nanos() / 1000).div_ceil(1000),
            Counting::Acks { .. } => delay.nanos() / NANOS_PER_MS,
        }
    }

    /// The Reno-friendly region (RFC 9438, section 4.3): not slower than Reno would be.
    fn follow_reno(&mut self, mut epoch: Epoch, cwnd: u64) {
        let per_segment = (cwnd * FRIENDLY_EIGHTHS / 8).max(1);
        // Strictly more than `per_segment`: the last one is kept.
        if self.friendly_credit > per_segment {
            let grown = (self.friendly_credit - 1) / per_segment;
            epoch.friendly += grown;
            self.friendly_credit -= grown * per_segment;
        }
        if epoch.friendly > cwnd {
            self.count = self.count.min(cwnd / (epoch.friendly - cwnd));
        }
        self.count = match self.counting {
            Counting::Segments => self.count.max(MIN_COUNT),
            Counting::Acks { ratio } => (self.count * SIXTEENTHS / ratio).max(1),
        };
        self.epoch = Some(epoch);
    }

    /// RFC 9438, section 5.8: idle time does not count.
    pub(super) fn on_resume(&mut self, last_sent: Time, now: Time) {
        if let Some(epoch) = &mut self.epoch {
            let idle_ms = millis(now).saturating_sub(millis(last_sent));
            epoch.start_ms = (epoch.start_ms + idle_ms).min(millis(now));
        }
    }

    pub(super) fn on_congestion(&mut self, window: &Window, cause: Congestion) -> f64 {
        let cwnd = window.segments();
        self.credit.clear();
        self.epoch = None;
        self.read_until = Time::ZERO;
        match cause {
            Congestion::Signal => {
                // Fast convergence: a smaller peak than last time makes room for others.
                let converge = cwnd < self.last_max;
                self.last_max = if converge { cwnd * (UNIT + BETA) / (2 * UNIT) } else { cwnd };
            }
            // A timeout forgets the path, and HyStart may end the next slow start too.
            Congestion::Timeout => *self = CubicLinux::new(self.hystart.dialect()),
        }
        (cwnd * BETA / UNIT) as f64
    }
}

impl Epoch {
    fn new(cwnd: u64, last_max: u64, now_ms: u64) -> Self {
        let rise = last_max.saturating_sub(cwnd);
        // K = cbrt(rise / C), in 1/1024 s.
        let k = math::cbrt(rise as f64 * UNIT as f64 / C_NUMERATOR as f64) * UNIT as f64;
        Epoch { start_ms: now_ms, origin: last_max.max(cwnd), k: k as u64, friendly: cwnd }
    }

    /// W(t) = origin + C (t - K)^3 for t in 1/1024 s; the distance is rounded down.
    fn curve(&self, t: u64) -> u64 {
        let offset = u128::from(t.abs_diff(self.k));
        let distance = ((C_NUMERATOR * offset * offset * offset) >> 40) as u64;
        if t < self.k { self.origin.saturating_sub(distance) } else { self.origin + distance }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTT: Span = Span::from_millis(100);

    fn reduced(peak: u32) -> (CubicLinux, Window) {
        let mut cubic = CubicLinux::new(Dialect::Linux6);
        let mut window = Window::new(peak);
        window.set_ssthresh(f64::from(peak));
        let sample = RttSample { now: Time::ZERO, rtt: RTT, una: 0, next: 0 };
        cubic.on_rtt(&mut window, &sample);
        let ssthresh = cubic.on_congestion(&window, Congestion::Signal);
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
    fn the_curve_is_the_one_of_rfc_9438() {
        // K = cbrt(300 / 0.4004) = 9.0826 s.
        let epoch = Epoch::new(700, 1000, 0);
        assert_eq!(epoch.k, 9300);
        assert_eq!(epoch.curve(0), 700 + 1, "K is rounded down");
        assert_eq!(epoch.curve(9300), 1000);
        assert_eq!(epoch.curve(9300 + 10 * 1024), 1400);
    }

    #[test]
    fn a_begun_millisecond_of_the_delay_is_looked_ahead_whole() {
        let ticks = |counting, micros: u64, nanos: u64| {
            let cubic = CubicLinux { counting, ..CubicLinux::new(Dialect::Linux6) };
            cubic.ticks_of(Span::from_nanos(micros * 1000 + nanos))
        };
        for (micros, linux_6, linux_3_10) in [(50_000, 50, 50), (50_001, 51, 50), (50_999, 51, 50)]
        {
            assert_eq!(ticks(Counting::Segments, micros, 999), linux_6);
            assert_eq!(ticks(Counting::acks(), micros, 999), linux_3_10);
        }
        // 410/1024 t^3 is one segment from 1390/1024 s on, which is the 1358th millisecond.
        let count = |dialect| {
            let mut cubic = CubicLinux::new(dialect);
            cubic.min_rtt = Span::from_micros(1_357_001);
            cubic.last_max = 1000;
            cubic.cubic_count(&Epoch::new(1000, 1000, 0), 1000, 0)
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

    /// Windows that Reno would have 4 s after a reduction from 10 to 7, ACKs for two segments each.
    #[test]
    fn counting_acks_halves_the_renos_growth() {
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
        let mut cubic = CubicLinux::new(Dialect::Linux310);
        let mut window = Window::new(100);
        let acks_for_one = |cubic: &mut CubicLinux, window: &mut Window, segments| {
            let (before, mut acks) = (window.cwnd(), 0);
            while window.cwnd() == before {
                let growth = Growth { now: Time::ZERO, segments, srtt: RTT };
                cubic.on_ack(&growth);
                cubic.avoid(window, segments, Time::ZERO);
                acks += 1;
            }
            acks
        };
        // 20 segments without a peak, so 20 / 2 ACKs and the one that buys.
        assert_eq!(acks_for_one(&mut cubic, &mut window, 2), 11);
        // An ACK for 50: the average rises to 32 - 2 + 50 sixteenths, and rests at 47.
        cubic.on_ack(&Growth { now: Time::ZERO, segments: 50, srtt: RTT });
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
        cubic.on_congestion(&Window::new(80), Congestion::Signal);
        assert_eq!(cubic.last_max, 80 * 1741 / 2048);
        cubic.on_congestion(&Window::new(80), Congestion::Signal);
        assert_eq!(cubic.last_max, 80);
    }

    #[test]
    fn without_a_peak_five_percent_a_round_trip() {
        let mut cubic = CubicLinux::new(Dialect::Linux6);
        let mut window = Window::new(100);
        run(&mut cubic, &mut window, 0.0, 0.1);
        assert_eq!(window.cwnd(), 105.0);
    }

    #[test]
    fn a_timeout_forgets() {
        let (mut cubic, window) = reduced(100);
        assert_eq!(cubic.on_congestion(&window, Congestion::Timeout), 49.0);
        assert_eq!((cubic.last_max, cubic.min_rtt), (0, Span::MAX));
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
    fn delays_right_after_a_reduction_are_not_learnt() {
        let (mut cubic, mut window) = reduced(100);
        run(&mut cubic, &mut window, 1.0, 0.1);
        for (seconds, expected) in [(1.9, RTT), (2.1, Span::from_millis(50))] {
            let now = Time::from_seconds(seconds);
            let sample = RttSample { now, rtt: Span::from_millis(50), una: 0, next: 0 };
            cubic.on_rtt(&mut window, &sample);
            assert_eq!(cubic.min_rtt, expected);
        }
    }
}
