//! BBR version 1 (N. Cardwell et al., "BBR: congestion-based congestion control", ACM Queue 14(5), 2016),
//! as Linux runs it: the flow paces at the largest delivery rate of the last ten round trips, and keeps
//! two bandwidth-delay products in flight.

mod aggregation;
mod filter;
mod policer;
#[cfg(test)]
mod tests;

use super::kernel::{micros, millis};
use super::{
    Algorithm, Bursts, Congestion, Context, Decisions, Events, Growth, Needs, Phase, RateSample,
    Reduction, Setup, Totals, Twin, Variable, Why, Window,
};
use crate::rng::SplitMix64;
use crate::time::{Span, Time};
use crate::units::BitRate;
use aggregation::Aggregation;
use filter::MaxFilter;
use policer::{Advice, Policer, Round};
use std::cmp::Ordering;

/// Bandwidths are segments/us times 2^24.
const BW_SCALE: u32 = 24;
/// The kernel keeps the lower 32 bits of a bandwidth: 256 segments/us.
const BW_MASK: u64 = u32::MAX as u64;
/// Gains are in 1/256.
const GAIN: u64 = 256;
/// 2/ln(2) and its inverse: doubles the rate every round trip, and drains the queue of that.
const HIGH_GAIN: u64 = 739;
const DRAIN_GAIN: u64 = 88;
const CWND_GAIN: u64 = 512;
/// Pacing gains of the eight phases: probe for more, drain what that queued, cruise.
const CYCLE: [u64; 8] = [320, 192, 256, 256, 256, 256, 256, 256];
/// The pipe is full when the bandwidth grew by less than a quarter in three round trips.
const FULL_GAIN: u64 = 320;
const FULL_ROUNDS: u32 = 3;
/// The smallest RTT is measured again after 10 s, with 4 segments in flight for 200 ms.
const MIN_RTT_WINDOW_MS: u32 = 10_000;
const PROBE_RTT_MS: u32 = 200;
const MIN_CWND: u64 = 4;
/// Initial window, and the bandwidth-delay product before the first RTT.
const INITIAL_WINDOW: u64 = 10;
/// Below this rate, in bytes/s, one segment leaves at a time.
const LOW_RATE: u64 = 150_000;
/// The largest burst that the stack hands to the device, in bytes.
const MAX_BURST_BYTES: u64 = 65_215;
const MAX_BURST_SEGMENTS: u64 = 127;
/// An RTT that was not measured.
const UNSET: u64 = u32::MAX as u64;

/// BBR has no parameters.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BbrParams;

/// Returns the pacing rate in bytes/s: 1 % below `gain` times `bw`, so that no queue builds up.
fn rate(bw: u64, packet_bytes: u32, gain: u64) -> u64 {
    // 64 bits, as in the kernel. With packets of 9000 bytes they wrap at 3 Tbit/s.
    let bytes = bw.wrapping_mul(packet_bytes.into()).wrapping_mul(gain) >> 8;
    bytes.wrapping_mul(990_000) >> BW_SCALE
}

/// What BBR does at present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Doubles its rate every round trip.
    Startup,
    /// Drains the queue of startup.
    Drain,
    /// Cruises, and probes for bandwidth every eight phases.
    ProbeBw,
    /// Empties the queue to measure the RTT.
    ProbeRtt,
}

/// Random draws.
#[derive(Clone, Debug)]
enum Draws {
    Stream(SplitMix64),
    /// A replay sets the next one.
    Fixed(u8),
}

impl Draws {
    /// Returns a number from 0 to 6.
    fn next(&mut self) -> u64 {
        match self {
            Draws::Stream(stream) => stream.next_u64() % 7,
            Draws::Fixed(draw) => u64::from(*draw),
        }
    }
}

impl PartialEq for Draws {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            // Streams with the same next number are the same.
            (Draws::Stream(a), Draws::Stream(b)) => a.clone().next_u64() == b.clone().next_u64(),
            (Draws::Fixed(a), Draws::Fixed(b)) => a == b,
            _ => false,
        }
    }
}

