//! BBR version 3 (N. Cardwell, I. Swett, J. Beshay, draft-ietf-ccwg-bbr-06): like version 1 it paces at
//! the measured bandwidth; unlike it, losses bound the rate and the segments in flight.
//!
//! Volumes are segments and rates segments per second, with fractions. `model` has the estimates.
//! Section numbers are those of the draft.

mod model;
mod probing;
#[cfg(test)]
mod tests;

use super::{
    Algorithm, Congestion, Context, Decisions, Events, Growth, Needs, Phase, RateSample, Reduction,
    Setup, Twin, Variable, Why, Window,
};
use crate::math;
use crate::rng::SplitMix64;
use crate::time::{Span, Time};
use crate::units::BitRate;
use model::{Bounds, ExtraAcked, FullPipe, Latest, MaxBandwidth, MinRtt};

/// BBR.MinPipeCwnd, in segments.
const MIN_PIPE_CWND: f64 = 4.0;
/// BBR.PacingMarginPercent: pacing is 1 % below the bandwidth.
const PACING_MARGIN: f64 = 0.99;
/// BBR.ProbeRTTDuration.
const PROBE_RTT_DURATION: Span = Span::from_millis(200);
/// BBRStartupFullLossCnt.
const STARTUP_LOSSES: u32 = 6;
/// Largest burst of an offload engine, in bytes, and the time at the pacing rate that it may take.
const MAX_QUANTUM_BYTES: f64 = 65_536.0;
const QUANTUM_S: f64 = 0.001;
/// Round trips after which a flow probes at the latest, for the sake of Reno flows.
const RENO_ROUNDS: f64 = 63.0;
/// A draining that takes more round trips than this started from too large an estimate.
const DRAIN_ROUNDS: u64 = 3;
const MIN_PACING_BPS: f64 = 1000.0;

/// Parameters of BBR version 3.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bbr3Params {
    /// Loss rate of a round trip above which a probe went too far (LossThresh: 0.02), 0 to less than 1.
    pub loss_threshold: f64,
    /// Bounds fall to no less than this part of themselves in a round trip with losses (Beta: 0.7), more
    /// than 0 and at most 1.
    pub beta: f64,
    /// Part of the long-term bound that stays free while cruising (Headroom: 0.15), 0 to less than 1.
    pub headroom: f64,
}

impl Default for Bbr3Params {
    fn default() -> Self {
        Bbr3Params { loss_threshold: 0.02, beta: 0.7, headroom: 0.15 }
    }
}

/// The states of section 5.1.1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Startup,
    Drain,
    Down,
    Cruise,
    Refill,
    Up,
    ProbeRtt,
}

impl State {
    /// The table of section 5.6.1.
    fn gains(self) -> (f64, f64) {
        match self {
            State::Startup => (2.77, 2.0),
            State::Drain => (0.5, 2.0),
            State::Down => (0.9, 2.0),
            State::Cruise | State::Refill => (1.0, 2.0),
            State::Up => (1.25, 2.25),
            State::ProbeRtt => (1.0, 0.5),
        }
    }

    fn is_probe_bw(self) -> bool {
        matches!(self, State::Down | State::Cruise | State::Refill | State::Up)
    }

    /// IsProbingBW.
    fn is_probing(self) -> bool {
        matches!(self, State::Startup | State::Refill | State::Up)
    }
}

/// The part of a probe that the arriving ACKs belong to: BBR.ack_phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AckPhase {
    Init,
    Refilling,
    Starting,
    Feedback,
    Stopping,
}

/// Values that an undo restores (section 5.5.11).
#[derive(Clone, Copy, PartialEq, Debug)]
struct Undo {
    /// The state that losses ended.
    state: Option<State>,
    bounds: Bounds,
}

/// An ACK in the units of the model.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// Delivery rate, if the sample is valid.
    rate: Option<f64>,
    delivered: f64,
    prior_delivered: u64,
    newly: f64,
    app_limited: bool,
    /// Lost or marked since the newest delivered segment was sent, and with this ACK.
    lost: f64,
    newly_lost: f64,
    tx_in_flight: f64,
}

