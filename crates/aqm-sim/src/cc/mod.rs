//! Congestion control: how fast a window grows, how far it falls, and how packets are paced.
//!
//! An algorithm owns the window, the slow start threshold and the pacing rate ([`Window`]). TCP reports
//! [`Events`] to it: counts, times and samples, never packets or queues. Loss recovery (`tcp`) decides
//! *when* to reduce; the algorithm decides *how far*.
//!
//! One folder for each algorithm, one line in the table below. docs/recipes/control.md adds one.

pub mod aimd;
pub mod bbr;
pub mod bbr3;
pub mod bic;
mod boxed;
pub mod cubic;
pub mod dctcp;
mod events;
pub mod hstcp;
pub mod htcp;
pub mod illinois;
mod kernel;
pub mod ledbat;
#[cfg(test)]
mod operating_points;
pub mod prague;
#[macro_use]
mod registry;
pub mod reno;
#[cfg(test)]
mod response;
pub mod scalable;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub mod toy;
mod variable;
mod variable_names;
pub mod vegas;
pub mod veno;
pub mod westwood;
mod why;
mod window;
pub mod yeah;

pub use events::{
    AckEvent, Algorithm, Bursts, Congestion, Context, Dialect, EcnEcho, Events, Growth,
    LossRecovery, Needs, Phase, RateSample, Setup, Totals, Twin,
};
pub use variable::Variable;
pub use variable_names::{VARIABLE_NAMES, VariableName};
pub use why::{Decisions, Reduction, Why};
pub use window::{MIN_SSTHRESH, Window};

use crate::time::Time;

// A line adds an algorithm: `Name(Type) = "name in scenarios";`. Every flow has room for the largest type. A state much larger than
// CUBIC's 190 bytes belongs into a `Box`, so that flows with other algorithms stay small.
congestion_controls! {
    default Cubic;
    /// CUBIC (RFC 9438), in the Linux stacks with HyStart: the default of today's systems.
    Cubic(cubic::Cubic) = "cubic";
    /// NewReno (RFC 5681, RFC 6582): Reno's window rules; loss recovery is the stack's.
    NewReno(reno::Reno) = "newreno";
    /// HighSpeed TCP (RFC 3649): Reno for windows up to 38 segments, faster beyond.
    Hstcp(hstcp::Hstcp) = "hstcp";
    /// Scalable TCP (Kelly 2003): grows and falls in proportion to its window.
    Scalable(scalable::Scalable) = "scalable";
    /// H-TCP (Leith and Shorten 2004): grows faster the longer the last loss is ago.
    Htcp(htcp::Htcp) = "htcp";
    /// BIC (Xu, Harfoush and Rhee 2004): searches for the last maximum by bisection.
    Bic(bic::Bic) = "bic";
    /// Vegas (Brakmo and Peterson 1995): keeps two to four segments in the queue.
    Vegas(vegas::Vegas) = "vegas";
    /// DCTCP (RFC 8257): falls in proportion to the fraction of ECN marks.
    Dctcp(dctcp::Dctcp) = "dctcp";
    /// BBR version 1 (Cardwell et al. 2016): paces at the measured bandwidth.
    Bbr(Box<bbr::Bbr>) = "bbr";
    /// AIMD(a, b) (Floyd, Handley and Padhye 2000): Reno with any increase and decrease.
    Aimd(aimd::Aimd) = "aimd";
    /// LEDBAT (RFC 6817): keeps the queueing delay at 100 ms and makes room for all others.
    Ledbat(Box<ledbat::Ledbat>) = "ledbat";
    /// Reno of RFC 5681, without SACK: repairs one loss per recovery.
    Reno(reno::RenoWith<false>) = "reno";
    /// Reno with SACK recovery (RFC 6675).
    Sack(reno::RenoWith<true>) = "sack";
    /// Prague (draft-briscoe-iccrg-prague-congestion-control): the sender of L4S, for a queue with L4S marks.
    Prague(prague::Prague) = "prague";
    /// Westwood+ (Grieco and Mascolo 2004): after a loss the window is the measured bandwidth times the RTT.
    Westwood(westwood::Westwood) = "westwood";
    /// Illinois (Liu, Basar and Srikant 2008): the queueing delay sets increase and decrease.
    Illinois(illinois::Illinois) = "illinois";
    /// YeAH (Baiocchi, Castellani and Vacirca 2007): Scalable with a short queue, Reno with a long one.
    Yeah(yeah::Yeah) = "yeah";
    /// Veno (Fu and Liew 2003): Reno that tells random losses from congestion.
    Veno(veno::Veno) = "veno";
    /// BBR version 3 (draft-ietf-ccwg-bbr-06): as version 1, but losses bound rate and flight.
    Bbr3(Box<bbr3::Bbr3>) = "bbr3";
    /// A paced algorithm with a large state, for tests of the seam.
    #[cfg(test)]
    Toy(Box<toy::Toy>) = "toy";
}