/// BBR.
#[derive(Clone, PartialEq, Debug)]
pub struct Bbr {
    packet_bytes: u32,
    draws: Draws,
    mode: Mode,
    pacing_gain: u64,
    cwnd_gain: u64,
    /// In bytes/s.
    pacing_rate: u64,
    /// The bandwidth and the gain that `pacing_rate` is computed from.
    paced_at: (u64, u64),
    bandwidth: MaxFilter,
    /// Round trips, counted by delivered segments.
    round: u32,
    round_started: bool,
    next_round_delivered: u64,
    /// Smallest RTT in microseconds, and the time of its measurement in milliseconds.
    min_rtt: u64,
    min_rtt_ms: u32,
    has_rtt: bool,
    /// End of the measurement of the RTT in milliseconds; 0: not yet set.
    probe_done_ms: u32,
    probe_round_done: bool,
    cycle: usize,
    cycle_from: Time,
    full_bw: u64,
    full_rounds: u32,
    is_full: bool,
    /// The first round trip of a recovery sends a segment for each delivered one.
    conserves: bool,
    resumed: bool,
    /// The window to return to after a recovery or a measurement of the RTT.
    prior_cwnd: u64,
    last_phase: Phase,
    policer: Policer,
    aggregation: Aggregation,
    decisions: Decisions,
}

impl Algorithm for Bbr {
    type Params = BbrParams;
    const KERNEL: Twin = Twin::exact("bbr");
    const NS3: Twin = Twin::exact("ns3::TcpBbr");

    fn new(_: &BbrParams, setup: &Setup) -> Self {
        Bbr {
            packet_bytes: setup.packet_bytes,
            draws: Draws::Stream(SplitMix64::stream(setup.seed, "bbr", 0)),
            mode: Mode::Startup,
            pacing_gain: 0,
            cwnd_gain: 0,
            pacing_rate: 0,
            paced_at: (0, 0),
            bandwidth: MaxFilter::default(),
            round: 0,
            round_started: false,
            next_round_delivered: 0,
            min_rtt: UNSET,
            min_rtt_ms: 0,
            has_rtt: false,
            probe_done_ms: 0,
            probe_round_done: false,
            cycle: 0,
            cycle_from: Time::ZERO,
            full_bw: 0,
            full_rounds: 0,
            is_full: false,
            conserves: false,
            resumed: false,
            prior_cwnd: 0,
            last_phase: Phase::Open,
            policer: Policer::default(),
            aggregation: Aggregation::default(),
            decisions: Decisions::default(),
        }
    }
}

impl Bbr {
    /// Sets the next random draw, from 0 to 6, for the replay of a recorded run.
    pub fn set_draw(&mut self, draw: u8) {
        self.draws = Draws::Fixed(draw);
    }

    /// The bandwidth that BBR uses: the policer's if there is one, otherwise the largest.
    fn bw(&self) -> u64 {
        if self.policer.is_used { self.policer.bw } else { self.bandwidth.max() }
    }

    /// Segments that leave in one burst.
    fn burst(&self) -> u64 {
        let bytes = (self.pacing_rate >> 10).min(MAX_BURST_BYTES);
        let least = if self.pacing_rate < LOW_RATE { 1 } else { 2 };
        (bytes / u64::from(self.packet_bytes)).max(least).min(MAX_BURST_SEGMENTS)
    }

    /// `gain` bandwidth-delay products, rounded up.
    fn bdp(&self, bw: u64, gain: u64) -> u64 {
        if self.min_rtt == UNSET {
            return INITIAL_WINDOW;
        }
        let scaled = bw.wrapping_mul(self.min_rtt).wrapping_mul(gain) >> 8;
        scaled.div_ceil(1 << BW_SCALE) & u64::from(u32::MAX)
    }