/// BBR version 3.
#[derive(Clone, PartialEq, Debug)]
pub struct Bbr3 {
    params: Bbr3Params,
    packet_bytes: f64,
    seed: u64,
    /// Number of random draws.
    draws: u64,
    state: State,
    ack_phase: AckPhase,
    max_bw: MaxBandwidth,
    /// The bandwidth in use: the smaller one of the maximum and the short-term bound.
    bw: f64,
    min_rtt: MinRtt,
    bounds: Bounds,
    undo: Undo,
    latest: Latest,
    extra_acked: ExtraAcked,
    full_pipe: FullPipe,
    /// BBR.full_bw_reached: the pipe was full once.
    is_pipe_known: bool,
    round: u64,
    /// The round ends when a segment is delivered that was sent after this many deliveries.
    round_end: u64,
    round_started: bool,
    loss_round_end: u64,
    loss_round_started: bool,
    has_loss_in_round: bool,
    /// ACKs that reported losses in this round, for the end of startup.
    loss_events: u32,
    /// Total of lost segments that was seen.
    lost_seen: u64,
    drain_round: u64,
    is_probe_sample: bool,
    was_probe_too_high: bool,
    was_probe_precautionary: bool,
    up_rounds: u32,
    up_acked: f64,
    /// Segments acknowledged per segment more of the long-term bound.
    up_every: f64,
    rounds_since_probe: u32,
    probe_wait: Span,
    cycle_start: Time,
    /// The flight filled the window in the last round and in this one.
    was_limited: bool,
    is_limited: bool,
    probe_rtt_done: Option<Time>,
    probe_rtt_round_done: bool,
    resumed: bool,
    prior_cwnd: f64,
    initial_cwnd: f64,
    pacing_rate: f64,
    decisions: Decisions,
}

impl Algorithm for Bbr3 {
    type Params = Bbr3Params;
    const KERNEL: Twin = Twin::other(
        "bbr",
        "BBRv3 needs a kernel in which the module bbr is version 3; the main kernel has version 1.",
    );
    const NS3: Twin = Twin::other(
        "ns3::TcpBbr",
        "BBRv3 is not in ns-3; the program uses TcpBbr, which is version 1.",
    );

    fn new(params: &Bbr3Params, setup: &Setup) -> Self {
        Bbr3 {
            params: *params,
            packet_bytes: f64::from(setup.packet_bytes.max(1)),
            seed: setup.seed,
            draws: 0,
            state: State::Startup,
            ack_phase: AckPhase::Init,
            max_bw: MaxBandwidth::default(),
            bw: 0.0,
            min_rtt: MinRtt::new(Span::MAX, Time::ZERO),
            bounds: Bounds::NONE,
            undo: Undo { state: None, bounds: Bounds::NONE },
            latest: Latest::default(),
            extra_acked: ExtraAcked::new(Time::ZERO),
            full_pipe: FullPipe::default(),
            is_pipe_known: false,
            round: 0,
            round_end: 0,
            round_started: false,
            loss_round_end: 0,
            loss_round_started: false,
            has_loss_in_round: false,
            loss_events: 0,
            lost_seen: 0,
            drain_round: 0,
            is_probe_sample: false,
            was_probe_too_high: false,
            was_probe_precautionary: false,
            up_rounds: 0,
            up_acked: 0.0,
            up_every: f64::INFINITY,
            rounds_since_probe: 0,
            probe_wait: Span::ZERO,
            cycle_start: Time::ZERO,
            was_limited: false,
            is_limited: false,
            probe_rtt_done: None,
            probe_rtt_round_done: false,
            resumed: false,
            prior_cwnd: 0.0,
            initial_cwnd: 1.0,
            pacing_rate: 0.0,
            decisions: Decisions::default(),
        }
    }
}

