//! How much a sender may send, and when: the congestion control, what it measures, and the pacer.

use super::Phase;
use super::delivery::{Delivery, Outcome};
use super::ecn::EcnState;
use super::pacing::Pacer;
use super::rtt::RttEstimator;
use super::scoreboard::Scoreboard;
use super::usage::Usage;
use crate::cc::{
    AckEvent, CcConfig, CongestionControl, Context, Growth, Needs, RateSample, Totals, Window,
};
use crate::time::{Span, Time};

/// The congestion control with its inputs and with the pacer that obeys it.
#[derive(Clone, PartialEq, Debug)]
pub struct Control {
    usage: Usage,
    cc: CongestionControl,
    pacer: Pacer,
    ecn: EcnState,
    /// Present only if the congestion control needs it.
    delivery: Option<Box<Delivery>>,
    /// One-way delay in the last ACK, if the congestion control needs it.
    forward_delay: Option<Span>,
}

impl Control {
    pub fn new(cc: CongestionControl, pacer: Pacer, ecn: bool) -> Self {
        let keeps = cc.needs().delivery;
        Control {
            usage: Usage::default(),
            delivery: keeps.then(|| Box::new(Delivery::new(0, 0, Time::ZERO))),
            cc,
            pacer,
            ecn: EcnState::new(ecn),
            forward_delay: None,
        }
    }

    /// Switches the congestion control while the segments on `board` are outstanding.
    pub fn switch(&mut self, config: &CcConfig, board: &Scoreboard, now: Time) {
        self.cc.switch(config);
        self.forward_delay = None;
        let (una, outstanding) = (board.una(), board.outstanding());
        let keeps = self.cc.needs().delivery;
        self.delivery = keeps.then(|| Box::new(Delivery::new(una, outstanding, now)));
    }

    #[inline(always)]
    pub fn needs(&self) -> Needs {
        self.cc.needs()
    }

    #[inline(always)]
    pub fn window(&self) -> &Window {
        &self.cc.window
    }

    pub fn window_mut(&mut self) -> &mut Window {
        &mut self.cc.window
    }

    pub fn cc(&self) -> &CongestionControl {
        &self.cc
    }

    pub fn cc_mut(&mut self) -> &mut CongestionControl {
        &mut self.cc
    }

    pub fn ecn(&self) -> &EcnState {
        &self.ecn
    }

    pub fn ecn_mut(&mut self) -> &mut EcnState {
        &mut self.ecn
    }

    #[inline(always)]
    pub fn usage_mut(&mut self) -> &mut Usage {
        &mut self.usage
    }

    #[inline(always)]
    pub fn pacer(&self) -> &Pacer {
        &self.pacer
    }

    #[inline(always)]
    pub fn pacer_mut(&mut self) -> &mut Pacer {
        &mut self.pacer
    }

    #[inline(always)]
    pub fn measures_delivery(&self) -> bool {
        self.delivery.is_some()
    }

    #[inline(always)]
    pub fn delivery_mut(&mut self) -> Option<&mut Delivery> {
        self.delivery.as_deref_mut()
    }

    /// Returns the state of the connection that congestion control reads.
    pub fn context(
        &self,
        board: &Scoreboard,
        rtt: &RttEstimator,
        phase: Phase,
        now: Time,
    ) -> Context {
        Context {
            now,
            una: board.una(),
            next: board.next(),
            in_flight: board.in_flight(),
            srtt: rtt.srtt_or_zero(),
            min_rtt: rtt.min_rtt_or_max(),
            forward_delay: self.forward_delay,
            phase,
            paced: self.is_paced(),
            totals: self
                .delivery
                .as_ref()
                .map(|delivery| self.totals(delivery, now))
                .unwrap_or_default(),
        }
    }

    /// [`Self::context`] while all data is in order.
    pub fn context_in_order(
        &self,
        board: &Scoreboard,
        rtt: &RttEstimator,
        phase: Phase,
        now: Time,
    ) -> Context {
        let context = self.context(board, rtt, phase, now);
        Context { in_flight: board.outstanding(), forward_delay: None, ..context }
    }

