//! Illinois. Defaults are the simulator's.

use crate::problem::Reader;
use crate::schema::{Integer, Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::illinois::IllinoisParams;

const ALPHA: Number = Number::new("segments", 0.01, 100.0).log_slider(0.1, 100.0, 0.1);
const BETA: Number = Number::new("", 0.02, 0.98).slider(0.05, 0.95, 0.05);

record! {
    /// Illinois: losses reduce the window. The queueing delay sets how much it grows and falls.
    #[derive(Copy)]
    pub struct Illinois, label "Illinois", family "High bandwidth", agree agree {
        /// Segments that a round trip adds while the queue is full.
        alpha_min: f64 {
            json: "alphaMin", label: "Smallest increase", check: ALPHA,
            default: IllinoisParams::default().alpha_min, source: "Liu, Basar, Srikant 2008",
        }
        /// Segments that a round trip adds while the queue is empty.
        alpha_max: f64 {
            json: "alphaMax", label: "Largest increase", check: ALPHA,
            default: IllinoisParams::default().alpha_max, source: "Liu, Basar, Srikant 2008",
        }
        /// Fraction of the window that a loss takes away while the queue is empty.
        beta_min: f64 {
            json: "betaMin", label: "Smallest decrease", check: BETA,
            default: IllinoisParams::default().beta_min, source: "Liu, Basar, Srikant 2008",
        }
        /// Fraction of the window that a loss takes away while the queue is full.
        beta_max: f64 {
            json: "betaMax", label: "Largest decrease", check: BETA,
            default: IllinoisParams::default().beta_max, source: "Liu, Basar, Srikant 2008",
        }
        /// Smaller windows follow Reno.
        window_threshold: u64 {
            json: "windowThreshold", label: "Reno below",
            check: Integer::new("segments", 0, 10_000).slider(0, 100),
            default: IllinoisParams::default().window_threshold.into(), source: "Linux (the paper: 10)",
        }
        /// Round trips with a short queue before the increase returns to its largest value.
        theta: u64 {
            json: "theta", label: "Recovery", check: Integer::new("round trips", 1, 100).slider(1, 20),
            default: IllinoisParams::default().theta.into(), source: "Liu, Basar, Srikant 2008",
        }
    }
}

impl Default for Illinois {
    fn default() -> Self {
        let IllinoisParams { alpha_min, alpha_max, beta_min, beta_max, window_threshold, theta } =
            IllinoisParams::default();
        Illinois {
            alpha_min,
            alpha_max,
            beta_min,
            beta_max,
            window_threshold: window_threshold.into(),
            theta: theta.into(),
        }
    }
}

impl Illinois {
    fn agree(&self, reader: &mut Reader) {
        if self.alpha_max < self.alpha_min {
            reader.problem_in("alphaMax", "is less than alphaMin.");
        }
        if self.beta_max < self.beta_min {
            reader.problem_in("betaMax", "is less than betaMin.");
        }
    }

    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Illinois(IllinoisParams {
            alpha_min: self.alpha_min,
            alpha_max: self.alpha_max,
            beta_min: self.beta_min,
            beta_max: self.beta_max,
            window_threshold: self.window_threshold as u32,
            theta: self.theta as u32,
        })
    }
}