impl Bbr3 {
    fn sample(&mut self, context: &Context, sample: &RateSample) -> Sample {
        // Losses that a timer found count with the next ACK. Marks count as losses (section 3.7).
        let newly_lost = context.totals.lost.saturating_sub(self.lost_seen) + sample.newly_marked;
        self.lost_seen = context.totals.lost;
        let interval = sample.interval.filter(|_| sample.delivered > 0);
        Sample {
            rate: interval.map(|interval| sample.delivered as f64 / interval.seconds()),
            delivered: sample.delivered as f64,
            prior_delivered: sample.prior_delivered,
            newly: sample.newly_delivered as f64,
            app_limited: sample.app_limited,
            lost: (sample.lost + sample.newly_marked) as f64,
            newly_lost: newly_lost as f64,
            tx_in_flight: sample.sent_in_flight as f64,
        }
    }

    /// Returns the next random number from 0 to 1.
    fn draw(&mut self) -> f64 {
        self.draws += 1;
        SplitMix64::stream(self.seed, "bbr3", self.draws).uniform()
    }

    // Section 5.6.4.2: volumes.

    fn bdp(&self, bw: f64, gain: f64) -> f64 {
        if self.min_rtt.min == Span::MAX {
            return self.initial_cwnd;
        }
        gain * bw * self.min_rtt.min.seconds()
    }

    /// QuantizationBudget: room for three bursts of an offload engine.
    fn with_budget(&self, volume: f64) -> f64 {
        let bytes = (self.pacing_rate * self.packet_bytes * QUANTUM_S).min(MAX_QUANTUM_BYTES);
        let quantum = (bytes / self.packet_bytes).max(2.0);
        let volume = volume.max(3.0 * quantum).max(MIN_PIPE_CWND);
        if self.state == State::Up { volume + 2.0 } else { volume }
    }

    fn inflight_with_headroom(&self) -> f64 {
        let bound = self.bounds.inflight_longterm;
        if bound.is_infinite() {
            return bound;
        }
        (bound - (self.params.headroom * bound).max(1.0)).max(MIN_PIPE_CWND)
    }

    fn probe_rtt_cwnd(&self) -> f64 {
        let (_, cwnd_gain) = State::ProbeRtt.gains();
        self.bdp(self.bw, cwnd_gain).max(MIN_PIPE_CWND)
    }

    /// TargetInflight.
    fn target_inflight(&self, window: &Window) -> f64 {
        self.bdp(self.bw, 1.0).min(window.cwnd())
    }

    // Section 5.5.1: rounds.

    fn start_round(&mut self, context: &Context) {
        self.round_end = context.totals.delivered;
    }

    fn update_round(&mut self, context: &Context, sample: &Sample) {
        self.round_started = sample.prior_delivered >= self.round_end;
        if self.round_started {
            self.start_round(context);
            self.round += 1;
            self.rounds_since_probe = self.rounds_since_probe.saturating_add(1);
            self.extra_acked.start_round(!self.is_pipe_known);
            self.was_limited = self.is_limited;
            self.is_limited = false;
        }
    }

    // Section 5.5.10: losses.

    fn save_upon_loss(&mut self, window: &Window, context: &Context) {
        self.save_cwnd(window, context);
        self.undo = Undo { state: None, bounds: self.bounds };
    }

    fn is_too_high(&self, sample: &Sample) -> bool {
        sample.lost > sample.tx_in_flight * self.params.loss_threshold
    }

    /// AdaptLowerBoundsFromCongestion, once per round trip.
    fn adapt_lower_bounds(&mut self, window: &Window) {
        if self.has_loss_in_round && !self.state.is_probing() {
            let max_bw = self.max_bw.max();
            self.bounds.lower(self.latest, max_bw, window.cwnd(), self.params.beta);
            self.decisions.note(|| {
                Why::new("bbr3.lower").with("beta", "", self.params.beta).with(
                    "inflightShortterm",
                    "segments",
                    self.bounds.inflight_shortterm,
                )
            });
        }
        self.has_loss_in_round = false;
    }

    /// HandleLostPacket, for all losses of an ACK together: the draft treats a burst like this.
    fn take_losses(&mut self, window: &mut Window, context: &Context, sample: &Sample) {
        if !self.has_loss_in_round {
            self.loss_round_end = context.totals.delivered;
            self.save_upon_loss(window, context);
        }
        self.has_loss_in_round = true;
        self.loss_events += 1;
        if self.is_probe_sample && self.is_too_high(sample) {
            let in_flight = self.inflight_at_loss(sample);
            self.take_excess(window, context, sample.app_limited, in_flight);
        }
    }

