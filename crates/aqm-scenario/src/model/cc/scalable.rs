//! Scalable TCP. Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::{Integer, Number};
use aqm_sim::cc::scalable::ScalableParams;

algorithm! {
    /// Scalable TCP: grows and falls in proportion to its window.
    pub struct Scalable of ScalableParams, label "Scalable TCP", family "High bandwidth" {
        /// The window grows by one segment for this many acknowledged ones. Smaller windows grow like Reno's.
        increase_every: u64 {
            json: "increaseEvery", label: "Segments per increase",
            check: Integer::new("segments", 1, 10_000).log_slider(10, 1000),
            source: "Kelly 2003; Linux",
        }
        /// Fraction of the window that a loss takes away.
        decrease: f64 {
            json: "decrease", label: "Decrease",
            check: Number::new("", 0.01, 0.9).slider(0.05, 0.5, 0.005),
            source: "Kelly 2003",
        }
    }
}