    /// Adds what delayed ACKs and bursts keep out of the network.
    fn budget(&self, segments: u64) -> u64 {
        let even = (segments + 3 * self.burst() + 1) & !1;
        let probes = self.mode == Mode::ProbeBw && self.cycle == 0;
        even + if probes { 2 } else { 0 }
    }

    fn inflight(&self, bw: u64, gain: u64) -> u64 {
        self.budget(self.bdp(bw, gain))
    }

    /// Segments that will be in the network when the next one leaves.
    fn in_network(&self, in_flight: u64, totals: &Totals) -> u64 {
        let waiting = u128::from(self.bw()) * u128::from(micros(totals.departure_in));
        let delivered = (waiting >> BW_SCALE) as u64;
        let more = if self.pacing_gain > GAIN { self.burst() } else { 0 };
        (in_flight + more).saturating_sub(delivered)
    }

    fn save_cwnd(&mut self, window: &Window) {
        let cwnd = window.segments();
        let is_normal = self.last_phase < Phase::Recovery && self.mode != Mode::ProbeRtt;
        self.prior_cwnd = if is_normal { cwnd } else { self.prior_cwnd.max(cwnd) };
    }

    fn set_rate(&mut self, window: &mut Window, bytes_per_second: u64) {
        self.pacing_rate = bytes_per_second;
        self.paced_at = (0, 0);
        let bps = bytes_per_second.saturating_mul(8).max(8);
        window.set_pacing_rate(Some(BitRate::from_bps(bps)));
    }

    /// The rate before the first sample: the window in one RTT, or in 1 ms.
    fn set_rate_from_rtt(&mut self, window: &mut Window, context: &Context) {
        let rtt = if context.srtt > Span::ZERO {
            self.has_rtt = true;
            micros(context.srtt).max(1)
        } else {
            1000
        };
        let bw = (window.segments() << BW_SCALE) / rtt;
        self.set_rate(window, rate(bw & BW_MASK, self.packet_bytes, HIGH_GAIN));
    }

    fn pace(&mut self, window: &mut Window, context: &Context, gain: u64) {
        if !self.has_rtt && context.srtt > Span::ZERO {
            self.set_rate_from_rtt(window, context);
        }
        let at = (self.bw(), gain);
        if at == self.paced_at {
            return;
        }
        let wanted = rate(at.0, self.packet_bytes, gain);
        if self.is_full || wanted > self.pacing_rate {
            self.set_rate(window, wanted);
            self.paced_at = at;
        }
    }

    fn advance_cycle(&mut self, totals: &Totals) {
        self.cycle = (self.cycle + 1) % CYCLE.len();
        self.cycle_from = totals.delivered_at;
    }

    /// Starts the cycle at a random phase, but not the one that drains.
    fn enter_probe_bw(&mut self, totals: &Totals) {
        self.mode = Mode::ProbeBw;
        self.cycle = CYCLE.len() - 1 - self.draws.next() as usize;
        self.advance_cycle(totals);
    }

    fn sample_bandwidth(&mut self, context: &Context, sample: &RateSample) {
        let totals = &context.totals;
        self.round_started = false;
        let Some(interval) = sample.interval else { return };
        if sample.prior_delivered >= self.next_round_delivered {
            self.next_round_delivered = totals.delivered;
            self.round = self.round.wrapping_add(1);
            self.round_started = true;
            self.conserves = false;
        }
        self.detect_policer(totals, sample.losses, sample.app_limited);
        let bw = (sample.delivered << BW_SCALE) / micros(interval).max(1);
        if !sample.app_limited || bw >= self.bandwidth.max() {
            self.bandwidth.add(self.round, bw & BW_MASK);
        }
    }

    fn detect_policer(&mut self, totals: &Totals, losses: u64, app_limited: bool) {
        let round = Round {
            started: self.round_started,
            losses,
            app_limited,
            probing: self.mode == Mode::ProbeBw,
            packet_bytes: self.packet_bytes,
        };
        match self.policer.on_ack(totals, &round) {
            Advice::Continue => {}
            Advice::Use => self.pacing_gain = GAIN,
            Advice::Probe => self.enter_probe_bw(totals),
        }
    }