    /// InflightAtLoss: the flight at which the loss rate passed the threshold.
    fn inflight_at_loss(&self, sample: &Sample) -> f64 {
        let threshold = self.params.loss_threshold;
        let burst = sample.newly_lost.min(sample.tx_in_flight);
        let before = sample.tx_in_flight - burst;
        let lost_before = (sample.lost - burst).max(0.0);
        let prefix = (threshold * before - lost_before) / (1.0 - threshold);
        before + math::clamp(prefix, 0.0, burst)
    }

    /// HandleInflightTooHigh.
    fn take_excess(
        &mut self,
        window: &mut Window,
        context: &Context,
        app_limited: bool,
        in_flight: f64,
    ) {
        self.was_probe_too_high = true;
        self.is_probe_sample = false;
        if !app_limited {
            let least = self.target_inflight(window) * self.params.beta;
            self.bounds.inflight_longterm = in_flight.max(least);
        }
        self.decisions.note(|| {
            Why::new("bbr3.tooHigh").with("lossThreshold", "", self.params.loss_threshold).with(
                "inflightLongterm",
                "segments",
                self.bounds.inflight_longterm,
            )
        });
        if self.state == State::Up {
            self.undo.state = Some(State::Up);
            self.start_down(context);
        }
    }

    // Section 5.3.1: startup.

    fn check_startup(&mut self, context: &Context, sample: &Sample) {
        if self.state == State::Startup
            && !self.is_pipe_known
            && self.loss_round_started
            && context.phase == Phase::Recovery
            && self.loss_events >= STARTUP_LOSSES
            && self.is_too_high(sample)
        {
            self.undo.state = Some(State::Startup);
            self.is_pipe_known = true;
            let bdp = self.bdp(self.max_bw.max(), 1.0);
            self.bounds.inflight_longterm = bdp.max(self.latest.inflight);
            self.decisions.note(|| {
                let losses = f64::from(self.loss_events);
                Why::new("bbr3.startupLosses").with("losses", "", losses).with(
                    "inflightLongterm",
                    "segments",
                    self.bounds.inflight_longterm,
                )
            });
        } else if self.state == State::Startup && self.is_pipe_known {
            let bandwidth = self.max_bw.max() * self.packet_bytes * 8.0 / 1e6;
            self.decisions.note(|| Why::new("bbr3.full").with("bandwidth", "Mbit/s", bandwidth));
        }
        if self.state == State::Startup && self.is_pipe_known {
            self.state = State::Drain;
            self.drain_round = self.round;
        }
    }

    // Section 5.3.4: probing for the round-trip time.

    fn check_probe_rtt(&mut self, window: &mut Window, context: &Context, is_due: bool) {
        if self.state != State::ProbeRtt && is_due && !self.resumed {
            self.save_cwnd(window, context);
            self.decisions
                .note(|| Why::new("bbr3.probeRtt").with("window", "segments", window.cwnd()));
            self.state = State::ProbeRtt;
            self.probe_rtt_done = None;
            self.ack_phase = AckPhase::Stopping;
            self.start_round(context);
        }
        if self.state != State::ProbeRtt {
            return;
        }
        if self.probe_rtt_done.is_none() {
            if context.in_flight as f64 <= self.probe_rtt_cwnd() {
                self.probe_rtt_done = Some(context.now + PROBE_RTT_DURATION);
                self.probe_rtt_round_done = false;
                self.start_round(context);
            }
            return;
        }
        self.probe_rtt_round_done |= self.round_started;
        if self.probe_rtt_round_done {
            self.leave_probe_rtt_if_done(window, context);
        }
    }

    fn leave_probe_rtt_if_done(&mut self, window: &mut Window, context: &Context) {
        if self.probe_rtt_done.is_none_or(|done| context.now <= done) {
            return;
        }
        self.min_rtt.restart(context.now);
        self.decisions.note(|| {
            Why::new("bbr3.probeRttDone").with("minRtt", "ms", self.min_rtt.min.millis()).with(
                "priorWindow",
                "segments",
                self.prior_cwnd,
            )
        });
        self.restore_cwnd(window);
        self.bounds.reset_shortterm();
        if self.is_pipe_known {
            self.start_down(context);
            self.state = State::Cruise;
        } else {
            self.state = State::Startup;
        }
    }

