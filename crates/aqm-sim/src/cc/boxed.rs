//! An algorithm in a box is an algorithm.

use super::{
    AckEvent, Algorithm, Congestion, Context, Decisions, Events, Growth, Needs, Phase, RateSample,
    Reduction, Setup, Twin, Variable, Window,
};
use crate::time::Time;

impl<A: Algorithm> Algorithm for Box<A> {
    type Params = A::Params;
    const KERNEL: Twin = A::KERNEL;
    const NS3: Twin = A::NS3;

    fn new(params: &A::Params, setup: &Setup) -> Self {
        Box::new(A::new(params, setup))
    }
}

impl<E: Events> Events for Box<E> {
    fn needs(&self) -> Needs {
        (**self).needs()
    }

    fn on_start(&mut self, window: &mut Window, context: &Context) {
        (**self).on_start(window, context);
    }

    fn on_ack(&mut self, window: &mut Window, context: &Context, ack: &AckEvent) {
        (**self).on_ack(window, context, ack);
    }

    fn grow(&mut self, window: &mut Window, context: &Context, growth: &Growth) {
        (**self).grow(window, context, growth);
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        context: &Context,
        cause: Congestion,
        flight: u64,
    ) -> Reduction {
        (**self).on_congestion(window, context, cause, flight)
    }

    fn on_phase(&mut self, window: &mut Window, context: &Context, phase: Phase) {
        (**self).on_phase(window, context, phase);
    }

    fn on_reduction_end(&mut self, window: &mut Window, context: &Context) {
        (**self).on_reduction_end(window, context);
    }

    fn on_undo(&mut self, window: &mut Window, context: &Context, prior_cwnd: f64) -> f64 {
        (**self).on_undo(window, context, prior_cwnd)
    }

    fn on_resume(&mut self, window: &mut Window, context: &Context, last_sent: Time) {
        (**self).on_resume(window, context, last_sent);
    }

    fn on_restart(&mut self, window: &mut Window, context: &Context) {
        (**self).on_restart(window, context);
    }

    fn control(&mut self, window: &mut Window, context: &Context, sample: &RateSample) {
        (**self).control(window, context, sample);
    }

    fn decisions(&mut self) -> Option<&mut Decisions> {
        (**self).decisions()
    }

    fn probe(&self, report: &mut dyn FnMut(Variable)) {
        (**self).probe(report);
    }
}
