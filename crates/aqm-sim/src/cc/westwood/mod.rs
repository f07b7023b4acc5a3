//! Westwood+ (L. Grieco, S. Mascolo, "Performance evaluation and comparison of Westwood+, New Reno, and
//! Vegas TCP congestion control", ACM CCR 34(2), 2004), as Linux runs it: after a loss the window is the
//! measured bandwidth times the smallest RTT, in place of half.

use super::kernel::{ceil_millis, millis};
use super::window::Credit;
use super::{
    AckEvent, Algorithm, Congestion, Context, Decisions, Dialect, Events, Growth, Needs, Phase,
    Reduction, Setup, Twin, Variable, Why, Window,
};

/// Smallest window.
const MIN_CWND: u32 = 2;
/// RTT in milliseconds before the first sample.
const INITIAL_RTT_MS: u32 = 20_000;

/// Parameters of Westwood+.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WestwoodParams {
    /// Shortest interval of a bandwidth sample, in milliseconds (Linux and the paper: 50).
    pub min_interval_ms: u32,
}

impl Default for WestwoodParams {
    fn default() -> Self {
        WestwoodParams { min_interval_ms: 50 }
    }
}

/// Westwood+.
#[derive(Clone, PartialEq, Debug)]
pub struct Westwood {
    min_interval: u32,
    dialect: Dialect,
    credit: Credit,
    segment_bytes: u32,
    /// Bandwidth after the first filter and after both, in bytes/ms.
    bw_ns_est: u32,
    bw_est: u32,
    /// Start of the interval, in milliseconds, and the bytes acknowledged in it.
    interval_start: u32,
    interval_bytes: u32,
    /// Bytes acknowledged cumulatively, modulo 2^32.
    una_bytes: u32,
    cumul_ack: u32,
    /// Bytes of duplicate ACKs that were counted before the cumulative ACK.
    accounted: u32,
    rtt: u32,
    rtt_min: u32,
    is_first_ack: bool,
    resets_rtt_min: bool,
    decisions: Decisions,
}

impl Algorithm for Westwood {
    type Params = WestwoodParams;
    const KERNEL: Twin = Twin::exact("westwood");
    const NS3: Twin = Twin::exact("ns3::TcpWestwoodPlus");

    fn new(params: &WestwoodParams, setup: &Setup) -> Self {
        Westwood {
            min_interval: params.min_interval_ms,
            dialect: setup.dialect,
            credit: Credit::default(),
            segment_bytes: setup.packet_bytes.max(1),
            bw_ns_est: 0,
            bw_est: 0,
            interval_start: 0,
            interval_bytes: 0,
            una_bytes: 0,
            cumul_ack: 0,
            accounted: 0,
            rtt: INITIAL_RTT_MS,
            rtt_min: INITIAL_RTT_MS,
            is_first_ack: true,
            resets_rtt_min: true,
            decisions: Decisions::default(),
        }
    }
}

impl Westwood {
    fn bytes(&self, segments: u64) -> u32 {
        (segments as u32).wrapping_mul(self.segment_bytes)
    }

    /// Bandwidth times the smallest RTT, in segments.
    fn bdp(&self) -> u32 {
        (self.bw_est.wrapping_mul(self.rtt_min) / self.segment_bytes).max(MIN_CWND)
    }

    /// Takes a sample at the end of an interval, at least one RTT long.
    fn end_interval(&mut self, now: u32) {
        let elapsed = now.wrapping_sub(self.interval_start);
        if self.rtt == 0 || elapsed as i32 <= self.rtt.max(self.min_interval) as i32 {
            return;
        }
        let sample = self.interval_bytes / elapsed;
        if self.bw_ns_est == 0 && self.bw_est == 0 {
            (self.bw_ns_est, self.bw_est) = (sample, sample);
        } else {
            // Two filters with weight 1/8.
            let weigh = |old: u32, new: u32| ((7 * u64::from(old) + u64::from(new)) >> 3) as u32;
            self.bw_ns_est = weigh(self.bw_ns_est, sample);
            self.bw_est = weigh(self.bw_est, self.bw_ns_est);
        }
        self.interval_bytes = 0;
        self.interval_start = now;
    }

