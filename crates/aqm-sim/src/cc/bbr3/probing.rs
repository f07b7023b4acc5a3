//! Probing for bandwidth (section 5.3.3).

use super::model::{FullPipe, Latest};
use super::{AckPhase, Bbr3, RENO_ROUNDS, Sample, State};
use crate::cc::{Context, Window};
use crate::time::Span;

impl Bbr3 {
    pub(super) fn start_down(&mut self, context: &Context) {
        self.has_loss_in_round = false;
        self.latest = Latest::default();
        self.up_every = f64::INFINITY;
        // PickProbeWait.
        self.rounds_since_probe = u32::from(self.draw() < 0.5);
        self.probe_wait = Span::from_seconds(2.0 + self.draw());
        self.cycle_start = context.now;
        self.ack_phase = AckPhase::Stopping;
        self.start_round(context);
        self.state = State::Down;
    }

    pub(super) fn start_refill(&mut self, context: &Context) {
        self.bounds.reset_shortterm();
        self.up_rounds = 0;
        self.up_acked = 0.0;
        self.was_probe_precautionary = false;
        self.ack_phase = AckPhase::Refilling;
        self.start_round(context);
        self.state = State::Refill;
    }

    fn start_up(&mut self, window: &Window, context: &Context, rate: f64) {
        self.ack_phase = AckPhase::Starting;
        self.start_round(context);
        self.full_pipe = FullPipe::from(rate);
        self.state = State::Up;
        self.raise_slope(window);
    }

    /// RaiseInflightLongtermSlope: 1, 2, 4, ... segments per round trip.
    fn raise_slope(&mut self, window: &Window) {
        let growth = f64::from(1_u32 << self.up_rounds);
        self.up_rounds = (self.up_rounds + 1).min(30);
        self.up_every = (window.cwnd() / growth).max(1.0);
    }

    fn is_cwnd_limited(&self) -> bool {
        self.was_limited || self.is_limited
    }

    /// ProbeInflightLongtermUpward.
    fn raise_longterm(&mut self, window: &Window, sample: &Sample) {
        if !self.is_cwnd_limited() || window.cwnd() < self.bounds.inflight_longterm.floor() {
            return;
        }
        self.up_acked += sample.newly;
        if self.up_acked >= self.up_every {
            let more = (self.up_acked / self.up_every).floor();
            self.up_acked -= more * self.up_every;
            self.bounds.inflight_longterm += more;
        }
        if self.round_started {
            self.raise_slope(window);
        }
    }

    /// AdaptLongTermModel. Returns whether it changed the state.
    fn adapt_longterm(&mut self, window: &Window, context: &Context, sample: &Sample) -> bool {
        if self.ack_phase == AckPhase::Starting && self.round_started {
            self.ack_phase = AckPhase::Feedback;
        }
        if self.ack_phase == AckPhase::Stopping && self.round_started {
            self.is_probe_sample = false;
            self.ack_phase = AckPhase::Init;
            if self.state.is_probe_bw() && !sample.app_limited {
                self.max_bw.advance();
            }
            if self.state.is_probe_bw() && self.was_probe_precautionary && !self.was_probe_too_high
            {
                self.start_refill(context);
                return true;
            }
        }
        if !self.is_too_high(sample) && self.bounds.inflight_longterm.is_finite() {
            let bound = &mut self.bounds.inflight_longterm;
            *bound = sample.tx_in_flight.max(*bound);
            if self.state == State::Up {
                self.raise_longterm(window, sample);
            }
        }
        false
    }

    /// IsTimeToProbeBW.
    pub(super) fn probe_if_due(&mut self, window: &Window, context: &Context) -> bool {
        let rounds = self.target_inflight(window).min(RENO_ROUNDS);
        let is_due = context.now > self.cycle_start + self.probe_wait
            || f64::from(self.rounds_since_probe) >= rounds;
        if is_due {
            self.start_refill(context);
        }
        is_due
    }

    /// IsTimeToGoDown.
    fn is_probe_over(&mut self, window: &Window, in_flight: f64, rate: f64) -> bool {
        let bound = self.bounds.inflight_longterm;
        if self.was_probe_too_high && in_flight >= bound {
            self.was_probe_precautionary = true;
            return true;
        }
        if self.is_cwnd_limited() && window.cwnd() >= bound {
            self.full_pipe = FullPipe::from(rate);
            return false;
        }
        self.full_pipe.is_full
    }

    pub(super) fn advance_cycle(&mut self, window: &Window, context: &Context, sample: &Sample) {
        if !self.is_pipe_known || self.adapt_longterm(window, context, sample) {
            return;
        }
        let in_flight = context.in_flight as f64;
        let rate = sample.rate.unwrap_or(0.0);
        match self.state {
            State::Down => {
                let room = self.inflight_with_headroom();
                let path = self.with_budget(self.bdp(self.max_bw.max(), 1.0));
                if !self.probe_if_due(window, context) && in_flight <= room && in_flight <= path {
                    self.state = State::Cruise;
                }
            }
            State::Cruise => {
                self.probe_if_due(window, context);
            }
            State::Refill if self.round_started => {
                self.is_probe_sample = true;
                self.start_up(window, context, rate);
            }
            State::Up => {
                if self.is_probe_over(window, in_flight, rate) {
                    self.was_probe_too_high = false;
                    self.start_down(context);
                }
            }
            State::Refill | State::Startup | State::Drain | State::ProbeRtt => {}
        }
    }
}