/// One flow's congestion control.
#[derive(Clone, PartialEq, Debug)]
pub struct CongestionControl {
    /// What the sender obeys.
    pub window: Window,
    state: State,
    needs: Needs,
    setup: Setup,
}

impl CongestionControl {
    /// A fresh instance with a window of `initial_window` segments.
    pub fn new(config: &CcConfig, setup: &Setup, initial_window: u32) -> Self {
        let state = State::new(config, setup);
        let needs = state.view().needs();
        CongestionControl { window: Window::new(initial_window), state, needs, setup: *setup }
    }

    /// Replaces the algorithm by a fresh one. The window and the threshold stay.
    pub fn switch(&mut self, config: &CcConfig) {
        self.state = State::new(config, &self.setup);
        self.needs = self.state.view().needs();
        self.window.set_pacing_rate(None);
        self.window.set_held_back(false);
    }

    /// Returns what the algorithm needs.
    pub fn needs(&self) -> Needs {
        self.needs
    }

    /// The connection opened, or the algorithm was switched.
    pub fn on_start(&mut self, context: &Context) {
        self.state.events().on_start(&mut self.window, context);
    }

    /// An ACK arrived. Only for algorithms without [`Needs::control`].
    pub fn on_ack(&mut self, context: &Context, ack: &AckEvent) {
        self.state.on_progress(&mut self.window, context, ack, |_| None);
    }

    /// An ACK arrived in order and nothing else happened. `grows` returns the growth that the window
    /// is allowed.
    #[inline(always)]
    pub fn on_in_order_ack(
        &mut self,
        context: &Context,
        ack: &AckEvent,
        grows: impl Fn(&Window) -> Option<Growth>,
    ) {
        self.state.on_progress(&mut self.window, context, ack, grows);
    }

    /// Opens the window after an ACK for new data.
    pub fn grow(&mut self, context: &Context, growth: &Growth) {
        debug_assert!(growth.segments > 0);
        self.state.events().grow(&mut self.window, context, growth);
    }

    /// A congestion event: sets the new slow start threshold and leaves the window to the caller.
    /// `flight` is the number of segments sent and not yet cumulatively acknowledged. Returns the reason of the threshold, with the
    /// feature `journal`.
    pub fn on_congestion(
        &mut self,
        context: &Context,
        cause: Congestion,
        flight: u64,
    ) -> Option<Why> {
        let events = self.state.events();
        let reduction = events.on_congestion(&mut self.window, context, cause, flight);
        self.window.set_ssthresh(reduction.ssthresh.max(MIN_SSTHRESH));
        reduction.why()
    }

    /// Returns what the algorithm decided outside of congestion events, if it reports that.
    pub fn decisions(&mut self) -> Option<&mut Decisions> {
        self.state.events().decisions()
    }

    /// Loss recovery enters `phase`.
    pub fn on_phase(&mut self, context: &Context, phase: Phase) {
        self.state.events().on_phase(&mut self.window, context, phase);
    }

    /// A reduction ended.
    pub fn on_reduction_end(&mut self, context: &Context) {
        self.state.events().on_reduction_end(&mut self.window, context);
    }

    /// A reduction is taken back: restores the window from before it.
    pub fn on_undo(&mut self, context: &Context, prior_cwnd: f64) {
        let cwnd = self.state.events().on_undo(&mut self.window, context, prior_cwnd);
        self.window.set_cwnd(cwnd);
    }

    /// A pause since `last_sent` ends now.
    pub fn on_resume(&mut self, context: &Context, last_sent: Time) {
        self.state.events().on_resume(&mut self.window, context, last_sent);
    }

    /// The window was aged while the flow was idle.
    pub fn on_restart(&mut self, context: &Context) {
        self.state.events().on_restart(&mut self.window, context);
    }

    /// An ACK was processed and gave `sample`. Only for algorithms with [`Needs::control`].
    pub fn control(&mut self, context: &Context, sample: &RateSample) {
        self.state.events().control(&mut self.window, context, sample);
    }

    #[cfg(test)]
    pub(crate) fn toy(&self) -> &toy::Toy {
        match &self.state {
            State::Toy(toy) => toy,
            other => panic!("not the toy: {other:?}"),
        }
    }

    /// Reports the algorithm's inner state.
    pub fn probe(&self, report: &mut dyn FnMut(Variable)) {
        self.state.view().probe(report);
    }
}
