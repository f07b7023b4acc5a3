//! HyStart (Ha and Rhee, "Taming the elephants: new TCP slow start", 2011), as Linux runs it: it
//! leaves slow start when the ACKs of one round stretch over half the path's delay (the train fills
//! the pipe), or when the round's smallest delay has risen (a queue builds up).

use crate::cc::{Context, Dialect, Variable, Window};
use crate::time::{Span, Time};

/// No exit below this window, in segments.
const LOW_WINDOW: f64 = 16.0;
/// ACKs closer than this belong to one train.
const ACK_SPACING: Span = Span::from_millis(2);
/// Four maximal offload bursts, in bits (Linux: 64 KiB less the headers), and the longest time that they
/// are granted. Below 2 Gbit/s the time is always the longest one.
const BURST_BITS: u64 = 4 * 65_215 * 8;
const MAX_BURST_TIME: Span = Span::from_millis(1);
/// Samples of a round before its delay is compared.
const MIN_SAMPLES: u32 = 8;
/// Bounds of the tolerated rise of the delay, which is a fraction of the path's delay.
const MIN_RISE: Span = Span::from_millis(4);
const MAX_RISE: Span = Span::from_millis(16);

/// Differences between releases of Linux.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Rules {
    /// The tolerated rise is the path's delay divided by this.
    rise_divisor: u64,
    /// Two trains may be longer than the path's delay by the time of four offload bursts.
    allows_bursts: bool,
    /// Later samples of a round can lower its delay as well.
    all_samples_count: bool,
    /// The ACK with which a round starts belongs to the round before.
    first_ack_ends: bool,
}

const LINUX_6: Rules =
    Rules { rise_divisor: 8, allows_bursts: true, all_samples_count: true, first_ack_ends: false };
/// Linux 3.19 changed the divisor to 8; the other rules came with Linux 5.
const LINUX_3_10: Rules = Rules {
    rise_divisor: 16,
    allows_bursts: false,
    all_samples_count: false,
    first_ack_ends: true,
};

/// The state of one round.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HyStart {
    found: bool,
    round_start: Time,
    /// The round ends when this segment is acknowledged.
    round_end: u64,
    last_ack: Time,
    round_rtt: Span,
    samples: u32,
    dialect: Dialect,
    packet_bytes: u32,
}