    // Section 5.6: control.

    fn save_cwnd(&mut self, window: &Window, context: &Context) {
        let is_good = context.phase < Phase::Recovery && self.state != State::ProbeRtt;
        self.prior_cwnd = if is_good { window.cwnd() } else { self.prior_cwnd.max(window.cwnd()) };
    }

    fn restore_cwnd(&self, window: &mut Window) {
        window.set_cwnd(window.cwnd().max(self.prior_cwnd));
    }

    fn set_pacing_rate(&mut self, window: &mut Window, gain: f64) {
        let rate = gain * self.bw * PACING_MARGIN;
        if self.is_pipe_known || rate > self.pacing_rate {
            self.pacing_rate = rate;
        }
        let bps = (self.pacing_rate * self.packet_bytes * 8.0).max(MIN_PACING_BPS);
        window.set_pacing_rate(Some(BitRate::from_bps(bps as u64)));
    }

    fn set_cwnd(&mut self, window: &mut Window, context: &Context, newly: f64) {
        let (_, cwnd_gain) = self.state.gains();
        let most = self.with_budget(self.bdp(self.bw, cwnd_gain) + self.extra_acked.max());
        let mut cwnd = window.cwnd();
        if self.is_pipe_known {
            cwnd = (cwnd + newly).min(most);
        } else if cwnd < most || (context.totals.delivered as f64) < self.initial_cwnd {
            cwnd += newly;
        }
        cwnd = cwnd.max(MIN_PIPE_CWND);
        if self.state == State::ProbeRtt {
            cwnd = cwnd.min(self.probe_rtt_cwnd());
        }
        window.set_cwnd(cwnd.min(self.volume_cap()));
    }

    /// BoundCwndForModel.
    fn volume_cap(&self) -> f64 {
        let cap = match self.state {
            State::ProbeRtt | State::Cruise => self.inflight_with_headroom(),
            State::Down | State::Refill | State::Up => self.bounds.inflight_longterm,
            State::Startup | State::Drain => f64::INFINITY,
        };
        cap.min(self.bounds.inflight_shortterm).max(MIN_PIPE_CWND)
    }
}

impl Events for Bbr3 {
    fn needs(&self) -> Needs {
        Needs { delivery: true, pacing: true, control: true, ..Needs::default() }
    }

    fn on_start(&mut self, window: &mut Window, context: &Context) {
        self.min_rtt = MinRtt::new(context.min_rtt, context.now);
        self.extra_acked = ExtraAcked::new(context.now);
        self.lost_seen = context.totals.lost;
        self.round_end = context.totals.delivered;
        self.initial_cwnd = window.cwnd();
        let rtt = if context.srtt > Span::ZERO { context.srtt } else { Span::from_millis(1) };
        self.pacing_rate = State::Startup.gains().0 * window.cwnd() / rtt.seconds();
        self.set_pacing_rate(window, 0.0);
    }

    fn grow(&mut self, _: &mut Window, _: &Context, _: &Growth) {}

    /// Sections 5.6.4.4 and 5.5.11.1: saves what an undo restores. The window is the model's.
    fn on_congestion(
        &mut self,
        window: &mut Window,
        context: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        self.save_upon_loss(window, context);
        Reduction::new(window.ssthresh(), || {
            Why::new("bbr3.save").with("window", "segments", window.cwnd())
        })
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        Some(&mut self.decisions)
    }

    /// The window from before a recovery returns at its end.
    fn on_phase(&mut self, window: &mut Window, context: &Context, phase: Phase) {
        if context.phase >= Phase::Recovery && phase < Phase::Recovery {
            self.restore_cwnd(window);
        }
    }