    /// Counts the bytes that an ACK reports, in recovery too: a duplicate ACK stands for one segment.
    fn count(&mut self, una: u64, is_in_order: bool) {
        let una_bytes = self.bytes(una);
        let mut news = una_bytes.wrapping_sub(self.una_bytes);
        if !is_in_order {
            let segment = self.segment_bytes;
            if news == 0 {
                self.accounted = self.accounted.wrapping_add(segment);
                news = segment;
            }
            if news > segment {
                if self.accounted >= news {
                    self.accounted -= news;
                    news = segment;
                } else {
                    news -= self.accounted;
                    self.accounted = 0;
                }
            }
            self.cumul_ack = news;
        }
        self.interval_bytes = self.interval_bytes.wrapping_add(news);
        self.una_bytes = una_bytes;
    }
}

impl Events for Westwood {
    fn needs(&self) -> Needs {
        Needs::default()
    }

    fn on_start(&mut self, _: &mut Window, context: &Context) {
        self.interval_start = millis(context.now);
        self.una_bytes = self.bytes(context.una);
    }

    fn on_ack(&mut self, _: &mut Window, context: &Context, ack: &AckEvent) {
        if let Some(rtt) = ack.rtt
            && rtt.nanos() >= 1000
        {
            self.rtt = ceil_millis(rtt);
        }
        // The data of the first ACK does not count.
        if std::mem::take(&mut self.is_first_ack) {
            self.una_bytes = self.bytes(context.una);
        }
        self.end_interval(millis(context.now));
        self.count(context.una, ack.in_order);
        let is_reset = std::mem::take(&mut self.resets_rtt_min);
        self.rtt_min = if is_reset { self.rtt } else { self.rtt.min(self.rtt_min) };
    }

    fn grow(&mut self, window: &mut Window, _: &Context, growth: &Growth) {
        self.dialect.grow_like_reno(window, &mut self.credit, growth.segments);
    }

