//! Illinois. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::problem::Reader;
use crate::schema::{Integer, Number};
use aqm_sim::cc::illinois::IllinoisParams;

const ALPHA: Number = Number::new("segments", 0.01, 100.0).log_slider(0.1, 100.0, 0.1);
const BETA: Number = Number::new("", 0.02, 0.98).slider(0.05, 0.95, 0.05);

algorithm! {
    /// Illinois: losses reduce the window. The queueing delay sets how much it grows and falls.
    pub struct Illinois of IllinoisParams, label "Illinois", family "High bandwidth", agree agree {
        /// Segments that a round trip adds while the queue is full.
        alpha_min: f64 {
            json: "alphaMin", label: "Smallest increase", check: ALPHA,
            source: "Liu, Basar, Srikant 2008",
        }
        /// Segments that a round trip adds while the queue is empty.
        alpha_max: f64 {
            json: "alphaMax", label: "Largest increase", check: ALPHA,
            source: "Liu, Basar, Srikant 2008",
        }
        /// Fraction of the window that a loss takes away while the queue is empty.
        beta_min: f64 {
            json: "betaMin", label: "Smallest decrease", check: BETA,
            source: "Liu, Basar, Srikant 2008",
        }
        /// Fraction of the window that a loss takes away while the queue is full.
        beta_max: f64 {
            json: "betaMax", label: "Largest decrease", check: BETA,
            source: "Liu, Basar, Srikant 2008",
        }
        /// Smaller windows follow Reno.
        window_threshold: u64 {
            json: "windowThreshold", label: "Reno below",
            check: Integer::new("segments", 0, 10_000).slider(0, 100),
            source: "Linux (the paper: 10)",
        }
        /// Round trips with a short queue before the increase returns to its largest value.
        theta: u64 {
            json: "theta", label: "Recovery", check: Integer::new("round trips", 1, 100).slider(1, 20),
            source: "Liu, Basar, Srikant 2008",
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
}