    fn measure_aggregation(&mut self, window: &Window, context: &Context, sample: &RateSample) {
        if sample.interval.is_some() && sample.newly_delivered > 0 {
            let bw = self.bw();
            let news = (sample.newly_delivered, window.segments());
            self.aggregation.on_ack(bw, news, self.round_started, context.totals.delivered_at);
        }
    }

    fn update_cycle(&mut self, totals: &Totals, sample: &RateSample) {
        if self.mode != Mode::ProbeBw {
            return;
        }
        let elapsed = micros(totals.delivered_at.saturating_since(self.cycle_from));
        let is_long = elapsed > self.min_rtt;
        let max = self.bandwidth.max();
        let in_network = || self.in_network(sample.prior_in_flight, totals);
        let ends = match self.pacing_gain.cmp(&GAIN) {
            Ordering::Equal => is_long,
            Ordering::Greater => {
                let is_reached = || in_network() >= self.inflight(max, self.pacing_gain);
                is_long && (sample.losses > 0 || is_reached())
            }
            Ordering::Less => is_long || in_network() <= self.inflight(max, GAIN),
        };
        if ends {
            self.advance_cycle(totals);
        }
    }

    fn check_full(&mut self, sample: &RateSample) {
        if self.is_full || !self.round_started || sample.app_limited {
            return;
        }
        let max = self.bandwidth.max();
        if max >= ((self.full_bw * FULL_GAIN) >> 8) & BW_MASK {
            self.full_bw = max;
            self.full_rounds = 0;
        } else {
            self.full_rounds += 1;
            self.is_full = self.full_rounds >= FULL_ROUNDS;
        }
    }

    fn check_drain(&mut self, window: &mut Window, context: &Context) {
        if self.mode == Mode::Startup && self.is_full {
            self.mode = Mode::Drain;
            self.decisions
                .note(|| Why::new("bbr.full").with("rounds", "", self.full_rounds.into()));
            window.set_ssthresh(self.inflight(self.bandwidth.max(), GAIN) as f64);
        }
        if self.mode == Mode::Drain {
            let in_network = self.in_network(context.in_flight, &context.totals);
            let bdp = self.inflight(self.bandwidth.max(), GAIN);
            if in_network <= bdp {
                self.decisions.note(|| {
                    Why::new("bbr.drained")
                        .with("inNetwork", "segments", in_network as f64)
                        .with("bdp", "segments", bdp as f64)
                });
                self.enter_probe_bw(&context.totals);
            }
        }
    }

    fn update_min_rtt(&mut self, window: &mut Window, context: &Context, sample: &RateSample) {
        let now = millis(context.now);
        let age = now.wrapping_sub(self.min_rtt_ms.wrapping_add(MIN_RTT_WINDOW_MS)) as i32;
        let expired = age > 0;
        if let Some(rtt) = sample.rtt.map(micros)
            && (rtt < self.min_rtt || (expired && !sample.maybe_delayed))
        {
            self.min_rtt = rtt;
            self.min_rtt_ms = now;
        }
        if expired && !self.resumed && self.mode != Mode::ProbeRtt {
            // After the mode, so that the larger one of two saved windows counts.
            self.mode = Mode::ProbeRtt;
            self.decisions
                .note(|| Why::new("bbr.probeRtt").with("window", "segments", window.cwnd()));
            self.save_cwnd(window);
            self.probe_done_ms = 0;
        }
        if self.mode == Mode::ProbeRtt {
            self.probe_rtt(window, context, now);
        }
        window.set_held_back(self.mode == Mode::ProbeRtt);
        if sample.delivered > 0 {
            self.resumed = false;
        }
    }