impl HyStart {
    pub fn new(dialect: Dialect, packet_bytes: u32) -> Self {
        HyStart {
            dialect,
            packet_bytes,
            found: false,
            round_start: Time::ZERO,
            round_end: 0,
            last_ack: Time::ZERO,
            round_rtt: Span::MAX,
            samples: 0,
        }
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the same rules without a round.
    pub fn unstarted(&self) -> Self {
        HyStart::new(self.dialect, self.packet_bytes)
    }

    /// Checks the delay `rtt`, measured in slow start. `min_rtt` is the smallest delay seen on this
    /// path, this one included.
    pub fn on_rtt(&mut self, window: &mut Window, context: &Context, rtt: Span, min_rtt: Span) {
        if self.found {
            return;
        }
        let rules = if self.dialect == Dialect::Linux310 { &LINUX_3_10 } else { &LINUX_6 };
        // Rounds are counted at any window. From 5.16 to 6.13 Linux counted them only above the low
        // window, by mistake (4e1fddc98d25, fixed by 25c1a9ca53db).
        let starts_round = context.una > self.round_end;
        if starts_round && !rules.first_ack_ends {
            self.start_round(context);
        }
        if window.cwnd() >= LOW_WINDOW
            // Both count the sample, even if one is enough.
            && (self.train_is_long(window, context, min_rtt, rules)
                | self.delay_has_risen(rtt, min_rtt, rules))
        {
            self.found = true;
            window.set_ssthresh(window.cwnd());
        } else if starts_round && rules.first_ack_ends {
            self.start_round(context);
        }
    }

    /// Reports the inner state by the kernel's names.
    pub fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("found", "", self.found));
        report(Variable::whole("sample_cnt", "", self.samples));
        report(Variable::whole("end_seg", "segment", self.round_end));
        report(Variable::whole("round_start", "us", self.round_start.nanos() / 1000));
        report(Variable::whole("last_ack", "us", self.last_ack.nanos() / 1000));
        // The kernel's largest number means that no sample came in this round.
        let is_known = self.round_rtt < Span::MAX;
        let micros = if is_known { self.round_rtt.nanos() / 1000 } else { u32::MAX.into() };
        report(Variable::whole("curr_rtt", "us", micros));
    }

    pub fn start_round(&mut self, context: &Context) {
        *self = HyStart {
            round_start: context.now,
            round_end: context.next,
            last_ack: context.now,
            ..self.unstarted()
        };
    }

    fn train_is_long(
        &mut self,
        window: &Window,
        context: &Context,
        min_rtt: Span,
        rules: &Rules,
    ) -> bool {
        let now = context.now;
        if now.saturating_since(self.last_ack) > ACK_SPACING {
            return false;
        }
        self.last_ack = now;
        let train = now.saturating_since(self.round_start);
        // Cheap, and true for most ACKs.
        if train <= min_rtt.half() {
            return false;
        }
        let bursts =
            if rules.allows_bursts { self.burst_time(window, context) } else { Span::ZERO };
        let limit = min_rtt + bursts;
        // Pacing spreads the packets of a round, so a train may last twice as long.
        train > if context.paced && rules.allows_bursts { limit } else { limit.half() }
    }

    /// Time of four offload bursts at the rate that Linux would pace at, in whole microseconds.
    fn burst_time(&self, window: &Window, context: &Context) -> Span {
        let rate = match window.pacing_rate() {
            Some(rate) => rate.bps(),
            None => {
                // Two windows per round trip.
                let bits = 2 * window.segments() * u64::from(self.packet_bytes) * 8;
                let nanos = u128::from(context.srtt.nanos().max(1));
                (u128::from(bits) * 1_000_000_000 / nanos) as u64
            }
        };
        let micros = BURST_BITS * 1_000_000 / rate.max(1);
        Span::from_micros(micros).min(MAX_BURST_TIME)
    }

    fn delay_has_risen(&mut self, rtt: Span, min_rtt: Span, rules: &Rules) -> bool {
        let is_early = self.samples < MIN_SAMPLES;
        if is_early || rules.all_samples_count {
            self.round_rtt = self.round_rtt.min(rtt);
        }
        if is_early {
            self.samples += 1;
            return false;
        }
        let part = Span::from_nanos(min_rtt.nanos() / rules.rise_divisor);
        self.round_rtt > min_rtt + part.clamp(MIN_RISE, MAX_RISE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::BitRate;

    const MIN_RTT: Span = Span::from_millis(40);

    /// An ACK for everything below `una` while everything below `next` is sent.
    fn at(now: Time, una: u64, next: u64) -> Context {
        Context { una, next, ..Context::of(now, MIN_RTT) }
    }

    /// Feeds one round of ACKs, `spacing_us` apart, with these delays on a path of `min_rtt`. Returns the
    /// number of the ACK that ended slow start, counted from 1.
    fn exit_of(
        dialect: Dialect,
        cwnd: u32,
        spacing_us: u64,
        min_rtt: Span,
        rtts_ms: impl IntoIterator<Item = u64>,
    ) -> Option<u64> {
        let mut window = Window::new(cwnd);
        let mut hystart = HyStart::new(dialect, 1500);
        for (i, rtt_ms) in (1..).zip(rtts_ms) {
            let now = Time::from_seconds(1.0) + Span::from_micros(spacing_us * i);
            let rtt = Span::from_millis(rtt_ms);
            hystart.on_rtt(&mut window, &at(now, i, 1000), rtt, min_rtt);
            if !window.in_slow_start() {
                assert_eq!(window.ssthresh(), f64::from(cwnd));
                return Some(i);
            }
        }
        None
    }

    /// Linux 6 over [`MIN_RTT`], each of `acks` with delay `rtt_ms`.
    fn exit(cwnd: u32, acks: u64, spacing_us: u64, rtt_ms: u64) -> Option<u64> {
        let rtts = (0..acks).map(|_| rtt_ms);
        exit_of(Dialect::Linux6, cwnd, spacing_us, MIN_RTT, rtts)
    }

    #[test]
    fn a_train_longer_than_half_the_delay_ends_slow_start() {
        // (40 ms + 1 ms) / 2 = 20.5 ms after the first ACK.
        assert_eq!(exit(100, 60, 1000, 40), Some(22));
        assert_eq!(exit(100, 21, 1000, 40), None);
    }

    #[test]
    fn the_ack_that_ends_the_train_is_a_sample_of_the_delay_too() {
        let mut window = Window::new(100);
        let mut hystart = HyStart::new(Dialect::Linux6, 1500);
        hystart.start_round(&at(Time::ZERO, 0, 1000));
        // One ACK after 1 ms, and one after the limit of 20.5 ms, within 2 ms of the one before.
        let mut context = at(Time::ZERO + Span::from_millis(1), 1, 1000);
        hystart.on_rtt(&mut window, &context, MIN_RTT, MIN_RTT);
        context.now += Span::from_millis(1);
        hystart.round_start = Time::ZERO;
        hystart.on_rtt(&mut window, &context, Span::from_millis(2), Span::from_millis(2));
        assert!(hystart.found, "2 ms are more than (2 + 1) / 2 ms");
        assert_eq!((hystart.samples, hystart.round_rtt), (2, Span::from_millis(2)));
    }

    #[test]
    fn gaps_above_two_milliseconds_break_the_train() {
        assert_eq!(exit(100, 60, 2001, 40), None);
    }

    #[test]
    fn the_ninth_late_sample_ends_slow_start() {
        // An eighth of 40 ms is 5 ms.
        assert_eq!(exit(100, 60, 2001, 46), Some(9));
        assert_eq!(exit(100, 60, 2001, 45), None);
    }

    #[test]
    fn linux_3_10_tolerates_half_the_rise() {
        // A sixteenth and an eighth of 200 ms: 12.5 ms, and 16 ms at most.
        let exit =
            |dialect, rtt_ms| exit_of(dialect, 100, 2001, Span::from_millis(200), [rtt_ms; 60]);
        assert_eq!([212, 213].map(|ms| exit(Dialect::Linux310, ms)), [None, Some(10)]);
        assert_eq!([213, 216, 217].map(|ms| exit(Dialect::Linux6, ms)), [None, None, Some(9)]);
    }

    #[test]
    fn linux_3_10_has_no_burst_allowance() {
        // More than 20 ms after the first ACK; Linux 6: 20.5 ms.
        assert_eq!(exit_of(Dialect::Linux310, 100, 500, MIN_RTT, [40; 99]), Some(42));
        assert_eq!(exit_of(Dialect::Linux6, 100, 500, MIN_RTT, [40; 99]), Some(43));
    }

    /// Length of the train that ends slow start on a path of 10 ms, in microseconds.
    fn longest_train(paced: bool, rate: Option<u64>, srtt: Span) -> u64 {
        let mut window = Window::new(1000);
        window.set_pacing_rate(rate.map(BitRate::from_bps));
        let mut hystart = HyStart::new(Dialect::Linux6, 1500);
        let start = Context::of(Time::from_seconds(1.0), srtt);
        hystart.start_round(&Context { next: 100_000, ..start });
        let min_rtt = Span::from_millis(10);
        (0..20_000)
            .step_by(10)
            .find(|&micros| {
                let now = start.now + Span::from_micros(micros);
                let context = Context { paced, una: 1, ..Context::of(now, srtt) };
                hystart.on_rtt(&mut window, &context, min_rtt, min_rtt);
                !window.in_slow_start()
            })
            .expect("the train ends")
    }

    #[test]
    fn the_allowance_is_four_bursts_at_the_pacing_rate() {
        let srtt = Span::from_millis(10);
        // 2 * 1000 * 1500 B in 10 ms is 2.4 Gbit/s: 4 * 65,215 B take 869 us.
        assert_eq!(longest_train(false, None, srtt), 5440);
        // At most 1 ms.
        assert_eq!(longest_train(false, None, srtt * 2), 5510);
        // A rate that is set takes precedence: 52 us at 40 Gbit/s.
        assert_eq!(longest_train(false, Some(40_000_000_000), srtt), 5030);
        assert_eq!(longest_train(true, Some(40_000_000_000), srtt), 10_060, "twice as long");
    }

    #[test]
    fn linux_3_10_uses_the_first_eight_samples_of_a_round() {
        // The first ACK still belongs to the round before.
        for (early, linux_6, linux_3_10) in
            [(8, None, None), (9, None, None), (10, Some(9), Some(10))]
        {
            let rtts = || (1..=60).map(|i| if i == early { 41 } else { 60 });
            assert_eq!(exit_of(Dialect::Linux6, 100, 2001, MIN_RTT, rtts()), linux_6);
            assert_eq!(exit_of(Dialect::Linux310, 100, 2001, MIN_RTT, rtts()), linux_3_10);
        }
    }

    #[test]
    fn an_exit_by_the_last_ack_of_a_round_lasts() {
        // The tenth ACK starts a round, and ends slow start as the last one of the round before.
        let mut window = Window::new(100);
        let mut hystart = HyStart::new(Dialect::Linux310, 1500);
        for una in 1..=10 {
            let now = Time::from_seconds(1.0) + Span::from_micros(2001 * una);
            let rtt = MIN_RTT + MIN_RTT;
            hystart.on_rtt(&mut window, &at(now, una, una + 8), rtt, MIN_RTT);
        }
        assert_eq!((window.ssthresh(), hystart.found), (100.0, true));
    }

    #[test]
    fn a_window_below_16_segments_stays_in_slow_start() {
        assert_eq!(exit(15, 60, 1000, 80), None);
        assert_eq!(exit(16, 60, 1000, 80), Some(9));
    }

    #[test]
    fn rounds_are_counted_below_the_low_window_too() {
        // Segments 0 to 9, then two more for each acknowledged: rounds end with 10 and with 30. One
        // that starts with the window of 16, at 8, would last until 22.
        for dialect in [Dialect::Linux6, Dialect::Linux310] {
            let mut window = Window::new(10);
            let mut hystart = HyStart::new(dialect, 1500);
            for una in (2..).step_by(2) {
                let now = Time::from_seconds(una as f64);
                let next = una - 2 + window.segments();
                hystart.on_rtt(&mut window, &at(now, una, next), MIN_RTT + MIN_RTT, MIN_RTT);
                if !window.in_slow_start() {
                    break;
                }
                window.set_cwnd(window.cwnd() + 2.0);
            }
            // The ninth sample from 12 on, 28, ends slow start; from 14 on, 30.
            let expected = if dialect == Dialect::Linux6 { 36.0 } else { 38.0 };
            assert_eq!(window.ssthresh(), expected, "{dialect:?}");
        }
    }

    #[test]
    fn one_early_sample_in_the_round_clears_it() {
        let mut window = Window::new(100);
        let mut hystart = HyStart::new(Dialect::Linux6, 1500);
        for i in 1..=30 {
            let now = Time::from_seconds(1.0) + Span::from_micros(2001 * i);
            let rtt = Span::from_millis(if i == 5 { 41 } else { 60 });
            hystart.on_rtt(&mut window, &at(now, i, 1000), rtt, MIN_RTT);
        }
        assert!(window.in_slow_start());
    }
}
