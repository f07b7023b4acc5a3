//! A congestion control for tests of the seam: it paces at 1.25 times the largest delivery rate that it
//! has seen, owns its window, and has a state of more than one kilobyte.

use super::{
    Algorithm, Bursts, Congestion, Context, EcnEcho, Events, Growth, Needs, Phase, RateSample,
    Reduction, Setup, Why, Window,
};
use crate::units::BitRate;

/// Samples that the toy keeps; they make its state large.
const SAMPLES: usize = 64;

/// Parameters of the toy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ToyParams {
    /// Paces at this rate, whatever it measures.
    pub fixed_rate: Option<BitRate>,
    /// How the receiver reports marks.
    pub ecn_echo: EcnEcho,
}

impl Default for ToyParams {
    fn default() -> Self {
        ToyParams { fixed_rate: None, ecn_echo: EcnEcho::Rfc3168 }
    }
}

/// The toy.
#[derive(Clone, PartialEq, Debug)]
pub struct Toy {
    params: ToyParams,
    packet_bytes: u32,
    /// Delivered segments and nanoseconds of the latest samples.
    samples: [(u64, u64); SAMPLES],
    /// Number of samples so far.
    pub count: usize,
    /// The latest sample.
    pub last: RateSample,
    /// Phases entered, in order.
    pub phases: Vec<Phase>,
}

impl Algorithm for Toy {
    type Params = ToyParams;

    fn new(params: &ToyParams, setup: &Setup) -> Self {
        Toy {
            params: *params,
            packet_bytes: setup.packet_bytes,
            samples: [(0, 0); SAMPLES],
            count: 0,
            last: RateSample::default(),
            phases: Vec::new(),
        }
    }
}

impl Events for Toy {
    fn needs(&self) -> Needs {
        Needs {
            delivery: true,
            pacing: true,
            bursts: Bursts::Single,
            control: true,
            ecn_echo: self.params.ecn_echo,
            ..Needs::default()
        }
    }

    fn on_start(&mut self, window: &mut Window, _: &Context) {
        window.set_pacing_rate(self.params.fixed_rate);
    }

    fn grow(&mut self, _: &mut Window, _: &Context, _: &Growth) {
        unreachable!("the toy sets its window in `control`");
    }

    fn on_congestion(
        &mut self,
        window: &mut Window,
        _: &Context,
        _: Congestion,
        _: u64,
    ) -> Reduction {
        Reduction::new(window.ssthresh(), || Why::new("toy.none"))
    }

    fn on_phase(&mut self, _: &mut Window, _: &Context, phase: Phase) {
        if self.phases.len() < SAMPLES {
            self.phases.push(phase);
        }
    }

    fn on_undo(&mut self, window: &mut Window, _: &Context, _: f64) -> f64 {
        window.cwnd()
    }

    fn control(&mut self, window: &mut Window, context: &Context, sample: &RateSample) {
        self.last = *sample;
        if let Some(interval) = sample.interval {
            self.samples[self.count % SAMPLES] = (sample.delivered, interval.nanos().max(1));
            self.count += 1;
        }
        let rate = |&(delivered, nanos): &(u64, u64)| {
            if nanos == 0 { 0.0 } else { delivered as f64 / nanos as f64 }
        };
        let best = self.samples.iter().map(rate).fold(0.0, f64::max);
        if best > 0.0 {
            let bps = 1.25 * best * f64::from(self.packet_bytes) * 8e9;
            let measured = BitRate::from_bps((bps as u64).max(1));
            window.set_pacing_rate(Some(self.params.fixed_rate.unwrap_or(measured)));
            // Two bandwidth-delay products.
            window.set_cwnd((2.0 * best * context.min_rtt.nanos() as f64).max(4.0));
        }
    }
}