    fn probe_rtt(&mut self, window: &mut Window, context: &Context, now: u32) {
        if self.probe_done_ms == 0 {
            if context.in_flight <= MIN_CWND {
                self.probe_done_ms = now.wrapping_add(PROBE_RTT_MS);
                self.probe_round_done = false;
                self.next_round_delivered = context.totals.delivered;
            }
        } else {
            self.probe_round_done |= self.round_started;
            if self.probe_round_done {
                self.leave_probe_rtt(window, context);
            }
        }
    }

    fn leave_probe_rtt(&mut self, window: &mut Window, context: &Context) {
        let now = millis(context.now);
        if self.probe_done_ms == 0 || now.wrapping_sub(self.probe_done_ms) as i32 <= 0 {
            return;
        }
        self.min_rtt_ms = now;
        self.decisions.note(|| {
            let min_rtt = self.min_rtt as f64 / 1000.0;
            Why::new("bbr.probeRttDone").with("minRtt", "ms", min_rtt).with(
                "priorWindow",
                "segments",
                self.prior_cwnd as f64,
            )
        });
        window.set_segments(window.segments().max(self.prior_cwnd));
        if self.is_full {
            self.enter_probe_bw(&context.totals);
        } else {
            self.mode = Mode::Startup;
        }
    }

    fn set_gains(&mut self) {
        (self.pacing_gain, self.cwnd_gain) = match self.mode {
            Mode::Startup => (HIGH_GAIN, HIGH_GAIN),
            Mode::Drain => (DRAIN_GAIN, HIGH_GAIN),
            Mode::ProbeBw if self.policer.is_used => (GAIN, CWND_GAIN),
            Mode::ProbeBw => (CYCLE[self.cycle], CWND_GAIN),
            Mode::ProbeRtt => (GAIN, GAIN),
        };
    }

    fn set_cwnd(&mut self, window: &mut Window, context: &Context, sample: &RateSample) {
        let newly = sample.newly_delivered;
        let mut cwnd = window.segments();
        if newly > 0 {
            cwnd = self.recover(cwnd, context, sample);
            if self.conserves {
                cwnd = cwnd.max(context.in_flight + newly);
            } else {
                let mut target = self.bdp(self.bw(), self.cwnd_gain);
                if self.is_full {
                    target += self.aggregation.allowance(self.bw());
                }
                let target = self.budget(target);
                if self.is_full {
                    cwnd = (cwnd + newly).min(target);
                } else if cwnd < target || context.totals.delivered < INITIAL_WINDOW {
                    cwnd += newly;
                }
                cwnd = cwnd.max(MIN_CWND);
            }
        }
        if self.mode == Mode::ProbeRtt {
            cwnd = cwnd.min(MIN_CWND);
        }
        window.set_segments(cwnd);
    }

    /// The window in and after a recovery: the first round trip conserves packets, and at the end the
    /// window from before returns.
    fn recover(&mut self, cwnd: u64, context: &Context, sample: &RateSample) -> u64 {
        let mut cwnd = cwnd.saturating_sub(sample.losses).max(1);
        let (phase, last) = (context.phase, self.last_phase);
        if phase == Phase::Recovery && last != Phase::Recovery {
            self.conserves = true;
            self.next_round_delivered = context.totals.delivered;
            cwnd = context.in_flight + sample.newly_delivered;
        } else if last >= Phase::Recovery && phase < Phase::Recovery {
            self.conserves = false;
            cwnd = cwnd.max(self.prior_cwnd);
        }
        self.last_phase = phase;
        cwnd
    }
}

impl Events for Bbr {
    fn needs(&self) -> Needs {
        Needs {
            delivery: true,
            pacing: true,
            bursts: Bursts::Buffers { single_below: LOW_RATE },
            control: true,
            ..Needs::default()
        }
    }

    fn on_start(&mut self, window: &mut Window, context: &Context) {
        window.set_ssthresh(f64::INFINITY);
        self.next_round_delivered = context.totals.delivered;
        self.min_rtt = if context.min_rtt < Span::MAX { micros(context.min_rtt) } else { UNSET };
        self.min_rtt_ms = millis(context.now);
        self.policer.reset(&context.totals);
        self.aggregation.restart(context.now);
        self.set_rate_from_rtt(window, context);
    }

