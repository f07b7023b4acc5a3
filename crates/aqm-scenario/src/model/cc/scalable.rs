//! Scalable TCP. Defaults are the simulator's.

use crate::schema::{Integer, Number, record};
use aqm_sim::cc::CcConfig;
use aqm_sim::cc::scalable::ScalableParams;

record! {
    /// Scalable TCP: grows and falls in proportion to its window.
    #[derive(Copy)]
    pub struct Scalable, label "Scalable TCP", family "High bandwidth" {
        /// The window grows by one segment for this many acknowledged ones. Smaller windows grow like Reno's.
        increase_every: u64 {
            json: "increaseEvery", label: "Segments per increase",
            check: Integer::new("segments", 1, 10_000).log_slider(10, 1000),
            default: ScalableParams::default().increase_every.into(), source: "Kelly 2003; Linux",
        }
        /// Fraction of the window that a loss takes away.
        decrease: f64 {
            json: "decrease", label: "Decrease",
            check: Number::new("", 0.01, 0.9).slider(0.05, 0.5, 0.005),
            default: ScalableParams::default().decrease, source: "Kelly 2003",
        }
    }
}

impl Default for Scalable {
    fn default() -> Self {
        let ScalableParams { increase_every, decrease } = ScalableParams::default();
        Scalable { increase_every: increase_every.into(), decrease }
    }
}

impl Scalable {
    pub(super) fn config(&self) -> CcConfig {
        CcConfig::Scalable(ScalableParams {
            increase_every: self.increase_every as u32,
            decrease: self.decrease,
        })
    }
}