    /// During the reduction the threshold is Reno's. After a timeout it is the bandwidth times the RTT.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        cause: Congestion,
        _: u64,
    ) -> Reduction {
        self.credit.clear();
        if cause == Congestion::Timeout {
            self.resets_rtt_min = true;
            return Reduction::new(self.bdp().into(), || {
                Why::new("westwood.timeout").with("bdp", "segments", self.bdp().into())
            });
        }
        Reduction::new((window.segments() / 2) as f64, || {
            Why::new("westwood.loss").with("window", "segments", window.cwnd())
        })
    }

    fn on_reduction_end(&mut self, window: &mut Window, _: &Context) {
        let bdp = self.bdp();
        self.decisions.note(|| {
            Why::new("westwood.bdp").with("window", "segments", window.cwnd()).with(
                "bdp",
                "segments",
                bdp.into(),
            )
        });
        window.set_ssthresh(bdp.into());
        window.set_segments(bdp.into());
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        Some(&mut self.decisions)
    }

    /// A timeout, perhaps a repeated one, resets the count of segments.
    fn on_phase(&mut self, _: &mut Window, _: &Context, phase: Phase) {
        if phase == Phase::Loss {
            self.credit.clear();
        }
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        report(Variable::whole("cnt", "segments", self.credit.count()));
        report(Variable::whole("bw_ns_est", "bytes/ms", self.bw_ns_est));
        report(Variable::whole("bw_est", "bytes/ms", self.bw_est));
        report(Variable::whole("rtt_win_sx", "ms", self.interval_start));
        report(Variable::whole("bk", "bytes", self.interval_bytes));
        report(Variable::whole("cumul_ack", "bytes", self.cumul_ack));
        report(Variable::whole("accounted", "bytes", self.accounted));
        report(Variable::whole("rtt", "ms", self.rtt));
        report(Variable::whole("rtt_min", "ms", self.rtt_min));
        report(Variable::whole("first_ack", "", self.is_first_ack));
        report(Variable::whole("reset_rtt_min", "", self.resets_rtt_min));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Span, Time};

    const RTT: Span = Span::from_millis(100);

    /// Feeds ACKs of one segment every millisecond for 10 s: 1000 segments/s.
    fn steady() -> Westwood {
        let setup = Setup { dialect: Dialect::Linux6, seed: 1, packet_bytes: 1500 };
        let mut westwood = Westwood::new(&WestwoodParams::default(), &setup);
        let mut window = Window::new(200);
        let mut context = Context::of(Time::from_seconds(1.0), RTT);
        westwood.on_start(&mut window, &context);
        for una in 1..=10_000 {
            context.now += Span::from_millis(1);
            context.una = una;
            let ack =
                AckEvent { rtt: Some(RTT), acked: 1, delivered: 1, marked: 0, in_order: true };
            westwood.on_ack(&mut window, &context, &ack);
        }
        westwood
    }

    /// The paper: the window after a loss is the bandwidth times the smallest RTT.
    #[test]
    fn a_loss_leaves_the_bandwidth_times_the_smallest_rtt() {
        let (mut westwood, mut window) = (steady(), Window::new(200));
        assert!((1480..=1500).contains(&westwood.bw_est), "1500 B/ms: {}", westwood.bw_est);
        let context = Context::of(Time::from_seconds(11.0), RTT);
        let during = westwood.on_congestion(&mut window, &context, Congestion::Loss, 200).ssthresh;
        assert_eq!(during, 100.0, "Reno's half during the recovery");
        westwood.on_reduction_end(&mut window, &context);
        assert!((97.0..=100.0).contains(&window.cwnd()), "100 segments: {}", window.cwnd());
        assert_eq!(window.ssthresh(), window.cwnd());
    }

    /// Random losses do not halve the window if the path is not full, as they do with Reno.
    #[test]
    fn a_loss_far_below_the_buffer_costs_nothing() {
        let (mut westwood, mut window) = (steady(), Window::new(100));
        let context = Context::of(Time::from_seconds(11.0), RTT);
        westwood.on_congestion(&mut window, &context, Congestion::Loss, 100);
        westwood.on_reduction_end(&mut window, &context);
        assert!(window.cwnd() >= 97.0, "{}", window.cwnd());
    }

    #[test]
    fn duplicate_acks_count_for_the_bandwidth_and_are_not_counted_twice() {
        let mut westwood = steady();
        let before = westwood.interval_bytes;
        for _ in 0..5 {
            westwood.count(10_000, false);
        }
        assert_eq!(westwood.interval_bytes - before, 5 * 1500);
        // The repair closes a hole of one: six segments, five of them counted.
        westwood.count(10_006, false);
        assert_eq!(westwood.interval_bytes - before, 6 * 1500);
    }

    #[test]
    fn an_ack_outside_the_fast_path_settles_what_was_counted_before() {
        let mut westwood = steady();
        westwood.count(10_000, false);
        let (before, mut window) = (westwood.interval_bytes, Window::new(200));
        let context = Context { una: 10_003, ..Context::of(Time::from_seconds(11.0), RTT) };
        let ack = AckEvent { rtt: None, acked: 3, delivered: 3, marked: 0, in_order: false };
        westwood.interval_start = 11_000;
        westwood.on_ack(&mut window, &context, &ack);
        assert_eq!(westwood.interval_bytes - before, 2 * 1500, "one of three was counted");
        assert_eq!(westwood.cumul_ack, 2 * 1500);
    }

    #[test]
    fn a_timeout_measures_the_smallest_rtt_anew() {
        let (mut westwood, mut window) = (steady(), Window::new(200));
        let context = Context::of(Time::from_seconds(11.0), RTT);
        let ssthresh =
            westwood.on_congestion(&mut window, &context, Congestion::Timeout, 200).ssthresh;
        assert!((97.0..=100.0).contains(&ssthresh), "{ssthresh}");
        let rtt = Some(Span::from_millis(300));
        let ack = AckEvent { rtt, acked: 1, delivered: 1, marked: 0, in_order: true };
        westwood.on_ack(&mut window, &Context { una: 10_001, ..context }, &ack);
        assert_eq!(westwood.rtt_min, 300);
    }
}