    fn grow(&mut self, _: &mut Window, _: &Context, _: &Growth) {
        unreachable!("BBR sets its window in `control`");
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.save_cwnd(window);
        Reduction::new(window.ssthresh(), || {
            Why::new("bbr.save").with("window", "segments", window.cwnd())
        })
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        Some(&mut self.decisions)
    }

    fn on_phase(&mut self, _: &mut Window, context: &Context, phase: Phase) {
        if phase == Phase::Loss {
            self.last_phase = Phase::Loss;
            self.full_bw = 0;
            self.round_started = true;
            self.detect_policer(&context.totals, 1, false);
        }
    }

    fn on_undo(&mut self, window: &mut Window, context: &Context, _: f64) -> f64 {
        self.full_bw = 0;
        self.full_rounds = 0;
        self.policer.reset(&context.totals);
        window.cwnd()
    }

    fn on_resume(&mut self, window: &mut Window, context: &Context, _: Time) {
        if !context.totals.app_limited {
            return;
        }
        self.resumed = true;
        self.aggregation.restart(context.now);
        match self.mode {
            Mode::ProbeBw => self.pace(window, context, GAIN),
            Mode::ProbeRtt => self.leave_probe_rtt(window, context),
            Mode::Startup | Mode::Drain => {}
        }
    }

    fn control(&mut self, window: &mut Window, context: &Context, sample: &RateSample) {
        self.sample_bandwidth(context, sample);
        self.measure_aggregation(window, context, sample);
        self.update_cycle(&context.totals, sample);
        self.check_full(sample);
        self.check_drain(window, context);
        self.update_min_rtt(window, context, sample);
        self.set_gains();
        self.pace(window, context, self.pacing_gain);
        self.set_cwnd(window, context, sample);
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        let flags = u64::from(self.round_started)
            | u64::from(self.conserves) << 1
            | u64::from(self.resumed) << 2
            | u64::from(self.probe_round_done) << 3
            | u64::from(self.has_rtt) << 4
            | u64::from(self.policer.is_sampling) << 5
            | (self.aggregation.slot as u64) << 6;
        report(Variable::whole("cnt", "segments", 0_u8));
        report(Variable::whole("pacing_rate", "bytes/s", self.pacing_rate));
        report(Variable::whole("mode", "", self.mode as u8));
        report(Variable::whole("bw", "segments/us / 2^24", self.bandwidth.max()));
        report(Variable::whole("rtt_cnt", "", self.round));
        report(Variable::whole("min_rtt", "us", self.min_rtt));
        report(Variable::whole("min_rtt_stamp", "ms", self.min_rtt_ms));
        report(Variable::whole("probe_done", "ms", self.probe_done_ms));
        report(Variable::whole("pg", "1/256", self.pacing_gain));
        report(Variable::whole("cg", "1/256", self.cwnd_gain));
        report(Variable::whole("cycle_idx", "", self.cycle as u64));
        report(Variable::whole("full_bw", "segments/us / 2^24", self.full_bw));
        report(Variable::whole("full_cnt", "", self.full_rounds));
        report(Variable::whole("full", "", self.is_full));
        report(Variable::whole("flags", "", flags));
        report(Variable::whole("prior_cwnd", "segments", self.prior_cwnd));
        report(Variable::whole("lt_bw", "segments/us / 2^24", self.policer.bw));
        report(Variable::whole("lt_cnt", "", self.policer.rounds));
        report(Variable::whole("lt_use", "", self.policer.is_used));
        report(Variable::whole("ack_epoch_acked", "segments", self.aggregation.acked));
        report(Variable::whole("xacked0", "segments", self.aggregation.extra[0]));
        report(Variable::whole("xacked1", "segments", self.aggregation.extra[1]));
        report(Variable::whole("next_rtt_delivered", "segments", self.next_round_delivered));
    }
}