    fn totals(&self, delivery: &Delivery, now: Time) -> Totals {
        Totals { departure_in: self.pacer.departure_in(now), ..delivery.totals() }
    }

    /// Keeps the one-way delay of an ACK, if it is needed.
    pub fn note_delay(&mut self, delay: Option<Span>) {
        self.forward_delay = delay.filter(|_| self.cc.needs().forward_delay);
    }

    /// Returns whether segments of this connection are paced.
    #[inline(always)]
    pub fn is_paced(&self) -> bool {
        self.pacer.is_always_on() || self.cc.needs().pacing
    }

    /// Time of one segment at the pacing rate. Zero if there is no rate.
    #[inline(always)]
    pub fn pacing_gap(&self, rtt: &RttEstimator) -> Span {
        self.pacer.gap(&self.cc.window, rtt.srtt_or_zero())
    }

    /// Returns how many segments may leave at once, `gap` apart on average.
    #[inline(always)]
    pub fn burst_segments(&self, gap: Span, rtt: &RttEstimator) -> u64 {
        self.pacer.burst_segments(gap, self.cc.needs().bursts, rtt.min_rtt_or_max())
    }

    /// Delays the next burst by the time of a segment that is sent `now`, if segments are paced.
    pub fn pace(&mut self, rtt: &RttEstimator, now: Time) {
        if self.is_paced() {
            let gap = self.pacing_gap(rtt);
            let burst = self.burst_segments(gap, rtt);
            self.pacer.pace(gap, burst, now);
        }
    }

    /// Processes an ACK for `advanced` segments in order, after which the window may grow.
    #[inline(always)]
    pub fn on_in_order_ack(&mut self, context: &Context, rtt: Span, advanced: u64) {
        let event = AckEvent {
            rtt: Some(rtt),
            acked: advanced,
            delivered: advanced,
            marked: 0,
            in_order: true,
        };
        let (usage, grow_unused) = (&self.usage, self.cc.needs().grow_unused);
        self.cc.on_in_order_ack(context, &event, |window| {
            let window_used = usage.may_grow(window.segments(), window.in_slow_start());
            (window_used || grow_unused).then_some(Growth { segments: advanced, window_used })
        });
    }

    /// Returns how the window may grow after an ACK for so many `segments`, if it may.
    pub fn growth(&self, segments: u64) -> Option<Growth> {
        let window = &self.cc.window;
        let window_used = self.usage.may_grow(window.segments(), window.in_slow_start());
        let may_grow = (window_used || self.cc.needs().grow_unused) && segments > 0;
        may_grow.then_some(Growth { segments, window_used })
    }

    /// Returns the delivery-rate sample of a processed ACK.
    #[inline(always)]
    pub fn sample_delivery(&mut self, outcome: &Outcome, now: Time) -> Option<RateSample> {
        Some(self.delivery.as_mut()?.finish(outcome, now))
    }

    /// Lets the congestion control set its window, after an ACK that gave `sample`.
    pub fn control(&mut self, context: &Context, sample: &RateSample) {
        self.cc.control(context, sample);
        if self.cc.window.is_held_back()
            && let Some(delivery) = &mut self.delivery
        {
            delivery.on_app_limited(context.in_flight);
        }
    }

    /// Counts segments that were marked lost without an ACK.
    pub fn note_losses(&mut self, segments: u64) {
        if let Some(delivery) = &mut self.delivery {
            delivery.on_lost(segments);
        }
    }

    /// Shrinks a window that was not used for `idle`. It halves for each timeout `rto` that has passed (RFC 2861,
    /// section 3.2), down to the restart window (RFC 5681, section 4.1) of `initial` segments. The threshold becomes
    /// `ssthresh`.
    pub fn age_window(&mut self, mut idle: Span, rto: Span, initial: u32, ssthresh: f64) {
        let window = &mut self.cc.window;
        window.set_ssthresh(ssthresh);
        let mut cwnd = window.segments();
        let floor = cwnd.min(u64::from(initial));
        loop {
            idle = idle.saturating_sub(rto);
            if idle == Span::ZERO || cwnd <= floor {
                break;
            }
            cwnd /= 2;
        }
        window.set_cwnd(cwnd.max(floor) as f64);
    }
}