    /// HandleSpuriousLossDetection.
    fn on_undo(&mut self, window: &mut Window, context: &Context, _: f64) -> f64 {
        self.has_loss_in_round = false;
        self.full_pipe = FullPipe::default();
        let Undo { state, bounds } = self.undo;
        self.bounds.raise_to(bounds);
        self.undo.state = None;
        match state {
            Some(State::Startup) if self.state != State::Startup => {
                self.is_pipe_known = false;
                if self.state != State::ProbeRtt {
                    self.state = State::Startup;
                }
            }
            Some(State::Up) if !matches!(self.state, State::Up | State::ProbeRtt) => {
                self.start_refill(context);
            }
            _ => {}
        }
        window.cwnd().max(self.prior_cwnd)
    }

    /// HandleRestartFromIdle.
    fn on_resume(&mut self, window: &mut Window, context: &Context, _: Time) {
        if context.in_flight > 0 || !context.totals.app_limited {
            return;
        }
        self.resumed = true;
        self.extra_acked.restart(context.now);
        if self.state.is_probe_bw() {
            self.set_pacing_rate(window, 1.0);
        } else if self.state == State::ProbeRtt {
            self.leave_probe_rtt_if_done(window, context);
        }
    }

    /// UpdateOnACK.
    fn control(&mut self, window: &mut Window, context: &Context, news: &RateSample) {
        let sample = self.sample(context, news);
        self.is_limited |= news.prior_in_flight >= window.segments();
        if sample.newly_lost > 0.0 {
            self.take_losses(window, context, &sample);
        }
        self.loss_round_started = false;
        self.round_started = false;
        if let Some(rate) = sample.rate {
            self.latest.add(rate, sample.delivered);
            if sample.prior_delivered >= self.loss_round_end {
                self.loss_round_end = context.totals.delivered;
                self.loss_round_started = true;
            }
            self.update_round(context, &sample);
            if rate >= self.max_bw.max() || !sample.app_limited {
                self.max_bw.add(rate);
            }
            if self.loss_round_started {
                self.adapt_lower_bounds(window);
            }
            self.extra_acked.add(sample.newly, self.bw, window.cwnd(), context.now);
            if self.round_started && !sample.app_limited && !self.full_pipe.is_full {
                self.is_pipe_known |= self.full_pipe.add_round(rate);
            }
            self.check_startup(context, &sample);
        }
        if self.loss_round_started {
            self.loss_events = 0;
        }
        if self.state == State::Drain {
            let is_drained = context.in_flight as f64 <= self.with_budget(self.bdp(self.bw, 1.0));
            if is_drained || self.round > self.drain_round + DRAIN_ROUNDS {
                self.start_down(context);
            }
        }
        if sample.newly > 0.0 {
            self.advance_cycle(window, context, &sample);
        }
        let is_due = self.min_rtt.update(news.rtt, context.now);
        self.check_probe_rtt(window, context, is_due);
        if sample.delivered > 0.0 {
            self.resumed = false;
        }
        if let Some(rate) = sample.rate
            && self.loss_round_started
        {
            self.latest = Latest { bw: rate, inflight: sample.delivered };
        }
        self.bw = self.max_bw.max().min(self.bounds.bw_shortterm);
        let (pacing_gain, _) = self.state.gains();
        self.set_pacing_rate(window, pacing_gain);
        self.set_cwnd(window, context, sample.newly);
        window.set_held_back(self.state == State::ProbeRtt);
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        let mut value = |name, unit, value: f64| report(Variable { name, unit, value });
        let mbps = |rate: f64| rate * self.packet_bytes * 8.0 / 1e6;
        value("state", "", f64::from(self.state as u8));
        value("max_bw", "Mbit/s", mbps(self.max_bw.max()));
        value("bw", "Mbit/s", mbps(self.bw));
        if self.min_rtt.min < Span::MAX {
            value("min_rtt", "ms", self.min_rtt.min.seconds() * 1e3);
        }
        let bounds = [
            ("bw_shortterm", "Mbit/s", mbps(self.bounds.bw_shortterm)),
            ("inflight_shortterm", "segments", self.bounds.inflight_shortterm),
            ("inflight_longterm", "segments", self.bounds.inflight_longterm),
        ];
        for (name, unit, bound) in bounds {
            if bound.is_finite() {
                value(name, unit, bound);
            }
        }
    }
}
