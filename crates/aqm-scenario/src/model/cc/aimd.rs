//! AIMD(a, b). Defaults are the simulator's.

use crate::model::table::algorithm;
use crate::schema::Number;
use aqm_sim::cc::aimd::AimdParams;

algorithm! {
    /// AIMD(a, b): adds a segments per round trip, and a loss takes away the fraction b.
    pub struct Aimd of AimdParams, label "AIMD", family "For studies" {
        /// Segments that a round trip adds to the window. Reno adds 1.
        a: f64 {
            json: "a", label: "Increase a",
            check: Number::new("segments", 0.01, 1000.0).log_slider(0.1, 100.0, 0.1),
            source: "Floyd, Handley, Padhye 2000",
        }
        /// Fraction of the window that a loss or a mark takes away. Reno takes 0.5.
        b: f64 {
            json: "b", label: "Decrease b",
            check: Number::new("", 0.01, 0.99).slider(0.05, 0.95, 0.05),
            source: "Floyd, Handley, Padhye 2000",
        }
    }
}
